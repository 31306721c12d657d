//! No test refutes a problem that can be solved.

use super::problems::*;
use puzzlec::theories::peg_solitaire::board::{Cells, PegBoard, Problem};
use puzzlec::theories::peg_solitaire::refute::decide::{Invariants, Limits, Outcome, TestName, Tester};
use puzzlec::theories::peg_solitaire::refute::depths::occupancy;
use std::collections::BTreeMap;

fn six() -> [Place; 6] {
    [english(), french(), rectangle(3, 4), rectangle(4, 4), rectangle(3, 5), triangle(5)]
}

/// x(f), y(f, A) and p(A) of a game.
struct Counts {
    x: Vec<i32>,
    y: Vec<Vec<i32>>,
    p: Vec<u32>,
}

fn counts(board: &PegBoard, start: Cells, played: &[usize]) -> Counts {
    let (jumps, cells) = (board.jumps(), board.cells());
    let mut found =
        Counts { x: vec![0; jumps.len()], y: vec![vec![0; cells]; jumps.len()], p: vec![0; cells] };
    let mut at = start;
    for &jump in played {
        let after = jumps[jump].play(at);
        found.x[jump] += 1;
        for cell in 0..cells {
            if jumps[jump].touches() >> cell & 1 == 0 && at >> cell & 1 == 1 {
                found.y[jump][cell] += 1;
            }
            if (at | after) >> cell & 1 == 1 {
                found.p[cell] += 1;
            }
        }
        at = after;
    }
    found
}

/// Section 7 of the sheet: the counts of true games satisfy every row.
#[test]
fn games_satisfy_all_rows() {
    let mut random = Random(1);
    for (place, games) in six().iter().zip([15_000, 15_000, 20_000, 20_000, 15_000, 15_000]) {
        let board = &place.board;
        let invariants = Invariants::new(board, Some(&place.places));
        for round in 0..games {
            let (start, played) = game(board, &mut random, 40);
            let goal = end(board, start, &played);
            let problem = Problem { board, start, goal };
            let mut tester = Tester::new(problem, &invariants, Limits::default(), &|| false);
            for name in [TestName::RuleOfThree, TestName::Reiss, TestName::Lattice] {
                assert_eq!(tester.run(name), Outcome::Passed);
            }
            let Counts { x, y, p } = counts(board, start, &played);
            let cells = board.cells();
            let mut rows = vec![vec![0; cells]; cells];
            let mut put = |a: u8, b: u8, by: i32| rows[usize::from(a.min(b))][usize::from(a.max(b))] += by;
            for (index, jump) in board.jumps().iter().enumerate() {
                put(jump.from, jump.from, x[index]);
                put(jump.over, jump.over, x[index]);
                put(jump.to, jump.to, -x[index]);
                put(jump.from, jump.over, x[index]);
                for cell in (0..cells as u8).filter(|cell| !jump.cells().contains(cell)) {
                    let count = y[index][usize::from(cell)];
                    assert!(count <= x[index]);
                    put(cell, jump.from, count);
                    put(cell, jump.over, count);
                    put(cell, jump.to, -count);
                }
            }
            for (a, row) in rows.iter().enumerate() {
                for (b, sum) in row.iter().enumerate().skip(a) {
                    let both = |at: Cells| i32::from(at >> a & 1 == 1 && at >> b & 1 == 1);
                    assert_eq!(*sum, both(start) - both(goal));
                }
            }
            if round % 10 == 0 {
                let ranges = occupancy(&problem).unwrap().ranges;
                for (cell, (low, high)) in ranges.into_iter().enumerate() {
                    assert!((low..=high).contains(&p[cell]), "{} {problem:?} {cell}", place.name);
                }
            }
            if round % 20 == 0 {
                let bounds = tester.thickness().unwrap().bounds.clone();
                assert!(x.iter().zip(&bounds).all(|(x, bound)| *x as u32 <= *bound));
            }
        }
    }
}

#[test]
fn nothing_refutes_games() {
    let mut random = Random(2);
    let (mut runs, mut open) = (BTreeMap::new(), BTreeMap::new());
    for (place, games) in six().iter().zip([20, 20, 150, 100, 100, 100]) {
        let invariants = Invariants::new(&place.board, Some(&place.places));
        for _ in 0..games {
            let (start, played) = game(&place.board, &mut random, 12);
            let problem = Problem { board: &place.board, start, goal: end(&place.board, start, &played) };
            let limits = Limits { nodes: 20, tries: 30, columns: 700 };
            let mut tester = Tester::new(problem, &invariants, limits, &|| false);
            for name in TestName::ALL {
                let outcome = tester.run(name);
                *runs.entry(place.name).or_insert(0) += 1;
                *open.entry((place.name, name)).or_insert(0) += usize::from(outcome == Outcome::Open);
                assert!(!matches!(outcome, Outcome::Refuted(_)), "{} {name:?} {problem:?}", place.name);
            }
        }
    }
    open.retain(|_, count| *count > 0);
    println!("runs {runs:?}, open {open:?}");
}
