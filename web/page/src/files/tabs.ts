// The row of open files.

import { button, find, make } from "../ui/dom.js";
import type { Workspace } from "./workspace.js";

export interface TabActions {
  remove(file: string): void;
  rename(file: string): void;
  isUnsaved(file: string): boolean;
  /** Whether closing a tab keeps its file, as it does on a disk. */
  closes: boolean;
}

export function showTabs(workspace: Workspace, { remove, rename, isUnsaved, closes }: TabActions): () => void {
  /** The files that were shown; of a folder with many files only these have tabs. */
  const seen = new Set<string>();
  const close = (file: string): void => {
    if (!closes) return remove(file);
    const other = [...seen].find((name) => name !== file && workspace.files.has(name));
    if (other === undefined) return;
    seen.delete(file);
    workspace.show(other);
  };
  const draw = (): void => {
    seen.add(workspace.file);
    const focused = document.activeElement?.closest("#tabs li")?.getAttribute("data-file");
    const names = [...workspace.files.keys()].filter((file) => !closes || seen.has(file) || isUnsaved(file));
    const several = names.length > 1;
    const rows = names.map((file) => {
      const here = file === workspace.file;
      const mark = isUnsaved(file) ? " •" : "";
      const open = button(`${file}${mark}`, () => (here && !closes ? rename(file) : workspace.show(file)), {
        title: here && !closes ? `${file}: click to rename` : file,
        ...(here ? { "aria-current": "page" } : {}),
      });
      const end = here && several ? button("×", () => close(file), { class: "close", "aria-label": `${closes ? "Close" : "Remove"} ${file}` }) : null;
      return make("li", { "data-file": file }, open, end);
    });
    find("tabs").replaceChildren(...rows);
    const again = [...find("tabs").children].find((row) => row.getAttribute("data-file") === focused);
    if (focused !== undefined && again) again.querySelector("button")?.focus();
    find("tabs").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  workspace.listen((change) => {
    if (change !== "text") draw();
  });
  draw();
  return draw;
}
