//! Pictures: from tokens to rows, and from rows to marks on a lattice.

mod layout;
mod maze;
mod words;

use super::BLANKS;
use super::ast::{Picture, PictureRow};
pub use layout::{Mark, layout, out_of_step};
pub use maze::{DrawnWall, draws_walls, layout_maze};
use puzzlec_base::Span;
pub use words::{Word, layout_words};

/// A row before the common indentation is known: its characters and their first byte.
struct Line<'t> {
    text: &'t str,
    start: usize,
}

/// The picture of a token, which stands at `span` and is `text`.
pub fn read(span: Span, text: &str) -> Picture {
    let body = body(text);
    let lines = body.map(|(start, text)| Line { text, start: span.start as usize + start });
    drawn(span, &lines.collect::<Vec<_>>())
}

/// The two pictures of a token, cut at the column of the last quotes. A row that ends before that
/// column is blank on the right.
pub fn read_twin(span: Span, text: &str) -> (Picture, Picture) {
    // A twin has several lines, so its last line stands in the token from the very left.
    let closing = lines(text).last().map_or("", |(_, line)| line);
    let before = closing.rfind("\"\"\"").and_then(|quotes| closing.get(..quotes));
    let column = before.map_or(0, |before| before.chars().count());
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (start, line) in twin_body(text) {
        let cut = line.char_indices().nth(column).map_or(line.len(), |(at, _)| at);
        let (one, other) = line.split_at_checked(cut).unwrap_or((line, ""));
        let start = span.start as usize + start;
        left.push(Line { text: one, start });
        right.push(Line { text: other, start: start + cut });
    }
    (drawn(span, &left), drawn(span, &right))
}

/// The lines between the quotes with their first bytes.
fn body(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let inside = text.strip_prefix("\"\"\"").unwrap_or(text);
    let inside = inside.strip_suffix("\"\"\"").unwrap_or(inside);
    // Beside the opening quotes of a picture of several rows there is at most a comment.
    let skipped = if inside.contains(['\n', '\r']) { 1 } else { 0 };
    lines(inside).skip(skipped).map(|(start, line)| (start + 3, line))
}

/// The lines of a twin between the opening line and the closing one, which holds marks too if
/// any stand before its quotes.
fn twin_body(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let end = text.rfind("\"\"\"").and_then(|last| text.get(..last)?.rfind("\"\"\"")).unwrap_or(text.len());
    lines(text.get(..end).unwrap_or(text)).skip(1)
}

/// Lines with their first bytes; `\n`, `\r\n` and a lone `\r` end one.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = Some(0);
    std::iter::from_fn(move || {
        let start = rest?;
        let tail = text.get(start..)?;
        let Some(length) = tail.find(['\n', '\r']) else {
            rest = None;
            return Some((start, tail));
        };
        let ending = if tail.get(length..)?.starts_with("\r\n") { 2 } else { 1 };
        rest = Some(start + length + ending);
        Some((start, tail.get(..length)?))
    })
}

fn is_blank(c: char) -> bool {
    BLANKS.contains(&c)
}

fn drawn(span: Span, lines: &[Line<'_>]) -> Picture {
    Picture { rows: rows(span, lines), odd_indent: odd_indent(span, lines), span }
}

/// Where rows are indented partly by tabs and partly by blanks, the first row of the rarer kind.
fn odd_indent(span: Span, lines: &[Line<'_>]) -> Option<Span> {
    let indentation = |line: &Line<'_>| line.text.len() - line.text.trim_start_matches(is_blank).len();
    let rows = lines.iter().filter(|l| !l.text.chars().all(is_blank));
    let rows: Vec<(&Line<'_>, &str)> =
        rows.filter_map(|l| Some((l, l.text.get(..indentation(l))?))).collect();
    let alike = |a: &str, b: &str| a.bytes().zip(b.bytes()).all(|(x, y)| (x == b'\t') == (y == b'\t'));
    let (_, first) = rows.first()?;
    if rows.iter().all(|(_, other)| alike(first, other)) {
        return None;
    }
    let tabs = |indent: &str| indent.contains('\t');
    let most = rows.iter().filter(|(_, indent)| tabs(indent)).count() * 2 > rows.len();
    let (line, indent) = rows.iter().find(|(_, indent)| tabs(indent) != most)?;
    Some(Span::new(span.file, line.start, line.start + indent.len().max(1)))
}

/// Drops blank lines at both ends and the common indentation. Blanks are one byte each, but for
/// U+FEFF, so widths are counted in characters.
fn rows(span: Span, lines: &[Line<'_>]) -> Vec<PictureRow> {
    let drawn = |line: &Line<'_>| !line.text.chars().all(is_blank);
    let first = lines.iter().position(drawn).unwrap_or(lines.len());
    let last = lines.iter().rposition(drawn).map_or(first, |i| i + 1);
    let lines = lines.get(first..last).unwrap_or(&[]);
    let indentation = |line: &Line<'_>| line.text.chars().take_while(|c| is_blank(*c)).count();
    let common = lines.iter().filter(|l| drawn(l)).map(indentation).min().unwrap_or(0);
    lines
        .iter()
        .map(|line| {
            let skipped = line.text.char_indices().nth(common).map_or(line.text.len(), |(at, _)| at);
            let text = line.text.get(skipped..).unwrap_or("").trim_end_matches(is_blank);
            let start = line.start + skipped;
            let row = Span::new(span.file, start, start + text.len());
            PictureRow { text: text.chars().map(|c| if is_blank(c) { ' ' } else { c }).collect(), span: row }
        })
        .collect()
}
