//! Which coins to pick up first.

use super::game::Stop;
use crate::model::board::Coord;
use crate::theories::coin_moving::coins::Coins;
use crate::theories::coin_moving::rectangle::Rectangle;
use crate::theories::coin_moving::span::{Span, Spans};
use crate::theories::meter::Meter;

/// Cells that are looked at in search of pairs of extra coins.
const MOST_CELLS: u64 = 300_000_000;

/// Two coins that can be picked up one after the other, each beside two others.
pub fn redundant(coins: &Coins) -> Option<[Coord; 2]> {
    let redundant =
        |coins: &Coins| -> Vec<Coord> { coins.iter().filter(|cell| coins.neighbours(*cell) >= 2).collect() };
    let mut left = coins.clone();
    for first in redundant(coins) {
        left.remove(first);
        if let Some(second) = redundant(&left).first() {
            return Some([first, *second]);
        }
        left.insert(first);
    }
    None
}

/// Finds sets of coins of the start to take first, such that what is left still spans the goal.
pub struct Chooser<'p> {
    start: &'p Coins,
    goal: Span,
    spans: Spans,
    looked: u64,
    meter: &'p Meter<'p>,
}

impl<'p> Chooser<'p> {
    /// For a start and a goal.
    pub fn new(start: &'p Coins, goal: &Coins, meter: &'p Meter<'p>) -> Self {
        let mut spans = Spans::new(start.width(), start.height());
        let goal = spans.span(goal.iter());
        Chooser { start, goal, spans, looked: 0, meter }
    }

    /// The span of the start without some coins.
    fn span(&mut self, taken: &[Coord]) -> Result<Span, Stop> {
        let area = i64::from(self.start.width()) * i64::from(self.start.height());
        self.looked += u64::try_from(area).unwrap_or(0);
        self.meter.expanded(usize::try_from(area / 64 + 1).unwrap_or(1))?;
        let gone = Coins::on(self.start.width(), self.start.height(), taken.iter().copied());
        Ok(self.spans.span(self.start.iter().filter(|cell| !gone.contains(*cell))))
    }

    /// The sets, the most promising first.
    pub fn sets(&mut self) -> Result<Vec<Vec<Coord>>, Stop> {
        let whole = self.span(&[])?;
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
        if let Some(pair) = redundant(self.start) {
            sets.push(pair.to_vec());
        } else if let Some(pair) = self.pair(|span, _| *span == whole)? {
            sets.push(pair.to_vec());
        }
        if whole != self.goal {
            let set = self.greedy(self.start.iter().collect())?;
            sets.extend(Some(set).filter(|set| set.len() >= 2));
        }
        sets.dedup();
        Ok(sets)
    }

    /// A pair without which no component of the start's span holds two of the goal's (Theorem 3.3). The search
    /// ends after a bounded number of cells looked at.
    pub fn apart(&mut self) -> Result<Option<Vec<Coord>>, Stop> {
        Ok(self.pair(is_apart)?.map(|pair| pair.to_vec()))
    }

    /// As many of the coins as can go, those farthest from the goal first.
    fn greedy(&mut self, mut coins: Vec<Coord>) -> Result<Vec<Coord>, Stop> {
        let away = |cell: Coord| {
            let far = |to: &Rectangle| Rectangle::cell(cell).distance(*to);
            self.goal.0.iter().map(far).min().unwrap_or(0)
        };
        coins.sort_by_cached_key(|cell| (-away(*cell), *cell));
        let mut taken = Vec::new();
        let mut left = self.start.clone();
        for cell in coins {
            left.remove(cell);
            taken.push(cell);
            // A coin beside two others is in the span of the others.
            if left.neighbours(cell) < 2 && !self.span(&taken)?.includes(&self.goal) {
                taken.pop();
                left.insert(cell);
            }
        }
        Ok(taken)
    }

    /// Two coins without which the span is as asked.
    fn pair(&mut self, fits: impl Fn(&Span, &Span) -> bool) -> Result<Option<[Coord; 2]>, Stop> {
        let goal = self.goal.clone();
        let mut extra = Vec::new();
        for cell in self.start.iter().collect::<Vec<_>>() {
            if self.span(&[cell])?.includes(&goal) {
                extra.push(cell);
            }
        }
        for (at, one) in extra.iter().enumerate() {
            for other in extra.iter().skip(at + 1) {
                let span = self.span(&[*one, *other])?;
                if span.includes(&goal) && fits(&span, &goal) {
                    return Ok(Some([*one, *other]));
                }
                if self.looked > MOST_CELLS {
                    return Ok(None);
                }
            }
        }
        Ok(None)
    }
}

/// Whether no component holds two of the goal's (Theorem 3.3).
fn is_apart(span: &Span, goal: &Span) -> bool {
    span.0.iter().all(|outer| goal.0.iter().filter(|inner| outer.includes(**inner)).count() <= 1)
}
