// Diagnostics in the text and in the list below it, with their fixes.

import { type Diagnostic as Lint, setDiagnostics } from "@codemirror/lint";
import type { EditorState, TransactionSpec } from "@codemirror/state";
import type { Diagnostic, Edit } from "../../../api.js";
import { button, find, make } from "../ui/dom.js";
import { coded } from "../ui/markdown.js";

export interface ProblemActions {
  apply(edits: readonly Edit[]): void;
  explain(code: string): void;
  go(file: string, start: number, end: number): void;
}

/** The words of a problem, with a link to the page of its code. */
function words(problem: Diagnostic, actions: ProblemActions): HTMLElement {
  const code = button(problem.code, () => actions.explain(problem.code), { class: "code-link", "aria-label": `Explain ${problem.code}` });
  const lines = [problem.label, ...problem.notes, problem.help].filter((line): line is string => !!line);
  return make("div", {}, make("div", {}, make("strong", {}, ...coded(problem.headline)), code), ...lines.map((line) => make("div", {}, ...coded(line))));
}

/** What the editor shows of the problems of a file. */
export function lintsOf(state: EditorState, file: string, problems: readonly Diagnostic[], actions: ProblemActions): TransactionSpec {
  const length = state.doc.length;
  const own = problems.filter((problem) => problem.file === undefined || problem.file === file);
  const lints = own.map((problem): Lint => {
    const from = Math.min(problem.start, length);
    return {
      from,
      to: Math.max(from, Math.min(problem.end, length)),
      severity: problem.severity,
      message: problem.headline,
      renderMessage: () => words(problem, actions),
      actions: problem.fixes.map((fix) => ({ name: fix.title, apply: () => actions.apply(fix.edits) })),
    };
  });
  return setDiagnostics(state, lints);
}

const NAMES = { error: "Error", warning: "Warning", hint: "Hint" };

/** Fills the list of problems. */
export function listProblems(text: string, file: string, problems: readonly Diagnostic[], actions: ProblemActions): void {
  const count = (severity: string): number => problems.filter((problem) => problem.severity === severity).length;
  const counted = (number: number, word: string): string => (number === 0 ? "" : `${number} ${word}${number === 1 ? "" : "s"}`);
  const parts = [counted(count("error"), "error"), counted(count("warning"), "warning"), counted(count("hint"), "hint")].filter((part) => part !== "");
  const summary = find("problem-count");
  const said = parts.join(", ") || "No problems";
  if (summary.textContent !== said) summary.textContent = said;
  find("problems").dataset["worst"] = count("error") > 0 ? "error" : count("warning") > 0 ? "warning" : "none";
  const rows = problems.slice(0, 100).map((problem) => {
    const there = problem.file ?? file;
    const where = there === file ? `Line ${lineOf(text, problem.start)}` : there;
    const place = button(where, () => actions.go(there, problem.start, problem.end), { class: "place", "aria-label": `${NAMES[problem.severity]}, ${where}: go there` });
    const fixes = problem.fixes.map((fix) => {
      const made = button("", () => actions.apply(fix.edits), { class: "fix", "aria-label": `Fix: ${fix.title}` });
      made.append(...coded(fix.title));
      return made;
    });
    return make("li", { class: problem.severity }, place, words(problem, actions), make("div", { class: "fixes" }, ...fixes));
  });
  find("problem-list").replaceChildren(...rows);
}

/** The number of the line of an offset. */
function lineOf(text: string, at: number): number {
  let line = 1;
  for (let next = text.indexOf("\n"); next >= 0 && next < at; next = text.indexOf("\n", next + 1)) line += 1;
  return line;
}
