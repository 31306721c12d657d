//! Which coins of the start to pick up first: extra coins relative to the goal (Definition 1.16), two or more.

use std::ops::ControlFlow;

use super::hand::Stop;
use crate::coins::Coins;
use crate::extra::Stop::Enough;
use crate::extra::{Growing, each_pair};
use crate::rectangle::Rectangle;
use crate::redundant::two_redundant;
use crate::span::Span;
use puzzlec_model::board::Coord;
use puzzlec_theory::meter::Meter;

/// Finds sets of coins of the start to take first, such that what is left still spans the goal.
pub struct Chooser<'p> {
    start: &'p Coins,
    goal: Span,
    meter: &'p Meter<'p>,
}

impl<'p> Chooser<'p> {
    /// For a start and a goal.
    pub fn new(start: &'p Coins, goal: &Coins, meter: &'p Meter<'p>) -> Self {
        Chooser { start, goal: Growing::of(goal.iter()).span(), meter }
    }

    /// The sets, the most promising first.
    pub fn sets(&self) -> Result<Vec<Vec<Coord>>, Stop> {
        let whole = Growing::of(self.start.iter()).span();
        if !whole.includes(&self.goal) {
            return Ok(Vec::new());
        }
        let mut sets: Vec<Vec<Coord>> = Vec::new();
        if whole != self.goal {
            let inside = |cell: &Coord, goal: &Span| goal.component(*cell).is_some();
            let outside: Vec<Coord> = self.start.iter().filter(|cell| !inside(cell, &self.goal)).collect();
            let set = self.greedy(outside)?;
            sets.extend(Some(set).filter(|set| set.len() >= 2));
        }
        if let Some(pair) = two_redundant(self.start) {
            sets.push(pair.to_vec());
        } else if let Some(pair) = self.pair(&whole, |_| true)? {
            sets.push(pair.to_vec());
        }
        sets.dedup();
        Ok(sets)
    }

    /// Other sets: a pair without which no component of the start's span holds two of the goal's (Theorem 3.3), whose search
    /// ends after a bounded amount of work, and as many coins as can go.
    pub fn others(&self) -> Result<Vec<Vec<Coord>>, Stop> {
        let apart = self.pair(&self.goal, |span| is_apart(span, &self.goal))?;
        let all = self.greedy(self.start.iter().collect())?;
        Ok(apart.map(|pair| pair.to_vec()).into_iter().chain([all]).filter(|set| set.len() >= 2).collect())
    }

    /// As many of the coins as can go, those farthest from the goal first.
    fn greedy(&self, mut coins: Vec<Coord>) -> Result<Vec<Coord>, Stop> {
        let away = |cell: Coord| {
            let far = |to: &Rectangle| Rectangle::cell(cell).distance(*to);
            self.goal.0.iter().map(far).min().unwrap_or(0)
        };
        coins.sort_by_cached_key(|cell| (-away(*cell), *cell));
        let (width, height) = (self.start.width(), self.start.height());
        let listed = Coins::on(width, height, coins.iter().copied());
        let others = Growing::of(self.start.iter().filter(|cell| !listed.contains(*cell)));
        let mut taken = Vec::new();
        self.spare(others, &coins, &mut taken)?;
        Ok(taken)
    }

    /// Takes each of some coins in turn that can go while those after it are there; `base` has the others
    /// that are there. The coins that stay.
    fn spare(&self, base: Growing, coins: &[Coord], taken: &mut Vec<Coord>) -> Result<Vec<Coord>, Stop> {
        self.meter.expanded(1)?;
        let Some((first, second)) =
            coins.split_at_checked(coins.len() / 2).filter(|(one, _)| !one.is_empty())
        else {
            return Ok(match coins {
                [coin] if base.span().includes(&self.goal) => {
                    taken.push(*coin);
                    Vec::new()
                }
                coins => coins.to_vec(),
            });
        };
        let mut before = base.clone();
        second.iter().for_each(|coin| {
            before.add(*coin);
        });
        let mut stay = self.spare(before, first, taken)?;
        let mut after = base;
        stay.iter().for_each(|coin| {
            after.add(*coin);
        });
        stay.extend(self.spare(after, second, taken)?);
        Ok(stay)
    }

    /// The first two coins without which the span includes another, and is as asked.
    fn pair(&self, covered: &Span, fits: impl Fn(&Span) -> bool) -> Result<Option<[Coord; 2]>, Stop> {
        let mut found = None;
        each_pair(self.start, covered, self.meter, &mut |pair, span| {
            if fits(&span) {
                found = Some(pair);
                return ControlFlow::Break(Enough);
            }
            ControlFlow::Continue(())
        })?;
        Ok(found)
    }
}

/// Whether no component holds two of the goal's (Theorem 3.3).
fn is_apart(span: &Span, goal: &Span) -> bool {
    span.0.iter().all(|outer| goal.0.iter().filter(|inner| outer.includes(**inner)).count() <= 1)
}
