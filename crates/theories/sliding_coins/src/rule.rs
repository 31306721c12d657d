//! The rule of the game, by what its actions do.

use crate::row::Move;
use puzzlec_base::Budget;
use puzzlec_model::Model;
use puzzlec_model::piece::ContentId;
use puzzlec_model::rule::Rule;
use puzzlec_task::{Bound, Condition, Label, Task, VarId};
use puzzlec_theory::{Made, Probe};

/// A rule with two variables for cells whose actions are the moves of the game: k coins in a row go, in their order, to k
/// cells in a row. One variable is at a constant distance from the first cell that is lifted, the other one from the first
/// that is covered.
///
/// * **Strict.** The covered cells are free before the move.
/// * **Over.** They are free, or cells that the coins leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    k: usize,
    over: bool,
    /// The variable for the lifted cells: 0 or 1.
    from: usize,
    /// Offsets of the first lifted cell from its variable, and of the first covered one from the other.
    shift: (i64, i64),
}

impl Form {
    /// The form of a rule where these contents are all that lie on the line; nothing for another rule. Its actions on the
    /// [probe](Probe) must be all moves of the game there, each of them once.
    pub fn of(model: &Model, rule: &Rule, coins: &[ContentId], budget: &Budget) -> Option<Form> {
        let probe = Probe::of(model, rule, 2, coins, budget)?;
        let [firsts, seconds] = probe.places.as_slice() else { return None };
        let left = i64::from(probe.board.cells().first()?.x);
        let k = most(&probe.actions)?;
        let mut moves = Vec::new();
        for made in &probe.actions {
            let step = moved(made, k).filter(|step| made.action.times == 1 && is_all(made, *step, k))?;
            let [Bound::Cell(a, _), Bound::Cell(b, _)] = made.action.label.binding.as_slice() else {
                return None;
            };
            moves.push((Move { from: left + step.from, to: left + step.to }, [i64::from(*a), i64::from(*b)]));
        }
        let over = moves.iter().any(|(step, _)| overlaps(*step, k));
        let length = i64::try_from(probe.board.cells().len()).ok()?;
        let blocks = left..left + length - k + 1;
        let exists = |step: &Move| {
            let on_line = blocks.contains(&step.from) && blocks.contains(&step.to);
            on_line && step.from != step.to && (over || !overlaps(*step, k))
        };
        let read = |from: usize, [a, b]: [i64; 2], step: Move| {
            if from == 0 { (step.from - a, step.to - b) } else { (step.from - b, step.to - a) }
        };
        (0..2).find_map(|from| {
            let (step, bound) = *moves.first()?;
            let shift = read(from, bound, step);
            // Where ends cut off values of the variables, no move may be missing for that.
            let all = if let [first] = firsts.as_slice() {
                let steps = seconds.iter().map(|second| {
                    let (first, second) = (i64::from(first.x), i64::from(second.x));
                    let (a, b) = if from == 0 { (first, second) } else { (second, first) };
                    Move { from: a + shift.0, to: b + shift.1 }
                });
                steps.filter(exists).count()
            } else {
                let steps = blocks.clone().flat_map(|from| blocks.clone().map(move |to| Move { from, to }));
                steps.filter(exists).count()
            };
            let fits =
                all == moves.len() && moves.iter().all(|(step, bound)| read(from, *bound, *step) == shift);
            fits.then_some(Form { k: usize::try_from(k).ok()?, over, from, shift })
        })
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
        let cell = |at: i64| Some((i32::try_from(at).ok()?, 0));
        let (from, to) = (cell(step.from - self.shift.0)?, cell(step.to - self.shift.1)?);
        Some(Label::on(if self.from == 0 { [from, to] } else { [to, from] }))
    }

    /// The move that a step of the rule is.
    pub fn step(self, label: &Label) -> Option<Move> {
        let [Bound::Cell(a, 0), Bound::Cell(b, 0)] = label.binding.as_slice() else { return None };
        let (from, to) = if self.from == 0 { (a, b) } else { (b, a) };
        Some(Move { from: i64::from(*from) + self.shift.0, to: i64::from(*to) + self.shift.1 })
    }
}

/// Whether every action of a rule on a line is a move of one game.
pub(crate) fn plays(rule: &Task) -> Option<bool> {
    let actions = Made::all_of(rule);
    Some(most(&actions).is_some_and(|k| actions.iter().all(|made| moved(made, k).is_some())))
}

/// The number of coins that a move lifts: it fills as many cells, but where coins that are alike land on each other's cells.
fn most(actions: &[Made]) -> Option<i64> {
    let k = actions.iter().map(|made| made.filled().count()).max().filter(|k| *k > 0)?;
    i64::try_from(k).ok()
}

fn overlaps(step: Move, k: i64) -> bool {
    (step.from - step.to).abs() < k
}

/// The move of `k` coins that an action is, on cells that are numbered from the left; nothing for an action that is none.
fn moved(made: &Made, k: i64) -> Option<Move> {
    let (gone, last, come) = (made.emptied().next()?, made.emptied().next_back()?, made.filled().next()?);
    let (gone, last, come) = (i64::from(gone), i64::from(last), i64::from(come));
    let left = i64::try_from(made.emptied().count()).ok()?;
    // Coins that land on cells that they leave go as far as they empty cells.
    let step = match (left < k, come < gone) {
        (false, _) => Move { from: gone, to: come },
        (true, false) => Move { from: gone, to: gone + left },
        (true, true) => Move { from: last + 1 - k, to: last + 1 - k - left },
    };
    is_move(made, step, k).then_some(step)
}

/// Whether an action is this move wherever it applies.
fn is_move(made: &Made, step: Move, k: i64) -> bool {
    let cells = |first: i64| (first..first + k).map(|cell| VarId::try_from(cell).unwrap_or(VarId::MAX));
    let lifted = |cell: VarId| (step.from..step.from + k).contains(&i64::from(cell));
    let covered = |cell: VarId| (step.to..step.to + k).contains(&i64::from(cell));
    cells(step.from).all(|cell| made.is_occupied(cell) && (covered(cell) || made.gets(cell, None)))
        && cells(step.from)
            .zip(cells(step.to))
            .all(|(from, to)| made.gets(to, Some(from)) && (lifted(to) || made.is_empty(to)))
        && made.emptied().chain(made.filled()).all(|cell| lifted(cell) || covered(cell))
}

/// Whether an action that is this move applies wherever the move is possible.
fn is_all(made: &Made, step: Move, k: i64) -> bool {
    let every = made.all().len();
    let any = |cell: VarId| {
        (step.from..step.from + k).contains(&i64::from(cell)) && made.held(cell).len() + 1 == every
            || (step.to..step.to + k).contains(&i64::from(cell)) && made.is_empty(cell)
    };
    made.rest == Condition::True && made.asked().all(any)
}
