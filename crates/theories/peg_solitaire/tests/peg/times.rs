//! How long answers take; run with
//! `cargo test --release --test games -- --ignored --nocapture times`.

use std::time::Instant;

use puzzlec_base::Budget;
use puzzlec_peg_solitaire::board::{Cells, PegBoard};
use puzzlec_peg_solitaire::refute::classes::{alike, witnesses};
use puzzlec_search::Options;
use puzzlec_task::Cost;
use puzzlec_task::certificate::Proof;
use puzzlec_task::{Certificate, Verdict};

use super::boards::{diamond, english, french, german, pegs, triangle, wiegleb};
use super::problems::{Random, problem};
use super::tasks::{self, task};

/// What answered, and in how many milliseconds.
fn timed(board: &PegBoard, start: Cells, goal: Cells, cost: Cost) -> (&'static str, f64) {
    let task = task(board, start, &[goal], cost);
    let begun = Instant::now();
    let deadline = std::sync::Arc::new(move || begun.elapsed());
    let budget = Budget::unlimited().with_deadline(deadline, std::time::Duration::from_secs(20));
    let options = Options::default();
    let own = tasks::answer(&task, &options, &budget);
    let general = own.is_none();
    let found = own.unwrap_or_else(|| puzzlec_search::solve(&task, &options, &budget).verdict);
    let what = match found {
        Verdict::Solved(_) => "solved",
        Verdict::Unsolvable { certificate: Certificate::Proved(Proof::Theory(_)), .. } => "refuted by tests",
        Verdict::Unsolvable { .. } if general => "refuted by all positions",
        Verdict::Unsolvable { .. } => "refuted by invariants",
        _ => "not decided",
    };
    (what, begun.elapsed().as_secs_f64() * 1e3)
}

fn report(name: &str, all: &mut [(&'static str, f64)]) {
    all.sort_by(|a, b| a.1.total_cmp(&b.1));
    let sum: f64 = all.iter().map(|a| a.1).sum();
    let at = |percent: usize| all[(all.len() * percent / 100).min(all.len() - 1)].1;
    println!(
        "{name}: {} problems, {sum:.0} ms in all, median {:.2}, 99 % {:.1}, worst {:.1}",
        all.len(),
        at(50),
        at(99),
        at(100)
    );
    let mut kinds: Vec<&str> = all.iter().map(|a| a.0).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds {
        let these: Vec<f64> = all.iter().filter(|a| a.0 == kind).map(|a| a.1).collect();
        println!(
            "    {kind}: {}, {:.0} ms, worst {:.1}",
            these.len(),
            these.iter().sum::<f64>(),
            these[these.len() - 1]
        );
    }
}

#[test]
#[ignore = "a measurement"]
fn times_of_patterns() {
    let board = english();
    for (name, picture) in [
        ("cross", ["  ...  ", "  .o.  ", "..ooo..", "...o...", "...o...", "  ...  ", "  ...  "]),
        ("plus", ["  ...  ", "  .o.  ", "...o...", ".ooooo.", "...o...", "  .o.  ", "  ...  "]),
        ("fireplace", ["  ooo  ", "  ooo  ", "..ooo..", "..o.o..", ".......", "  ...  ", "  ...  "]),
        ("pyramid", ["  ...  ", "  .o.  ", "..ooo..", ".ooooo.", "ooooooo", "  ...  ", "  ...  "]),
        ("arrow", ["  .o.  ", "  ooo  ", ".ooooo.", "...o...", "...o...", "  ooo  ", "  ooo  "]),
        ("diamond", ["  .o.  ", "  ooo  ", ".ooooo.", "ooo.ooo", ".ooooo.", "  ooo  ", "  .o.  "]),
        ("central", ["  ooo  ", "  ooo  ", "ooooooo", "ooo.ooo", "ooooooo", "  ooo  ", "  ooo  "]),
    ] {
        println!("{name}: {:?} ms", timed(&board, pegs(&picture), 1 << 16, Cost::Actions));
    }
    println!("central, sweeps: {:?} ms", timed(&board, board.all() ^ 1 << 16, 1 << 16, Cost::Runs));
}

#[test]
#[ignore = "a measurement"]
fn times_of_single_vacancies() {
    for (name, board) in [
        ("English", english()),
        ("French", french()),
        ("German", german()),
        ("triangle 5", triangle(5)),
        ("triangle 6", triangle(6)),
        ("diamond", diamond()),
        ("Wiegleb", wiegleb()),
    ] {
        let even = witnesses(&board);
        let mut all = Vec::new();
        for from in 0..board.cells() {
            for to in 0..board.cells() {
                let least = board.symmetries().iter().map(|s| (s[from], s[to])).min().unwrap();
                let (start, goal) = (board.all() ^ 1 << from, 1 << to);
                if least == (from as u8, to as u8) && alike(&even, start, goal) {
                    all.push(timed(&board, start, goal, Cost::Actions));
                }
            }
        }
        report(name, &mut all);
    }
}

#[test]
#[ignore = "a measurement"]
fn times_of_random_problems() {
    let board = english();
    let mut random = Random(1);
    let mut all = Vec::new();
    while all.len() < 1200 {
        let (start, goal) = problem(&board, &mut random, 20);
        let moves = start.count_ones().saturating_sub(goal.count_ones());
        if (8..=20).contains(&moves) {
            all.push(timed(&board, start, goal, Cost::Actions));
        }
    }
    report("English, 8 to 20 moves", &mut all);
}
