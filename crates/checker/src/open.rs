//! Moves of rules with too many bindings to derive them all: found in each position, by the rules as written.

use super::play::Play;
use super::{Position, Unproved, apply};
use puzzlec_base::Progress;
use puzzlec_model::Model;
use puzzlec_model::board::{Coord, Direction};
use puzzlec_model::config::Configuration;
use puzzlec_model::expr::{Part, Test};
use puzzlec_model::query::Bound;
use puzzlec_model::rule::{Body, Domain, Quantified};
use puzzlec_task::{self as task, SearchContext, Value};

/// Bindings between two polls of the budget.
const STEPS: u64 = 1 << 12;

/// Calls `f` with every position that a move of a rule leads to. A position has the contents of the cells, of their floors
/// if rules change them, and of the counters.
pub(super) fn each(
    model: &Model,
    number: u32,
    position: &[Value],
    context: &SearchContext,
    f: &mut dyn FnMut(&[Value]) -> Result<(), Unproved>,
) -> Result<(), Unproved> {
    let Some(rule) = apply::rules(model).get(number as usize) else { return Ok(()) };
    let Body::Quantified(written) = &rule.body else { return Ok(()) };
    let places: Vec<Coord> =
        Play::new(model, Position::first(model)).places().into_iter().map(|place| place.0).collect();
    let held = places.iter().zip(position).filter(|(_, content)| **content != 0);
    let cells: Configuration = held.map(|(place, content)| (*place, *content)).collect();
    let mut play = Play::new(model, Position { cells, gone: 0 });
    for binding in bindings(&play, written, context)? {
        play.begin();
        let made = play.written(written, &binding, &rule.sets);
        let next: Option<Vec<Value>> = made
            .ok()
            .filter(|()| play.illegal_after().is_none())
            .map(|()| play.places().into_iter().map(|place| place.1).collect());
        play.undo();
        let Some(next) = next else { continue };
        if apply::legal(model, number, position, &next, context.budget())? {
            f(&next)?;
        }
    }
    Ok(())
}

/// The bindings for which the conditions of a rule hold.
fn bindings(
    play: &Play<'_>,
    rule: &Quantified,
    context: &SearchContext,
) -> Result<Vec<Vec<task::Bound>>, Unproved> {
    let mut slots: Vec<Option<Bound>> = vec![None; rule.slots.max(rule.variables.len())];
    let mut lists: Vec<Vec<Bound>> = vec![Vec::new()];
    let mut tried = 0_u64;
    for (at, variable) in rule.variables.iter().enumerate() {
        let due: Vec<&Test> = rule.guards.iter().filter(|guard| is_due(guard, rule, at)).collect();
        let (alone, joint): (Vec<&Test>, Vec<&Test>) =
            due.into_iter().partition(|guard| is_alone(guard, rule, at));
        let mut fits =
            |slots: &mut Vec<Option<Bound>>, value: Bound, tests: &[&Test]| -> Result<bool, Unproved> {
                tried += 1;
                if tried.is_multiple_of(STEPS) {
                    context.poll(&Progress::default())?;
                }
                if let Some(slot) = slots.get_mut(at) {
                    *slot = Some(value);
                }
                Ok(tests.iter().all(|test| play.eval().test(test, slots) == Some(true)))
            };
        let mut values = Vec::new();
        for value in domain(play, &variable.domain) {
            if fits(&mut slots, value, &alone)? {
                values.push(value);
            }
        }
        let mut longer = Vec::new();
        for list in &lists {
            for (slot, value) in slots.iter_mut().zip(list) {
                *slot = Some(*value);
            }
            for value in &values {
                if fits(&mut slots, *value, &joint)? {
                    longer.push([list.as_slice(), &[*value]].concat());
                }
            }
        }
        slots.fill(None);
        lists = longer;
    }
    let bound = |value: &Bound| match value {
        Bound::Cell(cell) => task::Bound::Cell(cell.x, cell.y),
        Bound::Direction(direction) => task::Bound::Direction(*direction),
        Bound::Number(number) => task::Bound::Number(*number),
    };
    Ok(lists.iter().map(|list| list.iter().map(bound).collect()).collect())
}

/// Whether this variable is the last one that a condition depends on.
fn is_due(guard: &Test, rule: &Quantified, at: usize) -> bool {
    let mut last = 0;
    own_slots(guard, rule, &mut |slot| last = last.max(slot));
    last == at
}

/// Whether a condition depends on no other variable.
fn is_alone(guard: &Test, rule: &Quantified, at: usize) -> bool {
    let mut alone = true;
    own_slots(guard, rule, &mut |slot| alone &= slot == at);
    alone
}

fn own_slots(guard: &Test, rule: &Quantified, see: &mut dyn FnMut(usize)) {
    Part::Test(guard).slots(&mut |slot| {
        if slot < rule.variables.len() {
            see(slot);
        }
    });
}

/// The values that a variable can have in the position.
fn domain(play: &Play<'_>, domain: &Domain) -> Vec<Bound> {
    match domain {
        Domain::Directions => {
            let all = (0..play.board.directions().len()).filter_map(|d| Direction::try_from(d).ok());
            all.map(Bound::Direction).collect()
        }
        Domain::Numbers(low, high) => (*low..=*high).map(Bound::Number).collect(),
        Domain::Cells(selector) => {
            let eval = play.eval();
            let fits = |cell: &&Coord| selector.as_ref().is_none_or(|s| s.matches(eval.content(**cell)));
            play.board.cells().iter().filter(fits).map(|cell| Bound::Cell(*cell)).collect()
        }
    }
}
