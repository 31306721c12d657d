//! When a plan on an endless line needs no more room than its length allows.
//!
//! **Theorem.** Let the goal be gapless rows that may lie anywhere, and let every rule be of one of the
//! forms below. If an action newly covers at most c cells, every plan of L actions can be played with
//! the same number of actions in the window of the start with L·c cells more on each side.
//!
//! *Proof.* Call a cell used if it lies between the first and the last piece of the start or holds a piece in some
//! position of the plan. On each side of the start at most L·c cells are used. Take all other cells out
//! of the line: number the used cells anew, in order, so that the start keeps its numbers. Every
//! form asks and changes only cells that hold a piece before or after the action (they are *touched*,
//! hence used), and only says of them what they hold, which are the same, and that some stand
//! side by side in a direction. Used cells that stand side by side still do after the others are
//! taken out. So each action is still one, and makes the same of its cells. In the last position the
//! row's cells are used and side by side, so the goal holds.
//!
//! The forms:
//!
//! * **Drawn.** Each cell of the pattern holds a piece on the left or on the right.
//! * **Written.** Its effects are at most one `move A to B`, first, and any number of `remove A`. A and B are
//!   variables or runs `run(x, d, N)` with a number N. Every A surely holds only pieces before: by the
//!   kind of its variable, or by a guard `occupied(A)`, `x is coin`. So the cells of A are touched, and each
//!   cell of B holds a piece afterwards, unless it is removed and was an A. The guards are built
//!   by `and`, `or` and `not` from tests of what cells hold, from `x == y`, and from comparisons of counts with
//!   numbers, all on variables and runs that are touched, on lists of them and what `except` leaves of
//!   them. Besides, `adjacent(x, y)` may be asked of touched variables, though not under `or` or
//!   `not`: cells that are not side by side may come to be.

use super::rules_of;
use puzzlec_model::expr::{Cell, Cells, Dir, Num, Slot, Test};
use puzzlec_model::goal::Goal;
use puzzlec_model::piece::Selector;
use puzzlec_model::rule::{Body, Domain, Effect, Pattern, PatternCell, Quantified};
use puzzlec_model::{Model, Question};
use puzzlec_syntax::ast::{BinaryOp, MeasureKind};

/// The maximum number of cells that one action newly covers, on an unbounded line whose goal and rules have
/// the forms of the theorem; a plan of L actions then fits into the window of the start with L times that
/// many cells on each side. `None` for other rules or goals. Linear in the text of the rules.
pub fn newly_covered(model: &Model) -> Option<u32> {
    let Question::Moves { goal, .. } = &model.question else { return None };
    // A test after the move may look at the cells that are taken out.
    if model.beyond_theories().is_some() || model.measure != MeasureKind::Actions || !is_gapless(&goal.0) {
        return None;
    }
    let mut most = 0;
    for rule in rules_of(model) {
        most = most.max(match &rule.body {
            Body::Patterns(patterns) => {
                patterns.iter().map(drawn).try_fold(0, |most: i64, new| Some(most.max(new?)))?
            }
            Body::Quantified(rule) => written(rule)?,
            Body::Scripted(_) | Body::Callback(_) => return None,
        });
    }
    u32::try_from(most).ok()
}

/// Rows without a gap, anywhere, on an otherwise empty line.
fn is_gapless(goal: &Goal) -> bool {
    match goal {
        Goal::Drawn(drawn) => {
            let filled = drawn.cells.values().all(|c| !c.is_empty() && !c.contains(&0));
            let places = || drawn.cells.keys().map(|c| i64::from(c.x));
            let connected = places().zip(places().skip(1)).all(|(a, b)| a + 1 == b);
            drawn.anywhere && drawn.rest_empty && filled && connected
        }
        Goal::Any(parts) => parts.iter().all(is_gapless),
        Goal::All(_) | Goal::Test(_) | Goal::Stuck | Goal::Callback(_) => false,
    }
}

fn drawn(pattern: &Pattern) -> Option<i64> {
    let piece = |cell: &PatternCell| matches!(cell, PatternCell::Piece(..) | PatternCell::Part(..));
    if !pattern.cells.iter().all(|(before, after)| piece(before) || piece(after)) {
        return None;
    }
    i64::try_from(pattern.cells.iter().filter(|(before, _)| !piece(before)).count()).ok()
}

/// A run of cells from a variable on; a single cell has no direction.
#[derive(Clone, PartialEq)]
struct Run {
    from: Slot,
    towards: Option<Dir>,
    length: i64,
}

impl Run {
    fn of(cells: &Cells) -> Option<Run> {
        match cells {
            Cells::One(Cell::Var(from)) => Some(Run { from: *from, towards: None, length: 1 }),
            Cells::Run(Cell::Var(from), dir, n) => match **n {
                Num::Fixed(length) if length >= 1 => {
                    Some(Run { from: *from, towards: Some(dir.clone()), length })
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether its cells are among those of one of these runs.
    fn is_part_of(&self, runs: &[Run]) -> bool {
        runs.iter().any(|run| {
            run.from == self.from
                && (self.length == 1 || run.towards == self.towards && run.length >= self.length)
        })
    }
}

fn written(rule: &Quantified) -> Option<i64> {
    let mut occupied: Vec<Run> = Vec::new();
    for (from, variable) in rule.variables.iter().enumerate() {
        if matches!(&variable.domain, Domain::Cells(Some(selector)) if !selector.empty) {
            occupied.push(Run { from, towards: None, length: 1 });
        }
    }
    rule.guards.iter().for_each(|guard| surely_occupied(guard, &mut occupied));
    let mut touched = occupied.clone();
    let mut newly = 0;
    for (at, effect) in rule.effects.iter().enumerate() {
        match effect {
            Effect::Move(from, to) if at == 0 && Run::of(from)?.is_part_of(&occupied) => {
                let to = Run::of(to)?;
                newly = to.length;
                touched.push(to);
            }
            Effect::Remove(cells) if removed(cells, &occupied) => {}
            _ => return None,
        }
    }
    let stands = |(slot, domain): (Slot, &Domain)| match domain {
        Domain::Directions => true,
        Domain::Numbers(..) => false,
        Domain::Cells(_) => touched.iter().any(|run| run.from == slot),
    };
    let placed = rule.variables.iter().map(|v| &v.domain).enumerate().all(stands);
    (placed && rule.guards.iter().all(|guard| local(guard, &touched, true))).then_some(newly)
}

fn removed(cells: &Cells, occupied: &[Run]) -> bool {
    match cells {
        Cells::Join(parts) => parts.iter().all(|part| removed(part, occupied)),
        one => Run::of(one).is_some_and(|run| run.is_part_of(occupied)),
    }
}

fn surely_occupied(test: &Test, occupied: &mut Vec<Run>) {
    match test {
        Test::And(parts) => parts.iter().for_each(|part| surely_occupied(part, occupied)),
        Test::Holds(cells, Selector { empty: false, .. }) => occupied.extend(Run::of(cells)),
        _ => {}
    }
}

/// Whether a test depends only on the contents of touched cells and on which of them are equal; in a position
/// where it `must` hold for the rule to apply, also on which are neighbours.
fn local(test: &Test, touched: &[Run], must: bool) -> bool {
    let cell = |cell: &Cell| listed(&Cells::One(cell.clone()), touched);
    match test {
        Test::Fixed(_) => true,
        Test::Not(inner) | Test::Total(inner) => local(inner, touched, false),
        Test::And(parts) => parts.iter().all(|part| local(part, touched, must)),
        Test::Or(parts) => parts.iter().all(|part| local(part, touched, false)),
        Test::Same(a, b) => cell(a) && cell(b),
        Test::Adjacent(a, b) => must && cell(a) && cell(b),
        Test::Holds(cells, _) => listed(cells, touched),
        Test::Compare(op, a, b) => match (a, b) {
            (Num::Count(_, cells), Num::Fixed(_)) | (Num::Fixed(_), Num::Count(_, cells)) => {
                !matches!(op, BinaryOp::And | BinaryOp::Or) && listed(cells, touched)
            }
            _ => false,
        },
        Test::Aligned(..) | Test::Each(..) | Test::Member(..) | Test::Different(..) | Test::Form(..) => false,
    }
}

/// Whether a list holds only touched cells.
fn listed(cells: &Cells, touched: &[Run]) -> bool {
    match cells {
        Cells::Except(left, right) => listed(left, touched) && listed(right, touched),
        Cells::Join(parts) => parts.iter().all(|part| listed(part, touched)),
        one => Run::of(one).is_some_and(|run| run.is_part_of(touched)),
    }
}
