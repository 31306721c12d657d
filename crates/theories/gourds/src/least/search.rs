//! Least plans by a search from both ends.
//!
//! Positions are taken up in order of reduced costs (Ikeda, Hsu, Imai, Nishimura, Shimoura, Hashimoto, Tenmoku and Mitoh
//! 1994; Sewell and Jacobson 2021): with the estimates `to` of the moves to a goal and `from` of those from the start, a
//! position that is found by g moves from the start has the rank 2 g + to - from, one that is found by g moves from a goal
//! 2 g + from - to. Both estimates change by at most one with a move, so ranks never fall along a path, and a
//! position has its least number of moves when its rank is the least. The two ranks on a path of length L
//! sum to 2 L where its halves meet: half the sum of the least ranks is a lower bound. Goals whose positions are too many to
//! be listed are searched from the start alone, with the rank 2 (g + to).

use hashbrown::HashTable;
use puzzlec_base::assignment::FAR;

use crate::problem::{Cell, Problem};
use puzzlec_theory::meter::{Halted, Meter, Room};

use super::Outcome;
use super::game::{Class, Gourds, Key, Potential, depth, hash, with_depth};
use super::goals;
use super::pairs::Pairs;
use super::side::{Child, SHARDS, Side, enter, find, shard};

/// Open positions that are expanded between two polls.
const CHUNK: usize = 1 << 15;

/// Positions of a chunk that are expanded together.
#[cfg(feature = "parallel")]
const SHARE: usize = 1 << 10;

/// A search for least plans.
pub(super) struct LeastSearch<'a, const W: usize> {
    problem: &'a Problem,
    game: &'a Gourds<'a>,
    to: Potential<'a>,
    /// Nothing where only the start is searched from.
    from: Option<Potential<'a>>,
    sides: [Side<W>; 2],
    /// The shortest path so far, and where its halves meet.
    best: Option<(u64, Key<W>)>,
    /// The most moves that a plan may have.
    most: u64,
    /// Whether a position was left out since its plans have more moves than allowed.
    cut: bool,
}

impl<'a, const W: usize> LeastSearch<'a, W> {
    /// A search for a plan of at most so many moves; nothing if no position is a goal.
    pub fn new(
        problem: &'a Problem,
        game: &'a Gourds<'a>,
        most: Option<u64>,
        meter: &Meter,
    ) -> Result<Option<Self>, Halted> {
        let start: Key<W> = game.key(&problem.start);
        let targets = goals::positions::<W>(problem, game, meter)?;
        if targets.as_ref().is_some_and(Vec::is_empty) {
            return Ok(None);
        }
        let to = estimate(problem, game, targets.as_deref());
        let from = targets.is_some().then(|| Potential::of(game, &start));
        let sides = [Side::new(), Side::new()];
        let most = most.unwrap_or(u64::MAX);
        let mut search = LeastSearch { problem, game, to, from, sides, best: None, most, cut: false };
        if targets.is_none() && goals::is_goal(problem, game, &start) {
            search.best = Some((0, start));
        }
        search.begin(0, &[start]);
        search.begin(1, &targets.unwrap_or_default());
        Ok(Some(search))
    }

    /// The estimates of a position, to a goal and from the start.
    fn estimates(&self, key: &Key<W>) -> (u32, u32) {
        let slots = self.game.slots(key);
        let empty = self.game.places.empty(slots);
        let of = |potential: &Potential| potential.of_position(self.game, slots, empty);
        (of(&self.to), self.from.as_ref().map_or(0, of))
    }

    /// The same search from anew, with estimates of gourds in pairs; nothing where gourds are alike or the goal leaves something open.
    pub fn paired(&self, meter: &Meter) -> Result<Option<Self>, Halted> {
        let (problem, game) = (self.problem, self.game);
        let differ = |class: &Class| class.slots.len() == 1 && class.labels[0] != class.labels[1];
        let targets = goals::positions::<W>(problem, game, meter)?;
        let Some([target]) = targets.as_deref().filter(|_| game.classes.iter().all(differ)) else {
            return Ok(None);
        };
        let start: Key<W> = game.key(&problem.start);
        let ends = [&start, target].map(|key| game.slots(key));
        let Some([from, to]) = Pairs::between(game.places, ends, meter)? else { return Ok(None) };
        let (to, from) = (Potential::paired(to), Some(Potential::paired(from)));
        let sides = [Side::new(), Side::new()];
        let mut search = LeastSearch { to, from, sides, best: None, cut: false, ..*self };
        search.begin(0, &[start]);
        search.begin(1, &[*target]);
        Ok(Some(search))
    }

    /// A position of a side with these estimates; nothing if no plan leads through it.
    fn child(&self, key: &Key<W>, side: usize, estimates: Option<(u32, u32)>) -> Option<Child<W>> {
        let (to, from) = estimates.unwrap_or_else(|| self.estimates(key));
        if to >= FAR || from >= FAR {
            return None;
        }
        let moves = u32::from(depth(key));
        let rank = match (side, &self.from) {
            (0, None) => 2 * (moves + to),
            (0, Some(_)) => (2 * moves + to).saturating_sub(from),
            _ => (2 * moves + from).saturating_sub(to),
        };
        Some(Child { key: *key, hash: hash(key), rank })
    }

    /// The most moves that a path may have to be of use.
    fn limit(&self) -> u64 {
        self.best.map_or(self.most, |(best, _)| self.most.min(best.saturating_sub(1)))
    }

    /// Searches until a least plan is found, or nothing while more positions than these are held. Every lower bound that is
    /// proved on the way is passed on.
    pub fn run(
        &mut self,
        positions: Option<usize>,
        meter: &Meter,
        proved: &mut dyn FnMut(u64),
    ) -> Result<Option<Outcome>, Halted> {
        let mut room = Room::new(meter);
        let mut bound = 0;
        loop {
            let (two_sided, limit) = (self.from.is_some(), self.limit());
            let [start, goal] = &mut self.sides;
            let behind = if two_sided { goal.open.least() } else { Some(0) };
            let (Some(ahead), Some(behind)) = (start.open.least(), behind) else { break };
            let at_least = (ahead + behind).div_ceil(2) as u64;
            let from_goal = two_sided && goal.open.width(behind) < start.open.width(ahead);
            let bytes = start.bytes() + goal.bytes();
            let held = start.len() + goal.len();
            let (own, rank, other) = if from_goal { (goal, behind, ahead) } else { (start, ahead, behind) };
            let before = own.len();
            if at_least > limit {
                self.cut |= self.best.is_none();
                break;
            }
            if positions.is_some_and(|positions| held > positions) {
                return Ok(None);
            }
            if at_least > bound {
                bound = at_least;
                proved(bound);
            }
            let chunk = own.open.take(rank, CHUNK);
            let side = usize::from(from_goal);
            meter.expanded(chunk.len())?;
            room.hold(bytes + chunk.len() * 4 * size_of::<Child<W>>())?;
            let (children, cut) = self.expand(side, other, &chunk);
            self.cut |= cut;
            self.add_all(side, other, &children);
            meter.seen(self.sides.get(side).map_or(0, Side::len).saturating_sub(before));
        }
        Ok(Some(match self.best {
            Some((length, _)) if length <= self.most => Outcome::Plan(self.plan()),
            Some(_) => Outcome::Longer,
            None if self.cut => Outcome::Longer,
            None => Outcome::None,
        }))
    }

    /// All positions one move from these, by part of the table; and whether some were left out since they have more moves
    /// than allowed.
    fn expand(&self, side: usize, other: usize, chunk: &[Key<W>]) -> (Vec<Vec<Vec<Child<W>>>>, bool) {
        let share = |keys: &[Key<W>]| {
            let mut found = vec![Vec::new(); SHARDS];
            let mut cut = false;
            for key in keys {
                self.expand_one(side, other, key, &mut found, &mut cut);
            }
            (found, cut)
        };
        #[cfg(feature = "parallel")]
        if chunk.len() > SHARE {
            use rayon::iter::ParallelIterator;
            use rayon::slice::ParallelSlice;
            let shares: Vec<_> = chunk.par_chunks(SHARE).map(share).collect();
            let cut = shares.iter().any(|(_, cut)| *cut);
            return (shares.into_iter().map(|(found, _)| found).collect(), cut);
        }
        let (found, cut) = share(chunk);
        (vec![found], cut)
    }

    fn expand_one(
        &self,
        side: usize,
        other: usize,
        key: &Key<W>,
        found: &mut [Vec<Child<W>>],
        cut: &mut bool,
    ) {
        let game = self.game;
        let moves = depth(key);
        let Some(known) = self.sides.get(side).and_then(|side| side.depth(key)) else { return };
        if known < moves || moves == u16::MAX {
            return;
        }
        let (to, from) = self.estimates(key);
        let slots = game.slots(key);
        let empty = game.places.empty(slots);
        let limit = self.limit();
        for (slot, _, step) in game.moves(key, empty) {
            let Some(class) = game.class(slot) else { continue };
            let next = with_depth(game.after(key, slot, step), moves + 1);
            let after = game.slots(&next);
            let change = |estimate: u32, potential: &Potential| {
                let before = potential.class(class, game.places, slots, empty);
                estimate + potential.class(class, game.places, after, step.empty) - before
            };
            let to = change(to, &self.to);
            let from = self.from.as_ref().map_or(0, |potential| change(from, potential));
            let Some(child) = self.child(&next, side, Some((to, from))) else { continue };
            let left = if side == 0 { to } else { from };
            if u64::from(moves) + 1 + u64::from(left) > limit
                || (child.rank as usize + other) as u64 > limit.saturating_mul(2)
            {
                *cut |= self.best.is_none();
                continue;
            }
            if let Some(found) = found.get_mut(shard(child.hash)) {
                found.push(child);
            }
        }
    }

    /// Enters the positions where a side begins.
    fn begin(&mut self, side: usize, ends: &[Key<W>]) {
        let mut parts = vec![Vec::new(); SHARDS];
        for child in ends.iter().filter_map(|end| self.child(end, side, None)) {
            if let Some(part) = parts.get_mut(shard(child.hash)) {
                part.push(child);
            }
        }
        self.add_all(side, 0, &[parts]);
    }

    /// Enters positions on a side. `other` is the least rank of the other side.
    fn add_all(&mut self, side: usize, other: usize, children: &[Vec<Vec<Child<W>>>]) {
        let [start, goal] = &mut self.sides;
        let (own, opposite) = if side == 0 { (start, goal) } else { (goal, start) };
        let (problem, game, alone) = (self.problem, self.game, self.from.is_none());
        let part = |(place, (table, facing)): (usize, (&mut HashTable<Key<W>>, &HashTable<Key<W>>))| {
            let mut open = Vec::new();
            let mut best: Option<(u64, Key<W>)> = None;
            for child in children.iter().filter_map(|share| share.get(place)).flatten() {
                if !enter(table, child) {
                    continue;
                }
                let moves = u64::from(depth(&child.key));
                let mut length = None;
                let mut closed = false;
                if alone {
                    let estimated = u64::from(child.rank) == 2 * moves;
                    length = (estimated && goals::is_goal(problem, game, &child.key)).then_some(moves);
                } else if let Some(rest) = find(facing, &child.key, child.hash) {
                    let whole = moves + u64::from(rest);
                    length = Some(whole);
                    // The other side has found all paths on from here.
                    closed = 2 * whole < u64::from(child.rank) + other as u64;
                }
                if let Some(length) = length
                    && best.is_none_or(|(best, key)| (length, child.key) < (best, key))
                {
                    best = Some((length, child.key));
                }
                if !closed {
                    open.push((child.key, child.rank as usize));
                }
            }
            (open, best)
        };
        let tables = own.shards.iter_mut().zip(&opposite.shards).enumerate();
        #[cfg(feature = "parallel")]
        let parts: Vec<_> = if children.len() > 1 {
            use rayon::iter::{IntoParallelIterator, ParallelIterator};
            tables.collect::<Vec<_>>().into_par_iter().map(part).collect()
        } else {
            tables.map(part).collect()
        };
        #[cfg(not(feature = "parallel"))]
        let parts: Vec<_> = tables.map(part).collect();
        for (open, best) in parts {
            for (key, rank) in open {
                own.open.push(rank, key);
            }
            if let Some(best) = best
                && self.best.is_none_or(|known| best < known)
            {
                self.best = Some(best);
            }
        }
    }

    /// The plan through the position where the halves meet.
    fn plan(&self) -> Vec<Cell> {
        let Some((_, meeting)) = self.best else { return Vec::new() };
        let [start, goal] = &self.sides;
        let mut plan = start.walk(self.game, meeting);
        plan.reverse();
        plan.extend(goal.walk(self.game, meeting));
        plan
    }
}

/// The estimate of the moves to a goal with these positions, or with more than can be listed.
pub(super) fn estimate<'p, const W: usize>(
    problem: &Problem,
    game: &Gourds,
    targets: Option<&[Key<W>]>,
) -> Potential<'p> {
    match targets {
        Some([target]) => Potential::of(game, target),
        Some(targets) => Potential::from_nodes(game, &nodes(game, targets)),
        None => Potential::from_nodes(game, &goals::nodes(problem, game)),
    }
}

/// By class the nodes on which some of these positions have a gourd.
fn nodes<const W: usize>(game: &Gourds, positions: &[Key<W>]) -> Vec<Vec<u16>> {
    let of = |class: &super::game::Class| {
        let mut nodes = Vec::new();
        for key in positions {
            let slots = game.slots(key);
            let empty = game.places.empty(slots);
            for place in slots.get(class.slots.clone()).unwrap_or_default() {
                nodes.push(game.places.node(*place, empty));
                if class.labels[0] == class.labels[1] {
                    nodes.push(game.places.node(game.places.reverse(*place), empty));
                }
            }
        }
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    };
    game.classes.iter().map(of).collect()
}
