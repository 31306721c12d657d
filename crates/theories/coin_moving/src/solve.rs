//! The answer to a puzzle of coins: theorems for unsolvable puzzles, then a least plan if that is within the
//! limits, otherwise a constructed plan.
//!
//! **Least or found.** A search for a least plan may see [`LEAST`] positions and bytes. Where that is not enough a
//! plan is constructed and shortened, and reported as found. The share is counted, not timed, so that the
//! answer is the same on every run. `--method search` has no such share. Where every plan has [`FAR`] moves or more,
//! the start can spare two coins, and not even some plan is found with [`PROBE`], no least one is searched for.

mod goals;

use super::bound::bound;
use super::coins::Move;
use super::construct::{construct, shorten};
use super::decide::{Behind, Layer, look_back};
use super::extra::Growing;
use super::methods::{Way, asks, number, refutes, way};
use super::poke::decide::{Poking, decide_poking};
use super::problem::Problem;
use super::read::{Form, Game};
use super::search::{SearchOutcome, apart, search};
use goals::{Goal, Goals, State};
use puzzlec_base::Budget;
use puzzlec_base::diag::Stop;
use puzzlec_base::words::counted;
use puzzlec_proofs::coin_moving::proof::Body;
use puzzlec_search::Wanted;
use puzzlec_task::certificate::TheoryProof;
use puzzlec_task::{Conclusion, Label, LengthBound, Optimality, SearchContext, Steps};
use puzzlec_theory::meter::{Halted, Meter, Share};
use puzzlec_theory::{Facts, FactsRequest, Request, Solver};

/// The limits of a search for a least plan.
const LEAST: Share = Share { states: 500_000, expanded: 500_000, bytes: 1 << 28 };
/// Where every plan has at least this number of moves, a least plan is searched for only if some plan is
/// found with [`PROBE`].
const FAR: u64 = 40;
/// The limits of a search for some plan before a long search for a least one.
const PROBE: Share = Share { states: 40_000, expanded: 40_000, bytes: 1 << 24 };
/// What a search for any plan may spend before a plan is constructed.
const ANY: Share = Share { states: 100_000, expanded: 100_000, bytes: 1 << 26 };

impl Solver for Game<'_> {
    fn answer(&mut self, request: &mut Request<'_>) -> Result<Option<Conclusion>, Halted> {
        let Request { wanted, method, why, meter, .. } = request;
        if matches!(wanted, Wanted::All { .. }) {
            why.push("all shortest solutions come from general search".into());
            return Ok(None);
        }
        why.push("coin-moving, by its rule: the theory of Galliot, Gravier and Sivignon".into());
        let (goals, any) = (Goals::new(self), *wanted == Wanted::Any);
        let solving = Solving { game: self, goals, meter, any, undecided: Vec::new(), why };
        solving.answer(method.and_then(way))
    }

    fn facts(&mut self, request: &FactsRequest<'_>, budget: &Budget) -> Result<Facts, String> {
        super::facts::facts(self, request, budget)
    }
}

struct Solving<'a> {
    game: &'a Game<'a>,
    goals: Goals<'a>,
    meter: &'a Meter<'a>,
    /// Whether any plan is wanted.
    any: bool,
    /// The layers that did not decide.
    undecided: Vec<&'static str>,
    why: &'a mut Vec<String>,
}

/// A plan, to which of the goals.
struct Plan<'a> {
    problem: &'a Problem,
    moves: Vec<Move>,
    least: bool,
}

impl<'a> Solving<'a> {
    /// `None` if the requested method does not decide.
    fn answer(mut self, way: Option<Way>) -> Result<Option<Conclusion>, Halted> {
        match way {
            None => {
                for layer in Layer::ALL {
                    self.layer(layer)?;
                }
                self.tell_undecided();
                if self.goals.open().next().is_none() {
                    return Ok(Some(self.impossible()));
                }
                let plan = if self.any { self.any_plan()? } else { self.least_plan()? };
                Ok(Some(self.concluded(plan)))
            }
            Some(Way::Layer(Layer::Search)) => {
                let plan = self.searched(Share::ALL)?;
                Ok(Some(self.concluded(plan)))
            }
            Some(Way::Layer(layer)) => {
                self.layer(layer)?;
                if self.goals.open().next().is_none() {
                    return Ok(Some(self.impossible()));
                }
                if self.goals.solvable().next().is_none() {
                    self.why.push(format!("the method does not decide this: {}", asks(layer)));
                    return Ok(None);
                }
                self.goals.keep_solvable();
                let plan = self.any_plan()?;
                Ok(plan.map(|plan| self.plan(plan)))
            }
            Some(Way::Construct) => {
                let plan = self.constructed()?;
                if plan.is_none() {
                    self.why.push("no plan could be constructed".into());
                }
                Ok(plan.map(|plan| self.plan(plan)))
            }
        }
    }

    /// Applies a layer to every goal that is open.
    fn layer(&mut self, layer: Layer) -> Result<(), Halted> {
        if layer == Layer::Search || self.goals.unknown().next().is_none() {
            return Ok(());
        }
        let [impossible, solvable] = self.goals.ask(layer, self.meter)?;
        let (asks, single) = (asks(layer), self.goals.all.len() == 1);
        self.why.push(match (impossible, solvable) {
            (0, 0) => {
                self.undecided.push(number(layer));
                return Ok(());
            }
            (0, _) if single => format!("{asks}: there is a plan"),
            _ if single => format!("{asks}: there is no plan"),
            _ => {
                let goals = counted(impossible as u64, "goals");
                format!("{asks}: rules out {goals}, shows a plan for {solvable}")
            }
        });
        Ok(())
    }

    /// Reports the layers that did not decide.
    fn tell_undecided(&mut self) {
        if !self.undecided.is_empty() {
            self.why.push(format!("these do not decide: {}", self.undecided.join(", ")));
        }
    }

    /// A least plan, or one that is found.
    fn least_plan(&mut self) -> Result<Option<Plan<'a>>, Halted> {
        let mut near = None;
        if !self.is_far()? {
            let goals = &mut self.goals;
            match self.meter.share(LEAST, || least(goals, self.meter))? {
                Some(Some(plan)) if !plan.least => near = Some(plan),
                Some(plan) => {
                    self.why.push("search from both ends".into());
                    return Ok(plan);
                }
                None => {}
            }
        }
        self.why.push("a least plan is too far away to search for: one is constructed".into());
        let constructed = match self.constructed() {
            Err(Halted) if near.is_some() => return Ok(near),
            constructed => constructed?,
        };
        if constructed.is_some() {
            return Ok([constructed, near].into_iter().flatten().min_by_key(|plan| plan.moves.len()));
        }
        match self.searched(Share::ALL) {
            Err(Halted) if near.is_some() => Ok(near),
            searched => searched,
        }
    }

    /// Whether a search for a least plan would be in vain, as far as its beginning tells.
    fn is_far(&mut self) -> Result<bool, Halted> {
        for goal in self.goals.open() {
            let start = &goal.problem.start;
            // With one coin to spare a configuration has few moves.
            let spare = start.len() >= Growing::of(start.iter()).span().minimum() + 2;
            let far = goal.out_of_place() as u64 >= FAR || bound(goal.problem, self.meter)?.moves() >= FAR;
            if !spare || !far {
                return Ok(false);
            }
        }
        let goals = &mut self.goals;
        Ok(self.meter.share(PROBE, || any(goals, self.meter))?.is_none())
    }

    /// Any plan.
    fn any_plan(&mut self) -> Result<Option<Plan<'a>>, Halted> {
        let goals = &mut self.goals;
        if let Some(plan) = self.meter.share(ANY, || any(goals, self.meter))? {
            self.why.push("search from both ends, for any plan".into());
            return Ok(plan);
        }
        if let Some(plan) = self.constructed()? {
            return Ok(Some(plan));
        }
        self.searched(Share::ALL)
    }

    /// A plan by search, or that there is none.
    fn searched(&mut self, share: Share) -> Result<Option<Plan<'a>>, Halted> {
        let goals = &mut self.goals;
        let found = if self.any { any } else { least };
        self.why.push("search from both ends, for as long as it takes".into());
        Ok(self.meter.share(share, || found(goals, self.meter))?.flatten())
    }

    /// A plan that is constructed for one of the goals.
    fn constructed(&mut self) -> Result<Option<Plan<'a>>, Halted> {
        for goal in self.goals.nearest() {
            let problem = goal.problem;
            let Some(mut moves) = built(problem, self.meter)? else { continue };
            self.why.push(format!("constructed: {}", counted(moves.len() as u64, "moves")));
            if !self.any {
                moves = shorten(problem, moves, self.meter);
                self.why.push(format!("shortened: {}", counted(moves.len() as u64, "moves")));
            }
            return Ok(Some(Plan { problem, moves, least: false }));
        }
        Ok(None)
    }

    /// The plan, or that there is none where every goal is ruled out.
    fn concluded(&mut self, plan: Option<Plan<'a>>) -> Conclusion {
        match plan {
            Some(plan) => self.plan(plan),
            None if self.goals.open().next().is_none() => self.impossible(),
            None => Conclusion::stopped(Stop::too_large(
                "the coins span more cells than a search of the theory takes",
            )),
        }
    }

    fn plan(&self, plan: Plan<'_>) -> Conclusion {
        let Plan { problem, moves, least } = plan;
        let bound = match least {
            true => Some(self.least_by_levels(moves.len())),
            false if self.any => None,
            false => self.passed(),
        };
        let reached = bound.as_ref().is_some_and(|bound| bound.length >= moves.len() as u64);
        let optimality = if least || reached { Optimality::Least } else { Optimality::Found };
        let (form, length) = (self.game.form, moves.len() as u64);
        Conclusion::plan(Walk { form, problem: problem.clone(), moves }, length, optimality, bound)
    }

    /// How long every plan is at least, by the cells that coins must come to, or by the levels of a search that
    /// ended early.
    fn passed(&self) -> Option<LengthBound> {
        let name = |cell| self.game.name(cell);
        let mut length = u64::MAX;
        let mut known = Vec::new();
        // A proof that is made is checked, and that takes time.
        let late = self.meter.is_late();
        for goal in &self.goals.all {
            if let Some(proof) = goal.proof(&name) {
                known.push(Ok(proof));
                continue;
            }
            let bound = (!late).then(|| bound(goal.problem, self.meter).ok()).flatten().unwrap_or_default();
            let (passed, apart) = (bound.moves(), u64::from(goal.apart));
            length = length.min(passed.max(apart));
            known.push(match passed >= apart {
                true => Ok(bound.proof(goal.problem, &name)?),
                false => Err(Box::new(goal.problem.clone())),
            });
        }
        if late && length == 0 {
            return None;
        }
        let proofs: Option<Vec<_>> = known.iter().map(|known| known.as_ref().ok().cloned()).collect();
        match proofs {
            Some(proofs) => Some(LengthBound::proved(length, proof(proofs))),
            None => Some(by_levels(length, known)),
        }
    }

    /// That no goal is reached by fewer moves than these.
    fn least_by_levels(&self, moves: usize) -> LengthBound {
        let name = |cell| self.game.name(cell);
        let known = |goal: &Goal<'_>| goal.proof(&name).ok_or_else(|| Box::new(goal.problem.clone()));
        by_levels(moves as u64, self.goals.all.iter().map(known).collect())
    }

    /// That no goal is reached.
    fn impossible(&self) -> Conclusion {
        let mut reasons: Vec<&str> = self.goals.all.iter().filter_map(Goal::why).map(refutes).collect();
        reasons.sort_unstable();
        reasons.dedup();
        let reason = match reasons.as_slice() {
            [one] => (*one).to_owned(),
            [] => "the goal has no place within the reach of the coins (1.9)".to_owned(),
            several => format!("every goal is ruled out: {}", several.join("; ")),
        };
        let name = |cell| self.game.name(cell);
        let proofs = self.goals.all.iter().filter_map(|goal| goal.proof(&name)).collect();
        Conclusion::refuted(proof(proofs), reason)
    }
}

/// That no goal is reached by fewer moves than these: where no proof is known, the levels are looked at once more.
fn by_levels(
    length: u64,
    goals: Vec<Result<puzzlec_proofs::coin_moving::proof::Proof, Box<Problem>>>,
) -> LengthBound {
    let least = u32::try_from(length).unwrap_or(u32::MAX);
    let prove = move |context: &SearchContext| {
        let meter = Meter::of(context);
        let proved = |goal: &Result<puzzlec_proofs::coin_moving::proof::Proof, Box<Problem>>| match goal {
            Ok(proof) => Some(proof.clone()),
            Err(problem) => apart(problem, least, &meter).ok()?.map(|apart| apart.proof()),
        };
        goals.iter().map(proved).collect::<Option<_>>().map(proof)
    };
    LengthBound::provable(length, prove)
}

/// A proof for each goal.
fn proof(goals: Vec<puzzlec_proofs::coin_moving::proof::Proof>) -> TheoryProof {
    TheoryProof::new(super::INFO.name, &Body { goals })
}

/// A plan that is constructed, to the goal or to a position before it from where the way is known.
fn built(problem: &Problem, meter: &Meter<'_>) -> Result<Option<Vec<Move>>, Halted> {
    if let Some(moves) = construct(problem, meter)? {
        return Ok(Some(moves));
    }
    if let Poking::Plan(moves) = decide_poking(problem, true, meter)? {
        return Ok(Some(moves));
    }
    let Behind::Plan { middle, moves: last } = look_back(problem, meter)? else { return Ok(None) };
    let Some(mut moves) = construct(&problem.with_goal(middle), meter)? else { return Ok(None) };
    moves.extend(last);
    Ok(Some(moves))
}

/// The least plan to one of the goals, or one that is found where a limit comes first, or nothing where there is none.
fn least<'a>(goals: &mut Goals<'a>, meter: &Meter<'_>) -> Result<Option<Plan<'a>>, Halted> {
    let mut best: Option<Plan<'a>> = None;
    let mut all = true;
    for goal in goals.nearest() {
        // Every misplaced coin moves at least once.
        if best.as_ref().is_some_and(|best| best.moves.len() <= goal.out_of_place()) {
            break;
        }
        match search(goal.problem, true, meter) {
            Ok(SearchOutcome::Plan { moves, least, apart }) => {
                (all, goal.apart) = (all && least, apart);
                if best.as_ref().is_none_or(|best| moves.len() < best.moves.len()) {
                    best = Some(Plan { problem: goal.problem, moves, least });
                }
            }
            Ok(SearchOutcome::Unsolvable(side)) => goal.state = State::Exhausted(side.proof()),
            // The same as a share that is spent.
            Ok(SearchOutcome::Unfit) | Err(Halted) if best.is_some() => all = false,
            Ok(SearchOutcome::Unfit) | Err(Halted) => return Err(Halted),
        }
    }
    Ok(best.map(|best| Plan { least: all, ..best }))
}

/// A plan to one of the goals, or nothing where there is none.
fn any<'a>(goals: &mut Goals<'a>, meter: &Meter<'_>) -> Result<Option<Plan<'a>>, Halted> {
    for goal in goals.nearest() {
        match search(goal.problem, false, meter)? {
            SearchOutcome::Plan { moves, least, .. } => {
                return Ok(Some(Plan { problem: goal.problem, moves, least }));
            }
            SearchOutcome::Unsolvable(side) => goal.state = State::Exhausted(side.proof()),
            // The same as a share that is spent.
            SearchOutcome::Unfit => return Err(Halted),
        }
    }
    Ok(None)
}

/// Moves of coins as steps of the puzzle.
pub(super) struct Walk {
    pub(super) form: Form,
    pub(super) problem: Problem,
    pub(super) moves: Vec<Move>,
}

impl Steps for Walk {
    fn labels(&self) -> Box<dyn Iterator<Item = Label> + '_> {
        Box::new(self.moves.iter().filter_map(|step| self.form.step(&self.problem, *step)))
    }
}
