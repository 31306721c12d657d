//! The part of the board that a certificate covers.

use super::rules::Extent;
use super::{Unproved, plan, start};
use puzzlec_model::board::{Board, Coord, Shape};
use puzzlec_model::goal::Goal;
use puzzlec_model::{Model, Question};
use puzzlec_syntax::ast::Lattice;
use puzzlec_task::certificate::CertificateFile;
use puzzlec_task::{Bounds, Cut};

/// A larger area of an unbounded board is rejected, in cells.
const LARGEST: u64 = 60_000;

/// The part of the board that a certificate covers.
pub(super) struct Part {
    /// Its cells. Positions are numbered by them.
    pub cells: Vec<Coord>,
    /// How it lies in the board; `None` where no proof may speak of cells.
    pub extent: Option<Extent>,
}

impl Part {
    /// For proofs about the puzzle as it is written.
    pub fn none() -> Self {
        Part { cells: Vec::new(), extent: None }
    }

    /// The part that a certificate names.
    pub fn of(model: &Model, document: &CertificateFile) -> Result<Self, Unproved> {
        let (margin, area) = (document.margin, &document.area);
        match (model.board.unbounded, model.window, margin, area) {
            (false, _, None, None) => Ok(Part::whole(model)),
            (false, ..) => Err(Unproved::wrong("it is for a part of the board, but the board is bounded")),
            (true, None, Some(_), None) => Ok(Part::none()),
            (true, Some(margin), None, None) => Part::around(model, margin, Extent::Window),
            (true, None, None, Some(area)) => Ok(Part {
                cells: between(&model.board, area).ok_or_else(|| Unproved::wrong("its area is none"))?,
                extent: Some(Extent::Endless),
            }),
            (true, None, None, None) => Part::around(model, 0, Extent::Endless),
            _ => Err(Unproved::wrong("it is for another part of the board")),
        }
    }

    /// The part to which a search has cut the board.
    pub fn of_cut(model: &Model, cut: Option<&Cut>) -> Result<Self, Unproved> {
        match cut.map(|cut| cut.bounds) {
            _ if !model.board.unbounded => Ok(Part::whole(model)),
            Some(Bounds::Window { stated: false, .. }) => Ok(Part::none()),
            Some(Bounds::Window { stated: true, margin }) if model.window == Some(margin) => {
                Part::around(model, margin, Extent::Window)
            }
            Some(Bounds::Exact) => Ok(Part {
                cells: cut.map_or_else(Vec::new, |cut| cut.cells.clone()),
                extent: Some(Extent::Endless),
            }),
            _ => Err(Unproved::wrong("it is for another part of the board")),
        }
    }

    fn whole(model: &Model) -> Self {
        Part { cells: model.board.cells().to_vec(), extent: Some(Extent::Whole) }
    }

    /// The rectangle about the start and the pictures of the goal, with `margin` cells more on each side.
    fn around(model: &Model, margin: u32, extent: Extent) -> Result<Self, Unproved> {
        let mut drawn: Vec<Coord> = start(model).keys().copied().collect();
        if let Question::Moves { goal, .. } = &model.question {
            pictures(&goal.0, &mut drawn);
        }
        let range = |values: &dyn Fn(&Coord) -> i32, by: u32| {
            let all = || drawn.iter().map(values);
            let least = all().min().unwrap_or(0).saturating_sub_unsigned(by);
            (least, all().max().unwrap_or(0).saturating_add_unsigned(by))
        };
        let flat = model.board.shape == Shape::Lattice(Lattice::Line);
        let columns = range(&|c| c.x, margin);
        let rows = range(&|c| c.y, if flat { 0 } else { margin });
        let cells = rectangle(columns, rows).ok_or_else(|| Unproved::wrong("the window is too large"))?;
        Ok(Part { cells, extent: Some(extent) })
    }
}

/// The cells of the rectangle between its first and its last cell in reading order; `None` if these name none.
fn between(board: &Board, [first, last]: &[String; 2]) -> Option<Vec<Coord>> {
    let cell = |name| plan::cell(board, None, name).filter(|cell| !cell.is_floor());
    let (first, last) = (cell(first)?, cell(last)?);
    rectangle((first.x, last.x), (first.y, last.y))
}

/// The cells of a rectangle in reading order; `None` if there are none, or too many.
fn rectangle((left, right): (i32, i32), (top, bottom): (i32, i32)) -> Option<Vec<Coord>> {
    let size = |first: i32, last: i32| (last >= first).then(|| u64::from(last.abs_diff(first)) + 1);
    if size(left, right)?.checked_mul(size(top, bottom)?)? > LARGEST {
        return None;
    }
    let row = |y: i32| (left..=right).map(move |x| Coord::new(x, y));
    Some((top..=bottom).flat_map(row).collect())
}

fn pictures(goal: &Goal, cells: &mut Vec<Coord>) {
    match goal {
        Goal::Drawn(drawn) if !drawn.anywhere => cells.extend(drawn.cells.keys()),
        Goal::Drawn(_) | Goal::Test(_) | Goal::Stuck | Goal::Callback(_) => {}
        Goal::Any(parts) | Goal::All(parts) => parts.iter().for_each(|part| pictures(part, cells)),
    }
}
