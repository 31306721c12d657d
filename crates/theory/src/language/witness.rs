//! Rows that prove how many states an automaton has at least.

use rustc_hash::FxHashMap;

use super::oracle::{is_of_one_row, trimmed};
use super::{Aim, Family};
use crate::meter::{Halted, Meter};
use puzzlec_algebra::automaton::Letter;

/// Beginnings of rows each two of which some ending tells apart: one of the rows is solvable or won, the other is not. So
/// after these beginnings every automaton is in different states (Myhill and Nerode).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Witness {
    /// The beginnings.
    pub beginnings: Vec<Vec<Letter>>,
    /// The endings.
    pub endings: Vec<Vec<Letter>>,
}

impl Witness {
    /// A witness with those of its endings that are needed, by beginning and ending whether the row is won.
    pub(super) fn reduced(classes: Vec<(Vec<Letter>, Vec<bool>)>, endings: Vec<Vec<Letter>>) -> Self {
        let mut class = vec![0_usize; classes.len()];
        let mut kept = Vec::new();
        for (at, ending) in endings.into_iter().enumerate() {
            let mut known: FxHashMap<(usize, bool), usize> = FxHashMap::default();
            let mut refined = Vec::with_capacity(class.len());
            for (old, (_, answers)) in class.iter().zip(&classes) {
                let new = known.len();
                refined.push(*known.entry((*old, answers.get(at) == Some(&true))).or_insert(new));
            }
            if known.len() > class.iter().max().map_or(0, |most| most + 1) {
                kept.push(ending);
                class = refined;
            }
        }
        Witness { beginnings: classes.into_iter().map(|(beginning, _)| beginning).collect(), endings: kept }
    }

    /// Whether each two beginnings are told apart, by the moves of rows as replacements: the search for the rows plays ground
    /// actions.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn holds(&self, family: &Family, aim: Aim, meter: &Meter<'_>) -> Result<bool, Halted> {
        // Only values of sums follow from the values of their parts.
        let aim = if aim == Aim::Winner { Aim::Value } else { aim };
        let splits =
            aim == Aim::Value && family.moves.list.iter().all(|m| is_of_one_row(&m.before, &m.after));
        let mut values = Values { family, aim, splits, meter, known: FxHashMap::default() };
        let mut answers = std::collections::BTreeSet::new();
        for beginning in &self.beginnings {
            let mut won = Vec::with_capacity(self.endings.len());
            for ending in &self.endings {
                won.push(values.of(&[beginning.as_slice(), ending].concat())? != 0);
            }
            answers.insert(won);
        }
        Ok(answers.len() == self.beginnings.len())
    }
}

/// Answers for rows, remembered.
struct Values<'f> {
    family: &'f Family,
    aim: Aim,
    /// Whether a game is a sum of its gapless rows.
    splits: bool,
    meter: &'f Meter<'f>,
    known: FxHashMap<Vec<Letter>, u32>,
}

impl Values<'_> {
    fn of(&mut self, row: &[Letter]) -> Result<u32, Halted> {
        if !self.family.moves.endless && row.is_empty() {
            return Ok(0);
        }
        if self.splits && self.family.moves.endless {
            let blocks = row.split(|content| *content == 0).filter(|block| !block.is_empty());
            return blocks.map(<[Letter]>::to_vec).try_fold(0, |sum, block| Ok(sum ^ self.of_one(&block)?));
        }
        self.of_one(if self.family.moves.endless { trimmed(row) } else { row })
    }

    fn of_one(&mut self, row: &[Letter]) -> Result<u32, Halted> {
        if let Some(value) = self.known.get(row) {
            return Ok(*value);
        }
        self.meter.seen(1);
        self.meter.expanded(1)?;
        let mut options = Vec::new();
        for next in self.family.moves.options(row) {
            options.push(self.of(&next)?);
        }
        options.sort_unstable();
        options.dedup();
        let goal = self.family.goal.value(row.iter().copied());
        let value = self.aim.value(goal, &options);
        self.known.insert(row.to_vec(), value);
        Ok(value)
    }
}
