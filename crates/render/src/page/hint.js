// A search for the next move, in slices, so that the page stays responsive.

/** Maximum number of positions of a search, breadth-first and then again depth-first. */
const MOST_POSITIONS = 75000;

class HintSearch {
  /** `route` has positions from which a solution is known: by key, the number of its step. */
  constructor(evaluator, position, route = new Map()) {
    this.evaluator = evaluator;
    this.route = route;
    this.first = position;
    this.searched = 0;
    this.begin(false);
  }

  begin(deep) {
    this.deep = deep;
    this.positions = [this.first];
    this.parents = [-1];
    this.moves = [-1];
    this.seen = new Set([this.evaluator.key(this.first)]);
    /** The positions that are not expanded; breadth-first those from `next` on. */
    this.open = [0];
    this.next = 0;
  }

  /**
   * Searches for a while. Undefined if the search goes on; else `{ moves, joins }`, a list of moves to a goal or, if
   * `joins` is a number, to that step of the known solution; `{ none: "searched" }` if every reachable position was
   * searched and none is a goal; or `{ none: "limit" }`.
   */
  search(milliseconds, now = () => Date.now()) {
    const end = now() + milliseconds;
    for (let work = 0; ; work += 1) {
      if (work % 64 === 63 && now() >= end) return undefined;
      if (this.deep ? this.open.length === 0 : this.next === this.open.length) {
        const positions = this.searched + this.positions.length;
        return { none: this.evaluator.endless ? "limit" : "searched", positions };
      }
      if (this.positions.length > MOST_POSITIONS) {
        this.searched += this.positions.length;
        if (this.deep) return { none: "limit", positions: this.searched };
        this.begin(true);
        continue;
      }
      const at = this.deep ? this.open.pop() : this.open[this.next];
      this.next += 1;
      const found = this.arrived(at);
      if (found) return found;
      for (const { id, after } of this.evaluator.moves(this.positions[at])) {
        const key = this.evaluator.key(after);
        if (this.seen.has(key)) continue;
        this.seen.add(key);
        this.open.push(this.positions.length);
        this.positions.push(after);
        this.parents.push(at);
        this.moves.push(id);
      }
      // A position that was expanded is known by its key alone.
      this.positions[at] = null;
    }
  }

  arrived(at) {
    const position = this.positions[at];
    const joins = this.route.get(this.evaluator.key(position));
    const goal = this.evaluator.goal(position);
    if (!goal && joins === undefined) return null;
    const moves = [];
    for (let here = at; this.parents[here] >= 0; here = this.parents[here]) moves.unshift(this.moves[here]);
    return { moves, joins: goal ? null : joins };
  }
}
