//! A level that is played: turns, chains of turns, the restart point.

use std::fmt;

use crate::engine::{self, AGAIN, CANCEL, CHECKPOINT, Engine, Event, Queue, RESTART, Ran, WIN};
use crate::game::{Direction, Game, Level, Settings, Shape};
use crate::{Bits, Draws};

/// What a player can do; a tick is a turn without a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Key {
    /// Up.
    Up,
    /// Down.
    Down,
    /// Left.
    Left,
    /// Right.
    Right,
    /// The action key.
    Action,
    /// No key: time passes.
    Tick,
    /// Up and right, on hexagons.
    UpRight,
    /// Up and left.
    UpLeft,
    /// Down and left.
    DownLeft,
    /// Down and right.
    DownRight,
}

impl Key {
    /// All keys of all boards.
    pub const ALL: [Key; 10] = [
        Key::Up,
        Key::Down,
        Key::Left,
        Key::Right,
        Key::Action,
        Key::Tick,
        Key::UpRight,
        Key::UpLeft,
        Key::DownLeft,
        Key::DownRight,
    ];

    /// The direction that it marks.
    pub fn direction(self) -> Option<Direction> {
        match self {
            Key::Action | Key::Tick => None,
            key => Direction::of(key.word()),
        }
    }

    /// The number of its mark; none if it marks nothing.
    pub(crate) fn mark(self, shape: Shape) -> Option<usize> {
        match self {
            Key::Action => Some(shape.marks() - 1),
            key => shape.number(key.direction()?),
        }
    }

    /// The keys of boards of a shape.
    pub fn of(shape: Shape) -> impl Iterator<Item = Key> {
        let goes =
            |direction: &Direction| Key::ALL.into_iter().find(|key| key.direction() == Some(*direction));
        shape.directions().iter().filter_map(goes).chain([Key::Action, Key::Tick])
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Key::Up => "up",
            Key::Down => "down",
            Key::Left => "left",
            Key::Right => "right",
            Key::Action => "action",
            Key::Tick => "wait",
            Key::UpRight => "up-right",
            Key::UpLeft => "up-left",
            Key::DownLeft => "down-left",
            Key::DownRight => "down-right",
        }
    }
}

/// The objects of all cells, by columns.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board(pub(crate) Box<[u64]>);

/// A turn takes more steps than any game needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overrun;

impl fmt::Display for Overrun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the rules of one turn take too many steps")
    }
}

/// What a key did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// Whether the board differs.
    pub changed: bool,
    /// Whether the level is won.
    pub won: bool,
    /// Turns without a key that followed by `again`.
    pub again: usize,
    /// Whether they do not end: a position repeats. In a game with a generator, whether they went on for long.
    pub capped: bool,
    /// The first message that was shown.
    pub message: Option<String>,
    /// Whether the restart point changed.
    pub checkpoint: bool,
}

/// A step of a turn, and what it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What happens.
    pub event: Event,
    /// The board after it.
    pub board: Board,
    /// The marks of all cells after it, by columns, as [`crate::game::Pattern`] numbers them.
    pub marks: Vec<Bits>,
}

/// `again` turns of a chain that does not end.
const LONGEST_CHAIN: usize = 500;
/// Steps of one key: cells looked at and combinations tried.
const FUEL: u64 = 1 << 27;
/// Steps that any key takes.
const EACH: u64 = 64;

/// A level with its rules.
pub struct World {
    engine: Box<dyn Engine>,
    settings: Settings,
    begin: Board,
    shape: Shape,
    width: usize,
    height: usize,
    outside: Bits,
    work: Vec<u64>,
    fuel: u64,
    spent: u64,
    /// The steps of the turns, if they are wanted.
    steps: Option<Vec<Step>>,
}

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("World")
            .field("width", &self.width)
            .field("height", &self.height)
            .finish_non_exhaustive()
    }
}

impl World {
    /// A level of a game.
    pub fn new(game: &Game, level: &Level) -> Self {
        let engine = engine::engine(game, level);
        let words = engine.words();
        let begin: Vec<u64> = level.cells.iter().flat_map(|cell| engine::cell_words(cell, words)).collect();
        World {
            engine,
            settings: game.settings,
            begin: Board(begin.into()),
            shape: game.shape,
            width: level.width,
            height: level.height,
            outside: level.outside.clone(),
            work: Vec::new(),
            fuel: FUEL,
            spent: 0,
            steps: None,
        }
    }

    /// Changes the steps that one key may take.
    pub fn with_fuel(mut self, fuel: u64) -> Self {
        self.fuel = fuel;
        self
    }

    /// The steps of all keys so far, with some for each.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// The board as drawn.
    pub fn drawn(&self) -> &Board {
        &self.begin
    }

    /// The shape of the board.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Whether a place is a cell of the board.
    pub fn is_cell(&self, x: usize, y: usize) -> bool {
        !self.outside.contains(x * self.height + y)
    }

    /// Columns and rows of the box in which the board lies.
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// Words of a cell.
    pub(crate) fn words(&self) -> usize {
        self.engine.words()
    }

    /// The objects of a cell.
    pub fn objects(&self, board: &Board, x: usize, y: usize) -> Bits {
        let words = self.engine.words();
        let start = (x * self.height + y) * words;
        let cell = board.0.get(start..start + words).unwrap_or(&[]);
        Bits::of(puzzlec_base::bits_of(cell.iter().copied()).map(|n| n as usize))
    }

    /// A board of these cells, by columns.
    pub fn board(&self, cells: &[Bits]) -> Board {
        let words = self.engine.words();
        Board(cells.iter().flat_map(|cell| engine::cell_words(cell, words)).collect())
    }

    /// The keys that make a turn.
    pub fn keys(&self) -> impl Iterator<Item = Key> + use<> {
        let settings = self.settings;
        Key::of(self.shape).filter(move |key| match key {
            Key::Action => !settings.noaction,
            Key::Tick => settings.realtime,
            _ => true,
        })
    }

    /// Begins at the restart point: the rules run once if the game asks for it.
    ///
    /// # Errors
    /// The rules take too many steps.
    pub fn begin(
        &mut self,
        board: &mut Board,
        restart: &mut Board,
        draws: &mut Draws,
    ) -> Result<Turn, Overrun> {
        let mut fuel = self.fuel;
        draws.restart();
        board.0.clone_from(&restart.0);
        let mut turn = Turn::default();
        if self.settings.run_rules_on_level_start {
            let again = self.step(board, restart, Key::Tick, true, (draws, &mut fuel), &mut turn)?;
            self.chain(board, restart, again, (draws, &mut fuel), &mut turn)?;
        }
        self.spent += self.fuel - fuel + EACH;
        Ok(turn)
    }

    /// Presses a key.
    ///
    /// # Errors
    /// The rules take too many steps.
    pub fn press(
        &mut self,
        board: &mut Board,
        restart: &mut Board,
        key: Key,
        draws: &mut Draws,
    ) -> Result<Turn, Overrun> {
        let mut fuel = self.fuel;
        draws.restart();
        let mut turn = Turn::default();
        let foreign = key != Key::Tick && key.mark(self.shape).is_none();
        if foreign || (key == Key::Action && self.settings.noaction) {
            return Ok(turn);
        }
        let again = self.step(board, restart, key, false, (draws, &mut fuel), &mut turn)?;
        self.chain(board, restart, again, (draws, &mut fuel), &mut turn)?;
        self.spent += self.fuel - fuel + EACH;
        Ok(turn)
    }

    /// Presses a key and keeps what happens step by step: the key, each rule with an effect, the movement, the end of each
    /// turn.
    ///
    /// # Errors
    /// The rules take too many steps.
    pub fn trace(
        &mut self,
        board: &mut Board,
        restart: &mut Board,
        key: Key,
        draws: &mut Draws,
    ) -> Result<(Turn, Vec<Step>), Overrun> {
        self.steps = Some(Vec::new());
        let turn = self.press(board, restart, key, draws);
        let steps = self.steps.take().unwrap_or_default();
        Ok((turn?, steps))
    }

    /// For each rule of [`Game::all_rules`] whether it has ever changed something or queued a command here.
    pub fn fired(&self) -> &[bool] {
        self.engine.fired()
    }

    /// The turns that `again` adds.
    fn chain(
        &mut self,
        board: &mut Board,
        restart: &mut Board,
        mut again: bool,
        (draws, fuel): (&mut Draws, &mut u64),
        turn: &mut Turn,
    ) -> Result<(), Overrun> {
        while again && !turn.won {
            if turn.again == LONGEST_CHAIN
                && (draws.is_seeded() || self.repeats(board.clone(), restart.clone(), (draws, fuel))?)
            {
                turn.capped = true;
                break;
            }
            turn.again += 1;
            again = self.step(board, restart, Key::Tick, false, (draws, fuel), turn)?;
        }
        Ok(())
    }

    /// Whether the turns of a chain come back to a position without any draw.
    fn repeats(
        &mut self,
        mut board: Board,
        mut restart: Board,
        (draws, fuel): (&Draws, &mut u64),
    ) -> Result<bool, Overrun> {
        let mut draws = draws.clone();
        // A look ahead is no part of the turn.
        let steps = self.steps.take();
        let found = self.comes_back(&mut board, &mut restart, (&mut draws, fuel));
        self.steps = steps;
        found
    }

    fn comes_back(
        &mut self,
        board: &mut Board,
        restart: &mut Board,
        (draws, fuel): (&mut Draws, &mut u64),
    ) -> Result<bool, Overrun> {
        let number = draws.number();
        let mut turn = Turn::default();
        let mut earlier = (board.clone(), restart.clone());
        while self.step(board, restart, Key::Tick, false, (draws, fuel), &mut turn)? {
            if turn.won || draws.number() != number {
                return Ok(false);
            }
            if (&*board, &*restart) == (&earlier.0, &earlier.1) {
                return Ok(true);
            }
            turn.again += 1;
            if turn.again.is_power_of_two() {
                earlier = (board.clone(), restart.clone());
            }
        }
        Ok(false)
    }

    /// One turn; whether another one without a key follows. At the begin of a level a win does not count.
    fn step(
        &mut self,
        board: &mut Board,
        restart: &mut Board,
        key: Key,
        begins: bool,
        (draws, fuel): (&mut Draws, &mut u64),
        turn: &mut Turn,
    ) -> Result<bool, Overrun> {
        self.work.clear();
        self.work.extend_from_slice(&board.0);
        if self.steps.is_some() {
            self.engine.record(true);
        }
        let ran = self.engine.run(&mut self.work, key, draws, fuel);
        if let Some(steps) = &mut self.steps {
            let raw = self.engine.record(false).into_iter();
            steps.extend(raw.map(|step| Step {
                event: step.event,
                board: Board(step.objects.into()),
                marks: step.marks,
            }));
        }
        let Ran::Done(Queue { mut commands, message }) = ran? else {
            self.note(Event::Unmoved, board);
            return Ok(false);
        };
        if let (None, Some(number)) = (&turn.message, message) {
            turn.message = Some(self.engine.message(number).to_owned());
        }
        if commands & CANCEL != 0 {
            self.note(Event::Cancel, board);
            return Ok(false);
        }
        let mut again = false;
        if commands & RESTART != 0 {
            let mut fresh = restart.clone();
            if self.settings.run_rules_on_level_start && !begins {
                again = self.step(&mut fresh, restart, Key::Tick, true, (draws, fuel), turn)?;
                commands = 0;
            }
            self.work.clear();
            self.work.extend_from_slice(&fresh.0);
            self.note(Event::Restart, &fresh);
        }
        let changed = *self.work != *board.0;
        if changed {
            turn.changed = true;
            board.0.copy_from_slice(&self.work);
        }
        if !begins && (commands & WIN != 0 || self.engine.holds(&board.0)) {
            turn.won = true;
            self.note(Event::Win, board);
            return Ok(false);
        }
        if commands & CHECKPOINT != 0 {
            restart.0.copy_from_slice(&board.0);
            turn.checkpoint = true;
            self.note(Event::Checkpoint, board);
        }
        if again || commands & AGAIN == 0 || !changed {
            return Ok(again);
        }
        // A trial: would the next turn do anything?
        self.engine.pause(true);
        let ran = self.engine.run(&mut self.work, Key::Tick, draws, fuel);
        self.engine.pause(false);
        let Ran::Done(queue) = ran? else { return Ok(false) };
        let does = queue.commands & (WIN | RESTART) != 0 || *self.work != *board.0;
        Ok(queue.commands & CANCEL == 0 && does)
    }

    /// Keeps a step without marks, if steps are wanted.
    fn note(&mut self, event: Event, board: &Board) {
        let cells = self.width * self.height;
        if let Some(steps) = &mut self.steps {
            steps.push(Step { event, board: board.clone(), marks: vec![Bits::default(); cells] });
        }
    }
}
