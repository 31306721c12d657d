//! Peeling: gourds are carried to common places on both sides one by one, outermost places first; their cells are closed
//! after that. The cheapest method on fat boards.

use std::cmp::Reverse;

use super::carry::carry;
use super::field::{FAR, Field, Lie};
use super::part::Part;
use super::{SEARCHED, Sides, divide, meet};
use crate::theories::gourds::hamilton::{is_proper, is_star};
use crate::theories::gourds::problem::{Board, Cell, Configuration, NONE};
use crate::theories::meter::{Halted, Meter};

/// Positions expanded for one gourd on one side.
const LIMIT: usize = 20_000;
/// Outermost pairs of cells that are compared.
const PAIRS: usize = 10;
/// Gourds for each pair.
const GOURDS: usize = 2;
/// Choices that are carried out, of which the cheapest is kept, and those that may fail.
const CARRIED: usize = 6;
const FAILED: usize = 12;
/// Parts of a move, and of the distance of two neighbours.
const UNIT: i64 = 16;
/// Moves that a distance of one cell from the centre is worth: closing outermost cells first keeps the rest round.
const OUTWARD: i64 = 4;

/// Two cells to be closed.
#[derive(Clone, Copy)]
struct Pair {
    cells: [Cell; 2],
    /// The direction of the second cell.
    side: usize,
    /// The distance from the centre of the open cells, in parts.
    out: i64,
}

/// A gourd and the place to which it is carried on both sides.
#[derive(Clone, Copy)]
struct Choice {
    gourd: u32,
    to: Lie,
    pair: Pair,
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
    while field.len() > SEARCHED && peel_one(&mut sides, &mut field, meter)? {}
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
fn peel_one(sides: &mut Sides<'_>, field: &mut Field<'_>, meter: &Meter<'_>) -> Result<bool, Halted> {
    let (mut best, mut carried, mut failed): (Option<(i64, Choice, [Vec<Cell>; 2])>, _, _) = (None, 0, 0);
    for choice in choices(sides, field) {
        if carried == CARRIED || failed == FAILED {
            break;
        }
        let distances = field.distances(choice.to);
        let carry = |at: &Configuration| carry(field, at, choice.gourd, &distances, LIMIT, meter);
        let Some(first) = carry(&sides.start.at)? else {
            failed += 1;
            continue;
        };
        let Some(second) = carry(&sides.target.at)? else {
            failed += 1;
            continue;
        };
        carried += 1;
        let moves = i64::try_from(first.len() + second.len()).unwrap_or(i64::MAX / UNIT);
        let cost = moves * UNIT - OUTWARD * choice.pair.out;
        if best.as_ref().is_none_or(|(known, ..)| cost < *known) {
            best = Some((cost, choice, [first, second]));
        }
    }
    let Some((_, choice, moves)) = best else { return Ok(false) };
    for (side, moves) in sides.both().into_iter().zip(moves) {
        for through in moves {
            side.play(through);
        }
    }
    field.close(choice.pair.cells);
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
                pairs.push(Pair { cells: [cell, *other], side, out: out(cell).midpoint(out(*other)) });
            }
        }
    }
    pairs.sort_by_key(|pair| Reverse(pair.out));
    pairs.truncate(PAIRS);
    // Thirteen cells may be the Star of David.
    pairs.retain(|pair| field.len() != 15 || !is_star(&field.without(pair.cells)));
    pairs
}

/// Gourds for the outermost pairs, the cheapest first. A gourd near the pair on both sides is a good choice.
fn choices(sides: &Sides<'_>, field: &Field<'_>) -> Vec<Choice> {
    let ends = [&sides.start.at, &sides.target.at];
    let firsts =
        field.cells().map(|cell| ends[0].end(cell)).filter(|end| *end != NONE && end.is_multiple_of(2));
    let gourds: Vec<u32> = firsts.map(|end| end / 2).collect();
    let mut choices = Vec::new();
    for pair in pairs(field) {
        let to = Lie { cell: pair.cells[0], side: pair.side };
        let distances = field.distances(to);
        let mut own: Vec<Choice> = Vec::with_capacity(2 * gourds.len());
        for gourd in &gourds {
            let [Some(start), Some(target)] = ends.map(|at| field.lie(at, *gourd)) else { continue };
            for turn in [false, true] {
                // A gourd the other way round goes where its turned one goes.
                let turned = |lie: Lie| if turn { field.turned(lie) } else { lie };
                let moves =
                    [start, target].map(|lie| distances.get(turned(lie).index()).copied().unwrap_or(FAR));
                let moves: i64 =
                    moves.into_iter().map(|moves| 3 * i64::from(moves) - i64::from(moves > 0)).sum();
                let cost = moves * UNIT - OUTWARD * pair.out;
                own.push(Choice { gourd: *gourd, to: turned(to), pair, cost });
            }
        }
        own.sort_by_key(|choice| choice.cost);
        choices.extend(own.into_iter().take(GOURDS));
    }
    choices.sort_by_key(|choice| choice.cost);
    choices
}
