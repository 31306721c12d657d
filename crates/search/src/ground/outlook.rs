//! What a guard can come to at a position while some variables of its rule have no values.
//!
//! It only rules bindings out: where it says that a guard can hold, the grounded action decides.

use std::cell::{Cell as Flag, RefCell};

use super::field::{Field, Spot};
use puzzlec_model::board::Coord;
use puzzlec_model::expr::{Cells, Num, Part, Test};
use puzzlec_model::piece::{ContentId, Selector};
use puzzlec_model::query::{All, Bound, Judge, Place, bind, calculate};
use puzzlec_syntax::ast::{BinaryOp, Fold};
use puzzlec_task::{Value, VarId};

type Slots = Vec<Option<Bound>>;

/// A position, for tests with the first slots of a rule.
#[derive(Debug)]
pub(super) struct Outlook<'a> {
    pub(super) field: &'a Field<'a>,
    pub(super) position: &'a [Value],
    /// The number of variables of the rule.
    pub(super) variables: usize,
    /// The variables that were read.
    pub(super) reads: RefCell<Vec<VarId>>,
    /// Whether a test within a list could come to several things.
    open: Flag<bool>,
}

/// What a test can come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outcomes {
    pub(super) holds: bool,
    fails: bool,
    void: bool,
}

impl Outcomes {
    const ANY: Outcomes = Outcomes { holds: true, fails: true, void: true };
    const VOID: Outcomes = Outcomes { holds: false, fails: false, void: true };

    fn of(holds: bool) -> Self {
        Outcomes { holds, fails: !holds, void: false }
    }

    /// Both, or with `false` any of the two.
    fn with(self, all: bool, other: Outcomes) -> Self {
        let (both, either) = (self.holds && other.holds, self.fails || other.fails);
        let (any, neither) = (self.holds || other.holds, self.fails && other.fails);
        let (holds, fails) = if all { (both, either) } else { (any, neither) };
        Outcomes { holds, fails, void: self.void || other.void }
    }
}

/// What a number can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Span {
    low: i64,
    high: i64,
    void: bool,
}

impl Span {
    const ANY: Span = Span { low: i64::MIN, high: i64::MAX, void: true };

    fn of(number: i64) -> Self {
        Span { low: number, high: number, void: false }
    }

    fn count(low: usize, high: usize) -> Self {
        let number = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        Span { low: number(low), high: number(high), void: false }
    }

    fn single(self) -> Option<i64> {
        (self.low == self.high && !self.void).then_some(self.low)
    }

    fn map(self, other: Span, f: impl Fn(i64, i64) -> i64) -> Self {
        Span { low: f(self.low, other.low), high: f(self.high, other.high), void: self.void || other.void }
    }
}

impl Judge for Outlook<'_> {
    fn test(&self, test: &Test, slots: &mut Slots) -> Option<bool> {
        let Outcomes { holds, fails, void } = self.outcomes(test, slots);
        self.open.set(self.open.get() || usize::from(holds) + usize::from(fails) + usize::from(void) != 1);
        if void { None } else { Some(holds) }
    }
}

impl<'a> Outlook<'a> {
    pub(super) fn new(field: &'a Field<'a>, position: &'a [Value], variables: usize) -> Self {
        Outlook { field, position, variables, reads: RefCell::default(), open: Flag::new(false) }
    }

    /// What a test can come to.
    pub(super) fn outcomes(&self, test: &Test, slots: &mut Slots) -> Outcomes {
        match test {
            Test::Fixed(holds) => Outcomes::of(*holds),
            Test::Not(inner) => {
                let Outcomes { holds, fails, void } = self.outcomes(inner, slots);
                Outcomes { holds: fails, fails: holds, void }
            }
            Test::Total(inner) => {
                let Outcomes { holds, fails, void } = self.outcomes(inner, slots);
                Outcomes { holds, fails: fails || void, void: false }
            }
            Test::And(parts) | Test::Or(parts) => {
                let all = matches!(test, Test::And(_));
                parts
                    .iter()
                    .fold(Outcomes::of(all), |so_far, part| so_far.with(all, self.outcomes(part, slots)))
            }
            Test::Compare(op, a, b) => compared(*op, self.span(a, slots), self.span(b, slots)),
            Test::Holds(list, selector) => match self.list(list, slots) {
                Some(Some(list)) => Outcomes::of(list.iter().all(|cell| self.has(*cell, selector))),
                Some(None) => Outcomes::VOID,
                None => Outcomes::ANY,
            },
            Test::Each(all, slot, over, body) => match self.list(over, slots) {
                Some(Some(list)) => list.into_iter().fold(Outcomes::of(*all), |so_far, cell| {
                    bind(slots, *slot, cell);
                    so_far.with(*all, self.outcomes(body, slots))
                }),
                Some(None) => Outcomes::VOID,
                None => Outcomes::ANY,
            },
            Test::Same(..) | Test::Adjacent(..) | Test::Member(..) | Test::Form(..)
                if self.is_known(Part::Test(test), slots) =>
            {
                self.judged(
                    |place| match test {
                        Test::Same(a, b) => Some(place.cell(a)? == place.cell(b)?),
                        Test::Adjacent(a, b) => {
                            Some(place.board.neighbours(place.cell(a)?).contains(&place.cell(b)?))
                        }
                        Test::Form(form, list) => place.form(form, list),
                        Test::Member(cell, list) => Some(place.cells(list)?.contains(&place.cell(cell)?)),
                        _ => None,
                    },
                    slots,
                )
                .map_or(Outcomes::ANY, |known| known.map_or(Outcomes::VOID, Outcomes::of))
            }
            Test::Same(..)
            | Test::Adjacent(..)
            | Test::Member(..)
            | Test::Form(..)
            | Test::Aligned(..)
            | Test::Different(_) => Outcomes::ANY,
        }
    }

    /// Whether all variables of the rule in a part have values.
    fn is_known(&self, part: Part<'_>, slots: &[Option<Bound>]) -> bool {
        let mut known = true;
        part.slots(&mut |slot| {
            known &= slot >= self.variables || slots.get(slot).is_some_and(Option::is_some)
        });
        known
    }

    /// A value of the geometry, `Some(None)` where there is none; nothing if a test within it is open.
    fn judged<T>(
        &self,
        value: impl FnOnce(&Place<'_>) -> Option<T>,
        slots: &[Option<Bound>],
    ) -> Option<Option<T>> {
        let outer = self.open.replace(false);
        let place =
            Place { judge: Some(self), ..Place::new(self.field.board, All::Cells(&self.field.cells), slots) };
        let value = value(&place);
        let open = self.open.replace(outer);
        (!open).then_some(value)
    }

    /// The cells of a list, `Some(None)` if it has no value; nothing if they are not known.
    fn list(&self, list: &Cells, slots: &[Option<Bound>]) -> Option<Option<Vec<Coord>>> {
        if self.is_known(Part::Cells(list), slots) {
            self.judged(|place| place.cells(list), slots)
        } else {
            None
        }
    }

    fn content(&self, cell: Coord) -> ContentId {
        match self.field.spot(cell) {
            Spot::Var(var) => {
                self.reads.borrow_mut().push(var);
                self.position.get(var as usize).copied().unwrap_or(0)
            }
            Spot::Still(value) => value,
            Spot::Beyond | Spot::Off => 0,
        }
    }

    fn has(&self, cell: Coord, selector: &Selector) -> bool {
        selector.matches(self.field.pieces.content(self.content(cell)))
    }

    /// What a number can be.
    fn span(&self, num: &Num, slots: &mut Slots) -> Span {
        match num {
            Num::Fixed(n) => Span::of(*n),
            Num::Var(slot, (low, high)) => match slots.get(*slot) {
                Some(Some(Bound::Number(n))) => Span::of(*n),
                _ => Span { low: *low, high: *high, void: false },
            },
            Num::Counter(number, (low, _)) => {
                let held = self.content(Coord::counter(*number));
                low.checked_add(held.into()).map_or(Span::ANY, Span::of)
            }
            Num::Count(selector, list) => self.count(Some(selector), list, slots),
            Num::Size(list) => self.count(None, list, slots),
            Num::Fold(fold, slot, over, body) => {
                let Some(Some(list)) = self.list(over, slots) else { return Span::ANY };
                let spans = list.into_iter().map(|cell| {
                    bind(slots, *slot, cell);
                    self.span(body, slots)
                });
                let spans: Vec<Span> = spans.collect();
                let spans = spans.into_iter();
                match fold {
                    Fold::Sum => spans.fold(Span::of(0), |a, b| a.map(b, i64::saturating_add)),
                    Fold::Least => spans.reduce(|a, b| a.map(b, i64::min)).unwrap_or(Span::ANY),
                    Fold::Greatest => spans.reduce(|a, b| a.map(b, i64::max)).unwrap_or(Span::ANY),
                }
            }
            Num::Binary(op, a, b) => {
                let (a, b) = (self.span(a, slots), self.span(b, slots));
                match (a.single(), b.single(), op) {
                    (Some(a), Some(b), _) => calculate(*op, a, b).map_or(Span::ANY, Span::of),
                    (_, _, BinaryOp::Add) => a.map(b, i64::saturating_add),
                    (_, _, BinaryOp::Subtract) => {
                        let b = Span { low: b.high, high: b.low, void: b.void };
                        a.map(b, i64::saturating_sub)
                    }
                    _ => Span::ANY,
                }
            }
            Num::Min(a, b) => self.span(a, slots).map(self.span(b, slots), i64::min),
            Num::Max(a, b) => self.span(a, slots).map(self.span(b, slots), i64::max),
            Num::Abs(a) => {
                self.span(a, slots).single().and_then(i64::checked_abs).map_or(Span::ANY, Span::of)
            }
            Num::Number(cell) => {
                let known = self.is_known(Part::Num(num), slots);
                let cell = if known { self.judged(|place| place.cell(cell), slots) } else { None };
                let held = |cell| self.field.pieces.number(self.field.pieces.content(self.content(cell)));
                cell.flatten().and_then(held).map_or(Span::ANY, Span::of)
            }
            Num::Components(_) | Num::Distance(..) | Num::Row(_) | Num::Column(_) => {
                let known = self.is_known(Part::Num(num), slots);
                let value = if known { self.judged(|place| place.number(num), slots) } else { None };
                value.flatten().map_or(Span::ANY, Span::of)
            }
        }
    }

    /// The number of cells of a list that hold such a piece, or of all.
    fn count(&self, selector: Option<&Selector>, list: &Cells, slots: &[Option<Bound>]) -> Span {
        let fits = |cell: &&Coord| selector.is_none_or(|selector| self.has(**cell, selector));
        match self.list(list, slots) {
            Some(Some(list)) => {
                let count = list.iter().filter(fits).count();
                return Span::count(count, count);
            }
            Some(None) => return Span::ANY,
            None => {}
        }
        match list {
            // The cells that are left out are not known: at most one, or any number.
            Cells::Except(left, right) => {
                let all = self.count(selector, left, slots);
                let low = if matches!(**right, Cells::One(_)) { all.low.saturating_sub(1).max(0) } else { 0 };
                Span { low, void: true, ..all }
            }
            Cells::Both(left, _) | Cells::Where(left, ..) | Cells::Component(_, left) => {
                Span { low: 0, void: true, ..self.count(selector, left, slots) }
            }
            Cells::One(_) => Span { void: true, ..Span::count(0, 1) },
            _ => Span { void: true, ..Span::count(0, self.field.board.cells().len().saturating_mul(2)) },
        }
    }
}

/// What a comparison can come to.
fn compared(op: BinaryOp, a: Span, b: Span) -> Outcomes {
    let equal = (a.low <= b.high && b.low <= a.high, !(a.low == a.high && b.low == b.high && a.low == b.low));
    let (holds, fails) = match op {
        BinaryOp::Equal => equal,
        BinaryOp::NotEqual => (equal.1, equal.0),
        BinaryOp::Less => (a.low < b.high, a.high >= b.low),
        BinaryOp::LessEqual => (a.low <= b.high, a.high > b.low),
        BinaryOp::Greater => (a.high > b.low, a.low <= b.high),
        BinaryOp::GreaterEqual => (a.high >= b.low, a.low < b.high),
        _ => (true, true),
    };
    Outcomes { holds, fails, void: a.void || b.void }
}
