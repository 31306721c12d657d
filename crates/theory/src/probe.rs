//! Rules on a board of their own, to see what they do.
//!
//! A game knows its rule by the actions that the rule has, not by its text. On a large board they are too many. These of a
//! small board, the *probe*, decide for all of them:
//!
//! Let the text of a rule reach R steps ([`locality`]): every cell that it names is at most R steps from one of its
//! variables, distances are compared with R at most, and it names no place of the board. It has one or two variables for
//! cells. Then an action depends only on what lies at most R steps from the values of its variables, on which of these
//! cells the board has, and on how these values lie to each other; and if they are more than 3R + 1 steps apart, only on
//! that: two cells of the text at different variables are then more than R + 1 steps apart, so that they are not the same,
//! not neighbours, and farther apart than any number that their distance is compared with.
//!
//! * **On a lattice without end** all cells are alike. So the first variable stands for one cell, the other one for each
//!   cell at most 3R + 2 steps from it, and the board has R cells more on each side.
//! * **On any part of a lattice** the same actions decide if the rule is *blind* to cells that are missing: there an action
//!   is that of the whole lattice of which the cells without the board are empty, as each of its parts has the value that it
//!   has with empty cells.
//! * **On a row** without holes the actions are those of a row of 5R + 5 cells, or of all if there are fewer: on it, two
//!   values that are at most 3R + 2 apart lie so to each other and to the ends as on any longer row, and two that are
//!   farther apart lie so to the ends.
//! * **On a ring** they are those of a ring of 6R + 6 cells, or of the ring itself, for the same reason.
//! * **On any other board** all its actions are looked at, if they are not too many.
//!
//! A rule of another kind has no probe, and is no rule of a game that is known so.

use std::collections::BTreeMap;

use puzzlec_base::Budget;
use puzzlec_model::Model;
use puzzlec_model::board::{Board, Coord, Shape};
use puzzlec_model::expr::{Cell, Cells, Num, Test};
use puzzlec_model::piece::{ContentId, Pieces};
use puzzlec_model::rule::{Body, Domain, Effect, Face, Quantified, Rule};
use puzzlec_search::ground::{ground, locality};
use puzzlec_syntax::ast::{BinaryOp, Lattice};
use puzzlec_task::{Action, Assign, Condition, Task, Value, ValueSet, VarId};

/// Rules that reach farther have no probe.
const MOST_REACH: i64 = 1 << 8;
/// The same where boards are no rows.
const MOST_REACH_OF_PLANES: i64 = 1 << 4;
/// Nor have rules with more bindings on it.
const MOST_BINDINGS: usize = 1 << 20;
/// Conditions with more cases are not split.
const MOST_CASES: usize = 1 << 12;

/// A rule on a board that decides what it does on all boards of its puzzle's kind.
#[derive(Clone, Debug)]
pub struct Probe {
    /// The board. Its cells are the variables of the actions, in order.
    pub board: Board,
    /// For each variable for cells the cells that it stands for.
    pub places: Vec<Vec<Coord>>,
    /// The actions of all these bindings that apply to some position.
    pub actions: Vec<Made>,
}

impl Probe {
    /// A rule with one or two variables, all for cells, of a puzzle whose cells hold no other than these contents, or
    /// nothing; none for another rule, where no board decides, and where a limit was reached.
    pub fn of(
        model: &Model,
        rule: &Rule,
        variables: usize,
        held: &[ContentId],
        budget: &Budget,
    ) -> Option<Probe> {
        let Body::Quantified(written) = &rule.body else { return None };
        let plain = written.variables.iter().all(|variable| matches!(variable.domain, Domain::Cells(_)));
        let fits = plain && written.variables.len() == variables && (1..=2).contains(&variables);
        if !fits || model.beyond_theories().is_some() || !written.then.is_empty() {
            return None;
        }
        let lattice = matches!(model.board.shape, Shape::Lattice(_));
        let line = matches!(model.board.shape, Shape::Lattice(Lattice::Line) | Shape::Ring(_));
        let most = if line { MOST_REACH } else { MOST_REACH_OF_PLANES };
        // The games themselves look at neighbours.
        let reach = i32::try_from(locality(written).filter(|reach| *reach <= most)?.max(1)).ok()?;
        let mut rule = rule.clone();
        let endless = model.board.unbounded && model.window.is_none();
        let (board, places) = if lattice && (endless || is_blind(written)) {
            let centre = Coord::new(0, 0);
            let (board, far) = (part(model.board.shape, 4 * reach + 2), i64::from(3 * reach + 2));
            if let Body::Quantified(written) = &mut rule.body {
                written.guards.push(Test::Same(Cell::Var(0), Cell::Fixed(centre)));
                if variables == 2 {
                    let apart = Num::Distance(Cell::Var(0), Cell::Var(1));
                    written.guards.push(Test::Compare(BinaryOp::LessEqual, apart, Num::Fixed(far)));
                }
            }
            let is_near = |cell: &Coord| board.distance(centre, *cell).is_some_and(|steps| steps <= far);
            let near = board.cells().iter().copied().filter(is_near).collect();
            let places: Vec<Vec<Coord>> = [vec![centre], near].into_iter().take(variables).collect();
            (board, places)
        } else {
            let board = like(&model.board, reach)?;
            let places = vec![board.cells().to_vec(); variables];
            (board, places)
        };
        let bindings =
            places.iter().try_fold(1_usize, |all: usize, cells: &Vec<Coord>| all.checked_mul(cells.len()));
        bindings.filter(|bindings| *bindings <= MOST_BINDINGS)?;
        let task = probe(board.clone(), model.pieces.clone(), vec![rule], budget)?;
        if task.oracle.is_some() {
            return None;
        }
        let all: ValueSet = held.iter().copied().chain([0]).collect();
        let counts = |action: &Action| {
            let mut bound = action.label.binding.iter().filter_map(|bound| match bound {
                puzzlec_task::Bound::Cell(x, y) => Some(Coord::new(*x, *y)),
                _ => None,
            });
            places
                .iter()
                .all(|cells: &Vec<Coord>| bound.next().is_some_and(|cell| cells.binary_search(&cell).is_ok()))
        };
        let actions = task.actions.into_iter().filter(counts);
        let actions = actions.filter_map(|action| Made::new(action, &all)).collect();
        Some(Probe { board, places, actions })
    }
}

/// The part of a lattice that extends so many cells from its middle.
fn part(shape: Shape, far: i32) -> Board {
    let rows = if shape == Shape::Lattice(Lattice::Line) { 0 } else { far };
    Board::new(shape, (-rows..=rows).flat_map(|y| (-far..=far).map(move |x| Coord::new(x, y))))
}

/// The board on which rules of a reach do what they do on a board with an end.
fn like(board: &Board, reach: i32) -> Option<Board> {
    if let Shape::Ring(n) = board.shape {
        return Some(Board::ring(n.min(reach.checked_mul(6)?.checked_add(6)?)));
    }
    let enough = reach.checked_mul(5)?.checked_add(5)?;
    let cells = board.cells();
    let first = cells.first()?;
    let row = board.shape == Shape::Lattice(Lattice::Line)
        && cells.iter().zip(first.x..).all(|(cell, x)| *cell == Coord::new(x, 0));
    if row {
        return Some(Board::line(i32::try_from(cells.len()).unwrap_or(enough).min(enough)));
    }
    Some(board.clone())
}

/// Whether missing cells are to a rule as empty ones.
fn is_blind(rule: &Quantified) -> bool {
    let is_variable = |cell: &Cell| matches!(cell, Cell::Var(slot) if *slot < rule.variables.len());
    let blind = |effect: &Effect| match effect {
        Effect::Move(Cells::One(from), Cells::One(to)) | Effect::Swap(from, to) => {
            is_variable(from) && is_variable(to)
        }
        Effect::Remove(cells)
        | Effect::Clear(_, cells)
        | Effect::Flip(Face::Piece(_), Face::Piece(_), cells) => blind_cells(cells),
        _ => false,
    };
    rule.guards.iter().all(blind_test) && rule.effects.iter().all(blind)
}

fn blind_test(test: &Test) -> bool {
    let variable = |cell: &Cell| matches!(cell, Cell::Var(_));
    match test {
        Test::Fixed(_) => true,
        Test::Not(test) => blind_test(test),
        Test::And(tests) | Test::Or(tests) => tests.iter().all(blind_test),
        Test::Compare(_, a, b) => blind_number(a) && blind_number(b),
        Test::Same(a, b) | Test::Adjacent(a, b) => variable(a) && variable(b),
        Test::Holds(Cells::One(cell), _) => variable(cell),
        _ => false,
    }
}

fn blind_number(number: &Num) -> bool {
    match number {
        Num::Fixed(_) => true,
        Num::Count(selector, cells) => !selector.empty && blind_cells(cells),
        Num::Binary(_, a, b) | Num::Min(a, b) | Num::Max(a, b) => blind_number(a) && blind_number(b),
        Num::Abs(a) => blind_number(a),
        Num::Distance(Cell::Var(_), Cell::Var(_)) => true,
        _ => false,
    }
}

fn blind_cells(cells: &Cells) -> bool {
    match cells {
        Cells::One(cell) => matches!(cell, Cell::Var(_)),
        Cells::Around(of) => matches!(&**of, Cells::One(Cell::Var(_))),
        Cells::Except(a, b) => blind_cells(a) && blind_cells(b),
        Cells::Join(parts) => parts.iter().all(blind_cells),
        _ => false,
    }
}

/// An action as a game is asked about it: what each cell may hold where it applies, and what the cells hold then.
#[derive(Clone, Debug)]
pub struct Made {
    /// The action.
    pub action: Action,
    /// Of its condition what is about several cells together.
    pub rest: Condition,
    held: BTreeMap<VarId, ValueSet>,
    all: ValueSet,
}

impl Made {
    /// The actions of a task that apply to some position.
    pub fn all_of(task: &Task) -> Vec<Made> {
        let all = (0..).take(task.contents.len()).collect();
        task.actions.iter().filter_map(|action| Made::new(action.clone(), &all)).collect()
    }

    /// Nothing for an action that never applies where cells hold these contents.
    fn new(action: Action, all: &ValueSet) -> Option<Self> {
        let mut made = Made { rest: Condition::True, held: BTreeMap::new(), all: all.clone(), action };
        let Action { guard, condition, .. } = made.action.clone();
        guard.iter().for_each(|(cell, values)| made.keep(*cell, values));
        made.ask(&condition, true);
        made.held.retain(|_, values| values != all);
        (made.rest != Condition::False && made.held.values().all(|values| !values.is_empty())).then_some(made)
    }

    /// The contents that any cell may hold.
    pub fn all(&self) -> &ValueSet {
        &self.all
    }

    /// The contents that a cell may hold where the action applies.
    pub fn held(&self, cell: VarId) -> &ValueSet {
        self.held.get(&cell).unwrap_or(&self.all)
    }

    /// The cells that may not hold everything.
    pub fn asked(&self) -> impl Iterator<Item = VarId> {
        self.held.keys().copied()
    }

    /// Whether a cell holds a piece.
    pub fn is_occupied(&self, cell: VarId) -> bool {
        !self.held(cell).contains(0)
    }

    /// Whether a cell is empty.
    pub fn is_empty(&self, cell: VarId) -> bool {
        self.held(cell).single() == Some(0)
    }

    /// The cells that are emptied, in order.
    pub fn emptied(&self) -> impl DoubleEndedIterator<Item = VarId> {
        self.action.assign.iter().filter(|(_, new)| *new == Assign::Set(0)).map(|(cell, _)| *cell)
    }

    /// The other cells that change, in order.
    pub fn filled(&self) -> impl DoubleEndedIterator<Item = VarId> {
        self.action.assign.iter().filter(|(_, new)| *new != Assign::Set(0)).map(|(cell, _)| *cell)
    }

    fn assigned(&self, cell: VarId) -> Option<&Assign> {
        self.action.assign.iter().find(|(own, _)| *own == cell).map(|(_, assign)| assign)
    }

    /// Whether after the action a cell holds what another one held before; without another one, whether it is empty.
    pub fn gets(&self, cell: VarId, from: Option<VarId>) -> bool {
        let stays = Assign::Copy(cell);
        let new = self.assigned(cell).unwrap_or(&stays);
        let old = match new.source() {
            Some(source) => self.held(source).clone(),
            None => ValueSet::one(0),
        };
        let mut turned = old.iter().map(|value| (value, new.value(value)));
        match from {
            None => turned.all(|(_, value)| value == 0),
            Some(from) if new.source() == Some(from) => turned.all(|(before, value)| before == value),
            Some(from) => {
                let only = self.held(from).single();
                only.is_some() && turned.all(|(_, value)| Some(value) == only)
            }
        }
    }

    /// What a cell holds after the action if it held this before; nothing if it gets the content of another one.
    pub fn turned(&self, cell: VarId, before: Value) -> Option<Value> {
        match self.assigned(cell) {
            None => Some(before),
            Some(new) => new.source().is_none_or(|from| from == cell).then(|| new.value(before)),
        }
    }

    fn keep(&mut self, cell: VarId, values: &ValueSet) {
        let left = self.held(cell).intersection(values);
        self.held.insert(cell, left);
    }

    fn ask(&mut self, condition: &Condition, holds: bool) {
        match (condition, holds) {
            (Condition::True, true) | (Condition::False, false) => {}
            (Condition::Not(inner), _) => self.ask(inner, !holds),
            (Condition::All(parts), true) | (Condition::Any(parts), false) => {
                parts.iter().for_each(|part| self.ask(part, holds));
            }
            (Condition::In(cell, values), true) => self.keep(*cell, values),
            (Condition::In(cell, values), false) => self.keep(*cell, &self.without(values)),
            (Condition::Count { vars, values, min, .. }, true) if *min as usize == vars.len() => {
                vars.iter().for_each(|cell| self.keep(*cell, values));
            }
            (Condition::Count { vars, values, max: 0, .. }, true) => {
                vars.iter().for_each(|cell| self.keep(*cell, &self.without(values)));
            }
            (Condition::Count { vars, values, min: 1, max }, false) if *max as usize >= vars.len() => {
                vars.iter().for_each(|cell| self.keep(*cell, &self.without(values)));
            }
            (Condition::Count { vars, values, min: 0, max }, false) if *max as usize + 1 == vars.len() => {
                vars.iter().for_each(|cell| self.keep(*cell, values));
            }
            _ => {
                let condition = if holds { condition.clone() } else { condition.clone().negate() };
                let rest = match self.split(&condition) {
                    true => Condition::True,
                    false => condition,
                };
                self.rest = std::mem::replace(&mut self.rest, Condition::True).and(rest);
            }
        }
    }

    fn without(&self, values: &ValueSet) -> ValueSet {
        self.all.iter().filter(|value| !values.contains(*value)).collect()
    }

    /// Whether a condition says just what cells may hold one by one; then they hold that.
    fn split(&mut self, condition: &Condition) -> bool {
        let Some(positions) = self.positions(condition, &[]) else { return false };
        let mut left: BTreeMap<VarId, ValueSet> = BTreeMap::new();
        let mut number = 0_usize;
        for position in positions.filter(|position| condition.holds(position)) {
            number += 1;
            condition.for_each_variable(&mut |cell| {
                let value = position.get(cell as usize).copied().unwrap_or(0);
                left.entry(cell).or_default().insert(value);
            });
        }
        let all = left.values().try_fold(1_usize, |all, values| all.checked_mul(values.len()));
        let alone = number == 0 || all == Some(number);
        if number == 0 {
            self.rest = Condition::False;
        } else if alone {
            left.iter().for_each(|(cell, values)| self.keep(*cell, values));
        }
        alone
    }

    /// All positions of the cells of a condition and of some more in which these hold what they may; nothing if there are
    /// too many.
    pub fn positions(
        &self,
        condition: &Condition,
        more: &[VarId],
    ) -> Option<impl Iterator<Item = Vec<Value>> + use<>> {
        let mut cells: BTreeMap<VarId, Vec<Value>> = BTreeMap::new();
        let mut take = |cell: VarId| {
            cells.entry(cell).or_insert_with(|| self.held(cell).iter().collect());
        };
        condition.for_each_variable(&mut take);
        more.iter().for_each(|cell| take(*cell));
        let cases = cells.values().try_fold(1_usize, |all, values| all.checked_mul(values.len()));
        let cases = cases.filter(|cases| *cases <= MOST_CASES)?;
        let size = cells.keys().last().map_or(0, |cell| *cell as usize + 1);
        Some((0..cases).map(move |mut case| {
            let mut position = vec![0; size];
            for (cell, values) in &cells {
                let value = values.get(case % values.len().max(1));
                case /= values.len().max(1);
                if let (Some(slot), Some(value)) = (position.get_mut(*cell as usize), value) {
                    *slot = *value;
                }
            }
            position
        }))
    }
}

/// The actions of rules on a board, with no goal and an empty start; `None` if they cannot be grounded.
pub fn probe(board: Board, pieces: Pieces, rules: Vec<Rule>, budget: &Budget) -> Option<Task> {
    // No theory knows games with floor pieces.
    if pieces.has_floor() {
        return None;
    }
    let model = Model::of_rules(board, pieces, rules);
    if model.beyond_theories().is_some() {
        return None;
    }
    ground(&model, None, budget).ok().map(|ground| ground.task)
}
