// Enter: keeps the indentation, deeper after an opening brace, and continues a documentation comment.

import { type Extension, Prec } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";

function enter(view: EditorView): boolean {
  const { state } = view;
  const { from, to } = state.selection.main;
  if (state.readOnly || state.selection.ranges.length > 1) return false;
  const line = state.doc.lineAt(from);
  const before = line.text.slice(0, from - line.from);
  const after = state.sliceDoc(to, state.doc.lineAt(to).to);
  const indent = /^\s*/.exec(before)?.[0] ?? "";
  const comment = /^\s*(\/\/[/!])\s*\S/.exec(before)?.[1];
  const opens = /[{([]\s*(\/\/.*)?$/.test(before);
  const head = `\n${indent}${comment ? `${comment} ` : opens ? "    " : ""}`;
  const tail = opens && /^\s*[})\]]/.test(after) ? `\n${indent}` : "";
  view.dispatch({
    changes: { from, to, insert: head + tail },
    selection: { anchor: from + head.length },
    scrollIntoView: true,
    userEvent: "input",
  });
  return true;
}

/** A closing brace alone on its line goes back one step. */
function close(view: EditorView): boolean {
  const { from, to } = view.state.selection.main;
  const line = view.state.doc.lineAt(from);
  const before = line.text.slice(0, from - line.from);
  if (from !== to || !/^ {4,}$/.test(before)) return false;
  view.dispatch({ changes: { from: from - 4, to, insert: "}" }, selection: { anchor: from - 3 }, userEvent: "input" });
  return true;
}

export const newline: Extension = Prec.high(keymap.of([{ key: "Enter", run: enter }, { key: "}", run: close }]));
