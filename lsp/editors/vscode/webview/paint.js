// A painter of the start and the goal: chosen marks are written into the text.

class Painter {
  constructor(ask) {
    this.ask = ask;
    this.on = false;
    this.which = "start";
    /** By picture: `{ cells: [[name, mark]], marks: [[mark, meaning]] }`, or null. */
    this.pictures = { start: null, goal: null };
    /** Whether the board on the screen is that of the text. */
    this.current = true;
    this.mark = { start: null, goal: null };
    /** The cells of a stroke, while the button is down. */
    this.stroke = null;
    for (const which of ["start", "goal"]) {
      find(`paint-${which}`).addEventListener("click", () => {
        this.which = which;
        this.draw();
      });
    }
    const canvas = find("canvas");
    canvas.addEventListener("pointerdown", (event) => {
      this.stroke = [];
      this.touch(event.target);
      event.preventDefault();
    });
    canvas.addEventListener("pointermove", (event) => {
      if (this.stroke) this.touch(document.elementFromPoint(event.clientX, event.clientY));
    });
    window.addEventListener("pointerup", () => this.send());
    canvas.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      this.stroke = [];
      this.touch(event.target);
      this.send();
      event.preventDefault();
    });
  }

  /** Takes over the pictures of a text. */
  update({ start, goal, why }) {
    this.pictures = { start: start || null, goal: goal || null };
    this.current = !why;
    find("brush").disabled = !this.board || (!start && !goal);
    if (!this.on) return;
    if (find("brush").disabled) this.toggle();
    else this.draw();
  }

  toggle() {
    this.on = !this.on;
    find("brush").setAttribute("aria-pressed", String(this.on));
    if (this.on && !this.pictures[this.which]) this.which = this.pictures.start ? "start" : "goal";
    find("board").hidden = this.on;
    for (const id of ["canvas", "paint"]) find(id).hidden = !this.on;
    if (this.on) this.draw();
    else player.say(player.state());
  }

  draw() {
    const { board, which } = this;
    const picture = this.pictures[which];
    for (const name of ["start", "goal"]) {
      find(`paint-${name}`).setAttribute("aria-pressed", String(name === which));
      find(`paint-${name}`).disabled = !this.pictures[name];
    }
    if (!picture) {
      find("canvas").replaceChildren();
      find("status").textContent = `The ${which} is not drawn as a picture.`;
      return;
    }
    if (!picture.marks.some(([mark]) => mark === this.mark[which])) this.mark[which] = picture.marks[picture.marks.length - 1][0];
    find("marks").replaceChildren(...picture.marks.map(([mark, meaning]) => {
      const button = html("button", mark, { type: "button", title: meaning, "aria-label": `${mark}: ${meaning}` });
      button.setAttribute("aria-pressed", String(mark === this.mark[which]));
      button.addEventListener("click", () => {
        this.mark[which] = mark;
        this.draw();
      });
      return button;
    }));
    const { places } = board;
    const focused = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.cell : undefined;
    const frame = board.frame(places);
    const svg = element("svg", { viewBox: frame.join(" "), class: "board", role: "group", "aria-label": `Picture of the ${which}` });
    svg.style.maxWidth = `${Math.max(frame[2] * 1.9, 300)}px`;
    const marks = new Map(picture.cells);
    const drawn = this.current && (which === "start" || this.puzzle.goal);
    svg.append(board.ground(places, find("names").checked, drawn && which === "goal" ? this.puzzle.goal.open || [] : []));
    if (drawn) {
      const { position, marks: letters } = this.first;
      svg.append(which === "start" ? board.pieces(position, letters, places) : board.wanted(this.puzzle.goal.pieces));
    } else {
      // The text has an error: the marks as they stand there.
      const letters = element("g", { class: "pieces" });
      board.names.forEach((name, cell) => {
        const mark = marks.get(name);
        if (mark && mark !== ".") letters.append(board.text(mark, places[cell], 0.5, "letter"));
      });
      svg.append(letters);
    }
    const hits = element("g", { class: "hits" });
    board.names.forEach((name, cell) => {
      if (!marks.has(name)) return;
      const label = `${name}: ${marks.get(name)}`;
      const hit = element("g", { role: "button", "data-cell": cell, class: "hit start", tabindex: "0", "aria-label": label });
      hit.append(element("polygon", { points: board.area(cell, places[cell]) }));
      hits.append(hit);
    });
    svg.append(hits);
    find("canvas").replaceChildren(svg);
    const again = focused === undefined ? null : find("canvas").querySelector(`[data-cell="${focused}"]`);
    if (again) again.focus();
    find("status").textContent = `Paint the ${which} with ${this.mark[which]}: click or drag.`;
  }

  /** Adds a cell to the stroke. */
  touch(target) {
    const hit = target && target.closest ? target.closest("#canvas .hit") : null;
    if (!hit) return;
    const cell = Number(hit.dataset.cell);
    if (this.stroke.includes(cell)) return;
    this.stroke.push(cell);
    hit.classList.add("selected");
    hit.append(this.board.text(this.mark[this.which], this.board.places[cell], 0.5, "letter"));
  }

  /** Has the stroke written into the text. */
  send() {
    const stroke = this.stroke;
    this.stroke = null;
    if (!stroke || stroke.length === 0) return;
    const cells = stroke.map((cell) => this.board.names[cell]);
    this.ask({ kind: "paint", picture: this.which, cells, mark: this.mark[this.which] });
  }

  /** Draws the picture as it is, after a stroke that was refused. */
  end() {
    if (this.on) this.draw();
  }
}
