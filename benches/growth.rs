//! Plans of coin-moving by construction: moves, time and memory as the span grows, beside the figures of a
//! prototype on instances of its own and those of its method on the same ones. Instead,
//! `cargo bench -p puzzlec-benches --bench growth -- large` plans a span of 300 by 300, `-- shrink` 200
//! puzzles of each of the two families that vary most, `-- drawn` 2,500 up to 30 by 30.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, clippy::print_stdout)]

use std::time::Instant;

use puzzlec_base::Budget;
use puzzlec_coin_moving::coins::{Coins, Move};
use puzzlec_coin_moving::construct::{anew, construct};
use puzzlec_coin_moving::problem::Problem;
use puzzlec_coin_moving::rectangle::Rectangle;
use puzzlec_coin_moving::span::Spans;
use puzzlec_model::board::Coord;
use puzzlec_theory::meter::Meter;

#[allow(dead_code)]
#[path = "../crates/theories/coin_moving/tests/coins/families.rs"]
mod families;
#[path = "growth/prototype.rs"]
mod prototype;

use families::{Family, Random, puzzle};

const SIZES: [i32; 9] = [10, 20, 30, 40, 60, 80, 100, 120, 160];
/// The moves of the prototype on the first seven sizes.
const PROTOTYPE: [(Family, [u32; 7]); 7] = [
    (Family::Sparse, [379, 2041, 5484, 9865, 24204, 40087, 73914]),
    (Family::Dense, [165, 686, 1423, 2200, 5909, 10671, 13075]),
    (Family::Shrink, [65, 367, 1025, 2013, 4252, 6563, 11068]),
    (Family::Sweep, [129, 637, 1859, 3304, 7091, 15648, 23232]),
    (Family::Zigzag, [418, 2212, 5659, 9816, 24366, 44549, 75985]),
    (Family::Chain, [31, 97, 203, 316, 579, 968, 1262]),
    // Not of the prototype: a harder family, beside its figures for shrink.
    (Family::Inside, [65, 367, 1025, 2013, 4252, 6563, 11068]),
];

/// A plan, its seconds and bytes; nothing where there is none.
fn planned(problem: &Problem) -> Option<(Vec<Move>, f64, u64)> {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let begun = Instant::now();
    let moves = construct(problem, &meter).unwrap()?;
    let seconds = begun.elapsed().as_secs_f64();
    assert!(problem.solved_by(moves.iter().copied()));
    Some((moves, seconds, meter.statistics().bytes))
}

/// Moves and seconds more, with parts constructed anew.
fn renewed(problem: &Problem, moves: Vec<Move>) -> (usize, f64) {
    let budget = Budget::unlimited();
    let begun = Instant::now();
    let moves = anew(problem, moves, &Meter::new(&budget));
    let seconds = begun.elapsed().as_secs_f64();
    assert!(problem.solved_by(moves.iter().copied()));
    (moves.len(), seconds)
}

/// The moves of the prototype's method with at most so many coins taken first, for the families that it plans here.
fn method(family: Family, problem: &Problem, most: usize) -> Option<usize> {
    if matches!(family, Family::Sweep | Family::Chain) {
        return None;
    }
    let moves = prototype::plan(problem, most)?;
    assert!(problem.solved_by(moves.iter().copied()));
    Some(moves.len())
}

fn table() {
    for (family, prototype) in PROTOTYPE {
        for (at, size) in SIZES.into_iter().enumerate() {
            // As many as the prototype had, which had 30 in chain.
            let count = [60, 60, 60, 20, 20, 8, 8, 4, 4][at];
            let mut random = Random(31);
            let (mut moves, mut seconds, mut bytes, mut solved) = (0, 0.0_f64, 0, 0);
            let (mut fewer, mut longer, mut theirs) = (0, 0.0_f64, 0);
            while solved < count {
                let Some(problem) = puzzle(family, size, size, &mut random) else { continue };
                let Some(plan) = planned(&problem) else { continue };
                (moves, seconds, bytes) = (moves + plan.0.len(), seconds + plan.1, bytes.max(plan.2));
                if at < prototype.len() {
                    theirs += method(family, &problem, usize::MAX).unwrap_or(0);
                }
                let parts = renewed(&problem, plan.0);
                (fewer, longer) = (fewer + parts.0, longer + parts.1);
                solved += 1;
            }
            let told = prototype.get(at).map_or(String::new(), |moves| format!(", prototype {moves}"));
            let theirs = if theirs > 0 { format!(", its method {}", theirs / solved) } else { String::new() };
            let (mean, time) = (moves / solved, seconds / solved as f64);
            let (fewer, longer) = (fewer / solved, longer / solved as f64);
            let kib = bytes / 1024;
            println!(
                "{family:?} {size}: {mean} moves{told}{theirs}, {time:.3} s, {kib} KiB; parts anew {fewer} moves, {longer:.3} s"
            );
        }
    }
}

/// Means of 200 puzzles of the families that vary most.
fn varying() {
    for family in [Family::Shrink, Family::Inside] {
        for size in [10, 20, 30, 40, 60, 80, 100] {
            let mut random = Random(99);
            let puzzles = std::iter::from_fn(|| Some(puzzle(family, size, size, &mut random)));
            let plans = puzzles.flatten().filter_map(|problem| {
                let moves = planned(&problem)?.0.len();
                Some([moves, method(family, &problem, usize::MAX)?, method(family, &problem, 2)?])
            });
            let plans: Vec<[usize; 3]> = plans.take(200).collect();
            let mean = |by: usize| plans.iter().map(|plan| plan[by]).sum::<usize>() / plans.len();
            let mut moves: Vec<usize> = plans.iter().map(|plan| plan[0]).collect();
            moves.sort_unstable();
            println!(
                "{family:?} {size}: {} moves, quartiles {} to {}; its method {}, from two coins {}",
                mean(0),
                moves[50],
                moves[150],
                mean(1),
                mean(2)
            );
        }
    }
}

/// Means and longest plans of 2,500 puzzles with sides from 2 to 30.
fn drawn() {
    for (family, mean, longest) in [
        (Family::Sparse, 1210, 8102),
        (Family::Dense, 468, 2804),
        (Family::Shrink, 335, 3709),
        (Family::Inside, 335, 3709),
    ] {
        let mut random = Random(777);
        let puzzles = std::iter::from_fn(|| {
            let (width, height) = (random.within(2, 30), random.within(2, 30));
            Some(puzzle(family, width, height, &mut random))
        });
        let plans = puzzles
            .flatten()
            .filter_map(|problem| Some((planned(&problem)?.0.len(), method(family, &problem, usize::MAX)?)));
        let (ours, theirs): (Vec<usize>, Vec<usize>) = plans.take(2500).unzip();
        let told = |moves: &[usize]| {
            format!("{} moves, at most {}", moves.iter().sum::<usize>() / 2500, moves.iter().max().unwrap())
        };
        println!(
            "{family:?}: {}; prototype {mean} moves, at most {longest}; its method {}",
            told(&ours),
            told(&theirs)
        );
    }
}

fn large() {
    let mut random = Random(1);
    let problem = puzzle(Family::Sparse, 300, 300, &mut random).unwrap();
    let (moves, seconds, bytes) = planned(&problem).unwrap();
    println!(
        "Sparse 300, {} coins: {} moves, {seconds:.1} s, {} MiB",
        problem.start.len(),
        moves.len(),
        bytes >> 20
    );
}

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("large") => large(),
        Some("shrink") => varying(),
        Some("drawn") => drawn(),
        _ => table(),
    }
}
