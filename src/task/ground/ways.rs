//! Lists of cells that depend on what cells hold: rays that end before a piece, and selections.
//!
//! Such a list has finitely many values on a board. Each value has a condition, no two conditions hold in one
//! position, and together with those of no value they always hold. What contains such lists is read once for every
//! value, with the cells in place of the list.

use std::collections::BTreeMap;

use super::cases;
use super::field::Field;
use super::linear::{Undefined, Whole, holds, part};
use crate::model::board::Coord;
use crate::model::expr::{Cell, Cells, Change, Num, Part, Test, Until};
use crate::model::query::{All, Bound, Place, bind};
use crate::syntax::ast::{BinaryOp, Fold};
use crate::task::{Condition, ValueSet, VarId};

/// Maximum number of values of the lists of one test, or of the effects of one action.
const MOST_WAYS: usize = 1 << 12;

type Slots = Vec<Option<Bound>>;

/// A value of a list, and when the list has it; without cells, when it has no value.
type Way = (Condition, Option<Vec<Coord>>);

fn place<'a>(field: &'a Field<'_>, slots: &'a Slots) -> Place<'a> {
    Place::new(field.board, All::Cells(&field.cells), slots)
}

/// A list that depends on what cells hold while no list within its own cells does. The tests of lists and the
/// bodies of quantifiers are left out: they are read for every cell.
pub(super) fn innermost<'a>(part: Part<'a>) -> Option<&'a Cells> {
    match part {
        Part::Cell(cell) => in_cell(cell),
        Part::Cells(cells) => in_cells(cells),
        Part::Num(num) => in_num(num),
        Part::Test(test) => match test {
            Test::Compare(_, a, b) => in_num(a).or_else(|| in_num(b)),
            Test::Same(a, b) | Test::Adjacent(a, b) => in_cell(a).or_else(|| in_cell(b)),
            Test::Holds(cells, _) | Test::Different(cells) | Test::Each(_, _, cells, _) => in_cells(cells),
            Test::Aligned(cell, _) => in_cell(cell),
            Test::Member(cell, cells) => in_cell(cell).or_else(|| in_cells(cells)),
            Test::Fixed(_) | Test::Not(_) | Test::And(_) | Test::Or(_) => None,
        },
    }
}

fn in_cell(cell: &Cell) -> Option<&Cells> {
    match cell {
        Cell::Var(_) | Cell::Fixed(_) => None,
        Cell::Step(from, _, n) => in_cell(from).or_else(|| in_num(n)),
        Cell::First(list) | Cell::Last(list) => in_cells(list),
    }
}

fn in_cells(cells: &Cells) -> Option<&Cells> {
    let inner = match cells {
        Cells::One(cell) | Cells::Ray(cell, ..) => in_cell(cell),
        Cells::Fixed(_) | Cells::All => None,
        Cells::Around(list) | Cells::Where(list, ..) | Cells::Floor(list) => in_cells(list),
        Cells::Run(from, _, n) => in_cell(from).or_else(|| in_num(n)),
        Cells::Both(a, b) | Cells::Except(a, b) => in_cells(a).or_else(|| in_cells(b)),
        Cells::Join(parts) => parts.iter().find_map(in_cells),
    };
    inner.or_else(|| cells.filters().then_some(cells))
}

fn in_num(num: &Num) -> Option<&Cells> {
    match num {
        Num::Fixed(_) | Num::Var(..) | Num::Counter(..) => None,
        Num::Count(_, list) | Num::Size(list) | Num::Fold(_, _, list, _) => in_cells(list),
        Num::Binary(_, a, b) | Num::Min(a, b) | Num::Max(a, b) => in_num(a).or_else(|| in_num(b)),
        Num::Abs(a) => in_num(a),
        Num::Distance(a, b) => in_cell(a).or_else(|| in_cell(b)),
        Num::Row(cell) | Num::Column(cell) => in_cell(cell),
    }
}

/// Both conditions, with what they ask of one variable put together.
fn both(field: &Field<'_>, a: Condition, b: Condition) -> Condition {
    let parts = match a.and(b) {
        Condition::All(parts) => parts,
        one => vec![one],
    };
    let mut asked: BTreeMap<VarId, ValueSet> = BTreeMap::new();
    let mut rest = Vec::new();
    for part in parts {
        let (var, values) = match part {
            Condition::In(var, values) => (var, values),
            Condition::Not(inner) => match *inner {
                Condition::In(var, values) => (var, field.others(var, &values)),
                other => {
                    rest.push(Condition::Not(Box::new(other)));
                    continue;
                }
            },
            other => {
                rest.push(other);
                continue;
            }
        };
        let values = match asked.get(&var) {
            Some(known) => known.intersection(&values),
            None => values,
        };
        if values.is_empty() {
            return Condition::False;
        }
        asked.insert(var, values);
    }
    let asked = asked.into_iter().map(|(var, values)| Condition::In(var, values));
    asked.chain(rest).fold(Condition::True, Condition::and)
}

/// The values of a list found by [`innermost`].
fn ways(field: &Field<'_>, slots: &mut Slots, list: &Cells, whole: &Whole) -> Result<Vec<Way>, Undefined> {
    let off = Undefined::OffBoard;
    let mut all = Ways { field, whole, all: Vec::new() };
    match list {
        Cells::Ray(from, dir, Some(until)) => {
            let ray = place(field, slots).ray(from, dir).ok_or(off)?;
            // All cells so far are passed.
            let mut passed = Condition::True;
            for (at, cell) in ray.iter().enumerate() {
                let (stops, void) = stop(field, slots, until, *cell)?;
                let free = ray.get(..at).unwrap_or(&[]).to_vec();
                all.push(&passed, void.clone(), None)?;
                all.push(&passed, both(field, stops.clone(), void.clone().negate()), Some(free))?;
                passed = both(field, passed, stops.or(void).negate());
                if passed == Condition::False {
                    return Ok(all.all);
                }
            }
            all.push(&passed, Condition::True, Some(ray))?;
        }
        Cells::Where(inner, slot, test) => {
            let cells = place(field, slots).cells(inner).ok_or(off)?;
            all.push(&Condition::True, Condition::True, Some(Vec::new()))?;
            for cell in cells {
                bind(slots, *slot, cell);
                let (is, void) = valued(field, slots, test)?;
                let sure = void.clone().negate();
                let (with, without) = (is.clone().and(sure.clone()), is.negate().and(sure));
                for (before, found) in std::mem::take(&mut all.all) {
                    let Some(found) = found else {
                        all.push(&before, Condition::True, None)?;
                        continue;
                    };
                    all.push(&before, void.clone(), None)?;
                    all.push(&before, without.clone(), Some(found.clone()))?;
                    all.push(&before, with.clone(), Some([found.as_slice(), &[cell]].concat()))?;
                }
            }
        }
        _ => return Err(off),
    }
    Ok(all.all)
}

/// The possible values of a list.
struct Ways<'a, 'f> {
    field: &'a Field<'f>,
    whole: &'a Whole,
    all: Vec<Way>,
}

impl Ways<'_, '_> {
    /// Adds a value under two conditions, unless they exclude each other.
    fn push(
        &mut self,
        before: &Condition,
        is: Condition,
        cells: Option<Vec<Coord>>,
    ) -> Result<(), Undefined> {
        let condition = both(self.field, before.clone(), is);
        self.whole.work(self.field, &condition)?;
        if condition != Condition::False {
            self.all.push((condition, cells));
        }
        if self.all.len() > MOST_WAYS { Err(Undefined::TooLarge) } else { Ok(()) }
    }
}

/// When a test holds, and when it has no value.
fn valued(field: &Field<'_>, slots: &mut Slots, test: &Test) -> Result<(Condition, Condition), Undefined> {
    let mut whole = Whole::begin(field);
    match part(field, slots, test, &mut whole) {
        Ok(holds) => Ok((holds, whole.undefined())),
        Err(Undefined::OffBoard | Undefined::DividesByZero) => Ok((Condition::False, Condition::True)),
        Err(why) => Err(why),
    }
}

/// When a ray ends before a cell, and when that has no value.
fn stop(
    field: &Field<'_>,
    slots: &mut Slots,
    until: &Until,
    cell: Coord,
) -> Result<(Condition, Condition), Undefined> {
    match until {
        Until::Holds(selector) => Ok((holds(field, cell, &field.values(selector))?, Condition::False)),
        Until::Test(slot, test) => {
            bind(slots, *slot, cell);
            valued(field, slots, test)
        }
    }
}

/// The condition of a test that contains lists, by their values.
pub(super) fn by_ways(
    field: &Field<'_>,
    slots: &mut Slots,
    (test, list): (&Test, &Cells),
    whole: &mut Whole,
) -> Result<Condition, Undefined> {
    let mut any = Condition::False;
    for (way, found) in ways(field, slots, list, whole)? {
        let Some(found) = found else {
            whole.fails(way);
            continue;
        };
        let (is, void) = valued(field, slots, &Change::List(list, &found).test(test))?;
        whole.fails(both(field, way.clone(), void));
        let holds = both(field, way, is);
        whole.work(field, &holds)?;
        any = any.or(holds);
    }
    Ok(any)
}

/// The cells that a list may have, each with the condition that it has it; `None` for a list whose cells are found
/// from other cells of it.
pub(super) fn members(
    field: &Field<'_>,
    slots: &mut Slots,
    list: &Cells,
    whole: &mut Whole,
) -> Result<Option<Vec<(Coord, Condition)>>, Undefined> {
    if !Part::Cells(list).varies() {
        let cells = place(field, slots).cells(list).ok_or(Undefined::OffBoard)?;
        return Ok(Some(cells.into_iter().map(|c| (c, Condition::True)).collect()));
    }
    Ok(match list {
        Cells::Floor(inner) => {
            let cells = members(field, slots, inner, whole)?;
            cells.map(|cells| cells.into_iter().map(|(cell, is)| (cell.floor(), is)).collect())
        }
        Cells::Where(inner, slot, test) => {
            let Some(mut cells) = members(field, slots, inner, whole)? else { return Ok(None) };
            whole.look(field, cells.len())?;
            for (cell, is) in &mut cells {
                bind(slots, *slot, *cell);
                let (holds, void) = valued(field, slots, test)?;
                let own = std::mem::replace(is, Condition::False);
                whole.fails(both(field, own.clone(), void));
                *is = both(field, own, holds);
                whole.work(field, is)?;
            }
            cells.retain(|(_, is)| *is != Condition::False);
            Some(cells)
        }
        Cells::Both(a, b) | Cells::Except(a, b) => {
            let (Some(a), Some(b)) = (members(field, slots, a, whole)?, members(field, slots, b, whole)?)
            else {
                return Ok(None);
            };
            let other = |cell| b.iter().find(|m| m.0 == cell).map_or(Condition::False, |m| m.1.clone());
            let common = matches!(list, Cells::Both(..));
            let with = |(cell, is): (Coord, Condition)| {
                let other = if common { other(cell) } else { other(cell).negate() };
                (cell, both(field, is, other))
            };
            Some(a.into_iter().map(with).filter(|m| m.1 != Condition::False).collect())
        }
        Cells::Join(parts) => {
            let mut all: Vec<(Coord, Condition)> = Vec::new();
            for part in parts {
                let Some(cells) = members(field, slots, part, whole)? else { return Ok(None) };
                for (cell, is) in cells {
                    match all.iter_mut().find(|m| m.0 == cell) {
                        Some((_, own)) => *own = std::mem::replace(own, Condition::False).or(is),
                        None => all.push((cell, is)),
                    }
                }
            }
            Some(all)
        }
        _ => None,
    })
}

/// A comparison without sums, minima and maxima over cells of numbers that depend on what cells hold.
pub(super) fn unfolded(
    field: &Field<'_>,
    slots: &Slots,
    (op, a, b): (BinaryOp, &Num, &Num),
) -> Result<Test, Undefined> {
    let place = place(field, slots);
    Ok(Test::Compare(op, spread(&place, a)?, spread(&place, b)?))
}

fn spread(place: &Place<'_>, num: &Num) -> Result<Num, Undefined> {
    let inner = |n: &Num| spread(place, n).map(Box::new);
    Ok(match num {
        Num::Fold(fold, slot, over, body) => {
            let cells = place.cells(over).ok_or(Undefined::OffBoard)?;
            let each = |cell: &Coord| spread(place, &Change::Slot(*slot, *cell).num(body));
            let mut all = cells.iter().map(each).collect::<Result<Vec<Num>, Undefined>>()?;
            // By halves, so that the tree is not deep.
            while all.len() > 1 {
                let mut pairs = all.into_iter();
                all = Vec::new();
                while let Some(one) = pairs.next() {
                    all.push(match (pairs.next(), fold) {
                        (None, _) => one,
                        (Some(two), Fold::Sum) => Num::Binary(BinaryOp::Add, Box::new(one), Box::new(two)),
                        (Some(two), Fold::Least) => Num::Min(Box::new(one), Box::new(two)),
                        (Some(two), Fold::Greatest) => Num::Max(Box::new(one), Box::new(two)),
                    });
                }
            }
            match (all.pop(), fold) {
                (Some(all), _) => all,
                (None, Fold::Sum) => Num::Fixed(0),
                (None, Fold::Least | Fold::Greatest) => return Err(Undefined::OffBoard),
            }
        }
        Num::Binary(op, a, b) => Num::Binary(*op, inner(a)?, inner(b)?),
        Num::Min(a, b) => Num::Min(inner(a)?, inner(b)?),
        Num::Max(a, b) => Num::Max(inner(a)?, inner(b)?),
        Num::Abs(a) => Num::Abs(inner(a)?),
        other => other.clone(),
    })
}

/// The values of a number that may contain lists, each with the condition under which it has it, in order. `None` is no
/// value.
pub(super) fn numbers(
    field: &Field<'_>,
    slots: &mut Slots,
    num: &Num,
) -> Result<Vec<(Option<i64>, Condition)>, Undefined> {
    let mut all: BTreeMap<Option<i64>, Condition> = BTreeMap::new();
    let mut add = |value, when: Condition| {
        let known = all.remove(&value).unwrap_or(Condition::False);
        all.insert(value, known.or(when));
    };
    let whole = Whole::begin(field);
    let mut open = vec![(Condition::True, num.clone())];
    let mut number = 0;
    while let Some((when, num)) = open.pop() {
        number += 1;
        if number + open.len() > MOST_WAYS {
            return Err(Undefined::TooLarge);
        }
        if let Some(list) = in_num(&num) {
            for (way, found) in ways(field, slots, list, &whole)? {
                let when = both(field, when.clone(), way);
                whole.work(field, &when)?;
                match found {
                    Some(found) => open.push((when, Change::List(list, &found).num(&num))),
                    None => add(None, when),
                }
            }
            continue;
        }
        let place = place(field, slots);
        let cases = spread(&place, &num).and_then(|num| cases::values(field, &place, &num));
        match cases {
            Ok(cases) => {
                cases.into_iter().for_each(|(value, case)| add(value, both(field, when.clone(), case)))
            }
            Err(Undefined::OffBoard | Undefined::DividesByZero) => add(None, when),
            Err(why) => return Err(why),
        }
    }
    Ok(all.into_iter().collect())
}

/// A choice of values for all lists of a rule's effects: when the lists have them, the effects.
pub(super) struct Chosen<T> {
    pub when: Condition,
    pub rule: T,
}

/// The effects of a rule for all values of the lists in them, where a condition holds. `find` gives a list of the rule,
/// and `change` puts cells in its place.
pub(super) fn choices<T>(
    field: &Field<'_>,
    slots: &mut Slots,
    (when, rule): (Condition, T),
    find: &dyn Fn(&T) -> Option<Cells>,
    change: &dyn Fn(&T, Change<'_>) -> T,
) -> Result<Vec<Chosen<T>>, Undefined> {
    let whole = Whole::begin(field);
    let mut open = vec![Chosen { when, rule }];
    let mut done = Vec::new();
    while let Some(Chosen { when, rule }) = open.pop() {
        let Some(list) = find(&rule) else {
            done.push(Chosen { when, rule });
            continue;
        };
        let ways = match ways(field, slots, &list, &whole) {
            Ok(ways) => ways,
            Err(Undefined::OffBoard | Undefined::DividesByZero) => continue,
            Err(why) => return Err(why),
        };
        // The last first, as `open` is a stack.
        for (way, found) in ways.into_iter().rev() {
            let Some(found) = found else { continue };
            let when = both(field, when.clone(), way);
            whole.work(field, &when)?;
            if when != Condition::False {
                open.push(Chosen { when, rule: change(&rule, Change::List(&list, &found)) });
            }
        }
        if open.len() + done.len() > MOST_WAYS {
            return Err(Undefined::TooLarge);
        }
    }
    Ok(done)
}
