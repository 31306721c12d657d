//! `solve --explain`: the steps of reason of a puzzle.

use super::reasons::{ReasonsReport, of_ground, stopped};
use super::{Analysis, PuzzleInfo, solve};
use puzzlec_base::diag::Diagnostic;
use puzzlec_model::Question;
use puzzlec_search::ground::{Failure, ground};
use puzzlec_task::SearchContext;

impl Analysis {
    /// The chain of deductions about a placement with these parameter values, the weakest technique first; nothing for other
    /// puzzles.
    ///
    /// # Errors
    /// The errors of the puzzle. A reached limit is part of the report.
    pub fn reasons(
        &self,
        puzzle: &PuzzleInfo,
        set: &[(String, i64)],
        context: impl Into<SearchContext>,
    ) -> Result<Option<ReasonsReport>, Vec<Diagnostic>> {
        let context = &context.into();
        let model = self.model_within(puzzle, set, context.budget())?;
        if !matches!(model.question, Question::Place { .. }) {
            return Ok(None);
        }
        let ground = match ground(&model, None, context.budget()) {
            Ok(ground) => ground,
            Err(Failure::Diagnostics(diagnostics)) => return Err(diagnostics),
            Err(Failure::Stop(stop)) => return Ok(Some(stopped(&solve::reported_stop(&model, stop)?))),
        };
        Ok(Some(of_ground(&model, &ground, context)))
    }
}
