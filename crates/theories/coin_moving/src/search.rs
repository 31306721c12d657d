//! Exact search: a least plan, any plan, or that there is none; with proofs.

mod backward;
mod closure;
mod field;
mod forward;
mod join;
mod plan;
mod tally;
pub(crate) mod word;

use super::coins::Move;
use super::problem::Problem;
use super::span::{Span, Spans};
use backward::Backward;
use closure::End;
use field::{Field, places};
use forward::Forward;
use plan::Put;
use puzzlec_proofs::coin_moving::proof::{Exhausted as Ended, Proof};
use puzzlec_task::certificate::Level;
use puzzlec_theory::meter::{Halted, Meter};
use tally::Tally;
use word::{Wide, Word};

/// The answer of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchOutcome {
    /// There is a plan.
    Plan {
        /// Its moves.
        moves: Vec<Move>,
        /// Whether no plan is shorter.
        least: bool,
        /// No plan has fewer moves than so many, as the levels of both sides prove.
        apart: u32,
    },
    /// There is none.
    Unsolvable(Exhausted),
    /// The span has more cells than the search can pack, or the numbers of coins differ.
    Unfit,
}

/// A side of the search that is complete and has not met the other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exhausted {
    /// Whether it is the side of the start: all configurations that it reaches by moves after which the
    /// span includes the goal. Otherwise sets of coins, one of which lies in every configuration that
    /// leads to the goal.
    pub start: bool,
    /// The number of configurations or sets, and their hash.
    pub tally: Tally,
}

impl Exhausted {
    /// The proof that the goal is not reached.
    pub fn proof(&self) -> Proof {
        let side = if self.start { Ended::Start } else { Ended::Goal };
        Proof::Exhausted { side, sets: level(self.tally) }
    }
}

/// That no plan has fewer moves than some number: levels of both sides that do not meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Apart {
    /// Configurations by the number of moves from the start.
    pub forward: Vec<Tally>,
    /// Sets of coins by the number of moves to the goal.
    pub backward: Vec<Tally>,
}

impl Apart {
    /// The proof of it.
    pub fn proof(&self) -> Proof {
        let levels = |side: &[Tally]| side.iter().map(|tally| level(*tally)).collect();
        Proof::Apart { forward: levels(&self.forward), backward: levels(&self.backward) }
    }
}

fn level(tally: Tally) -> Level {
    Level { positions: tally.sets, hash: format!("{:032x}", tally.hash) }
}

/// A least plan, or any, or that there is none. Time and memory grow with the number of configurations, which
/// is exponential in the number of coins. Where a limit is reached after some plan is known, that plan is
/// returned, with a lower bound on the moves of every plan.
///
/// # Errors
/// A limit was reached.
pub fn search(problem: &Problem, least: bool, meter: &Meter<'_>) -> Result<SearchOutcome, Halted> {
    packed(problem, &PlanSearch { least }, meter).unwrap_or(Ok(SearchOutcome::Unfit))
}

/// The proof that every plan has at least this number of moves, by the levels of both sides; `None` if a plan
/// has fewer, or the search does not fit the problem.
///
/// # Errors
/// A limit was reached.
pub fn apart(problem: &Problem, moves: u32, meter: &Meter<'_>) -> Result<Option<Apart>, Halted> {
    let Some(most) = moves.checked_sub(1) else { return Ok(None) };
    packed(problem, &Levels { most }, meter).unwrap_or(Ok(None))
}

/// An operation on a field of any word type.
trait Work {
    type Made;
    fn run<'a, W: Word>(&self, field: &'a Field<W>, meter: &'a Meter<'a>) -> Result<Self::Made, Halted>;
}

fn packed<T: Work>(problem: &Problem, work: &T, meter: &Meter<'_>) -> Option<Result<T::Made, Halted>> {
    let (start, goal) = (&problem.start, &problem.goal);
    if start.len() != goal.len() {
        return None;
    }
    let span = Spans::new(start.width(), start.height()).span(start.iter());
    match places(&span) {
        ..=64 => pack::<u64, T>(problem, &span, work, meter),
        65..=128 => pack::<u128, T>(problem, &span, work, meter),
        129..=512 => pack::<Wide<8>, T>(problem, &span, work, meter),
        _ => pack::<Wide<64>, T>(problem, &span, work, meter),
    }
}

fn pack<W: Word, T: Work>(
    problem: &Problem,
    span: &Span,
    work: &T,
    meter: &Meter<'_>,
) -> Option<Result<T::Made, Halted>> {
    let field = Field::<W>::new(problem, span)?;
    Some(work.run(&field, meter))
}

struct PlanSearch {
    least: bool,
}

impl Work for PlanSearch {
    type Made = SearchOutcome;

    fn run<'a, W: Word>(&self, field: &'a Field<W>, meter: &'a Meter<'a>) -> Result<SearchOutcome, Halted> {
        let end = if field.goal.count() == field.coins {
            closure::search(field, meter)?
        } else {
            // Some coin of the goal lies outside the span.
            End::Start(vec![field.start])
        };
        let exhausted = |start, sets: &[W]| Exhausted { start, tally: Tally::of(field, sets) };
        let moves = match end {
            End::Start(sets) => return Ok(SearchOutcome::Unsolvable(exhausted(true, &sets))),
            End::Goal(sets) => return Ok(SearchOutcome::Unsolvable(exhausted(false, &sets))),
            End::Plan(way, puts) => plan::moves(field, &way, &puts).unwrap_or_default(),
        };
        let length = u32::try_from(moves.len()).unwrap_or(u32::MAX);
        let mut apart = 0;
        while self.least && apart < length {
            let most = apart.max(field.distance(field.goal));
            if most >= length {
                break;
            }
            match meet(field, most, &mut |_, _| {}, meter) {
                Ok(Some(moves)) => return Ok(SearchOutcome::Plan { moves, least: true, apart: most }),
                Ok(None) => apart = most + 1,
                Err(Halted) => return Ok(SearchOutcome::Plan { moves, least: false, apart }),
            }
        }
        Ok(SearchOutcome::Plan { moves, least: self.least, apart: if self.least { length } else { 0 } })
    }
}

struct Levels {
    most: u32,
}

impl Work for Levels {
    type Made = Option<Apart>;

    fn run<'a, W: Word>(&self, field: &'a Field<W>, meter: &'a Meter<'a>) -> Result<Self::Made, Halted> {
        if field.goal.count() < field.coins || field.start == field.goal {
            return Ok(None);
        }
        let tally = |set| vec![Tally::of(field, &[set])];
        let mut levels = Apart { forward: tally(field.start), backward: tally(field.goal) };
        let mut note = |forward: bool, sets: &[W]| {
            let side = if forward { &mut levels.forward } else { &mut levels.backward };
            side.push(Tally::of(field, sets));
        };
        let plan = meet(field, self.most, &mut note, meter)?;
        Ok(plan.is_none().then_some(levels))
    }
}

/// A least plan with at most this number of moves, if there is one. Every level but the first is reported,
/// with its side.
fn meet<'a, W: Word>(
    field: &'a Field<W>,
    most: u32,
    note: &mut dyn FnMut(bool, &[W]),
    meter: &'a Meter<'a>,
) -> Result<Option<Vec<Move>>, Halted> {
    let mut forward = Forward::new(field, meter)?;
    let mut backward = Backward::new(field, meter)?;
    while forward.level + backward.level < most {
        let ahead = forward.latest.len() <= backward.latest.len();
        if ahead {
            forward.step(most)?;
        } else {
            backward.step(most)?;
        }
        note(ahead, if ahead { &forward.latest } else { &backward.latest });
        // No configuration of any level contained a set of any, so only the last of both are compared.
        let met = join::contained(&mut backward.latest, &mut forward.latest, W::BITS, meter)?;
        if let Some((set, coins)) = met {
            let puts = backward.way(set).into_iter().map(|(coins, cell)| Put { coins, cell });
            return Ok(plan::moves(field, &forward.way(coins), &puts.collect::<Vec<_>>()));
        }
        if forward.latest.is_empty() || backward.latest.is_empty() {
            break;
        }
    }
    Ok(None)
}
