//! Tests as conditions on what the cells hold, for certain values of a rule's variables.
//!
//! A test that refers to a cell off the board has no value; neither has any test that contains it, up to the next
//! [`Test::Total`] around it, and none of them holds.

use std::collections::BTreeSet;

use super::super::Unproved;
use super::field::{Extent, Field, Spot};
use super::{extremes, lists, numbers};
use puzzlec_model::board::{Coord, Direction};
use puzzlec_model::expr::{Cells, Part, Test};
use puzzlec_model::piece::Content;
use puzzlec_model::query::{All, Bound, Place};
use puzzlec_syntax::ast::BinaryOp;
use puzzlec_task::{Condition, ValueSet};

/// The reason that a test has no condition.
pub(super) enum Void {
    /// It has no value.
    Undefined,
    /// The checker cannot decide.
    Unsuited(&'static str),
    /// It has too many cases.
    Large,
}

impl Void {
    /// `None` if the test has no value.
    pub(super) fn stop(self) -> Result<(), Unproved> {
        match self {
            Void::Undefined => Ok(()),
            Void::Unsuited(why) => Err(Unproved::wrong(why)),
            Void::Large => Err(Unproved::too_large("a test has too many cases")),
        }
    }
}

pub(super) type Translated<T> = Result<T, Void>;
pub(super) type Slots = Vec<Option<Bound>>;

const ENDLESS: Void = Void::Unsuited("a test depends on all cells of an endless board");

pub(super) fn place<'a>(field: &'a Field<'_>, slots: &'a Slots) -> Place<'a> {
    Place::new(field.board, All::Cells(&field.cells), slots)
}

/// The condition that a test is. Where a part of it divides by a count that is 0, it has no value and does
/// not hold.
pub(super) fn condition(field: &Field<'_>, slots: &mut Slots, test: &Test) -> Translated<Condition> {
    field.work.set(0);
    let mut void = Condition::False;
    let holds = part(field, slots, test, &mut void)?;
    Ok(holds.and(void.negate()))
}

pub(super) fn part(
    field: &Field<'_>,
    slots: &mut Slots,
    test: &Test,
    void: &mut Condition,
) -> Translated<Condition> {
    if let Some(found) = extremes::comparison(field, slots, test, void)? {
        return Ok(found);
    }
    if let Some(found) = lists::test(field, slots, test, void)? {
        return Ok(found);
    }
    let truth = |value: bool| if value { Condition::True } else { Condition::False };
    let cell = |slots: &Slots, cell| place(field, slots).cell(cell).ok_or(Void::Undefined);
    Ok(match test {
        Test::Fixed(value) => truth(*value),
        Test::Total(inner) => lists::known(field, slots, inner)?.0,
        Test::Not(inner) => match (&**inner, denied(inner)) {
            (Test::Total(inner), _) => {
                let (fails, without) = lists::known(field, slots, &Test::Not(inner.clone()))?;
                fails.or(without)
            }
            (_, Some(test)) => part(field, slots, &test, void)?,
            (_, None) => part(field, slots, inner, void)?.negate(),
        },
        Test::And(parts) => {
            let all =
                parts.iter().map(|one| part(field, slots, one, void)).collect::<Translated<Vec<_>>>()?;
            all.into_iter().fold(Condition::True, Condition::and)
        }
        Test::Or(parts) => {
            let all =
                parts.iter().map(|one| part(field, slots, one, void)).collect::<Translated<Vec<_>>>()?;
            all.into_iter().fold(Condition::False, Condition::or)
        }
        Test::Compare(op, a, b) => {
            let (holds, without) = numbers::comparison(field, slots, *op, a, b)?;
            *void = std::mem::replace(void, Condition::False).or(without);
            holds
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
                // On an unbounded board `cells` ranges over the occupied cells.
                let values = if open { values.union(&ValueSet::one(0)) } else { values.clone() };
                all = all.and(holds(field, c, values)?);
            }
            all
        }
        Test::Aligned(at, dir) => {
            let at = cell(slots, at)?;
            let dir = place(field, slots).direction(dir).ok_or(Void::Undefined)?;
            aligned(field, at, dir)?
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
                let mut one = part(field, slots, body, void)?;
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
        // Forms of lists that are found from other lists of the position are read before.
        Test::Form(..) => return Err(Void::Unsuited("a list depends on the position")),
        Test::Different(list) => {
            // On an unbounded board `cells` ranges over the occupied cells, and empty cells are not compared.
            let (list, _) = cells(field, slots, list)?;
            let mut all = Condition::True;
            for alike in field.pieces.alike() {
                let values: ValueSet = alike.into_iter().collect();
                let mut vars = Vec::new();
                for cell in &list {
                    match field.spot(*cell) {
                        Spot::Var(var) => vars.push(var),
                        // A floor is not compared.
                        Spot::Beyond | Spot::Still(_) => {}
                        Spot::Off => return Err(Void::Undefined),
                    }
                }
                all = all.and(Condition::Count { vars, values, min: 0, max: 1 });
            }
            all
        }
    })
}

pub(super) fn holds(field: &Field<'_>, cell: Coord, values: ValueSet) -> Translated<Condition> {
    match field.spot(cell) {
        Spot::Var(_) if values.is_empty() => Ok(Condition::False),
        Spot::Var(var) => Ok(Condition::In(var, values)),
        Spot::Beyond if values.contains(0) => Ok(Condition::True),
        Spot::Beyond => Ok(Condition::False),
        Spot::Still(value) if values.contains(value) => Ok(Condition::True),
        Spot::Still(_) => Ok(Condition::False),
        Spot::Off => Err(Void::Undefined),
    }
}

/// Cells, and whether only those of them count that hold something: all cells of an endless board.
pub(super) fn cells(field: &Field<'_>, slots: &Slots, list: &Cells) -> Translated<(Vec<Coord>, bool)> {
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
    let found = place(field, slots).cells(list).ok_or_else(|| {
        // Lists that depend on the position are replaced before.
        if Part::Cells(list).varies() {
            Void::Unsuited("a list depends on the position")
        } else {
            Void::Undefined
        }
    })?;
    Ok((found, open))
}

pub(super) fn speaks_of_all(list: &Cells) -> bool {
    match list {
        Cells::All => true,
        Cells::One(_) | Cells::Fixed(_) | Cells::Run(..) | Cells::Ray(..) => false,
        Cells::Around(inner) | Cells::Where(inner, ..) | Cells::Floor(inner) => speaks_of_all(inner),
        Cells::Component(_, inner) => speaks_of_all(inner),
        Cells::Except(a, b) | Cells::Both(a, b) => speaks_of_all(a) || speaks_of_all(b),
        Cells::Join(parts) => parts.iter().any(speaks_of_all),
    }
}

/// A piece on the cell with cells one step apart in the direction: for a chain, the cell itself and one beside
/// it in the chain; for a block, any two of its cells.
fn aligned(field: &Field<'_>, at: Coord, direction: Direction) -> Translated<Condition> {
    let (dx, dy) = field.board.delta(direction);
    let pieces = field.filtered(|content| match content {
        Content::Empty | Content::Unit(..) => false,
        Content::Part(_, part) => part.directions().any(|d| {
            let (x, y) = field.board.delta(d);
            (x, y) == (dx, dy) || (x, y) == (-dx, -dy)
        }),
        Content::Block(_, shape, _) => {
            let cells: BTreeSet<(i32, i32)> =
                field.pieces.shapes.get(usize::from(*shape)).into_iter().flatten().copied().collect();
            cells.iter().any(|(x, y)| cells.contains(&(x + dx, y + dy)))
        }
    });
    holds(field, at, pieces)
}

/// The negation of a test that is made of others or compares numbers: cases of numbers are alternatives, and what they leave
/// to a cell is easier to see in those of the opposite than in the denial of each.
fn denied(test: &Test) -> Option<Test> {
    let not = |parts: &[Test]| parts.iter().map(|part| Test::Not(Box::new(part.clone()))).collect();
    Some(match test {
        Test::Not(inner) => (**inner).clone(),
        Test::And(parts) => Test::Or(not(parts)),
        Test::Or(parts) => Test::And(not(parts)),
        Test::Compare(op, a, b) => {
            let opposite = match op {
                BinaryOp::Equal => BinaryOp::NotEqual,
                BinaryOp::NotEqual => BinaryOp::Equal,
                BinaryOp::Less => BinaryOp::GreaterEqual,
                BinaryOp::LessEqual => BinaryOp::Greater,
                BinaryOp::Greater => BinaryOp::LessEqual,
                BinaryOp::GreaterEqual => BinaryOp::Less,
                _ => return None,
            };
            Test::Compare(opposite, a.clone(), b.clone())
        }
        _ => return None,
    })
}
