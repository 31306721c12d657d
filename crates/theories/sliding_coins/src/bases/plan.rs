//! Plans of n moves, one move after another.

use super::base::{Base, Triple};
use crate::row::Move;

/// A plan of n moves for the (n,k)-game whose start lies on cells from 0 on, nickels first: a base, extended some
/// number of times. It takes the memory of its base.
#[derive(Clone, Debug)]
pub struct Plan {
    base: Base,
    times: u64,
}

impl Plan {
    /// The plan for `n`, if the base has this number of coins or extends to it.
    pub fn new(base: Base, n: u64) -> Option<Self> {
        let more = n.checked_sub(u64::from(base.n()))?;
        let step = 2 * u64::from(base.k());
        let times = (more.is_multiple_of(step) && (more == 0 || base.extends())).then_some(more / step)?;
        // Cells are 64 bits wide.
        (n < 1 << 60).then_some(Plan { base, times })
    }

    /// How many moves there are.
    pub fn len(&self) -> u64 {
        u64::from(self.base.n()) + self.times * 2 * u64::from(self.base.k())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the row begins with a nickel in the end.
    pub fn white(&self) -> bool {
        self.base.white()
    }

    /// How many cells to the right the row begins in the end.
    pub fn shift(&self) -> i64 {
        self.base.shift()
    }

    /// The base.
    pub fn base(&self) -> &Base {
        &self.base
    }

    /// The moves, each in constant time.
    ///
    /// With e extensions there are e blocks of 2k new nickels, one after another, and e of pennies. The move (X, Y) of
    /// the base that lifts coins like those at the offset x of new nickels becomes
    /// (A1 + x, Y), (B1 + x, A1 + x), (A2 + x, B1 + x), (B2 + x, A2 + x), ..., (X, Be + x):
    /// the lemma, applied to the last of the three moves that it made before.
    pub fn moves(&self) -> Box<dyn Iterator<Item = Move> + '_> {
        let Some(extension) = self.base.extension().filter(|_| self.times > 0) else {
            return Box::new(self.base.moves().iter().copied());
        };
        let length = 2 * i64::from(self.base.k());
        let times = i64::try_from(self.times).unwrap_or(0);
        let (nickel, penny) = (extension.nickel, extension.penny);
        let moved =
            move |cell: i64| cell + length * times * (i64::from(cell > nickel) + i64::from(cell > penny));
        let mut triples = extension.triples.iter().copied().peekable();
        Box::new(self.base.moves().iter().enumerate().flat_map(move |(number, step)| {
            let triple = triples.next_if(|triple| triple.step == number);
            let (from, to) = (moved(step.from), moved(step.to));
            let chain = move |Triple { offset, nickels, .. }: Triple| {
                let (first, second) = if nickels { (nickel, moved(penny)) } else { (moved(penny), nickel) };
                let block = move |start: i64, number: i64| start + length * number + i64::from(offset);
                (0..times)
                    .flat_map(move |number| {
                        let (one, other) = (block(first, number), block(second, number));
                        let to = if number == 0 { to } else { block(second, number - 1) };
                        [Move { from: one, to }, Move { from: other, to: one }]
                    })
                    .chain([Move { from, to: block(second, times - 1) }])
            };
            let alone = triple.is_none().then_some(Move { from, to });
            triple.map(chain).into_iter().flatten().chain(alone)
        }))
    }
}
