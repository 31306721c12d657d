//! A move under construction: its preconditions on the old position, and the new contents of cells.

use std::collections::BTreeMap;

use super::field::{Extent, Field, Spot};
use super::later;
use puzzlec_model::board::Coord;
use puzzlec_task::{Action, Assign, Condition, Label, Value, ValueSet, VarId};

/// The new content of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Symbol {
    /// This.
    Value(Value),
    /// The old value of a variable, mapped by a table if there is one.
    Old(VarId, Option<Vec<Value>>),
}

impl Symbol {
    /// The value if the variable had this one.
    pub(super) fn of(&self, old: Value) -> Value {
        match self {
            Symbol::Value(value) => *value,
            Symbol::Old(_, None) => old,
            Symbol::Old(_, Some(table)) => table.get(usize::from(old)).copied().unwrap_or(old),
        }
    }

    /// The same, mapped further.
    pub(super) fn through(&self, contents: Value, change: &dyn Fn(Value) -> Value) -> Symbol {
        match self {
            Symbol::Value(value) => Symbol::Value(change(*value)),
            Symbol::Old(var, _) => {
                Symbol::Old(*var, Some((0..contents).map(|old| change(self.of(old))).collect()))
            }
        }
    }
}

/// A move that is being read. Conditions after it restrict the move, not its escapes: a proof then covers more escapes
/// than there are.
#[derive(Clone, Default)]
pub(super) struct Draft {
    guard: BTreeMap<VarId, ValueSet>,
    rest: Vec<Condition>,
    now: BTreeMap<Coord, Symbol>,
    /// Conditions on the position after it.
    later: Vec<Condition>,
    /// The number of cells of the ring afterwards, if it changes.
    length: Option<Value>,
    /// The list of consequences that follow.
    pub(super) then: u32,
}

/// The result: a move on the cells, if there is one, and its escapes.
pub(super) struct Ended {
    pub(super) action: Option<Action>,
    pub(super) escapes: Vec<Action>,
}

impl Draft {
    pub(super) fn ask(&mut self, var: VarId, values: &ValueSet) {
        let slot = self.guard.entry(var).or_insert_with(|| values.clone());
        *slot = slot.intersection(values);
    }

    /// Requires a cell to have one of these contents; `false` if that is impossible.
    pub(super) fn ask_cell(&mut self, field: &Field<'_>, cell: Coord, values: &ValueSet) -> bool {
        match field.spot(cell) {
            Spot::Var(var) => {
                self.ask(var, values);
                self.guard.get(&var).is_some_and(|left| !left.is_empty())
            }
            Spot::Beyond => values.contains(0),
            Spot::Still(value) => values.contains(value),
            Spot::Off => false,
        }
    }

    /// Requires a condition; its parts that refer to one variable become guards.
    pub(super) fn ask_all(&mut self, condition: Condition) {
        match condition {
            Condition::True => {}
            Condition::In(var, values) => self.ask(var, &values),
            Condition::All(parts) => parts.into_iter().for_each(|part| self.ask_all(part)),
            other => self.rest.push(other),
        }
    }

    /// The possible old values of a variable.
    pub(super) fn olds(&self, field: &Field<'_>, var: VarId) -> ValueSet {
        self.guard.get(&var).cloned().unwrap_or_else(|| field.every(var))
    }

    /// The current content of a cell; `None` if there is no such cell.
    pub(super) fn get(&self, field: &Field<'_>, cell: Coord) -> Option<Symbol> {
        let known = self.now.get(&cell).cloned();
        match field.spot(cell) {
            Spot::Var(var) => Some(known.unwrap_or(Symbol::Old(var, None))),
            Spot::Beyond => Some(known.unwrap_or(Symbol::Value(0))),
            Spot::Still(value) => Some(known.unwrap_or(Symbol::Value(value))),
            Spot::Off => None,
        }
    }

    pub(super) fn set(&mut self, cell: Coord, symbol: Symbol) {
        self.now.insert(cell, symbol);
    }

    /// Requires a condition after the move.
    pub(super) fn test_after(&mut self, condition: &Condition) {
        self.later.push(condition.clone());
    }

    pub(super) fn shorten(&mut self, length: Value) {
        self.length = Some(length);
    }

    /// The move that was read; one without effect only if `idle`.
    pub(super) fn end(mut self, field: &Field<'_>, rule: u32, idle: bool) -> Ended {
        let mut ended = Ended { action: None, escapes: Vec::new() };
        if let Some((var, length)) = field.length {
            self.ask(var, &ValueSet::one(length));
        }
        let beyond: Vec<Symbol> = self
            .now
            .iter()
            .filter(|(cell, _)| field.var(**cell).is_none())
            .map(|(_, symbol)| symbol.clone())
            .collect();
        for symbol in beyond {
            let (empty, held) = match &symbol {
                Symbol::Value(0) => continue,
                Symbol::Value(_) => (None, self.clone()),
                Symbol::Old(var, _) => {
                    let olds = self.olds(field, *var);
                    let holding = |piece: bool| -> ValueSet {
                        olds.iter().filter(|old| (symbol.of(*old) != 0) == piece).collect()
                    };
                    let (mut empty, mut held) = (self.clone(), self.clone());
                    empty.ask(*var, &holding(false));
                    held.ask(*var, &holding(true));
                    (Some(empty), held)
                }
            };
            // In a stated window there is no such action.
            if field.extent == Extent::Endless && held.has_cases() {
                ended.escapes.push(held.action(field, rule));
            }
            match empty {
                Some(empty) => self = empty,
                None => return ended,
            }
        }
        for later in std::mem::take(&mut self.later) {
            let earlier = later::earlier(&self, field, &later);
            self.ask_all(earlier);
        }
        if self.has_cases() {
            let action = self.action(field, rule);
            ended.action = (idle || !action.assign.is_empty()).then_some(action);
        }
        ended
    }

    /// Whether its preconditions are not plainly contradictory.
    pub(super) fn has_cases(&self) -> bool {
        self.guard.values().all(|values| !values.is_empty()) && !self.rest.contains(&Condition::False)
    }

    fn action(&self, field: &Field<'_>, rule: u32) -> Action {
        let mut assign = Vec::new();
        for (cell, symbol) in &self.now {
            let Some(var) = field.var(*cell) else { continue };
            let value = match symbol {
                Symbol::Value(value) => Assign::Set(*value),
                Symbol::Old(from, table) => match (self.olds(field, *from).single(), table) {
                    (Some(old), _) => Assign::Set(symbol.of(old)),
                    (None, None) => Assign::Copy(*from),
                    (None, Some(table)) => Assign::Map(*from, table.clone()),
                },
            };
            let before = self.olds(field, var);
            let idle = match &value {
                Assign::Set(value) => before.single() == Some(*value),
                Assign::Copy(from) => *from == var,
                Assign::Map(from, _) => *from == var && before.iter().all(|old| value.value(old) == old),
            };
            if !idle {
                assign.push((var, value));
            }
        }
        if let (Some((var, _)), Some(length)) = (field.length, self.length) {
            assign.push((var, Assign::Set(length)));
        }
        assign.sort_by_key(|(var, _)| *var);
        let rest = self.rest.iter().cloned().fold(Condition::True, Condition::and);
        let asks = |(var, values): (&VarId, &ValueSet)| {
            (*values != field.every(*var) || field.length.is_some_and(|l| l.0 == *var))
                .then(|| (*var, values.clone()))
        };
        Action {
            label: Label { rule, part: 0, binding: Vec::new() },
            guard: self.guard.iter().filter_map(asks).collect(),
            condition: rest,
            assign,
            mover: None,
            weight: 0,
            times: 1,
            then: 0,
        }
    }
}
