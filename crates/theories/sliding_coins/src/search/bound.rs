//! A lower bound on the moves that remain: the neighbours that a goal has and a row has not.

use std::collections::BTreeMap;

use crate::problem::Goal;
use crate::row::{Colour, FREE, Row};

/// Kinds of neighbours: ordered pairs of colours, side by side, that some goal has.
#[derive(Debug)]
pub(super) struct Kinds {
    /// The kind of a pair of colours, by `first * colours + second`; the number of kinds where no goal has it.
    of: Vec<usize>,
    colours: usize,
    /// How often each goal has each kind.
    needs: Vec<Vec<usize>>,
}

/// How often a row has each kind of neighbours, and how many of a goal's neighbours it lacks.
#[derive(Clone, Debug)]
pub(super) struct Stock {
    has: Vec<usize>,
    missing: Vec<usize>,
}

/// A pair of neighbouring cells.
pub(super) type Pair = (Colour, Colour);

impl Kinds {
    pub(super) fn new(goals: &[Goal]) -> Self {
        let rows = || goals.iter().map(|goal| &goal.row);
        let colours = 1 + usize::from(rows().flat_map(Row::cells).copied().max().unwrap_or(FREE));
        let counted = |row: &Row| {
            let mut pairs: BTreeMap<Pair, usize> = BTreeMap::new();
            for two in row.cells().windows(2) {
                if let [a, b] = two
                    && *a != FREE
                    && *b != FREE
                {
                    *pairs.entry((*a, *b)).or_default() += 1;
                }
            }
            pairs
        };
        let wanted: Vec<_> = rows().map(counted).collect();
        let all: BTreeMap<Pair, usize> = wanted.iter().flatten().map(|(pair, _)| (*pair, 0)).collect();
        let mut of = vec![all.len(); colours * colours];
        for (kind, (a, b)) in all.keys().enumerate() {
            if let Some(slot) = of.get_mut(usize::from(*a) * colours + usize::from(*b)) {
                *slot = kind;
            }
        }
        let needs = |pairs: &BTreeMap<Pair, usize>| {
            all.keys().map(|pair| pairs.get(pair).copied().unwrap_or(0)).collect()
        };
        Kinds { of, colours, needs: wanted.iter().map(needs).collect() }
    }

    /// The stock of a row without coins.
    pub(super) fn empty(&self) -> Stock {
        let kinds = self.needs.first().map_or(0, Vec::len);
        let missing = self.needs.iter().map(|needs| needs.iter().sum()).collect();
        Stock { has: vec![0; kinds], missing }
    }

    fn kind(&self, (a, b): Pair) -> Option<usize> {
        let (a, b) = (usize::from(a), usize::from(b));
        if a == 0 || b == 0 || a >= self.colours || b >= self.colours {
            return None;
        }
        self.of.get(a * self.colours + b).copied()
    }

    /// The row gets a pair of neighbours.
    #[inline]
    pub(super) fn add(&self, stock: &mut Stock, pair: Pair) {
        let Some(kind) = self.kind(pair) else { return };
        let Some(has) = stock.has.get_mut(kind) else { return };
        for (missing, needs) in stock.missing.iter_mut().zip(&self.needs) {
            *missing -= usize::from(needs.get(kind).is_some_and(|needs| *needs > *has));
        }
        *has += 1;
    }

    /// The row loses a pair of neighbours.
    #[inline]
    pub(super) fn remove(&self, stock: &mut Stock, pair: Pair) {
        let Some(kind) = self.kind(pair) else { return };
        let Some(has) = stock.has.get_mut(kind) else { return };
        *has -= 1;
        for (missing, needs) in stock.missing.iter_mut().zip(&self.needs) {
            *missing += usize::from(needs.get(kind).is_some_and(|needs| *needs > *has));
        }
    }
}

impl Stock {
    /// How many neighbours a row lacks of those of the goal to which it lacks fewest.
    #[inline]
    pub(super) fn missing(&self) -> usize {
        self.missing.iter().copied().min().unwrap_or(0)
    }
}
