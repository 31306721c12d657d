//! Consequences: the guarded actions of the rules that follow, in order.

use super::super::Unproved;
use super::field::{Extent, Field};
use super::{Maker, body};
use puzzlec_base::Span;
use puzzlec_model::Model;
use puzzlec_model::board::Direction;
use puzzlec_model::query::{All, Place};
use puzzlec_model::rule::{Body, Consequence, Repeat};
use puzzlec_task::SearchContext;
use puzzlec_task::{Action, Condition, Consequences, Stage};

/// A rule with consequences, by its number, with the directions given to each.
pub(super) type Own = (u32, Vec<Vec<Direction>>);

/// The directions that are given to a consequence.
pub(in super::super) fn given(one: &Consequence, place: &Place<'_>) -> Option<Vec<Direction>> {
    one.given.iter().map(|dir| place.direction(dir)).collect()
}

/// The list of consequences after an action of a rule.
pub(super) fn after(
    maker: &mut Maker<'_>,
    rule: u32,
    then: &[Consequence],
    place: &Place<'_>,
) -> Option<u32> {
    if then.is_empty() {
        return Some(0);
    }
    let own = (rule, then.iter().map(|one| given(one, place)).collect::<Option<_>>()?);
    if !maker.own.contains(&own) {
        maker.own.push(own.clone());
    }
    let at = maker.own.iter().position(|known| *known == own)?;
    u32::try_from(at + 1).ok()
}

/// The actions of a consequence on a bounded board, in the order in which they are tried: rules and patterns as
/// written, cells in reading order, directions in cyclic order, variables from left to right.
pub(in super::super) fn stage(
    model: &Model,
    one: &Consequence,
    given: &[Direction],
    context: &SearchContext,
) -> Result<Vec<Action>, Unproved> {
    let field = Field::new(model, &model.board, model.board.cells().to_vec(), Extent::Whole);
    let mut maker = Maker::new(model, context);
    (maker.given, maker.each) = (given.to_vec(), one.repeat != Repeat::UntilNone);
    for (number, rule) in (0..).zip(&one.rules) {
        body(&mut maker, &field, number, rule)?;
    }
    Ok(maker.actions)
}

/// The consequences of a puzzle whose own rules were read.
pub(super) fn read(
    maker: &mut Maker<'_>,
    field: &Field<'_>,
    at_end: Vec<Condition>,
) -> Result<Option<Box<Consequences>>, Unproved> {
    let (model, context) = (maker.model, maker.context);
    if !model.has_consequences() {
        return Ok(None);
    }
    let legal = at_end.into_iter().fold(Condition::True, Condition::and);
    let mut all = Consequences { actions: Vec::new(), stages: Vec::new(), sequences: Vec::new(), legal };
    let mut add = |one: &Consequence, given: &[Direction]| -> Result<u32, Unproved> {
        let first = u32::try_from(all.actions.len()).unwrap_or(u32::MAX);
        all.actions.extend(stage(model, one, given, context)?);
        let end = u32::try_from(all.actions.len()).unwrap_or(u32::MAX);
        let span: Span = one.span;
        all.stages.push(Stage { actions: first..end, repeat: one.repeat, span });
        Ok(u32::try_from(all.stages.len() - 1).unwrap_or(u32::MAX))
    };
    let place = Place::new(field.board, All::Cells(&field.cells), &[]);
    let mut always = Vec::new();
    for one in &model.then {
        always.push(add(one, &given(one, &place).unwrap_or_default())?);
    }
    let mut sequences = vec![always.clone()];
    for (rule, given) in &maker.own {
        let Some(Body::Quantified(rule)) = model.rules().get(*rule as usize).map(|rule| &rule.body) else {
            continue;
        };
        let mut list = Vec::new();
        for (one, given) in rule.then.iter().zip(given) {
            list.push(add(one, given)?);
        }
        list.extend(&always);
        sequences.push(list);
    }
    all.sequences = sequences;
    Ok(Some(Box::new(all)))
}
