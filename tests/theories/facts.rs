//! What is told of the games: analyze, JSON, hover and lens, and `theory NAME for RULE`.

use std::fs;
use std::time::Duration;

use puzzlec_analysis::ide;
use puzzlec_base::Budget;
use puzzlec_base::diag::Diagnostic;
use puzzlec_render::{analyze, json, plan};
use puzzlec_search::Options;
use puzzlec_theory::{FactsRequest, Theories};
use serde_json::Value;

use crate::theories::{TEXT, analysis, certified, named, of};

fn report(name: &str) -> Result<puzzlec_analysis::AnalyzeReport, Vec<Diagnostic>> {
    let analysis = analysis();
    let request = FactsRequest { goal: None, plan: None, brief: false, clock: &|| Duration::ZERO };
    analysis.analyze(named(&analysis, name), &[], &request, &Budget::unlimited())
}

/// Checks that a document is one of its kind.
fn fits(kind: &str, document: &Value) {
    let text = fs::read_to_string(format!("docs/schema/{kind}.schema.json")).unwrap();
    let validator = jsonschema::draft202012::new(&serde_json::from_str(&text).unwrap()).unwrap();
    let faults: Vec<String> = validator.iter_errors(document).map(|e| e.to_string()).collect();
    assert!(faults.is_empty(), "{faults:?}\n{document:#}");
}

#[test]
fn analyze_shows_sections_of_any_game() {
    let report = report("Right").unwrap();
    let text = analyze::report(&report, 80, false);
    let expected = "Right (n = 8)\n\
                    theory: tokens (a theory of the tests)\n\n\
                    tokens\n  tokens  2\n  goal    12 steps to the goal\n";
    assert_eq!(text, expected);
    let analysis = analysis();
    let document = json::analyze(analysis.sources(), Some(&report), &[]);
    let document: Value = serde_json::from_str(&document).unwrap();
    fits("analyze", &document);
    assert_eq!(document["report"]["summary"], "2 tokens, 12 steps to the goal");
}

#[test]
fn where_no_theory_speaks_the_known_ones_are_named() {
    let wrong = report("Both").unwrap_err();
    assert_eq!(wrong[0].headline, "no theory applies to `Both`");
    assert!(wrong[0].notes.iter().any(|n| n.contains("Tokens that step to the right")), "{wrong:?}");
}

#[test]
fn documents_fit_their_schemas() {
    let analysis = analysis();
    for name in ["Right", "Left", "Lost", "Endless", "Duel", "Even"] {
        let (report, document) = certified(&analysis, name, &[]);
        fits("certificate", &serde_json::to_value(document.unwrap()).unwrap());
        let solved = json::solve(analysis.sources(), &[report], &[]);
        fits("solve", &serde_json::from_str(&solved).unwrap());
    }
}

#[test]
fn the_answer_says_why_in_the_words_of_the_theory() {
    let analysis = analysis();
    let told = analysis.solve(named(&analysis, "Left"), &[], &Options::default(), Budget::unlimited());
    assert!(plan::label(&told.unwrap().answer).contains("no token steps left"));
}

#[test]
fn hover_tells_the_line_of_the_theory() {
    let analysis = analysis();
    let hover = |name: &str| {
        let puzzle = named(&analysis, name);
        ide::hover(&analysis, puzzle.file, puzzle.span.start).unwrap().markdown
    };
    assert!(hover("Right").contains("theory `tokens`: 2 tokens, 12 steps to the goal"), "{}", hover("Right"));
    assert!(hover("Left").contains("theory `tokens`: 2 tokens, no way to the goal"), "{}", hover("Left"));
    assert!(hover("Duel").contains("theory `taking`: 3 tokens to take"), "{}", hover("Duel"));
    assert!(!hover("Both").contains("theory"), "{}", hover("Both"));
    let without = of(TEXT, Theories(&[]));
    let puzzle = named(&without, "Right");
    let told = ide::hover(&without, puzzle.file, puzzle.span.start).unwrap().markdown;
    assert!(!told.contains("theory"), "{told}");
}

#[test]
fn a_theory_is_checked_for_the_rules_that_it_is_stated_for() {
    // Where pieces are counted, no theory is needed to see that a goal is out of reach.
    let lost: String = TEXT.lines().filter(|l| !l.contains("Lost")).map(|l| format!("{l}\n")).collect();
    let wrong = |text: &str| {
        let found = of(text, Theories(crate::theories::table())).check(&Budget::unlimited());
        found.iter().map(|d| format!("{}: {}", d.code.as_str(), d.headline)).collect::<Vec<_>>()
    };
    assert_eq!(wrong(&lost), Vec::<String>::new());
    let other = lost.replace("theory tokens for step", "theory tokens for back");
    assert_eq!(wrong(&other), ["P0705: `back` does not match the theory `tokens`"]);
    let other = lost.replace("theory taking for take", "theory taking for step");
    assert_eq!(wrong(&other), ["P0705: `step` does not match the theory `taking`"]);
    let unknown = lost.replace("theory taking", "theory takin");
    assert_eq!(wrong(&unknown), ["P0201: there is no theory `takin`"]);
}
