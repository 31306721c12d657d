// Draws positions as SVG.

const SVG = "http://www.w3.org/2000/svg";
/** The distance of neighbouring cells in the units of the drawing. */
const UNIT = 40;

function element(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** What a drawing of the program consists of. */
const SHAPES = new Set(["g", "path", "circle", "ellipse", "rect", "line", "polygon", "polyline"]);

/** The shapes of a drawing as elements of the page, and nothing else that its text may have. */
function shapes(text) {
  const copy = (node) => {
    const made = element(node.localName);
    for (const { name, value } of node.attributes) if (!name.startsWith("on")) made.setAttribute(name, value);
    made.append(...[...node.children].filter((child) => SHAPES.has(child.localName)).map(copy));
    return made;
  };
  const drawing = new DOMParser().parseFromString(`<g xmlns="${SVG}">${text}</g>`, "image/svg+xml");
  return copy(drawing.documentElement);
}

/** A length in units, to a hundredth. */
const px = (steps) => Math.round(steps * UNIT * 100) / 100;

function corners(shape, [x, y], grow = 0) {
  const points = [];
  const regular = (count, radius) => {
    for (let at = 0; at < count; at += 1) {
      const angle = (2 * Math.PI * at) / count + Math.PI / 2;
      points.push([x + radius * Math.cos(angle), y + radius * Math.sin(angle)]);
    }
  };
  if (shape === "hexagon") regular(6, 0.577 + grow);
  else if (shape === "circle") regular(30, 0.42 + grow);
  else for (const [dx, dy] of [[-1, -1], [1, -1], [1, 1], [-1, 1]]) {
    points.push([x + dx * (0.5 + grow), y + dy * (0.5 + grow)]);
  }
  return points.map(([a, b]) => `${px(a)},${px(b)}`).join(" ");
}

/** The relative luminance of a colour. */
function luminance(colour) {
  const channel = (at) => {
    const part = (parseInt(colour.slice(at, at + 2), 16) || 0) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

/** Black or white, whichever has the greater contrast with a colour. */
const ink = (colour) => (luminance(colour) > 0.1916 ? "#111111" : "#ffffff");

class Board {
  constructor(puzzle) {
    this.puzzle = puzzle;
    if (puzzle.stacks) KeyContents.of(puzzle);
    this.names = puzzle.cells.map(([name]) => name);
    this.count = puzzle.cells.length;
    this.places = puzzle.cells.map(([, x, y]) => [x, y]);
    /** On a board with edges, what each cell is: a face, an edge across or upright, a corner. */
    this.sorts = puzzle.sorts || "";
    /** The drawings that are on the board, by their texts. */
    this.drawings = new Map();
  }

  /** The look of a content, and the directions of its links. */
  look(content) {
    const entry = this.puzzle.contents[content];
    const [at, links] = Array.isArray(entry) ? entry : [entry, []];
    return { ...this.puzzle.looks[at], links };
  }

  isFace(cell) {
    return this.sorts === "" || this.sorts[cell] === "f";
  }

  /** The part of a cell that a pointer takes: next to edges, a face leaves them room. */
  area(cell, [x, y]) {
    const box = (wide, high) => [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([dx, dy]) => `${px(x + dx * wide)},${px(y + dy * high)}`).join(" ");
    if (this.sorts === "") return corners(this.puzzle.shape, [x, y], -0.04);
    return { f: box(0.28, 0.28), a: box(0.38, 0.2), u: box(0.2, 0.38), c: box(0.1, 0.1) }[this.sorts[cell]];
  }

  isChain(content) {
    return this.look(content).f === "chain";
  }

  /** The centres of the cells of a position; those of a ring that closed up are fewer. */
  centres(position) {
    const { ring } = this.puzzle;
    if (ring === undefined || position.length <= ring) return this.places;
    const count = position[ring];
    const radius = count < 2 ? 0 : count === 2 ? 0.5 : 0.5 / Math.sin(Math.PI / count);
    const centre = (_, at) => {
      const angle = (2 * Math.PI * at) / count - Math.PI / 2;
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    };
    return Array.from({ length: count }, centre);
  }

  floorOf(position, cell) {
    if (this.puzzle.floorChanges) return position[this.count + cell];
    return position.floor ? position.floor[cell] : this.puzzle.floor ? this.puzzle.floor[cell] : 0;
  }

  /** What a cell has, in words. */
  words(position, cell) {
    const held = position[cell];
    const floor = this.floorOf(position, cell);
    const words = held ? [this.look(held).w] : [];
    if (floor) words.push(held ? `on ${this.look(floor).w}` : this.look(floor).w);
    const targets = (this.puzzle.targets || []).filter((target) => target.at.includes(cell));
    words.push(...targets.map((target) => `goal for ${this.placed(target).p}`));
    return words.length > 0 ? words.join(" ") : "empty";
  }

  /** The frame of a drawing of these centres. */
  frame(centres) {
    const all = centres.length > 0 ? centres : [[0, 0]];
    const around = 0.8;
    const xs = all.map(([x]) => x);
    const ys = all.map(([, y]) => y);
    const [left, top] = [Math.min(...xs) - around, Math.min(...ys) - around];
    const [width, height] = [Math.max(...xs) + around - left, Math.max(...ys) + around - top];
    return [px(left), px(top), px(width), px(height)];
  }

  /** The empty board; of an endless one only these cells. */
  ground(centres, names, open = [], shown = null) {
    const { shape, links = [], walls = [] } = this.puzzle;
    const group = element("g", { "aria-hidden": "true" });
    const line = ([x1, y1], [x2, y2], type, width) =>
      element("line", {
        x1: px(x1), y1: px(y1), x2: px(x2), y2: px(y2), class: type, "stroke-width": px(width),
      });
    const whole = centres.length === this.count;
    const { below, cells, tones, above } = this.puzzle.ground || {};
    if (below) group.append(this.markup(below));
    const joined = whole ? links : centres.map((_, at) => [at, (at + 1) % centres.length]);
    for (const [a, b] of joined) {
      if (!shown || (shown.has(a) && shown.has(b))) group.append(line(centres[a], centres[b], "link", 0.06));
    }
    centres.forEach((centre, at) => {
      if ((shown && !shown.has(at)) || !this.isFace(at)) return;
      const drawn = cells && cells[tones ? tones[at] : 0];
      group.append(typeof drawn === "string"
        ? this.markup(drawn, centre)
        : element("polygon", { points: corners(shape, centre), class: "cell" }));
      if (open.includes(at) && !above) group.append(this.text("?", centre, 0.4, "name"));
      else if (names) group.append(this.text(this.names[at], [centre[0], centre[1] + 0.36], 0.22, "name"));
    });
    centres.forEach(([x, y], at) => {
      if (this.sorts[at] === "c") group.append(element("circle", { cx: px(x), cy: px(y), r: px(0.05), class: "edge" }));
    });
    if (above) group.append(this.markup(above));
    for (const [a, b] of walls) {
      const [[ax, ay], [bx, by]] = [centres[a], centres[b]];
      const [mx, my, dx, dy] = [(ax + bx) / 2, (ay + by) / 2, (by - ay) / 2, (ax - bx) / 2];
      group.append(line([mx - dx, my - dy], [mx + dx, my + dy], "wall", 0.14));
    }
    return group;
  }

  /** A drawing that the program made, at a point. */
  markup(text, [x, y] = [0, 0]) {
    if (!this.drawings.has(text)) this.drawings.set(text, shapes(text));
    const made = this.drawings.get(text).cloneNode(true);
    made.setAttribute("transform", `translate(${px(x)} ${px(y)})`);
    return made;
  }

  /** A piece at a point, in a group of its own that may be moved. */
  piece({ f: form, c: own, m: mark, d: whole, l: wide, ink: inked, edge }, [x, y], given = mark, laid = false, cell = -1) {
    const colour = (this.puzzle.inks || {})[given] && form === "block" ? this.puzzle.inks[given] : own;
    const onRim = edge !== undefined && cell >= 0 && !this.isFace(cell);
    const [drawing, label] = onRim ? [edge.d, edge.l] : [whole, wide];
    const body = this.markup(drawing, [x, y]);
    if (onRim && this.sorts[cell] === "u") body.setAttribute("transform", `${body.getAttribute("transform")} rotate(90)`);
    body.setAttribute("color", colour);
    const group = element("g", {}, body);
    if (label) {
      const [dx, dy, size] = label;
      const bold = inked === "digit" && this.given !== undefined && this.given.size > 0;
      const type = inked ? (laid ? "own" : bold ? "digit bold" : inked) : form === "floor" ? "name" : "";
      group.append(this.text(given, [x + dx, y + dy], size, type, type ? "" : ink(colour)));
    }
    return group;
  }

  text(text, [x, y], size, type, fill) {
    const made = element("text", { x: px(x), y: px(y), "font-size": px(size), class: type || "mark" }, text);
    if (fill) made.setAttribute("fill", fill);
    return made;
  }

  /** The pieces of a position, the lower ones first. */
  pieces(position, marks, centres) {
    const group = element("g", { "aria-hidden": "true", class: "pieces" });
    const chains = [];
    centres.forEach((_, cell) => {
      const floor = this.floorOf(position, cell);
      if (floor) group.append(this.piece(this.look(floor), centres[cell]));
    });
    for (const target of this.puzzle.targets || []) {
      for (const cell of target.at) if (centres[cell]) group.append(this.piece(this.placed(target), centres[cell]));
    }
    // What lies on edges is below what lies on the cells that it joins.
    const order = centres.map((_, cell) => cell);
    if (this.sorts !== "") order.sort((a, b) => this.isFace(a) - this.isFace(b) || a - b);
    order.forEach((cell) => {
      const centre = centres[cell];
      const look = this.look(position[cell]);
      if (look.f === "chain") chains.push([cell, look]);
      if (look.f !== "disc" && look.f !== "block") return;
      const laid = this.given !== undefined && this.given.size > 0 && !this.given.has(cell);
      const made = this.piece(look, centre, marks.has(cell) ? marks.get(cell) : look.m, laid, cell);
      made.dataset.cell = cell;
      group.append(made);
    });
    const spine = [];
    for (const [cell, look] of chains) {
      const pairs = look.domino ? [] : spine;
      for (const link of look.links) {
        const other = this.puzzle.neighbours[link][cell];
        if (other !== null && other > cell) pairs.push([centres[cell], centres[other]]);
      }
      group.append(...(look.domino ? pairs.map((pair) => this.domino(pair)) : []));
    }
    group.append(...this.spines(spine));
    for (const [cell, look] of chains) {
      group.append(this.bead(look.c, centres[cell], look.m, look.domino ? look.domino[0] : "bead"));
    }
    return group;
  }

  /** A piece of a picture with its look. */
  placed(piece) {
    return { ...this.puzzle.looks[piece.k], ...piece };
  }

  /** The pieces of a drawn goal. */
  wanted(pieces) {
    const group = element("g", { "aria-hidden": "true", class: "pieces" });
    for (const piece of pieces.map((one) => this.placed(one))) {
      const points = piece.at.map((cell) => this.places[cell]);
      if (piece.f !== "chain") {
        group.append(this.piece(piece, points[0], piece.m, false, piece.at[0]));
        continue;
      }
      if (piece.domino) {
        group.append(this.domino(points));
      } else group.append(...this.spines(points.slice(1).map((point, at) => [points[at], point])));
      points.forEach((point, at) => {
        const [mark, colour] = piece.labels[at] || ["", piece.c];
        group.append(this.bead(colour, point, mark, piece.domino ? piece.domino[at] || "" : "bead"));
      });
    }
    return group;
  }

  circle([x, y], radius, fill) {
    return element("circle", { cx: px(x), cy: px(y), r: px(radius), fill, class: "rim" });
  }

  /** The cell of a chain: a disc with its label, pips, or the label alone. */
  bead(colour, centre, mark, kind) {
    if (kind === "") return this.text(mark, centre, 0.4, "", "#111111");
    if (kind !== "bead") return this.markup(kind, centre);
    return element("g", {}, this.circle(centre, 0.28, colour), this.text(mark, centre, 0.34, "", ink(colour)));
  }

  /** A domino from the centre of one cell to that of the other. */
  domino([[x1, y1], [x2, y2]]) {
    const [length, half] = [Math.hypot(x2 - x1, y2 - y1), 0.42];
    const turn = Math.round((Math.atan2(y2 - y1, x2 - x1) * 18000) / Math.PI) / 100;
    const body = element("rect", {
      x: px(-half), y: px(-half), width: px(length + 2 * half), height: px(2 * half), rx: px(0.12), fill: "#f6f0e0", class: "rim",
    });
    const middle = element("path", {
      d: `M${px(length / 2)} ${px(0.08 - half)}v${px(2 * half - 0.16)}`, stroke: "#111111", "stroke-opacity": 0.5, "stroke-width": 1.2,
    });
    return element("g", { transform: `translate(${px(x1)} ${px(y1)}) rotate(${turn})` }, body, middle);
  }

  spines(pairs) {
    const line = ([[x1, y1], [x2, y2]], stroke, width) =>
      element("line", {
        x1: px(x1), y1: px(y1), x2: px(x2), y2: px(y2), stroke, "stroke-width": px(width), "stroke-linecap": "round",
      });
    return [...pairs.map((pair) => line(pair, "#4d4638", 0.78)), ...pairs.map((pair) => line(pair, "#cbb994", 0.7))];
  }

  /** The marks of the blocks of a position: those of the position before stay with their blocks. */
  marks(before, old, after) {
    const marks = new Map();
    const gone = new Map();
    const isBlock = (content) => content !== 0 && this.look(content).f === "block";
    for (const [cell, mark] of old) {
      if (after[cell] === before[cell]) marks.set(cell, mark);
      else gone.set(before[cell], [...(gone.get(before[cell]) || []), mark]);
    }
    for (let cell = 0; cell < this.count; cell += 1) {
      if (marks.has(cell) || !isBlock(after[cell])) continue;
      const waiting = gone.get(after[cell]);
      if (waiting && waiting.length > 0) marks.set(cell, waiting.shift());
    }
    return marks;
  }
}

/** The part of an endless board that is shown: what lies around all pieces so far. */
class Extent {
  constructor(board) {
    this.board = board;
    const [, first] = board.places[0] || [0, 0];
    this.margin = board.places.every(([, y]) => y === first) ? 3 : 2;
    this.box = [Infinity, Infinity, -Infinity, -Infinity];
  }

  /** Makes room for pieces on these cells. */
  add(cells) {
    for (const cell of cells) {
      const [x, y] = this.board.places[cell];
      const [left, top, right, bottom] = this.box;
      this.box = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
    }
  }

  /** Makes room for the pieces of a position. */
  hold(position) {
    this.add(this.board.places.map((_, cell) => cell).filter((cell) => position[cell] !== 0));
  }

  /** The cells that are shown. */
  cells() {
    const [left, top, right, bottom] = this.box;
    const near = ([x, y]) =>
      x >= left - this.margin && x <= right + this.margin && y >= top - this.margin && y <= bottom + this.margin;
    return new Set(this.board.places.map((_, cell) => cell).filter((cell) => near(this.board.places[cell])));
  }
}
