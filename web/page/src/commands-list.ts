// All commands of the page, with the buttons that stand for some of them.

import { redo, undo } from "@codemirror/commands";
import { openSearchPanel } from "@codemirror/search";
import type { App } from "./app.js";
import type { Selected } from "./board/selection.js";
import { find, keyName } from "./ui/dom.js";
import { isSmall, showView } from "./ui/layout.js";
import { opens } from "./files/menus.js";

/** Moves the focus to the next part of the page. */
function nextPart(app: App): void {
  const parts = [
    { view: "text", has: () => find("text-pane").contains(document.activeElement), focus: () => app.editor.view.focus() },
    { view: "board", has: () => find("board-pane").contains(document.activeElement), focus: () => app.board.focus() },
    { view: "answers", has: () => find("answers-pane").contains(document.activeElement), focus: () => find("solve").focus() },
  ] as const;
  const next = parts[(parts.findIndex(({ has }) => has()) + 1) % parts.length];
  if (next === undefined) return;
  if (isSmall()) showView(next.view);
  next.focus();
}

/** Shows the answers, where they are not on the screen. */
function answering(action: () => void): () => void {
  return () => {
    if (isSmall()) showView("answers");
    action();
  };
}

export function addCommands(app: App): void {
  const { commands, menus, edit } = app;
  const selected = (): Selected | null => app.selection.current;
  const shown = answering;
  commands.add(
    { label: "Solve", group: "Puzzle", keys: "Mod-Enter", words: "search answer", action: shown(() => void app.answers.solve()) },
    { label: "Prove: solve, and check the certificate", group: "Puzzle", keys: "Mod-Shift-Enter", action: shown(() => void app.answers.prove()) },
    { label: "Test the expectations", group: "Puzzle", keys: "F9", words: "expect", action: shown(() => void app.answers.test()) },
    { label: "Count", group: "Puzzle", words: "positions solutions", action: shown(() => void app.answers.report("count")) },
    { label: "Analyze", group: "Puzzle", words: "theory", action: shown(() => void app.answers.report("analyze")) },
    { label: "Generate a puzzle from one with holes", group: "Puzzle", words: "another clues fill wish", action: shown(() => void app.answers.generate()) },
    { label: "Stop the search", group: "Puzzle", action: () => app.answers.running.stop() },
    { label: "Open: examples, drafts, files", group: "File", keys: "Mod-o", action: () => void menus.open() },
    { label: "New puzzle", group: "File", words: "starter", action: () => menus.begin() },
    { label: "Add a file", group: "File", words: "use script rhai", action: () => void app.addFile() },
    { label: "Rename the file", group: "File", action: () => void app.rename(app.workspace.file) },
    { label: "Save", group: "File", keys: "Mod-s", action: () => app.save() },
    { label: "Import a file of another tool", group: "File", words: "puzzlescript xsb pddl sokoban", action: () => app.opening.pick() },
    { label: "Share a link", group: "File", action: () => void menus.share() },
    { label: "Download the text", group: "File", action: () => menus.saveFile() },
    { label: "Download a page that plays the puzzles", group: "File", words: "html publish", action: () => void menus.savePage(selected()) },
    { label: "Download a picture", group: "File", words: "svg", action: () => void menus.savePicture(selected()) },
    { label: "Find and replace", group: "Text", keys: "Mod-f", action: () => openSearchPanel(app.editor.view) },
    { label: "Format", group: "Text", keys: "Shift-Alt-f", action: () => void edit.format() },
    { label: "Rename a name", group: "Text", keys: "F2", action: () => void edit.rename() },
    { label: "Go to the definition", group: "Text", keys: "F12", action: () => void edit.definition() },
    { label: "Show all uses", group: "Text", keys: "Shift-F12", action: () => void edit.references() },
    { label: "Go to a name", group: "Text", keys: "Mod-Shift-o", words: "outline symbol", action: () => void edit.outline() },
    { label: "Go to the next problem", group: "Text", keys: "F8", action: () => app.pulse.next() },
    { label: "Take the first fix", group: "Text", keys: "Mod-.", words: "quick fix repair", action: () => app.pulse.fix() },
    { label: "Undo", group: "Text", action: () => void undo(app.editor.view) },
    { label: "Redo", group: "Text", action: () => void redo(app.editor.view) },
    { label: "Next part of the page", group: "View", keys: "F6", action: () => nextPart(app) },
    { label: "Commands", group: "View", keys: "Mod-k F1", action: () => commands.open() },
  );
  opens("open", () => void menus.open());
  opens("new", () => menus.begin());
  opens("share", () => void menus.share());
  opens("download", () => menus.downloads(selected));
  opens("commands", () => commands.open());
  opens("add-file", () => void app.addFile());
  opens("save", () => app.save());
  const hint = (id: string, keys: string): void => {
    const place = find(id);
    place.title = `${place.title || place.textContent?.trim() || ""} (${keyName(keys)})`;
    place.setAttribute("aria-keyshortcuts", keys.replace(/-/g, "+").replace("Mod", "Control"));
  };
  find("hint-keys").textContent = `${keyName("Mod-K")} lists all commands.`;
  hint("open", "Mod-O");
  hint("commands", "Mod-K");
  hint("solve", "Mod-Enter");
  hint("prove", "Mod-Shift-Enter");
  hint("test", "F9");
  hint("save", "Mod-S");
}
