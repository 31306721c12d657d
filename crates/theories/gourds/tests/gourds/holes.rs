//! Classes of configurations and plans on all small boards, against exhaustive search, and on larger boards.

mod exhaustive;

use std::collections::BTreeMap;

use num_bigint::BigUint;
use puzzlec_base::Budget;
use puzzlec_gourds::boards::report;
use puzzlec_gourds::hamilton::cycle;
use puzzlec_gourds::holes::{
    Basis, Kind, Reach, Unreachable, classes, cycles, plan, reach, some_configuration,
};
use puzzlec_gourds::problem::{Board, Configuration};
use puzzlec_theory::meter::Meter;

use super::free::{Random, drawn, holed, two_connected};

fn labels(gourds: usize) -> Vec<u32> {
    (0..2 * gourds as u32).collect()
}

/// Plays a plan; panics where it is none.
fn replay(board: &Board, start: &Configuration, target: &Configuration) -> usize {
    let budget = Budget::unlimited();
    let plan = plan(board, start, target, &Meter::new(&budget)).unwrap().expect("a plan");
    let mut at = start.clone();
    assert!(plan.iter().all(|through| at.play(board, *through)));
    assert_eq!(&at, target);
    plan.len()
}

/// The boards of each size by kind: those without holes, those with holes, and how many of these are of each kind.
fn tally(boards: &[Vec<(i32, i32)>]) -> (usize, usize, BTreeMap<String, usize>) {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let (mut without, mut single, mut kinds) = (0, 0, BTreeMap::new());
    for cells in boards {
        let board = Board::new(cells.clone());
        let (report, found) = (report(&board, &meter).unwrap(), classes(&board, &meter).unwrap().unwrap());
        if report.holes == 0 {
            without += 1;
            single += usize::from(found.is_single());
            continue;
        }
        let kind = match found.movements.as_slice() {
            _ if !report.is_factor_critical() => "barrier".to_owned(),
            [movement] => {
                assert_ne!(found.basis, Basis::Conjecture);
                format!("{:?}{}", movement.kind, if movement.flips { "" } else { " without reversals" })
            }
            other => panic!("{other:?}"),
        };
        *kinds.entry(kind).or_default() += 1;
    }
    (without, single, kinds)
}

fn counted(kinds: &[(&str, usize)]) -> BTreeMap<String, usize> {
    kinds.iter().map(|(kind, count)| ((*kind).to_owned(), *count)).collect()
}

#[test]
fn classification() {
    let boards = two_connected(11);
    assert_eq!(tally(&boards[7]), (4, 4, counted(&[("Cyclic", 1)])));
    let nine = [("Cyclic", 5), ("Cyclic without reversals", 1), ("Symmetric", 7)];
    assert_eq!(tally(&boards[9]), (16, 16, counted(&nine)));
    let eleven = [("Alternating", 4), ("Cyclic", 30), ("Cyclic without reversals", 2), ("Symmetric", 101)];
    assert_eq!(tally(&boards[11]), (69, 69, counted(&eleven)));
}

#[test]
#[ignore = "long"]
fn classification_to_15_cells() {
    let boards = two_connected(15);
    let thirteen = [
        ("Cyclic", 234),
        ("Cyclic without reversals", 12),
        ("Symmetric", 1227),
        ("Symmetric without reversals", 1),
        ("barrier", 10),
    ];
    assert_eq!(tally(&boards[13]), (327, 326, counted(&thirteen)));
    let fifteen = [
        ("Alternating", 281),
        ("Alternating without reversals", 5),
        ("Cyclic", 2125),
        ("Cyclic without reversals", 68),
        ("Symmetric", 13771),
        ("Symmetric without reversals", 2),
        ("barrier", 168),
    ];
    assert_eq!(tally(&boards[15]), (1614, 1614, counted(&fifteen)));
}

/// The lengths of conformal cycles tell the group, which the matchings generate: the conjecture that larger boards use.
#[test]
fn conformal_cycles() {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let boards = two_connected(11);
    for cells in boards[9].iter().chain(&boards[11]) {
        let board = Board::new(cells.clone());
        let found = classes(&board, &meter).unwrap().unwrap();
        let movement = &found.movements[0];
        let lengths = cycles::lengths(&board, &meter).unwrap();
        let ring = board.len() % 4 == 1 && cycle(&board, &meter).unwrap().is_some();
        let kind = match (lengths.others, lengths.one_modulo_four || ring) {
            (false, _) => Kind::Cyclic,
            (true, true) => Kind::Symmetric,
            (true, false) => Kind::Alternating,
        };
        assert_eq!(movement.kind, kind, "{board:?}");
        assert_eq!(movement.flips, cycles::has_conformal_triangle(&board, &meter).unwrap());
    }
}

/// Boards of the sheet: a picture, the number of classes, and the group.
#[test]
fn examples() {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let cases = [
        ("o o o\n o   o\n  o o", 2, Kind::Cyclic, true),
        (" o o o\no     o\n o   o\n  o o", 96, Kind::Cyclic, false),
        ("o o o\n o   o o\n  o o   o\n     o o", 2, Kind::Alternating, true),
        (" o o\no   o o o\n o o     o\n    o   o\n     o o", 64, Kind::Symmetric, false),
    ];
    for (picture, number, kind, flips) in cases {
        let board = drawn(picture);
        let found = classes(&board, &meter).unwrap().unwrap();
        assert_eq!(found.classes, BigUint::from(number as u32), "{picture}");
        assert_eq!((found.movements[0].kind, found.movements[0].flips), (kind, flips), "{picture}");
    }
    let star = drawn("      o\n   o o o o\n    o o o\n   o o o o\n      o");
    let found = classes(&star, &meter).unwrap().unwrap();
    assert_eq!((found.components, found.classes), (BigUint::from(1_u32), BigUint::from(1440_u32)));
}

/// Random pairs on boards with holes: half of them reached by moves, half of them not necessarily.
fn pairs(boards: &[Vec<(i32, i32)>], every: usize) {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let mut random = Random(11);
    for cells in boards.iter().step_by(every) {
        let board = Board::new(cells.clone());
        let Some(start) = some_configuration(&board, &meter).unwrap() else { continue };
        let near = random.walk(&board, &start, 200);
        let far = random.shuffled(&board, &near);
        let labels = labels(start.gourds());
        assert_eq!(reach(&board, &start, &near, &labels, &meter).unwrap(), Reach::Yes(near.clone()));
        replay(&board, &start, &near);
        match reach(&board, &start, &far, &labels, &meter).unwrap() {
            Reach::Yes(target) => {
                assert_eq!(target, far);
                replay(&board, &start, &far);
            }
            Reach::No(_) => assert!(!classes(&board, &meter).unwrap().unwrap().is_single()),
            Reach::Unknown => panic!("{board:?}"),
        }
    }
}

#[test]
fn plans_on_small_boards() {
    let boards = two_connected(11);
    pairs(&boards[7], 1);
    pairs(&boards[9], 1);
    pairs(&boards[11], 4);
}

#[test]
#[ignore = "long"]
fn plans_on_all_boards_of_13_cells() {
    pairs(&two_connected(13)[13], 1);
}

/// A hexagon with missing cells, between two random configurations: all can be reached.
fn large(radius: i32, missing: usize, tries: usize) {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let mut random = Random(5);
    let free = |board: &Board| {
        let report = report(board, &meter).unwrap();
        report.holes > 0 && report.inner_cell && report.is_factor_critical()
    };
    for _ in 0..tries {
        let board = holed(&mut random, radius, missing, free);
        let start = some_configuration(&board, &meter).unwrap().unwrap();
        let target = random.walk(&board, &start, 5000);
        let target = random.shuffled(&board, &target);
        let found = reach(&board, &start, &target, &labels(start.gourds()), &meter).unwrap();
        assert_eq!(found, Reach::Yes(target.clone()));
        let moves = replay(&board, &start, &target);
        println!("{} cells: {moves} moves", board.len());
    }
}

#[test]
fn large_boards() {
    large(3, 6, 4);
}

#[test]
#[ignore = "long"]
fn larger_boards() {
    large(4, 12, 10);
    large(8, 20, 4);
    large(13, 40, 1);
}

/// Boards without a cell of six neighbours, where the group decides.
fn thin(radius: i32, missing: usize, tries: usize) {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let mut random = Random(3);
    let thin = |board: &Board| {
        let report = report(board, &meter).unwrap();
        report.holes > 0 && !report.inner_cell && report.is_factor_critical()
    };
    for _ in 0..tries {
        let board = holed(&mut random, radius, missing, thin);
        let start = some_configuration(&board, &meter).unwrap().unwrap();
        let near = random.walk(&board, &start, 5000);
        let found = reach(&board, &start, &near, &labels(start.gourds()), &meter).unwrap();
        assert_eq!(found, Reach::Yes(near.clone()));
        let moves = replay(&board, &start, &near);
        println!("{} cells: {moves} moves", board.len());
        let far = random.shuffled(&board, &near);
        match reach(&board, &start, &far, &labels(start.gourds()), &meter).unwrap() {
            Reach::Yes(target) => {
                replay(&board, &start, &target);
            }
            Reach::No(Unreachable::Group { .. }) => {
                assert!(!classes(&board, &meter).unwrap().unwrap().is_single());
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn thin_boards() {
    thin(3, 16, 4);
}

#[test]
#[ignore = "long"]
fn larger_thin_boards() {
    thin(3, 16, 60);
    thin(4, 28, 60);
    thin(5, 50, 20);
}
