//! Tests as conditions on variables.

use super::after::size;
use super::cases;
use super::extremes::{self, Split};
use super::field::{Field, Spot};
use super::shapes;
use super::sums::{Linear, comparison, pairs};
use super::values;
use super::ways;
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_model::board::Coord;
use puzzlec_model::expr::{Cells, Num, Part, Test};
use puzzlec_model::number;
use puzzlec_model::piece::{Content, Selector};
use puzzlec_model::query::{All, Bound, Place, bind};
use puzzlec_syntax::ast::{BinaryOp, Fold};
use puzzlec_task::{Condition, ValueSet};

/// The reason that a test has no condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Undefined {
    /// One of its cells is off the board: the action does not exist.
    OffBoard,
    /// It divides by zero: there is no such action, and a goal has no meaning.
    DividesByZero,
    /// A number in it overflows 64 bits.
    TooFar,
    /// It refers to too many cells.
    TooLarge,
}

impl Undefined {
    /// The message; `None` if the only consequence is that the action does not exist.
    pub(crate) fn diagnostic(self, span: Span) -> Option<Diagnostic> {
        match self {
            Undefined::OffBoard | Undefined::DividesByZero => None,
            Undefined::TooFar => Some(Diagnostic::new(Code::Arithmetic, span, number::LARGE)),
            Undefined::TooLarge => {
                let text = "this involves too many cells";
                Some(Diagnostic::new(Code::RuleTooLarge, span, text).help("use a smaller board"))
            }
        }
    }
}

/// Maximum number of cells tested by one test, and by all tests of a task together; cells within quantifiers
/// count each time.
const MOST_OF_ONE: u64 = 4_000_000;
const MOST_OF_ALL: u64 = 500_000_000;

/// A test under compilation.
pub(super) struct Whole {
    /// The number of cells tested before it.
    begin: u64,
    /// Holds if a part of the test has no value. Then neither has the whole, and it does not hold.
    undefined: Condition,
}

/// The condition of a test on the variables of the task, for a binding of its own variables.
pub(crate) fn condition(
    field: &Field<'_>,
    slots: &mut Vec<Option<Bound>>,
    test: &Test,
) -> Result<Condition, Undefined> {
    let mut whole = Whole::begin(field);
    let condition = part(field, slots, test, &mut whole)?;
    Ok(condition.and(whole.undefined.negate()))
}

impl Whole {
    pub(super) fn begin(field: &Field<'_>) -> Whole {
        Whole { begin: field.looked.get(), undefined: Condition::False }
    }

    /// When the test has no value.
    pub(super) fn undefined(self) -> Condition {
        self.undefined
    }

    /// Counts tested cells.
    pub(super) fn look(&self, field: &Field<'_>, cells: usize) -> Result<(), Undefined> {
        let looked = field.looked.get().saturating_add(u64::try_from(cells).unwrap_or(u64::MAX));
        field.looked.set(looked);
        let large = looked - self.begin > MOST_OF_ONE || looked > MOST_OF_ALL;
        if large { Err(Undefined::TooLarge) } else { Ok(()) }
    }

    /// Counts the tests of cells in a condition that was made.
    pub(super) fn work(&self, field: &Field<'_>, condition: &Condition) -> Result<(), Undefined> {
        self.look(field, usize::try_from(size(condition)).unwrap_or(usize::MAX))
    }

    /// Wherever this holds, the test has no value.
    pub(super) fn fails(&mut self, undefined: Condition) {
        self.undefined = std::mem::replace(&mut self.undefined, Condition::False).or(undefined);
    }
}

/// The condition of a test of extremes, or of one that depends on cells found in the position; nothing for any other test.
fn varying(
    field: &Field<'_>,
    slots: &mut Vec<Option<Bound>>,
    test: &Test,
    whole: &mut Whole,
) -> Result<Option<Condition>, Undefined> {
    if let Some(condition) = direct(field, slots, test, whole)? {
        return Ok(Some(condition));
    }
    match test {
        Test::Not(_) | Test::Total(_) | Test::And(_) | Test::Or(_) => Ok(None),
        _ if ways::innermost(Part::Test(test)).is_none() => Ok(None),
        _ => ways::by_ways(field, slots, test, whole).map(Some),
    }
}

/// The same, without a look at all that the lists of the test may be.
pub(super) fn direct(
    field: &Field<'_>,
    slots: &mut Vec<Option<Bound>>,
    test: &Test,
    whole: &mut Whole,
) -> Result<Option<Condition>, Undefined> {
    match test {
        Test::Compare(op, a, b) => {
            if let Some(Split { some, test }) = extremes::split(*op, a, b) {
                if let Some(some) = some {
                    match part(field, slots, &some, whole)? {
                        Condition::False if !Part::Test(&some).varies() => return Err(Undefined::OffBoard),
                        any => whole.fails(any.negate()),
                    }
                }
                return part(field, slots, &test, whole).map(Some);
            }
            let lists = |n: &Num| !matches!(n, Num::Fixed(_)) && Part::Num(n).lists();
            if !lists(a) && !lists(b) {
                return Ok(None);
            }
            if let (Some(one), Some(two)) = (linear(field, slots, a, whole)?, linear(field, slots, b, whole)?)
            {
                return summed(field, *op, [a, b], one, two, whole).map(Some);
            }
            if ways::innermost(Part::Test(test)).is_none() {
                let test = values::unfolded(field, slots, (*op, a, b))?;
                return part(field, slots, &test, whole).map(Some);
            }
            cases::comparison(field, slots, *op, [a, b], whole)
        }
        Test::Form(form, over) => shapes::form(field, slots, form, over, whole),
        Test::Each(..) | Test::Holds(..)
            if let Some(found) = shapes::in_component(field, slots, test, whole)? =>
        {
            Ok(Some(found))
        }
        Test::Each(all, slot, over, body) if Part::Cells(over).varies() => {
            if let Some(cells) = ways::members(field, slots, over, whole)? {
                let mut result = truth(*all);
                for (cell, is) in cells {
                    bind(slots, *slot, cell);
                    let mut inner = Whole::begin(field);
                    let one = match part(field, slots, body, &mut inner) {
                        Ok(one) => one,
                        Err(Undefined::OffBoard | Undefined::DividesByZero) => {
                            whole.fails(is);
                            continue;
                        }
                        Err(why) => return Err(why),
                    };
                    whole.fails(is.clone().and(inner.undefined));
                    result = if *all { result.and(is.negate().or(one)) } else { result.or(is.and(one)) };
                }
                return Ok(Some(result));
            }
            Ok(None)
        }
        Test::Holds(over, selector) if Part::Cells(over).varies() => {
            if let Some(cells) = ways::members(field, slots, over, whole)? {
                let values = field.values(selector);
                let mut all = Condition::True;
                for (cell, is) in cells {
                    all = all.and(is.negate().or(holds(field, cell, &values)?));
                }
                return Ok(Some(all));
            }
            Ok(None)
        }
        _ => Ok(None),
    }
}

pub(super) fn part(
    field: &Field<'_>,
    slots: &mut Vec<Option<Bound>>,
    test: &Test,
    whole: &mut Whole,
) -> Result<Condition, Undefined> {
    if let Some(found) = varying(field, slots, test, whole)? {
        return Ok(found);
    }
    let place = Place::new(field.board, All::Cells(&field.cells), slots);
    Ok(match test {
        Test::Fixed(value) => truth(*value),
        Test::Not(inner) => part(field, slots, inner, whole)?.negate(),
        Test::Total(inner) => {
            let mut own = Whole { begin: whole.begin, undefined: Condition::False };
            match part(field, slots, inner, &mut own) {
                Ok(holds) => holds.and(own.undefined.negate()),
                Err(Undefined::OffBoard | Undefined::DividesByZero) => Condition::False,
                Err(why) => return Err(why),
            }
        }
        Test::And(parts) => {
            let mut all = Condition::True;
            for one in parts {
                all = all.and(part(field, slots, one, whole)?);
            }
            all
        }
        Test::Or(parts) => {
            let mut any = Condition::False;
            for one in parts {
                any = any.or(part(field, slots, one, whole)?);
            }
            any
        }
        Test::Compare(op, a, b) => match (linear(field, slots, a, whole)?, linear(field, slots, b, whole)?) {
            (Some(one), Some(two)) => summed(field, *op, [a, b], one, two, whole)?,
            _ => cases::comparison(field, slots, *op, [a, b], whole)?.ok_or(Undefined::TooLarge)?,
        },
        Test::Same(a, b) => {
            let (a, b) =
                (place.cell(a).ok_or(Undefined::OffBoard)?, place.cell(b).ok_or(Undefined::OffBoard)?);
            truth(a == b)
        }
        Test::Holds(cells, selector) => {
            let values = field.values(selector);
            let mut all = Condition::True;
            let cells = defined(&place, cells)?;
            whole.look(field, cells.len())?;
            for cell in cells {
                all = all.and(holds(field, cell, &values)?);
            }
            all
        }
        Test::Adjacent(a, b) => {
            let (a, b) =
                (place.cell(a).ok_or(Undefined::OffBoard)?, place.cell(b).ok_or(Undefined::OffBoard)?);
            truth(field.board.neighbours(a).contains(&b))
        }
        Test::Aligned(cell, dir) => {
            let cell = place.cell(cell).ok_or(Undefined::OffBoard)?;
            let direction = place.direction(dir).ok_or(Undefined::OffBoard)?;
            let half = i64::try_from(field.board.directions().len() / 2).unwrap_or(0);
            let back = field.board.turn(direction, half);
            let delta = field.board.delta(direction);
            let values = field.values_where(|content| match content {
                Content::Part(_, part) => part.directions().any(|d| d == direction || d == back),
                Content::Block(_, shape, _) => {
                    let offsets = field.pieces.shapes.get(usize::from(*shape)).map_or(&[][..], Vec::as_slice);
                    offsets.iter().any(|(x, y)| offsets.contains(&(x + delta.0, y + delta.1)))
                }
                Content::Empty | Content::Unit(..) => false,
            });
            holds(field, cell, &values)?
        }
        Test::Each(all, slot, over, body) => {
            let over = defined(&place, over)?;
            whole.look(field, over.len())?;
            let mut result = truth(*all);
            for cell in over {
                bind(slots, *slot, cell);
                let one = part(field, slots, body, whole)?;
                result = if *all { result.and(one) } else { result.or(one) };
            }
            result
        }
        Test::Member(cell, cells) => {
            let cell = place.cell(cell).ok_or(Undefined::OffBoard)?;
            truth(defined(&place, cells)?.contains(&cell))
        }
        // Forms of cells that are found from other cells of the position are read before.
        Test::Form(..) => return Err(Undefined::TooLarge),
        Test::Different(cells) => {
            let cells = defined(&place, cells)?;
            let mut vars = Vec::new();
            for cell in &cells {
                match field.spot(*cell) {
                    Spot::Var(var) => vars.push(var),
                    // A floor is not compared.
                    Spot::Beyond | Spot::Still(_) => {}
                    Spot::Off => return Err(Undefined::OffBoard),
                }
            }
            let alike = field.pieces.alike();
            whole.look(field, vars.len().saturating_mul(alike.len()))?;
            let mut all = Condition::True;
            for list in alike.into_iter().filter(|_| vars.len() > 1) {
                let values = list.into_iter().collect();
                all = all.and(Condition::Count { vars: vars.clone(), values, min: 0, max: 1 });
            }
            all
        }
    })
}

/// The condition of a comparison of two numbers that are sums. Two pieces with equal numbers, or with a fixed difference, are
/// listed in pairs, from which more follows than from bounds.
fn summed(
    field: &Field<'_>,
    op: BinaryOp,
    sides: [&Num; 2],
    a: Linear,
    b: Linear,
    whole: &Whole,
) -> Result<Condition, Undefined> {
    whole.look(field, a.terms.len() + b.terms.len())?;
    let of_pieces = || sides.into_iter().any(|side| Part::Num(side).has_numbers());
    if matches!(op, BinaryOp::Equal | BinaryOp::NotEqual)
        && of_pieces()
        && let Some(equal) = pairs(&a, &b)
    {
        return Ok(if op == BinaryOp::NotEqual { equal.negate() } else { equal });
    }
    comparison(op, a, b)
}

pub(super) fn truth(value: bool) -> Condition {
    if value { Condition::True } else { Condition::False }
}

fn defined(place: &Place<'_>, cells: &Cells) -> Result<Vec<Coord>, Undefined> {
    place.cells(cells).ok_or_else(|| {
        // Only the geometry of cells is read here.
        if Part::Cells(cells).varies() { Undefined::TooLarge } else { Undefined::OffBoard }
    })
}

pub(super) fn holds(field: &Field<'_>, cell: Coord, values: &ValueSet) -> Result<Condition, Undefined> {
    match field.spot(cell) {
        Spot::Var(var) => Ok(Condition::In(var, values.clone())),
        Spot::Beyond => Ok(truth(values.contains(0))),
        Spot::Still(value) => Ok(truth(values.contains(value))),
        Spot::Off => Err(Undefined::OffBoard),
    }
}

/// A number as a sum of counts, if it is one.
pub(super) fn linear(
    field: &Field<'_>,
    slots: &mut Vec<Option<Bound>>,
    num: &Num,
    whole: &mut Whole,
) -> Result<Option<Linear>, Undefined> {
    let place = Place::new(field.board, All::Cells(&field.cells), slots);
    if !counts(num) {
        let constant = place.number(num).ok_or_else(|| without_value(&place, num))?;
        return Ok(Some(Linear { constant, terms: Vec::new() }));
    }
    match num {
        Num::Counter(counter, (low, _)) => Ok(Linear::counter(field, *counter, *low)),
        Num::Count(selector, cells) if !Part::Cells(cells).varies() => {
            count(field, &place, selector, cells).map(Some)
        }
        Num::Number(cell) if !Part::Cell(cell).varies() => {
            let cell = place.cell(cell).ok_or(Undefined::OffBoard)?;
            Linear::number(field, cell, whole).map(Some)
        }
        _ if shapes::counts_parts(num) => Ok(None),
        Num::Count(_, cells) | Num::Size(cells) => {
            let Some(members) = ways::members(field, slots, cells, whole)? else { return Ok(None) };
            let held = match num {
                Num::Count(selector, _) => Some(field.values(selector)),
                _ => None,
            };
            let mut sum = Linear { constant: 0, terms: Vec::new() };
            for (cell, is) in members {
                let is = match (&held, is) {
                    (None, is) => is,
                    (Some(values), Condition::True) => holds(field, cell, values)?,
                    (Some(values), Condition::In(var, own)) if field.spot(cell) == Spot::Var(var) => {
                        Condition::In(var, own.intersection(values))
                    }
                    _ => return Ok(None),
                };
                if !sum.add(1, is)? {
                    return Ok(None);
                }
            }
            Ok(Some(sum))
        }
        Num::Fold(Fold::Sum, slot, over, body) => {
            let Some(members) = ways::members(field, slots, over, whole)? else { return Ok(None) };
            let mut sum = Linear { constant: 0, terms: Vec::new() };
            for (cell, is) in members {
                bind(slots, *slot, cell);
                let mut inner = Whole::begin(field);
                let one = match linear(field, slots, body, &mut inner) {
                    Err(Undefined::OffBoard | Undefined::DividesByZero) if is != Condition::True => {
                        whole.fails(is);
                        continue;
                    }
                    one => one?,
                };
                whole.fails(is.clone().and(inner.undefined));
                match (is, one) {
                    (Condition::True, Some(one)) => sum = sum.plus(one)?,
                    (is, Some(one)) if one.terms.is_empty() => {
                        if !sum.add(one.constant, is)? {
                            return Ok(None);
                        }
                    }
                    _ => return Ok(None),
                }
            }
            Ok(Some(sum))
        }
        Num::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply), a, b) => {
            let (Some(a), Some(b)) = (linear(field, slots, a, whole)?, linear(field, slots, b, whole)?)
            else {
                return Ok(None);
            };
            match op {
                BinaryOp::Add => a.plus(b).map(Some),
                BinaryOp::Subtract => a.plus(b.times(-1)?).map(Some),
                _ if a.terms.is_empty() => b.times(a.constant).map(Some),
                _ if b.terms.is_empty() => a.times(b.constant).map(Some),
                _ => Ok(None),
            }
        }
        _ => Ok(None),
    }
}

/// Whether a number depends on what cells hold.
pub(super) fn counts(num: &Num) -> bool {
    match num {
        Num::Count(..) | Num::Counter(..) => true,
        Num::Fixed(_) => false,
        _ => Part::Num(num).looks(),
    }
}

/// The reason that a number independent of the contents of cells has no value.
pub(super) fn without_value(place: &Place<'_>, num: &Num) -> Undefined {
    match num {
        Num::Binary(op, a, b) => match (place.number(a), place.number(b)) {
            (None, _) => without_value(place, a),
            (_, None) => without_value(place, b),
            (Some(_), Some(0)) if matches!(op, BinaryOp::Divide | BinaryOp::Remainder) => {
                Undefined::DividesByZero
            }
            _ => Undefined::TooFar,
        },
        Num::Min(a, b) | Num::Max(a, b) => match place.number(a) {
            None => without_value(place, a),
            Some(_) => without_value(place, b),
        },
        Num::Abs(a) if place.number(a).is_some() => Undefined::TooFar,
        Num::Abs(a) => without_value(place, a),
        Num::Fixed(_)
        | Num::Var(..)
        | Num::Size(_)
        | Num::Components(_)
        | Num::Fold(..)
        | Num::Counter(..)
        | Num::Count(..)
        | Num::Number(_)
        | Num::Distance(..)
        | Num::Row(_)
        | Num::Column(_) => Undefined::OffBoard,
    }
}

fn count(
    field: &Field<'_>,
    place: &Place<'_>,
    selector: &Selector,
    cells: &Cells,
) -> Result<Linear, Undefined> {
    let values = field.values(selector);
    let mut sum = Linear { constant: 0, terms: Vec::new() };
    for cell in defined(place, cells)? {
        match field.spot(cell) {
            Spot::Var(var) => sum.terms.push((1, var, values.clone())),
            Spot::Beyond => sum.constant += i64::from(values.contains(0)),
            Spot::Still(value) => sum.constant += i64::from(values.contains(value)),
            Spot::Off => return Err(Undefined::OffBoard),
        }
    }
    Ok(sum)
}
