//! Proofs by the poking game: minimum configurations of an odd rectangle, of which a coin of the one adjacent pair
//! slides to a free cell beside another coin.

use std::collections::BTreeSet;

use super::super::proof::{Unpoked, Why};
use super::Case;
use super::plane::{Rect, beside, joins};
use puzzlec_base::{Budget, Progress};
use puzzlec_checker::Unproved;
use puzzlec_model::board::Coord;

/// Coins in reading order.
pub(super) type Coins = Vec<Coord>;

impl Case<'_> {
    /// By 5.7 every plan begins with a move, goes on like pokes from what is left without a neighbour of the moved
    /// coin, and ends at the goal without a redundant coin.
    pub(super) fn poking(&self, goals: &[Unpoked]) -> Result<&'static str, Unproved> {
        let whole = self.odd_rectangle()?;
        self.not_one_move()?;
        let starts = self.poking_starts(whole)?;
        let chains: Vec<Option<[Coord; 2]>> = starts.iter().map(|start| chain_ends(start)).collect();
        let last = |coin: &&Coord| joins(**coin, |cell| self.goal.contains(&cell));
        let redundant: Vec<Coord> = self.goal.iter().filter(last).copied().collect();
        if redundant.len() != goals.len() {
            return Err(Unproved::wrong("there are not as many goals of the poking game as redundant coins"));
        }
        for (coin, Unpoked { coin: name, why }) in redundant.iter().zip(goals) {
            if self.goal_coin(name)? != *coin {
                return Err(Unproved::wrong("the redundant coins of the goal are others"));
            }
            let goal: Coins = self.goal.iter().filter(|other| *other != coin).copied().collect();
            match why {
                Why::NoPair {} if pairs(&goal).is_empty() => {}
                Why::NoPair {} => {
                    return Err(Unproved::wrong("a goal of the poking game has adjacent coins"));
                }
                Why::Ends {} => {
                    let ends = chain_ends(&goal);
                    // Every start is a chain, or no start is a chain with the same ends.
                    let apart = |start: &Option<[Coord; 2]>| match ends {
                        Some(_) => *start != ends,
                        None => start.is_some(),
                    };
                    if !chains.iter().all(apart) {
                        return Err(Unproved::wrong("the ends of chains do not tell starts and goals apart"));
                    }
                }
                Why::Class { size } => {
                    let class = class(goal, self.budget)?;
                    if class.len() as u64 != *size {
                        return Err(Unproved::wrong("the class has another number of configurations"));
                    }
                    if starts.iter().any(|start| class.contains(start)) {
                        return Err(Unproved::wrong("pokes lead from a start to a goal"));
                    }
                }
            }
        }
        Ok("one spare coin in an odd rectangle pokes others, and no pokes lead to the goal")
    }

    /// The span of start and goal, which takes one coin less than there are.
    fn odd_rectangle(&self) -> Result<Rect, Unproved> {
        let spans = [self.span(self.start.iter().copied())?, self.span(self.goal.iter().copied())?];
        let [[one], [other]] = spans.each_ref().map(Vec::as_slice) else {
            return Err(Unproved::wrong("start and goal do not span one rectangle"));
        };
        if one != other || one.half_perimeter() % 2 == 0 {
            return Err(Unproved::wrong("start and goal do not span the same odd rectangle"));
        }
        let coins = usize::try_from((one.half_perimeter() + 1) / 2 + 1);
        if [self.start, self.goal].iter().any(|set| coins != Ok(set.len())) {
            return Err(Unproved::wrong("start and goal have not one coin more than their span takes"));
        }
        Ok(*one)
    }

    /// The coins after every first move, without one neighbour of the moved coin, if they keep the whole
    /// span.
    fn poking_starts(&self, whole: Rect) -> Result<BTreeSet<Coins>, Unproved> {
        let mut starts = BTreeSet::new();
        let free: BTreeSet<Coord> = self.start.iter().flat_map(|coin| beside(*coin)).collect();
        for from in self.start {
            let left = |cell: Coord| cell != *from && self.start.contains(&cell);
            for to in free.iter().filter(|to| !self.start.contains(*to) && joins(**to, left)) {
                self.poll()?;
                for taken in beside(*to).filter(|cell| left(*cell)) {
                    let mut coins = self.start.clone();
                    coins.remove(from);
                    coins.remove(&taken);
                    coins.insert(*to);
                    let coins: Coins = coins.into_iter().collect();
                    // A minimum configuration of an odd rectangle has at most one adjacent pair (1.15), and the moved
                    // coin has a neighbour left.
                    if pairs(&coins).len() == 1 && self.span(coins.iter().copied())? == [whole] {
                        starts.insert(coins);
                    }
                }
            }
        }
        Ok(starts)
    }
}

/// The adjacent coins.
pub(super) fn pairs(coins: &[Coord]) -> Vec<[Coord; 2]> {
    let held = |cell: &Coord| coins.binary_search(cell).is_ok();
    let next = |coin: &Coord| beside(*coin).filter(held).filter(|other| other > coin).collect::<Vec<_>>();
    coins.iter().flat_map(|coin| next(coin).into_iter().map(|other| [*coin, other])).collect()
}

/// The ends of a chain with one adjacent pair: coins in a row, each one or two steps from the next, that
/// never turn back (5.8).
pub(super) fn chain_ends(coins: &[Coord]) -> Option<[Coord; 2]> {
    let along = |sign: i64| {
        let mut row = coins.to_vec();
        row.sort_by_key(|coin| (i64::from(coin.x) + sign * i64::from(coin.y), coin.x));
        let mut short = 0;
        for (coin, next) in row.iter().zip(row.iter().skip(1)) {
            let x = i64::from(next.x) - i64::from(coin.x);
            let y = sign * (i64::from(next.y) - i64::from(coin.y));
            if x < 0 || y < 0 || !(1..=2).contains(&(x + y)) {
                return None;
            }
            short += u32::from(x + y == 1);
        }
        let (first, last) = (*row.first()?, *row.last()?);
        (short == 1).then(|| [first.min(last), first.max(last)])
    };
    along(1).or_else(|| along(-1))
}

/// All that pokes make of a configuration.
pub(super) fn class(first: Coins, budget: &Budget) -> Result<BTreeSet<Coins>, Unproved> {
    let mut open = vec![first.clone()];
    let mut seen = BTreeSet::from([first]);
    while let Some(coins) = open.pop() {
        let states = seen.len() as u64;
        let bytes = states * (coins.len() * size_of::<Coord>()) as u64;
        budget.poll(&Progress { states, bytes, ..Progress::default() })?;
        for coin in pairs(&coins).into_iter().flatten() {
            let other = |cell: &Coord| *cell != coin && coins.binary_search(cell).is_ok();
            for to in beside(coin).filter(|to| coins.binary_search(to).is_err()) {
                if !beside(to).any(|cell| other(&cell)) {
                    continue;
                }
                let mut after: Coins = coins.iter().copied().filter(|c| *c != coin).chain([to]).collect();
                after.sort_unstable();
                if seen.insert(after.clone()) {
                    open.push(after);
                }
            }
        }
    }
    Ok(seen)
}
