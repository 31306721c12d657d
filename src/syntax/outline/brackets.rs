//! Which bracket closes which.

use super::words::ITEM_WORDS;
use crate::syntax::token::{Token, TokenKind};

const NONE: u32 = u32::MAX;

/// The partners of brackets, and the lines that surely begin an item.
pub(crate) struct Brackets {
    partners: Vec<u32>,
    /// Tokens, in order, that stand at the very left and read like the beginning of an item:
    /// whatever is open there was never closed.
    items: Vec<u32>,
}

impl Brackets {
    /// Matches all brackets in one pass. A closing bracket passes over opening ones of other
    /// kinds, if there is one of its own below them.
    pub(crate) fn match_up(tokens: &[Token], text: &str) -> Brackets {
        let mut brackets = Brackets { partners: vec![NONE; tokens.len()], items: Vec::new() };
        let mut open: Vec<(usize, Shape)> = Vec::new();
        let mut counts = [0_usize; 3];
        for (index, token) in tokens.iter().enumerate() {
            match token.kind {
                TokenKind::Word if begins_item(tokens, index, text) => {
                    brackets.items.push(clamp(index));
                    open.clear();
                    counts = [0; 3];
                }
                TokenKind::Open => {
                    let shape = Shape::of(token.text(text));
                    open.push((index, shape));
                    shape.add(&mut counts, 1);
                }
                TokenKind::Close => {
                    let shape = Shape::of(token.text(text));
                    if shape.count(&counts) == 0 {
                        continue;
                    }
                    while let Some((opened, other)) = open.pop() {
                        other.add(&mut counts, -1);
                        if other == shape {
                            brackets.pair(opened, index);
                            break;
                        }
                    }
                }
                _ => {}
            }
        }
        brackets
    }

    fn pair(&mut self, open: usize, close: usize) {
        if let Some(place) = self.partners.get_mut(open) {
            *place = clamp(close);
        }
        if let Some(place) = self.partners.get_mut(close) {
            *place = clamp(open);
        }
    }

    /// The partner of a bracket.
    pub(crate) fn partner(&self, index: usize) -> Option<usize> {
        self.partners.get(index).filter(|p| **p != NONE).map(|p| *p as usize)
    }

    /// Whether an item surely begins here.
    pub(crate) fn is_item(&self, index: usize) -> bool {
        self.items.binary_search(&clamp(index)).is_ok()
    }

    /// The first token from `index` on that surely begins an item, or the number of tokens.
    pub(crate) fn next_item(&self, index: usize) -> usize {
        let place = self.items.partition_point(|i| (*i as usize) < index);
        self.items.get(place).map_or(self.partners.len(), |i| *i as usize)
    }
}

fn clamp(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(NONE)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Round,
    Square,
    Curly,
}

impl Shape {
    fn of(text: &str) -> Shape {
        match text {
            "(" | ")" => Shape::Round,
            "[" | "]" => Shape::Square,
            _ => Shape::Curly,
        }
    }

    fn add(self, counts: &mut [usize; 3], change: isize) {
        if let Some(count) = counts.get_mut(self as usize) {
            *count = count.saturating_add_signed(change);
        }
    }

    fn count(self, counts: &[usize; 3]) -> usize {
        counts.get(self as usize).copied().unwrap_or(0)
    }
}

/// Whether an item's keyword stands here at the very left and is followed as in an item. `board`
/// begins statements too, so it must be followed by a name and `=`.
fn begins_item(tokens: &[Token], index: usize, text: &str) -> bool {
    let Some(token) = tokens.get(index).filter(|t| t.first) else { return false };
    let word = token.text(text);
    if !ITEM_WORDS.contains(&word) || !at_left(text, token.start) {
        return false;
    }
    let next = tokens.get(index + 1).map(|t| t.kind);
    match word {
        "edition" => next == Some(TokenKind::Number),
        "use" => matches!(next, Some(TokenKind::Word | TokenKind::Text)),
        "board" => next == Some(TokenKind::Word) && is_defined(tokens, index + 2, text),
        _ => next == Some(TokenKind::Word),
    }
}

/// Whether `=` stands here, or behind parameters that fit one line's length of tokens.
fn is_defined(tokens: &[Token], index: usize, text: &str) -> bool {
    let at = |i: usize| tokens.get(i).map_or("", |t| t.text(text));
    if at(index) != "(" {
        return at(index) == "=";
    }
    (index..index + 64).any(|i| at(i) == ")" && at(i + 1) == "=")
}

fn at_left(text: &str, start: u32) -> bool {
    let before = text.get(..start as usize).unwrap_or("");
    before.is_empty() || before.ends_with(['\n', '\r', '\u{FEFF}'])
}
