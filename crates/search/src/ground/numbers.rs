//! The numbers of actions: costs, and new values of counters.

use std::collections::BTreeSet;

use super::{Failure, Kind, Maker, restrict, rules_of, split, values};
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::words::grouped;
use puzzlec_model::expr::{Change, Num, Part};
use puzzlec_model::piece::counter;
use puzzlec_model::query::{All, Bound, Place};
use puzzlec_model::rule::Setting;
use puzzlec_syntax::ast::MeasureKind;
use puzzlec_task::{Action, Assign, Condition, Value, ValueSet, VarId};

/// Maximum number of combinations of the values of counters for the new values of one action.
const MOST_TOGETHER: u64 = 1 << 12;

impl Maker<'_> {
    /// An action with its weight in the puzzle's measure; several where its cost depends on the contents of cells. The
    /// slots are those of the rule's variables.
    pub(super) fn weighed(
        &self,
        mut action: Action,
        slots: &[Option<Bound>],
    ) -> Result<Vec<Action>, Failure> {
        if matches!(self.made.kind, Kind::First | Kind::Each) {
            // Consequences are part of a move that has its cost.
            return Ok(vec![action]);
        }
        let rule = action.label.rule as usize;
        match self.model.measure {
            MeasureKind::Actions | MeasureKind::Runs | MeasureKind::Pieces => return Ok(vec![action]),
            MeasureKind::Rules => {
                action.weight = u32::from(self.model.counted.get(rule).copied().unwrap_or(false));
                return Ok(vec![action]);
            }
            MeasureKind::Cost => {}
        }
        let rule = rules_of(self.model).get(rule);
        let Some((num, span)) = rule.and_then(|rule| rule.cost.as_ref()) else {
            action.weight = 1;
            return Ok(vec![action]);
        };
        let cases = match values::numbers(&self.field, &mut slots.to_vec(), num) {
            Ok(cases) => cases,
            Err(why) => return why.diagnostic(*span).map_or(Ok(Vec::new()), |d| Err(d.into())),
        };
        let mut weighed = Vec::new();
        for (cost, condition) in cases {
            let mut one = action.clone();
            let rest = split(condition, &mut one.guard);
            one.condition = one.condition.and(rest);
            if one.condition == Condition::False || one.guard.iter().any(|g| g.1.is_empty()) {
                continue;
            }
            let Some(weight) = cost.and_then(|cost| u32::try_from(cost).ok()) else {
                let text = match cost {
                    Some(cost) => format!("an action of this rule costs {cost}"),
                    None => "the cost of an action of this rule has no value".to_owned(),
                };
                return Err(Diagnostic::new(Code::BadCost, *span, text)
                    .note(format!("a cost is a number from 0 to {}", grouped(u32::MAX.into())))
                    .help("use `max(0, …)`, or a guard for the actions that are meant")
                    .into());
            };
            one.weight = weight;
            weighed.push(one);
        }
        Ok(weighed)
    }

    /// An action with the new values of counters; several where these depend on the position, and none where they are
    /// out of range. The slots are those of the rule's variables.
    pub(super) fn set(&self, action: Action, slots: &[Option<Bound>]) -> Result<Vec<Action>, Failure> {
        if self.sets.is_empty() {
            return Ok(vec![action]);
        }
        let mut all = vec![(action, self.sets.to_vec())];
        for (counter, var, size) in self.joint() {
            all = all
                .iter()
                .flat_map(|(action, sets)| each_value(action, sets, (counter, var, size)))
                .collect();
        }
        let mut done = Vec::new();
        for (action, sets) in all {
            let mut cases = vec![action];
            for setting in &sets {
                cases = self.one(cases, setting, slots)?;
            }
            done.extend(cases);
        }
        for one in &mut done {
            one.assign.sort_by_key(|assign| assign.0);
        }
        Ok(done)
    }

    /// The counters, with their variables and sizes, on which new values depend other than that of a counter on its own
    /// old value; none if they have too many values together.
    fn joint(&self) -> Vec<(Counter<'_>, VarId, Value)> {
        let mut found: BTreeSet<u16> = BTreeSet::new();
        for setting in self.sets.iter().filter(|setting| !alone(setting)) {
            Part::Num(&setting.value).visit(&mut |part| {
                if let Part::Num(Num::Counter(counter, _)) = part {
                    found.insert(*counter);
                }
            });
        }
        let known = |number: u16| {
            let (var, size) = self.field.counter(number)?;
            Some(((number, self.field.pieces.counters.get(usize::from(number))?), var, size))
        };
        let all: Vec<_> = found.into_iter().filter_map(known).collect();
        let product = all.iter().map(|one| u64::from(one.2)).fold(1, u64::saturating_mul);
        if product > MOST_TOGETHER { Vec::new() } else { all }
    }

    /// Actions with one more new value.
    fn one(
        &self,
        mut all: Vec<Action>,
        setting: &Setting,
        slots: &[Option<Bound>],
    ) -> Result<Vec<Action>, Failure> {
        let Some((var, size)) = self.field.counter(setting.counter) else { return Ok(all) };
        if alone(setting) {
            let table = self.table(setting, size, slots);
            let reached = |old: Value| table.get(usize::from(old)).copied().flatten();
            let fits: ValueSet = (0..size).filter(|old| reached(*old).is_some()).collect();
            let table: Vec<Value> = (0..size).map(|old| reached(old).unwrap_or(old)).collect();
            all.retain_mut(|one| {
                restrict(&mut one.guard, var, fits.clone());
                one.assign.push((var, Assign::Map(var, table.clone())));
                one.guard.iter().all(|guard| !guard.1.is_empty())
            });
            return Ok(all);
        }
        let cases = match values::numbers(&self.field, &mut slots.to_vec(), &setting.value) {
            Ok(cases) => cases,
            Err(why) => return why.diagnostic(setting.span).map_or(Ok(Vec::new()), |d| Err(d.into())),
        };
        let counter = self.field.pieces.counters.get(usize::from(setting.counter));
        let mut next = Vec::new();
        for (number, condition) in cases {
            let Some(value) = number.and_then(|number| counter?.value(number)) else { continue };
            for one in &all {
                let mut one = one.clone();
                let rest = split(condition.clone(), &mut one.guard);
                one.condition = one.condition.and(rest);
                one.assign.push((var, Assign::Set(value)));
                if one.condition != Condition::False && one.guard.iter().all(|guard| !guard.1.is_empty()) {
                    next.push(one);
                }
            }
        }
        Ok(next)
    }

    /// The new value for each old one of a counter, if it has one in its range.
    fn table(&self, setting: &Setting, size: Value, slots: &[Option<Bound>]) -> Vec<Option<Value>> {
        let counter = self.field.pieces.counters.get(usize::from(setting.counter));
        let place = Place::new(self.field.board, All::Cells(&self.field.cells), slots);
        let value = |old: Value| {
            let number = Change::Counter(setting.counter, counter?.number(old)).num(&setting.value);
            counter?.value(place.number(&number)?)
        };
        (0..size).map(value).collect()
    }
}

/// A counter with its number.
type Counter<'a> = (u16, &'a counter::Counter);

/// An action for each value of a counter, with the settings that it has then.
fn each_value<'a>(
    action: &'a Action,
    sets: &'a [Setting],
    ((number, counter), var, size): (Counter<'a>, VarId, Value),
) -> impl Iterator<Item = (Action, Vec<Setting>)> + 'a {
    (0..size).filter_map(move |value| {
        let mut action = action.clone();
        restrict(&mut action.guard, var, ValueSet::one(value));
        let change = Change::Counter(number, counter.number(value));
        let with = |setting: &Setting| Setting { value: change.num(&setting.value), ..setting.clone() };
        let sets = sets.iter().map(with).collect();
        action.guard.iter().all(|guard| !guard.1.is_empty()).then_some((action, sets))
    })
}

/// Whether a new value depends at most on the old one of its counter.
fn alone(setting: &Setting) -> bool {
    let mut alone = true;
    Part::Num(&setting.value).visit(&mut |part| {
        alone &= match part {
            Part::Num(Num::Counter(other, _)) => *other == setting.counter,
            Part::Num(Num::Count(..) | Num::Number(_)) | Part::Cells(_) | Part::Test(_) => false,
            Part::Num(_) | Part::Cell(_) => true,
        };
    });
    alone
}
