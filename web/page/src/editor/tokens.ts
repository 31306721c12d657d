// Highlighting by the engine's tokens, and folding by its folds.

import { foldService } from "@codemirror/language";
import { type EditorState, type Extension, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, type ViewUpdate } from "@codemirror/view";
import type { TokenClass } from "../../../api.js";

export const setTokens = StateEffect.define<readonly (readonly [number, number, TokenClass])[]>();
export const setFolds = StateEffect.define<readonly (readonly [number, number])[]>();

const marks = new Map<string, Decoration>();

function markOf(kind: string): Decoration {
  const known = marks.get(kind) ?? Decoration.mark({ class: `tok-${kind}` });
  marks.set(kind, known);
  return known;
}

const tokens = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    let next = value.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setTokens)) continue;
      const builder = new RangeSetBuilder<Decoration>();
      const length = transaction.newDoc.length;
      for (const [start, end, kind] of effect.value) if (start < end && end <= length) builder.add(start, end, markOf(kind));
      next = builder.finish();
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

interface Fold {
  from: number;
  to: number;
}

const folds = StateField.define<readonly Fold[]>({
  create: () => [],
  update(value, transaction) {
    let next = value;
    if (transaction.docChanged) next = value.map(({ from, to }) => ({ from: transaction.changes.mapPos(from, 1), to: transaction.changes.mapPos(to, -1) }));
    for (const effect of transaction.effects) {
      if (effect.is(setFolds)) next = effect.value.map(([from, to]) => ({ from, to: Math.min(to, transaction.newDoc.length) }));
    }
    return next;
  },
});

/** The range that is hidden when the line that begins at `start` is folded. */
function foldOf(state: EditorState, start: number, end: number): Fold | null {
  const own = state.field(folds).filter(({ from, to }) => from >= start && from <= end && to > end);
  const outer = own.sort((a, b) => b.to - a.to)[0];
  if (outer === undefined) return null;
  // The line of the closing bracket stays with the first one.
  const last = state.doc.lineAt(outer.to);
  const closes = /^\s*("""|[}\])])/.exec(last.text);
  const to = closes ? last.from + closes[0].length - (closes[1]?.length ?? 0) : outer.to;
  return to > end ? { from: end, to } : null;
}

/** Whether an update has other folds. */
export const foldsChanged = (update: ViewUpdate): boolean => update.transactions.some(({ effects }) => effects.some((effect) => effect.is(setFolds)));

export const highlighting: Extension = [tokens, folds, foldService.of(foldOf)];
