//! The interface between the checker and the proof checkers of theories.

use serde::de::DeserializeOwned;

use super::rules::{Extent, Reading};
use super::{Unproved, named, sets, walk};
use puzzlec_base::Budget;
use puzzlec_model::{Model, Question};
use puzzlec_syntax::ast::MeasureKind;
use puzzlec_task::SearchContext;
use puzzlec_task::certificate::{Names, Values, Winner};
use puzzlec_task::{Task, Value, ValueSet};

/// The claim of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// There is no plan.
    Unsolvable,
    /// No plan is shorter, in the puzzle's measure.
    AtLeast(u64),
    /// The winner of a two-player game.
    Winner(Winner),
}

impl Claim {
    /// The number of moves below which there is no plan; `None` if there is no plan at all.
    ///
    /// # Errors
    /// The claim is about a two-player game, or about a measure other than the number of moves.
    pub fn moves(self, model: &Model) -> Result<Option<u64>, Unproved> {
        match self {
            Claim::Unsolvable => Ok(None),
            Claim::AtLeast(moves) if model.measure == MeasureKind::Actions => Ok(Some(moves)),
            Claim::AtLeast(_) => {
                Err(Unproved::wrong("it bounds the number of moves, but the puzzle has another measure"))
            }
            Claim::Winner(_) => Err(Unproved::wrong("the proof does not cover two-player games")),
        }
    }
}

/// The conditions on a puzzle under which a proof is meaningful.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Requires {
    /// The question of the puzzle, for claims about plans. A claim about the winner is about a two-player game, whatever
    /// this says; a checker that proves only winners says [`QuestionKind::Game`].
    pub question: QuestionKind,
    /// The allowed role of scripts.
    pub scripts: Scripts,
    /// The subject of the proof.
    pub about: About,
}

/// The question of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionKind {
    /// A plan from a start to a goal.
    Moves,
    /// The winner.
    Game,
    /// An arrangement of pieces.
    Placement,
    /// A plan from a start to a goal, or an arrangement of pieces.
    Solitaire,
}

/// The allowed role of scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scripts {
    /// Any.
    Any,
    /// Scripts may forbid moves and restrict goals, but make no moves.
    NoMoves,
    /// None while the puzzle is played.
    None,
}

/// The subject of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// The puzzle as it is written; positions have no numbers.
    Puzzle,
    /// Cells that no piece ever leaves: the whole board, or a part of it.
    Cells,
}

impl Requires {
    /// The same for a claim about the winner.
    pub(super) fn of_winner(self) -> Self {
        Requires { question: QuestionKind::Game, ..self }
    }

    /// The same for a claim about plans.
    ///
    /// # Errors
    /// Only winners are proved.
    pub(super) fn of_plans(self) -> Result<Self, Unproved> {
        match self.question {
            QuestionKind::Game => Err(Unproved::wrong("the theory only proves who wins a two-player game")),
            QuestionKind::Moves | QuestionKind::Placement | QuestionKind::Solitaire => Ok(self),
        }
    }

    /// Whether a puzzle is of this kind.
    ///
    /// # Errors
    /// It is of another one.
    pub(super) fn hold(self, model: &Model) -> Result<(), Unproved> {
        use QuestionKind::{Game, Moves, Placement, Solitaire};
        let other = match (&model.question, self.question) {
            (Question::Moves { .. }, Moves | Solitaire)
            | (Question::Place { .. }, Placement | Solitaire)
            | (Question::Game { .. }, Game) => None,
            (Question::Game { .. }, Moves | Placement | Solitaire) => {
                Some("it is for a two-player game, which this kind of proof does not cover")
            }
            (Question::Place { .. }, Moves | Game) => {
                Some("a placement puzzle needs a proof that tries all arrangements")
            }
            (Question::Moves { .. }, Placement) => Some("this is not a placement puzzle"),
            (Question::Moves { .. }, Game) => Some("the puzzle is not a two-player game"),
        };
        if let Some(why) = other {
            return Err(Unproved::wrong(why));
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
    /// The conditions on a puzzle under which a proof of this theory is meaningful. [`check`](Self::check)
    /// recognises the game itself. Scripts that forbid moves leave fewer plans, and none is shown where there was none.
    fn requires(&self) -> Requires {
        Requires { question: QuestionKind::Moves, scripts: Scripts::NoMoves, about: About::Puzzle }
    }

    /// Checks that the body of a proof shows the claim. Returns the reason in words.
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

    /// The budget of the check.
    pub fn budget(&self) -> &'a Budget {
        self.context.budget()
    }

    /// The context, with the observer of progress; to be polled.
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

/// Calls `f` for every goal position of a task with these values.
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

/// Checks that the values are closed under the actions.
///
/// # Errors
/// An action does, or the start is not among them.
pub fn closed(task: &Task, frame: &[ValueSet]) -> Result<(), Unproved> {
    sets::closed(task, frame)
}

/// The listed values of every variable, checked to be all that it can ever hold.
pub(super) fn frame(reading: &Reading, values: &Values) -> Result<Vec<ValueSet>, Unproved> {
    let task = &*reading.task.flat();
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

/// Whether no piece can leave the cells of a proof.
pub(super) fn known(extent: Option<Extent>) -> Result<Extent, Unproved> {
    extent.ok_or_else(|| Unproved::wrong("the board extends beyond the searched part"))
}
