//! Plans on proper boards, where every configuration can be reached from every other.
//!
//! | method | moves for n gourds | module |
//! |---|---|---|
//! | search from both ends | fewest; boards of a few cells | [`meet`] |
//! | peeling | about n^1.5 on fat boards | [`peel`] |
//! | divide and conquer | O(n²) | [`divide`] |
//! | insertion | O(n³) | [`insert`] |
//!
//! Moves may be appended at both ends: a plan goes from the start forwards and from the target backwards until the two
//! configurations agree. Every plan is replayed before it is returned.

pub mod carry;
pub mod divide;
pub mod exchange;
pub mod field;
pub mod insert;
pub mod meet;
pub mod part;
pub mod peel;
pub mod ring;
pub mod smooth;

use super::hamilton;
use super::problem::{Board, Cell, Configuration};
use puzzlec_theory::meter::{Halted, Meter};

/// Boards up to this size are searched for a plan of the fewest moves.
const SEARCHED: usize = 11;
/// A plan from a start to a target on a proper board: gourd `g` comes to lie as the target's gourd `g`, with the same
/// ends on the same cells. Nothing if the board is not proper or the configurations do not fit it. The shortest that the
/// methods of this module find; without guarantee that there is none shorter.
///
/// # Errors
/// A limit was reached before there was a plan.
pub fn plan(
    board: &Board,
    start: &Configuration,
    target: &Configuration,
    meter: &Meter<'_>,
) -> Result<Option<Vec<Cell>>, Halted> {
    let gourds = board.len() / 2;
    if !hamilton::is_proper(board) || start.gourds() != gourds || target.gourds() != gourds {
        return Ok(None);
    }
    if start == target {
        return Ok(Some(Vec::new()));
    }
    if board.len() <= SEARCHED {
        let plan = meet::least(board, start, target, meter)?;
        return Ok(plan.filter(|plan| leads(board, start, target, plan)));
    }
    let divided = divide::divide(board, start, target, meter)?;

    // A limit does not take away the plan that is there.
    let peeled = peel::peel(board, start, target, meter).ok().flatten();
    let plans = [divided, peeled].into_iter().flatten();
    Ok(plans.filter(|plan| leads(board, start, target, plan)).min_by_key(Vec::len))
}

/// Whether the moves through these cells lead from a start to a target.
pub fn leads(board: &Board, start: &Configuration, target: &Configuration, plan: &[Cell]) -> bool {
    let mut at = start.clone();
    plan.iter().all(|through| at.play(board, *through)) && at == *target
}

/// One end of a plan that grows from both.
#[derive(Clone, Debug)]
pub struct Side<'b> {
    /// The board.
    pub board: &'b Board,
    /// The configuration that it has reached.
    pub at: Configuration,
    /// The moves so far.
    pub log: Vec<Cell>,
}

impl<'b> Side<'b> {
    /// At a configuration, without moves.
    pub fn new(board: &'b Board, at: &Configuration) -> Self {
        Side { board, at: at.clone(), log: Vec::new() }
    }

    /// Plays the move through a cell; a move that takes the last one back cancels it.
    pub fn play(&mut self, through: Cell) {
        if self.at.play(self.board, through) && self.log.pop_if(|last| *last == through).is_none() {
            self.log.push(through);
        }
    }
}

/// Both ends of a plan.
#[derive(Clone, Debug)]
pub struct Sides<'b> {
    /// Moves from the start forwards.
    pub start: Side<'b>,
    /// Moves from the target backwards.
    pub target: Side<'b>,
}

impl<'b> Sides<'b> {
    /// Without moves.
    pub fn new(board: &'b Board, start: &Configuration, target: &Configuration) -> Self {
        Sides { start: Side::new(board, start), target: Side::new(board, target) }
    }

    /// Both, to do the same with each.
    pub fn both(&mut self) -> [&mut Side<'b>; 2] {
        [&mut self.start, &mut self.target]
    }

    /// The whole plan, once both configurations agree: each move is undone by the move through the same cell.
    pub fn plan(self) -> Option<Vec<Cell>> {
        let Sides { start, target } = self;
        if start.at != target.at {
            return None;
        }
        let mut plan = start.log;
        for through in target.log.into_iter().rev() {
            if plan.pop_if(|last| *last == through).is_none() {
                plan.push(through);
            }
        }
        Some(plan)
    }
}
