//! Keys and the mouse.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::screen::{Mode, Question, Screen, Tone};
use puzzlec_analysis::{LegalMove, Play, PlayStatus};

/// The effect of an input on the session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Nothing but drawing.
    None,
    /// The position changed.
    Changed,
    /// Look for a hint.
    Hint,
    /// Save the play; `true` if a file may be replaced.
    Save(bool),
    /// Make an expectation of the play.
    Expectation,
    /// Write this expectation.
    Write(String),
    /// End the play.
    Quit,
    /// Ctrl-C.
    Interrupt,
}

impl<'m> Screen<'m> {
    /// Takes an event of the terminal.
    pub(super) fn input(&mut self, event: &Event) -> Effect {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Mouse(mouse) => self.mouse(*mouse),
            _ => Effect::None,
        }
    }

    fn key(&mut self, key: KeyEvent) -> Effect {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return if key.code == KeyCode::Char('c') { Effect::Interrupt } else { Effect::None };
        }
        match self.mode.clone() {
            Mode::Help | Mode::Goal => {
                self.mode = Mode::Board;
                if key.code == KeyCode::Char('q') { Effect::Quit } else { Effect::None }
            }
            Mode::Choice(moves, at) => self.choose(key.code, &moves, at),
            Mode::Confirm(question) => {
                self.mode = Mode::Board;
                self.message = None;
                match (key.code, question) {
                    (KeyCode::Char('y' | 'Y'), Question::Overwrite) => Effect::Save(true),
                    (KeyCode::Char('y' | 'Y'), Question::Expectation(line)) => Effect::Write(line),
                    _ => {
                        self.tell(Tone::Plain, "nothing is written");
                        Effect::None
                    }
                }
            }
            Mode::Board => self.on_board(key.code),
        }
    }

    fn on_board(&mut self, code: KeyCode) -> Effect {
        match code {
            KeyCode::Left => self.walk((-1, 0)),
            KeyCode::Right => self.walk((1, 0)),
            KeyCode::Up => self.walk((0, -1)),
            KeyCode::Down => self.walk((0, 1)),
            KeyCode::Tab => self.next(true),
            KeyCode::BackTab => self.next(false),
            KeyCode::Enter | KeyCode::Char(' ') => return self.enter(),
            KeyCode::Esc => {
                (self.picked, self.message) = (None, None);
                self.hinted.clear();
            }
            KeyCode::Char('u') | KeyCode::Backspace => return self.turn_back(Play::undo),
            KeyCode::Char('r') => return self.turn_back(Play::redo),
            KeyCode::Char('n') => {
                let restart = |play: &mut Play<'m>| {
                    play.restart();
                    Ok(true)
                };
                return if self.change(restart) { Effect::Changed } else { Effect::None };
            }
            KeyCode::Char('h') => return Effect::Hint,
            KeyCode::Char('m') => self.list_moves(|_| true),
            KeyCode::Char('w') => self.explain(),
            KeyCode::Char('g') if self.goal.is_some() => self.mode = Mode::Goal,
            KeyCode::Char('o') if self.play.is_game() => {
                self.program_first = self.play.first_to_move() != self.awaits_program();
                (self.picked, self.message) = (None, None);
                return Effect::Changed;
            }
            KeyCode::Char('s') => return Effect::Save(false),
            KeyCode::Char('e') => return Effect::Expectation,
            KeyCode::Char('?') => self.mode = Mode::Help,
            KeyCode::Char('q') => return Effect::Quit,
            _ => {}
        }
        Effect::None
    }

    /// Undoes or redoes a move; in a game until it is the player's turn again.
    fn turn_back(&mut self, step: fn(&mut Play<'m>) -> Result<bool, String>) -> Effect {
        let (game, first) = (self.play.is_game(), self.program_first);
        let turn = |play: &mut Play<'m>| {
            let mut changed = step(play)?;
            let any = changed;
            while changed && game && play.status() == PlayStatus::Open && play.first_to_move() == first {
                changed = step(play)?;
            }
            Ok(any)
        };
        if self.change(turn) { Effect::Changed } else { Effect::None }
    }

    /// Moves the cursor to the nearest cell in a direction.
    fn walk(&mut self, (dx, dy): (i64, i64)) {
        let Some(shown) = &self.shown else { return };
        let Some(from) = shown.grid.middle(self.cursor) else { return };
        let distance = |to: (usize, usize)| {
            // A row is as high as two columns are wide.
            let x = to.0 as i64 - from.0 as i64;
            let y = 2 * (to.1 as i64 - from.1 as i64);
            let (along, aside) = (x * dx + y * dy, (x * dy).abs() + (y * dx).abs());
            (along > 0 && aside <= 2 * along).then_some(along + 2 * aside)
        };
        let cells = 0..self.play.scene().cells.len();
        let near = cells.filter_map(|cell| Some((distance(shown.grid.middle(cell)?)?, cell))).min();
        if let Some((_, cell)) = near {
            self.cursor = cell;
        }
    }

    /// Moves the cursor to the next cell from which a move is possible, or that completes one.
    fn next(&mut self, forward: bool) {
        let cells = match self.picked {
            Some(from) => self.play.targets(from),
            None => self.play.sources(),
        };
        let found = if forward {
            cells.range(self.cursor + 1..).next().or_else(|| cells.first())
        } else {
            cells.range(..self.cursor).next_back().or_else(|| cells.last())
        };
        self.cursor = found.copied().unwrap_or(self.cursor);
    }

    /// Picks the cell under the cursor, or plays the move to it.
    fn enter(&mut self) -> Effect {
        if self.awaits_program() {
            return Effect::None;
        }
        let here = self.cursor;
        (self.message, self.hinted) = (None, Vec::new());
        let Some(from) = self.picked else {
            let targets = self.play.targets(here);
            if targets.is_empty() && self.play.moves().iter().any(|one| one.from.is_empty()) {
                self.list_moves(|one| one.from.is_empty());
            } else if targets.is_empty() {
                self.tell(Tone::Plain, "no move begins here; Tab goes to cells where one does");
            } else if targets.iter().eq([&here]) {
                return self.finish(here, here);
            } else {
                self.picked = Some(here);
            }
            return Effect::None;
        };
        if self.play.targets(from).contains(&here) {
            return self.finish(from, here);
        }
        if from == here {
            self.picked = None;
        } else if !self.play.targets(here).is_empty() {
            self.picked = Some(here);
        } else {
            self.explain();
        }
        Effect::None
    }

    /// Shows a list of moves, of which one can be chosen.
    fn list_moves(&mut self, listed: impl Fn(&LegalMove) -> bool) {
        let all = self.play.moves().iter().enumerate();
        let moves: Vec<usize> = all.filter(|(_, one)| listed(one)).map(|(at, _)| at).collect();
        if !moves.is_empty() && !self.awaits_program() {
            (self.message, self.mode) = (None, Mode::Choice(moves, 0));
        }
    }

    /// Plays the move between two cells, or shows those that there are.
    fn finish(&mut self, from: usize, to: usize) -> Effect {
        match self.play.choices(from, to).as_slice() {
            [] => Effect::None,
            [one] => {
                if self.go(*one) {
                    Effect::Changed
                } else {
                    Effect::None
                }
            }
            several => {
                self.mode = Mode::Choice(several.to_vec(), 0);
                Effect::None
            }
        }
    }

    /// Keys while there is a list of moves.
    fn choose(&mut self, code: KeyCode, moves: &[usize], at: usize) -> Effect {
        let last = moves.len().saturating_sub(1);
        let number = match code {
            KeyCode::Char(c) => c.to_digit(10).and_then(|n| usize::try_from(n).ok()?.checked_sub(1)),
            _ => None,
        };
        let chosen = match code {
            KeyCode::Up => return self.mark(moves, at.saturating_sub(1)),
            KeyCode::Down | KeyCode::Tab => return self.mark(moves, (at + 1).min(last)),
            KeyCode::Enter | KeyCode::Char(' ') => moves.get(at),
            _ => number.and_then(|number| moves.get(number)),
        };
        match chosen {
            Some(one) => {
                if self.go(*one) {
                    Effect::Changed
                } else {
                    Effect::None
                }
            }
            None => {
                if matches!(code, KeyCode::Esc | KeyCode::Char('q')) {
                    self.mode = Mode::Board;
                }
                Effect::None
            }
        }
    }

    fn mark(&mut self, moves: &[usize], at: usize) -> Effect {
        self.mode = Mode::Choice(moves.to_vec(), at);
        Effect::None
    }

    /// Tells why no move goes from the picked cell to the one under the cursor.
    fn explain(&mut self) {
        let from = self.picked.unwrap_or(self.cursor);
        match self.play.why_not(from, self.cursor) {
            Some(why) => {
                self.tell(Tone::Bad, why.text);
                let quoted = why.condition.and_then(|span| self.quoted(span, &why.values));
                // A piece that no rule moves there: what the rules do.
                let rules = self
                    .words
                    .rules
                    .iter()
                    .filter(|(name, _)| why.rule.as_ref().is_none_or(|rule| rule == name));
                let comments = rules.map(|(name, comment)| format!("{name}: {}", comment.replace('\n', " ")));
                let more: Vec<String> = why.note.into_iter().chain(quoted).chain(comments).collect();
                if let Some(message) = &mut self.message {
                    message.lines.extend(more);
                }
            }
            None => self.tell(Tone::Good, "this move is possible"),
        }
    }

    /// The text of a condition, as it is written, and what its words stand for.
    fn quoted(&self, span: puzzlec_base::Span, values: &[String]) -> Option<String> {
        let text = (self.words.source)(span)?;
        let named = |value: &&String| value.split(' ').next().is_some_and(|name| text.contains(name));
        let values: Vec<&str> = values.iter().filter(named).map(String::as_str).collect();
        let values = if values.is_empty() { String::new() } else { format!(", where {}", values.join(", ")) };
        Some(format!("this does not hold: {text}{values}"))
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Effect {
        let Some(shown) = &self.shown else { return Effect::None };
        let cell = shown.cell_at(mouse.column, mouse.row);
        match (mouse.kind, self.mode.clone()) {
            (MouseEventKind::Down(MouseButton::Left), Mode::Board) => {
                let Some(cell) = cell else { return Effect::None };
                self.cursor = cell;
                self.enter()
            }
            // A piece may also be dragged.
            (MouseEventKind::Up(MouseButton::Left), Mode::Board) => match (self.picked, cell) {
                (Some(from), Some(cell))
                    if self.play.targets(from).contains(&cell) && self.cursor != cell =>
                {
                    self.cursor = cell;
                    self.finish(from, cell)
                }
                _ => Effect::None,
            },
            (MouseEventKind::Down(MouseButton::Left), Mode::Choice(moves, at)) => {
                let line = self.list.and_then(|(x, y, w, h)| {
                    let (across, down) = (mouse.column.checked_sub(x)?, mouse.row.checked_sub(y)?);
                    (across < w && down < h).then_some(usize::from(down))
                });
                match line.and_then(|line| moves.get(line + self.list_from)).copied() {
                    Some(one) => {
                        if self.go(one) {
                            Effect::Changed
                        } else {
                            Effect::None
                        }
                    }
                    None => {
                        self.mode = if line.is_some() { Mode::Choice(moves, at) } else { Mode::Board };
                        Effect::None
                    }
                }
            }
            (MouseEventKind::Down(MouseButton::Left), Mode::Help | Mode::Goal) => {
                self.mode = Mode::Board;
                Effect::None
            }
            _ => Effect::None,
        }
    }
}
