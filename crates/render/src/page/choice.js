// From cells that are chosen to moves: first the piece, then its place.

class Choice {
  constructor(evaluator, cells, form) {
    this.evaluator = evaluator;
    this.cells = cells;
    this.form = form;
    this.selected = null;
    this.moves = [];
  }

  /** Takes over a position and its moves. */
  show(position, moves) {
    this.selected = null;
    const known = new Set();
    this.moves = [];
    for (const move of moves) {
      // Moves with one outcome are one move for a player.
      const key = this.evaluator.key(move.after);
      if (known.has(key)) continue;
      known.add(key);
      this.moves.push({ ...move, ...this.grips(move.id, position) });
    }
  }

  /** The cells at which a move begins and ends. */
  grips(id, position) {
    const action = this.evaluator.actions[id];
    // A key has no cells.
    if (action.key !== undefined) return { from: [], to: [], main: null };
    const after = this.evaluator.effect(action, position);
    const changed = [];
    for (let cell = 0; cell < this.cells; cell += 1) if (position[cell] !== after[cell]) changed.push(cell);
    const left = changed.filter((cell) => position[cell] !== 0 && after[cell] === 0);
    const covered = changed.filter((cell) => position[cell] === 0 && after[cell] !== 0);
    const before = changed.filter((cell) => position[cell] !== 0);
    const behind = changed.filter((cell) => after[cell] !== 0);
    const isCell = (cell) => typeof cell === "number" && cell < this.cells;
    const bound = action.binding.filter(isCell);
    let main = null;
    if (changed.some((cell) => this.form(position[cell]) === "chain") && left.length === 1 && covered.length === 1) {
      main = [left[0], covered[0]];
    } else if (action.mover && action.mover.every(isCell)) {
      main = action.mover;
    }
    const single = main !== null && this.form(position[main[0]]) === "disc";
    if (single) return { from: [main[0]], to: [main[1]], main };
    if (main === null && action.mover === null && bound.length > 0) {
      if (bound.length === 1 && action.binding.length === 1) return { from: bound, to: [], main };
      if (bound.length > 1) return { from: bound, to: bound, main };
    }
    return { from: before.length > 0 ? before : behind, to: behind.length > 0 ? behind : [], main };
  }

  /** The cells at which a move begins. */
  starts() {
    return new Set(this.moves.flatMap((move) => move.from));
  }

  /** The cells at which a move of the selected piece ends. */
  targets() {
    if (this.selected === null) return new Set();
    const own = this.moves.filter((move) => move.from.includes(this.selected));
    return new Set(own.flatMap((move) => move.to).filter((cell) => cell !== this.selected));
  }

  /**
   * Chooses a cell. `{ play }` is the move to play, `{ menu }` several that are possible, `{ selected }` the piece that
   * is selected now, and `{ none }` a cell without a move.
   */
  choose(cell) {
    const own = (from) => this.moves.filter((move) => move.from.includes(from));
    if (this.selected !== null && this.selected !== cell) {
      const from = this.selected;
      let ends = own(from).filter((move) => move.to.includes(cell));
      const exact = ends.filter((move) => move.main && move.main[0] === from && move.main[1] === cell);
      if (exact.length > 0) ends = exact;
      if (ends.length > 0) return this.outcome(ends);
    }
    const others = (move) => move.to.some((end) => end !== cell);
    const starts = own(cell);
    if (this.selected === cell) {
      this.selected = null;
      const here = starts.filter((move) => !others(move));
      return here.length > 0 ? this.outcome(here) : { selected: null };
    }
    this.selected = null;
    if (starts.length > 0 && !starts.some(others)) return this.outcome(starts);
    if (starts.length > 0) {
      this.selected = cell;
      return { selected: cell };
    }
    const ends = this.moves.filter((move) => move.to.includes(cell));
    return ends.length > 0 ? this.outcome(ends) : { none: cell };
  }

  outcome(moves) {
    if (moves.length === 1) return { play: moves[0].id };
    return { menu: moves.map((move) => move.id) };
  }
}
