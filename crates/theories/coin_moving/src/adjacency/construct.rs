//! Plans where coins spread without end.
//!
//! A clique of coins walks to wherever a coin is missing and another coin is put there. The goal is split
//! into a clique, which the walking one becomes in the end, and the other cells, which are filled one by
//! one. No coin that lies right ever has to leave: of n coins, with m cells still to fill and q cells of
//! the goal under the walking clique, m + q are free to go anywhere, so that where the clique leaves a cell
//! of the goal one of these enters the next cell in place of the coin there.

use super::game::{Cells, Game, play};
use super::walker::{Clique, Step, Walks, after, cliques};
use crate::coins::Move;
use crate::rectangle::Rectangle;
use puzzlec_model::board::Coord;
use puzzlec_theory::meter::{Halted, Meter};

/// Number of choices of the first and of the last clique for few coins; with at least this many coins only
/// one is tried.
const TRIED: usize = 6;
const MANY: usize = 200;

/// A plan for a puzzle that can be [decided](super::read::Goal::decide) and has one, on a grid where coins
/// spread; nothing for others. Its length is close to the distance that a clique has to walk, twice, and
/// the number of coins that lie elsewhere.
///
/// # Errors
/// A limit was reached.
pub fn construct(
    game: Game,
    start: &Cells,
    goal: &Cells,
    meter: &Meter<'_>,
) -> Result<Option<Vec<Move>>, Halted> {
    let tried = (MANY / goal.len().max(1)).clamp(1, TRIED);
    let mut best: Option<Vec<Move>> = None;
    for last in endings(game, goal, tried) {
        let mut target = goal.clone();
        if let Some(step) = last {
            // Read backwards: what must be reached before the last move.
            play(&mut target, Move { from: step.to, to: step.from });
        }
        for first in beginnings(game, start, &target, tried) {
            let mut coins = start.clone();
            first.iter().for_each(|step| play(&mut coins, *step));
            let Some(built) = build(game, coins, &target, tried, meter)? else { continue };
            let moves: Vec<Move> = first.iter().copied().chain(built).chain(last).collect();
            if best.as_ref().is_none_or(|best| moves.len() < best.len()) {
                best = Some(moves);
            }
        }
    }
    Ok(best.filter(|moves| game.solves(start, goal, moves)))
}

/// Last moves before which the goal has a clique: none where it has one itself.
fn endings(game: Game, goal: &Cells, tried: usize) -> Vec<Option<Move>> {
    if !cliques(game, goal).is_empty() {
        return vec![None];
    }
    let mut found = Vec::new();
    for coin in goal.iter().filter(|coin| game.touched(goal, **coin) >= game.touching) {
        let mut rest = goal.clone();
        rest.remove(coin);
        let places = game.open(&rest).into_iter().filter(|cell| cell != coin && closes(game, &rest, *cell));
        found.extend(places.take(tried).map(|from| Some(Move { from, to: *coin })));
        if found.len() >= tried {
            break;
        }
    }
    found
}

/// First moves after which the start has a clique, at most two: none where it has one itself.
fn beginnings(game: Game, start: &Cells, goal: &Cells, tried: usize) -> Vec<Vec<Move>> {
    if !cliques(game, start).is_empty() {
        return vec![Vec::new()];
    }
    let mut open: Vec<(Vec<Move>, Cells)> = vec![(Vec::new(), start.clone())];
    for _ in 0..2 {
        let (mut done, mut next) = (Vec::new(), Vec::new());
        for (moves, coins) in &open {
            // Coins that lie elsewhere than in the goal go first.
            let (right, wrong): (Vec<Coord>, Vec<Coord>) = coins.iter().partition(|cell| goal.contains(cell));
            for to in game.open(coins) {
                let steps = wrong.iter().chain(&right).map(|from| Move { from: *from, to });
                for step in steps.filter(|step| game.allows(coins, *step)).take(tried) {
                    let mut coins = coins.clone();
                    play(&mut coins, step);
                    coins.remove(&to);
                    let ready = closes(game, &coins, to);
                    coins.insert(to);
                    let moves: Vec<Move> = moves.iter().copied().chain([step]).collect();
                    if ready { &mut done } else { &mut next }.push((moves, coins));
                }
            }
        }
        let missing = |coins: &Cells| goal.difference(coins).count();
        if !done.is_empty() {
            done.sort_by_cached_key(|(_, coins)| missing(coins));
            return done.into_iter().map(|(moves, _)| moves).take(tried).collect();
        }
        next.sort_by_cached_key(|(_, coins)| missing(coins));
        next.truncate(tried);
        open = next;
    }
    Vec::new()
}

/// Whether a coin on a free cell would make a clique.
fn closes(game: Game, coins: &Cells, cell: Coord) -> bool {
    let near: Cells = game.beside(cell).filter(|cell| coins.contains(cell)).chain([cell]).collect();
    !cliques(game, &near).is_empty()
}

/// The shortest of some plans between configurations with cliques.
fn build(
    game: Game,
    start: Cells,
    goal: &Cells,
    tried: usize,
    meter: &Meter<'_>,
) -> Result<Option<Vec<Move>>, Halted> {
    let mut ends: Vec<(u32, Clique)> = Vec::new();
    let Some(around) = Rectangle::around(start.iter().chain(goal).copied()) else { return Ok(None) };
    let within = around.grown(2);
    // Cliques of the goal, nearest to one of the start first.
    let mut left = cliques(game, goal);
    let mut walks = Walks::from(cliques(game, &start));
    while let Some((clique, far)) = walks.next(game, &start, within) {
        meter.expanded(1)?;
        if let Some(at) = left.iter().position(|end| *end == clique) {
            ends.push((far, left.swap_remove(at)));
        }
        if left.is_empty() || ends.len() >= tried {
            break;
        }
    }
    let mut best: Option<Vec<Move>> = None;
    for (_, end) in ends {
        let begins = if best.is_none() { vec![walks.walk(&end).0] } else { Vec::new() };
        let begins = begins.into_iter().chain(cliques(game, &start).into_iter().take(tried));
        for begin in begins {
            let (coins, moves) = (start.clone(), Vec::new());
            let mut builder = Builder { game, coins, goal, end: &end, walker: begin, within, moves, meter };
            builder.run()?;
            if best.as_ref().is_none_or(|best| builder.moves.len() < best.len()) {
                best = Some(builder.moves);
            }
        }
    }
    Ok(best)
}

struct Builder<'a> {
    game: Game,
    coins: Cells,
    goal: &'a Cells,
    /// The clique of the goal that is filled last.
    end: &'a Clique,
    walker: Clique,
    within: Rectangle,
    moves: Vec<Move>,
    meter: &'a Meter<'a>,
}

impl Builder<'_> {
    fn run(&mut self) -> Result<(), Halted> {
        loop {
            self.fill()?;
            let mut missing: Cells = self.goal.difference(&self.coins).copied().collect();
            missing.retain(|cell| self.is_other(*cell));
            let end = self.end.clone();
            if missing.is_empty() {
                self.go(|clique| *clique == end)?;
                return Ok(());
            }
            if !self.go(|clique| clique.iter().any(|cell| missing.contains(cell)))? {
                return Ok(());
            }
        }
    }

    fn is_other(&self, cell: Coord) -> bool {
        self.goal.contains(&cell) && !self.end.contains(&cell)
    }

    /// The coins that are free to go, those first that are of least use where they lie.
    fn free(&self) -> Vec<Coord> {
        let free = |cell: &&Coord| !self.is_other(**cell) && !self.walker.contains(cell);
        let mut found: Vec<Coord> = self.coins.iter().filter(free).copied().collect();
        let use_of = |cell: &Coord| {
            let missing =
                self.game.beside(*cell).filter(|c| self.goal.contains(c) && !self.coins.contains(c));
            (self.end.contains(cell), missing.count())
        };
        found.sort_by_cached_key(use_of);
        found
    }

    fn play(&mut self, step: Move) -> Result<(), Halted> {
        play(&mut self.coins, step);
        self.moves.push(step);
        self.meter.expanded(1)
    }

    /// Puts free coins on cells of the goal with enough neighbours.
    fn fill(&mut self) -> Result<(), Halted> {
        loop {
            let free = self.free();
            let mut best = None;
            for to in self.game.open(&self.coins).into_iter().filter(|cell| self.is_other(*cell)) {
                let legal = |from: &Coord| self.game.allows(&self.coins, Move { from: *from, to });
                let Some(place) = free.iter().position(legal) else { continue };
                // The cell that helps most others comes first.
                let rank = (place, std::cmp::Reverse(self.game.touched(self.goal, to)), to);
                if best.is_none_or(|best| rank < best) {
                    best = Some(rank);
                }
            }
            let Some((place, _, to)) = best else { return Ok(()) };
            let Some(from) = free.get(place).copied() else { return Ok(()) };
            self.play(Move { from, to })?;
        }
    }

    /// Walks to the nearest clique that fits; false where there is none in the box.
    fn go(&mut self, fits: impl Fn(&Clique) -> bool) -> Result<bool, Halted> {
        let mut walks = Walks::from([self.walker.clone()]);
        while let Some((clique, _)) = walks.next(self.game, &self.coins, self.within) {
            self.meter.expanded(1)?;
            if fits(&clique) {
                for step in walks.walk(&clique).1 {
                    self.step(step)?;
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn step(&mut self, step: Step) -> Result<(), Halted> {
        let next = after(&self.walker, step);
        if !self.coins.contains(&step.enters) {
            // A coin on its goal cell stays, and a free one moves instead.
            let mut free = self.free().into_iter();
            let from = if self.is_other(step.leaves) {
                free.next()
            } else {
                free.find(|cell| self.goal.contains(&step.leaves) && !self.end.contains(cell))
            };
            self.play(Move { from: from.unwrap_or(step.leaves), to: step.enters })?;
        }
        self.walker = next;
        Ok(())
    }
}
