//! What the actions of a rule have in common, wherever on the board and on however large a board: the actions on a small
//! board are derived, and a proof checker of a theory looks at each of them.
//!
//! **Weaker rules.** A condition that is left out only adds actions. So conditions that are not about cells near the
//! variables of the rule are left out first, and what holds for all actions of the weaker rule holds for those of the rule.
//! A checker that must know that no condition was left out asks for that.
//!
//! **Small boards.** In what is left every cell is at most R steps from one of at most two variables for cells, and
//! distances are compared with R at most. What an action needs and does depends on the cells at most R steps from the values
//! of the variables, and on how the two lie to each other; where they are more than 3R + 1 steps apart, not on how, because
//! no cell near the one is, touches, or lies within R steps of, a cell near the other. On an endless board all values of the
//! first variable are alike. On a row of neighbours, or a ring, it matters in addition how far the values are from the ends,
//! if that is less than R. So it is enough to look at
//!
//! * one value of the first variable, with a margin of 4R + 2 cells around it, on an endless lattice;
//! * rows and rings of 6R + 6 cells, or those of the puzzle if they are shorter: every longer one has its pairs of values,
//!   taken by these distances, on that one, too;
//! * the whole board, if it is of another kind and its bindings are not too many.
//!
//! A lattice with ends and holes is like the endless one as long as the rule cannot tell a missing cell from an empty one:
//! conditions that can are left out there.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use super::Unproved;
use super::bounds::may;
use super::narrow::{Narrow, narrowed};
use super::rules::{Extent, read};
use puzzlec_model::Model;
use puzzlec_model::board::{Board, Coord, Shape};
use puzzlec_model::expr::{Cell, Cells, Num, Test};
use puzzlec_model::piece::ContentId;
use puzzlec_model::rule::{Body, Domain, Effect, Face, Quantified, Rule};
use puzzlec_syntax::ast::{BinaryOp, Lattice};
use puzzlec_task::{Action, Assign, SearchContext, Value, ValueSet, VarId};

/// Rules that reach farther are refused: on rows, and elsewhere.
const FARTHEST: [i32; 2] = [1 << 8, 1 << 4];
/// Boards on which their variables have more bindings are refused.
const MOST_BINDINGS: usize = 1 << 20;

/// The actions of a rule on a small board.
#[derive(Debug)]
pub struct Probe {
    /// The cells, by the variables of the actions.
    pub board: Board,
    /// The actions that may apply.
    pub actions: Vec<Deed>,
    /// Whether conditions were left out.
    pub weaker: bool,
    /// The number of bindings of its variables for cells that were looked at.
    pub bindings: usize,
}

impl Probe {
    /// The actions of a rule of a puzzle whose cells never hold other pieces than these.
    ///
    /// # Errors
    /// No small board is enough for the rule, or a limit.
    pub fn of(
        model: &Model,
        rule: &Rule,
        pieces: &BTreeSet<ContentId>,
        context: &SearchContext,
    ) -> Result<Probe, Unproved> {
        let other = || Unproved::wrong("a rule is not about cells near each other alone");
        let Body::Quantified(written) = &rule.body else { return Err(other()) };
        let is_cell = |domain: &Domain| matches!(domain, Domain::Cells(_));
        let cells: Vec<usize> =
            (0..).zip(&written.variables).filter(|(_, v)| is_cell(&v.domain)).map(|(slot, _)| slot).collect();
        let numbers = written.variables.iter().any(|v| matches!(v.domain, Domain::Numbers(..)));
        if !(1..=2).contains(&cells.len())
            || numbers
            || model.has_consequences()
            || !model.board.walls().is_empty()
        {
            return Err(other());
        }
        let around = match model.board.shape {
            Shape::Lattice(_) if model.board.unbounded => Around::Endless,
            Shape::Lattice(Lattice::Line) if in_a_row(&model.board) => Around::Row,
            Shape::Ring(_) => Around::Row,
            Shape::Lattice(_) if written.effects.iter().all(|effect| blind_effect(effect, cells.len())) => {
                Around::Holes
            }
            Shape::Lattice(_) | Shape::Graph => Around::Own,
        };
        let mut asked = Vec::new();
        written.guards.iter().for_each(|guard| parts(guard, &mut asked));
        let conditions = asked.len() + written.after.len();
        let fits = |test: &&Test| of_test(test).is_some() && (around != Around::Holes || blind(test));
        let mut guards: Vec<Test> = asked.into_iter().filter(fits).cloned().collect();
        let weaker = guards.len() < conditions || !rule.sets.is_empty();
        let mut reach = guards.iter().map(of_test).chain(written.effects.iter().map(of_effect));
        // Who looks at the actions looks at neighbours, too.
        let reach = reach.try_fold(1, |most: i64, far| Some(most.max(far?)));
        let [on_rows, elsewhere] = FARTHEST;
        let is_row = matches!(model.board.shape, Shape::Lattice(Lattice::Line) | Shape::Ring(_));
        let farthest = if is_row { on_rows } else { elsewhere };
        let reach = reach.and_then(|reach| i32::try_from(reach).ok()).filter(|reach| *reach <= farthest);
        let reach = reach.ok_or_else(other)?;
        let board = match (around, model.board.shape) {
            (Around::Endless | Around::Holes, shape) => {
                let centre =
                    Test::Same(Cell::Var(cells.first().copied().unwrap_or(0)), Cell::Fixed(Coord::new(0, 0)));
                guards.push(centre);
                // All values of the second variable that are farther away are alike.
                if let [first, second] = cells.as_slice() {
                    let apart = Num::Distance(Cell::Var(*first), Cell::Var(*second));
                    let near = Num::Fixed(i64::from(3 * reach + 2));
                    guards.push(Test::Compare(BinaryOp::LessEqual, apart, near));
                }
                square(shape, 4 * reach + 2)
            }
            (Around::Row, Shape::Ring(n)) => Board::ring(n.min(6 * reach + 6)),
            (Around::Row, _) => {
                let length = i32::try_from(model.board.cells().len()).unwrap_or(i32::MAX);
                Board::line(length.min(6 * reach + 6))
            }
            (Around::Own, _) => model.board.clone(),
        };
        let fixed = usize::from(matches!(around, Around::Endless | Around::Holes));
        let open = u32::try_from(cells.len().saturating_sub(fixed)).unwrap_or(u32::MAX);
        let bindings = board.cells().len().saturating_pow(open);
        if bindings > MOST_BINDINGS {
            return Err(Unproved::too_large("a rule has too many actions"));
        }
        let written = Quantified { guards, places: Vec::new(), after: Vec::new(), ..written.clone() };
        let rule = Rule { cost: None, sets: Vec::new(), body: Body::Quantified(written), ..rule.clone() };
        let small = Model::of_rules(board, model.pieces.clone(), vec![rule]);
        let reading = read(&small, small.board.cells(), Extent::Whole, context)?;
        let all: ValueSet = pieces.iter().copied().chain([0]).collect();
        let sets = Rc::new(RefCell::new(vec![all.clone(); small.board.cells().len()]));
        let deed = |action: Action| Deed::of(action, &all, &sets);
        let actions = reading.task.actions.into_iter().filter_map(deed).collect();
        Ok(Probe { board: small.board, actions, weaker, bindings })
    }
}

/// What is around the cells of a board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    /// Cells on all sides.
    Endless,
    /// One cell on each side, but for the ends.
    Row,
    /// Cells of a lattice, some of which are missing.
    Holes,
    /// Anything.
    Own,
}

fn in_a_row(board: &Board) -> bool {
    let first = board.cells().first().map_or(0, |cell| i64::from(cell.x));
    (first..).zip(board.cells()).all(|(x, cell)| cell.y == 0 && i64::from(cell.x) == x)
}

fn square(shape: Shape, far: i32) -> Board {
    let high = if shape == Shape::Lattice(Lattice::Line) { 0 } else { far };
    let row = |y: i32| (-far..=far).map(move |x| Coord::new(x, y));
    Board::new(shape, (-high..=high).flat_map(row))
}

/// The parts of a condition that must all hold.
fn parts<'t>(test: &'t Test, all: &mut Vec<&'t Test>) {
    match test {
        Test::And(tests) => tests.iter().for_each(|test| parts(test, all)),
        Test::Fixed(true) => {}
        test => all.push(test),
    }
}

/// How far from the variables a condition looks.
fn of_test(test: &Test) -> Option<i64> {
    match test {
        Test::Fixed(_) => Some(0),
        Test::Not(test) | Test::Total(test) => of_test(test),
        Test::And(tests) | Test::Or(tests) => {
            tests.iter().try_fold(0, |most, test| Some(of_test(test)?.max(most)))
        }
        Test::Compare(_, Num::Distance(a, b), number) | Test::Compare(_, number, Num::Distance(a, b)) => {
            Some(of_cell(a)?.max(of_cell(b)?).max(size(number)?))
        }
        Test::Compare(_, a, b) => Some(of_number(a)?.max(of_number(b)?)),
        Test::Same(a, b) | Test::Adjacent(a, b) => Some(of_cell(a)?.max(of_cell(b)?)),
        Test::Holds(cells, _) | Test::Different(cells) => of_cells(cells),
        Test::Each(_, _, cells, test) => of_cells(cells)?.checked_add(of_test(test)?),
        Test::Member(cell, cells) => Some(of_cell(cell)?.max(of_cells(cells)?)),
        Test::Aligned(..) | Test::Form(..) => None,
    }
}

fn of_effect(effect: &Effect) -> Option<i64> {
    match effect {
        Effect::Move(a, b) => Some(of_cells(a)?.max(of_cells(b)?)),
        Effect::Swap(a, b) => Some(of_cell(a)?.max(of_cell(b)?)),
        Effect::Remove(cells)
        | Effect::Put(_, cells)
        | Effect::Clear(_, cells)
        | Effect::Flip(_, _, cells) => of_cells(cells),
        Effect::Shift(..) | Effect::Close(_) => None,
    }
}

/// A variable of a quantifier counts as none: what it is added to looks as far as its list does.
fn of_cell(cell: &Cell) -> Option<i64> {
    match cell {
        Cell::Var(_) => Some(0),
        Cell::Step(from, _, steps) => of_cell(from)?.checked_add(size(steps)?),
        Cell::Fixed(_) | Cell::First(_) | Cell::Last(_) => None,
    }
}

fn of_cells(cells: &Cells) -> Option<i64> {
    match cells {
        Cells::One(cell) => of_cell(cell),
        Cells::Around(cells) => of_cells(cells)?.checked_add(1),
        Cells::Run(cell, _, count) => of_cell(cell)?.checked_add(size(count)?),
        Cells::Except(a, b) | Cells::Both(a, b) => Some(of_cells(a)?.max(of_cells(b)?)),
        Cells::Join(lists) => lists.iter().try_fold(0, |most, cells| Some(of_cells(cells)?.max(most))),
        Cells::Fixed(_)
        | Cells::All
        | Cells::Ray(..)
        | Cells::Where(..)
        | Cells::Component(..)
        | Cells::Floor(_) => None,
    }
}

fn of_number(number: &Num) -> Option<i64> {
    match number {
        Num::Fixed(_) => Some(0),
        Num::Count(_, cells) | Num::Size(cells) => of_cells(cells),
        Num::Binary(_, a, b) | Num::Min(a, b) | Num::Max(a, b) => Some(of_number(a)?.max(of_number(b)?)),
        Num::Abs(a) => of_number(a),
        _ => None,
    }
}

/// The size of a number without its sign, where no cell matters.
fn size(number: &Num) -> Option<i64> {
    match number {
        Num::Fixed(number) => number.checked_abs(),
        Num::Binary(BinaryOp::Add | BinaryOp::Subtract, a, b) => size(a)?.checked_add(size(b)?),
        Num::Binary(BinaryOp::Multiply, a, b) => size(a)?.checked_mul(size(b)?),
        _ => None,
    }
}

/// Whether a condition has the same value if missing cells are there, and empty.
fn blind(test: &Test) -> bool {
    match test {
        Test::Fixed(_) => true,
        Test::Not(test) => blind(test),
        Test::And(tests) | Test::Or(tests) => tests.iter().all(blind),
        Test::Holds(Cells::One(Cell::Var(_)), _) => true,
        Test::Same(Cell::Var(_), Cell::Var(_)) | Test::Adjacent(Cell::Var(_), Cell::Var(_)) => true,
        Test::Compare(_, a, b) => [a, b].into_iter().all(|number| match number {
            Num::Fixed(_) | Num::Distance(Cell::Var(_), Cell::Var(_)) => true,
            Num::Count(selector, cells) => !selector.empty && blind_cells(cells),
            _ => false,
        }),
        _ => false,
    }
}

/// Whether missing cells only drop out of a list.
fn blind_cells(cells: &Cells) -> bool {
    match cells {
        Cells::One(cell) => matches!(cell, Cell::Var(_)),
        Cells::Around(inner) => matches!(&**inner, Cells::One(Cell::Var(_))),
        Cells::Except(a, b) => blind_cells(a) && blind_cells(b),
        Cells::Join(lists) => lists.iter().all(blind_cells),
        _ => false,
    }
}

/// Whether an effect does nothing to empty cells that are added.
fn blind_effect(effect: &Effect, variables: usize) -> bool {
    let own = |cell: &Cell| matches!(cell, Cell::Var(slot) if *slot < variables);
    match effect {
        Effect::Move(Cells::One(from), Cells::One(to)) => own(from) && own(to),
        Effect::Remove(cells) | Effect::Flip(Face::Piece(_), Face::Piece(_), cells) => blind_cells(cells),
        _ => false,
    }
}

/// Puts a set in its place, and gives that which was there.
fn put(sets: &mut [ValueSet], (cell, set): (VarId, ValueSet)) -> Option<(VarId, ValueSet)> {
    Some((cell, std::mem::replace(sets.get_mut(cell as usize)?, set)))
}

/// An action as a proof checker looks at it.
#[derive(Debug)]
pub struct Deed {
    action: Action,
    /// The contents that cells may have at all.
    all: ValueSet,
    /// The contents that some of them may have where it applies.
    before: Narrow,
    /// By cell the contents that it may have at all; all deeds share them, and change some while they ask.
    sets: Rc<RefCell<Vec<ValueSet>>>,
}

impl Deed {
    /// Nothing for an action that never applies.
    fn of(action: Action, all: &ValueSet, sets: &Rc<RefCell<Vec<ValueSet>>>) -> Option<Self> {
        let before = narrowed(&action.guard, &action.condition, &sets.borrow())?;
        Some(Deed { action, all: all.clone(), before, sets: sets.clone() })
    }

    /// Asks something of all positions where some cells, each named once, have these contents.
    fn ask<T>(
        &self,
        cells: impl Iterator<Item = (VarId, ValueSet)>,
        ask: impl FnOnce(&[ValueSet]) -> T,
    ) -> T {
        let mut sets = self.sets.borrow_mut();
        let others: Vec<(VarId, ValueSet)> = cells.filter_map(|held| put(&mut sets, held)).collect();
        let answer = ask(&sets);
        for held in others {
            put(&mut sets, held);
        }
        answer
    }

    /// The contents that a cell may have where it applies: no others, and perhaps not all of these.
    pub fn before(&self, cell: VarId) -> &ValueSet {
        self.before.get(&cell).unwrap_or(&self.all)
    }

    /// Whether a cell holds a piece where it applies.
    pub fn holds_piece(&self, cell: VarId) -> bool {
        !self.before(cell).contains(0)
    }

    /// Whether a cell is free where it applies.
    pub fn is_free(&self, cell: VarId) -> bool {
        self.before(cell).single() == Some(0)
    }

    /// Whether it may apply where these cells are free.
    pub fn may_apply_without(&self, free: &[VarId]) -> bool {
        let Action { guard, condition, .. } = &self.action;
        let free = free.iter().map(|cell| (*cell, ValueSet::one(0)));
        self.ask(free, |sets| narrowed(guard, condition, sets).is_some())
    }

    /// The cells that it changes, in order.
    pub fn changes(&self) -> impl Iterator<Item = VarId> {
        self.action.assign.iter().map(|(cell, _)| *cell)
    }

    /// Whether a cell is free after it.
    pub fn is_left_free(&self, cell: VarId) -> bool {
        self.ends(cell).iter().all(|(_, after)| *after == 0)
    }

    /// Whether a cell holds after it what another one held before.
    pub fn is_carried(&self, from: VarId, to: VarId) -> bool {
        let ends = self.ends(to);
        if self.assigned(to).map_or(Some(to), Assign::source) == Some(from) {
            return ends.iter().all(|(before, after)| before == after);
        }
        let held = self.before(from).single();
        held.is_some() && ends.iter().all(|(_, after)| Some(*after) == held)
    }

    /// What a cell may hold before and after it; nothing if it gets the content of another one.
    pub fn turns(&self, cell: VarId) -> Option<Vec<(Value, Value)>> {
        let new = self.assigned(cell);
        let own = new.and_then(Assign::source).is_none_or(|from| from == cell);
        let after = |old: Value| (old, new.map_or(old, |new| new.value(old)));
        own.then(|| self.before(cell).iter().map(after).collect())
    }

    /// Whether it applies wherever this cell holds what it may, whatever other cells hold.
    pub fn asks_only(&self, cell: VarId) -> bool {
        let Action { guard, condition, .. } = &self.action;
        self.ask(std::iter::once((cell, self.before(cell).clone())), |sets| {
            let held = |var: VarId| sets.get(var as usize).unwrap_or(&self.all);
            !may(condition, sets).1 && guard.iter().all(|(var, set)| held(*var).is_subset(set))
        })
    }

    /// What a cell may hold after it, each with the content that it is computed from; that is the content of the cell itself
    /// where no other cell gives it.
    fn ends(&self, cell: VarId) -> Vec<(Value, Value)> {
        match self.assigned(cell) {
            None => self.before(cell).iter().map(|old| (old, old)).collect(),
            Some(Assign::Set(value)) => vec![(0, *value)],
            Some(assign @ (Assign::Copy(from) | Assign::Map(from, _))) => {
                self.before(*from).iter().map(|old| (old, assign.value(old))).collect()
            }
        }
    }

    fn assigned(&self, cell: VarId) -> Option<&Assign> {
        self.action.assign.iter().find(|(own, _)| *own == cell).map(|(_, assign)| assign)
    }
}
