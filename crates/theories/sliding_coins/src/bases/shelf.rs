//! Where bases are kept once they are found.

use std::fmt::Write;

use super::base::Base;
use crate::row::Move;
use puzzlec_base::Cache;
use puzzlec_task::SearchContext;

/// The bases that a cache holds: one text for each k. Without a cache it holds none.
///
/// A line has n and its moves, each as `from:to`. Lines that are no solution by [`Base::new`] are ignored.
/// [`plan`](super::plan()) tries the numbers of coins in a fixed order and searches each in an order of its own. A shelf
/// with the bases that it found before changes the time that an answer takes, not the answer.
#[derive(Clone, Copy)]
pub struct Shelf<'a>(Option<&'a dyn Cache>);

/// Maximum number of lines that are read.
const LINES: usize = 1000;

impl<'a> Shelf<'a> {
    /// Holds nothing.
    pub const EMPTY: Shelf<'static> = Shelf(None);

    /// The shelf in this cache.
    pub fn new(cache: &'a dyn Cache) -> Self {
        Shelf(Some(cache))
    }

    /// The shelf in the cache of a search, if it has one.
    pub fn of(context: &'a SearchContext) -> Self {
        Shelf(context.cache().map(|cache| &**cache as &dyn Cache))
    }
}

fn name(k: u32) -> String {
    format!("sliding-coins-{k}")
}

impl Shelf<'_> {
    /// The solutions for one k, each replayed by [`Base::new`].
    pub fn get(&self, k: u32) -> Vec<Base> {
        let text = self.0.and_then(|cache| cache.get(&name(k))).unwrap_or_default();
        text.lines().take(LINES).filter_map(|line| read(k, line)).collect()
    }

    /// Keeps a solution, if there is a cache.
    pub fn put(&self, k: u32, base: &Base) {
        let Some(cache) = self.0.filter(|_| base.k() == k) else { return };
        let mut bases = self.get(k);
        bases.retain(|kept| kept.n() != base.n());
        bases.push(base.clone());
        bases.sort_by_key(Base::n);
        let mut text = String::new();
        for base in bases {
            let _ = write!(text, "{}", base.n());
            for step in base.moves() {
                let _ = write!(text, " {}:{}", step.from, step.to);
            }
            text.push('\n');
        }
        cache.put(&name(k), &text);
    }
}

/// The solution in a line, replayed.
fn read(k: u32, line: &str) -> Option<Base> {
    let mut words = line.split(' ');
    let n: u32 = words.next()?.parse().ok()?;
    let step = |word: &str| {
        let (from, to) = word.split_once(':')?;
        Some(Move { from: from.parse().ok()?, to: to.parse().ok()? })
    };
    // One move more than there may be is enough to see that there are too many.
    let moves = words.take(n.min(1000) as usize + 1).map(step).collect::<Option<Vec<Move>>>()?;
    Base::new(n, k, moves)
}
