//! Counts of the states that were expanded.

use super::number::Number;
use super::{All, Count, Shortest};
use crate::sorted::Directions;

/// Counts of an expansion.
#[derive(Clone, Copy, Default)]
pub(super) struct Tally {
    pub(super) positions: u64,
    pub(super) stuck: u64,
    pub(super) goals: u64,
    /// Transitions to goals.
    pub(super) solutions: Number,
    /// Transitions to stuck positions.
    pub(super) games: Number,
    /// Transitions to stuck goals.
    pub(super) won: Number,
    /// Transitions by where they lead, in a count by sorted levels.
    pub(super) directions: Directions,
}

impl Tally {
    pub(super) fn add(&mut self, other: &Tally) {
        self.positions += other.positions;
        self.stuck += other.stuck;
        self.goals += other.goals;
        self.solutions.add(other.solutions);
        self.games.add(other.games);
        self.won.add(other.won);
        self.directions.add(&other.directions);
    }

    /// Adds a class of positions, with the number of ways to them.
    #[inline]
    pub(super) fn class(&mut self, positions: u64, ways: Number, (stuck, goal): (bool, bool)) {
        self.positions += positions;
        if stuck {
            self.stuck += positions;
            self.games.add(ways);
        }
        if goal {
            self.goals += positions;
            self.solutions.add(ways);
        }
        if stuck && goal {
            self.won.add(ways);
        }
    }

    /// Sets what a count has of all levels.
    pub(super) fn tell(&self, count: &mut Count) {
        (count.stuck, count.goals) = (self.stuck, self.goals);
    }

    /// Solutions and games, if positions do not repeat.
    pub(super) fn all(&self) -> All {
        All::Counted { solutions: self.solutions, games: self.games, won: self.won }
    }
}

impl Count {
    /// Adds a level, given the counts of its own and those with all earlier levels.
    pub(super) fn add_level(&mut self, level: &Tally, all: &Tally, classes: u64) {
        let length = self.levels.len() as u64;
        self.levels.push(level.positions);
        self.classes = classes;
        all.tell(self);
        if self.shortest.is_none() && level.goals > 0 {
            self.shortest = Some(Shortest { length, solutions: level.solutions });
        }
    }
}
