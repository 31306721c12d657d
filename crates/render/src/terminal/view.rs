//! A source as miette reads it: with columns in characters, a last line that can bear a label, and
//! nothing in it that a terminal would take for a command.

use std::ops::Range;
use std::sync::Arc;

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use crate::safe::steers;
use puzzlec_base::{LineIndex, SourceFile, Span};

/// Lines with more bytes than this are cut to a window about the label.
const LONGEST_LINE: usize = 400;
/// Bytes of such a line that are shown before and after the label's start.
const WINDOW: usize = 60;

/// A text to draw from. Clones share the text.
#[derive(Clone, Debug)]
pub(super) struct View {
    name: Arc<str>,
    /// The text in which every character has kept its place and its length in bytes, and a line
    /// break more at the end, for labels there.
    text: Arc<str>,
    /// The length without that line break.
    len: usize,
    lines: Arc<LineIndex>,
    /// Set for a cut line.
    cut: Option<Cut>,
}

/// One line of a file, shortened.
#[derive(Clone, Debug)]
struct Cut {
    /// The window's offset in the file.
    offset: usize,
    /// The bytes of the file it holds.
    len: usize,
    /// The text before it in the view: an ellipsis or nothing.
    lead: usize,
    /// Line (from 0) and column (from 0) of the primary label in the file.
    line: usize,
    column: usize,
}

/// A text with control characters that would steer a terminal replaced, each by a mark of the same
/// length.
pub(super) fn printable(text: &str) -> String {
    let mut clean = String::with_capacity(text.len() + 1);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            // miette does not treat a lone carriage return as a line end.
            '\r' if chars.peek() != Some(&'\n') => clean.push('\n'),
            '\t' | '\n' | '\r' => clean.push(c),
            '\u{feff}' => clean.push('\u{2007}'),
            c if c.is_control() => clean.push(if c.len_utf8() == 1 { '?' } else { '·' }),
            // Marks that turn the direction of writing could show a text as another one.
            '\u{61c}' => clean.push('·'),
            c if steers(c) => clean.push('\u{fffd}'),
            c => clean.push(c),
        }
    }
    clean
}

impl View {
    /// The view of a whole file.
    pub(super) fn new(source: &SourceFile) -> Self {
        let mut text = printable(&source.text);
        let len = text.len();
        text.push('\n');
        View {
            name: printable(&source.name).into(),
            text: text.into(),
            len,
            lines: Arc::clone(&source.lines),
            cut: None,
        }
    }

    /// The bytes of a span, clamped to the text, and reduced to its first line if it has too many.
    pub(super) fn clamp(&self, span: Span, tallest: usize) -> Range<usize> {
        let start = (span.start as usize).min(self.len);
        let end = (span.end as usize).clamp(start, self.len);
        let (first, last) = (self.line_of(start), self.line_of(end));
        if last.saturating_sub(first) < tallest {
            return start..end;
        }
        let line_end = self.line_start(first + 1);
        let shown = self.text.get(start..line_end).map_or(0, |t| t.trim_end().len());
        start..start + shown
    }

    /// Whether some line that would be drawn is too long for any terminal.
    pub(super) fn is_wide_at(&self, spans: &[Range<usize>]) -> bool {
        spans.iter().any(|span| {
            let first = self.line_of(span.start).saturating_sub(1);
            let last = self.line_of(span.end) + 1;
            (first..=last)
                .any(|line| self.line_start(line + 1).saturating_sub(self.line_start(line)) > LONGEST_LINE)
        })
    }

    /// The line of a span alone, cut to a window about the span's start.
    pub(super) fn cut_around(&self, span: Range<usize>) -> View {
        let line = self.line_of(span.start);
        let line_start = self.line_start(line);
        let line_text = self.text.get(line_start..self.line_start(line + 1).min(self.len)).unwrap_or("");
        let line_end = line_start + line_text.trim_end_matches(['\r', '\n']).len();
        let mut from = span.start.saturating_sub(WINDOW).max(line_start);
        while !self.text.is_char_boundary(from) {
            from -= 1;
        }
        let mut to = (span.start + WINDOW).min(line_end).max(from);
        while !self.text.is_char_boundary(to) {
            to -= 1;
        }
        let lead = if from > line_start { "…" } else { "" };
        let trail = if to < line_end { "…" } else { "" };
        let shown = self.text.get(from..to).unwrap_or("");
        let text = format!("{lead}{shown}{trail}\n");
        let column = self.text.get(line_start..span.start).map_or(0, |t| t.chars().count());
        View {
            name: Arc::clone(&self.name),
            len: text.len() - 1,
            lines: Arc::new(LineIndex::new(&text)),
            text: text.into(),
            cut: Some(Cut { offset: from, len: to - from, lead: lead.len(), line, column }),
        }
    }

    /// The range in the view; `None` if it is cut away.
    pub(super) fn place(&self, span: Range<usize>) -> Option<Range<usize>> {
        let Some(cut) = &self.cut else { return Some(span) };
        let start = span.start.checked_sub(cut.offset).filter(|s| *s <= cut.len)?;
        let end = span.end.saturating_sub(cut.offset).clamp(start, cut.len);
        Some(start + cut.lead..end + cut.lead)
    }

    fn line_of(&self, offset: usize) -> usize {
        self.lines.line(u32::try_from(offset).unwrap_or(u32::MAX))
    }

    fn line_start(&self, line: usize) -> usize {
        self.lines.start(line).map_or(self.len, |s| s as usize)
    }
}

impl SourceCode for View {
    /// Whole lines around a span; the place of the header if no context is shown.
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let end = span.offset().saturating_add(span.len()).min(self.len);
        let line = self.line_of(span.offset());
        if before == 0 && after == 0 {
            let line_start = self.line_start(line);
            let (line, column) = match &self.cut {
                Some(cut) => (cut.line, cut.column),
                None => (line, self.text.get(line_start..span.offset()).map_or(0, |t| t.chars().count())),
            };
            let data = self.text.get(span.offset()..end).ok_or(MietteError::OutOfBounds)?;
            return Ok(self.contents(data, span.offset(), line, column, 1));
        }
        let first = line.saturating_sub(before);
        // An empty label after the last line break needs a line, which the added line break provides;
        // otherwise that line would only appear as an empty one.
        let last = self.line_of(end) + after;
        let mut to = self.line_start(last + 1);
        if to == self.len && end == self.len {
            to = self.text.len();
        }
        let from = self.line_start(first);
        let data = self.text.get(from..to).ok_or(MietteError::OutOfBounds)?;
        let shift = self.cut.as_ref().map_or(0, |c| c.line);
        let count = data.matches('\n').count();
        Ok(self.contents(data, from, first + shift, 0, count))
    }
}

impl View {
    fn contents<'a>(
        &'a self,
        data: &'a str,
        offset: usize,
        line: usize,
        column: usize,
        count: usize,
    ) -> Box<dyn SpanContents<'a> + 'a> {
        let span = SourceSpan::from((offset, data.len()));
        let name = self.name.to_string();
        Box::new(MietteSpanContents::new_named(name, data.as_bytes(), span, line, column, count))
    }
}
