//! The cell that makes a goal unreachable.

use puzzlec_search::relaxed;
use puzzlec_task::{Condition, Task, ValueSet};

/// The first cell that can never have its content in the goal, in words; `None` if no single cell makes the
/// goal unreachable.
pub(super) fn cell(task: &Task) -> Option<String> {
    let values = relaxed(task).values;
    let (var, asked) = wanting(&task.goal, &values)?;
    let variable = task.variables.get(var)?;
    let name = &variable.name;
    let can = values.get(var)?;
    let words = |set: &ValueSet| {
        let names = set.iter().map(|v| match (variable.counts, task.contents.get(usize::from(v))) {
            (Some(first), _) => first.saturating_add(i64::from(v)).to_string(),
            (None, Some(name)) if v != 0 => format!("`{name}`"),
            _ => "nothing".to_owned(),
        });
        let names: Vec<String> = names.collect();
        match names.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
            None => "nothing".to_owned(),
        }
    };
    if variable.counts.is_some() {
        return Some(format!(
            "The goal asks `{name}` to be {}, and it can only be {}.",
            words(asked),
            words(can)
        ));
    }
    Some(format!("The goal asks `{name}` to hold {}, and it can only hold {}.", words(asked), words(can)))
}

/// A fact that the condition needs and that never holds.
fn wanting<'c>(condition: &'c Condition, values: &[ValueSet]) -> Option<(usize, &'c ValueSet)> {
    match condition {
        Condition::In(var, set) => {
            let at = usize::try_from(*var).ok()?;
            (!values.get(at)?.intersects(set)).then_some((at, set))
        }
        Condition::All(parts) => parts.iter().find_map(|part| wanting(part, values)),
        Condition::Any(parts) => match parts.as_slice() {
            [one] => wanting(one, values),
            _ => None,
        },
        Condition::Count { vars, values: set, min, .. } => {
            // Every one of the cells is needed.
            let all = usize::try_from(*min).is_ok_and(|n| n == vars.len());
            let at = |var: &u32| usize::try_from(*var).ok();
            let lacks = |at: &usize| values.get(*at).is_some_and(|v| !v.intersects(set));
            vars.iter().filter(|_| all).filter_map(at).find(lacks).map(|at| (at, set))
        }
        _ => None,
    }
}
