// The panel of an editor: draws what the extension sends, and asks it for what the page cannot do.

const editor = acquireVsCodeApi();
const ask = (wish) => editor.postMessage(wish);

/** The text of the puzzle on the screen. */
let drawn = null;
const painter = new Painter(ask);

/** Shows a puzzle, and goes on with the game that was played on its earlier state if that is still possible. */
function show(puzzle, toSolution) {
  const text = JSON.stringify(puzzle);
  if (text !== drawn) {
    drawn = text;
    const fragment = player === null ? "" : player.game.fragment();
    if (player !== null) player.close();
    player = new Player(new Game(puzzle, gameOf(puzzle), new Board(puzzle)));
    player.onchange = scroll;
    const values = new URLSearchParams(fragment.replace(/^#/, ""));
    if (fragment !== "" && player.game.restore(values) !== "all") player.game.go(0);
    player.open();
    find("play").hidden = false;
    painter.board = player.board;
    painter.puzzle = puzzle;
    painter.first = player.game.first;
    if (!painter.on) player.say(player.state());
  }
  if (toSolution && player.game.solution) player.show(player.game.shown ?? 0);
}

/** Brings the step on the screen into sight in the list. */
function scroll() {
  const current = document.querySelector("#step-list [aria-current]");
  if (current) current.scrollIntoView({ block: "nearest" });
}

function tell(id, text) {
  find(id).textContent = text || "";
  find(id).hidden = !text;
}

window.addEventListener("message", ({ data }) => {
  if (data.kind === "refused") {
    painter.end();
    find("status").textContent = data.why;
    return;
  }
  if (data.kind !== "board") return;
  if (data.board) show(data.board, data.open);
  const kept = data.why && drawn !== null;
  tell("why", kept ? `This is the last board, before the text had an error: ${data.why}` : data.why);
  find("stage").classList.toggle("stale", !!kept);
  tell("before", data.before ? `The puzzle has changed since the last search; before: ${data.before}` : "");
  find("solve").hidden = !!data.searching || !!(data.board && data.board.answer);
  find("stop").hidden = !data.searching;
  painter.update(data);
});

find("solve").addEventListener("click", () => ask({ kind: "solve" }));
find("stop").addEventListener("click", () => ask({ kind: "stop" }));
find("brush").addEventListener("click", () => painter.toggle());

// Outside of the board the arrow keys go through the solution.
document.addEventListener("keydown", (event) => {
  if (player === null || !player.game.solution || painter.on || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("#board, input")) return;
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  player.stop();
  player.show((player.game.shown ?? player.onSolution()) + step);
  event.preventDefault();
});

ask({ kind: "ready" });
