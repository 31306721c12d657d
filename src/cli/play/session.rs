//! The loop of a play: events, searches, files.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ratatui::crossterm::event;

use super::draw::draw;
use super::input::Effect;
use super::screen::{Best, Message, Mode, Question, Screen, Tone};
use super::search::{Purpose, Searcher};
use crate::cli::exit::Exit;
use crate::cli::limits::Limits;
use crate::cli::output::Failure;
use crate::cli::terminal::{Screenful, is_lost};
use crate::cli::write;
use puzzlec_analysis::{Analysis, Outlook, PlayStatus, PuzzleInfo};
use puzzlec_render::counted;

/// The interval between two checks of searches.
const BEAT: Duration = Duration::from_millis(50);

/// The files of a play.
pub(super) struct Places {
    save: PathBuf,
    /// Whether the file is that of this play.
    own: bool,
}

impl Places {
    /// The file that was resumed, or one named after the puzzle.
    pub(super) fn new(puzzle: &str, resumed: Option<PathBuf>) -> Self {
        let own = resumed.is_some();
        Places { save: resumed.unwrap_or_else(|| PathBuf::from(format!("{puzzle}.play.json"))), own }
    }
}

/// A play at the terminal.
pub(super) struct Session<'scope, 'env> {
    loaded: &'env Analysis,
    puzzle: &'env PuzzleInfo,
    screen: Screen<'env>,
    searcher: Searcher<'scope, 'env>,
    places: Places,
    /// Whether the player waits for a hint.
    wanted: bool,
}

impl<'scope, 'env> Session<'scope, 'env> {
    pub(super) fn new(
        loaded: &'env Analysis,
        puzzle: &'env PuzzleInfo,
        screen: Screen<'env>,
        searcher: Searcher<'scope, 'env>,
        places: Places,
    ) -> Self {
        Session { loaded, puzzle, screen, searcher, places, wanted: false }
    }

    /// Plays until the player quits.
    pub(super) fn run(mut self, limits: &Limits) -> Result<Exit, Failure> {
        let failed = |error: std::io::Error| Failure::Other(format!("the terminal fails: {error}"));
        let stated = self.loaded.stated_length(self.puzzle, self.screen.play.model());
        self.screen.best = stated.map(|length| Best { length, least: false });
        let mut screenful = Screenful::enter().map_err(failed)?;
        self.screen.report();
        self.look();
        loop {
            self.take_answers();
            if self.screen.awaits_program() && self.searcher.purpose().is_none() {
                self.reply(&Outlook::Unknown(String::new()));
            }
            self.screen.busy = match self.searcher.purpose() {
                Some(Purpose::Reply) => Some("the program is thinking…"),
                Some(_) if self.wanted => Some("looking for a plan…"),
                _ => None,
            };
            screenful.terminal.draw(|frame| draw(&mut self.screen, frame)).map_err(failed)?;
            let begun = Instant::now();
            // Events that came together are drawn together.
            let mut wait = BEAT;
            while event::poll(wait).map_err(failed)? {
                let event = event::read().map_err(failed)?;
                match self.screen.input(&event) {
                    Effect::Quit => return Ok(Exit::Clean),
                    Effect::Interrupt => return Ok(Exit::Interrupted),
                    effect => self.act(effect),
                }
                wait = Duration::ZERO;
                if begun.elapsed() > BEAT {
                    break;
                }
            }
            if limits.cancel.is_cancelled() {
                return Ok(Exit::Interrupted);
            }
            if is_lost() {
                return Ok(Exit::Internal);
            }
        }
    }

    fn act(&mut self, effect: Effect) {
        match effect {
            Effect::None | Effect::Quit | Effect::Interrupt => {}
            Effect::Changed => self.look(),
            Effect::Hint => self.hint(),
            Effect::Save(replacing) => self.save(replacing),
            Effect::Expectation => self.expectation(),
            Effect::Write(line) => self.write(&line),
        }
    }

    /// Searches from a new position, or lets the program play.
    fn look(&mut self) {
        self.searcher.stop();
        self.wanted = false;
        if self.screen.play.status() != PlayStatus::Open {
            return;
        }
        let request = self.screen.play.outlook();
        if self.screen.awaits_program() {
            self.searcher.begin(request, Purpose::Reply);
        } else if !self.screen.play.is_game() && self.screen.outlook.is_none() {
            self.searcher.begin(request, Purpose::Look);
        }
    }

    fn take_answers(&mut self) {
        let Some((purpose, outlook)) = self.searcher.answer() else { return };
        if self.screen.play.count() == 0
            && let Outlook::Solvable { total, least, .. } = outlook
            && self.screen.best.is_none_or(|best| least || total < best.length)
        {
            self.screen.best = Some(Best { length: total, least });
        }
        match purpose {
            Purpose::Look => {
                self.screen.outlook = Some(outlook);
                self.screen.note();
                if self.wanted {
                    self.hint();
                }
            }
            Purpose::Hint => {
                self.screen.outlook = Some(outlook);
                self.screen.note();
                self.show_hint();
            }
            Purpose::Reply => self.reply(&outlook),
        }
    }

    /// The program's move: one that wins, else the first one.
    fn reply(&mut self, outlook: &Outlook) {
        let at = self.screen.next_move(outlook).unwrap_or(0);
        let Some(one) = self.screen.play.moves().get(at) else { return };
        let text = format!("the program plays {}", one.notation);
        if self.screen.go(at) && self.screen.play.status() == PlayStatus::Open {
            self.screen.tell(Tone::Plain, text);
        }
    }

    fn hint(&mut self) {
        let useful = |outlook: &Outlook| !matches!(outlook, Outlook::Unknown(_));
        if self.screen.play.status() != PlayStatus::Open || self.screen.awaits_program() {
            self.screen.report();
        } else if self.screen.outlook.as_ref().is_some_and(useful) {
            self.show_hint();
        } else {
            self.wanted = true;
            // The short look may be enough.
            if self.searcher.purpose().is_none() {
                self.searcher.begin(self.screen.play.outlook(), Purpose::Hint);
            }
        }
    }

    /// Shows the next move of the plan that is known.
    fn show_hint(&mut self) {
        self.wanted = false;
        let screen = &mut self.screen;
        let Some(outlook) = screen.outlook.clone() else { return };
        let at = screen.next_move(&outlook);
        let one = at.and_then(|at| screen.play.moves().get(at));
        let (tone, text) = match (&outlook, one) {
            (Outlook::Solvable { reason: Some(reason), .. }, Some(one)) => {
                (Tone::Good, format!("hint: {}; {}", one.notation, reason.texts.join("; ")))
            }
            (Outlook::Solvable { total, least, .. }, Some(one)) => {
                let (length, unit) = screen.play.length();
                let rest = counted(total.saturating_sub(length), unit);
                let proved = if *least { ", none is shorter" } else { "" };
                (Tone::Good, format!("hint: {}; {rest} to the goal{proved}", one.notation))
            }
            (Outlook::Game { wins: Some(true), .. }, Some(one)) => {
                (Tone::Good, format!("hint: {}; you win with best play", one.notation))
            }
            (Outlook::Game { wins: Some(true), .. }, None) => {
                (Tone::Good, "you win with best play".to_owned())
            }
            (Outlook::Game { wins: Some(false), .. }, _) => {
                (Tone::Bad, "the program wins with best play, whatever you do".to_owned())
            }
            (Outlook::Game { wins: None, .. }, _) => {
                (Tone::Plain, "with best play neither player wins".to_owned())
            }
            (Outlook::Lost, _) => (Tone::Bad, screen.lost()),
            (Outlook::Unknown(why), _) => (Tone::Plain, format!("no hint: {why}")),
            (Outlook::Solvable { .. }, None) => {
                (Tone::Plain, "no hint: the plan has no move here".to_owned())
            }
        };
        screen.hinted = one.map_or_else(Vec::new, |one| [one.from.as_slice(), &one.to].concat());
        screen.tell(tone, text);
    }

    fn save(&mut self, replacing: bool) {
        let path = self.places.save.display().to_string();
        if !replacing && !self.places.own && self.places.save.exists() {
            self.screen.message =
                Some(Message { lines: vec![format!("replace `{path}`? y/n")], tone: Tone::Plain });
            self.screen.mode = Mode::Confirm(Question::Overwrite);
            return;
        }
        let written = self.screen.play.save().and_then(|saved| {
            write::text(&self.places.save, &saved.text())
                .map_err(|error| format!("cannot write `{path}`: {error}"))
        });
        match written {
            Ok(()) => {
                self.places.own = true;
                self.screen.tell(Tone::Good, format!("saved; resume with `--resume {path}`"));
            }
            Err(why) => self.screen.tell(Tone::Bad, why),
        }
    }

    fn expectation(&mut self) {
        match self.screen.play.expectation(self.puzzle) {
            Ok(line) => {
                let first = line.lines().next().unwrap_or("").to_owned();
                let more = if line.lines().count() > 1 { " …" } else { "" };
                let question = format!("add `{first}{more}` to the puzzle? y/n");
                self.screen.message = Some(Message { lines: vec![question], tone: Tone::Plain });
                self.screen.mode = Mode::Confirm(Question::Expectation(line));
            }
            Err(why) => self.screen.tell(Tone::Bad, why),
        }
    }

    /// Writes an expectation into the file of the puzzle, if nothing else has changed it.
    fn write(&mut self, line: &str) {
        let (tone, text) = match self.written(line) {
            Ok(path) => (Tone::Good, format!("added to `{path}`; `puzzlec test` checks it")),
            Err(why) => (Tone::Bad, why),
        };
        self.screen.tell(tone, text);
    }

    fn written(&self, line: &str) -> Result<String, String> {
        let found = self.loaded.with_expectation(self.puzzle, line);
        let file = self.loaded.sources().get(self.puzzle.file).map(|file| file.name.clone());
        let ((old, new), path) = found.zip(file).ok_or("the puzzle has no place for it")?;
        let text = fs::read_to_string(&path).map_err(|error| format!("cannot read `{path}`: {error}"))?;
        let (mark, text) = match text.strip_prefix('\u{feff}') {
            Some(text) => ("\u{feff}", text),
            None => ("", text.as_str()),
        };
        if text != old {
            return Err(format!("`{path}` was changed in the meantime; nothing is written"));
        }
        write::text(Path::new(&path), &format!("{mark}{new}"))
            .map_err(|error| format!("cannot write `{path}`: {error}"))?;
        Ok(path)
    }
}
