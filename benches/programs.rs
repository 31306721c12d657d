//! Problems of peg solitaire that linear and integer programs refute, with the time that each test took, for
//! `benches/peers/programs.py`. One line of JSON for the board, then one for each problem.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, clippy::print_stdout)]

use std::time::Instant;

use puzzlec_base::Budget;
use puzzlec_peg_solitaire::board::Problem;
use puzzlec_peg_solitaire::refute::decide::{Invariants, TestLimits, TestName, run};
use puzzlec_peg_solitaire::refute::levels::occupancy;
use puzzlec_theory::meter::Meter;
use serde_json::json;

#[allow(dead_code)]
#[path = "../crates/theories/peg_solitaire/tests/peg/problems.rs"]
mod problems;

const EASY: [TestName; 3] = [TestName::RuleOfThree, TestName::Reiss, TestName::Lattice];

fn main() {
    let wanted: usize = std::env::args().skip(1).find_map(|text| text.parse().ok()).unwrap_or(200);
    let place = problems::english();
    let board = &place.board;
    let invariants = Invariants::new(board, Some(&place.places));
    let jumps: Vec<_> = board.jumps().iter().map(|jump| jump.cells()).collect();
    println!("{}", json!({ "cells": board.cells(), "jumps": jumps }));
    let mut random = problems::Random(1);
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let mut refuted = 0;
    while refuted < wanted {
        let (start, goal) = problems::problem(board, &mut random, 20);
        let problem = Problem { board, start, goal };
        if !(8..=20).contains(&(i64::from(start.count_ones()) - i64::from(goal.count_ones()))) {
            continue;
        }
        let easy = run(&EASY, &invariants, &problem, TestLimits::FULL, &meter);
        if easy.verdict.is_some() {
            continue;
        }
        let begun = Instant::now();
        let tested = run(&TestName::MAIN, &invariants, &problem, TestLimits::FULL, &meter);
        let ms = begun.elapsed().as_secs_f64() * 1e3;
        let Some((test, _)) = tested.verdict else { continue };
        let pegs = |at: u128| (0..board.cells()).map(|cell| (at >> cell & 1) as u8).collect::<Vec<_>>();
        let occupancy = occupancy(&problem, &meter);
        let line = json!({
            "start": pegs(start), "goal": pegs(goal), "test": test.name(), "ms": ms,
            "bounds": tested.thickness.map(|thickness| thickness.bounds),
            "ranges": occupancy.map(|occupancy| occupancy.ranges),
        });
        println!("{line}");
        refuted += 1;
    }
}
