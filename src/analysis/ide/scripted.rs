//! The words of a script. Its language is read only as far as names go.

/// What a part of a script is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name or a word of the script language.
    Word,
    /// A text, its quotes included.
    Text,
    /// A comment.
    Comment,
    /// A number.
    Number,
    /// Anything else, one character.
    Symbol,
}

/// A part of a script and its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part<'t> {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) text: &'t str,
}

impl Part<'_> {
    pub(super) fn end(&self) -> usize {
        self.start + self.text.len()
    }

    pub(super) fn is(&self, text: &str) -> bool {
        self.text == text && matches!(self.kind, Kind::Word | Kind::Symbol)
    }
}

/// The words of the script language.
pub(super) const WORDS: &[&str] = &[
    "let", "const", "if", "else", "switch", "while", "loop", "do", "until", "for", "in", "continue", "break",
    "return", "throw", "try", "catch", "fn", "this", "true", "false", "private",
];

/// Cuts a script into its parts. Linear.
pub(super) fn parts(text: &str) -> Vec<Part<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|r| !r.is_empty()) {
        let Some(first) = rest.chars().next() else { break };
        let (kind, length) = match first {
            c if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            '/' if rest.starts_with("//") => (Kind::Comment, rest.find(['\n', '\r']).unwrap_or(rest.len())),
            '/' if rest.starts_with("/*") => (Kind::Comment, rest.find("*/").map_or(rest.len(), |e| e + 2)),
            '"' | '`' | '\'' => (Kind::Text, quoted(rest, first)),
            c if c.is_ascii_digit() => {
                (Kind::Number, rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len()))
            }
            c if c.is_alphabetic() || c == '_' => {
                (Kind::Word, rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len()))
            }
            c => (Kind::Symbol, c.len_utf8()),
        };
        let Some(text) = rest.get(..length.max(first.len_utf8())) else { break };
        found.push(Part { kind, start: at, text });
        at += text.len();
    }
    found
}

fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' if quote != '`' => escaped = true,
            '\n' if quote != '`' => return at,
            c if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// The functions that a script declares: the place of each name, and the names of its arguments.
pub(super) fn functions(text: &str) -> Vec<(Part<'_>, Vec<&str>)> {
    let parts = parts(text);
    let mut found = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        let Some(name) = parts.get(i + 1).filter(|n| part.is("fn") && n.kind == Kind::Word) else { continue };
        let rest = parts.iter().skip(i + 3).take_while(|p| !p.is(")") && !p.is("{"));
        found.push((*name, rest.filter(|p| p.kind == Kind::Word).map(|p| p.text).collect()));
    }
    found
}
