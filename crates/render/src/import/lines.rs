//! The lines of a text, with their places.

use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::{FileId, Span};

/// A line without its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'t> {
    /// Its text, without trailing blanks.
    pub(super) text: &'t str,
    file: FileId,
    start: usize,
}

impl<'t> Line<'t> {
    /// The place of a character, by its number from 0; of the end of the line, if the line is shorter.
    pub(super) fn at(&self, column: usize) -> Span {
        match self.text.char_indices().nth(column) {
            Some((at, c)) => Span::new(self.file, self.start + at, self.start + at + c.len_utf8()),
            None => {
                let end = self.start + self.text.len();
                Span::new(self.file, end, end)
            }
        }
    }

    /// The place of a part of this line's text.
    pub(super) fn part(&self, part: &str) -> Span {
        let from = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize).min(self.text.len());
        Span::new(self.file, self.start + from, self.start + (from + part.len()).min(self.text.len()))
    }

    /// The place of the whole line.
    pub(super) fn whole(&self) -> Span {
        self.part(self.text.trim_start())
    }

    pub(super) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// The text after a word such as `Title:`, in any case.
    pub(super) fn after(&self, word: &str) -> Option<&'t str> {
        let text = self.text.trim_start();
        let head = text.get(..word.len())?;
        head.eq_ignore_ascii_case(word).then(|| text.get(word.len()..).unwrap_or("").trim())
    }

    /// The text of a comment line: after `;`, `//` or `Title:`.
    pub(super) fn comment(&self) -> Option<&'t str> {
        let comment = |sign| self.text.trim_start().strip_prefix(sign).map(str::trim);
        comment(';').or_else(|| self.after("//")).or_else(|| self.after("title:"))
    }
}

/// A text by lines.
pub(super) struct Lines<'t>(Vec<Line<'t>>);

impl<'t> Lines<'t> {
    pub(super) fn new(file: FileId, text: &'t str) -> Self {
        let mut start = 0;
        let each = text.split_inclusive('\n').map(|line| {
            let begin = start;
            start += line.len();
            let mark = if begin == 0 && line.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
            Line { text: line.get(mark..).unwrap_or("").trim_end(), file, start: begin + mark }
        });
        Lines(each.collect())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Line<'t>> {
        self.0.iter()
    }

    /// A part of one of the lines as a line of its own.
    pub(super) fn line_of(&self, part: &'t str) -> Option<Line<'t>> {
        let first = self.0.partition_point(|line| line.text.as_ptr() <= part.as_ptr());
        let line = self.0.get(first.checked_sub(1)?)?;
        let start = line.start + (part.as_ptr() as usize - line.text.as_ptr() as usize);
        let part = part.trim_end();
        (!part.contains('\n')).then_some(Line { text: part, file: line.file, start })
    }

    /// The runs of lines that are neither blank nor comments, each with the last comment before it.
    pub(super) fn drawings(&self) -> Vec<Drawing<'t>> {
        let mut drawings: Vec<Drawing<'t>> = Vec::new();
        let (mut title, mut open) = (None, false);
        for line in &self.0 {
            if let Some(comment) = line.comment() {
                title = Some(comment).filter(|text| !text.is_empty());
                open = false;
            } else if line.is_blank() {
                open = false;
            } else {
                match drawings.last_mut().filter(|_| open) {
                    Some(drawing) => drawing.lines.push(*line),
                    None => drawings.push(Drawing { title: title.take(), lines: vec![*line] }),
                }
                open = true;
            }
        }
        drawings
    }
}

/// Lines that stand together.
#[derive(Clone, Debug)]
pub(super) struct Drawing<'t> {
    pub(super) title: Option<&'t str>,
    pub(super) lines: Vec<Line<'t>>,
}

impl Drawing<'_> {
    /// The place of its first line.
    pub(super) fn head(&self) -> Span {
        self.lines.first().map(Line::whole).unwrap_or_default()
    }
}

/// A level that is left out, with the reason.
pub(super) fn wrong(at: Span, headline: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::NotImported, at, headline)
}

/// A part that is left out.
pub(super) fn lost(at: Span, headline: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::NotCarriedOver, at, headline)
}
