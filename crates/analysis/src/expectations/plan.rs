//! Plans as expectations.

use super::super::plan_file::{self, Unfollowed};
use super::super::solve::reported_stop;
use super::{Outcome, failed, failed_by, undecided};
use puzzlec_base::Span;
use puzzlec_base::diag::Diagnostic;
use puzzlec_checker::Unproved;
use puzzlec_model::Model;
use puzzlec_syntax::ast::Name;
use puzzlec_task::SearchContext;

/// The claim that moves are a solution, by the rules as written.
pub(super) fn decide(
    model: &Model,
    moves: &[Vec<Name>],
    span: Span,
    context: &SearchContext,
) -> Result<Outcome, Vec<Diagnostic>> {
    Ok(match plan_file::holds(model, moves, span, context) {
        Ok(()) => Outcome::Held,
        Err(Unfollowed::Wrong(wrong)) => failed_by(model, *wrong),
        Err(Unfollowed::Stopped { why: Unproved::Stopped(stop), .. }) => {
            undecided(span, &reported_stop(model, stop)?)
        }
        Err(Unfollowed::Stopped { at, why: Unproved::Rejected(why) }) => failed(model, at, why),
    })
}
