// The page of one puzzle.

const find = (id) => document.getElementById(id);

function html(name, text, attributes = {}) {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** Maximum number of moves that are listed. */
const MOST_LISTED = 400;
/** The part of the height of the screen that a board has at least, unless it needs less. */
const LEAST_ROOM = 0.3;

/** The picture of a goal that is drawn, on the cells of an extent. */
function goalOf(board, extent) {
  const { pieces, open = [] } = board.puzzle.goal;
  const words = pieces.map((piece) => `${board.placed(piece).p} at ${piece.at.map((cell) => board.names[cell]).join(" ")}`);
  const shown = extent && extent.cells();
  const frame = board.frame(board.places.filter((_, cell) => !shown || shown.has(cell)));
  return element("svg", {
    viewBox: frame.join(" "), role: "img", "aria-label": `Goal: ${words.join(", ") || "an empty board"}`,
  }, board.ground(board.places, false, open, shown), board.wanted(pieces));
}

class View {
  constructor(game) {
    this.game = game;
    this.board = game.board;
    this.choice = game.evaluator
      ? new Choice(game.evaluator, this.board.count, (held) => this.board.look(held).f)
      : null;
    this.focused = 0;
    this.laid = null;
    this.hinted = null;
    this.search = null;
    this.running = null;
    this.built = null;
    this.extent = game.puzzle.endless ? new Extent(this.board) : null;
    if (this.extent) {
      for (const { position } of game.solution || [game.first]) this.extent.hold(position);
      for (const { at } of game.puzzle.goal ? game.puzzle.goal.pieces : []) this.extent.add(at);
    }
  }

  /** Fills the page. */
  open() {
    const { puzzle } = this.game;
    this.position = null;
    find("title").textContent = puzzle.title || puzzle.name;
    find("about").textContent = puzzle.about || "";
    find("source").textContent = puzzle.source || "";
    this.fillGoal();
    this.fillRules();
    this.fillSolution();
    find("hint").hidden = !this.game.evaluator || this.game.players || !!this.game.evaluator.chance;
    for (const id of ["undo", "redo", "restart"]) find(id).hidden = !this.game.evaluator;
    find("shared").hidden = true;
    this.refresh();
    this.say("");
  }

  /** Makes the board smaller, so that the tools below it are on the same screen; not below a part of the screen. */
  fit() {
    this.room = undefined;
    this.size();
    const over = find("tools").getBoundingClientRect().bottom + window.scrollY + 8 - window.innerHeight;
    const { height } = this.svg.getBoundingClientRect();
    if (over <= 0) return;
    this.room = Math.min(height, Math.max(height - over, window.innerHeight * LEAST_ROOM));
    this.size();
  }

  /** Limits the drawing to its room on the screen. */
  size() {
    const { width, height } = this.svg.viewBox.baseVal;
    const room = this.room === undefined ? "68vh" : `${this.room}px`;
    this.svg.style.maxWidth = `min(100%, ${Math.max(width * 1.9, 300)}px, calc(${room} * ${width / height}))`;
  }

  /** Ends everything that runs. */
  close() {
    this.stop();
    this.search = null;
  }

  fillGoal() {
    const { puzzle } = this.game;
    find("goal").hidden = !puzzle.goal;
    if (!puzzle.goal) return;
    const svg = goalOf(this.board, this.extent);
    svg.style.maxWidth = `${svg.viewBox.baseVal.width * 0.6}px`;
    find("goal-picture").replaceChildren(svg);
  }

  fillRules() {
    const { puzzle } = this.game;
    find("rules").hidden = !puzzle.rules;
    const list = (puzzle.rules || []).flatMap(([name, text]) => [html("dt", name), html("dd", text)]);
    find("rule-list").replaceChildren(...list);
    find("task").hidden = !puzzle.aims;
    find("task-list").replaceChildren(...(puzzle.aims || []).map((aim) => html("li", aim)));
    find("notes").hidden = !puzzle.notes;
    find("notes").replaceChildren(...(puzzle.notes || []).map((note) => html("li", note)));
    const how = puzzle.keys
      ? `Press the arrow keys${puzzle.keys.shape === "hex" ? ", I, O, K and L for the slanting directions," : ""} or swipe, X for action, or choose a key below. Z takes a key back, R starts again.`
      : this.game.placing
      ? "Choose a piece below the board, then the cell for its first square; keys of letters and digits choose and lay at once. A piece on the board is taken back when it is chosen. T turns, F turns over, P is the pencil."
        + (this.board.sorts === "" ? "" : " An edge that is chosen again is crossed out, as by X, and then open.")
      : this.game.man() !== null
        ? "Walk with the arrow keys or by swiping, or choose the piece and then the cell where it goes. Z takes a move back, R starts again."
        : "Choose a piece, then the cell where it goes, or drag it there. With the keyboard: arrow keys, then Enter; Z takes a move back, R starts again.";
    find("how").textContent = this.game.evaluator ? how : "";
  }

  fillSolution() {
    const { puzzle, solution } = this.game;
    find("solution").hidden = !puzzle.answer;
    find("solution").open = false;
    find("answer").textContent = puzzle.answer || "";
    this.fillProof();
    find("steps").hidden = !solution;
    if (!solution) return;
    find("step").max = solution.length - 1;
    find("take").hidden = !puzzle.solution.actions;
    find("leave").hidden = !this.game.evaluator;
    const items = puzzle.solution.names.map((name, at) => {
      const item = html("li");
      const button = html("button", name, { type: "button" });
      button.addEventListener("click", () => this.show(at + 1));
      item.append(button);
      return item;
    });
    if (puzzle.solution.cut) items.push(html("li", "Further steps are left out."));
    find("step-list").replaceChildren(...items);
  }

  /** The certificate of the answer as a file. */
  fillProof() {
    const { certificate, name } = this.game.puzzle;
    const link = find("certificate");
    find("proof").hidden = !certificate;
    if (link.href) URL.revokeObjectURL(link.href);
    if (!certificate) return;
    link.href = URL.createObjectURL(new Blob([certificate], { type: "application/json" }));
    link.download = `${name}.json`;
  }

  /** Says something, also to screen readers. */
  say(text) {
    find("status").textContent = text;
  }

  /** Draws the current position. */
  refresh() {
    const { game } = this;
    this.search = null;
    this.hinted = null;
    const before = this.position;
    this.position = game.current().position;
    this.centres = this.board.centres(this.position);
    if (this.extent) this.extent.hold(this.position);
    if (this.choice) this.choice.show(this.position, game.placing ? [] : game.moves());
    this.build();
    const marks = game.current().marks;
    const pieces = this.board.pieces(this.position, marks, this.centres);
    this.svg.querySelector(".pieces").replaceWith(pieces);
    const last = game.last();
    // A piece that was dragged is there already.
    if (before && !this.dragged && !same(before, this.position)) {
      const action = last && last.before === before && last.id >= 0 ? game.evaluator.actions[last.id] : undefined;
      glide(this.board, pieces, action, before, this.position, this.centres);
    }
    this.dragged = false;
    this.svg.querySelector(".arrows").replaceWith(arrows(this.board, game.evaluator, last, this.centres));
    this.mark();
    this.fillTray();
    this.fillMoves();
    this.menu([]);
    this.fillScore();
    find("undo").disabled = game.shown === null && game.at === 0;
    find("redo").disabled = game.shown !== null || game.at === game.steps.length - 1;
    find("restart").disabled = game.shown === null && game.at === 0;
    const at = game.shown === null ? this.onSolution() : game.shown;
    find("step").value = at;
    find("step").setAttribute("aria-valuetext", `step ${at} of ${game.solution ? game.solution.length - 1 : 0}`);
    find("leave").disabled = game.shown === null;
    find("take").disabled = game.shown === null;
    find("step-list").querySelectorAll("button").forEach((button, number) => {
      if (game.shown === number + 1) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    find("shared").hidden = true;
  }

  /** The step of the solution at which the own game stands; 0 if it is not on it. */
  onSolution() {
    const { solution } = this.game;
    const at = solution ? solution.findIndex((step) => same(step.position, this.position)) : -1;
    return Math.max(at, 0);
  }

  /** Makes the drawing, if the cells or their names changed. */
  build() {
    const names = find("names").checked;
    const shown = this.extent && this.extent.cells();
    const state = `${this.centres.length} ${shown ? shown.size : ""} ${names}`;
    if (this.built === state) return;
    const focused = this.svg !== undefined && this.svg.contains(document.activeElement);
    this.built = state;
    const frame = this.board.frame(this.centres.filter((_, cell) => (!shown || shown.has(cell)) && this.board.isFace(cell)));
    const walks = this.game.walks() ? " walks" : "";
    this.svg = element("svg", { viewBox: frame.join(" "), class: `board${walks}` });
    this.size();
    this.svg.append(this.board.ground(this.centres, names, [], shown), element("g", { class: "pieces" }), element("g", { class: "arrows" }));
    this.cells = [];
    if (this.game.evaluator) {
      this.svg.setAttribute("role", "group");
      this.svg.setAttribute("aria-label", "Board");
      const hits = element("g", { class: "hits" });
      this.centres.forEach((centre, cell) => {
        if (shown && !shown.has(cell)) return;
        const hit = element("g", { role: "button", "data-cell": cell, class: "hit" });
        hit.append(element("polygon", { points: this.board.area(cell, centre) }));
        hit.append(element("circle", { cx: px(centre[0]), cy: px(centre[1]), r: px(0.14), class: "dot" }));
        hits.append(hit);
        this.cells[cell] = hit;
      });
      this.svg.append(hits);
    } else {
      this.svg.setAttribute("role", "img");
    }
    find("board").replaceChildren(this.svg);
    if (!this.cells[this.focused]) this.focused = Math.max(this.cells.findIndex((hit) => hit !== undefined), 0);
    if (focused && this.cells[this.focused]) this.cells[this.focused].focus();
  }

  /** Marks cells: those of pieces that can move, the selected one and where it can go, and the hint. */
  mark() {
    const pieces = [];
    const starts = this.choice ? this.choice.starts() : new Set();
    const targets = this.choice ? this.choice.targets() : new Set();
    this.centres.forEach((_, cell) => {
      const words = this.board.words(this.position, cell);
      if (words !== "empty") pieces.push(`${this.board.names[cell]}: ${words}`);
      const hit = this.cells[cell];
      if (!hit) return;
      const selected = this.choice.selected === cell;
      const state = [
        selected ? "selected" : targets.has(cell) ? "can go here" : starts.has(cell) ? "can move" : "",
        this.hinted && this.hinted.includes(cell) ? "hint" : "",
      ].filter((word) => word !== "");
      hit.setAttribute("aria-label", [`${this.board.names[cell]}: ${words}`, ...state].join(", "));
      hit.setAttribute("tabindex", cell === this.focused ? "0" : "-1");
      hit.classList.toggle("start", starts.has(cell));
      hit.classList.toggle("target-cell", targets.has(cell));
      hit.classList.toggle("selected", selected);
      hit.classList.toggle("hinted", !!this.hinted && this.hinted.includes(cell));
    });
    if (this.cells.length === 0) this.svg.setAttribute("aria-label", `Board. ${pieces.join(", ") || "No pieces"}.`);
  }

  fillScore() {
    const { game } = this;
    const { puzzle } = game;
    const known = puzzle.solution;
    const parts = [];
    if (game.shown !== null) parts.push(`Solution, step ${game.shown} of ${game.solution.length - 1}`);
    else if (game.players) parts.push(`Player ${(game.at % 2) + 1} moves`);
    else if (game.evaluator) parts.push(`${puzzle.unit}: ${game.length()}`);
    parts.push(...game.counters());
    if (known && !game.placing) parts.push(`${known.least ? "best possible" : "best known"}: ${known.length}`);
    find("score").textContent = parts.join(" · ");
    find("board").classList.toggle("solved", game.isSolved());
  }

  /** The list of all moves. */
  fillMoves() {
    const moves = this.choice && !this.game.placing ? this.choice.moves : [];
    find("moves").hidden = moves.length === 0;
    if (moves.some((move) => move.from.length === 0 && move.to.length === 0)) find("moves").open = true;
    find("move-list").replaceChildren(...moves.slice(0, MOST_LISTED).map((move) => {
      const item = html("li");
      item.append(this.moveButton(move));
      return item;
    }));
  }

  moveButton(move) {
    const name = this.game.name(move.id, this.position, move.after);
    const button = html("button", name, { type: "button", title: this.game.rule(move.id) });
    button.addEventListener("click", () => this.play(move.id));
    return button;
  }

  /** Several moves to choose from. */
  menu(ids) {
    const moves = ids.map((id) => this.choice.moves.find((move) => move.id === id));
    const names = moves.map((move) => this.game.name(move.id, this.position, move.after));
    const buttons = moves.map((move, at) => {
      const button = this.moveButton(move);
      // Moves with one name differ in their rules.
      if (names.filter((name) => name === names[at]).length > 1) button.textContent += ` (${this.game.rule(move.id)})`;
      return button;
    });
    find("menu").hidden = buttons.length === 0;
    find("menu").replaceChildren(...buttons);
    if (buttons.length > 0) {
      this.say("Which move?");
      buttons[0].focus();
    }
  }
}
