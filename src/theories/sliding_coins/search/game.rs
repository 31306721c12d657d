//! A problem, prepared for searches: which cells may be left out, and which moves may.

use super::board::{Board, Run};
use super::bound::Kinds;
use crate::theories::sliding_coins::problem::{Goal, Problem};
use crate::theories::sliding_coins::row::{Colour, FREE, Move, Row};

/// A problem whose goals have the coins of the start.
#[derive(Debug)]
pub(super) struct Game<'p> {
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

/// A move, and the slack that it leaves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) slack: usize,
    pub(super) step: Move,
}

/// Free cells: the first, and the coin after them; none where there is no coin.
type Gap = (Option<i64>, Option<i64>);

/// A row as searches keep it: rows with one key are solved in the same number of moves or not at all.
pub(super) type Key = Box<[Colour]>;

fn signed(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn coins(row: &Row) -> Vec<Colour> {
    let mut coins: Vec<Colour> = row.cells().iter().copied().filter(|held| *held != FREE).collect();
    coins.sort_unstable();
    coins
}

impl<'p> Game<'p> {
    pub(super) fn new(problem: &'p Problem) -> Self {
        let held = coins(&problem.start);
        let goals: Vec<Goal> =
            problem.goals.iter().filter(|goal| coins(&goal.row) == held).cloned().collect();
        let fixed = || goals.iter().filter(|goal| !goal.anywhere).map(|goal| &goal.row);
        let place = fixed().map(Row::first).min().zip(fixed().map(Row::end).max());
        let free = |goal: &Goal| goal.row.cells().len() - goal.row.coins();
        let holes = goals.iter().filter(|goal| goal.anywhere).map(free).max().unwrap_or(0);
        let kinds = Kinds::new(&goals);
        Game { problem, k: problem.k, goals, kinds, place, holes }
    }

    /// The free cells of a gap beyond which further ones make no difference, with so many moves left and so much
    /// slack (see [`super`]).
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
            // Whichever side of the place they lie on is told by the cells of the place, all of which are kept.
            let free = usize::try_from(left + within + right).unwrap_or(0);
            key.extend(std::iter::repeat_n(FREE, free));
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

    /// The moves to try with so many moves left, this one included, and so much slack. Every other move leads to a
    /// row that is solved in as many moves as one to which these lead. Those that leave most slack come first.
    pub(super) fn moves(&self, board: &mut Board<'_>, runs: &[Run], moves: usize, slack: usize) -> Vec<Choice> {
        let k = signed(self.k);
        let mut found = Vec::new();
        let gaps = || {
            let lefts = std::iter::once(None).chain(runs.iter().map(|run| Some(run.1)));
            lefts.zip(runs.iter().map(|run| Some(run.0)).chain([None]))
        };
        for (run, around) in runs.iter().zip(gaps().zip(gaps().skip(1))) {
            for from in run.0..=run.1 - k {
                for gap in gaps() {
                    self.drops(board, from, gap, moves, slack, &mut found);
                }
                if self.problem.over && slack > 0 {
                    self.shifts(board, from, *run, around, slack, &mut found);
                }
            }
        }
        found.sort_by_key(|choice| std::cmp::Reverse(choice.slack));
        found
    }

    /// Moves of a block to a gap, between the end of a run and the beginning of the next.
    fn drops(
        &self,
        board: &mut Board<'_>,
        from: i64,
        (left, right): Gap,
        moves: usize,
        slack: usize,
        found: &mut Vec<Choice>,
    ) {
        let k = signed(self.k);
        let (first, last) = self.ends((left, right));
        let last = last.map(|last| last - k);
        let room = first.zip(last).map(|(first, last)| last - first);
        if room.is_some_and(|room| room < 0 || slack == 0 && room > 0) {
            return;
        }
        let mut put = |to: i64| {
            let step = Move { from, to };
            if let Some(slack) = slack.checked_add_signed(board.gain(step) - 2) {
                found.push(Choice { slack, step });
            }
        };
        // Beside one run or both.
        let beside = (left, right.map(|right| right - k));
        left.into_iter().for_each(&mut put);
        if beside.0 != beside.1 {
            beside.1.into_iter().for_each(&mut put);
        }
        if slack < 2 {
            return;
        }
        // A block that touches no coin brings no gain.
        let cap = signed(self.cap(moves - 1, slack - 2));
        let place = self.place.unwrap_or(if last.is_none() { (i64::MIN, i64::MIN) } else { (i64::MAX, i64::MAX) });
        let near = |cell: Option<i64>, bound: i64| cell.map_or(bound, |cell| cell.min(bound));
        let far = |cell: Option<i64>, bound: i64| cell.map_or(bound, |cell| cell.max(bound));
        let mut next = i64::MIN;
        let mut range = |from: i64, to: i64| {
            for to in from.max(next)..=to {
                if beside.0 != Some(to) && beside.1 != Some(to) {
                    put(to);
                }
                next = to + 1;
            }
        };
        // Left of the place, within reach of it, and right of it.
        let end = near(last, place.0.saturating_sub(k));
        if let Some(first) = first {
            range(first, end.min(first.saturating_add(cap)));
        }
        range(first.unwrap_or(i64::MIN).max(end.saturating_sub(cap)), end);
        let begin = far(first, place.1);
        range(far(first, place.0.saturating_sub(k).saturating_add(1)), near(last, place.1.saturating_sub(1)));
        range(begin, last.unwrap_or(i64::MAX).min(begin.saturating_add(cap)));
        if let Some(last) = last {
            range(begin.max(last.saturating_sub(cap)), last);
        }
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
                found.push(Choice { slack, step });
            }
        }
    }

    /// The first cell of a gap and the one after its last; none where the line does not end.
    fn ends(&self, (left, right): Gap) -> Gap {
        let (first, last) = self.problem.ends.map_or((None, None), |(a, b)| (Some(a), Some(b + 1)));
        (left.or(first), right.or(last))
    }
}
