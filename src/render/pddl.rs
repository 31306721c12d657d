//! Puzzles for planners: the ground task as PDDL.
//!
//! Ground actions that differ only in their cells become one action with parameters, and a
//! predicate that is true from the beginning lists the cells of each. So the domain stays short,
//! and a planner grounds it to just the actions of the task:
//!
//! * `(holds CELL CONTENT)` says what a cell holds; where all cells hold one of two things, a
//!   predicate such as `(peg CELL)` says which. Cells that never change are left out.
//! * Counts that would be too long are kept as numbers: `(counts NUMBER VALUE)`.
//! * A goal that is more than a list of facts is reached by an action `finish` that costs nothing.
//! * Where consecutive moves of one piece count once, `(moving CELL)` tells the piece in hand: to
//!   take one costs 1, to move and to leave it costs nothing.
//!
//! So the least cost of a plan is the least length of a solution in the puzzle's measure.

mod counts;
mod domain;
mod formula;
mod names;
mod schema;

use std::fmt::Write as _;

use rustc_hash::FxHashMap;

use crate::model::board::Coord;
use crate::model::piece::Content;
use crate::model::{Model, Question};
use crate::task::ground::{Bounds, Ground, LAY};
use crate::task::{Bound, Cost, Task, Value, ValueSet, VarId, relaxed};
use domain::Domain;
use formula::{Formula, formula};
use names::Namer;
use schema::{Known, Schema, schemas};

/// A goal is split into at most so many alternatives.
const MOST_FINISHES: usize = 256;

/// A puzzle in PDDL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pddl {
    /// The domain.
    pub domain: String,
    /// The problem.
    pub problem: String,
    /// Actions with parameters.
    pub schemas: usize,
    /// Actions that they stand for, as far as the task's actions can ever apply.
    pub actions: usize,
    /// What a reader must know besides.
    pub notes: Vec<String>,
}

/// Why a puzzle cannot be said in PDDL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(pub String);

/// The names that an export uses.
struct Words<'a> {
    namer: Namer,
    model: &'a Model,
    /// Names of cells and numbers, by variable.
    variables: Vec<String>,
    /// Names of contents.
    contents_named: Vec<String>,
    /// What each variable can hold.
    values: &'a [ValueSet],
    /// What any cell can hold.
    contents: ValueSet,
    /// Where cells hold one of two things.
    two: Option<Two>,
    /// The goal is reached by an action.
    finish: bool,
    /// Actions have costs.
    costs: bool,
    /// Consecutive moves of one piece count once.
    runs: bool,
}

/// A predicate for cells that hold one of two things.
struct Two {
    name: String,
    /// Where it is true the cell holds this.
    yes: Value,
}

impl Words<'_> {
    fn action(&mut self, rule: u32) -> String {
        let name = match &self.model.question {
            Question::Moves { rules, .. } | Question::Game { rules, .. } => {
                rules.get(rule as usize).map_or("move", |r| r.name.as_str())
            }
            Question::Place { .. } => {
                if rule == LAY {
                    "lay"
                } else {
                    "pass"
                }
            }
        };
        self.namer.name(name)
    }

    fn variable(&self, var: VarId) -> &str {
        self.variables.get(var as usize).map_or("", String::as_str)
    }

    /// A value of a cell, or of a variable that is none.
    fn value(&self, fixed: Option<VarId>, value: Value) -> String {
        match fixed {
            Some(_) => format!("n{value}"),
            None => self.contents_named.get(usize::from(value)).cloned().unwrap_or_default(),
        }
    }

    fn fact(&self, var: VarId, value: Value, cells: usize) -> Option<String> {
        let name = self.variable(var);
        if var as usize >= cells {
            return Some(format!("(counts {name} {})", self.value(Some(var), value)));
        }
        match &self.two {
            Some(two) => (two.yes == value).then(|| format!("({} {name})", two.name)),
            None => Some(format!("(holds {name} {})", self.value(None, value))),
        }
    }
}

/// Writes the ground task of a model as PDDL; `file` names where it comes from.
///
/// Linear in the number of actions, but for long counts.
///
/// # Errors
/// Why the puzzle has no PDDL: it is a game of two players, or it counts in a way that would be too
/// long.
pub fn export(model: &Model, ground: &Ground, file: &str) -> Result<Pddl, Refusal> {
    if let Question::Game { .. } = &model.question {
        return Err(Refusal("it is a game of two players, and PDDL knows only one".to_owned()));
    }
    let task = counts::compile(&ground.task, &relaxed(&ground.task))?;
    let reach = relaxed(&task);
    let cells = ground.cells.len();
    let contents = reach.values.iter().take(cells).fold(ValueSet::new(), |all, values| all.union(values));
    let goal = formula(&task.goal, true, &reach.values);
    let mut words = words(model, &task, &reach.values, contents.clone());
    words.finish = !facts(&goal);
    words.costs = task.measure.cost != Cost::Actions || words.finish;
    let place: FxHashMap<Coord, VarId> = ground.cells.iter().copied().zip(0..).collect();
    let partner = |var, value| partner(model, ground, &place, var, value);
    let cell = |bound: &Bound| match bound {
        Bound::Cell(x, y) => place.get(&Coord::new(*x, *y)).copied(),
        Bound::Direction(_) | Bound::Number(_) => None,
    };
    let known = Known { values: &reach.values, contents: &contents, cells, partner: &partner, cell: &cell };
    let schemas = schemas(&task, &reach.fires, &known);
    let domain = Domain::new(&schemas, &mut words);
    let text =
        Text { model, task: &task, words: &words, schemas: &schemas, domain: &domain, goal: &goal, cells };
    let mut notes = Vec::new();
    if let Bounds::Window { margin, .. } = ground.bounds {
        notes.push(format!(
            "the board is cut to the start and {margin} cells more on each side; a plan may exist beyond"
        ));
    }
    Ok(Pddl {
        domain: text.domain(file),
        problem: text.problem(file, &notes, &partner),
        schemas: schemas.len(),
        actions: schemas.iter().map(|s| s.rows.len()).sum(),
        notes,
    })
}

fn words<'a>(model: &'a Model, task: &Task, values: &'a [ValueSet], contents: ValueSet) -> Words<'a> {
    let mut namer = Namer::new();
    let variables = task.variables.iter().map(|v| namer.name(&v.name)).collect();
    let two = match contents.iter().collect::<Vec<_>>().as_slice() {
        // The empty cell is the lack of something.
        [a, b] => {
            let yes = if *a == 0 { *b } else { *a };
            let name = task.contents.get(usize::from(yes)).map_or("full", String::as_str);
            Some(Two { name: namer.name(name), yes })
        }
        _ => None,
    };
    let name = |(v, text): (usize, &String)| {
        let used = Value::try_from(v).is_ok_and(|v| contents.contains(v)) && two.is_none();
        if used { namer.name(text) } else { String::new() }
    };
    let described: Vec<String> =
        task.contents.iter().zip(0..).map(|(text, id)| described(model, text, id)).collect();
    let contents_named = described.iter().enumerate().map(name).collect();
    Words {
        namer,
        model,
        variables,
        contents_named,
        values,
        contents,
        two,
        finish: false,
        costs: false,
        runs: task.measure.cost == Cost::Runs,
    }
}

/// A content in words; of a two-cell piece also where its other end lies.
fn described(model: &Model, text: &str, id: Value) -> String {
    match model.pieces.content(id) {
        Content::End(.., d) => format!("{text} {}", model.board.direction_name(*d)),
        _ => text.to_owned(),
    }
}

/// Whether a goal is a list of facts.
fn facts(goal: &Formula) -> bool {
    match goal {
        Formula::True | Formula::False => true,
        Formula::In(_, set) => set.single().is_some(),
        Formula::All(parts) => parts.iter().all(facts),
        Formula::Any(_) => false,
    }
}

/// Where the other end of a two-cell piece lies, and what it is.
fn partner(
    model: &Model,
    ground: &Ground,
    place: &FxHashMap<Coord, VarId>,
    var: VarId,
    value: Value,
) -> Option<(VarId, Value)> {
    let Content::End(kind, near, far, d) = model.pieces.content(value) else { return None };
    let cell = ground.cells.get(var as usize)?;
    let other = model.board.step(*cell, *d)?;
    let half = i64::try_from(model.board.directions().len() / 2).ok()?;
    let end = Content::End(*kind, *far, *near, model.board.turn(*d, half));
    Some((*place.get(&other)?, model.pieces.id(&end)?))
}

/// All that the two texts are made of.
struct Text<'a> {
    model: &'a Model,
    task: &'a Task,
    words: &'a Words<'a>,
    schemas: &'a [Schema],
    domain: &'a Domain,
    goal: &'a Formula,
    cells: usize,
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

    fn domain(&self, file: &str) -> String {
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
        if words.two.is_none() {
            types.push("content");
        }
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
        for (number, goal) in (1..).zip(self.finishes()) {
            let (number, goal) =
                (if number == 1 { String::new() } else { format!("-{number}") }, self.formula(&goal));
            let _ = write!(
                text,
                "\n  (:action finish{number}\n    :parameters ()\n    :precondition {goal}\n    :effect (done))\n"
            );
        }
        text
    }

    /// The alternatives of a goal that is more than a list of facts.
    fn finishes(&self) -> Vec<Formula> {
        if !self.words.finish {
            return Vec::new();
        }
        self.goal.alternatives(MOST_FINISHES).unwrap_or_else(|| vec![self.goal.clone()])
    }

    /// What `take` asks of the cell: something stands there, if every move of a piece asks so.
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
            lines.push(format!("{} - cell", names.join(" ")));
        }
        if words.two.is_none() {
            let names: Vec<String> = words.contents.iter().map(|v| words.value(None, v)).collect();
            lines.push(format!("{} - content", names.join(" ")));
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
            None => list.push("(holds ?c - cell ?v - content)".to_owned()),
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
            let kind = if set.fixed.is_some() { "amount" } else { "content" };
            list.push(format!("({} ?v - {kind})", set.name));
        }
        for map in &self.domain.maps {
            let kind = if map.fixed.is_some() { "amount" } else { "content" };
            list.push(format!("({} ?v ?w - {kind})", map.name));
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

    fn problem(
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
        if !words.finish {
            let names: Vec<&str> = self.changing().map(|v| words.variable(v)).collect();
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

    /// What is true of values for ever: sets, maps and the two ends of pieces.
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
