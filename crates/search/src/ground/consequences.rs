//! Consequences: the actions of the rules that follow, in order.

use super::{After, Failure, Field, Kind, Made, Maker};
use puzzlec_base::Budget;
use puzzlec_model::Model;
use puzzlec_model::board::Direction;
use puzzlec_model::query::{All, Place};
use puzzlec_model::rule::{Body, Consequence, Repeat};
use puzzlec_task::{Condition, Consequences, Stage};

/// The consequences of a rule, by its number, with the directions that are given to each.
pub(super) type Own = (u32, Vec<Vec<Direction>>);

/// The list of consequences after an action of a rule, by its number; nothing if a direction has no value.
pub(super) fn after(made: &mut Made, rule: u32, then: &[Consequence], place: &Place<'_>) -> Option<u32> {
    if then.is_empty() {
        return Some(0);
    }
    let given = |one: &Consequence| one.given.iter().map(|dir| place.direction(dir)).collect();
    let own = (rule, then.iter().map(given).collect::<Option<_>>()?);
    let at = made.followed.iter().position(|known| *known == own).unwrap_or_else(|| {
        made.followed.push(own);
        made.followed.len() - 1
    });
    u32::try_from(at + 1).ok()
}

/// The consequences of a task whose own actions are made.
pub(super) fn ground(
    model: &Model,
    field: &Field<'_>,
    (made, at_end): (&mut Made, Option<After>),
    budget: &Budget,
) -> Result<Option<Box<Consequences>>, Failure> {
    if !model.has_consequences() {
        return Ok(None);
    }
    let legal = at_end.map_or(Condition::True, After::into_condition);
    let mut all = Consequences { actions: Vec::new(), stages: Vec::new(), sequences: Vec::new(), legal };
    let mut known: Vec<(Consequence, Vec<Direction>)> = Vec::new();
    let mut stage = |one: &Consequence, given: Vec<Direction>| -> Result<u32, Failure> {
        let key = (one.clone(), given.clone());
        if let Some(at) = known.iter().position(|other| *other == key) {
            return Ok(u32::try_from(at).unwrap_or(u32::MAX));
        }
        known.push(key);
        let kind = if one.repeat == Repeat::UntilNone { Kind::First } else { Kind::Each };
        let made = Made { kind, given, ..Made::default() };
        let mut maker =
            Maker { model, field: field.clone(), length: None, legal: None, made, sets: &[], budget };
        maker.rules(&one.rules)?;
        let first = u32::try_from(all.actions.len()).unwrap_or(u32::MAX);
        all.actions.extend(maker.made.actions);
        let end = u32::try_from(all.actions.len()).unwrap_or(u32::MAX);
        all.stages.push(Stage { actions: first..end, repeat: one.repeat, span: one.span });
        Ok(u32::try_from(all.stages.len() - 1).unwrap_or(u32::MAX))
    };
    let fixed = |one: &Consequence| {
        let place = Place::new(field.board, All::Cells(&field.cells), &[]);
        one.given.iter().filter_map(|dir| place.direction(dir)).collect::<Vec<_>>()
    };
    let mut always = Vec::new();
    for one in &model.then {
        always.push(stage(one, fixed(one))?);
    }
    let mut sequences = vec![always.clone()];
    for (rule, given) in &made.followed {
        let Some(Body::Quantified(rule)) = model.rules().get(*rule as usize).map(|rule| &rule.body) else {
            continue;
        };
        let mut list = Vec::new();
        for (one, given) in rule.then.iter().zip(given) {
            list.push(stage(one, given.clone())?);
        }
        list.extend(&always);
        sequences.push(list);
    }
    all.sequences = sequences;
    Ok(Some(Box::new(all)))
}
