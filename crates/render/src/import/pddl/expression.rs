//! Lists in brackets.

use super::Fact;
use crate::import::lines::{Lines, wrong};
use puzzlec_base::Span;
use puzzlec_base::diag::Diagnostic;

/// Lists nested deeper than this are refused.
const DEEPEST: usize = 64;

/// A word, or a list.
pub(super) struct Node {
    /// Its place; of a list, its opening bracket.
    pub(super) at: Span,
    content: Content,
}

enum Content {
    Word(String),
    List(Vec<Node>),
}

impl Node {
    pub(super) fn list(&self) -> Option<&[Node]> {
        match &self.content {
            Content::List(list) => Some(list),
            Content::Word(_) => None,
        }
    }

    pub(super) fn word(&self) -> Option<&str> {
        match &self.content {
            Content::Word(word) => Some(word),
            Content::List(_) => None,
        }
    }

    pub(super) fn is(&self, word: &str) -> bool {
        self.word() == Some(word)
    }

    /// A list of words only, with at least one. Assignments of numbers are no facts.
    pub(super) fn fact(&self) -> Option<Fact> {
        let words: Option<Vec<String>> =
            self.list()?.iter().map(|node| node.word().map(str::to_owned)).collect();
        words.filter(|words| !words.is_empty()).map(|words| Fact { words, at: self.at })
    }
}

/// The lists of a text; words are in lower case, `;` begins a comment.
///
/// # Errors
/// Brackets that do not match.
pub(super) fn read(lines: &Lines<'_>, text: &str) -> Result<Vec<Node>, Box<Diagnostic>> {
    let mut open: Vec<(Span, Vec<Node>)> = Vec::new();
    let mut done = Vec::new();
    for line in lines.iter() {
        let code = line.text.split(';').next().unwrap_or("");
        let mut rest = code;
        loop {
            rest = rest.trim_start();
            let Some(first) = rest.chars().next() else { break };
            let length = match first {
                '(' | ')' => 1,
                _ => rest.find(|c: char| c.is_whitespace() || matches!(c, '(' | ')')).unwrap_or(rest.len()),
            };
            let (token, after) = rest.split_at(length);
            let at = line.part(token);
            rest = after;
            let node = match token {
                "(" if open.len() >= DEEPEST => {
                    return Err(Box::new(wrong(at, "brackets are nested too deeply")));
                }
                "(" => {
                    open.push((at, Vec::new()));
                    continue;
                }
                ")" => match open.pop() {
                    Some((at, list)) => Node { at, content: Content::List(list) },
                    None => return Err(Box::new(wrong(at, "this bracket closes nothing"))),
                },
                word => Node { at, content: Content::Word(word.to_ascii_lowercase()) },
            };
            match open.last_mut() {
                Some((_, list)) => list.push(node),
                None if node.list().is_some() => done.push(node),
                None => return Err(Box::new(wrong(at, "expected `(`"))),
            }
        }
    }
    match open.last() {
        Some((at, _)) => Err(Box::new(wrong(*at, "this bracket is not closed"))),
        None if done.is_empty() => {
            let at = lines.iter().next().map(|line| line.at(0)).unwrap_or_default();
            let empty = if text.trim().is_empty() { "the file is empty" } else { "the file has no list" };
            Err(Box::new(wrong(at, empty)))
        }
        None => Ok(done),
    }
}
