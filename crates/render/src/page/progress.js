// What was solved on this device.

/** The shortest lengths of solutions, by puzzle. Some files may not keep anything: then they last as long as the page. */
class Progress {
  constructor(place) {
    this.place = place;
    this.kept = new Map();
  }

  /** The key of a puzzle; another version of it is another one. */
  static key(puzzle) {
    return `puzzlec ${puzzle.name} ${gameOf(puzzle)}`;
  }

  /** The shortest length of an own solution; null without one. */
  best(key) {
    let known = this.kept.get(key);
    try {
      known = this.place().getItem(key) ?? known;
    } catch {
      // Nothing is kept.
    }
    return known === undefined ? null : Number(known);
  }

  /** Keeps the length of a solution. */
  solved(key, length) {
    const best = this.best(key);
    if (best !== null && best <= length) return;
    this.kept.set(key, String(length));
    try {
      this.place().setItem(key, String(length));
    } catch {
      // Nothing is kept.
    }
  }
}
