// A game in progress: its moves, the moves that were taken back, the known solution, and links to positions.

class Game {
  /** `puzzle` as the program wrote it; `version` changes with it. */
  constructor(puzzle, version, board) {
    this.puzzle = puzzle;
    this.version = version;
    /** What links call the puzzle. */
    this.key = puzzle.name;
    this.board = board;
    this.placing = puzzle.game === "place";
    this.players = puzzle.game.startsWith("last_");
    this.evaluator = puzzle.task ? new Evaluator(puzzle.task, this.placing) : puzzle.keys ? new KeyEvaluator(puzzle) : null;
    // Beyond these cells there may be a solution.
    if (this.evaluator && puzzle.endless) this.evaluator.endless = true;
    let start = puzzle.start.slice();
    if (this.evaluator) start = this.evaluator.start;
    else if (puzzle.floor) start.floor = puzzle.floor.slice();
    /** The cells of pieces that are given, and the moves that lay them. */
    this.given = new Map();
    if (this.evaluator) start = this.lay(start);
    if (this.given.size > 0 && puzzle.solution && puzzle.solution.actions) {
      const laid = new Set(this.given.values());
      const rest = (list) => list.filter((_, at) => !laid.has(puzzle.solution.actions[at]));
      const [names, actions] = [rest(puzzle.solution.names), rest(puzzle.solution.actions)];
      this.puzzle = { ...puzzle, solution: { ...puzzle.solution, names, actions } };
    }
    this.first = { id: -1, position: start, marks: new Map(puzzle.marks || []) };
    this.steps = [this.first];
    this.at = 0;
    this.solution = this.solved();
    /** The step of the solution that is shown; null while the own game is. */
    this.shown = null;
    /** Moves that searches found: by key of a position, the next move and the number of moves to the end. */
    this.learned = new Map();
  }

  /** A position with the pieces that are given. */
  lay(start) {
    let position = start;
    for (const [cell, held] of this.puzzle.given || []) {
      const lays = ([to, from, map]) => map === undefined && to === cell && from === held;
      const id = this.evaluator.actions.findIndex(({ assign }) => assign.some(lays));
      const after = id < 0 ? null : this.evaluator.play(id, position);
      if (after === null) continue;
      this.given.set(cell, id);
      position = after;
    }
    this.board.given = this.given;
    return position;
  }

  /** The positions of the known solution. */
  solved() {
    const known = this.puzzle.solution;
    if (!known) return null;
    const all = [this.first];
    for (let at = 0; at < known.names.length; at += 1) {
      const last = all[at];
      let step;
      if (known.actions) {
        step = this.evaluator ? this.after(last, known.actions[at]) : null;
      } else {
        const position = last.position.slice();
        if (last.position.floor) position.floor = last.position.floor.slice();
        const changes = known.changes[at];
        for (let i = 0; i < changes.length; i += 2) {
          const [place, held] = [changes[i], changes[i + 1]];
          if (place < this.board.count) position[place] = held;
          else if (position.floor) position.floor[place - this.board.count] = held;
        }
        step = { id: -1, position, marks: this.board.marks(last.position, last.marks, position) };
      }
      // A solution that cannot be followed is not shown.
      if (step === null) return null;
      all.push(step);
    }
    return all;
  }

  /** The step after a move; null if it is not allowed. */
  after(step, id) {
    const position = this.evaluator.play(id, step.position);
    if (position === null) return null;
    const { message } = this.evaluator;
    return { id, position, marks: this.board.marks(step.position, step.marks, position), message };
  }

  /** Whether arrow keys move something. */
  walks() {
    return !!this.puzzle.keys || this.man() !== null;
  }

  /** The content of the piece that every move needs, if there is one such piece: that of the player. */
  man() {
    if (this.only === undefined) {
      const count = (held) => this.first.position.slice(0, this.board.count).filter((one) => one === held).length;
      const fits = (held) => held > 0 && this.board.look(held).f === "disc" && count(held) === 1;
      this.only = (this.evaluator && !this.placing && this.evaluator.needed(this.board.count).find(fits)) || null;
    }
    return this.only;
  }

  /** What is on the screen. */
  current() {
    return this.shown === null ? this.steps[this.at] : this.solution[this.shown];
  }

  /** The moves that may be played. */
  moves() {
    return this.evaluator && this.shown === null ? this.evaluator.moves(this.steps[this.at].position) : [];
  }

  /** Plays a move; false if it is not allowed. */
  play(id) {
    const step = this.evaluator ? this.after(this.steps[this.at], id) : null;
    if (step === null) return false;
    this.shown = null;
    this.steps.length = this.at + 1;
    this.steps.push(step);
    this.at += 1;
    return true;
  }

  /** Goes to a move of the game. */
  go(at) {
    this.shown = null;
    this.at = Math.max(0, Math.min(at, this.steps.length - 1));
  }

  /** Shows a step of the solution. */
  show(step) {
    this.shown = Math.max(0, Math.min(step, this.solution.length - 1));
  }

  /** Makes the shown part of the solution the own game. */
  take() {
    if (this.shown === null || !this.puzzle.solution.actions) return;
    this.steps = this.solution.slice(0, this.shown + 1);
    this.at = this.shown;
    this.shown = null;
  }

  /** The moves played so far. */
  ids() {
    return this.steps.slice(1, this.at + 1).map((step) => step.id);
  }

  /** The length of the game so far, in the puzzle's measure. */
  length() {
    return this.evaluator ? this.evaluator.length(this.ids()) : 0;
  }

  /** The counters of the position on the screen: names and numbers. */
  counters() {
    const { position } = this.current();
    const shown = (this.puzzle.counters || []).filter(([name]) => !(this.players && name === "turn"));
    return shown.map(([name, variable, least]) => `${name}: ${position[variable] + least}`);
  }

  isSolved() {
    if (this.shown !== null) return !this.puzzle.solution.cut && this.shown === this.solution.length - 1;
    return this.evaluator !== null && !this.players && this.evaluator.goal(this.steps[this.at].position);
  }

  /** How a game of two players ends at a position without a move, for the player who moved last: 1 has won, -1 has lost, 0 neither. */
  end(position) {
    const [last, other] = this.evaluator.wins(position);
    if (last || other) return last && other ? 0 : last ? 1 : -1;
    if (last === undefined && this.evaluator.goal(position)) return this.puzzle.goalLoses ? -1 : 1;
    return { last_wins: 1, last_loses: -1 }[this.puzzle.game] ?? 0;
  }

  /** Why such a game has ended. */
  why(position) {
    return this.evaluator.goal(position) ? "The goal is reached" : "No move is left";
  }

  /** A move in short, such as `d2-d4`. */
  name(id, before, after) {
    const names = this.board.names;
    const lifted = id >= this.evaluator.actions.length;
    const action = this.evaluator.actions[lifted ? id - this.evaluator.actions.length : id];
    const changed = [];
    for (let cell = 0; cell < this.board.count; cell += 1) if (before[cell] !== after[cell]) changed.push(cell);
    if (this.placing) {
      const held = this.board.look((lifted ? before : after)[changed[0]]);
      const what = held.f === "disc" ? held.w : held.p;
      return `${what} ${lifted ? "off" : "on"} ${changed.map((cell) => names[cell]).join("-")}`;
    }
    if (this.evaluator.names[id]) return this.evaluator.names[id];
    const chain = (held) => held !== 0 && this.board.isChain(held);
    const left = changed.filter((cell) => chain(before[cell]) && after[cell] === 0);
    const covered = changed.filter((cell) => before[cell] === 0 && chain(after[cell]));
    if (left.length === 1 && covered.length === 1) return `${names[left[0]]}-${names[covered[0]]}`;
    if (action.mover) return action.mover.map((cell) => names[cell]).join("-");
    const bound = action.binding.map((word) => (typeof word === "number" ? names[word] : word));
    if (bound.length === 0 && changed.length === 0) return this.rule(id);
    if (bound.length === 0 || action.numbered) return changed.map((cell) => names[cell]).join(" ");
    return bound.join(" ");
  }

  /** The last step on the screen: the positions before and after it, and its move if the page plays it. */
  last() {
    const [steps, at] = this.shown === null ? [this.steps, this.at] : [this.solution, this.shown];
    if (at === 0) return null;
    return { before: steps[at - 1].position, after: steps[at].position, id: steps[at].id };
  }

  /** What the last step on the screen told the player. */
  message() {
    return this.current().message || "";
  }

  /** The name of the last step on the screen. */
  lastName() {
    if (this.shown !== null) return this.shown > 0 ? this.puzzle.solution.names[this.shown - 1] : "";
    if (this.at === 0) return "";
    const [before, step] = [this.steps[this.at - 1], this.steps[this.at]];
    return this.name(step.id, before.position, step.position);
  }

  /** The rule of a move. */
  rule(id) {
    const action = this.evaluator.actions[id];
    return action ? this.evaluator.rules[action.rule] : "take back";
  }

  /** The next move of the known solution from here; null if this position is not on it. */
  known() {
    const { actions } = this.puzzle.solution || {};
    if (!this.evaluator || !this.solution || !actions) return null;
    const here = this.steps[this.at].position;
    if (this.placing) return this.unlaid(actions, here);
    // The last visit, so that a hint never leads in a circle.
    for (let at = actions.length - 1; at >= 0; at -= 1) {
      if (same(this.solution[at].position, here)) {
        return { id: actions[at], left: actions.length - at, cut: this.puzzle.solution.cut };
      }
    }
    return null;
  }

  /** The next move that a search found before, or that of the known solution. */
  next() {
    const known = this.known();
    if (known) return known;
    return this.evaluator ? this.learned.get(this.evaluator.key(this.steps[this.at].position)) || null : null;
  }

  /** Takes over what a search from here found; the next move. */
  learn({ moves, joins }) {
    const rest = joins === null ? 0 : this.puzzle.solution.actions.length - joins;
    let { position } = this.steps[this.at];
    moves.forEach((id, at) => {
      this.learned.set(this.evaluator.key(position), { id, left: moves.length - at + rest });
      position = this.evaluator.play(id, position);
    });
    return this.next();
  }

  /** A piece of the known arrangement that can be laid now, or one that is laid otherwise. */
  unlaid(actions, here) {
    for (const id of actions) if (this.evaluator.play(id, here) !== null) return { id, left: 0 };
    const own = new Set(actions);
    const count = this.evaluator.actions.length;
    for (let at = 0; at < count; at += 1) {
      if (!own.has(at) && this.evaluator.play(count + at, here) !== null) return { id: count + at, left: 0 };
    }
    return null;
  }

  /** A search for a hint from a position of the game. */
  search(at = this.at) {
    const route = new Map();
    if (this.solution && this.puzzle.solution.actions && !this.puzzle.solution.cut) {
      this.solution.forEach((step, at) => route.set(this.evaluator.key(step.position), at));
    }
    return new HintSearch(this.evaluator, this.steps[at].position, route);
  }

  /** The position on the screen as the fragment of a link. */
  fragment() {
    const parts = [`p=${encodeURIComponent(this.key)}`];
    if (this.shown !== null) parts.push(`v=${this.version}`, `s=${this.shown}`);
    else if (this.at > 0) parts.push(`v=${this.version}`, `m=${this.ids().map((id) => id.toString(36)).join(".")}`);
    return `#${parts.join("&")}`;
  }

  /**
   * Goes to the position of a link: "all" of it; "replayed" if it belongs to another version and its moves are possible here;
   * "none", and the start, if it does not fit.
   */
  restore(values) {
    if (!values.has("m") && !values.has("s")) return "all";
    const same = values.get("v") === this.version;
    if (values.has("s")) {
      const step = Number(values.get("s"));
      if (!same || !this.solution || !Number.isInteger(step) || step < 0 || step >= this.solution.length) return "none";
      this.show(step);
      return "all";
    }
    this.go(0);
    this.steps.length = 1;
    const laid = new Set(this.given.values());
    for (const word of values.get("m").split(".")) {
      // Links of earlier pages lay what is given.
      if (/^[0-9a-z]{1,6}$/.test(word) && laid.has(parseInt(word, 36))) continue;
      if (!/^[0-9a-z]{1,6}$/.test(word) || !this.play(parseInt(word, 36))) {
        this.steps = [this.first];
        this.at = 0;
        return "none";
      }
    }
    return same ? "all" : "replayed";
  }
}

/** What the moves of a link depend on: they stay valid while it stays. */
const gameOf = (puzzle) => puzzle.version;
