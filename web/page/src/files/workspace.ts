// The open files: their names, their texts, and which one is shown.

export interface Snapshot {
  file: string;
  files: Record<string, string>;
}

type Change = "text" | "files" | "shown";
type Listener = (change: Change, file: string) => void;

export class Workspace {
  private texts = new Map<string, string>();
  private current = "";
  private readonly listeners: Listener[] = [];
  /** Grows with every change of a text. */
  version = 0;

  get files(): ReadonlyMap<string, string> {
    return this.texts;
  }

  /** The name of the file that is shown. */
  get file(): string {
    return this.current;
  }

  get text(): string {
    return this.texts.get(this.current) ?? "";
  }

  /** The puzzle file that board and answers belong to: the shown file, or the first puzzle file beside a script. */
  get subject(): string {
    if (isPuzzle(this.current)) return this.current;
    return [...this.texts.keys()].find(isPuzzle) ?? this.current;
  }

  listen(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** Replaces all files. */
  open({ file, files }: Snapshot): void {
    this.texts = new Map(Object.entries(files));
    this.current = this.texts.has(file) ? file : ([...this.texts.keys()][0] ?? "");
    this.say("files", this.current);
  }

  /** Sets a text; a new name adds a file. */
  set(file: string, text: string): void {
    const known = this.texts.get(file);
    if (known === text) return;
    this.texts.set(file, text);
    this.say(known === undefined ? "files" : "text", file);
  }

  /** A name like this one that no file has. */
  free(name: string): string {
    return freeName(name, this.texts);
  }

  /** Adds a file under a free name and shows it; returns the name. */
  add(name: string, text: string): string {
    const free = this.free(name);
    this.texts.set(free, text);
    this.current = free;
    this.say("files", free);
    return free;
  }

  remove(file: string): void {
    if (this.texts.size <= 1 || !this.texts.delete(file)) return;
    if (this.current === file) this.current = [...this.texts.keys()][0] ?? "";
    this.say("files", this.current);
  }

  rename(file: string, name: string): void {
    if (!this.texts.has(file) || this.texts.has(name)) return;
    this.texts = new Map([...this.texts].map(([key, text]) => [key === file ? name : key, text]));
    if (this.current === file) this.current = name;
    this.say("files", name);
  }

  show(file: string): void {
    if (!this.texts.has(file) || this.current === file) return;
    this.current = file;
    this.say("shown", file);
  }

  snapshot(): Snapshot {
    return { file: this.current, files: Object.fromEntries(this.texts) };
  }

  private say(change: Change, file: string): void {
    if (change !== "shown") this.version += 1;
    for (const listener of this.listeners) listener(change, file);
  }
}

/** Whether a file has puzzles: ours, or one of PuzzleScript. */
export const isPuzzle = (name: string): boolean => /\.(puzzle|txt)$/.test(name);

/** A name that no file has. */
export function freeName(name: string, files: ReadonlyMap<string, unknown>): string {
  if (!files.has(name)) return name;
  const [, stem = name, ending = ""] = /^(.*?)(\.[^.]*)?$/.exec(name) ?? [];
  for (let number = 2; ; number += 1) {
    const other = `${stem}-${number}${ending}`;
    if (!files.has(other)) return other;
  }
}

/** Why a name cannot be that of a file; null if it can. */
export function faultOfName(name: string, files: ReadonlyMap<string, unknown>): string | null {
  if (!/\.(puzzle|rhai|txt)$/.test(name)) return "The name ends in .puzzle or .rhai (or .txt for PuzzleScript).";
  if (!/^[\p{L}\p{N}_][\p{L}\p{N}_. -]*(\/[\p{L}\p{N}_][\p{L}\p{N}_. -]*)*$/u.test(name)) return "A name has letters, digits, dots and hyphens.";
  return files.has(name) ? "There is a file of this name." : null;
}

/** Whether a value read from elsewhere has the form of a snapshot. */
export function isSnapshot(value: unknown): value is Snapshot {
  if (typeof value !== "object" || value === null) return false;
  const { file, files } = value as { file?: unknown; files?: unknown };
  if (typeof file !== "string" || typeof files !== "object" || files === null || Array.isArray(files)) return false;
  const texts = Object.entries(files);
  return texts.length > 0 && texts.length <= 200 && texts.every(([name, text]) => name !== "" && name.length <= 200 && typeof text === "string");
}

/** Whether two snapshots have the same texts. */
export function sameTexts(one: Snapshot, other: Snapshot): boolean {
  const names = Object.keys(one.files);
  return names.length === Object.keys(other.files).length && names.every((name) => one.files[name] === other.files[name]);
}
