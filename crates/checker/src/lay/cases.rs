//! All arrangements of pieces of any shape, under any goal, by cases.
//!
//! A case is a set of ways to lay the pieces. A way is dropped if it cannot be part of an arrangement of the case; if a cell
//! is left with several, it is split. Nothing is shared with the search: cases are copied, not taken back, and
//! their conclusions are drawn from the sets of contents that the cells may hold.

use std::ops::RangeInclusive;

use super::Laid;
use crate::Unproved;
use crate::bounds::{self, Term};
use crate::shapes::Shape;
use puzzlec_base::Progress;
use puzzlec_model::Model;
use puzzlec_model::puzzle::Supply;
use puzzlec_task::SearchContext;
use puzzlec_task::{Condition, Value, ValueSet};

/// Maximum number of ways to lay pieces.
const MOST_WAYS: usize = 1 << 16;

/// A way to lay a piece, or to leave a cell empty.
struct Way {
    /// The piece, or the last entry for an empty cell.
    entry: usize,
    cells: Laid,
}

/// The arrangements of a puzzle.
pub(super) struct Cases<'a> {
    ways: Vec<Way>,
    /// By cell the ways that cover it.
    over: Vec<Vec<usize>>,
    /// By entry the least and the greatest number of its pieces; last those of the empty cells.
    counts: Vec<(usize, usize)>,
    /// The greatest number of all pieces.
    most: usize,
    /// All of these hold.
    goal: Vec<Condition>,
    tried: u64,
    context: &'a SearchContext,
}

/// A case: by way whether it may be part of an arrangement.
pub(super) type Case = Vec<bool>;

/// A case without an arrangement.
pub(super) struct Void;

impl<'a> Cases<'a> {
    /// The pieces in all places.
    pub fn new(
        model: &Model,
        supply: &[Supply],
        pieces: &[Vec<Laid>],
        goal: &Condition,
        context: &'a SearchContext,
    ) -> Result<Self, Unproved> {
        let cells = model.board.cells().len();
        let mut ways: Vec<Way> = Vec::new();
        for (entry, all) in pieces.iter().enumerate() {
            ways.extend(all.iter().map(|laid| Way { entry, cells: laid.clone() }));
        }
        ways.extend((0..cells).map(|cell| Way { entry: pieces.len(), cells: vec![(cell, 0)] }));
        if ways.len() > MOST_WAYS {
            return Err(Unproved::too_large("there are too many ways to place a piece"));
        }
        let mut over = vec![Vec::new(); cells];
        for (number, way) in ways.iter().enumerate() {
            for (cell, _) in &way.cells {
                if let Some(list) = over.get_mut(*cell) {
                    list.push(number);
                }
            }
        }
        let mut counts: Vec<(usize, usize)> =
            supply.iter().map(|entry| (entry.least.into(), entry.count.into())).collect();
        let cells_of = |of: fn(&Supply) -> u16| -> usize {
            supply.iter().map(|entry| usize::from(of(entry)) * entry.size(&model.pieces)).sum()
        };
        let (fewest, greatest) = (cells_of(|entry| entry.least), cells_of(|entry| entry.count));
        let mut goal = match goal {
            Condition::All(parts) => parts.clone(),
            one => vec![one.clone()],
        };
        match cells.checked_sub(fewest) {
            Some(empty) => counts.push((cells.saturating_sub(greatest), empty)),
            None => goal = vec![Condition::False],
        }
        counts.resize(pieces.len() + 1, (0, 0));
        Ok(Cases { ways, over, counts, most: cells, goal, tried: 0, context })
    }

    /// Only arrangements of fewer pieces than this.
    pub fn fewer_than(self, pieces: u64) -> Option<Self> {
        let most = usize::try_from(pieces.checked_sub(1)?).unwrap_or(usize::MAX).min(self.most);
        Some(Cases { most, ..self })
    }

    /// The number of cells.
    pub fn size(&self) -> usize {
        self.over.len()
    }

    /// The parts of the goal, all of which hold.
    pub fn goal(&self) -> &[Condition] {
        &self.goal
    }

    /// The ways, each with its entry and with its cells in order.
    pub fn ways(&self) -> impl Iterator<Item = (usize, Vec<(u32, Value)>)> {
        self.ways.iter().map(|way| {
            let cell = |(cell, value): &(usize, Value)| (u32::try_from(*cell).unwrap_or(u32::MAX), *value);
            let mut cells: Vec<(u32, Value)> = way.cells.iter().map(cell).collect();
            cells.sort_unstable();
            (way.entry, cells)
        })
    }

    /// How many of some ways are taken: by way whether it is one of them, with the range.
    pub fn numbers(&self) -> Vec<(Vec<bool>, RangeInclusive<usize>)> {
        let of =
            |is: &dyn Fn(usize) -> bool| self.ways.iter().map(|way| is(way.entry)).collect::<Vec<bool>>();
        let each = self.counts.iter().enumerate();
        let mut numbers: Vec<_> =
            each.map(|(entry, (least, most))| (of(&|other| other == entry), *least..=*most)).collect();
        // The last entry is that of the empty cells.
        numbers.push((of(&|entry| entry + 1 < self.counts.len()), 0..=self.most));
        numbers
    }

    /// The case of one arrangement: the ways of these pieces, and the empty cells.
    pub fn of(&self, pieces: &[(usize, Laid)]) -> Option<Case> {
        let mut case = vec![false; self.ways.len()];
        let mut covered = vec![false; self.over.len()];
        let sorted = |laid: &Laid| {
            let mut cells = laid.clone();
            cells.sort_unstable();
            cells
        };
        for (entry, laid) in pieces {
            let wanted = sorted(laid);
            let mut over = self.over.get(laid.first()?.0)?.iter();
            let same = |way: &Way| way.entry == *entry && sorted(&way.cells) == wanted;
            let number = over.find(|number| self.ways.get(**number).is_some_and(same))?;
            *case.get_mut(*number)? = true;
            for (cell, _) in laid {
                *covered.get_mut(*cell)? = true;
            }
        }
        for (number, way) in
            self.ways.iter().enumerate().filter(|(_, way)| way.entry + 1 == self.counts.len())
        {
            let (cell, _) = way.cells.first()?;
            *case.get_mut(number)? = !*covered.get(*cell)?;
        }
        Some(case)
    }

    /// The number of cases that were looked at.
    pub fn tried(&self) -> u64 {
        self.tried
    }

    /// The number of arrangements; where there are more than `most`, a greater number than that.
    pub fn count(&mut self, most: u64) -> Result<u64, Unproved> {
        let mut open = vec![vec![true; self.ways.len()]];
        let mut found = 0;
        while let Some(mut case) = open.pop() {
            self.tried += 1;
            let bytes = (open.len() * self.ways.len()) as u64;
            self.context.poll(&Progress { states: self.tried, bytes, ..Progress::default() })?;
            if self.conclude(&mut case).is_err() {
                continue;
            }
            let left = |cell: &Vec<usize>| cell.iter().filter(|way| case.get(**way) == Some(&true)).count();
            let split = self.over.iter().filter(|cell| left(cell) > 1).min_by_key(|cell| left(cell));
            let Some(split) = split else {
                found += 1;
                if found > most {
                    return Ok(found);
                }
                continue;
            };
            // One case for each way to cover the cell.
            for way in split.iter().filter(|way| case.get(**way) == Some(&true)) {
                let mut part = case.clone();
                for other in split.iter().filter(|other| *other != way) {
                    drop(&mut part, *other);
                }
                open.push(part);
            }
        }
        Ok(found)
    }

    /// Drops ways until nothing more follows.
    fn conclude(&self, case: &mut Case) -> Result<(), Void> {
        loop {
            let before = left(case);
            self.cells(case)?;
            self.entries(case)?;
            let mut held = self.sets(case);
            for part in &self.goal {
                narrow(part, &mut held)?;
            }
            for (number, way) in self.ways.iter().enumerate() {
                let fits =
                    |(cell, value): &(usize, Value)| held.get(*cell).is_some_and(|set| set.contains(*value));
                if !way.cells.iter().all(fits) {
                    drop(case, number);
                }
            }
            if left(case) == before {
                return Ok(());
            }
        }
    }

    /// A cell that one way is left for is covered by it, and by nothing else.
    fn cells(&self, case: &mut Case) -> Result<(), Void> {
        for cell in &self.over {
            let mut ways = cell.iter().filter(|way| case.get(**way) == Some(&true));
            let (Some(only), more) = (ways.next().copied(), ways.next()) else { return Err(Void) };
            if more.is_some() {
                continue;
            }
            let covered = self.ways.get(only).into_iter().flat_map(|way| &way.cells);
            for (cell, _) in covered {
                for other in self.over.get(*cell).into_iter().flatten().filter(|other| **other != only) {
                    drop(case, *other);
                }
            }
        }
        Ok(())
    }

    /// An entry has as many ways left as pieces, and no more of them certain.
    fn entries(&self, case: &mut Case) -> Result<(), Void> {
        let mut left = vec![0; self.counts.len()];
        let mut certain: Vec<Vec<usize>> = vec![Vec::new(); self.counts.len()];
        for (number, way) in
            self.ways.iter().enumerate().filter(|(number, _)| case.get(*number) == Some(&true))
        {
            if let Some(slot) = left.get_mut(way.entry) {
                *slot += 1;
            }
            let alone = |cell: &Vec<usize>| {
                cell.iter().all(|other| *other == number || case.get(*other) != Some(&true))
            };
            let sure = way.cells.first().and_then(|(cell, _)| self.over.get(*cell)).is_some_and(alone);
            if sure && let Some(list) = certain.get_mut(way.entry) {
                list.push(number);
            }
        }
        for (entry, (least, most)) in self.counts.iter().enumerate() {
            let (Some(left), Some(certain)) = (left.get(entry), certain.get(entry)) else { continue };
            if left < least || certain.len() > *most {
                return Err(Void);
            }
            if certain.len() == *most {
                self.only(case, |other| other == entry, certain);
            }
        }
        // The last entry is that of the empty cells.
        let pieces: Vec<usize> =
            certain.iter().take(self.counts.len().saturating_sub(1)).flatten().copied().collect();
        if pieces.len() > self.most {
            return Err(Void);
        }
        if pieces.len() == self.most {
            self.only(case, |entry| entry + 1 < self.counts.len(), &pieces);
        }
        Ok(())
    }

    /// Drops all other ways of some entries.
    fn only(&self, case: &mut Case, of: impl Fn(usize) -> bool, kept: &[usize]) {
        for (number, way) in self.ways.iter().enumerate() {
            if of(way.entry) && !kept.contains(&number) {
                drop(case, number);
            }
        }
    }

    /// By cell what it may hold.
    fn sets(&self, case: &Case) -> Vec<ValueSet> {
        let mut sets = vec![ValueSet::new(); self.over.len()];
        for (way, _) in self.ways.iter().zip(case).filter(|(_, left)| **left) {
            for (cell, value) in &way.cells {
                if let Some(set) = sets.get_mut(*cell) {
                    set.insert(*value);
                }
            }
        }
        sets
    }
}

fn left(case: &Case) -> usize {
    case.iter().filter(|left| **left).count()
}

fn drop(case: &mut Case, way: usize) {
    if let Some(slot) = case.get_mut(way) {
        *slot = false;
    }
}

/// Removes contents with which a condition that holds cannot hold.
pub(super) fn narrow(condition: &Condition, held: &mut [ValueSet]) -> Result<(), Void> {
    match condition {
        Condition::True => Ok(()),
        Condition::False => Err(Void),
        Condition::In(var, values) => {
            let set = held.get_mut(*var as usize).ok_or(Void)?;
            *set = set.intersection(values);
            if set.is_empty() { Err(Void) } else { Ok(()) }
        }
        Condition::Count { vars, values, min, max } => {
            let (mut sure, mut open) = (0_u32, Vec::new());
            for var in vars {
                let set = held.get(*var as usize).ok_or(Void)?;
                match (set.intersects(values), set.is_subset(values)) {
                    (true, true) => sure += 1,
                    (true, false) => open.push(*var as usize),
                    (false, _) => {}
                }
            }
            let most = sure + u32::try_from(open.len()).unwrap_or(u32::MAX);
            if sure > *max || most < *min || min > max {
                return Err(Void);
            }
            for var in open.iter().filter(|_| sure == *max || most == *min) {
                let Some(set) = held.get_mut(*var) else { continue };
                *set = match sure == *max {
                    true => set.iter().filter(|value| !values.contains(*value)).collect(),
                    false => set.intersection(values),
                };
                // A cell that is listed twice may be asked for both.
                if set.is_empty() {
                    return Err(Void);
                }
            }
            Ok(())
        }
        Condition::All(parts) => parts.iter().try_for_each(|part| narrow(part, held)),
        Condition::Any(parts) => {
            let open: Vec<&Condition> = parts.iter().filter(|part| bounds::may(part, held).0).collect();
            match open.as_slice() {
                [] => Err(Void),
                [only] => narrow(only, held),
                several => unite(several, held),
            }
        }
        Condition::Components { .. } | Condition::Component { .. } | Condition::Forest { .. } => {
            shaped(condition, true, held)
        }
        Condition::Not(inner) => match inner.as_ref() {
            shape @ (Condition::Components { .. }
            | Condition::Component { .. }
            | Condition::Forest { .. }) => shaped(shape, false, held),
            Condition::In(var, values) => {
                let set = held.get_mut(*var as usize).ok_or(Void)?;
                *set = set.iter().filter(|value| !values.contains(*value)).collect();
                if set.is_empty() { Err(Void) } else { Ok(()) }
            }
            // Such a sum lies below its range or above.
            Condition::Sum { terms, min, max } => {
                let (least, most) = bounds::range(terms, held);
                let (min, max) = (i128::from(*min), i128::from(*max));
                match (least < min, most > max) {
                    (false, false) => Err(Void),
                    (true, false) => between(terms, held, (least, min - 1)),
                    (false, true) => between(terms, held, (max + 1, most)),
                    (true, true) => Ok(()),
                }
            }
            _ => may_hold(condition, held),
        },
        Condition::Sum { terms, min, max } => between(terms, held, (i128::from(*min), i128::from(*max))),
    }
}

/// Draws conclusions from a condition on the connected parts of a set, which holds or, if not `wanted`, fails.
fn shaped(condition: &Condition, wanted: bool, held: &mut [ValueSet]) -> Result<(), Void> {
    let Some(shape) = Shape::within(condition, held) else { return Ok(()) };
    for (member, holds) in shape.forced(wanted).ok_or(Void)? {
        if holds {
            narrow(member, held)?;
        } else {
            narrow(&Condition::Not(Box::new(member.clone())), held)?;
        }
    }
    Ok(())
}

/// Removes contents that take a sum out of a range, whatever the other cells hold.
fn between(terms: &[Term], held: &mut [ValueSet], (min, max): (i128, i128)) -> Result<(), Void> {
    let (least, most) = bounds::range(terms, held);
    if min > max || least > max || most < min {
        return Err(Void);
    }
    for of_one in terms.chunk_by(|one, next| one.1 == next.1) {
        let (low, high) = bounds::ends(of_one, held);
        let fits = |value: &Value| {
            let share = bounds::share(of_one, *value);
            least - low + share <= max && most - high + share >= min
        };
        let set = of_one.first().and_then(|(_, var, _)| held.get_mut(*var as usize)).ok_or(Void)?;
        *set = set.iter().filter(fits).collect();
        if set.is_empty() {
            return Err(Void);
        }
    }
    Ok(())
}

/// Removes contents that none of some conditions allows, of which one holds.
fn unite(parts: &[&Condition], held: &mut [ValueSet]) -> Result<(), Void> {
    let mut common = parts.first().map(|part| demands(part)).unwrap_or_default();
    for part in parts {
        if common.is_empty() {
            return Ok(());
        }
        let own = demands(part);
        common.retain(|(var, ..)| own.iter().any(|(other, ..)| other == var));
    }
    let vars: Vec<u32> = common.into_iter().map(|(var, ..)| var).collect();
    for var in vars {
        let set = held.get_mut(var as usize).ok_or(Void)?;
        let mut kept = ValueSet::new();
        for part in parts {
            let own: Vec<Demand<'_>> = demands(part).into_iter().filter(|demand| demand.0 == var).collect();
            let fits = |value: &Value| own.iter().all(|(_, values, is)| values.contains(*value) == *is);
            kept.absorb(&set.iter().filter(fits).collect());
        }
        *set = kept;
        if set.is_empty() {
            return Err(Void);
        }
    }
    Ok(())
}

/// A variable that must hold one of some values, or none of them.
type Demand<'a> = (u32, &'a ValueSet, bool);

/// What a condition demands of single variables.
fn demands(condition: &Condition) -> Vec<Demand<'_>> {
    let parts = if let Condition::All(parts) = condition { parts } else { std::slice::from_ref(condition) };
    let of = |part| match part {
        &Condition::In(var, ref values) => Some((var, values, true)),
        Condition::Not(inner) => match &**inner {
            Condition::In(var, values) => Some((*var, values, false)),
            _ => None,
        },
        _ => None,
    };
    parts.iter().filter_map(of).collect()
}

fn may_hold(condition: &Condition, held: &[ValueSet]) -> Result<(), Void> {
    if bounds::may(condition, held).0 { Ok(()) } else { Err(Void) }
}
