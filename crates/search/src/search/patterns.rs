//! Additive pattern databases, for puzzles in which one piece at a time goes to the one empty cell.
//!
//! A pattern is a few pieces that the goal puts on certain cells. Its table has, for every arrangement of these pieces and
//! the empty cell, the least number of moves *of these pieces* to their cells, where all other pieces are alike. A move
//! moves one piece, so it counts in one pattern at most, and the numbers of several patterns without a common piece add up
//! to a lower bound (Korf and Felner, "Disjoint pattern database heuristics", Artificial Intelligence 134, 2002). A search
//! with an increasing bound on the length ([`walk`]) then needs no memory beside the tables.

mod table;
mod walk;

use crate::Relaxed;
use puzzlec_task::certificate::{AtLeast, LowerBound, Names, PatternBound, PatternBounds};
use puzzlec_task::{Action, ActionId, Assign, Task, Value, ValueSet, VarId};

use super::heuristic::goal_values;
use super::meter::Meter;
use super::team::Team;
use puzzlec_base::Limit;
use table::Table;

/// The bits of the numbers of a table's entries, at most; an entry takes a byte.
pub(super) const MOST_BITS: u32 = 25;
/// With fewer pieces in a pattern, other searches are better.
const LEAST_PIECES: usize = 3;

/// Tables of fewer bytes are built by one thread.
const FEW_BYTES: u64 = 1 << 20;
/// Maximum number of places: sets of them are words.
const MOST_PLACES: usize = u64::BITS as usize;

/// A place, by its number among the cells that change.
type Place = u8;

/// A puzzle of this kind.
pub(super) struct Sliding<'t> {
    task: &'t Task,
    /// The variables of the places.
    variables: Vec<VarId>,
    /// By place, the moves that empty another place into it.
    into: Vec<Vec<Move>>,
    /// The contents that stand once at the start, and that the goal puts on one place: with that place.
    labelled: Vec<(Value, Place)>,
    /// The places that may be empty in a goal.
    may_be_empty: Vec<bool>,
}

/// A piece goes from a place to the empty one.
struct Move {
    from: Place,
    /// The contents that may go.
    pieces: ValueSet,
    action: ActionId,
}

impl<'t> Sliding<'t> {
    /// The puzzle, where it is of this kind and patterns can have a few pieces.
    pub(super) fn of(task: &'t Task, relaxed: &Relaxed) -> Option<Self> {
        let fires = || task.actions.iter().zip(&relaxed.fires).zip(0..).filter(|((_, fires), _)| **fires);
        let mut variables: Vec<VarId> =
            fires().flat_map(|((action, _), _)| &action.assign).map(|(var, _)| *var).collect();
        variables.sort_unstable();
        variables.dedup();
        let held = |var: VarId| task.start.get(var as usize).copied().unwrap_or(0);
        let empty = variables.iter().filter(|var| held(**var) == 0).count();
        if empty != 1 || variables.len() > MOST_PLACES {
            return None;
        }
        let place = |var: VarId| Place::try_from(variables.binary_search(&var).ok()?).ok();
        let mut into: Vec<Vec<Move>> = variables.iter().map(|_| Vec::new()).collect();
        for ((action, _), number) in fires() {
            let (from, to, pieces) = moved(action, |var| place(var).is_some(), &task.start)?;
            let entry = Move { from: place(from)?, pieces, action: number };
            into.get_mut(usize::from(place(to)?))?.push(entry);
        }
        let goal = goal_values(&task.goal, &relaxed.values);
        let allowed = |var: VarId| goal.get(var as usize);
        let once = |value: Value| variables.iter().filter(|var| held(**var) == value).count() == 1;
        let labelled: Vec<(Value, Place)> = variables
            .iter()
            .filter_map(|var| Some((allowed(*var)?.single().filter(|v| *v != 0 && once(*v))?, place(*var)?)))
            .collect();
        let may_be_empty =
            variables.iter().map(|var| allowed(*var).is_some_and(|set| set.contains(0))).collect();
        let sliding = Sliding { task, variables, into, labelled, may_be_empty };
        let worth = sliding.pieces_of_a_pattern(MOST_BITS) >= LEAST_PIECES
            && sliding.labelled.len() >= LEAST_PIECES
            && 2 * sliding.labelled.len() >= sliding.variables.len();
        worth.then_some(sliding)
    }

    /// How many pieces a pattern may have: its arrangements with the empty cell fit into a table.
    fn pieces_of_a_pattern(&self, most_bits: u32) -> usize {
        (most_bits / self.bits()).saturating_sub(1) as usize
    }

    /// The bits of the number of a place.
    fn bits(&self) -> u32 {
        (usize::BITS - self.variables.len().saturating_sub(1).leading_zeros()).max(1)
    }

    /// The tables of patterns of neighbouring goals, built by all threads.
    fn tables(
        &self,
        most_bits: u32,
        team: &mut Team,
        meter: &mut Meter,
    ) -> Result<Option<Vec<Table>>, Limit> {
        let patterns = self.labelled.len().div_ceil(self.pieces_of_a_pattern(most_bits).max(1));
        let size = self.labelled.len().div_ceil(patterns.max(1)).max(1);
        let mut tables: Vec<_> = self.labelled.chunks(size).map(|pattern| (pattern, None)).collect();
        let bytes: u64 = tables.iter().map(|(pattern, _)| Table::bytes(self, pattern.len())).sum();
        // They take a quarter of the memory at most.
        meter.grow(4 * bytes)?;
        meter.shrink(3 * bytes);
        for some in tables.chunks_mut(if bytes < FEW_BYTES { 1 } else { team.size() }) {
            meter.poll()?;
            team.each(some, |(pattern, table)| *table = Table::new(self, pattern));
        }
        Ok(tables.into_iter().map(|(_, table)| table).collect())
    }
}

/// A puzzle with the tables of its patterns.
pub(super) struct Patterns<'s> {
    sliding: &'s Sliding<'s>,
    tables: Vec<Table>,
}

impl<'s> Patterns<'s> {
    /// The tables of patterns with neighbouring goals, as equal in size as they can be, with numbers of so many bits. `None`
    /// where a quarter of the memory has no room for them, or a distance is too large for a table.
    ///
    /// # Errors
    /// A limit of another kind.
    pub(super) fn new(
        sliding: &'s Sliding<'s>,
        most_bits: u32,
        team: &mut Team,
        meter: &mut Meter,
    ) -> Result<Option<Self>, Limit> {
        let before = meter.progress.bytes;
        let tables = match sliding.tables(most_bits, team, meter) {
            Err(Limit::Memory { .. }) => None,
            other => other?,
        };
        if tables.is_none() {
            meter.shrink(meter.progress.bytes.saturating_sub(before));
        }
        Ok(tables.map(|tables| Patterns { sliding, tables }))
    }

    /// The bytes of the tables.
    pub(super) fn bytes(&self) -> u64 {
        self.tables.iter().map(|table| Table::bytes(self.sliding, table.pieces.len())).sum()
    }

    /// The number of patterns.
    pub(super) fn len(&self) -> usize {
        self.tables.len()
    }

    /// No plan has fewer actions.
    pub(super) fn bound(&self) -> u64 {
        walk::PatternPosition::new(self.sliding, &self.tables).map_or(0, |walk| walk.bound())
    }

    /// The bound with its proof: what the pieces of each pattern need.
    pub(super) fn proof(&self) -> AtLeast {
        let names = Names::new(self.sliding.task);
        let cell = self.sliding.variables.first().copied().unwrap_or(0);
        let distances = walk::PatternPosition::new(self.sliding, &self.tables)
            .map_or(Vec::new(), |walk| walk.distances());
        let patterns = self.tables.iter().zip(distances).map(|(table, at_least)| PatternBound {
            pieces: table.pieces.iter().map(|piece| names.value(cell, *piece)).collect(),
            at_least,
        });
        let proof = LowerBound::Patterns(PatternBounds { patterns: patterns.collect() });
        AtLeast { length: self.bound(), proof }
    }

    /// A least plan, where an action costs `unit`; `None` if none is found in so many moves.
    ///
    /// # Errors
    /// A limit.
    pub(super) fn search(
        &self,
        unit: u64,
        most: u64,
        meter: &mut Meter,
    ) -> Result<Option<Vec<ActionId>>, Limit> {
        walk::search(self.sliding, &self.tables, (unit, most), meter)
    }
}

/// From where to where an action moves which pieces, if it moves one piece to an empty cell, wherever else pieces
/// are.
fn moved(
    action: &Action,
    changes: impl Fn(VarId) -> bool,
    start: &[Value],
) -> Option<(VarId, VarId, ValueSet)> {
    let [(a, first), (b, second)] = action.assign.as_slice() else { return None };
    let empties = |var: &VarId| action.guard_of(*var).and_then(ValueSet::single) == Some(0);
    let (from, left, to, filled) = match (empties(a), empties(b)) {
        (false, true) => (*a, first, *b, second),
        (true, false) => (*b, second, *a, first),
        _ => return None,
    };
    let pieces = action.guard_of(from)?.clone();
    let leaves_empty = *left == Assign::Set(0) || *left == Assign::Copy(to);
    let fills = *filled == Assign::Copy(from)
        || matches!(filled, Assign::Set(value) if pieces.single() == Some(*value));
    let holds = |(var, set): &(VarId, ValueSet)| {
        *var == from
            || *var == to
            || !changes(*var) && start.get(*var as usize).is_some_and(|value| set.contains(*value))
    };
    let free = action.condition == puzzlec_task::Condition::True && action.guard.iter().all(holds);
    (leaves_empty && fills && free && !pieces.contains(0)).then_some((from, to, pieces))
}
