//! Small games of chance with known answers.

use puzzlec_base::{Budget, FileId};
use puzzlec_worlds::search::{Answer, Wanted, search, surely};

use crate::agree::{level, sure};

/// A game in which the action key draws one of two objects in the place of the player, with these rules besides.
fn game(drawn: &str, rules: &str, goal: &str) -> String {
    format!(
        "OBJECTS\n\nbackground\nblack\n\nplayer\nblue\n\nwinner\ngreen\n\nloser\nred\n\nwall\ngray\n
LEGEND\n\n. = background\nP = player\n# = wall\nfate = {drawn}\n
COLLISIONLAYERS\n\nbackground\nplayer, winner, loser, wall\n
RULES\n\n{rules}\n[ action player ] -> [ random fate ]\n
WINCONDITIONS\n\n{goal}\n
LEVELS\n\nP.#\n"
    )
}

#[test]
fn known_games() {
    let cases = [
        // One of the outcomes is lost for good.
        ("winner or loser", "", "some winner", Some(1), false),
        // The other outcome needs one more key.
        ("winner or loser", "[ loser ] -> [ winner ]", "some winner", Some(1), true),
        // It can be tried again, but nothing says that it ever ends well.
        ("winner or player", "", "some winner", Some(1), false),
        // Both outcomes win at once.
        ("winner or loser", "", "no player", Some(1), true),
        // Nothing wins.
        ("winner or loser", "", "some winner on wall", None, false),
    ];
    let budget = Budget::unlimited();
    for (drawn, rules, goal, least, expected) in cases {
        let text = game(drawn, rules, goal);
        let (game, diagnostics) = puzzlec_worlds::read(FileId(0), &text);
        let game = game.unwrap_or_else(|| panic!("{text}\n{diagnostics:?}"));
        let found = search(&game, level(&game), Wanted::Least, &budget).unwrap();
        let keys = match &found.answer {
            Answer::Won(keys) => Some(keys.len()),
            Answer::Never => None,
        };
        assert_eq!((keys, found.chance), (least, true), "{text}");
        let second = puzzlec_worlds_check::read(&text).unwrap();
        assert_eq!(surely(&game, level(&game), &budget), Ok(expected), "{text}");
        assert_eq!(sure(&second), Some(expected), "{text}");
    }
}

/// A draw before the first key belongs to no key of a plan.
#[test]
fn a_start_that_is_drawn() {
    let text = game("loser or winner", "[ wall ] -> [ random fate ]\n[ > player | | loser ] -> win", "")
        .replacen("OBJECTS", "run_rules_on_level_start\n\nOBJECTS", 1);
    let (game, diagnostics) = puzzlec_worlds::read(FileId(0), &text);
    let game = game.unwrap_or_else(|| panic!("{text}\n{diagnostics:?}"));
    let budget = Budget::unlimited();
    let found = search(&game, level(&game), Wanted::Least, &budget).unwrap();
    let Answer::Won(keys) = &found.answer else { panic!("{text}") };
    assert_eq!(keys.len(), 1, "{text}");
    let words: Vec<String> = keys.iter().map(|key| key.word().to_owned()).collect();
    puzzlec_worlds_check::replay(&text, "level1", &words, &budget)
        .unwrap_or_else(|why| panic!("{why:?}\n{text}"));
}
