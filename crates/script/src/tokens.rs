//! The tokens of a script, cut without its interpreter so that any text has some.

/// The kind of a script's token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptTokenKind {
    /// A name or a word of the script language.
    Word,
    /// A number.
    Number,
    /// A text or a character, its quotes included.
    Text,
    /// A comment.
    Comment,
    /// A documentation comment.
    DocComment,
    /// A run of signs.
    Sign,
    /// A bracket, comma or semicolon.
    Mark,
}

/// A token, with its place in the text that was cut, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScriptToken<'t> {
    /// The kind.
    pub kind: ScriptTokenKind,
    /// Where it begins.
    pub start: usize,
    /// Its text.
    pub text: &'t str,
}

impl ScriptToken<'_> {
    /// The byte behind it.
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// Whether it is this word, sign or mark.
    pub fn is(&self, text: &str) -> bool {
        use ScriptTokenKind::{Mark, Sign, Word};
        self.text == text && matches!(self.kind, Word | Sign | Mark)
    }

    /// Whether it is a comment.
    pub fn is_comment(&self) -> bool {
        matches!(self.kind, ScriptTokenKind::Comment | ScriptTokenKind::DocComment)
    }
}

/// The reserved words of the script language.
pub const SCRIPT_KEYWORDS: &[&str] = &[
    "let", "const", "if", "else", "while", "loop", "do", "until", "for", "in", "continue", "break", "switch",
    "fn", "private", "return", "throw", "try", "catch", "import", "export", "as", "global", "true", "false",
    "this", "is",
];

/// Cuts a script. Linear in its length.
pub fn script_tokens(text: &str) -> Vec<ScriptToken<'_>> {
    let mut tokens = Vec::new();
    let mut start = 0;
    while let Some(rest) = text.get(start..).filter(|r| !r.is_empty()) {
        let (kind, length) = first(rest);
        let length = length.max(1);
        if let (Some(kind), Some(text)) = (kind, rest.get(..length)) {
            tokens.push(ScriptToken { kind, start, text });
        }
        start += length;
    }
    tokens
}

/// The kind and length of what a text begins with; blanks have no kind.
pub(super) fn first(text: &str) -> (Option<ScriptTokenKind>, usize) {
    let run = |test: fn(char) -> bool| text.find(|c| !test(c)).unwrap_or(text.len());
    let Some(c) = text.chars().next() else { return (None, 0) };
    match c {
        c if c.is_whitespace() => (None, run(char::is_whitespace)),
        '0'..='9' => (Some(ScriptTokenKind::Number), number(text)),
        c if is_word(c) => (Some(ScriptTokenKind::Word), run(is_word)),
        '"' | '\'' | '`' => (Some(ScriptTokenKind::Text), quoted(text, c)),
        '/' if text.starts_with("//") => {
            let doc = text.starts_with("///") && !text.starts_with("////") || text.starts_with("//!");
            let kind = if doc { ScriptTokenKind::DocComment } else { ScriptTokenKind::Comment };
            (Some(kind), text.find(['\n', '\r']).unwrap_or(text.len()))
        }
        '/' if text.starts_with("/*") => (Some(ScriptTokenKind::Comment), comment(text)),
        c if is_sign(c) => {
            let length = text.find(|c| !is_sign(c)).unwrap_or(text.len());
            // A comment may follow a sign at once.
            let run = text.get(..length).unwrap_or("");
            let length = run.find("//").or_else(|| run.find("/*")).filter(|l| *l > 0).unwrap_or(length);
            (Some(ScriptTokenKind::Sign), length)
        }
        c => (Some(ScriptTokenKind::Mark), c.len_utf8()),
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

/// A function that a script declares.
#[derive(Clone, Debug)]
pub struct ScriptFunction<'t> {
    /// Its name.
    pub name: ScriptToken<'t>,
    /// The names of its arguments.
    pub parameters: Vec<ScriptToken<'t>>,
    /// Where `fn` begins.
    pub start: usize,
    /// The end of its body.
    pub end: usize,
}

impl ScriptFunction<'_> {
    /// Its call: `slides(board, k)`.
    pub fn usage(&self) -> String {
        let names: Vec<&str> = self.parameters.iter().map(|p| p.text).collect();
        format!("{}({})", self.name.text, names.join(", "))
    }
}

/// The functions of a script in order.
pub fn script_functions<'t>(tokens: &[ScriptToken<'t>]) -> Vec<ScriptFunction<'t>> {
    let mut found = Vec::new();
    let mut rest = tokens.iter().filter(|t| !t.is_comment()).peekable();
    while let Some(token) = rest.next() {
        if !token.is("fn") {
            continue;
        }
        let Some(name) = rest.next_if(|t| t.kind == ScriptTokenKind::Word) else { continue };
        let mut function =
            ScriptFunction { name: *name, parameters: Vec::new(), start: token.start, end: name.end() };
        let (mut depth, mut body) = (0usize, false);
        while let Some(next) = rest.next_if(|t| !t.is("fn")) {
            match next.text {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ if next.kind == ScriptTokenKind::Word && !body && depth == 1 => {
                    function.parameters.push(*next);
                }
                _ => {}
            }
            function.end = next.end();
            body |= next.is("{");
            if depth == 0 && (body || !next.is(")")) {
                break;
            }
        }
        found.push(function);
    }
    found
}
