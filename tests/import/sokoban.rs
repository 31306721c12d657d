use super::{imported, lengths, refused, said, valid};
use puzzlec::base::FileId;
use puzzlec::import::{Format, import};

const COLLECTION: &str = "\
; Small levels
; for a test

; 1: First steps

#####
#@$.#
#####

; A corner
   ####
####  #
#  $  #
# #+  #
#    ##
######
Title: The \"corner\"
Author: A. N. Author

####
#  ####
#. *@ #
#     #
#######
Title: Done

#######
#@ $ .#
#  .$.#
#######
";

#[test]
fn a_collection() {
    let analysis = imported(Format::Sokoban, COLLECTION.trim_end_matches("Title: Done\n"));
    let names: Vec<&str> = analysis.puzzles().iter().map(|p| p.name.as_str()).collect();
    assert_eq!(names.len(), 4);
    let text = import(FileId(0), COLLECTION, None).text;
    assert!(text.contains("use sokoban"), "{text}");
    assert!(text.contains("title \"The \\\"corner\\\"\""), "{text}");
    assert!(text.contains("/// By A. N. Author."), "{text}");
    assert_eq!(lengths(&analysis)[0], Some(1));
    let two = &lengths(&analysis)[1..];
    // The man stands on the only target, below the box: he walks round it and pushes it down.
    assert_eq!(two[0], Some(5));
}

/// The same level with its marks for floor, without trailing blanks, and with another line end.
#[test]
fn spellings_of_one_level() {
    let plain = "######\n#@   #\n# $. #\n#    #\n######\n";
    let text = import(FileId(0), plain, None).text;
    for other in [
        plain.replace(' ', "-"),
        plain.replace(' ', "_"),
        plain.replace('\n', "\r\n"),
        format!("\u{feff}{plain}"),
        plain.trim_end().to_owned(),
    ] {
        assert_eq!(import(FileId(0), &other, None).text, text, "{other:?}");
    }
    assert_eq!(lengths(&valid(&text)), [Some(2)]);
}

/// Floor outside the walls is no cell; a box on a target that cannot be reached is one.
#[test]
fn only_the_inside_is_a_board() {
    let text = "  #####\n  #@$.#\n###   ###\n#*#   #*#\n#########\n";
    let written = import(FileId(0), text, None).text;
    assert!(written.contains("goal  box at every t"), "{written}");
    assert_eq!(lengths(&valid(&written)), [Some(1)]);
}

/// More targets than boxes: each box must come to a target.
#[test]
fn spare_targets() {
    let text = "#######\n#@$ ..#\n#######\n";
    let written = import(FileId(0), text, None).text;
    assert!(written.contains("count(box, t) == 1"), "{written}");
    assert_eq!(lengths(&valid(&written)), [Some(2)]);
}

#[test]
fn wrong_levels_are_named_with_their_lines() {
    let level = |row: &str| format!("; one\n\n######\n{row}\n######\n");
    for (row, line, at, headline) in [
        ("# $ .#", 3, "######", "the level has no man"),
        ("#@@$.#", 4, "@", "the level has a second man"),
        ("#@  .#", 3, "######", "the level has no box"),
        ("#@ $ #", 3, "######", "the level has no target"),
        ("#@$$.#", 3, "######", "the level has 2 boxes and 1 targets"),
        ("#@$x.#", 4, "x", "`x` is no mark of a Sokoban level"),
        ("#@ $. ", 4, "", "the walls of the level are open here"),
    ] {
        let text = level(row);
        let found = said(Format::Sokoban, &text);
        assert_eq!(found.len(), 1, "{row}: {found:?}");
        assert_eq!((found[0].0, found[0].3.as_str()), ("P0821", headline), "{row}: {found:?}");
        if !at.is_empty() {
            assert_eq!((found[0].1, found[0].2.as_str()), (line, at), "{row}: {found:?}");
        }
    }
    refused(Format::Sokoban, "no level\n", 1, "n", "this file has no puzzle of the format");
    // The others are imported.
    let text = format!("{}\n#####\n#@$.#\n#####\n", level("# $ .#"));
    assert_eq!(import(FileId(0), &text, None).puzzles, 1);
    assert_eq!(said(Format::Sokoban, &text).len(), 1);
}
