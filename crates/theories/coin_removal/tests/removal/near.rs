//! Rules near the rule of the game, at random: those are recognized whose moves are the game's, by the rule as written.

use std::collections::BTreeSet;

use puzzlec_base::Budget;
use puzzlec_checker::certificate::check_claim;
use puzzlec_checker::checker::{Checkers, Claim, ProofChecker};
use puzzlec_coin_removal::read::Game;
use puzzlec_model::Model;
use puzzlec_model::config::Configuration;
use puzzlec_model::piece::{Content, ContentId};
use puzzlec_proofs::coin_removal::check::Checker;
use puzzlec_task::SearchContext;
use puzzlec_task::certificate::TheoryProof;
use serde_json::json;

use crate::games::{self, Random};

static CHECKER: &dyn ProofChecker = &Checker;

/// Boards with a picture of a start and the number of their cells. On the endless line the cells of the start are the middle.
const BOARDS: [(&str, &str); 5] = [
    ("line 5", "row 10110"),
    ("ring 5", "row 10110"),
    ("square 3 by 2", "row 101101"),
    ("graph { a-b b-c c-a c-d }", "row 1011"),
    ("line unbounded", "row 10110"),
];

/// The rule with up to three changes.
fn rule(random: &mut Random) -> String {
    let mut domain = ": h".to_owned();
    let mut guards: Vec<String> = Vec::new();
    let mut near = "around x".to_owned();
    let mut turn = ("h", "t");
    let mut removes = Some("x");
    let mut more = Vec::new();
    for _ in 0..random.below(4) {
        match random.below(10) {
            0 => {
                domain.clear();
                guards.push(
                    ["x is h", "x is not empty", "x is not t", "not (x is t or x is empty)"][random.below(4)]
                        .to_owned(),
                );
            }
            1 => domain = [": h", ": t", ": piece", ""][random.below(4)].to_owned(),
            2 => {
                let cells = ["x", "around x", "around x except x"][random.below(3)];
                let op = [">=", "==", "<"][random.below(3)];
                guards.push(format!("count(h, {cells}) {op} {}", random.below(3)));
            }
            3 => near.push_str(" except x"),
            4 => near = ["x", "around around x", "around x, x", "x, around x"][random.below(4)].to_owned(),
            5 => turn = [("t", "h"), ("h", "s"), ("s", "t")][random.below(3)],
            6 => removes = [Some("around x"), None][random.below(2)],
            7 => more.push(["put t at x", "remove x", "clear t at around x"][random.below(3)]),
            8 => guards.push(
                ["x is t", "x is h", "occupied(around x)", "not empty(around x)"][random.below(4)].to_owned(),
            ),
            _ => more.push("flip h <-> t at around x"),
        }
    }
    let guards: String = guards.iter().map(|guard| format!("  when {guard}\n")).collect();
    let mut effects = vec![format!("flip {} <-> {} at {near}", turn.0, turn.1)];
    let at = random.below(2);
    effects.splice(at..at, removes.map(|cells| format!("remove {cells}")));
    effects.extend(more.into_iter().map(str::to_owned));
    let effects: String = effects.iter().map(|effect| format!("  {effect}\n")).collect();
    format!("rule go(x{domain}) {{\n{guards}{effects}}}\n")
}

fn model(rule: &str, board: &str, start: &str, more: &str) -> Option<Model> {
    let text = format!(
        "edition 2\npiece h \"1\"\npiece t \"0\"\npiece s \"#\"\n{rule}puzzle P {{\n  board {board}\n  rules go\n  \
         start {start}\n  {more}\n}}\n"
    );
    let analysis = games::load(text);
    analysis.model(analysis.puzzles().first()?, &[]).ok()
}

/// The positions after the moves of the game, if the coins that show `heads` are removed.
fn moves(model: &Model, position: &Configuration, heads: ContentId, tails: ContentId) -> Vec<Configuration> {
    let mut all = Vec::new();
    for (cell, _) in position.iter().filter(|(_, held)| **held == heads) {
        let mut after = position.clone();
        after.remove(cell);
        for near in model.board.neighbours(*cell) {
            if let Some(held) = after.get_mut(&near) {
                *held = if *held == heads { tails } else { heads };
            }
        }
        all.push(after);
    }
    all.sort();
    all
}

fn is_checked(model: &Model, claim: Claim, body: &serde_json::Value) -> bool {
    let find = |name: &str| (name == "coin_removal").then_some(CHECKER);
    let proof = TheoryProof { theory: "coin_removal".to_owned(), body: body.clone() };
    let context = SearchContext::from(puzzlec_base::Budget::unlimited());
    check_claim(model, None, (&proof, claim), Checkers(&find), &context).is_ok()
}

#[test]
fn rules_near_the_game() {
    let mut random = Random(3);
    let (mut known, mut others) = (0, 0);
    let mut seen = BTreeSet::new();
    while seen.len() < 300 {
        let text = rule(&mut random);
        if !seen.insert(text.clone()) {
            continue;
        }
        for (board, start) in BOARDS {
            let Some(model) = model(&text, board, start, "goal empty") else { continue };
            let kind = |name: &str| {
                let is = |content: &Content| {
                    let kind = content.kind().and_then(|kind| model.pieces.kind(kind));
                    kind.is_some_and(|kind| kind.name == name)
                };
                model.pieces.contents().find(|(_, content)| is(content)).map(|(held, _)| held)
            };
            let (Some(h), Some(t)) = (kind("h"), kind("t")) else { continue };
            let start = games::start(&model);
            let around = (-2..0).chain(5..8).filter(|_| model.board.unbounded).map(|x| (x, 0));
            let bindings: Vec<_> =
                start.keys().map(|cell| (cell.x, cell.y)).chain(around).map(|cell| vec![cell]).collect();
            let cells: Vec<_> = start.keys().copied().collect();
            let same = |(heads, tails): &(ContentId, ContentId)| {
                (0..3_usize.pow(u32::try_from(cells.len()).unwrap())).all(|mut word| {
                    let mut position = Configuration::new();
                    for cell in &cells {
                        if word % 3 > 0 {
                            position.insert(*cell, if word % 3 == 1 { h } else { t });
                        }
                        word /= 3;
                    }
                    let mut told = games::successors(&model, &position, &bindings);
                    told.sort();
                    told == moves(&model, &position, *heads, *tails)
                })
            };
            let game = [(h, t), (t, h)].into_iter().find(same);
            let read = Game::read(&model, &Budget::unlimited());
            assert_eq!(read.is_some(), game.is_some(), "{board}\n{text}");
            if let (Some(read), Some((heads, _))) = (&read, game) {
                let shown =
                    read.problem.parts.iter().flat_map(|part| &part.heads).filter(|heads| **heads).count();
                assert_eq!(shown, start.values().filter(|held| **held == heads).count(), "{board}\n{text}");
            }
            let checked = is_checked(&model, Claim::AtLeast(1), &json!({"kind": "coins"}));
            assert!(checked || read.is_none(), "the checker knows what the theory knows\n{board}\n{text}");
            known += usize::from(game.is_some());
            others += usize::from(game.is_none());
        }
    }
    assert!(known > 100 && others > 300, "{known} {others}");
}
