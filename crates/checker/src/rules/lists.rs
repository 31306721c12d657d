//! Lists of cells that depend on the position: what they may be, and when.
//!
//! An outcome of a list is one value of it, with the condition that it has that value. Exactly one outcome holds in each
//! position, counting the one without a value.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use super::field::Field;
use super::shapes;
use super::tests::{Slots, Translated, Void, holds, part, place};
use puzzlec_model::board::Coord;
use puzzlec_model::expr::{Cell, Cells, Change, Form, Num, Part, Test, Until};
use puzzlec_model::query::{Place, bind};
use puzzlec_syntax::ast::{BinaryOp, Fold};
use puzzlec_task::{Condition, Members, ValueSet, VarId};

/// Maximum number of outcomes of the lists of one test or move.
pub(super) const MOST: usize = 1 << 12;

/// Maximum work on one test or move.
const MOST_WORK: u64 = 1 << 22;

type Outcome = (Condition, Option<Vec<Coord>>);

/// The conjunction. What it demands of one cell is one demand, and contradictory demands are `False`.
pub(super) fn joint(field: &Field<'_>, one: &Condition, other: &Condition) -> Translated<Condition> {
    let mut demands: FxHashMap<VarId, ValueSet> = FxHashMap::default();
    let mut order = Vec::new();
    let mut open = vec![other, one];
    let mut rest = Condition::True;
    while let Some(next) = open.pop() {
        field.work.set(field.work.get() + 1);
        let (var, values) = match next {
            Condition::False => return Ok(Condition::False),
            Condition::All(parts) => {
                open.extend(parts.iter().rev());
                continue;
            }
            Condition::In(var, values) => (*var, values.clone()),
            part => match unless(part) {
                Some((var, values)) => {
                    (var, field.every(var).iter().filter(|v| !values.contains(*v)).collect())
                }
                None => {
                    field.work.set(field.work.get() + parts(part));
                    rest = rest.and(part.clone());
                    continue;
                }
            },
        };
        match demands.entry(var) {
            Entry::Vacant(free) => {
                order.push(var);
                free.insert(values);
            }
            Entry::Occupied(mut known) => *known.get_mut() = known.get().intersection(&values),
        }
    }
    if field.work.get() > MOST_WORK {
        return Err(Void::Large);
    }
    if demands.values().any(ValueSet::is_empty) {
        return Ok(Condition::False);
    }
    let demand = |var: VarId| demands.get(&var).map_or(Condition::True, |v| Condition::In(var, v.clone()));
    Ok(order.into_iter().map(demand).fold(Condition::True, Condition::and).and(rest))
}

/// A variable and the values that it may not hold, if that is all that a condition asks.
fn unless(condition: &Condition) -> Option<(VarId, &ValueSet)> {
    let Condition::Not(inner) = condition else { return None };
    let Condition::In(var, values) = inner.as_ref() else { return None };
    Some((*var, values))
}

/// The number of parts of a condition.
fn parts(condition: &Condition) -> u64 {
    match condition {
        Condition::All(all) | Condition::Any(all) => all.iter().map(parts).sum(),
        Condition::Not(inner) => parts(inner),
        Condition::Count { vars, .. } => vars.len() as u64,
        Condition::Sum { terms, .. } => terms.len() as u64,
        Condition::Components { set, .. } | Condition::Forest { set } => of_set(set),
        Condition::Component { set, counted, .. } => of_set(set) + counted.iter().map(parts).sum::<u64>(),
        Condition::True | Condition::False | Condition::In(..) => 1,
    }
}

fn of_set(set: &Members) -> u64 {
    set.links.len() as u64 + set.holds.iter().map(parts).sum::<u64>()
}

/// A part of an expression that depends on the position and has nothing within it that does.
#[derive(Clone, Copy, Debug)]
pub(super) enum Loose<'a> {
    /// A list of cells.
    List(&'a Cells),
    /// A number over known cells, whose body has such parts for each of them.
    Over(&'a Num),
}

/// A part that depends on the position, to be worked out before the others. Tests within lists and bodies of quantifiers are
/// not searched.
pub(super) fn first(part: Part<'_>) -> Option<Loose<'_>> {
    fn cell(c: &Cell) -> Option<Loose<'_>> {
        first(Part::Cell(c))
    }
    fn cells(c: &Cells) -> Option<Loose<'_>> {
        first(Part::Cells(c))
    }
    fn num(n: &Num) -> Option<Loose<'_>> {
        first(Part::Num(n))
    }
    match part {
        Part::Cell(Cell::Var(_) | Cell::Fixed(_)) => None,
        Part::Cell(Cell::Step(from, _, n)) => cell(from).or_else(|| num(n)),
        Part::Cell(Cell::First(list) | Cell::Last(list)) => cells(list),
        Part::Cells(list) => {
            let deeper = match list {
                Cells::Fixed(_) | Cells::All => None,
                Cells::One(c) | Cells::Ray(c, _, _) => cell(c),
                Cells::Run(c, _, n) => cell(c).or_else(|| num(n)),
                Cells::Around(inner) | Cells::Where(inner, _, _) | Cells::Floor(inner) => cells(inner),
                Cells::Component(c, list) => cell(c).or_else(|| cells(list)),
                Cells::Both(a, b) | Cells::Except(a, b) => cells(a).or_else(|| cells(b)),
                Cells::Join(parts) => parts.iter().find_map(cells),
            };
            deeper.or_else(|| list.filters().then_some(Loose::List(list)))
        }
        Part::Num(n) => match n {
            Num::Fixed(_) | Num::Var(..) | Num::Counter(..) => None,
            Num::Size(list) | Num::Components(list) | Num::Count(_, list) => cells(list),
            Num::Fold(_, _, list, body) => match cells(list) {
                None if num(body).is_some() => Some(Loose::Over(n)),
                list => list,
            },
            Num::Abs(a) => num(a),
            Num::Binary(_, a, b) | Num::Min(a, b) | Num::Max(a, b) => num(a).or_else(|| num(b)),
            Num::Number(c) | Num::Row(c) | Num::Column(c) => cell(c),
            Num::Distance(a, b) => cell(a).or_else(|| cell(b)),
        },
        Part::Test(test) => match test {
            Test::Fixed(_) | Test::Not(_) | Test::Total(_) | Test::And(_) | Test::Or(_) => None,
            Test::Compare(_, a, b) => num(a).or_else(|| num(b)),
            Test::Same(a, b) | Test::Adjacent(a, b) => cell(a).or_else(|| cell(b)),
            Test::Aligned(c, _) => cell(c),
            Test::Form(Form::Path(a, b), list) => cell(a).or_else(|| cell(b)).or_else(|| cells(list)),
            Test::Form(_, list) => cells(list),
            Test::Holds(list, _) | Test::Different(list) | Test::Each(_, _, list, _) => cells(list),
            Test::Member(c, list) => cell(c).or_else(|| cells(list)),
        },
    }
}

/// What an expression may be, where `changed` puts something known in the place of a part of [`first`], with the condition of
/// each; nothing where the part has no value.
pub(super) fn cases<T>(
    field: &Field<'_>,
    slots: &mut Slots,
    loose: Loose<'_>,
    changed: &dyn Fn(Change<'_>) -> T,
) -> Translated<Vec<(Condition, Option<T>)>> {
    match loose {
        Loose::Over(num) => {
            let terms = terms(&place(field, slots), num)?;
            Ok(vec![(Condition::True, Some(changed(Change::Num(num, &terms))))])
        }
        Loose::List(list) => {
            let known = |cells: Vec<Coord>| changed(Change::List(list, &cells));
            let all = outcomes(field, slots, list)?.into_iter();
            Ok(all.map(|(when, cells)| (when, cells.map(known))).collect())
        }
    }
}

/// When a test holds, and when it has no value.
pub(super) fn known(field: &Field<'_>, slots: &mut Slots, test: &Test) -> Translated<(Condition, Condition)> {
    let mut void = Condition::False;
    match part(field, slots, test, &mut void) {
        Ok(is) => Ok((is.and(void.clone().negate()), void)),
        Err(Void::Undefined) => Ok((Condition::False, Condition::True)),
        Err(other) => Err(other),
    }
}

fn outcomes(field: &Field<'_>, slots: &mut Slots, list: &Cells) -> Translated<Vec<Outcome>> {
    let mut all: Vec<Outcome> = Vec::new();
    match list {
        Cells::Ray(from, dir, Some(until)) => {
            let ray = place(field, slots).ray(from, dir).ok_or(Void::Undefined)?;
            let mut so_far = Condition::True;
            for (length, cell) in ray.iter().enumerate() {
                let (ends, void) = match until {
                    Until::Holds(selector) => {
                        (holds(field, *cell, field.matching(selector))?, Condition::False)
                    }
                    Until::Test(slot, test) => {
                        bind(slots, *slot, *cell);
                        known(field, slots, test)?
                    }
                };
                let here = joint(field, &so_far, &ends)?;
                all.push((here, Some(ray.iter().take(length).copied().collect())));
                all.push((joint(field, &so_far, &void)?, None));
                so_far = joint(field, &so_far, &ends.negate().and(void.negate()))?;
                if so_far == Condition::False {
                    break;
                }
            }
            all.push((so_far, Some(ray)));
        }
        Cells::Where(from, slot, test) => {
            let cells = place(field, slots).cells(from).ok_or(Void::Undefined)?;
            all.push((Condition::True, Some(Vec::new())));
            for cell in cells {
                bind(slots, *slot, cell);
                let (is, void) = known(field, slots, test)?;
                let not = is.clone().or(void.clone()).negate();
                let mut next = Vec::new();
                for (when, chosen) in all {
                    let Some(chosen) = chosen else {
                        next.push((when, None));
                        continue;
                    };
                    next.push((joint(field, &when, &void)?, None));
                    next.push((joint(field, &when, &not)?, Some(chosen.clone())));
                    let more = chosen.into_iter().chain([cell]).collect();
                    next.push((joint(field, &when, &is)?, Some(more)));
                }
                next.retain(|(when, _)| *when != Condition::False);
                if next.len() > MOST {
                    return Err(Void::Large);
                }
                all = next;
            }
        }
        _ => return Err(Void::Undefined),
    }
    all.retain(|(when, _)| *when != Condition::False);
    Ok(all)
}

/// The condition of a test about lists that depend on the position; nothing for other tests.
pub(super) fn test(
    field: &Field<'_>,
    slots: &mut Slots,
    test: &Test,
    void: &mut Condition,
) -> Translated<Option<Condition>> {
    if let Some(found) = whole(field, slots, test, void)? {
        return Ok(Some(found));
    }
    if first(Part::Test(test)).is_none() {
        return Ok(None);
    }
    let mut any = Condition::False;
    let mut open = vec![(Condition::True, test.clone())];
    while let Some((when, test)) = open.pop() {
        match read(field, slots, &test) {
            Ok(Read::Known(is, without)) => {
                add(void, joint(field, &when, &without)?);
                any = any.or(joint(field, &when, &is)?);
            }
            Ok(Read::Cases(cases)) => {
                for (case, test) in cases.into_iter().rev() {
                    let when = joint(field, &when, &case)?;
                    match test {
                        _ if when == Condition::False => {}
                        Some(test) => open.push((when, test)),
                        None => add(void, when),
                    }
                }
            }
            Err(Void::Undefined) => add(void, when),
            Err(other) => return Err(other),
        }
    }
    Ok(Some(any))
}

/// A test in one step of its reading.
enum Read {
    /// When it holds, and when it has no value.
    Known(Condition, Condition),
    /// The tests that it may be.
    Cases(Vec<(Condition, Option<Test>)>),
}

fn read(field: &Field<'_>, slots: &mut Slots, test: &Test) -> Translated<Read> {
    let mut void = Condition::False;
    if let Some(is) = whole(field, slots, test, &mut void)? {
        return Ok(Read::Known(is.and(void.clone().negate()), void));
    }
    match first(Part::Test(test)) {
        Some(loose) => cases(field, slots, loose, &|change| change.test(test)).map(Read::Cases),
        None => known(field, slots, test).map(|(is, without)| Read::Known(is, without)),
    }
}

/// The condition of a test that is read without a look at all that its lists may be.
fn whole(
    field: &Field<'_>,
    slots: &mut Slots,
    test: &Test,
    void: &mut Condition,
) -> Translated<Option<Condition>> {
    if let Some(found) = shapes::test(field, slots, test, void)? {
        return Ok(Some(found));
    }
    match test {
        Test::Each(all, slot, over, body) if Part::Cells(over).varies() => {
            let Some(cells) = perhaps(field, slots, over, void)? else { return Ok(None) };
            let mut result = if *all { Condition::True } else { Condition::False };
            for (cell, among) in cells {
                bind(slots, *slot, cell);
                let (is, without) = known(field, slots, body)?;
                add(void, among.clone().and(without));
                result = if *all { result.and(among.negate().or(is)) } else { result.or(among.and(is)) };
            }
            Ok(Some(result))
        }
        Test::Holds(over, selector) if Part::Cells(over).varies() => {
            let Some(cells) = perhaps(field, slots, over, void)? else { return Ok(None) };
            let mut result = Condition::True;
            for (cell, among) in cells {
                let is = holds(field, cell, field.matching(selector))?;
                result = result.and(among.negate().or(is));
            }
            Ok(Some(result))
        }
        Test::Compare(op, a, b) if shapes::counts(a) || shapes::counts(b) => {
            super::numbers::of_parts(field, slots, *op, (a, b), void).map(Some)
        }
        Test::Compare(op, a, b) if Part::Num(a).lists() || Part::Num(b).lists() => {
            if let Some(both) = super::numbers::weighed(field, slots, *op, (a, b), void)? {
                return Ok(Some(both));
            }
            if first(Part::Test(test)).is_some() {
                return Ok(None);
            }
            let place = place(field, slots);
            let plain = Test::Compare(*op, listed(&place, a)?, listed(&place, b)?);
            part(field, slots, &plain, void).map(Some)
        }
        _ => Ok(None),
    }
}

pub(super) fn add(void: &mut Condition, more: Condition) {
    *void = std::mem::replace(void, Condition::False).or(more);
}

/// Cells that may be in a list, with when they are; nothing for a list that is found from a list of the position.
pub(super) fn perhaps(
    field: &Field<'_>,
    slots: &mut Slots,
    list: &Cells,
    void: &mut Condition,
) -> Translated<Option<Vec<(Coord, Condition)>>> {
    if !Part::Cells(list).varies() {
        let cells = place(field, slots).cells(list).ok_or(Void::Undefined)?;
        return Ok(Some(cells.into_iter().map(|cell| (cell, Condition::True)).collect()));
    }
    let mut all: Vec<(Coord, Condition)> = Vec::new();
    match list {
        Cells::Floor(inner) => {
            let Some(inner) = perhaps(field, slots, inner, void)? else { return Ok(None) };
            all.extend(inner.into_iter().map(|(cell, among)| (cell.floor(), among)));
        }
        Cells::Where(from, slot, test) => {
            let Some(from) = perhaps(field, slots, from, void)? else { return Ok(None) };
            for (cell, among) in from {
                bind(slots, *slot, cell);
                let (is, without) = known(field, slots, test)?;
                add(void, joint(field, &among, &without)?);
                all.push((cell, joint(field, &among, &is)?));
            }
        }
        Cells::Join(parts) => {
            for part in parts {
                let Some(part) = perhaps(field, slots, part, void)? else { return Ok(None) };
                for (cell, among) in part {
                    match all.iter().position(|(other, _)| *other == cell) {
                        None => all.push((cell, among)),
                        Some(at) => {
                            if let Some((_, known)) = all.get_mut(at) {
                                add(known, among);
                            }
                        }
                    }
                }
            }
        }
        Cells::Both(a, b) | Cells::Except(a, b) => {
            let Some(a) = perhaps(field, slots, a, void)? else { return Ok(None) };
            let Some(b) = perhaps(field, slots, b, void)? else { return Ok(None) };
            for (cell, among) in a {
                let other = b.iter().find(|(other, _)| *other == cell);
                let other = other.map_or(Condition::False, |(_, among)| among.clone());
                let wanted = if matches!(list, Cells::Both(..)) { other } else { other.negate() };
                all.push((cell, joint(field, &among, &wanted)?));
            }
        }
        Cells::Component(..) => {
            let Some(found) = shapes::part_of(field, slots, list, void)? else { return Ok(None) };
            all = found.list();
        }
        _ => return Ok(None),
    }
    all.retain(|(_, among)| *among != Condition::False);
    Ok(Some(all))
}

/// The number without sums and extremes over cells: their terms, one by one.
pub(super) fn listed(place: &Place<'_>, num: &Num) -> Translated<Num> {
    let two = |make: fn(Box<Num>, Box<Num>) -> Num, a: &Num, b: &Num| {
        Ok(make(Box::new(listed(place, a)?), Box::new(listed(place, b)?)))
    };
    match num {
        Num::Fold(..) => listed(place, &terms(place, num)?),
        Num::Binary(op, a, b) => {
            Ok(Num::Binary(*op, Box::new(listed(place, a)?), Box::new(listed(place, b)?)))
        }
        Num::Min(a, b) => two(Num::Min, a, b),
        Num::Max(a, b) => two(Num::Max, a, b),
        Num::Abs(a) => Ok(Num::Abs(Box::new(listed(place, a)?))),
        other => Ok(other.clone()),
    }
}

/// A sum or an extreme over cells as its terms for these cells.
fn terms(place: &Place<'_>, num: &Num) -> Translated<Num> {
    let Num::Fold(fold, slot, over, body) = num else { return Ok(num.clone()) };
    let cells = place.cells(over).ok_or(Void::Undefined)?;
    let terms: Vec<Num> = cells.iter().map(|cell| Change::Slot(*slot, *cell).num(body)).collect();
    let make: fn(Box<Num>, Box<Num>) -> Num = match fold {
        Fold::Sum if terms.is_empty() => return Ok(Num::Fixed(0)),
        Fold::Sum => |a, b| Num::Binary(BinaryOp::Add, a, b),
        Fold::Least => Num::Min,
        Fold::Greatest => Num::Max,
    };
    joined(&terms, make).ok_or(Void::Undefined)
}

/// Terms joined by an operation, in a shallow tree.
fn joined(terms: &[Num], make: fn(Box<Num>, Box<Num>) -> Num) -> Option<Num> {
    match terms {
        [] => None,
        [one] => Some(one.clone()),
        _ => {
            let (left, right) = terms.split_at(terms.len() / 2);
            Some(make(Box::new(joined(left, make)?), Box::new(joined(right, make)?)))
        }
    }
}
