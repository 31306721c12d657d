//! Proof by exhaustion that no arrangement of the pieces satisfies a goal, or only one.
//!
//! If every test of the goal refers to one cell and pieces have one or two cells, cells are filled one by one, each with a
//! piece that covers it and later cells, with the rest of an earlier piece, or with nothing. The remaining possibilities
//! depend only on the next cell, on the pieces laid beyond it and on the remaining pieces, so no such state is searched
//! twice; cells are taken in an order in which pieces reach beyond few cells. All other arrangements are found by
//! [`cases`]. Where there are too many of them, a certificate has [`lemmas`].

mod cases;
mod lemmas;
mod limits;
mod shaped;
mod units;
mod weights;

use rustc_hash::FxHashSet;

use super::{Unproved, apply, rules};
pub(super) use weights::{Weights, coloured};

use puzzlec_base::Progress;
use puzzlec_model::Model;
use puzzlec_model::board::{Coord, Direction};
use puzzlec_model::goal::Goal;
use puzzlec_model::puzzle::Supply;
use puzzlec_task::SearchContext;
use puzzlec_task::certificate::Lemmas;
use puzzlec_task::{Bound, Condition, Label, Value, ValueSet};

/// States between two polls of the budget.
const STEPS: u64 = 1 << 10;

/// Larger boards are not tried.
const MOST_CELLS: usize = 512;

/// Checks that no arrangement of the pieces satisfies the goal; returns the number of states tried.
pub(super) fn none(
    model: &Model,
    supply: &[Supply],
    goal: &Goal,
    context: &SearchContext,
) -> Result<u64, Unproved> {
    if model.board.cells().len() > MOST_CELLS {
        let what = format!("all arrangements are tried on at most {MOST_CELLS} cells");
        return Err(Unproved::too_large(what));
    }
    let mut tried = 0;
    let parts = match goal {
        Goal::Any(parts) => parts.as_slice(),
        one => std::slice::from_ref(one),
    };
    let pieces = supply.iter().map(|entry| ways(model, entry)).collect::<Vec<_>>();
    let whole = rules::goal(model, goal)?;
    if supply.iter().any(|entry| !entry.shapes.is_empty() || entry.is_open()) || !of_one_cell(&whole) {
        let mut cases = cases::Cases::new(model, supply, &pieces, &whole, context)?;
        return match cases.count(0)? {
            0 => Ok(cases.tried()),
            _ => Err(Unproved::wrong("an arrangement of the pieces matches the goal")),
        };
    }
    for part in parts {
        let goal = rules::goal(model, part)?;
        let alternatives = match goal {
            Condition::Any(all) => all,
            one => vec![one],
        };
        for goal in alternatives {
            let mut filling = Filling::new(model, supply, &pieces, goal, context);
            filling.tried = tried;
            if filling.from(0)? {
                return Err(Unproved::wrong("an arrangement of the pieces matches the goal"));
            }
            tried = filling.tried;
        }
    }
    Ok(tried)
}

/// What lemmas rule out.
pub(super) enum Ruled<'a> {
    /// Every arrangement.
    All,
    /// Every arrangement but the one of these steps.
    AllBut(&'a [Label]),
    /// Every arrangement of fewer pieces than this.
    FewerThan(u64),
}

/// Checks lemmas that rule out arrangements that satisfy the goal.
pub(super) fn by_lemmas(
    model: &Model,
    supply: &[Supply],
    goal: &Goal,
    (ruled, lemmas): (&Ruled<'_>, &Lemmas),
    context: &SearchContext,
) -> Result<(), Unproved> {
    let pieces = supply.iter().map(|entry| ways(model, entry)).collect::<Vec<_>>();
    let goal = rules::goal(model, goal)?;
    let mut cases = cases::Cases::new(model, supply, &pieces, &goal, context)?;
    let mut but = None;
    match ruled {
        Ruled::All => {}
        Ruled::FewerThan(pieces) => match cases.fewer_than(*pieces) {
            Some(fewer) => cases = fewer,
            None => return Ok(()),
        },
        Ruled::AllBut(steps) => {
            let taken = taken(model, supply, steps);
            let case = taken.and_then(|taken| cases.of(&taken));
            but = Some(case.ok_or_else(|| Unproved::wrong("the steps are no arrangement"))?);
        }
    }
    lemmas::refuted(model, &cases, but.as_ref(), lemmas, context)
}

/// The pieces that steps lay, each with its place in the supply.
fn taken(model: &Model, supply: &[Supply], steps: &[Label]) -> Option<Vec<(usize, Laid)>> {
    let of = |step: &Label| {
        let entry = usize::try_from(step.part).ok()?;
        let (Bound::Cell(x, y), rest) = step.binding.split_first()? else { return None };
        let laid = apply::laid(model, supply.get(entry)?, Coord::new(*x, *y), rest)?;
        let place = |cell: Coord| model.board.index(cell).and_then(|at| usize::try_from(at).ok());
        let cells = laid.into_iter().map(|(cell, value)| Some((place(cell)?, value)));
        Some((entry, cells.collect::<Option<Laid>>()?))
    };
    steps.iter().map(of).collect()
}

/// Checks that at most one arrangement of the pieces satisfies the goal.
pub(super) fn at_most_one(
    model: &Model,
    supply: &[Supply],
    goal: &Goal,
    context: &SearchContext,
) -> Result<(), Unproved> {
    match arrangements(model, supply, goal, (None, 1), context)? {
        0 | 1 => Ok(()),
        _ => Err(Unproved::wrong("another arrangement of the pieces matches the goal, too")),
    }
}

/// Checks that no arrangement of fewer pieces satisfies the goal.
pub(super) fn none_of_fewer(
    model: &Model,
    supply: &[Supply],
    goal: &Goal,
    fewest: u64,
    context: &SearchContext,
) -> Result<(), Unproved> {
    match arrangements(model, supply, goal, (Some(fewest), 0), context)? {
        0 => Ok(()),
        _ => Err(Unproved::wrong("fewer pieces match the goal, too")),
    }
}

/// How many arrangements, of fewer pieces than a number if one is given, satisfy the goal, as far as one more than `most`.
fn arrangements(
    model: &Model,
    supply: &[Supply],
    goal: &Goal,
    (fewer_than, most): (Option<u64>, u64),
    context: &SearchContext,
) -> Result<u64, Unproved> {
    if model.board.cells().len() > MOST_CELLS {
        let what = format!("all arrangements are tried on at most {MOST_CELLS} cells");
        return Err(Unproved::too_large(what));
    }
    let pieces = supply.iter().map(|entry| ways(model, entry)).collect::<Vec<_>>();
    let goal = rules::goal(model, goal)?;
    let cases = cases::Cases::new(model, supply, &pieces, &goal, context)?;
    let cases = match fewer_than {
        None => Some(cases),
        Some(pieces) => cases.fewer_than(pieces),
    };
    cases.map_or(Ok(0), |mut cases| cases.count(most))
}

/// Whether every test of a goal, or of each of its alternatives, refers to one cell.
fn of_one_cell(goal: &Condition) -> bool {
    let simple = |part: &Condition| matches!(part, Condition::True | Condition::False | Condition::In(..));
    let conjunction = |part: &Condition| match part {
        Condition::All(parts) => parts.iter().all(simple),
        one => simple(one),
    };
    match goal {
        Condition::Any(parts) => parts.iter().all(conjunction),
        one => conjunction(one),
    }
}

/// The contents that a piece gives to the cells that it covers, that of its first end first.
type Laid = Vec<(usize, Value)>;

/// All placements of a piece of a kind.
fn ways(model: &Model, entry: &Supply) -> Vec<Laid> {
    let board = &model.board;
    let place = |cell: Coord| board.index(cell).and_then(|at| usize::try_from(at).ok());
    // A family has pieces with different marks, of which an entry may use any.
    let marks = model.pieces.kind(entry.kind).map_or(0, |kind| kind.marks.len());
    let marks = i64::try_from(marks).unwrap_or(i64::MAX);
    let mut all = Vec::new();
    let mut known = FxHashSet::default();
    for first in board.cells() {
        let turns = (0..board.directions().len()).filter_map(|d| Direction::try_from(d).ok());
        let rests: Vec<Vec<Bound>> = match entry.labels {
            _ if !entry.shapes.is_empty() => {
                (0..).take(entry.shapes.len()).map(|shape| vec![Bound::Number(shape)]).collect()
            }
            None if marks <= 1 => vec![Vec::new()],
            None => (0..marks)
                .filter(|mark| entry.member.is_none_or(|own| i64::from(own) == *mark))
                .map(|mark| vec![Bound::Number(mark)])
                .collect(),
            Some(_) => {
                turns.flat_map(|d| [0, 1].map(|n| vec![Bound::Direction(d), Bound::Number(n)])).collect()
            }
        };
        for rest in rests {
            let laid = apply::laid(model, entry, *first, &rest);
            let cells = laid.and_then(|laid| {
                laid.into_iter().map(|(cell, value)| Some((place(cell)?, value))).collect::<Option<Laid>>()
            });
            let Some(mut cells) = cells else { continue };
            if rest.last() == Some(&Bound::Number(1)) && entry.labels.is_some() {
                cells.reverse();
            }
            let mut sorted = cells.clone();
            sorted.sort_unstable();
            if known.insert(sorted) {
                all.push(cells);
            }
        }
    }
    all
}

/// An order of the cells: of those next to a cell that was taken the one that adds the fewest to them.
fn order(cells: usize, pieces: &[Vec<Laid>]) -> Vec<usize> {
    let mut near = vec![FxHashSet::default(); cells];
    for laid in pieces.iter().flatten() {
        for (a, b) in laid.iter().flat_map(|(a, _)| laid.iter().map(move |(b, _)| (*a, *b))) {
            if let Some(near) = near.get_mut(a).filter(|_| a != b) {
                near.insert(b);
            }
        }
    }
    let (mut seen, mut order) = (vec![false; cells], Vec::with_capacity(cells));
    for start in 0..cells {
        let Some(first) = seen.get_mut(start).filter(|seen| !**seen) else { continue };
        *first = true;
        let mut next = vec![start];
        while !next.is_empty() {
            let new = |cell: usize| {
                near.get(cell).map_or(0, |near| near.iter().filter(|c| seen.get(**c) == Some(&false)).count())
            };
            let least = next.iter().enumerate().min_by_key(|(at, cell)| (new(**cell), *at));
            let Some(cell) = least.map(|(at, _)| at).map(|at| next.remove(at)) else { break };
            order.push(cell);
            let mut beside: Vec<usize> = near.get(cell).into_iter().flatten().copied().collect();
            beside.sort_unstable();
            for cell in beside {
                if let Some(seen) = seen.get_mut(cell).filter(|seen| !**seen) {
                    *seen = true;
                    next.push(cell);
                }
            }
        }
    }
    order
}

/// By place the pieces that cover it and later places.
fn by_place(places: usize, all: Vec<Laid>) -> Vec<Vec<Laid>> {
    let mut lists = vec![Vec::new(); places];
    for laid in all {
        let first = laid.iter().map(|(place, _)| *place).min();
        if let Some(list) = first.and_then(|first| lists.get_mut(first)) {
            list.push(laid);
        }
    }
    lists
}

/// By place and kind, the greatest number of pieces on it and later places: each piece takes a place of its first end and
/// one of its second.
fn room(places: usize, pieces: &[Vec<Laid>]) -> Vec<Vec<usize>> {
    let mut room = vec![vec![0; pieces.len()]; places + 1];
    for (kind, all) in pieces.iter().enumerate() {
        let lists = by_place(places, all.clone());
        let (mut firsts, mut seconds, mut any) =
            <(FxHashSet<usize>, FxHashSet<usize>, FxHashSet<usize>)>::default();
        for (at, list) in lists.iter().enumerate().rev() {
            for laid in list {
                firsts.extend(laid.first().map(|(place, _)| *place));
                seconds.extend(laid.get(1).map(|(place, _)| *place));
                any.extend(laid.iter().map(|(place, _)| *place));
            }
            let most = if seconds.is_empty() {
                firsts.len()
            } else {
                firsts.len().min(seconds.len()).min(any.len() / 2)
            };
            if let Some(slot) = room.get_mut(at).and_then(|room| room.get_mut(kind)) {
                *slot = most;
            }
        }
    }
    room
}

struct Filling<'a> {
    /// By kind and place in the order of the cells, the pieces that cover it and later places.
    pieces: Vec<Vec<Vec<Laid>>>,
    /// By place and kind, the greatest number of pieces on it and later places.
    room: Vec<Vec<usize>>,
    left: Vec<u16>,
    /// The cells of one piece of a kind.
    sizes: Vec<usize>,
    /// The allowed contents of each place, by the tests that refer only to it.
    fit: Vec<ValueSet>,
    /// The laid pieces.
    held: Vec<Value>,
    hopeless: FxHashSet<Vec<u16>>,
    tried: u64,
    context: &'a SearchContext,
}

impl<'a> Filling<'a> {
    fn new(
        model: &Model,
        supply: &[Supply],
        pieces: &[Vec<Laid>],
        goal: Condition,
        context: &'a SearchContext,
    ) -> Self {
        let contents = Value::try_from(model.pieces.contents().count()).unwrap_or(Value::MAX);
        let every: ValueSet = (0..contents).collect();
        let cells = model.board.cells().len();
        let mut fit = vec![every; cells];
        let parts = match goal {
            Condition::All(parts) => parts,
            one => vec![one],
        };
        for part in parts {
            match &part {
                Condition::In(var, values) => {
                    if let Some(set) = fit.get_mut(*var as usize) {
                        *set = set.intersection(values);
                    }
                }
                Condition::True => {}
                _ => fit.fill(ValueSet::new()),
            }
        }
        let fits =
            |laid: &&Laid| laid.iter().all(|(at, value)| fit.get(*at).is_some_and(|s| s.contains(*value)));
        let pieces: Vec<Vec<Laid>> =
            pieces.iter().map(|all| all.iter().filter(fits).cloned().collect()).collect();
        let order = order(cells, &pieces);
        let mut places = vec![0; cells];
        for (place, cell) in order.iter().enumerate() {
            if let Some(slot) = places.get_mut(*cell) {
                *slot = place;
            }
        }
        let moved = |(cell, value): &(usize, Value)| (places.get(*cell).copied().unwrap_or(0), *value);
        let pieces: Vec<Vec<Laid>> = pieces
            .iter()
            .map(|all| all.iter().map(|laid| laid.iter().map(moved).collect()).collect())
            .collect();
        let fit: Vec<ValueSet> = order.iter().filter_map(|cell| fit.get(*cell).cloned()).collect();
        let sizes = supply.iter().map(|entry| if entry.labels.is_some() { 2 } else { 1 }).collect();
        let room = room(cells, &pieces);
        Filling {
            pieces: pieces.into_iter().map(|all| by_place(cells, all)).collect(),
            room,
            left: supply.iter().map(|s| s.count).collect(),
            sizes,
            fit,
            held: vec![0; cells],
            hopeless: FxHashSet::default(),
            tried: 0,
            context,
        }
    }

    /// Whether the places from this one on have room for the pieces that are left.
    fn has_room(&self, at: usize) -> bool {
        let free = self.held.iter().skip(at).filter(|held| **held == 0).count();
        let needed: usize =
            self.left.iter().zip(&self.sizes).map(|(left, size)| usize::from(*left) * size).sum();
        let most = self.room.get(at);
        needed <= free
            && most
                .is_none_or(|most| self.left.iter().zip(most).all(|(left, most)| usize::from(*left) <= *most))
    }

    /// Whether the cells from this one on can be filled.
    fn from(&mut self, at: usize) -> Result<bool, Unproved> {
        self.tried += 1;
        if self.tried.is_multiple_of(STEPS) {
            let each = (self.held.len() + self.left.len()) as u64 * 2 + 32;
            let bytes = self.hopeless.capacity() as u64 * each;
            self.context.poll(&Progress { states: self.tried, bytes, ..Progress::default() })?;
        }
        let Some(held) = self.held.get(at).copied() else {
            return Ok(self.left.iter().all(|n| *n == 0));
        };
        if !self.has_room(at) {
            return Ok(false);
        }
        let state = self.state(at);
        if self.hopeless.contains(&state) {
            return Ok(false);
        }
        let found = if held != 0 { self.with(at, &[])? } else { self.fill(at)? };
        if !found {
            self.hopeless.insert(state);
        }
        Ok(found)
    }

    /// The cell, what was laid on it and beyond, and the pieces that are left.
    fn state(&self, at: usize) -> Vec<u16> {
        let mut state = self.left.clone();
        state.push(u16::try_from(at >> 16).unwrap_or(u16::MAX));
        state.push(u16::try_from(at & 0xffff).unwrap_or(u16::MAX));
        let beyond = self.held.get(at..).unwrap_or(&[]);
        let last = beyond.iter().rposition(|value| *value != 0).map_or(0, |last| last + 1);
        state.extend(beyond.iter().take(last));
        state
    }

    /// Whether a piece that begins at a free cell, or an empty cell, leads to the goal.
    fn fill(&mut self, at: usize) -> Result<bool, Unproved> {
        if self.with(at, &[])? {
            return Ok(true);
        }
        for kind in 0..self.pieces.len() {
            if self.left.get(kind).is_none_or(|n| *n == 0) {
                continue;
            }
            let ways = self.pieces.get(kind).and_then(|ways| ways.get(at)).cloned().unwrap_or_default();
            for laid in ways {
                if laid.iter().any(|(cell, _)| self.held.get(*cell) != Some(&0)) {
                    continue;
                }
                self.count(kind, -1);
                let found = self.with(at, &laid)?;
                self.count(kind, 1);
                if found {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn count(&mut self, kind: usize, by: i16) {
        if let Some(left) = self.left.get_mut(kind) {
            *left = left.saturating_add_signed(by);
        }
    }

    /// Whether the goal can be completed with a piece that begins here, or without one.
    fn with(&mut self, at: usize, laid: &[(usize, Value)]) -> Result<bool, Unproved> {
        for (cell, value) in laid {
            if let Some(held) = self.held.get_mut(*cell) {
                *held = *value;
            }
        }
        let fits = |cell: usize| {
            let held = self.held.get(cell).copied().unwrap_or(0);
            self.fit.get(cell).is_some_and(|set| set.contains(held))
        };
        let mut found = fits(at) && laid.iter().all(|(cell, _)| fits(*cell));
        if found {
            found = self.from(at + 1)?;
        }
        for (cell, _) in laid {
            if let Some(held) = self.held.get_mut(*cell) {
                *held = 0;
            }
        }
        Ok(found)
    }
}
