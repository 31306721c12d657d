//! Puzzles of placement as exact covers, from their ground form.

use puzzlec_model::board::Coord;
use puzzlec_search::ground::LAY;
use puzzlec_task::{ActionId, Assign, Bound, Condition, Task, Value, ValueSet};

use super::packing::{EMPTY, NONE, Packing};

/// The number in the label of an action that lays a piece with its second end on the first cell.
const TURNED: i64 = 1;

/// A puzzle of placement.
pub struct Pieces {
    /// The exact cover.
    pub packing: Packing,
    /// By way the action that lays the piece; [`NONE`] for an empty cell.
    pub actions: Vec<ActionId>,
}

/// The task of a placement on these cells, if its goals restrict each cell separately and no piece has more than two cells.
pub fn read(task: &Task, cells: &[Coord]) -> Option<Pieces> {
    let n = cells.len();
    let goals = goals(&task.goal, n, Value::try_from(task.contents.len()).ok()?)?;
    let mut packing = Packing::new(u32::try_from(n).ok()?, goals.len());
    let laying = |action: &&puzzlec_task::Action| action.label.rule == LAY;
    let size = |entry: usize| {
        let action = task.actions.iter().filter(laying).find(|action| action.label.part as usize == entry);
        action.map_or(1, |action| laid(&action.assign, n).count())
    };
    for (count, entry) in task.start.get(n + 1..)?.iter().zip(0..) {
        packing.entry(u32::from(*count), u32::try_from(size(entry)).ok()?);
    }
    let mut actions = Vec::new();
    for (action, number) in task.actions.iter().zip(0..).filter(|(action, _)| laying(action)) {
        let mut parts = laid(&action.assign, n);
        let (first, second) = (parts.next()?, parts.next());
        if parts.next().is_some() {
            return None;
        }
        let allows = |goal: usize, (cell, value): (u32, Value)| {
            goals.get(goal).and_then(|goal| goal.get(cell as usize)).is_some_and(|set| set.contains(value))
        };
        let allowed = packing
            .goals_mut()
            .of(|goal| allows(goal, first) && second.is_none_or(|second| allows(goal, second)));
        let before = packing.ways().len();
        let mut ends = [first.0, second.map_or(NONE, |second| second.0)];
        if matches!(action.label.binding.as_slice(), [_, Bound::Direction(_), Bound::Number(TURNED)]) {
            ends.reverse();
        }
        packing.lay(action.label.part + 1, ends, allowed);
        actions.extend((packing.ways().len() > before).then_some(number));
    }
    for cell in (0..).take(n) {
        let empty = |goal: usize| {
            goals.get(goal).and_then(|goal| goal.get(cell as usize)).is_some_and(|set| set.contains(0))
        };
        let allowed = packing.goals_mut().of(empty);
        let before = packing.ways().len();
        packing.leave(cell, allowed);
        actions.extend((packing.ways().len() > before).then_some(NONE));
    }
    if is_plane(&packing, cells) {
        packing.draw(cells.iter().map(|cell| (cell.x, cell.y)).collect());
    }
    debug_assert!(packing.ways().iter().zip(&actions).all(|(way, a)| (way.entry == EMPTY) == (*a == NONE)));
    Some(Pieces { packing, actions })
}

/// The cells that an action fills, with their contents.
fn laid(assign: &[(u32, Assign)], n: usize) -> impl Iterator<Item = (u32, Value)> {
    assign.iter().filter_map(move |(var, assign)| match assign {
        Assign::Set(value) if (*var as usize) < n => Some((*var, *value)),
        _ => None,
    })
}

/// By goal and cell the allowed contents; nothing if a test refers to several cells.
fn goals(goal: &Condition, n: usize, contents: Value) -> Option<Vec<Vec<ValueSet>>> {
    let mut common = vec![(0..contents).collect::<ValueSet>(); n];
    let mut choice: Option<&[Condition]> = None;
    for part in all(goal) {
        match part {
            Condition::Any(parts) if choice.is_none() => choice = Some(parts),
            part => restrict(&mut common, part)?,
        }
    }
    let Some(choice) = choice else {
        return Some(if *goal == Condition::False { Vec::new() } else { vec![common] });
    };
    let one = |goal: &Condition| {
        let mut sets = common.clone();
        all(goal).iter().try_for_each(|part| restrict(&mut sets, part))?;
        Some(sets)
    };
    choice.iter().map(one).collect()
}

fn all(condition: &Condition) -> &[Condition] {
    match condition {
        Condition::All(parts) => parts,
        one => std::slice::from_ref(one),
    }
}

/// Takes a test of one cell into account. Tests of the cursor and of the supply hold at the end of every placement.
fn restrict(sets: &mut [ValueSet], part: &Condition) -> Option<()> {
    match part {
        Condition::True => {}
        Condition::False => sets.iter_mut().for_each(|set| *set = ValueSet::new()),
        Condition::In(var, values) => {
            if let Some(set) = sets.get_mut(*var as usize) {
                *set = set.intersection(values);
            }
        }
        _ => return None,
    }
    Some(())
}

/// Whether the pairs of cells are neighbours in a row or a column, or along one of the two diagonals: straight lines
/// between them do not cross.
fn is_plane(packing: &Packing, cells: &[Coord]) -> bool {
    let mut diagonals = [false; 2];
    let near = packing.neighbours();
    for (a, near) in cells.iter().zip(&near) {
        for b in near.iter().filter_map(|b| cells.get(*b as usize)) {
            match (b.x - a.x, b.y - a.y) {
                (1 | -1, 0) | (0, 1 | -1) => {}
                (1, 1) | (-1, -1) => diagonals[0] = true,
                (1, -1) | (-1, 1) => diagonals[1] = true,
                _ => return false,
            }
        }
    }
    diagonals != [true; 2]
}
