//! What a checker of one kind of proof needs, and what a theory brings to check its own.

use serde::de::DeserializeOwned;

use super::rules::{Extent, Reading};
use super::{Unproved, named, sets, walk};
use crate::base::Budget;
use crate::engine::SearchContext;
use crate::engine::certificate::{Names, Values, Winner};
use crate::model::{Model, Question};
use crate::task::{Task, Value, ValueSet};

/// What a proof shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// There is no plan.
    Unsolvable,
    /// No plan is shorter, in the puzzle's measure.
    AtLeast(u64),
    /// Who wins a game of two players.
    Winner(Winner),
}

/// What must hold of a puzzle before a proof means anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Requires {
    /// What the puzzle asks.
    pub question: QuestionKind,
    /// What part scripts may have.
    pub scripts: Scripts,
    /// What the proof speaks of.
    pub about: About,
}

/// What a puzzle asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionKind {
    /// For moves from a start to a goal.
    Moves,
    /// Who wins.
    Game,
    /// How pieces are laid.
    Placement,
}

/// What part scripts may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scripts {
    /// Any.
    Any,
    /// They make no moves: they may forbid some, and say what is no goal.
    NoMoves,
    /// None while the puzzle is played.
    None,
}

/// What a proof speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// The puzzle as it is written: no position is numbered.
    Puzzle,
    /// Cells that hold every piece for ever: the whole board, or a part that no piece leaves.
    Cells,
}

impl Requires {
    /// Whether a puzzle is of this kind.
    ///
    /// # Errors
    /// It is of another one.
    pub(super) fn hold(self, model: &Model) -> Result<(), Unproved> {
        let asks = match model.question {
            Question::Moves { .. } => QuestionKind::Moves,
            Question::Game { .. } => QuestionKind::Game,
            Question::Place { .. } => QuestionKind::Placement,
        };
        if asks != self.question {
            return Err(Unproved::wrong(match asks {
                QuestionKind::Game => "it is for a two-player game, which this kind of proof does not cover",
                QuestionKind::Placement => "a placement puzzle needs a proof that tries all arrangements",
                QuestionKind::Moves if self.question == QuestionKind::Placement => {
                    "this is not a placement puzzle"
                }
                QuestionKind::Moves => "the puzzle is not a two-player game",
            }));
        }
        let makes_moves = super::scripted(model);
        match self.scripts {
            Scripts::NoMoves | Scripts::None if makes_moves => {
                Err(Unproved::wrong("the proof does not cover the moves of scripts"))
            }
            Scripts::None if model.has_callbacks() => {
                Err(Unproved::wrong("a puzzle with scripts needs a forward proof"))
            }
            Scripts::Any | Scripts::NoMoves | Scripts::None => Ok(()),
        }
    }
}

/// Checks the proofs of one theory. It shares no code with what finds them.
pub trait ProofChecker: Sync {
    /// What must hold of a puzzle before a proof of this theory means anything. The game itself is
    /// recognised by [`check`](Self::check).
    fn requires(&self) -> Requires;

    /// Checks that the body of a proof shows the claim; says in words why it does.
    ///
    /// # Errors
    /// It does not, or a limit.
    fn check(
        &self,
        body: &serde_json::Value,
        claim: Claim,
        cx: &CheckContext<'_>,
    ) -> Result<String, Unproved>;
}

/// The checkers of the theories, by the names of these.
#[derive(Clone, Copy)]
pub struct Checkers<'a>(pub &'a dyn Fn(&str) -> Option<&'static dyn ProofChecker>);

impl Checkers<'_> {
    /// No theory.
    pub const NONE: Checkers<'static> = Checkers(&|_| None);

    pub(super) fn of(self, theory: &str) -> Result<&'static dyn ProofChecker, Unproved> {
        let found = (self.0)(theory);
        found.ok_or_else(|| Unproved::Rejected(format!("the theory `{theory}` has no proofs")))
    }
}

/// The puzzle that a proof is about, as the checker reads it.
pub struct CheckContext<'a> {
    pub(super) model: &'a Model,
    pub(super) reading: Option<&'a Reading>,
    pub(super) context: &'a SearchContext,
}

impl<'a> CheckContext<'a> {
    /// The puzzle.
    pub fn model(&self) -> &'a Model {
        self.model
    }

    /// What the check may spend.
    pub fn budget(&self) -> &'a Budget {
        self.context.budget()
    }

    /// The same with whoever is told how far the check is: poll it.
    pub fn context(&self) -> &'a SearchContext {
        self.context
    }

    /// The moves, the start and the goal on the cells of the proof, read from the rules by the checker.
    ///
    /// # Errors
    /// The proof is not about cells.
    pub fn task(&self) -> Result<&'a Task, Unproved> {
        self.reading.map(|r| &r.task).ok_or_else(|| Unproved::wrong("the proof does not cover cells"))
    }

    /// The listed values of every variable, checked to be all that it can ever hold.
    ///
    /// # Errors
    /// They are not.
    pub fn frame(&self, values: &Values) -> Result<Vec<ValueSet>, Unproved> {
        match self.reading {
            Some(reading) => frame(reading, values),
            None => Err(Unproved::wrong("the proof does not cover cells")),
        }
    }
}

/// The body of a proof, in the form in which its theory writes it.
///
/// # Errors
/// It has another form.
pub fn body<T: DeserializeOwned>(body: &serde_json::Value) -> Result<T, Unproved> {
    T::deserialize(body)
        .map_err(|e| Unproved::Rejected(format!("the body of the proof has another form: {e}")))
}

/// All positions of these values that are goals of a task, told to `f` one by one.
///
/// # Errors
/// There are too many, or a limit.
pub fn goals(
    task: &Task,
    frame: &[ValueSet],
    context: &SearchContext,
    f: &mut dyn FnMut(&[Value]),
) -> Result<(), Unproved> {
    sets::goals(task, frame, context, f)
}

/// Checks that no action leads out of the values.
///
/// # Errors
/// One does, or the start lies outside.
pub fn closed(task: &Task, frame: &[ValueSet]) -> Result<(), Unproved> {
    sets::closed(task, frame)
}

/// The listed values of every variable, checked to be all that it can ever hold.
pub(super) fn frame(reading: &Reading, values: &Values) -> Result<Vec<ValueSet>, Unproved> {
    let task = &reading.task;
    let names = Names::new(task);
    let mut sets = vec![ValueSet::new(); task.variables.len()];
    for (variable, held) in values {
        let mut last = None;
        for value in held {
            let (var, value) = named(&names, variable, value)?;
            if last.replace(value).is_some_and(|before| before >= value) {
                return Err(Unproved::Rejected(format!("the values of `{variable}` are not in order")));
            }
            if let Some(set) = sets.get_mut(var as usize) {
                set.insert(value);
            }
        }
    }
    closed(task, &sets)?;
    if reading.escapes.iter().any(|escape| sets::may_apply(escape, &sets)) {
        return Err(Unproved::wrong(walk::LEAVES));
    }
    Ok(sets)
}

/// Whether the cells of a proof are the whole puzzle for every piece.
pub(super) fn known(extent: Option<Extent>) -> Result<Extent, Unproved> {
    extent.ok_or_else(|| Unproved::wrong("the board extends beyond the searched part"))
}
