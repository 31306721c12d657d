//! The tokens of a script, cut without its interpreter so that any text has some.

use std::collections::BTreeSet;

use super::text::{offset, slice};
use super::tokens::TokenClass;

/// What a token of a script is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Word,
    Number,
    Text,
    Comment,
    DocComment,
    /// A run of signs.
    Sign,
    /// A bracket, comma or semicolon.
    Mark,
}

/// A token, by its offsets in the text that was cut.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) kind: Kind,
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Piece {
    pub(super) fn text<'t>(&self, text: &'t str) -> &'t str {
        slice(text, self.start, self.end)
    }

    fn is_comment(self) -> bool {
        matches!(self.kind, Kind::Comment | Kind::DocComment)
    }
}

/// The words that the script language keeps for itself.
const KEYWORDS: &[&str] = &[
    "let", "const", "if", "else", "while", "loop", "do", "until", "for", "in", "continue", "break", "switch",
    "fn", "private", "return", "throw", "try", "catch", "import", "export", "as", "global", "true", "false",
    "this", "is",
];

/// Cuts a script. Linear in its length.
pub(super) fn cut(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|r| !r.is_empty()) {
        let (kind, length) = first(rest);
        let end = at + length.max(1);
        if let Some(kind) = kind {
            pieces.push(Piece { kind, start: offset(at), end: offset(end) });
        }
        at = end;
    }
    pieces
}

/// The kind and length of what a text begins with; blanks have no kind.
fn first(text: &str) -> (Option<Kind>, usize) {
    let run = |test: fn(char) -> bool| text.find(|c| !test(c)).unwrap_or(text.len());
    let Some(c) = text.chars().next() else { return (None, 0) };
    match c {
        c if c.is_whitespace() => (None, run(char::is_whitespace)),
        '0'..='9' => (Some(Kind::Number), number(text)),
        c if is_word(c) => (Some(Kind::Word), run(is_word)),
        '"' | '\'' | '`' => (Some(Kind::Text), quoted(text, c)),
        '/' if text.starts_with("//") => {
            let doc = text.starts_with("///") && !text.starts_with("////") || text.starts_with("//!");
            let kind = if doc { Kind::DocComment } else { Kind::Comment };
            (Some(kind), text.find(['\n', '\r']).unwrap_or(text.len()))
        }
        '/' if text.starts_with("/*") => (Some(Kind::Comment), comment(text)),
        c if is_sign(c) => {
            let length = text.find(|c| !is_sign(c)).unwrap_or(text.len());
            // A comment may follow a sign at once.
            let run = text.get(..length).unwrap_or("");
            let length = run.find("//").or_else(|| run.find("/*")).filter(|l| *l > 0).unwrap_or(length);
            (Some(Kind::Sign), length)
        }
        c => (Some(Kind::Mark), c.len_utf8()),
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn is_sign(c: char) -> bool {
    "+-*/%=<>!&|^~?:.#@$".contains(c)
}

/// Digits, letters for other bases and exponents, and one point before a digit.
fn number(text: &str) -> usize {
    let whole = text.find(|c| !is_word(c)).unwrap_or(text.len());
    let rest = text.get(whole..).unwrap_or("");
    let fraction = rest.strip_prefix('.').filter(|r| r.starts_with(|c: char| c.is_ascii_digit()));
    fraction.map_or(whole, |f| whole + 1 + f.find(|c| !is_word(c)).unwrap_or(f.len()))
}

fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (i, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = quote != '`',
            '\n' | '\r' if quote != '`' => return i,
            c if c == quote => return i + 1,
            _ => {}
        }
    }
    text.len()
}

fn comment(text: &str) -> usize {
    let mut depth = 0usize;
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|r| !r.is_empty()) {
        if rest.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with("*/") {
            depth = depth.saturating_sub(1);
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

/// A function of a script.
#[derive(Clone, Debug)]
pub(super) struct Function {
    /// Its name, as offsets.
    pub(super) name: (u32, u32),
    /// From `fn` to the end of its body.
    pub(super) whole: (u32, u32),
    /// The names of its parameters, as offsets.
    pub(super) parameters: Vec<(u32, u32)>,
}

/// The functions of a script in order.
pub(super) fn functions(pieces: &[Piece], text: &str) -> Vec<Function> {
    let mut found = Vec::new();
    let mut rest = pieces.iter().filter(|p| !p.is_comment()).peekable();
    while let Some(piece) = rest.next() {
        if piece.text(text) != "fn" {
            continue;
        }
        let Some(name) = rest.next_if(|p| p.kind == Kind::Word) else { continue };
        let mut function =
            Function { name: (name.start, name.end), whole: (piece.start, name.end), parameters: Vec::new() };
        let (mut depth, mut body) = (0usize, false);
        while let Some(next) = rest.next_if(|p| p.text(text) != "fn") {
            let word = next.text(text);
            match word {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ if next.kind == Kind::Word && !body && depth == 1 => {
                    function.parameters.push((next.start, next.end));
                }
                _ => {}
            }
            function.whole.1 = next.end;
            body |= word == "{";
            if depth == 0 && (body || word != ")") {
                break;
            }
        }
        found.push(function);
    }
    found
}

/// What each token of a script is, by its offsets, and whether a name is introduced there.
pub(super) fn classes(text: &str) -> Vec<(u32, u32, TokenClass, bool)> {
    let pieces = cut(text);
    let functions = functions(&pieces, text);
    let mut inside = functions.iter().peekable();
    let mut parameters: BTreeSet<&str> = BTreeSet::new();
    let mut leave = 0;
    let mut found = Vec::with_capacity(pieces.len());
    let mut before = "";
    for (i, piece) in pieces.iter().enumerate() {
        if piece.start >= leave {
            parameters.clear();
        }
        if let Some(function) = inside.next_if(|f| f.whole.0 <= piece.start) {
            parameters = function.parameters.iter().map(|p| slice(text, p.0, p.1)).collect();
            leave = function.whole.1;
        }
        let word = piece.text(text);
        let (class, declaration) = match piece.kind {
            Kind::Number => (TokenClass::Number, false),
            Kind::Text => (TokenClass::Text, false),
            Kind::Comment => (TokenClass::Comment, false),
            Kind::DocComment => (TokenClass::DocComment, false),
            Kind::Sign if matches!(word, "." | "?." | ":" | "::" | "#") => {
                before = word;
                continue;
            }
            Kind::Sign => (TokenClass::Operator, false),
            Kind::Mark => {
                before = word;
                continue;
            }
            Kind::Word => {
                let after = pieces.iter().skip(i + 1).find(|p| !p.is_comment()).map_or("", |p| p.text(text));
                word_class(word, before, after, &parameters)
            }
        };
        if !piece.is_comment() {
            before = word;
        }
        found.push((piece.start, piece.end, class, declaration));
    }
    // Parameters are declared where the head of their function names them.
    for (start, end) in functions.iter().flat_map(|f| &f.parameters) {
        if let Ok(at) = found.binary_search_by_key(start, |f| f.0)
            && let Some(place) = found.get_mut(at)
        {
            *place = (*start, *end, TokenClass::Parameter, true);
        }
    }
    found
}

fn word_class(word: &str, before: &str, after: &str, parameters: &BTreeSet<&str>) -> (TokenClass, bool) {
    if before.ends_with('.') && before != ".." {
        let class = if after == "(" { TokenClass::Function } else { TokenClass::Property };
        return (class, false);
    }
    match (before, after) {
        _ if KEYWORDS.contains(&word) => (TokenClass::Keyword, false),
        ("fn", _) => (TokenClass::Function, true),
        ("let" | "const" | "for", _) => (TokenClass::Variable, true),
        (_, "(") => (TokenClass::Function, false),
        (_, ":") => (TokenClass::Property, false),
        _ if parameters.contains(word) => (TokenClass::Parameter, false),
        _ => (TokenClass::Variable, false),
    }
}
