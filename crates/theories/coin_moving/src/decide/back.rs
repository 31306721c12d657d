//! Positions before the goal: where all that were a move before are known, so is the goal.

use std::collections::HashSet;
use std::ops::ControlFlow;

use rustc_hash::FxBuildHasher;

use super::simple::{difference, is_one_move, lonely};
use super::theorems::{Fit, fits};
use super::{Decision, Reason, span_of, split};
use crate::coins::{Coins, Move, STEPS};
use crate::extra::{Growing, each_pair, each_without};
use crate::problem::Problem;
use crate::redundant::{is_redundant, two_redundant};
use crate::span::Span;
use puzzlec_model::board::Coord;
use puzzlec_theory::meter::{Halted, Meter};

/// Maximum number of positions whose predecessors are computed.
const POSITIONS: usize = 32;
/// Maximum number of predecessors to examine more closely; fewer for positions with many coins.
const LOOKS: usize = 1 << 14;
const COINS: usize = 1 << 21;
/// Maximum number of stored spans without two coins.
const SPANS: usize = 1 << 10;

/// The decision by the predecessors of the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Behind {
    /// A position that the start reaches by another layer, and moves from it to the goal.
    Plan {
        /// The position.
        middle: Coins,
        /// The moves.
        moves: Vec<Move>,
    },
    /// There is no plan. A position before the goal is one of these, or of those that other layers refute.
    Never(Vec<Coins>),
    /// Undecided.
    Open,
}

/// The remaining coins of the start.
struct Left<'a> {
    start: &'a Coins,
    span: Span,
    /// The spans without one coin that include the goal.
    one: Vec<Span>,
    /// Those without two; not all where there are many.
    two: Vec<Span>,
}

impl<'a> Left<'a> {
    /// Nothing where it is too much work.
    fn new(start: &'a Coins, goal: &Coins, meter: &Meter<'_>) -> Result<Option<Self>, Halted> {
        let covered = span_of(goal);
        let (mut one, mut two) = (Vec::new(), Vec::new());
        let all = each_without(start, meter, &mut |_, rest| {
            let span = rest.span();
            if span.includes(&covered) && !one.contains(&span) {
                one.push(span);
            }
            ControlFlow::Continue(())
        })?;
        each_pair(start, &covered, meter, &mut |_, span| {
            if two.len() < SPANS && !two.contains(&span) {
                two.push(span);
            }
            ControlFlow::Continue(())
        })?;
        Ok(all.then(|| Left { start, span: span_of(start), one, two }))
    }

    /// Whether the start reaches another position, by another layer; `None` if no layer decides.
    fn reaches(&self, position: &Coins, meter: &Meter<'_>) -> Result<Option<bool>, Halted> {
        let fallen = |span: &Span| !span.contains_all(position);
        if self.one.iter().all(fallen) || !position.iter().any(|coin| is_redundant(position, coin)) {
            return Ok(Some(false));
        }
        if is_one_move(self.start, position) {
            return Ok(Some(true));
        }
        if lonely(position).is_some() {
            return Ok(Some(false));
        }
        let covered = Growing::of(position.iter()).span();
        let fits = |span: &Span| fits(Fit::Swept, self.start.len(), span, &covered);
        if two_redundant(position).is_some() && self.two.iter().any(fits) {
            return Ok(Some(true));
        }
        let refuted = split::refuted(self.start, &self.span, &covered, meter)?;
        Ok(refuted.then_some(false))
    }
}

/// A position that leads to the goal.
struct Node {
    coins: Coins,
    /// The move to the next one, and which that is; none for the goal.
    next: Option<(Move, usize)>,
}

/// Examines the predecessors of the goal, the predecessors of those that no other layer decides, and so on.
///
/// # Errors
/// A limit.
pub fn look_back(problem: &Problem, meter: &Meter<'_>) -> Result<Behind, Halted> {
    let Problem { start, goal, .. } = problem;
    if start.len() != goal.len() || start == goal {
        return Ok(Behind::Open);
    }
    // The start itself is not met below: it may have no redundant coin.
    if let Some(step) = difference(start, goal).filter(|step| start.allows(*step)) {
        return Ok(Behind::Plan { middle: start.clone(), moves: vec![step] });
    }
    let Some(left) = Left::new(start, goal, meter)? else { return Ok(Behind::Open) };
    let mut seen: HashSet<Coins, FxBuildHasher> = HashSet::default();
    seen.insert(goal.clone());
    let mut nodes = vec![Node { coins: goal.clone(), next: None }];
    let (mut at, mut looks) = (0, LOOKS.min(COINS / start.len().max(1)));
    while let Some(node) = nodes.get(at) {
        let after = node.coins.clone();
        for last in after.iter().filter(|coin| is_redundant(&after, *coin)) {
            let mut rest = after.clone();
            rest.remove(last);
            for from in places(&rest, &left.span).filter(|cell| *cell != last) {
                let mut before = rest.clone();
                before.insert(from);
                if seen.contains(&before) {
                    continue;
                }
                looks = looks.saturating_sub(1);
                if looks == 0 || at == POSITIONS {
                    return Ok(Behind::Open);
                }
                meter.expanded(1)?;
                let step = Move { from, to: last };
                match left.reaches(&before, meter)? {
                    Some(true) => return Ok(Behind::Plan { moves: path(&nodes, step, at), middle: before }),
                    Some(false) => {}
                    None => nodes.push(Node { coins: before.clone(), next: Some((step, at)) }),
                }
                seen.insert(before);
            }
        }
        at += 1;
    }
    Ok(Behind::Never(nodes.into_iter().skip(1).map(|node| node.coins).collect()))
}

/// The cells where one coin more leaves a redundant one: all free cells of the span where there is one
/// already, else those beside a coin.
fn places<'c>(rest: &'c Coins, span: &'c Span) -> Box<dyn Iterator<Item = Coord> + 'c> {
    let free = |cell: &Coord| !rest.contains(*cell);
    if rest.iter().any(|coin| is_redundant(rest, coin)) {
        return Box::new(span.0.iter().flat_map(|r| r.cells()).filter(free));
    }
    let beside = rest.iter().flat_map(|coin| STEPS.map(|(x, y)| Coord::new(coin.x + x, coin.y + y)));
    Box::new(beside.filter(free).filter(|cell| span.component(*cell).is_some()))
}

/// The moves to the goal from before a node.
fn path(nodes: &[Node], first: Move, at: usize) -> Vec<Move> {
    let mut moves = vec![first];
    let mut next = nodes.get(at).and_then(|node| node.next);
    while let Some((step, at)) = next {
        moves.push(step);
        next = nodes.get(at).and_then(|node| node.next);
    }
    moves
}

pub(super) fn decide(problem: &Problem, meter: &Meter<'_>) -> Result<Decision, Halted> {
    Ok(match look_back(problem, meter)? {
        Behind::Plan { .. } => Decision::Yes,
        Behind::Never(positions) => Decision::No(Reason::LookBack { positions }),
        Behind::Open => Decision::Open,
    })
}
