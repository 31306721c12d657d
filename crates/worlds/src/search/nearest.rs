//! A*: positions in the order of the keys to them and of those that they need at least. The bound falls by at most one with
//! a key, so a position is first taken up with its least number of keys.

use super::sure::Outcome;
use super::{Answer, LevelSearch, Searched, Stop, Wanted};
use crate::world::Key;

/// The positions that wait.
#[derive(Default)]
struct Open {
    /// For each position the keys to it, and whether it was taken up.
    known: Vec<(u32, bool)>,
    /// By the sum of the keys to a position and those that it needs.
    waiting: Vec<Vec<u32>>,
    most: usize,
    /// Whether positions were left out that need more keys than are allowed.
    cut: bool,
}

impl Open {
    /// Takes a position that so many keys lead to; whether fewer than were known.
    fn offer(&mut self, number: u32, keys: u32, needs: u32) -> bool {
        match self.known.get_mut(number as usize) {
            Some((known, taken)) if keys < *known && !*taken => *known = keys,
            Some(_) => return false,
            None => self.known.push((keys, false)),
        }
        let sum = keys as usize + needs as usize;
        self.cut |= sum > self.most;
        if sum <= self.most {
            if self.waiting.len() <= sum {
                self.waiting.resize_with(sum + 1, Vec::new);
            }
            self.waiting.get_mut(sum).into_iter().for_each(|list| list.push(number));
        }
        true
    }

    /// The number of positions by the keys to them.
    fn levels(&self) -> Vec<usize> {
        let mut levels = Vec::new();
        for keys in self.known.iter().map(|known| known.0 as usize) {
            if levels.len() <= keys {
                levels.resize(keys + 1, 0);
            }
            levels.get_mut(keys).into_iter().for_each(|count| *count += 1);
        }
        levels
    }
}

impl LevelSearch<'_> {
    /// Searches from the positions that were added for the least number of keys.
    pub(super) fn nearest(mut self, wanted: Wanted) -> Result<Searched, Stop> {
        let most = if let Wanted::Within(most) = wanted { most } else { usize::MAX };
        let mut open = Open { most, ..Open::default() };
        for (number, needs) in (0..).zip(&self.needs) {
            open.offer(number, 0, *needs);
        }
        let keys: Vec<Key> = self.world.keys().collect();
        let mut board = self.world.drawn().clone();
        let (mut restart, mut next) = (board.clone(), board.clone());
        let mut won: Option<Vec<Key>> = None;
        let mut sum = 0;
        // A plan of so many keys may be found before positions with a smaller sum are taken up.
        while sum < won.as_ref().map_or(open.waiting.len(), Vec::len) {
            let Some(number) = open.waiting.get_mut(sum).and_then(Vec::pop) else {
                sum += 1;
                self.depth = u32::try_from(sum).unwrap_or(u32::MAX).saturating_sub(1);
                continue;
            };
            let Some((count, taken)) = open.known.get_mut(number as usize).filter(|known| !known.1) else {
                continue;
            };
            *taken = true;
            let count = *count + 1;
            self.at += 1;
            let at = number as usize;
            self.unpack(at, &mut board, &mut restart);
            self.kept = open.known.capacity() * 8 + self.needs.capacity() * 4 + self.states.len() * 4;
            for key in keys.iter().copied() {
                let wins = self.expand((at, &board, &restart), key, &mut next)?;
                if wins
                    && count as usize <= most
                    && won.as_ref().is_none_or(|won| (count as usize) < won.len())
                {
                    won = Some(self.plan(at, key));
                }
                for outcome in &self.outcomes {
                    let Outcome::Board(number) = outcome else { continue };
                    let needs = self.needs.get(*number as usize).copied().unwrap_or(0);
                    if open.offer(*number, count, needs)
                        && let Some(from) = self.from.get_mut(*number as usize)
                    {
                        *from = (u32::try_from(at).unwrap_or(u32::MAX), key);
                    }
                }
            }
        }
        let complete = won.is_none() && !open.cut;
        let answer = won.map_or(Answer::Never, Answer::Won);
        Ok(self.end(answer, open.levels(), complete))
    }
}
