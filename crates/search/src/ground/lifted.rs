//! Rules whose actions are not listed: they are joined at each position from the cells that fit there.
//!
//! A rule with several free variables has an action for every combination of their values: on a board of 64 by 64 cells
//! with two of them, 16 million. At a position few of them apply. For each variable the values are kept that the guards
//! allow while all other variables are open ([`Outlook`]); a value is tested again only after a change of a cell that
//! its last test read. Then the values are combined, and the guards are tested as soon as they can fail. Only what is
//! left is grounded, by the code that grounds all other rules, and its guard decides.

mod fits;
mod large;

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::field::Spot;
use super::outlook::Outlook;
use super::written::{Choice, Job, choices};
use super::{Failure, Field, MOST_ACTIONS, MOST_CASES, Made, Maker, after, field_of};
use fits::Fits;
pub(super) use large::{can_lift, check, large, too_many_cases};
use puzzlec_base::diag::Stop;
use puzzlec_base::{Budget, Progress};
use puzzlec_model::Model;
use puzzlec_model::expr::{Part, Test};
use puzzlec_model::query::Bound;
use puzzlec_model::rule::{Body, Quantified, Rule};
use puzzlec_task::oracle::Oracle;
use puzzlec_task::{Action, Position, Value, ValueSet, VarId};

/// Maximum number of grounded bindings that are kept; then all are forgotten.
const MOST_KEPT: usize = 1 << 16;
/// Combinations between two polls of the budget.
const POLLED: u64 = 1 << 12;

/// The rules of a task whose actions are not listed.
pub(crate) struct Families<'m> {
    model: &'m Model,
    field: Field<'m>,
    legal: Option<after::After>,
    families: Vec<Family<'m>>,
    state: RefCell<State>,
}

/// A rule.
struct Family<'m> {
    number: u32,
    rule: &'m Rule,
    quantified: &'m Quantified,
    /// For each variable its values, with the task's variables of those that are cells.
    domains: Vec<Vec<(Choice, Option<VarId>)>>,
    /// For each variable the guards that depend on it.
    guards: Vec<Vec<&'m Test>>,
    /// The guards that depend on none.
    always: Vec<&'m Test>,
}

/// What is kept from position to position.
#[derive(Default)]
struct State {
    /// The last position.
    last: Position,
    /// For each rule and variable.
    fits: Vec<Vec<Fits>>,
    grounded: FxHashMap<(usize, Vec<u32>), Rc<[Action]>>,
}

impl<'m> Families<'m> {
    /// The rules of an oracle, if it has such rules.
    pub(crate) fn of(oracle: &'m Oracle) -> Result<Option<Self>, Stop> {
        oracle.lifted().map(|lifted| Families::new(&lifted.model, &lifted.rules)).transpose()
    }

    /// The rules of these numbers.
    pub(super) fn new(model: &'m Model, rules: &[u32]) -> Result<Self, Stop> {
        let field = field_of(model, model.board.cells().to_vec(), Vec::new());
        let legal = after::legal(&field, model).map_err(stop)?;
        let family = |number: &u32| {
            let rule = model.rules().get(*number as usize)?;
            let Body::Quantified(quantified) = &rule.body else { return None };
            Some(Family::new(&field, *number, (rule, quantified)))
        };
        let families: Vec<Family<'m>> = rules.iter().filter_map(family).collect();
        let fits =
            |family: &Family<'_>| family.domains.iter().map(|domain| Fits::new(domain.len())).collect();
        let fits = families.iter().map(fits).collect();
        Ok(Families {
            model,
            field,
            legal,
            families,
            state: RefCell::new(State { fits, ..State::default() }),
        })
    }

    /// Calls `f` with every action of these rules that applies at a position, in the order in which they would be listed.
    ///
    /// # Errors
    /// A limit, or a rule that is wrong for some values of its variables.
    pub(crate) fn each(
        &self,
        position: &[Value],
        budget: &Budget,
        mut f: impl FnMut(&Action),
    ) -> Result<(), Stop> {
        let state = &mut *self.state.borrow_mut();
        state.renew(position);
        for number in 0..self.families.len() {
            for binding in self.bindings(number, position, state, budget)? {
                for action in self.actions(number, binding, state, budget)?.iter() {
                    let held = |(var, set): &(VarId, ValueSet)| holds(position, *var, set);
                    if action.guard.iter().all(held) && action.condition.holds(position) {
                        f(action);
                    }
                }
            }
        }
        Ok(())
    }

    /// The bindings of a rule that its guards may allow, each as the numbers of its values.
    fn bindings(
        &self,
        number: usize,
        position: &[Value],
        state: &mut State,
        budget: &Budget,
    ) -> Result<Vec<Vec<u32>>, Stop> {
        let Some(family) = self.families.get(number) else { return Ok(Vec::new()) };
        let outlook = Outlook::new(&self.field, position, family.domains.len());
        let mut slots: Vec<Option<Bound>> = vec![None; family.quantified.slots.max(family.domains.len())];
        if !family.always.iter().all(|guard| outlook.outcomes(guard, &mut slots).holds) {
            return Ok(Vec::new());
        }
        let mut allowed = Vec::new();
        for (at, domain) in family.domains.iter().enumerate() {
            let fits = state.fits.get_mut(number).and_then(|all| all.get_mut(at));
            let Some(fits) = fits else { return Ok(Vec::new()) };
            let mut list = Vec::new();
            for (value, (choice, var)) in (0_u32..).zip(domain) {
                let wanted = var.zip(choice.values.as_ref());
                if !wanted.is_none_or(|(var, set)| holds(position, var, set)) {
                    continue;
                }
                if let Some(slot) = slots.get_mut(at) {
                    *slot = Some(choice.bound);
                }
                if fits.may(value, &outlook, family.guards.get(at).map_or(&[], Vec::as_slice), &mut slots) {
                    list.push(value);
                }
            }
            if let Some(slot) = slots.get_mut(at) {
                *slot = None;
            }
            if list.is_empty() {
                return Ok(Vec::new());
            }
            allowed.push(list);
        }
        let (chosen, found) = (Vec::new(), Vec::new());
        let mut join = Join { family, outlook: &outlook, allowed: &allowed, slots, chosen, found, tried: 0 };
        join.from(0, budget)?;
        Ok(join.found)
    }

    /// The actions of a binding.
    fn actions(
        &self,
        number: usize,
        binding: Vec<u32>,
        state: &mut State,
        budget: &Budget,
    ) -> Result<Rc<[Action]>, Stop> {
        let key = (number, binding);
        if let Some(known) = state.grounded.get(&key) {
            return Ok(Rc::clone(known));
        }
        let Some(family) = self.families.get(number) else { return Ok(Rc::default()) };
        let chosen = family.domains.iter().zip(&key.1);
        let chosen =
            chosen.filter_map(|(domain, value)| domain.get(*value as usize).map(|one| one.0.clone()));
        let chosen: Vec<Choice> = chosen.collect();
        let mut maker = Maker {
            model: self.model,
            field: self.field.clone(),
            length: None,
            legal: self.legal.as_ref(),
            made: Made::default(),
            sets: &family.rule.sets,
            budget,
        };
        // Each action is within the limits for itself.
        self.field.looked.set(0);
        let job = Job::new(&self.field, (family.number, 0), family.rule.span, family.quantified);
        job.one(&mut maker, &chosen).map_err(stop)?;
        let actions: Rc<[Action]> = maker.made.actions.into();
        if state.grounded.len() >= MOST_KEPT {
            state.grounded.clear();
        }
        state.grounded.insert(key, Rc::clone(&actions));
        Ok(actions)
    }
}

impl<'m> Family<'m> {
    fn new(field: &Field<'_>, number: u32, (rule, quantified): (&'m Rule, &'m Quantified)) -> Self {
        let domain = |variable: &puzzlec_model::rule::Variable| {
            let var = |choice: &Choice| match choice.bound {
                Bound::Cell(cell) => match field.spot(cell) {
                    Spot::Var(var) => Some(var),
                    Spot::Beyond | Spot::Still(_) | Spot::Off => None,
                },
                Bound::Direction(_) | Bound::Number(_) => None,
            };
            let with = |choice: Choice| (var(&choice), choice);
            choices(field, &variable.domain)
                .into_iter()
                .map(with)
                .map(|(var, choice)| (choice, var))
                .collect()
        };
        let domains: Vec<Vec<_>> = quantified.variables.iter().map(domain).collect();
        let depends = |guard: &Test, on: usize| {
            let mut found = false;
            Part::Test(guard).slots(&mut |slot| found |= slot == on);
            found
        };
        let all = || quantified.guards.iter();
        let guards = |at: usize| all().filter(|guard| depends(guard, at)).collect();
        let always = all().filter(|guard| !(0..domains.len()).any(|at| depends(guard, at))).collect();
        Family { number, rule, quantified, guards: (0..domains.len()).map(guards).collect(), always, domains }
    }
}

fn holds(position: &[Value], var: VarId, set: &ValueSet) -> bool {
    position.get(var as usize).is_some_and(|value| set.contains(*value))
}

impl State {
    /// Forgets the tests that read what differs from the last position.
    fn renew(&mut self, position: &[Value]) {
        if self.last.len() == position.len() {
            let changed = (0..).zip(self.last.iter().zip(position)).filter(|(_, (old, new))| old != new);
            let changed: Vec<VarId> = changed.map(|(var, _)| var).collect();
            self.fits.iter_mut().flatten().for_each(|fits| fits.forget(&changed));
        }
        self.last.clear();
        self.last.extend_from_slice(position);
    }
}

/// The values of the variables, combined.
struct Join<'a, 'm> {
    family: &'a Family<'m>,
    outlook: &'a Outlook<'a>,
    allowed: &'a [Vec<u32>],
    slots: Vec<Option<Bound>>,
    chosen: Vec<u32>,
    found: Vec<Vec<u32>>,
    tried: u64,
}

impl Join<'_, '_> {
    fn from(&mut self, at: usize, budget: &Budget) -> Result<(), Stop> {
        let (Some(list), Some(domain)) = (self.allowed.get(at), self.family.domains.get(at)) else {
            self.found.push(self.chosen.clone());
            return Ok(());
        };
        let guards = self.family.guards.get(at).map_or(&[][..], Vec::as_slice);
        for value in list {
            let Some((choice, _)) = domain.get(*value as usize) else { continue };
            if let Some(slot) = self.slots.get_mut(at) {
                *slot = Some(choice.bound);
            }
            self.tried += 1;
            if self.tried.is_multiple_of(POLLED) {
                budget.poll(&Progress::default())?;
            }
            if self.tried > MOST_CASES || self.found.len() >= MOST_ACTIONS {
                return Err(Stop::Fault(Box::new(too_many_cases(self.family.rule.span))));
            }
            // The first one was tested alone.
            if at > 0 && !guards.iter().all(|guard| self.outlook.outcomes(guard, &mut self.slots).holds) {
                continue;
            }
            self.chosen.push(*value);
            self.from(at + 1, budget)?;
            self.chosen.pop();
        }
        if let Some(slot) = self.slots.get_mut(at) {
            *slot = None;
        }
        Ok(())
    }
}

/// A rule that is wrong for some values stops the search.
fn stop(failure: Failure) -> Stop {
    match failure {
        Failure::Diagnostics(found) => {
            let first = found.into_iter().next();
            first.map_or_else(
                || Stop::too_large("a rule has no meaning"),
                |found| Stop::Fault(Box::new(found)),
            )
        }
        Failure::Stop(stop) => stop,
    }
}
