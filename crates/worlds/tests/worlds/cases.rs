//! Small games with the board after every key, as PuzzleScript itself gives it.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use puzzlec_base::{Budget, FileId};
use puzzlec_worlds::game::{Entry, Game, Level};
use puzzlec_worlds::search::{Answer, Wanted, search};
use puzzlec_worlds::{Board, Draws, Key, World, read};
use serde_json::Value;

/// A board as rows of cells with the names of their objects.
fn rows(game: &Game, world: &World, board: &Board) -> Value {
    let (width, height) = world.size();
    let cell = |x, y| {
        let mut names: Vec<&str> =
            world.objects(board, x, y).iter().map(|object| &*game.objects[object].name).collect();
        names.sort_unstable();
        Value::from(names.join(" "))
    };
    (0..height).map(|y| (0..width).map(|x| cell(x, y)).collect::<Vec<_>>()).collect::<Vec<_>>().into()
}

/// Plays a case; what differs.
fn play(game: &Game, case: &Value) -> Result<(), String> {
    let Some(Entry::Level(level)) = game.entries.get(case["level"].as_u64().unwrap() as usize) else {
        return Err("no level".into());
    };
    let kinds: Vec<&str> = game
        .entries
        .iter()
        .map(|entry| match entry {
            Entry::Level(_) => "board",
            Entry::Message(_) => "message",
        })
        .collect();
    let listed: Vec<&str> = case["levels"]
        .as_array()
        .unwrap()
        .iter()
        .map(|v| v.as_str().unwrap().split(':').next().unwrap())
        .collect();
    if kinds != listed {
        return Err(format!("levels {kinds:?}, not {listed:?}"));
    }
    let mut world = World::new(game, level);
    let mut restart = world.drawn().clone();
    let mut board = restart.clone();
    let mut draws = Draws::first();
    let begin = world.begin(&mut board, &mut restart, &mut draws).unwrap();
    if begin.again as u64 != case["start_ticks"].as_u64().unwrap_or(0) && case.get("start_ticks").is_some() {
        return Err(format!("{} ticks at the start", begin.again));
    }
    if rows(game, &world, &board) != case["start"] {
        return Err(format!("start {}", rows(game, &world, &board)));
    }
    if case["chance"] == true {
        let key = key(case["input"].as_str().unwrap().chars().next().unwrap()).unwrap();
        let mut seen = BTreeSet::new();
        loop {
            let (mut next, mut point) = (board.clone(), restart.clone());
            world.press(&mut next, &mut point, key, &mut draws).unwrap();
            seen.insert(rows(game, &world, &next).to_string());
            if !draws.advance() {
                break;
            }
        }
        let wanted: BTreeSet<String> =
            case["outcomes"].as_array().unwrap().iter().map(Value::to_string).collect();
        return if seen == wanted { Ok(()) } else { Err(format!("outcomes {seen:?}")) };
    }
    let mut history = Vec::new();
    for (number, after) in case["after"].as_array().unwrap().iter().enumerate() {
        let input = after["input"].as_str().unwrap().chars().next().unwrap();
        let before = board.clone();
        let mut turn = Default::default();
        match input {
            'Z' => {
                if !game.settings.noundo {
                    board = std::iter::from_fn(|| history.pop()).find(|b| *b != board).unwrap_or(board);
                }
            }
            'N' => {
                if !game.settings.norestart {
                    world.begin(&mut board, &mut restart, &mut draws).unwrap();
                    history.push(before);
                }
            }
            _ => {
                turn = world.press(&mut board, &mut restart, key(input).unwrap(), &mut draws).unwrap();
                history.push(before);
            }
        }
        if rows(game, &world, &board) != after["board"] {
            return Err(format!("key {number}: {}\nnot {}", rows(game, &world, &board), after["board"]));
        }
        let told = (turn.won, turn.again as u64, turn.capped, turn.message);
        let wanted = (
            after["won"] == true,
            after["again"].as_u64().unwrap_or(0),
            after["capped"] == true,
            after["message"].as_str().map(str::to_owned),
        );
        if told != wanted {
            return Err(format!("key {number}: {told:?}, not {wanted:?}"));
        }
    }
    solve(game, level, case)
}

/// Searches a level; what differs.
fn solve(game: &Game, level: &Level, case: &Value) -> Result<(), String> {
    let seen = &case["search"];
    if seen["complete"] != true {
        let budget = Budget::unlimited().with_states(20_000);
        let found = search(game, level, Wanted::Least, &budget);
        // It may end where the other search did not.
        let none = found.as_ref().map_or(true, |found| found.answer == Answer::Never);
        return if none && case["least"].is_null() { Ok(()) } else { Err(format!("{found:?}")) };
    }
    let unlimited = Budget::unlimited();
    let quick = search(game, level, Wanted::Least, &unlimited).unwrap();
    let found = search(game, level, Wanted::All, &unlimited).unwrap();
    if quick.answer != found.answer {
        return Err(format!("{:?} and {:?}", quick.answer, found.answer));
    }
    let (least, depth) = match &found.answer {
        Answer::Won(keys) => (Value::from(keys.len()), keys.len()),
        Answer::Never => (Value::Null, found.levels.len()),
    };
    // The other search goes on to the end of its level, and on from a chain that does not end.
    let states: usize = found.levels.iter().take(depth + 1).sum();
    let told = (&least, found.endless, (states as u64, depth as u64));
    let endless = seen["again_capped"] == true;
    let counted = (seen["states"].as_u64().unwrap(), seen["depth"].as_u64().unwrap());
    let wanted = (&case["least"], endless, if endless { told.2 } else { counted });
    if told == wanted { Ok(()) } else { Err(format!("search {told:?}, not {wanted:?}")) }
}

fn key(input: char) -> Option<Key> {
    Some(match input {
        'U' => Key::Up,
        'D' => Key::Down,
        'L' => Key::Left,
        'R' => Key::Right,
        'X' => Key::Action,
        'T' => Key::Tick,
        _ => return None,
    })
}

#[test]
fn every_board_is_as_in_puzzlescript() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut wrong = Vec::new();
    let texts: Vec<_> = files.iter().filter(|path| path.extension().is_some_and(|e| e == "txt")).collect();
    assert!(texts.len() >= 141);
    for path in texts {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let case: Value =
            serde_json::from_str(&fs::read_to_string(path.with_extension("json")).unwrap()).unwrap();
        let (game, diagnostics) = read(FileId(0), &fs::read_to_string(path).unwrap());
        match game {
            None if case["refuse"] == true => {}
            None => wrong.push(format!("{name}: refused: {diagnostics:?}")),
            Some(_) if case["refuse"] == true => wrong.push(format!("{name}: not refused")),
            Some(game) => {
                if let Err(why) = play(&game, &case) {
                    wrong.push(format!("{name}: {why}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
