// Plays a puzzle with keys: its rules run after each key. A position has the content of each cell, of each cell of the
// restart point if that can change, and whether it is won.

/** Turns of a chain that may not end. */
const CHAIN = 500;
/** Cells that rules look at in one key. */
const FUEL = 1 << 25;

/** The contents of cells: sets of objects by numbers, with their looks. A puzzle has one of them. */
class KeyContents {
  static of(puzzle) {
    if (!puzzle.stacked) Object.defineProperty(puzzle, "stacked", { value: new KeyContents(puzzle) });
    return puzzle.stacked;
  }

  constructor(puzzle) {
    this.puzzle = puzzle;
    this.known = new Map();
    this.sets = [];
    puzzle.contents = [];
    for (const set of puzzle.stacks.contents) this.number(set);
  }

  /** The number of a set of objects, in rising order. */
  number(set) {
    const key = set.join();
    let number = this.known.get(key);
    if (number === undefined) {
      number = this.sets.length;
      this.known.set(key, number);
      this.sets.push(set);
      this.puzzle.contents.push(this.puzzle.looks.push(this.look(set)) - 1);
    }
    return number;
  }

  /** How a set is drawn: its objects one above another. */
  look(set) {
    const { looks, stacks } = this.puzzle;
    const parts = set.map((object) => looks[stacks.objects[object]]);
    const named = parts.filter((_, at) => !stacks.background.includes(set[at]));
    const words = named.map(({ p }) => p).reverse().join(" on ") || "empty";
    if (parts.length === 0) return { w: words };
    const top = parts[parts.length - 1];
    const drawing = parts.map(({ c, d }) => `<g color="${c}">${d}</g>`).join("");
    return { f: "disc", c: top.c, m: top.m, l: top.l, ink: top.ink, p: words, w: words, d: drawing };
  }
}

class KeyEvaluator extends KeyTurns {
  constructor(puzzle) {
    const { keys } = puzzle;
    super(keys);
    this.contents = KeyContents.of(puzzle);
    const words = [...this.steps.map(([word]) => word), "action", "wait"];
    /** The keys as actions of other games. */
    this.actions = keys.keys.map((word) => ({ key: words.indexOf(word), rule: 0, mover: null, binding: [word], numbered: false }));
    this.names = keys.keys;
    this.rules = ["key"];
    this.chance = !!keys.chance;
    /** Whether there may be positions that are not reached here. */
    this.endless = this.chance;
    /** The message of the last key that was pressed. */
    this.message = "";
    // The level may begin with a turn, and goes back to what is drawn.
    this.drawn = Uint16Array.from(keys.drawn || puzzle.start);
    this.start = Uint16Array.from([...puzzle.start, ...(keys.restarts ? keys.point || this.drawn : []), 0]);
  }

  /** One turn on a state `{ board, restart, won }`; whether another one without a key follows. */
  turn(state, key, begins) {
    this.objects.set(state.board);
    if (!this.run(key)) return false;
    let { queued } = this;
    this.message ||= this.told || "";
    if (queued & CANCEL) return false;
    let [again, after] = [false, this.objects.slice()];
    if (queued & RESTART) {
      after = state.restart;
      if (this.flags.start && !begins) {
        const fresh = { board: state.restart, restart: state.restart, won: false };
        again = this.turn(fresh, this.each, true);
        [after, state.restart, queued] = [fresh.board, fresh.restart, 0];
      }
    }
    const changed = !same(after, state.board);
    state.board = after;
    this.objects.set(after);
    if (!begins && (queued & WIN || this.holds())) {
      state.won = true;
      return false;
    }
    if (queued & CHECKPOINT) state.restart = after;
    if (again || !(queued & AGAIN) || !changed) return again;
    // A trial: would the next turn do anything?
    const told = this.message;
    const runs = this.run(this.each);
    this.message = told;
    return runs && !(this.queued & CANCEL) && (!!(this.queued & (WIN | RESTART)) || !same(this.objects, after));
  }

  /** The position after a key; null if it changes nothing, or if its turns never end. */
  play(id, position) {
    const action = this.actions[id];
    if (action === undefined || this.goal(position)) return null;
    const state = this.unpack(position);
    this.fuel = FUEL;
    this.message = "";
    try {
      let again = this.turn(state, action.key, false);
      let saved = null;
      for (let turns = 0; again && !state.won; turns += 1) {
        if (turns >= CHAIN) {
          const key = this.pack(state);
          if (saved !== null && same(saved, key)) {
            this.endless = true;
            return null;
          }
          if (saved === null || (turns & (turns - 1)) === 0) saved = key;
        }
        again = this.turn(state, this.each, false);
      }
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.endless = true;
      return null;
    }
    const after = this.pack(state);
    return same(position, after) ? null : after;
  }

  /** What a key does, whether or not it changes anything. */
  effect(action, position) {
    return this.play(this.actions.indexOf(action), position) || position;
  }

  moves(position) {
    const all = [];
    this.actions.forEach((_, id) => {
      const after = this.play(id, position);
      if (after !== null) all.push({ id, after });
    });
    return all;
  }

  unpack(position) {
    const board = (cells) => {
      const all = new Int32Array(this.count * this.W);
      // Cells are numbered by rows outside, and by columns here.
      this.rows.forEach((cell, number) => {
        for (const object of this.contents.sets[cells[number]]) all[cell * this.W + (object >> 5)] |= 1 << (object & 31);
      });
      return all;
    };
    const own = board(position);
    const restart = position.length > this.rows.length + 1 ? board(position.subarray(this.rows.length)) : board(this.drawn);
    return { board: own, restart, won: false };
  }

  pack({ board, restart, won }) {
    const cells = (from) => this.rows.map((cell) => {
      const at = cell * this.W;
      const set = [];
      for (let object = 0; object < this.layerOf.length; object += 1) {
        if (from[at + (object >> 5)] & (1 << (object & 31))) set.push(object);
      }
      return this.contents.number(set);
    });
    const point = this.start.length > this.rows.length + 1 ? cells(restart) : [];
    return Uint16Array.from([...cells(board), ...point, won ? 1 : 0]);
  }

  /** The key of the direction nearest to a step on the screen; null if none is near. */
  towards(dx, dy) {
    const near = this.steps.map(([word, x, y]) => {
      const [across, down] = this.steps.length > 4 ? [x / 2, y * Math.sqrt(0.75)] : [x, y];
      return { word, along: (across * dx + down * dy) / Math.hypot(dx, dy) };
    }).sort((a, b) => b.along - a.along);
    return near[0].along > 0.7 && near[0].along > near[1].along + 0.01 ? near[0].word : null;
  }

  goal(position) {
    return position[position.length - 1] === 1;
  }

  needed() {
    return [];
  }

  length(ids) {
    return ids.length;
  }

  key(position) {
    return String.fromCharCode.apply(null, position);
  }
}
