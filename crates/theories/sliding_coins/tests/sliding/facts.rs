//! What is told of a puzzle and of a plan.

use puzzlec_analysis::AnalyzeReport;
use puzzlec_theory::Content;

use crate::games::{self, fact, section};

fn analyzed(n: i64, k: i64, brief: bool) -> AnalyzeReport {
    let text = "edition 1\nuse sliding\npuzzle P(n: 3..1000000, k: 2..20) {\n    rules sliding.slide(k)\n    \
        start row W*n B*n\n    goal anywhere row (W B)*n or anywhere row (B W)*n\n}\n";
    let set = [("n".to_owned(), n), ("k".to_owned(), k)];
    games::analyzed(&games::load(text), &set, brief, None).unwrap()
}

#[test]
fn a_line_has_the_lower_bound() {
    let report = analyzed(7, 4, true);
    assert_eq!(
        (report.summary.as_str(), report.sections.len()),
        ("7 + 7 coins, 4 at a time; at least 7 moves", 0)
    );
}

#[test]
fn a_plan_that_extends() {
    let report = analyzed(7, 4, false);
    assert_eq!(report.theory, "sliding_coins");
    assert_eq!(fact(&report, "game", "game"), "(n,k) = (7,4)");
    // All shortest solutions of (7,4) begin with a nickel where they did before, and have deficit 2.
    assert_eq!(fact(&report, "plan", "type"), "W first");
    assert_eq!(fact(&report, "plan", "shift"), "none");
    assert_eq!(fact(&report, "plan", "deficit of all moves"), "2");
    assert_eq!(fact(&report, "plan", "extendable"), "by 8 coins of each colour, any number of times");
    let Content::Pictures { pictures } = &section(&report, "diagram").content else { panic!() };
    let [rows] = pictures.as_slice() else { panic!() };
    assert_eq!(rows.len(), 8);
    assert_eq!(rows[0].trim_matches('.'), "WWWWWWWBBBBBBB");
    assert_eq!(rows[7].trim_matches('.'), "WBWBWBWBWBWBWB");
    let Content::Table { rows, .. } = &section(&report, "moves").content else { panic!() };
    let gains: i64 = rows.iter().map(|row| row[4].parse::<i64>().unwrap()).sum();
    assert_eq!((rows.len(), gains), (7, 12));
}

#[test]
fn a_plan_of_more_moves_has_more_deficit() {
    let report = analyzed(6, 3, false);
    assert_eq!(fact(&report, "plan", "moves"), "7");
    assert_eq!(fact(&report, "plan", "deficit of all moves"), "4");
}

#[test]
fn long_plans_are_cut() {
    let report = analyzed(3_000, 2, false);
    assert_eq!(fact(&report, "plan", "moves"), "3,000");
    let Content::Pictures { pictures } = &section(&report, "diagram").content else { panic!() };
    assert!(pictures[0].len() <= 101 && pictures[0].iter().all(|row| row.len() <= 200));
    assert!(section(&report, "moves").note.ends_with("2,800 more moves are not shown"));
}
