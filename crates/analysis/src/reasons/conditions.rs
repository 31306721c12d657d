//! Constraints in words.

use std::collections::BTreeMap;

use super::words::{Words, joined};
use puzzlec_base::words::counted;
use puzzlec_task::{Condition, Members, Value, ValueSet};

/// Parts of a condition that are named one by one.
const PARTS: usize = 4;

impl Words<'_> {
    /// A condition without negations, as a sentence.
    pub fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::True => "nothing is wrong".to_owned(),
            Condition::False => "nothing is right".to_owned(),
            Condition::In(cell, values) => format!("{} is {}", self.cell(*cell), self.values(values, "or")),
            Condition::Count { vars, values, min, max } => {
                let (min, max) = (u64::from(*min), u64::from(*max).min(vars.len() as u64));
                self.counted(vars, values, (min, max))
            }
            Condition::Sum { terms, min, max } => self.sum(terms, (*min, *max)),
            Condition::All(parts) | Condition::Any(parts) => {
                let word = if matches!(condition, Condition::All(_)) { "and" } else { "or" };
                if parts.len() > PARTS {
                    let cells = self.cells_of(condition);
                    let which = if word == "and" { "all" } else { "one" };
                    return format!("{which} of {} tests of {} hold", parts.len(), self.list(&cells));
                }
                let parts: Vec<String> = parts
                    .iter()
                    .map(|part| match part {
                        Condition::All(_) | Condition::Any(_) => format!("({})", self.condition(part)),
                        part => self.condition(part),
                    })
                    .collect();
                joined(&parts, word)
            }
            Condition::Components { set, min, max } => {
                let set = self.set(set);
                match (*min, *max) {
                    (0 | 1, 1) => format!("{set} are connected"),
                    (min, max) if min == max => format!("{set} have {}", counted(max.into(), "components")),
                    (0, max) => format!("{set} have at most {}", counted(max.into(), "components")),
                    (min, u32::MAX) => format!("{set} have at least {}", counted(min.into(), "components")),
                    (min, max) => format!("{set} have {min} to {max} components"),
                }
            }
            Condition::Component { set, of, counted: tests, min, max } => {
                let own = set.holds.get(*of as usize).and_then(|test| self.cells_of(test).first().copied());
                let name = own.map_or_else(|| "?".to_owned(), |cell| self.cell(cell));
                let what = if tests.iter().all(|test| *test == Condition::True) {
                    "cells"
                } else {
                    "of the cells that count"
                };
                let number = match (*min, *max) {
                    (min, max) if min == max => min.to_string(),
                    (0, max) => format!("at most {max}"),
                    (min, max) if max as usize >= tests.len() => format!("at least {min}"),
                    (min, max) => format!("{min} to {max}"),
                };
                format!("the component of {name} has {number} {what}")
            }
            Condition::Forest { set } => format!("{} have no cycle", self.set(set)),
            Condition::Not(part) => format!("it is not so that {}", self.condition(part)),
        }
    }

    fn cells_of(&self, condition: &Condition) -> Vec<u32> {
        let mut cells = Vec::new();
        condition.for_each_variable(&mut |var| cells.push(var));
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// The name of a set: by what its cells hold, if that is the same.
    fn set(&self, set: &Members) -> String {
        let mut values: Vec<&ValueSet> = Vec::new();
        for test in &set.holds {
            let Condition::In(_, own) = test else { return "the cells of the set".to_owned() };
            if !values.contains(&own) {
                values.push(own);
            }
        }
        match values.as_slice() {
            [values] => format!("the cells with {}", self.values(values, "or")),
            _ => "the cells of the set".to_owned(),
        }
    }

    /// A number of cells that hold something.
    fn counted(&self, vars: &[u32], values: &ValueSet, (min, max): (u64, u64)) -> String {
        let number = match (min, max) {
            (0, 0) => "none".to_owned(),
            (min, max) if min == max => format!("just {min}"),
            (0, max) => format!("at most {max}"),
            (min, max) if max >= vars.len() as u64 => format!("at least {min}"),
            (min, max) => format!("{min} to {max}"),
        };
        let holds = if (min.max(1), max) == (1, 1) { "is" } else { "are" };
        format!("{number} of {} {holds} {}", self.list(vars), self.values(values, "or"))
    }

    /// A sum: of the numbers of pieces where it is one.
    fn sum(&self, terms: &[(i64, u32, ValueSet)], range: (i64, i64)) -> String {
        if let Some(text) = self.numbers(terms, range) {
            return text;
        }
        let cells: Vec<u32> = terms.iter().map(|(_, cell, _)| *cell).collect();
        let first = terms.first().map(|(_, _, values)| values);
        let alike = terms.iter().all(|(weight, _, values)| *weight == 1 && Some(values) == first);
        if let (true, Some(values)) = (alike, first) {
            let count = terms.len() as i64;
            let number = |n: i64| u64::try_from(n).unwrap_or(0);
            return self.counted(&cells, values, (number(range.0), number(range.1.min(count))));
        }
        let mut cells = cells;
        cells.sort_unstable();
        cells.dedup();
        format!("the numbers of pieces on {} fit each other", self.list(&cells))
    }

    /// A comparison of numbers of pieces, if the sum is a weighted sum of them.
    fn numbers(&self, terms: &[(i64, u32, ValueSet)], (min, max): (i64, i64)) -> Option<String> {
        let mut shares: BTreeMap<u32, BTreeMap<Value, i64>> = BTreeMap::new();
        for one in self.problem.candidates.iter().flat_map(|one| &one.cells) {
            shares.entry(one.0).or_default().insert(one.1, 0);
        }
        for (weight, cell, values) in terms {
            for (value, share) in shares.get_mut(cell)? {
                *share = share.checked_add(if values.contains(*value) { *weight } else { 0 })?;
            }
        }
        let number = |value: Value| self.model.pieces.number(self.model.pieces.content(value));
        // By factor the cells; and the constant that their shares lack.
        let (mut factors, mut constant): (Vec<(i64, u32)>, i64) = (Vec::new(), 0);
        let mut seen = Vec::new();
        for (_, cell, _) in terms {
            if seen.contains(cell) {
                continue;
            }
            seen.push(*cell);
            let numbered: Vec<(i64, i64)> = shares
                .get(cell)?
                .iter()
                .filter_map(|(value, share)| Some((number(*value)?, *share)))
                .collect();
            let (first, last) = (numbered.iter().min()?, numbered.iter().max()?);
            let width = last.0.checked_sub(first.0).filter(|width| *width > 0)?;
            let factor = last.1.checked_sub(first.1)?.checked_div(width)?;
            let offset = first.1.checked_sub(factor.checked_mul(first.0)?)?;
            let fits = |(n, share): &(i64, i64)| {
                factor.checked_mul(*n).and_then(|p| p.checked_add(offset)) == Some(*share)
            };
            if factor == 0 || !numbered.iter().all(fits) {
                return None;
            }
            constant = constant.checked_add(offset)?;
            factors.push((factor, *cell));
        }
        let side = |sign: i64| -> Vec<String> {
            let own = factors.iter().filter(|(factor, _)| factor.signum() == sign);
            own.map(|(factor, cell)| match factor.abs() {
                1 => self.cell(*cell),
                many => format!("{many} * {}", self.cell(*cell)),
            })
            .collect()
        };
        let (plus, minus) = (side(1), side(-1));
        let least = (min > i64::MIN).then(|| min.checked_sub(constant)).flatten();
        let most = (max < i64::MAX).then(|| max.checked_sub(constant)).flatten();
        // The cells of the side that has some, and a number on the other side.
        let compared =
            |least: Option<i64>, most: Option<i64>, left: &[String], right: &[String]| -> Option<String> {
                let (sign, bound) = match (least, most) {
                    (Some(least), Some(most)) if least == most => ("=", least),
                    (Some(1), None) if !right.is_empty() => (">", 0),
                    (None, Some(-1)) if !right.is_empty() => ("<", 0),
                    (Some(least), None) => ("≥", least),
                    (None, Some(most)) => ("≤", most),
                    _ => return None,
                };
                let mut right = right.to_vec();
                if bound != 0 || right.is_empty() {
                    right.push(bound.to_string());
                }
                Some(format!("{} {sign} {}", left.join(" + "), right.join(" + ")))
            };
        match plus.is_empty() {
            false => compared(least, most, &plus, &minus),
            true => compared(most.map(|n| -n), least.map(|n| -n), &minus, &[]),
        }
    }
}
