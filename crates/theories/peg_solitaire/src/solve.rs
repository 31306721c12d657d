//! The answer to a puzzle of peg solitaire: tests of the theory for what has no solution, a search with
//! their bounds for what has one.

use std::collections::BTreeSet;

use super::board::Cells;
use super::game::Game;
use super::refute::Refutation;
use super::refute::decide::{Invariants, TestLimits, TestName, run};
use super::refute::levels::meeting;
use super::scribe::Scribe;
use super::search::resource_counts::{Pagoda, cone};
use super::search::setup::Goal;
use super::search::sweeps::{Sweeps, fewest};
use super::search::{SearchLimits, SearchOutcome, solve as search};
use puzzlec_base::words::counted;
use puzzlec_proofs::peg_solitaire::proof::{Body, Refuted};
use puzzlec_search::relaxed;
use puzzlec_search::{Wanted, measure};
use puzzlec_task::certificate::{Names, TheoryProof, values};
use puzzlec_task::{Conclusion, Cost, LengthBound, Optimality, Task, Verdict, labels};
use puzzlec_theory::Request;
use puzzlec_theory::meter::{Halted, Meter};

/// Maximum number of goals for separate proofs.
const MOST_TESTED: usize = 512;
/// Number of resource counts that prune positions.
const MOST_COUNTS: usize = 8;

/// The strategies, in order.
enum Step {
    /// A search for a game, with a limit on stored positions.
    Seek(usize),
    /// Tests, with these limits.
    Test(&'static [TestName], TestLimits),
    /// All positions from both ends, with a limit for each side.
    Meet(usize),
}

/// The tests with pairs of cells.
const QUADRATIC: [TestName; 4] =
    [TestName::FlatLp, TestName::FlatIlp, TestName::DepthHeight, TestName::Pairs];

const STEPS: [Step; 9] = [
    Step::Seek(100_000),
    Step::Test(&[TestName::Cone, TestName::Ilp], TestLimits::LIGHT),
    Step::Meet(2_000),
    Step::Test(&QUADRATIC, TestLimits::LIGHT),
    Step::Meet(100_000),
    Step::Seek(2_000_000),
    Step::Test(&QUADRATIC, TestLimits::FULL),
    Step::Seek(40_000_000),
    Step::Meet(8_000_000),
];

/// Tests that need no linear program.
const QUICK: [TestName; 2] = [TestName::Reiss, TestName::Lattice];

/// The theory's answer, if it has one.
///
/// # Errors
/// A limit was reached.
pub fn solve(task: &Task, game: &Game, request: &mut Request<'_>) -> Result<Option<Conclusion>, Halted> {
    let Request { wanted, why, meter, context, .. } = request;
    let listed = matches!(wanted, Wanted::All { .. });
    if listed || task.measure.cost == Cost::Weights || game.goals.is_empty() {
        return Ok(None);
    }
    match puzzlec_search::refuted(task, context, why) {
        Ok(None) => {}
        Ok(Some(certificate)) => return Ok(Some(Verdict::from(certificate).into())),
        Err(limit) => return Ok(Some(Conclusion::stopped(limit))),
    }
    why.push("the theory of peg solitaire (Ramaré)".into());
    let invariants = Invariants::new(&game.board, None);
    Solver { task, wanted: *wanted, meter, game, invariants, refuted: Vec::new(), fewest: 0, why }.answer()
}

struct Solver<'a> {
    task: &'a Task,
    wanted: Wanted,
    game: &'a Game,
    invariants: Invariants,
    refuted: Vec<Refuted>,
    /// No game has fewer jumps.
    fewest: u32,
    meter: &'a Meter<'a>,
    why: &'a mut Vec<String>,
}

/// The result of a search for some goals.
enum Sought {
    Found(Vec<usize>),
    None,
    Stopped,
}

/// The status of some goals.
enum Reached {
    /// A goal is reached.
    Goal(Box<Conclusion>),
    /// None can be.
    Refuted,
    /// Undecided.
    Open,
}

impl Solver<'_> {
    /// The goals that are ruled out, as a certificate has them.
    fn proof(&self) -> TheoryProof {
        let names = Names::new(self.task);
        let values = values(&names, &relaxed(self.task).values);
        TheoryProof::new(super::INFO.name, &Body { goals: self.refuted.clone(), values })
    }

    /// `None` if general search must answer.
    fn answer(&mut self) -> Result<Option<Conclusion>, Halted> {
        let runs = self.task.measure.cost == Cost::Runs && self.wanted != Wanted::Any;
        let mut goals = self.game.possible(self.task);
        goals.sort_by_key(|goal| (std::cmp::Reverse(goal.count_ones()), *goal));
        self.test(&mut goals, &QUICK, TestLimits::LIGHT, "the classes of Reiss and the lattice rule out");
        let most = goals.first().map_or(0, |goal| goal.count_ones());
        self.fewest = self.game.start.count_ones().saturating_sub(most);
        // More pegs mean fewer jumps: goals that are reached soonest come first.
        while let Some(first) = goals.first() {
            let pegs = first.count_ones();
            let all_at_once = self.wanted == Wanted::Any || runs;
            let mut now: Vec<Cells> =
                goals.iter().copied().filter(|g| all_at_once || g.count_ones() == pegs).collect();
            goals.retain(|goal| !now.contains(goal));
            match self.reach(&mut now, runs)? {
                Reached::Goal(answer) => return Ok(Some(*answer)),
                Reached::Refuted => {}
                Reached::Open => return Ok(None),
            }
        }
        let tests: BTreeSet<&str> = self.refuted.iter().map(|goal| goal.test.as_str()).collect();
        let tests: Vec<&str> = tests.into_iter().collect();
        let reason = format!("the theory of peg solitaire rules it out: {}", tests.join(", "));
        Ok(Some(Conclusion::refuted(self.proof(), reason)))
    }

    /// A plan to one of these goals, or a proof that they are unreachable. Cheap attempts come first,
    /// alternating between searches and proofs.
    fn reach(&mut self, goals: &mut Vec<Cells>, runs: bool) -> Result<Reached, Halted> {
        let mut open = true;
        for step in STEPS {
            match step {
                Step::Seek(most) if open => match self.seek(goals, most, runs) {
                    Sought::Found(game) => return Ok(Reached::Goal(Box::new(self.solved(&game, runs)))),
                    Sought::None => open = false,
                    Sought::Stopped => {}
                },
                Step::Seek(_) => {}
                Step::Test(tests, effort) if goals.len() <= MOST_TESTED => {
                    self.test(goals, tests, effort, "resource counts and potentials rule out");
                }
                Step::Meet(most) if goals.len() <= MOST_TESTED => self.meet(goals, most),
                Step::Test(..) | Step::Meet(_) => {}
            }
            self.meter.poll()?;
            if goals.is_empty() {
                return Ok(Reached::Refuted);
            }
        }
        self.why.push("the theory found neither a game nor a proof".into());
        Ok(Reached::Open)
    }

    fn seek(&self, goals: &[Cells], most: usize, runs: bool) -> Sought {
        let board = &self.game.board;
        let goals: Vec<Goal> = goals.iter().map(|goal| Goal::exactly(*goal, board)).collect();
        let limits = SearchLimits { most_states: most, ..SearchLimits::default() };
        if runs {
            return match fewest(board, self.game.start, &goals, &limits, self.meter) {
                Sweeps::Solved { game, .. } => Sought::Found(game),
                Sweeps::Impossible => Sought::None,
                Sweeps::Stopped { .. } => Sought::Stopped,
            };
        }
        match search(board, self.game.start, &goals, &limits, self.meter) {
            SearchOutcome::Solved(game) => Sought::Found(game),
            SearchOutcome::Impossible { .. } => Sought::None,
            SearchOutcome::Stopped { .. } => Sought::Stopped,
        }
    }

    fn solved(&mut self, game: &[usize], runs: bool) -> Conclusion {
        let actions = self.game.played(game);
        let length = measure(self.task, &actions);
        let jumps = self.task.measure.cost == Cost::Actions;
        let least = runs || jumps && (self.wanted != Wanted::Any || length == u64::from(self.fewest));
        let optimality = if least { Optimality::Least } else { Optimality::Found };
        self.why.push(if runs {
            "sweeps counted from both ends".into()
        } else {
            "every game to these goals has the same length: a search for any".into()
        });
        // Goals with more pegs, which fewer jumps would reach, are all ruled out.
        let bound = (least && jumps).then(|| LengthBound::proved(length, self.proof()));
        Conclusion::plan(labels(&actions, &self.task.actions, &[]), length, optimality, bound)
    }

    /// Removes the goals whose levels from both ends do not meet.
    fn meet(&mut self, goals: &mut Vec<Cells>, most: usize) {
        let scribe = Scribe { board: &self.game.board, names: &self.game.names };
        let before = self.refuted.len();
        let mut open = Vec::new();
        for goal in goals.drain(..) {
            let counts = self.counts(goal);
            let met = meeting(&self.game.problem(goal), counts, most, self.meter).map(Refutation::Meeting);
            match met.and_then(|met| scribe.refuted(goal, "search from both ends", &met)) {
                Some(refuted) => self.refuted.push(refuted),
                None => open.push(goal),
            }
        }
        *goals = open;
        self.tell("positions from both ends do not meet for", before);
    }

    /// The resource counts with the least slack between start and goal.
    fn counts(&self, goal: Cells) -> Vec<Vec<i64>> {
        let found = cone(&self.game.board, self.game.start, goal, self.meter);
        let found = found.map_or(Vec::new(), |cone| cone.pagodas);
        let spare = |pagoda: &Pagoda| pagoda.weight(self.game.start) - pagoda.weight(goal);
        let mut counts: Vec<Pagoda> = found.into_iter().filter(|p| p.fits(&self.game.board)).collect();
        counts.sort_by_key(|pagoda| (spare(pagoda), pagoda.weights.clone()));
        counts.truncate(MOST_COUNTS);
        counts.into_iter().map(|pagoda| pagoda.weights).collect()
    }

    fn tell(&mut self, stage: &str, before: usize) {
        let ruled_out = self.refuted.len() - before;
        if ruled_out > 0 {
            self.why.push(format!("{stage} {}", counted(ruled_out as u64, "goals")));
        }
    }

    /// Drops the goals that tests refute.
    fn test(&mut self, goals: &mut Vec<Cells>, tests: &[TestName], effort: TestLimits, stage: &str) {
        let scribe = Scribe { board: &self.game.board, names: &self.game.names };
        let mut open = Vec::new();
        let before = self.refuted.len();
        for goal in goals.drain(..) {
            let tested = run(tests, &self.invariants, &self.game.problem(goal), effort, self.meter);
            let refuted = tested.verdict.and_then(|(test, proof)| scribe.refuted(goal, test.name(), &proof));
            match refuted {
                Some(refuted) => self.refuted.push(refuted),
                None => open.push(goal),
            }
        }
        *goals = open;
        self.tell(stage, before);
    }
}
