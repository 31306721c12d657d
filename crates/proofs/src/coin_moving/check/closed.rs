//! Walks over sets of coins, from the start and from the goal.

use super::super::proof::Exhausted;
use super::Case;
use super::walk::{Field, Keep, Side, contained, holds};
use puzzlec_checker::Unproved;
use puzzlec_task::certificate::Level;

impl Case<'_> {
    /// One side is complete and does not hold the other end.
    pub(super) fn exhausted(&self, side: Exhausted, claimed: &Level) -> Result<&'static str, Unproved> {
        let field = Field::new(self)?;
        match side {
            Exhausted::Start => {
                let mut side = Side::new(field.start.clone());
                while field.forward(&mut side, |_| true)? > 0 {}
                if field.goal.as_ref().is_some_and(|goal| side.has(goal)) {
                    return Err(Unproved::wrong("moves lead to the goal"));
                }
                same(&field, side.all(), claimed)?;
                Ok("the start reaches no other configuration that could still cover the goal")
            }
            Exhausted::Goal => {
                let mut side = Side::new(field.peeled(field.goal()?));
                while field.backward(&mut side, |_| true, Keep::Peeled)? > 0 {}
                let marks = field.marks(&field.start);
                if side.all().any(|set| set.iter().all(|cell| holds(&marks, *cell))) {
                    return Err(Unproved::wrong("the start has all coins of a set that leads to the goal"));
                }
                same(&field, side.all(), claimed)?;
                Ok("the start has the coins of no set that leads to the goal")
            }
        }
    }

    /// No plan has at most this number of moves.
    pub(super) fn apart(
        &self,
        forward: &[Level],
        backward: &[Level],
        most: u64,
    ) -> Result<&'static str, Unproved> {
        let field = Field::new(self)?;
        let goal = field.marks(field.goal()?);
        let passages = field.passages()?;
        // A move puts one coin: on one of the cells that the goal misses, on one of those that must be passed.
        let behind = |number: u64, set: &[u32]| {
            let left = field.start.len() - set.iter().filter(|cell| holds(&goal, **cell)).count();
            number + left as u64 <= most
        };
        let ahead = |number: u64, set: &[u32]| number + passages.distance(set) <= most;
        let mut sides = [Side::new(field.start.clone()), Side::new(field.goal()?.clone())];
        let [one, other] = &mut sides;
        for (number, claimed) in (0..).zip(forward) {
            if number > 0 {
                field.forward(one, |set| behind(number, set))?;
            }
            same(&field, one.latest(), claimed)?;
        }
        for (number, claimed) in (0..).zip(backward) {
            if number > 0 {
                field.backward(other, |set| ahead(number, set), Keep::Least)?;
            }
            same(&field, other.latest(), claimed)?;
        }
        let goes_on = |levels: &[Level]| levels.iter().rev().skip(1).any(|level| level.positions == 0);
        if goes_on(forward) || goes_on(backward) {
            return Err(Unproved::wrong("a level follows an empty one"));
        }
        let moves = |levels: &[Level]| (levels.len() as u64).checked_sub(1);
        let both = moves(forward).zip(moves(backward)).map(|(one, other)| one + other);
        let complete = sides.iter().any(|side| side.latest().next().is_none());
        if both.is_none_or(|both| both < most && !complete) {
            return Err(Unproved::wrong("the levels are too few"));
        }
        let [one, other] = sides;
        let mut sets: Vec<&[u32]> = other.all().collect();
        sets.sort_unstable();
        for coins in one.all() {
            field.count(0)?;
            if contained(&sets, 0, &field.marks(coins)) {
                return Err(Unproved::wrong("the two sides meet"));
            }
        }
        Ok("the first moves and the last ones do not meet")
    }
}

/// Whether sets are those that the proof counts.
fn same<'s>(
    field: &Field<'_>,
    sets: impl Iterator<Item = &'s [u32]>,
    claimed: &Level,
) -> Result<(), Unproved> {
    let (mut positions, mut hash) = (0_u64, 0_u128);
    for set in sets {
        positions += 1;
        hash = hash.wrapping_add(field.hash(set));
    }
    if (positions, format!("{hash:032x}")) != (claimed.positions, claimed.hash.clone()) {
        return Err(Unproved::wrong("a walk over the sets of coins finds others"));
    }
    Ok(())
}
