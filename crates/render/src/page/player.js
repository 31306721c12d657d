// What a player does on the page of a puzzle.

class Player extends View {
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

  /** Lays the chosen piece with its first square on a cell, or takes back the piece on it. */
  lay(cell) {
    const { evaluator } = this.game;
    const count = evaluator.actions.length;
    const covers = (id) => evaluator.actions[id].assign.some(([to, , map]) => map === undefined && to === cell);
    if (this.position[cell] !== 0) {
      for (let id = 0; id < count; id += 1) {
        if (covers(id) && evaluator.play(count + id, this.position) !== null) return this.play(count + id);
      }
      return this.say("This piece stays.");
    }
    const entry = this.laid === null ? null : this.tray[this.laid];
    if (!entry) return this.say("All pieces are laid.");
    const fitting = entry.actions.filter((id) => covers(id) && evaluator.play(id, this.position) !== null);
    const first = fitting.find((id) => evaluator.actions[id].binding[0] === cell);
    if (fitting.length === 0) return this.say(`${entry.name} does not fit at ${this.board.names[cell]}.`);
    return this.play(first === undefined ? fitting[0] : first);
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
    const said = name ? `${name}. ` : "";
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
      if (!game.players) return `${said}No move is left. Take moves back, or start again.`;
      const last = 2 - (game.at % 2);
      const winner = game.puzzle.game === "last_wins" ? last : 3 - last;
      return `${said}No move is left: player ${winner} wins.`;
    }
    return said + (game.players ? `Player ${(game.at % 2) + 1} moves.` : `${find("score").textContent}.`);
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
    const known = game.next();
    if (known) {
      this.suggest(known.id, game.placing || known.cut ? "" : ` of ${known.left} to a solution`);
      return;
    }
    if (game.placing) {
      this.say(game.solution ? "No hint." : "No solution is known.");
      return;
    }
    const search = game.search();
    this.search = search;
    this.say("Searching…");
    const slice = () => {
      if (this.search !== search) return;
      const found = search.search(25);
      if (found === undefined) {
        setTimeout(slice, 0);
      } else if (found.none === "searched") {
        this.say(`This position cannot be solved: all ${found.positions} positions from here were searched. Take moves back.`);
      } else if (found.none === "limit") {
        this.say(`No hint: no solution is near, and ${found.positions} positions were searched.`);
      } else {
        const next = game.learn(found);
        if (next) this.suggest(next.id, ` of ${next.left} to a solution`);
      }
    };
    slice();
  }

  suggest(id, more) {
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
    this.say(`Hint: ${game.name(id, this.position, after)}, the next move${more}.`);
  }

  /** Moves the focus to the next cell in a direction. */
  step([dx, dy]) {
    const [x, y] = this.centres[this.focused];
    let best = null;
    this.centres.forEach(([a, b], cell) => {
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
