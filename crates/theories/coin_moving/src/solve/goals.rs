//! The goals of a puzzle and what is known of each.

use crate::Scribe;
use crate::decide::{Decision, Layer, Reason, decide};
use crate::problem::Problem;
use crate::read::Game;
use puzzlec_model::board::Coord;
use puzzlec_proofs::coin_moving::proof::Proof;
use puzzlec_theory::meter::{Halted, Meter};

/// A goal with what is known of it.
pub(super) struct Goal<'a> {
    pub(super) problem: &'a Problem,
    pub(super) state: State,
    /// No plan to it has fewer moves, by the levels of a search that ended early.
    pub(super) apart: u32,
}

/// The status of a goal.
pub(super) enum State {
    /// Nothing.
    Unknown,
    /// There is a plan.
    Solvable,
    /// A layer rules it out.
    Impossible(Layer, Reason),
    /// All configurations were searched.
    Exhausted(Proof),
    /// It is ignored: another one is solvable.
    Skipped,
}

impl Goal<'_> {
    /// The number of coins outside the goal.
    pub(super) fn out_of_place(&self) -> usize {
        self.problem.start.iter().filter(|cell| !self.problem.goal.contains(*cell)).count()
    }

    /// Which layer rules it out.
    pub(super) fn why(&self) -> Option<Layer> {
        match &self.state {
            State::Impossible(layer, _) => Some(*layer),
            State::Exhausted(_) => Some(Layer::Search),
            State::Unknown | State::Solvable | State::Skipped => None,
        }
    }

    /// The proof that it is ruled out, if it is.
    pub(super) fn proof(&self, name: &dyn Fn(Coord) -> String) -> Option<Proof> {
        match &self.state {
            State::Impossible(_, reason) => Scribe { problem: self.problem, name }.proof(reason),
            State::Exhausted(proof) => Some(proof.clone()),
            State::Unknown | State::Solvable | State::Skipped => None,
        }
    }

    fn is_open(&self) -> bool {
        matches!(self.state, State::Unknown | State::Solvable)
    }
}

/// All goals of a puzzle, in the order of proofs.
pub(super) struct Goals<'a> {
    pub(super) all: Vec<Goal<'a>>,
}

impl<'a> Goals<'a> {
    pub(super) fn new(game: &'a Game<'_>) -> Self {
        let goal = |problem| Goal { problem, state: State::Unknown, apart: 0 };
        Goals { all: game.problems.iter().map(goal).collect() }
    }

    /// Those that are not ruled out.
    pub(super) fn open(&self) -> impl Iterator<Item = &Goal<'a>> {
        self.all.iter().filter(|goal| goal.is_open())
    }

    /// Those of which nothing is known.
    pub(super) fn unknown(&self) -> impl Iterator<Item = &Goal<'a>> {
        self.all.iter().filter(|goal| matches!(goal.state, State::Unknown))
    }

    /// Those with a plan.
    pub(super) fn solvable(&self) -> impl Iterator<Item = &Goal<'a>> {
        self.all.iter().filter(|goal| matches!(goal.state, State::Solvable))
    }

    /// Ignores all goals but those with a plan.
    pub(super) fn keep_solvable(&mut self) {
        for goal in self.all.iter_mut().filter(|goal| matches!(goal.state, State::Unknown)) {
            goal.state = State::Skipped;
        }
    }

    /// Those that are not ruled out, in order of misplaced coins.
    pub(super) fn nearest(&mut self) -> Vec<&mut Goal<'a>> {
        let mut open: Vec<&mut Goal<'a>> = self.all.iter_mut().filter(|goal| goal.is_open()).collect();
        open.sort_by_key(|goal| goal.out_of_place());
        open
    }

    /// Applies a layer to every undecided goal. Returns the numbers of goals that it rules out, and for which
    /// it shows that there is a plan.
    ///
    /// # Errors
    /// A limit.
    pub(super) fn ask(&mut self, layer: Layer, meter: &Meter<'_>) -> Result<[usize; 2], Halted> {
        let mut counts = [0, 0];
        for goal in self.all.iter_mut().filter(|goal| matches!(goal.state, State::Unknown)) {
            match decide(goal.problem, layer, meter)? {
                Decision::No(reason) => {
                    goal.state = State::Impossible(layer, reason);
                    counts = [counts[0] + 1, counts[1]];
                }
                Decision::Yes => {
                    goal.state = State::Solvable;
                    counts = [counts[0], counts[1] + 1];
                }
                Decision::Open => {}
            }
        }
        Ok(counts)
    }
}
