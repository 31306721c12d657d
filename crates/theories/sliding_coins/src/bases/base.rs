//! Solutions of n moves, and the lemma that extends them.

use super::window::{Position, bits, ones};
use crate::row::Move;

/// The largest k whose solutions are extended: the test takes 2^k sets of offsets.
const WIDEST: u32 = 12;

/// A solution of the (n,k)-game of n moves, replayed. The start lies on cells from 0 on, nickels first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Base {
    n: u32,
    k: u32,
    moves: Vec<Move>,
    white: bool,
    shift: i64,
    /// By move the colours that it lifts, nickels as ones.
    lifted: Vec<u128>,
    /// The cells of the nickels that are never lifted, and of the pennies.
    still: [Vec<i64>; 2],
    extension: Option<Extension>,
}

/// Where 2k nickels and 2k pennies may be inserted, and which moves then become three.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Extension {
    /// The cell of a nickel that is never lifted: the new nickels follow it.
    pub nickel: i64,
    /// The same for pennies.
    pub penny: i64,
    /// The moves that become three, by number, in order.
    pub triples: Vec<Triple>,
}

/// A move that becomes three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Triple {
    /// Its number.
    pub step: usize,
    /// The offset of the block of new coins that is exchanged, from 1 to k; each occurs once.
    pub offset: u32,
    /// Whether it lifts coins like those among the new nickels, else like those among the new pennies.
    pub nickels: bool,
}

impl Base {
    /// Replays moves by the strict rule; nothing if one is illegal, there are not n, or the row does not alternate in
    /// the end. Then looks for an extension. Time grows with n times k times 2^k.
    pub fn new(n: u32, k: u32, moves: Vec<Move>) -> Option<Self> {
        if k == 0 || n < 2 || k.saturating_add(n) > 60 || moves.len() != n as usize {
            return None;
        }
        // Cells from -2k on: a cell further away is illegal here, though not by the rule.
        let width = 2 * n + 4 * k;
        if width > 128 {
            return None;
        }
        let base = i64::from(2 * k);
        let start = Position { coins: ones(2 * k, 2 * n), nickels: ones(2 * k, n) };
        let mut now = start;
        let mut idle = start.coins;
        let mut lifted = Vec::new();
        for step in &moves {
            let place = |cell: i64| u32::try_from(cell.checked_add(base)?).ok().filter(|c| *c <= width - k);
            let (from, to) = (place(step.from)?, place(step.to)?);
            let (source, target) = (ones(from, k), ones(to, k));
            if now.coins & source != source || now.coins & target != 0 {
                return None;
            }
            let carried = (now.nickels & source) >> from;
            lifted.push(carried);
            now.coins = now.coins & !source | target;
            now.nickels = now.nickels & !source | carried << to;
            idle &= !source;
        }
        let first = now.coins.trailing_zeros();
        let alternating = ones(0, 2 * n) & (u128::MAX / 3);
        let white = now.nickels >> first & 1 == 1;
        let nickels = now.nickels >> first;
        let goal = if white { alternating } else { alternating << 1 };
        if now.coins >> first != ones(0, 2 * n) || nickels != goal {
            return None;
        }
        let shift = i64::from(first) - base;
        let still = [idle & start.nickels, idle & !start.nickels]
            .map(|set| bits(set).map(|cell| i64::from(cell) - base).collect::<Vec<i64>>());
        let [nickels, pennies] = &still;
        let extension = nickels.first().zip(pennies.first()).and_then(|(nickel, penny)| {
            let triples = triples(k, &lifted)?;
            Some(Extension { nickel: *nickel, penny: *penny, triples })
        });
        Some(Base { n, k, moves, white, shift, lifted, still, extension })
    }

    /// The same solution, extended as in Lemma 4.3: behind the first nickel and the last penny that are never lifted, by the
    /// first moves that lift, in this order of offsets, the colours of the new nickels there. The offsets are those from 1 to k.
    pub(crate) fn in_order(mut self, order: &[u32]) -> Option<Self> {
        let [nickels, pennies] = &self.still;
        let (nickel, penny) = (*nickels.first()?, *pennies.last()?);
        let (mut exchanged, mut next, mut triples) = (0_u32, 0, Vec::new());
        for offset in order.iter().copied().filter(|offset| (1..=self.k).contains(offset)) {
            let wanted = colours(self.k, exchanged, offset);
            let step = next + self.lifted.get(next..)?.iter().position(|held| *held == wanted)?;
            triples.push(Triple { step, offset, nickels: true });
            exchanged |= 1 << (offset - 1);
            next = step + 1;
        }
        let all = self.k <= WIDEST && exchanged == (1 << self.k) - 1 && triples.len() == self.k as usize;
        self.extension = all.then_some(Extension { nickel, penny, triples });
        all.then_some(self)
    }

    /// How many coins of each colour there are.
    pub fn n(&self) -> u32 {
        self.n
    }

    /// How many coins move at a time.
    pub fn k(&self) -> u32 {
        self.k
    }

    /// The moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Whether the row begins with a nickel in the end.
    pub fn white(&self) -> bool {
        self.white
    }

    /// How many cells to the right the row begins in the end.
    pub fn shift(&self) -> i64 {
        self.shift
    }

    /// Whether it solves the games of n + 2k, n + 4k and so on, too.
    pub fn extends(&self) -> bool {
        self.extension.is_some()
    }

    /// Where it is extended, and how.
    pub(crate) fn extension(&self) -> Option<&Extension> {
        self.extension.as_ref()
    }
}

/// The colours at an offset of 2k new nickels, of which blocks at the offsets of a set were exchanged.
fn colours(k: u32, exchanged: u32, offset: u32) -> u128 {
    let region =
        (1..=k).filter(|x| exchanged >> (x - 1) & 1 == 1).fold(ones(1, 2 * k), |r, x| r ^ ones(x, k));
    region >> offset & ones(0, k)
}

/// Which k moves exchange blocks, each offset once, by the colours that moves lift.
fn triples(k: u32, lifted: &[u128]) -> Option<Vec<Triple>> {
    if k > WIDEST {
        return None;
    }
    let full = ones(0, k);
    let all = (1usize << k) - 1;
    // For each set, the moves before which it is not reached, and how it is reached first. The earliest move is the
    // best: whatever extends a set later extends it then.
    let mut reached: Vec<Option<(usize, u32, bool)>> = vec![None; all + 1];
    let wanted: Vec<Vec<u128>> = (0..=all)
        .map(|set| (1..=k).map(|x| colours(k, u32::try_from(set).unwrap_or(0), x)).collect())
        .collect();
    for (step, held) in lifted.iter().enumerate() {
        // Larger sets first, so that a move exchanges one block.
        for set in (0..=all).rev() {
            if set != 0 && reached.get(set).is_none_or(Option::is_none) {
                continue;
            }
            for (x, colours) in (1..=k).zip(wanted.get(set).into_iter().flatten()) {
                let with = set | 1 << (x - 1);
                let nickels = held == colours;
                if with != set
                    && (nickels || *held == full & !colours)
                    && let Some(place @ None) = reached.get_mut(with)
                {
                    *place = Some((step, x, nickels));
                }
            }
        }
    }
    let mut triples = Vec::new();
    let mut set = all;
    while set != 0 {
        let (step, offset, nickels) = (*reached.get(set)?)?;
        triples.push(Triple { step, offset, nickels });
        set &= !(1 << (offset - 1));
    }
    triples.reverse();
    Some(triples)
}
