//! Implications of the goal test for values and for sums of weights.

use super::facts::{Weights, weight};
use puzzlec_task::{Condition, ValueSet, VarId};

/// The values of each variable, among those given, if the condition holds; over-approximated.
pub(in crate::search) fn values(condition: &Condition, domains: &[ValueSet]) -> Vec<ValueSet> {
    let mut all = domains.to_vec();
    restrict(condition, &mut all);
    all
}

/// Removes the values that the condition excludes.
fn restrict(condition: &Condition, domains: &mut Vec<ValueSet>) {
    match condition {
        Condition::In(var, set) => meet(domains, *var, set),
        Condition::All(parts) => parts.iter().for_each(|part| restrict(part, domains)),
        Condition::Any(parts) => {
            let mut either = vec![ValueSet::new(); domains.len()];
            for part in parts {
                let mut case = domains.clone();
                restrict(part, &mut case);
                // A case that leaves a variable without a value is impossible.
                if case.iter().all(|d| !d.is_empty()) {
                    for (sum, more) in either.iter_mut().zip(&case) {
                        sum.absorb(more);
                    }
                }
            }
            *domains = either;
        }
        Condition::Count { vars, values, max: 0, .. } => {
            for var in vars {
                if let Some(domain) = domains.get_mut(*var as usize) {
                    *domain = domain.iter().filter(|v| !values.contains(*v)).collect();
                }
            }
        }
        Condition::Count { vars, values, min, .. } if *min as usize == vars.len() => {
            vars.iter().for_each(|var| meet(domains, *var, values));
        }
        _ => {}
    }
}

fn meet(domains: &mut [ValueSet], var: VarId, set: &ValueSet) {
    if let Some(domain) = domains.get_mut(var as usize) {
        *domain = domain.intersection(set);
    }
}

/// The greatest sum of weights in positions where the condition holds, over-approximated; `None` if it never
/// holds.
pub(super) fn highest(condition: &Condition, domains: &[ValueSet], weights: &Weights) -> Option<i64> {
    let mut all = domains.to_vec();
    restrict(condition, &mut all);
    let plain = all.iter().zip(0..).map(|(d, var)| most(d, weights, var)).sum::<Option<i64>>()?;
    let parts = match condition {
        Condition::All(parts) => parts.as_slice(),
        one => std::slice::from_ref(one),
    };
    let mut least = plain;
    for part in parts {
        match part {
            Condition::Any(cases) => {
                let best = cases.iter().filter_map(|case| highest(case, &all, weights)).max();
                least = least.min(best?);
            }
            Condition::Count { vars, values, min, max } if distinct(vars) => {
                least = least.min(counted(&all, weights, plain, vars, values, (*min, *max))?);
            }
            _ => {}
        }
    }
    Some(least)
}

fn most(domain: &ValueSet, weights: &Weights, var: VarId) -> Option<i64> {
    domain.iter().map(|value| weight(weights, var, value)).max()
}

fn distinct(vars: &[VarId]) -> bool {
    let mut sorted = vars.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair.first() != pair.last())
}

/// The greatest sum if between `min` and `max` of the variables have one of the values, given the greatest
/// sum `plain` without that constraint.
fn counted(
    domains: &[ValueSet],
    weights: &Weights,
    plain: i64,
    vars: &[VarId],
    values: &ValueSet,
    (min, max): (u32, u32),
) -> Option<i64> {
    let empty = ValueSet::new();
    let (mut rest, mut forced, mut gains) = (plain, 0_usize, Vec::new());
    for var in vars {
        let domain = domains.get(*var as usize).unwrap_or(&empty);
        let (inside, outside): (ValueSet, ValueSet) =
            (domain.intersection(values), domain.iter().filter(|v| !values.contains(*v)).collect());
        rest -= most(domain, weights, *var)?;
        match (most(&inside, weights, *var), most(&outside, weights, *var)) {
            (Some(a), Some(b)) => {
                rest += b;
                gains.push(a - b);
            }
            (Some(a), None) => {
                rest += a;
                forced += 1;
            }
            (None, Some(b)) => rest += b,
            (None, None) => return None,
        }
    }
    gains.sort_unstable_by_key(|gain| std::cmp::Reverse(*gain));
    let least = (min as usize).saturating_sub(forced);
    let room = (max as usize).checked_sub(forced)?;
    if gains.len() < least {
        return None;
    }
    let taken = gains.iter().enumerate().take_while(|(n, gain)| *n < room && (*n < least || **gain > 0));
    Some(rest + taken.map(|(_, gain)| gain).sum::<i64>())
}
