//! Facts of the sheet.

use super::boards::unlimited;
use super::problems::*;
use super::tasks::check;
use puzzlec_peg_solitaire::board::Problem;
use puzzlec_peg_solitaire::refute::decide::{Invariants, TestLimits, TestName, TestOutcome, Tester};
use puzzlec_peg_solitaire::refute::rows::{Rows, Shape};

#[test]
fn counts_of_boards() {
    // Board, cells, jumps, dimension of witnesses, invariant factors 2, columns of the quadratic test.
    let expected = [
        (english(), 33, 76, 4, 4, 2356, 4),
        (french(), 37, 92, 4, 4, 3220, 4),
        (asymmetric(), 39, 92, 4, 4, 3404, 4),
        (diamond(), 41, 100, 4, 4, 3900, 4),
        (wiegleb(), 45, 108, 4, 4, 4644, 4),
        (triangle(5), 15, 36, 2, 2, 468, 2),
    ];
    for (place, cells, jumps, witnesses, twos, generators, masks) in expected {
        let board = &place.board;
        let name = place.name;
        assert_eq!((board.cells(), board.jumps().len()), (cells, jumps), "{name}");
        let invariants = Invariants::new(board, Some(&place.places));
        assert_eq!(invariants.witnesses.len(), witnesses, "{name}");
        assert_eq!(invariants.rule_of_three.len(), masks, "{name}");
        let factors = &invariants.lattice.as_ref().unwrap().factors;
        let ones = factors.iter().filter(|factor| **factor == 1).count();
        assert_eq!((factors.len(), ones), (cells, cells - twos), "{name}");
        assert!(factors.iter().all(|factor| [1, 2].contains(factor)));
        let problem = Problem { board, start: board.all(), goal: 0 };
        let free = puzzlec_peg_solitaire::refute::case::Case::free(&problem);
        let rows = Rows::new(&problem, &free, Shape::Flat, None);
        assert_eq!(rows.counts.len(), generators, "{name}");
        assert_eq!(
            cells * (cells + 1) / 2,
            [561, 703, 780, 861, 1035, 120]
                [[33, 37, 39, 41, 45, 15].iter().position(|c| *c == cells).unwrap()]
        );
    }
}

/// Each example is refuted by the test named and passes the weaker ones.
#[test]
fn separating_examples() {
    let two = chosen("two", 3, 9, |_, c| c != 4);
    let small = rectangle(3, 3);
    let (wide, wider) = (rectangle(3, 4), rectangle(3, 5));
    let three = triangle(5);
    let examples = [
        ("S1", &two, "oo.. .... .... .... .... ....", ".... ...o .... .... .... ....", Some(TestName::Reiss)),
        ("S2", &small, ".o. oo. o.o", "... .oo ...", Some(TestName::Lattice)),
        ("S3", &wide, "..o. oo.o ....", "...o .... .o..", Some(TestName::Cone)),
        ("S4", &wider, "..oo. o...o ...oo", "o.... ..... .....", Some(TestName::Ilp)),
        ("S5", &wide, "o..o .... o...", ".... .... o...", Some(TestName::QuadLp)),
        ("S5'", &wide, "oo.o .... ....", ".o.. .... ....", None),
        ("S6", &wide, "oo.. oo.. ...o", ".o.. .o.. ....", Some(TestName::FlatLp)),
        ("S7", &wide, ".... oooo o...", "o... .... ....", Some(TestName::FlatIlp)),
        ("S8", &wide, ".oo. ooo. .oo.", ".... o... ....", Some(TestName::DepthHeight)),
        ("S9", &wide, "oooo o.oo oo..", ".... ..oo .o..", None),
        ("T", &three, "o o. o.. oooo ...oo", ". .. ... ..oo o....", Some(TestName::FlatIlp)),
    ];
    for (name, place, start, goal, expected) in examples {
        let problem = Problem { board: &place.board, start: pegs(start), goal: pegs(goal) };
        let invariants = Invariants::new(&place.board, Some(&place.places));
        let limits = TestLimits { nodes: 5000, tries: 5000, columns: 3000 };
        let mut tester = Tester::new(problem, &invariants, limits, unlimited());
        let mut first = None;
        for test in TestName::ALL {
            // S7 and the row of four are also refuted by the simple quadratic test in whole numbers.
            if name == "S7" && test == TestName::QuadIlp {
                continue;
            }
            match tester.run(test) {
                TestOutcome::Refuted(refutation) => {
                    assert_eq!(check(&problem, &refutation), Ok(()), "{name} {test:?} {refutation:?}");
                    first = Some(test);
                    break;
                }
                TestOutcome::Passed => {}
                TestOutcome::Open => panic!("{name} {test:?} is open"),
            }
        }
        println!("{name}: {first:?}, expected {expected:?}");
        assert_eq!(first, expected, "{name}");
    }
}
