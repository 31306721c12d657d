//! No test refutes a problem that can be solved.

use super::boards::unlimited;
use super::problems::*;
use puzzlec_peg_solitaire::board::{Cells, PegBoard, Problem};
use puzzlec_peg_solitaire::refute::case::Case;
use puzzlec_peg_solitaire::refute::decide::{Invariants, TestLimits, TestName, TestOutcome, Tester};
use puzzlec_peg_solitaire::refute::levels::occupancy;
use puzzlec_peg_solitaire::refute::rows::{Count, Law, Rows, Shape};
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

#[test]
fn games_satisfy_all_rows() {
    counts_satisfy_all_rows(1);
}

/// 100,000 games.
#[test]
#[ignore = "minutes"]
fn many_games_satisfy_all_rows() {
    counts_satisfy_all_rows(10);
}

/// Section 7 of the sheet: the counts of true games satisfy every row.
fn counts_satisfy_all_rows(times: usize) {
    let mut random = Random(1);
    let mut pairs = 0;
    for (place, games) in six().iter().zip([1_500, 1_500, 2_000, 2_000, 1_500, 1_500]) {
        let board = &place.board;
        let invariants = Invariants::new(board, Some(&place.places));
        for round in 0..games * times {
            let (start, played) = game(board, &mut random, 40);
            let goal = end(board, start, &played);
            let problem = Problem { board, start, goal };
            let mut tester = Tester::new(problem, &invariants, TestLimits::FULL, unlimited());
            for name in [TestName::RuleOfThree, TestName::Reiss, TestName::Lattice] {
                assert_eq!(tester.run(name), TestOutcome::Passed);
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
                let occupancy = occupancy(&problem, unlimited()).unwrap();
                for (cell, (low, high)) in occupancy.ranges.iter().enumerate() {
                    assert!((low..=high).contains(&&p[cell]), "{} {problem:?} {cell}", place.name);
                }
                let rows = Rows::new(&problem, &Case::free(&problem), Shape::Flat, Some(&occupancy));
                let count = |count: &Count| {
                    count.beside.map_or(x[count.jump], |cell| y[count.jump][usize::from(cell)])
                };
                for row in &rows.rows {
                    let sum: i64 = row
                        .terms
                        .iter()
                        .map(|(column, by)| by * i64::from(count(&rows.counts[*column])))
                        .sum();
                    let within =
                        row.low.is_none_or(|low| low <= sum) && row.high.is_none_or(|high| sum <= high);
                    assert!(within, "{} {problem:?} {:?}", place.name, row.law);
                    pairs += usize::from(matches!(row.law, Law::NeverBoth(..) | Law::NeverNeither(..)));
                }
            }
            if round % 20 == 0 {
                let bounds = tester.thickness().unwrap().bounds.clone();
                assert!(x.iter().zip(&bounds).all(|(x, bound)| *x as u32 <= *bound));
            }
        }
    }
    assert!(pairs > 10_000 * times, "{pairs}");
}

#[test]
fn nothing_refutes_games() {
    refutes_none(2, [10, 10, 150, 100, 100, 100]);
}

/// 100,000 of them.
#[test]
#[ignore = "minutes"]
fn nothing_refutes_many_games() {
    refutes_none(5, [1_000, 1_000, 38_000, 20_000, 20_000, 20_000]);
}

/// All tests on random games on the six boards.
fn refutes_none(seed: u64, games: [usize; 6]) {
    let next = std::sync::atomic::AtomicUsize::new(0);
    let boards = six();
    let total: usize = games.iter().sum();
    let ends: Vec<usize> = games
        .iter()
        .scan(0, |sum, games| {
            *sum += games;
            Some(*sum)
        })
        .collect();
    let open = std::sync::Mutex::new(BTreeMap::new());
    let worker = || {
        let invariants: Vec<Invariants> =
            boards.iter().map(|place| Invariants::new(&place.board, Some(&place.places))).collect();
        loop {
            let number = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            let Some(which) = ends.iter().position(|end| number < *end) else { return };
            let place = &boards[which];
            let mut random = Random(seed << 32 | number as u64);
            let (start, played) = game(&place.board, &mut random, 12);
            let problem = Problem { board: &place.board, start, goal: end(&place.board, start, &played) };
            // Large programs of games that pass take longest.
            let columns = if number.is_multiple_of(20) { 700 } else { 300 };
            let limits = TestLimits { nodes: 20, tries: 30, columns };
            let mut tester = Tester::new(problem, &invariants[which], limits, unlimited());
            for name in TestName::ALL {
                let outcome = tester.run(name);
                assert!(!matches!(outcome, TestOutcome::Refuted(_)), "{} {name:?} {problem:?}", place.name);
                if outcome == TestOutcome::Open {
                    *open.lock().unwrap().entry((place.name, name)).or_insert(0) += 1;
                }
            }
        }
    };
    std::thread::scope(|scope| {
        let both = [scope.spawn(worker), scope.spawn(worker)];
        both.into_iter().for_each(|thread| thread.join().unwrap());
    });
    println!("{total} games, not decided: {:?}", open.lock().unwrap());
}
