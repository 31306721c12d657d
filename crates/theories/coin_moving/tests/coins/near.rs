//! Rules near the rules of the games, at random: those are recognized whose moves are the game's, by the rule as written.

use std::collections::BTreeSet;

use puzzlec_base::Budget;
use puzzlec_checker::certificate::check_claim;
use puzzlec_checker::checker::{Checkers, Claim, ProofChecker};
use puzzlec_coin_moving::adjacency::read::Variant;
use puzzlec_coin_moving::read::{Game, Read};
use puzzlec_model::Model;
use puzzlec_model::board::Coord;
use puzzlec_model::config::Configuration;
use puzzlec_proofs::coin_moving::check::{Checker, Pokes};
use puzzlec_task::SearchContext;
use puzzlec_task::certificate::TheoryProof;
use serde_json::json;

use crate::games::{self, Random};

/// Of the endless board the cells that positions are in.
const SIDE: i32 = 4;

/// The games: moves to where so many coins touch, and pokes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Played {
    Touching(usize),
    Poke,
}

/// A rule with up to three changes.
fn rule(random: &mut Random) -> String {
    let mut variables = ["x: coin", "y: empty"].map(str::to_owned);
    let mut guards = match random.below(4) {
        0 => vec![
            "adjacent(x, y)".to_owned(),
            "count(coin, around x) >= 1".to_owned(),
            "count(coin, around y except x) >= 1".to_owned(),
        ],
        _ => vec!["count(coin, around y except x) >= 2".to_owned()],
    };
    let mut effects = vec!["move x to y"];
    for _ in 0..random.below(4) {
        let op = [">=", ">", "==", "<=", "!="][random.below(5)];
        let number = random.below(4);
        match random.below(9) {
            0 => variables.swap(0, 1),
            1 => {
                let at = random.below(2);
                let (name, is) = variables[at]
                    .split_once(": ")
                    .map(|(name, is)| (name.to_owned(), is.to_owned()))
                    .unwrap_or_default();
                if !name.is_empty() {
                    guards.push(format!("{name} is {is}"));
                    variables[at] = name;
                }
            }
            2 => guards.push(format!("{number} {op} count(coin, around y except x)")),
            3 => {
                let cells = ["around x", "around y", "around x except y", "around around y"][random.below(4)];
                guards.push(format!("count(coin, {cells}) {op} {number}"));
            }
            4 => guards.push(["adjacent(x, y)", "x != y", "not adjacent(x, y)"][random.below(3)].to_owned()),
            5 => drop(guards.pop()),
            6 => {
                effects = [
                    vec!["swap x with y"],
                    vec!["remove x", "put coin at y"],
                    vec!["put coin at y"],
                    vec!["move x to y", "remove x"],
                ][random.below(4)]
                .clone()
            }
            7 => {
                let at = random.below(guards.len().max(1));
                if let Some(guard) = guards.get_mut(at) {
                    *guard = format!("not ({guard})");
                }
            }
            _ => guards.push(format!("count(piece, around y except x) >= {number}")),
        }
    }
    let guards: String = guards.iter().map(|guard| format!("  when {guard}\n")).collect();
    let effects: String = effects.iter().map(|effect| format!("  {effect}\n")).collect();
    format!("rule go({}, {}) {{\n{guards}{effects}}}\n", variables[0], variables[1])
}

fn model(rule: &str) -> Option<Model> {
    let text = format!(
        "edition 2\npiece coin \"o\"\npiece stone \"s\"\nboard Plane = square unbounded\n{rule}puzzle P {{\n  board Plane\n  \
         rules go\n  start \"\"\"\n    o o .\n    . . o\n    . o o\n  \"\"\"\n  goal \"\"\"\n    o o .\n    . o .\n    . o o\n  \"\"\"\n}}\n"
    );
    let analysis = games::load(text);
    analysis.model(analysis.puzzles().first()?, &[]).ok()
}

fn beside(cell: Coord) -> [Coord; 4] {
    [(1, 0), (0, 1), (-1, 0), (0, -1)].map(|(x, y)| Coord::new(cell.x + x, cell.y + y))
}

/// The positions after the moves of a game to these cells.
fn moves(position: &Configuration, cells: &[Coord], game: Played) -> Vec<Configuration> {
    let mut all = Vec::new();
    for (from, coin) in position {
        for to in cells.iter().filter(|to| !position.contains_key(to)) {
            let others = |cell: Coord| {
                beside(cell).iter().filter(|near| *near != from && position.contains_key(near)).count()
            };
            let allowed = match game {
                Played::Touching(coins) => others(*to) >= coins,
                Played::Poke => beside(*from).contains(to) && others(*from) > 0 && others(*to) > 0,
            };
            if allowed {
                let mut after = position.clone();
                after.remove(from);
                after.insert(*to, *coin);
                all.push(after);
            }
        }
    }
    all.sort();
    all
}

fn is_checked(
    model: &Model,
    checker: &'static dyn ProofChecker,
    claim: Claim,
    body: serde_json::Value,
) -> Result<String, String> {
    let checkers = |_: &str| Some(checker);
    let proof = TheoryProof { theory: String::new(), body };
    let context = SearchContext::from(puzzlec_base::Budget::unlimited());
    check_claim(model, None, (&proof, claim), Checkers(&checkers), &context).map_err(|why| why.to_string())
}

#[test]
fn rules_near_the_games() {
    let mut random = Random(11);
    let cells: Vec<Coord> = (-1..=SIDE).flat_map(|y| (-1..=SIDE).map(move |x| Coord::new(x, y))).collect();
    let bindings: Vec<Vec<(i32, i32)>> =
        cells.iter().flat_map(|a| cells.iter().map(move |b| vec![(a.x, a.y), (b.x, b.y)])).collect();
    let (mut known, mut others) = (0, 0);
    let mut seen = BTreeSet::new();
    while seen.len() < 300 {
        let text = rule(&mut random);
        if !seen.insert(text.clone()) {
            continue;
        }
        let Some(model) = model(&text) else { continue };
        let coin = games::start(&model).into_values().next().unwrap();
        let positions: Vec<Configuration> = (0..30)
            .map(|_| {
                let inside =
                    cells.iter().filter(|cell| (0..SIDE).contains(&cell.x) && (0..SIDE).contains(&cell.y));
                inside.filter(|_| random.below(2) == 0).map(|cell| (*cell, coin)).collect()
            })
            .collect();
        let told: Vec<Vec<Configuration>> = positions
            .iter()
            .map(|position| {
                let mut told = games::successors(&model, position, &bindings);
                told.sort();
                told
            })
            .collect();
        let is = |game: &Played| {
            positions.iter().zip(&told).all(|(position, told)| *told == moves(position, &cells, *game))
        };
        let all = [Played::Touching(1), Played::Touching(2), Played::Poke];
        // Where x may be free, nothing moves from there; such a rule is not read.
        let names_coin = text.contains("x: coin") || text.contains("  when x is coin");
        let game = all.into_iter().find(is).filter(|_| names_coin);
        let is_game = |read: Read<'_>| matches!(read, Read::Game(_));
        let read = if is_game(Game::read(&model, &Budget::unlimited())) {
            Some(Played::Touching(2))
        } else if is_game(Game::pokes(&model, &Budget::unlimited())) {
            Some(Played::Poke)
        } else {
            Variant::read(&model, &Budget::unlimited()).map(|variant| Played::Touching(variant.game.touching))
        };
        assert_eq!(read, game, "{text}");
        // A proof of a bound of 0 shows that the checker takes the rule for the game; every move must be one.
        let only = |game: Played| {
            positions.iter().zip(&told).all(|(position, told)| {
                let moves = moves(position, &cells, game);
                told.iter().all(|after| moves.contains(after))
            })
        };
        let two = is_checked(&model, &Checker, Claim::AtLeast(0), json!({"goals": [{"kind": "counts"}]}));
        assert!(two.is_err() || only(Played::Touching(2)), "{text}");
        assert!(two.is_ok() || game != Some(Played::Touching(2)), "{two:?}\n{text}");
        let poke = is_checked(&model, &Pokes, Claim::Unsolvable, json!({"kind": "kept"})).unwrap_err();
        let poked = !poke.contains("slides a coin");
        assert!(!poked || only(Played::Poke), "{poke}\n{text}");
        assert!(poked || game != Some(Played::Poke), "{poke}\n{text}");
        known += usize::from(game.is_some());
        others += usize::from(game.is_none());
    }
    assert!(known > 40 && others > 100, "{known} {others}");
}
