//! The language of a row: for which words, laid out as the start, a puzzle or game has which answer.
//!
//! A *family* is a puzzle on a line with every start: each word over the contents of a cell is a start. If the line is
//! endless, all cells beside the word are empty; otherwise the line is as long as the word. The answers are guessed from
//! short words (`learn`) and then proved for all words ([`equation`]): an automaton is reported only with its proof.

pub mod equation;
mod goal;
mod growth;
mod learn;
pub mod measure;
pub mod moves;
mod oracle;
pub mod witness;

use crate::meter::{Halted, Meter};
use equation::Checked;
use moves::Moves;
use oracle::Oracle;
use puzzlec_algebra::Automaton;
use puzzlec_algebra::automaton::Letter;
use puzzlec_base::diag::{Diagnostic, Stop};
use puzzlec_base::{Budget, Limit};
use puzzlec_model::board::{Board, Coord, Shape};
use puzzlec_model::config::Configuration;
use puzzlec_model::{Ending, Model, Question};
use puzzlec_search::ground::{Failure, ground};
use puzzlec_syntax::ast::Lattice;
use puzzlec_task::SearchContext;
use puzzlec_task::Task;
use witness::Witness;

/// The answer that an automaton gives for a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// 1 if the goal can be reached.
    Solvable,
    /// The Grundy value of the game in which the last to move wins.
    Value,
    /// 1 if the first player wins the game in which the last to move wins.
    Winner,
    /// 1 if the first player wins the game in which the last to move loses.
    Misere,
}

impl Aim {
    /// The answer for a row, from the goal and the answers after one move, in increasing order.
    pub fn value(self, goal: u32, options: &[u32]) -> u32 {
        match self {
            Aim::Solvable => u32::from(goal != 0 || options.iter().any(|v| *v != 0)),
            Aim::Value => (0..).zip(options).find(|(n, v)| n != *v).map_or(options.len() as u32, |(n, _)| n),
            Aim::Winner => u32::from(options.contains(&0)),
            Aim::Misere => u32::from(options.is_empty() || options.contains(&0)),
        }
    }
}

/// The reason that a puzzle has no family.
#[derive(Debug)]
pub enum Refused {
    /// It is not of the form; the reason as a sentence.
    Unsuited(String),
    /// A limit.
    Stopped(Stop),
    /// The text is wrong.
    Wrong(Vec<Diagnostic>),
}

/// The reason that no automaton was learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unlearned {
    Halted,
    TooManyStates,
    /// A row is too long to be played.
    TooLong,
    /// The ground actions and the moves disagree.
    Contradiction,
}

/// A puzzle on a line with all its starts.
#[derive(Debug)]
pub struct Family {
    /// Without a start; its line is cut to any length.
    bare: Model,
    moves: Moves,
    goal: Automaton,
    /// The aims, in the order in which they are tried.
    aims: &'static [Aim],
    /// The contents whose numbers show that play ends; none stands for all pieces.
    measure: Vec<Option<Letter>>,
    /// The contents of the cells of starts, in the order of the kinds.
    alphabet: Vec<Letter>,
    start: Vec<Letter>,
}

/// An automaton with its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// The answer that its outputs give.
    pub aim: Aim,
    /// The automaton on the rows of all contents.
    pub whole: Automaton,
    /// The smallest automaton on rows of the contents of starts. The empty row is not considered.
    pub starts: Automaton,
    /// The number of cases that were checked.
    pub cases: usize,
}

/// The result of the search for an automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// There is one.
    Automaton(Proved),
    /// None was found.
    None {
        /// No guess with at most this many states is right, if the search went as far.
        states: Option<usize>,
        /// By length from 0, the number of beginnings that differ for some ending: no automaton has fewer states.
        growth: Vec<usize>,
        /// Beginnings that prove the greatest of these numbers; checked.
        witness: Witness,
        /// Beginnings of rows of all contents that prove that no automaton has at most `states` states; checked.
        refuted: Option<Witness>,
    },
    /// A limit was reached.
    Stopped(Limit),
}

/// The task of a model on a line of this length.
fn on_line(bare: &Model, length: usize, budget: &Budget) -> Result<Task, Failure> {
    let board = Board::line(i32::try_from(length).unwrap_or(i32::MAX));
    ground(&Model { board, ..bare.clone() }, None, budget).map(|ground| ground.task)
}

impl Family {
    /// The family of a puzzle.
    ///
    /// # Errors
    /// The puzzle is not on a line, its rules or its goal are of no form that is covered, play does not surely end, or
    /// a limit of the budget.
    pub fn of(model: &Model, budget: &Budget) -> Result<Family, Refused> {
        let unsuited = |why: &str| Err(Refused::Unsuited(why.to_owned()));
        if model.board.shape != Shape::Lattice(Lattice::Line) {
            return unsuited("the board is not a line");
        }
        if model.has_callbacks() || model.hooks.bound.is_some() || model.hooks.invariant.is_some() {
            return unsuited("scripts run at every position");
        }
        if let Some(reason) = model.beyond_theories() {
            return unsuited(reason);
        }
        if model.window.is_some() {
            return unsuited("the puzzle states a window around its start");
        }
        let empty = Configuration::new();
        let (rules, start, question, aims): (_, _, _, &'static [Aim]) = match &model.question {
            Question::Moves { rules, start, goal } => {
                let question = Question::Moves { rules: rules.clone(), start: empty, goal: goal.clone() };
                (rules, start, question, &[Aim::Solvable])
            }
            Question::Game { rules, start, goal: None, ends, .. } if ends.last != Ending::Draws => {
                let question = Question::Game {
                    rules: rules.clone(),
                    start: empty,
                    goal: None,
                    ends: *ends,
                    wins: None,
                };
                let wins = ends.last == Ending::Wins;
                (rules, start, question, if wins { &[Aim::Value, Aim::Winner] } else { &[Aim::Misere] })
            }
            Question::Game { .. } => return unsuited("the game ends at a goal, or with a draw"),
            Question::Place { .. } => return unsuited("pieces are placed, not moved"),
        };
        let bare = bare(model, question);
        let goal = match &bare.question {
            Question::Moves { goal, .. } => goal::automaton(&goal.0, &bare.pieces, bare.board.unbounded),
            _ => Automaton::new(
                bare.pieces.contents().count(),
                0,
                &[(0, vec![0; bare.pieces.contents().count()])],
            ),
        };
        let Some(goal) = goal else {
            return unsuited("the goal does not depend on the numbers of pieces alone");
        };
        let moves = Moves::of(&bare, rules, budget)?;
        let Some(measure) = measure::measure(&moves) else {
            return unsuited("no number of pieces shows that play ends");
        };
        let start = word(&bare, start);
        let alphabet = alphabet(&bare, &start);
        Ok(Family { moves, goal, aims, measure, alphabet, start, bare })
    }

    /// The moves of a row.
    pub fn moves(&self) -> &Moves {
        &self.moves
    }

    /// The automaton of the rows where the goal holds.
    pub fn goal(&self) -> &Automaton {
        &self.goal
    }

    /// The kinds of pieces of which every move lowers the first number that it changes; `None` stands for all pieces.
    pub fn measure(&self) -> &[Option<Letter>] {
        &self.measure
    }

    /// The contents of the cells of starts, in order.
    pub fn alphabet(&self) -> &[Letter] {
        &self.alphabet
    }

    /// The puzzle's own start; on an endless line without empty cells at its ends.
    pub fn start(&self) -> &[Letter] {
        &self.start
    }

    /// The marks of contents.
    pub fn mark(&self, content: Letter) -> char {
        self.bare.pieces.glyph(u16::try_from(content).unwrap_or(0))
    }

    /// The name of a content, for people.
    pub fn name(&self, content: Letter) -> String {
        self.bare.pieces.describe(u16::try_from(content).unwrap_or(0))
    }

    /// A row in the letters of the automaton of starts; `None` if a cell has a content that starts do not have.
    pub fn letters(&self, row: &[Letter]) -> Option<Vec<Letter>> {
        let letter = |content: &Letter| self.alphabet.iter().position(|c| c == content);
        row.iter().map(|content| letter(content).and_then(|at| Letter::try_from(at).ok())).collect()
    }

    fn line(&self, length: usize, budget: &Budget) -> Result<Task, Failure> {
        on_line(&self.bare, length, budget)
    }

    /// The automaton of the family with at most `most` states on rows of all contents.
    pub fn automaton(&self, most: usize, context: &SearchContext) -> Result<Found, Stop> {
        let meter = Meter::of(context);
        let mut reason = None;
        let mut refuted = None;
        for aim in self.aims {
            let mut oracle = Oracle::new(self, *aim, &meter, context.budget());
            let mut table = learn::Table::new(self.moves.contents);
            match self.learned(*aim, most, (&mut oracle, &mut table), &meter) {
                Ok(proved) => return Ok(Found::Automaton(proved)),
                Err(Unlearned::Halted) => return Ok(stopped(&meter)),
                Err(Unlearned::Contradiction) => {
                    return Err(Stop::Bug { what: "the moves of a row are not those of its rules".into() });
                }
                Err(Unlearned::TooManyStates) => {
                    let Ok(witness) = table.witness(&mut oracle) else { return Ok(stopped(&meter)) };
                    refuted = Some((*aim, witness));
                    reason = Some(Unlearned::TooManyStates);
                }
                Err(why) => {
                    refuted = None;
                    reason = Some(why);
                }
            }
        }
        let states = (reason == Some(Unlearned::TooManyStates)).then_some(most);
        let aim = self.aims.first().copied().unwrap_or(Aim::Solvable);
        let mut oracle = Oracle::new(self, aim, &meter, context.budget());
        let Ok((growth, witness)) = growth::growth(self, &mut oracle) else { return Ok(stopped(&meter)) };
        let all = refuted.iter().map(|(aim, witness)| (*aim, witness)).chain([(aim, &witness)]);
        for (aim, witness) in all {
            match witness.holds(self, aim, &meter) {
                Ok(true) => {}
                Ok(false) => return Err(Stop::Bug { what: "beginnings of rows are not told apart".into() }),
                Err(Halted) => return Ok(stopped(&meter)),
            }
        }
        Ok(Found::None { states, growth, witness, refuted: refuted.map(|(_, witness)| witness) })
    }

    fn learned(
        &self,
        aim: Aim,
        most: usize,
        (oracle, table): (&mut Oracle<'_>, &mut learn::Table),
        meter: &Meter<'_>,
    ) -> Result<Proved, Unlearned> {
        loop {
            let guess = table.guess(oracle, most)?;
            let wrong = match equation::check(&self.moves, &self.goal, aim, &guess, meter) {
                Ok(Checked::Holds(cases)) => {
                    let starts = guess.restricted(&self.alphabet).minimised_beside_empty();
                    return Ok(Proved { aim, whole: guess, starts, cases });
                }
                Ok(Checked::Fails(wrong)) => wrong,
                Err(Halted) => return Err(Unlearned::Halted),
            };
            // The guess is wrong on this row or on one after a move.
            let mut wrong = vec![wrong];
            wrong.extend(self.moves.options(wrong.first().map_or(&[], Vec::as_slice)));
            let mut learned = false;
            for row in wrong {
                if oracle.value(&row)? != guess.value(row.iter().copied()) {
                    table.learn(&row);
                    learned = true;
                    break;
                }
            }
            if !learned {
                return Err(Unlearned::Contradiction);
            }
        }
    }
}

/// A limit was reached.
fn stopped(meter: &Meter<'_>) -> Found {
    Found::Stopped(meter.limit().unwrap_or(Limit::Cancelled))
}

/// A model without its start, scripts for pictures, and expectations.
fn bare(model: &Model, question: Question) -> Model {
    Model {
        name: model.name.clone(),
        span: model.span,
        values: model.values.clone(),
        question,
        unit: model.unit.clone(),
        measure: model.measure,
        ..Model::of_rules(model.board.clone(), model.pieces.clone(), Vec::new())
    }
}

/// The contents of the cells from the first to the last piece, or of all cells of a bounded board.
fn word(model: &Model, start: &Configuration) -> Vec<Letter> {
    let content = |at: &Coord| start.get(at).copied().map_or(0, Letter::from);
    if !model.board.unbounded {
        return model.board.cells().iter().map(content).collect();
    }
    let filled = || start.iter().filter(|(_, c)| **c != 0).map(|(at, _)| at.x);
    match (filled().min(), filled().max()) {
        (Some(first), Some(last)) => (first..=last).map(|x| content(&Coord::new(x, 0))).collect(),
        _ => Vec::new(),
    }
}

/// The contents of starts: the pieces; and the empty cell if there is just one, or if the start has empty cells.
fn alphabet(model: &Model, start: &[Letter]) -> Vec<Letter> {
    let mut pieces: Vec<Letter> =
        model.pieces.contents().map(|(id, _)| Letter::from(id)).filter(|c| *c != 0).collect();
    if pieces.len() < 2 || start.contains(&0) {
        pieces.insert(0, 0);
    }
    // By their marks, so that words are in the order of their texts.
    pieces.sort_by_key(|c| model.pieces.glyph(u16::try_from(*c).unwrap_or(0)));
    pieces
}
