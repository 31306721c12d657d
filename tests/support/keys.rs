//! Puzzles with keys, whose expectations both interpreters must confirm.

use puzzlec_base::{Budget, FileId};
use puzzlec_worlds::game::Expected;
use puzzlec_worlds::read_keys;
use puzzlec_worlds::search::{Answer, Wanted, search};
use puzzlec_worlds_check::replay;

/// Checks a text and proves the expectations of its puzzles, which are counted.
#[track_caller]
pub fn hold(text: &str) -> usize {
    let (games, diagnostics) = read_keys(FileId(0), text);
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    let budget = Budget::unlimited();
    let mut proved = 0;
    for game in &games {
        for (name, level) in game.levels() {
            assert!(!level.expected.is_empty(), "{name} expects nothing");
            for (_, expected) in &level.expected {
                if let Expected::Plan(keys) = expected {
                    replay(text, &name, keys, &budget).unwrap();
                    proved += 1;
                    continue;
                }
                let found = search(game, level, Wanted::Least, &budget).unwrap();
                match (expected, &found.answer) {
                    (Expected::Unsolvable, Answer::Never) => {}
                    (Expected::Solvable, Answer::Won(_)) => {}
                    (Expected::Least(count), Answer::Won(keys)) => assert_eq!(*count, keys.len(), "{name}"),
                    (Expected::Within(most), Answer::Won(keys)) => assert!(keys.len() <= *most, "{name}"),
                    (expected, answer) => panic!("{name}: {expected:?}, {answer:?}"),
                }
                if let Answer::Won(keys) = &found.answer {
                    let words: Vec<String> = keys.iter().map(|key| key.word().to_owned()).collect();
                    replay(text, &name, &words, &budget).unwrap();
                }
                proved += 1;
            }
        }
    }
    proved
}
