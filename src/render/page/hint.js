// A search for the next move, in slices, so that the page stays responsive.

/** Maximum number of positions of a search for a hint. */
const MOST_POSITIONS = 150000;

class HintSearch {
  /** `route` has positions from which a solution is known: by key, the number of its step. */
  constructor(evaluator, position, route = new Map()) {
    this.evaluator = evaluator;
    this.route = route;
    this.positions = [position];
    this.parents = [-1];
    this.moves = [-1];
    this.seen = new Set([evaluator.key(position)]);
    this.next = 0;
    this.limit = MOST_POSITIONS;
  }

  /**
   * Searches for a while. Undefined if the search goes on; else `{ moves, joins }`, a shortest list of moves to a goal
   * or, if `joins` is a number, to that step of the known solution; `{ none: "searched" }` if every reachable position
   * was searched and none is a goal; or `{ none: "limit" }`.
   */
  search(milliseconds, now = () => Date.now()) {
    const end = now() + milliseconds;
    for (let work = 0; ; work += 1) {
      if (work % 64 === 63 && now() >= end) return undefined;
      if (this.next === this.positions.length) {
        return { none: this.evaluator.endless ? "limit" : "searched", positions: this.positions.length };
      }
      if (this.positions.length > this.limit) return { none: "limit", positions: this.positions.length };
      const at = this.next;
      this.next += 1;
      const found = this.arrived(at);
      if (found) return found;
      for (const { id, after } of this.evaluator.moves(this.positions[at])) {
        const key = this.evaluator.key(after);
        if (this.seen.has(key)) continue;
        this.seen.add(key);
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
