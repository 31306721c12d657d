//! `puzzlec play` with a game: its levels one after another, with their messages.

mod advice;
mod stage;

use std::path::Path;
use std::thread;
use std::time::Duration;

use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use crate::cli::exit::Exit;
use crate::cli::limits::Limits;
use crate::cli::output::{Failure, Output};
use crate::cli::terminal::{Screenful, is_lost};
use crate::cli::worlds::{GameFile, messages_before};
use crate::cli::write;
use advice::Adviser;
use puzzlec_analysis::keyed;
use puzzlec_base::CancelToken;
use puzzlec_render::counted;
use puzzlec_render::safe::safe;
use puzzlec_worlds::Key;
use stage::Stage;

/// The interval between two checks of the keyboard.
const BEAT: Duration = Duration::from_millis(50);
/// The time of a tick in games that run by the clock.
const TICK: Duration = Duration::from_millis(500);
/// The time in which a play is confirmed before it is written.
const CONFIRMED: Duration = Duration::from_secs(10);
const KEYS: &str = "x action  u undo  r restart  h hint  t steps  e expect  n p other level  q quit";
/// Keys beside each other as the directions of a hexagon; a block of digits has them, too.
const HEX: &str = "left right  i o k l slanting";
const LOST: &str = "no solution from here (proved); u takes back";
const STEPS: &str = "left right other step  t board";

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
    let after = messages_before(&all, all.len());
    thread::scope(|scope| {
        let mut adviser = Adviser::new(scope, limits);
        loop {
            let Some((game, name, level)) = all.get(at) else { return Ok(Exit::Clean) };
            let texts = messages_before(&all, at).into_iter().map(str::to_owned).collect();
            let stage = Stage::new((game, name, level), texts, at as u64 + 1);
            let mut session = Session { file, limits, stage, wanted: false, question: None };
            let last = at + 1 == all.len();
            session.look(&mut adviser);
            loop {
                if let Some((advice, hint)) = adviser.answer() {
                    session.learn(&mut adviser, advice, hint);
                }
                let busy = session.wanted && adviser.is_busy().is_some();
                screenful
                    .terminal
                    .draw(|frame| {
                        let shown = session.shown((last, busy, output.is_coloured()), &after);
                        frame.render_widget(shown, frame.area());
                    })
                    .map_err(failed)?;
                if limits.cancel.is_cancelled() {
                    return Ok(Exit::Interrupted);
                }
                if is_lost() {
                    return Ok(Exit::Internal);
                }
                if !event::poll(BEAT).map_err(failed)? {
                    let stage = &mut session.stage;
                    let runs = game.settings.realtime && stage.texts.is_empty() && stage.shown.is_none();
                    if runs && stage.tick.elapsed() >= TICK {
                        session.press(&mut adviser, Key::Tick);
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
                match session.key(&mut adviser, key.code) {
                    After::Stay => {}
                    After::Quit => return Ok(Exit::Clean),
                    After::Next if last => return Ok(Exit::Clean),
                    After::Next => {
                        at += 1;
                        break;
                    }
                    After::Other(forward) => {
                        let other = if forward { (at + 1).min(all.len() - 1) } else { at.saturating_sub(1) };
                        if other != at {
                            at = other;
                            break;
                        }
                    }
                }
            }
        }
    })
}

/// What follows a key.
enum After {
    Stay,
    Quit,
    /// The level after the one that is won.
    Next,
    /// The next level, or the previous one.
    Other(bool),
}

/// The play of a level.
struct Session<'s> {
    file: &'s GameFile,
    limits: &'s Limits,
    stage: Stage<'s>,
    /// Whether the player waits for a hint.
    wanted: bool,
    /// An expectation that is written if the player says so.
    question: Option<String>,
}

impl<'s> Session<'s> {
    /// Searches from a new position.
    fn look(&mut self, adviser: &mut Adviser<'_, 's>) {
        adviser.stop();
        self.wanted = false;
        let stage = &self.stage;
        if !stage.won && stage.advice.is_none() && stage.game.has_goal() {
            let position = (stage.board.clone(), stage.restart.clone());
            adviser.begin((stage.game, stage.level), position, false);
        }
    }

    fn learn(&mut self, adviser: &mut Adviser<'_, 's>, advice: advice::Advice, hint: bool) {
        let longer = self.wanted && !hint && advice == advice::Advice::Unknown;
        self.stage.learn(advice, self.wanted && !longer);
        if longer {
            let position = (self.stage.board.clone(), self.stage.restart.clone());
            adviser.begin((self.stage.game, self.stage.level), position, true);
        } else {
            self.wanted = false;
        }
    }

    fn press(&mut self, adviser: &mut Adviser<'_, 's>, key: Key) {
        let before = self.stage.board.clone();
        self.stage.press(key);
        // A tick that changes nothing does not end a search.
        if key != Key::Tick || before != self.stage.board {
            self.look(adviser);
        }
    }

    fn key(&mut self, adviser: &mut Adviser<'_, 's>, code: KeyCode) -> After {
        if let Some(line) = self.question.take() {
            let yes = matches!(code, KeyCode::Char('y' | 'Y'));
            self.stage.note = if yes { self.written(&line) } else { "nothing is written".to_owned() };
            return After::Stay;
        }
        let direction = match code {
            KeyCode::Up | KeyCode::Char('w') => Some(Key::Up),
            KeyCode::Down | KeyCode::Char('s') => Some(Key::Down),
            KeyCode::Left | KeyCode::Char('a') => Some(Key::Left),
            KeyCode::Right | KeyCode::Char('d') => Some(Key::Right),
            KeyCode::Char('x' | ' ') | KeyCode::Enter => Some(Key::Action),
            KeyCode::Char('i' | '7') => Some(Key::UpLeft),
            KeyCode::Char('o' | '9') => Some(Key::UpRight),
            KeyCode::Char('k' | '1') => Some(Key::DownLeft),
            KeyCode::Char('l' | '3') => Some(Key::DownRight),
            _ => None,
        };
        let known = Key::of(self.stage.game.shape);
        let direction = direction.filter(|key| known.into_iter().any(|known| known == *key));
        match code {
            KeyCode::Char('q') | KeyCode::Esc => return After::Quit,
            _ if !self.stage.texts.is_empty() => drop(self.stage.texts.remove(0)),
            KeyCode::Char('n') => return After::Other(true),
            KeyCode::Char('p') => return After::Other(false),
            KeyCode::Char('t') => self.stage.show_steps(self.file),
            KeyCode::Char('e') => self.ask(),
            KeyCode::Char('u' | 'z') => {
                self.stage.undo();
                self.look(adviser);
            }
            KeyCode::Char('r') => {
                self.stage.start_again();
                self.look(adviser);
            }
            _ if self.stage.shown.is_some() => match direction {
                Some(Key::Left | Key::Up) => drop(self.stage.go(false)),
                Some(_) => drop(self.stage.go(true)),
                None => {}
            },
            _ if self.stage.won => return After::Next,
            KeyCode::Char('h') => self.hint(adviser),
            _ => direction.into_iter().for_each(|key| self.press(adviser, key)),
        }
        After::Stay
    }

    fn hint(&mut self, adviser: &mut Adviser<'_, 's>) {
        let stage = &mut self.stage;
        if !stage.game.has_goal() {
            stage.note = "no hint: the game has no condition of winning".to_owned();
        } else if stage.advice.as_ref().is_some_and(|advice| *advice != advice::Advice::Unknown) {
            stage.hint();
        } else {
            self.wanted = true;
            if adviser.is_busy().is_none() {
                let position = (stage.board.clone(), stage.restart.clone());
                adviser.begin((stage.game, stage.level), position, true);
            }
        }
    }

    /// Asks whether the play becomes an expectation.
    fn ask(&mut self) {
        let stage = &mut self.stage;
        if !stage.won {
            stage.note = "only a play that has won is a plan".to_owned();
            return;
        }
        let budget = self.limits.quiet(Some(CONFIRMED), CancelToken::default());
        match keyed::expectation(self.file, stage.name, &stage.keys, &budget) {
            Ok(line) => {
                let first = line.lines().next().unwrap_or("");
                let more = if line.lines().count() > 1 { " …" } else { "" };
                stage.note = format!("add `{first}{more}` to the puzzle? y/n");
                self.question = Some(line);
            }
            Err(why) => stage.note = why,
        }
    }

    /// Writes an expectation into the file of the puzzle, if nothing else has changed it; what came of it.
    fn written(&self, line: &str) -> String {
        let path = &self.file.name;
        let Some(changed) = keyed::with_expectation(self.file, self.stage.name, line) else {
            return "the puzzle has no place for it".to_owned();
        };
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) => return format!("cannot read `{path}`: {error}"),
        };
        let (mark, text) = match text.strip_prefix('\u{feff}') {
            Some(text) => ("\u{feff}", text),
            None => ("", text.as_str()),
        };
        if text != self.file.text {
            return format!("`{path}` was changed in the meantime; nothing is written");
        }
        match write::text(Path::new(path), &format!("{mark}{changed}")) {
            Ok(()) => format!("added to `{path}`; `puzzlec test` checks it"),
            Err(error) => format!("cannot write `{path}`: {error}"),
        }
    }

    /// The screen: a text, the steps of a key, or the board with notes.
    fn shown(&self, (last, busy, coloured): (bool, bool, bool), after: &[&str]) -> Paragraph<'static> {
        let stage = &self.stage;
        let title = match stage.game.title.as_str() {
            "" => String::new(),
            title => format!(": {}", safe(title)),
        };
        let least = stage.least.map(|least| format!("   least {}", counted(least as u64, "keys")));
        let played = counted(stage.keys.len() as u64, "keys");
        let heading = format!("{}{title}   {played}{}", stage.name, least.unwrap_or_default());
        let mut lines = vec![Line::from(heading), Line::default()];
        if let Some(text) = stage.texts.first() {
            lines.extend([Line::from(safe(text)), Line::default(), Line::from("any key continues")]);
            return Paragraph::new(lines).wrap(Wrap { trim: false });
        }
        if let Some((steps, at)) = &stage.shown {
            let step = steps.get(*at);
            lines.extend(step.into_iter().flat_map(|step| &step.board).map(|row| Line::from(safe(row))));
            let what = step.map_or("", |step| step.what.as_str());
            let number = format!("{} of {}: {}", at + 1, steps.len(), safe(what));
            lines.extend([Line::default(), Line::from(number), Line::default(), Line::from(STEPS)]);
            return Paragraph::new(lines).wrap(Wrap { trim: false });
        }
        lines.extend(stage.lines(coloured));
        let note = if busy { "looking for a plan…".to_owned() } else { safe(&stage.note) };
        lines.extend([Line::default(), Line::from(note)]);
        if stage.is_lost() {
            let style = Style::new().add_modifier(Modifier::BOLD);
            lines.push(Line::styled(LOST, if coloured { style.fg(Color::Red) } else { style }));
        }
        if stage.won {
            let next = if last { "any key ends the game" } else { "any key goes to the next level" };
            lines.push(Line::from(format!("won with {played}; {next}")));
            lines.extend(after.iter().filter(|_| last).map(|text| Line::from(safe(text))));
        }
        let go = if stage.is_hex() { HEX } else { "arrows" };
        lines.extend([Line::default(), Line::from(format!("{go}  {KEYS}"))]);
        Paragraph::new(lines).wrap(Wrap { trim: false })
    }
}
