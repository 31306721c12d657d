//! Removal of grids.
//!
//! A grid is cut into paths that are removed one after the other. A path with an odd number of heads (when its turn
//! comes) can be removed. *A < B* says that A is removed before B.
//!
//! **Rows of odd length.** Turn the coins of the first row, and its number of heads changes its parity. So the row can
//! be removed first if that number is odd, and last if it is even. The other rows follow in the same way.
//!
//! **Even sides.** Let the number of heads be even.
//!
//! 1. *A side with an odd number of heads* is removed first. The others have a line of odd length, and an odd number of
//!    heads.
//! 2. *A side with an even number of heads, of which an odd number lies in its first k cells P for an odd k.* Let Q be
//!    the other cells of the side and R the rest of the grid. P < R < Q: P turns k coins of R, which then has an odd
//!    number of heads, and a line of odd length. One coin of Q is turned by P and the whole of it by R, so that its
//!    number of heads, odd before, is odd again.
//! 3. Otherwise every side is tails, pairs of equal coins, tails. Let U be the first row, P the first k cells of the
//!    second row for an odd k, Q the others, D the rows below. With P < U < Q, U is turned in k cells, and has an odd
//!    number of heads; so is it with Q < U < P. Let p and q be the numbers of heads of P and Q.
//!    * p and q odd: P < U < Q < D. The first row of D is turned.
//!    * p and q even: D < P < U < Q. D is not turned.
//!    * p odd, q even: P < U < Q and P < D < Q. The first row of D is turned in its first k cells.
//!    * p even, q odd: Q < U < P and Q < D < P. The first row of D is turned in the other cells.
//!
//!    D has an even number of heads, and is removable if it is not exceptional.
//!
//! *It is exceptional for all k only if* the inner cells of the second row are pairs of equal coins, as those of the third
//! row, and the inner cells of the rows from the fourth to the last but one show tails. For if there are k with even
//! and with odd p, the corner cells of D differ in both cases, and they are tails in only one of them. So p has one
//! parity for all k, which makes pairs of the second row; and turning keeps the pairs of the third row. If the same holds
//! from below and there are six rows, all inner cells show tails: the grid is exceptional. By columns likewise. What is
//! left has four rows and columns and four heads within: a search removes each of these sixteen.

use super::super::super::problem::Graph;
use super::super::search::{self, Found};
use super::super::table::Table;
use super::Grid;
use puzzlec_theory::meter::{Halted, Meter};

/// An order that removes a grid, or nothing if it is exceptional. The parity of heads must be right.
///
/// Linear time if a side is odd or has no pairs; otherwise at most that for every second row or column.
///
/// # Errors
/// A limit was reached.
pub(in super::super) fn construct(
    graph: &Graph,
    grid: &Grid,
    heads: &[bool],
    meter: &Meter<'_>,
) -> Result<Option<Vec<u32>>, Halted> {
    let mut cut = Cut { heads: Table::from(heads.to_vec()), first: Vec::new(), last: Vec::new() };
    if grid.rows % 2 == 1 || grid.columns % 2 == 1 {
        cut.odd(grid);
    } else if is_exceptional(grid, |v| cut.heads.at(v)) || !cut.even(grid.clone(), meter)? {
        return Ok(None);
    }
    cut.last.reverse();
    let paths = cut.first.iter().chain(&cut.last);
    Ok(Some(remove(graph, heads, paths)))
}

/// Removes paths one after the other.
fn remove<'p>(graph: &Graph, heads: &[bool], paths: impl Iterator<Item = &'p Vec<u32>>) -> Vec<u32> {
    let mut heads = Table::from(heads.to_vec());
    let mut order = Vec::with_capacity(graph.vertices());
    for path in paths {
        // The coins from here on are left; the first of them that shows heads is removed, and then those before it,
        // which the removals turn one by one.
        let mut left = 0;
        for at in 0..path.len() {
            if path.get(at).is_some_and(|&v| heads.at(v)) {
                for &v in path.get(left..=at).unwrap_or(&[]).iter().rev() {
                    order.push(v);
                    graph.neighbours(v as usize).iter().for_each(|&w| heads.set(w, !heads.at(w)));
                }
                left = at + 1;
            }
        }
    }
    order
}

/// Whether a grid with even sides and an even number of heads is exceptional.
fn is_exceptional(grid: &Grid, heads: impl Fn(u32) -> bool) -> bool {
    let (rows, columns) = (grid.rows, grid.columns);
    let is_paired = |line: &mut dyn Iterator<Item = u32>| {
        !line.next().is_some_and(&heads)
            && loop {
                match (line.next(), line.next()) {
                    (Some(a), Some(b)) if heads(a) == heads(b) => {}
                    (Some(a), None) => break !heads(a),
                    _ => break false,
                }
            }
    };
    [0, rows - 1].iter().all(|&r| is_paired(&mut grid.row(r).iter().copied()))
        && [0, columns - 1].iter().all(|&c| is_paired(&mut (0..rows).map(|r| grid.cell(r, c))))
        && (1..rows - 1).all(|r| !(1..columns - 1).any(|c| heads(grid.cell(r, c))))
}

/// Paths of a grid in an order in which each can be removed.
struct Cut {
    /// As the paths so far leave them for the rest of the grid.
    heads: Table<bool>,
    /// Before the rest of the grid.
    first: Vec<Vec<u32>>,
    /// After it, the last one first.
    last: Vec<Vec<u32>>,
}

impl Cut {
    fn turn(&mut self, cells: &[u32]) {
        cells.iter().for_each(|&v| self.heads.set(v, !self.heads.at(v)));
    }

    fn is_odd(&self, cells: &[u32]) -> bool {
        cells.iter().filter(|&&v| self.heads.at(v)).count() % 2 == 1
    }

    /// A grid with an odd side and an odd number of heads.
    fn odd(&mut self, grid: &Grid) {
        if grid.columns.is_multiple_of(2) {
            return self.odd(&grid.transposed());
        }
        for row in 0..grid.rows {
            if self.is_odd(grid.row(row)) {
                self.first.push(grid.row(row).to_vec());
                if row + 1 < grid.rows {
                    self.turn(grid.row(row + 1));
                }
            } else {
                self.last.push(grid.row(row).to_vec());
            }
        }
    }

    /// A grid with even sides and an even number of heads that is not exceptional. False if the search at the end
    /// finds nothing.
    fn even(&mut self, mut grid: Grid, meter: &Meter<'_>) -> Result<bool, Halted> {
        loop {
            meter.poll()?;
            let across = grid.transposed();
            let views = [grid.flipped(), across.flipped(), across, grid.clone()];
            if views.iter().any(|view| self.side(view)) {
                return Ok(true);
            }
            match views.iter().find_map(|view| self.second_row(view)) {
                Some(rest) => grid = rest,
                None => return self.four_by_four(&grid, meter),
            }
        }
    }

    /// Ends with the first row, by 1 or 2, if it has no pairs.
    fn side(&mut self, grid: &Grid) -> bool {
        let side = grid.row(0);
        let rest = grid.below(1);
        let (first, last) = if self.is_odd(side) {
            (side, None)
        } else if let Some((first, last)) = self.odd_start(side, true) {
            (first, Some(last))
        } else {
            return false;
        };
        self.turn(rest.row(0).get(..first.len()).unwrap_or(&[]));
        self.first.push(first.to_vec());
        self.last.extend(last.map(<[u32]>::to_vec));
        self.odd(&rest);
        true
    }

    /// The first odd number of cells whose number of heads has a parity, and the rest of the row.
    fn odd_start<'g>(&self, row: &'g [u32], odd: bool) -> Option<(&'g [u32], &'g [u32])> {
        let mut is_odd = false;
        let length = row.iter().zip(1..).find_map(|(&v, length)| {
            is_odd ^= self.heads.at(v);
            (length % 2 == 1 && is_odd == odd).then_some(length)
        })?;
        row.split_at_checked(length)
    }

    /// Removes the first and the second row by 3, where every side has pairs, and returns the rest, if it is not
    /// exceptional.
    fn second_row(&mut self, grid: &Grid) -> Option<Grid> {
        if grid.rows < 4 {
            return None;
        }
        let (first, second) = (grid.row(0).to_vec(), grid.row(1));
        let rest = grid.below(2);
        for p_is_odd in [false, true] {
            let Some((p, q)) = self.odd_start(second, p_is_odd) else {
                continue;
            };
            let q_is_odd = self.is_odd(q);
            let turned = match (p_is_odd, q_is_odd) {
                (true, true) => 0..grid.columns,
                (false, false) => 0..0,
                (true, false) => 0..p.len(),
                (false, true) => p.len()..grid.columns,
            };
            let turned = rest.row(0).get(turned).unwrap_or(&[]);
            self.turn(turned);
            if is_exceptional(&rest, |v| self.heads.at(v)) {
                self.turn(turned);
                continue;
            }
            let (p, q) = (p.to_vec(), q.to_vec());
            match (p_is_odd, q_is_odd) {
                (true, true) => self.first.extend([p, first, q]),
                (false, false) => self.last.extend([q, first, p]),
                (true, false) => {
                    self.first.extend([p, first]);
                    self.last.push(q);
                }
                (false, true) => {
                    self.first.extend([q, first]);
                    self.last.push(p);
                }
            }
            return Some(rest);
        }
        None
    }

    /// Four rows and columns with four heads within.
    fn four_by_four(&mut self, grid: &Grid, meter: &Meter<'_>) -> Result<bool, Halted> {
        let at = |r: usize, c: usize| (r * grid.columns + c) as u32;
        let across = (0..grid.rows).flat_map(|r| (1..grid.columns).map(move |c| (at(r, c - 1), at(r, c))));
        let down = (1..grid.rows).flat_map(|r| (0..grid.columns).map(move |c| (at(r - 1, c), at(r, c))));
        let graph = Graph::new(grid.cells.len(), across.chain(down));
        let heads: Vec<bool> = grid.cells.iter().map(|&v| self.heads.at(v)).collect();
        let Found::Orientation(edges) = search::orient(&graph, &heads, meter)? else {
            return Ok(false);
        };
        let order = super::super::orient::order(graph.vertices(), &edges);
        self.first.extend(order.iter().filter_map(|&at| grid.cells.get(at as usize)).map(|&v| vec![v]));
        Ok(true)
    }
}
