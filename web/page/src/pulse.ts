// What follows a change of the text: problems, colours, folds, puzzles, board. The last text wins.

import type { Diagnostic } from "../../api.js";
import { Ended, type Engine, reasonOf } from "./engine/engine.js";
import type { Editor } from "./editor/editor.js";
import { lintsOf, listProblems, type ProblemActions } from "./editor/problems.js";
import { setFolds, setTokens } from "./editor/tokens.js";
import type { Workspace } from "./files/workspace.js";
import { isPuzzle } from "./files/workspace.js";
import type { Selection } from "./board/selection.js";
import { delayed } from "./ui/dom.js";
import { say } from "./ui/notice.js";

/** Milliseconds without typing before the text is checked. */
const DELAY = 25;

export class Pulse {
  private busy = false;
  private again = false;
  private problems: readonly Diagnostic[] = [];
  /** Whether the file of the puzzles has an error. */
  broken = false;
  /** Called when the puzzles of the text are known. */
  onchecked: () => void = () => undefined;
  readonly later = delayed(DELAY, () => void this.beat());

  constructor(private readonly engine: Engine, private readonly workspace: Workspace, private readonly editor: Editor, private readonly selection: Selection, private readonly actions: ProblemActions) {}

  private async beat(): Promise<void> {
    this.again = true;
    if (this.busy) return;
    this.busy = true;
    while (this.again) {
      this.again = false;
      try {
        await this.check();
      } catch (error) {
        if (error instanceof Ended) say(reasonOf(error));
        else this.fail(error);
      }
    }
    this.busy = false;
  }

  private async check(): Promise<void> {
    const { engine, workspace, editor } = this;
    const { file, subject, version } = workspace;
    const current = (): boolean => version === workspace.version && file === workspace.file;
    // A script is checked by the puzzles that use it.
    const about = await engine.request({ do: "check", file: subject });
    if (!current()) return void (this.again = true);
    const diagnostics = subject === file ? about.diagnostics : about.diagnostics.filter((one) => one.file === file);
    this.problems = diagnostics;
    editor.view.dispatch(lintsOf(editor.view.state, file, diagnostics, this.actions));
    listProblems(workspace.text, file, diagnostics, this.actions);
    this.loaded();
    const { tokens } = await engine.request({ do: "tokens", file });
    if (!current()) return void (this.again = true);
    editor.view.dispatch({ effects: setTokens.of(tokens) });
    if (isPuzzle(file)) {
      const { folds } = await engine.request({ do: "folds", file });
      if (!current()) return void (this.again = true);
      editor.view.dispatch({ effects: setFolds.of(folds) });
    }
    // The board of a file stays while one that it uses is edited.
    const shown = this.selection.current?.file;
    const stays = about.puzzles.length === 0 && shown !== undefined && shown !== subject && workspace.files.has(shown);
    const other = stays ? await engine.request({ do: "check", file: shown }) : about;
    if (!current()) return void (this.again = true);
    this.broken = other.diagnostics.some(({ severity }) => severity === "error");
    this.selection.update(stays ? shown : subject, other.puzzles, this.broken);
    this.onchecked();
  }

  /** Goes to the next problem after the cursor. */
  next(): void {
    const at = this.editor.view.state.selection.main.head;
    const own = this.problems.filter(({ file }) => file === undefined || file === this.workspace.file);
    const found = own.find(({ start }) => start > at) ?? own[0];
    if (found) this.editor.go(this.workspace.file, found.start, found.end);
    else say("No problems.");
  }

  /** The fixes that a problem under the cursor has, and otherwise the first one's. */
  fix(): void {
    const at = this.editor.view.state.selection.main.head;
    const fixable = this.problems.filter(({ fixes }) => fixes.length > 0);
    const found = fixable.find(({ start, end }) => start <= at && at <= end) ?? fixable[0];
    const fix = found?.fixes[0];
    if (fix) this.actions.apply(fix.edits);
    else say("There is no fix for this.");
  }

  private loaded(): void {
    document.body.classList.add("loaded");
  }

  private fail(error: unknown): void {
    document.body.classList.add("loaded");
    say(reasonOf(error), { label: "Try again", action: () => this.later() });
  }
}
