//! Conditions that hold before every action of a written rule.

use std::collections::{BTreeMap, BTreeSet};

use puzzlec_model::expr::{Cell, Cells, Dir, Num, Slot, Test};
use puzzlec_model::piece::{ContentId, Pieces, Selector};
use puzzlec_model::query::calculate;
use puzzlec_model::rule::{Domain, Effect, Quantified};
use puzzlec_syntax::ast::BinaryOp;

/// Longer lists of cells are not taken apart.
const MOST_CELLS: i64 = 1 << 16;

/// A cell: its variable, and its offset to the right.
type Spot = (Slot, i64);

/// Conditions that hold wherever a rule acts. A condition of another form adds nothing.
///
/// A condition that names a cell off the board has no value, and no action has one of these; so every cell that
/// is named here exists.
pub(super) struct Facts<'a> {
    pieces: &'a Pieces,
    coins: &'a [ContentId],
    /// The cells of variables of quantifiers.
    bound: BTreeMap<Slot, Spot>,
    /// Where coins go, in the order in which they do; each effect moves its coins at a time.
    moved: Vec<Vec<(Spot, Spot)>>,
    occupied: BTreeSet<Spot>,
    free: BTreeSet<Spot>,
    /// Cells that are free, but for those that are others.
    free_except: Vec<(BTreeSet<Spot>, BTreeSet<Spot>)>,
}

impl<'a> Facts<'a> {
    /// Reads a rule on a line where these contents are all that cells ever hold; nothing where it does more than to move
    /// what lies on certain cells.
    pub(super) fn of(rule: &Quantified, pieces: &'a Pieces, coins: &'a [ContentId]) -> Option<Self> {
        let mut facts = Facts {
            pieces,
            coins,
            bound: BTreeMap::new(),
            moved: Vec::new(),
            occupied: BTreeSet::new(),
            free: BTreeSet::new(),
            free_except: Vec::new(),
        };
        for effect in &rule.effects {
            let Effect::Move(from, to) = effect else { return None };
            let (from, to) = (facts.cells(from)?, facts.cells(to)?);
            if from.len() != to.len() {
                return None;
            }
            facts.moved.push(from.into_iter().zip(to).collect());
        }
        for (slot, variable) in rule.variables.iter().enumerate() {
            if let Domain::Cells(Some(selector)) = &variable.domain {
                facts.hold(&[(slot, 0)], selector, true);
            }
        }
        for guard in &rule.guards {
            facts.learn(guard, true);
        }
        Some(facts)
    }

    /// The number of coins that an action moves, and whether they may land on cells that they leave. Nothing where an
    /// action may be something else than to move neighbouring coins to free neighbouring cells.
    pub(super) fn block(&self) -> Option<(usize, bool)> {
        let pairs: Vec<(Spot, Spot)> = self.moved.iter().flatten().copied().collect();
        let ((from, first), (to, target)) = *pairs.iter().min()?;
        let lifted: BTreeSet<Spot> = pairs.iter().map(|pair| pair.0).collect();
        let covered: BTreeSet<Spot> = pairs.iter().map(|pair| pair.1).collect();
        let k = pairs.len();
        // k different cells in a row, each of which goes as far as the first.
        let last = lifted.last().filter(|_| lifted.len() == k)?;
        let in_a_row = last.1.checked_sub(first)?.checked_add(1)? == i64::try_from(k).ok()?;
        let as_far = |((a, x), (b, y)): &(Spot, Spot)| *a == from && *b == to && y - x == target - first;
        if !in_a_row || !pairs.iter().all(as_far) || !lifted.is_subset(&self.occupied) {
            return None;
        }
        // No cell is both lifted and covered, so that one coin may go after the other.
        if covered.is_subset(&self.free) {
            return Some((k, false));
        }
        let free = |cell: &Spot| {
            let known = |(cells, but): &(BTreeSet<Spot>, BTreeSet<Spot>)| {
                cells.contains(cell) && but.is_subset(&lifted)
            };
            self.free.contains(cell) || self.free_except.iter().any(known)
        };
        (self.moved.len() == 1 && covered.iter().all(free)).then_some((k, true))
    }

    /// Learns from a condition, or from one that does not hold.
    fn learn(&mut self, test: &Test, holds: bool) {
        match (test, holds) {
            (Test::Not(inner), _) => self.learn(inner, !holds),
            (Test::And(parts), true) | (Test::Or(parts), false) => {
                parts.iter().for_each(|part| self.learn(part, holds));
            }
            (Test::Holds(Cells::Except(cells, but), selector), true) if *selector == Selector::empty() => {
                if let (Some(cells), Some(but)) = (self.cells(cells), self.cells(but)) {
                    self.free_except.push((cells.into_iter().collect(), but.into_iter().collect()));
                }
            }
            (Test::Holds(cells, selector), _) => {
                let cells = self.cells(cells);
                // Of several cells that do not all hold something, one does not, but which one is open.
                if let Some(cells) = cells.filter(|cells| holds || cells.len() == 1) {
                    self.hold(&cells, selector, holds);
                }
            }
            (Test::Each(true, slot, over, body), true) | (Test::Each(false, slot, over, body), false) => {
                for spot in self.cells(over).unwrap_or_default() {
                    let outer = self.bound.insert(*slot, spot);
                    self.learn(body, holds);
                    match outer {
                        Some(spot) => self.bound.insert(*slot, spot),
                        None => self.bound.remove(slot),
                    };
                }
            }
            (Test::Compare(op, left, right), _) => match (left, fixed(right), fixed(left), right) {
                (Num::Count(held, cells), Some(number), ..) => self.count(*op, held, cells, number, holds),
                (_, _, Some(number), Num::Count(held, cells)) => {
                    self.count(mirrored(*op), held, cells, number, holds);
                }
                _ => {}
            },
            _ => {}
        }
    }

    /// Learns from a number of cells that hold something, compared with a fixed one.
    fn count(&mut self, op: BinaryOp, held: &Selector, cells: &Cells, number: i64, holds: bool) {
        let Some(cells) = self.cells(cells) else { return };
        let Ok(all) = i64::try_from(cells.len()) else { return };
        let fits = |count: i64| {
            let compares = match op {
                BinaryOp::Equal => count == number,
                BinaryOp::NotEqual => count != number,
                BinaryOp::Less => count < number,
                BinaryOp::LessEqual => count <= number,
                BinaryOp::Greater => count > number,
                BinaryOp::GreaterEqual => count >= number,
                _ => true,
            };
            compares == holds
        };
        if (0..all).all(|count| !fits(count)) {
            self.hold(&cells, held, true);
        }
        if (1..=all).all(|count| !fits(count)) {
            self.hold(&cells, held, false);
        }
    }

    /// Every one of the cells holds what a selector matches, or what it does not match.
    fn hold(&mut self, cells: &[Spot], selector: &Selector, holds: bool) {
        let fits = |held: ContentId| selector.matches(self.pieces.content(held)) == holds;
        if !fits(0) {
            self.occupied.extend(cells);
        }
        if !self.coins.iter().any(|held| fits(*held)) {
            self.free.extend(cells);
        }
    }

    /// A cell; `None` if it is not at a fixed offset from a variable.
    fn cell(&self, cell: &Cell) -> Option<Spot> {
        match cell {
            Cell::Var(slot) => Some(self.bound.get(slot).copied().unwrap_or((*slot, 0))),
            Cell::Fixed(_) | Cell::First(_) | Cell::Last(_) => None,
            Cell::Step(from, dir, steps) => {
                let (slot, at) = self.cell(from)?;
                Some((slot, at.checked_add(rightwards(dir)?.checked_mul(fixed(steps)?)?)?))
            }
        }
    }

    /// Cells in order, each once, all of one variable; `None` otherwise.
    fn cells(&self, cells: &Cells) -> Option<Vec<Spot>> {
        match cells {
            Cells::One(cell) => Some(vec![self.cell(cell)?]),
            Cells::Run(from, dir, count) => {
                let ((slot, at), step, count) = (self.cell(from)?, rightwards(dir)?, fixed(count)?);
                if count > MOST_CELLS || at.abs() > MOST_CELLS {
                    return None;
                }
                Some((0..count).map(|place| (slot, at + step * place)).collect())
            }
            Cells::Join(parts) => {
                let mut all: Vec<Spot> = Vec::new();
                for part in parts {
                    all.extend(self.cells(part)?);
                }
                // Cells of two variables may be the same cell, which is listed once.
                let each: BTreeSet<Spot> = all.iter().copied().collect();
                let one = all.iter().all(|spot| Some(spot.0) == all.first().map(|first| first.0));
                (one && each.len() == all.len()).then_some(all)
            }
            _ => None,
        }
    }
}

/// A number that depends on no cell.
fn fixed(number: &Num) -> Option<i64> {
    match number {
        Num::Fixed(value) => Some(*value),
        Num::Binary(op, a, b) => calculate(*op, fixed(a)?, fixed(b)?),
        _ => None,
    }
}

/// 1 for the direction to the right, -1 for that to the left: a line has them in this order.
fn rightwards(dir: &Dir) -> Option<i64> {
    match dir {
        Dir::Fixed(0) => Some(1),
        Dir::Fixed(1) => Some(-1),
        _ => None,
    }
}

/// The comparison with its sides exchanged.
fn mirrored(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Less => BinaryOp::Greater,
        BinaryOp::LessEqual => BinaryOp::GreaterEqual,
        BinaryOp::Greater => BinaryOp::Less,
        BinaryOp::GreaterEqual => BinaryOp::LessEqual,
        op => op,
    }
}
