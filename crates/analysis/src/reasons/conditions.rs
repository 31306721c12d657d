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
            Condition::In(cell, values) => {
                format!("{} is {}", self.cell(*cell), self.values_of(*cell, values))
            }
            Condition::Count { vars, values, min, max } => {
                let (min, max) = (u64::from(*min), u64::from(*max).min(vars.len() as u64));
                self.counted(vars, values, (min, max))
            }
            Condition::Sum { terms, min, max } => self.sum(terms, (*min, *max)),
            Condition::All(parts) | Condition::Any(parts) => {
                let all = matches!(condition, Condition::All(_));
                if let Some(text) = self.alike(parts, all) {
                    return text;
                }
                if let Some(text) =
                    if all { None } else { self.pairs(parts).or_else(|| self.implication(parts)) }
                {
                    return text;
                }
                let word = if all { "and" } else { "or" };
                if parts.len() > PARTS {
                    let cells = self.cells_of(condition);
                    let (which, hold) = if all { ("all", "hold") } else { ("one", "holds") };
                    return format!("{which} of {} tests of {} {hold}", parts.len(), self.list(&cells));
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
                let what = match tests.iter().all(|test| *test == Condition::True) {
                    true if (*min, *max) == (1, 1) => "cell",
                    true => "cells",
                    false => "of the cells that count",
                };
                let number = match (*min, *max) {
                    (min, max) if min == max => format!("{min}"),
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

    /// A condition without what is clear before the first step.
    pub fn simple(&self, condition: &Condition) -> Condition {
        match condition {
            Condition::In(cell, values) => match self.domains.get(*cell as usize) {
                Some(domain) if domain.is_subset(values) => Condition::True,
                Some(domain) if !domain.intersects(values) => Condition::False,
                _ => condition.clone(),
            },
            Condition::All(parts) | Condition::Any(parts) => {
                let all = matches!(condition, Condition::All(_));
                let mut known: Vec<Condition> = Vec::new();
                for part in parts.iter().map(|part| self.simple(part)) {
                    if !known.contains(&part) {
                        known.push(part);
                    }
                }
                let known = known.into_iter();
                match all {
                    true => known.fold(Condition::True, Condition::and),
                    false => known.fold(Condition::False, Condition::or),
                }
            }
            other => other.clone(),
        }
    }

    /// Tests of several cells for the same contents.
    fn alike(&self, parts: &[Condition], all: bool) -> Option<String> {
        let mut cells = Vec::new();
        let mut contents = None;
        for part in parts {
            let Condition::In(cell, values) = part else { return None };
            let own = self.values_of(*cell, values);
            if contents.get_or_insert_with(|| own.clone()) != &own {
                return None;
            }
            cells.push(*cell);
        }
        let (cells, contents) = (self.list(&cells), contents?);
        Some(if all {
            format!("{cells} are {contents}")
        } else {
            format!("at least one of {cells} is {contents}")
        })
    }

    /// A choice with a test of one cell: where that fails, the rest holds.
    fn implication(&self, parts: &[Condition]) -> Option<String> {
        let at = parts.iter().position(|part| matches!(part, Condition::In(..)))?;
        let Some(Condition::In(cell, values)) = parts.get(at) else { return None };
        let domain = self.domains.get(*cell as usize)?;
        let otherwise: ValueSet = domain.iter().filter(|value| !values.contains(*value)).collect();
        let mut rest = parts.to_vec();
        rest.remove(at);
        let rest = rest.into_iter().fold(Condition::False, Condition::or);
        if otherwise.is_empty() || rest == Condition::False {
            return None;
        }
        let fails = format!("{} is {}", self.cell(*cell), self.values_of(*cell, &otherwise));
        Some(format!("if {fails}, then {}", self.condition(&rest)))
    }

    /// A choice of what two cells hold, all pairs of numbers with one sum or one difference.
    fn pairs(&self, parts: &[Condition]) -> Option<String> {
        let mut cells: Option<(u32, u32)> = None;
        let mut found = Vec::new();
        for part in parts {
            let Condition::All(two) = part else { return None };
            let [Condition::In(a, left), Condition::In(b, right)] = two.as_slice() else { return None };
            if *cells.get_or_insert((*a, *b)) != (*a, *b) {
                return None;
            }
            let numbers = |cell: u32, values: &ValueSet| -> Vec<i64> {
                let domain = self.domains.get(cell as usize);
                let held = values.iter().filter(|value| domain.is_some_and(|domain| domain.contains(*value)));
                held.filter_map(|value| self.model.pieces.number(self.model.pieces.content(value))).collect()
            };
            for x in numbers(*a, left) {
                found.extend(numbers(*b, right).into_iter().map(|y| (x, y)));
            }
        }
        let ((a, b), (x, y)) = (cells?, found.first().copied()?);
        let (a, b) = (self.cell(a), self.cell(b));
        if found.len() > 1 && found.iter().all(|pair| pair.0.checked_add(pair.1) == x.checked_add(y)) {
            return Some(format!("{a} + {b} = {}", x.checked_add(y)?));
        }
        let difference = x.checked_sub(y)?;
        let same = found.len() > 1 && found.iter().all(|pair| pair.0.checked_sub(pair.1) == Some(difference));
        same.then(|| match difference {
            0 => format!("{a} = {b}"),
            1.. => format!("{a} = {b} + {difference}"),
            _ => format!("{b} = {a} + {}", -difference),
        })
    }

    pub fn cells_of(&self, condition: &Condition) -> Vec<u32> {
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
        // Ends that no contents pass say nothing.
        let ends = |end: fn(&i64, &i64) -> bool| -> Option<i64> {
            let of_cell = |cell: &u32| {
                let own = shares.get(cell)?.values().copied();
                own.reduce(|one, other| if end(&one, &other) { one } else { other })
            };
            seen.iter().try_fold(0_i64, |sum, cell| sum.checked_add(of_cell(cell)?))
        };
        let (low, high) = (ends(|a, b| a < b)?, ends(|a, b| a > b)?);
        let least = (min > low).then(|| min.checked_sub(constant)).flatten();
        let most = (max < high).then(|| max.checked_sub(constant)).flatten();
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
