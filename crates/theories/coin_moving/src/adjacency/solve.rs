//! The answer to a puzzle of these games.

use super::construct::construct;
use super::decide::{Reason, Verdict};
use super::facts::facts;
use super::game::{Cells, moved};
use super::read::{Goal, Variant};
use super::search::{SearchOutcome, fewest, within};
use super::shorten::shorten;
use crate::coins::Move;
use crate::rectangle::Rectangle;
use puzzlec_base::Budget;
use puzzlec_base::words::counted;
use puzzlec_proofs::coin_moving::proof::{Alone, Others};
use puzzlec_search::Wanted;
use puzzlec_task::certificate::TheoryProof;
use puzzlec_task::{Conclusion, Label, LengthBound, Optimality};
use puzzlec_theory::meter::{Halted, Meter};
use puzzlec_theory::{Facts, FactsRequest, Request, Solver};

/// Maximum number of positions of a search for a least plan.
const LEAST: usize = 1_000_000;
/// Number of nearest goals for which plans are constructed.
const CONSTRUCTED: usize = 6;
/// More places of a goal than these are not listed.
const PLACES: usize = 20_000;

impl Solver for Variant {
    fn answer(&mut self, request: &mut Request<'_>) -> Result<Option<Conclusion>, Halted> {
        let Request { wanted, method, why, meter, .. } = request;
        let by_construction = match method {
            None | Some("search") => false,
            Some("construct") => true,
            Some(name) => {
                why.push(format!("`{name}` is about two neighbours on the square grid"));
                return Ok(None);
            }
        };
        if matches!(wanted, Wanted::All { .. }) {
            why.push("all shortest solutions come from general search".into());
            return Ok(None);
        }
        why.push(format!("coins that go where {} touch them, by the rule", self.game.words()));
        let any = by_construction || *wanted == Wanted::Any;
        Solving { variant: self, any, meter, why }.answer()
    }

    fn facts(&mut self, _: &FactsRequest<'_>, _: &Budget) -> Result<Facts, String> {
        Ok(facts(self))
    }
}

struct Solving<'a> {
    variant: &'a Variant,
    any: bool,
    meter: &'a Meter<'a>,
    why: &'a mut Vec<String>,
}

impl Solving<'_> {
    fn answer(mut self) -> Result<Option<Conclusion>, Halted> {
        let Variant { game, start, goals, .. } = self.variant;
        let (mut open, mut reasons) = (Vec::new(), Vec::new());
        let mut step = None;
        for goal in goals {
            self.meter.poll()?;
            match goal.decide(*game, start) {
                Verdict::Same => return Ok(Some(self.least(Vec::new()))),
                Verdict::OneMove(one) => step = Some(one),
                Verdict::Yes => open.push(goal),
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
        self.built(&open)
    }

    /// A plan to one of the goals that can be reached.
    fn built(&mut self, open: &[&Goal]) -> Result<Option<Conclusion>, Halted> {
        let Variant { game, start, .. } = self.variant;
        let mut near: Vec<(u32, Cells)> = Vec::new();
        for goal in open {
            // A place that shares no cell with the start is no nearer than one that does.
            for place in goal.overlaps(start) {
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
            SearchOutcome::Plan(shorter) => Ok(Some(self.least(shorter))),
            SearchOutcome::NoneWithin => Ok(Some(self.least(moves))),
            SearchOutcome::TooLarge => {
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

    fn plan(&self, moves: Vec<Move>, optimality: Optimality, bound: Option<LengthBound>) -> Conclusion {
        let steps: Vec<Label> = moves.into_iter().map(|step| self.variant.label(step)).collect();
        let length = steps.len() as u64;
        Conclusion::plan(steps, length, optimality, bound)
    }

    /// A number of moves that no plan is shorter than.
    fn fewest(&self) -> u32 {
        let Variant { game, start, goals, .. } = self.variant;
        goals.iter().map(|goal| goal.fewest(*game, start)).min().unwrap_or(u32::MAX)
    }

    /// A plan that a search found to be least.
    fn least(&self, moves: Vec<Move>) -> Conclusion {
        let least = self.fewest();
        if moves.len() <= least as usize {
            return self.bounded(moves, least);
        }
        self.plan(moves, Optimality::Least, None)
    }

    /// A plan that is as long as a proved bound.
    fn bounded(&self, moves: Vec<Move>, least: u32) -> Conclusion {
        self.plan(moves, Optimality::Least, Some(bound(least)))
    }

    /// A plan that may not be least.
    fn found(&self, moves: Vec<Move>, least: u32) -> Conclusion {
        self.plan(moves, Optimality::Found, Some(bound(least)))
    }

    fn impossible(&self, reasons: &[Reason]) -> Conclusion {
        let mut words: Vec<&str> = reasons.iter().map(|reason| reason.words()).collect();
        words.sort_unstable();
        words.dedup();
        let goals = reasons.iter().map(|reason| alone(*reason)).collect();
        Conclusion::refuted(theory_proof(&Others::Alone { goals }), words.join("; "))
    }
}

fn bound(least: u32) -> LengthBound {
    LengthBound::proved(u64::from(least), theory_proof(&Others::Layers {}))
}

fn theory_proof(proof: &Others) -> TheoryProof {
    TheoryProof::new(super::super::INFO.name, proof)
}

fn alone(reason: Reason) -> Alone {
    match reason {
        Reason::Number => Alone::Number {},
        Reason::NoMove => Alone::NoMove {},
        Reason::NoLastMove => Alone::NoLastMove {},
        Reason::OneCoin => Alone::OneCoin {},
    }
}
