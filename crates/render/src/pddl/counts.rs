//! Counts as variables of their own, where spelling them out would be too long.
//!
//! A condition such as "exactly one of 33 holes holds a peg" becomes a variable that holds the
//! number. Every action must then change the number by a known amount: an action for which that
//! depends on what its cells held is split into cases.

use super::Refusal;
use super::formula::{Terms, spelled_out};
use puzzlec_base::words::grouped;
use puzzlec_search::Relaxed;
use puzzlec_task::{Action, Assign, Condition, Task, Value, ValueSet, VarId, Variable};

/// Maximum number of cases of an action.
const MOST_CASES: usize = 256;
/// Maximum number of values of a tracked number.
const MOST_VALUES: i64 = 2_000;

/// A task without long counts; variables from the old number on hold numbers.
pub(super) fn compile(task: &Task, relaxed: &Relaxed) -> Result<Task, Refusal> {
    let mut counters = Counters { values: &relaxed.values, kept: Vec::new(), first: task.variables.len() };
    let goal = counters.condition(&task.goal)?;
    let mut actions = Vec::new();
    for (action, fires) in task.actions.iter().zip(&relaxed.fires) {
        if *fires {
            let condition = counters.condition(&action.condition)?;
            actions.push(Action { condition, ..action.clone() });
        }
    }
    let mut variables = task.variables.clone();
    let mut start = task.start.clone();
    for counter in &counters.kept {
        variables.push(Variable {
            name: format!("number {}", variables.len()),
            size: counter.size()?,
            counts: Some(0),
        });
        start.push(counter.value(&task.start));
    }
    if !counters.kept.is_empty() {
        let mut split = Vec::new();
        for action in &actions {
            let mut open = vec![action.clone()];
            let mut cases = 0;
            while let Some(case) = open.pop() {
                cases += 1;
                if cases > MOST_CASES {
                    return Err(Refusal(format!(
                        "a rule changes a count in more than {MOST_CASES} ways, which PDDL cannot express briefly"
                    )));
                }
                match counters.kept.iter().find_map(|c| c.open(&case, &relaxed.values)) {
                    Some((var, inside)) => open.extend(halves(&case, var, &inside, &relaxed.values)),
                    None => split.push(counters.keeping(case, &relaxed.values)),
                }
            }
        }
        actions = split;
    }
    Ok(Task {
        oracle: None,
        consequences: None,
        wins: None,
        variables,
        start,
        goal,
        actions,
        contents: task.contents.clone(),
        measure: task.measure.clone(),
    })
}

/// The two cases of an action: a variable's old value in a set, and not in it.
fn halves(action: &Action, var: VarId, inside: &ValueSet, values: &[ValueSet]) -> Vec<Action> {
    let all = old(action, var, values);
    let outside: ValueSet = all.iter().filter(|v| !inside.contains(*v)).collect();
    [outside, all.intersection(inside)]
        .into_iter()
        .filter(|set| !set.is_empty())
        .map(|set| {
            let mut half = action.clone();
            match half.guard.iter_mut().find(|g| g.0 == var) {
                Some(guard) => guard.1 = set,
                None => {
                    half.guard.push((var, set));
                    half.guard.sort_by_key(|g| g.0);
                }
            }
            half
        })
        .collect()
}

/// The possible values of a variable before an action.
fn old(action: &Action, var: VarId, values: &[ValueSet]) -> ValueSet {
    let all = values.get(var as usize).cloned().unwrap_or_default();
    action.guard_of(var).map_or_else(|| all.clone(), |g| g.intersection(&all))
}

/// Whether all, or none, of some values are in a set; `None` if it depends.
fn decided(values: &ValueSet, set: &ValueSet) -> Option<bool> {
    match (values.intersects(set), values.is_subset(set)) {
        (false, _) => Some(false),
        (true, true) => Some(true),
        (true, false) => None,
    }
}

struct Counters<'a> {
    values: &'a [ValueSet],
    kept: Vec<Counter>,
    first: usize,
}

/// A number that is kept: a sum over variables.
#[derive(PartialEq, Eq)]
struct Counter {
    terms: Vec<(i64, VarId, ValueSet)>,
}

impl Counters<'_> {
    /// The condition with every long count replaced by a test of its variable.
    fn condition(&mut self, condition: &Condition) -> Result<Condition, Refusal> {
        Ok(match condition {
            Condition::True | Condition::False | Condition::In(..) => condition.clone(),
            Condition::Not(part) => self.condition(part)?.negate(),
            Condition::All(parts) => {
                let mut all = Condition::True;
                for part in parts {
                    all = all.and(self.condition(part)?);
                }
                all
            }
            Condition::Any(parts) => {
                let mut any = Condition::False;
                for part in parts {
                    any = any.or(self.condition(part)?);
                }
                any
            }
            Condition::Count { .. } | Condition::Sum { .. } => {
                let terms = Terms::of(condition, self.values);
                if spelled_out(&terms).is_some() { condition.clone() } else { self.keep(terms)? }
            }
            Condition::Components { .. } | Condition::Component { .. } | Condition::Forest { .. } => {
                return Err(Refusal(
                    "a test asks how a set of cells hangs together, which PDDL cannot express".to_owned(),
                ));
            }
        })
    }

    fn keep(&mut self, terms: Terms) -> Result<Condition, Refusal> {
        let counter = Counter { terms: terms.open };
        let size = counter.size()?;
        let least = counter.least();
        let at = self.kept.iter().position(|c| *c == counter).unwrap_or_else(|| {
            self.kept.push(counter);
            self.kept.len() - 1
        });
        let within = |v: &Value| {
            let sum = i64::from(*v) + least;
            terms.min <= sum && sum <= terms.max
        };
        let var = VarId::try_from(self.first + at).unwrap_or(VarId::MAX);
        Ok(Condition::In(var, (0..size).filter(within).collect()))
    }

    /// The action with its changes of the numbers; each change is constant.
    fn keeping(&self, mut action: Action, values: &[ValueSet]) -> Action {
        for (at, counter) in self.kept.iter().enumerate() {
            let change = counter.change(&action, values);
            if change != 0 {
                let size = counter.size().unwrap_or(Value::MAX);
                let table = (0..size).map(|v| {
                    let new = (i64::from(v) + change).clamp(0, i64::from(size) - 1);
                    Value::try_from(new).unwrap_or(v)
                });
                let var = VarId::try_from(self.first + at).unwrap_or(VarId::MAX);
                action.assign.push((var, Assign::Map(var, table.collect())));
            }
        }
        action
    }
}

impl Counter {
    fn least(&self) -> i64 {
        self.terms.iter().map(|t| t.0.min(0)).sum()
    }

    /// The number of its values, from the least on.
    fn size(&self) -> Result<Value, Refusal> {
        let most: i64 = self.terms.iter().map(|t| t.0.max(0)).sum();
        let size = most.saturating_sub(self.least()).saturating_add(1);
        match Value::try_from(size) {
            Ok(size) if i64::from(size) <= MOST_VALUES => Ok(size),
            _ => Err(Refusal(format!(
                "a sum has {} values; at most {} can be listed, because PDDL has no numbers",
                grouped(size.unsigned_abs()),
                grouped(MOST_VALUES.unsigned_abs())
            ))),
        }
    }

    fn value(&self, position: &[Value]) -> Value {
        let holds =
            |t: &&(i64, VarId, ValueSet)| position.get(t.1 as usize).is_some_and(|v| t.2.contains(*v));
        let sum: i64 = self.terms.iter().filter(holds).map(|t| t.0).sum();
        Value::try_from(sum - self.least()).unwrap_or(0)
    }

    /// A variable whose old value determines the action's change of this number, with the values to
    /// distinguish.
    fn open(&self, action: &Action, values: &[ValueSet]) -> Option<(VarId, ValueSet)> {
        self.terms.iter().find_map(|(_, var, set)| {
            let at = action.assign.binary_search_by_key(var, |a| a.0).ok()?;
            let assign = &action.assign.get(at)?.1;
            if decided(&old(action, *var, values), set).is_none() {
                return Some((*var, set.clone()));
            }
            let source = assign.source()?;
            let inside: ValueSet =
                old(action, source, values).iter().filter(|v| set.contains(assign.value(*v))).collect();
            decided(&old(action, source, values), &inside).is_none().then_some((source, inside))
        })
    }

    /// The change of the number, once it is constant.
    fn change(&self, action: &Action, values: &[ValueSet]) -> i64 {
        let of = |(weight, var, set): &(i64, VarId, ValueSet)| {
            let at = action.assign.binary_search_by_key(var, |a| a.0).ok()?;
            let assign = &action.assign.get(at)?.1;
            let had = old(action, *var, values).intersects(set);
            let has = match assign.source() {
                None => set.contains(assign.value(0)),
                Some(source) => old(action, source, values).iter().any(|v| set.contains(assign.value(v))),
            };
            Some(weight * (i64::from(has) - i64::from(had)))
        };
        self.terms.iter().filter_map(of).sum()
    }
}
