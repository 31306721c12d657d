//! The work of a job in its thread.

use std::num::NonZero;
use std::sync::Arc;
use std::time::Instant;
use std::{fs, thread};

use puzzlec_analysis::host::Snapshot;
use puzzlec_analysis::{
    Answer, CountOf, CountReport, GenerateOptions, Outcome as Held, PuzzleInfo, Report, TestResult,
};
use puzzlec_base::Budget;
use puzzlec_base::diag::Diagnostic;
use puzzlec_render::{counted, markdown, plan};
use puzzlec_search::{All, Options, Shortest, Wanted};
use puzzlec_task::{Optimality, SearchContext};
use puzzlec_theory::FactsRequest;

use super::Wish;
use super::games;
use crate::outcome::{Decided, Decision, JobOutcome, Key, Solution, Step};

/// If the system does not report free memory.
const ASSUMED_MEMORY: u64 = 2 << 30;

/// Runs a job for a puzzle.
pub(super) fn run(
    snapshot: &Snapshot,
    key: &Key,
    wish: Wish,
    context: &dyn Fn() -> SearchContext,
) -> JobOutcome {
    if let Some(game) = snapshot.game(&key.0) {
        let mut outcome = games::run(&game, key, wish, context);
        outcome.of = snapshot.meaning_of(&key.0, &key.1);
        return outcome;
    }
    let Some(puzzle) = snapshot.puzzle(&key.0, &key.1) else {
        return failed(snapshot, key, format!("there is no puzzle `{}`", key.1));
    };
    let found = match wish {
        Wish::Any => solve(snapshot, puzzle, Wanted::Any, context),
        Wish::Shortest => solve(snapshot, puzzle, Wanted::Least, context),
        Wish::Count => snapshot
            .analysis()
            .count(puzzle, &[], CountOf::Solutions, threads(), context())
            .map(|r| count(&r)),
        Wish::Analyze => analyze(snapshot, puzzle, context().budget()),
        Wish::Test => snapshot.analysis().test(puzzle, context).map(|r| test(&r)),
        Wish::Generate(seed) => generate(snapshot, puzzle, seed, context),
    };
    let mut outcome = found.unwrap_or_else(|wrong| {
        let line = wrong.first().map_or("it has errors".to_owned(), |d| d.headline.clone());
        JobOutcome { wrong, ..said("cannot be solved", line) }
    });
    outcome.of = snapshot.meaning(puzzle);
    outcome
}

/// A job that could not be done.
pub(super) fn failed(snapshot: &Snapshot, key: &Key, line: String) -> JobOutcome {
    let of = snapshot.meaning_of(&key.0, &key.1);
    JobOutcome { of, ..said("not done", line) }
}

pub(super) fn said(label: impl Into<String>, line: impl Into<String>) -> JobOutcome {
    JobOutcome {
        label: label.into(),
        line: line.into(),
        solution: None,
        plan: None,
        page: None,
        wrong: Vec::new(),
        tested: None,
        cancelled: false,
        solving: false,
        of: None,
    }
}

/// An editor runs beside: one thread is left to it.
fn threads() -> NonZero<usize> {
    let all = thread::available_parallelism().map_or(1, NonZero::get);
    NonZero::new(all.saturating_sub(1)).unwrap_or(NonZero::<usize>::MIN)
}

fn solve(
    snapshot: &Snapshot,
    puzzle: &PuzzleInfo,
    wanted: Wanted,
    context: &dyn Fn() -> SearchContext,
) -> Result<JobOutcome, Vec<Diagnostic>> {
    let options = Options { wanted, threads: threads(), ..Options::default() };
    let mut found = snapshot.analysis().plan(puzzle, &[], &options, context())?;
    let mut outcome = said(short(&found.report.answer), plan::label(&found.report.answer));
    outcome.solving = true;
    outcome.solution = solution(&found.report);
    if let Answer::Solved(plan) = &mut found.report.answer {
        // The solution has them.
        plan.steps = Vec::new();
    }
    outcome.plan = Some(Arc::new(found));
    Ok(outcome)
}

pub(super) fn short(answer: &Answer) -> String {
    match answer {
        Answer::Solved(plan) => {
            let length = counted(plan.length, &plan.unit);
            if plan.optimality == Optimality::Found { format!("{length} found") } else { length }
        }
        Answer::Unsolvable { .. } => "no solution".to_owned(),
        Answer::NotWithin { within, unit, .. } => format!("none within {}", counted(*within, unit)),
        Answer::Stopped { reason, .. } if reason.is_interrupted() => "stopped".to_owned(),
        Answer::Stopped { .. } => "not decided".to_owned(),
        Answer::Game { winner, .. } if winner == "draw" => "a draw".to_owned(),
        Answer::Game { winner, value: Some(value), .. } => format!("the {winner} player wins, value {value}"),
        Answer::Game { winner, .. } => format!("the {winner} player wins"),
    }
}

pub(super) fn solution(report: &Report) -> Option<Solution> {
    let Answer::Solved(found) = &report.answer else { return None };
    let step =
        |s: &puzzlec_analysis::StepReport| Step { notation: s.notation.clone(), after: s.after.clone() };
    Some(Solution {
        title: plan::heading(report),
        label: plan::label(&report.answer),
        start: found.start.clone(),
        steps: found.steps.iter().map(step).collect(),
        outdated: false,
    })
}

/// One puzzle for the holes.
fn generate(
    snapshot: &Snapshot,
    puzzle: &PuzzleInfo,
    seed: u64,
    context: &dyn Fn() -> SearchContext,
) -> Result<JobOutcome, Vec<Diagnostic>> {
    let options = GenerateOptions { seed, ..GenerateOptions::default() };
    let report = snapshot.analysis().generate(puzzle, &[], &options, context())?;
    let line = match (&report.looked.stopped, report.puzzles.is_empty()) {
        (_, false) => format!("generated with seed {seed}"),
        (Some(stop), true) => format!("not generated: {stop}"),
        (None, true) => "no try fits the wish".to_owned(),
    };
    let mut outcome = said(if report.puzzles.is_empty() { "not generated" } else { "generated" }, line);
    outcome.page = report.puzzles.first().map(|one| (one.text.clone(), "puzzle"));
    Ok(outcome)
}

fn analyze(snapshot: &Snapshot, puzzle: &PuzzleInfo, budget: &Budget) -> Result<JobOutcome, Vec<Diagnostic>> {
    let begun = Instant::now();
    let request = FactsRequest { goal: None, plan: None, brief: false, clock: &|| begun.elapsed() };
    let report = snapshot.analysis().analyze(puzzle, &[], &request, budget)?;
    let mut outcome = said("analyzed", report.summary.clone());
    outcome.page = Some((markdown::report(&report), "md"));
    Ok(outcome)
}

pub(super) fn count(report: &CountReport) -> JobOutcome {
    let count = &report.count;
    let positions = counted(report.positions, "positions");
    let mut line = positions.clone();
    if let Some(Shortest { length, solutions }) = count.shortest {
        line.push_str(&format!(", shortest solutions: {solutions}, of {}", counted(length, "moves")));
    }
    if let All::Counted { solutions, .. } = count.all {
        line.push_str(&format!(", all solutions: {solutions}"));
    }
    if let Some(reason) = &report.stopped {
        line.push_str(&format!("; not all: {reason}"));
    }
    let label = if report.stopped.is_some() { format!("{positions} at least") } else { positions };
    said(label, line)
}

pub(super) fn test(results: &[TestResult]) -> JobOutcome {
    let wrong: Vec<Diagnostic> = results
        .iter()
        .filter_map(|r| match &r.outcome {
            Held::Held => None,
            Held::Failed { diagnostic } | Held::Undecided { diagnostic } => Some((**diagnostic).clone()),
        })
        .collect();
    let mut tested: Vec<Decided> = Vec::new();
    for result in results {
        let (decision, why) = match &result.outcome {
            Held::Held => (Decision::Held, String::new()),
            Held::Undecided { diagnostic } => (Decision::Undecided, reason(diagnostic)),
            Held::Failed { diagnostic } => (Decision::Failed, reason(diagnostic)),
        };
        // Of the values of a range the worst counts.
        match tested.last_mut().filter(|last| last.number == result.number) {
            Some(last) if last.decision < decision => (last.decision, last.why) = (decision, why),
            Some(_) => {}
            None => {
                let (number, text) = (result.number, result.expectation.clone());
                tested.push(Decided { number, text, decision, why });
            }
        }
    }
    let (all, held) = (results.len(), results.len() - wrong.len());
    let line = match (all, wrong.first()) {
        (0, _) => "no expectations".to_owned(),
        (_, None) => format!("{} held", counted(all as u64, "expectations")),
        (_, Some(first)) => {
            format!("{held} of {} held: {}", counted(all as u64, "expectations"), first.headline)
        }
    };
    let label = if all == held { format!("{all} held") } else { format!("{held} of {all} held") };
    JobOutcome { wrong, tested: Some(tested), ..said(label, line) }
}

/// Why an expectation does not hold, with the notes.
fn reason(diagnostic: &Diagnostic) -> String {
    let notes = diagnostic.notes.iter().map(|note| format!("\n{note}"));
    format!("{}{}", diagnostic.headline, notes.collect::<String>())
}

/// Receives the progress of a search.
pub(super) fn progress(states: u64, depth: u32) -> String {
    let positions = counted(states, "positions");
    match depth {
        0 => positions,
        depth => format!("{positions}; {depth} is not enough"),
    }
}

/// Free memory in bytes.
pub(super) fn free_memory() -> u64 {
    let free = fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find_map(|l| l.strip_prefix("MemAvailable:"))?;
        line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()
    });
    free.map_or(ASSUMED_MEMORY, |kib| kib.saturating_mul(1024))
}
