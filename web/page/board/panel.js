// The board beside the text: draws what the page sends, and sends what was painted.

/** Sends something to the page around this one. */
const ask = (wish) => window.parent.postMessage(wish, "*");

/** The text of the puzzle on the screen. */
let drawn = null;
const painter = new Painter(ask);

/** Shows a puzzle, and continues the game that was played on its earlier state if that is still possible. */
function show(puzzle) {
  const text = JSON.stringify(puzzle);
  if (text === drawn) return;
  const same = player !== null && player.game.puzzle.name === puzzle.name;
  const fragment = same ? player.game.fragment() : "";
  if (player !== null) player.close();
  player = new Player(new Game(puzzle, gameOf(puzzle), new Board(puzzle)));
  player.onchange = () => {
    const current = document.querySelector("#step-list [aria-current]");
    if (current) current.scrollIntoView({ block: "nearest" });
    ask({ kind: "moved", solved: player.game.shown === null && player.game.isSolved() });
  };
  const values = new URLSearchParams(fragment.replace(/^#/, ""));
  if (fragment !== "" && player.game.restore(values) !== "all") player.game.go(0);
  player.open();
  drawn = text;
  painter.board = player.board;
  painter.puzzle = puzzle;
  painter.first = player.game.first;
  if (!painter.on) player.say(player.state());
}

/** Takes the board away. */
function clear(why) {
  if (player !== null) player.close();
  player = null;
  drawn = null;
  find("empty").textContent = why;
}

function receive(data) {
  if (data.kind === "refused") {
    painter.end();
    find("status").textContent = data.why;
    return;
  }
  if (data.kind !== "board") return;
  try {
    if (data.board) show(data.board);
    else if (!data.keep) clear(data.why || "The board appears here as soon as the text has a puzzle.");
  } catch (error) {
    clear(`The board cannot be drawn: ${error.message}`);
  }
  find("play").hidden = player === null;
  find("empty").hidden = player !== null;
  find("stage").classList.toggle("stale", player !== null && !data.board);
  // A page without an editor that takes strokes sends no pictures.
  find("brush").hidden = data.start === undefined;
  painter.update({ start: data.start, goal: data.goal, why: data.board ? "" : data.why });
  if (data.open && player !== null && player.game.solution) player.show(0);
}

window.addEventListener("message", ({ data, source }) => {
  if (source === window.parent) receive(data);
});

find("brush").addEventListener("click", () => painter.toggle());

document.addEventListener("keydown", (event) => {
  // Shortcuts of the page around this one.
  const mod = event.ctrlKey || event.metaKey;
  const ours = /^F\d+$/.test(event.key) || (mod && !["z", "y", "c", "v", "x", "a"].includes(event.key.toLowerCase()));
  if (ours) {
    ask({ kind: "key", key: event.key, mod, shift: event.shiftKey, alt: event.altKey });
    if (/^(F1|F6|k|s|o|enter)$/i.test(event.key)) event.preventDefault();
    return;
  }
  if (player === null || painter.on || event.altKey || event.target.closest("input")) return;
  if (event.target === document.body && pressedKey(event)) {
    event.preventDefault();
    return;
  }
  // Outside of the board the arrow keys go through the solution.
  if (!player.game.solution || event.target.closest("#board")) return;
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  player.stop();
  player.show((player.game.shown ?? player.onSolution()) + step);
  event.preventDefault();
});

ask({ kind: "ready" });
