//! How often jumps are played in all games, by linear programs (Ramaré 2008, section 8): whose weights are rounded, and
//! count only by what the checker finds in them.

use super::board::{Jump, PegBoard, Problem};
use super::linear_program::{Answer, Is, Program};
use puzzlec_proofs::peg_solitaire::check::totals::{self, Ends, never};

/// Factors tried before rounding.
const SCALES: [i32; 12] = [1, 2, 3, 4, 5, 6, 8, 10, 12, 24, 60, 10_000];
/// Maximum weight before scaling.
const LARGEST: f64 = 1000.0;
/// Differences from 0 that do not count.
const TINY: f64 = 1e-6;

/// A bound on the sum of factors of the jumps of a game, with its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Total {
    /// The bound.
    pub most: i64,
    /// The weights of pegs that show it.
    pub weights: Vec<i64>,
    /// What they are divided by.
    pub scale: i64,
}

/// The jumps of a board, as the checker has them.
pub fn plain(board: &PegBoard) -> Vec<[u8; 3]> {
    board.jumps().iter().map(|jump| jump.cells()).collect()
}

/// The most that the factors of the jumps of a game add up to; `None` if nothing was found.
pub fn most(board: &PegBoard, factors: &[i64], ends: Ends) -> Option<Total> {
    let mut program = Program::default();
    // A weight is a difference of two numbers, as the sum of absolute values is to be small for any ends.
    for cell in (0..board.cells()).map(|cell| 1 << cell) {
        let (up, down) = match ends {
            Ends::Any => (1.0, 1.0),
            Ends::Between(start, goal) => {
                let held = |at: u128| f64::from(u8::from(at & cell != 0));
                (held(start) - held(goal), held(goal) - held(start))
            }
        };
        program.column(up, 0.0, LARGEST);
        program.column(down, 0.0, LARGEST);
    }
    for (jump, factor) in board.jumps().iter().zip(factors) {
        program.row(terms(*jump), Is::AtLeast, *factor as f64);
    }
    let Answer::Best { value, point } = program.minimise(0, None) else { return None };
    let exact: Vec<f64> =
        point.chunks(2).map(|pair| pair.iter().rev().fold(0.0, |sum, part| part - sum)).collect();
    let jumps = plain(board);
    let wanted = (value + TINY).floor();
    let mut best: Option<Total> = None;
    for scale in SCALES {
        let mut weights: Vec<i64> = exact.iter().map(|by| (by * f64::from(scale)).round() as i64).collect();
        let lost = |jump: &[u8; 3]| {
            let [from, over, to] = jump.map(|cell| weights.get(usize::from(cell)).copied().unwrap_or(0));
            from + over - to
        };
        // One more on every cell is one more for every jump.
        let missing =
            jumps.iter().zip(factors).map(|(jump, factor)| factor * i64::from(scale) - lost(jump)).max();
        let more = missing.unwrap_or(0).max(0);
        weights.iter_mut().for_each(|by| *by += more);
        let shown = totals::most(&jumps, factors, ends, &weights, scale.into())
            .and_then(|most| i64::try_from(most).ok());
        if let Some(most) = shown.filter(|most| best.as_ref().is_none_or(|best| *most < best.most)) {
            best = Some(Total { most, weights, scale: scale.into() });
            if most as f64 <= wanted {
                break;
            }
        }
    }
    best
}

/// The least that the factors add up to, and the most.
pub fn range(board: &PegBoard, factors: &[i64], ends: Ends) -> Option<(i64, i64)> {
    let opposite: Vec<i64> = factors.iter().map(|factor| -factor).collect();
    let least = most(board, &opposite, ends)?.most.checked_neg()?.max(0);
    Some((least, most(board, factors, ends)?.most))
}

fn terms(jump: Jump) -> impl Iterator<Item = (usize, f64)> {
    let cells = jump.cells().map(usize::from).into_iter().zip([1.0, 1.0, -1.0]);
    cells.flat_map(|(cell, by)| [(2 * cell, by), (2 * cell + 1, -by)])
}

/// Weights of cells by their distance from the middle of a jump, each the sum of the next two (the golden ratio of
/// section 8 in whole numbers): they bound how often the jump is played by 17 on every board of the square grid.
pub fn golden(board: &PegBoard, jump: usize) -> Option<Total> {
    let middle = usize::from(board.jumps().get(jump)?.over);
    let mut distance: Vec<Option<usize>> = vec![None; board.cells()];
    *distance.get_mut(middle)? = Some(0);
    let mut ring = vec![middle];
    let mut far = 0;
    for steps in 1.. {
        let next = |at: &usize| {
            let steps = board.jumps().iter().flat_map(|j| [[j.from, j.over], [j.over, j.to]]);
            let near = steps.filter(|pair| pair.contains(&(*at as u8))).flatten();
            near.map(usize::from).collect::<Vec<usize>>()
        };
        let reached: Vec<usize> = ring.iter().flat_map(next).collect();
        ring.clear();
        for cell in reached {
            if let Some(free) = distance.get_mut(cell).filter(|known| known.is_none()) {
                *free = Some(steps);
                ring.push(cell);
            }
        }
        if ring.is_empty() {
            break;
        }
        far = steps;
    }
    let mut numbers: Vec<i64> = vec![1, 1];
    while numbers.len() <= far.max(40) {
        let last = numbers.iter().rev().take(2).try_fold(0_i64, |sum, number| sum.checked_add(*number))?;
        numbers.push(last);
    }
    numbers.reverse();
    let weight = |steps: &Option<usize>| steps.and_then(|steps| numbers.get(steps)).copied().unwrap_or(0);
    let weights: Vec<i64> = distance.iter().map(weight).collect();
    let scale = *numbers.first()?;
    let factors: Vec<i64> = (0..board.jumps().len()).map(|other| i64::from(other == jump)).collect();
    let most = totals::most(&plain(board), &factors, Ends::Any, &weights, scale)?;
    Some(Total { most: i64::try_from(most).ok()?, weights, scale })
}

/// Weights that show that no position of a game from the start has pegs on all these cells (Lemmas 11.2 and 12.2).
pub fn excluding(problem: &Problem<'_>, cells: u128) -> Option<Vec<i64>> {
    let (board, start) = (problem.board, problem.start);
    let mut program = Program::default();
    for cell in (0..board.cells()).map(|cell| 1 << cell) {
        let held = |at: u128| f64::from(u8::from(at & cell != 0));
        program.column(held(start) - held(cells), 0.0, 1.0);
    }
    for jump in board.jumps() {
        let row = jump.cells().map(usize::from).into_iter().zip([1.0, 1.0, -1.0]);
        program.row(row, Is::AtLeast, 0.0);
    }
    let Answer::Best { value, point } = program.minimise(0, None) else { return None };
    if value > -TINY {
        return None;
    }
    let jumps = plain(board);
    SCALES.iter().find_map(|scale| {
        let weights: Vec<i64> = point.iter().map(|by| (by * f64::from(*scale)).round() as i64).collect();
        never(&jumps, start, cells, &weights).then_some(weights)
    })
}
