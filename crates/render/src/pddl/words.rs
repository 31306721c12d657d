//! The names that an export uses.

use super::names::Namer;
use puzzlec_model::piece::Content;
use puzzlec_model::{Model, Question};
use puzzlec_search::ground::LAY;
use puzzlec_task::{Cost, Task, Value, ValueSet, VarId};

/// The names that an export uses.
pub(super) struct Words<'a> {
    pub namer: Namer,
    pub model: &'a Model,
    /// Names of cells and numbers, by variable.
    pub variables: Vec<String>,
    /// Names of contents.
    pub contents_named: Vec<String>,
    /// The possible values of each variable.
    pub values: &'a [ValueSet],
    /// The possible values of any cell.
    pub contents: ValueSet,
    /// The contents that are written as pieces: `(at PIECE CELL)`.
    pub pieces: ValueSet,
    /// The two contents, if all cells have one of two.
    pub two: Option<Two>,
    /// The goal is reached by an action.
    pub finish: bool,
    /// Actions have costs.
    pub costs: bool,
    /// Consecutive moves of one piece count once.
    pub runs: bool,
}

/// A predicate for cells that hold one of two things.
pub(super) struct Two {
    pub name: String,
    /// The content for which it is true.
    pub yes: Value,
}

impl Words<'_> {
    pub(super) fn action(&mut self, rule: u32) -> String {
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

    pub(super) fn variable(&self, var: VarId) -> &str {
        self.variables.get(var as usize).map_or("", String::as_str)
    }

    /// A value of a cell, or of another variable.
    pub(super) fn value(&self, fixed: Option<VarId>, value: Value) -> String {
        match fixed {
            Some(_) => format!("n{value}"),
            None => self.contents_named.get(usize::from(value)).cloned().unwrap_or_default(),
        }
    }

    pub(super) fn fact(&self, var: VarId, value: Value, cells: usize) -> Option<String> {
        let name = self.variable(var);
        if var as usize >= cells {
            return Some(format!("(counts {name} {})", self.value(Some(var), value)));
        }
        match &self.two {
            Some(two) => (two.yes == value).then(|| format!("({} {name})", two.name)),
            None => Some(self.holds(name, &self.value(None, value), self.pieces.contains(value))),
        }
    }

    /// "The cell holds this."
    pub(super) fn holds(&self, cell: &str, value: &str, piece: bool) -> String {
        if piece { format!("(at {value} {cell})") } else { format!("(holds {cell} {value})") }
    }

    /// The type of some values of a cell or of another variable; `None` if they have several.
    pub(super) fn kind(&self, fixed: Option<VarId>, set: &ValueSet) -> Option<&'static str> {
        match fixed {
            Some(_) => Some("amount"),
            None if !set.intersects(&self.pieces) => Some("content"),
            None => set.is_subset(&self.pieces).then_some("piece"),
        }
    }

    /// All values of a type.
    pub(super) fn of_kind(&self, piece: bool) -> ValueSet {
        self.contents.iter().filter(|v| self.pieces.contains(*v) == piece).collect()
    }
}

/// The names of a task.
pub(super) fn words<'a>(
    model: &'a Model,
    task: &Task,
    values: &'a [ValueSet],
    contents: ValueSet,
    pieces: ValueSet,
) -> Words<'a> {
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
        pieces: if two.is_some() { ValueSet::new() } else { pieces },
        two,
        finish: false,
        costs: false,
        runs: task.measure.cost == Cost::Runs,
    }
}

/// A content in words, with the directions of the cells beside it in its chain.
fn described(model: &Model, text: &str, id: Value) -> String {
    match model.pieces.content(id) {
        Content::Part(_, part) => {
            let names: Vec<&str> = part.directions().map(|d| model.board.direction_name(d)).collect();
            format!("{text} {}", names.join(" "))
        }
        _ => text.to_owned(),
    }
}
