//! Puzzles with one coin more than their odd rectangle takes, by the poking game (Galliot et al. 2021, 5.7).

use super::Minimum;
use super::chain::Chain;
use super::class::Class;
use crate::coins::{Coins, Move, STEPS};
use crate::problem::Problem;
use crate::redundant::is_redundant;
use crate::span::Spans;
use puzzlec_model::board::Coord;
use puzzlec_theory::meter::{Halted, Meter};

/// The decision of the poking game for a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Poking {
    /// A plan.
    Plan(Vec<Move>),
    /// There is no plan: by redundant coin of the goal, why pokes do not reach the goal without it.
    Unreached(Vec<Unreached>),
    /// Start and goal are not of the kind, one move leads from one to the other, or the classes are not listed.
    Open,
}

/// The reason that no start of the poking game reaches a goal of it: the coins of the puzzle's goal without
/// one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreached {
    /// The omitted coin, a redundant one.
    pub coin: Coord,
    /// The reason.
    pub why: Why,
}

/// The reason that no start reaches a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The goal has no adjacent pair.
    NoPair,
    /// It is a chain, and no start is a chain with its ends; or it is none and all starts are (5.9).
    Ends,
    /// Its class has this many configurations, and no start is one of them.
    Class(usize),
}

/// A start of the poking game: the first move is made, then a coin is taken away beside the cell where it ended.
struct Start {
    minimum: Minimum,
    chain: Option<Chain>,
    first: Move,
    taken: Coord,
}

/// Decides a puzzle by chains alone, or with whole classes.
///
/// Start and goal must differ, span one odd rectangle, the same, and have one coin more than it takes; else nothing is
/// said. Chains cost time in proportion to the area of the rectangle for each start, and classes in proportion to
/// their members.
///
/// # Errors
/// A limit.
pub fn decide_poking(problem: &Problem, classes: bool, meter: &Meter<'_>) -> Result<Poking, Halted> {
    let mut spans = Spans::new(problem.start.width(), problem.start.height());
    if !is_one_more(problem, &mut spans) {
        return Ok(Poking::Open);
    }
    let starts = starts(&problem.start, &mut spans, meter)?;
    let mut unreached = Vec::new();
    let (mut left, mut best) = (Vec::new(), None::<Vec<Move>>);
    for coin in problem.goal.iter().filter(|coin| is_redundant(&problem.goal, *coin)) {
        let Some(goal) = without(&problem.goal, coin, &mut spans) else {
            unreached.push(Unreached { coin, why: Why::NoPair });
            continue;
        };
        let chain = Chain::of(&goal);
        if let Some(chain) = &chain {
            let plans = starts.iter().filter_map(|start| {
                let pokes = start.chain.as_ref()?.pokes_to(chain)?;
                Some(plan(start, &pokes, coin))
            });
            best = plans.chain(best).min_by_key(Vec::len);
        }
        if chain.is_some() || starts.iter().all(|start| start.chain.is_some()) {
            unreached.push(Unreached { coin, why: Why::Ends });
        } else {
            left.push((coin, goal));
        }
    }
    if let Some(moves) = best {
        return Ok(Poking::Plan(moves));
    }
    for (coin, goal) in left {
        let class = if classes { Class::of(&goal, meter)? } else { None };
        let Some(class) = class else { return Ok(Poking::Open) };
        let mut plans = starts.iter().filter_map(|start| {
            let mut pokes = class.pokes_to(start.minimum.coins())?;
            pokes.reverse();
            pokes.iter_mut().for_each(|poke| *poke = Move { from: poke.to, to: poke.from });
            Some(plan(start, &pokes, coin))
        });
        if let Some(moves) = plans.next() {
            return Ok(Poking::Plan(moves));
        }
        unreached.push(Unreached { coin, why: Why::Class(class.size()) });
    }
    unreached.sort_unstable_by_key(|u| u.coin);
    Ok(Poking::Unreached(unreached))
}

/// Whether start and goal span the same odd rectangle with one coin more than it takes, and are more than one move
/// apart.
pub(crate) fn is_one_more(problem: &Problem, spans: &mut Spans) -> bool {
    let span = spans.span(problem.start.iter());
    let [whole] = span.0.as_slice() else { return false };
    let gone = problem.start.iter().filter(|cell| !problem.goal.contains(*cell)).collect::<Vec<_>>();
    let came = problem.goal.iter().find(|cell| !problem.start.contains(*cell));
    let one_move = match (gone.as_slice(), came) {
        ([], _) | (_, None) => true,
        ([from], Some(to)) => problem.start.allows(Move { from: *from, to }),
        _ => false,
    };
    whole.is_odd()
        && problem.start.len() == whole.minimum() + 1
        && problem.goal.len() == problem.start.len()
        && !one_move
        && spans.span(problem.goal.iter()) == span
}

/// The coins without one, if they are a minimum configuration with a pair.
fn without(coins: &Coins, coin: Coord, spans: &mut Spans) -> Option<Minimum> {
    let mut rest = coins.clone();
    rest.remove(coin);
    Minimum::spanned(rest, spans)
}

/// All starts. A first move that loses some of the span leads to none, as then no coin can be taken away that leaves a
/// minimum configuration of the rectangle.
fn starts(coins: &Coins, spans: &mut Spans, meter: &Meter<'_>) -> Result<Vec<Start>, Halted> {
    let span = spans.span(coins.iter());
    let mut starts: Vec<Start> = Vec::new();
    let mut at = coins.clone();
    for from in coins.iter() {
        meter.poll()?;
        at.remove(from);
        if spans.span(at.iter()) == span {
            for to in joined(&at).into_iter().filter(|to| *to != from) {
                meter.poll()?;
                at.insert(to);
                for taken in super::beside(to).filter(|cell| at.contains(*cell)) {
                    let mut rest = at.clone();
                    rest.remove(taken);
                    // Cheap, and rules out nearly all.
                    if super::pair(&rest).is_none() || starts.iter().any(|s| *s.minimum.coins() == rest) {
                        continue;
                    }
                    let minimum =
                        Minimum::spanned(rest, spans).filter(|m| span.0.as_slice() == [m.rectangle()]);
                    let Some(minimum) = minimum else { continue };
                    let chain = Chain::of(&minimum);
                    starts.push(Start { minimum, chain, first: Move { from, to }, taken });
                }
                at.remove(to);
            }
        }
        at.insert(from);
    }
    Ok(starts)
}

/// The free cells beside two coins, in order.
pub(crate) fn joined(coins: &Coins) -> Vec<Coord> {
    let near =
        coins.iter().flat_map(|cell| STEPS.iter().map(move |(x, y)| Coord::new(cell.x + x, cell.y + y)));
    let free =
        |cell: &Coord| coins.is_inside(*cell) && !coins.contains(*cell) && coins.neighbours(*cell) >= 2;
    let mut cells: Vec<Coord> = near.filter(free).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// The moves that pokes stand for: the coin that is away comes to where a poke leads, and the poked coin is away then.
fn plan(start: &Start, pokes: &[Move], last: Coord) -> Vec<Move> {
    let mut moves = vec![start.first];
    let mut away = start.taken;
    for poke in pokes {
        moves.push(Move { from: away, to: poke.to });
        away = poke.from;
    }
    moves.push(Move { from: away, to: last });
    moves.retain(|step| step.from != step.to);
    moves
}
