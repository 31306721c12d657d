//! Games of two that do not end, and goals that may be anywhere on a ring.

use super::placing::{codes, holds};

const WALK: &str = "piece coin \"o\"\nrule walk(x: coin, y: empty) { when adjacent(x, y)\n move x to y }\n";

#[test]
fn a_game_that_need_not_end_is_a_draw() {
    holds(&format!(
        "{WALK}puzzle P {{ board ring 3; rules walk; start row o..; players 2, last to move wins; expect draw }}\n\
         puzzle Q {{ board line 1; rules walk; start row o; players 2, last to move wins; expect second player wins }}"
    ));
    assert_eq!(
        codes(&format!(
            "{WALK}puzzle P {{ board line 2; rules walk; start row o.; goal row .o; expect draw }}"
        )),
        ["P0507"]
    );
}

#[test]
fn a_row_anywhere_on_a_ring_may_cross_its_seam() {
    holds(&format!(
        "{WALK}puzzle Near {{ board ring 6; rules walk; start row oo.o..; goal anywhere row ooo; expect solvable in 1 move }}\n\
         puzzle Seam {{ board ring 6; rules walk; start row o.oo..; goal anywhere row oooo or anywhere row ooo; expect solvable in 1 move }}\n\
         puzzle Apart {{ board ring 6; rules walk; start row oo.o..; goal anywhere row o.o.o.; expect solvable in 1 move }}\n\
         puzzle Whole {{ board ring 4; rules walk; start row o.o.; goal anywhere row .o.o; expect solvable in 0 moves }}"
    ));
    let long =
        format!("{WALK}puzzle P {{ board ring 3; rules walk; start row o..; goal anywhere row o... }}");
    assert_eq!(codes(&long), ["P0301"]);
    let floor = "piece ice \"i\" { floor }\npiece coin \"o\"\nrule take(x: coin) { remove x }\n\
         puzzle P { board ring 3; rules take; start coin at a1 and ice at a1; goal anywhere row io. }";
    assert_eq!(codes(floor), ["P0536"]);
    let closing = "piece coin \"o\"\nrule take(x: coin) { remove x; close x }\n\
         puzzle P { board ring 4; rules take; start row oooo; goal anywhere row oo }";
    assert_eq!(codes(closing), ["P0511"]);
}

/// Players who put their own marks on a row in turn.
const MARKS: &str = "piece cross \"x\"\npiece nought \"o\"\n\
     rule crosses(c: empty) { when turn == 1\n put cross at c }\n\
     rule noughts(c: empty) { when turn == 2\n put nought at c }\n";

fn marks(name: &str, ends: &str) -> String {
    format!("puzzle {name} {{ board line 3; rules crosses, noughts; start empty; players 2, {ends} }}\n")
}

#[test]
fn tests_say_which_player_has_won() {
    let games = [
        // The first player moves to a position where the second has won.
        marks(
            "Gift",
            "last to move draws; win second: count(cross) == 1; expect second player wins in 1 move",
        ),
        marks("Own", "last to move loses; win first: count(cross) == 1; expect first player wins in 1 move"),
        marks(
            "Answer",
            "last to move draws; win second: count(nought) == 1; expect second player wins in 2 moves",
        ),
        // Both have won after the third move: neither wins.
        marks(
            "Both",
            "last to move wins; win first: count(empty) == 0; win second: count(cross) == 2; expect draw",
        ),
        // The goal counts for the player who moved to it, or for the other one.
        marks(
            "Goal",
            "last to move loses; goal count(empty) == 0; win second: count(cross) == 2; expect draw",
        ),
        marks(
            "Lost",
            "goal loses, last to move wins; goal count(empty) == 0; win second: count(cross) == 2; \
             expect second player wins in 3 moves",
        ),
        // No test holds where no move is left.
        marks(
            "Last",
            "last to move wins; win second: count(nought) == 2; expect first player wins in 3 moves",
        ),
        // The game has ended before the first move.
        marks(
            "Begun",
            "last to move draws; win first: count(empty) == 3; expect first player wins in 0 moves",
        ),
        marks("Over", "last to move draws; win second: turn == 1; expect second player wins in 0 moves"),
        // Who cannot move has lost, if the test says so.
        marks(
            "Stuck",
            "last to move draws; win first: stuck and turn == 2; expect first player wins in 3 moves",
        ),
    ];
    holds(&format!("{MARKS}{}", games.concat()));
}

#[test]
fn tests_of_winners_belong_to_games() {
    let codes = |text: String| codes(&format!("{WALK}{text}"));
    let row = |rest: &str| format!("puzzle P {{ board line 3; rules walk; start row o..; {rest} }}");
    assert_eq!(codes(row("goal row ..o; win first: row ..o")), ["P0511"]);
    assert_eq!(codes(row("win second: row ..o")), ["P0511"]);
    let twice = "players 2, last to move draws; win first: row ..o; win first: row .o.";
    assert_eq!(codes(row(twice)), ["P0111"]);
    let value = "players 2, last to move wins; win first: row ..o; expect grundy 1";
    assert_eq!(codes(row(value)), ["P0507"]);
    let endless = "puzzle P { board line unbounded; rules walk; start row o; players 2, last to move draws; win first: coin at c1 }";
    assert_eq!(codes(endless.into()), ["P0511"]);
    let third = "players 2, last to move draws; win third: row ..o";
    assert_eq!(codes(row(third)), ["P0102"]);
}
