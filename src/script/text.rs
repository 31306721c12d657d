//! Places in a script's text. The interpreter counts lines and characters and knows no ends.

use rhai::Position;

use super::ScriptText;
use crate::base::Span;

impl<'a> ScriptText<'a> {
    /// The token that begins at a position; `None` where the interpreter knew no position.
    pub(super) fn token(self, at: Position) -> Option<Span> {
        let line = at.line()?;
        let start = self.text.split_inclusive('\n').take(line - 1).map(str::len).sum::<usize>();
        let rest = self.text.get(start..).unwrap_or("");
        let column = at.position().map_or(0, |p| p - 1);
        let within = rest.char_indices().nth(column).map_or(rest.len(), |c| c.0);
        Some(self.widen(start + within))
    }

    /// The span from an offset to the end of the token there; past the text its last token's end.
    fn widen(self, offset: usize) -> Span {
        let rest = self.text.get(offset..).unwrap_or("");
        let next = rest.chars().next();
        if next.is_none_or(char::is_whitespace) {
            let before = self.text.get(..offset).unwrap_or(self.text).trim_end();
            let last = before.chars().next_back().map_or(0, char::len_utf8);
            return self.span(before.len() - last, before.len());
        }
        self.span(offset, offset + token_length(rest))
    }

    /// A place in the text as a place in its file.
    fn span(self, start: usize, end: usize) -> Span {
        let offset = self.offset as usize;
        Span::new(self.file, offset + start, offset + end)
    }

    /// The name in the definition `fn name(…)`.
    pub(super) fn definition(self, name: &str) -> Option<Span> {
        let mut words = self.words();
        while let Some((_, word)) = words.next() {
            if word == "fn"
                && let Some((start, found)) = words.next()
                && found == name
            {
                return Some(self.span(start, start + found.len()));
            }
        }
        None
    }

    /// The words of the text with their offsets, outside comments and quotes.
    pub(super) fn words(self) -> impl Iterator<Item = (usize, &'a str)> {
        let mut offset = 0;
        std::iter::from_fn(move || {
            while let Some(rest) = self.text.get(offset..).filter(|r| !r.is_empty()) {
                let length = token_length(rest).max(1);
                let start = offset;
                offset += length;
                if rest.starts_with(is_word) {
                    return rest.get(..length).map(|word| (start, word));
                }
            }
            None
        })
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The length in bytes of the token, comment or run of blanks with which a text begins.
fn token_length(text: &str) -> usize {
    let run = |test: fn(char) -> bool| text.find(|c| !test(c)).unwrap_or(text.len());
    match text.chars().next() {
        None => 0,
        Some(c) if c.is_whitespace() => run(char::is_whitespace),
        Some(c) if is_word(c) => run(is_word),
        Some(c @ ('"' | '\'' | '`')) => quoted_length(text, c),
        Some('/') if text.starts_with("//") => text.find('\n').unwrap_or(text.len()),
        Some('/') if text.starts_with("/*") => comment_length(text),
        Some(c) if is_sign(c) => run(is_sign),
        Some(c) => c.len_utf8(),
    }
}

fn is_sign(c: char) -> bool {
    "+-*/%=<>!&|^~?:.".contains(c)
}

fn quoted_length(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (i, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = quote != '`',
            '\n' if quote != '`' => return i,
            c if c == quote => return i + 1,
            _ => (),
        }
    }
    text.len()
}

fn comment_length(text: &str) -> usize {
    let mut depth = 0usize;
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|r| !r.is_empty()) {
        if rest.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}
