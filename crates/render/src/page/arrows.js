// Arrows from where the pieces of a move stood to where they stand.

/** The pairs of cells from which and to which pieces of a move went. */
function travels(board, action, { before, after }) {
  // What a key moves lies in cells with other things, and the rules may have made it.
  if (board.puzzle.stacks) return [];
  if (action && action.mover && action.mover.every((cell) => cell < board.count)) return [action.mover];
  const [gone, come] = [new Map(), new Map()];
  const add = (map, content, cell) => map.set(content, [...(map.get(content) || []), cell]);
  for (let cell = 0; cell < board.count; cell += 1) {
    if (before[cell] === after[cell]) continue;
    // The cells of all chains are one content here, because those in the middle change with every step.
    const kind = (content) => (content !== 0 && board.isChain(content) ? "chain" : content);
    const [old, held] = [kind(before[cell]), kind(after[cell])];
    if (old === held) continue;
    if (old !== 0) add(gone, old, cell);
    if (held !== 0) add(come, held, cell);
  }
  const pairs = [];
  for (const [content, cells] of gone) {
    const form = content === "chain" ? "chain" : board.look(content).f;
    const ends = come.get(content) || [];
    // Which of several alike went where is not known.
    if (form && cells.length === 1 && ends.length === 1) pairs.push([cells[0], ends[0], content]);
  }
  return pairs;
}

/** The arrows of the last step. */
function arrows(board, evaluator, last, centres) {
  const group = element("g", { class: "arrows", "aria-hidden": "true" });
  // A ring that closed up has its cells elsewhere.
  if (last === null || centres.length !== board.centres(last.before).length) return group;
  const action = evaluator && last.id >= 0 ? evaluator.actions[last.id] : undefined;
  for (const [from, to, content] of travels(board, action, last)) {
    const { o: offsets } = typeof content === "number" ? board.look(content) : {};
    const middle = ([x, y]) => {
      if (!offsets) return [x, y];
      const mean = (at) => offsets.reduce((sum, offset) => sum + offset[at], 0) / offsets.length;
      return [x + mean(0), y + mean(1)];
    };
    const [[ax, ay], [bx, by]] = [middle(centres[from]), middle(centres[to])];
    const far = Math.hypot(bx - ax, by - ay);
    if (far < 0.01) continue;
    const [dx, dy] = [(bx - ax) / far, (by - ay) / far];
    const [x, y] = [bx - 0.12 * dx, by - 0.12 * dy];
    const head = [[x, y], [x - 0.26 * dx - 0.14 * dy, y - 0.26 * dy + 0.14 * dx], [x - 0.26 * dx + 0.14 * dy, y - 0.26 * dy - 0.14 * dx]];
    group.append(
      element("line", {
        x1: px(ax), y1: px(ay), x2: px(x - 0.2 * dx), y2: px(y - 0.2 * dy), class: "arrow", "stroke-width": px(0.08),
      }),
      element("polygon", { points: head.map(([a, b]) => `${px(a)},${px(b)}`).join(" "), class: "arrow" }),
    );
  }
  return group;
}
