//! Plans where every component of the span is one line, with one coin to spare on both sides.
//!
//! With a coin in hand a chain in a line becomes, reversibly, the coins on every second cell and on the last one: from
//! the left, a coin between two cells with coins goes, after the next cell is filled. From there a component of the
//! goal is made at its first cell, by the coin in hand; what is left of it is picked up, and so on to the right. There
//! is always a coin in hand: the proof is in docs/theories.md.

use std::cell::RefCell;

use super::build::plain;
use super::hand::{HandGame, Stop};
use super::moves::Step;
use super::subroutine::Subroutines;
use crate::coins::{Coins, Move};
use crate::extra::{Growing, Loss, losses};
use crate::problem::Problem;
use crate::rectangle::Rectangle;
use crate::redundant::is_redundant;
use puzzlec_model::board::Coord;
use puzzlec_theory::meter::{Halted, Meter};

/// A coin of the start without which the span of the others covers the goal, and a redundant coin of the goal; nothing
/// where there are none, or a component of the start's span has two columns and two rows.
///
/// # Errors
/// A limit.
pub fn spare_on_lines(problem: &Problem, meter: &Meter<'_>) -> Result<Option<[Coord; 2]>, Halted> {
    let Problem { start, goal, .. } = problem;
    let is_line = |r: Rectangle| r.width() == 1 || r.height() == 1;
    let lines = Growing::of(start.iter()).rectangles().all(is_line);
    let redundant = goal.iter().find(|coin| is_redundant(goal, *coin));
    let Some(redundant) = redundant.filter(|_| lines && start.len() == goal.len() && start != goal) else {
        return Ok(None);
    };
    Ok(match losses(start, goal, meter)? {
        Some(Loss::None(extra)) => Some([extra, redundant]),
        _ => None,
    })
}

/// A plan with one coin to spare; its moves grow with the coins and the cells of the lines.
///
/// # Errors
/// A limit, or that the puzzle is none of this kind.
pub fn on_lines(problem: &Problem, meter: &Meter<'_>) -> Result<Vec<Move>, Stop> {
    let [extra, redundant] = spare_on_lines(problem, meter)?.ok_or(Stop::Stuck)?;
    let subroutines = RefCell::new(Subroutines::default());
    let mut game = HandGame::new(&problem.start, true, &subroutines, meter)?;
    game.take(extra)?;
    let mut goal = HandGame::new(&problem.goal, false, &subroutines, meter)?;
    goal.pick(redundant)?;
    let targets = spanned(&problem.goal, None);
    for target in &targets {
        even(&mut goal, &target.cells().collect::<Vec<_>>())?;
    }
    for line in spanned(&problem.start, Some(extra)) {
        let inside: Vec<Rectangle> =
            targets.iter().copied().filter(|target| line.includes(*target)).collect();
        cut(&mut game, &line.cells().collect::<Vec<_>>(), &inside)?;
    }
    if !game.agrees(&goal) {
        return Err(Stop::Stuck);
    }
    let back = goal.steps().iter().rev().map(|step| step.inverse());
    let steps: Vec<Step> = game.steps().iter().copied().chain(back).collect();
    Ok(plain(&game, &steps))
}

/// The components of the span without a coin, from the first one on.
fn spanned(coins: &Coins, without: Option<Coord>) -> Vec<Rectangle> {
    Growing::of(coins.iter().filter(|coin| Some(*coin) != without)).span().0
}

/// Brings the coins of a chain to every second cell and the last one.
fn even(game: &mut HandGame<'_>, line: &[Coord]) -> Result<(), Stop> {
    for (cell, next) in line.iter().zip(line.iter().skip(1)).skip(1).step_by(2) {
        if game.has(*cell) {
            game.put(*next)?;
            game.pick(*cell)?;
        }
    }
    Ok(())
}

/// Makes of a chain the chains of the goal's components in its line, each of coins on every second cell and the last.
fn cut(game: &mut HandGame<'_>, line: &[Coord], targets: &[Rectangle]) -> Result<(), Stop> {
    even(game, line)?;
    let mut rest = line;
    for target in targets {
        let at = |cell: &Coord| target.contains(*cell);
        let first = rest.iter().position(at).ok_or(Stop::Stuck)?;
        let (before, from) = rest.split_at(first);
        game.put(*from.first().ok_or(Stop::Stuck)?)?;
        before.iter().try_for_each(|cell| game.take(*cell))?;
        even(game, from)?;
        let (own, after) = from.split_at(from.iter().take_while(|cell| at(cell)).count());
        game.put(*own.last().ok_or(Stop::Stuck)?)?;
        // So that a coin is in hand again, and what is left is a chain.
        after.first().map_or(Ok(()), |cell| game.take(*cell))?;
        rest = after;
    }
    if targets.is_empty() { line } else { rest }.iter().try_for_each(|cell| game.take(*cell))
}
