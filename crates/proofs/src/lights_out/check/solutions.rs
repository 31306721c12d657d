//! The least number of presses, by all solutions of the equations of presses.
//!
//! The values of each cell that changes are numbered so that some action adds 1, modulo the same m for all cells. If every
//! action, wherever it applies, adds a constant to every cell, the numbers of times that the actions occur in a plan, taken together for
//! actions with the same effect and reduced modulo m, solve linear equations: one for each cell of which the goal admits
//! one value. These residues add up to at most the length of the plan. So if the residues of every solution add up
//! to n or more, no plan is shorter than n. Conditions of actions do not matter: without them there are more plans.
//!
//! **Elimination.** Column by column, the rows that begin there are combined by Euclid's algorithm until one is left. If it
//! begins with a unit it gives the unknown of the column, once those of later columns are known. Otherwise the unknown
//! is open, and the row a test. Each row is a combination of given ones, so all solutions pass. All choices for
//! the open unknowns are tried; the others, and the left sides of the tests, are affine functions of them.

use std::collections::BTreeMap;

use super::goals::Goals;
use super::{applies, found};
use puzzlec_base::Progress;
use puzzlec_checker::Unproved;
use puzzlec_task::SearchContext;
use puzzlec_task::{Action, Task, Value, ValueSet};

/// Entries added for all choices of one goal.
const MOST_WORK: u64 = 1 << 32;
/// The most states of a cell.
const MOST_STATES: usize = 64;

/// Checks that every solution of every goal has at least this number of presses; the number of solutions tried.
pub(super) fn check(
    task: &Task,
    sets: &[ValueSet],
    goals: &Goals,
    fewest: u64,
    context: &SearchContext,
) -> Result<u64, Unproved> {
    let lights = Lights::read(task, sets)?;
    let mut tried: u64 = 0;
    for goal in &goals.all {
        context.poll(&Progress::default())?;
        let mut rows: BTreeMap<u32, Row> = BTreeMap::new();
        for (var, order) in &lights.orders {
            let Some(value) = goal.get(var).and_then(ValueSet::single) else { continue };
            let place = |value: Value| order.iter().position(|held| *held == value);
            let (from, to) = (task.start.get(*var as usize).copied().and_then(place), place(value));
            let (Some(from), Some(to)) = (from, to) else {
                return Err(Unproved::wrong("a goal asks for a value that its cell does not pass"));
            };
            let right = (to + order.len() - from) % order.len();
            rows.insert(*var, Row { first: 0, entries: Vec::new(), right: u8::try_from(right).unwrap_or(0) });
        }
        for (column, by) in lights.effects.iter().enumerate() {
            for (var, steps) in by {
                if let Some(row) = rows.get_mut(var) {
                    if row.entries.is_empty() {
                        row.first = column;
                    }
                    row.entries.resize(column - row.first, 0);
                    row.entries.push(*steps);
                }
            }
        }
        tried = tried.saturating_add(lights.solutions(rows.into_values().collect(), fewest, context)?);
    }
    Ok(tried)
}

/// The cells that change, and the actions by what they add.
struct Lights {
    modulus: u8,
    /// By variable its values, numbered.
    orders: BTreeMap<u32, Vec<Value>>,
    /// By variable what is added to it, for each effect that some action has.
    effects: Vec<Vec<(u32, u8)>>,
}

impl Lights {
    fn read(task: &Task, sets: &[ValueSet]) -> Result<Self, Unproved> {
        let changing = |var: u32| sets.get(var as usize).filter(|set| set.len() > 1);
        let mut orders: BTreeMap<u32, Vec<Value>> = BTreeMap::new();
        let actions = || task.actions.iter().filter(|action| applies(action, sets));
        for (var, assign) in actions().flat_map(|action| &action.assign) {
            let Some(set) = changing(*var).filter(|_| !orders.contains_key(var)) else { continue };
            let Some(first) = set.iter().next().filter(|_| assign.source() == Some(*var)) else { continue };
            let mut order = vec![first];
            let mut at = assign.value(first);
            while at != first && order.len() <= set.len() {
                order.push(at);
                at = assign.value(at);
            }
            if order.len() == set.len() {
                orders.insert(*var, order);
            }
        }
        let states = orders.values().next().map_or(2, Vec::len);
        let changing = sets.iter().filter(|set| set.len() > 1).count();
        if orders.len() != changing
            || states > MOST_STATES
            || orders.values().any(|order| order.len() != states)
        {
            return Err(Unproved::wrong("the cells do not all run through the same number of values"));
        }
        let mut effects =
            actions().map(|action| added(action, sets, &orders)).collect::<Result<Vec<_>, _>>()?;
        effects.sort_unstable();
        effects.dedup();
        effects.retain(|effect| !effect.is_empty());
        Ok(Lights { modulus: u8::try_from(states).unwrap_or(0), orders, effects })
    }

    /// The number of solutions tried for some equations; all that there are have this number of presses or more.
    fn solutions(&self, rows: Vec<Row>, fewest: u64, context: &SearchContext) -> Result<u64, Unproved> {
        let modulus = self.modulus;
        let (mut left, mut pivots, mut tests) = (BTreeMap::<usize, Vec<Row>>::new(), Vec::new(), Vec::new());
        for mut row in rows {
            row.trim();
            left.entry(row.column()).or_default().push(row);
        }
        let columns = self.effects.len();
        let mut open = Vec::new();
        for column in 0..columns {
            context.poll(&Progress::default())?;
            let mut here = left.remove(&column).unwrap_or_default();
            // Euclid's algorithm on the first entries, the smallest one last.
            here.sort_by_key(|row| (std::cmp::Reverse(row.lead()), std::cmp::Reverse(row.entries.len())));
            while here.len() > 1 {
                let Some(by) = here.pop() else { break };
                let mut rest = Vec::new();
                for mut row in here {
                    row.subtract(&by, row.lead() / by.lead().max(1), modulus);
                    row.trim();
                    if row.column() == column {
                        rest.push(row)
                    } else {
                        left.entry(row.column()).or_default().push(row)
                    }
                }
                rest.push(by);
                rest.sort_by_key(|row| std::cmp::Reverse(row.lead()));
                here = rest;
            }
            match here.pop() {
                None => open.push(column),
                Some(row) => match reciprocal(row.lead(), modulus) {
                    Some(reciprocal) => pivots.push((column, reciprocal, row)),
                    None => {
                        open.push(column);
                        tests.push(row);
                    }
                },
            }
        }
        // Rows without entries.
        if left.values().flatten().any(|row| row.right != 0) {
            return Ok(0);
        }
        let work =
            open.iter().fold((columns + tests.len()) as u64, |work, _| work.saturating_mul(modulus.into()));
        if work > MOST_WORK {
            return Err(Unproved::too_large("the equations have too many solutions to try"));
        }
        let affine = |opened: Option<usize>| -> Vec<u8> {
            let mut values = vec![0_u8; columns];
            if let Some(slot) = opened.and_then(|column| values.get_mut(column)) {
                *slot = 1;
            }
            // The right sides belong to the constant part.
            let right = |row: &Row| if opened.is_none() { row.right } else { 0 };
            for (column, reciprocal, row) in pivots.iter().rev() {
                let value = times(row.residual(&values, right(row), modulus), *reciprocal, modulus);
                values.get_mut(*column).into_iter().for_each(|slot| *slot = value);
            }
            let residuals: Vec<u8> =
                tests.iter().map(|row| row.residual(&values, right(row), modulus)).collect();
            values.extend(residuals);
            values
        };
        let mut values = affine(None);
        let vectors: Vec<Vec<u8>> = open.iter().map(|column| affine(Some(*column))).collect();
        let mut digits = vec![0_u8; vectors.len()];
        let mut tried: u64 = 0;
        loop {
            tried += 1;
            if tried.is_multiple_of(1 << 10) {
                context.poll(&Progress::default())?;
            }
            let (presses, residuals) = values.split_at(columns);
            if residuals.iter().all(|residual| *residual == 0) {
                let number: u64 = presses.iter().map(|times| u64::from(*times)).sum();
                if number < fewest {
                    return Err(Unproved::Rejected(format!("a solution has {number} presses")));
                }
            }
            let mut done = true;
            for (digit, vector) in digits.iter_mut().zip(&vectors) {
                // Added m times, a vector is back at 0.
                values.iter_mut().zip(vector).for_each(|(value, more)| *value = (*value + more) % modulus);
                *digit = (*digit + 1) % modulus;
                if *digit != 0 {
                    done = false;
                    break;
                }
            }
            if done {
                return Ok(tried);
            }
        }
    }
}

/// What an action adds to each cell that changes, wherever its guard admits it.
fn added(
    action: &Action,
    sets: &[ValueSet],
    orders: &BTreeMap<u32, Vec<Value>>,
) -> Result<Vec<(u32, u8)>, Unproved> {
    let mut all = Vec::new();
    for (var, assign) in &action.assign {
        let Some(order) = orders.get(var) else { continue };
        let wrong = || Unproved::wrong("an action does not add a constant to a cell");
        let place = |value: Value| order.iter().position(|held| *held == value);
        let mut steps = None;
        for value in found(action, *var, sets) {
            let (from, to) = (place(value).ok_or_else(wrong)?, place(assign.value(value)).ok_or_else(wrong)?);
            let by = (to + order.len() - from) % order.len();
            if steps.replace(by).is_some_and(|before| before != by) {
                return Err(wrong());
            }
        }
        if let Some(by) = steps.and_then(|by| u8::try_from(by).ok()).filter(|by| *by != 0) {
            all.push((*var, by));
        }
    }
    Ok(all)
}

/// An equation: the entries from a column on, and the right side.
#[derive(Clone, Debug)]
struct Row {
    first: usize,
    entries: Vec<u8>,
    right: u8,
}

impl Row {
    /// Removes zeros at both ends.
    fn trim(&mut self) {
        while self.entries.last() == Some(&0) {
            self.entries.pop();
        }
        let zeros = self.entries.iter().take_while(|entry| **entry == 0).count();
        self.entries.drain(..zeros);
        self.first += zeros;
    }

    /// The column of the first entry; past all columns for a row without entries.
    fn column(&self) -> usize {
        if self.entries.is_empty() { usize::MAX } else { self.first }
    }

    fn lead(&self) -> u8 {
        self.entries.first().copied().unwrap_or(0)
    }

    /// Subtracts a multiple of a row that begins in the same column.
    fn subtract(&mut self, other: &Row, multiple: u8, modulus: u8) {
        if self.entries.len() < other.entries.len() {
            self.entries.resize(other.entries.len(), 0);
        }
        let less = |value: u8, by: u8| (value + modulus - times(by, multiple, modulus)) % modulus;
        self.entries.iter_mut().zip(&other.entries).for_each(|(entry, by)| *entry = less(*entry, *by));
        self.right = less(self.right, other.right);
    }

    /// The right side less the left one.
    fn residual(&self, values: &[u8], right: u8, modulus: u8) -> u8 {
        let values = values.iter().skip(self.first);
        self.entries
            .iter()
            .zip(values)
            .fold(right, |rest, (entry, value)| (rest + modulus - times(*entry, *value, modulus)) % modulus)
    }
}

fn times(a: u8, b: u8, modulus: u8) -> u8 {
    (u16::from(a) * u16::from(b) % u16::from(modulus)) as u8
}

fn reciprocal(number: u8, modulus: u8) -> Option<u8> {
    (1..modulus).find(|other| times(number, *other, modulus) == 1)
}
