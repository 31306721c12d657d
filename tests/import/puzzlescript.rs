use super::{lengths, said, valid};
use puzzlec_base::FileId;
use puzzlec_render::import::{Format, import};

pub const GAME: &str = "\
title Simple Block Pushing Game
author David Skinner
homepage www.puzzlescript.net

========
OBJECTS
========

Background
LIGHTGREEN GREEN
11111
01111
11101
11111
10111

Target
DarkBlue

Wall
BROWN DARKBROWN

Player
Black Orange White Blue

Crate
Orange

=======
LEGEND
=======

. = Background
# = Wall
P = Player
* = Crate
@ = Crate and Target
O = Target

=======
SOUNDS
=======

Crate MOVE 36772507

================
COLLISIONLAYERS
================

Background
Target
Player, Wall, Crate

======
RULES
======

[ > Player | Crate ] -> [ > Player | > Crate ] ( push )

==============
WINCONDITIONS
==============

All Target on Crate

=======
LEVELS
=======

message Push!

######
#.P*O#
######

#######
#.....#
#P.*.O#
#.....#
#...O@#
#######
";

/// The findings that are errors.
fn errors(text: &str) -> Vec<(usize, String)> {
    let all = said(Format::PuzzleScript, text).into_iter();
    all.filter(|found| found.0 == "P0821").map(|found| (found.1, found.3)).collect()
}

#[test]
fn the_first_game() {
    assert_eq!(Format::of(GAME), Some(Format::PuzzleScript));
    let found = said(Format::PuzzleScript, GAME);
    let lost: Vec<(&str, usize)> = found.iter().map(|found| (found.0, found.1)).collect();
    assert_eq!(lost.len(), 4, "{found:?}");
    assert!(lost[..3].iter().all(|found| found.0 == "P0822"));
    // The second level has three targets and two crates.
    assert_eq!(lost[3].0, "P0821");
    let text = import(FileId(0), GAME, None).text;
    assert!(
        text.contains("piece player \"P\"") && text.contains("piece crate  \"*\"")
            || text.contains("piece crate \"*\"")
    );
    assert!(text.contains("rule push"), "{text}");
}

#[test]
fn levels_have_the_known_answers() {
    let one = GAME.replace("#...O@#", "#....@#");
    let text = import(FileId(0), &one, None).text;
    assert_eq!(lengths(&valid(&text)), [Some(1), Some(3)], "{text}");
    // A crate too few: the level can never be won.
    let none = GAME.split("#######\n").next().unwrap().replace("#.P*O#", "#P*OO#");
    let headline = "this level can never be won: 2 places need an object, and there are 1";
    assert_eq!(errors(&none)[0].1, headline);
}

/// Conditions, with the answers for one row.
#[test]
fn win_conditions() {
    let game = |condition: &str, row: &str| {
        let head = GAME.split("message").next().unwrap().replace("All Target on Crate", condition);
        let text = import(FileId(0), &format!("{head}######\n{row}\n######\n"), None).text;
        lengths(&valid(&text))[0]
    };
    assert_eq!(game("All Crate on Target", "#P*OO#"), Some(1));
    assert_eq!(game("Some Target on Crate", "#P*OO#"), Some(1));
    assert_eq!(game("No Crate on Target", "#P@..#"), Some(1));
    assert_eq!(game("Some Player on Target", "#P*.O#"), None);
    assert_eq!(game("All Target on Player", "#P..O#"), Some(3));
    assert_eq!(game("All Target on Player\nSome Crate", "#OP*.#"), Some(1));
}

/// Several kinds of crates by one name, and a rule for one direction.
#[test]
fn classes_and_directions() {
    let text = GAME
        .replace("O = Target", "O = Target\nB = Boulder\nPushable = Crate or Boulder")
        .replace("Crate\nOrange", "Crate\nOrange\n\nBoulder\nGray")
        .replace("Player, Wall, Crate", "Player, Wall, Pushable")
        .replace(
            "[ > Player | Crate ] -> [ > Player | > Crate ]",
            "RIGHT [ > Player | Pushable ] -> [ > Player | > Pushable ]",
        )
        .replace("#...O@#", "#..B.@#");
    let written = import(FileId(0), &text, None).text;
    assert!(written.contains("along right"), "{written}");
    assert_eq!(lengths(&valid(&written)), [Some(1), Some(3)]);
}

#[test]
fn what_is_more_than_pushing_is_named() {
    let rule = "[ > Player | Crate ] -> [ > Player | > Crate ]";
    let with = |other: &str| errors(&GAME.replace(rule, other));
    let line = GAME.lines().position(|line| line.starts_with(rule)).unwrap() + 1;
    for other in [
        "[ < Player | Crate ] -> [ < Player | < Crate ]",
        "late [ Crate | Crate ] -> [ | ]",
        "[ > Crate | Crate ] -> [ > Crate | > Crate ]",
        "[ > Player | Crate ] -> [ > Player | > Crate ] again",
        "[ > Player | Crate | no Wall ] -> [ > Player | > Crate | ]",
        "nonsense",
    ] {
        assert_eq!(with(other), [(line, "this rule does more than push".to_owned())], "{other}");
    }
    assert_eq!(
        with("[ > Player | Stone ] -> [ > Player | > Stone ]"),
        [(line, "there is no object `stone`".to_owned())]
    );
    let layers = errors(&GAME.replace("Player, Wall, Crate", "Player, Wall\nCrate"));
    assert_eq!(layers.len(), 1, "{layers:?}");
    assert!(layers[0].1.contains("not in the layer"), "{layers:?}");
    let rows = errors(&GAME.replace("#.P*O#", "#.P*Z#"));
    assert_eq!(rows[0].1, "the legend has no sign `Z`");
    assert_eq!(errors(&GAME.replace("#.P*O#", "#..*O#"))[0].1, "this level has no player");
    assert_eq!(errors(&GAME.replace("#.P*O#", "#.P*O"))[0].1, "this row has 5 marks, the longest one 6");
    assert_eq!(errors(&GAME.replace("#.P*O#", "#.P*.#"))[0].1, "this level has no `target`");
    let realtime = errors(&format!("realtime_interval 0.5\n{GAME}"));
    assert_eq!(realtime, [(1, "the setting `realtime_interval` is not carried over".to_owned())]);
}
