// What is opened: the text of a link, a draft, an example, files that are dropped.

import type { App } from "../app.js";
import { reasonOf } from "../engine/engine.js";
import { find } from "../ui/dom.js";
import { isSmall, showView } from "../ui/layout.js";
import { say } from "../ui/notice.js";
import type { Draft } from "./drafts.js";
import { acceptDrops, importFiles } from "./importing.js";
import { unpack } from "./link.js";
import { starters } from "./menus.js";
import { pickFiles } from "./picker.js";
import { freeName, sameTexts, type Snapshot } from "./workspace.js";

export class Opening {
  readonly pick: () => void;

  constructor(private readonly app: App) {
    const take = (files: readonly File[]): void => void this.take(files);
    this.pick = pickFiles(take);
    acceptDrops(take);
  }

  /** Opens what the address says; otherwise the last draft, or a starter. */
  async first(): Promise<void> {
    const draft = this.app.drafts.resume();
    if (await this.follow(draft)) return;
    const starter = starters().find(({ name }) => name.startsWith("custom")) ?? starters()[0];
    if (draft !== null) this.app.workspace.open(draft);
    else if (starter) this.app.workspace.open({ file: starter.name, files: { [starter.name]: starter.text } });
  }

  /** Opens the text or example that the address names; false if it names none. */
  async follow(draft: Draft | null = null): Promise<boolean> {
    const fragment = location.hash;
    const example = /^#example=(.+)$/.exec(fragment)?.[1];
    if (example === undefined && !fragment.startsWith("#text=")) return false;
    // The address is that of this page again: what is typed next is not in the link.
    history.replaceState(null, "", location.pathname + location.search);
    try {
      const opened = example === undefined ? await unpack(fragment) : await this.example(decodeURIComponent(example));
      if (opened === null) return false;
      const before = this.app.workspace.files.size > 0 ? null : draft;
      if (before !== null && sameTexts(before, opened)) return this.app.workspace.open(before), true;
      this.open(opened, "", before);
      return true;
    } catch (error) {
      say(reasonOf(error));
      return this.app.workspace.files.size > 0;
    }
  }

  /** Opens files as a new draft; the earlier text stays among the drafts. */
  open(snapshot: Snapshot, said: string, draft: Draft | null = null): void {
    const { app } = this;
    if (app.disk) {
      for (const [name, text] of Object.entries(snapshot.files)) app.workspace.add(freeName(name, app.workspace.files), text);
      return;
    }
    const before = draft ?? (app.workspace.files.size > 0 ? app.workspace.snapshot() : null);
    if (before !== null && draft === null) app.keep();
    const kept = app.drafts.all().find((one) => before !== null && sameTexts(one, before));
    app.drafts.fork();
    app.workspace.open(snapshot);
    if (isSmall()) showView("text");
    if (kept !== undefined && before !== null && !isUntouched(before)) {
      say(said || "Your earlier text is kept among the drafts.", { label: "Back to it", action: () => this.resume(kept) });
    } else if (said) say(said);
  }

  /** Continues a draft. */
  resume(draft: Draft): void {
    const { app } = this;
    if (app.workspace.files.size > 0) app.keep();
    app.drafts.take(draft.id);
    app.workspace.open(draft);
  }

  private async example(path: string): Promise<Snapshot> {
    const { files, file } = await this.app.engine.request({ do: "example", path });
    return { file, files };
  }

  /** Opens files of this device. */
  private async take(list: readonly File[]): Promise<void> {
    if (list.length === 0) return;
    const { app } = this;
    const found = await importFiles(app.engine, list, (text) => {
      app.answers.certificate.show(app.workspace.subject, app.selection.current?.puzzle ?? "", text);
      if (isSmall()) showView("answers");
      find("certificate").focus();
    });
    if (found === null) return;
    const { snapshot, remarks } = found;
    // A script or a module beside what is open.
    const names = Object.keys(snapshot.files);
    if (names.every((name) => name.endsWith(".rhai"))) {
      for (const name of names) app.workspace.add(name, snapshot.files[name] ?? "");
    } else this.open(snapshot, remarks.length > 0 ? remarks.join(" ") : "");
  }
}

/** Whether a text is a starter that was not changed. */
function isUntouched({ files }: Snapshot): boolean {
  return Object.values(files).every((text) => starters().some((starter) => starter.text === text));
}
