// The editor: one view, and a state for each file.

import { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentUnit } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Annotation, EditorState, type Extension, Prec } from "@codemirror/state";
import { drawSelection, dropCursor, EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, type KeyBinding, keymap, lineNumbers, tooltips } from "@codemirror/view";
import type { Edit, Value } from "../../../api.js";
import type { Name, Request } from "../engine/engine.js";
import type { Workspace } from "../files/workspace.js";
import { find, make } from "../ui/dom.js";
import { completionSource, hideSignature, signatures } from "./complete.js";
import { hovers } from "./hover.js";
import { newline } from "./newline.js";
import { theme } from "./theme.js";
import { foldsChanged, highlighting } from "./tokens.js";
import { verdicts } from "./verdicts.js";

/** Requests about the text on the screen. */
export interface Ask {
  <N extends Name>(request: Request<N>): Promise<Value<N>>;
  /** The name of the file on the screen. */
  file(): string;
}

/** A change that did not come from the keyboard. */
const outside = Annotation.define<boolean>();

const languageData = { commentTokens: { line: "//", block: { open: "/*", close: "*/" } }, closeBrackets: { brackets: ["(", "[", "{", '"', '"""'] }, indentOnInput: /^\s*\}$/ };

export class Editor {
  readonly view: EditorView;
  private readonly states = new Map<string, EditorState>();
  private file = "";
  private readonly extensions: Extension;
  /** Called with the offset of the cursor. */
  oncursor: (at: number) => void = () => undefined;

  constructor(private readonly workspace: Workspace, ask: Ask, keys: readonly KeyBinding[]) {
    this.extensions = [
      Prec.high(keymap.of([...keys, { key: "Escape", run: hideSignature }, { key: "Tab", run: acceptCompletion }])),
      lineNumbers(), foldGutter({ openText: "▾", closedText: "▸", foldingChanged: foldsChanged }), codeFolding(), lintGutter(),
      highlightSpecialChars(), history(), drawSelection(), dropCursor(), bracketMatching(), closeBrackets(),
      highlightActiveLine(), highlightActiveLineGutter(), highlightSelectionMatches(),
      EditorState.allowMultipleSelections.of(true), EditorState.tabSize.of(4), indentUnit.of("    "),
      EditorState.languageData.of(() => [languageData]),
      autocompletion({ override: [completionSource(ask)], icons: false }),
      tooltips({ position: "fixed" }),
      highlighting, verdicts, hovers(ask), signatures(ask), theme, newline,
      keymap.of([...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...defaultKeymap, indentWithTab]),
      EditorView.contentAttributes.of({ "aria-label": "Text of the puzzle", tabindex: "0", "aria-describedby": "editor-help", spellcheck: "false", autocapitalize: "off", autocorrect: "off" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !update.transactions.some((one) => one.annotation(outside))) this.workspace.set(this.file, update.state.doc.toString());
        if (update.selectionSet || update.docChanged) this.oncursor(update.state.selection.main.head);
      }),
    ];
    // In a tree of its own the editor's styles need no exception from the page's policy.
    const root = find("editor").attachShadow({ mode: "open", delegatesFocus: true });
    root.append(make("p", { id: "editor-help", hidden: true }, "Escape, then Tab leaves the editor."));
    this.view = new EditorView({ parent: root, root, state: this.newState("") });
    workspace.listen((change, file) => {
      if (change === "shown") this.show(workspace.file);
      else if (change === "files") this.reload();
      else this.refresh(file);
    });
    this.reload();
  }

  /** Shows a range and puts the cursor there. */
  go(file: string, start: number, end = start): void {
    this.workspace.show(file);
    const length = this.view.state.doc.length;
    const [anchor, head] = [Math.min(start, length), Math.min(end, length)];
    this.view.dispatch({ selection: { anchor, head }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    this.view.focus();
  }

  /** Writes edits of any files; those of the file on the screen can be undone. */
  apply(edits: readonly Edit[]): void {
    const files = new Map<string, Edit[]>();
    for (const edit of edits) files.set(edit.file, [...(files.get(edit.file) ?? []), edit]);
    for (const [file, own] of files) {
      const changes = own.map(({ start, end, text }) => ({ from: start, to: end, insert: text }));
      if (file === this.file) {
        this.view.dispatch({ changes, userEvent: "input.fix" });
        continue;
      }
      const state = this.states.get(file);
      if (state === undefined) continue;
      const next = state.update({ changes }).state;
      this.states.set(file, next);
      this.workspace.set(file, next.doc.toString());
    }
  }

  /** Replaces the text on the screen; what did not change keeps its place. */
  replace(text: string): void {
    const old = this.view.state.doc.toString();
    if (old === text) return;
    let start = 0;
    while (start < old.length && old[start] === text[start]) start += 1;
    let [end, last] = [old.length, text.length];
    while (end > start && last > start && old[end - 1] === text[last - 1]) [end, last] = [end - 1, last - 1];
    this.view.dispatch({ changes: { from: start, to: end, insert: text.slice(start, last) }, userEvent: "input.format" });
  }

  private newState(doc: string): EditorState {
    return EditorState.create({ doc, extensions: this.extensions });
  }

  private show(file: string): void {
    if (this.states.has(this.file) && this.file !== file) this.states.set(this.file, this.view.state);
    const state = this.states.get(file) ?? this.newState(this.workspace.files.get(file) ?? "");
    this.file = file;
    this.states.set(file, state);
    this.view.setState(state);
    this.oncursor(state.selection.main.head);
  }

  /** Takes over other files; the history of a text that did not change stays. */
  private reload(): void {
    if (this.states.has(this.file)) this.states.set(this.file, this.view.state);
    for (const file of [...this.states.keys()]) {
      if (this.workspace.files.get(file) !== this.states.get(file)?.doc.toString()) this.states.delete(file);
    }
    for (const [file, text] of this.workspace.files) if (!this.states.has(file)) this.states.set(file, this.newState(text));
    this.file = "";
    this.show(this.workspace.file);
  }

  /** Takes over a text that was changed elsewhere. */
  private refresh(file: string): void {
    const text = this.workspace.files.get(file) ?? "";
    const state = file === this.file ? this.view.state : this.states.get(file);
    if (state === undefined || state.doc.toString() === text) return;
    const change = { changes: { from: 0, to: state.doc.length, insert: text }, annotations: outside.of(true) };
    if (file === this.file) this.view.dispatch(change);
    else this.states.set(file, state.update(change).state);
  }
}
