//! Coins beside a chain are picked up, so that only the chain is left in its rectangle (Lemma 2.7).

use rustc_hash::FxHashSet;

use super::chain::Chain;
use super::hand::{HandGame, Stop};
use puzzlec_model::board::Coord;

impl HandGame<'_> {
    /// The coins of a chain's rectangle that are not on its path.
    fn foreign(&self, chain: &Chain) -> Vec<Coord> {
        let path: FxHashSet<Coord> = chain.path().iter().copied().collect();
        chain.rectangle().cells().filter(|cell| self.has(*cell) && !path.contains(cell)).collect()
    }

    /// Leaves only the fewest coins of the chain in its rectangle. Cannot be undone.
    pub fn clear(&mut self, chain: &Chain) -> Result<(), Stop> {
        for cell in self.foreign(chain) {
            self.take(cell)?;
        }
        self.settle(chain)
    }

    /// The same, such that it can be undone.
    pub fn collect(&mut self, chain: &mut Chain) -> Result<(), Stop> {
        self.settle(chain)?;
        let mut open = self.foreign(chain);
        let mut left: FxHashSet<Coord> = open.iter().copied().collect();
        while let Some(cell) = open.pop() {
            if self.neighbours(cell) >= 2 && left.remove(&cell) {
                self.pick(cell)?;
            }
        }
        let mut rest: Vec<Coord> = left.into_iter().collect();
        rest.sort_unstable();
        if !rest.is_empty() {
            self.sweep_up(chain, &rest)?;
        }
        self.settle(chain)
    }

    /// Sweeps the path over coins on both sides of it.
    fn sweep_up(&mut self, chain: &mut Chain, coins: &[Coord]) -> Result<(), Stop> {
        let profile = chain.profile();
        let (mut high, mut low) = (profile.clone(), profile.clone());
        for cell in coins.iter().filter(|cell| self.has(**cell)) {
            let (u, v) = chain.local(*cell);
            let row = usize::try_from(v).unwrap_or(0);
            if profile.get(row).is_some_and(|at| *at < u) {
                high.iter_mut().skip(row).for_each(|at| *at = (*at).max(u));
            } else {
                low.iter_mut().take(row).for_each(|at| *at = (*at).min(u));
            }
        }
        let area = |to: &[i32]| to.iter().zip(&profile).map(|(a, b)| (a - b).abs()).sum::<i32>();
        let (first, second) = if area(&high) <= area(&low) { (high, low) } else { (low, high) };
        self.reshape(chain, &first)?;
        self.reshape(chain, &second)
    }
}
