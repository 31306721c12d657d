// The files of `puzzlec serve`: saving, and changes made by other programs.

import type { ServerEngine } from "../engine/server.js";
import { reasonOf } from "../engine/engine.js";
import { say } from "../ui/notice.js";
import type { Workspace } from "./workspace.js";

export class Disk {
  /** The texts as they are on the disk. */
  private saved = new Map<string, string>();
  onsaved: () => void = () => undefined;

  constructor(private readonly engine: ServerEngine, private readonly workspace: Workspace) {
    window.addEventListener("beforeunload", (event) => {
      if ([...workspace.files.keys()].some((file) => this.isUnsaved(file))) event.preventDefault();
    });
  }

  isUnsaved(file: string): boolean {
    return this.saved.get(file) !== this.workspace.files.get(file);
  }

  /** Reads all files, and listens to changes. */
  async open(wanted: string): Promise<void> {
    this.saved = await this.engine.readFiles();
    const names = [...this.saved.keys()].sort();
    const first = names.find((name) => name === wanted) ?? names.find((name) => name.endsWith(".puzzle")) ?? names[0];
    if (first === undefined) {
      const name = "new.puzzle";
      this.workspace.open({ file: name, files: { [name]: "edition 2\n" } });
    } else this.workspace.open({ file: first, files: Object.fromEntries(this.saved) });
    void this.listen();
  }

  async save(): Promise<void> {
    const { file, text } = this.workspace;
    try {
      await this.engine.save(file, text);
      this.saved.set(file, text);
      say(`Saved ${file}.`);
      this.onsaved();
    } catch (error) {
      say(`${file} was not saved: ${reasonOf(error)}`);
    }
  }

  /** Listens until the program ends; a stream that was cut is opened again once. */
  private async listen(): Promise<void> {
    await this.engine.listen((names) => void this.changed(names).catch(() => undefined), () => void this.again());
  }

  private async again(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    try {
      await this.changed([...this.saved.keys()]);
      void this.listen();
    } catch (error) {
      say(reasonOf(error), { label: "Connect again", action: () => void this.again() });
    }
  }

  private async changed(names: readonly string[]): Promise<void> {
    const disk = await this.engine.readFiles();
    for (const name of new Set([...names, ...disk.keys()])) {
      const [before, now, here] = [this.saved.get(name), disk.get(name), this.workspace.files.get(name)];
      if (now === before) continue;
      if (now === undefined) {
        this.saved.delete(name);
        if (here === before) this.workspace.remove(name);
      } else {
        this.saved.set(name, now);
        if (here === now) continue;
        if (here === undefined || here === before) this.workspace.set(name, now);
        else say(`${name} has changed on the disk and here.`, { label: "Take the disk's text", action: () => this.workspace.set(name, now) });
      }
    }
    this.onsaved();
  }
}
