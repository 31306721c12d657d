//! What is told of a puzzle.

use puzzlec_analysis::AnalyzeReport;
use puzzlec_theory::Content;

use crate::games::{self, fact, section};

const TEXT: &str = "edition 1
use coins
puzzle Flip {
    rules coins.move
    start \"\"\"
        o . . .
        o . . .
        o . o o
    \"\"\"
    goal \"\"\"
        o o o .
        . . . o
        . . . o
    \"\"\"
}
";

fn analyzed(brief: bool, goal: Option<&[String]>) -> Result<AnalyzeReport, String> {
    games::analyzed(&games::load(TEXT), &[], brief, goal)
}

#[test]
fn a_line_says_what_is_decided() {
    let report = analyzed(true, None).unwrap();
    assert!(
        report.summary.starts_with("5 coins in a span of 4 by 3; there is a plan (5.7"),
        "{}",
        report.summary
    );
    assert!(report.sections.is_empty());
}

#[test]
fn sections_speak_of_start_and_goal() {
    let report = analyzed(false, None).unwrap();
    assert_eq!(report.theory, "coin_moving");
    assert_eq!(fact(&report, "start", "fewest coins with this span"), "4 (1 more are here)");
    assert_eq!(fact(&report, "start", "extra coins"), "1: a2");
    assert_eq!(fact(&report, "start", "extra coins relative to the goal"), "1: a2");
    assert_eq!(fact(&report, "goal", "redundant coins"), "1: b1");
    assert_eq!(fact(&report, "goal", "two redundant one after the other"), "none");
    assert_eq!(fact(&report, "start and goal", "spans"), "equal");
    let Content::Table { rows, .. } = &section(&report, "components of the start").content else { panic!() };
    assert_eq!(rows[0][..6], ["a1 to d3", "4 by 3", "7", "odd", "4", "5"].map(str::to_owned));
    let Content::Pictures { pictures } = &section(&report, "coins").content else { panic!() };
    assert_eq!(pictures[0], ["o . . .", "x . . .", "o . o o"]);
    assert_eq!(pictures[2], ["o r o .", ". . . o", ". . . o"]);
    let Content::Pictures { pictures } = &section(&report, "canonical Ls").content else { panic!() };
    assert_eq!(pictures[0], ["o . . .", ". . . .", "o . o o"]);
    let Content::Table { rows, .. } = &section(&report, "layers").content else { panic!() };
    assert!(rows.iter().any(|row| row[0].starts_with("5.7 with 5.9") && row[1] == "there is a plan"));
}

#[test]
fn overlays_lie_on_start_and_goal() {
    let report = analyzed(false, None).unwrap();
    let overlays = || report.sections.iter().filter_map(|section| section.overlay.as_ref());
    assert!(overlays().all(|overlay| !overlay.legend.is_empty()));
    let names = |on_goal: bool| {
        let mut names: Vec<&str> = overlays().filter(|o| o.on_goal == on_goal).map(|o| o.name).collect();
        names.sort_unstable();
        names.join(" ")
    };
    assert_eq!(names(false), "canonical extra isolated outer pokes relative span");
    assert_eq!(names(true), "isolated redundant span");
}

#[test]
fn a_goal_is_named_by_its_cells() {
    let names = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<String>>();
    assert!(analyzed(false, Some(&names("a1 b1 c1 d2 d3"))).is_ok());
    let wrong = analyzed(false, Some(&names("a1 b1"))).unwrap_err();
    assert_eq!(wrong, "coins on a1, b1 and nowhere else are no goal of this puzzle");
}

/// Definition 1.16 is about coins that are spared together: b2 and b3 can each be spared, but not both.
#[test]
fn extra_and_redundant_coins_are_spared_together() {
    let text = "edition 1
use coins
puzzle One {
    rules coins.move
    start \"\"\"
        . o .
        . o .
        o o .
        . . o
    \"\"\"
    goal \"\"\"
        o o o
        . o .
        . . o
        . . .
    \"\"\"
}
";
    let report = games::analyzed(&games::load(text), &[], false, None).unwrap();
    assert_eq!(fact(&report, "start", "extra coins"), "1: b2");
    // b1 alone has two neighbours or more.
    assert_eq!(fact(&report, "goal", "redundant coins"), "1: b1");
    let Content::Pictures { pictures } = &section(&report, "coins").content else { panic!() };
    assert_eq!(pictures[0].concat().matches('x').count(), 1);
}
