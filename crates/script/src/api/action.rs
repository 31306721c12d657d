//! The builder of guarded actions.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rhai::Dynamic;

use super::{MAX_NAME, Outcome, Row, cell, cells, misuse, row, text, texts, too_much};
use crate::{ActionSpec, EffectSpec};

/// Cells and pieces that one action may name.
const MAX_PARTS: usize = 4096;
/// Cells and pieces that all actions of a script together may name: some 50 MiB.
pub(crate) const MAX_ALL_PARTS: usize = 500_000;

/// The number of cells and pieces in the actions that a script holds.
#[derive(Debug, Default)]
pub(crate) struct Live(pub(super) AtomicUsize);

/// An action that is being made. Copies share it, so that no function of the interpreter can fill
/// the memory with copies; every method gives a new one.
#[derive(Clone, Debug)]
pub(crate) struct Action(Arc<Counted>);

#[derive(Debug)]
struct Counted {
    spec: ActionSpec,
    parts: usize,
    live: Arc<Live>,
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.live.0.fetch_sub(self.parts, Ordering::Relaxed);
    }
}

impl Action {
    fn new(live: &Arc<Live>) -> Self {
        let counted = Counted { spec: ActionSpec::default(), parts: 0, live: Arc::clone(live) };
        Action(Arc::new(counted))
    }

    /// The action so far.
    pub(crate) fn spec(&self) -> &ActionSpec {
        &self.0.spec
    }

    /// The number of cells and pieces in it.
    pub(crate) fn parts(&self) -> usize {
        self.0.parts
    }

    /// This action with an addition, which names this number of cells and pieces.
    fn with(&self, parts: usize, more: impl FnOnce(&mut ActionSpec)) -> Outcome<Action> {
        let parts = self.0.parts.saturating_add(parts);
        if parts > MAX_PARTS {
            return too_much(format!("an action names more than {MAX_PARTS} cells and pieces"));
        }
        let live = Arc::clone(&self.0.live);
        if live.0.fetch_add(parts, Ordering::Relaxed) + parts > MAX_ALL_PARTS {
            live.0.fetch_sub(parts, Ordering::Relaxed);
            return too_much(format!("the actions name more than {MAX_ALL_PARTS} cells and pieces"));
        }
        let mut spec = self.0.spec.clone();
        more(&mut spec);
        Ok(Action(Arc::new(Counted { spec, parts, live })))
    }

    fn effect(&self, parts: usize, effect: EffectSpec) -> Outcome<Action> {
        self.with(parts, |spec| spec.effects.push(effect))
    }

    fn requires(&self, at: &Dynamic, words: &Dynamic) -> Outcome<Action> {
        let at = cells("requires", at)?;
        let words = texts("requires", "the name of a piece or a list of them", words)?;
        if words.is_empty() {
            return misuse("`requires` needs at least one piece", None);
        }
        for word in &words {
            named("requires", word)?;
        }
        self.with(at.len().max(1).saturating_mul(words.len()), |spec| {
            spec.requires.extend(at.into_iter().map(|c| (c, words.clone())));
        })
    }

    fn moves(&self, from: &Dynamic, to: &Dynamic) -> Outcome<Action> {
        let (from, to) = (cells("moves", from)?, cells("moves", to)?);
        if from.len() != to.len() {
            return misuse(
                format!(
                    "`moves` needs the same number of cells on both sides, found {} and {}",
                    from.len(),
                    to.len()
                ),
                None,
            );
        }
        if repeats(&from) || repeats(&to) {
            return misuse("`moves` names a cell twice on one side", None);
        }
        self.effect(from.len() * 2, EffectSpec::Move(from, to))
    }

    fn swaps(&self, a: &Dynamic, b: &Dynamic) -> Outcome<Action> {
        let (a, b) = (cell("swaps", a)?.place(), cell("swaps", b)?.place());
        if a == b {
            return misuse("`swaps` needs two different cells", None);
        }
        self.effect(2, EffectSpec::Swap(a, b))
    }

    fn removes(&self, at: &Dynamic) -> Outcome<Action> {
        let at = cells("removes", at)?;
        self.with(at.len(), |spec| spec.effects.extend(at.into_iter().map(EffectSpec::Remove)))
    }

    fn puts(&self, at: &Dynamic, piece: &Dynamic) -> Outcome<Action> {
        let piece = text("puts", "the name of a piece", piece)?;
        named("puts", &piece)?;
        let at = cells("puts", at)?;
        self.with(at.len(), |spec| {
            spec.effects.extend(at.into_iter().map(|c| EffectSpec::Put(c, piece.clone())));
        })
    }

    fn flips(&self, one: &Dynamic, other: &Dynamic, at: &Dynamic) -> Outcome<Action> {
        let one = text("flips", "the name of a piece", one)?;
        let other = text("flips", "the name of a piece", other)?;
        named("flips", &one)?;
        named("flips", &other)?;
        if one == other {
            return misuse("`flips` needs two different pieces", None);
        }
        let at = cells("flips", at)?;
        self.effect(at.len() + 2, EffectSpec::Flip(one, other, at))
    }

    fn called(&self, name: &Dynamic) -> Outcome<Action> {
        let name = text("called", "a name", name)?;
        word("called", &name)?;
        self.with(1, |spec| spec.name = name)
    }
}

/// Refuses what cannot stand as one word of a plan.
fn word(function: &str, word: &str) -> Outcome<()> {
    let split = |c: char| c.is_whitespace() || c.is_control() || matches!(c, ',' | ';');
    if word.is_empty() || word.len() > MAX_NAME || word.contains(split) {
        let text = format!(
            "`{function}` needs a word of 1 to {MAX_NAME} bytes without blanks, commas and semicolons"
        );
        return misuse(text, None);
    }
    if word.ends_with('.') || word.contains("//") || word == "…" {
        return misuse(format!("`{word}` cannot be told from a number or comment in a plan"), None);
    }
    Ok(())
}

fn repeats(cells: &[u32]) -> bool {
    let mut sorted = cells.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).any(|w| w.first() == w.last())
}

/// Refuses what cannot be the name of a piece.
pub(super) fn named(function: &str, word: &str) -> Outcome<()> {
    if word.is_empty() || word.len() > MAX_NAME {
        return misuse(format!("`{function}` needs the name of a piece, of 1 to {MAX_NAME} bytes"), None);
    }
    Ok(())
}

/// The API for actions.
pub(super) static TABLE: &[Row] = &[
    row("action", "action() -> action", "An action without conditions and effects.", |engine, name, live| {
        let live = Arc::clone(live);
        engine.register_fn(name, move || Action::new(&live));
    }),
    row(
        "requires",
        "action.requires(cells, pieces) -> action",
        "Before the action, each cell must hold one of the pieces; `\"empty\"` and `\"piece\"` (any) count as pieces.",
        |engine, name, _| {
            engine.register_fn(name, |a: Action, c: Dynamic, p: Dynamic| a.requires(&c, &p));
        },
    ),
    row(
        "moves",
        "action.moves(from, to) -> action",
        "The content of a cell moves to another cell; or the contents of the cells of one list move to those of the other, in order and all at once.",
        |engine, name, _| {
            engine.register_fn(name, |a: Action, f: Dynamic, t: Dynamic| a.moves(&f, &t));
        },
    ),
    row(
        "swaps",
        "action.swaps(cell, cell) -> action",
        "Two cells exchange their contents.",
        |engine, name, _| {
            engine.register_fn(name, |a: Action, x: Dynamic, y: Dynamic| a.swaps(&x, &y));
        },
    ),
    row("removes", "action.removes(cells) -> action", "The cells become empty.", |engine, name, _| {
        engine.register_fn(name, |a: Action, c: Dynamic| a.removes(&c));
    }),
    row("puts", "action.puts(cells, piece) -> action", "The cells get a piece.", |engine, name, _| {
        engine.register_fn(name, |a: Action, c: Dynamic, p: Dynamic| a.puts(&c, &p));
    }),
    row(
        "flips",
        "action.flips(piece, piece, cells) -> action",
        "On these cells the first piece becomes the second and vice versa.",
        |engine, name, _| {
            engine.register_fn(name, |a: Action, p: Dynamic, q: Dynamic, c: Dynamic| a.flips(&p, &q, &c));
        },
    ),
    row(
        "called",
        "action.called(name) -> action",
        "The name of the action in plans, one word; without a name, a plan lists the cells.",
        |engine, name, _| {
            engine.register_fn(name, |a: Action, n: Dynamic| a.called(&n));
        },
    ),
];
