// Pieces that glide, and that follow a finger.

/** The time of a move in milliseconds. */
const GLIDE = 180;
/** Maximum number of pieces that glide. */
const MOST_GLIDING = 40;

/** Whether the reader wants no motion. */
const still = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Lets pieces glide from where they were, in the group of the pieces. */
function glide(board, group, action, before, after, centres) {
  if (still() || before.length !== after.length || board.centres(before).length !== centres.length) return;
  const named = travels(board, action, { before, after });
  // What a piece pushes glides with it.
  const pushed = action ? travels(board, undefined, { before, after }).filter(([, to]) => named.every(([, end]) => end !== to)) : [];
  const pairs = [...named, ...pushed];
  if (pairs.length > MOST_GLIDING) return;
  for (const [from, to] of pairs) {
    const piece = group.querySelector(`[data-cell="${to}"]`);
    if (piece === null || !centres[from] || !centres[to]) continue;
    const [x, y] = [px(centres[from][0] - centres[to][0]), px(centres[from][1] - centres[to][1])];
    group.append(piece);
    piece.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: GLIDE, easing: "ease-in-out" });
  }
}

/** The piece on a cell that can follow a finger; null for a chain and for none. */
function pieceAt(board, group, position, centres, cell) {
  const covers = (first) => {
    const { f: form, o: offsets } = board.look(position[first]);
    if (form === "disc") return first === cell;
    const [x, y] = centres[first];
    const at = ([dx, dy]) => Math.hypot(x + dx - centres[cell][0], y + dy - centres[cell][1]) < 0.1;
    return form === "block" && offsets.some(at);
  };
  return [...group.querySelectorAll("[data-cell]")].find((piece) => covers(Number(piece.dataset.cell))) || null;
}
