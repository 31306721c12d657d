//! The answer to a puzzle of these games.

use super::construct::construct;
use super::decide::{MOST_CELLS, Reason, Verdict, decide, decide_anywhere};
use super::game::{Cells, moved, overlaps};
use super::read::{Goal, Variant};
use super::search::{SearchOutcome, bounded, fewest, fewest_anywhere, within};
use super::shorten::shorten;
use crate::coins::Move;
use crate::rectangle::Rectangle;
use puzzlec_base::words::counted;
use puzzlec_proofs::coin_moving::proof::{Alone, Others};
use puzzlec_search::{Method, Options, Wanted};
use puzzlec_task::Label;
use puzzlec_task::certificate::{Proof, TheoryProof};
use puzzlec_task::{Certificate, Optimality, SearchContext, Steps};
use puzzlec_theory::meter::{Halted, Meter};
use puzzlec_theory::{Answer, LengthBound, TheoryAnswer};

/// Maximum number of positions of a search for a least plan.
const LEAST: usize = 1_000_000;
/// Number of nearest goals for which plans are constructed.
const CONSTRUCTED: usize = 6;
/// More places of a goal than these are not listed.
const PLACES: usize = 20_000;

/// The answer to a puzzle, if the theory has one; `why` receives the explanation.
pub fn solve(
    variant: &Variant<'_>,
    options: &Options,
    context: &SearchContext,
    why: &mut Vec<String>,
) -> Option<TheoryAnswer> {
    let by_construction = match options.method {
        Method::Auto | Method::Named("search") => false,
        Method::Named("construct") => true,
        Method::Named(name) => {
            why.push(format!("`{name}` is about two neighbours on the square grid"));
            return None;
        }
        _ => return None,
    };
    if matches!(options.wanted, Wanted::All { .. }) || context.journal().is_some() {
        why.push("all shortest solutions, and levels that are kept, come from general search".into());
        return None;
    }
    why.push(format!("coins that go where {} touch them, by the rule", variant.game.told()));
    let meter = &Meter::of(context);
    let any = by_construction || options.wanted == Wanted::Any;
    let answer = Solver { variant, any, meter, why }.answer();
    let answer = match answer {
        Ok(answer) => answer?,
        Err(Halted) => Answer::stopped(meter.limit()?.into()),
    };
    Some(TheoryAnswer::new(answer, meter.statistics()))
}

struct Solver<'a> {
    variant: &'a Variant<'a>,
    any: bool,
    meter: &'a Meter<'a>,
    why: &'a mut Vec<String>,
}

impl Solver<'_> {
    fn answer(mut self) -> Result<Option<Answer>, Halted> {
        let Variant { game, start, goals, .. } = self.variant;
        let (mut open, mut reasons) = (Vec::new(), Vec::new());
        let mut step = None;
        for goal in goals {
            self.meter.poll()?;
            let verdict = if goal.anywhere {
                decide_anywhere(*game, start, &goal.coins)
            } else {
                decide(*game, start, &goal.coins)
            };
            match verdict {
                Verdict::Same => return Ok(Some(self.least(Vec::new()))),
                Verdict::OneMove(one) => step = Some(one),
                Verdict::Yes | Verdict::Open => open.push(goal),
                Verdict::No(reason) => reasons.push(reason),
            }
        }
        if let Some(step) = step {
            self.why.push("one move does it".into());
            return Ok(Some(self.least(vec![step])));
        }
        if open.is_empty() {
            return Ok(Some(self.impossible(&reasons)));
        }
        if game.spreads() { self.built(&open) } else { self.searched(&open) }
    }

    /// A plan where coins spread.
    fn built(&mut self, open: &[&Goal]) -> Result<Option<Answer>, Halted> {
        let Variant { game, start, .. } = self.variant;
        let mut near: Vec<(u32, Cells)> = Vec::new();
        for goal in open {
            // A place that shares no cell with the start is no nearer than one that does.
            let places = if goal.anywhere {
                overlaps(start, &goal.coins).into_keys().map(|way| moved(&goal.coins, way)).collect()
            } else {
                vec![goal.coins.clone()]
            };
            for place in places {
                self.meter.poll()?;
                near.push((fewest(*game, start, &place), place));
            }
        }
        near.sort();
        let mut best: Option<Vec<Move>> = None;
        for (least, goal) in near.iter().take(CONSTRUCTED) {
            if best.as_ref().is_some_and(|best| best.len() <= *least as usize) {
                break;
            }
            let Some(moves) = construct(*game, start, goal, self.meter)? else { continue };
            let moves = shorten(*game, start, moves, self.meter)?;
            if best.as_ref().is_none_or(|best| moves.len() < best.len()) {
                best = Some(moves);
            }
        }
        let Some(moves) = best else { return Ok(None) };
        self.why.push(format!(
            "a clique of coins walks and builds the goal: {}",
            counted(moves.len() as u64, "moves")
        ));
        let length = u32::try_from(moves.len()).unwrap_or(u32::MAX);
        let least = self.fewest();
        if length <= least {
            return Ok(Some(self.bounded(moves, least)));
        }
        if self.any {
            return Ok(Some(self.found(moves, least)));
        }
        let Some(goals) = self.within_reach(open, length - 1) else {
            return Ok(Some(self.found(moves, least)));
        };
        match within(*game, start, &goals, (length - 1, LEAST), self.meter)? {
            SearchOutcome::Plan(moves) => Ok(Some(self.least(moves))),
            SearchOutcome::Exhausted { .. } | SearchOutcome::NoneWithin(_) => Ok(Some(self.least(moves))),
            SearchOutcome::TooLarge(_) => {
                self.why.push("a least plan is too far away to search for".into());
                Ok(Some(self.found(moves, least)))
            }
        }
    }

    /// The places of goals within a number of moves; `None` if there are too many.
    fn within_reach(&self, open: &[&Goal], moves: u32) -> Option<Vec<Cells>> {
        let Variant { game, start, .. } = self.variant;
        let mut goals = Vec::new();
        for goal in open {
            goals.extend(self.places(goal, i32::try_from(moves).ok()?)?);
        }
        goals.retain(|goal| fewest(*game, start, goal) <= moves);
        Some(goals)
    }

    /// The places of a goal in the box of the start with a margin of rows and columns; `None` if there are
    /// too many.
    fn places(&self, goal: &Goal, more: i32) -> Option<Vec<Cells>> {
        let around = |coins: &Cells| Rectangle::around(coins.iter().copied());
        let Some((here, own)) =
            around(&self.variant.start).zip(around(&goal.coins)).filter(|_| goal.anywhere)
        else {
            return Some(vec![goal.coins.clone()]);
        };
        let columns = here.left - more - own.left..=here.right + more - own.right;
        let rows = here.top - more - own.top..=here.bottom + more - own.bottom;
        let places = columns.clone().count().checked_mul(rows.clone().count());
        places.filter(|places| *places <= PLACES)?;
        let ways = rows.flat_map(|y| columns.clone().map(move |x| (x, y)));
        Some(ways.map(|way| moved(&goal.coins, way)).collect())
    }

    /// A least plan if coins stay in the closure of the start, or a proof that there is none.
    fn searched(&mut self, open: &[&Goal]) -> Result<Option<Answer>, Halted> {
        let Variant { game, start, goals, .. } = self.variant;
        let Some(closure) = game.closure(start, MOST_CELLS) else { return Ok(None) };
        let mut all: Vec<Cells> = Vec::new();
        for goal in if open.is_empty() { &[][..] } else { goals } {
            let Some(places) = self.places(goal, 0) else {
                self.why.push("the goal has too many places".into());
                return Ok(None);
            };
            all.extend(places.into_iter().filter(|place| place.is_subset(&closure)));
        }
        self.why.push(format!("search in {} that coins can cover", counted(closure.len() as u64, "cells")));
        match bounded(*game, start, &all, self.meter)? {
            SearchOutcome::Plan(moves) => Ok(Some(self.least(moves))),
            SearchOutcome::Exhausted { backward, positions } => {
                let told = format!("no plan among {}", counted(positions, "positions"));
                Ok(Some(self.refuted(&Others::Closed { backward, positions }, told)))
            }
            SearchOutcome::NoneWithin(_) | SearchOutcome::TooLarge(_) => {
                self.why.push("coins can cover more cells than a search of the theory takes".into());
                Ok(None)
            }
        }
    }

    fn plan(&self, moves: Vec<Move>, optimality: Optimality, bound: Option<LengthBound>) -> Answer {
        let steps: Vec<Label> = moves.into_iter().map(|step| self.variant.label(step)).collect();
        let steps: Box<dyn Steps> = Box::new(steps);
        Answer::Plan { steps, optimality, bound }
    }

    /// A number of moves that no plan is shorter than.
    fn fewest(&self) -> u32 {
        let Variant { game, start, goals, .. } = self.variant;
        let of = |goal: &Goal| {
            if goal.anywhere {
                fewest_anywhere(*game, start, &goal.coins)
            } else {
                fewest(*game, start, &goal.coins)
            }
        };
        goals.iter().map(of).min().unwrap_or(u32::MAX)
    }

    /// A plan that a search found to be least.
    fn least(&self, moves: Vec<Move>) -> Answer {
        let least = self.fewest();
        if moves.len() <= least as usize {
            return self.bounded(moves, least);
        }
        self.plan(moves, Optimality::Least, None)
    }

    /// A plan that is as long as a proved bound.
    fn bounded(&self, moves: Vec<Move>, least: u32) -> Answer {
        self.plan(moves, Optimality::Least, Some(bound(least)))
    }

    /// A plan that may not be least.
    fn found(&self, moves: Vec<Move>, least: u32) -> Answer {
        self.plan(moves, Optimality::Found, Some(bound(least)))
    }

    fn impossible(&self, reasons: &[Reason]) -> Answer {
        let mut told: Vec<&str> = reasons.iter().map(|reason| reason.told()).collect();
        told.sort_unstable();
        told.dedup();
        let goals = reasons.iter().map(|reason| alone(*reason)).collect();
        self.refuted(&Others::Alone { goals }, told.join("; "))
    }

    fn refuted(&self, proof: &Others, told: String) -> Answer {
        let certificate = Certificate::Proved(Proof::Theory(theory_proof(proof)));
        Answer::Unsolvable { certificate, told: Some(told) }
    }
}

fn bound(least: u32) -> LengthBound {
    LengthBound::proved(u64::from(least), theory_proof(&Others::Layers {}))
}

fn theory_proof(proof: &Others) -> TheoryProof {
    // Words, numbers and lists of them are never refused.
    let body = serde_json::to_value(proof).unwrap_or_default();
    TheoryProof { theory: super::super::INFO.name.to_owned(), body }
}

fn alone(reason: Reason) -> Alone {
    match reason {
        Reason::Number => Alone::Number {},
        Reason::NoMove => Alone::NoMove {},
        Reason::NoLastMove => Alone::NoLastMove {},
        Reason::OneCoin(_) => Alone::OneCoin {},
        Reason::Outside(_) => Alone::Outside {},
        Reason::NoExtraCoin => Alone::NoExtraCoin {},
    }
}
