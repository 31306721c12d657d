//! Written rules: a guard and an assignment for each binding of the variables.

use std::borrow::Cow;

use super::effects::Symbolic;
use super::field::{Field, Spot};
use super::linear::{Undefined, condition};
use super::ways;
use super::{After, Failure, Maker, consequences, label, restrict, split};
use puzzlec_base::{Progress, Span};
use puzzlec_model::board::{Coord, Direction};
use puzzlec_model::expr::Part;
use puzzlec_model::piece::{Content, Selector};
use puzzlec_model::query::{All, Bound, Place};
use puzzlec_model::rule::{Domain, Effect, Quantified};
use puzzlec_task::{self, Action, Assign, Condition, ValueSet, VarId};

/// A condition and the effects under it.
type Way<'q> = (Condition, Cow<'q, [Effect]>);

/// A variable with a value: a cell that holds one of some contents, or a direction.
#[derive(Clone)]
pub(super) struct Choice {
    pub(super) bound: Bound,
    pub(super) values: Option<ValueSet>,
}

/// A rule on the cells it acts on.
pub(super) struct Job<'a, 'f> {
    field: &'a Field<'f>,
    rule: u32,
    part: u32,
    span: Span,
    quantified: &'a Quantified,
    /// For each guard, the number of variables after which it has a meaning.
    due: Vec<usize>,
    /// Whether one case of it may take long.
    slow: bool,
    /// Whether lists in its effects depend on the position.
    varies: bool,
}

/// The actions of a rule.
pub(super) fn ground(
    maker: &mut Maker<'_>,
    rule: u32,
    part: u32,
    span: Span,
    quantified: &Quantified,
) -> Result<(), Failure> {
    let field = maker.field.clone();
    Job::new(&field, (rule, part), span, quantified).run(maker)
}

impl<'a, 'f> Job<'a, 'f> {
    pub(super) fn new(
        field: &'a Field<'f>,
        (rule, part): (u32, u32),
        span: Span,
        quantified: &'a Quantified,
    ) -> Self {
        let due = quantified.guards.iter().map(|guard| {
            let mut due = 0;
            Part::Test(guard).slots(&mut |slot| {
                if slot < quantified.variables.len() {
                    due = due.max(slot + 1);
                }
            });
            due
        });
        let slow = quantified.ranges();
        let varies = quantified.effects.iter().any(|e| e.parts().into_iter().any(Part::varies));
        Job { field, rule, part, span, quantified, due: due.collect(), slow, varies }
    }

    fn run(&self, maker: &mut Maker<'_>) -> Result<(), Failure> {
        let Job { field, span, quantified, .. } = *self;
        let mut domains: Vec<Vec<Choice>> =
            quantified.variables.iter().map(|variable| choices(field, &variable.domain)).collect();
        let directions = domains_of_directions(quantified, &mut domains);
        for (choices, given) in directions.zip(&maker.made.given) {
            choices.retain(|choice| choice.bound == Bound::Direction(*given));
        }
        let mut chosen: Vec<Choice> = Vec::new();
        let mut counters: Vec<usize> = vec![0];
        // Depth first through the variables; a guard is tried as soon as it has a meaning.
        loop {
            let depth = chosen.len();
            if depth == domains.len() {
                self.one(maker, &chosen)?;
            }
            let next = domains.get(depth).and_then(|d| counters.last().and_then(|at| d.get(*at)));
            match next {
                Some(choice) => {
                    maker.case(span)?;
                    if self.slow {
                        maker.budget.poll(&Progress::default())?;
                    }
                    if let Some(at) = counters.last_mut() {
                        *at += 1;
                    }
                    chosen.push(choice.clone());
                    if self.is_hopeless(&chosen) {
                        chosen.pop();
                    } else {
                        counters.push(0);
                    }
                }
                None => {
                    counters.pop();
                    if chosen.pop().is_none() {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Whether a guard is false that has its meaning from the variable that was bound last.
    fn is_hopeless(&self, chosen: &[Choice]) -> bool {
        let Job { field, quantified, .. } = *self;
        let depth = chosen.len();
        if depth == quantified.variables.len() {
            return false;
        }
        let mut slots: Vec<Option<Bound>> = chosen.iter().map(|c| Some(c.bound)).collect();
        slots.resize(quantified.slots.max(slots.len()), None);
        let due = |due: usize| due == depth || due == 0 && depth == 1;
        let guards = quantified.guards.iter().zip(&self.due).filter(|(_, at)| due(**at));
        guards.into_iter().any(|(guard, _)| condition(field, &mut slots, guard) == Ok(Condition::False))
    }

    /// The actions of one binding.
    pub(super) fn one(&self, maker: &mut Maker<'_>, chosen: &[Choice]) -> Result<(), Failure> {
        let Job { field, span, quantified, .. } = *self;
        if quantified.closes {
            // Closing up changes the whole row.
            maker.made.cases += u64::try_from(field.cells.len()).unwrap_or(0);
        }
        let mut slots: Vec<Option<Bound>> = chosen.iter().map(|c| Some(c.bound)).collect();
        slots.resize(quantified.slots.max(slots.len()), None);
        let mut guard: Vec<(VarId, ValueSet)> = Vec::new();
        for choice in chosen {
            if let (Bound::Cell(cell), Some(values)) = (choice.bound, &choice.values)
                && let Spot::Var(var) = field.spot(cell)
            {
                restrict(&mut guard, var, values.clone());
            }
        }
        let mut rest = Condition::True;
        for test in &quantified.guards {
            match condition(field, &mut slots, test) {
                Ok(Condition::False) => return Ok(()),
                Ok(c) => rest = rest.and(split(c, &mut guard)),
                Err(why) => return why.diagnostic(span).map_or(Ok(()), |d| Err(d.into())),
            }
        }
        let all = match self.effects(&mut slots, &guard) {
            Ok(all) => all,
            Err(why) => return why.diagnostic(span).map_or(Ok(()), |d| Err(d.into())),
        };
        let place = Place::new(field.board, All::Cells(&field.cells), &slots);
        let Some(then) = consequences::after(&mut maker.made, self.rule, &quantified.then, &place) else {
            return Ok(());
        };
        let mut ways = all.len();
        for (when, effects) in all {
            ways -= 1;
            let (mut guard, rest) = last(ways == 0, &mut guard, &mut rest);
            let mut rest = rest.and(split(when, &mut guard));
            if rest == Condition::False {
                continue;
            }
            let mut states = vec![Symbolic::new(field)];
            for effect in effects.iter() {
                states = states.into_iter().flat_map(|state| state.after(effect, &place, &guard)).collect();
            }
            let mut left = states.len();
            for state in states {
                left -= 1;
                self.end(maker, (chosen, then), last(left == 0, &mut guard, &mut rest), state)?;
            }
        }
        Ok(())
    }

    /// The effects, once for all values of the lists in them, with the condition that the lists have these.
    fn effects(
        &self,
        slots: &mut Vec<Option<Bound>>,
        guard: &[(VarId, ValueSet)],
    ) -> Result<Vec<Way<'_>>, Undefined> {
        let effects = &self.quantified.effects;
        if !self.varies {
            return Ok(vec![(Condition::True, Cow::Borrowed(effects))]);
        }
        let given = guard.iter().map(|(var, values)| Condition::In(*var, values.clone()));
        let given = given.fold(Condition::True, Condition::and);
        let chosen = ways::choices(self.field, slots, given, effects.clone())?;
        Ok(chosen.into_iter().map(|(when, effects)| (when, Cow::Owned(effects))).collect())
    }

    /// The action with these effects.
    fn end(
        &self,
        maker: &mut Maker<'_>,
        (chosen, then): (&[Choice], u32),
        (mut guard, rest): (Vec<(VarId, ValueSet)>, Condition),
        mut symbolic: Symbolic<'_, '_>,
    ) -> Result<(), Failure> {
        let Job { rule, part, span, quantified, .. } = *self;
        if symbolic.stay_empty().is_err() {
            return Ok(());
        }
        let Ok(closed) = symbolic.close() else { return Ok(()) };
        for (var, values) in std::mem::take(&mut symbolic.guard) {
            restrict(&mut guard, var, values);
        }
        let moved = std::mem::take(&mut symbolic.moved);
        let mut assign = symbolic.assign(&guard);
        if let Some(length) = maker.length.filter(|_| closed > 0) {
            assign.push((length.counter, Assign::Set(length.cells.saturating_sub(closed))));
        }
        let binding = if quantified.variables.is_empty() {
            Vec::new()
        } else {
            chosen
                .iter()
                .map(|c| match c.bound {
                    Bound::Cell(cell) => puzzlec_task::Bound::Cell(cell.x, cell.y),
                    Bound::Direction(d) => puzzlec_task::Bound::Direction(d),
                    Bound::Number(n) => puzzlec_task::Bound::Number(n),
                })
                .collect()
        };
        let action = Action {
            label: label(rule, part, binding),
            guard,
            condition: rest,
            assign,
            mover: moved.first().copied().flatten(),
            weight: u32::try_from(moved.len()).unwrap_or(u32::MAX),
            times: 1,
            then,
        };
        let mut slots: Vec<Option<Bound>> = chosen.iter().map(|c| Some(c.bound)).collect();
        slots.resize(quantified.slots.max(slots.len()), None);
        let mut after = Vec::new();
        for (test, span) in &quantified.after {
            after.push(match condition(self.field, &mut slots, test) {
                Ok(holds) => After::new(holds, *span),
                Err(why) => return why.diagnostic(*span).map_or(Ok(()), |d| Err(d.into())),
            });
        }
        'cases: for mut action in maker.set(action, &slots)? {
            for test in &after {
                if !maker.require(&mut action, test)? {
                    continue 'cases;
                }
            }
            for action in maker.weighed(action, &slots)? {
                maker.add(action, None, span)?;
            }
        }
        Ok(())
    }
}

/// A guard and a condition: themselves where they are used for the last time, or copies.
fn last(
    is_last: bool,
    guard: &mut Vec<(VarId, ValueSet)>,
    rest: &mut Condition,
) -> (Vec<(VarId, ValueSet)>, Condition) {
    match is_last {
        true => (std::mem::take(guard), std::mem::replace(rest, Condition::True)),
        false => (guard.clone(), rest.clone()),
    }
}

/// The choices of the variables for directions.
fn domains_of_directions<'d>(
    quantified: &Quantified,
    domains: &'d mut [Vec<Choice>],
) -> impl Iterator<Item = &'d mut Vec<Choice>> {
    let directions: Vec<bool> = quantified.variables.iter().map(|v| v.domain == Domain::Directions).collect();
    domains.iter_mut().zip(directions).filter(|(_, direction)| *direction).map(|(choices, _)| choices)
}

/// The values of a variable.
pub(super) fn choices(field: &Field<'_>, domain: &Domain) -> Vec<Choice> {
    let selector = match domain {
        Domain::Directions => {
            let all = (0..field.board.directions().len()).filter_map(|d| Direction::try_from(d).ok());
            return all.map(|d| Choice { bound: Bound::Direction(d), values: None }).collect();
        }
        Domain::Numbers(low, high) => {
            return (*low..=*high).map(|n| Choice { bound: Bound::Number(n), values: None }).collect();
        }
        Domain::Cells(selector) => selector,
    };
    let Some(selector) = selector else {
        let free = |c: &Coord| Choice { bound: Bound::Cell(*c), values: None };
        return field.cells.iter().chain(&field.border).map(free).collect();
    };
    pieces(field, selector)
}

/// Each cell with the contents of the selector; a rigid piece by its first cell, each shape separately.
fn pieces(field: &Field<'_>, selector: &Selector) -> Vec<Choice> {
    let simple = field.values_where(|c| selector.matches(c) && !matches!(c, Content::Block(..)));
    let mut kinds: Vec<ValueSet> = Vec::new();
    if !simple.is_empty() {
        kinds.push(simple);
    }
    for (id, content) in field.pieces.contents() {
        if matches!(content, Content::Block(_, _, 0)) && selector.matches(content) {
            kinds.push(ValueSet::one(id));
        }
    }
    let mut all = Vec::new();
    for cell in field.cells.iter().chain(&field.border) {
        let inside = matches!(field.spot(*cell), Spot::Var(_));
        for values in kinds.iter().filter(|values| inside || values.contains(0)) {
            let (bound, values) = (Bound::Cell(*cell), Some(values.clone()));
            all.push(Choice { bound, values });
        }
    }
    all
}
