//! The start and the goal without some coins become chains (Lemma 2.7).

use std::cell::RefCell;

use super::chain::Chain;
use super::hand::{HandGame, Stop};
use super::subroutine::Subroutines;
use crate::coins::Coins;
use crate::rectangle::Rectangle;
use puzzlec_model::board::Coord;
use puzzlec_theory::meter::Meter;

/// A game whose board holds nothing but chains.
#[derive(Debug)]
pub struct Grown<'m> {
    /// The game.
    pub game: HandGame<'m>,
    /// The chains, each the fewest coins of its rectangle, on even places from its front.
    pub chains: Vec<Chain>,
}

/// Takes some coins of the start, and grows chains of the others.
pub fn start<'m>(
    coins: &Coins,
    taken: &[Coord],
    turned: bool,
    aim: Rectangle,
    subroutines: &'m RefCell<Subroutines>,
    meter: &'m Meter<'m>,
) -> Result<Grown<'m>, Stop> {
    let mut game = HandGame::new(coins, true, subroutines, meter)?;
    for cell in taken {
        game.take(*cell)?;
    }
    let chains = game.grow(turned, Some(aim))?;
    for chain in &chains {
        game.clear(chain)?;
    }
    Ok(Grown { game, chains })
}

/// Picks up redundant coins of the goal, and grows chains of the others. All steps can be undone.
pub fn goal<'m>(
    coins: &Coins,
    redundant: [Coord; 2],
    turned: bool,
    subroutines: &'m RefCell<Subroutines>,
    meter: &'m Meter<'m>,
) -> Result<Grown<'m>, Stop> {
    let mut game = prepared(coins, redundant, subroutines, meter)?;
    let mut chains = game.grow(turned, None)?;
    for chain in &mut chains {
        game.collect(chain)?;
    }
    Ok(Grown { game, chains })
}

/// Picks up redundant coins of the goal, and grows one chain of some of the others, down to whose rectangle a
/// chain of the start can be peeled so that the rest stay where they are. All steps can be undone.
pub fn core<'m>(
    coins: &Coins,
    redundant: [Coord; 2],
    subroutines: &'m RefCell<Subroutines>,
    meter: &'m Meter<'m>,
) -> Result<Grown<'m>, Stop> {
    let mut game = prepared(coins, redundant, subroutines, meter)?;
    let mut chain = game.grow_core()?.ok_or(Stop::Stuck)?;
    game.collect(&mut chain)?;
    Ok(Grown { game, chains: vec![chain] })
}

/// The goal with the redundant coins in hand.
fn prepared<'m>(
    coins: &Coins,
    redundant: [Coord; 2],
    subroutines: &'m RefCell<Subroutines>,
    meter: &'m Meter<'m>,
) -> Result<HandGame<'m>, Stop> {
    let mut game = HandGame::new(coins, false, subroutines, meter)?;
    for cell in redundant {
        game.pick(cell)?;
    }
    // More coins in hand make the growth cheaper.
    for cell in coins.iter() {
        if game.has(cell) && game.neighbours(cell) >= 2 {
            game.pick(cell)?;
        }
    }
    Ok(game)
}
