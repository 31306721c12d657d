// The commands of the page: their names, their keys, and the list of all of them.

import type { KeyBinding } from "@codemirror/view";
import { choose } from "./ui/choose.js";
import { isMac, keyName } from "./ui/dom.js";

export interface Command {
  label: string;
  group: string;
  /** Such as `Mod-Shift-f`; several with blanks between them. */
  keys?: string;
  words?: string;
  action: () => void;
}

/** A key event, also one that the board hands on. */
export interface Pressed {
  key: string;
  mod: boolean;
  shift: boolean;
  alt: boolean;
}

export class Commands {
  private readonly all: Command[] = [];

  add(...commands: Command[]): void {
    this.all.push(...commands);
  }

  /** The keys for the editor, which takes its own keys first. */
  bindings(): KeyBinding[] {
    return this.all.flatMap(({ keys, action }) => listed(keys).map((key) => ({
      key,
      preventDefault: true,
      run: () => {
        action();
        return true;
      },
    })));
  }

  /** Shows all commands. */
  open(): void {
    choose("Commands", "Search commands", this.all.map(({ label, group, keys, words, action }) => ({
      label, group, action,
      ...(words === undefined ? {} : { words }),
      ...(keys === undefined ? {} : { detail: listed(keys).map((one) => keyName(one.replace(/-([a-z])$/, (_, key: string) => `-${key.toUpperCase()}`))).join(", ") }),
    })));
  }

  /** Runs the command of a key; false if there is none. */
  press(pressed: Pressed): boolean {
    const found = this.all.find(({ keys }) => listed(keys).some((one) => fits(one, pressed)));
    found?.action();
    return found !== undefined;
  }

  /** Takes keys outside of the editor. */
  listen(): void {
    document.addEventListener("keydown", (event) => {
      if (event.defaultPrevented || document.querySelector("dialog[open]") !== null) return;
      const pressed = { key: event.key, mod: isMac ? event.metaKey : event.ctrlKey, shift: event.shiftKey, alt: event.altKey };
      if (this.press(pressed)) event.preventDefault();
    });
  }
}

const listed = (keys: string | undefined): string[] => keys?.split(" ") ?? [];

function fits(keys: string, { key, mod, shift, alt }: Pressed): boolean {
  const parts = keys.split("-");
  const last = parts.pop() ?? "";
  return last.toLowerCase() === key.toLowerCase() && parts.includes("Mod") === mod && parts.includes("Shift") === shift && parts.includes("Alt") === alt;
}
