//! The domain and the problem as text.

use std::fmt::Write as _;

use super::domain::Domain;
use super::formula::Formula;
use super::names::Namer;
use super::schema::Schema;
use super::words::Words;
use puzzlec_model::Model;
use puzzlec_task::{Task, Value, ValueSet, VarId};

/// The data of both texts.
pub(super) struct Text<'a> {
    pub model: &'a Model,
    pub task: &'a Task,
    pub words: &'a Words<'a>,
    pub schemas: &'a [Schema],
    pub domain: &'a Domain,
    pub goal: &'a Formula,
    /// The alternatives of a goal that is more than a list of facts, with the names of their actions.
    pub finishes: &'a [(String, Formula)],
    pub cells: usize,
}

impl Text<'_> {
    fn name(&self) -> String {
        Namer::new().name(&self.model.name)
    }

    fn numbers(&self) -> impl Iterator<Item = VarId> {
        let n = self.task.variables.len();
        (self.cells..n).filter_map(|v| VarId::try_from(v).ok())
    }

    /// The largest value of a number.
    fn largest(&self) -> Option<Value> {
        self.numbers().filter_map(|v| self.words.values.get(v as usize)?.iter().last()).max()
    }

    /// The domain.
    pub(super) fn domain(&self, file: &str) -> String {
        let words = self.words;
        let mut text = format!("; {} of {file}, written by puzzlec.\n", self.model.name);
        let counted = format!(
            "; A plan's {} is its length in {}.\n",
            if words.costs { "cost" } else { "length" },
            self.model.unit
        );
        text.push_str(&counted);
        let _ = write!(
            text,
            "(define (domain {})\n  (:requirements :strips :typing :negative-preconditions",
            self.name()
        );
        let actions = self.actions();
        if actions.contains("(or ") {
            text.push_str(" :disjunctive-preconditions");
        }
        if self.domain.conditional {
            text.push_str(" :conditional-effects");
        }
        if words.costs {
            text.push_str(" :action-costs");
        }
        text.push_str(")\n");
        let numbers: Vec<VarId> = self.numbers().collect();
        let mut types = vec!["cell"];
        types.extend(self.kinds().iter().map(|k| k.0));
        if !numbers.is_empty() {
            types.extend(["counter", "amount"]);
        }
        let _ = writeln!(text, "  (:types {})", types.join(" "));
        self.constants(&mut text, &numbers);
        self.predicates(&mut text, &numbers);
        if words.costs {
            text.push_str("  (:functions (total-cost))\n");
        }
        text.push_str(&actions);
        text.push_str(")\n");
        text
    }

    /// All actions as text.
    fn actions(&self) -> String {
        let words = self.words;
        let mut text = self.domain.actions.clone();
        if words.runs {
            let taken = self.takes();
            let _ = write!(
                text,
                "\n  (:action take\n    :parameters (?c - cell)\n    :precondition (and (nothing-moving){taken})\n    :effect (and (not (nothing-moving)) (moving ?c) (increase (total-cost) 1)))\n\
                 \n  (:action leave\n    :parameters (?c - cell)\n    :precondition (moving ?c)\n    :effect (and (nothing-moving) (not (moving ?c))))\n"
            );
        }
        for (name, goal) in self.finishes {
            let goal = self.formula(goal);
            let _ = write!(
                text,
                "\n  (:action {name}\n    :parameters ()\n    :precondition {goal}\n    :effect (done))\n"
            );
        }
        text
    }

    /// The precondition of `take` on the cell: it is occupied, if every move of a piece requires that.
    fn takes(&self) -> String {
        let somewhere = self.schemas.iter().all(|s| match s.shape.mover {
            Some((from, _)) => {
                let guard = s.shape.roles.get(from).and_then(|r| r.guard.as_ref());
                guard.is_some_and(|g| !g.contains(0))
            }
            None => true,
        });
        match &self.words.two {
            _ if !somewhere || !self.words.contents.contains(0) => String::new(),
            Some(two) => format!(" ({} ?c)", two.name),
            None => format!(" (not (holds ?c {}))", self.words.value(None, 0)),
        }
    }

    fn constants(&self, text: &mut String, numbers: &[VarId]) {
        let words = self.words;
        let mut lines = Vec::new();
        if words.finish {
            let names: Vec<&str> = self.changing().map(|v| words.variable(v)).collect();
            if !names.is_empty() {
                lines.push(format!("{} - cell", names.join(" ")));
            }
        }
        for (kind, values) in self.kinds() {
            let names: Vec<String> = values.iter().map(|v| words.value(None, v)).collect();
            if !names.is_empty() {
                lines.push(format!("{} - {kind}", names.join(" ")));
            }
        }
        if let Some(largest) = self.largest() {
            let names: Vec<&str> = numbers.iter().map(|v| words.variable(*v)).collect();
            lines.push(format!("{} - counter", names.join(" ")));
            let values: Vec<String> = (0..=largest).map(|n| format!("n{n}")).collect();
            lines.push(format!("{} - amount", values.join(" ")));
        }
        if !lines.is_empty() {
            let _ = writeln!(text, "  (:constants\n    {})", lines.join("\n    "));
        }
    }

    /// The types of contents, with their values.
    fn kinds(&self) -> Vec<(&'static str, ValueSet)> {
        let words = self.words;
        if words.two.is_some() {
            return Vec::new();
        }
        let kinds = [("piece", words.of_kind(true)), ("content", words.of_kind(false))];
        let kept = |k: &(&str, ValueSet)| !k.1.is_empty() || (k.0 == "content" && words.pieces.is_empty());
        kinds.into_iter().filter(kept).collect()
    }

    /// The cells whose contents change.
    fn changing(&self) -> impl Iterator<Item = VarId> {
        let changes = |v: &usize| self.words.values.get(*v).is_some_and(|set| set.len() > 1);
        (0..self.cells).filter(changes).filter_map(|v| VarId::try_from(v).ok())
    }

    fn predicates(&self, text: &mut String, numbers: &[VarId]) {
        let words = self.words;
        let mut list = Vec::new();
        match &words.two {
            Some(two) => list.push(format!("({} ?c - cell)", two.name)),
            None => list.extend(self.kinds().iter().map(|(kind, _)| match *kind {
                "piece" => "(at ?p - piece ?c - cell)".to_owned(),
                kind => format!("(holds ?c - cell ?v - {kind})"),
            })),
        }
        if !numbers.is_empty() {
            list.push("(counts ?k - counter ?n - amount)".to_owned());
        }
        if words.runs {
            list.extend(["(moving ?c - cell)".to_owned(), "(nothing-moving)".to_owned()]);
        }
        if words.finish {
            list.push("(done)".to_owned());
        }
        if *self.goal == Formula::False {
            list.push("(never)".to_owned());
        }
        for (name, n) in self.domain.tables.iter().filter(|t| t.1 > 0) {
            let cells: Vec<String> = (1..=*n).map(|i| format!("?c{i}")).collect();
            list.push(format!("({name} {} - cell)", cells.join(" ")));
        }
        for set in &self.domain.sets {
            let kind = words.kind(set.fixed, &set.values).unwrap_or("content");
            list.push(format!("({} ?v - {kind})", set.name));
        }
        for map in &self.domain.maps {
            let kind = |values: ValueSet| words.kind(map.fixed, &values).unwrap_or("content");
            let from = kind(map.pairs.iter().map(|p| p.0).collect());
            let to = kind(map.pairs.iter().map(|p| p.1).collect());
            list.push(format!("({} ?v - {from} ?w - {to})", map.name));
        }
        if self.domain.partner {
            list.push("(partner ?v ?w - content)".to_owned());
        }
        let _ = writeln!(text, "  (:predicates\n    {})", list.join("\n    "));
    }

    fn formula(&self, formula: &Formula) -> String {
        let list =
            |parts: &[Formula]| parts.iter().map(|p| self.formula(p)).collect::<Vec<_>>().join("\n      ");
        match formula {
            Formula::True => "(and)".to_owned(),
            Formula::False => "(never)".to_owned(),
            Formula::In(var, set) => {
                let facts: Vec<String> = set
                    .iter()
                    .map(|v| match self.words.fact(*var, v, self.cells) {
                        Some(fact) => fact,
                        None => {
                            let two = self.words.two.as_ref().map_or("", |t| t.name.as_str());
                            format!("(not ({two} {}))", self.words.variable(*var))
                        }
                    })
                    .collect();
                if facts.len() == 1 { facts.concat() } else { format!("(or {})", facts.join(" ")) }
            }
            Formula::All(parts) => format!("(and {})", list(parts)),
            Formula::Any(parts) => format!("(or {})", list(parts)),
        }
    }

    /// The problem.
    pub(super) fn problem(
        &self,
        file: &str,
        notes: &[String],
        partner: &dyn Fn(VarId, Value) -> Option<(VarId, Value)>,
    ) -> String {
        let words = self.words;
        let mut text = format!("; {} of {file}, written by puzzlec.\n", self.model.name);
        for note in notes {
            let _ = writeln!(text, "; Note: {note}.");
        }
        let name = self.name();
        let _ = write!(text, "(define (problem {name}-1)\n  (:domain {name})\n");
        let names: Vec<&str> = self.changing().map(|v| words.variable(v)).collect();
        if !words.finish && !names.is_empty() {
            let _ = writeln!(text, "  (:objects {} - cell)", names.join(" "));
        }
        text.push_str("  (:init\n");
        if words.costs {
            text.push_str("    (= (total-cost) 0)\n");
        }
        if words.runs {
            text.push_str("    (nothing-moving)\n");
        }
        for var in self.changing().chain(self.numbers()) {
            let value = self.task.start.get(var as usize).copied().unwrap_or(0);
            if let Some(fact) = words.fact(var, value, self.cells) {
                let _ = writeln!(text, "    {fact}");
            }
        }
        for (schema, (table, _)) in self.schemas.iter().zip(&self.domain.tables) {
            for row in schema.rows.iter().filter(|r| !r.is_empty()) {
                let cells: Vec<&str> = row.iter().map(|v| words.variable(*v)).collect();
                let _ = writeln!(text, "    ({table} {})", cells.join(" "));
            }
        }
        self.values(&mut text, partner);
        text.push_str("  )\n");
        let goal = match (words.finish, self.goal) {
            (true, _) => "(done)".to_owned(),
            (false, goal) => self.formula(goal),
        };
        let _ = writeln!(text, "  (:goal {goal})");
        if words.costs {
            text.push_str("  (:metric minimize (total-cost))\n");
        }
        text.push_str(")\n");
        text
    }

    /// Static facts about values: sets, maps and the two ends of pieces.
    fn values(&self, text: &mut String, partner: &dyn Fn(VarId, Value) -> Option<(VarId, Value)>) {
        let words = self.words;
        for set in &self.domain.sets {
            for value in set.values.iter() {
                let _ = writeln!(text, "    ({} {})", set.name, words.value(set.fixed, value));
            }
        }
        for map in &self.domain.maps {
            for (from, to) in &map.pairs {
                let (from, to) = (words.value(map.fixed, *from), words.value(map.fixed, *to));
                let _ = writeln!(text, "    ({} {from} {to})", map.name);
            }
        }
        if self.domain.partner {
            for value in words.contents.iter() {
                let other = self.changing().find_map(|v| partner(v, value));
                if let Some((_, other)) = other.filter(|o| words.contents.contains(o.1)) {
                    let (a, b) = (words.value(None, value), words.value(None, other));
                    let _ = writeln!(text, "    (partner {a} {b})");
                }
            }
        }
    }
}
