//! What is told of a puzzle.

use puzzlec_analysis::AnalyzeReport;
use puzzlec_theory::Content;

use super::answers::load;
use crate::games::{self, section};

fn analyzed(text: &str, brief: bool) -> AnalyzeReport {
    games::analyzed(&load(text), &[], brief, None).unwrap()
}

fn facts(report: &AnalyzeReport, title: &str) -> Vec<(String, String)> {
    let Content::Facts { facts } = &section(report, title).content else { panic!() };
    facts.clone()
}

const SIXTEEN: &str = "use lights\npuzzle P { board square 4 by 4; rules lights.press; start full on; goal full off or full on }";

#[test]
fn one_line() {
    let report = analyzed(SIXTEEN, true);
    assert_eq!((report.summary.as_str(), report.sections.len()), ("16 lights of 2 states, 16 presses", 0));
}

#[test]
fn quiet_patterns_and_goals() {
    let report = analyzed(SIXTEEN, false);
    let all = facts(&report, "lights");
    let told = |name: &str| all.iter().find(|(fact, _)| fact == name).unwrap().1.clone();
    assert_eq!(told("sets of presses without effect"), "16");
    assert_eq!(told("positions that the start can reach"), "1 of 16");
    let quiet = report.sections.iter().find(|section| section.title == "quiet patterns").unwrap();
    let Content::Pictures { pictures } = &quiet.content else { panic!() };
    assert_eq!(pictures.len(), 4);
    assert_eq!(facts(&report, "goal 1")[0].1, "4 presses");
    assert_eq!(facts(&report, "goal 2")[0].1, "0 presses");
}

#[test]
fn a_goal_that_is_not_reached() {
    let text = "use lights\npuzzle P {\nboard square 2 by 1\nrules lights.press\nstart \"\"\"\n# -\n\"\"\"\ngoal full off\n}";
    let report = analyzed(text, false);
    assert_eq!(facts(&report, "goal")[0].1, "none");
    let sum = report.sections.iter().find(|section| section.title == "sum").unwrap();
    assert_eq!(sum.content, Content::Pictures { pictures: vec![vec!["1 1".to_owned()]] });
}
