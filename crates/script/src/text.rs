//! Places in a script's text. The interpreter counts lines and characters and knows no ends.

use rhai::Position;

use super::ScriptText;
use super::tokens::{ScriptTokenKind, first, script_tokens};
use puzzlec_base::Span;

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
        self.span(offset, offset + first(rest).1)
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
        let words = script_tokens(self.text).into_iter().filter(|t| t.kind == ScriptTokenKind::Word);
        words.map(|t| (t.start, t.text))
    }
}
