//! The largest sets of coins that can be spared together: extra coins (Galliot et al. 2021, 1.16) and redundant
//! coins (1.18).
//!
//! Both are exact searches by branch and bound with a limit on work. The number of coins that are *not* in the set is
//! bounded from below, and allowed to grow from that bound, so that a set as large as its bound is found at once.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::coins::Coins;
use super::extra::{Growing, spared_alone};
use super::rectangle::Rectangle;
use super::redundant::is_redundant;
use super::shape;
use super::span::Span;
use puzzlec_model::board::Coord;
use puzzlec_theory::meter::{Halted, Meter};

/// The limit on work: coins looked at, each weighted by what it is compared with. It bounds the depth of the searches
/// and the memory of sets already seen, as each of them is paid for by its number of coins.
const WORK: usize = 1 << 22;
/// The limit on work for a first set, which may be smaller than a largest one.
const FIRST: usize = 1 << 26;

/// A set of coins that can be spared together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spared {
    /// The coins: extra ones in reading order, redundant ones in the order in which they are taken away.
    pub coins: Vec<Coord>,
    /// Whether no set is larger. If not, the limit on work was reached.
    pub is_largest: bool,
}

/// The reason to leave a search.
enum Leave {
    Halted,
    Work,
}

/// Counts work, and polls the budget.
struct Work<'a> {
    meter: &'a Meter<'a>,
    left: usize,
}

impl Work<'_> {
    fn spend(&mut self, amount: usize) -> Result<(), Leave> {
        self.meter.expanded(1).map_err(|Halted| Leave::Halted)?;
        self.left = self.left.checked_sub(amount).ok_or(Leave::Work)?;
        Ok(())
    }
}

/// A largest set of coins without which the span of the others still includes this one: extra coins relative to a
/// goal with that span. The components of the span of the coins are independent of each other.
///
/// # Errors
/// A limit.
pub fn largest_extra(coins: &Coins, covered: &Span, meter: &Meter<'_>) -> Result<Spared, Halted> {
    let (alone, is_all) = spared_alone(coins, covered, meter)?;
    let (mut work, mut first) = (Work { meter, left: WORK }, Work { meter, left: FIRST });
    let mut all = Spared { coins: Vec::new(), is_largest: is_all };
    for component in Growing::of(coins.iter()).span().0 {
        let inside = coins.iter().filter(|coin| component.contains(*coin));
        let (free, needed): (Vec<Coord>, Vec<Coord>) =
            inside.partition(|coin| alone.binary_search(coin).is_ok());
        if free.is_empty() {
            continue;
        }
        let target: Vec<Rectangle> = covered.0.iter().copied().filter(|r| component.includes(*r)).collect();
        let mut search = Extra { target: &target, kept: Vec::new() };
        let base = Growing::of(needed);
        let kept = match search.greedy(&base, &free, &mut first) {
            Ok(kept) => match search.fewest(&base, &free, kept.len(), &mut work) {
                Ok(fewer) => Ok(fewer.unwrap_or(kept)),
                Err(Leave::Work) => {
                    all.is_largest = false;
                    Ok(kept)
                }
                Err(Leave::Halted) => Err(Halted),
            },
            // Each coin can be spared alone.
            Err(Leave::Work) => {
                all.is_largest = false;
                Ok(free.iter().skip(1).copied().collect())
            }
            Err(Leave::Halted) => Err(Halted),
        };
        let kept: BTreeSet<Coord> = kept?.into_iter().collect();
        all.coins.extend(free.iter().filter(|coin| !kept.contains(coin)));
    }
    let reading = |coin: &Coord| (coin.y, coin.x);
    all.coins.sort_unstable_by_key(reading);
    Ok(all)
}

/// The search for the fewest coins to keep in one component.
struct Extra<'a> {
    /// The components of the span to cover.
    target: &'a [Rectangle],
    kept: Vec<Coord>,
}

impl Extra<'_> {
    fn covers(&self, span: &Growing) -> bool {
        self.target.iter().all(|rectangle| span.includes(*rectangle))
    }

    /// The coins that are kept if each of these is spared in turn where that is possible. Halves are decided one after
    /// the other, so that a coin is added about log n times.
    fn greedy(&self, base: &Growing, coins: &[Coord], work: &mut Work<'_>) -> Result<Vec<Coord>, Leave> {
        if self.covers(base) {
            return Ok(Vec::new());
        }
        if let [] | [_] = coins {
            return Ok(coins.to_vec());
        }
        let (first, second) = coins.split_at(coins.len() / 2);
        let mut with = base.clone();
        work.spend(second.iter().map(|coin| with.add(*coin)).sum())?;
        let mut kept = self.greedy(&with, first, work)?;
        let mut with = base.clone();
        work.spend(kept.iter().map(|coin| with.add(*coin)).sum())?;
        kept.extend(self.greedy(&with, second, work)?);
        Ok(kept)
    }

    /// A lower bound on the coins to add. Joining two rectangles at a distance below 3 does not increase the sum of
    /// half-perimeters, and a coin adds 2 to it.
    fn missing(&self, span: &Growing) -> usize {
        let held: i32 = span.rectangles().map(Rectangle::half_perimeter).sum();
        let wanted = self.target.iter().filter(|rectangle| !span.includes(**rectangle));
        let wanted = wanted.map(|rectangle| rectangle.half_perimeter()).max();
        wanted.map_or(0, |wanted| usize::try_from((wanted - held + 1) / 2).unwrap_or(0).max(1))
    }

    /// Fewer of these coins than this number that are enough; nothing if there are none.
    fn fewest(
        &mut self,
        base: &Growing,
        coins: &[Coord],
        below: usize,
        work: &mut Work<'_>,
    ) -> Result<Option<Vec<Coord>>, Leave> {
        for most in self.missing(base)..below {
            self.kept.clear();
            if self.with(base, coins, most, work)?.is_break() {
                return Ok(Some(std::mem::take(&mut self.kept)));
            }
        }
        Ok(None)
    }

    /// Whether at most this number of these coins complete the span; `kept` has them then.
    fn with(
        &mut self,
        span: &Growing,
        coins: &[Coord],
        most: usize,
        work: &mut Work<'_>,
    ) -> Result<ControlFlow<()>, Leave> {
        if self.covers(span) {
            return Ok(ControlFlow::Break(()));
        }
        let Some(fewer) = most.checked_sub(1).filter(|_| self.missing(span) <= most) else {
            return Ok(ControlFlow::Continue(()));
        };
        let mut all = span.clone();
        work.spend(coins.iter().map(|coin| all.add(*coin)).sum::<usize>() + 1)?;
        if !self.covers(&all) {
            return Ok(ControlFlow::Continue(()));
        }
        let [first, rest @ ..] = coins else { return Ok(ControlFlow::Continue(())) };
        if !span.contains(*first) {
            let mut more = span.clone();
            more.add(*first);
            self.kept.push(*first);
            if self.with(&more, rest, fewer, work)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            self.kept.pop();
        }
        self.with(span, rest, most, work)
    }
}

/// A longest sequence of coins each of which has two neighbours when it is taken away, after those before it. Groups
/// of neighbours are independent of each other.
///
/// # Errors
/// A limit.
pub fn largest_redundant(coins: &Coins, meter: &Meter<'_>) -> Result<Spared, Halted> {
    let mut work = Work { meter, left: WORK };
    let mut all = Spared { coins: Vec::new(), is_largest: true };
    for group in shape::touching(coins) {
        let Some(around) = Rectangle::around(group.iter().copied()) else { continue };
        // In a box of its own, so that many groups of a large board take no more memory than the largest.
        let moved = group.iter().map(|coin| Coord::new(coin.x - around.left, coin.y - around.top));
        let group = Coins::on(around.width(), around.height(), moved);
        let first = cheapest_first(&group, meter)?;
        let mut search = Redundant { work: &mut work, seen: BTreeSet::new(), taken: Vec::new() };
        let taken = match search.most(&group, first.len()) {
            Ok(more) => more.unwrap_or(first),
            Err(Leave::Work) => {
                all.is_largest = false;
                first
            }
            Err(Leave::Halted) => return Err(Halted),
        };
        all.coins.extend(taken.iter().map(|coin| Coord::new(coin.x + around.left, coin.y + around.top)));
    }
    Ok(all)
}

fn beside(cell: Coord) -> impl Iterator<Item = Coord> {
    [(1, 0), (0, 1), (-1, 0), (0, -1)].into_iter().map(move |(x, y)| Coord::new(cell.x + x, cell.y + y))
}

/// A sequence in which each coin takes as few pairs of neighbours with it as possible at its time. The time is
/// linear: a coin is noted once for each number of neighbours that it has had.
fn cheapest_first(group: &Coins, meter: &Meter<'_>) -> Result<Vec<Coord>, Halted> {
    let mut by_neighbours: [Vec<Coord>; 3] = Default::default();
    let note = |lists: &mut [Vec<Coord>; 3], rest: &Coins, coin: Coord| {
        let list = rest.neighbours(coin).checked_sub(2).and_then(|at| lists.get_mut(at));
        if let Some(list) = list {
            list.push(coin);
        }
    };
    let mut rest = group.clone();
    group.iter().for_each(|coin| note(&mut by_neighbours, group, coin));
    let mut taken = Vec::new();
    while let Some((at, coin)) =
        by_neighbours.iter_mut().enumerate().find_map(|(at, list)| Some((at, list.pop()?)))
    {
        meter.expanded(1)?;
        if rest.neighbours(coin) != at + 2 || !rest.remove(coin) {
            continue;
        }
        taken.push(coin);
        for near in beside(coin).filter(|near| rest.contains(*near)) {
            note(&mut by_neighbours, &rest, near);
        }
    }
    Ok(taken)
}

/// The search for the most coins of a group.
struct Redundant<'a, 'm> {
    work: &'a mut Work<'m>,
    /// Sets of coins left from which the wanted number cannot be reached.
    seen: BTreeSet<Vec<Coord>>,
    taken: Vec<Coord>,
}

impl Redundant<'_, '_> {
    /// More than this number of coins; nothing if there is no such sequence.
    fn most(&mut self, group: &Coins, above: usize) -> Result<Option<Vec<Coord>>, Leave> {
        for wanted in (above + 1..=limit(group)).rev() {
            self.seen.clear();
            self.taken.clear();
            let mut rest = group.clone();
            if self.take(&mut rest, wanted)?.is_break() {
                return Ok(Some(std::mem::take(&mut self.taken)));
            }
        }
        Ok(None)
    }

    /// Whether this number of coins can be taken away; `taken` has them then.
    fn take(&mut self, rest: &mut Coins, wanted: usize) -> Result<ControlFlow<()>, Leave> {
        if wanted == 0 {
            return Ok(ControlFlow::Break(()));
        }
        self.work.spend(rest.len() + 1)?;
        // The number wanted depends only on the coins left.
        if limit(rest) < wanted || !self.seen.insert(rest.iter().collect()) {
            return Ok(ControlFlow::Continue(()));
        }
        let mut next: Vec<Coord> = rest.iter().filter(|coin| is_redundant(rest, *coin)).collect();
        // A coin whose neighbours cannot be taken away hinders no other one, so it may come first.
        let lone = next.iter().find(|coin| beside(**coin).all(|near| !is_redundant(rest, near)));
        if let Some(lone) = lone.copied() {
            next = vec![lone];
        }
        next.sort_by_key(|coin| rest.neighbours(*coin));
        for coin in next {
            rest.remove(coin);
            self.taken.push(coin);
            if self.take(rest, wanted - 1)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            self.taken.pop();
            rest.insert(coin);
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// An upper bound on redundant coins: each takes two pairs of neighbours with it, and a pair without a redundant coin
/// stays.
fn limit(coins: &Coins) -> usize {
    let redundant: Vec<Coord> = coins.iter().filter(|coin| is_redundant(coins, *coin)).collect();
    let ends: usize = redundant.iter().map(|coin| coins.neighbours(*coin)).sum();
    let both: usize =
        redundant.iter().map(|coin| beside(*coin).filter(|near| is_redundant(coins, *near)).count()).sum();
    ((ends - both / 2) / 2).min(redundant.len())
}
