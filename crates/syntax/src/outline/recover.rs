//! Recovery from brackets too many and brackets that an unclosed text or picture swallowed.

use std::ops::Range;

use super::{Assembler, check};
use crate::keywords::{Place, words};
use crate::token::TokenKind;
use puzzlec_base::diag::{Code, Diagnostic};

impl Assembler<'_> {
    /// Where a block was closed too early, so that its other statements and its true end follow:
    /// takes them in and returns the token after them.
    pub(super) fn resume_block(&mut self, index: usize) -> Option<usize> {
        let early = index.checked_sub(1)?;
        let block = self.items.last()?.block.as_ref()?;
        if block.close != Some(early) {
            return None;
        }
        let kind = block.kind;
        let end = self.stray_end(index)?;
        let token = self.tokens.get(early)?;
        let span = token.span(self.file);
        let found = Diagnostic::new(Code::StrayClose, span, "`}` closes its block too early");
        let found = found.label("more statements follow").fix("remove `}`", span, "", false);
        self.diagnostics.push(found);
        let said = self.diagnostics.len();
        let mut statements = self.statements(index..end, kind, true);
        // The bracket tore a statement in two; neither half can be judged.
        let torn = self.tokens.get(index).is_some_and(|t| !t.first);
        if torn && let Some(half) = statements.first() {
            let start = self.tokens.get(half.tokens.end).map_or(u32::MAX, |t| t.start);
            let rest = self.diagnostics.split_off(said);
            self.diagnostics.extend(rest.into_iter().filter(|d| d.primary.span.start >= start));
        }
        if let Some(first) = statements.first_mut() {
            first.broken |= torn;
        }
        let block = self.items.last_mut()?.block.as_mut()?;
        if let Some(last) = block.statements.last_mut() {
            last.broken |= torn;
        }
        block.statements.append(&mut statements);
        block.close = Some(end);
        Some(end + 1)
    }

    /// The end of a piece whose head ends at `;` because a brace of its properties is missing: they
    /// belong to it nonetheless.
    pub(super) fn end_of_properties(&self, from: usize, end: usize) -> usize {
        let separated = |at: usize| self.kind(at) == Some(TokenKind::Separator);
        if !separated(end) {
            return end;
        }
        if let Some(stray) = self.stray_end(end) {
            return stray + 1;
        }
        let mut end = end;
        if (from..end).any(|i| self.word(i) == "{" && self.brackets.partner(i).is_none()) {
            while separated(end) && self.tokens.get(end + 1).is_some_and(|t| !t.first) {
                end = self.end_of(end, self.tokens.len(), words(Place::Item));
            }
        }
        end
    }

    /// Where an unclosed text or picture stands for an item and holds the `{` of its block: the
    /// token after the block.
    pub(super) fn skip_swallowed(&mut self, index: usize) -> Option<usize> {
        if !self.swallows(index..index + 1, '{') {
            return None;
        }
        let end = self.stray_end(index + 1)?;
        let fault = check::fault(self.file, self.text, self.tokens, self.brackets, index..index + 1);
        self.diagnostics.extend(fault);
        Some(end + 1)
    }

    /// Whether an unclosed text or picture among these tokens holds a bracket.
    pub(super) fn swallows(&self, range: Range<usize>, bracket: char) -> bool {
        let unclosed = |kind| {
            use TokenKind::{CrookedPicture, UnclosedPicture, UnclosedScript, UnclosedText};
            matches!(kind, UnclosedText | UnclosedPicture | UnclosedScript | CrookedPicture)
        };
        let tokens = self.tokens.get(range).unwrap_or(&[]);
        tokens.iter().any(|t| unclosed(t.kind) && t.text(self.text).contains(bracket))
    }

    /// The first `}` from here on that closes nothing, if no item begins before it.
    fn stray_end(&self, from: usize) -> Option<usize> {
        let mut index = from;
        while let Some(token) = self.tokens.get(index) {
            let word = token.text(self.text);
            if word == "}" && self.is_stray(index) {
                return Some(index);
            }
            let item = match word {
                "puzzle" | "rule" => true,
                "board" => self.brackets.is_item(index),
                _ => token.first && words(Place::Item).contains(&word),
            };
            if item {
                return None;
            }
            index = self.next(index);
        }
        None
    }
}
