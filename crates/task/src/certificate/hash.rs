//! The hashes of certificates. They are part of the format and never change.
//!
//! `mix` is one step of SplitMix64 (Steele, Lea, Flood 2014). A hash has two lanes of 64 bits that start with
//! digits of pi; a word `w` replaces a lane `h` by `mix(h xor w)`.

use puzzlec_model::expr::Test;
use puzzlec_model::rule::{Body, Repeat};
use rustc_hash::FxHashSet;

use crate::{Action, Assign, Bound, Condition, Cost, Members, Task, Value, ValueSet};

/// A hash under construction.
#[derive(Clone, Copy, Debug)]
struct Hash([u64; 2]);

impl Hash {
    const START: Hash = Hash([0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344]);

    fn word(&mut self, word: u64) {
        for lane in &mut self.0 {
            *lane = mix(*lane ^ word);
        }
    }

    fn text(&mut self, text: &str) {
        self.word(text.len() as u64);
        text.bytes().for_each(|b| self.word(u64::from(b)));
    }

    fn end(self) -> u128 {
        let [high, low] = self.0;
        u128::from(high) << 64 | u128::from(low)
    }
}

fn mix(word: u64) -> u64 {
    let z = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// The hash of a position: its values in the order of the variables, 16 bits each, four to a word,
/// the first in the lowest bits; the last word is filled up with zeros.
pub fn position(values: impl Iterator<Item = Value>) -> u128 {
    let mut hash = Hash::START;
    let (mut word, mut bits) = (0_u64, 0);
    for value in values {
        word |= u64::from(value) << bits;
        bits += 16;
        if bits == 64 {
            hash.word(word);
            (word, bits) = (0, 0);
        }
    }
    if bits > 0 {
        hash.word(word);
    }
    hash.end()
}

/// A hash in the format of certificates: 32 hexadecimal digits.
pub fn written(hash: u128) -> String {
    format!("{hash:032x}")
}

/// A hash of everything that a proof depends on, which identifies the puzzle. Actions with the same
/// preconditions and effects count once, as the first of them.
pub fn fingerprint(task: &Task) -> String {
    let mut hash = Hash::START;
    let h = &mut hash;
    h.word(task.variables.len() as u64);
    for variable in &task.variables {
        h.text(&variable.name);
        h.word(u64::from(variable.size));
        if let Some(first) = variable.counts.filter(|first| *first != 0) {
            h.word(first.cast_unsigned());
        }
    }
    h.word(task.contents.len() as u64);
    task.contents.iter().for_each(|name| h.text(name));
    task.start.iter().for_each(|value| h.word(u64::from(*value)));
    for script in task.oracle.iter().flat_map(|oracle| oracle.scripts()) {
        h.text(&script.text);
        h.text(&script.function);
        script.args.iter().for_each(|n| h.word(n.cast_unsigned()));
    }
    for lifted in task.oracle.iter().filter_map(|oracle| oracle.lifted()) {
        for rule in lifted.rules.iter().filter_map(|number| lifted.model.rules().get(*number as usize)) {
            h.text(&rule.name);
            if let Body::Quantified(one) = &rule.body {
                let after: Vec<&Test> = one.after.iter().map(|after| &after.0).collect();
                h.text(&format!("{:?}", (&one.variables, &one.guards, &one.effects, after)));
            }
        }
    }
    h.text(&task.measure.unit);
    h.word(match task.measure.cost {
        Cost::Actions => 0,
        Cost::Runs => 1,
        Cost::Weights => 2,
    });
    condition(h, &task.goal);
    let mut known = FxHashSet::default();
    let mut first: Vec<&Action> = Vec::new();
    for action in &task.actions {
        if known.insert((&action.guard, &action.condition, &action.assign)) {
            first.push(action);
        }
    }
    h.word(first.len() as u64);
    first.into_iter().for_each(|a| action(h, a));
    if let Some(consequences) = &task.consequences {
        for stage in &consequences.stages {
            h.word(match stage.repeat {
                Repeat::UntilNone => 0,
                Repeat::Each => 1,
                Repeat::Once => 2,
            });
            h.word(consequences.of(stage).len() as u64);
            consequences.of(stage).iter().for_each(|a| action(h, a));
        }
        for sequence in &consequences.sequences {
            h.word(sequence.len() as u64);
            sequence.iter().for_each(|stage| h.word(u64::from(*stage)));
        }
        task.actions.iter().for_each(|a| h.word(u64::from(a.then)));
        condition(h, &consequences.legal);
    }
    task.wins.iter().flat_map(|wins| wins.iter()).for_each(|won| condition(h, won));
    written(hash.end())
}

fn action(h: &mut Hash, action: &Action) {
    h.word(u64::from(action.label.rule));
    h.word(u64::from(action.label.part));
    h.word(action.label.binding.len() as u64);
    for bound in &action.label.binding {
        match bound {
            Bound::Cell(x, y) => [0, *x as u64, *y as u64].into_iter().for_each(|w| h.word(w)),
            Bound::Direction(d) => [1, u64::from(*d)].into_iter().for_each(|w| h.word(w)),
            Bound::Number(n) => [2, *n as u64].into_iter().for_each(|w| h.word(w)),
        }
    }
    h.word(action.guard.len() as u64);
    for (var, values) in &action.guard {
        h.word(u64::from(*var));
        set(h, values);
    }
    condition(h, &action.condition);
    h.word(action.assign.len() as u64);
    for (var, assign) in &action.assign {
        h.word(u64::from(*var));
        match assign {
            Assign::Set(value) => [0, u64::from(*value)].into_iter().for_each(|w| h.word(w)),
            Assign::Copy(from) => [1, u64::from(*from)].into_iter().for_each(|w| h.word(w)),
            Assign::Map(from, table) => {
                [2, u64::from(*from), table.len() as u64].into_iter().for_each(|w| h.word(w));
                table.iter().for_each(|v| h.word(u64::from(*v)));
            }
        }
    }
    let (from, to) = action.mover.map_or((u64::MAX, u64::MAX), |m| (u64::from(m.0), u64::from(m.1)));
    [from, to, u64::from(action.weight)].into_iter().for_each(|w| h.word(w));
}

fn set(h: &mut Hash, values: &ValueSet) {
    h.word(values.len() as u64);
    values.iter().for_each(|v| h.word(u64::from(v)));
}

fn members(h: &mut Hash, of: &Members) {
    h.word(of.holds.len() as u64);
    of.holds.iter().for_each(|member| condition(h, member));
    h.word(of.links.len() as u64);
    of.links.iter().for_each(|(a, b)| h.word(u64::from(*a) << 32 | u64::from(*b)));
}

fn condition(h: &mut Hash, test: &Condition) {
    match test {
        Condition::True => h.word(0),
        Condition::False => h.word(1),
        Condition::In(var, values) => {
            h.word(2);
            h.word(u64::from(*var));
            set(h, values);
        }
        Condition::Count { vars, values, min, max } => {
            h.word(3);
            h.word(vars.len() as u64);
            vars.iter().for_each(|v| h.word(u64::from(*v)));
            set(h, values);
            h.word(u64::from(*min));
            h.word(u64::from(*max));
        }
        Condition::Sum { terms, min, max } => {
            h.word(4);
            h.word(terms.len() as u64);
            for (weight, var, values) in terms {
                h.word(*weight as u64);
                h.word(u64::from(*var));
                set(h, values);
            }
            h.word(*min as u64);
            h.word(*max as u64);
        }
        Condition::All(parts) | Condition::Any(parts) => {
            h.word(if matches!(test, Condition::All(_)) { 5 } else { 6 });
            h.word(parts.len() as u64);
            parts.iter().for_each(|p| condition(h, p));
        }
        Condition::Not(part) => {
            h.word(7);
            condition(h, part);
        }
        Condition::Components { set, min, max } => {
            h.word(8);
            members(h, set);
            h.word(u64::from(*min));
            h.word(u64::from(*max));
        }
        Condition::Component { set, of, counted, min, max } => {
            h.word(9);
            members(h, set);
            h.word(u64::from(*of));
            counted.iter().for_each(|counts| condition(h, counts));
            h.word(u64::from(*min));
            h.word(u64::from(*max));
        }
        Condition::Forest { set } => {
            h.word(10);
            members(h, set);
        }
    }
}
