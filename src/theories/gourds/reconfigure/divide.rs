//! Divide and conquer (Section 4.2): a ring is cut along a triangle into two, gourds change over until each ring holds
//! its own, and both are solved. O(n²) moves.

use std::cmp::Reverse;

use super::exchange::Crossing;
use super::part::Part;
use super::ring::Ring;
use super::smooth::smooth;
use super::{Sides, meet};
use crate::theories::gourds::hamilton;
use crate::theories::gourds::problem::{Board, Cell, Configuration, NONE};
use crate::theories::meter::{Halted, Meter};

/// Rings up to this size are solved by search.
const SMALL: usize = 9;

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

/// Lays a cycle again where two leaves of its dual tree hang at triangles two apart (Lemma 4.8), the first of which has
/// three neighbours: one leaf and one triangle with three neighbours fewer. Then a triangle of degree two divides the cycle well. Linear time.
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

/// A ring cut along a triangle into two rings.
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
    let Some((apex, cut)) = cut(sides.start.board, ring) else { return Ok(()) };
    for side in sides.both() {
        side.walk(ring, apex, meter)?;
        side.walk(&cut.other, cut.hole, meter)?;
    }
    exchange(sides, &cut, meter)?;
    solve(sides, &cut.first, meter)?;
    for side in sides.both() {
        side.walk(&cut.first, apex, meter)?;
    }
    let second = cut.second.as_ref().unwrap_or(&cut.wanted);
    solve(sides, second, meter)?;
    for side in sides.both() {
        side.walk(second, apex, meter)?;
    }
    Ok(())
}

/// Brings the gourds of each ring onto it, on the side where that costs fewer moves.
fn exchange(sides: &mut Sides<'_>, cut: &Cut, meter: &Meter<'_>) -> Result<(), Halted> {
    let crossing = Crossing { wanted: &cut.wanted, other: &cut.other, slot: cut.slot };
    let gourds = sides.start.at.gourds();
    let wanted = |at: &Configuration| {
        let mut wanted = vec![false; gourds];
        for cell in cut.wanted.cells().iter().filter(|cell| !cut.slot.contains(cell)) {
            if let Some(place) = wanted.get_mut((at.end(*cell) / 2) as usize) {
                *place = true;
            }
        }
        wanted
    };
    let [at_start, at_target] = [&sides.start.at, &sides.target.at].map(wanted);
    let forward = crossing.best(&sides.start, &at_target);
    let backward = crossing.best(&sides.target, &at_start);
    let cost = |turns: &Option<super::exchange::Turns>| turns.as_ref().map_or(usize::MAX, |turns| turns.cost);
    let (side, turns) = if cost(&forward) <= cost(&backward) {
        (&mut sides.start, forward)
    } else {
        (&mut sides.target, backward)
    };
    turns.map_or(Ok(()), |turns| crossing.play(side, &turns, meter))
}

/// Cuts a ring at the triangle with one edge on it that divides it best; the apex is where the empty cell must be.
fn cut(board: &Board, ring: &Ring) -> Option<(Cell, Cut)> {
    let sizes = |place: usize| {
        let apex = ring.place(left(board, ring.at(place), ring.at(place + 1)))?;
        let (before, after) = (ring.back(place, apex) + 1, ring.back(apex, place + 1) + 1);
        (before > 2 && after > 2).then_some(before.min(after))
    };
    let place =
        (0..ring.len()).filter(|place| sizes(*place).is_some()).min_by_key(|place| Reverse(sizes(*place)))?;
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
