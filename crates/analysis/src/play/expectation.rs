//! A play that reached the goal, as an expectation of its puzzle.

use super::{Play, PlayStatus};
use crate::plan_file::{PlanText, solved_by};
use crate::{Analysis, PuzzleInfo};
use puzzlec_base::FileId;
use puzzlec_syntax::ast::MeasureKind;
use puzzlec_syntax::format::format;
use puzzlec_task::SearchContext;

/// Width of a line with moves.
const WIDTH: usize = 96;

impl Play<'_> {
    /// `expect plan …`, with the moves so far in the notation of answers, if they are a solution. Parameters with other
    /// values than their defaults are stated: `for n in 4..4`. Lines after the first one are indented.
    ///
    /// # Errors
    /// The play has not reached the goal, or two of its moves have the same notation.
    pub fn expectation(&self, puzzle: &PuzzleInfo) -> Result<String, String> {
        if self.status() != PlayStatus::Solved {
            return Err("only a play that has reached the goal is a plan".to_owned());
        }
        let short = self.merged(false);
        let moves = if self.tells(&short) { short } else { self.merged(true) };
        if !self.tells(&moves) {
            return Err("the notation of the moves does not tell them apart".to_owned());
        }
        let values = puzzle.params.iter().filter_map(|(name, default)| {
            let value = self.model.values.get(name).copied()?;
            (Some(value) != *default).then(|| format!("{name} in {value}..{value}"))
        });
        let values: Vec<String> = values.collect();
        let words: Vec<String> = moves.iter().map(|one| quoted(one)).collect();
        let commas = moves.iter().any(|one| one.contains(' '));
        let mut text = "expect plan".to_owned();
        let mut width = text.len();
        for (number, word) in words.iter().enumerate() {
            let length = word.chars().count() + 2;
            if width + length > WIDTH && number > 0 {
                text.push_str(",\n    ");
                width = 4;
            } else if number > 0 {
                text.push_str(if commas { ", " } else { " " });
            } else {
                text.push(' ');
            }
            text.push_str(word);
            width += length;
        }
        if !values.is_empty() {
            text.push_str(&format!(" for {}", values.join(", ")));
        }
        Ok(text)
    }

    /// The moves, those of a run as one: `d6-d4-b4`.
    fn merged(&self, rules: bool) -> Vec<String> {
        let runs = self.model.measure == MeasureKind::Runs;
        let mut moves: Vec<String> = Vec::new();
        let mut stands = None;
        for done in &self.done {
            let goes_on = runs && stands.is_some() && done.mover.map(|(from, _)| from) == stands;
            match (moves.last_mut(), done.mover) {
                (Some(run), Some((_, to))) if goes_on && !rules => {
                    run.push('-');
                    run.push_str(&self.model.board.name(to));
                }
                _ if rules => moves.push(format!("{} {}", done.rule, done.notation)),
                _ => moves.push(done.notation.clone()),
            }
            stands = done.mover.map(|(_, to)| to);
        }
        moves
    }

    /// Whether these moves, read as a plan, are a solution of as many steps.
    fn tells(&self, moves: &[String]) -> bool {
        let text = moves.join(", ");
        let plan = PlanText { file: FileId(0), name: "", text: &text };
        let context = SearchContext::from(&self.budget);
        solved_by(self.model, plan, &context).is_ok_and(|steps| steps.len() == self.done.len())
    }
}

/// A move as words of the language: in quotes where it has other characters than words have.
fn quoted(one: &str) -> String {
    let plain = |word: &str| {
        let begins = word.chars().next().is_some_and(|c| c.is_alphanumeric() || c == '_');
        begins && word != "for" && word.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))
    };
    if one.split(' ').all(plain) {
        return one.to_owned();
    }
    format!("\"{}\"", one.replace('\\', "\\\\").replace('"', "\\\""))
}

impl Analysis {
    /// The text of a puzzle's file with another expectation, at the end of the puzzle. A text that was formatted is
    /// formatted again. Returns the old text, too.
    pub fn with_expectation(&self, puzzle: &PuzzleInfo, expectation: &str) -> Option<(String, String)> {
        let source = self.sources().get(puzzle.file)?;
        let text: &str = &source.text;
        let span = self.project.module(puzzle.at.module)?.parse.file.items.get(puzzle.at.item)?.span;
        Some((text.to_owned(), stated(puzzle.file, text, span.range().end, expectation)?))
    }
}

/// A text with an expectation in the puzzle that ends at a place; in the form of the formatter, if the text has it.
pub(crate) fn stated(file: FileId, text: &str, end: usize, expectation: &str) -> Option<String> {
    let end = text.get(..end)?.rfind('}')?;
    let (before, after) = (text.get(..end)?, text.get(end..)?);
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    let own_line = before.get(line..)?.trim().is_empty();
    let lines: String = expectation.lines().map(|line| format!("    {line}\n")).collect();
    let changed = if own_line {
        format!("{}{lines}{}{after}", before.get(..line)?, before.get(line..)?)
    } else {
        format!("{}\n{lines}{after}", before.trim_end())
    };
    let tidy = |text: &str| format(file, text).ok();
    if tidy(text).as_deref() == Some(text) { tidy(&changed) } else { Some(changed) }
}
