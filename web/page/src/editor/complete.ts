// Completion, and the signature of what is being written.

import { type Completion, type CompletionContext, type CompletionResult, pickedCompletion, snippet } from "@codemirror/autocomplete";
import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { type EditorView, showTooltip, type Tooltip, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { Completion as Item, Value } from "../../../api.js";
import type { Ask } from "./editor.js";
import { make } from "../ui/dom.js";
import { markdown } from "../ui/markdown.js";

/** The form in which the editor writes places to fill in. */
function placesOf(text: string): string {
  return text.replace(/\\/g, "\\\\").replace(/\$\{(\d+)(?::([^}]*))?\}|\$(\d+)/g, (_, number, words, plain) => `\${${number ?? plain}${words ? `:${words}` : ""}}`);
}

function optionOf(item: Item, base: number): Completion {
  const made: Completion = {
    label: item.label,
    type: item.kind,
    apply(view, completion, from, to) {
      const start = item.from === base ? from : item.from;
      if (item.snippet) snippet(placesOf(item.insert))(view, completion, start, to);
      else {
        const also = item.also.map((edit) => ({ from: edit.start, to: edit.end, insert: edit.text }));
        const changes = view.state.changes([{ from: start, to, insert: item.insert }, ...also]);
        view.dispatch({
          changes,
          selection: { anchor: changes.mapPos(to, 1) },
          annotations: pickedCompletion.of(completion),
          userEvent: "input.complete",
        });
      }
    },
  };
  if (item.detail !== undefined) made.detail = item.detail;
  const { documentation } = item;
  if (documentation) made.info = () => make("div", { class: "tip" }, ...markdown(documentation));
  return made;
}

export function completionSource(ask: Ask): (context: CompletionContext) => Promise<CompletionResult | null> {
  return async (context) => {
    const before = context.state.sliceDoc(Math.max(0, context.pos - 1), context.pos);
    if (!context.explicit && !/[\p{L}_.\d]/u.test(before)) return null;
    const { from, items } = await ask({ do: "complete", file: ask.file(), at: context.pos, typed: before === "." });
    if (context.aborted || items.length === 0) return null;
    if (!context.explicit && from === context.pos && before !== ".") return null;
    return { from, options: items.map((item) => optionOf(item, from)), validFor: /^[\p{L}\p{N}_]*$/u };
  };
}

type Signature = NonNullable<Value<"signature">>;
const setSignature = StateEffect.define<{ at: number; signature: Signature } | null>();

const shown = StateField.define<Tooltip | null>({
  create: () => null,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setSignature)) return effect.value && tooltipOf(effect.value.at, effect.value.signature);
    return value && transaction.docChanged ? { ...value, pos: transaction.changes.mapPos(value.pos) } : value;
  },
  provide: (field) => showTooltip.from(field),
});

function tooltipOf(pos: number, { label, parameters, active, documentation }: Signature): Tooltip {
  const [start, end] = parameters[active] ?? [0, 0];
  const code = make("code", {}, label.slice(0, start), make("span", { class: "active-parameter" }, label.slice(start, end)), label.slice(end));
  const dom = make("div", { class: "tip" }, code, ...(documentation ? markdown(documentation) : []));
  return { pos, above: true, create: () => ({ dom }) };
}

/** Shows the signature while its arguments are written; Escape hides it. */
export function signatures(ask: Ask): Extension {
  const plugin = ViewPlugin.fromClass(class {
    private wanted = 0;
    private timer = 0;

    constructor(private readonly view: EditorView) {}

    update(update: ViewUpdate): void {
      if (!update.docChanged && !update.selectionSet) return;
      const open = update.state.field(shown) !== null;
      let typed = "";
      update.changes.iterChanges((_a, _b, _c, _d, inserted) => (typed = inserted.toString()));
      if (!open && !/[(,]/.test(typed)) return;
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => void this.ask(), 60);
    }

    destroy(): void {
      clearTimeout(this.timer);
    }

    private async ask(): Promise<void> {
      const own = (this.wanted += 1);
      const { state } = this.view;
      const at = state.selection.main.head;
      const signature = await ask({ do: "signature", file: ask.file(), at }).catch(() => null);
      if (own !== this.wanted || this.view.state.doc !== state.doc) return;
      const open = this.view.state.field(shown) !== null;
      if (signature || open) this.view.dispatch({ effects: setSignature.of(signature && { at, signature }) });
    }
  });
  return [shown, plugin];
}

/** Hides the signature; false if there is none. */
export function hideSignature(view: EditorView): boolean {
  if (view.state.field(shown, false) == null) return false;
  view.dispatch({ effects: setSignature.of(null) });
  return true;
}
