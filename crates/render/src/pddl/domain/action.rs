//! One action with parameters.

use std::collections::BTreeSet;

use super::Domain;
use crate::pddl::formula::Formula;
use crate::pddl::schema::{New, Role, Shape};
use crate::pddl::words::Words;
use puzzlec_task::{Value, ValueSet, VarId};

/// Old values that no guard fixes become parameters up to this number of cases; beyond, conditional effects
/// distinguish them.
const MOST_CASES: usize = 64;

pub(super) fn cell(role: usize) -> String {
    format!("?c{}", role + 1)
}

fn held(role: usize) -> String {
    format!("?v{}", role + 1)
}

/// The knowledge of a role's old value.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Old {
    /// This.
    One(Value),
    /// One of these, as a parameter.
    Parameter(ValueSet),
    /// One of these, distinguished by conditional effects.
    Open(ValueSet),
    /// It is irrelevant.
    Any,
}

/// An action in the making.
pub(super) struct Action<'a, 'w, 'd> {
    pub shape: &'a Shape,
    pub domain: &'d mut Domain,
    pub words: &'d mut Words<'w>,
    pub parameters: Vec<String>,
    pub before: Vec<String>,
    pub after: Vec<String>,
}

impl Action<'_, '_, '_> {
    /// The value of a role, as text.
    fn place(&self, at: usize) -> String {
        match self.shape.roles.get(at).and_then(|r| r.fixed) {
            Some(var) => self.words.variable(var).to_owned(),
            None => cell(at),
        }
    }

    /// "The role holds this", a value of this type.
    fn holds(&self, at: usize, value: &str, kind: &str) -> String {
        match self.fixed(at) {
            Some(_) => format!("(counts {} {value})", self.place(at)),
            None => self.words.holds(&self.place(at), value, kind == "piece"),
        }
    }

    /// The type of the values of a role.
    fn kind(&mut self, at: usize, set: &ValueSet) -> &'static str {
        let kind = self.words.kind(self.fixed(at), set);
        self.domain.mixed |= kind.is_none();
        kind.unwrap_or("content")
    }

    fn fixed(&self, at: usize) -> Option<VarId> {
        self.shape.roles.get(at).and_then(|r| r.fixed)
    }

    /// "The role holds this value", or "does not".
    fn literal(&self, at: usize, value: Value, positive: bool) -> String {
        let (atom, positive) = match (self.fixed(at), &self.words.two) {
            (None, Some(two)) => (format!("({} {})", two.name, cell(at)), positive == (value == two.yes)),
            (fixed, _) => {
                let kind = if self.words.pieces.contains(value) { "piece" } else { "content" };
                (self.holds(at, &self.words.value(fixed, value), kind), positive)
            }
        };
        if positive { atom } else { format!("(not {atom})") }
    }

    fn universe(&self, at: usize) -> ValueSet {
        match self.fixed(at) {
            Some(var) => self.words.values.get(var as usize).cloned().unwrap_or_default(),
            None => self.words.contents.clone(),
        }
    }

    /// "The role holds one of these."
    fn one_of(&mut self, at: usize, set: &ValueSet) -> String {
        if let Some(value) = set.single() {
            return self.literal(at, value, true);
        }
        let others: Vec<Value> = self.universe(at).iter().filter(|v| !set.contains(*v)).collect();
        if others.len() < set.len() {
            let nots: Vec<String> = others.iter().map(|v| self.literal(at, *v, false)).collect();
            return if nots.len() == 1 { nots.concat() } else { format!("(and {})", nots.join(" ")) };
        }
        let each: Vec<String> = set.iter().map(|v| self.literal(at, v, true)).collect();
        format!("(or {})", each.join(" "))
    }

    /// The old value of each role: in the precondition, as a parameter if necessary.
    pub(super) fn olds(&mut self) -> Vec<Old> {
        let shape = self.shape;
        let needed: BTreeSet<usize> = shape
            .roles
            .iter()
            .enumerate()
            .flat_map(|(at, role)| {
                let source = match &role.new {
                    Some(New::From(from, _)) => Some(*from),
                    _ => None,
                };
                role.new.is_some().then_some(at).into_iter().chain(source)
            })
            .collect();
        let free = |at: &usize| {
            let role = shape.roles.get(*at);
            role.is_some_and(|r| r.guard.is_none() && r.fixed.is_none())
        };
        let cases = needed
            .iter()
            .filter(|at| free(at))
            .fold(1_usize, |n, at| n.saturating_mul(self.universe(*at).len()));
        let open = self.words.two.is_some() || cases > MOST_CASES;
        let mut olds = Vec::new();
        for (at, role) in shape.roles.iter().enumerate() {
            let all = self.universe(at);
            let old = match &role.guard {
                Some(set) => match set.single() {
                    Some(value) => Old::One(value),
                    None if needed.contains(&at) || shape.links.iter().any(|l| l.0 == at || l.1 == at) => {
                        Old::Parameter(set.clone())
                    }
                    None if all.len() > set.len() + 1 => Old::Parameter(set.clone()),
                    None => {
                        let text = self.one_of(at, set);
                        self.before.push(text);
                        Old::Any
                    }
                },
                None if !needed.contains(&at) => Old::Any,
                None if open && role.fixed.is_none() => Old::Open(all),
                None => Old::Parameter(all),
            };
            match &old {
                Old::One(value) => self.before.push(self.literal(at, *value, true)),
                Old::Parameter(set) => self.parameter(at, set),
                Old::Open(_) | Old::Any => {}
            }
            olds.push(old);
        }
        for (a, b) in &shape.links {
            self.domain.partner = true;
            self.domain.mixed |= !self.words.pieces.is_empty();
            self.before.push(format!("(partner {} {})", held(*a), held(*b)));
        }
        olds
    }

    fn parameter(&mut self, at: usize, set: &ValueSet) {
        let kind = self.kind(at, set);
        self.parameters.push(format!("{} - {kind}", held(at)));
        // A set is tested before the cells, so that fewer cases arise.
        let all = if kind == "amount" { self.universe(at) } else { self.words.of_kind(kind == "piece") };
        if set.len() < all.len() {
            let name = self.domain.set(self.fixed(at), set, self.words);
            self.before.push(format!("({name} {})", held(at)));
        }
        let holds = self.holds_parameter(at, set);
        self.before.push(holds);
    }

    /// "The role holds its parameter", one of these values.
    fn holds_parameter(&mut self, at: usize, set: &ValueSet) -> String {
        let kind = self.kind(at, set);
        self.holds(at, &held(at), kind)
    }

    pub(super) fn condition(&mut self) {
        match self.shape.condition.clone() {
            Formula::True => {}
            Formula::All(parts) => {
                for part in &parts {
                    let text = self.formula(part);
                    self.before.push(text);
                }
            }
            other => {
                let text = self.formula(&other);
                self.before.push(text);
            }
        }
    }

    fn formula(&mut self, formula: &Formula) -> String {
        let mut list =
            |parts: &[Formula]| parts.iter().map(|p| self.formula(p)).collect::<Vec<_>>().join(" ");
        match formula {
            Formula::True => "(and)".to_owned(),
            Formula::False => "(never)".to_owned(),
            Formula::In(at, set) => self.one_of(*at as usize, set),
            Formula::All(parts) => format!("(and {})", list(parts)),
            Formula::Any(parts) => {
                let text = format!("(or {})", list(parts));
                text
            }
        }
    }

    pub(super) fn assign(&mut self, at: usize, role: &Role, olds: &[Old]) {
        let Some(new) = &role.new else { return };
        let old = olds.get(at).cloned().unwrap_or(Old::Any);
        let (source, table) = match new {
            New::Set(value) => return self.set(at, *value, &old),
            New::From(source, table) => (*source, table),
        };
        let send = |v: Value| table.as_ref().and_then(|t| t.get(usize::from(v)).copied()).unwrap_or(v);
        let from = olds.get(source).cloned().unwrap_or(Old::Any);
        match (&old, &from) {
            (_, Old::One(value)) => self.set(at, send(*value), &old),
            (Old::Open(_), _) | (_, Old::Open(_)) => self.conditional(at, &old, source, &from, &send),
            (_, Old::Parameter(set)) => {
                let kind = self.kind(at, &set.iter().map(send).collect());
                let new = if table.is_none() {
                    held(source)
                } else {
                    let pairs = set.iter().map(|v| (v, send(v))).collect();
                    let name = self.domain.map(self.fixed(source), pairs, self.words);
                    let new = format!("?w{}", at + 1);
                    self.parameters.push(format!("{new} - {kind}"));
                    self.before.push(format!("({name} {} {new})", held(source)));
                    new
                };
                match &old {
                    Old::One(value) => self.after.push(format!("(not {})", self.literal(at, *value, true))),
                    Old::Parameter(set) => {
                        let gone = self.holds_parameter(at, set);
                        self.after.push(format!("(not {gone})"));
                    }
                    Old::Open(_) | Old::Any => {}
                }
                self.after.push(self.holds(at, &new, kind));
            }
            (_, Old::Any) => {}
        }
    }

    fn set(&mut self, at: usize, value: Value, old: &Old) {
        if self.fixed(at).is_none() && self.words.two.is_some() {
            if *old != Old::One(value) {
                self.after.push(self.literal(at, value, true));
            }
            return;
        }
        match old {
            Old::One(before) if *before == value => return,
            Old::One(before) => self.after.push(format!("(not {})", self.literal(at, *before, true))),
            Old::Parameter(set) => {
                let gone = self.holds_parameter(at, set);
                self.after.push(format!("(not {gone})"));
            }
            Old::Open(set) => {
                self.domain.conditional = true;
                for before in set.iter().filter(|v| *v != value) {
                    let atom = self.literal(at, before, true);
                    self.after.push(format!("(when {atom} (not {atom}))"));
                }
            }
            Old::Any => {}
        }
        self.after.push(self.literal(at, value, true));
    }

    /// A new value by cases of the old ones.
    fn conditional(
        &mut self,
        at: usize,
        old: &Old,
        source: usize,
        from: &Old,
        send: &dyn Fn(Value) -> Value,
    ) {
        self.domain.conditional = true;
        let held = |old: &Old| match old {
            Old::One(value) => ValueSet::one(*value),
            Old::Parameter(set) | Old::Open(set) => set.clone(),
            Old::Any => ValueSet::new(),
        };
        let two = self.fixed(at).is_none() && self.words.two.is_some();
        for value in held(from).iter() {
            let new = send(value);
            for before in held(old).iter() {
                if before == new || (source == at && before != value) {
                    continue;
                }
                let mut when = vec![self.literal(source, value, true)];
                if source != at {
                    when.push(self.literal(at, before, true));
                }
                let when = if when.len() == 1 { when.concat() } else { format!("(and {})", when.join(" ")) };
                let then = if two {
                    self.literal(at, new, true)
                } else {
                    format!("(and {} {})", self.literal(at, before, false), self.literal(at, new, true))
                };
                self.after.push(format!("(when {when} {then})"));
            }
        }
    }

    /// The cost of the action, and its moving piece.
    pub(super) fn measure(&mut self) {
        if self.words.runs {
            match self.shape.mover {
                Some((from, to)) => {
                    let (from, to) = (self.place(from), self.place(to));
                    self.before.push(format!("(moving {from})"));
                    if from != to {
                        self.after.push(format!("(not (moving {from}))"));
                        self.after.push(format!("(moving {to})"));
                    }
                }
                None => self.before.push("(nothing-moving)".to_owned()),
            }
        }
        if self.words.costs && self.shape.cost > 0 {
            self.after.push(format!("(increase (total-cost) {})", self.shape.cost));
        }
    }
}
