// What mouse, touch and keyboard do to the game on the screen.

/** The game on the screen. */
let player = null;

/** A short number that changes with a text. */
function version(text) {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash.toString(36);
}

/** The pieces that may be laid: those of one template are one piece in one position. */
function trayOf(game) {
  const { evaluator, board, puzzle } = game;
  const entries = new Map();
  evaluator.actions.forEach((action, id) => {
    if (!entries.has(action.template)) entries.set(action.template, []);
    entries.get(action.template).push(id);
  });
  return [...entries.values()].map((actions) => {
    const { assign } = evaluator.actions[actions[0]];
    const counter = assign.find(([, , map]) => map !== undefined)[0];
    const laid = assign.filter(([, , map]) => map === undefined);
    const supply = (puzzle.supply || []).find(([, variable]) => variable === counter);
    const looks = laid.map(([, held]) => board.look(held));
    const unit = laid.length === 1 && looks[0].f === "disc";
    const labels = looks.map((look) => look.m).filter((mark) => mark).join("-");
    const name = unit ? looks[0].w : `${supply ? supply[0] : "piece"}${looks[0].f === "chain" && labels ? ` ${labels}` : ""}`;
    const picture = () => {
      const position = new Uint16Array(evaluator.start.length);
      for (const [cell, held] of laid) position[cell] = held;
      const centres = laid.map(([cell]) => board.places[cell]);
      const svg = element("svg", { viewBox: board.frame(centres).join(" "), "aria-hidden": "true" });
      const bare = new Board({ ...puzzle, targets: [], floor: undefined });
      svg.append(bare.pieces(position, new Map(), board.places));
      return svg;
    };
    return { actions, counter, name, picture };
  });
}

/** The cell of an event. */
const cellOf = (event) => {
  const hit = event.target.closest ? event.target.closest(".hit") : null;
  return hit === null ? null : Number(hit.dataset.cell);
};

const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

find("board").addEventListener("keydown", (event) => {
  const cell = cellOf(event);
  if (cell === null || event.ctrlKey || event.metaKey || event.altKey) return;
  if (ARROWS[event.key]) player.step(ARROWS[event.key]);
  else if (event.key === "Enter" || event.key === " ") player.choose(cell);
  else return;
  event.preventDefault();
});

let pressed = null;
find("board").addEventListener("pointerdown", (event) => {
  pressed = cellOf(event);
});
find("board").addEventListener("pointerup", (event) => {
  const at = document.elementFromPoint(event.clientX, event.clientY);
  const cell = at ? cellOf({ target: at }) : null;
  // A piece may also be dragged to its place.
  if (pressed !== null && cell !== null && cell !== pressed && !player.game.placing && player.choice) {
    if (player.choice.selected !== pressed) player.choose(pressed);
    if (player.choice.selected === pressed) player.choose(cell);
  }
  pressed = null;
});
find("board").addEventListener("click", (event) => {
  const cell = cellOf(event);
  if (cell !== null) player.choose(cell);
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && player.choice && player.choice.selected !== null) {
    player.choice.selected = null;
    player.menu([]);
    player.mark();
    player.say("Nothing is selected.");
    return;
  }
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.matches("input[type=text]")) return;
  const key = event.key.toLowerCase();
  if (key === "z" && !event.shiftKey) player.undo();
  else if (key === "y" || (key === "z" && event.shiftKey)) player.redo();
  else return;
  event.preventDefault();
});

const act = (id, what) => find(id).addEventListener("click", () => what());
act("undo", () => player.undo());
act("redo", () => player.redo());
act("restart", () => player.restart());
act("hint", () => player.hint());
act("back", () => { player.stop(); player.show((player.game.shown ?? player.onSolution()) - 1); });
act("next", () => { player.stop(); player.show((player.game.shown ?? player.onSolution()) + 1); });
act("run", () => player.run());
act("leave", () => player.leave());
act("take", () => player.take());
find("step").addEventListener("input", () => { player.stop(); player.show(Number(find("step").value)); });
find("names").addEventListener("change", () => player.refresh());
