//! A problem, prepared for searches: which cells may be left out, and which moves may.

use super::board::{Board, Run};
use super::bound::Kinds;
use crate::bound::coins;
use crate::problem::{Goal, Problem};
use crate::row::{Colour, FREE, Move, Row};

/// A problem whose goals have the coins of the start.
#[derive(Debug)]
pub(super) struct Prepared<'p> {
    pub(super) problem: &'p Problem,
    pub(super) k: usize,
    /// The goals that have the coins of the start.
    pub(super) goals: Vec<Goal>,
    pub(super) kinds: Kinds,
    /// The cells among which the goals that lie at a place lie: the first, and the one after the last.
    place: Option<(i64, i64)>,
    /// The most free cells between the coins of a goal.
    holes: usize,
}

/// A move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    /// The slack that it leaves.
    pub(super) slack: usize,
    pub(super) step: Move,
    /// Whether the same block may go any number of cells further out, to rows that are solved alike.
    pub(super) endless: bool,
}

/// Which moves to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// Enough that every other move leads to a row with the key of one to which these lead.
    Enough,
    /// All, but for those that stand behind an endless one.
    All,
}

/// Free cells: the first, and the coin after them; `None` if there is no coin.
type Gap = (Option<i64>, Option<i64>);

/// A row as searches keep it: rows with one key are solved in the same number of moves or not at all.
pub(super) type Key = Box<[Colour]>;

pub(super) fn signed(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

impl<'p> Prepared<'p> {
    pub(super) fn new(problem: &'p Problem) -> Self {
        let held = coins(&problem.start);
        let goals: Vec<Goal> =
            problem.goals.iter().filter(|goal| coins(&goal.row) == held).cloned().collect();
        let fixed = || goals.iter().filter(|goal| !goal.anywhere).map(|goal| &goal.row);
        let place = fixed().map(Row::first).min().zip(fixed().map(Row::end).max());
        let free = |goal: &Goal| goal.row.cells().len() - goal.row.coins();
        let holes = goals.iter().filter(|goal| goal.anywhere).map(free).max().unwrap_or(0);
        let kinds = Kinds::new(&goals);
        Prepared { problem, k: problem.k, goals, kinds, place, holes }
    }

    /// The length from which gaps are alike with this many moves left and this much slack (see [`super`]).
    pub(super) fn cap(&self, moves: usize, slack: usize) -> usize {
        self.k.saturating_mul(moves.min(slack.saturating_add(1))).saturating_add(self.holes + 1)
    }

    /// The key of a row with gaps that are capped.
    pub(super) fn key(&self, board: &Board<'_>, runs: &[Run], cap: usize) -> Key {
        let cap = signed(cap);
        let mut key = Vec::new();
        let (Some((begin, _)), Some((_, end))) = (runs.first(), runs.last()) else { return key.into() };
        let (mut begin, mut end) = (*begin, *end);
        if let Some((first, last)) = self.problem.ends {
            (begin, end) = (first, last + 1);
        } else if let Some((first, last)) = self.place {
            (begin, end) = (begin.min(first), end.max(last));
        }
        let (first, last) = self.place.unwrap_or((i64::MAX, i64::MAX));
        let mut cell = begin;
        for run in runs.iter().copied().chain([(end, end)]) {
            let left = (run.0.min(first) - cell).clamp(0, cap);
            let right = run.0.saturating_sub(cell.max(last)).clamp(0, cap);
            let within = run.0.min(last).saturating_sub(cell.max(first)).max(0);
            // The cells of the place, all of which are kept, show on which side of it they lie.
            let free = usize::try_from(left + within + right).unwrap_or(0);
            if free > 0 {
                key.push(FREE);
                // Seven bits a byte, the last byte below 128.
                let mut length = free;
                while length > 127 {
                    key.push(128 | u8::try_from(length & 127).unwrap_or(0));
                    length >>= 7;
                }
                key.push(u8::try_from(length).unwrap_or(0));
            }
            key.extend((run.0..run.1).map(|cell| board.at(cell)));
            cell = run.1;
        }
        if self.place.is_some() {
            // Where the place begins.
            let before = self.before(runs, begin, cap);
            key.extend_from_slice(&before.to_le_bytes());
        }
        key.into()
    }

    /// The cells of a key that lie left of the place.
    fn before(&self, runs: &[Run], begin: i64, cap: i64) -> i64 {
        let Some((first, _)) = self.place else { return 0 };
        let (mut cell, mut before) = (begin, 0);
        for run in runs.iter().copied().chain([(first, first)]) {
            before += (run.0.min(first) - cell).clamp(0, cap) + (run.1.min(first) - run.0).max(0);
            cell = cell.max(run.1);
        }
        before
    }

    /// The moves to try with this many left, this one included, and this much slack: all in their order, or enough of them, those
    /// that leave most slack first.
    pub(super) fn moves(
        &self,
        board: &mut Board<'_>,
        runs: &[Run],
        (moves, slack): (usize, usize),
        extent: Extent,
    ) -> Vec<Choice> {
        let k = signed(self.k);
        let mut found = Vec::new();
        let gaps = || {
            let lefts = std::iter::once(None).chain(runs.iter().map(|run| Some(run.1)));
            lefts.zip(runs.iter().map(|run| Some(run.0)).chain([None]))
        };
        for (run, around) in runs.iter().zip(gaps().zip(gaps().skip(1))) {
            for from in run.0..=run.1 - k {
                for gap in gaps() {
                    self.drops(board, from, gap, (moves, slack), extent, &mut found);
                }
                if self.problem.over && slack > 0 {
                    self.shifts(board, from, *run, around, slack, &mut found);
                }
            }
        }
        match extent {
            Extent::Enough => found.sort_by_key(|choice| std::cmp::Reverse(choice.slack)),
            Extent::All => found.sort_unstable_by_key(|choice| choice.step),
        }
        found
    }

    /// Moves of a block to a gap, between the end of a run and the beginning of the next.
    fn drops(
        &self,
        board: &mut Board<'_>,
        from: i64,
        (left, right): Gap,
        (moves, slack): (usize, usize),
        extent: Extent,
        found: &mut Vec<Choice>,
    ) {
        let k = signed(self.k);
        let (first, last) = self.ends((left, right));
        let last = last.map(|last| last - k);
        let room = first.zip(last).map(|(first, last)| last - first);
        if room.is_some_and(|room| room < 0 || slack == 0 && room > 0) {
            return;
        }
        let mut put = |to: i64, endless: bool| {
            let step = Move { from, to };
            if let Some(slack) = slack.checked_add_signed(board.gain(step) - 2) {
                found.push(Choice { slack, step, endless });
            }
        };
        // Beside one run or both.
        let beside = (left, right.map(|right| right - k));
        if let Some(to) = beside.0 {
            put(to, false);
        }
        if let Some(to) = beside.1.filter(|_| beside.0 != beside.1) {
            put(to, false);
        }
        if slack < 2 {
            return;
        }
        // A block that touches no coin brings no gain.
        let cap = signed(self.cap(moves - 1, slack - 2));
        let nowhere = if last.is_none() { i64::MIN } else { i64::MAX };
        let place = self.place.unwrap_or((nowhere, nowhere));
        // The last cell for it left of the place, and the first one right of the place.
        let end = place.0.saturating_sub(k).min(last.unwrap_or(i64::MAX));
        let begin = place.1.max(first.unwrap_or(i64::MIN));
        // The last cells that count, where the line does not end.
        let out = (end.saturating_sub(cap), begin.saturating_add(cap));
        let whole = (first.unwrap_or(out.0), last.unwrap_or(out.1));
        let mut next = whole.0;
        let mut range = |from: i64, to: i64| {
            for to in from.max(next)..=to.min(whole.1) {
                if beside.0 != Some(to) && beside.1 != Some(to) {
                    put(to, first.is_none() && to == out.0 || last.is_none() && to == out.1);
                }
                next = to + 1;
            }
        };
        if extent == Extent::All {
            return range(whole.0, whole.1);
        }
        range(whole.0, end.min(whole.0.saturating_add(cap)));
        range(end.saturating_sub(cap), end);
        range(end.saturating_add(1), begin.saturating_sub(1));
        range(begin, begin.saturating_add(cap));
        range(begin.max(whole.1.saturating_sub(cap)), whole.1);
    }

    /// Moves of a block at the end of its run by less than its length.
    fn shifts(
        &self,
        board: &mut Board<'_>,
        from: i64,
        run: Run,
        (before, after): (Gap, Gap),
        slack: usize,
        found: &mut Vec<Choice>,
    ) {
        let k = signed(self.k);
        let least = self.ends(before).0.unwrap_or(i64::MIN);
        let most = self.ends(after).1.unwrap_or(i64::MAX);
        let left = (least.max(from - k + 1)..from).filter(|_| from == run.0);
        let right = (from + 1..=(most - k).min(from + k - 1)).filter(|_| from + k == run.1);
        for to in left.chain(right) {
            let step = Move { from, to };
            if let Some(slack) = slack.checked_add_signed(board.gain(step) - 2) {
                found.push(Choice { slack, step, endless: false });
            }
        }
    }

    /// The first cell of a gap and the one after its last; `None` if the line does not end.
    fn ends(&self, (left, right): Gap) -> Gap {
        let (first, last) = self.problem.ends.map_or((None, None), |(a, b)| (Some(a), Some(b + 1)));
        (left.or(first), right.or(last))
    }
}
