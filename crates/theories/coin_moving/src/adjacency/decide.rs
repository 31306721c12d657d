//! Which configurations can become which, where coins spread.

use std::collections::BTreeMap;

use super::game::{Cells, Game, moved};
use super::read::Goal;
use super::search::fewest;
use crate::coins::Move;
use puzzlec_model::board::Coord;

/// The decision for a puzzle without a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Start and goal are the same.
    Same,
    /// One move is sufficient.
    OneMove(Move),
    /// There is a plan, and [`construct`](super::construct::construct) makes one.
    Yes,
    /// There is none.
    No(Reason),
}

/// The reason that there is no plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The goal has another number of coins.
    Number,
    /// The start has no legal move.
    NoMove,
    /// No coin of the goal has enough neighbours, so none can have moved last.
    NoLastMove,
    /// Without some coin of the goal every coin is touched by two less than must touch one that moves. So
    /// the coins that moved last, one by one back to the first, are one and the same coin, and a single
    /// move would do; none does.
    OneCoin,
}

impl Reason {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Reason::Number => "start and goal do not have the same number of coins",
            Reason::NoMove => "no coin of the start can move",
            Reason::NoLastMove => {
                "no coin of the goal is touched by enough others, so none can have moved last"
            }
            Reason::OneCoin => "only one coin of the goal can have moved, and no single move does it",
        }
    }
}

impl Goal {
    /// Decides whether it can be reached. Costs time in proportion to the coins, for a goal that may lie anywhere to
    /// their square.
    pub fn decide(&self, game: Game, start: &Cells) -> Verdict {
        if start.len() != self.coins.len() {
            return Verdict::No(Reason::Number);
        }
        let near = self.ways(start).into_iter().filter(|(_, shared)| shared + 1 >= start.len());
        let places: Vec<Cells> = near.map(|(way, _)| moved(&self.coins, way)).collect();
        if start.is_empty() || places.contains(start) {
            return Verdict::Same;
        }
        if !self.coins.iter().any(|coin| game.touched(&self.coins, *coin) >= game.touching) {
            return Verdict::No(Reason::NoLastMove);
        }
        if let Some(step) = places.iter().find_map(|place| game.one_move(start, place)) {
            return Verdict::OneMove(step);
        }
        if self.coins.iter().any(|coin| only_mover(game, &self.coins, *coin)) {
            return Verdict::No(Reason::OneCoin);
        }
        if game.can_move(start) { Verdict::Yes } else { Verdict::No(Reason::NoMove) }
    }

    /// A number of moves that no plan is shorter than. Where start and goal share no cell, every coin moves.
    pub fn fewest(&self, game: Game, start: &Cells) -> u32 {
        let least = self.overlaps(start).map(|place| fewest(game, start, &place)).min();
        if self.anywhere {
            return least.unwrap_or(u32::MAX).min(u32::try_from(start.len()).unwrap_or(u32::MAX));
        }
        least.unwrap_or(u32::MAX)
    }

    /// The places of the goal that matter: its own, or those where it shares a cell with the start.
    pub fn overlaps(&self, start: &Cells) -> impl Iterator<Item = Cells> {
        self.ways(start).into_keys().map(|way| moved(&self.coins, way))
    }

    /// How the goal is moved there, by columns and rows, and how many cells it then shares with the start.
    fn ways(&self, start: &Cells) -> BTreeMap<(i32, i32), usize> {
        if !self.anywhere {
            return BTreeMap::from([((0, 0), start.intersection(&self.coins).count())]);
        }
        let mut ways = BTreeMap::new();
        for (here, there) in start.iter().flat_map(|here| self.coins.iter().map(move |there| (here, there))) {
            *ways.entry((here.x - there.x, here.y - there.y)).or_default() += 1;
        }
        ways
    }
}

/// Whether without this coin no coin of a goal is touched by all but one that a move needs.
fn only_mover(game: Game, goal: &Cells, coin: Coord) -> bool {
    let touched = |cell: Coord| game.touched(goal, cell) - usize::from(game.adjacent(cell, coin));
    goal.iter().all(|cell| *cell == coin || touched(*cell) + 1 < game.touching)
}
