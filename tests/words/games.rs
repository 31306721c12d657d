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
