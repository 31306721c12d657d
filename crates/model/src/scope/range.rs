//! Bounds of numbers that depend on cells or on their contents.
//!
//! Such a number is rejected if it could leave a range, on the board of the puzzle, in which the sum and the difference of two
//! of them fit into 64 bits. Later computations therefore cannot overflow.

use super::Scope;
use crate::board::Board;
use crate::expr::{Cells, Num};
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

/// The number of cells that `cells`, the neighbours of cells, or a ray can have on a board, or more. Expressions that belong
/// to no board yet are checked again with each board that they are used on.
fn size(board: Option<&Board>) -> i128 {
    match board {
        None => 1,
        Some(board) if board.unbounded => CELLS,
        // A cell of a short ring has a neighbour twice.
        Some(board) => i128::try_from(2 * board.cells().len() + 16).unwrap_or(CELLS).min(CELLS),
    }
}

impl Scope<'_, '_> {
    /// The least and the greatest value of a number on the board, or more.
    pub(super) fn range(&self, num: &Num) -> (i128, i128) {
        range(num, size(self.board))
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

/// The least and the greatest value where lists have up to `all` cells, or more. Exact for `+`, `-` and `*` of numbers that do
/// not depend on each other.
fn range(num: &Num, all: i128) -> (i128, i128) {
    let range = |num| range(num, all);
    match num {
        Num::Fixed(n) => (i128::from(*n), i128::from(*n)),
        Num::Var(_, (low, high)) | Num::Counter(_, (low, high)) => (i128::from(*low), i128::from(*high)),
        Num::Count(_, cells) | Num::Size(cells) => (0, most(cells, all)),
        Num::Fold(Fold::Sum, _, cells, body) => {
            let ((low, high), most) = (range(body), most(cells, all));
            (low.min(0) * most, high.max(0) * most)
        }
        Num::Fold(Fold::Least | Fold::Greatest, _, _, body) => range(body),
        Num::Distance(..) => (0, FARTHEST),
        Num::Row(_) | Num::Column(_) => (-FARTHEST, FARTHEST),
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
fn most(list: &Cells, all: i128) -> i128 {
    let most = |list| most(list, all);
    let number = match list {
        Cells::One(_) => 1,
        Cells::Fixed(cells) => i128::try_from(cells.len()).unwrap_or(CELLS),
        Cells::Where(inner, ..) | Cells::Floor(inner) | Cells::Except(inner, _) => most(inner),
        Cells::Both(a, b) => most(a).min(most(b)),
        Cells::Join(parts) => parts.iter().map(most).sum(),
        Cells::Run(_, _, n) => range(n, all).1.max(0),
        Cells::All | Cells::Around(_) | Cells::Ray(..) => all,
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
