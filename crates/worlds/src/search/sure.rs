//! Games with chance: whether the right keys win whatever is drawn.

use puzzlec_base::{Budget, Progress};

use super::{LevelSearch, Stop};
use crate::game::{Game, Level};

/// What a key can lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Won,
    /// A chain of turns that does not end.
    Lost,
    Board(u32),
}

/// Whether a level can be won whatever is drawn, as a game against chance: in each position there is a key that wins or
/// leads nearer to a win with every outcome.
///
/// # Errors
/// Why it stopped without an answer.
pub fn surely(game: &Game, level: &Level, budget: &Budget) -> Result<bool, Stop> {
    LevelSearch::new(game, level, budget, &mut |_| {}).surely()
}

impl LevelSearch<'_> {
    fn surely(mut self) -> Result<bool, Stop> {
        self.begin()?;
        let first = self.outcomes.clone();
        let keys = self.world.keys().count();
        // For each board and key where its outcomes end.
        let (mut outcomes, mut ends) = (Vec::new(), Vec::new());
        self.press_all(usize::MAX, &mut Vec::new(), &mut |search, _, _| {
            outcomes.append(&mut search.outcomes);
            ends.push(outcomes.len());
            search.kept = 8 * (outcomes.capacity() + ends.capacity());
            true
        })?;
        let mut sure = vec![false; self.states.len()];
        let wins = |sure: &[bool], outcome: &Outcome| match outcome {
            Outcome::Won => true,
            Outcome::Lost => false,
            Outcome::Board(number) => sure.get(*number as usize) == Some(&true),
        };
        loop {
            let mut changed = false;
            for number in (0..sure.len()).rev() {
                let mut begin =
                    number.checked_sub(1).map_or(Some(0), |n| ends.get(n * keys + keys - 1).copied());
                let of = ends.get(number * keys..(number + 1) * keys).unwrap_or(&[]);
                let good = of.iter().any(|end| {
                    let all = begin.and_then(|begin| outcomes.get(begin..*end)).unwrap_or(&[]);
                    begin = Some(*end);
                    !all.is_empty() && all.iter().all(|outcome| wins(&sure, outcome))
                });
                if let Some(known) = sure.get_mut(number).filter(|known| good && !**known) {
                    *known = true;
                    changed = true;
                }
            }
            self.budget.poll(&Progress::default())?;
            if !changed {
                return Ok(first.iter().all(|outcome| wins(&sure, outcome)));
            }
        }
    }
}
