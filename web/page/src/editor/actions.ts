// Commands of the editor that the engine carries out: rename, definition, references, format, explanations.

import { type Ask, type Editor } from "./editor.js";
import { reasonOf } from "../engine/engine.js";
import type { Workspace } from "../files/workspace.js";
import { choose } from "../ui/choose.js";
import { enterLine, openDialog } from "../ui/dialog.js";
import { make } from "../ui/dom.js";
import { markdown } from "../ui/markdown.js";
import { say } from "../ui/notice.js";

export class EditorActions {
  constructor(private readonly workspace: Workspace, private readonly editor: () => Editor, private readonly ask: Ask) {}

  /** The page of a code. */
  async explain(code: string): Promise<void> {
    await this.attempt(async () => {
      const { markdown: text } = await this.ask({ do: "codes", code });
      openDialog(`${code} explained`, (body) => body.append(make("div", { class: "prose" }, ...markdown(text))));
    });
  }

  async rename(): Promise<void> {
    const { view } = this.editor();
    const at = view.state.selection.main.head;
    const word = view.state.wordAt(at);
    const old = word ? view.state.sliceDoc(word.from, word.to) : "";
    const name = await enterLine(`Rename ${old || "the name at the cursor"}`, "New name", old, (text) => (text === "" ? "A name has at least one letter." : null));
    if (name === null || name === old) return this.editor().view.focus();
    await this.attempt(async () => {
      const { edits } = await this.ask({ do: "rename", file: this.workspace.file, at, name });
      this.editor().apply(edits);
      say(edits.length === 1 ? "Renamed in one place." : `Renamed in ${edits.length} places.`);
    });
    this.editor().view.focus();
  }

  async definition(): Promise<void> {
    await this.attempt(async () => {
      const place = await this.ask({ do: "definition", file: this.workspace.file, at: this.head() });
      if (place === null) say("There is no definition of this.");
      else await this.go(place.file, place.start, place.end);
    });
  }

  async references(): Promise<void> {
    await this.attempt(async () => {
      const { places } = await this.ask({ do: "references", file: this.workspace.file, at: this.head() });
      if (places.length === 0) return say("This is used nowhere.");
      choose("Uses", "Search the uses", places.map(({ file, start, end }) => {
        const text = this.workspace.files.get(file) ?? "";
        const line = text.slice(0, start).split("\n").length;
        return { label: text.split("\n")[line - 1]?.trim() ?? "", detail: `${file}, line ${line}`, action: () => void this.go(file, start, end) };
      }));
    });
  }

  async outline(): Promise<void> {
    await this.attempt(async () => {
      const { symbols } = await this.ask({ do: "outline", file: this.workspace.file });
      choose("Go to a name", "Search the names of this file", symbols.map((symbol) => ({
        label: symbol.name, detail: symbol.kind, action: () => this.editor().go(this.workspace.file, symbol.nameStart, symbol.nameEnd),
      })));
    });
  }

  async format(): Promise<void> {
    const { version } = this.workspace;
    await this.attempt(async () => {
      const { text } = await this.ask({ do: "format", file: this.workspace.file });
      // What was typed meanwhile is worth more than its layout.
      if (version !== this.workspace.version) return;
      if (text === this.workspace.text) say("Nothing to change.");
      else this.editor().replace(text);
    });
  }

  /** Goes to a place; one in the standard library is shown in a dialog. */
  private async go(file: string, start: number, end: number): Promise<void> {
    if (this.workspace.files.has(file)) return this.editor().go(file, start, end);
    const { text } = await this.ask({ do: "source", file });
    const mark = make("mark", {}, text.slice(start, end));
    openDialog(file.replace(/^stdlib:/, "Standard library: "), (body) => {
      body.append(make("pre", { class: "source", tabindex: "0" }, text.slice(0, start), mark, text.slice(end)));
      requestAnimationFrame(() => mark.scrollIntoView({ block: "center" }));
    }, "wide");
  }

  private head(): number {
    return this.editor().view.state.selection.main.head;
  }

  private async attempt(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      say(reasonOf(error));
    }
  }
}
