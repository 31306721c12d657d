//! False claims and changed proofs are rejected.

use puzzlec::engine::certificate::{Document, LowerBound, Proof, TheoryProof, Winner};
use puzzlec::engine::verify::certificate::Checked;
use puzzlec::theories::Theories;
use serde_json::{Value, json};

use crate::{TEXT, analysis, certified, of, verified};

fn document(name: &str) -> Document {
    certified(&analysis(), name, &[]).1.unwrap()
}

/// Why a proof is rejected for a puzzle.
fn rejected(name: &str, proof: Proof) -> String {
    match verified(&analysis(), &Document { proof, ..document(name) }) {
        Checked::Rejected(why) => why,
        other => panic!("{name}: {other:?}"),
    }
}

fn tokens(body: Value) -> TheoryProof {
    TheoryProof { theory: "tokens".to_owned(), body }
}

/// All values that differ from this one in one place.
fn changed(value: &Value) -> Vec<Value> {
    let mut all = vec![Value::Null, json!([]), json!({}), json!("count"), json!({ "count": 1 })];
    if let Value::Object(fields) = value {
        for (key, held) in fields {
            let others = match held {
                Value::String(_) => vec![json!(""), json!("1"), json!("4"), json!("x"), json!(-7), json!(1)],
                _ => vec![
                    json!(0),
                    json!(11),
                    json!(13),
                    json!(-12),
                    json!(u64::MAX),
                    json!(12.5),
                    json!("12"),
                ],
            };
            all.extend(others.into_iter().map(|held| json!({ key: held })));
            all.push(json!({ format!("{key}x"): held }));
            all.push(json!({ key: held, "more": 1 }));
        }
    }
    all.retain(|other| other != value);
    all
}

#[test]
fn a_changed_body_is_rejected() {
    for name in ["Right", "Left"] {
        let genuine = document(name);
        let body = match &genuine.proof {
            Proof::Theory(proof) => proof.body.clone(),
            Proof::Plan { least: Some(LowerBound::Theory(proof)), .. } => proof.body.clone(),
            other => panic!("{other:?}"),
        };
        for body in changed(&body) {
            let proof = match genuine.proof.clone() {
                Proof::Plan { length, unit, steps, .. } => {
                    let least = Some(LowerBound::Theory(tokens(body)));
                    Proof::Plan { length, unit, least, at_least: None, steps }
                }
                _ => Proof::Theory(tokens(body)),
            };
            rejected(name, proof);
        }
    }
}

#[test]
fn a_puzzle_with_a_plan_is_not_shown_to_have_none() {
    for body in [json!("count"), json!({ "from": "1" }), json!({ "from": "2" }), json!({ "distance": 12 })] {
        rejected("Right", Proof::Theory(tokens(body)));
    }
    // The proof is genuine, and of another game.
    let why = rejected("Duel", document("Left").proof);
    assert_eq!(why, "it is for a two-player game, which this kind of proof does not cover");
    let why = rejected("Right", document("Left").proof);
    assert_eq!(why, "the goal has as many tokens from there on");
    // A rule that steps back makes it another game for the checker.
    let genuine = document("Left");
    let text = TEXT.replace("rules step; start row . t t", "rules step, back; start row . t t");
    let checked = verified(&of(&text, Theories(crate::table())), &genuine);
    let why = "the puzzle is not about tokens that step to the right";
    assert!(matches!(&checked, Checked::Rejected(told) if told.starts_with(why)), "{checked:?}");
}

#[test]
fn a_bound_that_is_too_high_is_rejected() {
    let Proof::Plan { unit, mut steps, .. } = document("Right").proof else { panic!() };
    let bound = |distance: u64| Some(LowerBound::Theory(tokens(json!({ "distance": distance }))));
    let longer = Proof::Plan {
        length: 13,
        unit: unit.clone(),
        least: bound(13),
        at_least: None,
        steps: steps.clone(),
    };
    assert_eq!(rejected("Right", longer), "its length is 12, not 13");
    let refutation = Some(LowerBound::Theory(tokens(json!("count"))));
    rejected(
        "Right",
        Proof::Plan {
            length: 12,
            unit: unit.clone(),
            least: refutation,
            at_least: None,
            steps: steps.clone(),
        },
    );
    steps.pop();
    let shorter = Proof::Plan { length: 11, unit, least: bound(12), at_least: None, steps };
    assert_eq!(rejected("Right", shorter), "step 12: the last position is not a goal");
}

#[test]
fn a_plan_that_goes_a_longer_way_is_not_least() {
    // Nothing but a step to the right exists in this game, so the longer way needs another one.
    let text = TEXT.replace("theory tokens for step\n", "");
    let analysis = of(&text, Theories(crate::table()));
    let (_, document) = certified(&analysis, "Both", &[]);
    let document = document.unwrap();
    assert!(matches!(verified(&analysis, &document), Checked::Verified(_)));
    let Proof::Plan { length, unit, steps, .. } = document.proof.clone() else { panic!() };
    let least = Some(LowerBound::Theory(tokens(json!({ "distance": length }))));
    let proof = Proof::Plan { length, unit, least, at_least: None, steps };
    let checked = verified(&analysis, &Document { proof, ..document });
    assert!(matches!(checked, Checked::Rejected(_)), "{checked:?}");
}

#[test]
fn a_winner_cannot_be_exchanged() {
    let Proof::Winner { winner: Winner::First, proof } = document("Duel").proof else { panic!() };
    for winner in [Winner::Second, Winner::Draw] {
        let why = rejected("Duel", Proof::Winner { winner, proof: proof.clone() });
        assert_eq!(why, "the number of tokens does not show that");
    }
    for body in [json!({ "tokens": 2 }), json!({ "tokens": 3, "more": 1 }), json!({}), Value::Null] {
        let proof = TheoryProof { body, ..proof.clone() };
        rejected("Duel", Proof::Winner { winner: Winner::First, proof });
    }
    let other = Proof::Winner { winner: Winner::First, proof: tokens(json!("count")) };
    rejected("Duel", other);
    assert_eq!(rejected("Duel", Proof::Theory(proof.clone())), "the number of tokens does not show that");
    let why = rejected("Right", Proof::Winner { winner: Winner::First, proof });
    assert_eq!(why, "the puzzle is not a two-player game");
}

#[test]
fn a_theory_that_nobody_knows_proves_nothing() {
    let unknown = |body| TheoryProof { theory: "tokns".to_owned(), body };
    let why = "the theory `tokns` has no proofs";
    assert_eq!(rejected("Left", Proof::Theory(unknown(json!({ "from": "2" })))), why);
    assert_eq!(rejected("Duel", Proof::Winner { winner: Winner::First, proof: unknown(Value::Null) }), why);
    let Proof::Plan { length, unit, steps, .. } = document("Right").proof else { panic!() };
    let least = Some(LowerBound::Theory(unknown(json!({ "distance": 12 }))));
    assert_eq!(rejected("Right", Proof::Plan { length, unit, least, at_least: None, steps }), why);
    // The same certificate where the line of the table is gone.
    let checked = verified(&of(TEXT, Theories(&[])), &document("Left"));
    assert_eq!(checked, Checked::Rejected("the theory `tokens` has no proofs".to_owned()));
    // A theory without proofs.
    let named = TheoryProof { theory: "gourds".to_owned(), body: Value::Null };
    let checked = verified(
        &of(TEXT, Theories::default()),
        &Document { proof: Proof::Theory(named), ..document("Left") },
    );
    assert_eq!(checked, Checked::Rejected("the theory `gourds` has no proofs".to_owned()));
}

#[test]
fn a_plan_without_a_bound_is_a_plan_on_an_endless_line() {
    let genuine = document("Endless");
    let Proof::Plan { length, unit, steps, .. } = genuine.proof.clone() else { panic!() };
    let proof = Proof::Plan { length, unit, least: None, at_least: None, steps };
    let checked = verified(&analysis(), &Document { proof, ..genuine });
    assert_eq!(checked, Checked::Verified("a solution of 10 moves".to_owned()));
}
