//! Proofs about the triangular grid and other numbers of neighbours.
//!
//! Every action of the puzzle moves a coin to a free cell with at least N other coins as neighbours, on a
//! part of the grid.

use std::collections::{BTreeMap, BTreeSet};

use super::super::proof::{Alone, Others};
use super::game::goals;
use super::rule::number;
use puzzlec_base::{Budget, Progress};
use puzzlec_checker::Unproved;
use puzzlec_checker::checker::{CheckContext, Claim};
use puzzlec_model::board::{Coord, Shape};
use puzzlec_model::piece::Form;
use puzzlec_model::{Model, Question};
use puzzlec_syntax::ast::{Lattice, MeasureKind};
use puzzlec_task::SearchContext;

type Coins = BTreeSet<Coord>;

const SQUARE: &[(i32, i32)] = &[(0, -1), (-1, 0), (1, 0), (0, 1)];
const TRIANGULAR: &[(i32, i32)] = &[(0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1)];

/// The puzzle as the checker reads it.
struct Game<'a> {
    steps: &'static [(i32, i32)],
    /// The number of neighbours that a moving coin needs.
    touching: usize,
    start: Coins,
    /// The goals, and whether each may lie anywhere.
    goals: Vec<(Coins, bool)>,
    budget: &'a Budget,
}

/// Checks a proof; returns the reason in words.
pub(super) fn check(proof: &Others, claim: Claim, cx: &CheckContext<'_>) -> Result<String, Unproved> {
    let (game, model) = (Game::read(cx.model(), cx.context())?, cx.model());
    match (proof, claim) {
        (Others::Alone { goals }, Claim::Unsolvable) => game.alone(goals),
        (Others::Layers {}, Claim::AtLeast(moves)) if model.measure == MeasureKind::Actions => {
            game.layers(moves)
        }
        _ => Err(Unproved::wrong("the proof does not show that")),
    }
}

impl<'a> Game<'a> {
    fn read(model: &Model, context: &'a SearchContext) -> Result<Self, Unproved> {
        let Question::Moves { rules, start, goal: (goal, _) } = &model.question else {
            return Err(Unproved::wrong("no pieces move in this puzzle"));
        };
        let steps = match model.board.shape {
            Shape::Lattice(Lattice::Square) => SQUARE,
            Shape::Lattice(Lattice::Hex | Lattice::Triangle) => TRIANGULAR,
            _ => return Err(Unproved::wrong("the board is no part of the square or the triangular grid")),
        };
        if model.pieces.kinds.iter().any(|kind| kind.form != Form::Unit) {
            return Err(Unproved::wrong("a piece covers several cells"));
        }
        let Some(touching) = number(model, rules, context)?.filter(|number| *number > 0) else {
            return Err(Unproved::wrong("not every move takes a coin to a free cell that others touch"));
        };
        let start = start.iter().filter(|(_, held)| **held != 0).map(|(cell, _)| *cell).collect();
        Ok(Game { steps, touching, start, goals: goals(model, goal)?, budget: context.budget() })
    }

    fn poll(&self) -> Result<(), Unproved> {
        Ok(self.budget.poll(&Progress::default())?)
    }

    fn beside(&self, cell: Coord) -> impl Iterator<Item = Coord> {
        let next =
            move |(x, y): &(i32, i32)| Some(Coord::new(cell.x.checked_add(*x)?, cell.y.checked_add(*y)?));
        self.steps.iter().filter_map(next)
    }

    /// Whether a cell has enough neighbours, without one of the coins.
    fn touched(&self, coins: &Coins, cell: Coord, without: Option<Coord>) -> bool {
        let held = self.beside(cell).filter(|near| coins.contains(near) && Some(*near) != without);
        held.count() >= self.touching
    }

    /// The free cells with enough neighbours.
    fn open(&self, coins: &Coins) -> Coins {
        let near = coins.iter().flat_map(|cell| self.beside(*cell)).filter(|cell| !coins.contains(cell));
        near.filter(|cell| self.touched(coins, *cell, None)).collect()
    }

    fn can_move(&self) -> bool {
        let open = self.open(&self.start);
        let moves = |from: &Coord| open.iter().any(|to| self.touched(&self.start, *to, Some(*from)));
        self.start.iter().any(moves)
    }

    fn one_move(&self, goal: &Coins) -> bool {
        let (mut gone, mut came) = (self.start.difference(goal), goal.difference(&self.start));
        match (gone.next(), gone.next(), came.next(), came.next()) {
            (Some(from), None, Some(to), None) => self.touched(&self.start, *to, Some(*from)),
            _ => false,
        }
    }

    /// The translations of a goal that share cells with the start, and the numbers of shared cells.
    fn overlaps(&self, goal: &Coins) -> BTreeMap<(i64, i64), usize> {
        let mut ways = BTreeMap::new();
        for here in &self.start {
            for there in goal {
                let way = (i64::from(here.x) - i64::from(there.x), i64::from(here.y) - i64::from(there.y));
                *ways.entry(way).or_default() += 1;
            }
        }
        ways
    }

    fn alone(&self, proofs: &[Alone]) -> Result<String, Unproved> {
        if proofs.len() != self.goals.len() {
            return Err(Unproved::wrong("there are not as many proofs as goals"));
        }
        let mut reasons = BTreeSet::new();
        for ((goal, anywhere), proof) in self.goals.iter().zip(proofs) {
            self.poll()?;
            let ways = if *anywhere { self.overlaps(goal) } else { BTreeMap::from([((0, 0), 0)]) };
            let places: Vec<Coins> = ways
                .into_iter()
                .filter(|(_, shared)| !anywhere || shared + 1 >= self.start.len())
                .filter_map(|(way, _)| moved(goal, way))
                .collect();
            if places.contains(&self.start) || self.start.is_empty() && goal.is_empty() {
                return Err(Unproved::wrong("the start is a goal"));
            }
            let near = places.iter().any(|place| self.one_move(place));
            reasons.insert(self.unreachable(goal, near, *proof)?);
        }
        Ok(reasons.into_iter().collect::<Vec<_>>().join("; "))
    }

    /// The reason that a goal other than the start is unreachable; `near` is whether one move reaches it.
    fn unreachable(&self, goal: &Coins, near: bool, proof: Alone) -> Result<&'static str, Unproved> {
        let (holds, reason) = match proof {
            Alone::Number {} => (self.start.len() != goal.len(), "no move changes the number of coins"),
            Alone::NoMove {} => (!self.can_move(), "no coin can move"),
            Alone::NoLastMove {} => {
                let last = goal.iter().any(|coin| self.touched(goal, *coin, None));
                (!last, "no coin of the goal can have moved last")
            }
            Alone::OneCoin {} => {
                let only = goal.iter().any(|coin| self.moves_alone(goal, *coin));
                (only && !near, "only one coin of the goal can have moved, and no single move does it")
            }
        };
        if holds { Ok(reason) } else { Err(Unproved::wrong("a goal is not ruled out as it is said")) }
    }

    /// Whether without a coin no other of a goal is touched by all but one that a move needs. After the last moves,
    /// read backwards, the other coins still lie so, together with one coin somewhere; none of them is touched
    /// by enough, so each of these moves was made by that one coin, and one move from the start to the coin's
    /// place does the same.
    fn moves_alone(&self, goal: &Coins, coin: Coord) -> bool {
        let touched =
            |cell: Coord| self.beside(cell).filter(|near| *near != coin && goal.contains(near)).count();
        goal.iter().all(|cell| *cell == coin || touched(*cell) + 1 < self.touching)
    }

    /// Checks that no plan has fewer moves. Each coin that lies elsewhere takes one. Let the first layer be the
    /// free cells that enough coins touch, the second those that are touched by enough once the first is full, and so
    /// on. A coin comes to a layer only after one came to the layer before, so each layer up to the last missing
    /// cell takes a move, and one more than was counted if no missing cell lies in it.
    fn layers(&self, moves: u64) -> Result<String, Unproved> {
        for (goal, anywhere) in &self.goals {
            if !anywhere {
                self.no_nearer(goal, moves)?;
                continue;
            }
            // Where goal and start share no cell every coin moves.
            if goal.len() == self.start.len() && (goal.len() as u64) < moves {
                return Err(Unproved::wrong("a goal may be nearer"));
            }
            for place in self.overlaps(goal).into_keys().filter_map(|way| moved(goal, way)) {
                self.no_nearer(&place, moves)?;
            }
        }
        Ok("coins lie elsewhere, and layers of cells are to be crossed".into())
    }

    fn no_nearer(&self, goal: &Coins, moves: u64) -> Result<(), Unproved> {
        if goal.len() != self.start.len() {
            return Ok(());
        }
        let mut missing: Coins = goal.difference(&self.start).copied().collect();
        let mut least = missing.len() as u64;
        let mut all = self.start.clone();
        while least < moves && !missing.is_empty() {
            self.poll()?;
            let open = self.open(&all);
            if open.is_empty() {
                return Ok(());
            }
            let before = missing.len();
            missing.retain(|cell| !open.contains(cell));
            least += u64::from(missing.len() == before);
            all.extend(open);
        }
        if least < moves { Err(Unproved::wrong("a goal may be nearer")) } else { Ok(()) }
    }
}

/// A goal translated by columns and rows.
fn moved(coins: &Coins, (x, y): (i64, i64)) -> Option<Coins> {
    let add = |at: i32, by: i64| i32::try_from(i64::from(at).checked_add(by)?).ok();
    coins.iter().map(|c| Some(Coord::new(add(c.x, x)?, add(c.y, y)?))).collect()
}
