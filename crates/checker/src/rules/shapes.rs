//! How sets of cells hang together, as conditions: the checker's own reading.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::field::Field;
use super::lists::{add, joint, known, perhaps};
use super::tests::{Slots, Translated, Void, holds, place};
use puzzlec_model::board::Coord;
use puzzlec_model::expr::{Cells, Form, Num, Part, Test};
use puzzlec_model::query::bind;
use puzzlec_task::{Condition, Members};

/// Maximum number of cases of the number of neighbours of a cell.
const MOST_CASES: usize = 1 << 12;

/// Cells that a list may have, each with when it does.
type List = Vec<(Coord, Condition)>;

/// A number of components, or of cells of one component.
pub(super) struct Number {
    set: Arc<Members>,
    cells: Vec<Coord>,
    kind: Kind,
}

enum Kind {
    /// The number of components.
    Components,
    /// The number of cells of the component of a member that count, each with when it counts; none where the cell is never in
    /// the set.
    Within(Option<usize>, Arc<[Condition]>),
}

impl Number {
    /// The greatest value.
    pub(super) fn most(&self) -> i64 {
        match self.kind {
            Kind::Within(None, _) => 0,
            _ => i64::try_from(self.cells.len()).unwrap_or(i64::MAX),
        }
    }

    /// When the number is in a range.
    pub(super) fn between(&self, least: i64, most: i64) -> Condition {
        let (least, most) = (least.max(0), most.min(self.most()));
        let (Ok(min), Ok(max)) = (u32::try_from(least), u32::try_from(most)) else { return Condition::False };
        let set = Arc::clone(&self.set);
        match &self.kind {
            _ if min > max => Condition::False,
            _ if least == 0 && most == self.most() => Condition::True,
            Kind::Components => Condition::Components { set, min, max },
            // Of no cells none counts.
            Kind::Within(None, _) => Condition::True,
            Kind::Within(Some(of), counted) => {
                let of = u32::try_from(*of).unwrap_or(u32::MAX);
                Condition::Component { set, of, counted: Arc::clone(counted), min, max }
            }
        }
    }

    fn counting(&self, counted: Vec<Condition>) -> Number {
        let of = if let Kind::Within(of, _) = self.kind { of } else { None };
        Number {
            set: Arc::clone(&self.set),
            cells: self.cells.clone(),
            kind: Kind::Within(of, counted.into()),
        }
    }

    fn counted(&self) -> impl Iterator<Item = (Coord, &Condition)> {
        let counted = if let Kind::Within(_, counted) = &self.kind { &**counted } else { &[] };
        self.cells.iter().copied().zip(counted)
    }

    /// The counted cells, each with when it is one.
    pub(super) fn list(&self) -> List {
        let each = self.counted().enumerate().map(|(member, (cell, counts))| {
            let one = |other| if other == member { counts.clone() } else { Condition::False };
            (cell, self.counting((0..self.cells.len()).map(one).collect()).between(1, i64::MAX))
        });
        each.collect()
    }
}

/// A set of cells, with the pairs of neighbours.
fn set(field: &Field<'_>, list: &List) -> Arc<Members> {
    let numbers: BTreeMap<Coord, u32> = list.iter().map(|(cell, _)| *cell).zip(0..).collect();
    let mut links = std::collections::BTreeSet::new();
    for (cell, number) in &numbers {
        for near in field.board.neighbours(*cell).iter().filter_map(|near| numbers.get(near)) {
            if near != number {
                links.insert((*near.min(number), *near.max(number)));
            }
        }
    }
    Arc::new(Members {
        holds: list.iter().map(|(_, is)| is.clone()).collect(),
        links: links.into_iter().collect(),
    })
}

/// Whether a list is part of one component of a set of the position.
pub(super) fn is_part(list: &Cells) -> bool {
    match list {
        Cells::Component(..) => Part::Cells(list).varies(),
        Cells::Where(inner, ..) | Cells::Except(inner, _) | Cells::Floor(inner) => is_part(inner),
        Cells::Both(a, b) => is_part(a) || is_part(b),
        _ => false,
    }
}

/// Whether a number counts components, or cells of one, of a set of the position, itself or in a part.
pub(super) fn counts(num: &Num) -> bool {
    let mut found = false;
    Part::Num(num).visit(&mut |part| {
        found |= match part {
            Part::Num(Num::Components(list)) => Part::Cells(list).varies(),
            Part::Num(Num::Size(list) | Num::Count(_, list)) => is_part(list),
            _ => false,
        };
    });
    found
}

/// The number of components, or of cells of one, that a number is; nothing for other numbers.
pub(super) fn number(
    field: &Field<'_>,
    slots: &mut Slots,
    num: &Num,
    void: &mut Condition,
) -> Translated<Option<Number>> {
    match num {
        Num::Components(list) if Part::Cells(list).varies() => {
            let Some(list) = perhaps(field, slots, list, void)? else { return Ok(None) };
            let cells = list.iter().map(|(cell, _)| *cell).collect();
            Ok(Some(Number { set: set(field, &list), cells, kind: Kind::Components }))
        }
        Num::Size(list) => part_of(field, slots, list, void),
        Num::Count(selector, list) => {
            let Some(found) = part_of(field, slots, list, void)? else { return Ok(None) };
            let values = field.matching(selector);
            let mut counted = Vec::new();
            for (cell, counts) in found.counted() {
                counted.push(joint(field, counts, &holds(field, cell, values.clone())?)?);
            }
            Ok(Some(found.counting(counted)))
        }
        _ => Ok(None),
    }
}

/// The cells of a list that is part of one component; nothing for other lists.
pub(super) fn part_of(
    field: &Field<'_>,
    slots: &mut Slots,
    list: &Cells,
    void: &mut Condition,
) -> Translated<Option<Number>> {
    if !is_part(list) {
        return Ok(None);
    }
    match list {
        Cells::Component(cell, inner) if !Part::Cell(cell).varies() => {
            let cell = place(field, slots).cell(cell).ok_or(Void::Undefined)?;
            let Some(list) = perhaps(field, slots, inner, void)? else { return Ok(None) };
            let cells: Vec<Coord> = list.iter().map(|(cell, _)| *cell).collect();
            let of = cells.iter().position(|other| *other == cell);
            let kind = Kind::Within(of, vec![Condition::True; cells.len()].into());
            Ok(Some(Number { set: set(field, &list), cells, kind }))
        }
        Cells::Floor(inner) => {
            let found = part_of(field, slots, inner, void)?;
            Ok(found.map(|mut found| {
                found.cells.iter_mut().for_each(|cell| *cell = cell.floor());
                found
            }))
        }
        Cells::Where(inner, slot, test) => {
            let Some(found) = part_of(field, slots, inner, void)? else { return Ok(None) };
            fitting(field, slots, &found, *slot, test, void).map(Some)
        }
        Cells::Both(a, b) | Cells::Except(a, b) => {
            let (own, other) = if is_part(a) { (a, b) } else { (b, a) };
            let Some(found) = part_of(field, slots, own, void)? else { return Ok(None) };
            let Some(other) = perhaps(field, slots, other, void)? else { return Ok(None) };
            let other: BTreeMap<Coord, Condition> = other.into_iter().collect();
            let mut counted = Vec::new();
            for (cell, counts) in found.counted() {
                let among = other.get(&cell).cloned().unwrap_or(Condition::False);
                let wanted = if matches!(list, Cells::Both(..)) { among } else { among.negate() };
                counted.push(joint(field, counts, &wanted)?);
            }
            Ok(Some(found.counting(counted)))
        }
        _ => Ok(None),
    }
}

/// Those cells for which a test holds.
fn fitting(
    field: &Field<'_>,
    slots: &mut Slots,
    found: &Number,
    slot: usize,
    test: &Test,
    void: &mut Condition,
) -> Translated<Number> {
    let (mut counted, mut without) = (Vec::new(), Vec::new());
    for (cell, counts) in found.counted() {
        bind(slots, slot, cell);
        let (is, undefined) = known(field, slots, test)?;
        without.push(joint(field, counts, &undefined)?);
        counted.push(joint(field, counts, &is)?);
    }
    if without.iter().any(|undefined| *undefined != Condition::False) {
        add(void, found.counting(without).between(1, i64::MAX));
    }
    Ok(found.counting(counted))
}

/// The condition of a test of a form, or of the cells of a component; nothing for other tests.
pub(super) fn test(
    field: &Field<'_>,
    slots: &mut Slots,
    test: &Test,
    void: &mut Condition,
) -> Translated<Option<Condition>> {
    Ok(match test {
        Test::Each(all, slot, over, body) => {
            let Some(found) = part_of(field, slots, over, void)? else { return Ok(None) };
            let body = if *all { Test::Not(body.clone()) } else { (**body).clone() };
            let fitting = fitting(field, slots, &found, *slot, &body, void)?;
            Some(if *all { fitting.between(0, 0) } else { fitting.between(1, i64::MAX) })
        }
        Test::Holds(over, selector) => {
            let Some(found) = part_of(field, slots, over, void)? else { return Ok(None) };
            let mut others = Vec::new();
            for (cell, counts) in found.counted() {
                let is = holds(field, cell, field.matching(selector))?;
                others.push(joint(field, counts, &is.negate())?);
            }
            Some(found.counting(others).between(0, 0))
        }
        Test::Form(form, list) => {
            if let Form::Path(a, b) = form
                && (Part::Cell(a).varies() || Part::Cell(b).varies())
            {
                return Ok(None);
            }
            let Some(list) = perhaps(field, slots, list, void)? else { return Ok(None) };
            Some(formed(field, slots, form, &list)?)
        }
        _ => None,
    })
}

/// When cells have a form.
fn formed(field: &Field<'_>, slots: &Slots, form: &Form, list: &List) -> Translated<Condition> {
    let set = set(field, list);
    let one = Condition::Components { set: Arc::clone(&set), min: 1, max: 1 };
    Ok(match form {
        Form::Rectangle => rectangle(list),
        Form::Tree => one.and(Condition::Forest { set }),
        Form::Loop => {
            let mut all = one;
            for member in 0..list.len() {
                all = all.and(joined(field, &set, member, 2)?);
            }
            all
        }
        Form::Path(a, b) => {
            let find = |cell| {
                let cell = place(field, slots).cell(cell).ok_or(Void::Undefined)?;
                Ok(list.iter().position(|(other, _)| *other == cell))
            };
            let (Some(a), Some(b)) = (find(a)?, find(b)?) else { return Ok(Condition::False) };
            let mut all = one;
            for (member, (_, is)) in list.iter().enumerate() {
                let end = member == a || member == b;
                if end {
                    all = all.and(is.clone());
                }
                all = all.and(match (end, a == b) {
                    (true, true) => Condition::True,
                    (true, false) => joined(field, &set, member, 1)?,
                    (false, true) => is.clone().negate(),
                    (false, false) => joined(field, &set, member, 2)?,
                });
            }
            all
        }
    })
}

/// A member is not in the set, or joined with so many others.
fn joined(field: &Field<'_>, set: &Members, member: usize, wanted: usize) -> Translated<Condition> {
    let other = |(a, b): &(u32, u32)| match (*a as usize == member, *b as usize == member) {
        (true, false) => set.holds.get(*b as usize),
        (false, true) => set.holds.get(*a as usize),
        _ => None,
    };
    let near: Vec<&Condition> = set.links.iter().filter_map(other).collect();
    let own = set.holds.get(member).cloned().unwrap_or(Condition::False);
    let mut terms = Vec::new();
    for is in &near {
        match is {
            Condition::In(var, values) => terms.push((1, *var, values.clone())),
            Condition::Not(inner) => {
                if let Condition::In(var, values) = &**inner {
                    let others = field.every(*var).iter().filter(|value| !values.contains(*value)).collect();
                    terms.push((1, *var, others));
                }
            }
            _ => {}
        }
    }
    let number = i64::try_from(wanted).unwrap_or(i64::MAX);
    if terms.len() == near.len() {
        return Ok(own.negate().or(Condition::Sum { terms, min: number, max: number }));
    }
    // The choices of those that are in the set.
    let mut chosen: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..wanted {
        let longer = |choice: &Vec<usize>| {
            let first = choice.last().map_or(0, |last| last + 1);
            (first..near.len()).map(|next| choice.iter().copied().chain([next]).collect()).collect::<Vec<_>>()
        };
        chosen = chosen.iter().flat_map(longer).collect();
        if chosen.len() > MOST_CASES {
            return Err(Void::Large);
        }
    }
    let mut any = own.negate();
    for choice in chosen {
        let is = |(at, is): (usize, &&Condition)| {
            if choice.contains(&at) { (*is).clone() } else { (*is).clone().negate() }
        };
        any = any.or(near.iter().enumerate().map(is).fold(Condition::True, Condition::and));
    }
    Ok(any)
}

/// Some cell is in the set, and with two cells all of the rectangle that they span.
fn rectangle(list: &List) -> Condition {
    let at: BTreeMap<(i32, i32), &Condition> = list.iter().map(|(cell, is)| ((cell.x, cell.y), is)).collect();
    let is = |cell: (i32, i32)| at.get(&cell).map_or(Condition::False, |is| (*is).clone());
    let mut all = list.iter().map(|(_, is)| is.clone()).fold(Condition::False, Condition::or);
    for (&(x, y), one) in &at {
        for (&(u, v), other) in at.range((x, y)..) {
            let both = (*one).clone().negate().or((*other).clone().negate());
            // The other corners, and the next cell in a row or column: the rest follows.
            let asked = match (x == u, y == v) {
                (true, true) => vec![],
                (true, false) => vec![(x, y + 1)],
                (false, true) => vec![(x + 1, y)],
                (false, false) => vec![(x, v), (u, y)],
            };
            for cell in asked.into_iter().filter(|cell| *cell != (u, v)) {
                all = all.and(both.clone().or(is(cell)));
            }
        }
    }
    all
}
