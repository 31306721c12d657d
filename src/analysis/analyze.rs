//! What a theory says of a puzzle.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use super::picture::numbers;
use super::{Analysis, PuzzleInfo, solve};
use crate::base::Budget;
use crate::diag::{Code, Diagnostic};
use crate::engine::certificate::Refuted;
use crate::model::Model;
use crate::task::ground::{Failure, Ground, ground};
use crate::theories::meter::Meter;
use crate::theories::peg_solitaire::analyze::{BoardFacts, ProblemFacts};
use crate::theories::peg_solitaire::board::Cells;
use crate::theories::peg_solitaire::game::{Game, Read};
use crate::theories::peg_solitaire::refute::decide::{Invariants, Outcome, TestName, refuting};
use crate::theories::peg_solitaire::{Scribe, proof_weights};

/// Of more goals than these only the one that is asked for is looked at.
const MOST_GOALS: usize = 64;

/// What the theory of peg solitaire says of a puzzle.
#[derive(Clone, Debug, Serialize)]
pub struct AnalyzeReport {
    /// The file's name.
    pub file: String,
    /// The puzzle's name.
    pub puzzle: String,
    /// Its title.
    pub title: Option<String>,
    /// The values of its parameters.
    pub parameters: BTreeMap<String, i64>,
    /// The theory's name.
    pub theory: String,
    /// What depends on the board alone.
    pub board: BoardReport,
    /// By goal, its pegs named, the test that rules it out; null where none does. Not where there are
    /// too many.
    pub goals: Vec<(Vec<String>, Option<String>)>,
    /// So many goals there are.
    pub goal_count: usize,
    /// The goal that is looked at.
    pub problem: Option<ProblemReport>,
}

/// What depends on the board alone.
#[derive(Clone, Debug, Serialize)]
pub struct BoardReport {
    /// Cells.
    pub cells: usize,
    /// Jumps.
    pub jumps: usize,
    /// Symmetries.
    pub symmetries: usize,
    /// A basis of the sets of cells that every jump meets in an even number, each drawn.
    pub witnesses: Vec<Vec<String>>,
    /// The Smith form of the jumps: factors with how many there are.
    pub smith: Option<Vec<(String, usize)>>,
    /// Rows of the quadratic tests.
    pub pairs: usize,
    /// Columns of the quadratic tests.
    pub generators: usize,
}

/// What is known of one goal.
#[derive(Clone, Debug, Serialize)]
pub struct ProblemReport {
    /// The pegs of the goal.
    pub goal: Vec<String>,
    /// How many jumps every game has.
    pub moves: i64,
    /// Every test up to the first that rules the goal out.
    pub tests: Vec<TestRow>,
    /// By jump how often it is played at most in any game, for those that may be played.
    pub thickness: Option<Vec<(String, u32)>>,
    /// After how many jumps a cell can be empty at the soonest, drawn.
    pub depth: Vec<String>,
    /// After how many jumps a cell can hold a peg at the soonest, drawn.
    pub height: Vec<String>,
    /// The proof that rules it out.
    pub refuted: Option<Refuted>,
    /// The weights of that proof, drawn; where it has one set of them.
    pub weights: Option<Vec<String>>,
}

/// What a test says.
#[derive(Clone, Debug, Serialize)]
pub struct TestRow {
    /// Its name.
    pub test: String,
    /// `passed`, `refuted` or `open`.
    pub outcome: String,
    /// How long it took; not in documents, which are the same on every run.
    #[serde(skip)]
    pub time: Duration,
}

/// What is asked.
pub struct AnalyzeOptions<'a> {
    /// The names of the goal's pegs; none for the first goal that is not easily ruled out.
    pub goal: Option<Vec<String>>,
    /// The time.
    pub clock: &'a dyn Fn() -> Duration,
}

pub(super) fn analyze(
    analysis: &Analysis,
    puzzle: &PuzzleInfo,
    set: &[(String, i64)],
    options: &AnalyzeOptions<'_>,
    budget: &Budget,
) -> Result<AnalyzeReport, Vec<Diagnostic>> {
    let values = solve::values(analysis, puzzle, set)?;
    let model = solve::model(analysis, puzzle, &values, budget)?;
    let unknown = |text: String| {
        let headline = format!("no theory speaks of `{}`", puzzle.name);
        vec![Diagnostic::new(Code::NoTheory, puzzle.span, headline).note(text)]
    };
    let ground = ground(&model, None, budget).map_err(|failure| match failure {
        Failure::Diagnostics(found) => found,
        Failure::Limit(limit) => unknown(limit.to_string()),
    })?;
    let game = match Game::read(&ground.task) {
        Read::Game(game) => game,
        Read::TooLarge(text) => return Err(unknown(text)),
        Read::Other => {
            return Err(unknown(
                "that of peg solitaire takes puzzles whose every move is a jump of one peg over another, which goes"
                    .into(),
            ));
        }
    };
    let told = Told { model: &model, ground: &ground, game: &game, budget };
    let file = analysis.sources().get(puzzle.file).map_or(String::new(), |f| f.name.clone());
    told.report(file, options).map_err(|text| vec![Diagnostic::new(Code::NoTheory, puzzle.span, text)])
}

struct Told<'a> {
    model: &'a Model,
    ground: &'a Ground,
    game: &'a Game,
    budget: &'a Budget,
}

impl Told<'_> {
    fn report(&self, file: String, options: &AnalyzeOptions<'_>) -> Result<AnalyzeReport, String> {
        let (game, model) = (self.game, self.model);
        let places = game.places(&self.ground.cells);
        let invariants = Invariants::new(&game.board, places.as_deref());
        let facts = BoardFacts::new(&game.board, &invariants);
        let smith = facts.smith.map(|s| s.into_iter().map(|(f, n)| (f.to_string(), n)).collect());
        let board = BoardReport {
            cells: facts.cells,
            jumps: facts.jumps,
            symmetries: facts.symmetries,
            witnesses: facts
                .witnesses
                .iter()
                .map(|w| self.drawn(|cell| i64::from(holds(*w, cell))))
                .collect(),
            smith,
            pairs: facts.pairs,
            generators: facts.generators,
        };
        let meter = Meter::new(self.budget);
        let mut goals = Vec::new();
        if game.goals.len() <= MOST_GOALS && game.goals.len() > 1 {
            for goal in &game.goals {
                let found = refuting(&game.problem(*goal), &invariants, &meter);
                goals.push((*goal, found));
            }
        }
        let asked = match &options.goal {
            Some(names) => Some(self.goal(names)?),
            None => {
                let open = goals.iter().find(|(_, found)| found.is_none()).or(goals.first());
                open.map(|(goal, _)| *goal).or(game.goals.first().copied())
            }
        };
        let problem = asked.map(|goal| {
            let facts = ProblemFacts::new(game.problem(goal), &invariants, options.clock, &meter);
            self.problem(goal, &facts)
        });
        let named =
            |(goal, test): (Cells, Option<TestName>)| (self.names(goal), test.map(|t| t.name().to_owned()));
        Ok(AnalyzeReport {
            file,
            puzzle: model.name.clone(),
            title: model.title.clone(),
            parameters: model.values.iter().map(|(k, v)| (k.clone(), *v)).collect(),
            theory: "peg_solitaire".into(),
            board,
            goals: goals.into_iter().map(named).collect(),
            goal_count: game.goals.len(),
            problem,
        })
    }

    fn problem(&self, goal: Cells, facts: &ProblemFacts) -> ProblemReport {
        let game = self.game;
        let outcome = |outcome: &Outcome| match outcome {
            Outcome::Refuted(_) => "refuted",
            Outcome::Passed => "passed",
            Outcome::Open => "open",
        };
        let row = |facts: &crate::theories::peg_solitaire::analyze::TestFacts| TestRow {
            test: facts.test.name().to_owned(),
            outcome: outcome(&facts.outcome).to_owned(),
            time: facts.time,
        };
        let thickness = facts.thickness.as_ref().map(|bounds| {
            let each = game.board.jumps().iter().zip(bounds).filter(|(_, bound)| **bound > 0);
            each.map(|(jump, bound)| (format!("{}-{}", self.name(jump.from), self.name(jump.to)), *bound))
                .collect()
        });
        let scribe = Scribe { board: &game.board, names: &game.names };
        let found = facts.refutation();
        let weights = found.and_then(|(_, refutation)| proof_weights(refutation, game.board.cells()));
        let at = |values: &[u32], cell: usize| i64::from(values.get(cell).copied().unwrap_or(0));
        ProblemReport {
            goal: self.names(goal),
            moves: facts.moves,
            tests: facts.tests.iter().map(row).collect(),
            thickness,
            depth: self.drawn(|cell| at(&facts.depth, cell)),
            height: self.drawn(|cell| at(&facts.height, cell)),
            refuted: found.and_then(|(test, refutation)| scribe.refuted(goal, test.name(), refutation)),
            weights: weights.map(|w| self.drawn(|cell| w.get(cell).copied().unwrap_or(0))),
        }
    }

    fn drawn(&self, number: impl Fn(usize) -> i64) -> Vec<String> {
        numbers(&self.model.board, &self.ground.cells, number)
    }

    fn name(&self, cell: u8) -> &str {
        self.game.names.get(usize::from(cell)).map_or("", String::as_str)
    }

    fn names(&self, set: Cells) -> Vec<String> {
        let inside = self.game.names.iter().enumerate().filter(|(cell, _)| holds(set, *cell));
        inside.map(|(_, name)| name.clone()).collect()
    }

    /// The goal whose pegs have these names.
    fn goal(&self, names: &[String]) -> Result<Cells, String> {
        let mut set: Cells = 0;
        for name in names {
            let cell = self.game.names.iter().position(|n| n == name);
            let cell = cell.ok_or_else(|| format!("the board has no cell `{name}`"))?;
            set |= 1 << cell;
        }
        if self.game.goals.contains(&set) {
            return Ok(set);
        }
        Err(format!("pegs on {} and nowhere else are no goal of this puzzle", names.join(", ")))
    }
}

fn holds(set: Cells, cell: usize) -> bool {
    set >> cell & 1 == 1
}
