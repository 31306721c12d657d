//! Plans as expectations, and names of scripted moves.

use crate::support::loaded;
use puzzlec_analysis::{Analysis, Answer, Outcome};
use puzzlec_base::{Budget, FileId};
use puzzlec_model::project::DiskFiles;
use puzzlec_search::{Options, Wanted};
use puzzlec_syntax::format::format;

/// For each expectation `held`, or its code and the text that it stands at.
fn outcomes(text: &str) -> Vec<String> {
    let analysis = loaded(text);
    let puzzle = &analysis.puzzles()[0];
    let results = analysis.test(puzzle, &|| Budget::unlimited().with_states(20_000).into());
    let of = |outcome: Outcome| match outcome {
        Outcome::Held => "held".to_owned(),
        Outcome::Failed { diagnostic } | Outcome::Undecided { diagnostic } => {
            let at = &text[diagnostic.primary.span.range()];
            format!("{} at {at}", diagnostic.code.as_str())
        }
    };
    match results {
        Ok(results) => results.into_iter().map(|result| of(result.outcome)).collect(),
        Err(found) => found.iter().map(|d| d.code.as_str().to_owned()).collect(),
    }
}

fn pegs(expectations: &str) -> Vec<String> {
    let goal = "start row .oo.oo.; goal count(peg) == 2";
    outcomes(&format!("use peg\npuzzle P {{\n board line 7; rules peg.jump; {goal}\n{expectations}\n}}"))
}

#[test]
fn a_plan_is_a_solution_or_fails_at_its_first_wrong_move() {
    assert_eq!(pegs("expect plan b1-d1 e1-g1"), ["held"]);
    assert_eq!(pegs("expect plan b1-d1 c1-a1"), ["P0706 at c1-a1"]);
    assert_eq!(pegs("expect plan c1-a1 e1-g1"), ["held"]);
    assert_eq!(pegs("expect plan jump c1-a1, jump e1-g1"), ["held"]);
    assert_eq!(pegs("expect plan c1-a1,\n e1-g1"), ["held"]);
    assert_eq!(pegs("expect plan \"c1-a1 e1-g1\""), ["held"]);
    assert_eq!(pegs("expect plan c1-a1"), ["P0707 at c1-a1"]);
    assert_eq!(pegs("expect plan c1-a1 c1-a1"), ["P0706 at c1-a1"]);
    assert_eq!(pegs("expect plan c1-a1 e1-z9"), ["P0706 at z9"]);
    assert_eq!(
        pegs("expect plan c1-a1 e1-g1; expect solvable in 2 moves; expect plan b1"),
        ["held", "held", "P0706 at b1"]
    );
    assert_eq!(pegs("expect plan"), [""; 0]);
}

/// The condition of the rule that does not hold is shown.
#[test]
fn a_wrong_move_names_its_guard() {
    let text = "piece coin \"o\"\nrule hop(x: coin, y: empty) { when distance(x, y) == 2; move x to y }\n\
                puzzle P { board line 5; rules hop; start row o....; goal row ....o; expect plan a1-c1 c1-d1 }";
    let analysis = loaded(text);
    let results = analysis.test(&analysis.puzzles()[0], &|| Budget::unlimited().into()).unwrap();
    let Outcome::Failed { diagnostic } = &results[0].outcome else { panic!("{:?}", results[0].outcome) };
    assert_eq!(diagnostic.code.as_str(), "P0706");
    assert_eq!(&text[diagnostic.primary.span.range()], "c1-d1");
    let guards: Vec<&str> = diagnostic.secondary.iter().map(|l| &text[l.span.range()]).collect();
    assert_eq!(guards, ["distance(x, y) == 2"]);
}

/// A game has no plan; a name `plan` may be a parameter, as before.
#[test]
fn plans_and_other_claims() {
    let game = "use removal\npuzzle P { rules removal.take; start row 101; players 2, last to move wins; \
                expect plan a1 }";
    assert_eq!(outcomes(game), ["P0507"]);
    let named = "use peg\npuzzle P(plan: 1..3 = 1) { board line 3; rules peg.jump; start row oo.; \
                 goal row ..o; expect plan solutions; expect plan + 0 solutions; expect plan a1-c1 for plan in 1..2 }";
    assert_eq!(outcomes(named), ["held", "held", "held", "held"]);
    let placed = "piece dot \"#@\"\npuzzle P { board line 1; place dot; goal row @; expect plan \"@ on a1\"; \
                  expect plan \"# on a1\" }";
    assert_eq!(outcomes(placed)[0], "held");
    assert!(outcomes(placed)[1].starts_with("P0707"), "{:?}", outcomes(placed));
}

/// What `solve` prints is a plan, as an expectation of the same puzzle; one move less is none.
#[test]
fn the_notation_of_answers_is_that_of_expectations() {
    let mut tried = 0;
    for file in ["peg/triangle", "gourds/small", "lights/small", "variants/sokoban", "variants/knights"] {
        let path = format!("examples/{file}.puzzle");
        let analysis = Analysis::load(&DiskFiles, std::slice::from_ref(&path));
        let text = std::fs::read_to_string(&path).unwrap();
        for puzzle in analysis.puzzles() {
            let budget = Budget::unlimited().with_states(20_000);
            let options = Options { wanted: Wanted::Any, ..Options::default() };
            let Ok(report) = analysis.solve(puzzle, &[], &options, &budget) else { continue };
            let Answer::Solved(plan) = &report.answer else { continue };
            if plan.steps.len() < 2 || plan.more > 0 {
                continue;
            }
            let moves: Vec<String> =
                plan.steps.iter().map(|s| format!("{} {}", s.rule, s.notation)).collect();
            let head = format!("puzzle {} {{", puzzle.name);
            for (moves, held) in [(&moves[..], true), (&moves[1..], false)] {
                let stated = format!("{head}\n expect plan {}\n", moves.join(", "));
                let text = text.replace(&head, &stated);
                if text.contains(&stated) {
                    let analysis = loaded(&text);
                    let puzzle = analysis.puzzles().iter().find(|p| p.name == puzzle.name).unwrap();
                    let results = analysis.test(puzzle, &|| Budget::unlimited().with_states(10).into());
                    let first = &results.unwrap()[0].outcome;
                    assert_eq!(matches!(first, Outcome::Held), held, "{file} {}: {first:?}", puzzle.name);
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 8, "{tried}");
}

#[test]
fn plans_are_formatted_as_they_are_written() {
    let text = "use peg\n\npuzzle P {\n    board  line 7\n    rules  peg.jump\n    start  row .oo.oo.\n    \
                goal   count(peg) == 2\n    expect plan c1-a1 e1-g1\n    expect plan c1-a1,\n        e1-g1\n}\n";
    assert_eq!(format(FileId(0), text).as_deref(), Ok(text));
}

/// A scripted rule whose moves have names, once and per position.
const NAMED: &str = r#"
piece coin "o"
rule step = script """
    fn actions(board) {
        [action().requires(board.cell("a1"), "coin").moves(board.cell("a1"), board.cell("b1")).called("R'"),
         action().requires(board.cell("b1"), "coin").moves(board.cell("b1"), board.cell("c1")).called("S2")]
    }
"""
rule turn = script """
    fn moves(position) {
        let board = position.board;
        [action().requires(board.cell("c1"), "coin").moves(board.cell("c1"), board.cell("d1")).called("T")]
    }
""" per position
"#;

#[test]
fn scripted_moves_have_names() {
    let puzzle = "puzzle P { board line 4; rules step, turn; start row o...; goal row ...o; \
                  expect plan \"R'\" S2 T; expect plan \"R'\" step S2, turn T; expect plan S2 \"R'\" T }";
    let text = format!("{NAMED}{puzzle}");
    assert_eq!(outcomes(&text), ["held", "held", "P0706 at S2"]);
    let analysis = loaded(&text);
    let report = analysis.solve(&analysis.puzzles()[0], &[], &Options::default(), Budget::unlimited());
    let Answer::Solved(plan) = report.unwrap().answer else { panic!() };
    let notation: Vec<&str> = plan.steps.iter().map(|s| s.notation.as_str()).collect();
    assert_eq!(notation, ["R'", "S2", "T"]);
}

#[test]
fn a_name_is_one_word() {
    for name in ["", "a b", "a,b", "1.", "//", "…"] {
        let text = format!(
            "piece coin \"o\"\nrule step = script \"\"\"\n fn actions(board) {{ [action().moves(board.cell(\"a1\"), \
             board.cell(\"b1\")).called({name:?})] }}\n\"\"\"\n\
             puzzle P {{ board line 2; rules step; start row o.; goal row .o; expect solvable }}"
        );
        let found = loaded(&text).check(&Budget::unlimited());
        let codes: Vec<&str> = found.iter().map(|d| d.code.as_str()).collect();
        assert!(
            outcomes(&text).contains(&"P0601".to_owned()) || codes.contains(&"P0601"),
            "{name}: {codes:?}"
        );
    }
}
