//! One extra coin: chains with the same two ends (Propositions 5.7, 5.8, Theorem 5.9).

use std::cell::RefCell;

use super::build::plain;
use super::chain::{Chain, minus, plus};
use super::drift::Style;
use super::game::{Game, Stop};
use super::windows::Windows;
use crate::coins::{Coins, Move, STEPS};
use crate::problem::Problem;
use crate::rectangle::Rectangle;
use crate::span::Spans;
use puzzlec_model::board::Coord;
use puzzlec_theory::meter::Meter;

/// The shortest plan found where both sides span the same odd rectangle with one coin more than the fewest,
/// and become chains between the same corners when the right coins are picked up.
pub fn between_ends(
    problem: &Problem,
    windows: &RefCell<Windows>,
    meter: &Meter<'_>,
) -> Result<Option<Vec<Move>>, Stop> {
    let whole = |coins: &Coins| Rectangle::around(coins.iter());
    let Some(rectangle) = whole(&problem.goal).filter(|of| whole(&problem.start) == Some(*of)) else {
        return Ok(None);
    };
    if !rectangle.is_odd() || problem.start.len() != rectangle.minimum() + 1 {
        return Ok(None);
    }
    let mut best: Option<Vec<Move>> = None;
    let goals: Vec<(Chain, Coord)> = goals(&problem.goal).collect();
    for (chain, begun) in starts(&problem.start, meter)? {
        for (goal, last) in &goals {
            let Some(goal) = turned(goal, &chain) else { continue };
            for (stays, down) in [(false, false), (false, true), (true, false), (true, true)] {
                let mut game = Game::new(&problem.start, true, windows, meter)?;
                begun.play(&mut game)?;
                let mut chain = chain.clone();
                game.drift(&mut chain, goal.path(), Style { down, stays }, &|_| false)?;
                let last_wall = wall_of(&goal, &problem.goal, *last);
                game.set_wall(&chain, last_wall)?;
                game.put(*last)?;
                let moves = plain(&game, game.steps());
                if best.as_ref().is_none_or(|best| moves.len() < best.len()) {
                    best = Some(moves);
                }
            }
        }
    }
    Ok(best)
}

/// The chain the other way round if its ends are those of another.
fn turned(chain: &Chain, to: &Chain) -> Option<Chain> {
    let mut chain = chain.clone();
    if chain.front() != to.front() {
        chain.reverse();
    }
    if chain.u != to.u {
        chain.transpose();
    }
    (chain.front() == to.front() && chain.back() == to.back()).then_some(chain)
}

/// Where coins of a chain lie side by side.
fn wall_of(chain: &Chain, coins: &Coins, without: Coord) -> i32 {
    let held = |index: i32| {
        let cell = chain.cell(index);
        cell != without && coins.contains(cell)
    };
    (0..chain.last()).find(|index| held(*index) && held(index + 1)).unwrap_or(0)
}

/// What leads from the start to a chain with one coin in hand: some coins go, one comes between.
#[derive(Clone, Copy, Debug)]
struct First {
    gone: Coord,
    /// A coin dropped, and another one picked up.
    moved: Option<(Coord, Coord)>,
}

impl First {
    fn play(self, game: &mut Game<'_>) -> Result<(), Stop> {
        game.take(self.gone)?;
        if let Some((dropped, taken)) = self.moved {
            game.put(dropped)?;
            game.take(taken)?;
        }
        Ok(())
    }
}

/// The chains that the goal is without one redundant coin.
fn goals(goal: &Coins) -> impl Iterator<Item = (Chain, Coord)> + '_ {
    let redundant = goal.iter().filter(|cell| goal.neighbours(*cell) >= 2);
    redundant.filter_map(|cell| {
        let mut left = goal.clone();
        left.remove(cell);
        Some((as_chain(&left)?, cell))
    })
}

/// The chains that the start is without one coin, at once or after one move beside it.
fn starts(start: &Coins, meter: &Meter<'_>) -> Result<Vec<(Chain, First)>, Stop> {
    let mut chains = Vec::new();
    let mut spans = Spans::new(start.width(), start.height());
    let whole = spans.span(start.iter());
    for gone in start.iter() {
        let mut left = start.clone();
        left.remove(gone);
        if spans.span(left.iter()) != whole {
            continue;
        }
        chains.extend(as_chain(&left).map(|chain| (chain, First { gone, moved: None })));
        let beside = |cell: Coord| STEPS.map(|(x, y)| Coord::new(cell.x + x, cell.y + y));
        let mut places: Vec<Coord> = left.iter().flat_map(beside).collect();
        places.retain(|cell| left.is_inside(*cell) && !left.contains(*cell) && left.neighbours(*cell) >= 2);
        places.sort_unstable();
        places.dedup();
        for dropped in places {
            left.insert(dropped);
            for taken in beside(dropped) {
                meter.expanded(1)?;
                if left.remove(taken) {
                    let moved = Some((dropped, taken));
                    chains.extend(as_chain(&left).map(|chain| (chain, First { gone, moved })));
                    left.insert(taken);
                }
            }
            left.remove(dropped);
        }
    }
    Ok(chains)
}

/// A minimum configuration with an adjacent pair as a chain: monotone from corner to corner (5.8).
fn as_chain(coins: &Coins) -> Option<Chain> {
    let rectangle = Rectangle::around(coins.iter())?;
    if coins.len() != rectangle.minimum() || !rectangle.is_odd() {
        return None;
    }
    let falling = |sign: i32| {
        let mut cells: Vec<Coord> = coins.iter().collect();
        cells.sort_unstable_by_key(|cell| (sign * cell.x + cell.y, cell.y));
        let first = cells.first().copied()?;
        let mut path = vec![first];
        for (one, next) in cells.iter().zip(cells.iter().skip(1)) {
            let far = minus(*next, *one);
            let (across, down) = (sign * far.x, far.y);
            if across < 0 || down < 0 || !(1..=2).contains(&(across + down)) {
                return None;
            }
            if across + down == 2 {
                let middle = if across > 0 { Coord::new(sign, 0) } else { Coord::new(0, 1) };
                path.push(plus(*one, middle));
            }
            path.push(*next);
        }
        let last = path.last().copied()?;
        (Rectangle::cell(first).join(Rectangle::cell(last)) == rectangle).then(|| Chain::along(path))?
    };
    falling(1).or_else(|| falling(-1))
}

impl Game<'_> {
    /// Moves the only wall of a chain.
    fn set_wall(&mut self, chain: &Chain, to: i32) -> Result<(), Stop> {
        let wall = chain.walls(self).first().copied().ok_or(Stop::Stuck)?;
        self.move_wall(chain, wall, to)
    }
}
