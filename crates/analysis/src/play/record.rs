//! Plays as documents.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{LegalMove, Play};
use puzzlec_model::Model;

/// The version of the document.
const VERSION: u32 = 1;

/// A play that was saved: its moves, to be played again by the rules as they then are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedPlay {
    /// The version of the document: 1.
    pub version: u32,
    /// The puzzle's name.
    pub puzzle: String,
    /// The values of its parameters.
    pub parameters: BTreeMap<String, i64>,
    /// The moves.
    pub moves: Vec<SavedMove>,
}

/// A move of a saved play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedMove {
    /// The name of its rule.
    pub rule: String,
    /// The move in short.
    #[serde(rename = "move")]
    pub notation: String,
    /// Its number among the moves of the position that read alike, from 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub choice: usize,
}

fn is_zero(n: &usize) -> bool {
    *n == 0
}

impl SavedPlay {
    /// Reads a document.
    ///
    /// # Errors
    /// It is no saved play, or one of a later version.
    pub fn read(text: &str) -> Result<Self, String> {
        let read: SavedPlay =
            serde_json::from_str(text).map_err(|error| format!("it is not a saved play: {error}"))?;
        if read.version != VERSION {
            return Err(format!("it has version {}, and this program reads version {VERSION}", read.version));
        }
        Ok(read)
    }

    /// The document.
    pub fn text(&self) -> String {
        // Plain data has nothing that cannot be written.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

impl Play<'_> {
    /// The play so far.
    ///
    /// # Errors
    /// A script fails.
    pub fn save(&mut self) -> Result<SavedPlay, String> {
        let (parameters, puzzle) = (self.parameters(), self.model.name.clone());
        let mut moves = Vec::new();
        // From the start again, as a choice is one of the moves of its position.
        let mut again = Play::new(self.model, &self.budget).map_err(|_| "a script fails".to_owned())?;
        for done in &self.done {
            let label = &done.label;
            let mut alike = again.moves.iter().filter(|one| reads(one, &done.rule, &done.notation));
            let choice = alike.position(|one| one.label == *label).unwrap_or(0);
            moves.push(SavedMove { rule: done.rule.clone(), notation: done.notation.clone(), choice });
            again.step(label.clone())?;
            again.refresh();
        }
        Ok(SavedPlay { version: VERSION, puzzle, parameters, moves })
    }

    /// Plays a saved play from the start.
    ///
    /// # Errors
    /// It is a play of another puzzle, or the first move that is not possible; the moves before it are then played.
    pub fn resume(&mut self, saved: &SavedPlay) -> Result<(), String> {
        if saved.puzzle != self.model.name || saved.parameters != self.parameters() {
            let values = |all: &BTreeMap<String, i64>| {
                all.iter().map(|(name, value)| format!(" {name}={value}")).collect::<String>()
            };
            let (theirs, ours) = (values(&saved.parameters), values(&self.parameters()));
            let Model { name, .. } = self.model;
            return Err(format!("it is a play of `{}{theirs}`, not of `{name}{ours}`", saved.puzzle));
        }
        self.restart();
        self.undone.clear();
        for (number, one) in (1..).zip(&saved.moves) {
            let alike =
                |(at, legal): (usize, &LegalMove)| reads(legal, &one.rule, &one.notation).then_some(at);
            let at = self.moves.iter().enumerate().filter_map(alike).nth(one.choice);
            let at = at.ok_or_else(|| format!("move {number}, `{}`, is not possible", one.notation))?;
            self.play(at)?;
        }
        Ok(())
    }

    fn parameters(&self) -> BTreeMap<String, i64> {
        self.model.values.iter().map(|(name, value)| (name.clone(), *value)).collect()
    }
}

fn reads(one: &LegalMove, rule: &str, notation: &str) -> bool {
    one.rule == rule && one.notation == notation
}
