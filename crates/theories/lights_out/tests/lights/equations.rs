//! The equations of presses and the fewest presses, beside all positions.

use puzzlec_base::Budget;
use puzzlec_lights_out::coset::Coset;
use puzzlec_lights_out::problem::{Goal, Light, Press, Problem};
use puzzlec_lights_out::system::System;
use puzzlec_theory::meter::Meter;

use super::brute::{Lights, Random, graphs, positions};

/// The problem of lights that are all in state 0; presses with the same effect are one.
fn problem(lights: &Lights, number: usize) -> Problem {
    let modulus = u32::from(lights.modulus);
    let light =
        |var: usize| Light { var: var as u32, states: (0..u16::from(lights.modulus)).collect(), start: 0 };
    let mut presses: Vec<Press> = Vec::new();
    for (action, by) in lights.presses.iter().enumerate() {
        let by: Vec<(u32, u32)> =
            (0..).zip(by).filter(|(_, by)| **by != 0).map(|(light, by)| (light, u32::from(*by))).collect();
        match presses.iter_mut().find(|press| press.by == by) {
            Some(press) => press.actions.push((action as u32, 1)),
            None if by.is_empty() => {}
            None => presses.push(Press { actions: vec![(action as u32, 1)], by }),
        }
    }
    Problem { modulus, lights: (0..number).map(light).collect(), presses, goals: Vec::new() }
}

fn goal(states: &[u8]) -> Goal {
    Goal { states: (0..).zip(states).map(|(light, state)| (light, u32::from(*state))).collect() }
}

/// Compares every goal; what can be reached and by how many presses in how many ways.
fn compare(lights: &Lights, number: usize) {
    let problem = problem(lights, number);
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let reached = lights.reached(&vec![0; number]);
    let system = System::new(&problem, &goal(&vec![0; number]), &meter).unwrap();
    let quiet = system.quiet();
    assert!(system.orders().iter().copied().eq(quiet.iter().map(|generator| generator.order)));
    let sets: u64 = quiet.iter().map(|generator| u64::from(generator.order)).product();
    let all = u64::from(lights.modulus).pow(problem.presses.len() as u32);
    assert_eq!(all, sets * reached.len() as u64, "{lights:?}");
    for position in positions(lights.modulus, number) {
        let aim = goal(&position);
        match (system.solution(&problem.way(&aim)), reached.get(&position)) {
            (Ok(base), Some((least, ways))) => {
                let coset = Coset::new(problem.modulus, base, &quiet);
                let fewest = coset.fewest(&meter).unwrap();
                assert!(fewest.all);
                assert_eq!(fewest.number, *least, "{lights:?} {position:?}");
                let mut at = vec![0; number];
                for (press, times) in problem.presses.iter().zip(&fewest.presses) {
                    press.by.iter().for_each(|(light, by)| at[*light as usize] += by * times);
                }
                assert!(
                    at.iter().zip(&position).all(|(sum, state)| sum % problem.modulus == u32::from(*state))
                );
                let (counted, listed) = coset.ways(&problem, 3, &meter).unwrap();
                assert_eq!(counted.to_string(), ways.to_string(), "{lights:?} {position:?}");
                assert!(
                    listed.iter().all(|times| times.iter().map(|t| u64::from(*t)).sum::<u64>() == *least)
                );
            }
            (Err(weights), None) => {
                let modulus = problem.modulus;
                let sum: u32 =
                    weights.iter().zip(&position).map(|(weight, state)| weight * u32::from(*state)).sum();
                assert_ne!(sum % modulus, 0, "{lights:?} {position:?}");
                for press in &problem.presses {
                    let sum: u32 = press.by.iter().map(|(light, by)| weights[*light as usize] * by).sum();
                    assert_eq!(sum % modulus, 0, "{lights:?} {position:?}");
                }
            }
            (found, known) => panic!("{lights:?} {position:?}: {found:?}, {known:?}"),
        }
    }
}

#[test]
fn all_graphs_of_two_and_three_states() {
    for vertices in 1..=4 {
        for edges in graphs(vertices) {
            compare(&Lights::of_graph(2, vertices, &edges), vertices);
            compare(&Lights::of_graph(3, vertices, &edges), vertices);
        }
    }
    for edges in graphs(5) {
        compare(&Lights::of_graph(2, 5, &edges), 5);
    }
    for edges in graphs(5).iter().step_by(37) {
        compare(&Lights::of_graph(3, 5, edges), 5);
    }
}

#[test]
#[ignore = "minutes without optimization"]
fn all_graphs_of_five_vertices_and_three_states() {
    for edges in graphs(5) {
        compare(&Lights::of_graph(3, 5, &edges), 5);
        compare(&Lights::of_graph(4, 5, &edges), 5);
    }
}

#[test]
fn numbers_of_states_that_are_no_primes() {
    for vertices in 1..=3 {
        for edges in graphs(vertices) {
            for modulus in [4, 6, 8, 9, 12] {
                compare(&Lights::of_graph(modulus, vertices, &edges), vertices);
            }
        }
    }
}

#[test]
fn any_presses() {
    let mut random = Random(1);
    for modulus in [2, 3, 4, 5, 6, 8, 9, 10, 12] {
        for _ in 0..40 {
            let number = 1 + random.below(3);
            let count = 1 + random.below(4);
            if u64::from(modulus).pow(count as u32) > 10_000 {
                continue;
            }
            let press = |random: &mut Random| {
                let entry = |random: &mut Random| {
                    if random.below(3) == 0 { 0 } else { random.below(modulus.into()) as u8 }
                };
                (0..number).map(|_| entry(random)).collect::<Vec<u8>>()
            };
            let presses = (0..count).map(|_| press(&mut random)).collect();
            compare(&Lights { modulus, presses }, number);
        }
    }
}

/// The presses of a grid.
fn grid(modulus: u8, width: usize, height: usize) -> Problem {
    let mut edges = Vec::new();
    for cell in 0..width * height {
        edges.extend((cell % width > 0).then(|| (cell - 1, cell)));
        edges.extend((cell >= width).then(|| (cell - width, cell)));
    }
    problem(&Lights::of_graph(modulus, width * height, &edges), width * height)
}

/// The number of generators of the presses of a grid without effect, two presses with the same effect among them.
fn nullity(modulus: u8, width: usize, height: usize) -> usize {
    let problem = grid(modulus, width, height);
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let same = width * height - problem.presses.len();
    System::new(&problem, &goal(&vec![0; width * height]), &meter).unwrap().quiet().len() + same
}

#[test]
fn quiet_patterns_of_grids() {
    let table = [
        [0, 1, 0, 0, 1, 0, 0],
        [1, 0, 2, 0, 1, 0, 2],
        [0, 2, 0, 0, 3, 0, 0],
        [0, 0, 0, 4, 0, 0, 0],
        [1, 1, 3, 0, 2, 0, 4],
        [0, 0, 0, 0, 0, 0, 0],
        [0, 2, 0, 0, 4, 0, 0],
    ];
    for (height, row) in (1..).zip(table) {
        for (width, expected) in (1..).zip(row) {
            assert_eq!(nullity(2, width, height), expected, "{width} by {height}");
        }
    }
    // Squares with such patterns (OEIS A159257).
    let squares =
        [(9, 8), (11, 6), (14, 4), (16, 8), (17, 2), (19, 16), (23, 14), (24, 4), (29, 10), (30, 20)];
    for (side, expected) in squares {
        assert_eq!(nullity(2, side, side), expected, "{side}");
    }
    for side in [10, 12, 13, 15, 18, 20, 21, 22, 25, 26, 27, 28] {
        assert_eq!(nullity(2, side, side), 0, "{side}");
    }
}

#[test]
fn fewest_presses_of_squares_that_are_all_on() {
    // OEIS A075462.
    let known = [1, 4, 5, 4, 15, 28, 33, 40, 25, 44, 55, 72, 105, 56];
    for (side, expected) in (1..).zip(known) {
        let problem = grid(2, side, side);
        let budget = Budget::unlimited();
        let meter = Meter::new(&budget);
        let aim = goal(&vec![1; side * side]);
        let system = System::new(&problem, &aim, &meter).unwrap();
        let base = system.solution(&problem.way(&aim)).unwrap();
        let fewest = Coset::new(2, base, &system.quiet()).fewest(&meter).unwrap();
        assert_eq!((fewest.number, fewest.all), (expected, true), "{side}");
    }
}
