// A list to search in and to choose from, by keyboard or pointer.

import { openDialog } from "./dialog.js";
import { make } from "./dom.js";

export interface Entry {
  label: string;
  /** Words at the end of the row, such as a shortcut. */
  detail?: string;
  group?: string;
  /** Further words to search for. */
  words?: string;
  action: () => void;
}

/** Entries that have all words of a text; those whose label begins with it come first. */
export function matching(entries: readonly Entry[], text: string): Entry[] {
  const words = text.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const has = (entry: Entry): boolean => {
    const all = `${entry.label} ${entry.group ?? ""} ${entry.words ?? ""}`.toLowerCase();
    return words.every((word) => all.includes(word));
  };
  return entries.filter(has);
}

let lists = 0;

/** Opens a list; `extra` stands above it. */
export function choose(title: string, hint: string, entries: readonly Entry[], extra?: HTMLElement): void {
  lists += 1;
  const id = `list-${lists}`;
  openDialog(title, (body, close) => {
    const input = make("input", {
      type: "search", role: "combobox", "aria-expanded": "true", "aria-controls": id, "aria-label": hint, "aria-autocomplete": "list",
      placeholder: hint, autocomplete: "off", spellcheck: "false",
    });
    const list = make("ul", { role: "listbox", id, "aria-label": title });
    const none = make("p", { class: "none", role: "status" });
    let shown: { entry: Entry; row: HTMLElement }[] = [];
    let at = 0;
    const mark = (to: number): void => {
      at = Math.max(0, Math.min(to, shown.length - 1));
      shown.forEach(({ row }, number) => row.setAttribute("aria-selected", String(number === at)));
      const row = shown[at]?.row;
      if (row) {
        input.setAttribute("aria-activedescendant", row.id);
        row.scrollIntoView({ block: "nearest" });
      } else input.removeAttribute("aria-activedescendant");
    };
    const take = (entry: Entry | undefined): void => {
      if (entry === undefined) return;
      close();
      entry.action();
    };
    const fill = (): void => {
      const found = matching(entries, input.value);
      shown = found.map((entry, number) => ({
        entry,
        row: make("li", { role: "option", id: `${id}-${number}`, onclick: () => take(entry), onpointermove: () => at !== number && mark(number) },
          make("span", { class: "label" }, entry.label), entry.detail ? make("span", { class: "detail" }, entry.detail) : null),
      }));
      const rows: HTMLElement[] = [];
      let group = "";
      for (const { entry, row } of shown) {
        if (entry.group !== undefined && entry.group !== group) {
          group = entry.group;
          rows.push(make("li", { role: "presentation", class: "group" }, group));
        }
        rows.push(row);
      }
      list.replaceChildren(...rows);
      none.textContent = found.length === 0 ? "Nothing has these words." : "";
      mark(0);
      list.scrollTop = 0;
    };
    input.addEventListener("input", fill);
    input.addEventListener("keydown", (event) => {
      const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
      const step = steps[event.key];
      if (event.key === "Enter") take(shown[at]?.entry);
      else if (step !== undefined) mark(Math.abs(step) === 1 ? (at + step + shown.length) % shown.length : at + step);
      else return;
      event.preventDefault();
    });
    body.append(...(extra ? [extra] : []), input, none, list);
    fill();
    queueMicrotask(() => input.focus());
  }, "choose");
}
