//! PuzzleScript games written as puzzles with keys play alike, key by key, for both interpreters.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use puzzlec_base::{Budget, FileId};
use puzzlec_syntax::format::format;
use puzzlec_worlds::game::{Game, Level};
use puzzlec_worlds::search::{Answer, Wanted, search};
use puzzlec_worlds::{Board, Draws, Key, World, has_keys, read, read_keys, write_keys};
use puzzlec_worlds_check::{self as check, Rejected, State};

use crate::agree::{KEYS, agreed};
use crate::boards;
use crate::generate::Random;

const FILE: FileId = FileId(0);

/// A board as names, without those that the other game does not have.
fn names(game: &Game, world: &World, board: &Board, known: &BTreeSet<String>) -> Vec<Vec<String>> {
    let (width, height) = world.size();
    let cell = |at: usize| {
        let objects = world.objects(board, at % width, at / width);
        let names = objects.iter().map(|object| game.objects[object].name.trim_end_matches('_').to_owned());
        let mut names: Vec<String> = names.filter(|name| known.contains(name)).collect();
        names.sort();
        names
    };
    (0..width * height).map(cell).collect()
}

type Seen = (Vec<Vec<String>>, bool, bool, Option<String>);

/// A level that is played.
struct Play<'g> {
    game: &'g Game,
    world: World,
    known: &'g BTreeSet<String>,
}

impl Play<'_> {
    /// All outcomes of a key, or of the begin; none if there are too many.
    fn press(&mut self, at: &(Board, Board), key: Option<Key>) -> Option<BTreeMap<Seen, (Board, Board)>> {
        let mut all = BTreeMap::new();
        let mut draws = Draws::first();
        for _ in 0..300 {
            let (mut board, mut restart) = at.clone();
            let turn = match key {
                Some(key) => self.world.press(&mut board, &mut restart, key, &mut draws).ok()?,
                None => self.world.begin(&mut board, &mut restart, &mut draws).ok()?,
            };
            let seen = names(self.game, &self.world, &board, self.known);
            all.insert((seen, turn.won, turn.capped, turn.message), (board, restart));
            if !draws.advance() {
                return Some(all);
            }
        }
        None
    }
}

/// Plays a level of both games with random keys.
fn alike(random: &mut Random, one: (&Game, &Level), other: (&Game, &Level), keys: usize, text: &str) {
    let trimmed = |game: &Game| -> BTreeSet<String> {
        game.objects.iter().map(|object| object.name.trim_end_matches('_').to_owned()).collect()
    };
    let known: BTreeSet<String> = trimmed(one.0).intersection(&trimmed(other.0)).cloned().collect();
    assert!(known.len() + 1 >= one.0.objects.len(), "only the background may be left out\n{text}");
    let mut plays = [one, other].map(|(game, level)| Play {
        game,
        world: World::new(game, level).with_fuel(100_000),
        known: &known,
    });
    let mut at = [0, 1].map(|n| {
        let drawn = plays[n].world.drawn().clone();
        (drawn.clone(), drawn)
    });
    for number in 0..=keys {
        let key = (number > 0).then(|| Key::ALL[random.below(6)]);
        let [one, other] = &mut plays;
        let (Some(first), Some(second)) = (one.press(&at[0], key), other.press(&at[1], key)) else { return };
        assert_eq!(
            first.keys().collect::<Vec<_>>(),
            second.keys().collect::<Vec<_>>(),
            "key {number}, {key:?}\n{text}"
        );
        let next = random.below(first.len());
        at = [first, second].map(|all| all.into_values().nth(next).unwrap());
    }
}

/// Both games have the same least numbers of keys, and the second interpreter agrees.
fn solved_alike(one: (&Game, &Level), other: (&Game, &Level), text: &str) -> bool {
    let budget = Budget::unlimited().with_states(2000);
    let (first, second) =
        (search(one.0, one.1, Wanted::Least, &budget), search(other.0, other.1, Wanted::Least, &budget));
    let (Ok(first), Ok(second)) = (first, second) else { return false };
    let count = |answer: &Answer| match answer {
        Answer::Won(keys) => Some(keys.len()),
        Answer::Never => None,
    };
    assert_eq!(count(&first.answer), count(&second.answer), "{text}");
    if let Answer::Won(keys) = &second.answer {
        let words: Vec<String> = keys.iter().map(|key| key.word().to_owned()).collect();
        let checked = check::replay(text, &other.1.name, &words, &Budget::unlimited());
        assert!(matches!(checked, Ok(()) | Err(Rejected::Limit(_))), "{checked:?}\n{text}");
    }
    true
}

/// The second interpreter reads the same board and plays the same keys.
fn read_alike(random: &mut Random, game: &Game, level: &Level, text: &str) {
    let second = check::read_keys(text, &level.name).unwrap_or_else(|why| panic!("{why}\n{text}"));
    let mut world = World::new(game, level).with_fuel(100_000);
    let (mut board, mut restart) = (world.drawn().clone(), world.drawn().clone());
    let mut state: State = second.drawn(0).unwrap();
    let cells = |world: &World, board: &Board| -> Vec<BTreeSet<String>> {
        let (width, height) = world.size();
        let at = |n: usize| world.objects(board, n % width, n / width);
        (0..width * height).map(|n| at(n).iter().map(|o| game.objects[o].name.clone()).collect()).collect()
    };
    let theirs = |state: &State| -> Vec<BTreeSet<String>> {
        state.board.cells.iter().map(|cell| cell.values().cloned().collect()).collect()
    };
    assert_eq!(cells(&world, &board), theirs(&state), "{text}");
    if game.has_chance() {
        return;
    }
    let budget = Budget::unlimited();
    let known: Vec<(char, Key)> =
        KEYS.into_iter().filter(|known| Key::of(game.shape).any(|key| key == known.1)).collect();
    for number in 0..20 {
        let (word, key) = *random.of(&known);
        let (mut ours, mut draws) = (Draws::first(), check::Draws::default());
        let turn = if number == 0 {
            world.begin(&mut board, &mut restart, &mut ours)
        } else {
            world.press(&mut board, &mut restart, key, &mut ours)
        };
        let Ok(turn) = turn else { return };
        let pressed = if number == 0 {
            second.begin(&mut state, &mut draws, &budget).unwrap()
        } else {
            second.press(&mut state, word, &mut draws, &budget).unwrap()
        };
        assert_eq!(cells(&world, &board), theirs(&state), "key {number}, {word}\n{text}");
        assert_eq!((turn.won, turn.capped), (pressed.won, pressed.endless), "{text}");
    }
}

/// A game and what is written of it; the number of levels that both solve.
fn same(random: &mut Random, source: &str) -> usize {
    let (Some(game), _) = read(FILE, source) else { panic!("{source}") };
    let (written, _) = write_keys(FILE, source);
    let text = written.unwrap_or_else(|| panic!("not written:\n{source}"));
    assert!(has_keys(&text), "{text}");
    assert_eq!(format(FILE, &text).as_ref(), Ok(&text));
    let (games, diagnostics) = read_keys(FILE, &text);
    assert!(!diagnostics.iter().any(|d| d.is_error()), "{diagnostics:#?}\n{text}\n{source}");
    let [again] = games.as_slice() else { panic!("{} games\n{text}", games.len()) };
    assert_eq!(game.settings, again.settings, "{text}");
    assert_eq!(game.entries.len(), again.entries.len(), "{text}");
    assert_eq!(game.rules.groups.len(), again.rules.groups.len(), "{text}\n{source}");
    assert_eq!(game.rules.back, again.rules.back, "{text}");
    let mut solved = 0;
    for ((_, one), (_, other)) in game.levels().zip(again.levels()) {
        let both = ((&game, one), (again, other));
        alike(random, both.0, both.1, 30, &text);
        read_alike(random, again, other, &text);
        solved += usize::from(solved_alike(both.0, both.1, &text));
    }
    solved
}

#[test]
fn cases_are_written_alike() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../worlds/tests/cases");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "txt"));
    paths.sort();
    let mut random = Random(3);
    let mut solved = 0;
    for path in &paths {
        let text = fs::read_to_string(path).unwrap();
        let written = write_keys(FILE, &text).0;
        assert_eq!(read(FILE, &text).0.is_some(), written.is_some(), "{path:?}");
        if written.is_some() {
            solved += same(&mut random, &text);
        }
    }
    assert!(solved > 100, "{solved}");
}

#[test]
fn random_games_are_written_alike() {
    let mut random = Random(49);
    let mut solved = 0;
    for _ in 0..300 {
        let (text, ..) = agreed(&mut random);
        solved += same(&mut random, &text);
    }
    assert!(solved > 150, "{solved}");
}

/// Changed texts give an error or a game, and no panic.
#[test]
fn changed_texts_do_no_harm() {
    let mut random = Random(7);
    let mut texts: Vec<String> = Vec::new();
    for _ in 0..60 {
        let (text, ..) = agreed(&mut random);
        texts.push(write_keys(FILE, &text).0.unwrap());
        texts.extend(random.percent(50).then(|| boards::agreed(&mut random).0.0));
    }
    let mut played = 0;
    for _ in 0..2000 {
        let mut text = texts[random.below(texts.len())].clone();
        for _ in 0..1 + random.below(4) {
            let other = texts[random.below(texts.len())].clone();
            let words = |text: &str| -> Vec<String> { text.split(' ').map(str::to_owned).collect() };
            let (mut parts, new) = (words(&text), words(&other));
            let at = random.below(parts.len());
            match random.below(4) {
                0 => drop(parts.remove(at)),
                1 => parts.insert(at, new[random.below(new.len())].clone()),
                2 => parts[at] = new[random.below(new.len())].clone(),
                _ => {
                    let signs = [
                        "[", "]", "|", "..", ">", "and", "not", "\"\"\"", "ä", "empty", "?", "->", ",", "{",
                        "}",
                    ];
                    parts[at] += signs[random.below(signs.len())];
                }
            }
            text = parts.join(" ");
            if text.is_empty() {
                text.push('x');
            }
        }
        let (games, diagnostics) = read_keys(FILE, &text);
        for d in &diagnostics {
            assert!(text.get(d.primary.span.range()).is_some(), "{d:?}\n{text}");
        }
        assert!(games.is_empty() || !diagnostics.iter().any(|d| d.is_error()), "{text}");
        for game in &games {
            for (_, level) in game.levels() {
                let mut world = World::new(game, level).with_fuel(200_000);
                let (mut board, mut restart) = (world.drawn().clone(), world.drawn().clone());
                let mut draws = Draws::seeded(1);
                for _ in 0..12 {
                    let key = Key::ALL[random.below(6)];
                    played += usize::from(world.press(&mut board, &mut restart, key, &mut draws).is_ok());
                }
                read_alike(&mut random, game, level, &text);
            }
        }
    }
    assert!(played > 1000, "{played}");
}
