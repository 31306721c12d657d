//! The steps that the words of a plan stand for, found one by one.

use super::candidates::{Reach, labels as candidates};
use super::refuse::{self, Refused};
use super::words::{Phrase, Word};
use crate::solve::{Changes, Step, given_name, notation, rule_name, undirected};
use puzzlec_base::diag::Diagnostic;
use puzzlec_base::{Budget, Progress, Span};
use puzzlec_checker::{Change, Player, Unproved};
use puzzlec_model::Model;
use puzzlec_model::board::Coord;
use puzzlec_syntax::ast::MeasureKind;
use puzzlec_task::Label;

/// Why a plan could not be followed.
pub(crate) enum Unfollowed {
    /// A move that is none here, or that may be several.
    Wrong(Box<Diagnostic>),
    /// A script fails, or a limit.
    Stopped {
        /// The move.
        at: Span,
        /// The reason.
        why: Unproved,
    },
}

impl From<Diagnostic> for Unfollowed {
    fn from(wrong: Diagnostic) -> Self {
        Unfollowed::Wrong(Box::new(wrong))
    }
}

/// The steps of a plan.
///
/// # Errors
/// The first move that is none here, or that may be several; or a script or limit.
pub(super) fn labels(model: &Model, phrases: &[Phrase], budget: &Budget) -> Result<Vec<Label>, Unfollowed> {
    let mut follower = Follower { model, budget, player: Player::new(model), labels: Vec::new() };
    for phrase in phrases {
        let mut words = phrase.clone();
        let mut at = 0;
        while let Some(rest) = words.get_mut(at..).filter(|rest| !rest.is_empty()) {
            at += follower.advance(rest)?;
        }
    }
    Ok(follower.labels)
}

struct Follower<'m> {
    model: &'m Model,
    budget: &'m Budget,
    player: Player<'m>,
    labels: Vec<Label>,
}

/// A step that can be played and that the words stand for.
struct Match {
    label: Label,
    changes: Vec<Change>,
    /// How many words it takes.
    words: usize,
    /// The bytes of the last word that it takes, if the run of a piece goes on in that word.
    bytes: Option<usize>,
    /// Where the piece then stands.
    to: Option<Coord>,
}

impl Follower<'_> {
    /// Plays the step that the first words stand for, and gives how many they are.
    fn advance(&mut self, words: &mut [Word]) -> Result<usize, Unfollowed> {
        let (mut refused, mut legal) = (Vec::new(), Vec::new());
        for reach in [Reach::Named, Reach::Near, Reach::All] {
            let found = self.matches(words, reach, (&mut refused, &mut legal));
            let found = found.map_err(|why| stopped(words, why))?;
            if let Some(best) = self.best(words, found)? {
                return self.play(words, best);
            }
        }
        let number = self.labels.len() + 1;
        Err(refuse::illegal(self.model, &self.player, words, number, (&refused, &legal)).into())
    }

    fn play(&mut self, words: &mut [Word], found: Match) -> Result<usize, Unfollowed> {
        let played = self.player.step(&found.label, self.budget);
        played.map_err(|why| stopped(words, why))?;
        self.labels.push(found.label);
        let last = found.words.saturating_sub(1);
        if let (Some(bytes), Some(to), Some(word)) = (found.bytes, found.to, words.get_mut(last)) {
            // The piece goes on from where it stands.
            let rest = word.text.split_off(bytes);
            word.text = format!("{}{rest}", self.model.board.name(to));
            return Ok(last);
        }
        Ok(found.words)
    }

    /// The steps of this reach that can be played and that the words stand for. Notes those that the words stand
    /// for but that cannot be played, and the notation of all that can.
    fn matches(
        &mut self,
        words: &[Word],
        reach: Reach,
        (refused, legal): (&mut Vec<Refused>, &mut Vec<String>),
    ) -> Result<Vec<Match>, Unproved> {
        self.budget.poll(&Progress::default())?;
        let Some(labels) = candidates(self.model, &self.player, words, reach, self.budget)? else {
            return Ok(Vec::new());
        };
        let mut found = Vec::new();
        for label in labels {
            match self.player.step(&label, self.budget) {
                Ok(tried) => {
                    let changes = Changes::Listed(&tried.changes);
                    let step = Step { label: &label, mover: tried.mover, changes, name: &tried.name };
                    let (text, former) = (notation(self.model, &step), undirected(self.model, &step));
                    self.player.undo();
                    let said = self.says(words, &label, &text);
                    let said = said.or_else(|| self.says(words, &label, &former?));
                    if let Some((taken, bytes)) = said {
                        let (changes, to) = (tried.changes, tried.mover.map(|m| m.1));
                        found.push(Match { label, changes, words: taken, bytes, to });
                    } else if reach == Reach::All {
                        legal.push(text);
                    }
                }
                Err(Unproved::Rejected(why)) => {
                    let (mover, changes) = (self.player.mover(&label), Changes::Listed(&[]));
                    let name = given_name(self.model, &label);
                    let step = Step { label: &label, mover, changes, name };
                    let text = notation(self.model, &step);
                    if !text.is_empty()
                        && let Some((taken, _)) = self.says(words, &label, &text)
                    {
                        refused.push(Refused { label, words: taken, why });
                    }
                }
                Err(stopped) => return Err(stopped),
            }
        }
        Ok(found)
    }

    /// How many of the first words say a step of this notation, with or without the name of its rule; and how many
    /// bytes of the last where a run goes on in it.
    fn says(&self, words: &[Word], label: &Label, text: &str) -> Option<(usize, Option<usize>)> {
        let rule = rule_name(self.model, label);
        let given: Vec<&str> = text.split_whitespace().collect();
        let of = |words: &[Word]| {
            if given.is_empty() || words.len() < given.len() {
                return None;
            }
            if words.iter().zip(&given).all(|(word, other)| word.text == **other) {
                return Some((given.len(), None));
            }
            let ([word, ..], [one]) = (words, given.as_slice()) else { return None };
            let goes_on = word.text.strip_prefix(one).is_some_and(|rest| rest.starts_with('-'));
            let runs = self.model.measure == MeasureKind::Runs;
            (goes_on && runs).then_some((1, Some(one.len())))
        };
        let named = match words {
            [first, rest @ ..] if first.text == rule => of(rest).map(|(n, bytes)| (n + 1, bytes)),
            _ => None,
        };
        named.or_else(|| of(words))
    }

    /// The match that takes most words.
    fn best(&self, words: &[Word], mut found: Vec<Match>) -> Result<Option<Match>, Unfollowed> {
        let whole = |found: &Match| (found.words, found.bytes.is_none());
        let Some(most) = found.iter().map(whole).max() else { return Ok(None) };
        found.retain(|found| whole(found) == most);
        let first = found.first().map(|found| found.changes.clone()).unwrap_or_default();
        if found.iter().all(|found| found.changes == first) {
            return Ok(found.into_iter().next());
        }
        let mut rules: Vec<String> = found.iter().map(|found| rule_name(self.model, &found.label)).collect();
        rules.dedup();
        Err(refuse::ambiguous(words.get(..most.0).unwrap_or(words), &rules).into())
    }
}

fn stopped(words: &[Word], why: Unproved) -> Unfollowed {
    Unfollowed::Stopped { at: words.first().map(|word| word.span).unwrap_or_default(), why }
}
