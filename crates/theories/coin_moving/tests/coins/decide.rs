//! The layers that decide by theorems, and the checker of their proofs.

mod figures;
mod forged;
mod layers;
mod other_games;
mod proofs;
pub mod truth;

use puzzlec_base::Budget;
use puzzlec_checker::certificate::Checked;
use puzzlec_coin_moving::Scribe;
use puzzlec_coin_moving::decide::{Decision, Layer, Reason, decide};
use puzzlec_coin_moving::problem::Problem;
use puzzlec_model::board::Coord;
use puzzlec_model::config::Configuration;
use puzzlec_model::goal::{Drawn, Goal};
use puzzlec_model::{Model, Question};
use puzzlec_proofs::coin_moving::check::Checker;
use puzzlec_proofs::coin_moving::proof::{Body, Proof};
use puzzlec_theory::meter::Meter;
use serde_json::Value;

use crate::games;

/// Cells with an `X` of rows between slashes.
pub fn cells(picture: &str) -> Vec<Coord> {
    let rows = (0..).zip(picture.split('/'));
    rows.flat_map(|(y, row)| {
        (0..).zip(row.chars()).filter(|(_, c)| *c == 'X').map(move |(x, _)| Coord::new(x, y))
    })
    .collect()
}

fn problem(start: &str, goal: &str) -> Problem {
    Problem::new(&cells(start), &cells(goal)).unwrap()
}

fn asked(problem: &Problem, layer: Layer) -> Decision {
    decide(problem, layer, &Meter::new(&Budget::unlimited())).unwrap()
}

/// The first layer that decides.
fn first(problem: &Problem) -> Option<(Layer, Decision)> {
    let mut verdicts = Layer::ALL.into_iter().map(|layer| (layer, asked(problem, layer)));
    verdicts.find(|(_, verdict)| *verdict != Decision::Open)
}

/// The proof as it stands in certificates on the plane.
fn written(problem: &Problem, reason: &Reason) -> Value {
    let board = puzzlec_model::board::Board::unbounded(puzzlec_syntax::ast::Lattice::Square);
    let scribe = Scribe { problem, name: &|cell| board.name(cell) };
    body(scribe.proof(reason).unwrap())
}

fn body(proof: Proof) -> Value {
    serde_json::to_value(Body { goals: vec![proof] }).unwrap()
}

/// The only puzzle of a text.
fn model(text: &str) -> Model {
    games::model(&games::load(text))
}

/// Puzzles on the plane, one after the other.
struct Plane(Model);

impl Plane {
    fn new() -> Self {
        let text = "edition 1\nuse coins\npuzzle P { rules coins.move; start \"\"\" o o \"\"\"; goal \"\"\" o o \"\"\" }";
        Plane(model(text))
    }

    /// What the checker says of a proof that the goal is not reached.
    fn checked(&mut self, start: &[Coord], goal: &[Coord], body: &Value) -> Checked {
        let Question::Moves { start: from, goal: (to, _), .. } = &mut self.0.question else { panic!() };
        *from = start.iter().map(|cell| (*cell, 1)).collect::<Configuration>();
        let drawn = goal.iter().map(|cell| (*cell, vec![1].into())).collect();
        *to = Goal::Drawn(Drawn { cells: drawn, anywhere: false, rest_empty: true });
        checked(&self.0, body)
    }

    fn accepts(&mut self, start: &[Coord], goal: &[Coord], body: &Value) -> bool {
        match self.checked(start, goal, body) {
            Checked::Verified(_) => true,
            Checked::Rejected(_) => false,
            Checked::Stopped(stop) => panic!("{stop:?}"),
        }
    }
}

/// What the checker says of a proof that a puzzle has no plan.
fn checked(model: &Model, body: &Value) -> Checked {
    games::checked(model, "coin_moving", &Checker, body)
}
