//! Searches that leave out dead boards, and take first those that need fewer keys, have the answers of those that see all.

use puzzlec_base::{Budget, FileId};
use puzzlec_worlds::search::{Answer, Wanted, search, search_with};

use crate::agree::{count, level, random};
use crate::generate::Random;

/// Rules for a player, crates and walls in layers of several kinds.
const RULES: [&str; 14] = [
    "[ > player | crate ] -> [ > player | > crate ]",
    "[ > player | solid ] -> [ > player | > solid ]",
    "[ < player | crate ] -> [ < player | < crate ]",
    "[ > player | crate | crate ] -> [ > player | > crate | > crate ]\n[ > player | crate ] -> [ > player | > crate ]",
    "horizontal [ > player | crate ] -> [ > player | > crate ]",
    "[ > player | ball ] -> [ > player | > ball ]\n[ > player | crate ] -> [ > player | > crate ]",
    "[ > player | crate ] -> [ > player | > crate ] again\n[ > crate | wall ] -> [ crate | wall ]",
    "[ > player | crate | no ice ] -> [ > player | > crate | ]",
    "[ > player | .. | crate ] -> [ > player | .. | > crate ]",
    "[ > player ] [ crate ] -> [ > player ] [ > crate ]",
    "[ > player | ice ball ] -> [ > player | ice > ball ]",
    "[ > player | > crate ] -> [ player | crate ]\n[ > player | crate ] -> [ > player | > crate ]",
    "[ action player | crate ] -> [ player | > crate ]",
    "late [ crate | player | crate ] -> cancel\n[ > player | crate ] -> [ > player | > crate ]",
];
const GOALS: [&str; 6] = [
    "all crate on target",
    "all target on crate",
    "all solid on target",
    "all target on solid",
    "all crate on target\nno player on ice",
    "all crate on ice\nall target on crate",
];

fn game(random: &mut Random) -> String {
    let together = random.percent(70);
    let layers = match (together, random.percent(50)) {
        (true, true) => "player, wall, crate, ball",
        (true, false) => "player, crate\nwall, ball",
        (false, true) => "player, wall\ncrate, ball",
        (false, false) => "player, wall, crate\nball",
    };
    let mut rules = vec![*random.of(&RULES)];
    while random.percent(30) {
        rules.push(*random.of(&RULES));
    }
    let (width, height) = (3 + random.below(3), 3 + random.below(2));
    let mut cells = vec!['.'; width * height];
    for mark in ['p', 'c', 'c', 't', 't', 'b', '#', '#', '#', 'i'] {
        if mark == 'p' || random.percent(75) {
            cells[random.below(width * height)] = mark;
        }
    }
    let rows: Vec<String> = cells.chunks(width).map(|row| row.iter().collect()).collect();
    format!(
        "OBJECTS\n\nbackground .\nblack\n\nplayer p\nred\n\nwall #\nred\n\ncrate c\nred\n\nball b\nred\n\ntarget t\nred\n\nice i\nred\n
LEGEND\n\nsolid = crate or ball\n
COLLISIONLAYERS\n\nbackground\ntarget, ice\n{layers}\n
RULES\n\n{}\n
WINCONDITIONS\n\n{}\n
LEVELS\n\n{}\n",
        rules.join("\n").replace("..", "..."),
        random.of(&GOALS),
        rows.join("\n")
    )
}

#[test]
fn nothing_that_wins_is_left_out() {
    let mut random = random(101);
    let (mut compared, mut shorter, mut won) = (0, 0, 0);
    let (mut bounded, mut seen) = (0, [0, 0]);
    while compared < count(400, 4_000) || bounded < count(100, 600) {
        let text = game(&mut random);
        let Some(game) = puzzlec_worlds::read(FileId(0), &text).0 else { continue };
        let limited = Budget::unlimited().with_states(20_000);
        let Ok(whole) = search(&game, level(&game), Wanted::Least, &limited) else { continue };
        let part =
            search_with((&game, level(&game)), (Wanted::Least, false), &Budget::unlimited(), &mut |_| {})
                .unwrap();
        let length = |answer: &Answer| match answer {
            Answer::Won(keys) => Some(keys.len()),
            Answer::Never => None,
        };
        assert_eq!(length(&whole.answer), length(&part.answer), "{text}");
        // Of the boards after the last key but one, A* may see others before it wins.
        if whole.answer == Answer::Never || !part.bounded {
            assert!(part.states() <= whole.states(), "{text}");
        }
        if part.bounded && part.states() > 1 {
            bounded += 1;
            seen = [seen[0] + part.states(), seen[1] + whole.states()];
        }
        compared += 1;
        shorter += usize::from(part.states() < whole.states());
        won += usize::from(length(&whole.answer).is_some_and(|length| length > 1) && part.left_out > 0);
    }
    assert!(seen[0] < seen[1] * 4 / 5, "{seen:?}");
    assert!(shorter > compared / 20 && won > compared / 100, "{shorter} and {won} of {compared}");
}
