//! Which bracket closes which.

use crate::keywords::{Place, words};
use crate::token::{Token, TokenKind};

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
        let mut open = Open::default();
        for (index, token) in tokens.iter().enumerate() {
            match token.kind {
                TokenKind::Word if begins_item(tokens, index, text) => {
                    brackets.shift_blame(&open, index);
                    brackets.items.push(clamp(index));
                    open = Open::default();
                }
                TokenKind::Open => {
                    let graph = index.checked_sub(1).and_then(|i| tokens.get(i));
                    open.push(
                        index,
                        Shape::of(token.text(text)),
                        graph.is_some_and(|t| t.text(text) == "graph"),
                    );
                }
                TokenKind::Close => {
                    if let Some(opened) = open.close(index, Shape::of(token.text(text))) {
                        brackets.pair(opened, index);
                    }
                }
                _ => {}
            }
        }
        brackets.shift_blame(&open, tokens.len());
        brackets
    }

    /// Only a graph has braces inside braces. Where a block is not closed and the last bracket
    /// before its end closed braces inside it, that bracket closes the block, and the inner brace
    /// is the one too many.
    fn shift_blame(&mut self, open: &Open, end: usize) {
        let Some(nested) = &open.nested else { return };
        if nested.close + 1 == end && open.curly.contains(&nested.outer) {
            self.pair(nested.outer, nested.close);
            if let Some(place) = self.partners.get_mut(nested.inner) {
                *place = NONE;
            }
        }
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
}

/// The brackets that are open, with how many there are of each kind.
#[derive(Default)]
struct Open {
    stack: Vec<(usize, Shape)>,
    round: usize,
    square: usize,
    /// The braces on the stack, but for those of graphs.
    curly: Vec<usize>,
    graphs: Vec<usize>,
    nested: Option<Nested>,
}

/// Braces inside braces that are no graph's.
struct Nested {
    outer: usize,
    inner: usize,
    close: usize,
}

impl Open {
    fn push(&mut self, index: usize, shape: Shape, graph: bool) {
        self.stack.push((index, shape));
        match shape {
            Shape::Round => self.round += 1,
            Shape::Square => self.square += 1,
            Shape::Curly if graph => self.graphs.push(index),
            Shape::Curly => self.curly.push(index),
        }
    }

    fn pop(&mut self) -> Option<(usize, Shape)> {
        let (index, shape) = self.stack.pop()?;
        match shape {
            Shape::Round => self.round -= 1,
            Shape::Square => self.square -= 1,
            Shape::Curly if self.graphs.last() == Some(&index) => drop(self.graphs.pop()),
            Shape::Curly => drop(self.curly.pop()),
        }
        Some((index, shape))
    }

    /// The partner of a closing bracket, if one is open.
    fn close(&mut self, close: usize, shape: Shape) -> Option<usize> {
        let any = match shape {
            Shape::Round => self.round > 0,
            Shape::Square => self.square > 0,
            Shape::Curly => !self.curly.is_empty() || !self.graphs.is_empty(),
        };
        while any && let Some((inner, other)) = self.pop() {
            if other != shape {
                continue;
            }
            if let (Shape::Curly, Some(outer)) = (shape, self.curly.last().copied()) {
                self.nested = Some(Nested { outer, inner, close });
            }
            return Some(inner);
        }
        None
    }
}

/// Whether an item's keyword stands here at the very left and is followed as in an item. `board`
/// begins statements too, so it must be followed by a name and `=`.
fn begins_item(tokens: &[Token], index: usize, text: &str) -> bool {
    let Some(token) = tokens.get(index).filter(|t| t.first) else { return false };
    let word = token.text(text);
    if !words(Place::Item).contains(&word) || !at_left(text, token.start) {
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
