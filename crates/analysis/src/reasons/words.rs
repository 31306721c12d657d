//! Steps of reason in words.

use std::collections::BTreeMap;

use super::ReasonStep;
use puzzlec_base::words::counted;
use puzzlec_model::board::{Coord, Lines, column_letters};
use puzzlec_model::mark;
use puzzlec_model::piece::{Content, KindId};
use puzzlec_model::{Model, Question};
use puzzlec_placement::reason::{Candidate, Cause, House, Problem, Reason, Shape, Sheet, Step, Wrong};
use puzzlec_task::{Condition, Value, ValueSet};

/// Names in a list at most.
const MOST: usize = 8;
/// Bytes of a constraint in words at most; only the cells of longer ones are named.
const LONGEST: usize = 160;

/// The names of a puzzle.
pub(super) struct Words<'a> {
    pub model: &'a Model,
    pub cells: &'a [Coord],
    pub problem: &'a Problem,
    /// By cell what it may hold before the first step; nothing if that is a contradiction.
    pub domains: Vec<ValueSet>,
}

/// Names with a word before the last: `a, b and c`.
pub(super) fn joined(names: &[String], word: &str) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        names if names.len() > MOST => {
            let first = names.iter().take(MOST - 2).cloned().collect::<Vec<_>>().join(", ");
            format!("{first} {word} {} more", names.len() - (MOST - 2))
        }
        [before @ .., last] => format!("{} {word} {last}", before.join(", ")),
    }
}

impl<'a> Words<'a> {
    /// The names of a puzzle.
    pub fn new(model: &'a Model, cells: &'a [Coord], problem: &'a Problem) -> Self {
        let domains = Sheet::new(problem).map_or_else(|_| Vec::new(), |sheet| sheet.domains().to_vec());
        Words { model, cells, problem, domains }
    }

    /// The name of a cell.
    pub fn cell(&self, cell: u32) -> String {
        self.cells.get(cell as usize).map_or_else(|| "?".to_owned(), |cell| self.model.board.name(*cell))
    }

    /// The name of what a cell holds: a member of the only kind that is placed by its mark.
    pub fn content(&self, value: Value) -> String {
        let pieces = &self.model.pieces;
        match pieces.content(value) {
            Content::Unit(kind, _) if self.only_kind() == Some(*kind) => mark::text(pieces.glyph(value)),
            Content::Block(kind, ..) => {
                pieces.kind(*kind).map_or_else(|| "?".to_owned(), |kind| kind.name.clone())
            }
            _ => pieces.describe(value),
        }
    }

    /// The candidates of entries with pieces.
    pub fn possible(&self) -> impl Iterator<Item = &'a Candidate> {
        let problem = self.problem;
        let has = |entry: u32| problem.supply.get(entry as usize).is_some_and(|(most, _)| *most > 0);
        problem.candidates.iter().filter(move |one| has(one.entry))
    }

    /// The only kind that is placed, if it is a family.
    fn only_kind(&self) -> Option<KindId> {
        let Question::Place { supply, .. } = &self.model.question else { return None };
        let kind = supply.first()?.kind;
        let family = self.model.pieces.kind(kind)?.marks.len() > 1;
        (family && supply.iter().all(|entry| entry.kind == kind)).then_some(kind)
    }

    /// The name of some contents of a cell, without those that it never holds.
    pub fn values_of(&self, cell: u32, values: &ValueSet) -> String {
        let own = self.domains.get(cell as usize).map(|domain| domain.intersection(values));
        self.values(own.as_ref().filter(|own| !own.is_empty()).unwrap_or(values), "or")
    }

    /// The name of some contents: a kind, if all its contents are meant.
    pub fn values(&self, values: &ValueSet, word: &str) -> String {
        let pieces = &self.model.pieces;
        let placed: ValueSet = self.possible().flat_map(|one| &one.cells).map(|(_, value)| *value).collect();
        let meant: Vec<Value> = values.iter().filter(|value| placed.contains(*value)).collect();
        let mut names: Vec<String> = Vec::new();
        for value in &meant {
            let kind = pieces.content(*value).kind();
            let own = placed.iter().filter(|other| kind.is_some() && pieces.content(*other).kind() == kind);
            let own: Vec<Value> = own.collect();
            let whole = own.len() > 1 && own.iter().all(|other| meant.contains(other));
            let named =
                kind.filter(|_| whole).and_then(|kind| pieces.kind(kind)).map(|kind| kind.name.clone());
            let name = named.unwrap_or_else(|| self.content(*value));
            if !names.contains(&name) {
                names.push(name);
            }
        }
        joined(&names, word)
    }

    /// The name of some cells: that of a row, a column, a diagonal or a region, or their list.
    pub fn list(&self, cells: &[u32]) -> String {
        self.line(cells).unwrap_or_else(|| {
            let names: Vec<String> = cells.iter().map(|cell| self.cell(*cell)).collect();
            joined(&names, "and")
        })
    }

    /// The name of a row, a column, a diagonal or a region.
    fn line(&self, cells: &[u32]) -> Option<String> {
        let board = &self.model.board;
        let mut own: Vec<Coord> =
            cells.iter().filter_map(|cell| self.cells.get(*cell as usize)).copied().collect();
        own.sort_unstable();
        let same = |line: &[Coord]| {
            let mut line = line.to_vec();
            line.sort_unstable();
            line == own
        };
        if own.len() < 2 {
            return None;
        }
        if same(self.cells) {
            return Some("the board".to_owned());
        }
        let first = own.first().copied()?;
        let top = self.cells.iter().map(|cell| cell.y).min()?;
        if board.lines(Lines::Rows).iter().any(|line| same(line)) {
            return Some(format!("row {}", i64::from(first.y) - i64::from(top) + 1));
        }
        if board.lines(Lines::Columns).iter().any(|line| same(line)) {
            return Some(format!("column {}", column_letters(first.x - board.left())));
        }
        if let Some((name, _)) = board.named().iter().find(|(_, line)| line.len() > 1 && same(line)) {
            return Some(format!("region {name}"));
        }
        let diagonal = board.lines(Lines::Diagonals).iter().any(|line| same(line));
        let last = own.last().copied()?;
        diagonal.then(|| format!("the diagonal {}–{}", board.name(first), board.name(last)))
    }

    /// The name of the pieces of an entry.
    fn entry(&self, entry: u32) -> String {
        let one = self.problem.candidates.iter().find(|one| one.entry == entry);
        let Question::Place { supply, .. } = &self.model.question else { return String::new() };
        let kind = entry.checked_sub(1).and_then(|at| supply.get(at as usize)).map(|entry| entry.kind);
        match (one.and_then(|one| one.cells.first()), kind) {
            (_, None) => "empty cell".to_owned(),
            (Some((_, value)), Some(_)) if matches!(self.model.pieces.content(*value), Content::Part(..)) => {
                self.content(*value)
            }
            (_, Some(kind)) => {
                self.model.pieces.kind(kind).map_or_else(|| "piece".to_owned(), |kind| kind.name.clone())
            }
        }
    }

    fn house(&self, house: House) -> String {
        match house {
            House::Cell(cell) => self.cell(cell),
            House::Line(line) => self.problem.lines.get(line as usize).map_or_else(String::new, |line| {
                format!("{} in {}", self.values(&line.values, "or"), self.list(&line.cells))
            }),
            House::Entry(entry) => self.entry(entry),
        }
    }

    /// What a candidate says.
    fn candidate(&self, at: u32) -> String {
        let Some(one) = self.problem.candidates.get(at as usize) else { return String::new() };
        match one.cells.as_slice() {
            [(cell, value)] => format!("{} is {}", self.cell(*cell), self.content(*value)),
            cells => {
                let names: Vec<String> = cells.iter().map(|(cell, _)| self.cell(*cell)).collect();
                format!("{} lies on {}", self.entry(one.entry), joined(&names, "and"))
            }
        }
    }

    /// What is wrong, as a sentence.
    pub fn wrong(&self, wrong: Wrong) -> String {
        match wrong {
            Wrong::House(House::Cell(cell)) => format!("nothing is left for {}", self.cell(cell)),
            Wrong::House(House::Line(line)) => {
                format!("there is no place for {}", self.house(House::Line(line)))
            }
            Wrong::House(House::Entry(entry)) => format!("there is no place for {}", self.entry(entry)),
            Wrong::Supply(0) => "the number of empty cells cannot be reached".to_owned(),
            Wrong::Supply(entry) => format!("there are too few places for {}", self.entry(entry)),
            Wrong::Goal => "the goal contradicts itself".to_owned(),
            Wrong::Constraint(demand) => format!("this fails: {}", self.demand(demand)),
        }
    }

    fn demand(&self, demand: u32) -> String {
        let Some(demand) = self.problem.demands.get(demand as usize) else { return String::new() };
        let simple = self.simple(demand);
        // Alone it would repeat what follows from it.
        let plain = match &simple {
            Condition::In(..) => true,
            Condition::All(parts) => parts.iter().all(|part| matches!(part, Condition::In(..))),
            _ => false,
        };
        let text = self.condition(&simple);
        if text.len() <= LONGEST && !plain {
            return text;
        }
        format!("what the goal says of {}", self.list(&self.cells_of(demand)))
    }

    /// Steps with their words.
    pub fn steps(&self, steps: &[Step]) -> Vec<ReasonStep> {
        steps.iter().map(|step| self.step(step)).collect()
    }

    fn step(&self, step: &Step) -> ReasonStep {
        let mut decided: BTreeMap<String, String> = BTreeMap::new();
        let mut excluded: BTreeMap<String, Vec<String>> = BTreeMap::new();
        // What the step says: first what it decides, then what it rules out.
        let mut by_content: Vec<(String, Vec<String>)> = Vec::new();
        let mut said: Vec<String> = Vec::new();
        let mut known: Vec<u32> = Vec::new();
        for at in &step.taken {
            let Some(one) = self.problem.candidates.get(*at as usize) else { continue };
            for (cell, value) in &one.cells {
                decided.insert(self.cell(*cell), self.content(*value));
                known.push(*cell);
            }
            match one.cells.as_slice() {
                [(cell, value)] => gather(&mut by_content, self.content(*value), self.cell(*cell)),
                _ => said.push(self.candidate(*at)),
            }
        }
        for (content, cells) in by_content {
            let is = if cells.len() > 1 { "are" } else { "is" };
            said.push(format!("{} {is} {content}", joined(&cells, "and")));
        }
        let mut by_cell: BTreeMap<u32, Vec<String>> = BTreeMap::new();
        let mut poses = Vec::new();
        for at in step.removed.iter().filter(|at| !step.taken.contains(at)) {
            let Some(one) = self.problem.candidates.get(*at as usize) else { continue };
            match one.cells.as_slice() {
                [(cell, value)] => {
                    excluded.entry(self.cell(*cell)).or_default().push(self.content(*value));
                    if !known.contains(cell) {
                        by_cell.entry(*cell).or_default().push(self.content(*value));
                    }
                }
                _ => poses.push(self.candidate(*at).replacen(" lies ", " does not lie ", 1)),
            }
        }
        let mut by_contents: Vec<(Vec<String>, Vec<String>)> = Vec::new();
        for (cell, contents) in by_cell {
            gather(&mut by_contents, contents, self.cell(cell));
        }
        for (contents, cells) in by_contents {
            let is = if cells.len() > 1 { "are" } else { "is" };
            said.push(format!("{} {is} not {}", joined(&cells, "and"), joined(&contents, "or")));
        }
        if !poses.is_empty() {
            said.push(joined(&poses, "and"));
        }
        let text = format!("{}: {}", said.join("; "), self.reason(&step.reason));
        let uses = step.uses.iter().map(|earlier| earlier + 1).collect();
        ReasonStep { technique: step.technique.name(), text, decided, excluded, uses }
    }

    fn reason(&self, reason: &Reason) -> String {
        match reason {
            Reason::Candidate { cell, lost } => self.only_candidate(*cell, lost),
            Reason::Place(House::Cell(cell)) => format!("nothing else covers {}", self.cell(*cell)),
            Reason::Place(house) => format!("the only place for {}", self.house(*house)),
            Reason::Supply(entry) => {
                let least = self.problem.supply.get(*entry as usize).map_or(0, |supply| supply.1);
                let pieces = if *entry == 0 { "empty cells".to_owned() } else { self.entry(*entry) };
                match least {
                    1 => format!("the only place for {pieces}"),
                    least => format!("the only {least} places for {pieces}"),
                }
            }
            Reason::Constraint(demand) => self.demand(*demand),
            Reason::Combination(demand) => format!("in every case in which {}", self.demand(*demand)),
            Reason::Intersection(House::Cell(cell)) => {
                format!("whatever {} holds rules it out", self.cell(*cell))
            }
            Reason::Intersection(house) => format!("every place for {} rules it out", self.house(*house)),
            Reason::Subset { unit, cells, lines, hidden } => {
                let kinds: Vec<String> = lines
                    .iter()
                    .filter_map(|line| self.problem.lines.get(*line as usize))
                    .map(|line| self.values(&line.values, "or"))
                    .collect();
                let (kinds, list) = (joined(&kinds, "and"), self.list(unit));
                let names: Vec<String> = cells.iter().map(|cell| self.cell(*cell)).collect();
                let names = joined(&names, "and");
                match hidden {
                    true => format!("{kinds} have no places in {list} but {names}"),
                    false => format!("{names} hold {kinds} in some order, and {list} has each of them once"),
                }
            }
            Reason::Shape(demand, shape) => {
                let how = match shape {
                    Shape::Passage => "every connection passes there",
                    Shape::Apart => "nothing connects it",
                    Shape::Cycle => "it would close a cycle",
                    Shape::Joins => "it would join what must stay apart",
                };
                format!("{how}, and {}", self.demand(*demand))
            }
            Reason::Trial { tried, steps, wrong } => {
                let after = match steps {
                    0 => "at once".to_owned(),
                    steps => format!("after {}", counted(u64::from(*steps), "steps")),
                };
                format!("if {}, then {after} {}", self.candidate(*tried), self.wrong(*wrong))
            }
        }
    }

    /// Why nothing else covers a cell.
    fn only_candidate(&self, cell: u32, lost: &[(u32, Cause)]) -> String {
        let mut by_cause: Vec<(String, Vec<String>)> = Vec::new();
        for (at, cause) in lost {
            let on = self.problem.candidates.get(*at as usize).and_then(|one| one.on(cell));
            let possible =
                |value: &Value| self.domains.get(cell as usize).is_some_and(|domain| domain.contains(*value));
            let Some(content) = on.filter(possible).map(|value| self.content(value)) else { continue };
            let why = match cause {
                Cause::Given | Cause::Covered(_) => continue,
                Cause::Line(line, by) => {
                    let cells = self.problem.lines.get(*line as usize).map_or(&[][..], |line| &line.cells);
                    let held = self.problem.candidates.get(*by as usize);
                    let own = held.and_then(|one| one.cells.iter().find(|(on, _)| cells.contains(on)));
                    let name = self.line(cells).or_else(|| own.map(|(on, _)| self.cell(*on)));
                    format!("{} has", name.unwrap_or_default())
                }
                Cause::Supply(0) => "no more cells may be".to_owned(),
                Cause::Supply(_) => "the supply has no more".to_owned(),
                Cause::Step(step) => format!("step {} excludes", step + 1),
            };
            match by_cause.iter_mut().find(|(known, _)| *known == why) {
                Some((_, list)) if list.contains(&content) => {}
                Some((_, list)) => list.push(content),
                None => by_cause.push((why, vec![content])),
            }
        }
        let said: Vec<String> =
            by_cause.iter().map(|(why, list)| format!("{why} {}", joined(list, "and"))).collect();
        match said.is_empty() {
            true => "nothing else is left".to_owned(),
            false => said.join(", "),
        }
    }
}

/// Adds a name to the list of a key, in the order in which keys come.
fn gather<K: PartialEq>(lists: &mut Vec<(K, Vec<String>)>, key: K, name: String) {
    match lists.iter_mut().find(|(known, _)| *known == key) {
        Some((_, list)) => list.push(name),
        None => lists.push((key, vec![name])),
    }
}
