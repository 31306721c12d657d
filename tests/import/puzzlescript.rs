use super::{lengths, said, valid};
use puzzlec_analysis::Analysis;
use puzzlec_base::{Budget, FileId};
use puzzlec_model::project::MemoryFiles;
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

/// A name has one meaning, in either case: signs that only `case_sensitive` tells apart are refused.
#[test]
fn names_that_differ_only_in_case() {
    let text = GAME.replace("O = Target", "O = Target\no = Crate");
    let line = text.lines().position(|line| line == "o = Crate").unwrap() + 1;
    for head in ["", "case_sensitive\n"] {
        let found = errors(&format!("{head}{text}"));
        assert_eq!(found, [(line + head.lines().count(), "the name `o` has two meanings".to_owned())]);
    }
    let objects = errors(&GAME.replace("Crate\nOrange", "Crate\nOrange\n\nCRATE\nGray"));
    assert_eq!(objects[0].1, "the name `crate` has two meanings");
    // The same meaning again, and the setting alone, do no harm.
    let one = GAME.replace("#...O@#", "#....@#");
    let again = format!("case_sensitive\n{}", one.replace("O = Target", "O = Target\no = Target"));
    assert_eq!(lengths(&valid(&import(FileId(0), &again, None).text)), [Some(1), Some(3)]);
}

/// A game with this number of kinds of crates and of targets.
fn kinds(crates: usize, targets: usize) -> String {
    let named = |word: &str, number: usize| {
        let name = |i: usize| {
            format!("{word}{}{}", (b'a' + (i / 26) as u8) as char, (b'a' + (i % 26) as u8) as char)
        };
        (0..number).map(name).collect::<Vec<String>>()
    };
    let (boxes, places) = (named("box", crates), named("spot", targets));
    let sign = |i: usize| char::from_u32(0x4e00 + i as u32).unwrap();
    let all: Vec<&String> = boxes.iter().chain(&places).collect();
    let lines = |line: &dyn Fn(usize, &str) -> String| {
        all.iter().enumerate().map(|(i, name)| line(i, name)).collect::<Vec<String>>().join("\n")
    };
    let conditions: Vec<String> = places.iter().map(|place| format!("All {place} on {}", boxes[0])).collect();
    let rules: Vec<String> =
        boxes.iter().map(|name| format!("[ > Player | {name} ] -> [ > Player | > {name} ]")).collect();
    let row: String = (0..all.len()).map(sign).collect();
    let spare: String = std::iter::repeat_n(sign(0), targets).collect();
    format!(
        "title T\n\nOBJECTS\n\nBackground\nGreen\n\nPlayer\nBlue\n\n{}\n\nLEGEND\n\n. = Background\nP = Player\n{}\n\n\
         COLLISIONLAYERS\n\nBackground\n{}\nPlayer, {}\n\nRULES\n\n{}\n\nWINCONDITIONS\n\n{}\n\nLEVELS\n\nP.{row}{spare}\n",
        lines(&|_, name| format!("{name}\nRed\n")),
        lines(&|i, name| format!("{} = {name}", sign(i))),
        places.join("\n"),
        boxes.join(", "),
        rules.join("\n"),
        conditions.join("\n"),
    )
}

/// Pieces and places have marks of one letter or digit; more kinds than marks are refused, and never share one.
#[test]
fn kinds_are_as_many_as_marks() {
    for (crates, targets) in [(3, 3), (20, 1), (2, 25)] {
        let found = import(FileId(0), &kinds(crates, targets), None);
        assert!(found.diagnostics.iter().all(|d| !d.is_error()), "{:?}", found.diagnostics);
        // In one row no crate can be pushed, which is a warning.
        let files = MemoryFiles([("p.puzzle".to_owned(), found.text.clone())].into());
        let checked = Analysis::load(&files, &["p.puzzle".to_owned()]).check(&Budget::unlimited());
        assert!(checked.iter().all(|d| !d.is_error()), "{checked:?}\n{}", found.text);
    }
    let headline = |crates, targets| errors(&kinds(crates, targets))[0].1.clone();
    assert_eq!(headline(40, 1), "the game has 41 objects that move, more than there are marks");
    assert_eq!(
        headline(1, 40),
        "the game has 40 objects that win conditions name as places, more than there are marks"
    );
}

/// Names that double the one before, lines that use a long name, and many lines: an error with the figure, or linear time.
#[test]
fn names_that_stand_for_many_objects() {
    let doubled = |first: &str| {
        let lines: String = (1..=34).map(|i| format!("q{i} = q{} and q{}\n", i - 1, i - 1)).collect();
        GAME.replace("O = Target", &format!("O = Target\nq0 = {first}\n{lines}"))
    };
    assert_eq!(
        errors(&doubled("Crate and Player")).len(),
        1,
        "the second level has three targets and two crates"
    );
    let objects: String = (0..2_000).map(|i| format!("\nthing{i}\nRed\n")).collect();
    let mut chain = "c0 = thing0\n".to_owned();
    for i in 1..2_000 {
        chain += &format!("c{i} = c{} and thing{i}\n", i - 1);
    }
    let text = GAME
        .replace("Crate\nOrange\n", &format!("Crate\nOrange\n{objects}"))
        .replace("O = Target", &format!("O = Target\n{chain}"));
    let found = errors(&text);
    assert_eq!(
        (found.len(), found[0].1.as_str()),
        (1, "the names up to here stand for more than 1,000,000 objects")
    );
    let many = GAME.replace("All Target on Crate", &"All Target on Crate\n".repeat(201));
    assert_eq!(errors(&many)[0].1, "the game has more than 200 win conditions");
}
