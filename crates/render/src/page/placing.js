// Pieces that are laid: the tray, turning and flipping, pencil marks, and conflicts with the goal.

/** The mark of an edge that holds no piece. */
const CROSS = "×";

/** The cells of a pose, in any order and at any place, as a text. */
function poseKey(cells) {
  const [left, top] = [0, 1].map((axis) => Math.min(...cells.map((cell) => cell[axis])));
  const near = (number) => Math.round(number * 100) + 0;
  return cells.map(([x, y, mark]) => `${near(x - left)},${near(y - top)},${mark}`).sort().join(" ");
}

/** The cells of a pose after so many turns, turned over before or not. */
function posed(cells, angle, over) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return cells.map(([x, y, mark]) => [over ? -x : x, y, mark]).map(([x, y, mark]) => [x * cos - y * sin, x * sin + y * cos, mark]);
}

/** The pieces that may be laid; the actions of one template are one pose of a piece. */
function trayOf(game) {
  const { evaluator, board, puzzle } = game;
  const templates = new Map();
  evaluator.actions.forEach((action, id) => {
    if (!templates.has(action.template)) templates.set(action.template, []);
    templates.get(action.template).push(id);
  });
  const entries = new Map();
  for (const actions of templates.values()) {
    const { assign } = evaluator.actions[actions[0]];
    const counter = assign.find(([, , map]) => map !== undefined)[0];
    const laid = assign.filter(([, , map]) => map === undefined);
    const looks = laid.map(([, held]) => board.look(held));
    const unit = laid.length === 1 && looks[0].f === "disc";
    const chain = looks[0].f === "chain";
    const key = unit ? `${counter} ${laid[0][1]}` : `${counter}`;
    if (!entries.has(key)) {
      const supply = (puzzle.supply || []).find(([, variable]) => variable === counter);
      const labels = looks.map((look) => look.m).filter((mark) => mark).join("-");
      const name = unit ? looks[0].w : `${supply ? supply[0] : "piece"}${chain && labels ? ` ${labels}` : ""}`;
      entries.set(key, { counter, name, mark: unit ? looks[0].m : null, held: laid[0][1], poses: [], pose: 0 });
    }
    const cells = laid.map(([cell], at) => [...board.places[cell], chain ? looks[at].m : ""]);
    entries.get(key).poses.push({ actions, laid, cells, key: poseKey(cells) });
  }
  const byMark = (a, b) => (a.mark && b.mark ? a.mark.localeCompare(b.mark, "en", { numeric: true }) : 0);
  // All copies of a piece may be given.
  const rest = ({ counter }) => game.first.position[counter] > 0;
  return [...entries.values()].filter(rest).sort(byMark);
}

/** The picture of a pose. */
function poseOf(game, { laid }) {
  const { board, puzzle } = game;
  const position = new Uint16Array(game.evaluator.start.length);
  for (const [cell, held] of laid) position[cell] = held;
  const centres = laid.map(([cell]) => board.places[cell]);
  const svg = element("svg", { viewBox: board.frame(centres).join(" "), "aria-hidden": "true" });
  const bare = new Board({ ...puzzle, targets: [], floor: undefined });
  svg.append(bare.pieces(position, new Map(), board.places));
  return svg;
}

/** What the goal forbids of an arrangement that is not complete. */
class Conflicts {
  constructor(game) {
    this.goal = game.puzzle.task.goal;
    this.sets = game.evaluator.sets;
    this.places = (form) => game.evaluator.places(form);
    this.count = game.board.count;
  }

  /** The cells of pieces that no completion allows together. */
  of(position) {
    this.position = position;
    const cells = new Set();
    if (this.truth(this.goal) === false) this.blame(this.goal, cells);
    return cells;
  }

  /** Whether a variable may still change. */
  open(variable) {
    return variable >= this.count || this.position[variable] === 0;
  }

  holds(variable, set) {
    return this.sets[set][this.position[variable]] === 1;
  }

  /** What a condition is in every completion; null if that is open. */
  truth(form) {
    if (form === 1 || form === 0) return form === 1;
    const [kind, ...rest] = form;
    const between = (low, high, least, most) => {
      if (high < least || low > most) return false;
      return least <= low && high <= most ? true : null;
    };
    if (kind === "i") return this.open(-1 - rest[0]) ? null : this.holds(-1 - rest[0], rest[1]);
    if (kind === "n") {
      const part = this.truth(rest[0]);
      return part === null ? null : !part;
    }
    if (kind === "c" || kind === "s") {
      let [low, high] = [0, 0];
      const terms = kind === "s" ? rest[0] : rest[0].map((reference) => [1, reference, rest[1]]);
      for (const [weight, reference, set] of terms) {
        if (this.open(-1 - reference)) [low, high] = [low + Math.min(0, weight), high + Math.max(0, weight)];
        else if (this.holds(-1 - reference, set)) [low, high] = [low + weight, high + weight];
      }
      return between(low, high, ...rest.slice(-2));
    }
    if ("kfj".includes(kind)) return this.shape(kind, rest);
    const parts = rest.map((part) => this.truth(part));
    const decisive = kind === "o";
    if (parts.includes(decisive)) return decisive;
    return parts.includes(null) ? null : !decisive;
  }

  /** What a condition on connected parts is in every completion; null if that is open. */
  shape(kind, rest) {
    const [holds, links] = this.places(rest[0]);
    const inside = holds.map((part) => this.truth(part));
    const [sure, possible] = [inside.map((one) => one === true), inside.map((one) => one !== false)];
    const known = !inside.includes(null);
    if (kind === "f") return partsOf(sure, links).cycle ? false : known || !partsOf(possible, links).cycle ? true : null;
    const [least, most] = rest.slice(-2);
    if (kind === "k") {
      const number = partsOf(sure, links).count;
      if (known) return least <= number && number <= most;
      // Parts that nothing can join any more.
      const { joined } = partsOf(possible, links);
      const apart = [];
      sure.forEach((one, member) => {
        if (one && !apart.some((other) => joined(other, member))) apart.push(member);
      });
      return apart.length > most ? false : null;
    }
    const [member, counts] = [rest[1], rest[2].map((part) => this.truth(part))];
    const number = (set, counted) => {
      const { joined } = partsOf(set, links);
      return counts.filter((one, at) => joined(member, at) && counted(one)).length;
    };
    const [low, high] = [number(sure, (one) => one === true), number(possible, (one) => one !== false)];
    if (high < least || low > most) return false;
    return least <= low && high <= most ? true : null;
  }

  /** Adds the pieces that make a condition false. */
  blame(form, cells) {
    if (form === 1 || form === 0) return;
    const [kind, ...rest] = form;
    const add = (reference) => {
      if (!this.open(-1 - reference)) cells.add(-1 - reference);
    };
    if (kind === "i") add(rest[0]);
    else if (kind === "n") this.all(rest[0], add);
    else if ("kfj".includes(kind)) {
      const [holds] = this.places(rest[0]);
      for (const part of holds) if (this.truth(part) === true) this.all(part, add);
    } else if (kind === "a" || kind === "o") {
      for (const part of rest) if (this.truth(part) === false) this.blame(part, cells);
    } else if (kind === "c") {
      const inside = rest[0].filter((reference) => !this.open(-1 - reference) && this.holds(-1 - reference, rest[1]));
      const many = inside.length > rest[3];
      for (const reference of many ? inside : rest[0].filter((one) => !inside.includes(one))) add(reference);
    } else for (const [, reference] of rest[0]) add(reference);
  }

  /** Every variable of a condition. */
  all(form, add) {
    if (!Array.isArray(form)) return;
    const [kind, ...rest] = form;
    if (kind === "i") add(rest[0]);
    else if (kind === "c") rest[0].forEach(add);
    else if (kind === "s") rest[0].forEach(([, reference]) => add(reference));
    else if ("kfj".includes(kind)) this.places(rest[0])[0].forEach((part) => this.all(part, add));
    else rest.forEach((part) => this.all(part, add));
  }
}

class Placing extends View {
  /** The piece that is laid next. */
  chosen() {
    return this.laid === null || !this.tray ? null : this.tray[this.laid];
  }

  /** The pieces that may be laid. */
  fillTray() {
    const { game } = this;
    const lays = game.placing && game.evaluator !== null;
    for (const id of ["tray", "poses"]) find(id).hidden = !lays;
    if (!lays) return;
    if (!this.tray) {
      this.tray = trayOf(game);
      this.conflicts = new Conflicts(game);
      this.notes = new Map();
      this.pencil = false;
    }
    const left = (entry) => this.position[entry.counter];
    if (this.laid === null || left(this.tray[this.laid]) === 0) {
      const next = this.tray.findIndex((entry) => left(entry) > 0);
      this.laid = next < 0 ? null : next;
    }
    const single = new Set(this.tray.map((entry) => entry.counter)).size === 1;
    const buttons = this.tray.flatMap((entry, at) => {
      if (left(entry) === 0) return [];
      const button = html("button", "", { type: "button", "aria-pressed": String(this.laid === at) });
      button.append(poseOf(game, entry.poses[entry.pose]), html("span", entry.name, { class: "unseen" }));
      if (!single) button.append(html("span", `× ${left(entry)}`));
      button.addEventListener("click", () => {
        this.pick(at);
        const pressed = find("tray").querySelector("[aria-pressed=true]");
        if (pressed) pressed.focus();
      });
      return [button];
    });
    find("tray").replaceChildren(...buttons);
    const entry = this.chosen();
    const turns = (step) => entry !== null && this.turned(entry, step) !== entry.pose;
    find("turn").hidden = !this.tray.some((one) => one.poses.length > 1);
    find("flip").hidden = find("turn").hidden;
    find("turn").disabled = !turns([1, false]);
    find("flip").disabled = !turns([0, true]);
    find("pencil").hidden = this.tray.filter((one) => one.mark).length < 2;
    find("pencil").setAttribute("aria-pressed", String(this.pencil));
    find("poses").hidden = find("turn").hidden && find("pencil").hidden;
    this.fillNotes();
    this.markConflicts();
  }

  pick(at) {
    this.laid = at;
    this.fillTray();
    this.say(`${this.tray[at].name} is chosen.`);
  }

  /** The pose after turns, turned over before or not; the same if there is no other one. */
  turned(entry, [turns, over]) {
    const { cells } = entry.poses[entry.pose];
    const steps = this.board.puzzle.shape === "square" ? 4 : 6;
    for (let more = 0; more < steps; more += 1) {
      const key = poseKey(posed(cells, ((turns + more) * 2 * Math.PI) / steps, over));
      const at = entry.poses.findIndex((pose) => pose.key === key);
      if (at >= 0 && at !== entry.pose) return at;
      // A piece that is the same turned over is not turned instead.
      if (at >= 0 && over) return at;
    }
    return entry.pose;
  }

  /** Turns the chosen piece, or turns it over. */
  turn(turns, over) {
    const entry = this.chosen();
    if (!entry) return;
    entry.pose = this.turned(entry, [turns, over]);
    this.fillTray();
    this.preview(this.focused);
    this.say(`${entry.name} is ${over ? "turned over" : "turned"}.`);
  }

  /** The move that lays the chosen piece on a cell; undefined if there is none. */
  fitting(cell) {
    const { evaluator } = this.game;
    const entry = this.chosen();
    if (!entry) return undefined;
    const covers = (id) => evaluator.actions[id].assign.some(([to, , map]) => map === undefined && to === cell);
    const fits = (id) => covers(id) && evaluator.play(id, this.position) !== null;
    const all = entry.poses[entry.pose].actions.filter(fits);
    const first = all.find((id) => evaluator.actions[id].binding[0] === cell);
    return first === undefined ? all[0] : first;
  }

  /** Shows where the chosen piece would lie. */
  preview(cell) {
    const { game } = this;
    const fits = game.placing && game.shown === null && cell !== null && this.position[cell] === 0 ? this.fitting(cell) : undefined;
    const covered = new Set(fits === undefined ? [] : game.evaluator.actions[fits].assign.flatMap(([to, , map]) => (map === undefined ? [to] : [])));
    this.cells.forEach((hit, at) => hit.classList.toggle("preview", covered.has(at)));
  }

  /** The move that takes back what lies on a cell; null for a piece that was given. */
  lifting(cell) {
    const { evaluator, given } = this.game;
    const count = evaluator.actions.length;
    if (given.has(cell)) return null;
    for (let id = 0; id < count; id += 1) {
      const covers = evaluator.actions[id].assign.some(([to, , map]) => map === undefined && to === cell);
      if (covers && evaluator.play(count + id, this.position) !== null) return count + id;
    }
    return null;
  }

  /** Whether a cell can be crossed out: an edge of a board on which one kind of piece is laid. */
  crosses(cell) {
    return !this.board.isFace(cell) && this.tray.filter((one) => one.mark).length < 2;
  }

  /** Lays the chosen piece with its first square on a cell, or takes back the piece on it. On an edge a cross follows, then nothing. */
  lay(cell, crossing = true) {
    const name = this.board.names[cell];
    if (this.position[cell] !== 0) {
      const lift = this.lifting(cell);
      if (lift === null) return this.say(`${name} is given.`);
      if (crossing && this.crosses(cell)) this.notes.set(cell, new Set([CROSS]));
      return this.play(lift);
    }
    if (this.crosses(cell) && (this.notes.get(cell) || new Set()).has(CROSS)) return this.note(cell, CROSS);
    const entry = this.chosen();
    if (!entry) return this.say("All pieces are laid.");
    if (this.pencil && entry.mark) return this.note(cell, entry.mark);
    const fits = this.fitting(cell);
    return fits === undefined ? this.say(`${entry.name} does not fit at ${name}.`) : this.play(fits);
  }

  /** What a key does where pieces are laid: marks, turning, taking back; false if nothing. */
  typed(key) {
    const { game } = this;
    if (!game.placing || !game.evaluator || game.shown !== null || !this.tray) return false;
    const cell = this.focused;
    const at = this.tray.findIndex(({ mark }) => mark && mark.toLowerCase() === key);
    if (at >= 0) {
      this.laid = at;
      if (this.pencil && this.position[cell] === 0) this.note(cell, this.tray[at].mark);
      else {
        const lift = this.position[cell] === 0 ? undefined : this.lifting(cell);
        if (lift === null) this.say(`${this.board.names[cell]} is given.`);
        else {
          const same = lift !== undefined && this.position[cell] === this.tray[at].held;
          if (lift !== undefined) this.play(lift);
          if (!same) this.lay(cell);
        }
      }
    } else if (key === "t") this.turn(1, false);
    else if (key === "f") this.turn(0, true);
    else if (key === "p" && !find("pencil").hidden) this.draft();
    else if (key === "x" && this.crosses(cell) && this.position[cell] === 0) this.note(cell, CROSS);
    else if (["delete", "backspace"].includes(key) && this.position[cell] !== 0) this.lay(cell, false);
    else return false;
    return true;
  }

  /** Begins and ends pencil marks. */
  draft() {
    this.pencil = !this.pencil;
    this.fillTray();
    this.say(this.pencil ? "Pieces are noted with the pencil." : "Pieces are laid.");
  }

  /** Adds a pencil mark, or takes it away. */
  note(cell, mark) {
    const marks = this.notes.get(cell) || new Set();
    if (!marks.delete(mark)) marks.add(mark);
    this.notes.set(cell, marks);
    this.fillTray();
    this.say(`${this.board.names[cell]}: ${[...marks].sort().join(" ") || "no pencil marks"}.`);
  }

  /** Draws the pencil marks of empty cells. */
  fillNotes() {
    const group = element("g", { class: "notes", "aria-hidden": "true" });
    const all = this.tray.flatMap(({ mark }) => (mark ? [mark] : []));
    const side = Math.ceil(Math.sqrt(all.length));
    for (const [cell, marks] of this.notes) {
      if (this.position[cell] !== 0) continue;
      const [x, y] = this.centres[cell];
      if (marks.has(CROSS)) group.append(this.board.text(CROSS, [x, y], 0.34, "name"));
      for (const mark of marks) {
        if (mark === CROSS) continue;
        const at = all.indexOf(mark);
        const [right, down] = [at % side, Math.floor(at / side)].map((step) => ((step + 0.5) / side - 0.5) * 0.9);
        group.append(this.board.text(mark, [x + right, y + down], 0.7 / side, "name"));
      }
    }
    const old = this.svg.querySelector(".notes");
    if (old) old.replaceWith(group);
    else this.svg.querySelector(".pieces").after(group);
  }

  /** Marks pieces that no completion allows, and says which statement they break. */
  markConflicts() {
    const cells = this.conflicts.of(this.position);
    this.cells.forEach((hit, cell) => {
      hit.classList.toggle("conflict", cells.has(cell));
      const label = hit.getAttribute("aria-label");
      if (cells.has(cell) && !label.endsWith(", conflict")) hit.setAttribute("aria-label", `${label}, conflict`);
    });
    this.broken = cells;
  }

  /** The move of the next deduction, with its reasons; null if there is none, or another piece lies there. */
  reasoned() {
    const { game, position } = this;
    const all = game.puzzle.reasons || [];
    if (all.some(({ lays }) => lays.some(([cell, held]) => position[cell] !== 0 && position[cell] !== held))) return null;
    const next = all.find(({ lays }) => lays.some(([cell, held]) => position[cell] !== held));
    if (!next) return null;
    const fits = ({ after }) => {
      const changed = this.board.names.map((_, cell) => cell).filter((cell) => after[cell] !== position[cell]);
      return changed.length > 0 && changed.every((cell) => next.lays.some(([at, held]) => at === cell && after[cell] === held));
    };
    const move = game.evaluator.moves(position).find(fits);
    return move ? { id: move.id, texts: next.texts } : null;
  }

  /** A move of the known arrangement to a cell where every other piece is a conflict, if all cells have to be filled; else null. */
  forced() {
    const { game, position } = this;
    const { evaluator, board } = game;
    const left = new Map(this.tray.map(({ counter }) => [counter, position[counter]]));
    const rest = [...left.values()].reduce((sum, number) => sum + number, 0);
    const empty = board.names.filter((_, cell) => position[cell] === 0).length;
    if (this.broken.size > 0 || rest !== empty || this.tray.some(({ mark }) => !mark)) return null;
    const placeOf = (id) => evaluator.actions[id].assign.find(([, , map]) => map === undefined)[0];
    const all = this.tray.flatMap(({ poses }) => poses.flatMap(({ actions }) => actions));
    const breaks = (id) => {
      const after = evaluator.play(id, position);
      return after === null || this.conflicts.of(after).size > 0;
    };
    const follows = (id) => {
      const cell = placeOf(id);
      return position[cell] === 0 && all.every((other) => other === id || placeOf(other) !== cell || breaks(other));
    };
    const { actions = [] } = game.puzzle.solution || {};
    return actions.find(follows) ?? null;
  }

  /** What is wrong with the arrangement, in words. */
  told() {
    if (!this.broken || this.broken.size === 0) return "";
    const names = [...this.broken].sort((a, b) => a - b).map((cell) => this.board.names[cell]).join(", ");
    const aims = (this.game.puzzle.aims || []).filter((text) => /^(goal|where)/.test(text));
    return ` Conflict: ${names}.${aims.length === 1 ? ` It breaks “${aims[0]}”.` : ""}`;
  }
}
