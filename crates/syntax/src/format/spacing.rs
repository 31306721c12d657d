//! Where blanks stand between the tokens of a statement.

use crate::keywords::{Joint, joins};
use crate::{Token, TokenKind};

/// The context of a token.
pub(super) struct Context {
    /// The first word of the statement.
    keyword: String,
    /// The number of tokens before.
    passed: usize,
    /// Inside the terms of `row`.
    row: bool,
    /// Behind `along`.
    along: bool,
    /// Behind the `walls` of a board.
    walls: bool,
    /// Among the moves of a plan.
    plan: bool,
    /// The brackets that are open; `true` for those of a graph.
    open: Vec<bool>,
}

impl Context {
    pub(super) fn of(keyword: &str) -> Context {
        Context {
            keyword: keyword.to_string(),
            passed: 0,
            row: false,
            along: false,
            walls: false,
            plan: false,
            open: Vec::new(),
        }
    }

    /// Goes past a token; `before` is the one before it.
    pub(super) fn pass(&mut self, text: &str, before: &str) {
        self.passed += 1;
        match text {
            "(" | "[" | "{" => self.open.push(text == "{" && before == "graph"),
            ")" | "]" | "}" => drop(self.open.pop()),
            "row" if before != "." => self.row = true,
            "or" | "and" => self.row = false,
            "along" => self.along = true,
            "walls" if self.passed > 2 || self.keyword != "board" => self.walls = true,
            "plan" if self.keyword == "expect" && self.passed == 2 => self.plan = true,
            "for" => self.plan = false,
            _ => {}
        }
    }

    /// Whether a blank stands before the token at `index`, in the context before it.
    pub(super) fn blank(&self, tokens: &[Token], index: usize, text: &str) -> bool {
        let at = |back: usize| index.checked_sub(back).and_then(|i| tokens.get(i));
        let (Some(left), Some(right)) = (at(1), at(0)) else { return true };
        let (a, b) = (left.text(text), right.text(text));
        // A dot in a path is adjacent to its names, and marks in a row may be adjacent; both stay.
        let dots = |word: &str| is_mark(word) || self.row && word == "..";
        let marks = |token: &Token, word: &str| {
            dots(word) || matches!(token.kind, TokenKind::Word | TokenKind::Number)
        };
        if (dots(a) || dots(b)) && marks(left, a) && marks(right, b) {
            return left.end != right.start;
        }
        // `..` as a cell of a pattern.
        if (a, b) == ("|", "..") || (a, b) == ("..", "|") {
            return true;
        }
        if matches!(b, "," | ")" | ";" | ":" | "..") || matches!(a, "(" | "..") || (a, b) == ("{", "}") {
            return false;
        }
        let before = at(2).map_or("", |t| t.text(text));
        if b == "(" && left.kind == TokenKind::Word {
            let named = matches!(before, "rule" | "puzzle" | "." | "::");
            return !named && (self.passed == 1 || joins(a, Joint::Group));
        }
        if self.row && (a == "*" || b == "*") {
            return false;
        }
        let edge = self.open.last().map_or(self.keyword == "place", |graph| *graph);
        let turn = self.along && self.open.is_empty();
        if self.plan && [a, b].iter().any(|token| matches!(*token, "-" | ".")) {
            return false;
        }
        // An edge of a board, between two faces: `a1-b1`, `a1-left`.
        let sides = |one: Option<&Token>, other: Option<&Token>| {
            let word = |token: Option<&Token>| token.map_or("", |t| t.text(text)).to_owned();
            (a == "-" || b == "-") && is_cell(&word(one)) && (is_cell(&word(other)) || is_side(&word(other)))
        };
        let next = tokens.get(index + 1);
        if b == "-" && sides(at(1), next) || a == "-" && sides(at(2), at(0)) {
            return left.end != right.start;
        }
        if (edge || turn || self.walls) && (a == "-" || b == "-") || turn && (a == "+" || b == "+") {
            return false;
        }
        !(a == "-" && self.is_prefix(at(2), text))
    }

    /// Whether `-` behind this token is a sign rather than an operator.
    fn is_prefix(&self, before: Option<&Token>, text: &str) -> bool {
        let Some(token) = before else { return true };
        let word = token.text(text);
        match token.kind {
            TokenKind::Symbol | TokenKind::Open => true,
            TokenKind::Word => word == self.keyword || word == "all" || joins(word, Joint::Group),
            _ => false,
        }
    }
}

/// Column letters and a row number.
fn is_cell(text: &str) -> bool {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_lowercase());
    digits.len() < text.len() && !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit())
}

/// A direction from a face to an edge or a corner beside it.
fn is_side(text: &str) -> bool {
    matches!(text.split('-').next_back(), Some("left" | "right" | "up" | "down"))
}

fn is_mark(text: &str) -> bool {
    matches!(text, "." | "?" | "#" | "@")
}
