//! Counts: positions where a theory counts solutions, and starts by their number.

use std::num::NonZero;

use num_bigint::BigUint;
use puzzlec_analysis::CountOf;
use puzzlec_base::Budget;

use super::rules::{least, load};

#[test]
fn positions_are_counted_on_request() {
    let analysis = load(include_str!("no-positions.puzzle"));
    let count = |of| {
        let found =
            analysis.count(&analysis.puzzles()[0], &[], of, NonZero::<usize>::MIN, Budget::unlimited());
        found.unwrap()
    };
    let (usual, asked) = (count(CountOf::Solutions), count(CountOf::Positions));
    assert!(usual.theory.is_some() && usual.positions == 0);
    assert!(asked.theory.is_none() && asked.positions > 0 && asked.stopped.is_none());
}

#[test]
fn a_start_with_a_counter_can_be_pasted() {
    let text = include_str!("starts-nth-counter.puzzle");
    let analysis = load(text);
    let one = BigUint::from(1_u8);
    let report = analysis.starts(&analysis.puzzles()[0], &[], Some(&one), Budget::unlimited()).unwrap();
    let start = report.nth.unwrap().start;
    let (before, rest) = text.split_once("start \"\"\"").unwrap();
    let (_, after) = rest.split_once("\"\"\"").unwrap();
    assert_eq!(least(&format!("{before}{start}{after}")), Some(1), "{start}");
}
