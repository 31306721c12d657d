//! `puzzlec play` with a game: its levels one after another, with their messages.

use std::str::FromStr;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::terminal::{Screenful, is_lost};
use crate::cli::Exit;
use crate::cli::limits::Limits;
use crate::cli::output::{Failure, Output};
use crate::cli::worlds::{GameFile, messages_before};
use puzzlec_render::safe::safe;
use puzzlec_worlds::game::{Game, Level};
use puzzlec_worlds::{Board, Draws, Key, World};

/// The time between two looks at the keyboard.
const BEAT: Duration = Duration::from_millis(50);
/// The time of a tick in games that run by the clock.
const TICK: Duration = Duration::from_millis(500);
const KEYS: &str = "arrows  x action  u undo  r restart  n p other level  q quit";

/// A level that is played.
struct Stage<'g> {
    game: &'g Game,
    world: World,
    board: Board,
    restart: Board,
    /// Earlier boards.
    history: Vec<Board>,
    draws: Draws,
    keys: usize,
    won: bool,
    /// What the player should know.
    note: String,
    /// Texts to show before the level; it begins after a key.
    texts: Vec<String>,
    tick: Instant,
}

impl<'g> Stage<'g> {
    fn new(game: &'g Game, level: &Level, texts: Vec<String>, seed: u64) -> Self {
        let world = World::new(game, level);
        let (board, restart) = (world.drawn().clone(), world.drawn().clone());
        let mut stage = Stage {
            game,
            world,
            board,
            restart,
            history: Vec::new(),
            draws: Draws::seeded(seed),
            keys: 0,
            won: false,
            note: String::new(),
            texts,
            tick: Instant::now(),
        };
        stage.begin();
        stage
    }

    fn begin(&mut self) {
        match self.world.begin(&mut self.board, &mut self.restart, &mut self.draws) {
            Ok(turn) => self.won = turn.won,
            Err(why) => self.note = why.to_string(),
        }
    }

    fn press(&mut self, key: Key) {
        self.tick = Instant::now();
        if self.won {
            return;
        }
        let before = self.board.clone();
        self.note.clear();
        match self.world.press(&mut self.board, &mut self.restart, key, &mut self.draws) {
            Ok(turn) => {
                self.keys += usize::from(key != Key::Tick);
                self.won = turn.won;
                if let Some(text) = turn.message {
                    self.note = text;
                } else if turn.capped {
                    self.note = "the rules never come to rest".to_owned();
                }
                if turn.changed {
                    self.history.push(before);
                }
            }
            Err(why) => self.note = why.to_string(),
        }
    }

    fn undo(&mut self) {
        if self.won {
            return;
        }
        if self.game.settings.noundo {
            self.note = "this game has no undo".to_owned();
            return;
        }
        self.note.clear();
        while let Some(board) = self.history.pop() {
            if board != self.board {
                self.board = board;
                break;
            }
        }
    }

    fn start_again(&mut self) {
        if self.game.settings.norestart {
            self.note = "this game has no restart".to_owned();
            return;
        }
        self.note.clear();
        self.history.push(self.board.clone());
        self.begin();
    }

    /// The board: for each cell the character of a level, in the colour of the object on top.
    fn lines(&self) -> Vec<Line<'static>> {
        let (width, height) = self.world.size();
        let cell = |x, y| {
            let objects = self.world.objects(&self.board, x, y);
            let top = objects.iter().last().and_then(|object| self.game.objects.get(object));
            let colour =
                top.and_then(|object| object.colours.first()).and_then(|name| Color::from_str(name).ok());
            let style = colour.filter(|c| *c != Color::Black).map_or(Style::new(), |c| Style::new().fg(c));
            Span::styled(format!("{} ", safe(&self.game.key(&objects).to_string())), style)
        };
        (0..height).map(|y| (0..width).map(|x| cell(x, y)).collect::<Vec<_>>().into()).collect()
    }
}

pub(super) fn run(
    file: &GameFile,
    name: Option<&str>,
    limits: &Limits,
    output: &Output,
) -> Result<Exit, Failure> {
    if file.games.is_empty() {
        file.warn(output);
        return Ok(Exit::Errors);
    }
    let all = file.levels(None).map_err(Failure::Usage)?;
    let first = file.levels(name).map_err(Failure::Usage)?.into_iter().next();
    let Some(mut at) = first.and_then(|first| all.iter().position(|level| level.1 == first.1)) else {
        return Err(Failure::Other(format!("there is no level in `{}`", file.name)));
    };
    let failed = |error: std::io::Error| Failure::Other(format!("the terminal fails: {error}"));
    let mut screenful = Screenful::enter().map_err(failed)?;
    loop {
        let Some((game, name, level)) = all.get(at) else { return Ok(Exit::Clean) };
        let texts = messages_before(&all, at).into_iter().map(str::to_owned).collect();
        let mut stage = Stage::new(game, level, texts, at as u64 + 1);
        let after = messages_before(&all, all.len());
        loop {
            screenful
                .terminal
                .draw(|frame| {
                    frame.render_widget(shown(&stage, name, at + 1 == all.len(), &after), frame.area())
                })
                .map_err(failed)?;
            if limits.cancel.is_cancelled() {
                return Ok(Exit::Interrupted);
            }
            if is_lost() {
                return Ok(Exit::Internal);
            }
            if !event::poll(BEAT).map_err(failed)? {
                if game.settings.realtime && stage.texts.is_empty() && stage.tick.elapsed() >= TICK {
                    stage.press(Key::Tick);
                }
                continue;
            }
            let Event::Key(key) = event::read().map_err(failed)? else { continue };
            if key.kind == KeyEventKind::Release {
                continue;
            }
            if key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL) {
                return Ok(Exit::Interrupted);
            }
            match key.code {
                KeyCode::Char('q') | KeyCode::Esc => return Ok(Exit::Clean),
                _ if !stage.texts.is_empty() => drop(stage.texts.remove(0)),
                KeyCode::Char('n') => at = (at + 1).min(all.len() - 1),
                KeyCode::Char('p') => at = at.saturating_sub(1),
                KeyCode::Char('u' | 'z') => stage.undo(),
                KeyCode::Char('r') => stage.start_again(),
                _ if stage.won => {
                    if at + 1 == all.len() {
                        return Ok(Exit::Clean);
                    }
                    at += 1;
                }
                KeyCode::Up | KeyCode::Char('w') => stage.press(Key::Up),
                KeyCode::Down | KeyCode::Char('s') => stage.press(Key::Down),
                KeyCode::Left | KeyCode::Char('a') => stage.press(Key::Left),
                KeyCode::Right | KeyCode::Char('d') => stage.press(Key::Right),
                KeyCode::Char('x' | ' ') | KeyCode::Enter => stage.press(Key::Action),
                _ => {}
            }
            if all.get(at).is_none_or(|level| level.1 != *name) {
                break;
            }
        }
    }
}

/// The screen: a text, or the board with notes.
fn shown(stage: &Stage<'_>, name: &str, last: bool, after: &[&str]) -> Paragraph<'static> {
    let title =
        if stage.game.title.is_empty() { String::new() } else { format!(": {}", safe(&stage.game.title)) };
    let mut lines = vec![Line::from(format!("{name}{title}")), Line::default()];
    if let Some(text) = stage.texts.first() {
        lines.extend([Line::from(safe(text)), Line::default(), Line::from("any key continues")]);
        return Paragraph::new(lines).wrap(Wrap { trim: false });
    }
    lines.extend(stage.lines());
    lines.extend([Line::default(), Line::from(safe(&stage.note))]);
    if stage.won {
        let next = if last { "any key ends the game" } else { "any key goes to the next level" };
        lines.push(Line::from(format!(
            "won with {}; {next}",
            puzzlec_render::counted(stage.keys as u64, "keys")
        )));
        lines.extend(after.iter().filter(|_| last).map(|text| Line::from(safe(text))));
    }
    lines.extend([Line::default(), Line::from(KEYS)]);
    Paragraph::new(lines).wrap(Wrap { trim: false })
}
