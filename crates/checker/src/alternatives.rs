//! Goals by cell, for the checkers of theories: every position at which the goal holds fits one of the alternatives. A
//! part that says more than that, as a script does, is read as any position.

use std::collections::{BTreeMap, BTreeSet};

use puzzlec_model::Model;
use puzzlec_model::board::Coord;
use puzzlec_model::expr::{Cell, Cells, Num, Test};
use puzzlec_model::goal::Goal;
use puzzlec_model::piece::{ContentId, Selector};
use puzzlec_syntax::ast::BinaryOp;

use crate::Unproved;

/// Goals with more alternatives are not read.
const MOST: usize = 4096;

/// The contents that a cell may have; nothing for all.
type Allowed = Option<Vec<ContentId>>;

/// The positions of one alternative.
#[derive(Clone, Debug, Default)]
pub struct Positions {
    by_cell: BTreeMap<Coord, Allowed>,
    elsewhere: Allowed,
    /// Whether the cells may lie anywhere, moved together.
    pub anywhere: bool,
}

impl Positions {
    /// The contents that a cell may have; nothing for all.
    pub fn allowed(&self, cell: Coord) -> Option<&[ContentId]> {
        self.by_cell.get(&cell).map_or(self.elsewhere.as_deref(), |allowed| allowed.as_deref())
    }

    /// The cells that hold pieces, with those that they may hold.
    ///
    /// # Errors
    /// A cell is left open: it may be empty or not.
    pub fn pieces(self, model: &Model) -> Result<BTreeMap<Coord, Vec<ContentId>>, Unproved> {
        let mut all = self.by_cell;
        if self.elsewhere.as_deref() != Some(&[0]) {
            if model.board.unbounded {
                return Err(open());
            }
            for cell in model.board.cells() {
                all.entry(*cell).or_insert_with(|| self.elsewhere.clone());
            }
        }
        let held = |(cell, allowed): (Coord, Allowed)| match allowed {
            Some(held) if held.as_slice() == [0] => None,
            Some(held) if !held.is_empty() && !held.contains(&0) => Some(Ok((cell, held))),
            _ => Some(Err(open())),
        };
        all.into_iter().filter_map(held).collect()
    }

    fn and(&self, other: &Self) -> Self {
        let both = |cell: &Coord| (*cell, narrowed(self.allowed(*cell), other.allowed(*cell)));
        Positions {
            by_cell: self.by_cell.keys().chain(other.by_cell.keys()).map(both).collect(),
            elsewhere: narrowed(self.elsewhere.as_deref(), other.elsewhere.as_deref()),
            anywhere: false,
        }
    }
}

fn narrowed(one: Option<&[ContentId]>, other: Option<&[ContentId]>) -> Allowed {
    let Some(one) = one else { return other.map(<[_]>::to_vec) };
    let fits = |held: &&ContentId| other.is_none_or(|other| other.contains(held));
    Some(one.iter().filter(fits).copied().collect())
}

/// That a goal says less.
pub fn open() -> Unproved {
    Unproved::wrong("the goal leaves a cell open")
}

/// The alternatives of a goal, in its order.
///
/// # Errors
/// There are too many.
pub fn read(model: &Model, goal: &Goal) -> Result<Vec<Positions>, Unproved> {
    match goal {
        Goal::Any(parts) => any(parts.iter().map(|part| read(model, part))),
        Goal::All(parts) => all(parts.iter().map(|part| read(model, part))),
        Goal::Drawn(drawn) => {
            let held = |held: &[ContentId]| Some(held.to_vec()).filter(|held| !held.is_empty());
            Ok(vec![Positions {
                by_cell: drawn.cells.iter().map(|(cell, allowed)| (*cell, held(allowed))).collect(),
                elsewhere: drawn.rest_empty.then(|| vec![0]),
                anywhere: drawn.anywhere,
            }])
        }
        Goal::Test(test) => tested(model, test, true),
        Goal::Stuck | Goal::Callback(_) => Ok(vec![Positions::default()]),
    }
}

fn few(alternatives: usize) -> Result<(), Unproved> {
    if alternatives > MOST { Err(Unproved::wrong("the goal has too many alternatives")) } else { Ok(()) }
}

fn any(parts: impl Iterator<Item = Result<Vec<Positions>, Unproved>>) -> Result<Vec<Positions>, Unproved> {
    let mut all = Vec::new();
    for part in parts {
        all.extend(part?);
        few(all.len())?;
    }
    Ok(all)
}

/// Both a goal and others; one that lies anywhere is read as any position beside others.
fn all(parts: impl Iterator<Item = Result<Vec<Positions>, Unproved>>) -> Result<Vec<Positions>, Unproved> {
    let parts = parts.collect::<Result<Vec<_>, _>>()?;
    if let [one] = parts.as_slice() {
        return Ok(one.clone());
    }
    let mut all = vec![Positions::default()];
    for mut part in parts {
        few(all.len().saturating_mul(part.len()))?;
        for one in part.iter_mut().filter(|one| one.anywhere) {
            *one = Positions::default();
        }
        all = all.iter().flat_map(|one| part.iter().map(|other| one.and(other))).collect();
    }
    Ok(all)
}

/// The alternatives in which a test holds, or does not.
fn tested(model: &Model, test: &Test, holds: bool) -> Result<Vec<Positions>, Unproved> {
    match test {
        Test::Fixed(fixed) if *fixed != holds => Ok(Vec::new()),
        Test::Not(inner) => tested(model, inner, !holds),
        Test::And(parts) if holds => all(parts.iter().map(|part| tested(model, part, true))),
        Test::Or(parts) if !holds => all(parts.iter().map(|part| tested(model, part, false))),
        Test::And(parts) | Test::Or(parts) => any(parts.iter().map(|part| tested(model, part, holds))),
        Test::Holds(cells, selector) => every(model, cells, selector, true, holds),
        Test::Compare(op, Num::Count(selector, cells), Num::Fixed(number)) if none(*op, *number) => {
            every(model, cells, selector, false, holds)
        }
        Test::Compare(BinaryOp::Equal, Num::Fixed(0), Num::Count(selector, cells)) => {
            every(model, cells, selector, false, holds)
        }
        _ => Ok(vec![Positions::default()]),
    }
}

/// Whether a comparison says that a count is 0.
fn none(op: BinaryOp, number: i64) -> bool {
    matches!((op, number), (BinaryOp::Equal | BinaryOp::LessEqual, 0) | (BinaryOp::Less, 1))
}

/// The alternatives in which all of some cells match a selector, or fail to match it; or in which one of them does otherwise.
fn every(
    model: &Model,
    cells: &Cells,
    selector: &Selector,
    matched: bool,
    holds: bool,
) -> Result<Vec<Positions>, Unproved> {
    let fitting = |wanted: bool| {
        let contents = model.pieces.contents();
        Some(contents.filter(|(_, c)| selector.matches(c) == wanted).map(|(id, _)| id).collect::<Vec<_>>())
    };
    let (listed, others) = match listed(cells) {
        None => return Ok(vec![Positions::default()]),
        Some(listed) => listed,
    };
    if holds {
        let allowed = fitting(matched);
        let (of_listed, elsewhere) = if others { (None, allowed) } else { (allowed, None) };
        let by_cell = listed.into_iter().map(|cell| (cell, of_listed.clone())).collect();
        return Ok(vec![Positions { by_cell, elsewhere, anywhere: false }]);
    }
    let one = |cell: Coord| Positions { by_cell: [(cell, fitting(!matched))].into(), ..Positions::default() };
    if !others {
        return any(listed.into_iter().map(|cell| Ok(vec![one(cell)])));
    }
    if model.board.unbounded {
        // It lists none of its cells.
        return Ok(vec![Positions::default()]);
    }
    let meant = model.board.cells().iter().filter(|cell| !listed.contains(cell));
    any(meant.map(|cell| Ok(vec![one(*cell)])))
}

/// Cells that are the same in all positions, or, with the second, all but these.
fn listed(cells: &Cells) -> Option<(BTreeSet<Coord>, bool)> {
    match cells {
        Cells::One(Cell::Fixed(cell)) => Some((BTreeSet::from([*cell]), false)),
        Cells::Fixed(cells) => Some((cells.iter().copied().collect(), false)),
        Cells::All => Some((BTreeSet::new(), true)),
        Cells::Join(parts) => {
            let parts = parts.iter().map(|part| listed(part).filter(|(_, others)| !others));
            let parts: Option<Vec<_>> = parts.collect();
            Some((parts?.into_iter().flat_map(|(cells, _)| cells).collect(), false))
        }
        Cells::Except(all, but) => {
            let (but, false) = listed(but)? else { return None };
            let (mut cells, others) = listed(all)?;
            if others {
                cells.extend(but);
            } else {
                cells.retain(|cell| !but.contains(cell));
            }
            Some((cells, others))
        }
        _ => None,
    }
}
