//! Names of variables and values, each once.

use std::collections::BTreeMap;

use crate::{Task, Value, VarId};
use puzzlec_model::Model;

/// The names of a task's variables and values. A name that several have gets a number at its end:
/// `a1#7`.
#[derive(Clone, Debug)]
pub struct Names {
    variables: Vec<String>,
    contents: Vec<String>,
    sizes: Vec<Value>,
    /// Of each variable that is no cell, the number that its value 0 stands for.
    counts: Vec<Option<i64>>,
    numbers: BTreeMap<String, VarId>,
    values: BTreeMap<String, Value>,
}

impl Names {
    /// The names of a task.
    pub fn new(task: &Task) -> Self {
        let variables = unique(task.variables.iter().map(|v| v.name.as_str()));
        let contents = unique(task.contents.iter().map(String::as_str));
        let numbers = variables.iter().cloned().zip(0..).collect();
        let values = contents.iter().cloned().zip(0..).collect();
        let sizes = task.variables.iter().map(|v| v.size).collect();
        let counts = task.variables.iter().map(|v| v.counts).collect();
        Names { variables, contents, sizes, counts, numbers, values }
    }

    /// The name of a variable.
    pub fn variable(&self, var: VarId) -> String {
        self.variables.get(var as usize).cloned().unwrap_or_default()
    }

    /// The variable with this name.
    pub fn variable_of(&self, name: &str) -> Option<VarId> {
        self.numbers.get(name).copied()
    }

    /// The name of a variable's value: the content of a cell, or the number of a counter.
    pub fn value(&self, var: VarId, value: Value) -> String {
        match (self.first(var), self.contents.get(usize::from(value))) {
            (None, Some(name)) => name.clone(),
            (first, _) => first.unwrap_or(0).saturating_add(i64::from(value)).to_string(),
        }
    }

    /// The value that a variable has where it holds this.
    pub fn value_of(&self, var: VarId, name: &str) -> Option<Value> {
        let Some(first) = self.first(var) else { return self.values.get(name).copied() };
        let number: i64 = name.parse().ok().filter(|n: &i64| n.to_string() == name)?;
        let value = Value::try_from(number.checked_sub(first)?).ok()?;
        self.sizes.get(var as usize).is_some_and(|size| value < *size).then_some(value)
    }

    /// Of a variable that is no cell, the number that its value 0 stands for.
    fn first(&self, var: VarId) -> Option<i64> {
        self.counts.get(var as usize).copied().flatten()
    }
}

/// The names of the contents of a model's cells, as tasks have them.
pub fn contents(model: &Model) -> Vec<String> {
    let contents: Vec<String> = model.pieces.contents().map(|(id, _)| model.pieces.describe(id)).collect();
    unique(contents.iter().map(String::as_str))
}

/// The names; one that several have, or that looks like it, gets its number at its end.
pub(super) fn unique<'a>(names: impl Iterator<Item = &'a str> + Clone) -> Vec<String> {
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    for name in names.clone() {
        *times.entry(name).or_default() += 1;
    }
    let once = |name: &str| times.get(name) == Some(&1) && !name.contains('#');
    let each = names.enumerate();
    each.map(|(i, name)| if once(name) { name.to_owned() } else { format!("{name}#{i}") }).collect()
}
