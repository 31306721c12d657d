//! Counting the positions and solutions of a puzzle.

use std::num::NonZero;

use super::report::CountReport;
use super::{Analysis, PuzzleInfo, solve, window};
use crate::base::words;
use crate::diag::{Diagnostic, Stop};
use crate::engine::{self, Count, Options, SearchContext, Wanted};
use crate::model::{Model, Question};
use crate::task::ground::Failure;
use crate::theories::{Answer, Puzzle, Theories};

pub(super) fn count(
    analysis: &Analysis,
    puzzle: &PuzzleInfo,
    set: &[(String, i64)],
    threads: NonZero<usize>,
    context: &SearchContext,
) -> Result<CountReport, Vec<Diagnostic>> {
    let values = solve::values(analysis, puzzle, set)?;
    let model = solve::model(analysis, puzzle, &values, context.budget())?;
    let (mut count, notes) = match counted(&model, threads, context) {
        Ok(found) => found,
        Err(Failure::Stop(stop)) => match shortest(analysis.theories, &model, context) {
            Some(Ok(note)) => (Count::default(), vec![note]),
            other => {
                let stopped = other.and_then(Result::err).unwrap_or(stop);
                (Count { stopped: Some(stopped), ..Count::default() }, Vec::new())
            }
        },
        Err(Failure::Diagnostics(diagnostics)) => return Err(diagnostics),
    };
    let stopped = count.stopped.take().map(|stop| solve::told_of(&model, stop)).transpose()?;
    Ok(CountReport {
        file: analysis.sources().get(puzzle.file).map_or(String::new(), |f| f.name.clone()),
        puzzle: model.name.clone(),
        title: model.title.clone(),
        parameters: model.values.iter().map(|(k, v)| (k.clone(), *v)).collect(),
        positions: count.positions(),
        stopped,
        count,
        notes,
    })
}

/// The number of shortest solutions on an endless board in words, or a limit; `None` if no theory counts them.
fn shortest(theories: Theories, model: &Model, context: &SearchContext) -> Option<Result<String, Stop>> {
    if !model.board.unbounded {
        return None;
    }
    let (puzzle, why) = (Puzzle::new(model), &mut Vec::new());
    let (_, mut solver) = theories.of(&puzzle, &|_| true, why, context.budget()).ok()??;
    let options = Options { wanted: Wanted::All { listed: 0 }, ..Options::default() };
    let answered = solver.answer(&options, why, context)?;
    let (steps, all) = match (answered.answer, answered.solutions) {
        (Answer::Plan { steps, .. }, Some(all)) => (steps, all),
        (Answer::Stopped(stop), _) => return Some(Err(stop)),
        _ => return None,
    };
    let length = words::counted(steps.labels().count() as u64, &model.unit);
    Some(Ok(format!(
        "{} shortest solutions, of {length}; the positions of an endless board are not counted",
        all.count
    )))
}

fn counted(
    model: &Model,
    threads: NonZero<usize>,
    context: &SearchContext,
) -> Result<(Count, Vec<String>), Failure> {
    let (ground, mut notes) = window::certain(model, context.budget())?;
    if matches!(model.question, Question::Place { .. }) {
        let note = "each move places a piece on the next cell or leaves it empty, so each arrangement is counted once";
        notes.push(note.into());
    }
    Ok((engine::count(&ground.task, threads, true, context), notes))
}
