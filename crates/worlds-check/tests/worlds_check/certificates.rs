//! Certificates of the search hold; changed ones do not.

use puzzlec_base::Budget;
use puzzlec_worlds::game::{Game, Level};
use puzzlec_worlds::search::{Answer, Searched, Wanted, search};
use puzzlec_worlds_check::{Certificate, Claim, verify};

use crate::agree::{agreed, count, level, light, random};

/// The certificate of the first level as a text.
pub fn written(game: &Game, (name, level): (&str, &Level), found: &Searched) -> String {
    serde_json::to_string(&puzzlec_worlds::certificate::Certificate::new(game, (name, level), found)).unwrap()
}

#[test]
fn certificates_hold_and_changed_ones_do_not() {
    let mut random = random(11);
    let budget = Budget::unlimited();
    let (mut least, mut never) = (0, 0);
    let mut refused = 0;
    while least < count(6, 100) || never < count(6, 100) {
        let (text, game, _) = agreed(&mut random);
        if game.has_chance() {
            continue;
        }
        let Ok(found) = search(&game, level(&game), Wanted::Least, &budget.clone().with_states(100)) else {
            continue;
        };
        if !light(&game, &found) {
            continue;
        }
        let enough = match &found.answer {
            Answer::Won(keys) if keys.len() > 1 => &mut least,
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
