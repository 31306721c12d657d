//! Bounds of numbers that depend on cells or on their contents.
//!
//! Such a number is rejected if it could leave a range, on the board of the puzzle, in which the sum and the difference of two
//! of them fit into 64 bits. Later computations therefore cannot overflow.

use super::Scope;
use crate::board::Board;
use crate::expr::{Cells, Num};
use crate::mark;
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::words::grouped;
use puzzlec_syntax::ast::{BinaryOp, Fold};

/// Numbers that depend on cells are between the negative of this and this.
const MOST: i128 = 1_000_000_000_000_000_000;
/// More cells than a list has.
const CELLS: i128 = 1 << 24;
/// Coordinates have 32 bits: no two cells are farther apart.
const FARTHEST: i128 = 1 << 33;

/// The largest numbers on a board.
#[derive(Clone, Copy)]
struct Sizes {
    /// The number of cells that `cells`, the neighbours of cells, or a ray can have.
    cells: i128,
    rows: (i128, i128),
    columns: (i128, i128),
    farthest: i128,
}

impl Sizes {
    /// Those of a board. Expressions that belong to no board yet are checked again with each board that they are used
    /// on.
    fn of(board: Option<&Board>) -> Self {
        let Some(board) = board else {
            return Sizes { cells: 1, rows: (1, 1), columns: (1, 1), farthest: 1 };
        };
        if board.unbounded {
            let anywhere = (-FARTHEST, FARTHEST);
            return Sizes { cells: CELLS, rows: anywhere, columns: anywhere, farthest: FARTHEST };
        }
        let cells = board.cells();
        let top = cells.first().map_or(0, |cell| cell.y);
        let rows = ends(cells.iter().map(|cell| i128::from(cell.y) - i128::from(top) + 1));
        let left = i128::from(board.left());
        let columns = ends(cells.iter().map(|cell| i128::from(cell.x) - left + 1));
        let number = i128::try_from(cells.len()).unwrap_or(CELLS);
        // On a lattice the steps between two cells are no more than their rows and columns apart, elsewhere no more
        // than there are cells.
        let farthest = (rows.1 - rows.0 + columns.1 - columns.0).max(number);
        // A cell of a short ring has a neighbour twice.
        Sizes { cells: (2 * number + 16).min(CELLS), rows, columns, farthest }
    }
}

/// The least and the greatest of some numbers.
fn ends(numbers: impl Iterator<Item = i128>) -> (i128, i128) {
    let wider = |ends: Option<(i128, i128)>, n: i128| {
        Some(ends.map_or((n, n), |(least, greatest)| (least.min(n), greatest.max(n))))
    };
    numbers.fold(None, wider).unwrap_or((0, 0))
}

impl Scope<'_, '_> {
    /// The least and the greatest value of a number on the board, or more.
    pub(super) fn range(&self, num: &Num) -> (i128, i128) {
        range(num, Sizes::of(self.board))
    }

    /// Reports a number that may be too large.
    pub(super) fn in_range(&mut self, (least, greatest): (i128, i128), span: Span) -> Option<()> {
        if -MOST <= least && greatest <= MOST {
            return Some(());
        }
        let most = grouped(u64::try_from(MOST).unwrap_or(u64::MAX));
        let note = format!("a number that depends on cells or counts must lie between -{most} and {most}");
        let d = Diagnostic::new(Code::Arithmetic, span, "this number may become too large").note(note);
        self.diagnostics.push(d);
        None
    }
}

/// The least and the greatest value on a board of these sizes, or more. Exact for `+`, `-` and `*` of numbers that do
/// not depend on each other.
fn range(num: &Num, all: Sizes) -> (i128, i128) {
    let range = |num| range(num, all);
    match num {
        Num::Fixed(n) => (i128::from(*n), i128::from(*n)),
        Num::Var(_, (low, high)) | Num::Counter(_, (low, high)) => (i128::from(*low), i128::from(*high)),
        Num::Count(_, cells) | Num::Size(cells) | Num::Components(cells) => (0, most(cells, all)),
        Num::Fold(Fold::Sum, _, cells, body) => {
            let ((low, high), most) = (range(body), most(cells, all));
            (low.min(0) * most, high.max(0) * most)
        }
        Num::Fold(Fold::Least | Fold::Greatest, _, _, body) => range(body),
        Num::Number(_) => (0, mark::LARGEST.into()),
        Num::Distance(..) => (0, all.farthest),
        Num::Row(_) => all.rows,
        Num::Column(_) => all.columns,
        Num::Min(a, b) => {
            let (a, b) = (range(a), range(b));
            (a.0.min(b.0), a.1.min(b.1))
        }
        Num::Max(a, b) => {
            let (a, b) = (range(a), range(b));
            (a.0.max(b.0), a.1.max(b.1))
        }
        Num::Abs(a) => {
            let (low, high) = range(a);
            (if low <= 0 && 0 <= high { 0 } else { low.abs().min(high.abs()) }, low.abs().max(high.abs()))
        }
        Num::Binary(op, a, b) => of(*op, range(a), range(b)),
    }
}

/// The number of cells of a list, or more.
fn most(list: &Cells, all: Sizes) -> i128 {
    let most = |list| most(list, all);
    let number = match list {
        Cells::One(_) => 1,
        Cells::Fixed(cells) => i128::try_from(cells.len()).unwrap_or(CELLS),
        Cells::Where(inner, ..)
        | Cells::Floor(inner)
        | Cells::Except(inner, _)
        | Cells::Component(_, inner) => most(inner),
        Cells::Both(a, b) => most(a).min(most(b)),
        Cells::Join(parts) => parts.iter().map(most).sum(),
        Cells::Run(_, _, n) => range(n, all).1.max(0),
        Cells::All | Cells::Around(_) | Cells::Ray(..) => all.cells,
    };
    number.min(CELLS)
}

/// The range of the result of an operation. The operands have at most 64 bits.
pub(super) fn of(op: BinaryOp, a: (i128, i128), b: (i128, i128)) -> (i128, i128) {
    let largest = a.0.abs().max(a.1.abs());
    match op {
        BinaryOp::Add => (a.0 + b.0, a.1 + b.1),
        BinaryOp::Subtract => (a.0 - b.1, a.1 - b.0),
        BinaryOp::Multiply => {
            let corners = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
            let least = corners.iter().copied().min().unwrap_or(0);
            (least, corners.iter().copied().max().unwrap_or(0))
        }
        BinaryOp::Power => match u32::try_from(b.1.max(0)) {
            Ok(most) => {
                let size = largest.max(1).checked_pow(most).unwrap_or(i128::MAX / 2);
                (if a.0 < 0 { -size } else { 0 }, size)
            }
            Err(_) => (-i128::MAX / 2, i128::MAX / 2),
        },
        BinaryOp::Remainder => (0, b.0.abs().max(b.1.abs()) - 1),
        // Rounding down may give one more in size.
        _ => (-largest - 1, largest),
    }
}

/// Whether a number counts pieces, other than in a list of cells.
pub(super) fn counts(num: &Num) -> bool {
    match num {
        Num::Count(..) | Num::Counter(..) | Num::Number(_) => true,
        Num::Binary(_, a, b) | Num::Min(a, b) | Num::Max(a, b) => counts(a) || counts(b),
        Num::Abs(a) | Num::Fold(_, _, _, a) => counts(a),
        Num::Fixed(_)
        | Num::Var(..)
        | Num::Size(_)
        | Num::Components(_)
        | Num::Distance(..)
        | Num::Row(_)
        | Num::Column(_) => false,
    }
}
