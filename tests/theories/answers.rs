//! What is answered, and that certificates of it are verified.

use puzzlec_analysis::{Answer, Report};
use puzzlec_base::Budget;
use puzzlec_checker::certificate::Checked;
use puzzlec_peg_solitaire::PegSolitaire;
use puzzlec_search::Options;
use puzzlec_task::Optimality;
use puzzlec_task::certificate::{LowerBound, Proof, Winner};
use puzzlec_theory::{Puzzle, Theories, Theory};

use crate::theories::{TEXT, analysis, certified, named, of, verified};

fn solved(report: &Report) -> (u64, Optimality) {
    match &report.answer {
        Answer::Solved(plan) => (plan.length, plan.optimality),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_plan_is_replayed_and_its_bound_verified() {
    let analysis = analysis();
    for (name, length) in [("Right", 12), ("Endless", 10)] {
        let (report, document) = certified(&analysis, name, &[]);
        assert_eq!(solved(&report), (length, Optimality::Least), "{name}");
        assert!(report.why.contains(&"the tokens keep their order".to_owned()), "{:?}", report.why);
        let document = document.unwrap();
        assert_eq!(document.task, None, "nothing was grounded");
        let Proof::Plan { least: Some(LowerBound::Theory(bound)), .. } = &document.proof else { panic!() };
        assert_eq!(bound.theory, "tokens");
        let told = format!("a solution of {length} moves, and none is shorter");
        assert_eq!(verified(&analysis, &document), Checked::Verified(told));
        let read = puzzlec_checker::certificate::read(
            &serde_json::to_string(&document).unwrap(),
            &Budget::unlimited(),
        );
        assert_eq!(read.unwrap(), document);
    }
}

#[test]
fn a_theory_is_asked_before_anything_is_grounded() {
    // A search would stop at once.
    let (analysis, limit) = (analysis(), Budget::unlimited().with_states(1));
    let report = analysis.solve(named(&analysis, "Right"), &[("n".into(), 300)], &Options::default(), limit);
    let report = report.unwrap();
    assert_eq!(solved(&report), (596, Optimality::Least));
    assert_eq!(report.statistics.states, 0);
}

#[test]
fn the_theories_of_other_games_ground_nothing() {
    let text = format!(
        "{TEXT}{}",
        r#"
/// Two jump at once.
rule jump { [ token | token | empty ] -> [ empty | empty | token ] }
rule written(x: token, d: direction) {
    when step(x, d) is token and step(x, d, 2) is empty
    remove step(x, d)
    move x to step(x, d, 2)
}
rule over(x: token, d: direction) {
    when step(x, d) is token and step(x, d, 2) is empty
    move step(x, d) to step(x, d, 2)
    move x to step(x, d, 2)
}
rule put(x: token, d: direction) {
    when step(x, d) is token and step(x, d, 2) is empty
    remove x
    remove step(x, d)
    put token at step(x, d, 2)
}
rule hop(x: token, d: direction) {
    when step(x, d) is token and step(x, d, 2) is empty
    move x to step(x, d, 2)
}
puzzle Jump { board line 5; rules jump; start row t t . t .; goal count(token) == 1 }
puzzle Written { board line 5; rules written; start row t t . t .; goal count(token) == 1 }
puzzle Over { board line 5; rules over; start row t t . t .; goal count(token) == 1 }
puzzle Put { board line 5; rules put; start row t t . t .; goal count(token) == 1 }
puzzle Hop { board line 5; rules hop; start row t t . t .; goal count(token) == 1 }
puzzle Joined { board line 5; rules hop, step, jump; start row t t . t .; goal count(token) == 1 }
puzzle Duo { board line 5; rules jump; start row t t . t .; players 2, last to move wins }
"#
    );
    let analysis = of(&text, puzzlec_theories::ALL);
    assert!(analysis.faults().iter().all(|d| !d.is_error()), "{:?}", analysis.faults());
    let asked = |name: &str| {
        let model = analysis.model(named(&analysis, name), &[]).unwrap();
        let puzzle = Puzzle::new(&model);
        let theory =
            puzzlec_theories::ALL.of(&puzzle, &|_| true, &mut Vec::new(), &Budget::unlimited()).unwrap();
        let theory = theory.map(|(theory, _)| theory.info().name);
        (theory, puzzle.into_ground().is_some())
    };
    for name in ["Right", "Left", "Endless", "Both", "Hop", "Duel", "Duo"] {
        assert_eq!(asked(name), (None, false), "{name}");
    }
    assert_eq!(asked("Joined"), (None, true));
    for name in ["Jump", "Written", "Over", "Put"] {
        assert_eq!(asked(name), (Some("peg_solitaire"), true), "{name}");
    }
    // Too large to be ground, and that is not noticed.
    let model = analysis.model(named(&analysis, "Right"), &[("n".to_owned(), 1_000_000)]).unwrap();
    let puzzle = Puzzle::new(&model);
    let tables: [&dyn Theory; 2] = [&PegSolitaire, &crate::theories::tokens::Tokens];
    let (theory, _) = Theories(Vec::leak(tables.to_vec()))
        .of(&puzzle, &|_| true, &mut Vec::new(), &Budget::unlimited())
        .unwrap()
        .unwrap();
    assert_eq!(theory.info().name, "tokens");
    assert!(puzzle.into_ground().is_none());
}

#[test]
fn what_has_no_plan_is_refuted() {
    let analysis = analysis();
    for (name, why) in [("Left", "no token steps left"), ("Lost", "no step changes the number of tokens")] {
        let (report, document) = certified(&analysis, name, &[]);
        let Answer::Unsolvable { reason: Some(told), .. } = &report.answer else {
            panic!("{:?}", report.answer)
        };
        assert!(told.ends_with(why), "{told}");
        let document = document.unwrap();
        assert!(matches!(&document.proof, Proof::Theory(proof) if proof.theory == "tokens"));
        let told = Checked::Verified(format!("there is no solution: {why}"));
        assert_eq!(verified(&analysis, &document), told);
    }
}

#[test]
fn a_game_of_two_players_has_a_winner_with_a_proof() {
    let analysis = analysis();
    for (name, winner, word) in [("Duel", Winner::First, "first"), ("Even", Winner::Second, "second")] {
        let (report, document) = certified(&analysis, name, &[]);
        let Answer::Game { winner: told, first_move, .. } = &report.answer else {
            panic!("{:?}", report.answer)
        };
        assert_eq!((told.as_str(), first_move.is_some()), (word, winner == Winner::First));
        let document = document.unwrap();
        assert!(matches!(&document.proof, Proof::Winner { winner: said, .. } if *said == winner));
        let Checked::Verified(told) = verified(&analysis, &document) else { panic!() };
        assert_eq!(told, format!("the {word} player wins: the players take turns to the last token"));
    }
}

#[test]
fn without_its_line_a_search_answers() {
    let (with, without) = (analysis(), of(TEXT, Theories(&[])));
    for name in ["Right", "Left", "Lost", "Both", "Duel", "Even"] {
        let answer = |analysis: &puzzlec_analysis::Analysis| {
            let (report, document) = certified(analysis, name, &[]);
            if let Ok(document) = document {
                let checked = verified(analysis, &document);
                assert!(matches!(checked, Checked::Verified(_)), "{name}: {checked:?}");
            }
            match report.answer {
                Answer::Solved(plan) => format!("{} {:?}", plan.length, plan.optimality),
                Answer::Unsolvable { .. } => "unsolvable".to_owned(),
                Answer::Game { winner, .. } => winner,
                Answer::NotWithin { .. } => "not within".to_owned(),
                Answer::Stopped { .. } => "stopped".to_owned(),
            }
        };
        assert_eq!(answer(&with), answer(&without), "{name}");
    }
}
