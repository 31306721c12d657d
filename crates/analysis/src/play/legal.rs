//! The legal moves of a position.

use rustc_hash::FxHashSet;

use super::ends::{Ends, ends};
use crate::plan_file::candidates::labels_near;
use crate::scene::{area, rectangle};
use crate::solve::{Changes, Step, notation, rule_name};
use puzzlec_base::{Budget, Progress};
use puzzlec_checker::{Change, Player, Unproved};
use puzzlec_model::board::{Coord, Shape};
use puzzlec_model::rule::{Body, Domain, PatternCell};
use puzzlec_model::{Model, Question};
use puzzlec_search::ground::ground;
use puzzlec_syntax::ast::Lattice;
use puzzlec_task::Label;

/// Number of moves between two polls of the budget.
const POLLED: usize = 256;
/// Maximum number of cells around pieces to which moves are tried.
const MOST_AROUND: u64 = 1 << 12;
/// Maximum number of bytes that grounding may take to list moves.
const MOST_BYTES: u64 = 256 << 20;

/// A move that is possible in the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalMove {
    /// The name of its rule.
    pub rule: String,
    /// The move in short, as answers show it.
    pub notation: String,
    /// The cells from which it can be chosen: those of the moving piece, or the first one that it names.
    pub from: Vec<usize>,
    /// The cells that complete it; the same as `from` where one cell says everything.
    pub to: Vec<usize>,
    /// The cells that change.
    pub changed: Vec<usize>,
    pub(super) label: Label,
}

/// The moves of a position with their cells.
pub(super) struct FoundMoves {
    pub(super) moves: Vec<Move>,
    /// Whether they are all.
    pub(super) complete: bool,
}

/// A move with its cells.
pub(super) struct Move {
    pub(super) label: Label,
    pub(super) ends: Ends,
    rule: String,
    notation: String,
    changes: Vec<Change>,
}

impl Move {
    /// The move with the numbers of its cells.
    pub(super) fn placed(self, place: impl Fn(&[Coord]) -> Vec<usize>) -> LegalMove {
        let mut changed: Vec<Coord> = self.changes.iter().map(|(cell, ..)| cell.cell()).collect();
        changed.dedup();
        LegalMove {
            rule: self.rule,
            notation: self.notation,
            from: place(&self.ends.from),
            to: place(&self.ends.to),
            changed: place(&changed),
            label: self.label,
        }
    }
}

/// Lists the moves of positions of one puzzle.
#[derive(Default)]
pub(super) struct Listing {
    /// All actions of the ground puzzle, once they were needed; nothing if there are too many.
    grounded: Option<Option<Vec<Label>>>,
}

impl Listing {
    /// The moves of a position, with those of `also` that are possible.
    ///
    /// # Errors
    /// A script fails, or a limit.
    pub(super) fn moves(
        &mut self,
        model: &Model,
        player: &mut Player<'_>,
        also: &[Label],
        budget: &Budget,
    ) -> Result<FoundMoves, Unproved> {
        let complete = reaches_all(model);
        let wider = if complete { Vec::new() } else { surroundings(model, player) };
        let mut listed = labels_near(model, player, wider, budget)?;
        if listed.is_none() && !complete {
            listed = labels_near(model, player, Vec::new(), budget)?;
        }
        let (mut all, complete) = match listed {
            Some(all) => (all, complete),
            // Too many bindings to try each: those that grounding leaves.
            None => match self.grounded(model, budget) {
                Some(all) => (all.to_vec(), !model.board.unbounded),
                None => (Vec::new(), false),
            },
        };
        all.extend(also.iter().cloned());
        let mut moves: Vec<Move> = Vec::new();
        let mut known = FxHashSet::default();
        for (number, label) in all.into_iter().enumerate() {
            if number.is_multiple_of(POLLED) {
                budget.poll(&Progress::default())?;
            }
            let tried = match player.step(&label, budget) {
                Ok(tried) => tried,
                Err(Unproved::Rejected(_)) => continue,
                Err(stopped) => return Err(stopped),
            };
            player.undo();
            let changes = Changes::Listed(&tried.changes);
            let step = Step { label: &label, mover: tried.mover, changes, name: &tried.name };
            let (notation, rule) = (notation(model, &step), rule_name(model, &label));
            if known.insert((label.rule, notation.clone(), tried.changes.clone())) {
                let ends = ends(model, player, &label, tried.mover, &tried.changes);
                moves.push(Move { label, ends, rule, notation, changes: tried.changes });
            }
        }
        Ok(FoundMoves { moves, complete })
    }

    /// The actions of a bounded puzzle without scripts that give moves.
    fn grounded(&mut self, model: &Model, budget: &Budget) -> Option<&[Label]> {
        let listed = self.grounded.get_or_insert_with(|| {
            let scripted = model.rules().iter().any(|rule| matches!(rule.body, Body::Callback(_)));
            if scripted || model.board.unbounded || matches!(model.question, Question::Place { .. }) {
                return None;
            }
            let ground = ground(model, None, &budget.clone().with_bytes(MOST_BYTES)).ok()?;
            ground.task.without_scripts().ok()?;
            let mut all: Vec<Label> = ground.task.actions.into_iter().map(|action| action.label).collect();
            // An action with several cases has one label.
            all.dedup();
            Some(all)
        });
        listed.as_deref()
    }
}

/// The cells around the pieces on an unbounded board, to which rules may move them: more of them on a line, where pieces
/// move far.
fn surroundings(model: &Model, player: &Player<'_>) -> Vec<Coord> {
    let margin = if model.board.shape == Shape::Lattice(Lattice::Line) { 3 } else { 1 };
    let held = player.position().keys().map(|cell| cell.cell());
    let beside = |cell: Coord| {
        let at = move |dx: i32, dy: i32| Coord::new(cell.x.saturating_add(dx), cell.y.saturating_add(dy));
        [at(-margin, 0), at(margin, 0), at(0, -margin), at(0, margin)]
    };
    let corners: Vec<Coord> = held.flat_map(beside).filter(|cell| model.board.contains(*cell)).collect();
    if area(corners.iter()) > MOST_AROUND {
        return Vec::new();
    }
    rectangle(corners.iter()).into_iter().filter(|cell| model.board.contains(*cell)).collect()
}

/// Whether every legal move is among the steps that are tried. On an unbounded board steps begin near pieces.
fn reaches_all(model: &Model) -> bool {
    !model.board.unbounded || model.rules().iter().all(|rule| is_local(&rule.body))
}

/// Whether each step of a rule has all its cells on pieces, or begins within its pattern of one.
fn is_local(body: &Body) -> bool {
    match body {
        Body::Patterns(patterns) => patterns.iter().all(|pattern| {
            let piece = |cell: &PatternCell| matches!(cell, PatternCell::Piece(..) | PatternCell::Part(..));
            pattern.cells.iter().any(|(before, _)| piece(before))
        }),
        Body::Quantified(rule) => rule.variables.iter().all(|variable| match &variable.domain {
            Domain::Cells(selector) => selector.as_ref().is_some_and(|selector| !selector.empty),
            Domain::Directions | Domain::Numbers(..) => true,
        }),
        Body::Scripted(_) | Body::Callback(_) => true,
    }
}
