//! Proofs of random problems, and what becomes of them when they are changed.

use super::boards::unlimited;
use super::problems::*;
use super::tasks::check;
use puzzlec_peg_solitaire::board::Problem;
use puzzlec_peg_solitaire::refute::decide::{Invariants, TestLimits, TestName, TestOutcome, Tester, run};
use puzzlec_peg_solitaire::refute::{Potential, Refutation, Tree};
use std::collections::BTreeMap;

fn change_potential(potential: &mut Potential, random: &mut Random) {
    let by = [-7, -2, -1, 1, 2, 7][random.below(6)];
    let places = potential.single.len() + potential.pairs.len() + potential.occupancy.len();
    let places = places + potential.together.len() + potential.beside.len();
    if places == 0 {
        potential.single.push((0, by));
        return;
    }
    let mut at = random.below(places);
    let weights = potential.single.iter_mut().map(|entry| &mut entry.1);
    let weights = weights.chain(potential.pairs.iter_mut().map(|entry| &mut entry.2));
    let weights = weights.chain(potential.occupancy.iter_mut().map(|entry| &mut entry.1));
    let weights = weights.chain(potential.together.iter_mut().map(|entry| &mut entry.2));
    let weights = weights.chain(potential.beside.iter_mut().map(|entry| &mut entry.2));
    for weight in weights {
        if at == 0 {
            *weight += by;
            return;
        }
        at -= 1;
    }
}

fn change_tree(tree: &mut Tree, random: &mut Random) {
    match tree {
        Tree::Leaf(potential) => change_potential(potential, random),
        Tree::Branch { at, fewer, more, .. } | Tree::Beside { at, fewer, more, .. } => {
            match random.below(6) {
                0 => *at += 1,
                1 => *at = at.saturating_sub(1),
                2 => std::mem::swap(fewer, more),
                3 => change_tree(more, random),
                _ => change_tree(fewer, random),
            }
        }
    }
}

fn change(refutation: &mut Refutation, random: &mut Random) {
    match refutation {
        Refutation::Parity { witness, .. } => *witness ^= 1 << random.below(12),
        Refutation::Lattice { weights, modulus } => {
            if random.below(3) == 0 {
                *modulus += [-1, 1, 2][random.below(3)];
            } else {
                let cell = random.below(weights.len());
                weights[cell] += 1;
            }
        }
        Refutation::Tree(tree) => change_tree(tree, random),
        // Another number of positions is what `whole` changes.
        Refutation::Meeting(_) => {}
    }
}

#[test]
fn random_problems() {
    changed_proofs(3, 1);
}

/// So many that 5,000 of them have a proof.
#[test]
#[ignore = "minutes"]
fn many_random_problems() {
    changed_proofs(4, 32);
}

/// Proofs with pairs of cells that exclude each other: they are taken, and not with other pairs.
#[test]
fn pairs_of_cells() {
    let mut random = Random(7);
    let (mut with_pairs, mut rejected) = (0, 0);
    for place in [rectangle(3, 4), rectangle(4, 4), triangle(5)] {
        let invariants = Invariants::new(&place.board, Some(&place.places));
        for _ in 0..1500 {
            let (start, goal) = problem(&place.board, &mut random, 12);
            let problem = Problem { board: &place.board, start, goal };
            let mut tester = Tester::new(problem, &invariants, TestLimits::LIGHT, unlimited());
            if tester.run(TestName::Cone) != TestOutcome::Passed {
                continue;
            }
            let TestOutcome::Refuted(refutation) = tester.run(TestName::Pairs) else { continue };
            assert_eq!(check(&problem, &refutation), Ok(()), "{problem:?}");
            let Refutation::Tree(mut tree) = refutation else { continue };
            if turn_pairs(&mut tree) {
                with_pairs += 1;
                rejected += usize::from(check(&problem, &Refutation::Tree(tree)).is_err());
            }
        }
    }
    println!("{with_pairs} proofs with pairs, {rejected} rejected when turned");
    assert!(with_pairs > 20 && rejected * 10 > with_pairs * 9);
}

/// Says "never both empty" for "never both held", and the other way round.
fn turn_pairs(tree: &mut Tree) -> bool {
    match tree {
        Tree::Leaf(potential) => {
            potential.together.iter_mut().for_each(|entry| entry.2 = -entry.2);
            !potential.together.is_empty()
        }
        Tree::Branch { fewer, more, .. } | Tree::Beside { fewer, more, .. } => {
            let [fewer, more] = [fewer, more].map(|tree| turn_pairs(tree));
            fewer || more
        }
    }
}

fn changed_proofs(seed: u64, times: usize) {
    let mut random = Random(seed);
    let mut verdicts: BTreeMap<(&str, Option<TestName>), usize> = BTreeMap::new();
    let (mut changed, mut kept) = (0, 0);
    for (place, count) in [
        (rectangle(3, 4), 375),
        (rectangle(4, 4), 150),
        (rectangle(3, 5), 150),
        (triangle(5), 150),
        (english(), 15),
    ] {
        let board = &place.board;
        let invariants = Invariants::new(board, Some(&place.places));
        let mut solved: Vec<(u128, u128)> = Vec::new();
        let mut proofs: Vec<(Problem<'_>, TestName, Refutation)> = Vec::new();
        for round in 0..count * times {
            let (start, goal) = problem(board, &mut random, 12);
            let problem = Problem { board, start, goal };
            let limits = TestLimits { nodes: 50, tries: 30, columns: 500 };
            // The simple quadratic tests cost most.
            let names = if round % 20 == 0 { &TestName::ALL[..] } else { &TestName::MAIN };
            let tested = run(names, &invariants, &problem, limits, unlimited());
            let truth = feasible(&problem, 60_000);
            *verdicts.entry((place.name, tested.verdict.as_ref().map(|verdict| verdict.0))).or_default() += 1;
            if truth == Some(true) {
                solved.push((start, goal));
            }
            if let Some((name, refutation)) = tested.verdict {
                assert_eq!(check(&problem, &refutation), Ok(()), "{name:?} {problem:?}");
                assert_ne!(truth, Some(true), "{name:?} {problem:?}");
                proofs.push((problem, name, refutation));
            }
        }
        for (problem, name, refutation) in &proofs {
            // A proof of one problem, changed or not, proves nothing false of another.
            for round in 0..6 {
                let mut other = refutation.clone();
                for _ in 0..round.min(3) {
                    change(&mut other, &mut random);
                }
                let (start, goal) = solved[random.below(solved.len())];
                let free = Problem { board, start, goal };
                assert!(check(&free, &other).is_err(), "{name:?} {free:?} {other:?}");
                if round > 0 {
                    changed += 1;
                    if check(problem, &other).is_ok() {
                        kept += 1;
                        assert_ne!(feasible(problem, 60_000), Some(true));
                    }
                }
            }
        }
    }
    println!("{verdicts:?}");
    println!("{changed} changed proofs, {kept} still proofs");
    assert!(kept * 2 < changed);
}
