// The dialogs of files: open, new, share, download.

import { type Engine, reasonOf, type Value } from "../engine/engine.js";
import type { Selected } from "../board/selection.js";
import { choose, type Entry } from "../ui/choose.js";
import { openDialog } from "../ui/dialog.js";
import { button, download, find, make } from "../ui/dom.js";
import { say } from "../ui/notice.js";
import type { Draft, Drafts } from "./drafts.js";
import { pack } from "./link.js";
import type { Snapshot, Workspace } from "./workspace.js";

/** Starter files: name, title, text; the build puts them here. */
declare const STARTERS: readonly { name: string; title: string; text: string }[];

export const starters = (): readonly { name: string; title: string; text: string }[] => STARTERS;

export interface Opening {
  /** Opens files as a new draft. */
  open(snapshot: Snapshot, said: string): void;
  resume(draft: Draft): void;
  /** Lets the user choose files. */
  pick(): void;
}

/** The first words of a file that are for people. */
function titleOf({ file, files }: Snapshot): string {
  const text = files[file] ?? "";
  return /title\s+"([^"]+)"/.exec(text)?.[1] ?? /puzzle\s+([\p{L}_][\p{L}\p{N}_]*)/u.exec(text)?.[1] ?? file;
}

export class FileMenus {
  private examples: Promise<Value<"examples">> | null = null;

  constructor(private readonly engine: Engine, private readonly workspace: Workspace, private readonly drafts: Drafts, private readonly opening: Opening) {}

  /** Reads the list of examples, so that it opens at once. */
  prepare(): Promise<Value<"examples">> {
    return (this.examples ??= this.engine.request({ do: "examples" }).catch((error: unknown) => {
      this.examples = null;
      throw error;
    }));
  }

  /** Examples, starters, drafts, and files of this device. */
  async open(): Promise<void> {
    let entries: Entry[] = [];
    let why = "";
    try {
      const { examples } = await this.prepare();
      entries = examples.map(({ path, title, group }) => ({
        label: title, detail: path, group: group === "" ? "Examples" : `Examples: ${group}`, words: path, action: () => void this.example(path),
      }));
    } catch (error) {
      why = reasonOf(error);
    }
    const extra = make("div", { class: "actions" }, button("Choose a file…", () => {
      extra.closest("dialog")?.close();
      this.opening.pick();
    }), make("span", { class: "soft" }, "or drop it on the page: puzzles, PuzzleScript, XSB, PDDL, pictures as text"));
    if (why !== "") extra.append(make("p", { class: "fault" }, why));
    choose("Open", "Search examples and drafts", [...this.kept(), ...entries, ...this.fresh()], extra);
  }

  /** Starters. */
  begin(): void {
    choose("New puzzle", "Search games", this.fresh());
  }

  async example(path: string): Promise<void> {
    try {
      const { files, file } = await this.engine.request({ do: "example", path });
      this.opening.open({ file, files }, "");
    } catch (error) {
      say(reasonOf(error));
    }
  }

  async share(): Promise<void> {
    const fragment = await pack(this.workspace.snapshot());
    const link = `${location.origin === "null" ? location.href.split("#")[0] ?? "" : `${location.origin}${location.pathname}`}${fragment}`;
    openDialog("Share", (body) => {
      const input = make("input", { id: "link", type: "text", readonly: true, value: link });
      const said = make("p", { role: "status", class: "soft" }, "The link holds the whole text. It is sent nowhere until you send it.");
      const copy = button("Copy the link", () => {
        input.select();
        navigator.clipboard.writeText(link).then(() => (said.textContent = "Copied."), () => (said.textContent = "Copy the selected text."));
      }, { class: "main" });
      body.append(make("label", { for: "link" }, "Link to this text"), input, make("div", { class: "actions" }, copy), said);
      if (link.length > 8000) body.append(make("p", { class: "fault" }, `The link has ${Math.ceil(link.length / 1000)} thousand letters. Some programs cut links of this length; send the file instead.`));
      queueMicrotask(() => input.select());
    });
  }

  saveFile(): void {
    const { file, text } = this.workspace;
    download(file.split("/").pop() ?? file, text, "text/plain;charset=utf-8");
  }

  async savePicture(selected: Selected | null): Promise<void> {
    if (selected === null) return say("The text has no puzzle yet.");
    try {
      const { svg } = await this.engine.request({ do: "render", ...selected });
      download(`${selected.puzzle}.svg`, svg, "image/svg+xml");
    } catch (error) {
      say(reasonOf(error));
    }
  }

  async savePage(selected: Selected | null): Promise<void> {
    if (selected === null) return say("The text has no puzzle yet.");
    say("The page is being made: its puzzles are solved first.");
    try {
      const { html } = await this.engine.request({ do: "publish", file: selected.file, limits: { seconds: 30 } });
      download(`${(selected.file.split("/").pop() ?? "puzzle").replace(/\.[^.]*$/, "")}.html`, html, "text/html");
      say("The page is in your downloads.");
    } catch (error) {
      say(reasonOf(error));
    }
  }

  /** What can be downloaded. */
  downloads(selected: () => Selected | null): void {
    choose("Download", "Search", [
      { label: "The text", detail: this.workspace.file, action: () => this.saveFile() },
      { label: "A page that plays the puzzles", detail: "HTML", action: () => void this.savePage(selected()) },
      { label: "A picture of the start", detail: "SVG", action: () => void this.savePicture(selected()) },
    ]);
  }

  private fresh(): Entry[] {
    return starters().map(({ name, title, text }) => ({
      label: title, detail: name, group: "New", words: "new starter", action: () => this.opening.open({ file: name, files: { [name]: text } }, ""),
    }));
  }

  /** The files of the folder that is served, or the drafts. */
  private kept(): Entry[] {
    if (this.engine.kind === "server") {
      return [...this.workspace.files].map(([file, text]) => ({
        label: file, group: "Files of the folder", words: titleOf({ file, files: { [file]: text } }), action: () => this.workspace.show(file),
      }));
    }
    const when = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
    return this.drafts.all().map((draft) => ({
      label: titleOf(draft), detail: when.format(draft.when), group: "Your drafts on this device", words: Object.keys(draft.files).join(" "),
      action: () => this.opening.resume(draft),
    }));
  }
}

/** A button of the page that opens a dialog. */
export const opens = (id: string, action: () => void): void => find(id).addEventListener("click", () => action());
