// A booklet to print: the puzzles, then their solutions.

/** Fills the page with the puzzles of a site. */
function fillBooklet(cards) {
  const numbered = cards.map((card, at) => ({ ...card, heading: `${at + 1}. ${card.title}` }));
  const puzzles = html("section", "", { class: "booklet" });
  const solutions = html("section", "", { class: "booklet solutions" });
  puzzles.append(...numbered.map(posedIn));
  solutions.append(html("h2", "Solutions"), ...numbered.filter(({ puzzle }) => puzzle.answer).map(solvedIn));
  find("main").replaceChildren(puzzles, solutions);
  performance.mark("first-picture");
}

/** A puzzle with its pictures and its rules. */
function posedIn({ heading, puzzle }) {
  const article = html("article");
  article.append(html("h2", heading));
  const by = creditsOf(puzzle);
  if (by) article.append(html("p", by, { class: "by" }));
  if (puzzle.about) article.append(html("p", puzzle.about));
  const pictures = html("div", "", { class: "pictures" });
  pictures.append(sized(pictureOf(puzzle)));
  if (puzzle.goal) {
    const board = new Board(puzzle);
    const extent = puzzle.endless ? new Extent(board) : null;
    if (extent) {
      extent.hold(puzzle.start);
      for (const { at } of puzzle.goal.pieces) extent.add(at);
    }
    const goal = html("div", "Goal");
    goal.prepend(sized(goalOf(board, extent)));
    pictures.append(goal);
  }
  article.append(pictures);
  const rules = html("dl");
  rules.append(...(puzzle.rules || []).flatMap(([name, text]) => [html("dt", name), html("dd", text)]));
  const aims = html("ul");
  aims.append(...(puzzle.aims || []).map((aim) => html("li", aim)));
  article.append(...[rules, aims].filter((list) => list.firstChild));
  return article;
}

/** The solution of a puzzle. */
function solvedIn({ heading, puzzle }) {
  const article = html("article");
  article.append(html("h3", heading), html("p", puzzle.answer));
  if (puzzle.end) article.append(sized(pictureOf(puzzle, puzzle.end)));
  else if (puzzle.steps) article.append(html("p", puzzle.steps.join(" · "), { class: "moves" }));
  return article;
}

/** A picture as large as its board asks for. */
function sized(svg) {
  svg.style.width = `${svg.viewBox.baseVal.width * 0.6}px`;
  return svg;
}
