//! How sets of cells hang together, as conditions.

use std::sync::Arc;

use super::field::Field;
use super::linear::{Undefined, Whole, holds, truth};
use super::sums::{Linear, comparison};
use super::ways::{Slots, both, members, place, valued};
use puzzlec_model::board::Coord;
use puzzlec_model::expr::{Cell, Cells, Form, Num, Part, Test};
use puzzlec_model::query::{bind, links};
use puzzlec_syntax::ast::BinaryOp;
use puzzlec_task::{Condition, Members};

/// The cells that a list may have, each with the condition that it has it.
type List = Vec<(Coord, Condition)>;

/// A count of the components of a set, or of cells of one component.
#[derive(Clone)]
pub(super) struct Counting {
    set: Arc<Members>,
    part: Option<Component>,
}

/// The component of a cell.
#[derive(Clone)]
struct Component {
    /// The member whose component it is; nothing for a cell that is never in the set.
    of: Option<u32>,
    /// The cells, by member.
    cells: Vec<Coord>,
    /// By member, whether it counts.
    counted: Arc<[Condition]>,
}

impl Counting {
    /// The greatest number.
    pub(super) fn most(&self) -> usize {
        match &self.part {
            Some(Component { of: None, .. }) => 0,
            _ => self.set.holds.len(),
        }
    }

    /// The condition that the number is in a range.
    pub(super) fn within(&self, min: i64, max: i64) -> Condition {
        let most = i64::try_from(self.most()).unwrap_or(i64::MAX);
        if min > max || max < 0 || min > most {
            return Condition::False;
        }
        if min <= 0 && max >= most {
            return Condition::True;
        }
        let number = |n: i64| u32::try_from(n.clamp(0, most)).unwrap_or(u32::MAX);
        let (min, max) = (number(min), number(max));
        let set = Arc::clone(&self.set);
        known(match &self.part {
            None => Condition::Components { set, min, max },
            Some(Component { of: None, .. }) => truth(min == 0),
            Some(Component { of: Some(of), counted, .. }) => {
                Condition::Component { set, of: *of, counted: Arc::clone(counted), min, max }
            }
        })
    }

    /// The same component with other conditions of counting.
    fn counting(&self, counted: Arc<[Condition]>) -> Counting {
        let part = self.part.clone().map(|part| Component { counted, ..part });
        Counting { set: Arc::clone(&self.set), part }
    }

    /// The counted cells, each with the condition that it is one.
    pub(super) fn members(self) -> List {
        let Some(Component { cells, counted, .. }) = self.part.clone() else { return Vec::new() };
        let none = vec![Condition::False; counted.len()];
        let list = cells.into_iter().zip(counted.iter()).enumerate().map(|(member, (cell, counts))| {
            let mut alone = none.clone();
            if let Some(slot) = alone.get_mut(member) {
                slot.clone_from(counts);
            }
            (cell, self.counting(alone.into()).within(1, i64::MAX))
        });
        list.filter(|(_, is)| *is != Condition::False).collect()
    }
}

/// A condition, or its value if it does not depend on the position.
fn known(condition: Condition) -> Condition {
    let mut open = false;
    condition.for_each_variable(&mut |_| open = true);
    if open { condition } else { truth(condition.holds(&[])) }
}

/// A set of cells with the neighbours among them, once for all tests of the task.
fn set(field: &Field<'_>, cells: &List, whole: &Whole) -> Result<Arc<Members>, Undefined> {
    whole.look(field, cells.len())?;
    let places: Vec<Coord> = cells.iter().map(|(cell, _)| *cell).collect();
    let holds = cells.iter().map(|(_, is)| is.clone()).collect();
    let new = Members { holds, links: links(field.board, &places) };
    let mut known = field.sets.borrow_mut();
    if let Some(set) = known.get(&new) {
        return Ok(Arc::clone(set));
    }
    let set = Arc::new(new);
    known.insert(Arc::clone(&set));
    Ok(set)
}

/// Which members count, once for all tests of the task.
fn listed(field: &Field<'_>, counted: Vec<Condition>) -> Arc<[Condition]> {
    let mut known = field.counted.borrow_mut();
    if let Some(list) = known.get(counted.as_slice()) {
        return Arc::clone(list);
    }
    let list: Arc<[Condition]> = counted.into();
    known.insert(Arc::clone(&list));
    list
}

/// Whether a list consists of cells of one component.
fn is_component(list: &Cells) -> bool {
    match list {
        Cells::Component(..) => true,
        Cells::Where(inner, ..) | Cells::Floor(inner) | Cells::Except(inner, _) => is_component(inner),
        Cells::Both(a, b) => is_component(a) || is_component(b),
        _ => false,
    }
}

/// The cells of a list that is part of one component of a set of the position; nothing for another list.
pub(super) fn component(
    field: &Field<'_>,
    slots: &mut Slots,
    list: &Cells,
    whole: &mut Whole,
) -> Result<Option<Counting>, Undefined> {
    if !is_component(list) || !Part::Cells(list).varies() {
        return Ok(None);
    }
    Ok(match list {
        Cells::Component(cell, _) if Part::Cell(cell).varies() => None,
        Cells::Component(cell, inner) => {
            let cell = place(field, slots).cell(cell).ok_or(Undefined::OffBoard)?;
            let Some(members) = members(field, slots, inner, whole)? else { return Ok(None) };
            let set = set(field, &members, whole)?;
            let cells: Vec<Coord> = members.iter().map(|(cell, _)| *cell).collect();
            let of = cells.iter().position(|c| *c == cell).and_then(|at| u32::try_from(at).ok());
            let counted = listed(field, vec![Condition::True; cells.len()]);
            Some(Counting { set, part: Some(Component { of, cells, counted }) })
        }
        Cells::Floor(inner) => component(field, slots, inner, whole)?.map(|mut found| {
            let cells = found.part.iter_mut().flat_map(|part| &mut part.cells);
            cells.for_each(|cell| *cell = cell.floor());
            found
        }),
        Cells::Where(inner, slot, test) => match component(field, slots, inner, whole)? {
            Some(found) => Some(narrowed(field, slots, &found, *slot, test, whole)?),
            None => None,
        },
        Cells::Both(a, b) | Cells::Except(a, b) => {
            let (own, other) = if is_component(a) { (a, b) } else { (b, a) };
            let Some(found) = component(field, slots, own, whole)? else { return Ok(None) };
            let Some(other) = members(field, slots, other, whole)? else { return Ok(None) };
            let Some(part) = &found.part else { return Ok(None) };
            let counted = part.cells.iter().zip(part.counted.iter()).map(|(cell, counts)| {
                let is = other.iter().find(|m| m.0 == *cell).map_or(Condition::False, |m| m.1.clone());
                let is = if matches!(list, Cells::Both(..)) { is } else { is.negate() };
                both(field, counts.clone(), is)
            });
            Some(found.counting(listed(field, counted.collect())))
        }
        _ => None,
    })
}

/// Those cells for which a test of the slot holds.
fn narrowed(
    field: &Field<'_>,
    slots: &mut Slots,
    found: &Counting,
    slot: usize,
    test: &Test,
    whole: &mut Whole,
) -> Result<Counting, Undefined> {
    let Some(part) = &found.part else { return Ok(found.clone()) };
    whole.look(field, part.cells.len())?;
    let (mut counted, mut voids) = (Vec::new(), Vec::new());
    for (cell, counts) in part.cells.iter().zip(part.counted.iter()) {
        bind(slots, slot, *cell);
        let (holds, void) = valued(field, slots, test)?;
        voids.push(both(field, counts.clone(), void));
        let is = both(field, counts.clone(), holds);
        whole.work(field, &is)?;
        counted.push(is);
    }
    if voids.iter().any(|void| *void != Condition::False) {
        whole.fails(found.counting(voids.into()).within(1, i64::MAX));
    }
    Ok(found.counting(listed(field, counted)))
}

/// A number that counts components, or cells of one; nothing for another.
pub(super) fn number(
    field: &Field<'_>,
    slots: &mut Slots,
    num: &Num,
    whole: &mut Whole,
) -> Result<Option<Counting>, Undefined> {
    match num {
        Num::Components(list) => {
            let Some(members) = members(field, slots, list, whole)? else { return Ok(None) };
            Ok(Some(Counting { set: set(field, &members, whole)?, part: None }))
        }
        Num::Size(list) => component(field, slots, list, whole),
        Num::Count(selector, list) => {
            let Some(found) = component(field, slots, list, whole)? else { return Ok(None) };
            let Some(part) = &found.part else { return Ok(None) };
            let values = field.values(selector);
            let mut counted = Vec::with_capacity(part.cells.len());
            for (cell, counts) in part.cells.iter().zip(part.counted.iter()) {
                counted.push(both(field, counts.clone(), holds(field, *cell, &values)?));
            }
            Ok(Some(found.counting(listed(field, counted))))
        }
        _ => Ok(None),
    }
}

/// Whether a number counts components, or cells of one.
pub(super) fn counts_parts(num: &Num) -> bool {
    match num {
        Num::Components(_) => true,
        Num::Size(list) | Num::Count(_, list) => is_component(list) && Part::Cells(list).varies(),
        _ => false,
    }
}

/// The condition of a test of all or any of the cells of a component; nothing for another test.
pub(super) fn in_component(
    field: &Field<'_>,
    slots: &mut Slots,
    test: &Test,
    whole: &mut Whole,
) -> Result<Option<Condition>, Undefined> {
    match test {
        Test::Each(all, slot, over, body) => {
            let Some(found) = component(field, slots, over, whole)? else { return Ok(None) };
            // All hold where none fails.
            let wanted = if *all { Test::Not(body.clone()) } else { (**body).clone() };
            let counting = narrowed(field, slots, &found, *slot, &wanted, whole)?;
            Ok(Some(if *all { counting.within(0, 0) } else { counting.within(1, i64::MAX) }))
        }
        Test::Holds(over, selector) => {
            let Some(found) = component(field, slots, over, whole)? else { return Ok(None) };
            let Some(part) = &found.part else { return Ok(None) };
            let values = field.values(selector);
            let mut counted = Vec::with_capacity(part.cells.len());
            for (cell, counts) in part.cells.iter().zip(part.counted.iter()) {
                counted.push(both(field, counts.clone(), holds(field, *cell, &values)?.negate()));
            }
            Ok(Some(found.counting(listed(field, counted)).within(0, 0)))
        }
        _ => Ok(None),
    }
}

/// The condition that a list has a form; nothing for a list whose cells are found from other cells of it.
pub(super) fn form(
    field: &Field<'_>,
    slots: &mut Slots,
    form: &Form,
    list: &Cells,
    whole: &mut Whole,
) -> Result<Option<Condition>, Undefined> {
    if let Form::Path(a, b) = form
        && [a, b].into_iter().any(|end| Part::Cell(end).varies())
    {
        return Ok(None);
    }
    let Some(members) = members(field, slots, list, whole)? else { return Ok(None) };
    let set = set(field, &members, whole)?;
    let one = |set: &Arc<Members>| known(Condition::Components { set: Arc::clone(set), min: 1, max: 1 });
    let shaped = match form {
        Form::Tree => one(&set).and(known(Condition::Forest { set })),
        Form::Loop => {
            let mut all = one(&set);
            for degree in degrees(&set, |_| 2)? {
                all = all.and(degree);
            }
            all
        }
        Form::Path(a, b) => {
            let end = |cell: &Cell| {
                let cell = place(field, slots).cell(cell).ok_or(Undefined::OffBoard)?;
                Ok(members.iter().position(|(member, _)| *member == cell))
            };
            let (Some(a), Some(b)) = (end(a)?, end(b)?) else { return Ok(Some(Condition::False)) };
            let is = |at: usize| set.holds.get(at).cloned().unwrap_or(Condition::False);
            if a == b {
                let others = (0..set.holds.len()).filter(|at| *at != a);
                others.fold(is(a), |all, other| all.and(is(other).negate()))
            } else {
                let mut all = is(a).and(is(b)).and(one(&set));
                for degree in degrees(&set, |member| if member == a || member == b { 1 } else { 2 })? {
                    all = all.and(degree);
                }
                all
            }
        }
        Form::Rectangle => rectangle(&members),
    };
    whole.work(field, &shaped)?;
    Ok(Some(shaped))
}

/// By member, that it is not in the set or joined with exactly so many others.
fn degrees(set: &Members, wanted: impl Fn(usize) -> i64) -> Result<Vec<Condition>, Undefined> {
    let mut near: Vec<Vec<&Condition>> = vec![Vec::new(); set.holds.len()];
    for (a, b) in &set.links {
        for (from, to) in [(*a, *b), (*b, *a)] {
            if let (Some(list), Some(other)) = (near.get_mut(from as usize), set.holds.get(to as usize)) {
                list.push(other);
            }
        }
    }
    let each = set.holds.iter().zip(near).enumerate();
    each.map(|(member, (is, near))| Ok(is.clone().negate().or(exactly(&near, wanted(member))?))).collect()
}

/// Exactly one or two of some conditions hold.
fn exactly(parts: &[&Condition], number: i64) -> Result<Condition, Undefined> {
    let mut sum = Linear { constant: 0, terms: Vec::new() };
    let mut linear = true;
    for part in parts {
        linear = linear && sum.add(1, (*part).clone())?;
    }
    if linear {
        let number = Linear { constant: number, terms: Vec::new() };
        return comparison(BinaryOp::Equal, sum, number);
    }
    // One after the other: by the number of those that hold so far, the condition of it.
    let mut so_far = vec![Condition::True];
    for part in parts {
        let mut next: Vec<Condition> = Vec::new();
        for (at, before) in so_far.iter().enumerate() {
            let without = before.clone().and((*part).clone().negate());
            let with = before.clone().and((*part).clone());
            match next.get_mut(at) {
                Some(known) => *known = std::mem::replace(known, Condition::False).or(without),
                None => next.push(without),
            }
            if i64::try_from(at).is_ok_and(|at| at < number) {
                next.push(with);
            }
        }
        so_far = next;
    }
    let number = usize::try_from(number).unwrap_or(usize::MAX);
    Ok(so_far.into_iter().nth(number).unwrap_or(Condition::False))
}

/// The condition that a set on a square lattice is a rectangle: one part along rows and columns, of which no square of four
/// places holds exactly three, since a part with such a square has a corner to the inside, and one without has none.
fn rectangle(members: &List) -> Condition {
    let at: std::collections::BTreeMap<(i32, i32), usize> =
        members.iter().enumerate().map(|(place, (cell, _))| ((cell.x, cell.y), place)).collect();
    let is = |cell: (i32, i32)| {
        at.get(&cell).and_then(|at| members.get(*at)).map_or(Condition::False, |(_, is)| is.clone())
    };
    let mut links = Vec::new();
    let mut corners: std::collections::BTreeSet<(i32, i32)> = std::collections::BTreeSet::new();
    for ((x, y), place) in &at {
        for next in [(x + 1, *y), (*x, y + 1)] {
            let pair = at.get(&next).and_then(|next| {
                Some((u32::try_from(*place.min(next)).ok()?, u32::try_from(*place.max(next)).ok()?))
            });
            links.extend(pair);
        }
        corners.extend([(*x, *y), (x - 1, *y), (*x, y - 1), (x - 1, y - 1)]);
    }
    links.sort_unstable();
    let set = Arc::new(Members { holds: members.iter().map(|(_, is)| is.clone()).collect(), links });
    let mut all = known(Condition::Components { set, min: 1, max: 1 });
    for (x, y) in corners {
        let four = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)].map(is);
        if four.iter().filter(|is| **is != Condition::False).count() < 3 {
            continue;
        }
        for (missing, without) in four.iter().enumerate() {
            let others = four.iter().enumerate().filter(|(place, _)| *place != missing);
            all = all.and(others.fold(without.clone(), |any, (_, other)| any.or(other.clone().negate())));
        }
    }
    all
}
