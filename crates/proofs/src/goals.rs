//! Goals that say what every cell holds.

use std::collections::BTreeMap;

use puzzlec_checker::Unproved;
use puzzlec_model::Model;
use puzzlec_model::board::Coord;
use puzzlec_model::expr::{Cells, Test};
use puzzlec_model::goal::Goal;
use puzzlec_model::piece::{ContentId, Selector};

/// What a goal allows.
pub(crate) struct Configuration {
    /// By cell the contents that it may have, at least one. All other cells are empty.
    pub(crate) cells: BTreeMap<Coord, Vec<ContentId>>,
    /// Whether it may lie anywhere.
    pub(crate) anywhere: bool,
}

/// That a goal says less.
pub(crate) fn open() -> Unproved {
    Unproved::wrong("the goal leaves a cell open")
}

/// The alternatives of a goal, in its order.
///
/// # Errors
/// One leaves a cell open.
pub(crate) fn configurations(model: &Model, goal: &Goal) -> Result<Vec<Configuration>, Unproved> {
    match goal {
        Goal::Any(parts) => {
            let each: Result<Vec<_>, Unproved> =
                parts.iter().map(|part| configurations(model, part)).collect();
            Ok(each?.into_iter().flatten().collect())
        }
        Goal::Drawn(drawn) => {
            let said = |cell: &Coord| drawn.cells.contains_key(cell);
            let all = drawn.rest_empty || !model.board.unbounded && model.board.cells().iter().all(said);
            let cells: BTreeMap<Coord, Vec<ContentId>> =
                drawn.cells.iter().map(|(cell, held)| (*cell, held.to_vec())).collect();
            let closed = all && cells.values().all(|held| !held.is_empty());
            Ok(vec![closed.then_some(Configuration { cells, anywhere: drawn.anywhere }).ok_or_else(open)?])
        }
        Goal::Test(test) => Ok(vec![only(model, test).ok_or_else(open)?]),
        Goal::Callback(_) | Goal::All(_) => Err(open()),
    }
}

/// `only`: cells that hold pieces, where all others are empty.
fn only(model: &Model, test: &Test) -> Option<Configuration> {
    let Test::And(tests) = test else { return None };
    let [Test::Holds(Cells::Fixed(cells), piece), Test::Holds(Cells::Except(all, but), nothing)] =
        tests.as_slice()
    else {
        return None;
    };
    let rest = **all == Cells::All && **but == Cells::Fixed(cells.clone());
    let held = model.pieces.matching(piece);
    let cells = cells.iter().map(|cell| (*cell, held.clone())).collect();
    (rest && !held.is_empty() && *nothing == Selector::empty())
        .then_some(Configuration { cells, anywhere: false })
}
