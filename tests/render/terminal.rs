//! Diagnostics on a terminal.

use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::{SourceFile, Sources, Span};
use puzzlec_render::terminal::Terminal;

const PLAIN: Terminal = Terminal { width: 80, color: false };

fn draw(text: &str, start: usize, end: usize) -> String {
    let mut sources = Sources::default();
    let file = sources.add(SourceFile::new("a.puzzle", text));
    let diagnostic =
        Diagnostic::new(Code::UnknownName, Span::new(file, start, end), "unknown name `x`").label("here");
    PLAIN.render(&sources, &[diagnostic])
}

/// The header contains `at`, and the mark of the label is in the terminal column `column`, counted from 0
/// after the gutter.
fn stands(text: &str, part: &str, at: &str, column: usize) {
    let start = text.find(part).unwrap();
    let drawn = draw(text, start, start + part.len());
    assert!(drawn.contains(&format!("[a.puzzle:{at}]")), "{drawn}");
    let mark = drawn.lines().find(|l| l.contains('┬')).unwrap_or_else(|| panic!("{drawn}"));
    let after_gutter = mark.split_once('·').unwrap().1;
    let found = after_gutter.chars().take_while(|c| *c == ' ').count() - 1;
    assert_eq!(found, column, "{drawn}");
}

#[test]
fn positions_count_characters_and_marks_stand_under_them() {
    stands("use xyz\n", "xyz", "1:5", 4);
    stands("é é xyz\n", "xyz", "1:5", 4);
    stands("日本 xyz\n", "xyz", "1:4", 5);
    stands("🧩 xyz\n", "xyz", "1:3", 3);
    stands("\txyz\n", "xyz", "1:2", 4);
    stands("one\r\ntwo xyz\r\nthree\r\n", "xyz", "2:5", 4);
    stands("one\rtwo xyz\rthree", "xyz", "2:5", 4);
    stands("no break xyz", "xyz", "1:10", 9);
}

#[test]
fn an_empty_label_at_the_end_survives() {
    for text in ["", "puzzle A {", "puzzle A {\n", "puzzle A {\r\n", "é\n\n"] {
        let drawn = draw(text, text.len(), text.len());
        assert!(drawn.contains("here"), "{text:?}\n{drawn}");
        assert!(drawn.contains('▲'), "{text:?}\n{drawn}");
    }
}

#[test]
fn spans_outside_the_text_are_brought_inside() {
    let drawn = draw("abc", 2, 900);
    assert!(drawn.contains("[a.puzzle:1:3]"), "{drawn}");
    assert!(draw("é", 1, 1).contains("unknown name"));
}

#[test]
fn a_tall_label_shows_its_first_line() {
    let text = format!("puzzle A {{\n{}}}\n", "  title \"x\"\n".repeat(50));
    let drawn = draw(&text, 0, text.len());
    assert!(drawn.lines().count() < 12, "{drawn}");
}

#[test]
fn a_long_line_is_cut_about_the_label() {
    let text = format!("// {}\n{} xyz {}\n", "c".repeat(9000), "é".repeat(5000), "b".repeat(9000));
    let start = text.find("xyz").unwrap();
    let drawn = draw(&text, start, start + 3);
    assert!(drawn.len() < 2000, "{drawn}");
    assert!(drawn.contains("[a.puzzle:2:5002]"), "{drawn}");
    assert!(drawn.contains(" xyz ") && drawn.contains("here"), "{drawn}");
}

#[test]
fn nothing_in_a_text_steers_the_terminal() {
    let drawn = draw("use \u{1b}[31mxyz\u{7}\u{9b}\u{202e}\n", 4, 7);
    assert!(!drawn.contains('\u{1b}') && !drawn.contains('\u{9b}') && !drawn.contains('\u{202e}'), "{drawn}");
}

#[test]
fn labels_in_another_file_are_drawn_from_that_file() {
    let mut sources = Sources::default();
    let a = sources.add(SourceFile::new("a.puzzle", "piece x\n"));
    let b = sources.add(SourceFile::new("b.puzzle", "// first\npiece x\n"));
    let diagnostic = Diagnostic::new(Code::DuplicateName, Span::new(a, 6, 7), "`x` is repeated")
        .also(Span::new(b, 15, 16), "first given here")
        .note("names are resolved over the whole file and its imports")
        .help("rename one of them");
    let drawn = PLAIN.render(&sources, &[diagnostic]);
    for part in [
        "P0202",
        "× `x` is repeated",
        "[a.puzzle:1:7]",
        "[b.puzzle:2:7]",
        "first given here",
        "  note: names",
        "  help: rename",
    ] {
        assert!(drawn.contains(part), "{part}\n{drawn}");
    }
}

#[test]
fn colour_is_only_colour() {
    let mut sources = Sources::default();
    let file = sources.add(SourceFile::new("a.puzzle", "piece x\n"));
    let diagnostic = Diagnostic::new(Code::UnusedPiece, Span::new(file, 6, 7), "piece `x` is never used")
        .label("here")
        .help("remove it");
    let coloured = Terminal { width: 80, color: true }.render(&sources, std::slice::from_ref(&diagnostic));
    let mut plain = String::new();
    let mut chars = coloured.chars();
    while let Some(c) = chars.next() {
        if c == '\u{1b}' {
            chars.by_ref().find(|c| *c == 'm');
        } else {
            plain.push(c);
        }
    }
    assert!(coloured.contains('\u{1b}'));
    assert_eq!(plain, PLAIN.render(&sources, &[diagnostic]));
}
