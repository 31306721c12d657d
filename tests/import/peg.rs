use super::{imported, lengths, refused, valid};
use puzzlec_base::FileId;
use puzzlec_render::import::{Format, import};

#[test]
fn diagrams() {
    let text = "; A cross\n  o\n oo.\n  .\n\n; Spaced\n. o o . o\n\n; Shifted\n    o\n   o o\n  . o o\n";
    let _ = imported(Format::Peg, text);
    let row = "oo.o\n";
    assert_eq!(lengths(&imported(Format::Peg, row)), [Some(2)]);
    // Where another mark stands for pegs, `o` is a hole.
    assert_eq!(lengths(&imported(Format::Peg, "xxox\n")), [Some(2)]);
    assert_eq!(lengths(&imported(Format::Peg, "x x o x\n")), [Some(2)]);
    assert_eq!(lengths(&imported(Format::Peg, "●●○●\n")), [Some(2)]);
}

#[test]
fn a_second_diagram_is_the_goal() {
    let goal = import(FileId(0), "oo.o\n\n..oo\n", None).text;
    assert!(goal.contains("goal  \"\"\""), "{goal}");
    assert_eq!(lengths(&valid(&goal)), [Some(1)]);
    // A title between makes it another puzzle, and so does another board.
    assert_eq!(import(FileId(0), "oo.o\n\n; next\n..oo\n", None).puzzles, 2);
    assert_eq!(import(FileId(0), "oo.o\n\n..ooo\n", None).puzzles, 2);
}

/// The triangle of fifteen holes has 13 jumps; the board of a shifted diagram has six directions.
#[test]
fn triangles() {
    let text = "    .\n   o o\n  o o o\n o o o o\no o o o o\n";
    let written = import(FileId(0), text, None).text;
    assert!(written.contains("board hex"), "{written}");
    assert_eq!(lengths(&valid(&written)), [Some(13)]);
}

#[test]
fn wrong_diagrams() {
    refused(Format::Peg, "; empty\n...\n", 2, "...", "this diagram has no peg");
    refused(Format::Peg, "oo?\n", 1, "?", "`?` is no mark of a diagram of pegs");
    refused(Format::Peg, "o o  o\n", 1, "o", "this mark stands between two columns");
}
