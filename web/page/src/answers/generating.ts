// Puzzles that are made of one with holes, each in a file of its own.

import type { Value } from "../../../api.js";
import type { Selected, Selection } from "../board/selection.js";
import type { Workspace } from "../files/workspace.js";
import { find } from "../ui/dom.js";

export class Generating {
  /** By generated file the puzzle with holes. */
  private readonly origins = new Map<string, Selected>();
  /** By puzzle with holes the last seed. */
  private readonly seeds = new Map<string, number>();

  constructor(private readonly workspace: Workspace, private readonly selection: Selection) {}

  /** The puzzle with holes: the chosen one, or that of which the shown file was made; null if there is none. */
  origin(): Selected | null {
    const { current, holes } = this.selection;
    if (current === null || holes) return current;
    const origin = this.origins.get(current.file);
    return origin !== undefined && this.workspace.files.has(origin.file) ? origin : null;
  }

  /** Shows the button where there is a puzzle with holes. */
  offer(): void {
    const button = find("generate");
    button.hidden = this.origin() === null;
    button.textContent = this.selection.holes ? "⚄ Generate" : "⚄ Another";
  }

  /** The next seed for a puzzle. */
  seed({ file, puzzle }: Selected): number {
    const key = `${file}\n${puzzle}`;
    const seed = (this.seeds.get(key) ?? 0) + 1;
    this.seeds.set(key, seed);
    return seed;
  }

  /** Shows a puzzle that was made: in its own file, or in place of the one that was made before. */
  take({ name, text }: NonNullable<Value<"generate">["made"]>, origin: Selected): void {
    const { workspace } = this;
    const last = [...this.origins].filter(([file, from]) => workspace.files.has(file) && same(from, origin)).at(-1)?.[0];
    if (last === undefined) {
      // The origin is known before the file is shown.
      const file = workspace.free(name);
      this.origins.set(file, origin);
      workspace.add(file, text);
    } else {
      workspace.set(last, text);
      workspace.show(last);
    }
  }
}

const same = (one: Selected, other: Selected): boolean => one.file === other.file && one.puzzle === other.puzzle;
