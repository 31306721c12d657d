//! Plans as expectations.

use super::super::plan_file::{self, Unfollowed};
use super::super::solve::told_of;
use super::{Outcome, failed, failed_by, undecided};
use crate::base::Span;
use crate::diag::Diagnostic;
use crate::engine::SearchContext;
use crate::engine::verify::Unproved;
use crate::model::Model;
use crate::syntax::ast::Name;

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
            undecided(span, &told_of(model, stop)?)
        }
        Err(Unfollowed::Stopped { at, why: Unproved::Rejected(why) }) => failed(model, at, why),
    })
}
