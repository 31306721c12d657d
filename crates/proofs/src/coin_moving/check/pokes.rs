//! Proofs of the poking game: from a minimum configuration of an odd rectangle, by pokes, to a goal.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use super::super::proof::Unpokable;
use super::game::Game;
use super::plane::span;
use super::poking::{Coins, chain_ends, class, pairs};
use puzzlec_base::Budget;
use puzzlec_checker::Unproved;
use puzzlec_checker::checker::{CheckContext, Claim, ProofChecker, body as read};

/// The checker of the poking game. The trusted statements are 1.15, 5.6, 5.8 and 5.9 of Galliot, Gravier and Sivignon 2021.
pub struct Pokes;

impl ProofChecker for Pokes {
    fn check(&self, body: &Json, claim: Claim, cx: &CheckContext<'_>) -> Result<String, Unproved> {
        let why: Unpokable = read(body)?;
        let other = "not every move slides a coin with a neighbour to a free cell beside another coin";
        let game = Game::whose(cx.model(), |moved| moved.is_poke(), other, cx.context())?;
        if claim != Claim::Unsolvable {
            return Err(Unproved::wrong("the proof does not show that"));
        }
        let (Some(goal), 1) = (game.each_goal().next(), game.goals()) else {
            return Err(Unproved::wrong("the puzzle has not just one goal"));
        };
        let (start, goal): (Coins, Coins) = (game.start.into_iter().collect(), goal.into_iter().collect());
        check(&why, start, &goal, cx.budget()).map(str::to_owned)
    }
}

fn check(why: &Unpokable, start: Coins, goal: &Coins, budget: &Budget) -> Result<&'static str, Unproved> {
    let spans = [span(start.iter().copied(), budget)?, span(goal.iter().copied(), budget)?];
    let [[whole], covered] = spans.each_ref().map(Vec::as_slice) else {
        return Err(Unproved::wrong("the start does not span one rectangle"));
    };
    let minimum = usize::try_from((whole.half_perimeter() + 1) / 2);
    let fits = |coins: &Coins| minimum == Ok(coins.len()) && pairs(coins).len() == 1;
    if whole.half_perimeter() % 2 == 0 || !fits(&start) {
        return Err(Unproved::wrong(
            "the start is no minimum configuration of an odd rectangle with an adjacent pair",
        ));
    }
    match why {
        Unpokable::Kept {} if fits(goal) && covered == [*whole] => {
            Err(Unproved::wrong("the goal keeps what pokes keep"))
        }
        Unpokable::Kept {} => Ok("the goal does not keep what pokes keep"),
        Unpokable::Ends {} => match (chain_ends(&start), chain_ends(goal)) {
            (None, None) => Err(Unproved::wrong("neither start nor goal is a chain")),
            (start, goal) if start == goal => Err(Unproved::wrong("the chains have the same ends")),
            _ => Ok("pokes lead from a chain to the chains with its ends, and to nothing else"),
        },
        Unpokable::Class { size } => {
            let class: BTreeSet<Coins> = class(start, budget)?;
            if class.len() as u64 != *size {
                return Err(Unproved::wrong("the class has another number of configurations"));
            }
            if class.contains(goal) {
                return Err(Unproved::wrong("pokes lead to the goal"));
            }
            Ok("pokes lead to all configurations of the class of the start, and the goal is none")
        }
    }
}
