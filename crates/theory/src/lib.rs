//! The interface of theories: of a game that the program knows theorems about.
//!
//! A theory recognizes its game by the effect of the rules, in any form. If it needs no ground puzzle for that, it may
//! answer for puzzles that no search could hold. The package owns the interface, the facts that theories report, the
//! metering of their work, and automata of rows. It names no game.

pub mod facts;
pub mod language;
pub mod meter;
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
use puzzlec_search::Options;
use puzzlec_search::ground::Failure;
use puzzlec_task::Label;
use puzzlec_task::certificate::{Proof, TheoryProof, Winner};
use puzzlec_task::{Certificate, Optimality, SearchContext, Statistics, Steps};

use meter::{Halted, Meter};
use recognizer::first;

pub use facts::{Content, Line, Mark, Overlay, Section};
pub use probe::{Made, Probe, probe};
pub use puzzle::Puzzle;
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

    /// What [`Method::Named`](puzzlec_search::Method::Named) may name: the ways of this theory to an answer,
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
    /// The answer to what is asked; nothing where general search has to find it. `why` is told what was
    /// done, one sentence each, also without an answer.
    fn answer(
        &mut self,
        options: &Options,
        why: &mut Vec<String>,
        context: &SearchContext,
    ) -> Option<TheoryAnswer>;

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

/// An answer of a theory.
pub struct TheoryAnswer {
    /// The answer.
    pub answer: Claim,
    /// All shortest plans, where they were asked for.
    pub solutions: Option<Listed>,
    /// What it took.
    pub statistics: Statistics,
}

impl TheoryAnswer {
    /// An answer without a list of plans.
    pub fn new(answer: Claim, statistics: Statistics) -> Self {
        TheoryAnswer { answer, solutions: None, statistics }
    }

    /// An answer with what it took; "stopped" where a limit came first, and nothing where general search has to answer.
    pub fn metered(answer: Result<Option<Claim>, Halted>, meter: &Meter<'_>) -> Option<Self> {
        let answer = match answer {
            Ok(answer) => answer?,
            Err(Halted) => Claim::stopped(meter.limit()?.into()),
        };
        Some(TheoryAnswer::new(answer, meter.statistics()))
    }
}

impl From<Claim> for TheoryAnswer {
    /// An answer that took no search.
    fn from(answer: Claim) -> Self {
        TheoryAnswer::new(answer, Statistics::default())
    }
}

/// All shortest plans.
pub struct Listed {
    /// How many there are.
    pub count: String,
    /// The first of them.
    pub plans: Vec<Vec<Label>>,
}

/// An answer of a theory or a search. A plan is replayed by the rules as written, a proof is checked.
pub enum Claim {
    /// A plan.
    Plan {
        /// Its steps.
        steps: Box<dyn Steps>,
        /// Its length, where a search counted it.
        length: Option<u64>,
        /// Whether a shorter one is ruled out.
        optimality: Optimality,
        /// How long every plan is at least, where there is a proof for a certificate.
        bound: Option<LengthBound>,
    },
    /// There is none.
    Unsolvable {
        /// Why.
        certificate: Certificate,
        /// The same in a few words, for people, where the theory says it.
        reason: Option<String>,
    },
    /// There is none of at most the length that was asked for.
    NotWithin {
        /// That length.
        most: u64,
        /// No plan is shorter than this, which is more.
        at_least: u64,
        /// How long every plan is at least, where there is a proof for a certificate.
        bound: Option<LengthBound>,
    },
    /// Who wins a game of two players.
    Winner {
        /// Who.
        winner: Winner,
        /// The number of moves of both until the game ends, if the winner hurries and the other delays, where it is known.
        length: Option<u64>,
        /// The Grundy value of the start, where the player without a move loses and it is known.
        value: Option<u64>,
        /// All winning first moves.
        moves: Vec<Label>,
        /// Why, where a theory says it.
        proof: Option<TheoryProof>,
    },
    /// Something came first, a limit say.
    Stopped {
        /// The reason.
        stop: Stop,
        /// No plan is shorter; 0 where nothing is known.
        at_least: u64,
    },
}

impl Claim {
    /// A plan whose replay counts its length.
    pub fn plan(steps: Box<dyn Steps>, optimality: Optimality, bound: Option<LengthBound>) -> Self {
        Claim::Plan { steps, length: None, optimality, bound }
    }

    /// There is no plan, by this proof; `reason` is the same in a few words.
    pub fn refuted(proof: TheoryProof, reason: impl Into<String>) -> Self {
        let certificate = Certificate::Proved(Proof::Theory(proof));
        Claim::Unsolvable { certificate, reason: Some(reason.into()) }
    }

    /// There is no plan of at most this length.
    pub fn not_within(most: u64, bound: Option<LengthBound>) -> Self {
        let known = bound.as_ref().map_or(0, |bound| bound.length);
        Claim::NotWithin { most, at_least: known.max(most.saturating_add(1)), bound }
    }

    /// Nothing, where no plan is known to be long.
    pub fn stopped(stop: Stop) -> Self {
        Claim::Stopped { stop, at_least: 0 }
    }
}

/// How long every plan is at least.
pub struct LengthBound {
    /// The length.
    pub length: u64,
    /// Its proof.
    pub proof: Prove,
}

/// Computes a proof; none if a limit comes first.
pub type MakeProof = Box<dyn Fn(&SearchContext) -> Option<TheoryProof>>;

/// A proof of a bound.
pub enum Prove {
    /// It exists, and is checked before the answer is reported.
    Made(TheoryProof),
    /// It is computed for a certificate, which `verify` checks.
    Later(MakeProof),
}

impl Prove {
    /// The proof, computed if necessary; none if a limit comes first.
    pub fn proof(&self, context: &SearchContext) -> Option<TheoryProof> {
        match self {
            Prove::Made(proof) => Some(proof.clone()),
            Prove::Later(make) => make(context),
        }
    }
}

impl LengthBound {
    /// A bound whose proof is there.
    pub fn proved(length: u64, proof: TheoryProof) -> Self {
        LengthBound { length, proof: Prove::Made(proof) }
    }
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
