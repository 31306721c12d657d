//! Checks of proofs about coins, in integer arithmetic. The trusted statements are Propositions 1.3, 1.9,
//! 1.17, 4.2, 4.5 and 5.1, and 1.15, 5.7, 5.8 and 5.9, of Galliot, Gravier and Sivignon 2021.

mod alone;
mod back;
mod bound;
mod closed;
mod game;
mod others;
mod plane;
mod pokes;
mod poking;
mod rule;
mod split;
mod walk;

use std::collections::BTreeSet;

use serde_json::Value as Json;

use super::proof::{Body, Corners, Others, Proof};
use game::Game;
use plane::{Rect, joins};
use puzzlec_base::{Budget, Progress};
use puzzlec_checker::Unproved;
use puzzlec_checker::checker::{CheckContext, Claim, ProofChecker, body as read};
use puzzlec_model::board::{Board, Coord};

pub use pokes::Pokes;

/// The checker of this theory.
pub struct Checker;

impl ProofChecker for Checker {
    fn check(&self, body: &Json, claim: Claim, cx: &CheckContext<'_>) -> Result<String, Unproved> {
        // Only proofs about other grids and numbers have a kind.
        if body.get("kind").is_some() {
            return others::check(&read::<Others>(body)?, claim, cx);
        }
        let Body { goals } = read(body)?;
        let game = Game::read(cx.model(), cx.context())?;
        let least = claim.moves(cx.model())?;
        if game.goals() != goals.len() as u128 {
            return Err(Unproved::wrong("there are not as many proofs as goals"));
        }
        let mut reasons = BTreeSet::new();
        for (goal, proof) in game.each_goal().zip(&goals) {
            let case = Case { board: game.board, start: &game.start, goal: &goal, budget: cx.budget() };
            reasons.insert(match least {
                Some(moves) => case.at_least(proof, moves)?,
                None => case.unreachable(proof)?,
            });
        }
        Ok(reasons.into_iter().collect::<Vec<_>>().join("; "))
    }
}

/// One goal of a puzzle.
#[derive(Clone, Copy)]
struct Case<'a> {
    board: &'a Board,
    start: &'a BTreeSet<Coord>,
    goal: &'a BTreeSet<Coord>,
    budget: &'a Budget,
}

impl Case<'_> {
    /// Checks that the goal is unreachable from the start; returns the reason in words.
    fn unreachable(&self, proof: &Proof) -> Result<&'static str, Unproved> {
        self.poll()?;
        if self.start == self.goal {
            return Err(Unproved::wrong("the start is a goal"));
        }
        match proof {
            Proof::Counts {} => self.counts(),
            Proof::Outside { rectangles, coin } => self.outside(rectangles, coin),
            Proof::NoLastMove {} => self.no_last_move(),
            Proof::NoFirstMove { lost } => self.no_first_move(lost),
            Proof::Isolated { coin } => self.isolated(coin),
            Proof::EvenMinimum {} => self.even_minimum(),
            Proof::Poking { goals } => self.poking(goals),
            Proof::Split { components } => self.split(components),
            Proof::LateSplit { components } => self.late_split(components),
            Proof::LookBack { positions } => self.look_back(positions),
            Proof::Exhausted { side, sets } => self.exhausted(*side, sets),
            Proof::Apart { .. } | Proof::Passed { .. } => {
                Err(Unproved::wrong("it only bounds the number of moves"))
            }
        }
    }

    /// Checks that the goal needs at least this number of moves; returns the reason in words.
    fn at_least(&self, proof: &Proof, moves: u64) -> Result<&'static str, Unproved> {
        self.poll()?;
        match (proof, moves.checked_sub(1)) {
            (_, None) => Ok("no plan has fewer than 0 moves"),
            (Proof::Apart { forward, backward }, Some(most)) => self.apart(forward, backward, most),
            (Proof::Passed { cells, choices }, Some(_)) => self.passed(cells, choices, moves),
            (proof, Some(_)) => self.unreachable(proof),
        }
    }

    fn poll(&self) -> Result<(), Unproved> {
        Ok(self.budget.poll(&Progress::default())?)
    }

    /// A cell, by its name.
    fn cell(&self, name: &str) -> Result<Coord, Unproved> {
        let found = self.board.find(name).or_else(|| game::endless(self.board, name).map(|cell| vec![cell]));
        match found.as_deref() {
            Some([cell]) => Ok(*cell),
            _ => Err(Unproved::Rejected(format!("the puzzle has no cell `{name}`"))),
        }
    }

    /// A coin of the goal, by the name of its cell.
    fn goal_coin(&self, name: &str) -> Result<Coord, Unproved> {
        let cell = self.cell(name)?;
        if self.goal.contains(&cell) {
            Ok(cell)
        } else {
            Err(Unproved::Rejected(format!("the goal has no coin on {name}")))
        }
    }

    fn rectangle(&self, [first, last]: &Corners) -> Result<Rect, Unproved> {
        let (a, b) = (self.cell(first)?, self.cell(last)?);
        if a.x > b.x || a.y > b.y {
            return Err(Unproved::Rejected(format!("{first} and {last} are not the ends of a rectangle")));
        }
        Ok(Rect::cell(a).join(Rect::cell(b)))
    }

    fn span(&self, coins: impl IntoIterator<Item = Coord>) -> Result<Vec<Rect>, Unproved> {
        plane::span(coins, self.budget)
    }

    /// Whether one move leads from the start to the goal.
    fn one_move(&self) -> bool {
        let gone: Vec<&Coord> = self.start.difference(self.goal).collect();
        let came: Vec<&Coord> = self.goal.difference(self.start).collect();
        let ([from], [to]) = (gone.as_slice(), came.as_slice()) else { return false };
        joins(**to, |cell| cell != **from && self.start.contains(&cell))
    }
}
