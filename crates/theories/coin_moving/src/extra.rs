//! Extra coins: those that can be spared without losing the goal (Galliot et al. 2021, 1.16).

use std::ops::ControlFlow;

use super::coins::Coins;
use super::rectangle::Rectangle;
use super::span::Span;
use puzzlec_model::board::Coord;
use puzzlec_theory::meter::{Halted, Meter};

/// A span to which coins are added one by one.
#[derive(Clone, Debug, Default)]
pub struct Growing(Vec<Rectangle>);

impl Growing {
    /// The span of coins.
    pub fn of(coins: impl IntoIterator<Item = Coord>) -> Self {
        let mut growing = Growing::default();
        coins.into_iter().for_each(|coin| {
            growing.add(coin);
        });
        growing
    }

    /// Adds a coin. Returns the number of compared components, a measure of the time.
    pub fn add(&mut self, coin: Coord) -> usize {
        let mut new = Rectangle::cell(coin);
        let (mut at, mut compared) = (0, 1);
        while let Some(other) = self.0.get(at) {
            compared += 1;
            if other.distance(new) < 3 {
                if other.includes(new) {
                    return compared;
                }
                new = new.join(*other);
                self.0.swap_remove(at);
                at = 0;
            } else {
                at += 1;
            }
        }
        self.0.push(new);
        compared
    }

    /// Whether a cell lies in it.
    pub fn contains(&self, cell: Coord) -> bool {
        self.0.iter().any(|r| r.contains(cell))
    }

    /// Whether a rectangle lies in it.
    pub fn includes(&self, rectangle: Rectangle) -> bool {
        self.0.iter().any(|r| r.includes(rectangle))
    }

    /// Its components, in no order.
    pub fn rectangles(&self) -> impl Iterator<Item = Rectangle> + '_ {
        self.0.iter().copied()
    }

    /// The span.
    pub fn span(&self) -> Span {
        let mut rectangles = self.0.clone();
        rectangles.sort_unstable();
        Span(rectangles)
    }
}

/// The reason that an enumeration of spans ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A limit was reached.
    Halted,
    /// Enough spans were visited.
    Enough,
    /// It is too much work.
    Work,
}

/// Visits spans; `visit` returns whether to stop.
type Visit<'v> = &'v mut dyn FnMut(Coord, &Growing) -> ControlFlow<Stop>;

/// An enumeration of spans with a limit on work.
struct Walk<'a> {
    meter: &'a Meter<'a>,
    work: usize,
}

/// The limit on work: coins added to spans, each weighted by the components it is compared with.
const WORK: usize = 1 << 28;

impl<'a> Walk<'a> {
    fn new(meter: &'a Meter<'a>) -> Self {
        Walk { meter, work: WORK }
    }

    /// Visits the span of all coins but one, for each of the coins in turn; `base` contains the coins that
    /// are never removed. Each coin is added log n times.
    fn without_each(&mut self, base: &Growing, coins: &[Coord], visit: Visit<'_>) -> ControlFlow<Stop> {
        if self.meter.expanded(1).is_err() {
            return ControlFlow::Break(Stop::Halted);
        }
        match coins {
            [] => ControlFlow::Continue(()),
            [coin] => visit(*coin, base),
            _ => {
                let (first, second) = coins.split_at(coins.len() / 2);
                for (stays, goes) in [(second, first), (first, second)] {
                    let mut more = base.clone();
                    let work: usize = stays.iter().map(|coin| more.add(*coin)).sum();
                    match self.work.checked_sub(work) {
                        Some(left) => self.work = left,
                        None => return ControlFlow::Break(Stop::Work),
                    }
                    self.without_each(&more, goes, visit)?;
                }
                ControlFlow::Continue(())
            }
        }
    }
}

/// Whether a walk came as far as was asked for; it did not where it is too much work.
fn ended(flow: ControlFlow<Stop>) -> Result<bool, Halted> {
    match flow {
        ControlFlow::Break(Stop::Halted) => Err(Halted),
        ControlFlow::Break(Stop::Work) => Ok(false),
        ControlFlow::Break(Stop::Enough) | ControlFlow::Continue(()) => Ok(true),
    }
}

/// Visits the span without each coin in turn, until `visit` stops. Returns whether the limit on work was
/// sufficient.
///
/// # Errors
/// A limit.
pub fn each_without(coins: &Coins, meter: &Meter<'_>, visit: Visit<'_>) -> Result<bool, Halted> {
    let all: Vec<Coord> = coins.iter().collect();
    ended(Walk::new(meter).without_each(&Growing::default(), &all, visit))
}

/// The losses of spans without single coins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loss {
    /// Nothing is lost without this coin: it is extra relative to the goal.
    None(Coord),
    /// For each coin, in order, a coin of the goal that lies outside of the span of the others.
    All(Vec<Coord>),
}

/// Whether a coin can be spared, and what is lost otherwise; nothing where it is too much work.
///
/// # Errors
/// A limit.
pub fn losses(coins: &Coins, goal: &Coins, meter: &Meter<'_>) -> Result<Option<Loss>, Halted> {
    let (mut lost, mut spared) = (Vec::new(), None);
    let known = each_without(coins, meter, &mut |coin, rest| {
        match goal.iter().find(|cell| !rest.contains(*cell)) {
            Some(cell) => lost.push(cell),
            None => {
                spared = Some(coin);
                return ControlFlow::Break(Stop::Enough);
            }
        }
        ControlFlow::Continue(())
    })?;
    Ok(known.then(|| spared.map_or(Loss::All(lost), Loss::None)))
}

/// The coins without each of which the span of the others still includes this one, in order. Two of them need not be
/// spared together: [`crate::spare::largest_extra`] has a set of extra coins. And whether they are all: not where that
/// is too much work.
///
/// # Errors
/// A limit.
pub fn spared_alone(coins: &Coins, covered: &Span, meter: &Meter<'_>) -> Result<(Vec<Coord>, bool), Halted> {
    let mut extra = Vec::new();
    let all = each_without(coins, meter, &mut |coin, rest| {
        if rest.span().includes(covered) {
            extra.push(coin);
        }
        ControlFlow::Continue(())
    })?;
    Ok((extra, all))
}

/// Visits the spans without two coins that still include this one, until `visit` stops. Returns whether the
/// limit on work was sufficient.
///
/// # Errors
/// A limit.
pub fn each_pair(
    coins: &Coins,
    covered: &Span,
    meter: &Meter<'_>,
    visit: &mut dyn FnMut([Coord; 2], Span) -> ControlFlow<Stop>,
) -> Result<bool, Halted> {
    let (extra, all) = spared_alone(coins, covered, meter)?;
    let needed = coins.iter().filter(|coin| extra.binary_search(coin).is_err());
    // Coins that are needed, and those that were the first of a pair before.
    let mut base = Growing::of(needed);
    let mut walk = Walk::new(meter);
    let mut left = extra.as_slice();
    while let [first, later @ ..] = left {
        let flow = walk.without_each(&base, later, &mut |second, rest| {
            let span = rest.span();
            if span.includes(covered) { visit([*first, second], span) } else { ControlFlow::Continue(()) }
        });
        match flow {
            ControlFlow::Break(Stop::Enough) => return Ok(true),
            flow if !ended(flow)? => return Ok(false),
            _ => {}
        }
        base.add(*first);
        left = later;
    }
    Ok(all)
}
