//! The goal as a list of complete positions, where there are few.

use super::Relaxed;
use crate::possible;
use puzzlec_base::Limit;
use puzzlec_task::{Condition, Members, Position, Task, ValueSet};

/// Maximum number of partial assignments.
const NODES: usize = 1 << 16;

/// Maximum cost of all evaluations of the goal.
const MOST_WORK: u64 = 1 << 25;

/// All complete positions within the relaxed values that pass the goal test, in lexicographic order; `None`
/// if there are more than `at_most` or the enumeration takes too long.
///
/// Values are tried variable by variable; a partial assignment under which the goal is impossible
/// by interval reasoning is left at once.
///
/// `steps` receives the work done, in steps, and may end the enumeration.
///
/// # Errors
/// The error of `steps`.
pub fn goal_positions(
    task: &Task,
    relaxed: &Relaxed,
    at_most: usize,
    steps: &mut dyn FnMut(u64) -> Result<(), Limit>,
) -> Result<Option<Vec<Position>>, Limit> {
    let mut domains = relaxed.values.clone();
    narrow(&task.goal, &mut domains);
    if domains.iter().any(ValueSet::is_empty) {
        return Ok(Some(Vec::new()));
    }
    let open = (0..domains.len()).filter(|v| domains.get(*v).is_some_and(|d| d.len() > 1)).collect();
    let (size, found) = (size(&task.goal), Vec::new());
    let mut search = Enumeration { goal: &task.goal, size, domains, open, found, at_most, nodes: 0, steps };
    let all = search.descend(0)?;
    Ok(all.map(|()| search.found))
}

/// The number of variables in a condition, with repetitions.
fn size(condition: &Condition) -> u64 {
    match condition {
        Condition::True | Condition::False | Condition::In(..) => 1,
        Condition::Count { vars, .. } => vars.len() as u64,
        Condition::Sum { terms, .. } => terms.len() as u64,
        Condition::All(parts) | Condition::Any(parts) => parts.iter().map(size).sum(),
        Condition::Not(part) => size(part),
        Condition::Components { set, .. } | Condition::Forest { set } => joined(set),
        Condition::Component { set, counted, .. } => joined(set) + counted.iter().map(size).sum::<u64>(),
    }
}

fn joined(set: &Members) -> u64 {
    set.links.len() as u64 + set.holds.iter().map(size).sum::<u64>()
}

/// Cuts the domains to what the conjuncts that name one variable allow.
fn narrow(goal: &Condition, domains: &mut [ValueSet]) {
    match goal {
        Condition::In(var, set) => {
            if let Some(domain) = domains.get_mut(*var as usize) {
                *domain = domain.intersection(set);
            }
        }
        Condition::All(parts) => parts.iter().for_each(|p| narrow(p, domains)),
        _ => {}
    }
}

struct Enumeration<'t> {
    goal: &'t Condition,
    /// The cost of one evaluation of the goal.
    size: u64,
    domains: Vec<ValueSet>,
    /// The variables with more than one value left, in order.
    open: Vec<usize>,
    found: Vec<Position>,
    at_most: usize,
    nodes: usize,
    steps: &'t mut dyn FnMut(u64) -> Result<(), Limit>,
}

impl Enumeration<'_> {
    /// Enumerates the values of the open variables from the `depth`th on. `None` if it takes too long.
    fn descend(&mut self, depth: usize) -> Result<Option<()>, Limit> {
        self.nodes += 1;
        if self.nodes > NODES || self.size.saturating_mul(self.nodes as u64) > MOST_WORK {
            return Ok(None);
        }
        (self.steps)(self.size)?;
        let possible = possible(self.goal, &self.domains);
        if !possible.holds {
            return Ok(Some(()));
        }
        if !possible.fails && self.completions(depth) > self.at_most - self.found.len() {
            return Ok(None);
        }
        let Some(&var) = self.open.get(depth) else {
            if self.found.len() == self.at_most {
                return Ok(None);
            }
            self.found.push(self.domains.iter().map(|d| d.single().unwrap_or(0)).collect());
            return Ok(Some(()));
        };
        let Some(domain) = self.domains.get_mut(var).map(std::mem::take) else { return Ok(None) };
        for value in domain.iter() {
            self.set(var, ValueSet::one(value));
            if self.descend(depth + 1)?.is_none() {
                return Ok(None);
            }
        }
        self.set(var, domain);
        Ok(Some(()))
    }

    fn set(&mut self, var: usize, domain: ValueSet) {
        if let Some(d) = self.domains.get_mut(var) {
            *d = domain;
        }
    }

    /// The number of ways to fill the open variables from the `depth`th on.
    fn completions(&self, depth: usize) -> usize {
        self.open
            .iter()
            .skip(depth)
            .filter_map(|v| self.domains.get(*v))
            .fold(1, |n, d| n.saturating_mul(d.len()))
    }
}
