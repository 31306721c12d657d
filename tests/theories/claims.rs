//! False claims and changed proofs are rejected.

use puzzlec_analysis::Answer;
use puzzlec_base::Budget;
use puzzlec_base::diag::Diagnostic;
use puzzlec_checker::certificate::Checked;
use puzzlec_checker::checker::ProofChecker;
use puzzlec_search::Options;
use puzzlec_search::ground::Failure;
use puzzlec_task::certificate::{CertificateFile, LowerBound, Proof, TheoryProof, Winner};
use puzzlec_task::{Bound, Label, Task};
use puzzlec_task::{Conclusion, GameResult, LengthBound, Optimality, Steps, Verdict};
use puzzlec_theory::meter::Halted;
use puzzlec_theory::{
    Facts, FactsRequest, Info, Puzzle, Recognition, Recognizer, Request, Size, Solver, Theories, Theory,
};
use serde_json::{Value, json};

use crate::theories::{TEXT, analysis, certified, named, of, verified};
use crate::theories::{taking, tokens};

fn document(name: &str) -> CertificateFile {
    certified(&analysis(), name, &[]).1.unwrap()
}

/// Why a proof is rejected for a puzzle.
fn rejected(name: &str, proof: Proof) -> String {
    match verified(&analysis(), &CertificateFile { proof, ..document(name) }) {
        Checked::Rejected(why) => why,
        other => panic!("{name}: {other:?}"),
    }
}

fn of_tokens(body: Value) -> TheoryProof {
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
                    let least = Some(LowerBound::Theory(of_tokens(body)));
                    Proof::Plan { length, unit, least, at_least: None, steps }
                }
                _ => Proof::Theory(of_tokens(body)),
            };
            rejected(name, proof);
        }
    }
}

#[test]
fn a_puzzle_with_a_plan_is_not_shown_to_have_none() {
    for body in [json!("count"), json!({ "from": "1" }), json!({ "from": "2" }), json!({ "distance": 12 })] {
        rejected("Right", Proof::Theory(of_tokens(body)));
    }
    // The proof is genuine, and of another game.
    let why = rejected("Duel", document("Left").proof);
    assert_eq!(why, "it is for a two-player game, which this kind of proof does not cover");
    let why = rejected("Right", document("Left").proof);
    assert_eq!(why, "the goal has as many tokens from there on");
    // A rule that steps back makes it another game for the checker.
    let genuine = document("Left");
    let text = TEXT.replace("rules step; start row . t t", "rules step, back; start row . t t");
    let checked = verified(&of(&text, Theories(crate::theories::table())), &genuine);
    let why = "the puzzle is not about tokens that step to the right";
    assert!(matches!(&checked, Checked::Rejected(told) if told.starts_with(why)), "{checked:?}");
}

#[test]
fn a_bound_that_is_too_high_is_rejected() {
    let Proof::Plan { unit, steps, .. } = document("Right").proof else { panic!() };
    let bound = |distance: u64| Some(LowerBound::Theory(of_tokens(json!({ "distance": distance }))));
    let longer = Proof::Plan {
        length: 13,
        unit: unit.clone(),
        least: bound(13),
        at_least: None,
        steps: steps.clone(),
    };
    assert_eq!(rejected("Right", longer), "its length is 12, not 13");
    let refutation = Some(LowerBound::Theory(of_tokens(json!("count"))));
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
    let steps = steps.iter().take(11).collect();
    let shorter = Proof::Plan { length: 11, unit, least: bound(12), at_least: None, steps };
    assert_eq!(rejected("Right", shorter), "step 12: the last position is not a goal");
}

#[test]
fn a_plan_that_goes_a_longer_way_is_not_least() {
    // Nothing but a step to the right exists in this game, so the longer way needs another one.
    let text = TEXT.replace("theory tokens for step\n", "");
    let analysis = of(&text, Theories(crate::theories::table()));
    let (_, document) = certified(&analysis, "Both", &[]);
    let document = document.unwrap();
    assert!(matches!(verified(&analysis, &document), Checked::Verified(_)));
    let Proof::Plan { length, unit, steps, .. } = document.proof.clone() else { panic!() };
    let least = Some(LowerBound::Theory(of_tokens(json!({ "distance": length }))));
    let proof = Proof::Plan { length, unit, least, at_least: None, steps };
    let checked = verified(&analysis, &CertificateFile { proof, ..document });
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
    let other = Proof::Winner { winner: Winner::First, proof: of_tokens(json!("count")) };
    rejected("Duel", other);
    let why = rejected("Duel", Proof::Theory(proof.clone()));
    assert_eq!(why, "the theory only proves who wins a two-player game");
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
}

#[test]
fn a_plan_without_a_bound_is_a_plan_on_an_endless_line() {
    let genuine = document("Endless");
    let Proof::Plan { length, unit, steps, .. } = genuine.proof.clone() else { panic!() };
    let proof = Proof::Plan { length, unit, least: None, at_least: None, steps };
    let checked = verified(&analysis(), &CertificateFile { proof, ..genuine });
    assert_eq!(checked, Checked::Verified("a solution of 10 moves".to_owned()));
}

/// What a theory says that lies.
#[derive(Clone, Copy)]
enum Lie {
    /// There is no plan where there is one.
    Unsolvable,
    /// The plan is least, and the bound is another one.
    Least,
    /// The plan has another length.
    Length,
    /// The other player wins.
    Winner,
}

/// A theory that answers with proofs which do not show what it says.
struct Liar(Lie);

impl Recognizer for Liar {
    fn info(&self) -> &Info {
        match self.0 {
            Lie::Winner => taking::Taking.info(),
            Lie::Unsolvable | Lie::Least | Lie::Length => tokens::Tokens.info(),
        }
    }

    fn plays(&self, _: &Task) -> Option<bool> {
        None
    }

    fn size(&self, _: &Puzzle<'_>, _: &Budget) -> Result<Option<Size>, Failure> {
        Ok(Some(Size::Small))
    }
}

impl Theory for Liar {
    fn recognise<'p>(&self, _: &'p Puzzle<'_>, _: &Budget) -> Result<Recognition<'p>, Failure> {
        Ok(Recognition::Applies(Box::new(Liar(self.0))))
    }

    fn checker(&self) -> Option<&'static dyn ProofChecker> {
        match self.0 {
            Lie::Winner => taking::Taking.checker(),
            Lie::Unsolvable | Lie::Least | Lie::Length => tokens::Tokens.checker(),
        }
    }
}

impl Solver for Liar {
    fn answer(&mut self, _: &mut Request<'_>) -> Result<Option<Conclusion>, Halted> {
        Ok(Some(match self.0 {
            Lie::Unsolvable => Conclusion::refuted(of_tokens(json!("count")), "so it is"),
            Lie::Least | Lie::Length => {
                // The plan of `Right` is right.
                let ways = [(1, 7), (0, 6)];
                let step = |x: i32| Label {
                    rule: 0,
                    part: 0,
                    binding: vec![Bound::Cell(x, 0), Bound::Cell(x + 1, 0)],
                };
                let steps: Vec<Label> = ways.into_iter().flat_map(|(from, to)| from..to).map(step).collect();
                let bound = Some(LengthBound::proved(11, of_tokens(json!({ "distance": 11 }))));
                let length = if matches!(self.0, Lie::Length) { 11 } else { 12 };
                Conclusion::plan(steps, length, Optimality::Least, bound)
            }
            Lie::Winner => {
                let proof = Some(TheoryProof::new("taking", &json!({ "tokens": 3 })));
                let moves: Box<dyn Steps> = Box::new(Vec::new());
                let (winner, length, value) = (Winner::Second, None, None);
                Verdict::Game(GameResult { winner, length, value, moves, proof }).into()
            }
        }))
    }

    fn facts(&mut self, _: &FactsRequest<'_>, _: &Budget) -> Result<Facts, String> {
        Err("nothing true".into())
    }
}

fn told_by(
    liar: &'static [&'static dyn Theory],
    name: &str,
    budget: Budget,
) -> Result<Answer, Vec<Diagnostic>> {
    let analysis = of(TEXT, Theories(liar));
    analysis.solve(named(&analysis, name), &[], &Options::default(), budget).map(|report| report.answer)
}

static NO_PLAN: [&dyn Theory; 1] = [&Liar(Lie::Unsolvable)];
static NO_SHORTER: [&dyn Theory; 1] = [&Liar(Lie::Least)];
static OTHER_LENGTH: [&dyn Theory; 1] = [&Liar(Lie::Length)];
static OTHER_WINS: [&dyn Theory; 1] = [&Liar(Lie::Winner)];

#[test]
fn what_a_theory_does_not_prove_is_not_told() {
    for (liar, name, theory) in
        [(&NO_PLAN, "Right", "tokens"), (&NO_SHORTER, "Right", "tokens"), (&OTHER_WINS, "Duel", "taking")]
    {
        let told = told_by(liar, name, Budget::unlimited()).unwrap_err();
        let [told] = told.as_slice() else { panic!("{told:?}") };
        assert_eq!(told.code.as_str(), "P0703");
        let begins = format!("a proof of the theory `{theory}` was rejected: ");
        assert!(told.headline.starts_with(&begins), "{}", told.headline);
    }
    let told = told_by(&OTHER_LENGTH, "Right", Budget::unlimited()).unwrap_err();
    assert_eq!(told[0].headline, "the plan for `Right` has the length 12, and not 11");
    // The liar says so where it is true, too.
    let answer = told_by(&NO_PLAN, "Lost", Budget::unlimited()).unwrap();
    assert!(matches!(answer, Answer::Unsolvable { .. }), "{answer:?}");
}
