"use strict";
// Plays a compiled puzzle: variables, guarded actions, consequences and a goal, as the program compiled them.

/** Maximum number of times that a consequence is applied in one move. */
const LONGEST_CHAIN = 100000;

/** The connected parts of the members that are inside: their number, whether one has a cycle, and the part of a member. */
function partsOf(inside, links) {
  const towards = inside.map((_, member) => member);
  const first = (member) => {
    let at = member;
    while (towards[at] !== at) at = towards[at] = towards[towards[at]];
    return at;
  };
  let count = inside.filter((one) => one).length;
  let cycle = false;
  for (const [a, b] of links) {
    if (!inside[a] || !inside[b]) continue;
    const [one, other] = [first(a), first(b)];
    if (one === other) cycle = true;
    else {
      towards[other] = one;
      count -= 1;
    }
  }
  return { count, cycle, joined: (a, b) => inside[a] && inside[b] && first(a) === first(b) };
}

class Evaluator {
  /** `tables` as the program writes them; `placing` if pieces are laid, which may then be lifted again. */
  constructor(tables, placing = false) {
    this.placing = placing;
    this.cost = tables.cost;
    this.names = tables.names || [];
    this.rules = tables.rules;
    this.maps = tables.maps;
    this.sets = tables.sets.map((values) => {
      const set = new Uint8Array(values.reduce((most, value) => Math.max(most, value), 0) + 1);
      for (const value of values) set[value] = 1;
      return set;
    });
    this.members = tables.members || [];
    this.start = Uint16Array.from(tables.start);
    this.templates = tables.templates;
    this.actions = this.expand(tables, tables.actions);
    this.goalTest = this.condition(tables.goal, (reference) => -1 - reference);
    this.winTests = (tables.wins || []).map((won) => this.condition(won, (reference) => -1 - reference));
    const after = tables.consequences;
    this.consequences = after && {
      actions: this.expand(tables, after.actions),
      same: new Set(after.same),
      stages: after.stages,
      sequences: after.sequences,
      legal: this.condition(after.legal, (reference) => -1 - reference),
    };
    /** Whether there may be positions that are not reached here: a consequence did not end, or the board has no end. */
    this.endless = false;
  }

  /** The actions of runs: a shape, then the variables of the first slots by their differences. */
  expand(tables, runs) {
    const actions = [];
    for (const [number, ...differences] of runs) {
      const [template, ...distances] = tables.shapes[number];
      let base = 0;
      for (const difference of differences) {
        base += difference;
        const first = base;
        const at = (reference) =>
          reference < 0 ? -1 - reference : reference === 0 ? first : first + distances[reference - 1];
        actions.push(this.action(tables.templates[template], template, at));
      }
    }
    return actions;
  }

  action(template, number, at) {
    const word = (bound) => (typeof bound === "number" ? at(bound) : bound);
    return {
      template: number,
      guard: template.g.map(([variable, set]) => [at(variable), this.sets[set]]),
      assign: template.a.map(([to, from, map]) =>
        map === undefined ? [at(to), from] : [at(to), at(from), map]),
      condition: template.c === undefined ? null : this.condition(template.c, at),
      mover: template.m ? template.m.map(at) : null,
      weight: template.w === undefined ? 1 : template.w,
      then: template.t || 0,
      rule: template.r,
      binding: (template.b || []).map(word),
      numbered: !!template.x,
    };
  }

  /** A condition as a function of a position. */
  condition(form, at) {
    if (form === 1) return () => true;
    if (form === 0) return () => false;
    const [kind, ...rest] = form;
    switch (kind) {
      case "i": {
        const [variable, set] = [at(rest[0]), this.sets[rest[1]]];
        return (position) => set[position[variable]] === 1;
      }
      case "c": {
        const [variables, set, least, most] = [rest[0].map(at), this.sets[rest[1]], rest[2], rest[3]];
        return (position) => {
          let count = 0;
          for (const variable of variables) if (set[position[variable]] === 1) count += 1;
          return least <= count && count <= most;
        };
      }
      case "s": {
        const terms = rest[0].map(([weight, variable, set]) => [weight, at(variable), this.sets[set]]);
        const [least, most] = [rest[1], rest[2]];
        return (position) => {
          let sum = 0;
          for (const [weight, variable, set] of terms) if (set[position[variable]] === 1) sum += weight;
          return least <= sum && sum <= most;
        };
      }
      case "a": {
        const parts = rest.map((part) => this.condition(part, at));
        return (position) => parts.every((part) => part(position));
      }
      case "o": {
        const parts = rest.map((part) => this.condition(part, at));
        return (position) => parts.some((part) => part(position));
      }
      case "k":
      case "f":
      case "j": {
        const [holds, links] = this.places(rest[0]);
        const inside = holds.map((part) => this.condition(part, at));
        const parts = (position) => partsOf(inside.map((part) => part(position)), links);
        if (kind === "f") return (position) => !parts(position).cycle;
        const [least, most] = rest.slice(-2);
        const within = (number) => least <= number && number <= most;
        if (kind === "k") return (position) => within(parts(position).count);
        const counts = rest[2].map((part) => this.condition(part, at));
        return (position) => {
          const { joined } = parts(position);
          return within(counts.filter((part, member) => joined(rest[1], member) && part(position)).length);
        };
      }
      case "n": {
        const part = this.condition(rest[0], at);
        return (position) => !part(position);
      }
      default:
        throw new Error(`no condition is called ${kind}`);
    }
  }

  /** A set of places: the conditions of its members, and the pairs that are joined. */
  places(form) {
    return typeof form === "number" ? this.members[form] : form;
  }

  applies(action, position) {
    for (const [variable, set] of action.guard) if (set[position[variable]] !== 1) return false;
    return action.condition === null || action.condition(position);
  }

  /** The position after an action alone. */
  effect(action, position) {
    const after = position.slice();
    for (const [to, from, map] of action.assign) {
      if (map === undefined) after[to] = from;
      else {
        const old = position[from];
        const table = map < 0 ? undefined : this.maps[map];
        after[to] = table === undefined || table[old] === undefined ? old : table[old];
      }
    }
    return after;
  }

  /** The position after a move, or null if it is not allowed or changes nothing. */
  play(id, position) {
    if (id >= this.actions.length) return this.lift(id - this.actions.length, position);
    const action = this.actions[id];
    if (action === undefined || !this.applies(action, position)) return null;
    let after = this.effect(action, position);
    if (this.consequences) {
      after = this.settle(action.then, after);
      if (after === null || !this.consequences.legal(after)) return null;
    }
    return same(position, after) ? null : after;
  }

  /** The position after the consequences of an action; null if they do not end. */
  settle(then, position) {
    const all = this.consequences;
    for (const number of all.sequences[then] || []) {
      const [first, end, repeat] = all.stages[number];
      if (repeat !== "until none") {
        const before = position;
        for (let at = first; at < end; ) {
          // Cases of one action: one of them at most is applied.
          const cases = [all.actions[at]];
          for (at += 1; at < end && all.same.has(at); at += 1) cases.push(all.actions[at]);
          if (repeat === "once" && !cases.some((one) => this.applies(one, before))) continue;
          const fitting = cases.find((one) => this.applies(one, position));
          if (fitting) position = this.effect(fitting, position);
        }
        continue;
      }
      let saved = null;
      for (let applied = 1; ; applied += 1) {
        let next = null;
        for (let at = first; at < end && next === null; at += 1) {
          if (!this.applies(all.actions[at], position)) continue;
          const after = this.effect(all.actions[at], position);
          if (!same(position, after)) next = after;
        }
        if (next === null) break;
        position = next;
        if (applied > LONGEST_CHAIN || (saved !== null && same(saved, position))) {
          this.endless = true;
          return null;
        }
        if ((applied & (applied - 1)) === 0) saved = position;
      }
    }
    return position;
  }

  /** The position after a laid piece is taken back. */
  lift(id, position) {
    const action = this.placing ? this.actions[id] : undefined;
    if (action === undefined) return null;
    const after = position.slice();
    for (const [to, value, map] of action.assign) {
      if (map !== undefined) {
        if (position[to] >= this.start[to]) return null;
        after[to] += 1;
      } else {
        if (position[to] !== value) return null;
        after[to] = 0;
      }
    }
    return after;
  }

  /** All moves of a position, each with the position after it. */
  moves(position) {
    const all = [];
    const count = this.placing ? 2 * this.actions.length : this.actions.length;
    for (let id = 0; id < count; id += 1) {
      const after = this.play(id, position);
      if (after !== null) all.push({ id, after });
    }
    return all;
  }

  /** The contents, of those of the first variables at the start, that every action needs on one of them. */
  needed(count) {
    const present = [...new Set(this.start.slice(0, count))];
    let common = null;
    for (const { guard } of this.actions) {
      const own = new Set();
      for (const [variable, set] of guard) {
        const fitting = present.filter((held) => set[held] === 1);
        if (variable < count && fitting.length === 1) own.add(fitting[0]);
      }
      common = common === null ? own : new Set([...common].filter((held) => own.has(held)));
      if (common.size === 0) break;
    }
    return [...(common || [])];
  }

  /** Whether the player who moved last has won by a test, and whether the other player has; nothing without such tests. */
  wins(position) {
    return this.winTests.map((won) => won(position));
  }

  goal(position) {
    return this.goalTest(position);
  }

  /** The length of a sequence of moves, in the puzzle's measure. */
  length(ids) {
    let length = 0;
    let stands = null;
    for (const id of ids) {
      const lifted = id >= this.actions.length;
      const action = this.actions[lifted ? id - this.actions.length : id];
      if (lifted) length -= 1;
      else if (this.cost === "weights") length += action.weight;
      else if (this.cost !== "runs" || action.mover === null || action.mover[0] !== stands) length += 1;
      stands = action.mover ? action.mover[1] : null;
    }
    return length;
  }

  /** A position as a key of a map. */
  key(position) {
    return String.fromCharCode.apply(null, position);
  }
}

function same(a, b) {
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return true;
}
