//! The moves and goals as far as positions show them of a pattern.

use super::narrowed;
use crate::Unproved;
use crate::apart::conjuncts;
use puzzlec_task::{Action, Condition, Task, Value, ValueSet, VarId};

/// What a variable shows: [`EMPTY`], [`OTHER`], or from [`FIRST`] on a piece of the pattern.
pub(super) type Class = u8;
const EMPTY: Class = 0;
const OTHER: Class = 1;
const FIRST: Class = 2;

/// Classes as bits.
type Classes = u64;

/// What positions show of a pattern.
pub(super) struct Shown<'t> {
    task: &'t Task,
    /// What the variables can hold.
    held: &'t [ValueSet],
    /// The variables that show different things at different times.
    slots: Vec<VarId>,
    /// By slot and class, what the variable then holds.
    sets: Vec<Vec<ValueSet>>,
    /// By slot, what the start shows.
    pub(super) start: Vec<Class>,
    moves: Vec<Move<'t>>,
    /// By slot and class, moves that need it.
    needing: Vec<Vec<Vec<usize>>>,
    /// Moves that need no class.
    free: Vec<usize>,
    /// The classes that a goal may have, by slot.
    wanted: Vec<(usize, Classes)>,
    /// Whether the goal has tests beside those.
    tested: bool,
}

/// An action.
struct Move<'t> {
    needs: Vec<(usize, Classes)>,
    /// If it has a condition.
    condition: Option<&'t Action>,
    gives: Vec<(usize, Gives)>,
}

/// The classes that a slot may get.
enum Gives {
    /// One of these.
    Always(Classes),
    /// By the class of a slot.
    By(usize, Vec<Classes>),
}

impl<'t> Shown<'t> {
    pub(super) fn new(
        task: &'t Task,
        actions: &[&'t Action],
        held: &'t [ValueSet],
        pieces: &[Value],
    ) -> Self {
        let class = |var: VarId, value: Value| match pieces.iter().position(|piece| *piece == value) {
            _ if task.variables.get(var as usize).is_none_or(|variable| variable.counts.is_some()) => OTHER,
            Some(at) => FIRST + at as Class,
            None if value == 0 => EMPTY,
            None => OTHER,
        };
        let classes = usize::from(FIRST) + pieces.len();
        let (mut slots, mut sets, mut start) = (Vec::new(), Vec::new(), Vec::new());
        for ((var, set), value) in (0..).zip(held).zip(&task.start) {
            let mut by_class = vec![ValueSet::new(); classes];
            for value in set.iter() {
                let slot = by_class.get_mut(usize::from(class(var, value)));
                slot.into_iter().for_each(|set| set.insert(value));
            }
            if by_class.iter().filter(|set| !set.is_empty()).count() > 1 {
                slots.push(var);
                sets.push(by_class);
                start.push(class(var, *value));
            }
        }
        let (needing, wanted) = (vec![vec![Vec::new(); classes]; slots.len()], Vec::new());
        let (moves, free) = (Vec::new(), Vec::new());
        let mut shown = Shown { task, held, slots, sets, start, moves, needing, free, wanted, tested: false };
        for action in actions {
            shown.add(action, &class);
        }
        conjuncts(&task.goal, &mut |conjunct| match conjunct {
            Condition::In(var, values) if shown.slot(*var).is_some() => {
                let wanted = shown.slot(*var).map(|slot| (slot, shown.allowed(slot, values)));
                shown.wanted.extend(wanted);
            }
            _ => shown.tested = true,
        });
        shown
    }

    fn slot(&self, var: VarId) -> Option<usize> {
        self.slots.binary_search(&var).ok()
    }

    /// The classes of a slot with one of these values.
    fn allowed(&self, slot: usize, values: &ValueSet) -> Classes {
        let sets = self.sets.get(slot).into_iter().flatten().enumerate();
        sets.filter(|(_, set)| set.intersects(values)).fold(0, |all, (class, _)| all | 1 << class)
    }

    fn add(&mut self, action: &'t Action, class: &impl Fn(VarId, Value) -> Class) {
        let slotted = |(var, set): &(VarId, ValueSet)| {
            let slot = self.slot(*var)?;
            Some((slot, self.allowed(slot, set)))
        };
        let needs: Vec<(usize, Classes)> = action.guard.iter().filter_map(slotted).collect();
        let mut gives = Vec::new();
        for (var, assign) in &action.assign {
            let Some(to) = self.slot(*var) else { continue };
            let made = |set: &ValueSet, from: VarId| {
                let guard = action.guard_of(from);
                let old = set.iter().filter(|value| guard.is_none_or(|guard| guard.contains(*value)));
                old.fold(0, |all, old| all | 1 << class(*var, assign.value(old)))
            };
            let how = match assign.source() {
                None => Gives::Always(1 << class(*var, assign.value(0))),
                Some(from) => match self.slot(from) {
                    None => Gives::Always(self.held.get(from as usize).map_or(0, |set| made(set, from))),
                    Some(slot) => {
                        let sets = self.sets.get(slot).into_iter().flatten();
                        Gives::By(slot, sets.map(|set| made(set, from)).collect())
                    }
                },
            };
            gives.push((to, how));
        }
        let number = self.moves.len();
        match needs.iter().min_by_key(|(_, classes)| classes.count_ones()) {
            None => self.free.push(number),
            Some((slot, classes)) => {
                for (class, list) in self.needing.get_mut(*slot).into_iter().flatten().enumerate() {
                    if classes >> class & 1 == 1 {
                        list.push(number);
                    }
                }
            }
        }
        let condition = (action.condition != Condition::True).then_some(action);
        self.moves.push(Move { needs, condition, gives });
    }

    /// What the variables may hold where the slots show this.
    fn sets_of(&self, row: &[Class]) -> Vec<ValueSet> {
        let mut sets = self.held.to_vec();
        for ((var, by_class), class) in self.slots.iter().zip(&self.sets).zip(row) {
            if let (Some(slot), Some(set)) = (sets.get_mut(*var as usize), by_class.get(usize::from(*class)))
            {
                slot.clone_from(set);
            }
        }
        sets
    }

    /// Whether a goal may show this.
    pub(super) fn may_be_goal(&self, row: &[Class]) -> bool {
        fits(&self.wanted, row)
            && (!self.tested || narrowed(&[], &self.task.goal, &self.sets_of(row)).is_some())
    }

    /// Calls `f` with what may be shown after a move, and whether the move counts.
    pub(super) fn successors(
        &self,
        row: &[Class],
        f: &mut impl FnMut(&[Class], bool) -> Result<(), Unproved>,
    ) -> Result<(), Unproved> {
        let needing =
            self.needing.iter().zip(row).filter_map(|(by_class, at)| by_class.get(usize::from(*at)));
        for number in needing.flatten().chain(&self.free) {
            let Some(one) = self.moves.get(*number).filter(|one| fits(&one.needs, row)) else { continue };
            let fails =
                |action: &Action| narrowed(&action.guard, &action.condition, &self.sets_of(row)).is_none();
            if one.condition.is_some_and(fails) {
                continue;
            }
            each(&one.gives, row, &mut row.to_vec(), f)?;
        }
        Ok(())
    }
}

fn fits(classes: &[(usize, Classes)], row: &[Class]) -> bool {
    classes.iter().all(|(slot, classes)| row.get(*slot).is_some_and(|at| classes >> at & 1 == 1))
}

/// Calls `f` for every choice among the classes that a move may give; `after` has those of the slots before.
fn each(
    gives: &[(usize, Gives)],
    row: &[Class],
    after: &mut [Class],
    f: &mut impl FnMut(&[Class], bool) -> Result<(), Unproved>,
) -> Result<(), Unproved> {
    let Some(((slot, how), rest)) = gives.split_first() else {
        let moved = |(before, after): (&Class, &Class)| before != after && *before.max(after) >= FIRST;
        let counts = row.iter().zip(&*after).any(moved);
        return f(after, counts);
    };
    let classes = match how {
        Gives::Always(classes) => *classes,
        Gives::By(from, classes) => {
            let class = row.get(*from).copied().unwrap_or(OTHER);
            classes.get(usize::from(class)).copied().unwrap_or(0)
        }
    };
    for class in (0..Class::try_from(Classes::BITS).unwrap_or(0)).filter(|class| classes >> class & 1 == 1) {
        if let Some(at) = after.get_mut(*slot) {
            *at = class;
        }
        each(rest, row, after, f)?;
    }
    Ok(())
}
