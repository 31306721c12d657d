//! Playing a puzzle: positions, legal moves, undo and redo, by the rules as written. No terminal and no clock.

mod ends;
mod expectation;
mod legal;
mod outlook;
mod record;
mod why_not;

pub(crate) use expectation::stated;
use std::collections::{BTreeMap, BTreeSet};

use super::picture::{Drawing, Painter};
use super::scene::{self, Scene};
use super::solve::{Changes, Step, notation, rule_name};
use legal::Listing;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::{Budget, Span};
use puzzlec_checker::{self, Change, Player, Unproved};
use puzzlec_model::board::Coord;
use puzzlec_model::piece::ContentId;
use puzzlec_model::{Ending, Model, Question};
use puzzlec_task::Label;
use puzzlec_task::certificate::Winner;

pub use legal::LegalMove;
pub use outlook::{Outlook, OutlookRequest};
pub use record::{SavedMove, SavedPlay};
pub use why_not::WhyNot;

/// Maximum number of cells of a board that can be played on.
const MOST_CELLS: usize = 20_000;

/// The state of a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayStatus {
    /// It goes on.
    Open,
    /// The position is a goal.
    Solved,
    /// The position is no goal, and no move is possible.
    Stuck,
    /// The game of two players is over.
    Over(Winner),
}

/// A puzzle that is played, from its start.
///
/// Cells are numbers of [`Scene::cells`] of the current scene. On an unbounded board the scene grows and shrinks with
/// the position, so these numbers are valid until the next move, undo or redo.
pub struct Play<'m> {
    model: &'m Model,
    budget: Budget,
    player: Player<'m>,
    painter: Painter<'m>,
    done: Vec<Done>,
    /// Moves that were undone, the last one first to be done again at the end.
    undone: Vec<Label>,
    /// The cells of the scene.
    cells: Vec<Coord>,
    scene: Scene,
    moves: Vec<LegalMove>,
    /// Whether `moves` are all legal moves.
    complete: bool,
    status: PlayStatus,
    /// Why the moves are not known.
    fault: Option<String>,
    /// Moves that are listed, too, though they lead far away.
    far: Vec<Label>,
    listing: Listing,
}

/// A move that was played.
struct Done {
    label: Label,
    rule: String,
    notation: String,
    mover: Option<(Coord, Coord)>,
    /// The position before it.
    before: Drawing,
}

impl<'m> Play<'m> {
    /// The start of a puzzle; scripts run within the budget.
    ///
    /// # Errors
    /// The board is too large, or a script that draws fails.
    pub fn new(model: &'m Model, budget: &Budget) -> Result<Self, Vec<Diagnostic>> {
        let start = puzzlec_checker::start(model);
        if model.board.cells().len().max(start.len()) > MOST_CELLS {
            let text = format!("the board of `{}` is too large to be played on", model.name);
            return Err(vec![Diagnostic::new(Code::BoardTooLarge, model.span, text)]);
        }
        let painter = Painter::new(model, drawn_cells(model, &start), &start, budget);
        let painter = painter.map_err(|fault| vec![*fault])?;
        let mut play = Play {
            model,
            budget: budget.clone(),
            player: Player::new(model),
            scene: scene::drawn(model, &[], &painter),
            painter,
            done: Vec::new(),
            undone: Vec::new(),
            cells: Vec::new(),
            moves: Vec::new(),
            complete: false,
            status: PlayStatus::Open,
            fault: None,
            far: Vec::new(),
            listing: Listing::default(),
        };
        play.refresh();
        Ok(play)
    }

    /// The puzzle.
    pub fn model(&self) -> &'m Model {
        self.model
    }

    /// The picture of the position, with the targets of the goal.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The legal moves of the position, in the order of rules and cells.
    pub fn moves(&self) -> &[LegalMove] {
        &self.moves
    }

    /// Whether [`Play::moves`] are all legal moves; otherwise there may be more, farther away.
    pub fn lists_all(&self) -> bool {
        self.complete
    }

    /// Whether the play goes on.
    pub fn status(&self) -> PlayStatus {
        self.status
    }

    /// Why the moves of the position are not known, if a script failed or a limit was reached.
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// Whether it is a game of two players.
    pub fn is_game(&self) -> bool {
        matches!(self.model.question, Question::Game { .. })
    }

    /// Whether the player who began is to move.
    pub fn first_to_move(&self) -> bool {
        self.done.len().is_multiple_of(2)
    }

    /// The place of the goal, if there is one.
    pub fn goal(&self) -> Option<Span> {
        self.model.question.goal().map(|goal| goal.1)
    }

    /// The pieces that are to be laid: the names of their kinds, and how many are left.
    pub fn supply(&self) -> Vec<(String, u16)> {
        let Question::Place { supply, .. } = &self.model.question else { return Vec::new() };
        let name = |kind| self.model.pieces.kind(kind).map_or(String::new(), |kind| kind.name.clone());
        supply.iter().zip(self.player.left()).map(|(entry, left)| (name(entry.kind), *left)).collect()
    }

    /// The length so far in the puzzle's measure, and its unit in the plural.
    pub fn length(&self) -> (u64, &str) {
        let placing = matches!(self.model.question, Question::Place { .. });
        (self.player.length(), if placing { "pieces" } else { &self.model.unit })
    }

    /// The number of moves so far.
    pub fn count(&self) -> usize {
        self.done.len()
    }

    /// The number of moves that [`Play::redo`] can do again.
    pub fn undone(&self) -> usize {
        self.undone.len()
    }

    /// The moves so far: the name of the rule, and the move in short.
    pub fn history(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.done.iter().map(|done| (done.rule.as_str(), done.notation.as_str()))
    }

    /// The cells from which a move can be chosen.
    pub fn sources(&self) -> BTreeSet<usize> {
        self.moves.iter().flat_map(|one| one.from.iter().copied()).collect()
    }

    /// The cells that complete a move from this one.
    pub fn targets(&self, from: usize) -> BTreeSet<usize> {
        let here = self.moves.iter().filter(|one| one.from.contains(&from));
        here.flat_map(|one| one.to.iter().copied()).collect()
    }

    /// The moves from one cell to another, by their places in [`Play::moves`]. Moves that read alike and do the same
    /// are listed once.
    pub fn choices(&self, from: usize, to: usize) -> Vec<usize> {
        let fits = |one: &LegalMove| one.from.contains(&from) && one.to.contains(&to);
        self.moves.iter().enumerate().filter(|(_, one)| fits(one)).map(|(at, _)| at).collect()
    }

    /// Plays a legal move, by its place in [`Play::moves`]. Moves that were undone are forgotten.
    ///
    /// # Errors
    /// There is no such move, or a script fails.
    pub fn play(&mut self, at: usize) -> Result<(), String> {
        let label = self.moves.get(at).map(|one| one.label.clone());
        let label = label.ok_or_else(|| "there is no such move".to_owned())?;
        self.step(label)?;
        self.undone.clear();
        self.refresh();
        Ok(())
    }

    /// Takes back the last move; `false` if there is none.
    ///
    /// # Errors
    /// A script fails.
    pub fn undo(&mut self) -> Result<bool, String> {
        let Some(last) = self.done.pop() else { return Ok(false) };
        let mut player = Player::new(self.model);
        for done in &self.done {
            player.step(&done.label, &self.budget).map_err(said)?;
        }
        self.player = player;
        self.painter.restore(last.before);
        self.undone.push(last.label);
        self.far.clear();
        self.refresh();
        Ok(true)
    }

    /// Plays again the move that was undone last; `false` if there is none.
    ///
    /// # Errors
    /// A script fails.
    pub fn redo(&mut self) -> Result<bool, String> {
        let Some(label) = self.undone.pop() else { return Ok(false) };
        self.step(label)?;
        self.refresh();
        Ok(true)
    }

    /// Goes back to the start; all moves can be done again.
    pub fn restart(&mut self) {
        let Some(first) = self.done.first() else { return };
        self.painter.restore(first.before.clone());
        self.player = Player::new(self.model);
        let labels = self.done.drain(..).rev().map(|done| done.label);
        self.undone.extend(labels);
        self.far.clear();
        self.refresh();
    }

    fn step(&mut self, label: Label) -> Result<(), String> {
        let tried = self.player.step(&label, &self.budget).map_err(said)?;
        let changes = Changes::Listed(&tried.changes);
        let step = Step { label: &label, mover: tried.mover, changes, name: &tried.name };
        let (notation, rule) = (notation(self.model, &step), rule_name(self.model, &label));
        let before = self.painter.drawing();
        let changes: &[Change] = &tried.changes;
        self.painter.advance(|| changes, || self.player.position());
        self.done.push(Done { label, rule, notation, mover: tried.mover, before });
        self.far.clear();
        Ok(())
    }

    /// Finds the moves, the status and the picture of the position.
    fn refresh(&mut self) {
        (self.moves, self.complete, self.fault) = (Vec::new(), false, None);
        let found = match self.listing.moves(self.model, &mut self.player, &self.far, &self.budget) {
            Ok(found) => found,
            Err(why) => {
                self.fault = Some(said(why));
                legal::FoundMoves { moves: Vec::new(), complete: false }
            }
        };
        self.status = self.judge(&found);
        self.cells = self.region(&found);
        let cells = &self.cells;
        let place = |all: &[Coord]| all.iter().filter_map(|c| cells.binary_search(&c.cell()).ok()).collect();
        self.moves = found.moves.into_iter().map(|one| one.placed(place)).collect();
        self.complete = found.complete;
        self.scene = scene::drawn(self.model, cells, &self.painter);
        scene::mark_targets(self.model, cells, &mut self.scene);
    }

    fn judge(&mut self, found: &legal::FoundMoves) -> PlayStatus {
        let none = found.moves.is_empty() && found.complete;
        let goal = self.player.is_goal(&self.budget);
        if let Ok(Some(ending)) = self.player.ending(&self.budget) {
            // The other player moved last.
            let (last, other) = match self.first_to_move() {
                true => (Winner::Second, Winner::First),
                false => (Winner::First, Winner::Second),
            };
            return match ending {
                _ if !none => PlayStatus::Open,
                Ending::Wins => PlayStatus::Over(last),
                Ending::Loses => PlayStatus::Over(other),
                Ending::Draws => PlayStatus::Over(Winner::Draw),
            };
        }
        match goal {
            Ok(true) => PlayStatus::Solved,
            Ok(false) if none => PlayStatus::Stuck,
            Ok(false) => PlayStatus::Open,
            Err(why) => {
                self.fault = Some(said(why));
                PlayStatus::Open
            }
        }
    }

    /// The cells to show: the board; on an unbounded one a rectangle around the pieces and the targets of their moves.
    fn region(&self, found: &legal::FoundMoves) -> Vec<Coord> {
        if !self.model.board.unbounded {
            return self.model.board.cells().to_vec();
        }
        let ends = found.moves.iter().flat_map(|one| one.ends.from.iter().chain(&one.ends.to)).copied();
        let mut all: Vec<Coord> = ends.collect();
        for cell in self.player.position().keys() {
            let beside = (-1..=1).flat_map(|y| (-1..=1).map(move |x| (x, y)));
            let near = beside.map(|(x, y)| Coord::new(cell.x.saturating_add(x), cell.y.saturating_add(y)));
            all.extend(near.filter(|cell| self.model.board.contains(*cell)));
        }
        if scene::area(all.iter()) > MOST_CELLS as u64 {
            return all.into_iter().collect::<BTreeSet<_>>().into_iter().collect();
        }
        scene::rectangle(all.iter()).into_iter().filter(|cell| self.model.board.contains(*cell)).collect()
    }
}

/// The cells that a painter of text would draw; here only whether there are any matters.
fn drawn_cells(model: &Model, start: &BTreeMap<Coord, ContentId>) -> Vec<Coord> {
    match model.board.unbounded {
        true => start.keys().copied().take(1).collect(),
        false => model.board.cells().to_vec(),
    }
}

fn said(why: Unproved) -> String {
    why.to_string()
}
