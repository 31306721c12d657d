//! Tests that decide puzzles by a theorem, without moves.

mod back;
mod simple;
mod split;
mod theorems;

use super::coins::Coins;
use super::construct::spare_on_lines;
use super::extra::Growing;
use super::poke::decide::{Poking, Unreached, decide_poking};
use super::problem::Problem;
use super::rectangle::Rectangle;
use super::span::Span;
use puzzlec_model::board::Coord;
use puzzlec_theory::meter::{Halted, Meter};
use theorems::Fit;

pub use back::{Behind, look_back};
pub use simple::one_move;
pub(crate) use split::needed;

/// A way to decide, by the statement that it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Layer {
    /// Numbers of coins differ, or nothing is to be done.
    Counts,
    /// 1.9: coins stay in the span of the start.
    Span,
    /// 1.2 and 1.19: a coin of the goal is redundant.
    Redundant,
    /// 1.17: a coin of the start is extra relative to the goal.
    Extra,
    /// One legal move.
    OneMove,
    /// 1.3: without one coin all others of the goal are isolated.
    Isolated,
    /// 3.1: equal spans, two extra coins, two redundant ones.
    EqualSpans,
    /// 3.3: every component contains at most one of the goal.
    Components,
    /// 4.8 by its conditions (6) and (7), for every component: coins enough to sweep a rectangle.
    Crowded,
    /// One coin to spare on both sides, where every component of the span is one row or one column (docs/theories.md).
    Lines,
    /// 5.1: one coin more than an even rectangle takes.
    EvenMinimum,
    /// 5.7 with 5.9: one coin more than an odd rectangle takes, and chains.
    Chains,
    /// 5.7 with all pokes.
    Poking,
    /// 4.2: too few coins to come apart.
    Split,
    /// 4.5: too few coins to come apart later than in two moves.
    LateSplit,
    /// 1.2 and 1.20 again and again: the positions before the goal.
    LookBack,
    /// Two-sided search.
    Search,
}

impl Layer {
    /// All layers, in order of application.
    pub const ALL: [Layer; 17] = [
        Layer::Counts,
        Layer::Span,
        Layer::Redundant,
        Layer::Extra,
        Layer::OneMove,
        Layer::Isolated,
        Layer::EqualSpans,
        Layer::Components,
        Layer::Crowded,
        Layer::Lines,
        Layer::EvenMinimum,
        Layer::Chains,
        Layer::Poking,
        Layer::Split,
        Layer::LateSplit,
        Layer::LookBack,
        Layer::Search,
    ];
}

/// The result of a layer for a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// There is a plan.
    Yes,
    /// There is none.
    No(Reason),
    /// The layer does not decide.
    Open,
}

/// The reason that there is no plan, in the box of the problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Start and goal do not have the same number of coins.
    Counts,
    /// A coin of the goal lies outside of the span.
    Outside {
        /// The span of the start.
        rectangles: Vec<Rectangle>,
        /// The coin.
        coin: Coord,
    },
    /// No coin of the goal has two neighbours.
    NoLastMove,
    /// Whichever coin moves first, the goal is lost.
    NoFirstMove {
        /// For each coin of the start a coin of the goal that is lost without it.
        lost: Vec<Coord>,
    },
    /// Without this coin all others of the goal are isolated, and one move is not sufficient.
    Isolated {
        /// The coin.
        coin: Coord,
    },
    /// One coin more than an even rectangle needs, and one move is not sufficient.
    EvenMinimum,
    /// One coin more than an odd rectangle takes, and no way by pokes.
    Poking {
        /// By redundant coin of the goal.
        goals: Vec<Unreached>,
    },
    /// Too few coins to take these components of the goal's span apart.
    Split {
        /// The components.
        components: [Rectangle; 2],
    },
    /// The same, and two moves do not take them apart.
    LateSplit {
        /// The components.
        components: [Rectangle; 2],
    },
    /// Whatever is a move before the goal or one of these positions is one of them or refuted by another layer.
    LookBack {
        /// The positions.
        positions: Vec<Coins>,
    },
}

/// The result of one layer for a problem; [`Layer::Search`] is undecided here. The only precondition is that
/// start and goal are in the box; `Yes` means that a plan exists.
///
/// # Errors
/// A limit.
pub fn decide(problem: &Problem, layer: Layer, meter: &Meter<'_>) -> Result<Decision, Halted> {
    meter.poll()?;
    match layer {
        Layer::Counts => Ok(simple::counts(problem)),
        Layer::Span => Ok(simple::span(problem)),
        Layer::Redundant => Ok(simple::redundant(problem)),
        Layer::Extra => simple::extra(problem, meter),
        Layer::OneMove if simple::is_one_move(&problem.start, &problem.goal) => Ok(Decision::Yes),
        Layer::OneMove | Layer::Search => Ok(Decision::Open),
        Layer::Isolated => Ok(simple::isolated(problem)),
        Layer::EqualSpans => theorems::two_to_spare(problem, Fit::Equal, meter),
        Layer::Components => theorems::two_to_spare(problem, Fit::Apart, meter),
        Layer::Crowded => theorems::two_to_spare(problem, Fit::Swept, meter),
        Layer::Lines => Ok(match spare_on_lines(problem, meter)? {
            Some(_) => Decision::Yes,
            None => Decision::Open,
        }),
        Layer::EvenMinimum => Ok(theorems::even_minimum(problem)),
        Layer::Split => Ok(split::split(problem)),
        Layer::LateSplit => split::late_split(problem, meter),
        Layer::LookBack => back::decide(problem, meter),
        Layer::Chains => poking(problem, false, meter),
        Layer::Poking => poking(problem, true, meter),
    }
}

/// The result of the poking game, with whole classes or without.
fn poking(problem: &Problem, classes: bool, meter: &Meter<'_>) -> Result<Decision, Halted> {
    Ok(match decide_poking(problem, classes, meter)? {
        Poking::Plan(_) => Decision::Yes,
        Poking::Unreached(goals) => Decision::No(Reason::Poking { goals }),
        Poking::Open => Decision::Open,
    })
}

/// The span of coins.
fn span_of(coins: &Coins) -> Span {
    Growing::of(coins.iter()).span()
}
