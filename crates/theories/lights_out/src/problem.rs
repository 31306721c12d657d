//! Lights that presses move on, in the numbers modulo m.

use std::collections::BTreeMap;

use puzzlec_task::{ActionId, Value, VarId};

/// From a start to one of some goals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// m, the number of states of every light, from 2.
    pub modulus: u32,
    /// The lights.
    pub lights: Vec<Light>,
    /// The presses, each with another effect.
    pub presses: Vec<Press>,
    /// The goals, each once, at least one.
    pub goals: Vec<Goal>,
}

/// A cell that changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Light {
    /// The variable of the task.
    pub var: VarId,
    /// Its values in the order in which they follow each other; the one at place i is state i.
    pub states: Vec<Value>,
    /// The state at the start.
    pub start: u32,
}

/// Actions with the same effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Press {
    /// The actions of the task, each with the number of the puzzle's actions that it stands for.
    pub actions: Vec<(ActionId, u32)>,
    /// The lights that it moves on, in order, each by a number of states from 1 to m - 1.
    pub by: Vec<(u32, u32)>,
}

/// States of some lights, by light. The others may have any.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Goal {
    /// The states.
    pub states: BTreeMap<u32, u32>,
}

impl Problem {
    /// By state that a goal asks for, in order, by how much its light must move on.
    pub fn way(&self, goal: &Goal) -> Vec<u32> {
        let each = goal.states.iter().map(|(light, state)| {
            let start = self.lights.get(*light as usize).map_or(0, |light| light.start);
            (state + self.modulus - start) % self.modulus
        });
        each.collect()
    }

    /// The number of entries of all presses.
    pub fn size(&self) -> usize {
        self.presses.iter().map(|press| press.by.len()).sum()
    }
}
