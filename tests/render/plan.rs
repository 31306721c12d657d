//! Plans and answers.

use std::collections::BTreeMap;

use puzzlec_analysis::{Answer, PlanReport, Report, StepReport};
use puzzlec_base::Limit;
use puzzlec_render::plan::{PlanStyle, label, report};
use puzzlec_task::{Certificate, Optimality, Searched};

fn lines(rows: &[&str]) -> Vec<String> {
    rows.iter().map(|r| (*r).to_owned()).collect()
}

fn solved(steps: Vec<StepReport>, start: &[&str]) -> Report {
    let plan = PlanReport {
        optimality: Optimality::Least,
        length: steps.len() as u64,
        at_least: None,
        unit: "moves".to_owned(),
        start: lines(start),
        steps,
        more: 0,
        colours: BTreeMap::from([('#', "teal".to_owned())]),
        end: Vec::new(),
        placed: None,
        chains: None,
    };
    Report {
        file: "a.puzzle".to_owned(),
        puzzle: "A".to_owned(),
        title: Some("An example".to_owned()),
        parameters: [("n".to_owned(), 2)].into(),
        answer: Answer::Solved(plan),
        statistics: Default::default(),
        notes: Vec::new(),
        why: Vec::new(),
        proof: Vec::new(),
        solutions: None,
        reasons: None,
    }
}

fn step(notation: &str, after: &[&str]) -> StepReport {
    StepReport {
        rule: "slide".to_owned(),
        notation: notation.to_owned(),
        after: lines(after),
        pieces: Vec::new(),
    }
}

#[test]
fn marks_have_their_colours_where_colours_are_on() {
    let answer = solved(vec![step("a-c", &[". # o"])], &["# . o"]);
    let text = report(&answer, PlanStyle::Auto, false, 80, true);
    assert!(text.ends_with("  1. a-c   . \u{1b}[38;5;30m#\u{1b}[0m o\n"), "{text:?}");
    assert!(!report(&answer, PlanStyle::Auto, false, 80, false).contains('\u{1b}'));
}

#[test]
fn a_row_stands_beside_its_caption() {
    let answer = solved(vec![step("a-c", &[". o o"]), step("b-d", &["o . o"])], &["o o ."]);
    let text = report(&answer, PlanStyle::Auto, false, 80, false);
    let wanted = "A (n = 2): An example\nleast: 2 moves (proved)\n\n  start    o o .\n  1. a-c   . o o\n  2. b-d   o . o\n";
    assert_eq!(text, wanted);
}

#[test]
fn pictures_stand_side_by_side_as_far_as_they_fit() {
    let answer = solved(vec![step("a", &["o .", "  o"]), step("b", &[". o", "  o"])], &[". .", "  o"]);
    let text = report(&answer, PlanStyle::Pictures, false, 20, false);
    let wanted = "  start   1. a\n  . .     o .\n    o       o\n\n  2. b\n  . o\n    o\n";
    assert!(text.ends_with(wanted), "{text}");
}

#[test]
fn a_long_plan_is_numbered_notation_in_columns() {
    let steps = (0..13).map(|i| step(if i == 3 { "longer" } else { "a-b" }, &["o"])).collect();
    let text = report(&solved(steps, &["o"]), PlanStyle::Auto, false, 40, false);
    assert!(text.contains("\n   1. a-b       2. a-b       3. a-b\n   4. longer    5. a-b"), "{text}");
}

/// The positions of a long plan: the start, one every few steps, the end; none that nearly is the end.
#[test]
fn a_long_plan_ends_with_its_last_position() {
    let of = |steps: usize| {
        let mut answer = solved((1..=steps).map(|i| step("a-b", &[&format!("{i}")])).collect(), &["0"]);
        let Answer::Solved(plan) = &mut answer.answer else { unreachable!() };
        plan.end = lines(&[&format!("{steps}")]);
        report(&answer, PlanStyle::Auto, false, 40, false)
    };
    let text = of(31);
    let wanted = "\n\n  start      0\n  after 5    5\n  after 10   10\n  after 15   15\n  after 20   20\n  after 25   25\n  after 31   31\n";
    assert!(text.ends_with(wanted), "{text}");
    let text = of(1_000);
    assert!(text.contains("\n  … and 700 more steps; `solve --plan short` lists them\n\n  start"), "{text}");
    assert!(text.ends_with("\n  after 800     800\n  after 1,000   1000\n"), "{text}");
    assert!(!text.contains(" 301. "), "{text}");
}

#[test]
fn a_placement_is_its_board() {
    let mut answer = solved(vec![step("a on a1", &["a ."]), step("b on b1", &["a b"])], &[". ."]);
    let Answer::Solved(plan) = &mut answer.answer else { unreachable!() };
    plan.unit = "pieces".to_owned();
    plan.placed = Some(vec![(String::new(), lines(&["a b", "c d"]))]);
    let text = report(&answer, PlanStyle::Auto, false, 40, false);
    assert!(text.ends_with("\nplaced: 2 pieces\n\n  a b\n  c d\n"), "{text}");
}

#[test]
fn the_label_says_what_is_known() {
    let say = |answer: Answer| label(&answer);
    let exhausted = |states| Certificate::Searched(Searched::Exhausted { states, levels: Vec::new() });
    assert_eq!(
        say(Answer::Unsolvable { certificate: exhausted(181_440), reason: None }),
        "impossible: all 181,440 positions were searched"
    );
    assert_eq!(
        say(Answer::Unsolvable { certificate: exhausted(1), reason: None }),
        "impossible: nothing can move at the start"
    );
    assert_eq!(
        say(Answer::Stopped {
            reason: Limit::Time { seconds: 5 }.into(),
            at_least: Some(14),
            unit: "moves".into()
        }),
        "not decided: the time limit of 5 s was reached; no solution has fewer than 14 moves"
    );
    assert_eq!(
        say(Answer::Stopped {
            reason: Limit::States { states: 1_000_000 }.into(),
            at_least: None,
            unit: "moves".into()
        }),
        "not decided: the limit of 1,000,000 positions was reached"
    );
    assert_eq!(
        say(Answer::Game {
            winner: "second".to_owned(),
            length: Some(4),
            value: None,
            first_move: None,
            moves: Vec::new(),
            more: 0
        }),
        "second player wins in 4 moves (proved)"
    );
}
