//! The comments of a file: what the tree does not hold and the formatter must keep.

use puzzlec_base::Span;

/// The kinds of comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommentKind {
    /// `// …`.
    Line,
    /// `/* … */`.
    Block,
    /// `/// …`: documents the next item.
    Doc,
    /// `//! …`: documents the file.
    FileDoc,
}

/// A comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// Where it stands, without the line's end.
    pub span: Span,
    /// As written, with its marks, without trailing blanks.
    pub text: String,
    /// Which kind.
    pub kind: CommentKind,
    /// No token stands before it on its line; otherwise it trails one.
    pub own_line: bool,
}

impl Comment {
    /// The words of a documentation line: without the marks and the blank after them.
    pub fn words(&self) -> &str {
        let words = self.text.get(3..).unwrap_or("");
        words.strip_prefix(' ').unwrap_or(words)
    }

    /// Whether it documents something.
    pub fn is_doc(&self) -> bool {
        matches!(self.kind, CommentKind::Doc | CommentKind::FileDoc)
    }
}

/// The comments of a file in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trivia {
    /// In order.
    pub comments: Vec<Comment>,
}

impl Trivia {
    /// The comments that begin in `start..end`. Logarithmic.
    pub fn between(&self, start: u32, end: u32) -> &[Comment] {
        let from = self.comments.partition_point(|c| c.span.start < start);
        let to = self.comments.partition_point(|c| c.span.start < end);
        self.comments.get(from..to).unwrap_or(&[])
    }

    /// The words of the `///` lines in `start..end`, one line each; none where there are none.
    pub fn doc(&self, start: u32, end: u32) -> Option<String> {
        let lines = self.between(start, end).iter().filter(|c| c.kind == CommentKind::Doc && c.own_line);
        let lines: Vec<&str> = lines.map(Comment::words).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    /// The words of the `//!` lines.
    pub fn file_doc(&self) -> Option<String> {
        let lines = self.comments.iter().filter(|c| c.kind == CommentKind::FileDoc);
        let lines: Vec<&str> = lines.map(Comment::words).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }
}
