//! Counting the positions and solutions of a puzzle.

use std::num::NonZero;

use super::report::CountReport;
use super::{Analysis, PuzzleInfo, solve, window};
use crate::diag::Diagnostic;
use crate::engine::{self, Count, SearchContext};
use crate::model::{Model, Question};
use crate::task::ground::Failure;

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
        Err(Failure::Stop(stop)) => (Count { stopped: Some(stop), ..Count::default() }, Vec::new()),
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
