// What was solved on this device.

/** The shortest lengths of solutions, by puzzle. Some files may not keep anything: then they last as long as the page. */
class Progress {
  constructor(place) {
    this.place = place;
    this.kept = new Map();
  }

  /** The key of a puzzle; another version of it is another one. */
  static key({ name, version }) {
    return `puzzlec ${name} ${version}`;
  }

  /** What is kept; null if nothing is. */
  read(key) {
    try {
      return this.place().getItem(key) ?? this.kept.get(key) ?? null;
    } catch {
      return this.kept.get(key) ?? null;
    }
  }

  write(key, text) {
    this.kept.set(key, text);
    try {
      this.place().setItem(key, text);
    } catch {
      // Nothing is kept.
    }
  }

  /** The shortest length of an own solution; null without one. */
  best(key) {
    const known = this.read(key);
    return known === null ? null : Number(known);
  }

  /** Keeps the length of a solution. */
  solved(key, length) {
    const best = this.best(key);
    if (best === null || length < best) this.write(key, String(length));
  }

  /** Counts a game: the wins in a row. */
  row(key, won) {
    const row = won ? (this.best(key) ?? 0) + 1 : 0;
    this.write(key, String(row));
    return row;
  }

  /** Counts this day as one on which a puzzle was solved. */
  today(now = new Date()) {
    const day = dayOf(now);
    const [last, row] = this.days();
    if (last !== day) this.write("puzzlec days", `${day} ${last === day - 1 ? row + 1 : 1}`);
  }

  /** The last day on which a puzzle was solved, and the days in a row up to it. */
  days() {
    return (this.read("puzzlec days") || "0 0").split(" ").map(Number);
  }

  /** The days in a row up to today or yesterday. */
  streak(now = new Date()) {
    const [last, row] = this.days();
    return last >= dayOf(now) - 1 ? row : 0;
  }
}

/** The number of a day by the local calendar. */
const dayOf = (date) => Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86400000);
