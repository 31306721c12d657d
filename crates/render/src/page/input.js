// What mouse, touch and keyboard do to the game on the screen.

/** The game on the screen. */
let player = null;

/** The cell of an event. */
const cellOf = (event) => {
  const hit = event.target.closest ? event.target.closest(".hit") : null;
  return hit === null ? null : Number(hit.dataset.cell);
};

/** Letters beside each other as the slanting directions of hexagons, and those of a block of digits. */
const SLANTING = { i: "up-left", o: "up-right", k: "down-left", l: "down-right", 7: "up-left", 9: "up-right", 1: "down-left", 3: "down-right" };
const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** What a key does on the board; false if nothing. Where one piece is the player's, arrows walk it, and with Shift the focus. */
function pressedKey(event) {
  if (player === null || event.ctrlKey || event.metaKey || event.altKey) return false;
  const arrow = ARROWS[event.key];
  const key = event.key.toLowerCase();
  if (!arrow && player.typed(key)) return true;
  if (arrow && player.walks() && !event.shiftKey) player.walk(arrow);
  else if (arrow && player.cells.includes(document.activeElement)) player.step(arrow);
  else if (SLANTING[key] && player.press(SLANTING[key])) return true;
  else if (key === "x" && player.press("action")) return true;
  else if (key === "z" && player.game.evaluator) player.undo();
  else if (key === "r" && player.game.evaluator) player.restart();
  else return false;
  return true;
}

find("board").addEventListener("keydown", (event) => {
  const cell = cellOf(event);
  if (cell === null || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Enter" || event.key === " ") player.choose(cell);
  else if (!pressedKey(event)) return;
  event.preventDefault();
});

/** How far a pointer goes before it drags, and before it swipes. */
const [DRAGS, SWIPES] = [6, 24];
/** The button or finger that is down: where, on which cell, and the piece that it drags. */
let pressed = null;

find("board").addEventListener("pointerdown", (event) => {
  if (pressed !== null || event.button !== 0) return;
  pressed = { id: event.pointerId, cell: cellOf(event), x: event.clientX, y: event.clientY, drag: null };
});
window.addEventListener("pointermove", (event) => {
  if (pressed === null || event.pointerId !== pressed.id || player === null) return;
  const [x, y] = [event.clientX - pressed.x, event.clientY - pressed.y];
  const swipes = event.pointerType === "touch" && player.walks();
  if (pressed.drag === null && pressed.cell !== null && !swipes && Math.hypot(x, y) > DRAGS) {
    pressed.drag = player.lift(pressed.cell);
    if (pressed.drag === null) pressed.cell = null;
  }
  if (pressed.drag) pressed.drag(x, y);
});
window.addEventListener("pointerup", (event) => {
  if (pressed === null || event.pointerId !== pressed.id) return;
  const { cell, drag, x, y } = pressed;
  pressed = null;
  if (player === null) return;
  const [dx, dy] = [event.clientX - x, event.clientY - y];
  if (drag) {
    const at = document.elementFromPoint(event.clientX, event.clientY);
    const to = at ? cellOf({ target: at }) : null;
    player.drop(cell, to);
  } else if (event.pointerType === "touch" && player.walks() && Math.hypot(dx, dy) > SWIPES) {
    const straight = Math.abs(dx) > Math.abs(dy) ? [Math.sign(dx), 0] : [0, Math.sign(dy)];
    player.walk(player.game.puzzle.keys ? [dx, dy] : straight);
  }
});
window.addEventListener("pointercancel", () => {
  if (pressed !== null && pressed.drag && player !== null) player.drop(pressed.cell, null);
  pressed = null;
});
find("board").addEventListener("focusin", (event) => {
  const cell = cellOf(event);
  if (player === null || cell === null) return;
  player.focused = cell;
  player.preview(cell);
});
find("board").addEventListener("pointerover", (event) => {
  if (player !== null) player.preview(cellOf(event));
});
find("board").addEventListener("click", (event) => {
  const cell = cellOf(event);
  if (cell !== null) player.choose(cell);
});

document.addEventListener("keydown", (event) => {
  if (player === null) return;
  if (event.key === "Escape" && player.choice && player.choice.selected !== null) {
    player.choice.selected = null;
    player.menu([]);
    player.mark();
    player.say("Nothing is selected.");
    return;
  }
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.matches("input[type=text], input[type=search]")) return;
  const key = event.key.toLowerCase();
  if (key === "z" && !event.shiftKey) player.undo();
  else if (key === "y" || (key === "z" && event.shiftKey)) player.redo();
  else return;
  event.preventDefault();
});

const act = (id, what) => find(id).addEventListener("click", () => what());
act("turn", () => player.turn(1, false));
act("flip", () => player.turn(0, true));
act("pencil", () => player.draft());
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
