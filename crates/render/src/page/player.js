// What a player does on the page of a puzzle.

class Player extends Placing {
  /** Chooses a cell. */
  choose(cell) {
    const { game } = this;
    if (!this.choice || !this.cells[cell]) return;
    this.focused = cell;
    if (game.shown !== null) {
      this.say("This is the solution. “Play from here” makes it your game.");
      return;
    }
    if (game.placing) {
      this.lay(cell);
      return;
    }
    this.menu([]);
    const outcome = this.choice.choose(cell);
    this.hinted = null;
    this.mark();
    const name = this.board.names[cell];
    if (outcome.play !== undefined) this.play(outcome.play);
    else if (outcome.menu) this.menu(outcome.menu);
    else if (outcome.none !== undefined) this.say(`No move begins at ${name}.`);
    else if (outcome.selected === null) this.say("Nothing is selected.");
    else this.say(`${name} is selected: ${[...this.choice.targets()].map((to) => this.board.names[to]).join(", ")}.`);
  }

  /** Whether one piece is the player's. */
  walks() {
    return this.game.shown === null && this.game.walks();
  }

  /** Presses a key of a puzzle with keys; false if it has no such key. */
  press(word) {
    const id = this.game.puzzle.keys && this.game.shown === null ? this.game.evaluator.names.indexOf(word) : -1;
    if (id < 0) return false;
    if (this.game.isSolved()) this.say("It is solved.");
    else if (this.choice.moves.some((move) => move.id === id) || this.game.evaluator.chance) this.play(id);
    else this.say(this.game.evaluator.message || `Nothing changes: ${word}.`);
    return true;
  }

  /** Walks the player's piece in a direction. */
  walk([dx, dy]) {
    if (this.game.puzzle.keys) {
      const word = this.game.evaluator.towards(dx, dy);
      if (word === null) this.say("No key goes in this direction.");
      else this.press(word);
      return;
    }
    const man = this.game.man();
    const from = this.position.indexOf(man);
    const ways = this.choice.moves.flatMap((move) => {
      const to = move.after.indexOf(man);
      if (from < 0 || to < 0 || to === from || to >= this.centres.length) return [];
      const [x, y] = [this.centres[to][0] - this.centres[from][0], this.centres[to][1] - this.centres[from][1]];
      const far = Math.hypot(x, y);
      return [{ move, to, far, along: (x * dx + y * dy) / far }];
    });
    // Of steps in nearly this direction the straightest one, and of those the shortest.
    const near = ways.filter(({ along }) => along > 0.8).sort((a, b) => b.along - a.along || a.far - b.far);
    const [first, second] = near;
    if (!first || (second && second.along > first.along - 0.01 && second.far === first.far)) {
      this.say(first ? "Several moves go in this direction: choose one on the board." : "No move goes in this direction.");
      return;
    }
    const focused = this.cells.includes(document.activeElement);
    this.focused = first.to;
    this.play(first.move.id);
    if (focused && this.cells[this.focused]) this.cells[this.focused].focus();
  }

  /** Takes the piece on a cell, and shows where it can go: a function that moves it with the pointer; null if it stays. */
  lift(cell) {
    if (this.game.placing || this.game.shown !== null || !this.choice) return null;
    const goes = (move) => move.from.includes(cell) && move.to.some((end) => end !== cell);
    if (!this.choice.moves.some(goes)) return null;
    if (this.choice.selected !== cell) {
      this.choice.selected = null;
      this.choose(cell);
    }
    const group = this.svg.querySelector(".pieces");
    const piece = pieceAt(this.board, group, this.position, this.centres, cell);
    const scale = this.svg.getScreenCTM().a;
    if (piece) group.append(piece);
    this.lifted = piece;
    return (x, y) => {
      if (piece) piece.setAttribute("transform", `translate(${x / scale} ${y / scale})`);
    };
  }

  /** Lays the lifted piece down on a cell, or where it was. */
  drop(from, to) {
    if (this.lifted) this.lifted.removeAttribute("transform");
    const goes = to !== null && to !== from && this.choice.selected === from && this.choice.targets().has(to);
    this.dragged = goes && !!this.lifted;
    this.lifted = null;
    if (goes) this.choose(to);
    this.dragged = false;
  }

  /** Plays a move. */
  play(id) {
    this.stop();
    if (!this.game.play(id)) {
      this.say("This move is not allowed.");
      return;
    }
    this.moved();
  }

  /** Shows the position after a change, and says what it is. */
  moved() {
    const { game } = this;
    const inMenu = find("menu").contains(document.activeElement) || find("moves").contains(document.activeElement);
    this.refresh();
    if (inMenu && this.cells[this.focused]) this.cells[this.focused].focus();
    this.say(this.state());
    this.onchange();
  }

  /** The position in words. */
  state() {
    const { game } = this;
    const name = game.lastName();
    const said = [name && `${name}. `, game.message() && `${game.message()} `].filter((text) => text).join("");
    if (game.shown !== null) {
      const end = game.isSolved() ? " Solved." : "";
      return `${said}Step ${game.shown} of ${game.solution.length - 1}.${end}`;
    }
    if (!game.evaluator) return said;
    const known = game.puzzle.solution;
    if (game.isSolved()) {
      if (game.placing) return `${said}Solved!`;
      const length = game.length();
      const best = known && known.least && length <= known.length ? " None is shorter." : "";
      return `${said}Solved! ${game.puzzle.unit}: ${length}.${best}`;
    }
    if (!game.placing && this.choice.moves.length === 0) {
      if (game.puzzle.endless) return `${said}No move is left on this part of the board. Take moves back, or start again.`;
      if (!game.players) return `${said}No move is left. Take moves back, or start again.`;
      const last = 2 - (game.at % 2);
      const end = { 1: `player ${last} wins`, [-1]: `player ${3 - last} wins`, 0: "neither player wins" }[game.end(this.position)];
      return `${said}${game.why(this.position)}: ${end}.`;
    }
    return said + (game.placing ? `${find("score").textContent}.${this.told()}` : game.players ? `Player ${(game.at % 2) + 1} moves.` : `${find("score").textContent}.`);
  }

  undo() {
    this.stop();
    this.game.go(this.game.shown === null ? this.game.at - 1 : this.game.at);
    this.moved();
  }

  redo() {
    this.stop();
    this.game.go(this.game.at + 1);
    this.moved();
  }

  restart() {
    this.stop();
    this.game.go(0);
    this.moved();
  }

  /** Shows a step of the solution. */
  show(step) {
    this.game.show(step);
    this.moved();
  }

  leave() {
    this.stop();
    this.game.go(this.game.at);
    this.moved();
  }

  take() {
    this.stop();
    this.game.take();
    this.moved();
  }

  /** Runs through the solution, or stops. */
  run() {
    if (this.running !== null) {
      this.stop();
      return;
    }
    if (!this.game.solution) return;
    find("run").setAttribute("aria-pressed", "true");
    const last = this.game.solution.length - 1;
    let at = this.game.shown === null || this.game.shown === last ? 0 : this.game.shown;
    this.show(at);
    this.running = setInterval(() => {
      at += 1;
      this.show(at);
      if (at >= last) this.stop();
    }, 700);
  }

  stop() {
    if (this.running !== null) clearInterval(this.running);
    this.running = null;
    find("run").setAttribute("aria-pressed", "false");
  }

  /** Shows the next move of a solution. */
  hint() {
    const { game } = this;
    if (game.shown !== null) this.leave();
    if (!game.evaluator) return;
    if (game.isSolved()) {
      this.say("It is solved.");
      return;
    }
    const reasoned = game.placing ? this.reasoned() : null;
    if (reasoned !== null) {
      this.suggest(reasoned.id, `because ${reasoned.texts.join("; ")}`);
      return;
    }
    const forced = game.placing ? this.forced() : null;
    if (forced !== null) {
      this.suggest(forced, "the only piece that fits there without a conflict");
      return;
    }
    const known = game.next();
    if (known) {
      this.suggest(known.id, `the next move${game.placing || known.cut ? "" : ` of ${known.left} to a solution`}`);
      return;
    }
    if (game.placing) {
      this.say(game.solution ? "No hint." : "No solution is known.");
      return;
    }
    this.say("Searching…");
    this.searchFrom(game.at, (found) => {
      if (found.none === "searched") this.blame(found.positions);
      else if (found.none === "limit") {
        this.say(`No hint: no solution is near, and ${found.positions} positions were searched.`);
      } else {
        const next = game.learn(found);
        if (next) this.suggest(next.id, `the next move of ${next.left} to a solution`);
      }
    });
  }

  /** Searches from a position of the game in slices, until another search begins or the position changes. */
  searchFrom(at, then) {
    const search = this.game.search(at);
    this.search = search;
    const slice = () => {
      if (this.search !== search) return;
      const found = search.search(25);
      if (found === undefined) setTimeout(slice, 0);
      else then(found);
    };
    slice();
  }

  /** Says that this position cannot be solved, and which move lost the solution: the first after which there is none. */
  blame(positions) {
    const { game } = this;
    const here = game.at;
    const told = `This position cannot be solved: all ${positions} positions from here were searched.`;
    // Solved from `good` on, and not from `lost` on; what follows a lost position is lost.
    const narrow = (good, lost) => {
      if (lost - good > 1) {
        const middle = (good + lost) >> 1;
        this.searchFrom(middle, (found) => {
          if (found.none === "limit") this.say(`${told} Take moves back.`);
          else if (found.none) narrow(good, middle);
          else narrow(middle, lost);
        });
      } else if (lost === 0) {
        this.say("This puzzle cannot be solved: all positions were searched.");
      } else {
        const [before, step] = [game.steps[lost - 1], game.steps[lost]];
        const name = game.name(step.id, before.position, step.position);
        const back = here - lost + 1;
        this.say(`${told} Since move ${lost}, ${name}, there is no solution: take back ${back === 1 ? "one move" : `${back} moves`}.`);
      }
    };
    this.say(`${told} Searching for the move that lost the solution…`);
    narrow(game.solution && game.puzzle.solution.actions ? 0 : -1, here);
  }

  /** Shows a move, and says why. */
  suggest(id, why) {
    const { game } = this;
    const after = game.evaluator.play(id, this.position);
    if (after === null) return;
    this.search = null;
    const cells = [...this.centres.keys()];
    this.hinted = cells.filter((cell) => this.position[cell] !== after[cell]);
    if (!game.placing && this.choice.moves.some((move) => move.id === id)) {
      const move = this.choice.moves.find((one) => one.id === id);
      if (move.main) this.hinted = move.main;
    }
    this.mark();
    this.say(`Hint: ${game.name(id, this.position, after)}, ${why}.`);
  }

  /** Moves the focus to the next cell in a direction. */
  step([dx, dy]) {
    const [x, y] = this.centres[this.focused];
    let best = null;
    this.centres.forEach(([a, b], cell) => {
      if (!this.cells[cell]) return;
      const along = (a - x) * dx + (b - y) * dy;
      const aside = Math.abs((a - x) * dy - (b - y) * dx);
      if (along < 0.3 || aside > along * 1.8) return;
      const far = along + aside * 2;
      if (best === null || far < best.far) best = { cell, far };
    });
    if (best === null) return;
    this.focused = best.cell;
    this.cells.forEach((hit, cell) => hit.setAttribute("tabindex", cell === this.focused ? "0" : "-1"));
    this.cells[this.focused].focus();
  }
}
