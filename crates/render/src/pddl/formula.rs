//! Conditions in words that PDDL has: "and", "or", and what a variable holds.

use std::collections::BTreeMap;

use puzzlec_task::{Condition, ValueSet, VarId};

/// Maximum number of alternatives for a count that is spelled out,
const MOST_ALTERNATIVES: usize = 64;
/// and of steps to find them.
const MOST_STEPS: usize = 20_000;

/// A condition without "not" and without counts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Formula {
    /// Always.
    True,
    /// Never.
    False,
    /// The variable holds one of these values. Neither none nor all that it can hold.
    In(VarId, ValueSet),
    /// A conjunction.
    All(Vec<Formula>),
    /// A disjunction.
    Any(Vec<Formula>),
}

/// A count or sum: terms that may or may not hold, and the bounds of their sum.
pub(super) struct Terms {
    /// `weight * [variable holds one of the values]`, one for each variable and set.
    pub open: Vec<(i64, VarId, ValueSet)>,
    pub min: i64,
    pub max: i64,
}

impl Terms {
    /// The terms of a count or sum, without those that always or never hold.
    pub(super) fn of(condition: &Condition, values: &[ValueSet]) -> Self {
        let (terms, mut min, mut max): (Vec<_>, i64, i64) = match condition {
            Condition::Count { vars, values, min, max } => {
                let terms = vars.iter().map(|v| (1, *v, values.clone())).collect();
                (terms, i64::from(*min), i64::from(*max))
            }
            Condition::Sum { terms, min, max } => (terms.clone(), *min, *max),
            _ => (Vec::new(), 0, 0),
        };
        let mut weights: BTreeMap<(VarId, ValueSet), i64> = BTreeMap::new();
        for (weight, var, set) in terms {
            let all = values.get(var as usize).cloned().unwrap_or_default();
            if all.is_subset(&set) {
                min -= weight;
                max -= weight;
            } else if all.intersects(&set) {
                *weights.entry((var, set.intersection(&all))).or_default() += weight;
            }
        }
        let open = weights.into_iter().filter(|w| w.1 != 0).map(|((v, s), w)| (w, v, s)).collect();
        Terms { open, min, max }
    }
}

/// The choices of terms that hold (true) and that do not (false) that each satisfy a count or sum, and
/// together cover all cases; a term that a choice omits is arbitrary. `None` if there are too many.
pub(super) fn spelled_out(terms: &Terms) -> Option<Vec<Vec<(usize, bool)>>> {
    let weights: Vec<i64> = terms.open.iter().map(|t| t.0).collect();
    let most: i64 = weights.iter().sum();
    let counts = weights.iter().all(|w| *w > 0);
    // A bound that nothing can break needs no words: "at least two" names those that hold.
    let named = |holds: bool| !counts || if holds { terms.min > 0 } else { most > terms.max };
    let mut choices = Choices { weights, found: Vec::new(), steps: 0 };
    choices.choose(0, terms.min, terms.max, &mut Vec::new()).then(|| {
        let kept = |choice: Vec<(usize, bool)>| choice.into_iter().filter(|c| named(c.1)).collect();
        choices.found.into_iter().map(kept).collect()
    })
}

struct Choices {
    weights: Vec<i64>,
    found: Vec<Vec<(usize, bool)>>,
    steps: usize,
}

impl Choices {
    /// Decides the terms one after the other and ends a branch as soon as the rest is irrelevant. `false` if
    /// there are too many.
    fn choose(&mut self, at: usize, min: i64, max: i64, chosen: &mut Vec<(usize, bool)>) -> bool {
        self.steps += 1;
        let rest = self.weights.get(at..).unwrap_or_default();
        let least: i64 = rest.iter().map(|w| (*w).min(0)).sum();
        let most: i64 = rest.iter().map(|w| (*w).max(0)).sum();
        if most < min || least > max {
            return true;
        }
        if least >= min && most <= max {
            self.found.push(chosen.clone());
            return self.found.len() <= MOST_ALTERNATIVES;
        }
        let weight = rest.first().copied().unwrap_or(0);
        for holds in [true, false] {
            let spent = if holds { weight } else { 0 };
            chosen.push((at, holds));
            let fits = self.choose(at + 1, min - spent, max - spent, chosen);
            chosen.pop();
            if !fits || self.steps > MOST_STEPS {
                return false;
            }
        }
        true
    }
}

/// A condition, or its contrary, as a formula over what variables can hold.
pub(super) fn formula(condition: &Condition, wanted: bool, values: &[ValueSet]) -> Formula {
    match condition {
        Condition::True | Condition::False => truth((*condition == Condition::True) == wanted),
        Condition::In(var, set) => holds(*var, set, wanted, values),
        Condition::Not(part) => formula(part, !wanted, values),
        Condition::All(parts) | Condition::Any(parts) => {
            let parts = parts.iter().map(|p| formula(p, wanted, values));
            if matches!(condition, Condition::All(_)) == wanted { all(parts) } else { any(parts) }
        }
        // Refused before.
        Condition::Components { .. } | Condition::Component { .. } | Condition::Forest { .. } => truth(false),
        Condition::Count { .. } | Condition::Sum { .. } => {
            let terms = Terms::of(condition, values);
            let ranges = if wanted {
                vec![(terms.min, terms.max)]
            } else {
                vec![(i64::MIN / 4, terms.min - 1), (terms.max + 1, i64::MAX / 4)]
            };
            any(ranges.into_iter().map(|(min, max)| {
                let terms = Terms { open: terms.open.clone(), min, max };
                // Long counts have become variables before.
                let choices = spelled_out(&terms).unwrap_or_default();
                any(choices.into_iter().map(|choice| {
                    all(choice.into_iter().filter_map(|(at, yes)| {
                        let (_, var, set) = terms.open.get(at)?;
                        Some(holds(*var, set, yes, values))
                    }))
                }))
            }))
        }
    }
}

fn truth(value: bool) -> Formula {
    if value { Formula::True } else { Formula::False }
}

/// The variable has one of these values, or none of them.
fn holds(var: VarId, set: &ValueSet, wanted: bool, values: &[ValueSet]) -> Formula {
    let all = values.get(var as usize).cloned().unwrap_or_default();
    let set: ValueSet = all.iter().filter(|v| set.contains(*v) == wanted).collect();
    match set.len() {
        0 => Formula::False,
        n if n == all.len() => Formula::True,
        _ => Formula::In(var, set),
    }
}

fn all(parts: impl Iterator<Item = Formula>) -> Formula {
    let mut list = Vec::new();
    for part in parts {
        match part {
            Formula::True => {}
            Formula::False => return Formula::False,
            Formula::All(more) => list.extend(more),
            other => list.push(other),
        }
    }
    match list.len() {
        0 => Formula::True,
        1 => list.remove(0),
        _ => Formula::All(list),
    }
}

fn any(parts: impl Iterator<Item = Formula>) -> Formula {
    let mut list = Vec::new();
    for part in parts {
        match part {
            Formula::False => {}
            Formula::True => return Formula::True,
            Formula::Any(more) => list.extend(more),
            other => list.push(other),
        }
    }
    match list.len() {
        0 => Formula::False,
        1 => list.remove(0),
        _ => Formula::Any(list),
    }
}

impl Formula {
    /// Formulas without "or" whose disjunction is equivalent to this one; `None` if there would be more than
    /// `most`. Many planners handle "or" slowly.
    pub(super) fn alternatives(&self, most: usize) -> Option<Vec<Formula>> {
        let found = match self {
            Formula::Any(parts) => {
                let mut found = Vec::new();
                for part in parts {
                    found.extend(part.alternatives(most)?);
                    if found.len() > most {
                        return None;
                    }
                }
                found
            }
            Formula::All(parts) => {
                let mut found = vec![Formula::True];
                for part in parts {
                    let next = part.alternatives(most)?;
                    if found.len() * next.len() > most {
                        return None;
                    }
                    let pairs = found.iter().flat_map(|a| next.iter().map(move |b| (a, b)));
                    found = pairs.map(|(a, b)| all([a.clone(), b.clone()].into_iter())).collect();
                }
                found
            }
            Formula::True | Formula::False | Formula::In(..) => vec![self.clone()],
        };
        Some(found)
    }

    /// Calls `f` with every variable in it, with repetitions.
    pub(super) fn for_each_variable(&self, f: &mut impl FnMut(VarId)) {
        match self {
            Formula::True | Formula::False => {}
            Formula::In(var, _) => f(*var),
            Formula::All(parts) | Formula::Any(parts) => parts.iter().for_each(|p| p.for_each_variable(f)),
        }
    }

    /// The same formula about other variables.
    pub(super) fn renamed(&self, to: &impl Fn(VarId) -> VarId) -> Formula {
        let list = |parts: &[Formula]| parts.iter().map(|p| p.renamed(to)).collect();
        match self {
            Formula::True | Formula::False => self.clone(),
            Formula::In(var, set) => Formula::In(to(*var), set.clone()),
            Formula::All(parts) => Formula::All(list(parts)),
            Formula::Any(parts) => Formula::Any(list(parts)),
        }
    }
}
