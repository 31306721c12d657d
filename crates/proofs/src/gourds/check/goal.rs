//! The goals of a puzzle, cell by cell.

use super::game::Kind;
use super::grid::{Cell, Grid};
use puzzlec_checker::{Unproved, alternatives};
use puzzlec_model::Model;
use puzzlec_model::board::Coord;
use puzzlec_model::goal::Goal;
use puzzlec_model::piece::ContentId;

/// By cell what a goal allows there; nothing for all.
#[derive(Clone, Debug)]
pub(super) struct Target(Vec<Option<Vec<ContentId>>>);

impl Target {
    /// The contents that a cell may have; nothing for all.
    pub(super) fn allowed(&self, cell: Cell) -> Option<&[ContentId]> {
        self.0.get(cell).and_then(Option::as_deref)
    }

    fn allows(&self, cell: Cell, content: ContentId) -> bool {
        self.allowed(cell).is_none_or(|all| all.contains(&content))
    }

    /// Whether a cell may be empty.
    pub(super) fn may_be_empty(&self, cell: Cell) -> bool {
        self.allows(cell, 0)
    }

    /// Whether a gourd may lie with its ends on these cells.
    pub(super) fn fits(&self, grid: &Grid<'_>, kind: &Kind, [first, second]: [Cell; 2]) -> bool {
        let contents = grid.direction(first, second).and_then(|direction| kind.contents(direction));
        contents.is_some_and(|[one, other]| self.allows(first, one) && self.allows(second, other))
    }

    /// Whether it allows nothing on a cell.
    pub(super) fn is_void(&self) -> bool {
        self.0.iter().flatten().any(Vec::is_empty)
    }

    /// Whether every cell has one content.
    pub(super) fn is_full(&self) -> bool {
        self.0.iter().all(|allowed| allowed.as_ref().is_some_and(|all| all.len() == 1))
    }
}

/// The goals, of which one is enough.
///
/// # Errors
/// A goal lies anywhere, or there are too many alternatives.
pub(super) fn read(model: &Model, goal: &Goal) -> Result<Vec<Target>, Unproved> {
    let targets = alternatives::read(model, goal)?.into_iter().map(|goal| {
        if goal.anywhere {
            return Err(Unproved::wrong("the goal may lie anywhere"));
        }
        let allowed = |cell: &Coord| goal.allowed(*cell).map(<[_]>::to_vec);
        Ok(Target(model.board.cells().iter().map(allowed).collect()))
    });
    targets.collect()
}
