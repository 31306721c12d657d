//! Turns on words of bits. An engine is made for one game and one size of board, with as many words for a cell as the game
//! needs.

mod board;
mod group;
mod log;
mod matches;
mod movement;
mod program;
mod write;

use crate::game::{Game, Level, Quantifier};
use crate::shape::Grid;
use crate::world::{Key, Overrun};
use crate::{Bits, Draws};
use board::Board;
pub use log::Event;
use log::{Log, RawStep};
use program::{Program, meets};

pub(crate) const CANCEL: u8 = 1;
pub(crate) const RESTART: u8 = 2;
pub(crate) const WIN: u8 = 4;
pub(crate) const CHECKPOINT: u8 = 8;
pub(crate) const AGAIN: u8 = 16;

/// What the rules of a turn queue.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Queue {
    pub(crate) commands: u8,
    /// The number of a message.
    pub(crate) message: Option<usize>,
}

/// What came of the rules of a turn.
pub(crate) enum Ran {
    /// The board was changed in place.
    Done(Queue),
    /// No player left its cell, which the game requires.
    TakenBack,
}

/// The rules of a game on a board. A board is the words of its cells, by columns.
pub(crate) trait Engine {
    /// Words of a cell.
    fn words(&self) -> usize;
    /// Runs the rules and the movement.
    fn run(&mut self, board: &mut [u64], key: Key, draws: &mut Draws, fuel: &mut u64)
    -> Result<Ran, Overrun>;
    /// Whether all conditions hold; false if there is none.
    fn holds(&self, board: &[u64]) -> bool;
    /// The text of a message.
    fn message(&self, number: usize) -> &str;
    /// For each rule whether it ever changed something or queued a command.
    fn fired(&self) -> &[bool];
    /// Notes no effects of rules for a time.
    fn pause(&mut self, paused: bool);
    /// Begins to keep steps, or ends; those that were kept.
    fn record(&mut self, on: bool) -> Vec<RawStep>;
}

/// The engine for a level of a game.
pub(crate) fn engine(game: &Game, level: &Level) -> Box<dyn Engine> {
    let words = game.objects.len().div_ceil(64);
    let marks = (game.shape.marks() * game.layers).div_ceil(64);
    match (words, marks) {
        (0..=1, 0..=1) => Box::new(Runner::<1, 1>::new(game, level)),
        (0..=1, _) if marks <= 3 => Box::new(Runner::<1, 3>::new(game, level)),
        (2, 0..=1) => Box::new(Runner::<2, 1>::new(game, level)),
        (2, 2..=3) => Box::new(Runner::<2, 3>::new(game, level)),
        // 512 objects; 100 layers with 7 marks.
        _ => Box::new(Runner::<8, 11>::new(game, level)),
    }
}

struct Runner<const W: usize, const M: usize> {
    program: Program<W, M>,
    board: Board<W, M>,
    queue: Queue,
    /// The board after the key was marked, for rigid groups.
    begin: Vec<[u64; W]>,
    /// Cells with players at the start of the turn.
    players: Vec<usize>,
    banned: Vec<bool>,
    /// Places of the rows of the rule at hand.
    places: Vec<Vec<matches::Place>>,
    log: Log,
}

impl<const W: usize, const M: usize> Runner<W, M> {
    fn new(game: &Game, level: &Level) -> Self {
        Runner {
            program: Program::new(game),
            board: Board::new(Grid::new(game.shape, level)),
            queue: Queue::default(),
            begin: Vec::new(),
            players: Vec::new(),
            banned: Vec::new(),
            places: Vec::new(),
            log: Log { fired: vec![false; game.all_rules().count()], ..Log::default() },
        }
    }

    /// Marks the layers of the players; a tick marks nothing.
    fn mark_players(&mut self, key: Key) {
        let Some(bit) = key.mark(self.program.shape) else { return };
        let each = self.program.shape.marks();
        for cell in self.players.iter().copied() {
            let Some(objects) = self.board.objects.get(cell) else { continue };
            let mut marks = [0; M];
            for (layer, mask) in self.program.player_layers.iter() {
                if meets(objects, mask) {
                    program::insert(&mut marks, each * layer + bit);
                }
            }
            self.board.add_marks(cell, &marks);
        }
    }

    fn passes(&mut self, key: Key, draws: &mut Draws, fuel: &mut u64) -> Result<(), Overrun> {
        self.begin.clear();
        if self.program.has_rigid {
            self.begin.extend(&self.board.objects);
        }
        self.banned.clear();
        self.banned.resize(self.program.rules.groups.len(), false);
        // As PuzzleScript: after 50 rounds the turn goes on.
        for _ in 0..50 {
            self.pass(false, draws, fuel)?;
            let moves = !program::is_zero(&self.board.all.marks);
            let again = self.movement();
            if moves {
                self.log.step(Event::Movement, &self.board);
            }
            if !again {
                break;
            }
            self.board.take(&self.begin);
            self.mark_players(key);
            self.queue = Queue::default();
            self.log.step(Event::Rigid, &self.board);
        }
        self.pass(true, draws, fuel)
    }
}

impl<const W: usize, const M: usize> Engine for Runner<W, M> {
    fn words(&self) -> usize {
        W
    }

    fn run(
        &mut self,
        board: &mut [u64],
        key: Key,
        draws: &mut Draws,
        fuel: &mut u64,
    ) -> Result<Ran, Overrun> {
        self.board.load(board);
        self.queue = Queue::default();
        self.players.clear();
        if key != Key::Tick {
            let player = &self.program.player;
            self.players
                .extend((0..).zip(&self.board.objects).filter(|(_, cell)| player.is_in(cell)).map(|p| p.0));
        }
        self.mark_players(key);
        self.log.step(Event::Key(key), &self.board);
        let passed = self.passes(key, draws, fuel);
        self.board.clear_marks();
        passed?;
        if self.program.settings.require_player_movement && !self.players.is_empty() {
            let player = &self.program.player;
            let left =
                |cell: &usize| self.board.objects.get(*cell).is_some_and(|objects| !player.is_in(objects));
            if !self.players.iter().any(left) {
                return Ok(Ran::TakenBack);
            }
        }
        self.board.store(board);
        Ok(Ran::Done(self.queue))
    }

    fn holds(&self, board: &[u64]) -> bool {
        let (cells, _) = board.as_chunks::<W>();
        let conditions = &self.program.conditions;
        !conditions.is_empty()
            && conditions.iter().all(|(quantifier, what, on)| {
                let on = |cell: &[u64; W]| {
                    on.as_ref().map_or(cell.iter().any(|word| *word != 0), |on| on.is_in(cell))
                };
                match quantifier {
                    Quantifier::All => !cells.iter().any(|cell| what.is_in(cell) && !on(cell)),
                    Quantifier::Some => cells.iter().any(|cell| what.is_in(cell) && on(cell)),
                    Quantifier::No => !cells.iter().any(|cell| what.is_in(cell) && on(cell)),
                }
            })
    }

    fn message(&self, number: usize) -> &str {
        self.program.messages.get(number).map_or("", |text| text)
    }

    fn fired(&self) -> &[bool] {
        &self.log.fired
    }

    fn pause(&mut self, paused: bool) {
        self.log.paused = paused;
    }

    fn record(&mut self, on: bool) -> Vec<RawStep> {
        std::mem::replace(&mut self.log.steps, on.then(Vec::new)).unwrap_or_default()
    }
}

/// The words of a cell.
pub(crate) fn cell_words(objects: &Bits, words: usize) -> Vec<u64> {
    let mut cell = objects.words::<8>().to_vec();
    cell.resize(words, 0);
    cell
}
