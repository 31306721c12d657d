//! Which configurations can become which.

use super::game::{Cells, Game, moved, overlaps};
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
    /// A search must decide.
    Open,
}

/// The reason that there is no plan. Each reason holds on every graph, for every number of neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The goal has another number of coins.
    Number,
    /// The start has no legal move.
    NoMove,
    /// No coin of the goal has enough neighbours, so none can have moved last.
    NoLastMove,
    /// Without this coin of the goal every coin is touched by two less than must touch one that moves. So
    /// the coins that moved last, one by one back to the first, are one and the same coin, and a single
    /// move would do; none does.
    OneCoin(Coord),
    /// A coin of the goal lies outside the closure of the start.
    Outside(Coord),
    /// Whichever coin is lifted first, a coin of the goal lies outside the closure of the others.
    NoExtraCoin,
}

/// Maximum number of cells of a closure.
pub const MOST_CELLS: usize = 1 << 16;

impl Reason {
    /// In words.
    pub fn told(self) -> &'static str {
        match self {
            Reason::Number => "start and goal do not have the same number of coins",
            Reason::NoMove => "no coin of the start can move",
            Reason::NoLastMove => {
                "no coin of the goal is touched by enough others, so none can have moved last"
            }
            Reason::OneCoin(_) => "only one coin of the goal can have moved, and no single move does it",
            Reason::Outside(_) => "a coin of the goal lies where no coin ever comes",
            Reason::NoExtraCoin => "whichever coin moves first, the others cannot cover the goal",
        }
    }
}

/// Decides a puzzle as far as that needs no search; costs time in proportion to the coins, or to the
/// closure of the start once for each coin.
pub fn decide(game: Game, start: &Cells, goal: &Cells) -> Verdict {
    if start.len() != goal.len() {
        return Verdict::No(Reason::Number);
    }
    if start == goal {
        return Verdict::Same;
    }
    let one_move = || game.one_move(start, goal);
    decided(game, start, goal, one_move).unwrap_or_else(|| bounded(game, start, goal))
}

/// Decides a puzzle whose goal may lie anywhere. Costs time in proportion to the square of the coins.
pub fn decide_anywhere(game: Game, start: &Cells, goal: &Cells) -> Verdict {
    if start.len() != goal.len() {
        return Verdict::No(Reason::Number);
    }
    let overlaps = overlaps(start, goal);
    if start.is_empty() || overlaps.values().any(|shared| *shared == start.len()) {
        return Verdict::Same;
    }
    let one_move = || {
        let near = overlaps.iter().filter(|(_, shared)| **shared + 1 == start.len());
        near.map(|(way, _)| moved(goal, *way)).find_map(|goal| game.one_move(start, &goal))
    };
    decided(game, start, goal, one_move).unwrap_or(Verdict::Open)
}

/// Conditions independent of the place of the goal.
fn decided(
    game: Game,
    start: &Cells,
    goal: &Cells,
    one_move: impl FnOnce() -> Option<Move>,
) -> Option<Verdict> {
    if !goal.iter().any(|coin| game.touched(goal, *coin) >= game.touching) {
        return Some(Verdict::No(Reason::NoLastMove));
    }
    if let Some(step) = one_move() {
        return Some(Verdict::OneMove(step));
    }
    if let Some(coin) = goal.iter().find(|coin| only_mover(game, goal, **coin)) {
        return Some(Verdict::No(Reason::OneCoin(*coin)));
    }
    if !game.can_move(start) {
        return Some(Verdict::No(Reason::NoMove));
    }
    game.spreads().then_some(Verdict::Yes)
}

/// Whether without this coin no coin of a goal is touched by all but one that a move needs.
fn only_mover(game: Game, goal: &Cells, coin: Coord) -> bool {
    let touched = |cell: Coord| game.touched(goal, cell) - usize::from(game.adjacent(cell, coin));
    goal.iter().all(|cell| *cell == coin || touched(*cell) + 1 < game.touching)
}

fn bounded(game: Game, start: &Cells, goal: &Cells) -> Verdict {
    let Some(closure) = game.closure(start, MOST_CELLS) else { return Verdict::Open };
    if let Some(outside) = goal.iter().find(|cell| !closure.contains(cell)) {
        return Verdict::No(Reason::Outside(*outside));
    }
    if start.len() * closure.len() > MOST_CELLS {
        return Verdict::Open;
    }
    let mut rest = start.clone();
    let extra = start.iter().any(|coin| {
        rest.remove(coin);
        let covers = game.closure(&rest, MOST_CELLS).is_some_and(|closure| goal.is_subset(&closure));
        rest.insert(*coin);
        covers
    });
    if extra { Verdict::Open } else { Verdict::No(Reason::NoExtraCoin) }
}
