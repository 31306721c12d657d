// Which puzzle of the text is shown, and the values of its parameters.

import type { Puzzle, Settings } from "../../../api.js";
import { find, make } from "../ui/dom.js";

export interface Selected {
  file: string;
  puzzle: string;
  set: Settings;
}

export class Selection {
  private file = "";
  private puzzles: readonly Puzzle[] = [];
  private name = "";
  /** By file and puzzle. */
  private readonly settings = new Map<string, Settings>();
  private shown = "";
  onchange: () => void = () => undefined;

  constructor() {
    find<HTMLSelectElement>("puzzle").addEventListener("change", (event) => {
      this.name = (event.target as HTMLSelectElement).value;
      this.draw();
      this.onchange();
    });
  }

  /** The chosen puzzle; null if the text has none. */
  get current(): Selected | null {
    if (this.name === "") return null;
    return { file: this.file, puzzle: this.name, set: this.settings.get(this.key) ?? {} };
  }

  /** Whether the chosen puzzle is played by keys. */
  get keyed(): boolean {
    return this.puzzles.find(({ name }) => name === this.name)?.keys ?? false;
  }

  /** Whether the chosen puzzle has holes, of which others are made. */
  get holes(): boolean {
    return this.puzzles.find(({ name }) => name === this.name)?.holes ?? false;
  }

  /** How many expectations the file has. */
  get expectations(): number {
    return this.puzzles.reduce((sum, puzzle) => sum + puzzle.expectations, 0);
  }

  /** Takes over the puzzles of a text. A text that has none because of an error keeps the last ones. */
  update(file: string, puzzles: readonly Puzzle[], broken: boolean): void {
    if (file === this.file && broken && puzzles.length === 0) return;
    const other = file !== this.file;
    this.file = file;
    this.puzzles = puzzles;
    if (other || !puzzles.some(({ name }) => name === this.name)) this.name = puzzles[0]?.name ?? "";
    this.draw();
  }

  /** Chooses the puzzle around an offset of the text. */
  follow(file: string, at: number): void {
    if (file !== this.file) return;
    // A puzzle begins with its keyword, before its name.
    const found = this.puzzles.filter(({ start }) => start - "puzzle ".length <= at).at(-1);
    if (found === undefined || found.name === this.name) return;
    this.name = found.name;
    this.draw();
    this.onchange();
  }

  private get key(): string {
    return `${this.file}\n${this.name}`;
  }

  private draw(): void {
    const params = this.puzzles.find(({ name }) => name === this.name)?.params ?? [];
    const state = JSON.stringify([this.file, this.name, this.puzzles.map(({ name, title }) => [name, title]), params]);
    if (state === this.shown) return;
    this.shown = state;
    const select = find<HTMLSelectElement>("puzzle");
    select.replaceChildren(...this.puzzles.map(({ name, title }) => make("option", { value: name }, title || name)));
    select.value = this.name;
    find("puzzle-choice").hidden = this.puzzles.length < 2;
    const only = this.puzzles.length === 1 ? this.puzzles[0] : undefined;
    find("puzzle-title").textContent = only ? only.title || only.name : "";
    find("params").replaceChildren(...params.map(({ name, value }) => {
      const known = (this.settings.get(this.key) ?? {})[name] ?? value;
      const input = make("input", { type: "number", step: "1", value: known === null ? "" : String(known), oninput: () => this.set(name, input.value) });
      return make("label", {}, `${name} `, input);
    }));
  }

  private set(name: string, text: string): void {
    const values = { ...(this.settings.get(this.key) ?? {}) };
    const value = Number(text);
    if (text.trim() === "" || !Number.isSafeInteger(value)) delete values[name];
    else values[name] = value;
    this.settings.set(this.key, values);
    this.onchange();
  }
}
