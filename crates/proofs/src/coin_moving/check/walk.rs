//! Sets of coins in the span of the start, and those that follow them.
//!
//! From the start: configurations and moves. The span after a move is that of the coins that stayed (1.9), so that a
//! move after which they do not cover the goal leads nowhere.
//!
//! From the goal: sets of coins of which one lies in every configuration that leads to it. Say all coins of a
//! set lie on the board after a move that put a coin on p. If p is not of the set they lay there before it;
//! otherwise the rest of them did, and two coins beside p, and one coin more was in hand. So for each p of the set and
//! each choice of two neighbours, the rest with these two follows, with fewer coins than the puzzle has, and
//! every configuration from which a move leads to one with the set contains it or one that follows it. Any
//! subset may stand for a set.

use std::cell::Cell;
use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::Case;
use super::plane::beside;
use puzzlec_base::{Budget, Progress};
use puzzlec_checker::Unproved;
use puzzlec_model::board::Coord;

/// A span of more cells is not walked over.
const MOST_CELLS: usize = 1 << 22;

/// Coins by the numbers of their cells, in order.
pub(super) type Coins = Box<[u32]>;

/// The span of the start, which no coin leaves.
pub(super) struct Field<'a> {
    budget: &'a Budget,
    /// In reading order.
    cells: Vec<Coord>,
    /// By cell its neighbours.
    near: Vec<Vec<u32>>,
    /// By cell what a coin there adds to hashes.
    codes: Vec<[u64; 2]>,
    pub(super) start: Coins,
    /// Nothing where a coin of it lies outside.
    pub(super) goal: Option<Coins>,
    /// Bytes of sets, and sets, for the budget.
    bytes: Cell<u64>,
    sets: Cell<u64>,
    steps: Cell<u64>,
}

/// Sets that were met, in the order in which they were.
pub(super) struct Side {
    seen: FxHashSet<Coins>,
    /// Configurations without a coin, after which all moves were made.
    rests: FxHashSet<Coins>,
    order: Vec<Coins>,
    /// Where the last level begins.
    last: usize,
}

/// Which sets from the goal are kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keep {
    /// For each what remains when again and again the first coin with two beside it is taken away.
    Peeled,
    /// Those that without one of their coins were not met, in this level or before.
    Least,
}

impl Side {
    pub(super) fn new(end: Coins) -> Self {
        let seen = std::iter::once(end.clone()).collect();
        Side { seen, rests: FxHashSet::default(), order: vec![end], last: 0 }
    }

    pub(super) fn has(&self, set: &Coins) -> bool {
        self.seen.contains(set)
    }

    /// All that were kept.
    pub(super) fn all(&self) -> impl Iterator<Item = &[u32]> {
        self.order.iter().map(AsRef::as_ref)
    }

    /// The last level.
    pub(super) fn latest(&self) -> impl Iterator<Item = &[u32]> {
        self.all().skip(self.last)
    }

    fn next(&mut self, level: Vec<Coins>) -> usize {
        self.last = self.order.len();
        self.order.extend(level);
        self.order.len() - self.last
    }
}

impl<'a> Field<'a> {
    pub(super) fn new(case: &Case<'a>) -> Result<Self, Unproved> {
        let large = || Unproved::wrong("the span of the start has too many cells for a walk");
        let mut cells = Vec::new();
        for part in case.span(case.start.iter().copied())? {
            for (x, y) in (part.top..=part.bottom).flat_map(|y| (part.left..=part.right).map(move |x| (x, y)))
            {
                if cells.len() >= MOST_CELLS {
                    return Err(large());
                }
                let (x, y) = i32::try_from(x).ok().zip(i32::try_from(y).ok()).ok_or_else(large)?;
                cells.push(Coord::new(x, y));
            }
        }
        cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
        let number = |cell: Coord| {
            let found = cells.binary_search_by_key(&(cell.y, cell.x), |c| (c.y, c.x));
            found.ok().and_then(|at| u32::try_from(at).ok())
        };
        let coins = |set: &BTreeSet<Coord>| -> Option<Coins> {
            let mut numbers: Vec<u32> = set.iter().map(|c| number(*c)).collect::<Option<_>>()?;
            numbers.sort_unstable();
            Some(numbers.into())
        };
        let start = coins(case.start).ok_or_else(|| Unproved::wrong("a coin lies outside of its span"))?;
        let goal = coins(case.goal);
        let near = cells.iter().map(|cell| beside(*cell).filter_map(number).collect()).collect();
        Ok(Field {
            budget: case.budget,
            near,
            codes: cells.iter().map(|cell| code(*cell)).collect(),
            start,
            goal,
            cells,
            bytes: Cell::new(0),
            sets: Cell::new(0),
            steps: Cell::new(0),
        })
    }

    /// The number of cells.
    pub(super) fn cells(&self) -> usize {
        self.cells.len()
    }

    /// Polls the budget at intervals.
    pub(super) fn step(&self) -> Result<(), Unproved> {
        self.steps.set(self.steps.get() + 1);
        if self.steps.get().is_multiple_of(1 << 12) { self.count(0) } else { Ok(()) }
    }

    /// The number of a cell.
    pub(super) fn number(&self, cell: Coord) -> Option<u32> {
        let found = self.cells.binary_search_by_key(&(cell.y, cell.x), |c| (c.y, c.x));
        found.ok().and_then(|at| u32::try_from(at).ok())
    }

    /// The goal.
    ///
    /// # Errors
    /// A coin of it lies outside of the span.
    pub(super) fn goal(&self) -> Result<&Coins, Unproved> {
        self.goal.as_ref().ok_or_else(|| Unproved::wrong("a coin of the goal lies outside of the span"))
    }

    /// Counts sets, and polls the budget.
    pub(super) fn count(&self, sets: usize) -> Result<(), Unproved> {
        let (before, made) = (self.sets.get(), sets as u64);
        self.sets.set(before + made);
        self.bytes.set(self.bytes.get() + made * (64 + 4 * self.start.len() as u64));
        if sets == 0 || before >> 8 != self.sets.get() >> 8 {
            let progress =
                Progress { states: self.sets.get(), bytes: self.bytes.get(), ..Progress::default() };
            self.budget.poll(&progress)?;
        }
        Ok(())
    }

    /// By cell whether it holds a coin.
    pub(super) fn marks(&self, coins: &[u32]) -> Vec<bool> {
        let mut marks = vec![false; self.near.len()];
        coins.iter().for_each(|cell| mark(&mut marks, *cell, true));
        marks
    }

    pub(super) fn near(&self, cell: u32) -> &[u32] {
        self.near.get(cell as usize).map_or(&[], Vec::as_slice)
    }

    fn support(&self, marks: &[bool], cell: u32) -> usize {
        self.near(cell).iter().filter(|next| holds(marks, **next)).count()
    }

    /// By cell whether coins can ever cover it, if none is put on a cell of some.
    fn covered(&self, coins: &[u32], barred: &[u32]) -> Vec<bool> {
        let mut marks = self.marks(coins);
        let mut open = coins.to_vec();
        while let Some(cell) = open.pop() {
            for next in self.near(cell) {
                if !holds(&marks, *next) && !barred.contains(next) && self.support(&marks, *next) >= 2 {
                    mark(&mut marks, *next, true);
                    open.push(*next);
                }
            }
        }
        marks
    }

    /// Whether coins can ever cover the goal.
    fn covers(&self, coins: &[u32]) -> bool {
        let marks = self.covered(coins, &[]);
        self.goal.as_ref().is_some_and(|goal| goal.iter().all(|cell| holds(&marks, *cell)))
    }

    /// The cells that must be passed.
    pub(super) fn passages(&self) -> Result<Passages, Unproved> {
        let start = self.marks(&self.start);
        let mut passed = vec![Vec::new(); self.near.len()];
        for cell in (0..).take(self.near.len()).filter(|cell| !holds(&start, *cell)) {
            self.count(0)?;
            let covered = self.covered(&self.start, &[cell]);
            let lost = passed.iter_mut().zip(covered).filter(|(_, covered)| !covered);
            lost.for_each(|(passed, _)| passed.push(cell));
        }
        Ok(Passages(passed))
    }

    /// The configurations one move further that were not met before.
    pub(super) fn forward(&self, side: &mut Side, keep: impl Fn(&[u32]) -> bool) -> Result<usize, Unproved> {
        let mut level = Vec::new();
        for coins in side.order.get(side.last..).unwrap_or_default() {
            for coin in coins.iter() {
                let rest: Coins = coins.iter().copied().filter(|c| c != coin).collect();
                if side.rests.contains(&rest) {
                    continue;
                }
                self.count(1)?;
                if self.covers(&rest) {
                    let marks = self.marks(&rest);
                    let places: BTreeSet<u32> = rest.iter().flat_map(|c| self.near(*c)).copied().collect();
                    for place in places {
                        if holds(&marks, place) || self.support(&marks, place) < 2 {
                            continue;
                        }
                        let made = with(&rest, &[place]);
                        if keep(&made) && side.seen.insert(made.clone()) {
                            self.count(1)?;
                            level.push(made);
                        }
                    }
                }
                side.rests.insert(rest);
            }
        }
        Ok(side.next(level))
    }

    /// The sets one move further from the goal that were not met before.
    pub(super) fn backward(
        &self,
        side: &mut Side,
        keep: impl Fn(&[u32]) -> bool,
        how: Keep,
    ) -> Result<usize, Unproved> {
        let mut level = Vec::new();
        for coins in side.order.get(side.last..).unwrap_or_default() {
            for last in coins.iter() {
                let rest: Coins = coins.iter().copied().filter(|c| c != last).collect();
                let (there, free): (Vec<u32>, Vec<u32>) =
                    self.near(*last).iter().partition(|next| rest.binary_search(next).is_ok());
                for more in choices(&free, 2_usize.saturating_sub(there.len())) {
                    let made = with(&rest, &more);
                    if made.len() >= self.start.len() {
                        continue;
                    }
                    let made = if how == Keep::Peeled { self.peeled(&made) } else { made };
                    if keep(&made) && side.seen.insert(made.clone()) {
                        self.count(1)?;
                        level.push(made);
                    }
                }
            }
        }
        if how == Keep::Least {
            level.retain(|set| {
                let without = |gone: u32| set.iter().copied().filter(|c| *c != gone).collect::<Coins>();
                !set.iter().any(|coin| side.seen.contains(&without(*coin)))
            });
        }
        Ok(side.next(level))
    }

    /// The coins that remain after repeatedly removing the first coin with two neighbours.
    pub(super) fn peeled(&self, coins: &[u32]) -> Coins {
        let mut marks = self.marks(coins);
        let mut left = coins.to_vec();
        while let Some(at) = left.iter().position(|coin| self.support(&marks, *coin) >= 2) {
            mark(&mut marks, left.remove(at), false);
        }
        left.into()
    }

    /// The hash of a set.
    pub(super) fn hash(&self, coins: &[u32]) -> u128 {
        let codes = coins.iter().filter_map(|cell| self.codes.get(*cell as usize));
        let [high, low] = codes.fold([0_u64; 2], |[high, low], [more, less]| {
            [high.wrapping_add(*more), low.wrapping_add(*less)]
        });
        u128::from(mix(high)) << 64 | u128::from(mix(low))
    }
}

/// By cell those without which no coin comes there: if none is ever put on such a cell, the cells that hold
/// coins at some time are those that the start covers without it.
pub(super) struct Passages(Vec<Vec<u32>>);

impl Passages {
    /// The least number of moves until coins are there.
    pub(super) fn distance(&self, coins: &[u32]) -> u64 {
        let mut marks = vec![false; self.0.len()];
        let passed = coins.iter().filter_map(|cell| self.0.get(*cell as usize)).flatten();
        passed.for_each(|cell| mark(&mut marks, *cell, true));
        marks.into_iter().filter(|mark| *mark).count() as u64
    }
}

/// Whether one of these sorted sets, with equal first `depth` cells, has its other cells marked.
pub(super) fn contained(mut sets: &[&[u32]], depth: usize, marks: &[bool]) -> bool {
    while let Some(first) = sets.first() {
        let Some(cell) = first.get(depth) else { return true };
        let border = sets.partition_point(|set| set.get(depth).is_none_or(|c| c <= cell));
        let (alike, others) = sets.split_at(border);
        if holds(marks, *cell) && contained(alike, depth + 1, marks) {
            return true;
        }
        sets = others;
    }
    false
}

/// Whether a cell is marked.
pub(super) fn holds(marks: &[bool], cell: u32) -> bool {
    marks.get(cell as usize).copied().unwrap_or(false)
}

fn mark(marks: &mut [bool], cell: u32, value: bool) {
    if let Some(slot) = marks.get_mut(cell as usize) {
        *slot = value;
    }
}

fn with(coins: &[u32], more: &[u32]) -> Coins {
    let mut made: Vec<u32> = coins.iter().chain(more).copied().collect();
    made.sort_unstable();
    made.into()
}

/// All subsets of at most two of some cells, of a given size.
fn choices(cells: &[u32], number: usize) -> Vec<Vec<u32>> {
    let one = || cells.iter().copied();
    match number {
        0 => vec![Vec::new()],
        1 => one().map(|cell| vec![cell]).collect(),
        _ => one().flat_map(|a| one().filter(move |b| a < *b).map(move |b| vec![a, b])).collect(),
    }
}

/// The contribution of a coin to the lanes of the hash of a set, which start with digits of pi.
fn code(cell: Coord) -> [u64; 2] {
    let word = u64::from(cell.y.cast_unsigned()) << 32 | u64::from(cell.x.cast_unsigned());
    [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344].map(|lane: u64| mix(lane ^ word))
}

/// One step of SplitMix64 (Steele, Lea, Flood 2014).
fn mix(word: u64) -> u64 {
    let z = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
