//! Games of two players: strategies are verified, and no false winner is, whatever is made of them.
//!
//! The truth comes from a slow enumeration of the ground puzzle, with searches for winners and values of its
//! own. Forgeries are changed certificates, and certificates of corrupted games.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use puzzlec_analysis::Analysis;
use puzzlec_base::Budget;
use puzzlec_checker::certificate::{Checked, check};
use puzzlec_checker::checker::Checkers;
use puzzlec_model::project::MemoryFiles;
use puzzlec_model::{Ends, Model, Question};
use puzzlec_search::certificate::Writer;
use puzzlec_search::ground::{Ground, ground};
use puzzlec_task::certificate::{CertificateFile, Proof, Winner};
use puzzlec_task::{Action, Condition, Position, Task, ValueSet};

use crate::certificates::cases::read;
use crate::certificates::mutated::{Numbers, changes};

struct Game {
    text: String,
    model: Model,
    ground: Ground,
    winner: Winner,
    value: Option<u64>,
    moves: Option<u64>,
}

fn after(task: &Task, position: &Position) -> Vec<Position> {
    let applies = |action: &&Action| {
        action.guard.iter().all(|(var, set)| set.contains(position[*var as usize]))
            && action.condition.holds(position)
    };
    let next = |action: &Action| {
        let mut next = position.clone();
        for (var, assign) in &action.assign {
            next[*var as usize] = assign.value(assign.source().map_or(0, |s| position[s as usize]));
        }
        next
    };
    task.actions.iter().filter(applies).map(next).filter(|next| next != position).collect()
}

/// All positions with those after a move; `None` if there are many.
fn graph(task: &Task) -> Option<BTreeMap<Position, Vec<Position>>> {
    let mut all = BTreeMap::new();
    let mut open = vec![task.start.clone()];
    while let Some(position) = open.pop() {
        if let Entry::Vacant(place) = all.entry(position) {
            let next = after(task, place.key());
            open.extend(next.iter().cloned());
            place.insert(next);
        }
        if all.len() > 400 {
            return None;
        }
    }
    Some(all)
}

/// Whether a position without a move is won for the player who would be to move; nothing for a draw.
fn end(task: &Task, position: &Position, ends: [&str; 2]) -> Option<bool> {
    let won = task.wins.as_ref().map(|wins| wins.each_ref().map(|won| won.holds(position)));
    match (won, ends[usize::from(won.is_none() && task.goal.holds(position))]) {
        (Some([true, true]), _) => None,
        (Some([last, other]), _) if last || other => Some(other),
        (_, "wins") => Some(false),
        (_, "loses") => Some(true),
        _ => None,
    }
}

/// The winner, by rounds in which every position is looked at again.
fn winner(task: &Task, all: &BTreeMap<Position, Vec<Position>>, ends: [&str; 2]) -> Winner {
    let mut won: BTreeMap<&Position, bool> = BTreeMap::new();
    loop {
        let before = won.len();
        for (position, next) in all {
            let known = |p: &Position| won.get(p).copied();
            let wins = match next.as_slice() {
                [] => end(task, position, ends),
                _ if next.iter().any(|p| known(p) == Some(false)) => Some(true),
                _ if next.iter().all(|p| known(p) == Some(true)) => Some(false),
                _ => None,
            };
            if let Some(wins) = wins {
                won.insert(position, wins);
            }
        }
        if won.len() == before {
            return match won.get(&task.start) {
                Some(true) => Winner::First,
                Some(false) => Winner::Second,
                None => Winner::Draw,
            };
        }
    }
}

/// The number of moves until the game ends, if the winner hurries and the other delays: positions are decided in rounds, each
/// from those of the rounds before.
fn moves(task: &Task, all: &BTreeMap<Position, Vec<Position>>, ends: [&str; 2]) -> Option<u64> {
    let mut won: BTreeMap<&Position, bool> = BTreeMap::new();
    for (position, _) in all.iter().filter(|(_, next)| next.is_empty()) {
        if let Some(wins) = end(task, position, ends) {
            won.insert(position, wins);
        }
    }
    for round in 0..=all.len() as u64 {
        if won.contains_key(&task.start) {
            return Some(round);
        }
        let before = won.clone();
        for (position, next) in all.iter().filter(|(p, next)| !before.contains_key(p) && !next.is_empty()) {
            if next.iter().any(|p| before.get(p) == Some(&false)) {
                won.insert(position, true);
            } else if next.iter().all(|p| before.get(p) == Some(&true)) {
                won.insert(position, false);
            }
        }
    }
    None
}

/// The value of the start, if every play ends.
fn value(task: &Task, all: &BTreeMap<Position, Vec<Position>>) -> Option<u64> {
    let mut known: BTreeMap<&Position, u64> = BTreeMap::new();
    loop {
        let before = known.len();
        for (position, next) in all {
            let values: Option<Vec<u64>> = next.iter().map(|p| known.get(p).copied()).collect();
            if let Some(values) = values {
                known.insert(position, (0..).find(|n| !values.contains(n)).unwrap());
            }
        }
        if known.len() == before {
            return known.get(&task.start).copied().filter(|_| known.len() == all.len());
        }
    }
}

const RULES: &[&str] = &[
    "rule r(x: red) { flip red <-> blue at x, around x }",
    "rule r(x: red) { remove x; flip red <-> blue at around x }",
    "rule r(x: piece) { remove x }",
    "rule r(x: piece, y: empty) { when adjacent(x, y) move x to y }",
    "rule r(x: piece, y) { when adjacent(x, y) and y is not blue remove x; flip red <-> blue at y }",
    "rule r(x: blue, d: direction) { when step(x, d) is empty shift x towards d }",
    "rule r { [ red | empty ] -> [ empty | red ] }\nrule s(x: blue) { remove x }",
    "rule r { [ red | blue ] -> [ empty | red ] }\nrule s { [ blue | empty ] -> [ red | empty ] }",
    "rule r { [ piece | piece | empty ] -> [ empty | empty | 1 ] }",
    "rule r(x: red) { close x }",
];

const GOALS: &[&str] = &[
    "count(red) == 1",
    "count(blue) > 2",
    "any x in cells: x is red and all y in around x: y is not red",
    "all x in cells: x is not blue or any y in around x: y is red",
    "stuck and count(red) >= 1",
    "(stuck and count(blue) == 1) or count(red) == 0",
];

const BOARDS: &[(&str, usize)] = &[
    ("line 5", 5),
    ("ring 5", 5),
    ("square 3 by 2", 6),
    ("hex side 2", 7),
    ("graph { p-q q-r r-p r-s s-t }", 5),
];

fn pick<'a, T>(numbers: &mut Numbers, list: &'a [T]) -> &'a T {
    &list[numbers.below(list.len())]
}

fn load(numbers: &mut Numbers) -> Option<Game> {
    let ((board, cells), rules) = (*pick(numbers, BOARDS), *pick(numbers, RULES));
    let start: String = (0..cells).map(|_| *pick(numbers, &['.', 'r', 'r', 'b'])).collect();
    let names = if rules.contains("rule s") { "r, s" } else { "r" };
    let last = *pick(numbers, &["wins", "wins", "loses", "draws"]);
    let goal = match numbers.below(2) {
        0 => String::new(),
        _ => format!("\n goal {}", pick(numbers, GOALS)),
    };
    let ends = if goal.is_empty() { "" } else { *pick(numbers, &["", " goal wins,", " goal loses,"]) };
    let wins = match numbers.below(6) {
        0 => format!("\n win first: {}", pick(numbers, GOALS)),
        1 => format!("\n win second: {}\n win first: {}", pick(numbers, GOALS), pick(numbers, GOALS)),
        _ => String::new(),
    };
    let text = format!(
        "edition 1\npiece red \"r\"\npiece blue \"b\"\n{rules}\npuzzle P {{\n board {board}\n rules {names}\n \
         start row {start}\n players 2,{ends} last to move {last}{goal}{wins}\n}}\n"
    );
    game(text)
}

fn game(text: String) -> Option<Game> {
    let files = MemoryFiles([("p.puzzle".to_owned(), text.clone())].into());
    let analysis = Analysis::load(&files, &["p.puzzle".to_owned()]);
    let model = analysis.model(&analysis.puzzles()[0], &[]).ok()?;
    let ground = ground(&model, None, &Budget::unlimited()).ok()?;
    let all = graph(&ground.task)?;
    let last = ["wins", "loses", "draws"].into_iter().find(|end| text.contains(&format!("move {end}")))?;
    let goal = if text.contains("goal loses") { "loses" } else { "wins" };
    let valued = last == "wins" && !text.contains("goal") && !text.contains("win ");
    let value = if valued { value(&ground.task, &all) } else { None };
    let winner = winner(&ground.task, &all, [last, goal]);
    let moves = moves(&ground.task, &all, [last, goal]);
    Some(Game { text, model, ground, winner, value, moves })
}

fn ends(model: &Model) -> Ends {
    let Question::Game { ends, .. } = model.question else { panic!() };
    ends
}

fn written(game: &Game, ground: &Ground) -> CertificateFile {
    let context = Budget::unlimited().into();
    Writer { model: &game.model, ground: Some(ground), patterns: None, context: &context }.game().unwrap()
}

/// Whether a certificate is accepted, which must then be true.
fn accepted(game: &Game, document: &CertificateFile) -> bool {
    match check(&game.model, document, Checkers::NONE, Budget::unlimited()) {
        Checked::Verified(claim) => {
            let Proof::Game { winner, value, moves, .. } = &document.proof else { panic!("{claim}") };
            assert_eq!(*winner, game.winner, "{}\n{claim}\n{document:?}", game.text);
            assert!(moves.is_none() || *moves == game.moves, "{}\n{claim}\n{document:?}", game.text);
            if let (Some(_), Some(_)) = (value, game.value) {
                assert_eq!(*value, game.value, "{}\n{claim}\n{document:?}", game.text);
            }
            true
        }
        Checked::Rejected(_) => false,
        Checked::Stopped(stop) => panic!("{stop}"),
    }
}

/// Claims of another winner or value, with these strategies and with the best ones of both players.
fn other_claims(game: &Game, document: &CertificateFile) {
    let Proof::Game { strategies, .. } = &document.proof else { panic!() };
    let mut lists = vec![strategies.clone(), Vec::new(), vec![String::new()], vec![String::new(); 2]];
    lists.extend(strategies.iter().map(|one| vec![one.clone()]));
    lists.push(strategies.iter().chain(strategies).cloned().collect());
    for winner in [Winner::First, Winner::Second, Winner::Draw] {
        for value in [None, Some(0), Some(1), Some(2), Some(3), Some(u64::MAX)] {
            for strategies in &lists {
                for moves in [
                    None,
                    Some(0),
                    game.moves,
                    game.moves.map(|n| n + 1),
                    game.moves.and_then(|n| n.checked_sub(1)),
                ] {
                    let mut other = document.clone();
                    other.proof = Proof::Game { winner, value, moves, strategies: strategies.clone() };
                    accepted(game, &other);
                }
            }
        }
    }
}

#[derive(Default, Debug)]
struct Seen {
    games: usize,
    draws: usize,
    counted: usize,
    loops: usize,
    values: usize,
    refused: usize,
    forged: usize,
}

fn corrupted(ground: &Ground, numbers: &mut Numbers) -> Ground {
    let mut copy = ground.clone();
    let task = &mut copy.task;
    let cell = numbers.below(task.variables.len());
    let value = numbers.below(usize::from(task.variables[cell].size)) as u16;
    let action = numbers.below(task.actions.len().max(1));
    match numbers.below(8) {
        0 if !task.actions.is_empty() => drop(task.actions.remove(action)),
        1 => task.actions.retain(|_| numbers.below(3) > 0),
        2 if task.actions.get(action).is_some_and(|a| !a.guard.is_empty()) => {
            task.actions[action].guard[0].1 = ValueSet::one(value);
        }
        3 if !task.actions.is_empty() => task.actions[action].guard.clear(),
        // Play goes on after a goal, or ends elsewhere.
        4 => task.actions.iter_mut().for_each(|action| action.condition = Condition::True),
        5 => task.goal = Condition::False,
        // The players change sides.
        6 if task.wins.is_some() => task.wins.iter_mut().for_each(|wins| wins.reverse()),
        6 => task.goal = task.goal.clone().negate(),
        _ => task.start[cell] = value,
    }
    copy
}

fn attack(seed: u64, most: usize) -> Seen {
    let (mut numbers, mut seen) = (Numbers(seed), Seen::default());
    while seen.games < most {
        let Some(game) = load(&mut numbers) else { continue };
        let document = written(&game, &game.ground);
        assert!(accepted(&game, &document), "{}\n{document:?}", game.text);
        let Proof::Game { winner, value, moves, strategies } = &document.proof else { panic!() };
        assert_eq!((*winner, *value), (game.winner, game.value), "{}", game.text);
        let counted = game.moves.filter(|_| value.is_none());
        assert_eq!(*moves, counted, "{}", game.text);
        let played =
            puzzlec_search::play(&game.ground.task, ends(&game.model), Budget::unlimited()).0.unwrap();
        assert_eq!(played.length, game.moves, "{}", game.text);
        if let Some(moves) = counted {
            seen.counted += 1;
            for (wrong, at) in [(moves + 1, 0), (moves.wrapping_sub(1), 0), (moves, 1), (moves, 2)] {
                let mut strategies = strategies.clone();
                // A number that is one off, or a move that is left out.
                if at > 0 && strategies[at - 1].is_empty() {
                    continue;
                }
                if at > 0 {
                    let one = &mut strategies[at - 1];
                    one.truncate(one.rfind(' ').unwrap_or(0));
                }
                let proof = Proof::Game { winner: *winner, value: None, moves: Some(wrong), strategies };
                assert!(!accepted(&game, &CertificateFile { proof, ..document.clone() }), "{}", game.text);
            }
        }
        assert_eq!(read(&serde_json::to_string(&document).unwrap()).unwrap(), document);
        seen.games += 1;
        seen.draws += usize::from(*winner == Winner::Draw);
        seen.loops += usize::from(*winner != Winner::Draw && value.is_none());
        seen.values += usize::from(value.is_some_and(|v| v > 0));
        other_claims(&game, &document);
        let all = changes(&serde_json::to_value(&document).unwrap());
        for _ in 0..10 {
            if let Ok(document) = read(&pick(&mut numbers, &all).to_string()) {
                seen.refused += usize::from(!accepted(&game, &document));
            }
        }
        for _ in 0..4 {
            let copy = corrupted(&game.ground, &mut numbers);
            if graph(&copy.task).is_some() {
                let document = written(&game, &copy);
                seen.forged += usize::from(!accepted(&game, &document));
            }
        }
    }
    seen
}

#[test]
fn no_false_winner_of_a_random_game_is_verified() {
    let seen = attack(5, 400);
    assert!(seen.counted > 30 && seen.draws > 5 && seen.loops > 5 && seen.values > 20, "{seen:?}");
    assert!(seen.refused > 300 && seen.forged > 60, "{seen:?}");
}

#[test]
#[ignore = "minutes"]
fn six_thousand_games_are_verified_and_no_false_winner_is() {
    let seen = attack(6, 6_000);
    assert!(seen.draws > 100 && seen.loops > 100 && seen.values > 500, "{seen:?}");
}

fn rejected(game: &Game, winner: Winner, value: Option<u64>, strategies: &[&str]) -> String {
    let mut document = written(game, &game.ground);
    let strategies = strategies.iter().map(|s| (*s).to_owned()).collect();
    document.proof = Proof::Game { winner, value, moves: None, strategies };
    match check(&game.model, &document, Checkers::NONE, Budget::unlimited()) {
        Checked::Rejected(why) => why,
        other => panic!("{other:?}"),
    }
}

/// A coin that runs to and fro, which either player may take.
fn running(last: &str) -> Game {
    let text = format!(
        "edition 1\npiece o \"o\"\nrule go {{ [ o | empty ] -> [ empty | o ] }}\nrule take(x: o) {{ remove x }}\n\
         puzzle P {{\n board line 3\n rules go, take\n start row o..\n players 2, last to move {last}\n}}\n"
    );
    game(text).unwrap()
}

#[test]
fn going_round_in_a_circle_wins_nothing() {
    // Positions in the order of their values: no coin, the coin on c1, on b1, on a1.
    let game = running("wins");
    assert_eq!((game.winner, game.value), (Winner::First, None));
    let document = written(&game, &game.ground);
    assert!(matches!(&document.proof, Proof::Game { strategies, .. } if *strategies == ["0", ""]));
    // The first player only goes on: play need not end.
    let why = rejected(&game, Winner::First, None, &["1 0"]);
    assert_eq!(why, "a game of this strategy ends with a loss");
    // A draw needs a strategy of the second player, whom the first takes the coin away.
    let why = rejected(&game, Winner::Draw, None, &["0", ""]);
    assert_eq!(why, "a game of this strategy ends with a loss");
    let why = rejected(&game, Winner::First, None, &["0 0"]);
    assert_eq!(why, "the strategy has answers to no position");
    assert_eq!(rejected(&game, Winner::First, None, &[""]), "the strategy has no answer");
    assert_eq!(rejected(&game, Winner::First, None, &["00"]), "the strategy has no answer");
    assert_eq!(rejected(&game, Winner::First, None, &["2"]), "the strategy has no answer");
    // Nobody takes the last coin if that loses.
    let game = running("loses");
    assert_eq!(game.winner, Winner::Draw);
    assert!(accepted(&game, &written(&game, &game.ground)));
    let Proof::Game { strategies, .. } = written(&game, &game.ground).proof else { panic!() };
    for (winner, strategy) in [(Winner::First, &strategies[0]), (Winner::Second, &strategies[1])] {
        let why = rejected(&game, winner, None, &[strategy]);
        assert_eq!(why, "with this strategy the play may go on forever");
    }
    let why = rejected(&game, Winner::First, Some(1), &[&strategies[0]]);
    assert_eq!(why, "only a game in which the last to move wins has a Grundy value");
}

#[test]
fn a_value_that_no_game_has_is_refused_at_once() {
    let game = running("wins");
    let why = rejected(&game, Winner::First, Some(u64::MAX), &["0"]);
    assert_eq!(why, "the start has fewer moves than its Grundy value");
    assert_eq!(rejected(&game, Winner::Draw, Some(0), &["0"]), "a draw has no Grundy value");
    let why = rejected(&game, Winner::Second, Some(1), &["0"]);
    assert_eq!(why, "with this Grundy value the other player wins");
    assert_eq!(rejected(&game, Winner::Draw, None, &["0"]), "the claim needs 2 strategies, not 1");
}
