//! Positions of the protocol and bytes.

use lsp_types::{Position, Range};
use puzzlec_base::LineIndex;

/// The unit of character positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// Bytes.
    Utf8,
    /// Units of UTF-16, which every client knows.
    #[default]
    Utf16,
}

impl Encoding {
    fn width(self, c: char) -> usize {
        match self {
            Encoding::Utf8 => c.len_utf8(),
            Encoding::Utf16 => c.len_utf16(),
        }
    }

    /// The length of a text.
    pub(crate) fn len(self, text: &str) -> u32 {
        let len = match self {
            Encoding::Utf8 => text.len(),
            Encoding::Utf16 => text.chars().map(char::len_utf16).sum(),
        };
        u32::try_from(len).unwrap_or(u32::MAX)
    }
}

/// A text with its lines, as positions of the client see it.
#[derive(Clone, Copy)]
pub(crate) struct Lines<'a> {
    text: &'a str,
    lines: &'a LineIndex,
    encoding: Encoding,
    /// The client's text begins with a byte order mark that this one lacks.
    mark: bool,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a str, lines: &'a LineIndex, encoding: Encoding, mark: bool) -> Self {
        Lines { text, lines, encoding, mark }
    }

    /// The position of a byte; the end of the text where there is no such byte.
    pub(crate) fn position(&self, offset: u32) -> Position {
        let offset = offset.min(u32::try_from(self.text.len()).unwrap_or(u32::MAX));
        let line = self.lines.line(offset);
        let start = self.lines.start(line).unwrap_or(0) as usize;
        // Inside a character: its beginning.
        let mut end = offset as usize;
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let before = self.encoding.len(self.text.get(start..end).unwrap_or(""));
        let mark = if line == 0 { self.mark_width() } else { 0 };
        Position::new(u32::try_from(line).unwrap_or(u32::MAX), before + mark)
    }

    pub(crate) fn range(&self, start: u32, end: u32) -> Range {
        Range::new(self.position(start), self.position(end))
    }

    /// The byte at a position; the end of the line or of the text where it is outside of them.
    pub(crate) fn offset(&self, position: Position) -> u32 {
        let Some(start) = self.lines.start(position.line as usize) else {
            return u32::try_from(self.text.len()).unwrap_or(u32::MAX);
        };
        let mark = if position.line == 0 { self.mark_width() } else { 0 };
        let wanted = position.character.saturating_sub(mark) as usize;
        let next = self.lines.start(position.line as usize + 1).map_or(self.text.len(), |n| n as usize);
        let line = self.text.get(start as usize..next).unwrap_or("");
        let line = line.trim_end_matches(['\n', '\r']);
        let mut seen = 0;
        for (i, c) in line.char_indices() {
            seen += self.encoding.width(c);
            if seen > wanted {
                return start + u32::try_from(i).unwrap_or(u32::MAX);
            }
        }
        start + u32::try_from(line.len()).unwrap_or(u32::MAX)
    }

    fn mark_width(&self) -> u32 {
        match (self.mark, self.encoding) {
            (false, _) => 0,
            (true, Encoding::Utf8) => 3,
            (true, Encoding::Utf16) => 1,
        }
    }
}
