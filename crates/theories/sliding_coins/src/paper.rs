//! The plans of the paper: its printed solutions, its algorithms, and Lemma 4.3 for even n.

use super::bases::{Base, Plan};
use super::row::Move;

/// The solutions of Theorem 3.1 by n, two coins at a time; the start lies on positions from 1 on.
const BY_TWO: [&[(i64, i64)]; 5] = [
    &[(1, 7), (6, 9), (3, 6)],
    &[(2, 9), (5, 2), (8, 5), (1, 8)],
    &[(2, 11), (8, 2), (5, 8), (10, 5), (1, 10)],
    &[(2, 13), (8, 2), (4, 8), (9, 4), (12, 9), (1, 12)],
    &[(2, 15), (11, 2), (5, 11), (10, 5), (7, 10), (14, 7), (1, 14)],
];
/// The solutions of Theorem 4.1 for n = 4, 6, ..., 14, three coins at a time; the start lies on positions from 4 on.
const BY_THREE: [&[(i64, i64)]; 6] = [
    &[(6, 12), (10, 6), (5, 10), (12, 5)],
    &[(8, 16), (5, 8), (14, 5), (10, 14), (6, 10), (9, 6), (16, 9)],
    &[(10, 20), (6, 10), (14, 6), (18, 14), (12, 18), (7, 12), (10, 7), (5, 10), (20, 5)],
    &[(19, 1), (10, 19), (20, 24), (15, 10), (3, 20), (22, 15), (8, 3), (1, 8), (9, 22), (4, 9)],
    &[
        (23, 1),
        (12, 23),
        (24, 28),
        (19, 12),
        (3, 24),
        (26, 19),
        (14, 26),
        (8, 14),
        (15, 3),
        (1, 15),
        (13, 8),
        (4, 13),
    ],
    &[
        (27, 1),
        (10, 27),
        (28, 32),
        (21, 10),
        (14, 21),
        (3, 28),
        (8, 3),
        (19, 8),
        (23, 19),
        (1, 23),
        (21, 14),
        (30, 21),
        (9, 30),
        (4, 9),
    ],
];
/// The smallest even n whose solution the lemma extends, and by how many coins of each colour it does.
const EXTENDED: (u64, u64) = (10, 6);
/// The offsets of the three blocks of Lemma 4.3, in order.
pub(super) const ORDER: [u32; 3] = [3, 1, 2];

/// A plan of the paper for a start on cells from 0 on, nickels first. It takes constant memory.
#[derive(Clone, Debug)]
pub enum Printed {
    /// Two coins at a time: Algorithm 3.1.
    Two {
        /// The coins of each colour.
        n: i64,
    },
    /// Three at a time, of an odd number of each colour: Algorithm 4.1.
    Odd {
        /// The coins of each colour.
        n: i64,
    },
    /// Three at a time: a solution of Theorem 4.1 that is not extended.
    Few(&'static [(i64, i64)]),
    /// Three at a time: a solution of Theorem 4.1, extended by Lemma 4.3.
    Even(Plan),
}

impl Printed {
    /// The plan for n coins of each colour, k at a time; none unless k is 2 or 3 and n at least 3.
    pub fn new(n: u64, k: usize) -> Option<Self> {
        // Cells are 64 bits wide.
        let signed = i64::try_from(n).ok().filter(|n| (3..1 << 60).contains(n))?;
        match k {
            2 => Some(Printed::Two { n: signed }),
            3 if n % 2 == 1 => Some(Printed::Odd { n: signed }),
            3 if n < EXTENDED.0 => few(n).map(Printed::Few),
            3 => extended(n).map(Printed::Even),
            _ => None,
        }
    }

    /// Whether the row begins with a nickel in the end.
    pub fn white(&self) -> bool {
        !matches!(self, Printed::Two { .. })
    }

    /// How many moves there are.
    pub fn len(&self) -> u64 {
        match self {
            Printed::Two { n } | Printed::Odd { n } => n.unsigned_abs(),
            Printed::Few(moves) => moves.len() as u64,
            Printed::Even(plan) => plan.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where it is printed.
    pub fn source(&self) -> &'static str {
        match self {
            Printed::Two { n: ..=7 } => "Theorem 3.1",
            Printed::Two { .. } => "Algorithm 3.1",
            Printed::Odd { .. } => "Algorithm 4.1",
            Printed::Few(_) => "Theorem 4.1",
            Printed::Even(plan) if plan.len() == u64::from(plan.base().n()) => "Theorem 4.1",
            Printed::Even(_) => "Theorem 4.1 and Lemma 4.3",
        }
    }

    /// The moves, each in constant time.
    pub fn moves(&self) -> Box<dyn Iterator<Item = Move> + '_> {
        match self {
            Printed::Two { n } => Box::new(by_two(*n)),
            Printed::Odd { n } => Box::new(by_three(*n)),
            Printed::Few(moves) => Box::new(from(4, moves)),
            Printed::Even(plan) => plan.moves(),
        }
    }
}

/// Printed moves for a start on positions from `first` on.
fn from(first: i64, moves: &'static [(i64, i64)]) -> impl Iterator<Item = Move> {
    moves.iter().map(move |(from, to)| Move { from: from - first, to: to - first })
}

/// The solution of Theorem 4.1 for an even n.
fn few(n: u64) -> Option<&'static [(i64, i64)]> {
    BY_THREE.get(usize::try_from(n / 2).ok()?.checked_sub(2)?).copied()
}

/// The plan of Theorem 4.4, for an even n from 10 on.
pub(super) fn extended(n: u64) -> Option<Plan> {
    let (first, step) = EXTENDED;
    let small = first + n.checked_sub(first)? % step;
    let base = Base::new(u32::try_from(small).ok()?, 3, from(4, few(small)?).collect())?;
    Plan::new(base.in_order(&ORDER)?, n)
}

/// Algorithm 3.1, without its recursion: four coins of each colour are taken off until a printed solution fits, whose
/// moves come between two moves before and two after it for each time.
fn by_two(n: i64) -> impl Iterator<Item = Move> {
    let levels = (n - 4) / 4;
    let level = move |i: i64| (4 * i, n - 4 * i);
    let before = (0..levels).map(level).flat_map(|(start, n)| {
        let end = start + 2 * n;
        [Move { from: start + 1, to: end }, Move { from: end - 4, to: start + 1 }]
    });
    let base = usize::try_from(n - 4 * levels - 3).ok().and_then(|place| BY_TWO.get(place));
    let after = (0..levels).rev().map(level).flat_map(|(start, n)| {
        let end = start + 2 * n;
        [Move { from: end - 1, to: start + 4 }, Move { from: start, to: end - 1 }]
    });
    before.chain(from(1 - 4 * levels, base.copied().unwrap_or_default())).chain(after)
}

/// Algorithm 4.1, without its recursion: two coins of each colour less for each pair of moves, and a gap of two more.
fn by_three(n: i64) -> impl Iterator<Item = Move> {
    let steps = (0..(n - 3) / 2).flat_map(move |i| {
        // The first penny that still has to move, and the cell after the last one.
        let (penny, end) = (n - 2 * i - 2, 2 * n - 2 * i);
        [Move { from: penny, to: end }, Move { from: end - 2, to: penny }]
    });
    let end = n + 2;
    steps.chain([Move { from: 1, to: end + 1 }, Move { from: end, to: 1 }, Move { from: 0, to: end }])
}
