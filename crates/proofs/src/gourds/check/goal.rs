//! The goals of a puzzle, cell by cell.

use std::collections::BTreeSet;

use super::game::Kind;
use super::grid::{Cell, Grid};
use puzzlec_checker::Unproved;
use puzzlec_model::Model;
use puzzlec_model::board::Coord;
use puzzlec_model::expr::{Cell as Named, Cells, Test};
use puzzlec_model::goal::Goal;
use puzzlec_model::piece::ContentId;

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
    let cells = model.board.cells();
    let place = |coord| model.board.index(coord).and_then(|place| usize::try_from(place).ok());
    let targets = match goal {
        Goal::Any(parts) => any(parts.iter().map(|part| read(model, part)))?,
        Goal::All(parts) => all(cells.len(), parts.iter().map(|part| read(model, part)))?,
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
        Goal::Test(test) => tested(model, test, true)?,
        Goal::Callback(_) => vec![Target::any(cells.len())],
    };
    Ok(targets)
}

fn few(alternatives: usize) -> Result<(), Unproved> {
    if alternatives > MOST { Err(Unproved::wrong("the goal has too many alternatives")) } else { Ok(()) }
}

/// The alternatives of several goals.
fn any(parts: impl Iterator<Item = Result<Vec<Target>, Unproved>>) -> Result<Vec<Target>, Unproved> {
    let mut all = Vec::new();
    for part in parts {
        all.extend(part?);
        few(all.len())?;
    }
    Ok(all)
}

/// What several goals allow together.
fn all(
    cells: usize,
    parts: impl Iterator<Item = Result<Vec<Target>, Unproved>>,
) -> Result<Vec<Target>, Unproved> {
    let mut all = vec![Target::any(cells)];
    for part in parts {
        let more = part?;
        few(all.len() * more.len())?;
        all = all.iter().flat_map(|one| more.iter().map(move |other| one.with(other))).collect();
    }
    Ok(all)
}

/// The alternatives in which a test holds, or does not. A test of another form is read as any position.
fn tested(model: &Model, test: &Test, holds: bool) -> Result<Vec<Target>, Unproved> {
    let cells = model.board.cells().len();
    match test {
        Test::Fixed(fixed) if *fixed != holds => Ok(Vec::new()),
        Test::Not(inner) => tested(model, inner, !holds),
        Test::And(parts) if holds => all(cells, parts.iter().map(|part| tested(model, part, true))),
        Test::Or(parts) if !holds => all(cells, parts.iter().map(|part| tested(model, part, false))),
        Test::And(parts) | Test::Or(parts) => any(parts.iter().map(|part| tested(model, part, holds))),
        Test::Holds(named, selector) => {
            let Some(coords) = fixed(model, named) else { return Ok(vec![Target::any(cells)]) };
            let held = model.pieces.contents().filter(|(_, content)| selector.matches(content) == holds);
            let held: Vec<ContentId> = held.map(|(id, _)| id).collect();
            let one = |coord: &Coord| {
                let mut target = Target::any(cells);
                if let Some(cell) = model.board.index(*coord).and_then(|cell| usize::try_from(cell).ok()) {
                    target.narrow(cell, &held);
                }
                Ok(vec![target])
            };
            // All of the cells hold such contents, or one of them does not.
            if holds { all(cells, coords.iter().map(one)) } else { any(coords.iter().map(one)) }
        }
        _ => Ok(vec![Target::any(cells)]),
    }
}

/// Cells that are the same in all positions.
fn fixed(model: &Model, cells: &Cells) -> Option<Vec<Coord>> {
    match cells {
        Cells::One(Named::Fixed(cell)) => Some(vec![*cell]),
        Cells::Fixed(cells) => Some(cells.clone()),
        Cells::All => Some(model.board.cells().to_vec()),
        Cells::Except(all, but) => {
            let but: BTreeSet<Coord> = fixed(model, but)?.into_iter().collect();
            Some(fixed(model, all)?.into_iter().filter(|cell| !but.contains(cell)).collect())
        }
        _ => None,
    }
}
