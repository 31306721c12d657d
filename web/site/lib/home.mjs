// The first page: a puzzle to play at once, three sentences, and where to go.

import { readFileSync } from "node:fs";
import path from "node:path";
import { layout } from "./layout.mjs";
import { fragmentOf, PLAY, SITE } from "./places.mjs";

export const PUZZLE = "web/site/texts/home.puzzle";

const WAYS = [
  ["tour/index.html", "Tour", "Twelve steps from a line of pegs to a script, each with a puzzle to change."],
  ["examples/index.html", "Examples", (site) => `${site.played} puzzles to play, with their texts.`],
  ["docs/tutorial.html", "Tutorial", "From an empty folder to a published puzzle, with the program on your computer."],
  ["docs/language.html", "Manual", "The whole language, statement by statement."],
  ["docs/from-puzzlescript.html", "Coming from PuzzleScript", "Your games run as they are; what is different, and what is new."],
  ["docs/from-pddl.html", "Coming from PDDL", "The same ideas in the words of planning."],
  ["docs/classroom.html", "For the classroom", "A set of puzzles, and pupils' answers checked."],
  ["docs/gallery.html", "Gallery", "Pictures of puzzles, and solutions that move."],
  ["docs/theories.html#the-papers", "Papers", "Theorems about seven games, statement by statement."],
  ["codes/index.html", "Codes", "Every error and warning, explained."],
];

export function writeHome(site) {
  const url = "index.html";
  const text = readFileSync(path.join(SITE, "texts/home.puzzle"), "utf8");
  const change = site.engine
    ? `<a class="button" href="${PLAY}${fragmentOf("twelve.puzzle", { "twelve.puzzle": text })}">Open and change this</a>` : "";
  const ways = WAYS.map(([to, name, about]) => `<li><a href="${to}">${name}</a><br>${typeof about === "string" ? about : about(site)}</li>`);
  site.write(url, layout({ url, title: "puzzlec: a language for puzzles", wide: true,
    about: "Draw the board, the moves and the goal; the program finds a shortest solution and proves that none is shorter.",
    body: `<div class="home">
<div class="intro">
<h1>A language for puzzles</h1>
<p class="lead">You draw the board, the moves and the goal. The program finds a shortest solution and proves that none is shorter, or
proves that there is none. The proof is a file, which a small program without any search can check.</p>
<div class="buttons"><a class="button first" href="tour/01-pegs.html">Take the tour</a> ${change}</div>
</div>
<iframe src="home/home/Twelve.html?embed" title="Twelve holes: a puzzle to play"></iframe>
<ul class="ways">${ways.join("\n")}</ul>
</div>` }, site));
  site.index(url, "puzzlec", [{ id: "", title: "", text: "A language for puzzles" }]);
}
