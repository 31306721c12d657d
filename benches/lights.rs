//! Lights out on square grids that are all on: the equations, the solutions and the fewest presses.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, clippy::print_stdout)]

use std::time::Instant;

use puzzlec_base::Budget;
use puzzlec_lights_out::coset::Coset;
use puzzlec_lights_out::problem::{Goal, Light, Press, Problem};
use puzzlec_lights_out::system::System;
use puzzlec_theory::meter::Meter;

/// The presses of a square, from state 0.
fn square(modulus: u32, side: u32) -> Problem {
    let light = |var| Light { var, states: (0..u16::try_from(modulus).unwrap()).collect(), start: 0 };
    let press = |cell: u32| {
        let (x, y) = (cell % side, cell / side);
        let mut cells = vec![cell];
        cells.extend((x > 0).then(|| cell - 1));
        cells.extend((x + 1 < side).then_some(cell + 1));
        cells.extend((y > 0).then(|| cell - side));
        cells.extend((y + 1 < side).then_some(cell + side));
        cells.sort_unstable();
        Press { actions: vec![(cell, 1)], by: cells.into_iter().map(|cell| (cell, 1)).collect() }
    };
    let cells = 0..side * side;
    Problem {
        modulus,
        lights: cells.clone().map(light).collect(),
        presses: cells.map(press).collect(),
        goals: Vec::new(),
    }
}

fn main() {
    println!("| states | side | quiet generators | eliminated | solved | fewest presses | compared |");
    println!("|---|---|---|---|---|---|---|");
    for (modulus, side) in [
        (2, 25),
        (2, 50),
        (2, 100),
        (2, 200),
        (3, 25),
        (3, 50),
        (3, 100),
        (4, 50),
        (4, 100),
        (6, 100),
        (2, 30),
        (2, 23),
    ] {
        let problem = square(modulus, side);
        let goal = Goal { states: (0..side * side).map(|cell| (cell, 1)).collect() };
        let budget = Budget::unlimited();
        let meter = Meter::new(&budget);
        let begun = Instant::now();
        let system = System::new(&problem, &goal, &meter).unwrap();
        let eliminated = begun.elapsed();
        let begun = Instant::now();
        let base = system.solution(&problem.way(&goal));
        let solved = begun.elapsed();
        let begun = Instant::now();
        let quiet = system.quiet();
        let fewest = base.ok().map(|base| Coset::new(modulus, base, &quiet).fewest(&meter).unwrap());
        let told = fewest.map_or_else(
            || "no solution".to_owned(),
            |fewest| format!("{}{}", if fewest.all { "" } else { "at most " }, fewest.number),
        );
        println!(
            "| {modulus} | {side} | {} | {:.3} s | {:.4} s | {told} | {:.3} s |",
            quiet.len(),
            eliminated.as_secs_f64(),
            solved.as_secs_f64(),
            begun.elapsed().as_secs_f64()
        );
    }
}
