// The row of open files.

import { button, find, make } from "../ui/dom.js";
import type { Workspace } from "./workspace.js";

export function showTabs(workspace: Workspace, remove: (file: string) => void, rename: (file: string) => void, unsaved: (file: string) => boolean): () => void {
  const draw = (): void => {
    const focused = document.activeElement?.closest("#tabs li")?.getAttribute("data-file");
    const several = workspace.files.size > 1;
    const rows = [...workspace.files.keys()].map((file) => {
      const here = file === workspace.file;
      const mark = unsaved(file) ? " •" : "";
      const open = button(`${file}${mark}`, () => (here ? rename(file) : workspace.show(file)), {
        title: here ? `${file}: click to rename` : file,
        ...(here ? { "aria-current": "page" } : {}),
      });
      const close = here && several ? button("×", () => remove(file), { class: "close", "aria-label": `Remove ${file}` }) : null;
      return make("li", { "data-file": file }, open, close);
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
