//! New values of counters, from the position before a move.

use super::super::Unproved;
use super::draft::{Draft, Symbol};
use super::field::Field;
use super::tests::{Slots, Translated, Void, place};
use super::{lists, numbers};
use puzzlec_model::board::Coord;
use puzzlec_model::expr::{Change, Num, Part};
use puzzlec_model::rule::Setting;
use puzzlec_task::{Condition, Value, ValueSet, VarId};

/// Maximum number of combinations of the values of counters that are tried one by one.
const MOST_TOGETHER: u64 = 1 << 12;

/// The moves that settings make of a draft; none where a counter would leave its range.
pub(super) fn set(
    field: &Field<'_>,
    slots: &Slots,
    sets: &[Setting],
    draft: Draft,
) -> Result<Vec<Draft>, Unproved> {
    let mut open = vec![(draft, sets.to_vec())];
    for (number, var) in together(field, sets) {
        let Some(counter) = field.pieces.counters.get(usize::from(number)) else { continue };
        let mut next = Vec::new();
        for (draft, sets) in &open {
            for value in draft.olds(field, var).iter() {
                let mut draft = draft.clone();
                draft.ask(var, &ValueSet::one(value));
                let there = Change::Counter(number, counter.number(value));
                let known = |one: &Setting| Setting { value: there.num(&one.value), ..one.clone() };
                next.push((draft, sets.iter().map(known).collect()));
            }
        }
        open = next;
    }
    let mut all = Vec::new();
    for (draft, sets) in open {
        let mut drafts = vec![draft];
        for setting in &sets {
            drafts = one(field, slots, setting, drafts)?;
        }
        all.extend(drafts);
    }
    Ok(all)
}

/// The counters that new values of other counters are made of, if they have few values together.
fn together(field: &Field<'_>, sets: &[Setting]) -> Vec<(u16, VarId)> {
    let mut all: Vec<(u16, VarId)> = Vec::new();
    for setting in sets {
        let mut read = Vec::new();
        Part::Num(&setting.value).visit(&mut |part| {
            if let Part::Num(Num::Counter(number, _)) = part {
                read.push(*number);
            }
        });
        if read.iter().any(|number| *number != setting.counter) {
            let vars = read.into_iter().filter_map(|n| Some((n, field.var(Coord::counter(n))?)));
            all.extend(vars);
        }
    }
    all.sort_unstable();
    all.dedup();
    let sizes = all.iter().map(|(_, var)| field.every(*var).len() as u64);
    if sizes.fold(1, u64::saturating_mul) > MOST_TOGETHER { Vec::new() } else { all }
}

/// The moves with one more new value.
fn one(
    field: &Field<'_>,
    slots: &Slots,
    setting: &Setting,
    mut drafts: Vec<Draft>,
) -> Result<Vec<Draft>, Unproved> {
    let at = Coord::counter(setting.counter);
    let (Some(var), Some(counter)) = (field.var(at), field.pieces.counters.get(usize::from(setting.counter)))
    else {
        return Err(Unproved::wrong("a rule sets an unknown counter"));
    };
    let cases = match values(field, &mut slots.clone(), &setting.value) {
        Ok(cases) => cases,
        Err(void) => {
            void.stop()?;
            return Ok(Vec::new());
        }
    };
    let cases: Vec<(Value, Condition)> =
        cases.into_iter().filter_map(|(number, when)| Some((counter.value(number)?, when))).collect();
    if let Some((fits, table)) = by_itself(field, var, &cases) {
        for draft in &mut drafts {
            draft.ask(var, &fits);
            draft.set(at, Symbol::Old(var, Some(table.clone())));
        }
        drafts.retain(Draft::has_cases);
        return Ok(drafts);
    }
    let mut next = Vec::new();
    for draft in &drafts {
        for (value, when) in &cases {
            let mut draft = draft.clone();
            draft.ask_all(when.clone());
            draft.set(at, Symbol::Value(*value));
            if draft.has_cases() {
                next.push(draft);
            }
        }
    }
    if next.len() > lists::MOST {
        return Err(Unproved::too_large("the new value of a counter has too many cases"));
    }
    Ok(next)
}

/// The values of a number, by what the lists in it may be in a position. Where a list or the number has no value, the
/// other cases stay.
fn values(field: &Field<'_>, slots: &mut Slots, num: &Num) -> Translated<Vec<(i64, Condition)>> {
    field.work.set(0);
    let mut all = Vec::new();
    let mut open = vec![(Condition::True, num.clone())];
    while let Some((when, num)) = open.pop() {
        match step(field, slots, &num) {
            Ok(Step::Values(cases)) => {
                all.extend(cases.into_iter().map(|(n, case)| (n, when.clone().and(case))));
            }
            Ok(Step::Numbers(numbers)) => {
                for (case, num) in numbers {
                    let when = lists::joint(field, &when, &case)?;
                    if when != Condition::False {
                        open.push((when, num));
                    }
                }
            }
            Err(Void::Undefined) => {}
            Err(other) => return Err(other),
        }
        if open.len() + all.len() > lists::MOST {
            return Err(Void::Large);
        }
    }
    Ok(all)
}

/// A number in one step of its reading.
enum Step {
    /// Its values.
    Values(Vec<(i64, Condition)>),
    /// The numbers that it may be.
    Numbers(Vec<(Condition, Num)>),
}

fn step(field: &Field<'_>, slots: &mut Slots, num: &Num) -> Translated<Step> {
    let Some(loose) = lists::first(Part::Num(num)) else {
        let plain = lists::listed(&place(field, slots), num)?;
        return numbers::cases(field, slots, &plain).map(Step::Values);
    };
    let cases = lists::cases(field, slots, loose, &|change| change.num(num))?;
    Ok(Step::Numbers(cases.into_iter().filter_map(|(when, num)| Some((when, num?))).collect()))
}

/// The old values that lead to a new one, and the new one of each, if a counter's old value alone decides.
fn by_itself(field: &Field<'_>, var: VarId, cases: &[(Value, Condition)]) -> Option<(ValueSet, Vec<Value>)> {
    let own = |condition: &Condition| match condition {
        Condition::True => true,
        Condition::In(other, _) => *other == var,
        Condition::Not(inner) => matches!(**inner, Condition::In(other, _) if other == var),
        _ => false,
    };
    if !cases.iter().all(|case| own(&case.1)) {
        return None;
    }
    let holds = |condition: &Condition, old: Value| match condition {
        Condition::In(_, values) => values.contains(old),
        Condition::Not(inner) => !matches!(&**inner, Condition::In(_, values) if values.contains(old)),
        _ => true,
    };
    let new = |old: Value| cases.iter().find(|case| holds(&case.1, old)).map(|case| case.0);
    let every = field.every(var);
    let fits = every.iter().filter(|old| new(*old).is_some()).collect();
    Some((fits, every.iter().map(|old| new(old).unwrap_or(old)).collect()))
}
