//! Rules that the checker takes for moves of the game, and rules that it must not.

use super::{Game, HEAD, pairs};

fn with(rule: &str) -> Game {
    let text =
        format!("{HEAD}{rule}\npuzzle P {{\n rules r\n start row WWWBBB\n goal anywhere row WBWBWB\n}}");
    Game::text(&text).remove(0)
}

#[test]
fn rules_of_other_forms_are_read() {
    for rule in [
        "rule r(x, y) on Tape {\n when occupied(run(x, left, 2)) and empty(run(y, left, 2))\n move run(x, left, 2) to run(y, left, 2)\n}",
        "rule r(y, x) on Tape {\n when empty(run(y, right, 2))\n when occupied(run(x, right, 2))\n move run(x, right, 2) to run(y, right, 2)\n}",
        "rule r(x, y) on Tape {\n when count(piece, run(x, right, 2)) == 2 and count(empty, run(y, right, 2)) >= 2\n move run(x, right, 2) to run(y, right, 2)\n}",
        "rule r(x, y) on Tape {\n when not (x is empty or step(x, right) is empty) and empty(run(y, right, 2))\n move x to y\n move step(x, right) to step(y, right)\n}",
        "rule r(x, y) on Tape {\n when occupied(run(x, right, 2)) and empty(run(y, right, 2)) and distance(x, y) <= 5\n move run(x, right, 2) to run(y, right, 2)\n}",
        "rule r(x, y) on Tape {\n when x is white and occupied(step(x, right)) and empty(run(y, right, 2))\n move run(x, right, 2) to run(y, right, 2)\n}",
    ] {
        let game = with(rule);
        let told = game.at_least(3, &[pairs()]);
        assert!(told.is_ok(), "{rule} {told:?}");
        assert!(game.at_least(4, &[pairs()]).is_err());
    }
}

#[test]
fn other_rules_are_not() {
    for rule in [
        // It moves free cells.
        "rule r(x, y) on Tape {\n when occupied(x) and empty(run(y, right, 2))\n move run(x, right, 2) to run(y, right, 2)\n}",
        // It covers coins.
        "rule r(x, y) on Tape {\n when occupied(run(x, right, 2)) and empty(y)\n move run(x, right, 2) to run(y, right, 2)\n}",
        "rule r(x, y) on Tape {\n when occupied(run(x, right, 2)) or empty(run(y, right, 2))\n move run(x, right, 2) to run(y, right, 2)\n}",
        "rule r(x, y) on Tape {\n when occupied(run(x, right, 2)) and not occupied(run(y, right, 2))\n move run(x, right, 2) to run(y, right, 2)\n}",
        "rule r(x, y) on Tape {\n when occupied(run(x, right, 2)) and empty(run(y, right, 2) except run(x, right, 3))\n move run(x, right, 2) to run(y, right, 2)\n}",
        // It turns the block round, or takes it apart.
        "rule r(x, y) on Tape {\n when occupied(run(x, right, 2)) and empty(run(y, left, 2))\n move run(x, right, 2) to run(y, left, 2)\n}",
        "rule r(x, y) on Tape {\n when occupied(x) and occupied(step(x, right, 2)) and empty(y) and empty(step(y, right, 2))\n move x to y\n move step(x, right, 2) to step(y, right, 2)\n}",
        "rule r(x, y) on Tape {\n when occupied(run(x, right, 2)) and empty(run(y, right, 3))\n move x to y\n move step(x, right) to step(y, right, 2)\n}",
        // It does more.
        "rule r(x, y) on Tape {\n when occupied(run(x, right, 2)) and empty(run(y, right, 2))\n move run(x, right, 2) to run(y, right, 2)\n remove y\n}",
    ] {
        let game = with(rule);
        let told = game.at_least(1, &[pairs()]);
        assert!(told.is_err(), "{rule} {told:?}");
    }
}
