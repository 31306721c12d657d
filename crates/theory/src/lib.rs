//! The interface of theories: of a game that the program knows theorems about.
//!
//! A theory recognizes its game by the effect of the rules, in any form. If it needs no ground puzzle for that, it may
//! answer for puzzles that no search could hold. The package owns the interface, the facts that theories report, and
//! automata of rows. It names no game.

pub mod facts;
pub mod language;
mod probe;
mod puzzle;
mod recognizer;

use std::fmt;
use std::time::Duration;

use num_bigint::BigUint;

use puzzlec_base::Budget;
use puzzlec_base::diag::Stop;
use puzzlec_checker::checker::ProofChecker;
use puzzlec_model::config::Family;
use puzzlec_model::piece::ContentId;
use puzzlec_search::ground::Failure;
use puzzlec_search::{Method, Options, Wanted};
use puzzlec_task::{Conclusion, SearchContext, Steps};

use meter::{Halted, Meter};
use recognizer::first;

pub use facts::{Content, Line, Mark, Overlay, Section};
pub use probe::{Made, Probe, probe};
pub use puzzle::Puzzle;
pub use puzzlec_search::kernel::meter;
pub use recognizer::{Games, Recognizer, Size};

/// What a theory is called, and where its theorems come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Info {
    /// The name in `theory NAME for RULE`.
    pub name: &'static str,
    /// What the game is, in a few words.
    pub title: &'static str,
    /// The paper.
    pub paper: &'static str,
    /// The module of the standard library with its rules.
    pub module: &'static str,
}

/// What is known of one game.
pub trait Theory: Recognizer {
    /// Whether a puzzle is this game, by what its rules do, with a solver of it. Says so only where it is.
    ///
    /// # Errors
    /// A limit, or that the puzzle has an error that only grounding finds.
    fn recognise<'p>(&self, puzzle: &'p Puzzle<'_>, budget: &Budget) -> Result<Recognition<'p>, Failure>;

    /// Checks the proofs of this theory, if it has any. Shares no code with what finds them.
    fn checker(&self) -> Option<&'static dyn ProofChecker>;

    /// What [`Method::Named`] may name: the ways of this theory to an answer,
    /// one by one.
    fn methods(&self) -> &'static [MethodInfo] {
        &[]
    }

    /// Whether it has a method of this name.
    fn has_method(&self, name: &str) -> bool {
        self.methods().iter().any(|method| method.name == name)
    }
}

/// A way of a theory to an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MethodInfo {
    /// Its name: lower case, with hyphens.
    pub name: &'static str,
    /// What it does, in one line without a full stop.
    pub about: &'static str,
}

/// What a puzzle is to a theory.
pub enum Recognition<'p> {
    /// Its game.
    Applies(Box<dyn Solver + 'p>),
    /// Its game, but more than it treats; why, in words.
    TooLarge(String),
    /// Another game.
    OtherGame,
}

impl<'p, S: Solver + 'p> From<Option<S>> for Recognition<'p> {
    /// The game that was read from the rules; another game where there is none.
    fn from(game: Option<S>) -> Self {
        game.map_or(Recognition::OtherGame, |game| Recognition::Applies(Box::new(game)))
    }
}

/// A puzzle in the hands of a theory.
pub trait Solver {
    /// The answer to what is asked; nothing where general search has to find it.
    ///
    /// # Errors
    /// A limit was reached.
    fn answer(&mut self, request: &mut Request<'_>) -> Result<Option<Conclusion>, Halted>;

    /// What the theory says of the puzzle.
    ///
    /// # Errors
    /// What is asked does not fit the puzzle, in words.
    fn facts(&mut self, request: &FactsRequest<'_>, budget: &Budget) -> Result<Facts, String>;

    /// The number of shortest solutions, without listing positions; nothing where general search has to count, and
    /// where it counts more and soon.
    fn count(&mut self, _: &SearchContext) -> Option<Result<Counted, Stop>> {
        None
    }

    /// Counts the starts of a family that are solvable, or won by the first player, without a list of them; nothing where
    /// each start has to be solved. The puzzle's own start is one of the family.
    fn starts(&self, _family: &Family) -> Option<Box<dyn CountStarts + '_>> {
        None
    }

    /// The automaton of the rows on a line for which the answer is yes, as a theorem describes it; nothing where there is
    /// none. It is compared with one that is proved.
    fn automaton(&self) -> Option<NamedAutomaton> {
        None
    }
}

/// Shortest solutions that a theory counts, as sequences of actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// Their length, in actions. Without a meaning if there are none.
    pub length: u64,
    /// How many there are.
    pub number: Total,
    /// Whether these are all solutions, of any length.
    pub all: bool,
}

/// A number of solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Total {
    /// This many.
    Exactly(BigUint),
    /// This many or more.
    AtLeast(BigUint),
    /// Infinitely many.
    Infinite,
}

/// A family of starts whose members are counted without a list of them.
pub trait CountStarts {
    /// How many of the starts with these contents of the first open cells are solvable, or won by the first player.
    ///
    /// # Errors
    /// A limit was reached.
    fn count(&mut self, first: &[ContentId], context: &SearchContext) -> Result<BigUint, Stop>;
}

/// An automaton with the states that a theorem has, which may be more than needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedAutomaton {
    /// Where it is described.
    pub source: &'static str,
    /// The contents of a cell, by letter.
    pub contents: Vec<ContentId>,
    /// The states; the first is the one before any cell.
    pub states: Vec<NamedState>,
}

/// A state of a named automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedState {
    /// Its name.
    pub name: String,
    /// 1 if it accepts.
    pub output: u32,
    /// Its successors, by letter.
    pub next: Vec<usize>,
}

/// What a theory is asked to answer.
pub struct Request<'a> {
    /// The requested solution.
    pub wanted: Wanted,
    /// The theory's own method that has to answer; otherwise the theory chooses.
    pub method: Option<&'static str>,
    /// Receives what was done, one sentence each, also without an answer.
    pub why: &'a mut Vec<String>,
    /// Counts what is spent.
    pub meter: &'a Meter<'a>,
    /// The budget, and the observer of progress.
    pub context: &'a SearchContext,
}

/// The answer of a theory with what it took, "stopped" where a limit came first; nothing where general search has to answer: it
/// alone has the methods that no theory names, and keeps levels. `why` receives what was done, one sentence each.
pub fn answer(
    solver: &mut dyn Solver,
    options: &Options,
    why: &mut Vec<String>,
    context: &SearchContext,
) -> Option<Conclusion> {
    let method = match options.method {
        Method::Auto => None,
        Method::Named(name) => Some(name),
        _ => return None,
    };
    if context.journal().is_some() {
        why.push("levels that are kept come from general search".into());
        return None;
    }
    let meter = &Meter::of(context);
    let found = match solver.answer(&mut Request { wanted: options.wanted, method, why, meter, context }) {
        Ok(found) => found?,
        Err(Halted) => Conclusion::stopped(meter.limit()?),
    };
    Some(Conclusion { statistics: meter.statistics(), ..found })
}

/// What is asked about a puzzle.
pub struct FactsRequest<'a> {
    /// The names of the cells of one goal, where the puzzle has several; none for the theory to choose.
    pub goal: Option<&'a [String]>,
    /// A plan to analyze: legal moves from the start to a goal, replayed before it is handed over.
    pub plan: Option<&'a dyn Steps>,
    /// Whether one line is enough, so that nothing that takes long is done.
    pub brief: bool,
    /// The time.
    pub clock: &'a dyn Fn() -> Duration,
}

/// What a theory says of a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Facts {
    /// In one line.
    pub summary: String,
    /// In full; empty where one line was asked for.
    pub sections: Vec<Section>,
}

/// A theory with a puzzle in its hands.
pub type Taken<'p> = (&'static dyn Theory, Box<dyn Solver + 'p>);

/// The theories that are asked.
#[derive(Clone, Copy)]
pub struct Theories(pub &'static [&'static dyn Theory]);

impl fmt::Debug for Theories {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.all().map(|t| t.info().name)).finish()
    }
}

impl Theories {
    /// All of them, by name.
    pub fn all(self) -> impl Iterator<Item = &'static dyn Theory> {
        self.0.iter().copied()
    }

    /// The theory of this name.
    pub fn named(self, name: &str) -> Option<&'static dyn Theory> {
        self.all().find(|theory| theory.info().name == name)
    }

    /// The checker for the proofs of the theory of this name.
    pub fn checker(self, name: &str) -> Option<&'static dyn ProofChecker> {
        self.named(name)?.checker()
    }

    /// The first theory of those that are `asked` whose game a puzzle is. `why` is told which treat its game,
    /// but not this size.
    ///
    /// # Errors
    /// None takes it, and one could not tell: a limit, or an error that only grounding finds.
    pub fn of<'p>(
        self,
        puzzle: &'p Puzzle<'_>,
        asked: &dyn Fn(&dyn Theory) -> bool,
        why: &mut Vec<String>,
        budget: &Budget,
    ) -> Result<Option<Taken<'p>>, Failure> {
        let all = || self.all().filter(|theory| asked(*theory));
        first(
            puzzle,
            budget,
            all,
            |theory| theory.needs_ground(),
            |theory| {
                Ok(match theory.recognise(puzzle, budget)? {
                    Recognition::Applies(solver) => Some((theory, solver)),
                    Recognition::TooLarge(text) => {
                        why.push(text);
                        None
                    }
                    Recognition::OtherGame => None,
                })
            },
        )
    }
}
