//! A level that is played: its board, the keys so far, what is known of them.

use std::str::FromStr;
use std::time::Instant;

use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};

use super::advice::Advice;
use puzzlec_analysis::keyed::{self, TracedStep};
use puzzlec_render::counted;
use puzzlec_render::safe::safe;
use puzzlec_worlds::game::{Game, Level, Shape};
use puzzlec_worlds::{Board, Draws, Key, Step, World};

pub(super) struct Stage<'g> {
    pub(super) game: &'g Game,
    pub(super) level: &'g Level,
    pub(super) name: &'g str,
    world: World,
    pub(super) board: Board,
    pub(super) restart: Board,
    /// Earlier boards, each with the keys that led to it.
    history: Vec<(Board, Vec<Key>)>,
    draws: Draws,
    /// The keys since the start.
    pub(super) keys: Vec<Key>,
    pub(super) won: bool,
    /// What the player should know.
    pub(super) note: String,
    /// Texts to show before the level; it begins after a key.
    pub(super) texts: Vec<String>,
    pub(super) tick: Instant,
    /// What is known of this position.
    pub(super) advice: Option<Advice>,
    /// The least number of keys from the start, if it is known.
    pub(super) least: Option<usize>,
    /// The steps of the last key.
    steps: Vec<Step>,
    /// The steps that are shown instead of the board, and the one at hand.
    pub(super) shown: Option<(Vec<TracedStep>, usize)>,
}

impl<'g> Stage<'g> {
    pub(super) fn new(
        (game, name, level): (&'g Game, &'g str, &'g Level),
        texts: Vec<String>,
        seed: u64,
    ) -> Self {
        let world = World::new(game, level);
        let (board, restart) = (world.drawn().clone(), world.drawn().clone());
        let mut stage = Stage {
            game,
            level,
            name,
            world,
            board,
            restart,
            history: Vec::new(),
            draws: Draws::seeded(seed),
            keys: Vec::new(),
            won: false,
            note: String::new(),
            texts,
            tick: Instant::now(),
            advice: None,
            least: None,
            steps: Vec::new(),
            shown: None,
        };
        stage.begin();
        stage
    }

    fn begin(&mut self) {
        self.changed();
        match self.world.begin(&mut self.board, &mut self.restart, &mut self.draws) {
            Ok(turn) => self.won = turn.won,
            Err(why) => self.note = why.to_string(),
        }
    }

    /// Forgets what was known of the position.
    fn changed(&mut self) {
        self.advice = None;
        self.shown = None;
        self.steps.clear();
        self.note.clear();
    }

    pub(super) fn press(&mut self, key: Key) {
        self.tick = Instant::now();
        if self.won {
            return;
        }
        let before = (self.board.clone(), self.keys.clone());
        // The rest of a shortest plan is one, too.
        let rest = match self.advice.take() {
            Some(Advice::Keys(plan, false)) if plan.first() == Some(&key) && plan.len() > 1 => {
                plan.get(1..).map(|rest| Advice::Keys(rest.to_vec(), false))
            }
            known => known.filter(|known| *known == Advice::Lost),
        };
        self.changed();
        match self.world.trace(&mut self.board, &mut self.restart, key, &mut self.draws) {
            Ok((turn, steps)) => {
                self.steps = steps;
                self.advice = rest;
                // A tick that does nothing is no part of the play.
                if key != Key::Tick || turn.changed {
                    self.keys.push(key);
                }
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

    pub(super) fn undo(&mut self) {
        if self.won {
            return;
        }
        if self.game.settings.noundo {
            self.note = "this game has no undo".to_owned();
            return;
        }
        self.changed();
        while let Some((board, keys)) = self.history.pop() {
            if board != self.board {
                (self.board, self.keys) = (board, keys);
                break;
            }
        }
    }

    pub(super) fn start_again(&mut self) {
        if self.game.settings.norestart {
            self.note = "this game has no restart".to_owned();
            return;
        }
        self.history.push((self.board.clone(), std::mem::take(&mut self.keys)));
        self.begin();
    }

    /// Takes what a search has found; `wanted` if the player waits for it.
    pub(super) fn learn(&mut self, advice: Advice, wanted: bool) {
        if self.keys.is_empty()
            && self.restart == *self.world.drawn()
            && let Advice::Keys(keys, false) = &advice
        {
            self.least = Some(keys.len());
        }
        self.advice = Some(advice);
        if wanted {
            self.hint();
        }
    }

    /// Whether it is proved that no keys win from here.
    pub(super) fn is_lost(&self) -> bool {
        !self.won && self.advice == Some(Advice::Lost)
    }

    /// The next key in words, or why there is none.
    pub(super) fn hint(&mut self) {
        self.note = match &self.advice {
            Some(Advice::Keys(keys, chance)) => {
                let word = keys.first().map_or("", |key| key.word());
                let length = counted(keys.len() as u64, "keys");
                let how = if *chance { "with luck" } else { "none is shorter" };
                format!("hint: {word}; {length} to the end, {how}")
            }
            Some(Advice::Lost) => String::new(),
            Some(Advice::Unknown) | None => "no hint: no solution was found in time".to_owned(),
        };
    }

    /// Shows the steps of the last key, or the board again.
    pub(super) fn show_steps(&mut self, file: &keyed::KeyedFile) {
        if self.shown.take().is_some() {
            return;
        }
        if self.steps.is_empty() {
            self.note = "press a key first: then `t` shows what the rules did".to_owned();
        } else {
            self.shown = Some((keyed::traced_steps(file, self.game, &self.world, &self.steps), 0));
        }
    }

    /// Whether the board has the directions of hexagons.
    pub(super) fn is_hex(&self) -> bool {
        matches!(self.game.shape, Shape::Hex | Shape::Triangle)
    }

    /// Goes to another step of those that are shown; false if none is shown.
    pub(super) fn go(&mut self, forward: bool) -> bool {
        let Some((steps, at)) = &mut self.shown else { return false };
        *at = if forward { (*at + 1).min(steps.len().saturating_sub(1)) } else { at.saturating_sub(1) };
        true
    }

    /// The board: for each cell the character of a level, in the colour of the object on top.
    pub(super) fn lines(&self, coloured: bool) -> Vec<Line<'static>> {
        let (width, height) = self.world.size();
        let cell = |x, y| {
            let objects = self.world.objects(&self.board, x, y);
            let top = objects.iter().last().and_then(|object| self.game.objects.get(object));
            let colour =
                top.and_then(|object| object.colours.first()).and_then(|name| Color::from_str(name).ok());
            let colour = colour.filter(|c| coloured && *c != Color::Black);
            let style = colour.map_or(Style::new(), |c| Style::new().fg(c));
            let key = if self.world.is_cell(x, y) { self.game.key(&objects) } else { ' ' };
            // Hexagons have a column of their own between neighbours.
            let gap = if self.is_hex() { "" } else { " " };
            Span::styled(format!("{}{gap}", safe(&key.to_string())), style)
        };
        (0..height).map(|y| (0..width).map(|x| cell(x, y)).collect::<Vec<_>>().into()).collect()
    }
}
