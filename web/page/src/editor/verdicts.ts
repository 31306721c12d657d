// Results of tests, beside each expectation.

import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import type { Value } from "../../../api.js";
import { make } from "../ui/dom.js";

type Result = Value<"test">["results"][number];

export const setVerdicts = StateEffect.define<readonly Result[]>();

class Verdict extends WidgetType {
  constructor(private readonly result: Result) {
    super();
  }

  override eq(other: Verdict): boolean {
    return JSON.stringify(other.result) === JSON.stringify(this.result);
  }

  toDOM(): HTMLElement {
    const { passed, undecided, text } = this.result;
    const kind = passed ? "passed" : undecided ? "open" : "failed";
    const mark = passed ? "✓" : undecided ? "…" : "✗";
    const why = text.split("\n")[0] ?? "";
    const said = passed ? "holds" : why === "" ? "does not hold" : why.length > 70 ? `${why.slice(0, 70)}…` : why;
    return make("span", { class: `verdict ${kind}`, title: text }, `${mark} ${said}`);
  }
}

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(setVerdicts)) continue;
      const { doc } = transaction.state;
      const marks = effect.value.filter((result) => result.end <= doc.length).map((result) => {
        const line = doc.lineAt(result.end);
        return Decoration.widget({ widget: new Verdict(result), side: 1 }).range(line.to);
      });
      return Decoration.set(marks, true);
    }
    // A result is that of the text as it was.
    return transaction.docChanged ? Decoration.none : value;
  },
  provide: (self) => EditorView.decorations.from(self),
});

export const verdicts: Extension = field;
