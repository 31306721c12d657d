//! Proofs about coins that are removed while their neighbours turn over, checked in whole numbers. No statement is
//! trusted: what a kind of proof rests on is argued where it is checked.
//!
//! Coins that do not touch never come to touch, and a move changes coins of one part only. So all coins are removed
//! exactly if those of each part are, and a game of two players is the sum of those of the parts.

mod bits;
mod coins;
mod game;
mod orders;
mod packing;
mod rings;
mod rows;
mod rule;
mod sets;
mod walk;
mod words;

use super::proof::Body;
use coins::{Coins, Part, Shape};
use game::Game;
use packing::Block;
use puzzlec_base::{Budget, Progress};
use puzzlec_checker::checker::{CheckContext, Claim, ProofChecker, body as read};
use puzzlec_checker::{Unproved, alternatives};
use puzzlec_model::{Model, Question};
use puzzlec_task::certificate::Winner;

/// The checker of this theory.
pub struct Checker;

impl ProofChecker for Checker {
    fn check(
        &self,
        body: &serde_json::Value,
        claim: Claim,
        cx: &CheckContext<'_>,
    ) -> Result<String, Unproved> {
        let body: Body = read(body)?;
        let game = Game::read(cx.model(), cx.context())?;
        let coins = Coins::read(&game, cx.budget())?;
        let case = Case { game: &game, coins: &coins, budget: cx.budget() };
        if let Claim::Winner(winner) = claim {
            return case.winner(&body, winner);
        }
        leaves_none(cx.model(), &game)?;
        match claim.moves(cx.model())? {
            Some(moves) => case.at_least(&body, moves),
            None => case.impossible(&body),
        }
    }
}

/// Checks that no coin lies on the board at any goal.
fn leaves_none(model: &Model, game: &Game<'_>) -> Result<(), Unproved> {
    let Question::Moves { goal: (goal, _), .. } = &model.question else {
        return Err(Unproved::wrong("the puzzle has no goal"));
    };
    for goal in alternatives::read(model, goal)? {
        let pieces = goal.pieces(model)?;
        if pieces.values().flatten().any(|held| [game.heads, game.tails].contains(held)) {
            return Err(Unproved::wrong("coins may be left at the goal"));
        }
    }
    Ok(())
}

/// A puzzle with its coins.
struct Case<'a> {
    game: &'a Game<'a>,
    coins: &'a Coins,
    budget: &'a Budget,
}

impl Case<'_> {
    /// Checks that not all coins can be removed; says in words why.
    fn impossible(&self, body: &Body) -> Result<String, Unproved> {
        match body {
            Body::NoHeads { coin } => {
                // No move is in the part, and no move beside it changes it.
                let part = self.coins.part_of(self.game, coin)?;
                shown(part.heads.iter().all(|heads| !heads), "a part shows only tails")
            }
            Body::Parity { coin } => {
                let part = self.gaps_stay().and_then(|()| self.coins.part_of(self.game, coin))?;
                shown(odd(&part), "the tails and the pairs of neighbours of a part are an odd number")
            }
            Body::ParitySum { coin } => {
                let part = self.closes_up().and_then(|()| self.coins.part_of(self.game, coin))?;
                let row = matches!(part.shape, Shape::Row);
                shown(
                    row && words::leaves_one(part.heads),
                    "the parity sum of a row leaves the remainder 2 modulo 3",
                )
            }
            Body::EvenTails { coin } => {
                let part = self.closes_up().and_then(|()| self.coins.part_of(self.game, coin))?;
                let ring = matches!(part.shape, Shape::Ring);
                shown(ring && rings::even(part.heads), "a ring shows an even number of tails")
            }
            Body::Packed { coin, block, members } => {
                let part = self.gaps_stay().and_then(|()| self.coins.part_of(self.game, coin))?;
                Block::read(self.game, &part, block)?.overfull(members)?;
                shown(true, "no order of removal allows the edges of these subgraphs")
            }
            Body::NoLast { coin, block } => {
                let part = self.gaps_stay().and_then(|()| self.coins.part_of(self.game, coin))?;
                let block = Block::read(self.game, &part, block)?;
                let mut coins = block.heads.iter().copied().zip(block.neighbours.iter().map(Vec::len));
                shown(!orders::has_last(&mut coins), "every coin of a block would show tails as the last one")
            }
            Body::Exhausted { coin, block } => {
                let part = self.gaps_stay().and_then(|()| self.coins.part_of(self.game, coin))?;
                let block = Block::read(self.game, &part, block)?;
                let removable = orders::may_be_removed(&block.heads, &block.neighbours, self.budget)?;
                shown(!removable, "no order removes all coins of a part")
            }
            Body::Coins {} => Err(Unproved::wrong("it only bounds the number of moves")),
            Body::Value { .. } => Err(Unproved::wrong("it is about a two-player game")),
        }
    }

    /// Checks that no plan has fewer moves; says in words why.
    fn at_least(&self, body: &Body, moves: u64) -> Result<String, Unproved> {
        match body {
            Body::Coins {} => shown(moves <= self.coins.count() as u64, "a move removes one coin"),
            body => self.impossible(body),
        }
    }

    /// Checks who wins; says in words why.
    ///
    /// Each move of a game is one of a part, and no move is left when all parts have none. So by induction the first
    /// player wins exactly if the xor of the parts' values is not 0: a move changes the value of one part, so that 0
    /// becomes another number, and from another number there is a move to 0, since a part has moves to all values
    /// that are less than its own.
    fn winner(&self, body: &Body, winner: Winner) -> Result<String, Unproved> {
        let Body::Value { value: said } = body else {
            return Err(Unproved::wrong("it does not cover two-player games"));
        };
        let mut value = 0;
        for part in self.coins.parts() {
            self.budget.poll(&Progress::default())?;
            value ^= match (&part.shape, self.game.closing) {
                (Shape::Row, true) => words::value(part.heads),
                (Shape::Ring, true) => rings::value(part.heads, self.budget)?,
                (Shape::Row, false) => rows::value(part.heads, self.budget)?,
                (Shape::Ring, false) => rows::value_of_ring(part.heads, self.budget)?,
                (Shape::Graph(_), _) => {
                    let near: Vec<Vec<usize>> = (0..part.heads.len()).map(|at| part.neighbours(at)).collect();
                    sets::value(part.heads, &near, self.budget)?
                }
            };
        }
        let wins = if value == 0 { Winner::Second } else { Winner::First };
        if value != *said || wins != winner {
            return Err(Unproved::wrong("the game has another value"));
        }
        Ok(format!("the Grundy value of the start is {value}"))
    }

    fn gaps_stay(&self) -> Result<(), Unproved> {
        if self.game.closing { Err(Unproved::wrong("it is for coins that leave gaps")) } else { Ok(()) }
    }

    fn closes_up(&self) -> Result<(), Unproved> {
        if self.game.closing { Ok(()) } else { Err(Unproved::wrong("it is for coins that close up")) }
    }
}

fn shown(holds: bool, why: &str) -> Result<String, Unproved> {
    if holds { Ok(why.to_owned()) } else { Err(Unproved::wrong("the coins do not show this")) }
}

/// Whether the tails of a part and its pairs of neighbours are together an odd number.
///
/// No move changes this if gaps stay open: a coin with k neighbours, j of which show tails, ends k pairs and turns j
/// tails and k - j heads over, so that both numbers together become k - (k - 2j) = 2j less. At the end both are 0.
fn odd(part: &Part<'_>) -> bool {
    let tails = part.heads.iter().filter(|heads| !**heads).count();
    (tails + part.pairs()) % 2 == 1
}
