// The first page of several puzzles: pictures in groups, a search, and what was solved.

class Home {
  /** `entries` have a title, a group, a link and their puzzle. */
  constructor(entries, progress) {
    this.entries = entries;
    this.progress = progress;
    this.cards = [];
    /** Draws what comes into sight. */
    this.sight = new IntersectionObserver((seen) => {
      for (const { isIntersecting, target } of seen) if (isIntersecting) this.draw(target);
    }, { rootMargin: "200px" });
    find("words").addEventListener("input", () => this.filter());
  }

  /** Fills the page. */
  fill() {
    const groups = new Map();
    for (const entry of this.entries) groups.set(entry.group, [...(groups.get(entry.group) || []), entry]);
    for (const [name, entries] of groups) {
      const section = html("section");
      if (name) section.append(html("h2", name));
      const list = html("ul", "", { class: "cards" });
      list.append(...entries.map((entry) => this.card(entry)));
      section.append(list);
      find("groups").append(section);
    }
  }

  card(entry) {
    const item = html("li");
    const link = html("a", "", { href: entry.link });
    const picture = html("span", "", { class: "picture" });
    const state = html("span", "", { class: "state" });
    link.append(picture, html("span", entry.title, { class: "name" }), state);
    item.append(link);
    const card = { entry, item, picture, state, words: `${entry.title} ${entry.group} ${entry.key}`.toLowerCase() };
    this.cards.push(card);
    item.card = card;
    return item;
  }

  /** Draws a card. */
  draw(item) {
    const { entry, picture } = item.card;
    this.sight.unobserve(item);
    if (picture.firstChild === null) picture.append(pictureOf(entry.puzzle));
    performance.mark("first-picture");
    this.mark(item.card);
  }

  /** Marks a card of a puzzle that was solved. */
  mark({ entry, state }) {
    const best = this.progress.best(Progress.key(entry.puzzle));
    state.textContent = best === null ? "" : `Solved · ${entry.puzzle.unit}: ${best}`;
  }

  show() {
    for (const card of this.cards) {
      if (card.picture.firstChild !== null) this.mark(card);
      else this.sight.observe(card.item);
    }
    this.filter();
  }

  /** Shows the cards that have all words of the search. */
  filter() {
    const words = find("words").value.toLowerCase().split(/\s+/).filter((word) => word !== "");
    let count = 0;
    for (const { item, words: text } of this.cards) {
      item.hidden = !words.every((word) => text.includes(word));
      if (!item.hidden) count += 1;
    }
    for (const section of find("groups").children) section.hidden = !section.querySelector("li:not([hidden])");
    find("found").textContent = words.length > 0 ? `${count} of ${this.cards.length}` : `${count} puzzles`;
  }
}

/** A picture of the start of a puzzle. */
function pictureOf(puzzle) {
  const board = new Board(puzzle);
  const position = puzzle.task ? Uint16Array.from(puzzle.task.start) : puzzle.start.slice();
  for (const [cell, held] of puzzle.given || []) position[cell] = held;
  if (!puzzle.task && puzzle.floor) position.floor = puzzle.floor;
  const centres = board.centres(position);
  let shown = null;
  if (puzzle.endless) {
    const extent = new Extent(board);
    extent.hold(position);
    shown = extent.cells();
  }
  const frame = board.frame(centres.filter((_, cell) => !shown || shown.has(cell)));
  const pieces = board.pieces(position, new Map(puzzle.marks || []), centres);
  return element("svg", { viewBox: frame.join(" "), "aria-hidden": "true" }, board.ground(centres, false, [], shown), pieces);
}
