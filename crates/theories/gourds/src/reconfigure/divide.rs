//! Divide and conquer (Section 4.2): a ring is cut along a triangle into two, gourds change over until each ring holds
//! its own, and both are solved. O(n²) moves.

use std::cmp::Reverse;

use super::exchange::{Crossing, Turns};
use super::part::Part;
use super::ring::Ring;
use super::smooth::smooth;
use super::{Side, Sides, meet};
use crate::hamilton;
use crate::problem::{Board, Cell, Configuration, NONE};
use puzzlec_theory::meter::{Halted, Meter};

/// Rings up to this size are solved by search.
const SMALL: usize = 9;
/// Cuts of a ring that are compared.
const CUTS: usize = 16;
/// Estimated moves to solve a ring, in tenths of its length times the moves of a turn.
const REST: usize = 7;

/// A plan by divide and conquer; nothing if the board is not proper.
///
/// # Errors
/// A limit was reached.
pub fn divide(
    board: &Board,
    start: &Configuration,
    target: &Configuration,
    meter: &Meter<'_>,
) -> Result<Option<Vec<Cell>>, Halted> {
    if !hamilton::is_proper(board) {
        return Ok(None);
    }
    let Some(cycle) = hamilton::cycle(board, meter)? else {
        return Ok((start == target).then(Vec::new));
    };
    let mut best: Option<Vec<Cell>> = None;
    // A smooth cycle has cheaper turns, but may divide worse.
    for cycle in [smooth(board, &cycle), cycle] {
        let ring = Ring::new(board, evened(board, cycle));
        let mut sides = Sides::new(board, start, target);
        for side in sides.both() {
            side.align(&ring, meter)?;
        }
        solve(&mut sides, &ring, meter)?;
        let plan = sides.plan();
        best = [best, plan].into_iter().flatten().min_by_key(Vec::len);
    }
    Ok(best)
}

/// The cell to the left of a step from a cell to a neighbour; [`NONE`] if there is none.
fn left(board: &Board, from: Cell, to: Cell) -> Cell {
    let side = board.direction(from, to).map(|side| (side + 1) % 6);
    side.and_then(|side| board.near(from).get(side)).copied().unwrap_or(NONE)
}

/// Lays a cycle again where two leaves of its dual tree hang at triangles two apart (Lemma 4.8), the first of
/// which has three neighbours: one leaf and one triangle with three neighbours fewer. Then a triangle of
/// degree two divides the cycle well. Linear time.
pub fn evened(board: &Board, mut cycle: Vec<Cell>) -> Vec<Cell> {
    let len = cycle.len();
    let mut quiet = 0;
    let mut at = 0;
    while len > 5 && quiet < len {
        let places = [0, 1, 2, 3, 4].map(|by| (at + by) % len);
        let [u0, p1, u1, p2, u2] = places.map(|place| cycle.get(place).copied().unwrap_or(NONE));
        let leaf = |a, p, b| left(board, a, p) == b;
        let (w0, w1) = (left(board, u0, u1), left(board, u1, u2));
        // With two neighbours only, the first triangle would become a leaf.
        let before = cycle.get((at + len - 1) % len).copied().unwrap_or(NONE);
        let on_spine = board.adjacent(w0, w1) && w0 != before;
        if leaf(u0, p1, u1) && leaf(u1, p2, u2) && board.adjacent(p1, p2) && on_spine {
            for (place, cell) in places.into_iter().skip(1).zip([u1, p1, p2]) {
                if let Some(slot) = cycle.get_mut(place) {
                    *slot = cell;
                }
            }
            quiet = 0;
        }
        quiet += 1;
        at = (at + 1) % len;
    }
    cycle
}

/// A ring split at a triangle with two neighbours (Figures 11 and 12).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// The triangle: two consecutive cells of the ring, and the third one.
    pub triangle: [Cell; 3],
    /// The two rings of an odd number of cells, with one cell of the triangle in common or all three.
    pub parts: [Vec<Cell>; 2],
    /// The rings during the exchange of gourds: the first is extended if there is one common cell.
    pub extended: Vec<Cell>,
    /// The other ring, which is one of the parts.
    pub other: Vec<Cell>,
    /// Where a gourd belongs to both rings.
    pub slot: [Cell; 2],
    /// The empty cell during the exchange.
    pub hole: Cell,
}

/// The split of a ring into two rings that differ least in length; nothing if every triangle inside has one
/// neighbour or three.
pub fn split(board: &Board, ring: &[Cell]) -> Option<Split> {
    let ring = Ring::new(board, ring.to_vec());
    let place = *places(board, &ring).first()?;
    let (apex, cut) = cut(board, &ring, place)?;
    let cells = |ring: &Ring| ring.cells().to_vec();
    Some(Split {
        triangle: [ring.at(place), ring.at(place + 1), apex],
        parts: [cells(&cut.first), cells(cut.second())],
        extended: cells(&cut.wanted),
        other: cells(&cut.other),
        slot: cut.slot,
        hole: cut.hole,
    })
}

/// A ring cut along a triangle into two rings.
#[derive(Clone)]
struct Cut {
    /// The ring that holds its own gourds after the exchange, except in the shared slot, and the other one.
    wanted: Ring,
    other: Ring,
    slot: [Cell; 2],
    /// The empty cell during the exchange.
    hole: Cell,
    /// The rings to be solved, one after the other.
    first: Ring,
    second: Option<Ring>,
}

fn solve(sides: &mut Sides<'_>, ring: &Ring, meter: &Meter<'_>) -> Result<(), Halted> {
    if ring.len() <= SMALL {
        if let Some(part) = Part::new(sides, ring.cells())
            && let [start, target] = &part.ends
            && let Some(plan) = meet::least(&part.board, start, target, meter)?
        {
            part.play(sides, &plan);
        }
        return Ok(());
    }
    let Some(Exchange { apex, cut, forward, turns, .. }) = exchange(sides, ring, meter)? else {
        return Ok(());
    };
    for side in sides.both() {
        side.walk(ring, apex, meter)?;
        side.walk(&cut.other, cut.hole, meter)?;
    }
    let side = if forward { &mut sides.start } else { &mut sides.target };
    cut.crossing().play(side, &turns, meter)?;
    solve(sides, &cut.first, meter)?;
    for side in sides.both() {
        side.walk(&cut.first, apex, meter)?;
    }
    let second = cut.second();
    solve(sides, second, meter)?;
    for side in sides.both() {
        side.walk(second, apex, meter)?;
    }
    Ok(())
}

/// How the gourds of each ring come onto it.
struct Exchange {
    apex: Cell,
    cut: Cut,
    /// On the side of the start.
    forward: bool,
    turns: Turns,
    cost: usize,
}

/// The exchange that is expected to lead to the fewest moves in all.
fn exchange(sides: &Sides<'_>, ring: &Ring, meter: &Meter<'_>) -> Result<Option<Exchange>, Halted> {
    let board = sides.start.board;
    let mut best: Option<Exchange> = None;
    for place in places(board, ring) {
        let Some((apex, cut)) = cut(board, ring, place) else { continue };
        let mut ends = [&sides.start, &sides.target].map(|side| Side::new(board, &side.at));
        for side in &mut ends {
            side.walk(ring, apex, meter)?;
            side.walk(&cut.other, cut.hole, meter)?;
        }
        let [start, target] = &ends;
        let [at_start, at_target] = [start, target].map(|side| cut.held(&side.at));
        let rest = |ring: &Ring| REST * ring.len() * ring.turn_cost() / 10;
        let rest = rest(&cut.first) + rest(cut.second());
        let walked = start.log.len() + target.log.len();
        for (forward, side, wanted) in [(true, start, &at_target), (false, target, &at_start)] {
            let Some(turns) = cut.crossing().best(side, wanted) else { continue };
            let cost = walked + turns.cost + rest;
            if best.as_ref().is_none_or(|best| cost < best.cost) {
                best = Some(Exchange { apex, cut: cut.clone(), forward, turns, cost });
            }
        }
    }
    Ok(best)
}

impl Cut {
    fn crossing(&self) -> Crossing<'_> {
        Crossing { wanted: &self.wanted, other: &self.other, slot: self.slot }
    }

    fn second(&self) -> &Ring {
        self.second.as_ref().unwrap_or(&self.wanted)
    }

    /// By gourd whether it is on the wanted ring, the shared slot left out.
    fn held(&self, at: &Configuration) -> Vec<bool> {
        let mut held = vec![false; at.gourds()];
        for cell in self.wanted.cells().iter().filter(|cell| !self.slot.contains(cell)) {
            if let Some(place) = held.get_mut((at.end(*cell) / 2) as usize) {
                *place = true;
            }
        }
        held
    }
}

/// The triangles with one edge on a ring that divide it best, by the place of the edge.
fn places(board: &Board, ring: &Ring) -> Vec<usize> {
    let size = |place: usize| {
        let apex = ring.place(left(board, ring.at(place), ring.at(place + 1)))?;
        let (before, after) = (ring.back(place, apex) + 1, ring.back(apex, place + 1) + 1);
        (before > 2 && after > 2).then_some(before.min(after))
    };
    let mut places: Vec<(usize, usize)> =
        (0..ring.len()).filter_map(|place| Some((size(place)?, place))).collect();
    places.sort_by_key(|(size, _)| Reverse(*size));
    places.into_iter().map(|(_, place)| place).take(CUTS).collect()
}

/// Cuts a ring at the triangle on its edge at a place; the apex is where the empty cell must be.
fn cut(board: &Board, ring: &Ring, place: usize) -> Option<(Cell, Cut)> {
    let (p, q) = (ring.at(place), ring.at(place + 1));
    let v = left(board, p, q);
    let apex = ring.place(v)?;
    let (before, after) = (ring.arc(apex, place), ring.arc((place + 1) % ring.len(), apex));
    let new = |parts: [&[Cell]; 2]| Ring::new(board, parts.concat());
    let (x1, x2) = (ring.at(apex + 1), ring.at(ring.back(apex, 1)));
    let (z, y) = (left(board, v, q), left(board, p, v));
    if before.len().is_multiple_of(2) {
        let (wanted, other) = (new([&before, &[q]]), new([&after, &[p]]));
        return Some((v, Cut { wanted, first: other.clone(), other, slot: [p, q], hole: v, second: None }));
    }
    let near = |extra: &[Cell], slot, hole| Cut {
        wanted: new([&before, extra]),
        other: new([&after, &[]]),
        slot,
        hole,
        first: new([&after, &[]]),
        second: Some(new([&before, &[]])),
    };
    let far = |slot, hole| Cut {
        wanted: new([&after, &[y, p]]),
        other: new([&before, &[]]),
        slot,
        hole,
        first: new([&before, &[]]),
        second: Some(new([&after, &[]])),
    };
    let cut = if z == x2 {
        near(&[q, z], [z, v], q)
    } else if z == ring.at(place + 2) {
        near(&[q, z], [z, q], v)
    } else if y == x1 {
        far([y, v], p)
    } else if y == ring.at(ring.back(place, 1)) {
        far([y, p], v)
    } else {
        // Both triangles beside this one have three neighbours, so the two rings touch beside the apex, too.
        let (_, rest) = before.split_first()?;
        let wanted = new([rest, &[q, v, x2]]);
        let (first, second) = (new([&after, &[]]), Some(new([&before, &[]])));
        Cut { wanted, other: first.clone(), slot: [v, x2], hole: q, first, second }
    };
    Some((v, cut))
}
