//! Peeling: gourds are carried to common places on both sides one by one, outermost places first; their cells
//! are closed after that. The cheapest method on fat boards.

use std::cmp::Reverse;

use super::carry::Carrier;
use super::field::{FAR, Field, Lie};
use super::part::Part;
use super::{SEARCHED, Sides, divide, meet};
use crate::boards::is_star;
use crate::hamilton::is_proper;
use crate::problem::{Board, Cell, Configuration, NONE};
use puzzlec_theory::meter::{Halted, Meter, Share};

/// Positions expanded for one gourd on one side.
const LIMIT: usize = 20_000;
/// Outermost pairs of cells that are compared.
const PAIRS: usize = 10;
/// Gourds for each pair.
const GOURDS: usize = 2;
/// Choices that are carried out, of which the cheapest is kept: two, more on boards below 2,000 cells, at most six.
const CARRIED: [usize; 3] = [2, 2000, 6];
/// Choices that may fail.
const FAILED: usize = 12;
/// The limits of peeling; what is left then is solved by divide and conquer.
const SHARE: Share = Share { expanded: 4_000_000, ..Share::ALL };
/// Parts of a move, and of the distance of two neighbours.
const UNIT: i64 = 16;
/// A pair one cell farther from the centre is preferred if that takes at most this many moves more: a rest
/// that stays round has shorter ways.
const OUTWARD: i64 = 4;

/// Two cells to be closed.
struct Pair {
    cells: [Cell; 2],
    /// The distance from the centre of the open cells, in parts.
    out: i64,
    /// The distances of a gourd whose first end is to lie on the first cell.
    distances: Vec<u16>,
}

impl Pair {
    fn distance(&self, field: &Field<'_>, lie: Lie, turned: bool) -> u16 {
        // A gourd the other way round goes where its turned one goes.
        let lie = if turned { field.turned(lie) } else { lie };
        self.distances.get(lie.index()).copied().unwrap_or(FAR)
    }

    /// The moves that carrying a gourd there is worth, in parts.
    fn value(&self) -> i64 {
        OUTWARD * self.out
    }
}

/// A gourd and the place to which it is carried on both sides.
#[derive(Clone, Copy)]
struct Choice {
    gourd: u32,
    pair: usize,
    /// Whether its second end comes to lie on the first cell of the pair.
    turned: bool,
    /// The estimated moves less the value of the pair, in parts.
    cost: i64,
}

/// A plan by peeling; nothing if the board is not proper.
///
/// # Errors
/// A limit was reached.
pub fn peel(
    board: &Board,
    start: &Configuration,
    target: &Configuration,
    meter: &Meter<'_>,
) -> Result<Option<Vec<Cell>>, Halted> {
    if !is_proper(board) {
        return Ok(None);
    }
    let mut sides = Sides::new(board, start, target);
    let mut field = Field::new(board);
    let mut carrier = Carrier::default();
    // A gourd is moved only once its whole way is known, so both sides agree with the field at every end.
    meter.share(SHARE, || {
        while field.len() > SEARCHED && peel_one(&mut sides, &mut field, &mut carrier, meter)? {}
        Ok(())
    })?;
    let cells: Vec<Cell> = field.cells().collect();
    if let Some(part) = Part::new(&sides, &cells) {
        let [start, target] = &part.ends;
        let plan = if cells.len() <= SEARCHED {
            meet::least(&part.board, start, target, meter)?
        } else {
            divide::divide(&part.board, start, target, meter)?
        };
        part.play(&mut sides, &plan.unwrap_or_default());
    }
    Ok(sides.plan())
}

/// Carries one gourd to the same place on both sides and closes its cells; false if no choice succeeds.
fn peel_one(
    sides: &mut Sides<'_>,
    field: &mut Field<'_>,
    carrier: &mut Carrier,
    meter: &Meter<'_>,
) -> Result<bool, Halted> {
    let pairs = pairs(field);
    let mut best: Option<(i64, [Cell; 2], [Vec<Cell>; 2])> = None;
    let (mut carried, mut failed) = (0, 0);
    let most = (CARRIED[0] + CARRIED[1] / field.len().max(1)).min(CARRIED[2]);
    for choice in choices(sides, field, &pairs) {
        let Some(pair) = pairs.get(choice.pair) else { continue };
        if carried == most || failed == FAILED {
            break;
        }
        let distance = |lie| pair.distance(field, lie, choice.turned);
        let mut moves = [Vec::new(), Vec::new()];
        let mut cost = Some(-pair.value());
        for (side, moves) in [&sides.start, &sides.target].into_iter().zip(&mut moves) {
            let Some(known) = cost else { break };
            cost = carrier.carry(field, &side.at, choice.gourd, distance, LIMIT, meter)?.map(|found| {
                *moves = found;
                known + UNIT * i64::try_from(moves.len()).unwrap_or(i64::from(u32::MAX))
            });
        }
        match cost {
            None => failed += 1,
            Some(cost) => {
                carried += 1;
                if best.as_ref().is_none_or(|(known, ..)| cost < *known) {
                    best = Some((cost, pair.cells, moves));
                }
            }
        }
    }
    let Some((_, cells, moves)) = best else { return Ok(false) };
    for (side, moves) in sides.both().into_iter().zip(moves) {
        for through in moves {
            side.play(through);
        }
    }
    field.close(cells);
    Ok(true)
}

/// The outermost pairs that may be closed.
fn pairs(field: &Field<'_>) -> Vec<Pair> {
    // Coordinates with right angles, in halves of the distance of two neighbours and of the height of a triangle.
    let place = |cell: Cell| {
        let (q, r) = field.board.cells().get(cell as usize).copied().unwrap_or_default();
        [2 * i64::from(q) + i64::from(r), i64::from(r)]
    };
    let sums = field.cells().map(place).fold([0, 0], |[x, y], [by_x, by_y]| [x + by_x, y + by_y]);
    let count = i64::try_from(field.len()).unwrap_or(1);
    let out = |cell: Cell| {
        let [x, y] = place(cell);
        let (x, y) = (count * x - sums[0], count * y - sums[1]);
        UNIT * (x * x + 3 * y * y).isqrt() / (2 * count)
    };
    let mut pairs = Vec::new();
    for cell in field.cells() {
        for (side, other) in field.near(cell).iter().enumerate().take(3) {
            if *other != NONE && field.may_close([cell, *other]) {
                pairs.push((out(cell).midpoint(out(*other)), [cell, *other], side));
            }
        }
    }
    pairs.sort_by_key(|(out, ..)| Reverse(*out));
    pairs.truncate(PAIRS);
    // Thirteen cells may be the Star of David.
    pairs.retain(|(_, cells, _)| field.len() != 15 || !is_star(&field.without(*cells)));
    let pair = |(out, cells, side): (i64, [Cell; 2], usize)| Pair {
        cells,
        out,
        distances: field.distances(Lie { cell: cells[0], side }),
    };
    pairs.into_iter().map(pair).collect()
}

/// Gourds for the pairs, the cheapest first. A gourd near a pair on both sides is a good choice for it.
fn choices(sides: &Sides<'_>, field: &Field<'_>, pairs: &[Pair]) -> Vec<Choice> {
    let ends = [&sides.start.at, &sides.target.at];
    let firsts =
        field.cells().map(|cell| ends[0].end(cell)).filter(|end| *end != NONE && end.is_multiple_of(2));
    let lies = firsts.filter_map(|end| {
        let [start, target] = ends.map(|at| field.lie(at, end / 2));
        Some((end / 2, [start?, target?]))
    });
    let lies: Vec<(u32, [Lie; 2])> = lies.collect();
    let mut choices = Vec::new();
    for (place, pair) in pairs.iter().enumerate() {
        let estimate = |(gourd, lies): &(u32, [Lie; 2]), turned: bool| {
            let moves = lies.map(|lie| i64::from(pair.distance(field, lie, turned)));
            let moves: i64 = moves.into_iter().map(|moves| 3 * moves - i64::from(moves > 0)).sum();
            Choice { gourd: *gourd, pair: place, turned, cost: moves * UNIT - pair.value() }
        };
        let mut own: Vec<Choice> =
            lies.iter().flat_map(|gourd| [false, true].map(|turned| estimate(gourd, turned))).collect();
        own.sort_by_key(|choice| choice.cost);
        choices.extend(own.into_iter().take(GOURDS));
    }
    choices.sort_by_key(|choice| choice.cost);
    choices
}
