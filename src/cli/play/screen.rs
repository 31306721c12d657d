//! The state of the screen: the play, the cursor, the picked cell, the message.

use puzzlec_analysis::{Outlook, Play, PlayStatus, Scene};
use puzzlec_base::Span;
use puzzlec_render::counted;
use puzzlec_render::grid::Grid;
use puzzlec_task::certificate::Winner;

/// The message at a position without a solution.
const LOST: &str = "no solution from here (proved); u takes back";

/// The importance of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    Plain,
    Good,
    Bad,
}

/// A text below the board.
#[derive(Clone, Debug)]
pub(super) struct Message {
    pub(super) lines: Vec<String>,
    pub(super) tone: Tone,
}

/// What the keys act on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Board,
    Help,
    /// The goal is shown instead of the position.
    Goal,
    /// Several moves go from the picked cell to the chosen one: the moves, and the one that is marked.
    Choice(Vec<usize>, usize),
    /// A question to be answered by `y`.
    Confirm(Question),
}

/// A question before a file is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// Whether a file that is there may be replaced.
    Overwrite,
    /// Whether this expectation is added to the puzzle.
    Expectation(String),
}

/// The shortest known length of a plan from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Best {
    pub(super) length: u64,
    /// Whether none is shorter.
    pub(super) least: bool,
}

/// Everything that is shown.
pub(super) struct Screen<'m> {
    pub(super) play: Play<'m>,
    pub(super) goal: Option<Scene>,
    pub(super) coloured: bool,
    pub(super) mode: Mode,
    pub(super) cursor: usize,
    pub(super) picked: Option<usize>,
    pub(super) message: Option<Message>,
    /// The cells of the hint.
    pub(super) hinted: Vec<usize>,
    pub(super) outlook: Option<Outlook>,
    pub(super) best: Option<Best>,
    /// In a game of two players whether the program plays the first player.
    pub(super) program_first: bool,
    /// What the player waits for.
    pub(super) busy: Option<&'static str>,
    /// The text of the goal, as it is written.
    pub(super) aim: String,
    /// The board as it was drawn last, where the mouse finds cells: the grid, the first column and row of the screen,
    /// and the column and row of the grid there.
    pub(super) shown: Option<Shown>,
    /// The list of moves on the screen: its first column and row, and the numbers of columns and rows.
    pub(super) list: Option<(u16, u16, u16, u16)>,
    /// The first move of the list that is shown.
    pub(super) list_from: usize,
    pub(super) words: Words<'m>,
    /// By number of moves, whether there is a solution from there, where that is known.
    solvable: Vec<Option<bool>>,
}

/// The words of a puzzle.
pub(super) struct Words<'m> {
    /// The text at a place.
    pub(super) source: Box<dyn Fn(Span) -> Option<String> + 'm>,
    /// The rules that have a comment, with it.
    pub(super) rules: Vec<(String, String)>,
}

/// The board on the screen.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    pub(super) grid: Grid,
    /// The first column and row of the screen, and the numbers of columns and rows.
    pub(super) area: (u16, u16, u16, u16),
    /// The column and row of the grid that is drawn first.
    pub(super) scroll: (usize, usize),
}

impl Shown {
    /// The cell at a place of the screen.
    pub(super) fn cell_at(&self, column: u16, row: u16) -> Option<usize> {
        let (left, top, width, height) = self.area;
        let (x, y) = (column.checked_sub(left)?, row.checked_sub(top)?);
        if x >= width || y >= height {
            return None;
        }
        self.grid.cell_at(usize::from(x) + self.scroll.0, usize::from(y) + self.scroll.1)
    }
}

impl<'m> Screen<'m> {
    pub(super) fn new(play: Play<'m>, goal: Option<Scene>, coloured: bool, words: Words<'m>) -> Self {
        let mut screen = Screen {
            play,
            goal,
            coloured,
            mode: Mode::Board,
            cursor: 0,
            picked: None,
            message: None,
            hinted: Vec::new(),
            outlook: None,
            best: None,
            program_first: false,
            busy: None,
            aim: String::new(),
            shown: None,
            list: None,
            list_from: 0,
            words,
            solvable: Vec::new(),
        };
        let aim = screen.play.goal().and_then(|span| (screen.words.source)(span));
        screen.aim = aim.unwrap_or_default();
        // The first cell from which a move is possible.
        screen.cursor = screen.play.sources().first().copied().unwrap_or(0);
        screen
    }

    pub(super) fn tell(&mut self, tone: Tone, text: impl Into<String>) {
        self.message = Some(Message { lines: vec![text.into()], tone });
    }

    /// Whether it is proved that no solution is left.
    pub(super) fn is_lost(&self) -> bool {
        self.play.status() == PlayStatus::Open && self.outlook == Some(Outlook::Lost)
    }

    /// Notes what is known of the position.
    pub(super) fn note(&mut self) {
        let known = match self.outlook {
            Some(Outlook::Solvable { .. }) => true,
            Some(Outlook::Lost) => false,
            _ => return,
        };
        let at = self.play.count();
        self.solvable.resize(self.solvable.len().max(at + 1), None);
        if let Some(slot) = self.solvable.get_mut(at) {
            *slot = Some(known);
        }
    }

    /// That there is no solution from here, and the move that lost it, if it is known.
    pub(super) fn lost(&self) -> String {
        let here = self.play.count();
        let before = |at: usize| self.solvable.get(at).copied().flatten();
        let move_lost = (1..=here).find(|at| before(*at) == Some(false) && before(at - 1) == Some(true));
        let name = move_lost.and_then(|at| Some((at, self.play.history().nth(at - 1)?.1.to_owned())));
        match name {
            None => LOST.to_owned(),
            Some((at, name)) => {
                let back = counted((here - at + 1) as u64, "moves");
                format!("no solution since move {at}, {name} (proved); take back {back} with u")
            }
        }
    }

    /// Whether the program is to move.
    pub(super) fn awaits_program(&self) -> bool {
        self.play.is_game()
            && self.play.status() == PlayStatus::Open
            && self.play.first_to_move() == self.program_first
    }

    /// The name of the cell under the cursor.
    fn cursor_name(&self) -> Option<String> {
        self.play.scene().cells.get(self.cursor).map(|cell| cell.name.clone())
    }

    /// The next move of what is known, by its place. The cursor stays on its cell.
    pub(super) fn next_move(&mut self, outlook: &Outlook) -> Option<usize> {
        let name = self.cursor_name();
        let at = self.play.hint(outlook);
        let cells = &self.play.scene().cells;
        let place = cells.iter().position(|cell| Some(&cell.name) == name.as_ref());
        if place != Some(self.cursor) {
            (self.cursor, self.picked) = (place.unwrap_or(0), None);
        }
        at
    }

    /// Does something that changes the position. The cursor stays on its cell, if that is still shown.
    pub(super) fn change(&mut self, act: impl FnOnce(&mut Play<'m>) -> Result<bool, String>) -> bool {
        let name = self.cursor_name();
        (self.picked, self.message, self.mode) = (None, None, Mode::Board);
        self.hinted.clear();
        let changed = match act(&mut self.play) {
            Ok(changed) => changed,
            Err(why) => {
                self.tell(Tone::Bad, why);
                false
            }
        };
        let cells = &self.play.scene().cells;
        let place = cells.iter().position(|cell| Some(&cell.name) == name.as_ref());
        self.cursor = place.unwrap_or(self.cursor.min(cells.len().saturating_sub(1)));
        if changed {
            // What is known of later positions was known of other moves, unless they can be done again.
            self.outlook = None;
            self.solvable.truncate(self.play.count() + self.play.undone());
            self.report();
        }
        changed
    }

    /// Plays a legal move; the cursor goes where it ends.
    pub(super) fn go(&mut self, at: usize) -> bool {
        let Some(one) = self.play.moves().get(at) else { return false };
        let ends = one.to.first().and_then(|cell| self.play.scene().cells.get(*cell));
        let ends = ends.map(|cell| cell.name.clone());
        // A move of the plan that is known leaves the rest of it.
        let rest = self.outlook.as_ref().and_then(|outlook| self.play.after(outlook, at));
        let changed = self.change(|play| play.play(at).map(|()| true));
        if changed {
            self.outlook = rest;
            self.note();
            let cells = &self.play.scene().cells;
            let place = cells.iter().position(|cell| Some(&cell.name) == ends.as_ref());
            self.cursor = place.unwrap_or(self.cursor);
        }
        changed
    }

    /// Tells how the play stands, if there is anything to tell.
    pub(super) fn report(&mut self) {
        if let Some(fault) = self.play.fault() {
            let text = fault.to_owned();
            return self.tell(Tone::Bad, text);
        }
        match self.play.status() {
            PlayStatus::Open => {}
            PlayStatus::Solved => {
                let (length, unit) = self.play.length();
                let moves = counted(length, unit);
                let beside = match self.best {
                    Some(best) if best.length < length => {
                        format!(
                            "; {} is the {}",
                            best.length,
                            if best.least { "least" } else { "best known" }
                        )
                    }
                    Some(Best { least: true, .. }) => "; none is shorter (proved)".to_owned(),
                    _ => String::new(),
                };
                self.tell(
                    Tone::Good,
                    format!("solved with {moves}{beside}; e saves the play as an expectation"),
                );
            }
            PlayStatus::Stuck => self.tell(Tone::Bad, "no move is possible; u takes back"),
            PlayStatus::Over(Winner::Draw) => self.tell(Tone::Good, "a draw"),
            PlayStatus::Over(winner) => {
                let (tone, text) = match (winner == Winner::First) == self.program_first {
                    true => (Tone::Bad, "the program has won"),
                    false => (Tone::Good, "you have won"),
                };
                self.tell(tone, text);
            }
        }
    }
}
