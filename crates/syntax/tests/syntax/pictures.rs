//! Pictures: rows, places, and marks on lattices.

use puzzlec_base::FileId;
use puzzlec_base::diag::Code;
use puzzlec_syntax::ast::{ConfigKind, ItemKind, Lattice, Picture};
use puzzlec_syntax::{layout, parse};

fn picture(text: &str) -> Picture {
    let text = format!("configuration C = {text}");
    let parsed = parse(FileId(0), &text);
    assert_eq!(parsed.diagnostics, []);
    let ItemKind::Configuration(item) = &parsed.file.items[0].kind else { panic!("no configuration") };
    let ConfigKind::Picture(picture) = &item.value.kind else { panic!("no picture") };
    for row in &picture.rows {
        assert_eq!(text[row.span.range()].replace('\t', " "), row.text);
    }
    picture.clone()
}

fn rows(picture: &Picture) -> Vec<&str> {
    picture.rows.iter().map(|r| r.text.as_str()).collect()
}

fn marks(text: &str, lattice: Lattice) -> Vec<(i32, i32, char)> {
    let (marks, found) = layout(&picture(text), lattice);
    assert_eq!(found, []);
    marks.iter().map(|m| (m.x, m.y, m.ch)).collect()
}

#[test]
fn indentation_and_blank_rows_go() {
    let drawn = picture("\"\"\"  // why\n\n     a b\n\n   c\n   \n\"\"\"");
    assert_eq!(rows(&drawn), ["  a b", "", "c"]);
    assert_eq!(rows(&picture("\"\"\" o . o \"\"\"")), ["o . o"]);
    assert_eq!(rows(&picture("\"\"\"\r\n\to\r\n\t .\r\n\"\"\"")), ["o", " ."]);
    assert_eq!(rows(&picture("\"\"\"\n é 日\n   😀\n\"\"\"")), ["é 日", "  😀"]);
    assert_eq!(rows(&picture("\"\"\" \"\"\"")), [""; 0]);
}

#[test]
fn square_pictures_are_spaced_or_not() {
    let expected = [(0, 0, 'a'), (1, 0, 'b'), (0, 1, 'c')];
    assert_eq!(marks("\"\"\"\n a b\n c\n\"\"\"", Lattice::Square), expected);
    assert_eq!(marks("\"\"\"\n ab\n c\n\"\"\"", Lattice::Square), expected);
    let cross = "\"\"\"\n   a b\n c d e\n\"\"\"";
    let expected = [(0, 0, 'a'), (1, 0, 'b'), (-1, 1, 'c'), (0, 1, 'd'), (1, 1, 'e')];
    assert_eq!(marks(cross, Lattice::Square), expected);
}

#[test]
fn a_mark_between_columns_is_told_once_a_row() {
    let drawn = picture("\"\"\"\n a b\n  c d\n e f\n\"\"\"");
    let (marks, found) = layout(&drawn, Lattice::Square);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].code, Code::PictureSpacing);
    assert_eq!(found[0].primary.span, marks[2].span);
}

#[test]
fn hex_rows_are_shifted_by_half_a_cell() {
    let expected =
        [(0, 0, 'a'), (1, 0, 'b'), (-1, 1, 'c'), (0, 1, 'd'), (1, 1, 'e'), (-1, 2, 'f'), (0, 2, 'g')];
    assert_eq!(marks("\"\"\"\n   a b\n  c d e\n   f g\n\"\"\"", Lattice::Hex), expected);
    let drawn = picture("\"\"\"\n   a b\n   c d e\n   f g\n\"\"\"");
    let (_, found) = layout(&drawn, Lattice::Hex);
    assert_eq!(found.iter().map(|d| d.code).collect::<Vec<_>>(), [Code::PictureSpacing]);
}

#[test]
fn twins_are_cut_at_the_last_quotes() {
    let text = "configuration C = pieces \"\"\"     colours \"\"\"  // why\n  é é       R G\n b b\n\n           G\n \"\"\"       \"\"\"";
    let parsed = parse(FileId(0), text);
    assert_eq!(parsed.diagnostics, []);
    let ItemKind::Configuration(item) = &parsed.file.items[0].kind else { panic!("no configuration") };
    let ConfigKind::Layers(pieces, colours) = &item.value.kind else { panic!("no layers") };
    assert_eq!(rows(pieces), [" é é", "b b"]);
    assert_eq!(rows(colours), [" R G", "", "", "G"]);
    for row in pieces.rows.iter().chain(&colours.rows) {
        assert_eq!(text[row.span.range()], row.text);
    }
    assert_eq!(parsed.trivia.comments[0].text, "// why");
}
