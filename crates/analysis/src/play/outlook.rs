//! The outlook of a position of a play: a plan, a proof that there is none, or the winner.

use super::{Play, legal::LegalMove};
use crate::Answer;
use crate::reasons::{self, ReasonedHint};
use crate::solve::{Changes, Step, concluded, notation, rule_name};
use puzzlec_checker as verify;
use puzzlec_model::config::{Configuration, Partial};
use puzzlec_model::goal::{Drawn, Goal};
use puzzlec_model::{Model, Question};
use puzzlec_search::Options;
use puzzlec_search::ground::{Failure, LAY};
use puzzlec_syntax::ast::MeasureKind;
use puzzlec_task::certificate::Winner;
use puzzlec_task::{GameResult, Label, Optimality, Plan, SearchContext, Verdict};
use puzzlec_theory::Theories;

/// Maximum number of steps of a plan that are kept.
const MOST_STEPS: usize = 10_000;

/// The known answer to a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// There is a plan from here.
    Solvable {
        /// Its first steps.
        steps: Vec<Label>,
        /// The length of the moves so far and the plan together, in the puzzle's measure.
        total: u64,
        /// Whether no plan from here is shorter.
        least: bool,
        /// The next piece of a placement that deductions lay, if they do.
        reason: Option<ReasonedHint>,
    },
    /// There is none, which is proved.
    Lost,
    /// The best play of a game.
    Game {
        /// Whether the player to move wins; `None` if neither player can force a win.
        wins: Option<bool>,
        /// The winning moves that are known.
        moves: Vec<Label>,
    },
    /// Nothing, for this reason.
    Unknown(String),
}

/// A position, to be solved beside the play, perhaps in another thread.
#[derive(Clone, Debug)]
pub struct OutlookRequest<'m> {
    original: &'m Model,
    /// The same puzzle from the position.
    from_here: Model,
    /// The moves so far; none where pieces are laid, as the plan then has them.
    done: Vec<Label>,
    /// Whether a proof that there is no plan from here holds for the puzzle.
    exact: bool,
}

impl<'m> Play<'m> {
    /// The position as a puzzle of its own.
    pub fn outlook(&self) -> OutlookRequest<'m> {
        let mut from_here = self.model.clone();
        let position = self.player.position().clone();
        let whole = self.player.board().cells().len() == self.model.board.cells().len();
        if !whole {
            from_here.board = self.player.board().clone();
        }
        let mut done: Vec<Label> = self.done.iter().map(|done| done.label.clone()).collect();
        match &mut from_here.question {
            Question::Moves { start, .. } | Question::Game { start, .. } => *start = position,
            Question::Place { goal, .. } => {
                done.clear();
                let wanted = std::mem::replace(&mut goal.0, Goal::All(Vec::new()));
                goal.0 = Goal::All(vec![wanted, Goal::Drawn(holding(&position))]);
            }
        }
        // A stated window lies around the start, and goals see the cells that vanished.
        let exact = whole && self.model.window.is_none();
        OutlookRequest { original: self.model, from_here, done, exact }
    }

    /// The place in [`Play::moves`] of the move that a step is here. A move that was not listed, as it leads far away on
    /// an unbounded board, is listed from now on.
    fn locate(&mut self, label: &Label) -> Option<usize> {
        if let Some(at) = self.find(label) {
            return Some(at);
        }
        self.player.step(label, &self.budget).ok()?;
        self.player.undo();
        self.far.push(label.clone());
        self.refresh();
        self.find(label)
    }

    /// The place in [`Play::moves`] of the move that a step is here, if it is listed.
    fn find(&mut self, label: &Label) -> Option<usize> {
        if let Some(at) = self.moves.iter().position(|one| one.label == *label) {
            return Some(at);
        }
        let tried = self.player.step(label, &self.budget).ok()?;
        self.player.undo();
        let step =
            Step { label, mover: tried.mover, changes: Changes::Listed(&tried.changes), name: &tried.name };
        let (rule, short) = (rule_name(self.model, label), notation(self.model, &step));
        let mut cells: Vec<_> = tried.changes.iter().map(|(cell, ..)| cell.cell()).collect();
        cells.dedup();
        let changed: Vec<usize> = cells.iter().filter_map(|c| self.cells.binary_search(c).ok()).collect();
        let same = |one: &LegalMove| one.rule == rule && one.notation == short && one.changed == changed;
        self.moves.iter().position(same)
    }

    /// The place in [`Play::moves`] of the next move of a plan or of a winning move. On an unbounded board a move that
    /// leads far away is listed from then on, and the numbers of cells may change.
    pub fn hint(&mut self, outlook: &Outlook) -> Option<usize> {
        let placing = matches!(self.model.question, Question::Place { .. });
        match outlook {
            Outlook::Solvable { steps, reason, .. } if placing => {
                let reasoned = |play: &mut Self, at: usize| {
                    let on = |cell| reason.as_ref().is_some_and(|reason| reason.cells.contains(cell));
                    let own = play.moves.get(at).map_or(&[][..], |one| &one.changed);
                    own.iter().any(|at| play.cells.get(*at).is_some_and(on))
                };
                let moves: Vec<usize> = steps.iter().filter_map(|step| self.locate(step)).collect();
                let first = moves.iter().copied().find(|at| reasoned(self, *at));
                first.or_else(|| moves.first().copied())
            }
            Outlook::Solvable { steps: moves, .. } | Outlook::Game { moves, .. } => {
                moves.first().and_then(|step| self.locate(step))
            }
            Outlook::Lost | Outlook::Unknown(_) => None,
        }
    }

    /// What is known of the position after a legal move, by what is known of this one.
    pub fn after(&mut self, outlook: &Outlook, at: usize) -> Option<Outlook> {
        match outlook {
            Outlook::Solvable { steps, total, least, .. } => {
                let placing = matches!(self.model.question, Question::Place { .. });
                let tried = if placing { steps.len() } else { 1 };
                let taken = steps.iter().take(tried).position(|step| self.find(step) == Some(at))?;
                let mut steps = steps.clone();
                steps.remove(taken);
                Some(Outlook::Solvable { steps, total: *total, least: *least, reason: None })
            }
            Outlook::Lost => Some(Outlook::Lost),
            Outlook::Game { .. } | Outlook::Unknown(_) => None,
        }
    }
}

/// The cells hold exactly this; the others are free.
fn holding(position: &Configuration) -> Drawn {
    let cells: Partial = position.iter().map(|(cell, content)| (*cell, vec![*content].into())).collect();
    Drawn { cells, anywhere: false, rest_empty: false }
}

impl OutlookRequest<'_> {
    /// Solves the position. A plan is replayed from the start of the puzzle by the rules as written.
    pub fn answer(&self, theories: Theories, options: &Options, context: &SearchContext) -> Outlook {
        let (solved, answer) = match concluded(theories, &self.from_here, options, context) {
            Ok(found) => found,
            Err(Failure::Stop(stop)) => return Outlook::Unknown(stop.to_string()),
            Err(Failure::Diagnostics(found)) => {
                let first = found.into_iter().next().map(|diagnostic| diagnostic.headline);
                return Outlook::Unknown(first.unwrap_or_else(|| "the position has no answer".to_owned()));
            }
        };
        match (answer, solved.conclusion.verdict) {
            (Answer::Solved(_), Verdict::Solved(Plan { steps, optimality, .. })) => {
                let placing = matches!(self.original.question, Question::Place { .. });
                let steps = steps.labels().filter(|label| !placing || label.rule == LAY).take(MOST_STEPS);
                self.plan(steps.collect(), optimality, context)
            }
            (Answer::Unsolvable { .. }, _) if self.exact => Outlook::Lost,
            (Answer::Game { .. }, Verdict::Game(GameResult { winner, moves, .. })) => {
                let wins = match winner {
                    Winner::First => Some(true),
                    Winner::Second => Some(false),
                    Winner::Draw => None,
                };
                Outlook::Game { wins, moves: moves.labels().collect() }
            }
            (Answer::Stopped { reason, .. }, _) => Outlook::Unknown(reason.to_string()),
            _ => Outlook::Unknown("no plan was found from here".to_owned()),
        }
    }

    fn plan(&self, steps: Vec<Label>, optimality: Optimality, context: &SearchContext) -> Outlook {
        let whole = [self.done.as_slice(), &steps].concat();
        let replayed = verify::replay(self.original, &whole, context.budget(), &mut |_| {});
        // A step that goes on with the last run adds nothing.
        let runs = self.original.measure == MeasureKind::Runs && !self.done.is_empty();
        match replayed {
            Ok(total) => {
                let placing = matches!(self.original.question, Question::Place { .. });
                let reason = if placing { reasons::hint(&self.from_here, context) } else { None };
                Outlook::Solvable { steps, total, least: optimality == Optimality::Least && !runs, reason }
            }
            Err(rejected) => Outlook::Unknown(rejected.to_string()),
        }
    }
}
