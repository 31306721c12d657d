//! Schemas as the actions of a domain.

mod action;

use std::fmt::Write as _;

use super::schema::{Schema, Shape};
use super::words::Words;
use action::{Action, cell};
use puzzlec_task::{Value, ValueSet, VarId};

/// The actions as text, with what they use.
pub(super) struct Domain {
    pub actions: String,
    /// Predicates for the cells of actions: name, number of cells.
    pub tables: Vec<(String, usize)>,
    /// Whether an action has conditional effects.
    pub conditional: bool,
    /// Sets of values.
    pub sets: Vec<Set>,
    /// Names of maps of values, with the pairs that are used.
    pub maps: Vec<Map>,
    /// Whether `partner` relates the two ends of a piece.
    pub partner: bool,
    /// Whether an action has one parameter for pieces and other contents, so that the text is not valid.
    pub mixed: bool,
}

/// A set of values.
pub(super) struct Set {
    pub name: String,
    /// The variable, other than a cell, that holds them.
    pub fixed: Option<VarId>,
    pub values: ValueSet,
}

/// A map of values.
pub(super) struct Map {
    pub name: String,
    pub fixed: Option<VarId>,
    pub pairs: Vec<(Value, Value)>,
}

impl Domain {
    /// Writes all schemas.
    pub(super) fn new(schemas: &[Schema], words: &mut Words<'_>) -> Self {
        let mut domain = Domain {
            actions: String::new(),
            tables: Vec::new(),
            conditional: false,
            sets: Vec::new(),
            maps: Vec::new(),
            partner: false,
            mixed: false,
        };
        for schema in schemas {
            domain.action(&schema.shape, words);
        }
        domain
    }

    fn action(&mut self, shape: &Shape, words: &mut Words<'_>) {
        let name = words.action(shape.rule);
        let cells: Vec<String> =
            shape.roles.iter().enumerate().filter(|(_, r)| r.fixed.is_none()).map(|(i, _)| cell(i)).collect();
        let table = words.namer.name(&format!("{name} cells"));
        let mut writer = Action {
            shape,
            domain: self,
            words,
            parameters: Vec::new(),
            before: Vec::new(),
            after: Vec::new(),
        };
        for cell in &cells {
            writer.parameters.push(format!("{cell} - cell"));
        }
        if !cells.is_empty() {
            writer.before.push(format!("({table} {})", cells.join(" ")));
        }
        let olds = writer.olds();
        writer.condition();
        for (at, role) in shape.roles.iter().enumerate() {
            writer.assign(at, role, &olds);
        }
        writer.measure();
        let Action { parameters, before, after, .. } = writer;
        let _ = write!(
            self.actions,
            "\n  (:action {name}\n    :parameters ({})\n    :precondition (and\n      {})\n    :effect (and\n      {}))\n",
            parameters.join(" "),
            before.join("\n      "),
            after.join("\n      "),
        );
        self.tables.push((table, cells.len()));
    }

    fn set(&mut self, fixed: Option<VarId>, set: &ValueSet, words: &mut Words<'_>) -> String {
        if let Some(set) = self.sets.iter().find(|s| s.fixed == fixed && s.values == *set) {
            return set.name.clone();
        }
        let name = words.namer.name(&format!("set {}", self.sets.len() + 1));
        self.sets.push(Set { name: name.clone(), fixed, values: set.clone() });
        name
    }

    fn map(&mut self, fixed: Option<VarId>, pairs: Vec<(Value, Value)>, words: &mut Words<'_>) -> String {
        if let Some(map) = self.maps.iter().find(|m| m.fixed == fixed && m.pairs == pairs) {
            return map.name.clone();
        }
        let name = words.namer.name(&format!("becomes {}", self.maps.len() + 1));
        self.maps.push(Map { name: name.clone(), fixed, pairs });
        name
    }
}
