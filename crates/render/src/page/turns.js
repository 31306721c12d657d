// The rules of a puzzle with keys, as the program compiled them: places of rows, what is written, the movement, one turn.

/** Rounds of a group and of a loop, and of a turn that rigid rules begin again. */
const [ROUNDS, RIGID] = [200, 50];
const [CANCEL, RESTART, WIN, CHECKPOINT, AGAIN] = [1, 2, 4, 8, 16];

/** Some numbers as words of bits. */
function bits(numbers, words) {
  const mask = new Int32Array(words);
  for (const number of numbers || []) mask[number >> 5] |= 1 << (number & 31);
  return mask;
}

/** The directions of boards by their shapes, as marks are numbered, with steps to the right and down in their boxes. */
const KEY_STEPS = {
  square: [["up", 0, -1], ["down", 0, 1], ["left", -1, 0], ["right", 1, 0]],
  hex: [["right", 2, 0], ["up-right", 1, -1], ["up-left", -1, -1], ["left", -2, 0], ["down-left", -1, 1], ["down-right", 1, 1]],
  line: [["right", 1, 0], ["left", -1, 0]],
  ring: [["right", 1, 0], ["left", -1, 0]],
};
/** Directions in which rows of cells are listed, with their opposites. */
const KEY_AHEAD = { up: "down", left: "right", "up-left": "down-right", "up-right": "down-left" };

class KeyTurns {
  constructor(keys) {
    [this.width, this.height] = keys.size;
    this.count = this.width * this.height;
    this.ring = keys.shape === "ring";
    this.steps = KEY_STEPS[keys.shape || "square"];
    /** The marks of a layer, the last one for the key of action. */
    this.each = this.steps.length + 1;
    this.lay(new Set(keys.outside));
    this.flags = keys.flags;
    this.layerOf = keys.objects;
    this.W = Math.max(1, Math.ceil(this.layerOf.length / 32));
    this.M = Math.max(1, Math.ceil((this.each * keys.layers) / 32));
    this.layers = Array.from({ length: keys.layers }, (_, layer) =>
      bits([...this.layerOf.keys()].filter((object) => this.layerOf[object] === layer), this.W));
    this.player = this.thing(keys.player);
    this.early = this.pass(keys.rules);
    this.late = this.pass(keys.late);
    this.goals = keys.goal.map(([how, what, on]) => [how, this.thing(what), on ? this.thing(on) : null]);
    this.objects = new Int32Array(this.count * this.W);
    this.marks = new Int32Array(this.count * this.M);
    this.noted = new Map();
  }

  thing({ o, all }) {
    return { mask: bits(o, this.W), all: !!all };
  }

  pass({ groups, back }) {
    const cell = ({ p, n, a, m, s, w }) => ({
      present: bits(p, this.W), missing: bits(n, this.W), any: (a || []).map((set) => bits(set, this.W)),
      marked: bits(m, this.M), still: bits(s, this.M),
      write: w ? {
        clear: bits(w.c, this.W), set: bits(w.s, this.W), unmark: bits(w.u, this.M), mark: bits(w.m, this.M),
        noted: w.n || [], random: w.r || [], turned: w.t || [],
      } : null,
    });
    const rule = ({ d, rows, rigid, writes, c = 0, text = null }) => ({
      direction: d, rigid, writes, commands: c, text,
      rows: rows.map((parts) => parts.map((part) => part.map(cell))),
    });
    return { groups: groups.map(({ random, rules }) => ({ random, rules: rules.map(rule) })), back };
  }

  /** Whether a cell has all of a mask, and some of it. */
  all(from, at, mask) {
    for (let word = 0; word < mask.length; word += 1) if (mask[word] & ~from[at + word]) return false;
    return true;
  }

  some(from, at, mask) {
    for (let word = 0; word < mask.length; word += 1) if (mask[word] & from[at + word]) return true;
    return false;
  }

  has(cell, { mask, all }) {
    return all ? this.all(this.objects, cell * this.W, mask) : this.some(this.objects, cell * this.W, mask);
  }

  fits(test, cell) {
    const [at, mark] = [cell * this.W, cell * this.M];
    return this.all(this.objects, at, test.present) && this.all(this.marks, mark, test.marked)
      && !this.some(this.objects, at, test.missing) && !this.some(this.marks, mark, test.still)
      && test.any.every((set) => this.some(this.objects, at, set));
  }

  /** Which cells lie beside each other: cells are numbered by columns, and -1 is none. */
  lay(outside) {
    const { width, height, count } = this;
    const inside = Array.from({ length: count }, (_, cell) => !outside.has((cell % height) * width + Math.floor(cell / height)));
    this.next = this.steps.map(([, dx, dy]) => Array.from({ length: count }, (_, cell) => {
      let [x, y] = [Math.floor(cell / height) + dx, (cell % height) + dy];
      if (this.ring) x = (x + width) % width;
      if (!inside[cell] || x < 0 || y < 0 || x >= width || y >= height) return -1;
      return inside[x * height + y] ? x * height + y : -1;
    }));
    /** The cells of the board, row by row. */
    this.rows = [...inside.keys()].filter((cell) => inside[cell]).sort((a, b) => (a % height) - (b % height) || a - b);
    const number = (word) => this.steps.findIndex(([known]) => known === word);
    /** For each direction all cells, line by line. */
    this.lines = this.steps.map(([word]) => {
      const ahead = KEY_AHEAD[word] || word;
      const back = Object.keys(KEY_AHEAD).find((other) => KEY_AHEAD[other] === ahead);
      const [forward, backward] = [this.next[number(ahead)], this.next[number(back)]];
      if (this.ring) return this.rows;
      const firsts = this.rows.filter((cell) => backward[cell] < 0);
      if (ahead !== "right") firsts.sort((a, b) => a - b);
      return firsts.flatMap((first) => {
        const line = [];
        for (let cell = first; cell >= 0; cell = forward[cell]) line.push(cell);
        return line;
      });
    });
  }

  lies(parts, cells) {
    let at = 0;
    return parts.every((part) => part.every((test) => this.fits(test, cells[at++])));
  }

  /** All places of a row, in their order: the cells of each. */
  places(parts, direction) {
    const found = [];
    const next = this.next[direction];
    for (const first of this.lines[direction]) {
      // On a ring a row ends before it comes back to its first cell.
      const after = (cell) => (next[cell] === first ? -1 : next[cell]);
      const put = (number, from, before) => {
        if ((this.fuel -= 1) < 0) throw new RangeError("a turn takes too many steps");
        const cells = before.slice();
        let cell = from;
        for (const test of parts[number]) {
          if (cell < 0 || !this.fits(test, cell)) return;
          cells.push(cell);
          cell = after(cell);
        }
        if (number + 1 === parts.length) found.push(cells);
        else for (; cell >= 0; cell = after(cell)) put(number + 1, cell, cells);
      };
      put(0, first, []);
    }
    return found;
  }

  /** The places of all rows of a rule; null if a row has none. */
  match(rule) {
    const all = [];
    for (const row of rule.rows) {
      const places = this.places(row, rule.direction);
      if (places.length === 0) return null;
      all.push(places);
    }
    return all;
  }

  /** Writes a rule at places of its rows; whether objects or marks differ. */
  write(rule, group, at) {
    let changed = false;
    rule.rows.forEach((parts, row) => {
      let number = 0;
      for (const test of parts.flat()) {
        const cell = at[row][number++];
        if (test.write && this.change(cell, test.write, rule.rigid, group)) changed = true;
      }
    });
    return changed;
  }

  change(cell, write, rigid, group) {
    const { W, M, objects, marks } = this;
    const [held, marked] = [objects.slice(cell * W, cell * W + W), marks.slice(cell * M, cell * M + M)];
    for (let word = 0; word < W; word += 1) held[word] = (held[word] & ~write.clear[word]) | write.set[word];
    for (let word = 0; word < M; word += 1) marked[word] = (marked[word] & ~write.unmark[word]) | write.mark[word];
    if (write.random.length > 0) {
      const object = write.random[this.draw(write.random.length)];
      const layer = this.layerOf[object];
      this.layers[layer].forEach((mask, word) => { held[word] &= ~mask; });
      held[object >> 5] |= 1 << (object & 31);
      for (let mark = this.each * layer; mark < this.each * (layer + 1); mark += 1) marked[mark >> 5] &= ~(1 << (mark & 31));
    }
    for (const layer of write.turned) {
      const mark = this.each * layer + this.draw(this.steps.length);
      marked[mark >> 5] |= 1 << (mark & 31);
    }
    const changed = held.some((word, at) => word !== objects[cell * W + at]) || marked.some((word, at) => word !== marks[cell * M + at]);
    objects.set(held, cell * W);
    marks.set(marked, cell * M);
    if (rigid) for (const mark of write.noted) {
      const key = cell * 1024 + mark;
      if (!this.noted.has(key)) this.noted.set(key, group);
    }
    return changed;
  }

  draw(of) {
    return of < 2 ? 0 : Math.floor(Math.random() * of);
  }

  /** Queues the commands of a rule: `cancel` beats `restart`, which beats the others. */
  queue({ commands, text }) {
    const cancels = commands & CANCEL;
    if (this.queued & CANCEL || (this.queued & RESTART && !cancels)) return;
    if (commands & (CANCEL | RESTART)) [this.queued, this.told] = [0, null];
    this.queued |= commands;
    this.told ??= text;
  }

  /** Applies a rule at all its places; null if it has none, else whether something changed. */
  apply(rule, group) {
    const found = this.match(rule);
    if (found === null) return null;
    let changed = false;
    if (rule.writes) {
      const chosen = found.map(() => 0);
      for (let first = true, more = true; more; first = false) {
        if ((this.fuel -= 1) < 0) throw new RangeError("a turn takes too many steps");
        const at = found.map((places, row) => places[chosen[row]]);
        if (first || rule.rows.every((parts, row) => this.lies(parts, at[row]))) changed = this.write(rule, group, at) || changed;
        more = false;
        for (let row = 0; row < chosen.length && !more; row += 1) {
          chosen[row] += 1;
          more = chosen[row] < found[row].length;
          if (!more) chosen[row] = 0;
        }
      }
    }
    if (rule.commands || rule.text !== null) this.queue(rule);
    return changed;
  }

  /** Applies one of all places of a random group. */
  drawOne({ rules }, group) {
    const found = rules.map((rule) => this.match(rule));
    const counts = found.map((all) => (all === null ? 0 : all.reduce((product, places) => product * places.length, 1)));
    const sum = counts.reduce((a, b) => a + b, 0);
    if (sum === 0) return false;
    let number = this.draw(sum);
    const at = counts.findIndex((count) => (number < count ? true : ((number -= count), false)));
    const chosen = found[at].map((places) => {
      const place = places[number % places.length];
      number = Math.floor(number / places.length);
      return place;
    });
    const changed = rules[at].writes && this.write(rules[at], group, chosen);
    this.queue(rules[at]);
    return changed;
  }

  exhaust({ rules }, group) {
    let [ever, failed] = [false, 0];
    for (let round = 0; round < ROUNDS; round += 1) {
      let changed = false;
      for (const rule of rules) {
        if (this.apply(rule, group)) [changed, failed] = [true, 0];
        else if ((failed += 1) >= rules.length) return ever || changed;
      }
      ever ||= changed;
      if (!changed) break;
    }
    return ever;
  }

  runs({ groups, back }, banned) {
    let [at, returns, changed] = [0, 0, false];
    while (at < groups.length) {
      const group = groups[at];
      if (!banned.has(at)) changed = (group.random ? this.drawOne(group, at) : this.exhaust(group, at)) || changed;
      if (back[at] !== null && changed) {
        [at, changed] = [back[at], false];
        returns += 1;
        if (returns > ROUNDS) break;
      } else at += 1;
    }
  }

  /** Moves what is marked and drops all marks; the groups of rigid rules whose marks are left. */
  move() {
    const { W, M, each, objects, marks } = this;
    for (let moved = true; moved; ) {
      moved = false;
      for (let cell = 0; cell < this.count; cell += 1) {
        for (let mark = 0; mark < 32 * M; mark += 1) {
          if (!(marks[cell * M + (mark >> 5)] & (1 << (mark & 31)))) continue;
          const action = mark % each === each - 1;
          const to = action ? cell : this.next[mark % each][cell];
          if (to < 0) continue;
          const layer = this.layers[Math.floor(mark / each)];
          if (!action) {
            if (this.some(objects, to * W, layer)) continue;
            layer.forEach((mask, word) => {
              objects[to * W + word] |= objects[cell * W + word] & mask;
              objects[cell * W + word] &= ~mask;
            });
          }
          marks[cell * M + (mark >> 5)] &= ~(1 << (mark & 31));
          moved = true;
        }
      }
    }
    const failed = [];
    for (let cell = 0; cell < this.count && this.noted.size > 0; cell += 1) {
      for (let mark = 0; mark < 32 * M; mark += 1) {
        const left = marks[cell * M + (mark >> 5)] & (1 << (mark & 31));
        if (!left || !this.noted.has(cell * 1024 + mark)) continue;
        // Of a cell the first layer counts, and of a layer the group that came first.
        failed.push(this.noted.get(cell * 1024 + mark));
        break;
      }
    }
    marks.fill(0);
    this.noted.clear();
    return failed;
  }

  /** Runs the rules and the movement; false if the turn is taken back because no player left its cell. */
  run(key) {
    [this.queued, this.told] = [0, null];
    const players = [];
    const begin = this.objects.slice();
    const mark = () => {
      for (const cell of players) {
        this.layers.forEach((layer, number) => {
          const own = layer.some((mask, word) => mask & this.player.mask[word] & this.objects[cell * this.W + word]);
          const bit = this.each * number + key;
          if (own) this.marks[cell * this.M + (bit >> 5)] |= 1 << (bit & 31);
        });
      }
    };
    if (key < this.each) for (let cell = 0; cell < this.count; cell += 1) if (this.has(cell, this.player)) players.push(cell);
    mark();
    const banned = new Set();
    for (let round = 0; round < RIGID; round += 1) {
      this.runs(this.early, banned);
      const known = banned.size;
      for (const group of this.move()) banned.add(group);
      if (banned.size === known) break;
      this.objects.set(begin);
      [this.queued, this.told] = [0, null];
      mark();
    }
    this.runs(this.late, new Set());
    this.marks.fill(0);
    this.noted.clear();
    return !(this.flags.move && players.length > 0 && players.every((cell) => this.has(cell, this.player)));
  }

  holds() {
    return this.goals.length > 0 && this.goals.every(([how, what, on]) => {
      let [one, missing] = [false, false];
      for (let cell = 0; cell < this.count; cell += 1) {
        if (!this.has(cell, what)) continue;
        if (on === null ? this.objects.subarray(cell * this.W, (cell + 1) * this.W).some((word) => word !== 0) : this.has(cell, on)) one = true;
        else missing = true;
      }
      return how === "all" ? !missing : how === "no" ? !one : one;
    });
  }
}
