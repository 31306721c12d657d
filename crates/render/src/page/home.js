// The first page of several puzzles: pictures in groups, a search, and what was solved.

class Home {
  /** `entries` have a title, a group, a link and a picture, or their puzzle. */
  constructor(entries, progress) {
    this.entries = entries;
    this.progress = progress;
    this.cards = entries.map((entry) => this.card(entry));
    /** Draws what comes into sight. */
    this.sight = new IntersectionObserver((seen) => {
      for (const { isIntersecting, target } of seen) if (isIntersecting) this.draw(target.card);
    }, { rootMargin: "200px" });
    find("words").addEventListener("input", () => this.filter());
    find("by").addEventListener("change", () => { this.fill(); this.filter(); });
  }

  /** Fills the page. */
  fill() {
    const by = find("by").value;
    const groups = new Map();
    for (const card of this.cards) {
      const name = by === "group" ? card.entry.group : sorted(card.entry, by);
      groups.set(name, [...(groups.get(name) || []), card.item]);
    }
    const names = [...groups.keys()];
    if (by !== "group") names.sort((a, b) => ORDER[by].indexOf(a) - ORDER[by].indexOf(b));
    find("groups").replaceChildren(...names.map((name) => {
      const section = html("section");
      if (name) section.append(html("h2", name));
      const list = html("ul", "", { class: "cards" });
      list.append(...groups.get(name));
      section.append(list);
      return section;
    }));
  }

  card(entry) {
    const item = html("li");
    const link = html("a", "", { href: entry.link });
    const picture = html("span", "", { class: "picture" });
    const state = html("span", "", { class: "state" });
    link.append(picture, html("span", entry.title, { class: "name" }), html("span", entry.measure, { class: "measure" }), state);
    item.append(link);
    const words = [entry.title, entry.group, entry.key, entry.author || ""].join(" ").toLowerCase();
    item.card = { entry, item, picture, state, words };
    return item.card;
  }

  /** Draws a card. */
  async draw(card) {
    this.sight.unobserve(card.item);
    card.puzzle = await card.entry.load();
    if (card.picture.firstChild === null) card.picture.append(pictureOf(card.puzzle));
    performance.mark("first-picture");
    this.mark(card);
  }

  /** Marks a card of a puzzle that was solved. */
  mark({ puzzle, state }) {
    const best = this.progress.best(Progress.key(puzzle));
    state.textContent = best === null ? "" : `Solved · ${puzzle.unit}: ${best}`;
  }

  show() {
    for (const card of this.cards) {
      if (card.puzzle) this.mark(card);
      else this.sight.observe(card.item);
    }
    this.fill();
    this.filter();
    const days = this.progress.streak();
    find("kept").textContent = days > 1 ? `You have solved puzzles on ${days} days in a row.` : "";
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

/** The groups by difficulty and by length, in their order. */
const ORDER = {
  difficulty: ["Easy", "Medium", "Hard", "For two players", "Without a solution", "Open"],
  length: ["Up to 5", "6 to 15", "16 to 40", "41 to 100", "More than 100", "Without a known solution"],
};

/** The group of a puzzle by its difficulty or its length. */
function sorted({ difficulty, length }, by) {
  if (by === "difficulty") return difficulty;
  const at = length === "" ? -1 : [5, 15, 40, 100].findIndex((most) => Number(length) <= most);
  return length === "" ? ORDER.length[5] : ORDER.length[at < 0 ? 4 : at];
}

/** A picture of the start of a puzzle. */
function pictureOf(puzzle, held = null) {
  const board = new Board(puzzle);
  const position = held || (puzzle.task ? Uint16Array.from(puzzle.task.start) : puzzle.start.slice());
  if (!held) for (const [cell, one] of puzzle.given || []) position[cell] = one;
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
