//! Texts and their lines. Lines and columns exist only here; everything else counts bytes.

use std::collections::HashMap;
use std::sync::Arc;

use super::{FileId, Span};

/// A position as people count it: both from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineCol {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

/// The byte offsets at which lines start.
#[derive(Clone, Debug, Default)]
pub struct LineIndex {
    starts: Vec<u32>,
}

impl LineIndex {
    /// Reads the line starts of a text; `\n`, `\r\n` and a lone `\r` end a line.
    pub fn new(text: &str) -> Self {
        let mut starts = vec![0];
        let bytes = text.as_bytes();
        for (i, byte) in bytes.iter().enumerate() {
            let ends = *byte == b'\n' || (*byte == b'\r' && bytes.get(i + 1) != Some(&b'\n'));
            if ends {
                starts.push(u32::try_from(i + 1).unwrap_or(u32::MAX));
            }
        }
        LineIndex { starts }
    }

    /// The line of a byte offset, from 0.
    pub fn line(&self, offset: u32) -> usize {
        self.starts.partition_point(|start| *start <= offset).saturating_sub(1)
    }

    /// The byte at which a line (from 0) starts.
    pub fn start(&self, line: usize) -> Option<u32> {
        self.starts.get(line).copied()
    }

    /// The number of lines.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Never true: an empty text has one line.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }
}

/// One text with the name under which people know it.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The path as given, `<stdin>`, or `stdlib:peg.puzzle` for the library's own.
    pub name: String,
    /// The text, without a byte order mark.
    pub text: Arc<str>,
    /// Its lines. A copy of the file shares them.
    pub lines: Arc<LineIndex>,
}

impl SourceFile {
    /// A file with its line index.
    pub fn new(name: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        SourceFile { name: name.into(), lines: Arc::new(LineIndex::new(&text)), text }
    }

    /// The text of a span; empty where the span does not fit the text.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }

    /// A text to be written into this one: its lines end as the first line of this one does.
    pub fn with_its_line_ends(&self, text: &str) -> String {
        let crlf =
            self.text.find('\n').is_some_and(|at| self.text.get(..at).is_some_and(|t| t.ends_with('\r')));
        if crlf { text.replace("\r\n", "\n").replace('\n', "\r\n") } else { text.to_owned() }
    }

    /// Line and column of a byte offset.
    pub fn line_col(&self, offset: u32) -> LineCol {
        let line = self.lines.line(offset);
        let start = self.lines.start(line).unwrap_or(0) as usize;
        let end = (offset as usize).min(self.text.len());
        let column = self.text.get(start..end).map_or(0, |s| s.chars().count());
        LineCol {
            line: u32::try_from(line + 1).unwrap_or(u32::MAX),
            column: u32::try_from(column + 1).unwrap_or(u32::MAX),
        }
    }
}

/// All texts of a run.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
    /// The first file of each name.
    named: HashMap<String, FileId>,
}

impl Sources {
    /// Adds a file.
    pub fn add(&mut self, file: SourceFile) -> FileId {
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        self.named.entry(file.name.clone()).or_insert(id);
        self.files.push(file);
        id
    }

    /// The first file of this name.
    pub fn named(&self, name: &str) -> Option<FileId> {
        self.named.get(name).copied()
    }

    /// A file by its id.
    pub fn get(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(id.0 as usize)
    }

    /// The text of a span.
    pub fn slice(&self, span: Span) -> &str {
        self.get(span.file).map_or("", |f| f.slice(span))
    }

    /// All files with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(i, f)| (FileId(u32::try_from(i).unwrap_or(u32::MAX)), f))
    }
}

/// A span extended to whole lines if only blanks surround it: its removal leaves no empty line, nor two if
/// one separated it on either side.
pub fn whole_lines(text: &str, span: Span) -> Span {
    let blank = |t: &str| t.trim_matches([' ', '\t', '\r']).is_empty();
    let (Some(before), Some(after)) = (text.get(..span.start as usize), text.get(span.end as usize..)) else {
        return span;
    };
    let start = before.rfind('\n').map_or(0, |i| i + 1);
    let end = after.find('\n').map_or(after.len(), |i| i + 1);
    let beside = |range: Option<&str>| range.is_some_and(|t| blank(t.trim_end_matches('\n')));
    if !(beside(before.get(start..)) && beside(after.get(..end))) {
        return span;
    }
    let above = before.get(..start).and_then(|t| t.strip_suffix('\n'));
    let above = above.map(|t| t.rsplit('\n').next().unwrap_or(""));
    let below = after.get(end..).unwrap_or("");
    let next = below.find('\n').map_or(below.len(), |i| i + 1);
    let separated = above.is_none_or(blank) && beside(below.get(..next)) && next > 0;
    let end = if separated { end + next } else { end };
    let byte = |i: usize| u32::try_from(i).unwrap_or(u32::MAX);
    Span { start: byte(start), end: span.end.saturating_add(byte(end)), ..span }
}
