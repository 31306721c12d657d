//! The tokens of a text: the grammar's first stage. Any text has tokens; the bytes between them
//! are blanks and line ends.

mod again;

use pest::Parser;
use pest::iterators::Pair;

use super::trivia::{Comment, CommentKind};
pub(crate) use again::{Cut, lex_again};
use puzzlec_base::{FileId, Span};
use puzzlec_grammar::{Grammar, Rule};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// An identifier, a keyword or a direction such as `down-right`.
    Word,
    /// A digit and what sticks to it.
    Number,
    /// A text in quotes.
    Text,
    /// A picture.
    Picture,
    /// Two pictures side by side.
    Twin,
    /// A script between quotes.
    Script,
    /// An opening bracket.
    Open,
    /// A closing bracket.
    Close,
    /// `;`.
    Separator,
    /// Anything else.
    Symbol,
    /// A text whose line ends before it does.
    UnclosedText,
    /// A picture that does not end, or ends before something that is surely no row.
    UnclosedPicture,
    /// A script that does not end, or ends before something that is surely none of its lines.
    UnclosedScript,
    /// A picture of several rows, the first of which stands beside the opening quotes.
    CrookedPicture,
}

/// A token that is no comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Whether it is the first token of its line.
    pub first: bool,
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Token {
    /// The text of the token.
    pub fn text<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }

    /// Where it stands.
    pub fn span(&self, file: FileId) -> Span {
        Span { file, start: self.start, end: self.end }
    }
}

/// A text cut into tokens and comments.
#[derive(Clone, Debug, Default)]
pub struct Lexed {
    /// The tokens in order.
    pub tokens: Vec<Token>,
    /// The comments in order, those beside the opening quotes of pictures included.
    pub comments: Vec<Comment>,
    /// Where a comment begins that does not end.
    pub unclosed_comment: Option<Span>,
}

/// Cuts a text. Linear in its length.
pub fn lex(file: FileId, text: &str) -> Lexed {
    let mut lexer = Lexer { file, fresh_line: true, lexed: Lexed::default() };
    let mut base = 0;
    while let Some(end) = lexer.part(text, base) {
        base = end;
    }
    lexer.lexed
}

struct Lexer {
    file: FileId,
    /// No token stands on the line yet.
    fresh_line: bool,
    lexed: Lexed,
}

impl Lexer {
    /// Cuts the next part of a text from a byte on and gives the byte after it; none at the end.
    fn part(&mut self, text: &str, base: usize) -> Option<usize> {
        let rest = text.get(base..).filter(|rest| !rest.is_empty())?;
        // The rule is total; should it ever fail, the rest is left without tokens.
        let outline = Grammar::parse(Rule::outline, rest).ok()?.next()?;
        let end = outline.as_span().end();
        for pair in outline.into_inner() {
            self.add(base, pair);
        }
        (end > 0).then_some(base + end)
    }

    fn add(&mut self, base: usize, pair: Pair<'_, Rule>) {
        let slice = pair.as_span();
        let span = Span::new(self.file, base + slice.start(), base + slice.end());
        let kind = match pair.as_rule() {
            Rule::inline_script | Rule::unclosed_script => return self.script(base, pair),
            Rule::line_end => {
                self.fresh_line = true;
                return;
            }
            Rule::file_doc => return self.comment(CommentKind::FileDoc, span, slice.as_str()),
            Rule::doc_comment => return self.comment(CommentKind::Doc, span, slice.as_str()),
            Rule::line_comment => return self.comment(CommentKind::Line, span, slice.as_str()),
            Rule::block_comment => return self.comment(CommentKind::Block, span, slice.as_str()),
            Rule::unclosed_comment => {
                let end = span.start.saturating_add(2);
                self.lexed.unclosed_comment = Some(Span { end, ..span });
                return self.comment(CommentKind::Block, span, slice.as_str());
            }
            Rule::word => TokenKind::Word,
            Rule::number => TokenKind::Number,
            Rule::text => TokenKind::Text,
            Rule::picture => TokenKind::Picture,
            Rule::twin => TokenKind::Twin,
            Rule::open => TokenKind::Open,
            Rule::close => TokenKind::Close,
            Rule::separator => TokenKind::Separator,
            Rule::unclosed_text => TokenKind::UnclosedText,
            Rule::unclosed_picture | Rule::unclosed_twin => TokenKind::UnclosedPicture,
            Rule::crooked_picture => TokenKind::CrookedPicture,
            _ => TokenKind::Symbol,
        };
        self.push(kind, span);
        for inner in pair.into_inner().filter(|p| p.as_rule() == Rule::opening_comment) {
            let slice = inner.as_span();
            let span = Span::new(self.file, base + slice.start(), base + slice.end());
            self.comment(CommentKind::Line, span, slice.as_str());
        }
    }

    fn push(&mut self, kind: TokenKind, span: Span) {
        let first = self.fresh_line;
        // What stands behind nothing but `;` still begins its line.
        self.fresh_line &= kind == TokenKind::Separator;
        self.lexed.tokens.push(Token { kind, first, start: span.start, end: span.end });
    }

    /// The word `script` and the text behind it.
    fn script(&mut self, base: usize, pair: Pair<'_, Rule>) {
        let (end, closed) = (base + pair.as_span().end(), pair.as_rule() == Rule::inline_script);
        let kind = if closed { TokenKind::Script } else { TokenKind::UnclosedScript };
        let mut parts = pair.into_inner().map(|p| p.as_span());
        if let (Some(word), Some(text)) = (parts.next(), parts.next()) {
            self.push(TokenKind::Word, Span::new(self.file, base + word.start(), base + word.end()));
            self.push(kind, Span::new(self.file, base + text.start(), end));
        }
    }

    fn comment(&mut self, kind: CommentKind, span: Span, text: &str) {
        let text = text.trim_end().to_string();
        self.lexed.comments.push(Comment { span, text, kind, own_line: self.fresh_line });
    }
}
