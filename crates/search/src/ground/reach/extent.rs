//! Distances of cells from a variable or from the area, and ranges of numbers: interval arithmetic. There is
//! no overflow: an interval that would be too large is `None`.

use puzzlec_model::expr::{Cell, Cells, Num, Slot};
use puzzlec_syntax::ast::BinaryOp;

/// The reference of a distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Node {
    /// The nearest cell that holds a piece before the move or that a rule names.
    Area,
    /// The value of a variable.
    Slot(Slot),
}

/// A maximum distance from a node, in steps.
pub(super) type Near = (Node, i64);

/// Assumptions about numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers {
    /// The largest distance, row and column of values of variables; `None` without a bound.
    pub spread: Option<i64>,
    /// The number of neighbours of a cell.
    pub neighbours: i64,
}

impl Numbers {
    /// The least and the greatest value of a number, whatever the position.
    pub fn range(self, num: &Num) -> Option<(i64, i64)> {
        match num {
            Num::Fixed(n) => Some((*n, *n)),
            Num::Var(_, range) | Num::Counter(_, range) => Some(*range),
            // Only bounded boards have these.
            Num::Size(_) | Num::Components(_) | Num::Fold(..) | Num::Number(_) => None,
            Num::Count(_, cells) => Some((0, self.size(cells)?)),
            Num::Binary(op, a, b) => {
                let (a, b) = (self.range(a)?, self.range(b)?);
                match op {
                    BinaryOp::Add => Some((a.0.checked_add(b.0)?, a.1.checked_add(b.1)?)),
                    BinaryOp::Subtract => Some((a.0.checked_sub(b.1)?, a.1.checked_sub(b.0)?)),
                    BinaryOp::Multiply => {
                        let mut corners = [0; 4];
                        let pairs = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)];
                        for (corner, (x, y)) in corners.iter_mut().zip(pairs) {
                            *corner = x.checked_mul(y)?;
                        }
                        Some((*corners.iter().min()?, *corners.iter().max()?))
                    }
                    BinaryOp::Divide if b.0 == b.1 && b.0 > 0 => {
                        Some((a.0.div_euclid(b.0), a.1.div_euclid(b.0)))
                    }
                    BinaryOp::Remainder if b.0 == b.1 && b.0 > 0 => Some((0, b.0 - 1)),
                    _ => None,
                }
            }
            Num::Min(a, b) => {
                let (a, b) = (self.range(a)?, self.range(b)?);
                Some((a.0.min(b.0), a.1.min(b.1)))
            }
            Num::Max(a, b) => {
                let (a, b) = (self.range(a)?, self.range(b)?);
                Some((a.0.max(b.0), a.1.max(b.1)))
            }
            Num::Abs(a) => {
                let (low, high) = self.range(a)?;
                let most = low.checked_abs()?.max(high.checked_abs()?);
                Some((if low <= 0 && high >= 0 { 0 } else { low.abs().min(high.abs()) }, most))
            }
            Num::Distance(a, b) => {
                let apart = self.near(a)?.1.checked_add(self.near(b)?.1)?;
                Some((0, self.spread?.checked_add(apart)?))
            }
            Num::Row(cell) | Num::Column(cell) => {
                let most = self.spread?.checked_add(self.near(cell)?.1)?;
                Some((-most, most))
            }
        }
    }

    /// Maximum number of cells of a list.
    fn size(self, cells: &Cells) -> Option<i64> {
        match cells {
            Cells::One(_) => Some(1),
            Cells::Fixed(cells) => i64::try_from(cells.len()).ok(),
            // An endless board has no floor pieces.
            Cells::All | Cells::Floor(_) => None,
            Cells::Around(inner) => self.size(inner)?.checked_mul(self.neighbours),
            Cells::Run(_, _, n) => Some(self.range(n)?.1.max(0)),
            Cells::Ray(..) | Cells::Where(..) | Cells::Component(..) => None,
            Cells::Except(left, _) | Cells::Both(left, _) => self.size(left),
            Cells::Join(parts) => {
                parts.iter().try_fold(0, |all: i64, part| all.checked_add(self.size(part)?))
            }
        }
    }

    /// The reference node of a cell, and the maximum distance from it.
    pub fn near(self, cell: &Cell) -> Option<Near> {
        match cell {
            Cell::Var(slot) => Some((Node::Slot(*slot), 0)),
            Cell::Fixed(_) => Some((Node::Area, 0)),
            Cell::Step(from, _, n) => {
                let ((node, steps), (low, high)) = (self.near(from)?, self.range(n)?);
                let most = low.checked_abs()?.max(high.checked_abs()?);
                Some((node, steps.checked_add(most)?))
            }
            Cell::First(_) | Cell::Last(_) => None,
        }
    }

    /// Nodes with distances such that every cell of the list is that near to one of them.
    pub fn extent(self, cells: &Cells) -> Option<Vec<Near>> {
        match cells {
            Cells::One(cell) => Some(vec![self.near(cell)?]),
            Cells::Fixed(_) => Some(vec![(Node::Area, 0)]),
            Cells::All | Cells::Floor(_) => None,
            Cells::Around(inner) => {
                let wider = |(node, steps): Near| Some((node, steps.checked_add(1)?));
                self.extent(inner)?.into_iter().map(wider).collect()
            }
            Cells::Run(from, _, n) => {
                let ((node, steps), (_, high)) = (self.near(from)?, self.range(n)?);
                Some(vec![(node, steps.checked_add((high - 1).max(0))?)])
            }
            Cells::Ray(..) | Cells::Where(..) | Cells::Component(..) => None,
            Cells::Except(left, _) | Cells::Both(left, _) => self.extent(left),
            Cells::Join(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    all.extend(self.extent(part)?);
                }
                Some(all)
            }
        }
    }

    /// The one node that all cells of the list are near to.
    pub fn around_one(self, cells: &Cells) -> Option<Near> {
        let all = self.extent(cells)?;
        let (node, _) = *all.first()?;
        let most = all.iter().map(|n| n.1).max()?;
        all.iter().all(|n| n.0 == node).then_some((node, most))
    }
}
