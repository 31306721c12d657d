//! The grammar's second stage: one slice against one strict rule. A failure is one diagnostic at
//! the furthest place reached.

use pest::Parser;
use pest::error::{Error, ErrorVariant, InputLocation};
use pest::iterators::Pair;

use super::grammar::label;
use super::hints::Failed;
use super::keywords::{Place, words};
use super::outline::{Slice, too_deep};
use super::samples::sample;
use super::token::{Token, TokenKind};
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::{FileId, Span};
use puzzlec_grammar::{Grammar, Rule};

/// A text with its tokens.
#[derive(Clone, Copy)]
pub(super) struct Source<'t> {
    pub(super) file: FileId,
    pub(super) text: &'t str,
    pub(super) tokens: &'t [Token],
}

impl<'t> Source<'t> {
    /// The tokens of a slice.
    pub(super) fn tokens_of(&self, slice: &Slice) -> &'t [Token] {
        self.tokens.get(slice.tokens.clone()).unwrap_or(&[])
    }

    /// Where a slice stands.
    pub(super) fn span_of(&self, slice: &Slice) -> Span {
        let tokens = self.tokens_of(slice);
        let start = tokens.first().map_or(0, |t| t.start);
        let end = tokens.last().map_or(start, |t| t.end);
        Span { file: self.file, start, end }
    }

    /// The text of a span.
    pub(super) fn str(&self, span: Span) -> &'t str {
        self.text.get(span.range()).unwrap_or("")
    }

    /// The only pair inside `rule`, matched against the bytes of `span`.
    ///
    /// # Errors
    /// What was expected and what was found.
    pub(super) fn parse(&self, rule: Rule, span: Span) -> Result<Pair<'t, Rule>, Box<Diagnostic>> {
        let mut pairs =
            Grammar::parse(rule, self.str(span)).map_err(|e| Box::new(self.explain(rule, span, &e)))?;
        let inner = pairs.next().and_then(|pair| pair.into_inner().next());
        inner.ok_or_else(|| Box::new(Diagnostic::new(Code::Unexpected, span, "expected a statement")))
    }

    fn explain(&self, rule: Rule, span: Span, error: &Error<Rule>) -> Diagnostic {
        let offset = match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => span.start as usize + at,
        };
        let ErrorVariant::ParsingError { positives, .. } = &error.variant else {
            return too_deep(Span::new(self.file, offset, span.end as usize));
        };
        if positives.contains(&Rule::kw_solutions)
            && let Some(found) = self.misspelt_claim(span)
        {
            return found;
        }
        let (place, found) = self.found(span, offset);
        let headline = format!("expected {}, found {found}", expected(positives));
        let byte = |at: usize| at.saturating_sub(span.start as usize);
        let failed = Failed {
            rule,
            span,
            text: self.str(span),
            at: byte(offset),
            end: byte(offset.max(if place.start as usize >= offset { place.end as usize } else { offset })),
            expected: positives,
            keywords: &keywords(positives),
        };
        let mended = failed.mend(Diagnostic::new(Code::Unexpected, place, headline));
        match example(rule, failed.text, positives).filter(|_| mended.help.is_none()) {
            Some(example) => mended.help(example),
            None => mended,
        }
    }

    /// `expect solvble` reads like a number of solutions that lacks its last word.
    fn misspelt_claim(&self, span: Span) -> Option<Diagnostic> {
        let index = self.tokens.partition_point(|t| t.start <= span.start);
        let token = self.tokens.get(index).filter(|t| t.kind == TokenKind::Word && t.start < span.end)?;
        let (word, place) = (token.text(self.text), token.span(self.file));
        let headline = format!("expected {}, found `{word}`", label(Rule::claim));
        let found = Diagnostic::new(Code::Unexpected, place, headline);
        Some(found.suggest(word, place, words(Place::Claim).iter().copied())).filter(|d| d.help.is_some())
    }

    /// The token at a byte offset inside a span, and what people call it.
    fn found(&self, span: Span, offset: usize) -> (Span, String) {
        let index = self.tokens.partition_point(|t| t.end as usize <= offset);
        match self.tokens.get(index).filter(|t| t.start < span.end) {
            Some(token) => {
                let start = token.start.max(u32::try_from(offset).unwrap_or(token.start));
                self.describe(*token, start)
            }
            None => {
                let last = index.checked_sub(1).and_then(|i| self.tokens.get(i));
                let place = last.map_or(span, |t| self.tail(*t));
                (place, "the end of the statement".to_string())
            }
        }
    }

    pub(super) fn describe(&self, token: Token, start: u32) -> (Span, String) {
        let place = token.span(self.file);
        let opening = Span { end: place.start.saturating_add(3).min(place.end), ..place };
        match token.kind {
            TokenKind::Picture | TokenKind::Twin | TokenKind::CrookedPicture | TokenKind::UnclosedPicture => {
                (opening, "a picture".to_string())
            }
            TokenKind::Script | TokenKind::UnclosedScript => (opening, "the text of a script".to_string()),
            TokenKind::Text | TokenKind::UnclosedText => (place, "a text in quotes".to_string()),
            TokenKind::Word | TokenKind::Number => (place, format!("`{}`", self.str(place))),
            _ => {
                let place = Span { start, ..place };
                let visible = self.str(place).chars().all(|c| !c.is_whitespace() && !c.is_control());
                match self.str(place).chars().next() {
                    Some(c) if !visible => (place, format!("the character U+{:04X}", u32::from(c))),
                    _ => (place, format!("`{}`", self.str(place))),
                }
            }
        }
    }

    /// The end of a token that is too large to point at.
    fn tail(&self, token: Token) -> Span {
        match token.kind {
            TokenKind::Picture | TokenKind::Twin | TokenKind::Script => {
                Span { file: self.file, start: token.end.saturating_sub(3), end: token.end }
            }
            _ => token.span(self.file),
        }
    }
}

/// An example of a statement that does not parse.
fn example(rule: Rule, text: &str, expected: &[Rule]) -> Option<String> {
    let place = match rule {
        Rule::item => Place::Item,
        Rule::rule_statement => Place::Rule,
        Rule::puzzle_statement => Place::Puzzle,
        _ => return None,
    };
    // It begins with a keyword, or with the sign of a pattern.
    let end = text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
    let sample = sample(place, text.get(..end.max(1))?)?;
    let drawn = [label(Rule::config), label(Rule::goal)];
    let drawn = expected.iter().any(|rule| drawn.contains(&label(*rule)));
    let picture = if drawn { ", or a picture between `\"\"\"` and `\"\"\"`" } else { "" };
    Some(format!("for example: `{sample}`{picture}"))
}

/// "`a`, `b` or `c`". What may always follow an expression or name is left out if there is more to
/// say.
fn expected(rules: &[Rule]) -> String {
    let operators = rules.iter().filter(|r| is_operator(**r)).count() > 2;
    let always =
        |rule: Rule| rule == Rule::dot || operators && (is_operator(rule) || rule == Rule::open_paren);
    let mut labels: Vec<String> = Vec::new();
    for rule in rules.iter().filter(|r| !always(**r)) {
        let words = label(*rule);
        if !labels.contains(&words) {
            labels.push(words);
        }
    }
    // The end says least, so it stands last.
    labels.sort_by_key(|l| l == "the end of the statement");
    match labels.split_last() {
        None if operators => "an operator".to_string(),
        None => "something else".to_string(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}

/// The keywords among what was expected, for a word that is nearly one.
fn keywords(rules: &[Rule]) -> Vec<String> {
    let inner = [(Rule::claim, Place::Claim), (Rule::property, Place::Property)];
    let inner = inner.iter().filter(|(rule, _)| rules.contains(rule)).flat_map(|(_, place)| words(*place));
    let labels = rules.iter().map(|rule| label(*rule));
    let plain = labels.filter_map(|l| Some(l.strip_prefix('`')?.strip_suffix('`')?.to_string()));
    let plain = plain.filter(|word| word.starts_with(char::is_alphabetic));
    plain.chain(inner.map(|word| (*word).to_owned())).collect()
}

fn is_operator(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::equal
            | Rule::not_equal
            | Rule::at_most
            | Rule::at_least
            | Rule::less
            | Rule::greater
            | Rule::plus
            | Rule::minus
            | Rule::star
            | Rule::slash
            | Rule::percent
            | Rule::caret
            | Rule::kw_except
            | Rule::kw_union
            | Rule::kw_until
            | Rule::kw_where
            | Rule::kw_is
            | Rule::kw_and
            | Rule::kw_or
    )
}
