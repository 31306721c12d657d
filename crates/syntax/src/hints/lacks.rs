//! Words and signs that are missing.

use std::iter;

use super::{Edit, Failed, Repair};
use crate::grammar::label;
use crate::keywords;
use puzzlec_grammar::Rule;

impl Failed<'_> {
    /// A word or sign that is missing, or stands where another belongs.
    pub(super) fn lacks(&self) -> Option<Repair> {
        let joins = |r: &&Rule| {
            matches!(
                r,
                Rule::arrow
                    | Rule::both_ways
                    | Rule::assign
                    | Rule::bar
                    | Rule::comma
                    | Rule::colon
                    | Rule::kw_to
                    | Rule::kw_with
                    | Rule::kw_towards
                    | Rule::kw_at
                    | Rule::kw_by
                    | Rule::kw_for
                    | Rule::kw_in
            )
        };
        for rule in self.expected.iter().filter(joins) {
            let word = label(*rule).replace('`', "");
            let taken = self.text.get(self.at..self.end).unwrap_or("");
            let glue = if matches!(rule, Rule::comma | Rule::colon) { "" } else { " " };
            // Patterns may have several rows, so the place of their arrow is found late.
            let rows = self.text.match_indices('[').map(|(at, _)| at).filter(|_| *rule == Rule::arrow);
            for at in iter::once(self.at).chain(rows) {
                let before = self.text.get(..at)?.trim_end().len();
                let inserted = vec![Edit { start: before, end: at, text: format!("{glue}{word} ") }];
                if self.tried(&inserted) == Some(usize::MAX) {
                    let fix = self.fix(format!("add `{word}`"), inserted, false);
                    return Some((format!("is `{word}` missing here?"), fix));
                }
            }
            let replaced = self.edit(self.at, self.end, &word);
            // A name is surely no slip for such a word.
            let sign = !taken.starts_with(char::is_alphanumeric);
            let word_of_ours = keywords::keyword(taken).is_some();
            let slip = !taken.is_empty() && (sign || word_of_ours);
            if slip && self.tried(&replaced) == Some(usize::MAX) {
                let fix = self.fix(format!("replace `{taken}` by `{word}`"), replaced, false);
                return Some((format!("write `{word}` instead of `{taken}`"), fix));
            }
        }
        None
    }
}
