//! Conditions on the position after a move, in terms of the position before: each tested variable is followed back to
//! the content that the move gives it.

use std::sync::Arc;

use super::draft::{Draft, Symbol};
use super::field::Field;
use puzzlec_task::{Condition, Members, Value, ValueSet, VarId};

/// The condition before a move that holds exactly if `later` holds after it.
pub(super) fn earlier(draft: &Draft, field: &Field<'_>, later: &Condition) -> Condition {
    let all = |parts: &[Condition]| parts.iter().map(|p| earlier(draft, field, p)).collect::<Vec<_>>();
    match later {
        Condition::True | Condition::False => later.clone(),
        Condition::Not(part) => earlier(draft, field, part).negate(),
        Condition::All(parts) => all(parts).into_iter().fold(Condition::True, Condition::and),
        Condition::Any(parts) => all(parts).into_iter().fold(Condition::False, Condition::or),
        Condition::In(var, values) => {
            let (constant, from) = origin(draft, field, *var, values);
            match from {
                None if constant => Condition::True,
                None => Condition::False,
                Some((from, olds)) => Condition::In(from, olds),
            }
        }
        Condition::Count { vars, values, min, max } => {
            let terms = vars.iter().map(|var| (1, origin(draft, field, *var, values)));
            bounded(terms.collect(), i128::from(*min), i128::from(*max))
        }
        Condition::Sum { terms, min, max } => {
            let terms =
                terms.iter().map(|(weight, var, values)| (*weight, origin(draft, field, *var, values)));
            bounded(terms.collect(), i128::from(*min), i128::from(*max))
        }
        Condition::Components { set, min, max } => {
            Condition::Components { set: members(draft, field, set), min: *min, max: *max }
        }
        Condition::Component { set, of, counted, min, max } => {
            let set = members(draft, field, set);
            Condition::Component { set, of: *of, counted: all(counted).into(), min: *min, max: *max }
        }
        Condition::Forest { set } => Condition::Forest { set: members(draft, field, set) },
    }
}

fn members(draft: &Draft, field: &Field<'_>, later: &Members) -> Arc<Members> {
    Arc::new(later.map(|member| earlier(draft, field, member)))
}

/// Whether a variable has one of these values after the move: always or never, or if another one has some values
/// before.
type Origin = (bool, Option<(VarId, ValueSet)>);

fn origin(draft: &Draft, field: &Field<'_>, var: VarId, values: &ValueSet) -> Origin {
    let symbol = field.place(var).and_then(|place| draft.get(field, place));
    match symbol {
        Some(Symbol::Value(value)) => (values.contains(value), None),
        Some(Symbol::Old(from, table)) => {
            let symbol = Symbol::Old(from, table);
            let fits = |old: &Value| values.contains(symbol.of(*old));
            (false, Some((from, field.every(from).iter().filter(fits).collect())))
        }
        // A cell that a ring has lost is empty; a row that closes up has no floor.
        None => (values.contains(0), None),
    }
}

/// A sum between two bounds, those of its parts that are known taken off.
fn bounded(terms: Vec<(i64, Origin)>, min: i128, max: i128) -> Condition {
    let known: i128 =
        terms.iter().filter(|(_, (always, from))| *always && from.is_none()).map(|t| i128::from(t.0)).sum();
    let open: Vec<(i64, VarId, ValueSet)> = terms
        .into_iter()
        .filter_map(|(weight, (_, from))| from.map(|(var, olds)| (weight, var, olds)))
        .collect();
    let (min, max) = (min - known, max - known);
    if open.is_empty() {
        return if (min..=max).contains(&0) { Condition::True } else { Condition::False };
    }
    let within = |n: i128| i64::try_from(n).unwrap_or(if n < 0 { i64::MIN } else { i64::MAX });
    Condition::Sum { terms: open, min: within(min), max: within(max) }
}
