//! Texts of puzzles and plugins on a terminal: without the characters that would steer it.

use puzzlec_base::hidden;

/// Whether a terminal or an editor would take a character for a command, or show the text around it in
/// another order, or XML does not allow it.
pub fn steers(c: char) -> bool {
    hidden(c).is_some() || matches!(c, '\r' | '\u{61c}' | '\u{200e}' | '\u{200f}')
}

/// The character, or one that shows where it stood.
pub fn tame(c: char) -> char {
    match c {
        c if !steers(c) => c,
        c if c.is_ascii() => '?',
        _ => '\u{fffd}',
    }
}

/// A text in which nothing steers a terminal.
pub fn safe(text: &str) -> String {
    text.chars().map(tame).collect()
}

/// As [`safe`], except that escapes for colours are kept.
pub fn coloured(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(steers) {
        let (before, from) = rest.split_at(at);
        clean.push_str(before);
        let end = colour(from).unwrap_or(0);
        clean.push_str(from.get(..end).unwrap_or(""));
        let mut after = from.get(end..).unwrap_or("").chars();
        if end == 0 {
            clean.extend(after.next().map(tame));
        }
        rest = after.as_str();
    }
    clean.push_str(rest);
    clean
}

/// The length of the escape at the beginning, if it sets a colour.
fn colour(text: &str) -> Option<usize> {
    let rest = text.strip_prefix("\u{1b}[")?;
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    rest.get(end..)?.starts_with('m').then_some(end + 3)
}

/// JSON with an escape for each of those characters that JSON itself does not escape. They occur only in
/// strings.
pub fn json(text: &str) -> String {
    if !text.contains(steers) {
        return text.to_owned();
    }
    let mut clean = String::with_capacity(text.len());
    for c in text.chars() {
        if steers(c) {
            clean.push_str(&format!("\\u{:04x}", u32::from(c)));
        } else {
            clean.push(c);
        }
    }
    clean
}
