//! Effects in order, as one simultaneous assignment.

use std::collections::{BTreeMap, BTreeSet};

use super::chain::lying;
use super::contents;
use super::field::{Field, Spot};
use puzzlec_model::board::Coord;
use puzzlec_model::config::only_content;
use puzzlec_model::expr::Cell;
use puzzlec_model::piece::Content;
use puzzlec_model::query::Place;
use puzzlec_model::rule::Effect;
use puzzlec_task::{Assign, Value, ValueSet, VarId, whole};

/// The new content of a cell, in terms of the position before.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Symbol {
    /// This.
    Value(Value),
    /// The old value of the variable, mapped by a table if there is one.
    From(VarId, Option<Vec<Value>>),
}

/// The state of the cells while effects happen.
#[derive(Clone)]
pub(super) struct Symbolic<'a, 'f> {
    field: &'a Field<'f>,
    changed: BTreeMap<VarId, Symbol>,
    /// The new contents of cells beyond the cut.
    beyond: BTreeMap<Coord, Symbol>,
    /// Additional guards, for whole pieces that move.
    pub guard: Vec<(VarId, ValueSet)>,
    /// The moves of single pieces: origin and destination; `None` if a cell is beyond the window or removed.
    pub moved: Vec<Option<(VarId, VarId)>>,
    /// The cells removed at the end.
    gaps: BTreeSet<VarId>,
}

/// The cells of a piece that is shifted.
enum Parts {
    /// One cell, whatever its content.
    Single,
    /// These, each with what it may hold.
    Several(Vec<(Coord, ValueSet)>),
}

/// The action does not exist: a cell is off the board, or a piece would leave the cut.
pub(super) struct Impossible;

impl<'a, 'f> Symbolic<'a, 'f> {
    pub fn new(field: &'a Field<'f>) -> Self {
        Symbolic {
            field,
            changed: BTreeMap::new(),
            beyond: BTreeMap::new(),
            guard: Vec::new(),
            moved: Vec::new(),
            gaps: BTreeSet::new(),
        }
    }

    fn get(&self, cell: Coord) -> Result<Symbol, Impossible> {
        match self.field.spot(cell) {
            Spot::Var(var) => Ok(self.changed.get(&var).cloned().unwrap_or(Symbol::From(var, None))),
            Spot::Beyond => Ok(self.beyond.get(&cell).cloned().unwrap_or(Symbol::Value(0))),
            Spot::Still(value) => Ok(Symbol::Value(value)),
            Spot::Off => Err(Impossible),
        }
    }

    fn set(&mut self, cell: Coord, symbol: Symbol) -> Result<(), Impossible> {
        match self.field.spot(cell) {
            Spot::Var(var) => {
                self.changed.insert(var, symbol);
                Ok(())
            }
            Spot::Beyond => {
                self.beyond.insert(cell, symbol);
                Ok(())
            }
            // A floor that an effect changes is a variable.
            Spot::Still(_) | Spot::Off => Err(Impossible),
        }
    }

    /// Requires that no cell beyond the cut receives a piece; if one always would, the action does not exist.
    pub fn stay_empty(&mut self) -> Result<(), Impossible> {
        let contents = || self.field.pieces.contents().map(|(id, _)| id);
        for symbol in self.beyond.values() {
            let (var, empty) = match symbol {
                Symbol::Value(0) => continue,
                Symbol::Value(_) => return Err(Impossible),
                Symbol::From(var, None) => (*var, ValueSet::one(0)),
                Symbol::From(var, Some(table)) => {
                    let sent = |v: &Value| table.get(usize::from(*v)).copied().unwrap_or(*v);
                    (*var, contents().filter(|v| sent(v) == 0).collect())
                }
            };
            self.guard.push((var, empty));
        }
        Ok(())
    }

    /// The state after an effect; several where several pieces may be shifted. `asked` is the guard so far.
    pub fn after(
        mut self,
        effect: &Effect,
        place: &Place<'_>,
        asked: &[(VarId, ValueSet)],
    ) -> Vec<Symbolic<'a, 'f>> {
        if let Effect::Shift(cell, dir) = effect {
            let at = place.cell(cell).zip(place.direction(dir));
            return at.map_or(Vec::new(), |(cell, direction)| self.shifts(cell, direction, asked));
        }
        if self.run(effect, place).is_ok() { vec![self] } else { Vec::new() }
    }

    fn run(&mut self, effect: &Effect, place: &Place<'_>) -> Result<(), Impossible> {
        let cells = |c| place.cells(c).ok_or(Impossible);
        match effect {
            Effect::Move(from, to) => {
                let (from, to) = (cells(from)?, cells(to)?);
                if from.len() != to.len() {
                    return Err(Impossible);
                }
                self.carry(&from, &to)?;
                let symbols: Vec<Symbol> = from.iter().map(|c| self.get(*c)).collect::<Result<_, _>>()?;
                for cell in &from {
                    self.set(*cell, Symbol::Value(0))?;
                }
                for ((cell, symbol), source) in to.iter().zip(symbols).zip(&from) {
                    self.set(*cell, symbol)?;
                    self.note(*source, *cell);
                }
            }
            Effect::Swap(a, b) => {
                let (a, b) = (place.cell(a).ok_or(Impossible)?, place.cell(b).ok_or(Impossible)?);
                self.carry(&[a, b], &[b, a])?;
                let (x, y) = (self.get(a)?, self.get(b)?);
                self.set(a, y)?;
                self.set(b, x)?;
                self.note(a, b);
            }
            // Separate from the other effects, since it may split a state into several.
            Effect::Shift(..) => return Err(Impossible),
            Effect::Remove(list) => {
                let list = cells(list)?;
                self.take(&list, &list)?;
                for cell in list {
                    self.set(cell, Symbol::Value(0))?;
                }
            }
            Effect::Put(piece, list) => {
                let content = only_content(self.field.pieces, *piece).ok_or(Impossible)?;
                let list = cells(list)?;
                self.take(&list, &list)?;
                for cell in list {
                    self.set(cell, Symbol::Value(content))?;
                }
            }
            Effect::Clear(kind, list) => {
                let table = self.field.table(|id, content| if kind.matches(content) { 0 } else { id });
                for cell in cells(list)? {
                    let symbol = through(self.get(cell)?, &table);
                    self.set(cell, symbol)?;
                }
            }
            Effect::Flip(a, b, list) => {
                let table = contents::flip(self.field.pieces, *a, *b).ok_or(Impossible)?;
                for cell in cells(list)? {
                    let symbol = through(self.get(cell)?, &table);
                    self.set(cell, symbol)?;
                }
            }
            Effect::Close(slot) => {
                let gap = place.cell(&Cell::Var(*slot)).ok_or(Impossible)?;
                let Spot::Var(gap) = self.field.spot(gap) else { return Err(Impossible) };
                self.gaps.insert(gap);
            }
        }
        Ok(())
    }

    /// Requires that a move of contents between cells keeps all pieces of several cells whole.
    fn carry(&mut self, from: &[Coord], to: &[Coord]) -> Result<(), Impossible> {
        if !self.field.several {
            return Ok(());
        }
        for cell in from {
            let board = self.field.board;
            self.keep(*cell, &|field, content| whole::goes(board, field.pieces, content, *cell, (from, to)))?;
        }
        let covered: Vec<Coord> = to.iter().filter(|cell| !from.contains(cell)).copied().collect();
        self.take(&covered, to)
    }

    /// Requires that none of these cells has a part of a piece that has cells outside of the list.
    fn take(&mut self, cells: &[Coord], list: &[Coord]) -> Result<(), Impossible> {
        if !self.field.several {
            return Ok(());
        }
        for cell in cells.iter().filter(|cell| !cell.is_floor()) {
            let board = self.field.board;
            self.keep(*cell, &|field, content| whole::is_within(board, field.pieces, content, *cell, list))?;
        }
        Ok(())
    }

    /// Requires that the current content of a cell passes a test.
    fn keep(&mut self, cell: Coord, test: &dyn Fn(&Field<'_>, &Content) -> bool) -> Result<(), Impossible> {
        let fits = self.field.values_where(|content| test(self.field, content));
        self.ask(cell, &fits)
    }

    /// A piece moves from a cell to another.
    fn note(&mut self, from: Coord, to: Coord) {
        self.moved.push(match (self.field.spot(from), self.field.spot(to)) {
            (Spot::Var(from), Spot::Var(to)) => Some((from, to)),
            _ => None,
        });
    }

    /// The whole piece on a cell moves one step: one state for each possible piece.
    fn shifts(self, cell: Coord, direction: u8, asked: &[(VarId, ValueSet)]) -> Vec<Symbolic<'a, 'f>> {
        let Ok(symbol) = self.get(cell) else { return Vec::new() };
        let contents: Vec<Value> = self.field.pieces.contents().map(|(id, _)| id).collect();
        // The possible old values of the symbol's variable, given the possible contents of the cell.
        let mut held: BTreeMap<Value, ValueSet> = BTreeMap::new();
        match &symbol {
            Symbol::Value(value) => drop(held.insert(*value, ValueSet::new())),
            Symbol::From(var, _) => {
                let fits = |v: &Value| {
                    asked.iter().chain(&self.guard).all(|(other, set)| other != var || set.contains(*v))
                };
                for old in contents.into_iter().filter(fits) {
                    held.entry(sent(&symbol, old)).or_default().insert(old);
                }
            }
        }
        // Pieces of one cell all move in the same way.
        let mut single: Option<ValueSet> = None;
        let mut cases: Vec<(ValueSet, Parts)> = Vec::new();
        for (value, olds) in held {
            for parts in self.parts(cell, value) {
                match parts {
                    Parts::Single => single = Some(single.take().unwrap_or_default().union(&olds)),
                    parts @ Parts::Several(_) => cases.push((olds.clone(), parts)),
                }
            }
        }
        cases.extend(single.map(|olds| (olds, Parts::Single)));
        let mut made = Vec::new();
        for (olds, parts) in cases {
            let mut next = self.clone();
            if let Symbol::From(var, _) = &symbol {
                next.guard.push((*var, olds));
            }
            if next.shift(cell, direction, &parts).is_ok() {
                made.push(next);
            }
        }
        made
    }

    /// The cells that the piece on a cell may have, with their contents; none if it is empty.
    fn parts(&self, cell: Coord, value: Value) -> Vec<Parts> {
        let pieces = self.field.pieces;
        match pieces.content(value) {
            Content::Empty => Vec::new(),
            Content::Unit(..) => vec![Parts::Single],
            Content::Part(kind, part) => {
                let forms = lying(self.field, *kind, *part, cell);
                forms.into_iter().map(Parts::Several).collect()
            }
            Content::Block(kind, shape, part) => {
                let Some(offsets) = pieces.shapes.get(usize::from(*shape)) else { return Vec::new() };
                let Some((x, y)) = offsets.get(usize::from(*part)) else { return Vec::new() };
                let at = |(part, (u, v)): (u16, &(i32, i32))| {
                    let cell = Coord::new(cell.x + u - x, cell.y + v - y);
                    Some((cell, ValueSet::one(pieces.id(&Content::Block(*kind, *shape, part))?)))
                };
                let cells = (0_u16..).zip(offsets).map(at).collect::<Option<Vec<_>>>();
                cells.map(Parts::Several).into_iter().collect()
            }
        }
    }

    fn shift(&mut self, cell: Coord, direction: u8, parts: &Parts) -> Result<(), Impossible> {
        let parts: Vec<(Coord, Option<&ValueSet>)> = match parts {
            Parts::Single => vec![(cell, None)],
            Parts::Several(parts) => parts.iter().map(|(cell, values)| (*cell, Some(values))).collect(),
        };
        let mut targets = Vec::new();
        for (at, values) in &parts {
            let to = self.field.board.step(*at, direction).ok_or(Impossible)?;
            if let Some(values) = values {
                self.ask(*at, values)?;
            }
            if !parts.iter().any(|p| p.0 == to) {
                if matches!(self.field.spot(to), Spot::Beyond) {
                    return Err(Impossible);
                }
                self.ask(to, &ValueSet::one(0))?;
            }
            targets.push((to, self.get(*at)?));
        }
        for (at, _) in &parts {
            self.set(*at, Symbol::Value(0))?;
        }
        for (to, symbol) in targets {
            self.set(to, symbol)?;
        }
        let to = self.field.board.step(cell, direction).ok_or(Impossible)?;
        self.note(cell, to);
        Ok(())
    }

    /// Requires that the current content of a cell is one of these.
    fn ask(&mut self, cell: Coord, values: &ValueSet) -> Result<(), Impossible> {
        match self.get(cell)? {
            Symbol::Value(held) if values.contains(held) => Ok(()),
            Symbol::Value(_) => Err(Impossible),
            symbol @ Symbol::From(var, _) => {
                let contents = self.field.pieces.contents().map(|(id, _)| id);
                let olds: ValueSet = contents.filter(|old| values.contains(sent(&symbol, *old))).collect();
                self.guard.push((var, olds));
                Ok(())
            }
        }
    }

    /// Removes the cells of `close`, after all other effects: the contents after each move up by one place,
    /// and the last cell becomes empty. Returns the number of removed cells.
    ///
    /// # Errors
    /// A piece would lose a cell.
    pub fn close(&mut self) -> Result<Value, Impossible> {
        let last = VarId::try_from(self.field.cells.len().saturating_sub(1)).unwrap_or(VarId::MAX);
        // The last first, so that the indices of the others do not change.
        let gaps = std::mem::take(&mut self.gaps);
        let cells: Vec<Coord> =
            gaps.iter().filter_map(|gap| self.field.cells.get(*gap as usize)).copied().collect();
        self.take(&cells, &cells)?;
        for gap in gaps.iter().rev() {
            for var in *gap..last {
                let next = self.changed.get(&(var + 1)).cloned().unwrap_or(Symbol::From(var + 1, None));
                self.changed.insert(var, next);
            }
            self.changed.insert(last, Symbol::Value(0));
            for moved in &mut self.moved {
                *moved = moved.filter(|(_, to)| to != gap);
                if let Some((_, to)) = moved.as_mut().filter(|(_, to)| *to > *gap) {
                    *to -= 1;
                }
            }
        }
        Ok(Value::try_from(gaps.len()).unwrap_or(Value::MAX))
    }

    /// The combined assignment of all effects, given the guard of the action.
    pub fn assign(self, guard: &[(VarId, ValueSet)]) -> Vec<(VarId, Assign)> {
        let known = |var: VarId| guard.iter().find(|g| g.0 == var).and_then(|g| g.1.single());
        let value = |symbol: Symbol| match symbol {
            Symbol::Value(v) => Assign::Set(v),
            Symbol::From(var, None) => known(var).map_or(Assign::Copy(var), Assign::Set),
            Symbol::From(var, Some(table)) => match known(var) {
                Some(v) => Assign::Set(table.get(usize::from(v)).copied().unwrap_or(v)),
                None => Assign::Map(var, table),
            },
        };
        self.changed.into_iter().map(|(var, symbol)| (var, value(symbol))).collect()
    }
}

/// The value of a symbol if its variable had this one.
fn sent(symbol: &Symbol, old: Value) -> Value {
    match symbol {
        Symbol::Value(value) => *value,
        Symbol::From(_, None) => old,
        Symbol::From(_, Some(table)) => table.get(usize::from(old)).copied().unwrap_or(old),
    }
}

fn through(symbol: Symbol, table: &[Value]) -> Symbol {
    let send = |v: Value| table.get(usize::from(v)).copied().unwrap_or(v);
    match symbol {
        Symbol::Value(v) => Symbol::Value(send(v)),
        Symbol::From(var, None) => Symbol::From(var, Some(table.to_vec())),
        Symbol::From(var, Some(first)) => {
            let both: Vec<Value> = first.iter().map(|v| send(*v)).collect();
            let identity = (0..).zip(&both).all(|(i, v): (Value, &Value)| i == *v);
            Symbol::From(var, (!identity).then_some(both))
        }
    }
}
