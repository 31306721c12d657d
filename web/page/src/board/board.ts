// The board beside the text, in a frame of its own that may run its program and nothing else.

import type { Edit, Picture, Value } from "../../../api.js";
import { type Engine, reasonOf } from "../engine/engine.js";
import type { Workspace } from "../files/workspace.js";
import { find } from "../ui/dom.js";
import { pictureOf } from "../editor/hover.js";
import type { Selected, Selection } from "./selection.js";

/** The page of the frame, with its program; the build puts it here. */
declare const BOARD_PAGE: string;

type Wish =
  | { kind: "ready" }
  | { kind: "paint"; picture: Picture; cells: string[]; mark: string }
  | { kind: "moved"; solved: boolean }
  | { kind: "key"; key: string; mod: boolean; shift: boolean; alt: boolean };

export interface BoardHost {
  /** The plan of the last answer, if it belongs to the text as it is now. */
  plan(selected: Selected): { plan: string[]; answer: string; least: boolean } | undefined;
  /** Whether the text has an error. */
  broken(): boolean;
  apply(edits: readonly Edit[]): void;
  key(event: { key: string; mod: boolean; shift: boolean; alt: boolean }): void;
  moved(solved: boolean): void;
}

export class BoardPane {
  private readonly frame = find<HTMLIFrameElement>("board");
  private ready = false;
  private busy = false;
  private again = false;
  private open = false;
  /** The puzzle whose board is shown. */
  private shown = "";

  constructor(private readonly engine: Engine, private readonly workspace: Workspace, private readonly selection: Selection, private readonly host: BoardHost) {
    window.addEventListener("message", ({ source, data }: MessageEvent<Wish>) => {
      if (source === this.frame.contentWindow) void this.fulfil(data);
    });
    this.frame.srcdoc = BOARD_PAGE;
  }

  /** Draws the board again; with `open` the solution is shown from its first step. */
  async refresh(open = false): Promise<void> {
    this.open ||= open;
    if (!this.ready || this.busy) {
      this.again = true;
      return;
    }
    this.busy = true;
    do {
      this.again = false;
      await this.draw();
    } while (this.again);
    this.busy = false;
  }

  /** Puts the focus on the board. */
  focus(): void {
    this.frame.focus();
  }

  private async draw(): Promise<void> {
    const selected = this.selection.current;
    const { version } = this.workspace;
    if (selected === null) return this.say(this.host.broken() ? "The board appears as soon as the text has no error." : "", { board: null });
    const { file, puzzle, set } = selected;
    const key = `${file}\n${puzzle}`;
    const known = this.host.plan(selected);
    let answer: Value<"board">;
    let pictures: (Value<"painted"> | null)[] = [null, null];
    try {
      answer = await this.engine.request({ do: "board", file, puzzle, set, ...(known ? { plan: known.plan } : {}) });
      // A plan alone does not say that none is shorter.
      const drawn = answer.board as { solution?: { least?: boolean }; answer?: string } | null;
      if (known && drawn?.solution) {
        drawn.answer = known.answer;
        if (known.least) drawn.solution.least = true;
      }
      if (version !== this.workspace.version && !this.again) this.again = true;
      if (answer.board !== null || !this.selection.keyed) {
        const one = (picture: Picture): Promise<Value<"painted">> => this.engine.request({ do: "painted", file, puzzle, picture }).catch(() => null);
        pictures = [await one("start"), await one("goal")];
      }
    } catch (error) {
      answer = { board: null, why: reasonOf(error) };
    }
    const keep = answer.board === null && this.shown === key && this.host.broken();
    if (!keep) this.shown = answer.board === null ? "" : key;
    this.say(keep ? "The text has an error. This is the last board before it." : "", { ...answer, keep, start: pictures[0], goal: pictures[1], open: this.open && answer.board !== null });
    if (answer.board !== null) this.open = false;
    await this.drawStill(answer.board === null && !keep ? selected : null);
  }

  /** A picture of a puzzle that the frame cannot play. */
  private async drawStill(selected: Selected | null): Promise<void> {
    const still = find("still");
    if (selected === null || !this.selection.keyed || this.host.broken()) return still.replaceChildren();
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    try {
      const { svg } = await this.engine.request({ do: "render", file: selected.file, puzzle: selected.puzzle, set: selected.set, dark });
      still.replaceChildren(pictureOf(svg, `The start of ${selected.puzzle}`));
    } catch {
      still.replaceChildren();
    }
  }

  private say(note: string, message: object): void {
    const line = find("board-note");
    if (line.textContent !== note) line.textContent = note;
    this.frame.contentWindow?.postMessage({ kind: "board", ...message }, "*");
  }

  private async fulfil(wish: Wish): Promise<void> {
    switch (wish.kind) {
      case "ready":
        this.ready = true;
        return this.refresh();
      case "moved":
        return this.host.moved(wish.solved);
      case "key":
        return this.host.key(wish);
      case "paint":
        return this.paint(wish);
    }
  }

  private async paint({ picture, cells, mark }: Extract<Wish, { kind: "paint" }>): Promise<void> {
    const selected = this.selection.current;
    if (selected === null) return;
    const { version } = this.workspace;
    try {
      const { edits } = await this.engine.request({ do: "paint", file: selected.file, puzzle: selected.puzzle, picture, cells, mark });
      if (version !== this.workspace.version) throw new Error("The text changed meanwhile; paint again.");
      this.host.apply(edits);
      if (edits.length === 0) void this.refresh();
    } catch (error) {
      this.frame.contentWindow?.postMessage({ kind: "refused", why: reasonOf(error) }, "*");
    }
  }
}
