//! Certificates of the search hold; changed ones do not.

use std::collections::BTreeSet;

use puzzlec_base::Budget;
use puzzlec_worlds::game::{Game, Level};
use puzzlec_worlds::search::{Answer, Searched, Wanted, search};
use puzzlec_worlds_check::{Certificate, Claim, FORMAT, Rejected, verify};
use serde_json::Value;

use crate::agree::{agreed, begins_lightly, count, least, level, light, random};

/// The certificate of the first level as a text.
pub fn written(game: &Game, (name, level): (&str, &Level), found: &Searched) -> String {
    serde_json::to_string(&puzzlec_worlds::certificate::Certificate::new(game, (name, level), found)).unwrap()
}

#[test]
fn certificates_hold_and_changed_ones_do_not() {
    let mut random = random(11);
    let budget = Budget::unlimited();
    let (mut won, mut never) = (0, 0);
    let mut refused = 0;
    while won < count(6, 100) || never < count(6, 100) {
        let (text, game, _) = agreed(&mut random);
        if game.has_chance() || !begins_lightly(&game) {
            continue;
        }
        let Ok(found) = search(&game, level(&game), Wanted::Least, &budget.clone().with_states(100)) else {
            continue;
        };
        if !light(&game, &found) {
            continue;
        }
        let enough = match &found.answer {
            Answer::Won(keys) if keys.len() > 1 => &mut won,
            Answer::Never if found.states() > 2 => &mut never,
            _ => continue,
        };
        *enough += 1;
        let written = written(&game, ("level1", level(&game)), &found);
        let file: Certificate = serde_json::from_str(&written).unwrap();
        verify(&text, &file, &budget).unwrap_or_else(|why| panic!("{why:?}\n{text}\n{written}"));
        // A board that is missing, and keys that are.
        let mut changed = file.clone();
        let at = random.below(changed.levels.len());
        let board = random.below(changed.levels[at].len());
        changed.levels[at].remove(board);
        assert!(verify(&text, &changed, &budget).is_err(), "{text}\n{changed:?}");
        let mut changed = file.clone();
        changed.claim = if file.claim == Claim::Least { Claim::Unsolvable } else { Claim::Least };
        assert!(verify(&text, &changed, &budget).is_err(), "{text}\n{changed:?}");
        if file.claim == Claim::Least {
            let mut changed = file.clone();
            changed.keys.pop();
            assert!(verify(&text, &changed, &budget).is_err(), "{text}\n{changed:?}");
            changed.keys.insert(0, "up".into());
            refused += usize::from(verify(&text, &changed, &budget).is_err());
        }
    }
    assert!(refused > 0);
}

/// Nothing is said of a level by no boards at all.
#[test]
fn a_list_without_the_start_is_refused() {
    let text = rolling(false);
    let file = |claim: &str, levels: &str| -> Certificate {
        let text = format!(
            "{{\"format\":\"{FORMAT}\",\"version\":1,\"puzzle\":\"level1\",\"claim\":\"{claim}\",\"levels\":{levels}}}"
        );
        serde_json::from_str(&text).unwrap()
    };
    for levels in ["[]", "[[]]", "[[],[]]"] {
        for claim in ["unsolvable", "least", "solved"] {
            let result = verify(&text, &file(claim, levels), &Budget::unlimited());
            assert!(matches!(result, Err(Rejected::Wrong(_))), "{claim} {levels}: {result:?}");
        }
    }
}

/// All documents that differ from this one in one place.
fn changes(value: &Value, words: &[String]) -> Vec<Value> {
    match value {
        Value::String(text) => {
            let own = words.iter().position(|word| word == text).unwrap_or(0);
            let mut all: Vec<String> = words.iter().cycle().skip(own + 1).take(3).cloned().collect();
            all.extend([String::new(), format!("{text}0")]);
            for (at, c) in text.char_indices() {
                let next = char::from_u32(u32::from(c) + 1).unwrap();
                all.push(format!("{}{next}{}", &text[..at], &text[at + c.len_utf8()..]));
                all.push(format!("{}{}", &text[..at], &text[at + c.len_utf8()..]));
            }
            all.into_iter().map(Value::from).collect()
        }
        Value::Array(list) => {
            let mut all = Vec::new();
            for at in 0..list.len() {
                let with = |change: &dyn Fn(&mut Vec<Value>)| {
                    let mut list = list.clone();
                    change(&mut list);
                    Value::from(list)
                };
                all.push(with(&|list| drop(list.remove(at))));
                all.push(with(&|list| list.insert(at, list[at].clone())));
                all.push(with(&|list| list.swap(at, at.saturating_sub(1))));
                all.extend(
                    changes(&list[at], words).into_iter().map(|new| with(&|list| list[at] = new.clone())),
                );
            }
            all
        }
        Value::Object(fields) => {
            let mut all = Vec::new();
            for (key, value) in fields {
                let mut without = fields.clone();
                without.remove(key);
                all.push(Value::from(without));
                for new in changes(value, words) {
                    let mut fields = fields.clone();
                    fields.insert(key.clone(), new);
                    all.push(Value::from(fields));
                }
            }
            all
        }
        Value::Number(number) => {
            let number = number.as_i64().unwrap();
            vec![Value::from(number - 1), Value::from(number + 1)]
        }
        Value::Bool(_) | Value::Null => Vec::new(),
    }
}

fn texts(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => drop(found.insert(text.clone())),
        Value::Array(list) => list.iter().for_each(|value| texts(value, found)),
        Value::Object(fields) => fields.values().for_each(|value| texts(value, found)),
        _ => {}
    }
}

#[test]
fn single_changes_prove_nothing_that_is_false() {
    let mut random = random(23);
    let budget = Budget::unlimited();
    let (mut games, mut tried, mut accepted) = (0, 0, 0);
    while games < count(15, 150) {
        let (text, game, second) = agreed(&mut random);
        if game.has_chance() || !begins_lightly(&game) {
            continue;
        }
        let Ok(found) = search(&game, level(&game), Wanted::Least, &budget.clone().with_states(30)) else {
            continue;
        };
        let Some(truth) = least(&second).filter(|_| found.states() > 2 && light(&game, &found)) else {
            continue;
        };
        games += 1;
        let document: Value =
            serde_json::from_str(&written(&game, ("level1", level(&game)), &found)).unwrap();
        let mut words = BTreeSet::from(["solved".to_owned(), "least".to_owned(), "unsolvable".to_owned()]);
        texts(&document, &mut words);
        let words: Vec<String> = words.into_iter().collect();
        let mut all = changes(&document, &words);
        // Claims of a plan that wins too late, or before its end.
        let keys = document["keys"].as_array().cloned().unwrap_or_default();
        for claim in ["least", "solved", "unsolvable"] {
            for length in 0..keys.len() {
                let mut changed = document.clone();
                changed["claim"] = claim.into();
                changed["keys"] = keys[..length].into();
                all.push(changed.clone());
                changed["levels"] = Value::from(Vec::<Value>::new());
                all.push(changed);
            }
        }
        let step = (all.len() / 300).max(1);
        for changed in all.iter().skip(random.below(step)).step_by(step) {
            let Ok(file) = serde_json::from_value::<Certificate>(changed.clone()) else { continue };
            tried += 1;
            if verify(&text, &file, &budget).is_ok() {
                accepted += 1;
                let holds = match file.claim {
                    Claim::Least => truth == Some(file.keys.len()),
                    Claim::Solved => truth.is_some_and(|least| least <= file.keys.len()),
                    Claim::Unsolvable => truth.is_none(),
                };
                assert!(holds, "{truth:?}\n{text}\n{changed:#}");
            }
        }
    }
    assert!(tried > 1_000 && accepted < tried / 2, "{tried} {accepted}");
}

/// A ball that rolls a cell in each turn without a key, and perhaps turns round at the end.
fn rolling(turns: bool) -> String {
    let round = "right [ hot | wall ] -> [ cold | wall ] again\nleft [ cold | wall ] -> [ hot | wall ] again";
    let row = ".".repeat(600);
    format!(
        "OBJECTS\n\nbackground\nblack\n\nwall\ngray\n\nplayer\nblue\n\nball\nred\n\nhot\nred\n\ncold\nblue\n\ngoal\ngreen\n
LEGEND\n\n. = background\n# = wall\nP = player\nB = ball\nG = goal\n
COLLISIONLAYERS\n\nbackground\ngoal\nplayer, wall, ball, hot, cold\n
RULES\n\n[ action player ] [ ball ] -> [ player ] [ hot ]\n{}\n
WINCONDITIONS\n\nsome hot on goal\n
LEVELS\n\nP#B{row}{}\n",
        if turns {
            format!("{round}\nright [ hot ] -> [ > hot ] again\nleft [ cold ] -> [ > cold ] again")
        } else {
            "right [ hot ] -> [ > hot ] again".to_owned()
        },
        if turns { "#" } else { "G" }
    )
}

#[test]
fn a_long_chain_is_no_chain_without_end() {
    let budget = Budget::unlimited();
    for (turns, expected) in [(false, Some(1)), (true, None)] {
        let text = rolling(turns);
        let (game, diagnostics) = puzzlec_worlds::read(puzzlec_base::FileId(0), &text);
        let game = game.unwrap_or_else(|| panic!("{diagnostics:?}"));
        let found = search(&game, level(&game), Wanted::Least, &budget).unwrap();
        let keys = match &found.answer {
            Answer::Won(keys) => Some(keys.len()),
            Answer::Never => None,
        };
        assert_eq!((keys, found.endless), (expected, turns));
        let written = written(&game, ("level1", level(&game)), &found);
        verify(&text, &serde_json::from_str(&written).unwrap(), &budget).unwrap();
    }
}

/// Two rows match the same hero: the first turns its mark, so that the second does not remove the mark that it names.
#[test]
fn a_mark_of_another_row_stays() {
    let text = "require_player_movement\n\nOBJECTS\n\nbackground\nblack\n\nhero\nred\n\ncrate\nred\n\nflag\nred\n\n\
        LEGEND\n\n. = background\nh = hero\nc = crate\nf = flag\nplayer = hero\n\n\
        COLLISIONLAYERS\n\nbackground\nhero\ncrate, flag\n\nRULES\n\n\
        rigid [ moving hero ] [ crate | vertical player ] -> [ > hero ] [ | player ]\n\n\
        WINCONDITIONS\n\nall flag on player\n\nLEVELS\n\n.f\nch\n";
    let (game, _) = puzzlec_worlds::read(puzzlec_base::FileId(0), text);
    let game = game.unwrap();
    let budget = Budget::unlimited();
    let found = search(&game, level(&game), Wanted::Least, &budget).unwrap();
    // To the right there is no cell, so the rigid rule is left out, and the hero goes up.
    assert!(matches!(&found.answer, Answer::Won(keys) if keys.len() == 1));
    let file: Certificate = serde_json::from_str(&written(&game, ("level1", level(&game)), &found)).unwrap();
    verify(text, &file, &budget).unwrap();
}
