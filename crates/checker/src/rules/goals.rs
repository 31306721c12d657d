//! Goals as conditions.

use super::super::Unproved;
use super::field::{Field, Spot};
use super::tests;
use puzzlec_model::board::Coord;
use puzzlec_model::goal::{Drawn, Goal};
use puzzlec_task::{Condition, ValueSet, VarId};

/// The condition of a goal on the cells. Scripted conditions are omitted, so the condition may hold in more
/// positions than the goal: [`super::super::is_goal`] calls the script.
pub(super) fn condition(field: &Field<'_>, goal: &Goal) -> Result<Condition, Unproved> {
    let parts = |parts: &[Goal]| parts.iter().map(|p| condition(field, p)).collect::<Result<Vec<_>, _>>();
    Ok(match goal {
        Goal::Callback(_) => Condition::True,
        Goal::Stuck => {
            field.stuck.borrow().clone().ok_or_else(|| Unproved::wrong("the goal asks for all moves"))?
        }
        Goal::Any(all) => parts(all)?.into_iter().fold(Condition::False, Condition::or),
        Goal::All(all) => parts(all)?.into_iter().fold(Condition::True, Condition::and),
        Goal::Test(test) => match tests::condition(field, &mut Vec::new(), test) {
            Ok(condition) => condition,
            Err(void) => {
                void.stop()?;
                Condition::False
            }
        },
        Goal::Drawn(drawn) => {
            let anchor = drawn.cells.iter().find(|(_, held)| !held.is_empty() && !held.contains(&0));
            match anchor.filter(|_| drawn.anywhere) {
                None => drawn_at(field, drawn, (0, 0)),
                // The first piece of the goal lies on one of the cells.
                Some((anchor, _)) => {
                    let each = field.cells.iter().map(|c| (c.x - anchor.x, c.y - anchor.y));
                    each.fold(Condition::False, |any, by| any.or(drawn_at(field, drawn, by)))
                }
            }
        }
    })
}

fn drawn_at(field: &Field<'_>, drawn: &Drawn, by: (i32, i32)) -> Condition {
    let mut asked: Vec<Option<ValueSet>> = vec![None; field.cells.len()];
    let mut floors = Condition::True;
    for (cell, held) in &drawn.cells {
        let values = if held.is_empty() { field.everything() } else { held.iter().copied().collect() };
        match field.spot(Coord::new(cell.x + by.0, cell.y + by.1)) {
            Spot::Var(var) if cell.is_floor() => floors = floors.and(Condition::In(var, values)),
            Spot::Still(value) if values.contains(value) => {}
            Spot::Still(_) => return Condition::False,
            Spot::Var(var) => {
                if let Some(slot) = asked.get_mut(var as usize) {
                    *slot = Some(values);
                }
            }
            // Cells beyond are empty.
            Spot::Beyond | Spot::Off if values.contains(0) => {}
            Spot::Beyond | Spot::Off => return Condition::False,
        }
    }
    let every = field.everything();
    let mut all = floors;
    for (var, values) in (0..).zip(asked) {
        let var: VarId = var;
        let values = match values {
            Some(values) => values,
            None if drawn.rest_empty => ValueSet::one(0),
            None => continue,
        };
        if values != every {
            all = all.and(Condition::In(var, values));
        }
    }
    all
}
