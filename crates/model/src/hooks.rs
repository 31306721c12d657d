//! Scripts that run while a puzzle is solved, drawn or checked.

use std::sync::Arc;

use crate::project::ModuleId;
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_script::{
    ActionSpec, ContentView, EffectSpec, Field, Hook, Kind, MoveView, PuzzleView, ScriptCallback,
};
use puzzlec_syntax::ast::{HookKind, Script};

use super::board::{Board, Coord};
use super::config::Configuration;
use super::expr::{Cell, Cells, Test};
use super::goal::Goal;
use super::names::Names;
use super::number::Values;
use super::piece::{Content, ContentId, KindId, Named, Pieces, Selector, mark};
use super::rule::{Body, Effect, Face, Quantified, Rule};
use super::scripted;
use super::{Model, Question};

/// The scripts that a puzzle names beside those of its rules and its goal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hooks {
    /// The allowed moves of the rules.
    pub legal: Option<ScriptCallback>,
    /// A lower bound of the number of moves from a position, or a dead end.
    pub bound: Option<ScriptCallback>,
    /// Numbers that no move changes.
    pub invariant: Option<ScriptCallback>,
    /// The drawing of cells.
    pub render: Option<ScriptCallback>,
    /// Additional checks of the puzzle.
    pub check: Option<Hook>,
    /// The representation of positions for scripts; empty if no script needs one.
    pub field: Arc<Field>,
}

/// Prepares the hooks of a puzzle.
pub(super) fn hooks(
    names: &Names<'_>,
    module: ModuleId,
    named: &[(HookKind, &Script)],
    values: &Values,
    board: &Board,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Hooks> {
    let mut hooks = Hooks::default();
    let mut sound = true;
    for (kind, script) in named {
        let made = hook(names, module, script, values, kind.word(), board);
        let slot = match kind {
            HookKind::Check => {
                match made {
                    Ok(hook) => hooks.check = Some(hook),
                    Err(found) => {
                        diagnostics.extend(found);
                        sound = false;
                    }
                }
                continue;
            }
            HookKind::Legal => (&mut hooks.legal, Kind::Legal),
            HookKind::Bound => (&mut hooks.bound, Kind::Bound),
            HookKind::Invariant => (&mut hooks.invariant, Kind::Invariant),
            HookKind::Render => (&mut hooks.render, Kind::Render),
        };
        match made.and_then(|hook| ScriptCallback::new(hook, slot.1).map_err(|d| vec![*d])) {
            Ok(callback) => *slot.0 = Some(callback),
            Err(found) => {
                diagnostics.extend(found);
                sound = false;
            }
        }
    }
    sound.then_some(hooks)
}

/// A script that runs on a board.
///
/// # Errors
/// The script's error; empty for an unreadable file, which was reported when it was read.
pub(super) fn hook(
    names: &Names<'_>,
    module: ModuleId,
    script: &Script,
    values: &Values,
    usual: &str,
    board: &Board,
) -> Result<Hook, Vec<Diagnostic>> {
    if board.unbounded {
        return Err(vec![unbounded(script.span())]);
    }
    scripted::hook(names, module, script, values, usual)
}

/// A script that needs a list of cells on an unbounded board.
pub(super) fn unbounded(span: Span) -> Diagnostic {
    Diagnostic::new(Code::NeedsBound, span, "scripts need a bounded board")
        .help("give the puzzle a board: `board line 20`, `board square 8 by 8`")
}

/// The representation of positions for scripts.
pub(super) fn field(board: &Board, pieces: &Pieces) -> Arc<Field> {
    let content = |(id, content): (ContentId, &Content)| {
        let kind = content.kind().and_then(|kind| pieces.kind(kind));
        let piece = kind.map_or_else(|| "empty".to_owned(), |k| k.name.clone());
        ContentView { piece, mark: mark::text(pieces.glyph(id)) }
    };
    Arc::new(Field { board: scripted::view(board), contents: pieces.contents().map(content).collect() })
}

impl Model {
    /// Whether scripts generate moves, forbid moves or test goals.
    pub fn has_callbacks(&self) -> bool {
        fn asks(goal: &Goal) -> bool {
            match goal {
                Goal::Callback(_) => true,
                Goal::Any(parts) | Goal::All(parts) => parts.iter().any(asks),
                Goal::Drawn(_) | Goal::Test(_) | Goal::Stuck => false,
            }
        }
        let rules = |rules: &[Rule]| rules.iter().any(|r| matches!(r.body, Body::Callback(_)));
        self.hooks.legal.is_some()
            || self.question.goal().is_some_and(|goal| asks(&goal.0))
            || match &self.question {
                Question::Moves { rules: all, .. } | Question::Game { rules: all, .. } => rules(all),
                Question::Place { .. } => false,
            }
    }

    /// The contents of the cells, in the order of the scripts' list of contents.
    pub fn contents(&self, position: &Configuration) -> Vec<ContentId> {
        let cells = self.board.cells().iter();
        cells.map(|c| position.get(c).copied().unwrap_or(0)).collect()
    }

    /// The puzzle as its own check sees it.
    pub fn view(&self) -> PuzzleView {
        let (start, rules) = match &self.question {
            Question::Moves { start, rules, .. } | Question::Game { start, rules, .. } => {
                (self.contents(start), rules.iter().map(|r| r.name.clone()).collect())
            }
            Question::Place { .. } => (self.contents(&Configuration::new()), Vec::new()),
        };
        let values = self.values.iter().map(|(name, value)| (name.clone(), *value)).collect();
        PuzzleView { name: self.name.clone(), values, field: Arc::clone(&self.hooks.field), start, rules }
    }
}

/// A move as scripts see it. The piece that appears on an empty cell came from the cell that lost it; if
/// several cells lost such a piece, from the farthest: a peg that jumps over a peg.
pub fn move_view(board: &Board, rule: &str, before: &[ContentId], after: Vec<ContentId>) -> MoveView {
    let changed = |(cell, (old, new)): (u32, (&ContentId, &ContentId))| (old != new).then_some(cell);
    let cells: Vec<u32> = (0..).zip(before.iter().zip(&after)).filter_map(changed).collect();
    let held = |position: &[ContentId], cell: u32| position.get(cell as usize).copied().unwrap_or(0);
    let mut filled = cells.iter().copied().filter(|c| held(before, *c) == 0);
    let to = filled.next().filter(|_| filled.next().is_none());
    let from = to.and_then(|to| {
        let left = |c: &u32| held(&after, *c) == 0 && held(before, *c) == held(&after, to);
        let at = |c: u32| board.cells().get(c as usize).copied().unwrap_or(Coord::new(0, 0));
        let far = |c: &u32| board.distance(at(*c), at(to)).unwrap_or(0);
        cells.iter().copied().filter(left).max_by_key(|c| (far(c), std::cmp::Reverse(*c)))
    });
    MoveView { rule: rule.to_owned(), cells, from, to: to.filter(|_| from.is_some()), after }
}

/// A rule without variables with the effects of a script's action.
///
/// # Errors
/// The unknown name in the script.
pub fn quantified(
    board: &Board,
    spec: &ActionSpec,
    kind: &mut dyn FnMut(&str) -> Result<KindId, String>,
) -> Result<Quantified, String> {
    let cell = |index: u32| {
        let found = board.cells().get(index as usize);
        found
            .map(|c| Cell::Fixed(*c))
            .ok_or_else(|| format!("the script named a cell {index} that does not exist"))
    };
    let cells = |list: &[u32]| {
        list.iter().map(|i| cell(*i).map(Cells::One)).collect::<Result<Vec<_>, _>>().map(Cells::Join)
    };
    let named = |kind| Named { kind, member: None };
    let mut guards = Vec::new();
    for (at, words) in &spec.requires {
        let mut selector = Selector::default();
        for word in words {
            match word.as_str() {
                "empty" => selector.empty = true,
                "piece" => selector.any = true,
                name => selector.kinds.push(kind(name)?),
            }
        }
        guards.push(Test::Holds(Cells::One(cell(*at)?), selector));
    }
    let mut effects: Vec<Effect> = Vec::new();
    for effect in &spec.effects {
        // Cells that are removed one after another are removed together, as the cells of a whole piece.
        if let (EffectSpec::Remove(at), Some(Effect::Remove(Cells::Join(list)))) =
            (effect, effects.last_mut())
        {
            list.push(Cells::One(cell(*at)?));
            continue;
        }
        effects.push(match effect {
            EffectSpec::Move(from, to) => Effect::Move(cells(from)?, cells(to)?),
            EffectSpec::Swap(a, b) => Effect::Swap(cell(*a)?, cell(*b)?),
            EffectSpec::Remove(at) => Effect::Remove(Cells::Join(vec![Cells::One(cell(*at)?)])),
            EffectSpec::Put(at, name) => Effect::Put(named(kind(name)?), Cells::One(cell(*at)?)),
            EffectSpec::Flip(a, b, at) => {
                let face = |name: &str, kind: &mut dyn FnMut(&str) -> Result<KindId, String>| {
                    kind(name).map(|kind| Face::Piece(named(kind)))
                };
                Effect::Flip(face(a, kind)?, face(b, kind)?, cells(at)?)
            }
        });
    }
    if effects.is_empty() {
        return Err("the script created an action without effect".into());
    }
    let name = spec.name.clone();
    Ok(Quantified {
        variables: Vec::new(),
        slots: 0,
        guards,
        places: Vec::new(),
        after: Vec::new(),
        effects,
        closes: false,
        then: Vec::new(),
        name,
    })
}

/// The kind of a piece in play.
///
/// # Errors
/// There is no piece of this name.
pub fn kind_in_play(pieces: &Pieces, name: &str) -> Result<KindId, String> {
    let found = pieces.iter().find(|(_, kind)| kind.name == name);
    found
        .map(|(id, _)| id)
        .ok_or_else(|| format!("the script named a piece `{name}` that is not in this puzzle"))
}
