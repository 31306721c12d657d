//! Plans of coin-moving by construction: moves, time and memory as the span grows, beside the figures of a prototype on
//! puzzles of its own.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, clippy::print_stdout)]

use std::time::Instant;

use puzzlec_base::Budget;
use puzzlec_coin_moving::coins::Coins;
use puzzlec_coin_moving::construct::construct;
use puzzlec_coin_moving::problem::Problem;
use puzzlec_coin_moving::rectangle::Rectangle;
use puzzlec_coin_moving::span::Spans;
use puzzlec_model::board::Coord;
use puzzlec_theory::meter::Meter;

#[allow(dead_code)]
#[path = "../crates/theories/coin_moving/tests/coins/families.rs"]
mod families;

use families::{Family, Random, puzzle};

const SIZES: [i32; 9] = [10, 20, 30, 40, 60, 80, 100, 120, 160];
/// As many puzzles as the prototype had; in chain it had 30.
const PUZZLES: [usize; 9] = [60, 60, 60, 20, 20, 8, 8, 4, 4];
/// The moves of the prototype on the first seven sizes. It had no puzzles of the last family.
const PROTOTYPE: [(Family, [u32; 7]); 7] = [
    (Family::Sparse, [379, 2041, 5484, 9865, 24204, 40087, 73914]),
    (Family::Dense, [165, 686, 1423, 2200, 5909, 10671, 13075]),
    (Family::Shrink, [65, 367, 1025, 2013, 4252, 6563, 11068]),
    (Family::Sweep, [129, 637, 1859, 3304, 7091, 15648, 23232]),
    (Family::Zigzag, [418, 2212, 5659, 9816, 24366, 44549, 75985]),
    (Family::Chain, [31, 97, 203, 316, 579, 968, 1262]),
    (Family::Inside, [0; 7]),
];

/// The number of moves of a plan, its seconds and bytes; nothing where there is no plan.
fn planned(problem: &Problem) -> Option<(usize, f64, u64)> {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let begun = Instant::now();
    let moves = construct(problem, &meter).unwrap()?;
    let seconds = begun.elapsed().as_secs_f64();
    assert!(problem.solved_by(moves.iter().copied()));
    Some((moves.len(), seconds, meter.statistics().bytes))
}

fn main() {
    for (family, prototype) in PROTOTYPE {
        for (at, (size, count)) in SIZES.into_iter().zip(PUZZLES).enumerate() {
            let mut random = Random(31);
            let puzzles = std::iter::from_fn(|| Some(puzzle(family, size, size, &mut random)));
            let plans = puzzles.flatten().filter_map(|problem| planned(&problem)).take(count);
            let (mut moves, mut seconds, mut bytes) = (0, 0.0, 0);
            plans.for_each(|plan| {
                (moves, seconds, bytes) = (moves + plan.0, seconds + plan.1, bytes.max(plan.2))
            });
            let theirs = prototype.get(at).copied().unwrap_or(0);
            let (mean, time, kib) = (moves / count, seconds / count as f64, bytes / 1024);
            println!("{family:?} {size}: {mean} moves, prototype {theirs}, {time:.3} s, {kib} KiB");
        }
    }
}
