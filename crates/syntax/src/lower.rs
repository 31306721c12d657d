//! From what the strict rules matched to the tree. Nothing here can fail: where a pair that the
//! grammar promises is missing, the node is an error node.

mod board;
mod config;
mod expr;
mod goal;
mod item;
mod puzzle;
mod rule;

use pest::iterators::Pair;

use super::ast::{Name, Path, Text};
pub(super) use item::{Lowered, partial};
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::{FileId, Span};
use puzzlec_grammar::Rule;

/// A pair that one rule matched.
pub(super) type Node<'t> = Pair<'t, Rule>;

/// Lowers the pairs of one slice.
pub(super) struct Lower {
    file: FileId,
    /// Where the slice begins in the file.
    base: usize,
    /// What was found on the way.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// That the slice is too deep has been said.
    too_deep: bool,
}

impl Lower {
    pub(super) fn new(slice: Span) -> Lower {
        Lower { file: slice.file, base: slice.start as usize, diagnostics: Vec::new(), too_deep: false }
    }

    /// From the first to the last token of a node: a pair that ends in a repetition also holds the
    /// blanks and comments behind it.
    fn span(&self, node: &Node<'_>) -> Span {
        let start = node.as_span().start();
        let mut last = node.clone();
        while let Some(inner) = last.clone().into_inner().next_back() {
            // The inner pairs of a word or picture do not reach its end.
            if matches!(last.as_rule(), Rule::picture | Rule::twin | Rule::script_text) {
                break;
            }
            last = inner;
        }
        Span::new(self.file, self.base + start, self.base + last.as_span().end())
    }

    fn name(&self, node: &Node<'_>) -> Name {
        Name { text: node.as_str().to_string(), span: self.span(node) }
    }

    /// The first name inside a node.
    fn name_in(&self, node: &Node<'_>) -> Option<Name> {
        let found =
            children(node).find(|n| matches!(n.as_rule(), Rule::name | Rule::own_name | Rule::direction));
        found.map(|n| self.name(&n))
    }

    /// A path, or a single name as one.
    fn path(&self, node: &Node<'_>) -> Path {
        let parts: Vec<Name> = match node.as_rule() {
            Rule::path => children(node)
                .filter(|n| matches!(n.as_rule(), Rule::name | Rule::own_name))
                .map(|n| self.name(&n))
                .collect(),
            _ => vec![self.name(node)],
        };
        Path { parts, member: None, span: self.span(node) }
    }

    /// A piece or a member of a family, from the rule `member`.
    fn member(&mut self, node: &Node<'_>) -> Option<Path> {
        let path = self.path_in(node)?;
        let which = child(node, Rule::which);
        let of = |rule| which.as_ref().and_then(|which| child(which, rule));
        let member = match (of(Rule::int), of(Rule::text)) {
            (Some(number), _) => Some(self.name(&number)),
            (None, Some(text)) => {
                let Text { value, span } = self.text(&text);
                Some(Name { text: value, span })
            }
            (None, None) => None,
        };
        Some(Path { member, span: self.span(node), ..path })
    }

    fn member_in(&mut self, node: &Node<'_>) -> Option<Path> {
        child(node, Rule::member).and_then(|n| self.member(&n))
    }

    fn path_in(&self, node: &Node<'_>) -> Option<Path> {
        child(node, Rule::path).map(|n| self.path(&n))
    }

    fn text_in(&mut self, node: &Node<'_>) -> Option<Text> {
        child(node, Rule::text).map(|n| self.text(&n))
    }

    /// A text with its escapes resolved.
    fn text(&mut self, node: &Node<'_>) -> Text {
        let span = self.span(node);
        let written = node.as_str();
        let inside = written.strip_prefix('"').and_then(|s| s.strip_suffix('"')).unwrap_or(written);
        let mut value = String::with_capacity(inside.len());
        let mut characters = inside.char_indices();
        while let Some((_, c)) = characters.next() {
            if c != '\\' {
                value.push(c);
                continue;
            }
            match characters.next() {
                Some((_, 'n')) => value.push('\n'),
                Some((_, 't')) => value.push('\t'),
                Some((_, c @ ('"' | '\\'))) => value.push(c),
                Some((at, c)) => {
                    value.push(c);
                    let start = span.start as usize + at;
                    let place = Span::new(self.file, start, start + 1 + c.len_utf8());
                    let found = Diagnostic::new(Code::Unexpected, place, format!("unknown escape `\\{c}`"));
                    self.diagnostics.push(found.note("the escapes are `\\\"`, `\\\\`, `\\n` and `\\t`"));
                }
                None => {}
            }
        }
        Text { value, span }
    }

    /// A whole number; none, and a diagnostic, where it is too large.
    fn int(&mut self, node: &Node<'_>) -> Option<i64> {
        let value = node.as_str().parse().ok();
        if value.is_none() {
            let found = Diagnostic::new(Code::NumberTooLarge, self.span(node), "number is too large");
            self.diagnostics.push(found.note(format!("the largest is {}", i64::MAX)));
        }
        value
    }
}

/// The inner nodes.
fn children<'t>(node: &Node<'t>) -> impl Iterator<Item = Node<'t>> + use<'t> {
    node.clone().into_inner()
}

/// The first inner node of a rule.
fn child<'t>(node: &Node<'t>, rule: Rule) -> Option<Node<'t>> {
    children(node).find(|n| n.as_rule() == rule)
}

/// The inner nodes of a rule.
fn every<'t>(node: &Node<'t>, rule: Rule) -> impl Iterator<Item = Node<'t>> + use<'t> {
    children(node).filter(move |n| n.as_rule() == rule)
}

/// Whether there is an inner node of a rule.
fn has(node: &Node<'_>, rule: Rule) -> bool {
    child(node, rule).is_some()
}
