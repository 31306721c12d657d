//! The number of solutions: the orders in which all coins can be removed.
//!
//! A coin is removed by one action, so sequences of actions are orders of coins.

use num_bigint::BigUint;

use super::problem::{Part, Shape};
use super::read::Game;
use super::{graphs, orders};
use puzzlec_base::diag::Stop;
use puzzlec_task::SearchContext;
use puzzlec_theory::meter::{Halted, Meter};
use puzzlec_theory::{Counted, Total};

/// With so few coins general search counts positions and games as well, and soon.
const FEW: u64 = 16;

/// Coins between two polls.
const BATCH: usize = 64;

/// The number of orders in which all coins can be removed; nothing of a game of two players, of a few coins on a
/// bounded board, and of graphs with more than 16,384 vertices.
pub(super) fn count(game: &Game<'_>, context: &SearchContext) -> Option<Result<Counted, Stop>> {
    if game.players || game.coins() <= FEW && !game.board().unbounded {
        return None;
    }
    let meter = Meter::of(context);
    match all(game, &meter) {
        Ok(None) => None,
        Ok(Some(number)) => {
            Some(Ok(Counted { length: game.coins(), number: Total::Exactly(number), all: true }))
        }
        Err(Halted) => Some(Err(meter.limit()?.into())),
    }
}

fn all(game: &Game<'_>, meter: &Meter<'_>) -> Result<Option<BigUint>, Halted> {
    let (mut number, mut coins) = (BigUint::from(1_u8), 0_u64);
    for part in &game.problem.parts {
        let Some(own) = part_orders(part, game.problem.closing, meter)? else { return Ok(None) };
        if own == BigUint::ZERO {
            return Ok(Some(own));
        }
        number *= own;
        // The part is interleaved with those before: the binomial coefficient of all coins so far over its own.
        for own in 1..=part.heads.len() {
            if own % BATCH == 1 {
                meter.poll()?;
            }
            coins += 1;
            number = number * coins / own;
        }
    }
    Ok(Some(number))
}

fn part_orders(part: &Part, closing: bool, meter: &Meter<'_>) -> Result<Option<BigUint>, Halted> {
    match &part.shape {
        Shape::Row => orders::orders(&part.heads, false, closing, meter).map(Some),
        Shape::Ring => orders::orders(&part.heads, true, closing, meter).map(Some),
        Shape::Graph(graph) => graphs::orders(graph, &part.heads, meter),
    }
}
