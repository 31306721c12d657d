//! The goal as a list of complete positions, where there are few.

use super::{Condition, Position, Relaxed, Task, ValueSet};

/// Partial assignments looked at before the list is given up.
const NODES: usize = 1 << 16;

/// All complete positions within the relaxed values that pass the goal test, in lexicographic
/// order, or `None` if there are more than `at_most` or finding them takes too long.
///
/// Values are tried variable by variable; a partial assignment under which the goal is impossible
/// by interval reasoning is left at once.
pub fn goal_positions(task: &Task, relaxed: &Relaxed, at_most: usize) -> Option<Vec<Position>> {
    let mut domains = relaxed.values.clone();
    narrow(&task.goal, &mut domains);
    if domains.iter().any(ValueSet::is_empty) {
        return Some(Vec::new());
    }
    let open = (0..domains.len()).filter(|v| domains.get(*v).is_some_and(|d| d.len() > 1)).collect();
    let mut search = Enumeration { goal: &task.goal, domains, open, found: Vec::new(), at_most, nodes: 0 };
    search.descend(0)?;
    Some(search.found)
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
    domains: Vec<ValueSet>,
    /// The variables with more than one value left, in order.
    open: Vec<usize>,
    found: Vec<Position>,
    at_most: usize,
    nodes: usize,
}

impl Enumeration<'_> {
    /// Tries the values of the open variables from the `depth`th on. `None` when given up.
    fn descend(&mut self, depth: usize) -> Option<()> {
        self.nodes += 1;
        if self.nodes > NODES {
            return None;
        }
        let possible = self.goal.possible(&self.domains);
        if !possible.holds {
            return Some(());
        }
        if !possible.fails && self.completions(depth) > self.at_most - self.found.len() {
            return None;
        }
        let Some(&var) = self.open.get(depth) else {
            if self.found.len() == self.at_most {
                return None;
            }
            self.found.push(self.domains.iter().map(|d| d.single().unwrap_or(0)).collect());
            return Some(());
        };
        let domain = self.domains.get_mut(var).map(std::mem::take)?;
        for value in domain.iter() {
            self.set(var, ValueSet::one(value));
            self.descend(depth + 1)?;
        }
        self.set(var, domain);
        Some(())
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
