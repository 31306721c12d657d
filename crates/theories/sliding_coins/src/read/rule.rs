//! The forms of the rule.

use std::collections::{BTreeMap, BTreeSet};

use crate::row::Move;
use puzzlec_model::expr::{Cell, Cells, Dir, Num, Slot, Test};
use puzzlec_model::piece::{ContentId, Pieces, Selector};
use puzzlec_model::query::calculate;
use puzzlec_model::rule::{Body, Domain, Effect, Quantified, Rule};
use puzzlec_syntax::ast::BinaryOp;
use puzzlec_task::{Bound, Label};

/// A written rule with two variables for cells whose actions are the moves of the game.
///
/// Every cell that the rule names is a fixed number of steps right or left of one of the two variables. Call the cells that
/// `move` empties the lifted ones, all of them relative to one variable, and those that it fills the covered ones,
/// relative to the other. The rule is of one of two forms.
///
/// * **Strict.** The lifted cells are k in a row, each goes to a covered one at a constant distance. The conditions
///   say just that every lifted cell holds a coin and every covered cell none, so that no cell is both, and it
///   does not matter in which order cells are moved, by one `move` or by several.
/// * **Over.** One `move`, which takes all cells at a time; the conditions say just that every lifted cell holds a
///   coin, and that the covered cells without the lifted ones hold none.
///
/// Conditions may be said in any of the ways that `Reading::say` takes apart, also twice. One that names a kind
/// says "a coin" where all coins of the start match: a move changes no coin, so no other ever lies on the line.
/// A condition that names a cell off a bounded line does not hold; as all cells that are named are lifted or
/// covered, this only says that a move stays on the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    k: usize,
    over: bool,
    /// The variable for the lifted cells.
    from: Slot,
    /// Offsets of the first lifted cell from its variable, and of the first covered one from the other.
    shift: (i64, i64),
}

impl Form {
    /// The form of a rule where these contents are all that lie on the line; nothing for a rule of another form.
    pub fn of(rule: &Rule, pieces: &Pieces, coins: &[ContentId]) -> Option<Form> {
        let Body::Quantified(rule) = &rule.body else { return None };
        let cells = rule.variables.iter().all(|variable| matches!(variable.domain, Domain::Cells(_)));
        if rule.variables.len() != 2 || !cells || rule.closes || coins.is_empty() {
            return None;
        }
        let mut reading = Reading { pieces, coins, bound: BTreeMap::new(), said: Said::default() };
        let pairs = reading.moved(rule)?;
        reading.read(rule)?;
        reading.form(rule, &pairs)
    }

    /// How many coins a move lifts.
    pub fn k(self) -> usize {
        self.k
    }

    /// Whether coins may land on cells that they leave.
    pub fn over(self) -> bool {
        self.over
    }

    /// A move as a step of the rule; `None` if a cell has no coordinate.
    pub fn label(self, step: Move) -> Option<Label> {
        let cell = |at: i64| Some(Bound::Cell(i32::try_from(at).ok()?, 0));
        let (from, to) = (cell(step.from - self.shift.0)?, cell(step.to - self.shift.1)?);
        let binding = if self.from == 0 { vec![from, to] } else { vec![to, from] };
        Some(Label { rule: 0, part: 0, binding })
    }
}

impl Form {
    /// The move that a step of the rule is.
    pub fn step(self, label: &Label) -> Option<Move> {
        let (from, to) = match (label.binding.as_slice(), self.from) {
            ([from, to], 0) | ([to, from], _) => (from, to),
            _ => return None,
        };
        let at = |bound: &Bound, shift: i64| match bound {
            Bound::Cell(x, 0) => Some(i64::from(*x) + shift),
            _ => None,
        };
        Some(Move { from: at(from, self.shift.0)?, to: at(to, self.shift.1)? })
    }
}

/// A cell: its variable, and its offset to the right.
type Spot = (Slot, i64);

/// More cells than this are not taken apart.
const MOST_CELLS: i64 = 1 << 16;

/// The contents of a rule's conditions.
#[derive(Default)]
struct Said {
    occupied: BTreeSet<Spot>,
    empty: BTreeSet<Spot>,
    /// Cells that are empty but for those of others.
    except: Vec<(BTreeSet<Spot>, BTreeSet<Spot>)>,
    /// Cells that are not the same.
    unlike: Vec<(Spot, Spot)>,
    /// Cells that are so far apart at least.
    apart: Vec<(Spot, Spot, i64)>,
    /// Every cell that is named.
    named: BTreeSet<Spot>,
}

/// The contents that a selector demands of a cell.
enum Holds {
    Coin,
    Nothing,
}

struct Reading<'a> {
    pieces: &'a Pieces,
    coins: &'a [ContentId],
    /// The cells that the variables of quantifiers stand for.
    bound: BTreeMap<Slot, Spot>,
    said: Said,
}

impl Reading<'_> {
    /// The cells that are lifted, with those that they go to.
    fn moved(&mut self, rule: &Quantified) -> Option<Vec<(Spot, Spot)>> {
        let mut pairs = Vec::new();
        for effect in &rule.effects {
            let Effect::Move(from, to) = effect else { return None };
            let (from, to) = (self.cells(from)?, self.cells(to)?);
            if from.len() != to.len() {
                return None;
            }
            pairs.extend(from.into_iter().zip(to));
        }
        Some(pairs)
    }

    fn read(&mut self, rule: &Quantified) -> Option<()> {
        for (slot, variable) in rule.variables.iter().enumerate() {
            if let Domain::Cells(Some(selector)) = &variable.domain {
                self.holds(&[(slot, 0)], selector, true)?;
            }
        }
        rule.guards.iter().try_for_each(|guard| self.say(guard, true))
    }

    /// The form, if that is all that the rule says.
    fn form(&self, rule: &Quantified, pairs: &[(Spot, Spot)]) -> Option<Form> {
        let ((from, _), (to, _)) = *pairs.first()?;
        if from == to || pairs.iter().any(|(a, b)| a.0 != from || b.0 != to) {
            return None;
        }
        let lifted: BTreeSet<Spot> = pairs.iter().map(|pair| pair.0).collect();
        let covered: BTreeSet<Spot> = pairs.iter().map(|pair| pair.1).collect();
        let (first, last) = (lifted.first()?.1, lifted.last()?.1);
        let first_covered = covered.first()?.1;
        let k = pairs.len();
        let in_a_row =
            lifted.len() == k && covered.len() == k && last - first + 1 == i64::try_from(k).ok()?;
        let in_order = pairs.iter().all(|(a, b)| b.1 - a.1 == first_covered - first);
        let said = &self.said;
        let named = said.named.iter().all(|spot| lifted.contains(spot) || covered.contains(spot));
        if !in_a_row || !in_order || !named || said.occupied != lifted {
            return None;
        }
        let strict = said.empty == covered && said.except.iter().all(|(cells, _)| cells.is_subset(&covered));
        let whole = |(cells, but): &(BTreeSet<Spot>, BTreeSet<Spot>)| *cells == covered && *but == lifted;
        let over = said.empty.is_empty() && !said.except.is_empty() && said.except.iter().all(whole);
        // Lifted cells are no covered ones, so that these conditions add nothing.
        let across = |a: &Spot, b: &Spot| {
            lifted.contains(a) && covered.contains(b) || covered.contains(a) && lifted.contains(b)
        };
        let apart = |(a, b, steps): &(Spot, Spot, i64)| {
            across(a, b) && *steps <= i64::try_from(k).unwrap_or(i64::MAX) && {
                let (a, b) = if a.0 == from { (a, b) } else { (b, a) };
                a.1 - first == b.1 - first_covered
            }
        };
        let implied = said.unlike.iter().all(|(a, b)| across(a, b)) && said.apart.iter().all(apart);
        let no_more = said.unlike.is_empty() && said.apart.is_empty();
        let over = match (strict && implied, over && no_more && rule.effects.len() == 1) {
            (true, _) => false,
            (false, true) => true,
            (false, false) => return None,
        };
        Some(Form { k, over, from, shift: (first, first_covered) })
    }

    /// Takes a condition or its negation apart; `None` if it has another form.
    fn say(&mut self, test: &Test, positive: bool) -> Option<()> {
        match (test, positive) {
            (Test::Fixed(value), _) => (*value == positive).then_some(()),
            (Test::Not(inner), _) => self.say(inner, !positive),
            (Test::And(parts), true) | (Test::Or(parts), false) => {
                parts.iter().try_for_each(|part| self.say(part, positive))
            }
            (Test::Holds(Cells::Except(cells, but), selector), true) => {
                let (cells, but) = (self.cells(cells)?, self.cells(but)?);
                if !matches!(self.kind(selector, true)?, Holds::Nothing) {
                    return None;
                }
                self.said.except.push((cells.into_iter().collect(), but.into_iter().collect()));
                Some(())
            }
            (Test::Holds(cells, selector), _) => {
                let cells = self.cells(cells)?;
                // That not all cells hold it is a condition of its own, unless there is one.
                (positive || cells.len() == 1).then(|| self.holds(&cells, selector, positive))?
            }
            (Test::Each(true, slot, over, body), true) | (Test::Each(false, slot, over, body), false) => {
                for spot in self.cells(over)? {
                    self.bound.insert(*slot, spot);
                    self.say(body, positive)?;
                }
                self.bound.remove(slot);
                Some(())
            }
            (Test::Same(a, b), false) => {
                let pair = (self.cell(a)?, self.cell(b)?);
                self.said.unlike.push(pair);
                Some(())
            }
            (Test::Compare(op, left, right), _) => {
                let op = if positive { *op } else { opposite(*op)? };
                match (fixed(left), fixed(right)) {
                    (None, Some(right)) => self.compare(op, left, right),
                    (Some(left), None) => self.compare(turned(op), right, left),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// A number compared with a fixed one.
    fn compare(&mut self, op: BinaryOp, number: &Num, fixed: i64) -> Option<()> {
        match number {
            Num::Count(selector, cells) => {
                let cells = self.cells(cells)?;
                let all = i64::try_from(cells.len()).ok()?;
                let every = match op {
                    BinaryOp::Equal => fixed == all,
                    BinaryOp::GreaterEqual => fixed == all,
                    BinaryOp::Greater => fixed == all - 1,
                    _ => false,
                };
                let none = match op {
                    BinaryOp::Equal | BinaryOp::LessEqual => fixed == 0,
                    BinaryOp::Less => fixed == 1,
                    _ => false,
                };
                // With no cell both are true; then it says nothing.
                (every != none).then(|| self.holds(&cells, selector, every))?
            }
            Num::Distance(a, b) => {
                let (a, b) = (self.cell(a)?, self.cell(b)?);
                let steps = match op {
                    BinaryOp::GreaterEqual => fixed,
                    BinaryOp::Greater => fixed.checked_add(1)?,
                    _ => return None,
                };
                self.said.apart.push((a, b, steps));
                Some(())
            }
            _ => None,
        }
    }

    /// Every one of the cells holds what a selector matches, or does not match.
    fn holds(&mut self, cells: &[Spot], selector: &Selector, positive: bool) -> Option<()> {
        let kind = self.kind(selector, positive)?;
        let set = match kind {
            Holds::Coin => &mut self.said.occupied,
            Holds::Nothing => &mut self.said.empty,
        };
        set.extend(cells);
        self.said.named.extend(cells);
        Some(())
    }

    /// The contents that a selector demands; `None` if it distinguishes coins.
    fn kind(&self, selector: &Selector, positive: bool) -> Option<Holds> {
        let says = |held: ContentId| selector.matches(self.pieces.content(held)) == positive;
        let (empty, coin) = (says(0), says(*self.coins.first()?));
        if self.coins.iter().any(|held| says(*held) != coin) || empty == coin {
            return None;
        }
        Some(if coin { Holds::Coin } else { Holds::Nothing })
    }

    /// A cell; `None` if it is not at a fixed offset from a variable.
    fn cell(&mut self, cell: &Cell) -> Option<Spot> {
        let spot = match cell {
            Cell::Var(slot) => self.bound.get(slot).copied().unwrap_or((*slot, 0)),
            Cell::Fixed(_) | Cell::First(_) | Cell::Last(_) => return None,
            Cell::Step(from, dir, steps) => {
                let (slot, at) = self.cell(from)?;
                let steps = fixed(steps)?;
                (slot, at.checked_add(rightwards(dir)?.checked_mul(steps)?)?)
            }
        };
        self.said.named.insert(spot);
        Some(spot)
    }

    /// Cells in order, each once; `None` if they are not at fixed offsets from a variable.
    fn cells(&mut self, cells: &Cells) -> Option<Vec<Spot>> {
        match cells {
            Cells::One(cell) => Some(vec![self.cell(cell)?]),
            Cells::Run(from, dir, count) => {
                let (slot, at) = self.cell(from)?;
                let (count, step) = (fixed(count)?, rightwards(dir)?);
                if count > MOST_CELLS || at.abs() > MOST_CELLS {
                    return None;
                }
                let run: Vec<Spot> = (0..count).map(|i| (slot, at + step * i)).collect();
                self.said.named.extend(&run);
                Some(run)
            }
            Cells::Join(parts) => {
                let mut all: Vec<Spot> = Vec::new();
                for part in parts {
                    all.extend(self.cells(part)?);
                }
                let each: BTreeSet<Spot> = all.iter().copied().collect();
                // Cells of two variables may be the same: then the list is shorter than it looks.
                let alike = all.iter().all(|spot| Some(spot.0) == all.first().map(|first| first.0));
                (alike && each.len() == all.len()).then_some(all)
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

/// 1 to the right, -1 to the left.
fn rightwards(dir: &Dir) -> Option<i64> {
    // The directions of a line in their order.
    match dir {
        Dir::Fixed(0) => Some(1),
        Dir::Fixed(1) => Some(-1),
        _ => None,
    }
}

/// The comparison with its sides exchanged.
fn turned(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Less => BinaryOp::Greater,
        BinaryOp::LessEqual => BinaryOp::GreaterEqual,
        BinaryOp::Greater => BinaryOp::Less,
        BinaryOp::GreaterEqual => BinaryOp::LessEqual,
        op => op,
    }
}

/// The comparison that holds where one does not.
fn opposite(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Equal => BinaryOp::NotEqual,
        BinaryOp::NotEqual => BinaryOp::Equal,
        BinaryOp::Less => BinaryOp::GreaterEqual,
        BinaryOp::LessEqual => BinaryOp::Greater,
        BinaryOp::Greater => BinaryOp::LessEqual,
        BinaryOp::GreaterEqual => BinaryOp::Less,
        _ => return None,
    })
}
