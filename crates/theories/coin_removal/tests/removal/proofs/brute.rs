//! All positions, by the rules in a few words.

use std::collections::HashMap;

/// By cell: 0 for empty, 1 for tails, 2 for heads.
pub type Position = Vec<u8>;

/// Which cells are neighbours.
pub enum Brute {
    /// Gaps stay open; by cell its neighbours.
    Gaps(Vec<Vec<usize>>),
    /// A row or a ring that closes up.
    Closing { ring: bool },
}

impl Brute {
    pub fn moves(&self, position: &[u8]) -> Vec<Position> {
        let heads = (0..position.len()).filter(|at| position[*at] == 2);
        heads.map(|at| self.removed(position, at)).collect()
    }

    fn removed(&self, position: &[u8], at: usize) -> Position {
        let mut after = position.to_vec();
        let n = position.len();
        let mut near = match self {
            Brute::Gaps(near) => near[at].clone(),
            Brute::Closing { ring: true } => vec![(at + 1) % n, (at + n - 1) % n],
            Brute::Closing { ring: false } => {
                [at.checked_sub(1), Some(at + 1)].into_iter().flatten().filter(|c| *c < n).collect()
            }
        };
        near.retain(|other| *other != at && *other < n);
        near.sort_unstable();
        near.dedup();
        for other in near {
            after[other] = [0, 2, 1][usize::from(after[other])];
        }
        match self {
            Brute::Gaps(_) => after[at] = 0,
            Brute::Closing { .. } => {
                after.remove(at);
            }
        }
        after
    }

    pub fn removable(&self, position: &[u8]) -> bool {
        self.search(position, &mut HashMap::new())
    }

    fn search(&self, position: &[u8], known: &mut HashMap<Position, bool>) -> bool {
        if position.iter().all(|held| *held == 0) {
            return true;
        }
        if let Some(known) = known.get(position) {
            return *known;
        }
        let found = self.moves(position).iter().any(|after| self.search(after, known));
        known.insert(position.to_vec(), found);
        found
    }

    pub fn value(&self, position: &[u8]) -> u64 {
        self.grundy(position, &mut HashMap::new())
    }

    pub fn grundy(&self, position: &[u8], known: &mut HashMap<Position, u64>) -> u64 {
        if let Some(known) = known.get(position) {
            return *known;
        }
        let options: Vec<u64> = self.moves(position).iter().map(|after| self.grundy(after, known)).collect();
        let value = (0..).find(|value| !options.contains(value)).unwrap();
        known.insert(position.to_vec(), value);
        value
    }
}
