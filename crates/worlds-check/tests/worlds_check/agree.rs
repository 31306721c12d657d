//! Both interpreters on random games: the same boards after every key, the same least numbers of keys.

use std::collections::{BTreeMap, BTreeSet};

use puzzlec_base::{Budget, FileId};
use puzzlec_worlds::game::{Entry, Game, Level};
use puzzlec_worlds::search::{Answer, Searched, Wanted, search, surely};
use puzzlec_worlds::{Board, Draws, Key, World};
use puzzlec_worlds_check::{self as check, State};

use crate::generate::{Random, game};

/// Keys by their letter in recorded plays.
pub const KEYS: [(char, Key); 6] = [
    ('U', Key::Up),
    ('D', Key::Down),
    ('L', Key::Left),
    ('R', Key::Right),
    ('X', Key::Action),
    ('T', Key::Tick),
];

/// A random game that both read.
pub fn agreed(random: &mut Random) -> (String, Game, check::Game) {
    loop {
        let mut parts = game(random);
        for _ in 0..10 {
            let text = parts.text();
            let (read, diagnostics) = puzzlec_worlds::read(FileId(0), &text);
            if let Some(game) = read {
                let second = check::read(&text).unwrap_or_else(|why| panic!("{why}\n{text}"));
                return (text, game, second);
            }
            let wrong: BTreeSet<&str> = diagnostics
                .iter()
                .filter(|d| d.is_error())
                .filter_map(|d| {
                    let at = d.primary.span.start as usize;
                    let start = text[..at].rfind('\n').map_or(0, |i| i + 1);
                    text[start..].lines().next()
                })
                .collect();
            let count = parts.rules.len();
            parts.rules.retain(|rule| !wrong.contains(&**rule));
            if parts.rules.len() == count {
                break;
            }
        }
    }
}

/// A board as the second interpreter has it.
fn names(game: &Game, world: &World, board: &Board) -> check::Board {
    let (width, height) = world.size();
    // Puzzles with keys, which have no background, number their layers from 1.
    let from = usize::from(game.background.is_empty());
    let mut cells = Vec::new();
    for y in 0..height {
        for x in 0..width {
            let objects = world.objects(board, x, y);
            cells.push(
                objects
                    .iter()
                    .map(|o| (from + game.objects[o].layer, game.objects[o].name.clone()))
                    .collect(),
            );
        }
    }
    check::Board { width, height, cells }
}

pub fn level(game: &Game) -> &Level {
    match &game.entries[0] {
        Entry::Level(level) => level,
        Entry::Message(_) => panic!("a message"),
    }
}

/// All outcomes of a key; none if there are too many steps.
type Outcomes = BTreeMap<(State, bool, bool), (Board, Board)>;

pub fn first(game: &Game, world: &mut World, at: (&Board, &Board), key: Option<Key>) -> Option<Outcomes> {
    let mut all = Outcomes::new();
    let mut draws = Draws::first();
    for _ in 0..300 {
        let (mut board, mut restart) = (at.0.clone(), at.1.clone());
        let turn = match key {
            Some(key) => world.press(&mut board, &mut restart, key, &mut draws).ok()?,
            None => world.begin(&mut board, &mut restart, &mut draws).ok()?,
        };
        let state = State { board: names(game, world, &board), restart: names(game, world, &restart) };
        all.insert((state, turn.won, turn.capped), (board, restart));
        if !draws.advance() {
            return Some(all);
        }
    }
    None
}

fn second(game: &check::Game, at: &State, key: Option<char>) -> SecondOutcomes {
    let mut all = BTreeSet::new();
    let (mut draws, budget) = (check::Draws::default(), Budget::unlimited());
    loop {
        let mut state = at.clone();
        let pressed = match key {
            Some(key) => game.press(&mut state, key, &mut draws, &budget).unwrap(),
            None => game.begin(&mut state, &mut draws, &budget).unwrap(),
        };
        all.insert((state, pressed.won, pressed.endless));
        if !draws.next_outcome() {
            return all;
        }
    }
}

/// Plays a game that both read with random keys; false if a turn has too many steps or outcomes.
pub fn play(
    random: &mut Random,
    (text, game, second_game): &(String, Game, check::Game),
    (known, keys): (&[(char, Key)], usize),
) -> bool {
    let mut world = World::new(game, level(game)).with_fuel(100_000);
    let (mut board, mut restart) = (world.drawn().clone(), world.drawn().clone());
    let mut state = second_game.drawn(0).unwrap();
    assert_eq!(names(game, &world, &board), state.board, "{text}");
    for number in 0..=keys {
        let key = (number > 0).then(|| *random.of(known)).filter(|_| number % 17 != 16);
        let Some(ours) = first(game, &mut world, (&board, &restart), key.map(|k| k.1)) else {
            return number > 20;
        };
        let theirs = second(second_game, &state, key.map(|k| k.0));
        assert_eq!(
            ours.keys().cloned().collect::<BTreeSet<_>>(),
            theirs,
            "key {number} {key:?}\n{state:?}\n{text}"
        );
        let ((next, won, endless), after) = ours.into_iter().next().unwrap();
        if won || endless {
            // Another level of the same game: keys that change nothing go on from here.
            (board, restart) = (world.drawn().clone(), world.drawn().clone());
            state = second_game.drawn(0).unwrap();
        } else {
            (board, restart) = after;
            state = next;
        }
    }
    true
}

/// The number that `PUZZLEC_FUZZ` names: other numbers make other inputs, and more of them than a test without it has.
fn fuzz() -> Option<u64> {
    std::env::var("PUZZLEC_FUZZ").ok().map(|number| number.parse().unwrap_or(0))
}

pub fn count(few: usize, many: usize) -> usize {
    if fuzz().is_some() { many } else { few }
}

/// The generator of a test.
pub fn random(seed: u64) -> Random {
    Random(seed + 1_000_003 * fuzz().unwrap_or(0))
}

/// What is drawn shares no layer with what is written beside it, in either order.
#[test]
fn nothing_is_drawn_into_a_layer_that_is_written() {
    for right in ["player random crate", "random crate player", "random thing player", "player random thing"]
    {
        let text = format!(
            "OBJECTS\n\nbackground\nblack\n\nplayer\nblue\n\ncrate\nred\n\nflag\nred\n
LEGEND\n\n. = background\nP = player\nthing = crate or flag\n
COLLISIONLAYERS\n\nbackground\nplayer, crate\nflag\n
RULES\n\n[ action player ] -> [ {right} ]\n
WINCONDITIONS\n\nLEVELS\n\nP.\n"
        );
        let game = puzzlec_worlds::read(FileId(0), &text).0.unwrap();
        let second_game = check::read(&text).unwrap();
        let mut world = World::new(&game, level(&game));
        let (board, restart) = (world.drawn().clone(), world.drawn().clone());
        let ours = first(&game, &mut world, (&board, &restart), Some(Key::Action)).unwrap();
        let theirs = second(&second_game, &second_game.drawn(0).unwrap(), Some('X'));
        assert_eq!(ours.keys().cloned().collect::<BTreeSet<_>>(), theirs, "{text}");
        assert!(ours.values().all(|after| after.0 == board), "{text}");
    }
}

#[test]
fn the_same_boards() {
    let mut random = random(31);
    let mut played = 0;
    while played < count(300, 1000) {
        let game = agreed(&mut random);
        played += usize::from(play(&mut random, &game, (&KEYS, 50)));
    }
}

/// Steps of all keys on all boards of a search, which the second interpreter takes many times more slowly.
const MOST_STEPS: u64 = 100_000;

/// Whether no key takes long on any board that a search has seen.
pub fn light(game: &Game, found: &Searched) -> bool {
    let mut world = World::new(game, level(game)).with_fuel(4_000);
    (0..found.states()).all(|number| {
        let board = world.board(&found.board(number));
        let restart = world.drawn().clone();
        Key::of(game.shape).all(|key| {
            let all = first(game, &mut world, (&board, &restart), Some(key));
            all.is_some_and(|all| all.len() < 20) && world.spent() < MOST_STEPS
        })
    })
}

/// Whether no key takes long at the start.
pub fn begins_lightly(game: &Game) -> bool {
    let mut world = World::new(game, level(game)).with_fuel(20_000);
    let (board, restart) = (world.drawn().clone(), world.drawn().clone());
    Key::of(game.shape).all(|key| first(game, &mut world, (&board, &restart), Some(key)).is_some())
}

/// The least number of keys by the second interpreter; none if there are too many boards.
pub fn least(game: &check::Game) -> Option<Option<usize>> {
    let mut states = BTreeSet::new();
    let mut frontier = Vec::new();
    for (state, won, endless) in second(game, &game.drawn(0)?, None) {
        if won {
            return Some(Some(0));
        }
        if !endless && states.insert(state.clone()) {
            frontier.push(state);
        }
    }
    let mut keys = 0;
    while !frontier.is_empty() {
        keys += 1;
        let mut next = Vec::new();
        for state in frontier {
            for key in game.keys() {
                for (state, won, endless) in second(game, &state, Some(key)) {
                    if won {
                        return Some(Some(keys));
                    }
                    if !endless && states.insert(state.clone()) {
                        next.push(state);
                    }
                }
            }
            if states.len() > 400 {
                return None;
            }
        }
        frontier = next;
    }
    Some(None)
}

#[test]
fn the_same_lengths() {
    let mut random = random(47);
    let (mut solved, mut won) = (0, 0);
    while solved < count(60, 500) {
        let (text, game, second_game) = agreed(&mut random);
        if !begins_lightly(&game) {
            continue;
        }
        let Ok(found) = search(&game, level(&game), Wanted::Least, &Budget::unlimited().with_states(400))
        else {
            continue;
        };
        let Some(least) = least(&second_game) else { continue };
        let ours = match found.answer {
            Answer::Won(keys) => Some(keys.len()),
            Answer::Never => None,
        };
        assert_eq!(ours, least, "{text}");
        // A game that is never won is nearly always one that moves little.
        if least.is_some_and(|keys| keys > 0) || found.levels.len() > 2 {
            solved += 1;
            won += usize::from(least.is_some());
        }
    }
    assert!(won > count(10, 100), "{won}");
}

/// States after a key, each with whether it is won and whether it never ends.
type SecondOutcomes = BTreeSet<(State, bool, bool)>;

/// Whether the second interpreter wins whatever is drawn; none if there are too many boards.
pub fn sure(game: &check::Game) -> Option<bool> {
    let begun = second(game, &game.drawn(0)?, None);
    let mut moves: BTreeMap<State, Vec<SecondOutcomes>> = BTreeMap::new();
    let open = |outcomes: &SecondOutcomes| -> Vec<State> {
        outcomes.iter().filter(|o| !o.1 && !o.2).map(|o| o.0.clone()).collect()
    };
    let mut waiting = open(&begun);
    while let Some(state) = waiting.pop() {
        if moves.contains_key(&state) {
            continue;
        }
        let all: Vec<_> = game.keys().into_iter().map(|key| second(game, &state, Some(key))).collect();
        all.iter().for_each(|outcomes| waiting.extend(open(outcomes)));
        moves.insert(state, all);
        if moves.len() > 64 {
            return None;
        }
    }
    let mut won: BTreeSet<State> = BTreeSet::new();
    loop {
        let wins = |outcomes: &SecondOutcomes| {
            outcomes.iter().all(|(state, wins, endless)| *wins || (!endless && won.contains(state)))
        };
        let new: Vec<State> = moves
            .iter()
            .filter(|(state, all)| !won.contains(state) && all.iter().any(wins))
            .map(|(state, _)| state.clone())
            .collect();
        if new.is_empty() {
            return Some(wins(&begun));
        }
        won.extend(new);
    }
}

#[test]
fn the_same_is_sure() {
    let mut random = random(83);
    let (mut yes, mut no) = (0, 0);
    for _ in 0..count(300, 10_000) {
        let (text, game, second_game) = agreed(&mut random);
        if !game.has_chance() || !game.has_goal() {
            continue;
        }
        let budget = Budget::unlimited().with_states(64);
        let Ok(found) = search(&game, level(&game), Wanted::All, &budget) else { continue };
        if !light(&game, &found) {
            continue;
        }
        let Ok(ours) = surely(&game, level(&game), &budget) else { continue };
        let Some(theirs) = sure(&second_game) else { continue };
        assert_eq!(ours, theirs, "{text}");
        match (ours, found.chance, found.answer) {
            (true, true, _) => yes += 1,
            (false, true, Answer::Won(_)) => no += 1,
            _ => {}
        }
    }
    assert!(yes + no > 0, "{yes} {no}");
}
