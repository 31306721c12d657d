//! Certificates in words and pictures.

mod impossible;
mod pairs;

use std::collections::BTreeMap;

use puzzlec_base::words::counted;
use puzzlec_model::Model;
use puzzlec_model::board::draw;
use puzzlec_search::ground::Ground;
use puzzlec_task::certificate::{Invariant, Names, Proof};
use puzzlec_task::{Certificate, Task};

/// An explanation of a certificate, line by line.
pub(super) fn words(model: &Model, ground: &Ground, certificate: &Certificate) -> Vec<String> {
    if let Certificate::Part(of_part) = certificate {
        let mut lines = words(model, ground, &of_part.certificate);
        if let [first, .., last] = of_part.part.as_slice() {
            lines.insert(
                0,
                format!(
                    "The part has the cells from `{first}` to `{last}`; the rest has nothing to do with it."
                ),
            );
        }
        return lines;
    }
    if let Certificate::Proved(Proof::GoalImpossible { .. }) = certificate {
        return impossible::cell(&ground.task).into_iter().collect();
    }
    if let Certificate::Proved(Proof::DeadEnd { dead, together, .. }) = certificate {
        let sentence = dead_end(&ground.task, dead).or_else(|| dead_together(&ground.task, together));
        return sentence.into_iter().collect();
    }
    let Certificate::Proved(Proof::Invariants { invariants, .. }) = certificate else { return Vec::new() };
    let mut lines = Vec::new();
    if invariants.len() > 1 {
        lines.push("Every goal violates at least one of these:".into());
    }
    for invariant in invariants {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        InvariantExplanation { model, ground, names: Names::new(&ground.task) }.explain(
            invariant,
            invariants.len() == 1,
            &mut lines,
        );
    }
    lines
}

/// The first dead end of the start.
fn dead_end(task: &Task, dead: &BTreeMap<String, Vec<String>>) -> Option<String> {
    let names = Names::new(task);
    let held = (0..).zip(&task.start).map(|(var, value)| (names.variable(var), names.value(var, *value)));
    let mut held = held.filter(|(cell, held)| dead.get(held).is_some_and(|cells| cells.contains(cell)));
    let (cell, held) = held.next()?;
    let cells = counted(dead.get(&held).map_or(0, |cells| cells.len() as u64), "cells");
    Some(format!("`{held}` at `{cell}` is a dead end: no move brings it off {cells} where no goal has it."))
}

/// The first dead end of several cells of the start.
fn dead_together(task: &Task, together: &[BTreeMap<String, String>]) -> Option<String> {
    let names = Names::new(task);
    let holds = |(cell, held): (&String, &String)| {
        let var = names.variable_of(cell)?;
        (names.value(var, *task.start.get(var as usize)?) == *held).then_some(())
    };
    let end = together.iter().find(|end| end.iter().all(|one| holds(one).is_some()))?;
    let parts: Vec<String> = end.iter().map(|(cell, held)| format!("`{held}` at `{cell}`")).collect();
    let all = counted(together.len() as u64, "arrangements");
    Some(format!(
        "{} are a dead end together: no move leads out of {all}, and no goal has one of these.",
        parts.join(", ")
    ))
}

/// The weights of cells; several contents may have the same.
type Weights = BTreeMap<String, i64>;

struct InvariantExplanation<'a> {
    model: &'a Model,
    ground: &'a Ground,
    names: Names,
}

impl InvariantExplanation<'_> {
    fn explain(&self, invariant: &Invariant, alone: bool, lines: &mut Vec<String>) {
        let mut groups: BTreeMap<&Weights, Vec<String>> = BTreeMap::new();
        for (held, weights) in &invariant.weights {
            groups.entry(weights).or_default().push(format!("`{held}`"));
        }
        // In the order of the contents' names, as in the file.
        let mut groups: Vec<(&Weights, Vec<String>)> = groups.into_iter().collect();
        groups.sort_by(|a, b| a.1.cmp(&b.1));
        let plain = groups.iter().all(|g| g.0.values().all(|w| *w == 1));
        let everywhere = plain && groups.iter().all(|g| g.0.len() == self.ground.task.variables.len());
        if !invariant.order.is_empty() {
            if let Some((weights, sentences)) = self.gap(invariant, &groups, plain, alone) {
                lines.extend(sentences);
                lines.push(String::new());
                lines.extend(self.drawn(weights, true));
                return;
            }
            lines.push(self.order(invariant, alone));
            lines.extend(groups.iter().flat_map(|(weights, held)| {
                [String::new(), format!("{}:", held.join(", "))].into_iter().chain(self.drawn(weights, true))
            }));
            return;
        }
        let what = match (groups.as_slice(), plain) {
            ([], _) => String::new(),
            ([(_, held)], true) if everywhere => format!("number of cells with {}", held.join(" or ")),
            ([(_, held)], true) => format!("number of marked cells with {}", held.join(" or ")),
            (_, true) => "number of cells that are marked for what they hold".to_owned(),
            ([(_, held)], false) => format!("sum of the weights of the cells with {}", held.join(" or ")),
            _ => "sum of the weights of what the cells hold".to_owned(),
        };
        let what = pairs::with(invariant, what);
        lines.push(self.sentence(invariant, &what, alone));
        for (weights, held) in groups.iter().filter(|_| !everywhere) {
            lines.push(String::new());
            if groups.len() > 1 {
                lines.push(format!("{}:", held.join(", ")));
            }
            lines.extend(self.drawn(weights, plain));
        }
        lines.extend(pairs::listed(invariant));
    }

    fn sentence(&self, invariant: &Invariant, what: &str, alone: bool) -> String {
        let counted: i64 = self.start(invariant);
        let start = invariant.start;
        match (invariant.modulus, alone) {
            (0, true) => {
                format!("The {what} never changes: {start} at the start, and every goal has another.")
            }
            (0, false) => format!("The {what} never changes: {start} at the start."),
            (2, _) => {
                let (now, then) = if start == 1 { ("odd", "even") } else { ("even", "odd") };
                let goal = if alone { format!(", and {then} in every goal") } else { String::new() };
                format!("The {what} stays {now}: {counted} at the start{goal}.")
            }
            (modulus, _) => {
                let goal = if alone { ", and another in every goal" } else { "" };
                format!(
                    "The {what} keeps its remainder by {modulus}: {counted} at the start leaves {start}{goal}."
                )
            }
        }
    }

    /// The parity of the order of all contents and of the place of the empty cell, as in the 15-puzzle: all other
    /// contents have the same marked cells.
    fn gap<'w>(
        &self,
        invariant: &Invariant,
        groups: &[(&'w Weights, Vec<String>)],
        plain: bool,
        alone: bool,
    ) -> Option<(&'w Weights, Vec<String>)> {
        let [(weights, _)] = groups else { return None };
        let start = &self.ground.task.start;
        let held: Option<Vec<u16>> = invariant
            .order
            .iter()
            .map(|cell| start.get(self.names.variable_of(cell)? as usize).copied())
            .collect();
        let held = held?;
        // The contents are pairwise different, so one of the cells is empty.
        let filled = held.iter().filter(|value| **value != 0).count();
        let marked = weights.keys().all(|cell| invariant.order.contains(cell));
        if !plain || !marked || filled + 1 != held.len() || invariant.weights.len() != filled {
            return None;
        }
        let rest = held.iter().enumerate().flat_map(|(i, a)| held.iter().skip(i + 1).map(move |b| (a, b)));
        let pairs = rest.filter(|(a, b)| a > b).count();
        let empty = held.iter().position(|value| *value == 0)?;
        let added = usize::from(weights.contains_key(invariant.order.get(empty)?));
        let parity = |n: usize| if n.is_multiple_of(2) { "even" } else { "odd" };
        let goal =
            if alone { format!(", and {} in every goal", parity(pairs + added + 1)) } else { String::new() };
        let sentences = vec![
            "Read what the cells hold row by row, the empty cell as the least, and count the pairs in which the \
             greater stands first. Add 1 if the empty cell is a marked one."
                .to_owned(),
            format!(
                "No move changes whether this number is even or odd: it is {} at the start ({pairs} + {added}){goal}.",
                parity(pairs + added)
            ),
            "This is the parity of the permutation and of the place of the empty cell.".to_owned(),
        ];
        Some((weights, sentences))
    }

    /// The contents that are only exchanged.
    fn order(&self, invariant: &Invariant, alone: bool) -> String {
        let cells = if invariant.weights.is_empty() { "" } else { " and of cells marked for what they hold" };
        let (now, then) = if invariant.start == 1 { ("odd", "even") } else { ("even", "odd") };
        let goal = if alone { format!(", and is {then} in every goal") } else { String::new() };
        format!(
            "A move only exchanges what cells hold. The number of pairs of cells that hold the greater \
             content first{cells}, all together, stays {now}{goal}."
        )
    }

    /// The sum at the start, as an integer, whatever the modulus.
    fn start(&self, invariant: &Invariant) -> i64 {
        let held = (0..).zip(&self.ground.task.start).filter_map(|(var, value)| {
            let weights = invariant.weights.get(&self.names.value(var, *value))?;
            weights.get(&self.names.variable(var))
        });
        let held: i64 = held.sum();
        let holds = |cell: &String, held: &String| {
            let var = self.names.variable_of(cell);
            let value = var.and_then(|v| Some((v, *self.ground.task.start.get(v as usize)?)));
            value.is_some_and(|(var, value)| self.names.value(var, value) == *held)
        };
        let together = invariant.pairs.iter().map(|pairs| {
            let both = |(a, b): &&(String, String)| holds(a, &pairs.held.0) && holds(b, &pairs.held.1);
            pairs.weight * i64::try_from(pairs.cells.iter().filter(both).count()).unwrap_or(0)
        });
        held + together.sum::<i64>()
    }

    /// The weights on the board: `*` for a marked cell, a digit for a weight, a list for more.
    fn drawn(&self, weights: &Weights, plain: bool) -> Vec<String> {
        let cells = self.ground.cells.len();
        let name = |i: usize| self.names.variable(u32::try_from(i).unwrap_or(u32::MAX));
        let drawable = weights.values().all(|w| (0..10).contains(w))
            && weights.keys().all(|w| self.names.variable_of(w).is_some_and(|v| (v as usize) < cells));
        if !drawable {
            let all = weights.iter().map(|(cell, weight)| format!("{cell} {weight}"));
            return vec![all.collect::<Vec<_>>().join(", ")];
        }
        draw(&self.model.board, &self.ground.cells, |i| match weights.get(&name(i)) {
            Some(1) if plain => '*',
            Some(weight) => char::from_digit(weight.unsigned_abs() as u32, 10).unwrap_or('?'),
            None => '.',
        })
    }
}
