//! Lists of cells that depend on what cells hold: rays that end before a piece, and selections.
//!
//! Such a list has finitely many values on a board. Each value has a condition, no two conditions hold in one
//! position, and together with those of no value they always hold. What contains such lists is read once for every
//! value, with the cells in place of the list.

use std::collections::BTreeMap;

use super::field::Field;
use super::linear::{Undefined, Whole, direct, holds, part};
use super::shapes::{self, Counting};
use super::values::terms;
use puzzlec_model::board::Coord;
use puzzlec_model::expr::{Cell, Cells, Change, Form, Num, Part, Test, Until};
use puzzlec_model::query::{All, Bound, Place, bind};
use puzzlec_model::rule::Effect;
use puzzlec_task::{Condition, ValueSet, VarId};

/// Maximum number of values of the lists of one test, or of the effects of one action.
pub(super) const MOST_WAYS: usize = 1 << 12;

pub(super) type Slots = Vec<Option<Bound>>;

/// A value of a list, and when the list has it; without cells, when it has no value.
type Way = (Condition, Option<Vec<Coord>>);

pub(super) fn place<'a>(field: &'a Field<'_>, slots: &'a Slots) -> Place<'a> {
    Place::new(field.board, All::Cells(&field.cells), slots)
}

/// A part of an expression that is replaced before the whole can be read.
#[derive(Clone, Copy)]
pub(super) enum Open<'a> {
    /// A list that depends on what cells hold while no list within its own cells does.
    List(&'a Cells),
    /// A sum, minimum or maximum over cells that are known, of numbers with such lists.
    Fold(&'a Num),
}

/// The part to replace first. The tests of lists and the bodies of quantifiers are left out: they are read for every cell.
pub(super) fn innermost<'a>(part: Part<'a>) -> Option<Open<'a>> {
    match part {
        Part::Cell(cell) => in_cell(cell),
        Part::Cells(cells) => in_cells(cells),
        Part::Num(num) => in_num(num),
        Part::Test(test) => match test {
            Test::Compare(_, a, b) => in_num(a).or_else(|| in_num(b)),
            Test::Same(a, b) | Test::Adjacent(a, b) => in_cell(a).or_else(|| in_cell(b)),
            Test::Holds(cells, _) | Test::Different(cells) | Test::Each(_, _, cells, _) => in_cells(cells),
            Test::Form(Form::Path(a, b), cells) => {
                in_cell(a).or_else(|| in_cell(b)).or_else(|| in_cells(cells))
            }
            Test::Form(_, cells) => in_cells(cells),
            Test::Aligned(cell, _) => in_cell(cell),
            Test::Member(cell, cells) => in_cell(cell).or_else(|| in_cells(cells)),
            Test::Fixed(_) | Test::Not(_) | Test::Total(_) | Test::And(_) | Test::Or(_) => None,
        },
    }
}

fn in_cell(cell: &Cell) -> Option<Open<'_>> {
    match cell {
        Cell::Var(_) | Cell::Fixed(_) => None,
        Cell::Step(from, _, n) => in_cell(from).or_else(|| in_num(n)),
        Cell::First(list) | Cell::Last(list) => in_cells(list),
    }
}

fn in_cells(cells: &Cells) -> Option<Open<'_>> {
    let inner = match cells {
        Cells::One(cell) | Cells::Ray(cell, ..) => in_cell(cell),
        Cells::Fixed(_) | Cells::All => None,
        Cells::Around(list) | Cells::Where(list, ..) | Cells::Floor(list) => in_cells(list),
        Cells::Run(from, _, n) => in_cell(from).or_else(|| in_num(n)),
        Cells::Both(a, b) | Cells::Except(a, b) => in_cells(a).or_else(|| in_cells(b)),
        Cells::Component(cell, list) => in_cell(cell).or_else(|| in_cells(list)),
        Cells::Join(parts) => parts.iter().find_map(in_cells),
    };
    inner.or_else(|| cells.filters().then_some(Open::List(cells)))
}

fn in_num(num: &Num) -> Option<Open<'_>> {
    match num {
        Num::Fixed(_) | Num::Var(..) | Num::Counter(..) => None,
        Num::Count(_, list) | Num::Size(list) | Num::Components(list) => in_cells(list),
        // The lists of the body may depend on the cell.
        Num::Fold(_, _, list, body) => in_cells(list).or_else(|| in_num(body).map(|_| Open::Fold(num))),
        Num::Binary(_, a, b) | Num::Min(a, b) | Num::Max(a, b) => in_num(a).or_else(|| in_num(b)),
        Num::Abs(a) => in_num(a),
        Num::Distance(a, b) => in_cell(a).or_else(|| in_cell(b)),
        Num::Number(cell) | Num::Row(cell) | Num::Column(cell) => in_cell(cell),
    }
}

/// What an expression becomes when a part found by [`innermost`] is replaced by each of its values, and when it has that
/// value; nothing where it has none.
pub(super) fn readings<T>(
    field: &Field<'_>,
    slots: &mut Slots,
    open: Open<'_>,
    whole: &Whole,
    changed: &dyn Fn(Change<'_>) -> T,
) -> Result<Vec<(Condition, Option<T>)>, Undefined> {
    let list = match open {
        Open::List(list) => list,
        Open::Fold(num) => {
            let terms = terms(&place(field, slots), num)?;
            return Ok(vec![(Condition::True, Some(changed(Change::Num(num, &terms))))]);
        }
    };
    let reading =
        |(when, found): Way| (when, found.map(|found: Vec<Coord>| changed(Change::List(list, &found))));
    Ok(ways(field, slots, list, whole)?.into_iter().map(reading).collect())
}

/// Both conditions, with what they ask of one variable put together.
pub(super) fn both(field: &Field<'_>, a: Condition, b: Condition) -> Condition {
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

/// The values of a list.
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
pub(super) fn valued(
    field: &Field<'_>,
    slots: &mut Slots,
    test: &Test,
) -> Result<(Condition, Condition), Undefined> {
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

/// The condition of a test by the values of the parts found by [`innermost`], one after the other.
pub(super) fn by_ways(
    field: &Field<'_>,
    slots: &mut Slots,
    test: &Test,
    whole: &mut Whole,
) -> Result<Condition, Undefined> {
    let mut any = Condition::False;
    let mut open = vec![(Condition::True, test.clone())];
    while let Some((way, test)) = open.pop() {
        let found = match next(field, slots, &test, whole) {
            Ok(found) => found,
            Err(Undefined::OffBoard | Undefined::DividesByZero) if way != Condition::True => {
                whole.fails(way);
                continue;
            }
            Err(why) => return Err(why),
        };
        match found {
            Next::Holds(is, void) => {
                whole.fails(both(field, way.clone(), void));
                let holds = both(field, way, is);
                whole.work(field, &holds)?;
                any = any.or(holds);
            }
            // The last first, as `open` is a stack.
            Next::Tests(tests) => {
                for (then, test) in tests.into_iter().rev() {
                    let way = both(field, way.clone(), then);
                    whole.work(field, &way)?;
                    match test {
                        _ if way == Condition::False => {}
                        Some(test) => open.push((way, test)),
                        None => whole.fails(way),
                    }
                }
            }
        }
    }
    Ok(any)
}

/// What is known of a test.
enum Next {
    /// When it holds, and when it has no value.
    Holds(Condition, Condition),
    /// The tests that it may be, each with its condition.
    Tests(Vec<(Condition, Option<Test>)>),
}

fn next(field: &Field<'_>, slots: &mut Slots, test: &Test, whole: &Whole) -> Result<Next, Undefined> {
    let mut inner = Whole::begin(field);
    if let Some(is) = direct(field, slots, test, &mut inner)? {
        return Ok(Next::Holds(is, inner.undefined()));
    }
    match innermost(Part::Test(test)) {
        Some(open) => readings(field, slots, open, whole, &|change| change.test(test)).map(Next::Tests),
        None => valued(field, slots, test).map(|(is, void)| Next::Holds(is, void)),
    }
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
        Cells::Component(..) => shapes::component(field, slots, list, whole)?.map(Counting::members),
        _ => None,
    })
}

/// Effects for all values of the lists in them, each with the condition that the lists have these values, where a
/// condition holds.
pub(super) fn choices(
    field: &Field<'_>,
    slots: &mut Slots,
    when: Condition,
    effects: Vec<Effect>,
) -> Result<Vec<(Condition, Vec<Effect>)>, Undefined> {
    let whole = Whole::begin(field);
    let mut open = vec![(when, effects)];
    let mut done = Vec::new();
    while let Some((when, effects)) = open.pop() {
        let Some(part) = effects.iter().flat_map(Effect::parts).find_map(innermost) else {
            done.push((when, effects));
            continue;
        };
        let changed = |change: Change<'_>| effects.iter().map(|e| e.changed(change)).collect();
        let readings = match readings(field, slots, part, &whole, &changed) {
            Ok(readings) => readings,
            Err(Undefined::OffBoard | Undefined::DividesByZero) => continue,
            Err(why) => return Err(why),
        };
        // The last first, as `open` is a stack.
        for (way, effects) in readings.into_iter().rev() {
            let Some(effects) = effects else { continue };
            let when = both(field, when.clone(), way);
            whole.work(field, &when)?;
            if when != Condition::False {
                open.push((when, effects));
            }
        }
        if open.len() + done.len() > MOST_WAYS {
            return Err(Undefined::TooLarge);
        }
    }
    Ok(done)
}
