//! Goals of rows as automata: the closed list of goals that depend only on the numbers of contents.

use puzzlec_algebra::Automaton;
use puzzlec_algebra::automaton::State;
use puzzlec_model::expr::{Cells, Num, Test};
use puzzlec_model::goal::Goal;
use puzzlec_model::piece::{Pieces, Selector};
use puzzlec_syntax::ast::BinaryOp;

/// Larger numbers in goals are refused.
const MOST: i64 = 1000;

/// The automaton with output 1 on the rows where the goal holds, over the contents of cells. `None` if the goal is not of
/// the list: `empty` and other contents of all cells, comparisons of the number of pieces on all cells with a number,
/// and combinations by `and`, `or`, `not`.
///
/// On an endless line contents of all cells include the empty one.
pub fn automaton(goal: &Goal, pieces: &Pieces, endless: bool) -> Option<Automaton> {
    let letters = pieces.contents().count();
    match goal {
        Goal::Test(test) => self::test(test, pieces, endless),
        Goal::Any(parts) => {
            fold(parts.iter().map(|p| automaton(p, pieces, endless)), letters, 0, |a, b| a | b)
        }
        Goal::All(parts) => {
            fold(parts.iter().map(|p| automaton(p, pieces, endless)), letters, 1, |a, b| a & b)
        }
        Goal::Drawn(_) | Goal::Stuck | Goal::Callback(_) => None,
    }
}

fn test(test: &Test, pieces: &Pieces, endless: bool) -> Option<Automaton> {
    let part = |test: &Test| self::test(test, pieces, endless);
    let letters = pieces.contents().count();
    match test {
        Test::Fixed(holds) => constant(letters, u32::from(*holds)),
        Test::Not(inner) => Some(part(inner)?.with_outputs(|o| 1 - o.min(1))),
        Test::And(parts) => fold(parts.iter().map(part), letters, 1, |a, b| a & b),
        Test::Or(parts) => fold(parts.iter().map(part), letters, 0, |a, b| a | b),
        Test::Holds(Cells::All, selector) if selector.empty || !endless => {
            let others = counted(pieces, |id| !pieces.matching(selector).contains(&id), 0)?;
            Some(others.with_outputs(|n| u32::from(n == 0)))
        }
        Test::Compare(op, Num::Count(selector, Cells::All), Num::Fixed(n)) => {
            compare(pieces, selector, *n, |count, n| holds(*op, count, n))
        }
        Test::Compare(op, Num::Fixed(n), Num::Count(selector, Cells::All)) => {
            compare(pieces, selector, *n, |count, n| holds(*op, n, count))
        }
        _ => None,
    }
}

fn holds(op: BinaryOp, a: i64, b: i64) -> Option<bool> {
    match op {
        BinaryOp::Equal => Some(a == b),
        BinaryOp::NotEqual => Some(a != b),
        BinaryOp::Less => Some(a < b),
        BinaryOp::LessEqual => Some(a <= b),
        BinaryOp::Greater => Some(a > b),
        BinaryOp::GreaterEqual => Some(a >= b),
        _ => None,
    }
}

fn compare(
    pieces: &Pieces,
    selector: &Selector,
    n: i64,
    holds: impl Fn(i64, i64) -> Option<bool>,
) -> Option<Automaton> {
    if selector.empty || !(-1..=MOST).contains(&n) {
        return None;
    }
    // All numbers above n compare with n in the same way.
    let above = usize::try_from(n + 1).ok()?;
    holds(0, 0)?;
    let counted = counted(pieces, |id| pieces.matching(selector).contains(&id), above)?;
    Some(counted.with_outputs(|count| u32::from(holds(i64::from(count), n).unwrap_or(false))))
}

/// The automaton whose output is the number of some contents, or `most` + 1 if there are more than `most`.
fn counted(pieces: &Pieces, counts: impl Fn(u16) -> bool, most: usize) -> Option<Automaton> {
    let rows: Vec<(u32, Vec<State>)> = (0..=most + 1)
        .map(|n| {
            let next = |id| State::try_from(if counts(id) { (n + 1).min(most + 1) } else { n }).unwrap_or(0);
            (u32::try_from(n).unwrap_or(u32::MAX), pieces.contents().map(|(id, _)| next(id)).collect())
        })
        .collect();
    Automaton::new(pieces.contents().count(), 0, &rows)
}

fn constant(letters: usize, output: u32) -> Option<Automaton> {
    Automaton::new(letters, 0, &[(output, vec![0; letters])])
}

fn fold(
    parts: impl Iterator<Item = Option<Automaton>>,
    letters: usize,
    first: u32,
    of: impl Fn(u32, u32) -> u32,
) -> Option<Automaton> {
    let mut all = constant(letters, first)?;
    for part in parts {
        all = all.product(&part?, &of);
    }
    Some(all)
}
