//! The number of solutions: by the theory on the endless line, by general search on a line with ends.

use std::num::NonZero;

use crate::games;
use puzzlec_analysis::CountReport;
use puzzlec_base::Budget;

fn count(board: &str, rule: &str, start: &str, budget: Budget) -> CountReport {
    let text = format!(
        "edition 1\nuse removal\npuzzle P {{\n    board {board}\n    rules removal.{rule}\n    start row {start}\n    \
         goal empty\n}}\n"
    );
    let analysis = games::load(text);
    analysis
        .count(
            &analysis.puzzles()[0],
            &[],
            puzzlec_analysis::CountOf::Solutions,
            NonZero::<usize>::MIN,
            budget,
        )
        .unwrap()
}

/// The length and number by the theory.
fn by_theory(board: &str, rule: &str, start: &str) -> (Option<u64>, String) {
    let report = count(board, rule, start, Budget::unlimited());
    assert_eq!((report.positions, &report.stopped), (0, &None));
    let theory = report.theory.unwrap();
    assert!(theory.all && !theory.at_least && theory.name == "coin_removal");
    (theory.length, theory.solutions.unwrap())
}

#[test]
fn the_theory_agrees_with_general_search() {
    let words = [
        "1", "0", "101", "1101", "1.1", "10.0111", "1..0", "011010", "11.10.1", "1111.0", "110110",
        "10111011",
    ];
    for rule in ["take", "takeAndClose"] {
        for start in words {
            let report = count(&format!("line {}", start.len()), rule, start, Budget::unlimited());
            assert!(report.theory.is_none());
            let general = report.count.shortest.map(|s| (s.length, s.solutions.exact().unwrap().to_string()));
            let (length, solutions) = by_theory("line unbounded", rule, start);
            let theory = length.map(|length| (length, solutions.clone()));
            assert_eq!(theory, general, "{rule} {start}");
            assert_eq!(length.is_none(), solutions == "0");
        }
    }
}

#[test]
fn many_coins_are_counted_without_their_positions() {
    // Each tail turns after the coin in front of it: one order of each part. Interleaved: 60! / (3!)^20.
    let parts = vec!["100"; 20].join(".");
    let number = (1..=60u64).fold(num_bigint::BigUint::from(1u8), |all, n| all * n);
    let number = number / num_bigint::BigUint::from(6u8).pow(20);
    let found = by_theory(&format!("line {}", parts.len()), "take", &parts);
    assert_eq!(found, (Some(60), number.to_string()));
    assert_eq!(by_theory("line 40", "take", &"10".repeat(20)), (None, "0".to_owned()));
}

#[test]
fn limits_apply_to_a_count() {
    let report =
        count("line 600", "take", &format!("0{}", "1".repeat(599)), Budget::unlimited().with_bytes(1_000));
    assert!(report.stopped.is_some() && report.theory.is_none());
}
