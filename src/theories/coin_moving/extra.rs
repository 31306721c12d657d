//! Extra coins: those that can be spared without losing the goal (Galliot et al. 2021, 1.16).

use std::ops::ControlFlow;

use super::coins::Coins;
use super::rectangle::Rectangle;
use super::span::Span;
use crate::model::board::Coord;
use crate::theories::meter::{Halted, Meter};

/// A span to which coins are added one by one.
#[derive(Clone, Debug, Default)]
pub struct Growing(Vec<Rectangle>);

impl Growing {
    /// The span of coins.
    pub fn of(coins: impl IntoIterator<Item = Coord>) -> Self {
        let mut growing = Growing::default();
        coins.into_iter().for_each(|coin| growing.add(coin));
        growing
    }

    /// Adds a coin. Takes time in proportion to the components.
    pub fn add(&mut self, coin: Coord) {
        let mut new = Rectangle::cell(coin);
        let mut at = 0;
        while let Some(other) = self.0.get(at) {
            if other.distance(new) < 3 {
                if other.includes(new) {
                    return;
                }
                new = new.join(*other);
                self.0.swap_remove(at);
                at = 0;
            } else {
                at += 1;
            }
        }
        self.0.push(new);
    }

    /// Whether a cell lies in it.
    pub fn contains(&self, cell: Coord) -> bool {
        self.0.iter().any(|r| r.contains(cell))
    }

    /// How many components there are.
    pub fn components(&self) -> usize {
        self.0.len()
    }

    /// The span.
    pub fn span(&self) -> Span {
        let mut rectangles = self.0.clone();
        rectangles.sort_unstable();
        Span(rectangles)
    }
}

/// Ends a walk over spans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A limit was reached.
    Halted,
    /// No more is asked for.
    Enough,
}

impl From<Halted> for Stop {
    fn from(_: Halted) -> Self {
        Stop::Halted
    }
}

/// Shows the span of all coins but one, for each of the coins in turn; `base` has those that always stay. A coin is
/// added n log n times.
fn without_each(
    base: &Growing,
    coins: &[Coord],
    meter: &Meter<'_>,
    visit: &mut dyn FnMut(Coord, &Growing) -> ControlFlow<Stop>,
) -> ControlFlow<Stop> {
    if let Err(halted) = meter.expanded(1) {
        return ControlFlow::Break(halted.into());
    }
    match coins {
        [] => ControlFlow::Continue(()),
        [coin] => visit(*coin, base),
        _ => {
            let (first, second) = coins.split_at(coins.len() / 2);
            for (stays, goes) in [(second, first), (first, second)] {
                let mut more = base.clone();
                stays.iter().for_each(|coin| more.add(*coin));
                without_each(&more, goes, meter, visit)?;
            }
            ControlFlow::Continue(())
        }
    }
}

/// Shows the span without each coin in turn, until `visit` has enough.
///
/// # Errors
/// A limit.
pub fn each_without(
    coins: &Coins,
    meter: &Meter<'_>,
    visit: &mut dyn FnMut(Coord, &Growing) -> ControlFlow<Stop>,
) -> Result<(), Halted> {
    let all: Vec<Coord> = coins.iter().collect();
    ended(without_each(&Growing::default(), &all, meter, visit))
}

fn ended(flow: ControlFlow<Stop>) -> Result<(), Halted> {
    match flow {
        ControlFlow::Break(Stop::Halted) => Err(Halted),
        ControlFlow::Break(Stop::Enough) | ControlFlow::Continue(()) => Ok(()),
    }
}

/// What is lost without single coins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loss {
    /// Nothing is lost without this coin: it is extra relative to the goal.
    None(Coord),
    /// For each coin, in order, a coin of the goal that lies outside of the span of the others.
    All(Vec<Coord>),
}

/// Whether a coin can be spared, and what is lost otherwise.
///
/// # Errors
/// A limit.
pub fn losses(coins: &Coins, goal: &Coins, meter: &Meter<'_>) -> Result<Loss, Halted> {
    let (mut lost, mut spared) = (Vec::new(), None);
    each_without(coins, meter, &mut |coin, rest| {
        match goal.iter().find(|cell| !rest.contains(*cell)) {
            Some(cell) => lost.push(cell),
            None => {
                spared = Some(coin);
                return ControlFlow::Break(Stop::Enough);
            }
        }
        ControlFlow::Continue(())
    })?;
    Ok(spared.map_or(Loss::All(lost), Loss::None))
}

/// The coins without each of which the span of the others still includes this one: those that are
/// extra relative to a goal with that span.
///
/// # Errors
/// A limit.
pub fn extra_coins(coins: &Coins, covered: &Span, meter: &Meter<'_>) -> Result<Vec<Coord>, Halted> {
    let mut extra = Vec::new();
    each_without(coins, meter, &mut |coin, rest| {
        if rest.span().includes(covered) {
            extra.push(coin);
        }
        ControlFlow::Continue(())
    })?;
    Ok(extra)
}

/// Work on pairs ends after so many coins were added to spans, each counted with the components it was compared
/// with.
const WORK: usize = 1 << 28;

/// Shows the spans without two coins that still include this one, until `visit` has enough. Whether all
/// were shown is told; on large boards with many coins the work ends before.
///
/// # Errors
/// A limit.
pub fn each_pair(
    coins: &Coins,
    covered: &Span,
    meter: &Meter<'_>,
    visit: &mut dyn FnMut([Coord; 2], Span) -> ControlFlow<Stop>,
) -> Result<bool, Halted> {
    let extra = extra_coins(coins, covered, meter)?;
    let needed = coins.iter().filter(|coin| extra.binary_search(coin).is_err());
    // Coins that are needed, and those that were the first of a pair before.
    let mut base = Growing::of(needed);
    let mut work = 0_usize;
    let mut left = extra.as_slice();
    while let [first, later @ ..] = left {
        let each = later.len()
            * (later.len().max(1).ilog2() as usize + 1)
            * (base.components() + later.len() / 8 + 1);
        work = work.saturating_add(each);
        if work > WORK {
            return Ok(false);
        }
        let flow = without_each(&base, later, meter, &mut |second, rest| {
            let span = rest.span();
            if span.includes(covered) { visit([*first, second], span) } else { ControlFlow::Continue(()) }
        });
        match flow {
            ControlFlow::Break(Stop::Enough) => return Ok(true),
            flow => ended(flow)?,
        }
        base.add(*first);
        left = later;
    }
    Ok(true)
}

/// Two coins that can be spared together: the span of the others includes this one. Nothing also where the
/// work on pairs ended before all were tried.
///
/// # Errors
/// A limit.
pub fn two_extra(coins: &Coins, covered: &Span, meter: &Meter<'_>) -> Result<Option<[Coord; 2]>, Halted> {
    let mut found = None;
    each_pair(coins, covered, meter, &mut |pair, _| {
        found = Some(pair);
        ControlFlow::Break(Stop::Enough)
    })?;
    Ok(found)
}
