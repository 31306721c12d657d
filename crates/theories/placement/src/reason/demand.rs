//! What a constraint demands of the contents that its cells may still hold.

use std::collections::BTreeMap;

use puzzlec_task::{Condition, ValueSet, VarId};

use super::Domains;
use super::shape::Outline;

/// What cells may hold at most, by cell; nothing if the constraint cannot hold.
pub(super) type Allowed = Option<BTreeMap<u32, ValueSet>>;

/// A condition, or its negation, in which only tests of one cell are negated, as tests of the other contents.
pub(super) fn positive(condition: &Condition, holds: bool, domains: &Domains) -> Condition {
    match condition {
        Condition::True | Condition::False => {
            if (*condition == Condition::True) == holds {
                Condition::True
            } else {
                Condition::False
            }
        }
        Condition::In(var, values) => {
            let all = domain(domains, *var);
            let own: ValueSet = all.iter().filter(|value| values.contains(*value) == holds).collect();
            match own.len() {
                0 => Condition::False,
                n if n == all.len() => Condition::True,
                _ => Condition::In(*var, own),
            }
        }
        Condition::Not(part) => positive(part, !holds, domains),
        Condition::All(parts) | Condition::Any(parts) => {
            let parts = parts.iter().map(|part| positive(part, holds, domains));
            match matches!(condition, Condition::All(_)) == holds {
                true => parts.fold(Condition::True, Condition::and),
                false => parts.fold(Condition::False, Condition::or),
            }
        }
        Condition::Count { .. } | Condition::Sum { .. } if holds => condition.clone(),
        Condition::Components { .. } | Condition::Component { .. } | Condition::Forest { .. } => {
            match holds {
                true => condition.clone(),
                false => Condition::Not(Box::new(condition.clone())),
            }
        }
        Condition::Count { vars, values, min, max } => {
            let below = min.checked_sub(1).map(|max| (0, max));
            let above = max.checked_add(1).map(|min| (min, u32::MAX));
            let outside =
                |(min, max)| Condition::Count { vars: vars.clone(), values: values.clone(), min, max };
            below.into_iter().chain(above).map(outside).fold(Condition::False, Condition::or)
        }
        Condition::Sum { terms, min, max } => {
            let below = min.checked_sub(1).map(|max| (i64::MIN, max));
            let above = max.checked_add(1).map(|min| (min, i64::MAX));
            let outside = |(min, max)| Condition::Sum { terms: terms.clone(), min, max };
            below.into_iter().chain(above).map(outside).fold(Condition::False, Condition::or)
        }
    }
}

/// What a cell may hold.
pub(super) fn domain(domains: &Domains, cell: u32) -> ValueSet {
    domains.get(cell as usize).cloned().unwrap_or_default()
}

/// By cell what each of its contents adds to a sum.
pub(super) struct Shares {
    /// The cells with the shares of their contents.
    pub cells: BTreeMap<u32, BTreeMap<u16, i64>>,
    /// The least and the greatest sum.
    pub range: (i64, i64),
}

/// A count or a sum by the shares of its cells; nothing if its numbers are too large.
pub(super) fn shares(condition: &Condition, domains: &Domains) -> Option<Shares> {
    let mut cells: BTreeMap<u32, BTreeMap<u16, i64>> = BTreeMap::new();
    let mut add = |weight: i64, var: VarId, values: &ValueSet| {
        let of_cell = cells.entry(var).or_default();
        for value in domain(domains, var).iter() {
            let share = of_cell.entry(value).or_insert(0);
            *share = share.checked_add(if values.contains(value) { weight } else { 0 })?;
        }
        Some(())
    };
    let range = match condition {
        Condition::Count { vars, values, min, max } => {
            vars.iter().try_for_each(|var| add(1, *var, values))?;
            (i64::from(*min), i64::from(*max))
        }
        Condition::Sum { terms, min, max } => {
            terms.iter().try_for_each(|(weight, var, values)| add(*weight, *var, values))?;
            (*min, *max)
        }
        _ => return None,
    };
    Some(Shares { cells, range })
}

impl Shares {
    /// The least and the greatest share of a cell; nothing if the cell can hold nothing.
    fn ends(of_cell: &BTreeMap<u16, i64>) -> Option<(i128, i128)> {
        let (low, high) = (of_cell.values().min()?, of_cell.values().max()?);
        Some((i128::from(*low), i128::from(*high)))
    }

    /// The least and the greatest sum; nothing if a cell can hold nothing.
    fn span(&self) -> Option<(i128, i128)> {
        self.cells.values().try_fold((0, 0), |(low, high), of_cell| {
            let (least, most) = Shares::ends(of_cell)?;
            Some((low + least, high + most))
        })
    }

    fn allowed(&self) -> Allowed {
        let (low, high) = self.span()?;
        let (min, max) = (i128::from(self.range.0), i128::from(self.range.1));
        if low > max || high < min || min > max {
            return None;
        }
        let mut allowed = BTreeMap::new();
        for (cell, of_cell) in &self.cells {
            let (least, most) = Shares::ends(of_cell)?;
            let fits = |share: i64| {
                let share = i128::from(share);
                low - least + share <= max && high - most + share >= min
            };
            let kept: ValueSet = of_cell.iter().filter(|(_, share)| fits(**share)).map(|(v, _)| *v).collect();
            if kept.len() < of_cell.len() {
                allowed.insert(*cell, kept);
            }
        }
        Some(allowed)
    }
}

/// Whether a condition may hold, and whether it may fail, as far as its parts one by one tell.
pub(super) fn may(condition: &Condition, domains: &Domains) -> (bool, bool) {
    match condition {
        Condition::True => (true, false),
        Condition::False => (false, true),
        Condition::In(var, values) => {
            let all = domain(domains, *var);
            (all.intersects(values), !all.is_subset(values))
        }
        Condition::Count { .. } | Condition::Sum { .. } => match shares(condition, domains) {
            None => (true, true),
            Some(shares) => {
                let Some((low, high)) = shares.span() else { return (false, true) };
                let (min, max) = (i128::from(shares.range.0), i128::from(shares.range.1));
                (min <= max && low <= max && high >= min, low < min || high > max)
            }
        },
        Condition::All(parts) => {
            let each = || parts.iter().map(|part| may(part, domains));
            (each().all(|may| may.0), each().any(|may| may.1))
        }
        Condition::Any(parts) => {
            let each = || parts.iter().map(|part| may(part, domains));
            (each().any(|may| may.0), each().all(|may| may.1))
        }
        Condition::Components { .. } | Condition::Component { .. } | Condition::Forest { .. } => {
            Outline::of(condition, domains).map_or((true, true), |outline| outline.may())
        }
        Condition::Not(part) => {
            let (holds, fails) = may(part, domains);
            (fails, holds)
        }
    }
}

/// What the cells may hold if a condition holds.
pub(super) fn allowed(condition: &Condition, domains: &Domains) -> Allowed {
    match condition {
        Condition::True => Some(BTreeMap::new()),
        Condition::False => None,
        Condition::In(var, values) => {
            let own = domain(domains, *var);
            let kept = own.intersection(values);
            match kept.len() {
                0 => None,
                n if n == own.len() => Some(BTreeMap::new()),
                _ => Some(BTreeMap::from([(*var, kept)])),
            }
        }
        Condition::Count { .. } | Condition::Sum { .. } => match shares(condition, domains) {
            Some(shares) => shares.allowed(),
            None => Some(BTreeMap::new()),
        },
        Condition::All(parts) => {
            let mut all: BTreeMap<u32, ValueSet> = BTreeMap::new();
            for part in parts {
                for (cell, values) in allowed(part, domains)? {
                    let kept = match all.get(&cell) {
                        Some(known) => known.intersection(&values),
                        None => values,
                    };
                    if kept.is_empty() {
                        return None;
                    }
                    all.insert(cell, kept);
                }
            }
            Some(all)
        }
        Condition::Any(parts) => {
            // Each of the parts that may hold allows these.
            let mut any: Allowed = None;
            for own in parts.iter().filter_map(|part| allowed(part, domains)) {
                any = Some(match any {
                    None => own,
                    Some(mut known) => {
                        known.retain(|cell, _| own.contains_key(cell));
                        for (cell, values) in own {
                            if let Some(slot) = known.get_mut(&cell) {
                                *slot = slot.union(&values);
                            }
                        }
                        known
                    }
                });
                if any.as_ref().is_some_and(BTreeMap::is_empty) {
                    break;
                }
            }
            any
        }
        Condition::Components { .. }
        | Condition::Component { .. }
        | Condition::Forest { .. }
        | Condition::Not(_) => may(condition, domains).0.then(BTreeMap::new),
    }
}
