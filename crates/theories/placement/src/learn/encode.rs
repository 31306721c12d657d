//! A placement as clauses, sums and shapes.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use puzzlec_task::{Condition, Members, Value, ValueSet};

use super::engine::{Engine, Literal};
use super::shapes::{Kind, Shape};
use super::sums::Shares;
use crate::cover::{Cover, domains};

/// What a variable that is decided says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A cell holds this.
    Holds(u32, Value),
    /// This way is taken.
    Taken(u32),
}

/// A puzzle of placement as an engine takes it.
pub(super) struct Encoded {
    pub engine: Engine,
    /// By way the literal that says that it is taken.
    pub ways: Vec<Literal>,
    /// By variable what it says; nothing for a part of the goal.
    pub facts: Vec<Option<Fact>>,
    /// By cell its contents, each with the literal that says so.
    slots: Vec<Vec<(Value, Literal)>>,
    /// The literals of conditions that have one.
    named: FxHashMap<Condition, Literal>,
    shapes: FxHashMap<Arc<Members>, u32>,
    classes: FxHashMap<(u32, Arc<[Condition]>), usize>,
}

impl Encoded {
    /// The constraints of a puzzle.
    pub fn new(cover: &Cover) -> Encoded {
        let engine = Engine::empty();
        let mut all = Encoded {
            engine,
            ways: Vec::with_capacity(cover.ways.len()),
            facts: vec![None],
            slots: Vec::with_capacity(cover.cells),
            named: FxHashMap::default(),
            shapes: FxHashMap::default(),
            classes: FxHashMap::default(),
        };
        all.cells(cover);
        all.pieces(cover);
        all.counts(cover);
        if cover.overfull {
            all.engine.clause(Vec::new());
        }
        // What follows from the pieces and the other parts leaves fewer tests of shapes.
        all.goal(&cover.goal, false);
        all.engine.settle();
        all.goal(&cover.goal, true);
        all
    }

    /// Demands the parts of a goal that have shapes, or the others, each by itself.
    fn goal(&mut self, goal: &Condition, shaped: bool) {
        if let Condition::All(parts) = goal {
            parts.iter().for_each(|part| self.goal(part, shaped));
        } else if has_shape(goal) == shaped {
            self.engine.of_shapes = shaped;
            self.require(goal, true, None);
        }
    }

    fn decided(&mut self, fact: Fact) -> Literal {
        let literal = self.engine.variable(true);
        self.facts.resize(literal.var() as usize, None);
        self.facts.push(Some(fact));
        literal
    }

    fn cells(&mut self, cover: &Cover) {
        for (cell, domain) in (0..).zip(domains(cover)) {
            let values: Vec<Value> = domain.iter().collect();
            let slots = match *values.as_slice() {
                [] => {
                    self.engine.clause(Vec::new());
                    Vec::new()
                }
                [only] => vec![(only, Literal::TRUE)],
                [one, other] => {
                    let literal = self.decided(Fact::Holds(cell, one));
                    vec![(one, literal), (other, literal.not())]
                }
                _ => {
                    let each = values.iter().map(|value| (*value, self.decided(Fact::Holds(cell, *value))));
                    let slots: Vec<(Value, Literal)> = each.collect();
                    self.one_of(slots.iter().map(|(_, literal)| *literal).collect());
                    slots
                }
            };
            self.slots.push(slots);
        }
    }

    fn one_of(&mut self, literals: Vec<Literal>) {
        self.engine.clause(literals.clone());
        self.engine.group(literals);
    }

    fn slot(&self, (cell, value): (u32, Value)) -> Literal {
        let slots = self.slots.get(cell as usize).into_iter().flatten();
        slots
            .filter(|(other, _)| *other == value)
            .map(|(_, literal)| *literal)
            .next()
            .unwrap_or(Literal::TRUE.not())
    }

    fn pieces(&mut self, cover: &Cover) {
        let mut filling: FxHashMap<(u32, Value), Vec<u32>> = FxHashMap::default();
        for (number, way) in (0..).zip(&cover.ways) {
            for held in &way.cells {
                filling.entry(*held).or_default().push(number);
            }
        }
        // A way that alone fills its only cell with its content is the content.
        let alone = |held: &(u32, Value)| filling.get(held).is_some_and(|ways| ways.len() == 1);
        for (number, way) in (0..).zip(&cover.ways) {
            let literal = match way.cells.as_slice() {
                [held] if alone(held) => self.slot(*held),
                held => {
                    let literal = self.decided(Fact::Taken(number));
                    for held in held {
                        let slot = self.slot(*held);
                        self.engine.clause(vec![literal.not(), slot]);
                    }
                    literal
                }
            };
            self.ways.push(literal);
        }
        let mut over: Vec<Vec<Literal>> = vec![Vec::new(); cover.cells];
        for (way, literal) in cover.ways.iter().zip(&self.ways) {
            for (cell, _) in &way.cells {
                if let Some(list) = over.get_mut(*cell as usize) {
                    list.push(*literal);
                }
            }
        }
        for (cell, list) in over.into_iter().enumerate() {
            let slots = self.slots.get(cell).map_or(0, Vec::len);
            let merged = list.iter().all(|literal| {
                self.slots.get(cell).is_some_and(|slots| slots.iter().any(|(_, slot)| slot == literal))
            });
            if list.len() != slots || !merged {
                self.engine.group(list);
            }
        }
        let mut filling: Vec<((u32, Value), Vec<u32>)> = filling.into_iter().collect();
        filling.sort_unstable();
        for (held, ways) in filling {
            let slot = self.slot(held);
            let ways = ways.iter().filter_map(|way| self.ways.get(*way as usize)).copied();
            let clause = std::iter::once(slot.not()).chain(ways).collect();
            self.engine.clause(clause);
        }
    }

    fn counts(&mut self, cover: &Cover) {
        let share = |literal: &Literal| vec![(*literal, 1), (literal.not(), 0)];
        let of = |all: &Encoded, is: &dyn Fn(u32) -> bool| -> Vec<Shares> {
            let ways = cover.ways.iter().zip(&all.ways).filter(|(way, _)| is(way.entry));
            ways.map(|(_, literal)| share(literal)).collect()
        };
        for (entry, (least, most)) in (0..).zip(cover.least.iter().zip(&cover.supply)) {
            let ways = of(self, &|other| other == entry);
            if *least > 0 || (*most as usize) < ways.len().min(cover.cells) {
                self.engine.sums.add(None, ways, ((*least).into(), (*most).into()));
            }
        }
        if (cover.most as usize) < cover.cells {
            let ways = of(self, &|entry| entry > 0);
            self.engine.sums.add(None, ways, (0, cover.most.into()));
        }
    }

    /// The literals of the contents of a cell that are in a set, or not, as far as they may hold.
    fn literals(&self, cell: u32, values: &ValueSet, inside: bool) -> Vec<Literal> {
        let slots = self.open(cell);
        slots.filter(|(value, _)| values.contains(*value) == inside).map(|(_, literal)| *literal).collect()
    }

    /// The contents that a cell may have.
    fn open(&self, cell: u32) -> impl Iterator<Item = &(Value, Literal)> {
        let slots = self.slots.get(cell as usize).into_iter().flatten();
        slots.filter(|(_, literal)| !self.engine.is_false(*literal))
    }

    /// Whether a condition holds, if that is known.
    fn known(&self, condition: &Condition) -> Option<bool> {
        match condition {
            Condition::True => Some(true),
            Condition::False => Some(false),
            Condition::In(cell, values) => {
                let inside = |inside| self.open(*cell).any(|(value, _)| values.contains(*value) == inside);
                match (inside(true), inside(false)) {
                    (true, true) => None,
                    (holds, _) => Some(holds),
                }
            }
            Condition::Not(part) => self.known(part).map(|holds| !holds),
            Condition::All(parts) | Condition::Any(parts) => {
                let any = matches!(condition, Condition::Any(_));
                let mut all = Some(!any);
                for part in parts {
                    match self.known(part) {
                        Some(holds) if holds == any => return Some(any),
                        Some(_) => {}
                        None => all = None,
                    }
                }
                all
            }
            _ => None,
        }
    }

    /// Demands a condition, or its negation, where a literal holds.
    fn require(&mut self, condition: &Condition, holds: bool, guard: Option<Literal>) {
        let unless = |mut literals: Vec<Literal>| {
            literals.extend(guard.map(Literal::not));
            literals
        };
        match condition {
            Condition::True | Condition::False => {
                if (*condition == Condition::True) != holds {
                    self.engine.clause(unless(Vec::new()));
                }
            }
            Condition::In(cell, values) => {
                let allowed = self.literals(*cell, values, holds);
                self.engine.clause(unless(allowed));
                for literal in self.literals(*cell, values, !holds) {
                    self.engine.clause(unless(vec![literal.not()]));
                }
            }
            Condition::Count { vars, values, min, max } => {
                let terms: Vec<_> = vars.iter().map(|var| (1, *var, values)).collect();
                self.sum(&terms, (i128::from(*min), i128::from(*max)), holds, guard);
            }
            Condition::Sum { terms, min, max } => {
                let terms: Vec<_> =
                    terms.iter().map(|(weight, var, values)| (*weight, *var, values)).collect();
                self.sum(&terms, (i128::from(*min), i128::from(*max)), holds, guard);
            }
            Condition::Not(part) => self.require(part, !holds, guard),
            Condition::All(parts) | Condition::Any(parts) => {
                if matches!(condition, Condition::All(_)) == holds {
                    parts.iter().for_each(|part| self.require(part, holds, guard));
                    return;
                }
                let mut open = Vec::new();
                for part in parts {
                    match self.known(part) {
                        Some(known) if known == holds => return,
                        Some(_) => {}
                        None => open.push(part),
                    }
                }
                if let [only] = open.as_slice() {
                    self.require(only, holds, guard);
                } else {
                    let each = open.into_iter().flat_map(|part| self.choice(part, holds)).collect();
                    self.engine.clause(unless(each));
                }
            }
            Condition::Components { set, min, max } => {
                let shape = self.shape(set);
                let below = min.checked_sub(1).map(|max| Kind::Components { min: 0, max });
                let above = max.checked_add(1).map(|min| Kind::Components { min, max: u32::MAX });
                self.test(shape, Kind::Components { min: *min, max: *max }, [below, above], holds, guard);
            }
            Condition::Component { set, of, counted, min, max } => {
                let shape = self.shape(set);
                let (of, class) = (*of, self.class(shape, counted));
                let kind = |min: u32, max: u32| Kind::Component { of, class, min, max };
                let below = min.checked_sub(1).map(|max| kind(0, max));
                let above = max.checked_add(1).map(|min| kind(min, u32::MAX));
                self.test(shape, kind(*min, *max), [below, above], holds, guard);
            }
            Condition::Forest { set } => {
                let shape = self.shape(set);
                self.test(shape, Kind::Forest, [Some(Kind::Cyclic), None], holds, guard);
            }
        }
    }

    /// Literals of which one holds only if a condition does, or its negation.
    fn choice(&mut self, condition: &Condition, holds: bool) -> Vec<Literal> {
        match condition {
            Condition::Not(part) => self.choice(part, !holds),
            Condition::In(cell, values) => self.literals(*cell, values, holds),
            Condition::All(parts) | Condition::Any(parts)
                if matches!(condition, Condition::Any(_)) == holds || parts.len() == 1 =>
            {
                parts.iter().flat_map(|part| self.choice(part, holds)).collect()
            }
            _ => {
                let literal = self.engine.variable(false);
                self.require(condition, holds, Some(literal));
                vec![literal]
            }
        }
    }

    /// A literal that holds just if a condition does.
    fn whole(&mut self, condition: &Condition) -> Literal {
        match condition {
            Condition::True => return Literal::TRUE,
            Condition::False => return Literal::TRUE.not(),
            Condition::Not(part) => return self.whole(part).not(),
            Condition::In(cell, values) => {
                let (inside, outside) =
                    (self.literals(*cell, values, true), self.literals(*cell, values, false));
                match (inside.as_slice(), outside.as_slice()) {
                    ([], _) => return Literal::TRUE.not(),
                    (_, []) => return Literal::TRUE,
                    ([only], _) => return *only,
                    (_, [only]) => return only.not(),
                    _ => {}
                }
            }
            _ => {}
        }
        if let Some(literal) = self.named.get(condition) {
            return *literal;
        }
        let literal = self.engine.variable(false);
        self.require(condition, true, Some(literal));
        self.require(condition, false, Some(literal.not()));
        self.named.insert(condition.clone(), literal);
        literal
    }

    fn sum(
        &mut self,
        terms: &[(i64, u32, &ValueSet)],
        (mut min, mut max): (i128, i128),
        holds: bool,
        guard: Option<Literal>,
    ) {
        let mut by_cell: Vec<u32> = terms.iter().map(|term| term.1).collect();
        by_cell.sort_unstable();
        by_cell.dedup();
        let mut terms = terms.to_vec();
        terms.sort_by_key(|term| term.1);
        let mut parts: Vec<Shares> = Vec::new();
        for of_one in terms.chunk_by(|one, next| one.1 == next.1) {
            let Some((_, cell, _)) = of_one.first() else { continue };
            let share = |value: Value| -> i64 {
                of_one.iter().filter(|term| term.2.contains(value)).map(|term| term.0).sum()
            };
            let part: Shares = self.open(*cell).map(|(value, literal)| (*literal, share(*value))).collect();
            match part.first() {
                Some((_, first)) if part.iter().all(|(_, share)| share == first) => {
                    min -= i128::from(*first);
                    max -= i128::from(*first);
                }
                _ => parts.push(part),
            }
        }
        if holds {
            self.engine.sums.add(guard, parts, (min, max));
            return;
        }
        // It is below the range or above.
        let sides = [(i128::MIN / 4, min - 1), (max + 1, i128::MAX / 4)];
        let each = sides.map(|side| {
            let literal = self.engine.variable(false);
            self.engine.sums.add(Some(literal), parts.clone(), side);
            literal
        });
        self.engine.clause(each.into_iter().chain(guard.map(Literal::not)).collect());
    }

    /// Adds a test to a shape, or those of which one holds if it does not.
    fn test(
        &mut self,
        shape: u32,
        kind: Kind,
        otherwise: [Option<Kind>; 2],
        holds: bool,
        guard: Option<Literal>,
    ) {
        if holds {
            self.push(shape, guard, kind);
            return;
        }
        let mut each: Vec<Literal> = guard.map(Literal::not).into_iter().collect();
        for kind in otherwise.into_iter().flatten() {
            let literal = self.engine.variable(false);
            self.push(shape, Some(literal), kind);
            each.push(literal);
        }
        self.engine.clause(each);
    }

    fn push(&mut self, shape: u32, guard: Option<Literal>, kind: Kind) {
        if let Some(slot) = self.engine.shapes.get_mut(shape as usize) {
            slot.tests.push((guard, kind));
        }
        self.engine.watch_shape(shape, guard);
    }

    fn shape(&mut self, set: &Arc<Members>) -> u32 {
        if let Some(shape) = self.shapes.get(set) {
            return *shape;
        }
        let holds: Vec<Literal> = set.holds.iter().map(|condition| self.whole(condition)).collect();
        let mut near = vec![Vec::new(); holds.len()];
        for (one, other) in &set.links {
            for (one, other) in [(*one, *other), (*other, *one)] {
                if let Some(list) = near.get_mut(one as usize) {
                    list.push(other);
                }
            }
        }
        let number = u32::try_from(self.engine.shapes.len()).unwrap_or(u32::MAX);
        self.engine.watch_shape(number, holds.iter().copied());
        self.engine.shapes.push(Shape::new(holds, near));
        self.shapes.insert(Arc::clone(set), number);
        number
    }

    fn class(&mut self, shape: u32, counted: &Arc<[Condition]>) -> usize {
        if let Some(class) = self.classes.get(&(shape, Arc::clone(counted))) {
            return *class;
        }
        let each: Vec<Literal> = counted.iter().map(|condition| self.whole(condition)).collect();
        let counts = (0..).zip(each).filter(|(_, literal)| *literal != Literal::TRUE.not());
        let list: Vec<(u32, Literal)> = counts.collect();
        self.engine.watch_shape(shape, list.iter().map(|(_, literal)| *literal));
        let Some(slot) = self.engine.shapes.get_mut(shape as usize) else { return 0 };
        let class = slot.class_of(list);
        self.classes.insert((shape, Arc::clone(counted)), class);
        class
    }
}

/// Whether a condition asks how a set hangs together.
pub(crate) fn has_shape(condition: &Condition) -> bool {
    match condition {
        Condition::Components { .. } | Condition::Component { .. } | Condition::Forest { .. } => true,
        Condition::All(parts) | Condition::Any(parts) => parts.iter().any(has_shape),
        Condition::Not(part) => has_shape(part),
        _ => false,
    }
}
