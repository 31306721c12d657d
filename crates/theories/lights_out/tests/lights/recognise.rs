//! Which puzzles are lights, and which are not; every rule that is taken as lights has the answers of general search.

use crate::games;
use puzzlec_analysis::Analysis;
use puzzlec_base::Budget;
use puzzlec_lights_out::read::{Read, may_press};
use puzzlec_search::ground::ground;
use puzzlec_search::{Method, Options, Wanted};

const HEAD: &str = "edition 1\npiece on \"#\"\npiece off \"-\"\npiece red \"r\"\npiece green \"g\"\npiece blue \"b\"\n\
                    piece wall \"W\"\n";

const TWO: &str = "board square 3 by 2; start full on; goal full off";
const THREE: &str = "board square 2 by 2; start full red; goal full green";

/// Rules whose presses always add the same, with a puzzle.
const SAME: [(&str, &str); 14] = [
    ("rule go(x) { flip on <-> off at x, around x }", TWO),
    ("rule go(y) { flip off <-> on at around y, y }", TWO),
    ("rule go(x) { flip on <-> off at x; flip off <-> on at around x }", TWO),
    ("rule go(x) { flip on <-> off at around x }", TWO),
    ("rule go(x) { when rowof(x) == 1; flip on <-> off at x, around x }", TWO),
    (
        "rule go(x: on) { flip on <-> off at around x except x }\nrule also(x: off) { flip on <-> off at around x }",
        TWO,
    ),
    ("rule go(x, y) { when adjacent(x, y); flip on <-> off at x, y }", TWO),
    ("rule go(x, d: direction) { flip on <-> off at x, step(x, d) }", TWO),
    (
        "rule go(x) { flip on <-> off at run(x, right, 2) }\nrule also(x) { flip on <-> off at x, around x }",
        TWO,
    ),
    ("rule go(x) { flip red <-> green at x, around x; flip green <-> blue at x, around x }", THREE),
    (
        "rule go(x) { flip green <-> blue at x; flip red <-> green at x; flip red <-> green at around x; flip green <-> blue at around x }",
        THREE,
    ),
    (
        "rule go(x) { flip red <-> green at x, around x; flip green <-> blue at x, around x; flip blue <-> off at x, around x }",
        THREE,
    ),
    ("rule go(x) { flip red <-> green at x; flip green <-> blue at x }", THREE),
    ("rule go(x) { flip red <-> green at x, around x }", "board line 3; start row rWr; goal row gWg"),
];

/// Other rules.
const OTHERS: [(&str, &str); 10] = [
    // Only some lights may be pressed.
    ("rule go(x: on) { flip on <-> off at x, around x }", TWO),
    ("rule go(x) { when x is on; flip on <-> off at x, around x }", TWO),
    ("rule go(x) { when count(on, around x) >= 1; flip on <-> off at x, around x }", TWO),
    // Cells with different numbers of states, and states that do not follow each other in one order.
    ("rule go(x) { flip red <-> green at x; flip green <-> blue at around x }", THREE),
    ("rule go(x) { flip red <-> green at x, around x }\nrule also(x) { flip green <-> blue at x }", THREE),
    ("rule go(x) { flip red <-> green at x, around x; flip green <-> blue at x }", THREE),
    // Other effects.
    ("rule go(x) { flip on <-> off at x; remove around x; put off at around x }", TWO),
    ("rule go(x, y) { when adjacent(x, y); swap x with y; flip on <-> off at x }", TWO),
    ("rule go { # -> - | # | }", TWO),
    // Nothing happens.
    ("rule go(x) { flip red <-> green at x }", TWO),
];

fn load(rule: &str, rest: &str) -> Analysis {
    let rules = if rule.contains("rule also") { "go, also" } else { "go" };
    games::load(format!("{HEAD}{rule}\npuzzle P {{ rules {rules}; {rest} }}\n"))
}

/// Whether a puzzle is lights.
fn is_lights(rule: &str, rest: &str) -> bool {
    let model = games::model(&load(rule, rest));
    let budget = Budget::unlimited();
    may_press(&model) && matches!(Read::of(&ground(&model, None, &budget).unwrap().task), Read::Game(_))
}

/// The answer in short, with the number of shortest solutions.
pub fn answer(analysis: &Analysis, method: Method) -> String {
    let options = Options { method, wanted: Wanted::All { listed: 5 }, ..Options::default() };
    let report = games::solved(analysis, &options);
    let count = report.solutions.as_ref().map_or_else(String::new, |all| {
        let plans: Vec<String> = all.listed.iter().map(|plan| format!("{plan:?}")).collect();
        format!(" in {} ways {plans:?}", all.count)
    });
    let told = games::brief(&report);
    if told.parse::<u64>().is_ok() { format!("{told}{count}") } else { told }
}

#[test]
fn rules_that_are_lights() {
    for (rule, rest) in SAME.iter().filter(|(rule, _)| !rule.contains("x: on)")) {
        assert!(is_lights(rule, rest), "{rule}");
    }
}

#[test]
fn rules_that_are_not() {
    for (rule, rest) in OTHERS {
        let analysis = load(rule, rest);
        if analysis.model(&analysis.puzzles()[0], &[]).is_ok() {
            assert!(!is_lights(rule, rest), "{rule}");
        }
    }
}

#[test]
fn puzzles_that_are_not() {
    let rule = SAME[0].0;
    assert!(is_lights(rule, "board ring 6; start full on; goal full off"));
    assert!(is_lights(rule, "board graph { a-b b-c }; start full on; goal full off"));
    assert!(is_lights(rule, "board square 2 by 2; start full on; goal full off or full on"));
    assert!(is_lights(rule, "board square 2 by 2; start full on; goal off at a1"));
    for other in [
        "board square 2 by 2; start full on; goal full off; measure coins = pieces moved",
        "board square 2 by 2; start full wall; goal full off",
    ] {
        assert!(!is_lights(rule, other), "{other}");
    }
}

#[test]
fn answers_are_those_of_general_search() {
    for (rule, rest) in SAME {
        let analysis = load(rule, rest);
        let (own, general) = (answer(&analysis, Method::Auto), answer(&analysis, Method::Breadth));
        assert_eq!(own, general, "{rule} {rest}");
    }
}
