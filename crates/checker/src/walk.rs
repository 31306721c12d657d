//! Enumeration of all positions, level by level, with counts and hashes.
//!
//! A position is a row of bytes, one or two per variable.

use super::rows::Rows;
use super::rules::Reading;
use super::shapes::Shape;
use super::{Unproved, apply, closure, goal_holds, open, sets};
use puzzlec_base::Progress;
use puzzlec_base::words::counted;
use puzzlec_model::Model;
use puzzlec_task::SearchContext;
use puzzlec_task::certificate::Level;
use puzzlec_task::certificate::hash;
use puzzlec_task::{Action, Condition, Task, Value, ValueSet};

/// The reason that a proof about a part of an unbounded board does not extend to all of it.
pub(super) const LEAVES: &str = "a piece may leave the cells of the proof";

/// Positions between two polls of the budget.
const STEPS: u64 = 1 << 12;

/// Checks that the positions reachable from the start have these levels, and that none is a goal. If `all`,
/// they are all reachable positions; otherwise those of the first levels.
pub(super) fn forward(
    model: &Model,
    reading: &Reading,
    levels: &[Level],
    all: bool,
    context: &SearchContext,
) -> Result<(), Unproved> {
    let (task, budget) = (&reading.task, context.budget());
    let scripted = model.has_callbacks();
    let mut walk = LevelWalk::new(task, context);
    walk.add(&task.start)?;
    let guarded = |a: &Action| a.guard.iter().map(|(var, set)| (*var, set.clone())).collect();
    let actions = Index::of(task, &task.actions, guarded);
    let escapes = Index::of(task, &reading.escapes, guarded);
    let mut position = Vec::new();
    walk.levels(levels, all, |walk, at, go_on| {
        walk.read(at, &mut position);
        if scripted {
            context.poll(&walk.progress())?;
        }
        if holds(&task.goal, &position)
            && (!scripted || goal_holds(model, &apply::configuration(model, &position), budget)?)
        {
            return Err(Unproved::wrong("a reachable position is a goal"));
        }
        if !go_on {
            return Ok(());
        }
        escapes.each(&position, &mut |escape| {
            if applies(escape, &position) { Err(Unproved::wrong(LEAVES)) } else { Ok(()) }
        })?;
        actions.each(&position, &mut |action| {
            if !applies(action, &position) {
                return Ok(());
            }
            let mut next = after(action, &position);
            if !closure::settle(task, action, &mut next)? {
                return Ok(());
            }
            let legal = !scripted || apply::legal(model, action.label.rule, &position, &next, budget)?;
            if legal { walk.add(&next) } else { Ok(()) }
        })?;
        for rule in &reading.open {
            open::each(model, *rule, &position, context, &mut |next| walk.add(next))?;
        }
        if scripted {
            apply::given(model, &position, budget)?.iter().try_for_each(|next| walk.add(next))?;
        }
        Ok(())
    })
}

/// Checks that the positions of the sets from which the goal can be reached have these levels, and that the
/// start is not among them.
pub(super) fn backward(
    task: &Task,
    within: &[ValueSet],
    levels: &[Level],
    context: &SearchContext,
) -> Result<(), Unproved> {
    let mut walk = LevelWalk::new(task, context);
    let mut result = Ok(());
    sets::goals(task, within, context, &mut |goal| {
        if result.is_ok() {
            result = walk.add(goal);
        }
    })?;
    result?;
    // The values that an action sets are the preconditions of its inverse.
    let actions = Index::of(task, &task.actions, |action| {
        let set = action.assign.iter().filter(|(_, a)| a.source().is_none());
        set.map(|(var, assign)| (*var, ValueSet::one(assign.value(0)))).collect()
    });
    let mut position = Vec::new();
    walk.levels(levels, true, |walk, at, _| {
        walk.read(at, &mut position);
        if position == task.start {
            return Err(Unproved::wrong(
                "the start is among the positions from which the goal can be reached",
            ));
        }
        actions.each(&position, &mut |action| before(action, &position, within, &mut |p| walk.add(p)))
    })
}

/// Whether a condition holds in a position.
pub(super) fn holds(condition: &Condition, position: &[Value]) -> bool {
    let has = |var: u32, values: &ValueSet| position.get(var as usize).is_some_and(|v| values.contains(*v));
    match condition {
        Condition::True => true,
        Condition::False => false,
        Condition::In(var, values) => has(*var, values),
        Condition::Count { vars, values, min, max } => {
            let count = vars.iter().filter(|var| has(**var, values)).count() as u64;
            (u64::from(*min)..=u64::from(*max)).contains(&count)
        }
        Condition::Sum { terms, min, max } => {
            let held = terms.iter().filter(|(_, var, values)| has(*var, values));
            let sum: i128 = held.map(|(weight, ..)| i128::from(*weight)).sum();
            (i128::from(*min)..=i128::from(*max)).contains(&sum)
        }
        Condition::All(parts) => parts.iter().all(|p| holds(p, position)),
        Condition::Any(parts) => parts.iter().any(|p| holds(p, position)),
        Condition::Not(part) => !holds(part, position),
        Condition::Components { .. } | Condition::Component { .. } | Condition::Forest { .. } => {
            let test = |part: &Condition| (holds(part, position), !holds(part, position));
            Shape::new(condition, test).is_some_and(|shape| shape.may().0)
        }
    }
}

/// Whether an action applies in a position.
pub(super) fn applies(action: &Action, position: &[Value]) -> bool {
    let held = |var: u32, values: &ValueSet| position.get(var as usize).is_some_and(|v| values.contains(*v));
    action.guard.iter().all(|(var, values)| held(*var, values)) && holds(&action.condition, position)
}

/// The position after an action.
pub(super) fn after(action: &Action, position: &[Value]) -> Vec<Value> {
    let mut next = position.to_vec();
    for (var, assign) in &action.assign {
        let old = assign.source().and_then(|from| position.get(from as usize)).copied().unwrap_or(0);
        if let Some(slot) = next.get_mut(*var as usize) {
            *slot = assign.value(old);
        }
    }
    next
}

/// The predecessors in the sets of this position under an action: all old values of the written variables are
/// tried.
fn before(
    action: &Action,
    position: &[Value],
    within: &[ValueSet],
    f: &mut dyn FnMut(&[Value]) -> Result<(), Unproved>,
) -> Result<(), Unproved> {
    let mut olds: Vec<(u32, Vec<Value>)> = Vec::new();
    for (var, assign) in &action.assign {
        let held = position.get(*var as usize).copied();
        if assign.source().is_none() && held != Some(assign.value(0)) {
            return Ok(());
        }
        // Old values that give the current ones of the variables that are read.
        let fits = |old: &Value| {
            let mut readers = action.assign.iter().filter(|(_, a)| a.source() == Some(*var));
            readers.all(|(to, a)| position.get(*to as usize) == Some(&a.value(*old)))
        };
        olds.push((*var, sets::old_values(action, *var, within).filter(fits).collect()));
    }
    let cases = olds.iter().fold(1_usize, |n, (_, values)| n.saturating_mul(values.len()));
    if cases > 1 << 24 {
        return Err(Unproved::too_large("a move may come from too many positions"));
    }
    for case in 0..cases {
        let mut rest = case;
        let mut old = position.to_vec();
        for (var, values) in &olds {
            if let (Some(slot), Some(value)) =
                (old.get_mut(*var as usize), values.get(rest % values.len().max(1)))
            {
                *slot = *value;
            }
            rest /= values.len().max(1);
        }
        if applies(action, &old) && after(action, &old) == position {
            f(&old)?;
        }
    }
    Ok(())
}

/// Actions indexed by one required value, so that only some are tested in each position.
pub(super) struct Index<'t> {
    /// By variable and value, the actions that require it.
    needing: Vec<Vec<Vec<&'t Action>>>,
    /// The actions that require no particular value.
    free: Vec<&'t Action>,
}

impl<'t> Index<'t> {
    pub(super) fn of(
        task: &Task,
        actions: &'t [Action],
        needs: impl Fn(&Action) -> Vec<(u32, ValueSet)>,
    ) -> Self {
        let needing = task.variables.iter().map(|v| vec![Vec::new(); usize::from(v.size)]).collect();
        let mut index = Index { needing, free: Vec::new() };
        for action in actions {
            let Some((var, values)) = needs(action).into_iter().min_by_key(|n| n.1.len()) else {
                index.free.push(action);
                continue;
            };
            for value in values.iter() {
                let list = index.needing.get_mut(var as usize).and_then(|v| v.get_mut(usize::from(value)));
                if let Some(list) = list {
                    list.push(action);
                }
            }
        }
        index
    }

    /// Calls `f` for every action that may apply in a position.
    pub(super) fn each(
        &self,
        position: &[Value],
        f: &mut dyn FnMut(&Action) -> Result<(), Unproved>,
    ) -> Result<(), Unproved> {
        for (lists, value) in self.needing.iter().zip(position) {
            for action in lists.get(usize::from(*value)).into_iter().flatten() {
                f(action)?;
            }
        }
        self.free.iter().try_for_each(|action| f(action))
    }
}

/// The visited positions.
struct LevelWalk<'b> {
    /// Whether a value takes two bytes.
    wide: bool,
    rows: Rows,
    row: Vec<u8>,
    level: u128,
    /// The current level, and its remaining positions.
    depth: u32,
    frontier: u64,
    context: &'b SearchContext,
}

impl<'b> LevelWalk<'b> {
    fn new(task: &Task, context: &'b SearchContext) -> Self {
        let wide = task.variables.iter().any(|v| v.size > 256);
        let stride = task.variables.len() * if wide { 2 } else { 1 };
        LevelWalk { wide, rows: Rows::new(stride), row: Vec::new(), level: 0, depth: 0, frontier: 0, context }
    }

    /// Processes the levels, starting with the positions added so far: `each` receives every position, and
    /// adds its successors if the last argument is true.
    fn levels(
        &mut self,
        levels: &[Level],
        all: bool,
        mut each: impl FnMut(&mut Self, u32, bool) -> Result<(), Unproved>,
    ) -> Result<(), Unproved> {
        let mut from = 0;
        for (depth, level) in levels.iter().enumerate() {
            let to = self.rows.len();
            let positions = u64::from(to - from);
            if positions != level.positions {
                let found = counted(positions, "positions");
                let text = format!("level {depth} has {found}, not {}", level.positions);
                return Err(Unproved::Rejected(text));
            }
            if positions == 0 {
                return Err(Unproved::Rejected(format!("level {depth} has no positions")));
            }
            if hash::written(self.level) != level.hash {
                return Err(Unproved::Rejected(format!(
                    "the positions of level {depth} differ: its hash is different"
                )));
            }
            self.level = 0;
            self.depth = u32::try_from(depth).unwrap_or(u32::MAX);
            for at in from..to {
                self.frontier = u64::from(to - at);
                if u64::from(at).is_multiple_of(STEPS) {
                    self.context.poll(&self.progress())?;
                }
                each(self, at, all || depth + 1 < levels.len())?;
            }
            from = to;
        }
        if all && from != self.rows.len() {
            let more = counted(u64::from(self.rows.len() - from), "positions");
            return Err(Unproved::Rejected(format!("level {} is missing: it has {more}", levels.len())));
        }
        Ok(())
    }

    /// The progress so far.
    fn progress(&self) -> Progress {
        let (states, bytes) = (u64::from(self.rows.len()), self.rows.bytes());
        Progress { depth: self.depth, states, frontier: self.frontier, bytes }
    }

    /// The values of a position.
    fn read(&self, at: u32, position: &mut Vec<Value>) {
        position.clear();
        let row = self.rows.get(at);
        if self.wide {
            let pairs = row.chunks_exact(2).map(|pair| match pair {
                [low, high] => Value::from_le_bytes([*low, *high]),
                _ => 0,
            });
            position.extend(pairs);
        } else {
            position.extend(row.iter().map(|b| Value::from(*b)));
        }
    }

    /// Inserts a position unless it is present.
    fn add(&mut self, position: &[Value]) -> Result<(), Unproved> {
        let mut row = std::mem::take(&mut self.row);
        row.clear();
        if self.wide {
            row.extend(position.iter().flat_map(|v| v.to_le_bytes()));
        } else {
            row.extend(position.iter().map(|v| *v as u8));
        }
        let (now, context) = (self.progress(), self.context);
        let result = self.rows.add(&row, |more| context.poll(&Progress { bytes: now.bytes + more, ..now }));
        self.row = row;
        if result?.1 {
            self.level = self.level.wrapping_add(hash::position(position.iter().copied()));
        }
        Ok(())
    }
}
