//! Least plans of coin-moving beside a plain search written for this one game: breadth first from both ends over
//! words of bits, the smaller frontier first, with the span as a prune. Prints a line for each puzzle.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, clippy::print_stdout)]

use std::time::{Duration, Instant};

use puzzlec_base::Budget;
use puzzlec_coin_moving::bound::bound;
use puzzlec_coin_moving::problem::Problem;
use puzzlec_coin_moving::search::{SearchOutcome, search};
use puzzlec_model::board::Coord;
use puzzlec_theory::meter::Meter;

#[path = "coins/plain.rs"]
mod plain;

/// Start, goal, and the length of a least plan.
const PUZZLES: &[(&str, &str, usize)] = &[
    ("X..X./XXX../...../X.X../....X", ".X..X/..XXX/...../..X.X/X....", 21),
    ("...X.X/..X.../..X.../...X.X/X..XX.", "....../...X.X/....XX/X...X./X..XX.", 12),
    ("X....X/X.XX../.X..X./....../.X..../.X....", "....../X..X../..XX../....X./..XXX./....X.", 13),
    ("XX..../.....X/XX..XX/...X../X.....", "....../XX.XX./X...X./.X..../..X.X.", 14),
    (".....X/..X..X/X..X../.....X/..XX.X", "..X.X./XX...X/.X...X/.X..../..X...", 15),
    ("....X/..X../...../X.X../X.XX.", "X..X./XX.../X..../X..../.X...", 16),
    ("..X.../.XX.../....../.X..X./X.X.../.X..X.", "X..X../....../...XX./...XX./.X.X../...X..", 17),
    (".X.X../X.X.XX/.....X/....../.....X", "X..X../XX..../....../...X../.XXX..", 18),
    (".X.X.X/...X.X/X...X./....../....X.", ".X..../...XX./....X./X..X../X..X..", 19),
    ("..X.../X..X.X/....../X..XX./.....X/...X..", ".....X/.XX.../....../.X...X/XXX.X./......", 20),
    (".XX.X./...X../X...X./.X...X/.....X", "XX.X.X/.X..../....../X...X./...XX.", 21),
    ("..X..X/X.XX../XX..../..X.../...X..", "XX..../.X..../...X../X....X/XX.X..", 22),
    ("X...X./X.XX../.X..../....../....X./X....X", "..X.../.X..../....X./....XX/XX...X/....X.", 23),
    ("....XX/XXXXX./X...../....../.X....", "X..X../....../X....X/XX.X../....XX", 24),
    (".....X/X..X../.XX.XX/...X../X.....", "X.X..X/..XXX./...X../....../..X..X", 25),
];

fn drawn(picture: &str) -> Vec<Coord> {
    let rows = picture.split('/').zip(0..);
    let row = |(row, y): (&str, i32)| {
        let coins = row.chars().zip(0..).filter(|(c, _)| *c == 'X').map(|(_, x)| Coord::new(x, y));
        coins.collect::<Vec<_>>()
    };
    rows.flat_map(row).collect()
}

/// The least time of some runs.
fn timed<T>(runs: usize, mut run: impl FnMut() -> T) -> (T, Duration) {
    let mut one = || {
        let begun = Instant::now();
        let made = run();
        (made, begun.elapsed())
    };
    let mut best = one();
    for _ in 1..runs {
        let (made, time) = one();
        best = (made, best.1.min(time));
    }
    best
}

fn main() {
    let budget = Budget::unlimited();
    for (start, goal, moves) in PUZZLES {
        let problem = Problem::new(&drawn(start), &drawn(goal)).unwrap();
        let (outcome, own) = timed(5, || search(&problem, true, &Meter::new(&budget)).unwrap());
        let SearchOutcome::Plan { moves: plan, least: true, .. } = outcome else { panic!("{start}") };
        let least = bound(&problem, &Meter::new(&budget)).unwrap().moves();
        let width = start.split('/').next().unwrap().len();
        let (found, peer) = timed(2, || plain::search(width, start, goal));
        assert_eq!((plan.len(), found), (*moves, Some(*moves)), "{start}");
        println!(
            "{start} -> {goal}: {moves} moves, bound {least}, {:.2} ms, plain search {:.2} ms, {:.0} times",
            own.as_secs_f64() * 1e3,
            peer.as_secs_f64() * 1e3,
            peer.as_secs_f64() / own.as_secs_f64()
        );
    }
}
