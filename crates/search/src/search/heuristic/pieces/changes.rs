//! What actions do to single pieces.

use std::collections::BTreeMap;

use crate::packed::{Layout, strengthen};
use crate::search::heuristic::facts::Facts;
use puzzlec_task::{Action, Value, ValueSet, VarId};

/// A place of pieces, by its number among the cells that change.
pub(super) type Cell = u16;

/// Maximum number of changes of a task, and of an action.
const MOST: usize = 1 << 15;
const MOST_OF_ACTION: usize = 1 << 8;

/// What an action does where the cells that it changes have certain contents.
pub(super) struct Change {
    /// Pieces that go from a cell to another; of equal pieces it does not matter which goes where.
    pub(super) moved: Vec<(Value, Cell, Cell)>,
    /// The contents that cells may have before it.
    pub(super) needs: Vec<(Cell, ValueSet)>,
    /// The cells whose contents it changes, sorted.
    pub(super) changed: Vec<Cell>,
}

/// The changes of a task.
pub(super) struct Changes {
    /// The variables of the cells.
    pub(super) cells: Vec<VarId>,
    pub(super) all: Vec<Change>,
    /// The contents that some action moves, and whose number no action changes: with that number.
    pub(super) kinds: Vec<(Value, usize)>,
}

impl Changes {
    /// The cells in the order of their places in states; `None` if there are too many changes.
    pub(super) fn of(facts: &Facts, layout: &Layout) -> Option<Self> {
        let live = |(var, set): &(VarId, &ValueSet)| {
            set.len() > 1 && facts.task.variables.get(*var as usize).is_some_and(|v| v.counts.is_none())
        };
        let mut cells: Vec<VarId> =
            (0..).zip(&facts.relaxed.values).filter(live).map(|(var, _)| var).collect();
        cells.sort_by_key(|var| layout.field(*var).map(|field| (field.word, field.shift)));
        let mut places: Vec<Option<Cell>> = vec![None; facts.task.variables.len()];
        for (cell, var) in (0..).zip(&cells) {
            *places.get_mut(*var as usize)? = Some(cell);
        }
        let held = |var: &VarId| facts.task.start.get(*var as usize).copied().unwrap_or(0);
        let mut numbers: BTreeMap<Value, usize> = BTreeMap::new();
        for value in cells.iter().map(held).filter(|value| *value != 0) {
            *numbers.entry(value).or_default() += 1;
        }
        let (mut all, mut moves) = (Vec::new(), Vec::new());
        for action in facts.actions() {
            if !add(facts, &places, action, &mut numbers, &mut all) || all.len() > MOST {
                return None;
            }
        }
        for (kind, ..) in all.iter().flat_map(|change: &Change| &change.moved) {
            moves.push(*kind);
        }
        let kinds = numbers.into_iter().filter(|(kind, _)| moves.contains(kind)).collect();
        Some(Changes { cells, all, kinds })
    }
}

/// Adds the changes of an action, and removes contents whose number it changes; `false` if there are too many.
fn add(
    facts: &Facts,
    places: &[Option<Cell>],
    action: &Action,
    numbers: &mut BTreeMap<Value, usize>,
    all: &mut Vec<Change>,
) -> bool {
    let (allowed, _) = strengthen(action);
    let values = |var: VarId| -> Vec<Value> {
        let guard = allowed.get(&var);
        let live = facts.relaxed.values.get(var as usize);
        live.into_iter().flat_map(ValueSet::iter).filter(|v| guard.is_none_or(|g| g.contains(*v))).collect()
    };
    let cell = |var: VarId| places.get(var as usize).copied().flatten();
    let sources = action.assign.iter().filter_map(|(_, assign)| assign.source());
    let mut touched: Vec<VarId> = action.assign.iter().map(|(var, _)| *var).chain(sources).collect();
    touched.sort_unstable();
    touched.dedup();
    let choices: Vec<Vec<Value>> = touched.iter().map(|var| values(*var)).collect();
    let count = choices.iter().try_fold(1_usize, |n, one| n.checked_mul(one.len()));
    if count.is_none_or(|count| count > MOST_OF_ACTION) {
        return false;
    }
    let guards: Vec<(Cell, ValueSet)> = allowed
        .keys()
        .filter(|var| touched.binary_search(var).is_err())
        .filter_map(|var| Some((cell(*var)?, values(*var).into_iter().collect())))
        .collect();
    for number in 0..count.unwrap_or(0) {
        let mut rest = number;
        let old: Vec<Value> = choices
            .iter()
            .filter_map(|one| {
                let value = one.get(rest % one.len()).copied();
                rest /= one.len();
                value
            })
            .collect();
        let before = |var: VarId| touched.binary_search(&var).ok().and_then(|at| old.get(at)).copied();
        let (mut left, mut filled) = (Vec::new(), Vec::new());
        let mut changed = Vec::new();
        for (var, assign) in &action.assign {
            let (Some(cell), Some(was)) = (cell(*var), before(*var)) else { continue };
            let now = assign.value(assign.source().and_then(before).unwrap_or(0));
            if was != now {
                left.push((was, cell));
                filled.push((now, cell));
                changed.push(cell);
            }
        }
        left.sort_unstable();
        filled.sort_unstable();
        let mut moved = Vec::new();
        numbers.retain(|kind, _| {
            let of = |list: &[(Value, Cell)]| -> Vec<Cell> {
                list.iter().filter(|(value, _)| value == kind).map(|(_, cell)| *cell).collect()
            };
            let (from, to) = (of(&left), of(&filled));
            moved.extend(from.iter().zip(&to).map(|(from, to)| (*kind, *from, *to)));
            from.len() == to.len()
        });
        if moved.is_empty() {
            continue;
        }
        let mut needs = guards.clone();
        needs.extend(touched.iter().zip(&old).filter_map(|(var, v)| Some((cell(*var)?, ValueSet::one(*v)))));
        changed.sort_unstable();
        all.push(Change { moved, needs, changed });
    }
    true
}
