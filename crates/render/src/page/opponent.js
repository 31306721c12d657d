// The program as a player: every position decided from the ends backward, or as many moves ahead as there is time for.

/** Maximum number of positions that are decided. */
const MOST_DECIDED = 60000;
/** The moves that the players of each strength look ahead. */
const AHEAD = { easy: 1, medium: 3, strong: 8 };
/** Maximum number of positions that are looked at ahead of one move. */
const MOST_AHEAD = 20000;

class Opponent {
  /** `end` says of a position without a move whether the player who moved last has won (1), has lost (-1), or neither (0). */
  constructor(evaluator, end, start) {
    this.evaluator = evaluator;
    this.end = end;
    this.positions = [start];
    this.numbers = new Map([[evaluator.key(start), 0]]);
    /** The positions after the moves of each position. */
    this.after = [];
    /** For each position 1 if its player wins, -1 if the player loses, 0 if neither player can force a win; and the moves until then. */
    this.values = null;
    this.left = null;
    // On a part of an endless board a game may seem to end.
    this.given = evaluator.endless;
  }

  /** Decides positions for a while; whether this has ended. */
  decide(milliseconds, now = () => Date.now()) {
    if (this.values !== null || this.given) return true;
    const end = now() + milliseconds;
    while (this.after.length < this.positions.length) {
      if (now() >= end) return false;
      if (this.positions.length > MOST_DECIDED) {
        this.given = true;
        return true;
      }
      this.after.push(this.evaluator.moves(this.positions[this.after.length]).map(({ after }) => this.number(after)));
    }
    this.settle();
    return true;
  }

  number(position) {
    const key = this.evaluator.key(position);
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.positions.length);
    this.positions.push(position);
    return this.positions.length - 1;
  }

  /** Values from the ends backward. */
  settle() {
    const count = this.positions.length;
    [this.values, this.left] = [new Int8Array(count), new Uint32Array(count)];
    const before = Array.from({ length: count }, () => []);
    this.after.forEach((all, at) => all.forEach((to) => before[to].push(at)));
    const open = this.after.map((all) => all.length);
    const ready = [];
    const set = (at, value, left) => {
      [this.values[at], this.left[at]] = [value, left];
      ready.push(at);
    };
    open.forEach((moves, at) => {
      const end = moves === 0 ? this.end(this.positions[at]) : 0;
      if (end !== 0) set(at, -end, 0);
    });
    for (let next = 0; next < ready.length; next += 1) {
      const at = ready[next];
      for (const from of before[at]) {
        open[from] -= 1;
        if (this.values[from] !== 0 || (open[from] > 0 && this.values[at] === 1)) continue;
        set(from, -this.values[at], this.left[at] + 1);
      }
    }
  }

  /** The value of a position for its player, and the moves until the end; null if it is not decided. */
  value(position) {
    if (this.values === null) return null;
    const at = this.numbers.get(this.evaluator.key(position));
    return at === undefined ? null : { value: this.values[at], left: this.left[at] };
  }

  /** The same within so many moves: 0 stands for what is not decided there. */
  within(position, depth) {
    const moves = this.evaluator.moves(position);
    if (moves.length === 0) return -this.end(position);
    this.looked += 1;
    if (depth === 0 || this.looked > MOST_AHEAD) return 0;
    let best = -1;
    for (const { after } of moves) {
      best = Math.max(best, -this.within(after, depth - 1));
      if (best === 1) break;
    }
    return best;
  }

  /** How good a move is that leads to a position of this value: it wins soon, or loses late. */
  static worth({ value, left }) {
    return value === -1 ? 1 + 1 / (1 + left) : value === 1 ? -1 - 1 / (1 + left) : 0;
  }

  /** The move of a player of this strength; null if there is none. `chance` is a number below 1. */
  choose(position, strength, chance = Math.random) {
    this.looked = 0;
    let best = [];
    let least = -Infinity;
    for (const { id, after } of this.evaluator.moves(position)) {
      const decided = strength === "strong" ? this.value(after) : null;
      const worth = decided ? Opponent.worth(decided) : -this.within(after, AHEAD[strength] - 1);
      if (worth > least) [least, best] = [worth, []];
      if (worth === least) best.push(id);
    }
    return best.length === 0 ? null : best[Math.floor(chance() * best.length)];
  }
}
