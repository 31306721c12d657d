//! Extra coins: those that can be spared without losing the goal (Galliot et al. 2021, 1.16).

use super::coins::Coins;
use super::span::{Span, Spans};
use crate::model::board::Coord;
use crate::theories::meter::{Halted, Meter};

/// What is lost without single coins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loss {
    /// Nothing is lost without this coin: it is extra relative to the goal.
    None(Coord),
    /// For each coin, in order, a coin of the goal that lies outside of the span of the others.
    All(Vec<Coord>),
}

/// Whether a coin can be spared, and what is lost otherwise. As many spans as coins at most.
///
/// # Errors
/// A limit.
pub fn losses(coins: &Coins, goal: &Coins, meter: &Meter<'_>) -> Result<Loss, Halted> {
    let mut spans = Spans::new(coins.width(), coins.height());
    let mut lost = Vec::new();
    for coin in coins.iter() {
        meter.expanded(1)?;
        let span = spans.span(coins.iter().filter(|c| *c != coin));
        match goal.iter().find(|cell| span.component(*cell).is_none()) {
            Some(cell) => lost.push(cell),
            None => return Ok(Loss::None(coin)),
        }
    }
    Ok(Loss::All(lost))
}

/// The coins without each of which the span of the others still includes this one: those that are
/// extra relative to a goal with that span.
///
/// # Errors
/// A limit.
pub fn extra_coins(coins: &Coins, covered: &Span, meter: &Meter<'_>) -> Result<Vec<Coord>, Halted> {
    let mut spans = Spans::new(coins.width(), coins.height());
    let mut extra = Vec::new();
    for coin in coins.iter() {
        meter.expanded(1)?;
        if spans.span(coins.iter().filter(|c| *c != coin)).includes(covered) {
            extra.push(coin);
        }
    }
    Ok(extra)
}

/// Two coins that can be spared together: the span of the others fits. All pairs of `extra` are tried, so
/// that fitting must get no easier with fewer coins.
///
/// # Errors
/// A limit.
pub fn two_extra(
    coins: &Coins,
    extra: &[Coord],
    fits: impl Fn(&Span) -> bool,
    meter: &Meter<'_>,
) -> Result<Option<[Coord; 2]>, Halted> {
    let mut spans = Spans::new(coins.width(), coins.height());
    for (at, first) in extra.iter().enumerate() {
        for second in extra.iter().skip(at + 1) {
            meter.expanded(1)?;
            if fits(&spans.span(coins.iter().filter(|c| c != first && c != second))) {
                return Ok(Some([*first, *second]));
            }
        }
    }
    Ok(None)
}
