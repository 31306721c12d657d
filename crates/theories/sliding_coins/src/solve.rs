//! The answer to a puzzle of coins on a line: a plan of n moves from a base where the puzzle is the (n,k)-game, else
//! what exact search finds.

mod proofs;
mod steps;

use super::bases::{self, Attempt, Plan, Shelf};
use super::bound::least;
use super::methods::{Way, way};
use super::paper::Printed;
use super::problem::Problem;
use super::read::Game;
use super::row::Move;
use super::search::{self, Outcome, Plans, Reason};
use puzzlec_base::Budget;
use puzzlec_base::diag::Stop;
use puzzlec_base::words::{counted, grouped};
use puzzlec_search::Wanted;
use puzzlec_task::{Conclusion, Optimality, SearchContext, Solutions};
use puzzlec_theory::meter::{Halted, Meter};
use puzzlec_theory::{Counted, Facts, FactsRequest, Request, Solver, Total};
use steps::Walk;

impl Solver for Game<'_> {
    fn answer(&mut self, request: &mut Request<'_>) -> Result<Option<Conclusion>, Halted> {
        let Request { wanted, method, why, meter, context } = request;
        why.push("sliding coins, by its rule: the theory of Lin, Tsai, Tsai and Tsay".into());
        let problem = &self.problem;
        let mut solver = Solving { game: self, problem, context, meter, wanted: *wanted, why };
        solver.answer(method.and_then(way))
    }

    fn facts(&mut self, request: &FactsRequest<'_>, budget: &Budget) -> Result<Facts, String> {
        super::facts::facts(self, request, budget)
    }

    /// Those on the endless line. On a line with ends all positions are counted by general search.
    fn count(&mut self, context: &SearchContext) -> Option<Result<Counted, Stop>> {
        if self.problem.ends.is_some() {
            return None;
        }
        let meter = &Meter::of(context);
        let (length, number) = match search::count(&self.problem, meter) {
            Ok(counted) => counted?,
            Err(Halted) => return Some(Err(meter.limit()?.into())),
        };
        let number = match number {
            Plans::Infinite => Total::Infinite,
            Plans::Number(u128::MAX) => Total::AtLeast(u128::MAX.into()),
            Plans::Number(number) => Total::Exactly(number.into()),
        };
        Some(Ok(Counted { length, number, all: false }))
    }
}

struct Solving<'a> {
    game: &'a Game<'a>,
    problem: &'a Problem,
    context: &'a SearchContext,
    meter: &'a Meter<'a>,
    wanted: Wanted,
    why: &'a mut Vec<String>,
}

impl Solving<'_> {
    /// `None` if the requested way does not decide.
    fn answer(&mut self, way: Option<Way>) -> Result<Option<Conclusion>, Halted> {
        let at_least = least(self.problem);
        if let (Wanted::Within(most), Some(at_least)) = (self.wanted, at_least)
            && at_least > most
        {
            self.why.push(format!("at least {}, by pairs of neighbours", counted(at_least, "moves")));
            return Ok(Some(Conclusion::not_within(most, Some(proofs::at_least(self.problem, at_least)))));
        }
        match way {
            Some(Way::Bases) => self.by_bases(),
            Some(Way::Rows) => self.by_search(),
            Some(Way::Printed(k)) => Ok(self.by_paper(k)),
            None => match self.by_bases()? {
                Some(answer) => Ok(Some(answer)),
                None => self.by_search(),
            },
        }
    }

    /// Exact search.
    fn by_search(&mut self) -> Result<Option<Conclusion>, Halted> {
        let within = if let Wanted::Within(most) = self.wanted { Some(most) } else { None };
        self.why.push("exact search, from the least number of moves on".into());
        match search::search(self.problem, within, self.meter)? {
            Outcome::Plan { moves, least } => {
                let solutions = match self.wanted {
                    Wanted::All { listed } => self.list(listed)?,
                    Wanted::Least | Wanted::Any | Wanted::Within(_) => None,
                };
                let length = moves.len() as u64;
                let bound = least.then(|| proofs::at_least(self.problem, length));
                let optimality = if least { Optimality::Least } else { Optimality::Found };
                let plan = Conclusion::plan(Walk::listed(self.game.form, moves), length, optimality, bound);
                Ok(Some(Conclusion { solutions, ..plan }))
            }
            Outcome::NotWithin(most) => {
                let bound = Some(proofs::at_least(self.problem, most.saturating_add(1)));
                Ok(Some(Conclusion::not_within(most, bound)))
            }
            Outcome::Unsolvable(reason) => Ok(Some(self.impossible(reason))),
        }
    }

    fn impossible(&mut self, reason: Reason) -> Conclusion {
        let words = proofs::words(reason, self.problem.k);
        self.why.push(format!("no solution: {words}"));
        Conclusion::refuted(proofs::unsolvable(self.problem, reason), words)
    }

    /// Counts all least plans, and lists the first of them.
    fn list(&self, listed: usize) -> Result<Option<Solutions>, Halted> {
        let Some((_, number)) = search::count(self.problem, self.meter)? else { return Ok(None) };
        let count = match number {
            Plans::Infinite => "infinitely many".to_owned(),
            Plans::Number(u128::MAX) => format!("at least {}", u128::MAX),
            Plans::Number(number) => number.to_string(),
        };
        let mut plans = Vec::new();
        let form = self.game.form;
        let mut take = |moves: &[Move]| {
            if plans.len() < listed {
                plans.push(moves.iter().filter_map(|step| form.label(*step)).collect());
            }
            plans.len() < listed
        };
        if listed > 0 {
            search::all(self.problem, self.meter, &mut take)?;
        }
        Ok(Some(Solutions { count, plans }))
    }

    /// A plan of n moves for the game of n nickels and n pennies.
    fn by_bases(&mut self) -> Result<Option<Conclusion>, Halted> {
        let Some(family) = self.problem.family() else { return Ok(None) };
        let (n, k) = (family.n as u64, self.problem.k);
        let (Ok(small), false) = (u32::try_from(k), matches!(self.wanted, Wanted::All { .. })) else {
            return Ok(None);
        };
        self.why.push(format!(
            "the game of {} coins of each colour, {k} at a time: at least {} (2.1)",
            grouped(n),
            counted(n, "moves")
        ));
        let plan = match bases::plan(n, small, Shelf::of(self.context), self.meter)? {
            Attempt::Plan(plan) => plan,
            Attempt::Impossible => {
                self.why.push(format!("no plan has {}: all windows are exhausted", counted(n, "moves")));
                return Ok(None);
            }
            Attempt::Open => return Ok(None),
        };
        let base = u64::from(plan.base().n());
        self.why.push(match (n - base) / (2 * k as u64) {
            0 => format!("a plan of {} was found", counted(n, "moves")),
            times => format!(
                "a plan for {base} coins of each colour was found, and extended {}",
                counted(times, "times")
            ),
        });
        let fits = if plan.white() { family.white } else { family.black };
        let Some(walk) = fits.then(|| self.walk(plan)).flatten() else {
            self.why.push("that plan does not come to this goal".into());
            return Ok(None);
        };
        let bound = Some(proofs::at_least(self.problem, n));
        Ok(Some(Conclusion::plan(walk, n, Optimality::Least, bound)))
    }

    /// The plan of the paper, k coins at a time.
    fn by_paper(&mut self, k: usize) -> Option<Conclusion> {
        if matches!(self.wanted, Wanted::All { .. }) {
            return None;
        }
        let family = self.problem.family().filter(|_| self.problem.k == k);
        let Some((family, plan)) =
            family.and_then(|family| Some((family, Printed::new(family.n as u64, k)?)))
        else {
            self.why.push(format!(
                "the plans of the paper are for sorted coins that are to alternate, {k} at a time"
            ));
            return None;
        };
        let n = family.n as u64;
        let (white, length) = (plan.white(), plan.len());
        self.why.push(format!("{} of the paper: {}", plan.source(), counted(length, "moves")));
        let walk = Walk::printed(self.game.form, plan, self.problem.start.first());
        let fits = if white { family.white } else { family.black };
        if !fits || !self.inside(&walk) {
            self.why.push("that plan does not come to this goal on this line".into());
            return None;
        }
        if matches!(self.wanted, Wanted::Within(most) if length > most) {
            return None;
        }
        let optimality = if length == n { Optimality::Least } else { Optimality::Found };
        let bound = Some(proofs::at_least(self.problem, n));
        Some(Conclusion::plan(walk, length, optimality, bound))
    }

    /// Whether a plan stays on the line.
    fn inside(&self, walk: &Walk) -> bool {
        let k = i64::try_from(self.problem.k).unwrap_or(i64::MAX);
        let on =
            |(left, right): (i64, i64)| walk.moves().all(|step| left <= step.to && step.to + k - 1 <= right);
        self.problem.ends.is_none_or(on)
    }

    /// A plan on the cells of the puzzle, or its mirror image; `None` if both leave the line.
    fn walk(&self, plan: Plan) -> Option<Walk> {
        let first = self.problem.start.first();
        [false, true].into_iter().find_map(|mirrored| {
            let walk = Walk::extended(self.game.form, plan.clone(), (first, mirrored));
            self.inside(&walk).then_some(walk)
        })
    }
}
