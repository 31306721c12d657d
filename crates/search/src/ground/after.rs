//! Tests of the position after an action, as preconditions: the values that the action assigns are substituted.

use std::sync::Arc;

use super::Failure;
use super::field::Field;
use super::linear::{Undefined, condition};
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_model::{Model, number};
use puzzlec_task::{Action, Assign, Condition, Members, Value, ValueSet, VarId};

/// A condition on the position after an action.
pub(super) struct After {
    condition: Condition,
    /// The place of the test.
    pub(super) span: Span,
    /// The number of its tests of cells.
    pub(super) size: u64,
}

/// The condition that a puzzle puts on the position in which a move ends, if there is one.
pub(super) fn legal(field: &Field<'_>, model: &Model) -> Result<Option<After>, Failure> {
    let mut all = Condition::True;
    for (test, span) in &model.legal {
        all = all.and(match condition(field, &mut Vec::new(), test) {
            Ok(condition) => condition,
            Err(Undefined::DividesByZero) => {
                return Err(Diagnostic::new(Code::Arithmetic, *span, number::ZERO).into());
            }
            Err(why) => match why.diagnostic(*span) {
                Some(d) => return Err(d.into()),
                None => Condition::False,
            },
        });
    }
    Ok(model.legal.first().map(|(_, span)| After::new(all, *span)))
}

impl After {
    pub(super) fn new(condition: Condition, span: Span) -> Self {
        After { size: size(&condition), condition, span }
    }

    /// The condition.
    pub(super) fn into_condition(self) -> Condition {
        self.condition
    }

    /// The condition on the position before an action that is equivalent to this one after it. Variables whose value
    /// the guard of the action decides are not tested again.
    pub(super) fn before(&self, action: &Action) -> Condition {
        before(&self.condition, action)
    }
}

/// The number of tests of cells in a condition.
pub(super) fn size(condition: &Condition) -> u64 {
    match condition {
        Condition::True | Condition::False => 0,
        Condition::In(..) => 1,
        Condition::Count { vars, .. } => vars.len() as u64,
        Condition::Sum { terms, .. } => terms.len() as u64,
        Condition::All(parts) | Condition::Any(parts) => parts.iter().map(size).sum(),
        Condition::Not(part) => size(part),
        Condition::Components { set, .. } | Condition::Forest { set } => joined(set),
        Condition::Component { set, counted, .. } => joined(set) + counted.iter().map(size).sum::<u64>(),
    }
}

/// The number of tests and of links of a set.
fn joined(set: &Members) -> u64 {
    set.links.len() as u64 + set.holds.iter().map(size).sum::<u64>()
}

/// A variable after the action holds one of some values.
enum Held {
    Always,
    Never,
    /// A variable before the action holds one of these.
    If(VarId, ValueSet),
}

fn held(action: &Action, var: VarId, values: &ValueSet) -> Held {
    let assign = action.assign.binary_search_by_key(&var, |a| a.0).ok().and_then(|at| action.assign.get(at));
    let (from, values) = match assign {
        None => (var, values.clone()),
        Some((_, Assign::Set(value))) => {
            return if values.contains(*value) { Held::Always } else { Held::Never };
        }
        Some((_, Assign::Copy(from))) => (*from, values.clone()),
        Some((_, assign @ Assign::Map(from, table))) => {
            // Values past the table's end do not change.
            let most = values.iter().last().map_or(0, |last| last.saturating_add(1));
            let olds = 0..most.max(Value::try_from(table.len()).unwrap_or(Value::MAX));
            (*from, olds.filter(|old| values.contains(assign.value(*old))).collect())
        }
    };
    match action.guard.iter().find(|guard| guard.0 == from) {
        Some((_, asked)) if asked.is_subset(&values) => Held::Always,
        Some((_, asked)) if !asked.intersects(&values) => Held::Never,
        _ => Held::If(from, values),
    }
}

fn before(condition: &Condition, action: &Action) -> Condition {
    match condition {
        Condition::True => Condition::True,
        Condition::False => Condition::False,
        Condition::In(var, values) => match held(action, *var, values) {
            Held::Always => Condition::True,
            Held::Never => Condition::False,
            Held::If(var, values) => Condition::In(var, values),
        },
        Condition::Count { vars, values, min, max } => {
            let terms = vars.iter().map(|var| (1, *var, held(action, *var, values)));
            sum(terms, i64::from(*min), i64::from(*max))
        }
        Condition::Sum { terms, min, max } => {
            let terms = terms.iter().map(|(weight, var, values)| (*weight, *var, held(action, *var, values)));
            sum(terms, *min, *max)
        }
        Condition::All(parts) => {
            let mut all = Condition::True;
            for part in parts {
                all = all.and(before(part, action));
                if all == Condition::False {
                    break;
                }
            }
            all
        }
        Condition::Any(parts) => {
            let mut any = Condition::False;
            for part in parts {
                any = any.or(before(part, action));
                if any == Condition::True {
                    break;
                }
            }
            any
        }
        Condition::Not(part) => before(part, action).negate(),
        Condition::Components { set, min, max } => {
            Condition::Components { set: earlier(set, action), min: *min, max: *max }
        }
        Condition::Component { set, of, counted, min, max } => Condition::Component {
            set: earlier(set, action),
            of: *of,
            counted: counted.iter().map(|counts| before(counts, action)).collect(),
            min: *min,
            max: *max,
        },
        Condition::Forest { set } => Condition::Forest { set: earlier(set, action) },
    }
}

/// The set before an action that is the given one after it; the same where the action changes none of its members.
fn earlier(set: &Arc<Members>, action: &Action) -> Arc<Members> {
    let new = set.map(|member| before(member, action));
    if new == **set { Arc::clone(set) } else { Arc::new(new) }
}

/// A sum of weights between two bounds.
fn sum(terms: impl Iterator<Item = (i64, VarId, Held)>, min: i64, max: i64) -> Condition {
    // The weights of one test are so small that their sum fits, with all its parts.
    let (mut fixed, mut open) = (0_i64, Vec::new());
    for (weight, _, held) in terms {
        match held {
            Held::Always => fixed = fixed.saturating_add(weight),
            Held::Never => {}
            Held::If(var, values) => open.push((weight, var, values)),
        }
    }
    let (min, max) = (min.saturating_sub(fixed), max.saturating_sub(fixed));
    let least: i64 = open.iter().map(|t| t.0.min(0)).sum();
    let most: i64 = open.iter().map(|t| t.0.max(0)).sum();
    if most < min || max < least {
        return Condition::False;
    }
    if min <= least && most <= max {
        return Condition::True;
    }
    if let [(weight, var, values)] = open.as_slice() {
        // It holds with or without the only weight, but not both.
        let with = Condition::In(*var, values.clone());
        return if (min..=max).contains(weight) { with } else { with.negate() };
    }
    let alike =
        open.iter().all(|(weight, _, values)| *weight == 1 && open.first().is_some_and(|f| f.2 == *values));
    let number = |n: i64| u32::try_from(n.clamp(0, most)).unwrap_or(u32::MAX);
    match open.first() {
        Some((_, _, values)) if alike => Condition::Count {
            values: values.clone(),
            vars: open.iter().map(|t| t.1).collect(),
            min: number(min),
            max: number(max),
        },
        _ => Condition::Sum { terms: open, min, max },
    }
}
