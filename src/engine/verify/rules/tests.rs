//! Tests as conditions on what the cells hold, for certain values of a rule's variables.
//!
//! A test that speaks of a cell off the board has no value; then nor has any test that it is a part of,
//! and neither holds.

use super::super::Stop;
use super::field::{Extent, Field, Spot};
use crate::model::board::Coord;
use crate::model::expr::{Cells, Num, Test};
use crate::model::piece::{Content, Selector};
use crate::model::query::{All, Bound, Place, compare};
use crate::syntax::ast::BinaryOp;
use crate::task::{Condition, ValueSet, VarId};

/// Why a test has no condition.
pub(super) enum Void {
    /// It has no value.
    Undefined,
    /// The checker cannot say.
    Unsuited(&'static str),
}

impl Void {
    /// Nothing where the test has no value.
    pub(super) fn stop(self) -> Result<(), Stop> {
        match self {
            Void::Undefined => Ok(()),
            Void::Unsuited(why) => Err(Stop::wrong(why)),
        }
    }
}

type Found<T> = Result<T, Void>;
type Slots = Vec<Option<Bound>>;

const LARGE: Void = Void::Unsuited("a test has too large numbers to be worked out");
const NOT_A_SUM: Void = Void::Unsuited("a test is no sum of counts");
const ENDLESS: Void = Void::Unsuited("a test speaks of all cells of an endless board");

pub(super) fn place<'a>(field: &'a Field<'_>, slots: &'a Slots) -> Place<'a> {
    Place { board: field.board, all: All::Cells(&field.cells), slots }
}

/// The condition that a test is.
pub(super) fn condition(field: &Field<'_>, slots: &mut Slots, test: &Test) -> Found<Condition> {
    let truth = |value: bool| if value { Condition::True } else { Condition::False };
    let cell = |slots: &Slots, cell| place(field, slots).cell(cell).ok_or(Void::Undefined);
    Ok(match test {
        Test::Fixed(value) => truth(*value),
        Test::Not(inner) => condition(field, slots, inner)?.negate(),
        Test::And(parts) => {
            let all = parts.iter().map(|part| condition(field, slots, part)).collect::<Found<Vec<_>>>()?;
            all.into_iter().fold(Condition::True, Condition::and)
        }
        Test::Or(parts) => {
            let all = parts.iter().map(|part| condition(field, slots, part)).collect::<Found<Vec<_>>>()?;
            all.into_iter().fold(Condition::False, Condition::or)
        }
        Test::Compare(op, a, b) => {
            let (a, b) = (sum(field, slots, a)?, sum(field, slots, b)?);
            comparison(*op, a, b)?
        }
        Test::Same(a, b) => truth(cell(slots, a)? == cell(slots, b)?),
        Test::Adjacent(a, b) => {
            let (a, b) = (cell(slots, a)?, cell(slots, b)?);
            truth(field.board.neighbours(a).contains(&b))
        }
        Test::Holds(list, selector) => {
            let values = field.matching(selector);
            let (list, open) = cells(field, slots, list)?;
            let mut all = Condition::True;
            for c in list {
                // Of all cells of an endless board those count that hold something.
                let values = if open { values.union(&ValueSet::one(0)) } else { values.clone() };
                all = all.and(holds(field, c, values)?);
            }
            all
        }
        Test::Aligned(at, dir) => {
            let at = cell(slots, at)?;
            let dir = place(field, slots).direction(dir).ok_or(Void::Undefined)?;
            let half = i64::try_from(field.board.directions().len() / 2).unwrap_or(0);
            aligned(field, at, &[dir, field.board.turn(dir, half)])?
        }
        Test::Each(all, slot, over, body) => {
            let (over, open) = cells(field, slots, over)?;
            if slots.len() <= *slot {
                slots.resize(slot + 1, None);
            }
            let mut result = truth(*all);
            for c in over {
                if let Some(place) = slots.get_mut(*slot) {
                    *place = Some(Bound::Cell(c));
                }
                let mut one = condition(field, slots, body)?;
                if open {
                    let empty = holds(field, c, ValueSet::one(0))?;
                    one = if *all { empty.or(one) } else { empty.negate().and(one) };
                }
                result = if *all { result.and(one) } else { result.or(one) };
            }
            result
        }
        Test::Member(c, list) => {
            let c = cell(slots, c)?;
            match cells(field, slots, list)? {
                (_, true) => return Err(ENDLESS),
                (list, false) => truth(list.contains(&c)),
            }
        }
    })
}

fn holds(field: &Field<'_>, cell: Coord, values: ValueSet) -> Found<Condition> {
    match field.spot(cell) {
        Spot::Var(_) if values.is_empty() => Ok(Condition::False),
        Spot::Var(var) => Ok(Condition::In(var, values)),
        Spot::Beyond if values.contains(0) => Ok(Condition::True),
        Spot::Beyond => Ok(Condition::False),
        Spot::Off => Err(Void::Undefined),
    }
}

/// Cells, and whether only those of them count that hold something: all cells of an endless board.
fn cells(field: &Field<'_>, slots: &Slots, list: &Cells) -> Found<(Vec<Coord>, bool)> {
    let open = field.extent != Extent::Whole
        && match list {
            Cells::All => true,
            Cells::Except(from, without) if **from == Cells::All => {
                if speaks_of_all(without) {
                    return Err(ENDLESS);
                }
                true
            }
            other if speaks_of_all(other) => return Err(ENDLESS),
            _ => false,
        };
    let found = place(field, slots).cells(list).ok_or(Void::Undefined)?;
    Ok((found, open))
}

pub(super) fn speaks_of_all(list: &Cells) -> bool {
    match list {
        Cells::All => true,
        Cells::One(_) | Cells::Fixed(_) | Cells::Run(..) => false,
        Cells::Around(inner) => speaks_of_all(inner),
        Cells::Except(a, b) => speaks_of_all(a) || speaks_of_all(b),
        Cells::Join(parts) => parts.iter().any(speaks_of_all),
    }
}

/// A piece on the cell that also covers the cell next to it in one of the directions.
fn aligned(field: &Field<'_>, at: Coord, directions: &[u8]) -> Found<Condition> {
    let mut any = Condition::False;
    for dir in directions {
        let Some(next) = field.board.step(at, *dir) else { continue };
        let ends = field
            .filtered(|c| matches!(c, Content::End(_, _, _, d) if field.board.step(at, *d) == Some(next)));
        any = any.or(holds(field, at, ends)?);
        for (id, content) in field.pieces.contents() {
            let Content::Block(kind, shape, part) = content else { continue };
            let Some(offsets) = field.pieces.shapes.get(usize::from(*shape)) else { continue };
            let Some((x, y)) = offsets.get(usize::from(*part)) else { continue };
            let there = (x + next.x - at.x, y + next.y - at.y);
            for (other, _) in (0..).zip(offsets).filter(|(_, offset)| **offset == there) {
                let Some(beside) = field.pieces.id(&Content::Block(*kind, *shape, other)) else { continue };
                let here = holds(field, at, ValueSet::one(id))?;
                any = any.or(here.and(holds(field, next, ValueSet::one(beside))?));
            }
        }
    }
    Ok(any)
}

/// A number and weights of variables that hold one of some values.
struct Sum {
    constant: i64,
    terms: Vec<(i64, VarId, ValueSet)>,
}

impl Sum {
    /// The sum, if it can never leave 64 bits.
    fn small(self) -> Found<Sum> {
        let each = self.terms.iter().map(|t| i128::from(t.0).abs());
        let most = each.sum::<i128>() + i128::from(self.constant).abs();
        if most < i128::from(i64::MAX) { Ok(self) } else { Err(LARGE) }
    }

    fn scaled(mut self, by: i64) -> Found<Sum> {
        self.constant = self.constant.checked_mul(by).ok_or(LARGE)?;
        for term in &mut self.terms {
            term.0 = term.0.checked_mul(by).ok_or(LARGE)?;
        }
        self.small()
    }

    fn plus(mut self, other: Sum) -> Found<Sum> {
        self.constant = self.constant.checked_add(other.constant).ok_or(LARGE)?;
        self.terms.extend(other.terms);
        self.small()
    }
}

fn sum(field: &Field<'_>, slots: &Slots, num: &Num) -> Found<Sum> {
    if let Some(constant) = place(field, slots).number(num) {
        return Ok(Sum { constant, terms: Vec::new() });
    }
    match num {
        Num::Count(selector, list) => count(field, slots, selector, list),
        Num::Binary(BinaryOp::Add, a, b) => sum(field, slots, a)?.plus(sum(field, slots, b)?),
        Num::Binary(BinaryOp::Subtract, a, b) => {
            sum(field, slots, a)?.plus(sum(field, slots, b)?.scaled(-1)?)
        }
        Num::Binary(BinaryOp::Multiply, a, b) => {
            let (a, b) = (sum(field, slots, a)?, sum(field, slots, b)?);
            match (a.terms.is_empty(), b.terms.is_empty()) {
                (true, _) => b.scaled(a.constant),
                (_, true) => a.scaled(b.constant),
                _ => Err(NOT_A_SUM),
            }
        }
        other if counts(other) => Err(NOT_A_SUM),
        _ => Err(Void::Undefined),
    }
}

fn counts(num: &Num) -> bool {
    match num {
        Num::Count(..) => true,
        Num::Binary(_, a, b) | Num::Min(a, b) | Num::Max(a, b) => counts(a) || counts(b),
        Num::Abs(a) => counts(a),
        Num::Fixed(_) | Num::Distance(..) | Num::Row(_) | Num::Column(_) => false,
    }
}

fn count(field: &Field<'_>, slots: &Slots, selector: &Selector, list: &Cells) -> Found<Sum> {
    let (list, open) = cells(field, slots, list)?;
    let every = field.matching(selector);
    let values: ValueSet = every.iter().filter(|v| !open || *v != 0).collect();
    let mut sum = Sum { constant: 0, terms: Vec::new() };
    for c in list {
        match field.spot(c) {
            Spot::Var(var) => sum.terms.push((1, var, values.clone())),
            Spot::Beyond => sum.constant += i64::from(values.contains(0)),
            Spot::Off => return Err(Void::Undefined),
        }
    }
    Ok(sum)
}

fn comparison(op: BinaryOp, a: Sum, b: Sum) -> Found<Condition> {
    if a.terms.is_empty() && b.terms.is_empty() {
        return Ok(if compare(op, a.constant, b.constant) { Condition::True } else { Condition::False });
    }
    let Sum { constant, terms } = a.plus(b.scaled(-1)?)?;
    // The terms are compared with what is left on the other side.
    let other = constant.checked_neg().ok_or(LARGE)?;
    let (min, max) = match op {
        BinaryOp::Equal | BinaryOp::NotEqual => (other, other),
        BinaryOp::Less => (i64::MIN, other - 1),
        BinaryOp::LessEqual => (i64::MIN, other),
        BinaryOp::Greater => (other + 1, i64::MAX),
        BinaryOp::GreaterEqual => (other, i64::MAX),
        _ => return Err(NOT_A_SUM),
    };
    let least: i64 = terms.iter().map(|t| t.0.min(0)).sum();
    let most: i64 = terms.iter().map(|t| t.0.max(0)).sum();
    let within = if most < min || max < least {
        Condition::False
    } else if min <= least && most <= max {
        Condition::True
    } else {
        Condition::Sum { terms, min, max }
    };
    Ok(if op == BinaryOp::NotEqual { within.negate() } else { within })
}
