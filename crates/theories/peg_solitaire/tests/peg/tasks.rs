//! Problems as tasks, for the checker and for the way from a task to its answer.

use puzzlec_base::Budget;
use puzzlec_checker::Unproved;
use puzzlec_checker::checker::closed;
use puzzlec_peg_solitaire::board::{Cells, Jump, PegBoard, Problem};
use puzzlec_peg_solitaire::game::{Game, Read};
use puzzlec_peg_solitaire::refute::Refutation;
use puzzlec_peg_solitaire::{Scribe, solve};
use puzzlec_proofs::peg_solitaire::check::check as check_goals;
use puzzlec_proofs::peg_solitaire::proof::{Body, Refuted};
use puzzlec_search::Options;
use puzzlec_search::relaxed;
use puzzlec_task::certificate::Proof;
use puzzlec_task::{Action, Assign, Bound, Condition, Cost, Label, Measure, Task, ValueSet, Variable};
use puzzlec_task::{Certificate, Conclusion, SearchContext, Statistics, Verdict};
use puzzlec_theory::Request;
use puzzlec_theory::meter::{Halted, Meter};

const EMPTY: u16 = 0;
const PEG: u16 = 1;

pub fn names(board: &PegBoard) -> Vec<String> {
    (0..board.cells()).map(|cell| format!("c{cell}")).collect()
}

fn action(jump: &Jump) -> Action {
    let cells = [(jump.from, PEG), (jump.over, PEG), (jump.to, EMPTY)];
    let mut guard: Vec<(u32, ValueSet)> =
        cells.iter().map(|(cell, held)| (u32::from(*cell), ValueSet::one(*held))).collect();
    let mut assign: Vec<(u32, Assign)> =
        cells.iter().map(|(cell, held)| (u32::from(*cell), Assign::Set(PEG - held))).collect();
    guard.sort_by_key(|g| g.0);
    assign.sort_by_key(|a| a.0);
    Action {
        label: Label {
            rule: 0,
            part: 0,
            binding: jump.cells().iter().map(|cell| Bound::Cell((*cell).into(), 0)).collect(),
        },
        guard,
        condition: Condition::True,
        assign,
        mover: Some((jump.from.into(), jump.to.into())),
        weight: 1,
        times: 1,
        then: 0,
    }
}

/// The task of reaching one of these goals.
pub fn task(board: &PegBoard, start: Cells, goals: &[Cells], cost: Cost) -> Task {
    let held = |at: Cells, cell: usize| u16::from(at >> cell & 1 == 1);
    let exactly = |goal: &Cells| {
        let each =
            (0..board.cells()).map(|cell| Condition::In(cell as u32, ValueSet::one(held(*goal, cell))));
        Condition::All(each.collect())
    };
    Task {
        variables: names(board).into_iter().map(|name| Variable { name, size: 2, counts: None }).collect(),
        contents: vec!["empty".into(), "peg".into()],
        actions: board.jumps().iter().map(action).collect(),
        start: (0..board.cells()).map(|cell| held(start, cell)).collect(),
        goal: Condition::Any(goals.iter().map(exactly).collect()),
        measure: Measure { unit: "moves".into(), cost },
        oracle: None,
        consequences: None,
        wins: None,
    }
}

/// What the cells of a task can ever hold.
fn frame(task: &Task) -> Vec<ValueSet> {
    relaxed(task).values
}

/// Whether the checker of certificates takes a proof.
pub fn check(problem: &Problem<'_>, refutation: &Refutation) -> Result<(), String> {
    let names = names(problem.board);
    let scribe = Scribe { board: problem.board, names: &names };
    let refuted: Refuted = scribe.refuted(problem.goal, "", refutation).ok_or("too large")?;
    let task = task(problem.board, problem.start, &[problem.goal], Cost::Actions);
    checked(&task, &[refuted]).map_err(|why| why.to_string())
}

/// Whether the checker finds that no goal of a task is reached.
pub fn checked(task: &Task, goals: &[Refuted]) -> Result<(), Unproved> {
    closed(task, &frame(task))?;
    check_goals(task, &frame(task), goals, u64::MAX, &SearchContext::unlimited())
}

/// The answer of the theory, with what it took.
pub fn found(
    task: &Task,
    options: &Options,
    context: impl Into<SearchContext>,
) -> Option<(Verdict, Statistics)> {
    let Read::Game(game) = Game::read(task) else { return None };
    let context = &context.into();
    let (meter, why) = (&Meter::of(context), &mut Vec::new());
    let mut request = Request { wanted: options.wanted, method: None, why, meter, context };
    let found = solve(task, &game, &mut request);
    let found = found.unwrap_or_else(|Halted| Some(Conclusion::stopped(meter.stop())))?;
    let id = |label: Label| task.actions.iter().position(|a| a.label == label).unwrap() as u32;
    Some((found.verdict.map(|steps| steps.labels().map(id).collect()), meter.statistics()))
}

/// The answer of the theory.
pub fn answer(task: &Task, options: &Options, budget: &Budget) -> Option<Verdict> {
    found(task, options, budget).map(|found| found.0)
}

/// The goals that a certificate of the theory refutes.
pub fn refuted(certificate: &Certificate) -> Option<Vec<Refuted>> {
    let Certificate::Proved(Proof::Theory(proof)) = certificate else { return None };
    assert_eq!(proof.theory, "peg_solitaire");
    let body: Body = serde_json::from_value(proof.body.clone()).unwrap();
    Some(body.goals)
}
