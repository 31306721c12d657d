//! The goals of a puzzle, cell by cell.

use super::game::Kind;
use super::grid::{Cell, Grid};
use crate::engine::verify::Unproved;
use crate::model::Model;
use crate::model::expr::{Cell as Named, Cells, Test};
use crate::model::goal::Goal;
use crate::model::piece::ContentId;

/// Goals with more alternatives are not read.
const MOST: usize = 1 << 10;

/// By cell what a goal allows there; nothing for all.
#[derive(Clone, Debug)]
pub(super) struct Target(Vec<Option<Vec<ContentId>>>);

impl Target {
    /// Any position.
    fn any(cells: usize) -> Self {
        Target(vec![None; cells])
    }

    fn narrow(&mut self, cell: Cell, allowed: &[ContentId]) {
        if let Some(place) = self.0.get_mut(cell) {
            match place {
                Some(own) => own.retain(|content| allowed.contains(content)),
                None => *place = Some(allowed.to_vec()),
            }
        }
    }

    /// What both allow.
    fn with(&self, other: &Self) -> Self {
        let mut both = self.clone();
        for (cell, allowed) in other.0.iter().enumerate() {
            if let Some(allowed) = allowed {
                both.narrow(cell, allowed);
            }
        }
        both
    }

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
    let cells = model.board.cells();
    let place = |coord| model.board.index(coord).and_then(|place| usize::try_from(place).ok());
    let targets = match goal {
        Goal::Any(parts) => {
            let mut all = Vec::new();
            for part in parts {
                all.extend(read(model, part)?);
                few(all.len())?;
            }
            all
        }
        Goal::All(parts) => {
            let mut all = vec![Target::any(cells.len())];
            for part in parts {
                let more = read(model, part)?;
                few(all.len() * more.len())?;
                all = all.iter().flat_map(|one| more.iter().map(move |other| one.with(other))).collect();
            }
            all
        }
        Goal::Drawn(drawn) => {
            if drawn.anywhere {
                return Err(Unproved::wrong("the goal may lie anywhere"));
            }
            let mut target = Target::any(cells.len());
            for (coord, held) in drawn.cells.iter().filter(|(_, held)| !held.is_empty()) {
                place(*coord).into_iter().for_each(|cell| target.narrow(cell, held));
            }
            for (cell, coord) in cells.iter().enumerate() {
                if drawn.rest_empty && !drawn.cells.contains_key(coord) {
                    target.narrow(cell, &[0]);
                }
            }
            vec![target]
        }
        Goal::Test(test) => {
            let mut target = Target::any(cells.len());
            learn(model, test, &mut target);
            vec![target]
        }
        Goal::Callback(_) => vec![Target::any(cells.len())],
    };
    Ok(targets)
}

fn few(alternatives: usize) -> Result<(), Unproved> {
    if alternatives > MOST { Err(Unproved::wrong("the goal has too many alternatives")) } else { Ok(()) }
}

/// Learns from a test what cells hold. A test of another form says more than is learnt.
fn learn(model: &Model, test: &Test, target: &mut Target) {
    match test {
        Test::And(parts) => parts.iter().for_each(|part| learn(model, part, target)),
        Test::Holds(cells, selector) => {
            let coords = match cells {
                Cells::Fixed(cells) => cells.as_slice(),
                Cells::One(Named::Fixed(cell)) => std::slice::from_ref(cell),
                Cells::All => model.board.cells(),
                _ => return,
            };
            let held = model.pieces.matching(selector);
            for cell in coords.iter().filter_map(|coord| model.board.index(*coord)) {
                target.narrow(usize::try_from(cell).unwrap_or(usize::MAX), &held);
            }
        }
        _ => {}
    }
}
