//! Breadth-first search over the boards of a level: the least number of keys that wins, or that none does.

mod bound;
mod codec;
mod dead;
mod explore;
mod nearest;
mod sure;
mod table;

use puzzlec_base::{Budget, Limit, Progress};

use crate::game::{Command, Game, Level};
use crate::world::{Board, Key, Overrun, Turn, World};
use crate::{Bits, Draws};
use bound::Bound;
use codec::Codec;
use dead::DeadEnds;
pub use explore::{Explored, Pressed, Reached, explore};
use sure::Outcome;
pub use sure::surely;
use table::Table;

/// Why a search ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stop {
    /// A limit of the user.
    Limit(Limit),
    /// The rules of a turn take too many steps.
    Overrun,
    /// A key has more outcomes than can be tried.
    Outcomes,
}

impl From<Limit> for Stop {
    fn from(limit: Limit) -> Self {
        Stop::Limit(limit)
    }
}

impl From<Overrun> for Stop {
    fn from(_: Overrun) -> Self {
        Stop::Overrun
    }
}

/// Outcomes of one key that are tried.
const MOST_OUTCOMES: usize = 1 << 16;
/// No state.
const NONE: usize = u32::MAX as usize;
/// Steps of the rules after which the limits are checked.
const POLLED: u64 = 1 << 18;

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// These keys win, and fewer do not. In a game with chance they win for one outcome of the draws.
    Won(Vec<Key>),
    /// No keys win; with [`Wanted::Within`] none of the length that was allowed.
    Never,
}

/// An answer with the boards that were seen, level by level.
#[derive(Debug)]
pub struct Searched {
    /// The answer.
    pub answer: Answer,
    /// Whether anything was drawn by chance: then a plan needs luck.
    pub chance: bool,
    /// Whether a chain of `again` did not end. Such a key is a dead end.
    pub endless: bool,
    /// Whether all boards were seen.
    pub complete: bool,
    /// The number of boards after each number of keys that were seen for the first time.
    pub levels: Vec<usize>,
    /// For each rule of [`Game::all_rules`] whether it had an effect.
    pub fired: Vec<bool>,
    /// Boards that were left out, because it is proved that no keys win from them; counted as often as keys lead to them.
    pub left_out: u64,
    /// Whether boards were taken in the order of the keys that they need at least.
    pub bounded: bool,
    states: Table,
    codec: Codec,
}

impl Searched {
    /// The number of boards that were seen; with a restart point that can change, of pairs.
    pub fn states(&self) -> usize {
        self.states.len()
    }

    /// The objects of the cells of a board, by columns.
    pub fn board(&self, number: usize) -> Vec<Bits> {
        let mut board = self.codec.blank();
        self.codec.decode(self.states.get(number), &mut board);
        self.codec.cells(&board)
    }

    /// The cells of the restart point that goes with a board, if it can change.
    pub fn restart(&self, number: usize) -> Option<Vec<Bits>> {
        let packed =
            self.states.get(number).get(self.codec.stride()..).filter(|packed| !packed.is_empty())?;
        let mut board = self.codec.blank();
        self.codec.decode(packed, &mut board);
        Some(self.codec.cells(&board))
    }
}

/// What a search wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The least number of keys.
    Least,
    /// At most so many keys.
    Within(usize),
    /// All boards, also after a win was found.
    All,
}

/// Searches a level.
///
/// # Errors
/// Why it stopped without an answer.
pub fn search(game: &Game, level: &Level, wanted: Wanted, budget: &Budget) -> Result<Searched, Stop> {
    let mut ignore = |_: &Progress| {};
    let mut search = LevelSearch::new(game, level, budget, &mut ignore);
    let won = search.begin()?;
    search.run(wanted, won)
}

/// Searches from a position of a level instead of its begin: a board and its restart point.
///
/// # Errors
/// Why it stopped without an answer.
pub fn search_from(
    (game, level): (&Game, &Level),
    (board, restart): (&Board, &Board),
    wanted: Wanted,
    budget: &Budget,
) -> Result<Searched, Stop> {
    let mut ignore = |_: &Progress| {};
    let mut search = LevelSearch::new(game, level, budget, &mut ignore);
    search.aim(game, level);
    let turn = Turn::default();
    search.note(&turn, (board, restart), (NONE, Key::Tick));
    search.run(wanted, false)
}

/// As [`search`], with a report of its progress from time to time. Unless `whole` is set, boards are left out from which
/// it is proved that no keys win; a certificate needs them all.
///
/// # Errors
/// Why it stopped without an answer.
pub fn search_with(
    (game, level): (&Game, &Level),
    (wanted, whole): (Wanted, bool),
    budget: &Budget,
    report: &mut dyn FnMut(&Progress),
) -> Result<Searched, Stop> {
    let mut search = LevelSearch::new(game, level, budget, report);
    if !whole {
        search.aim(game, level);
    }
    let won = search.begin()?;
    search.run(wanted, won)
}

struct LevelSearch<'b> {
    budget: &'b Budget,
    report: &'b mut dyn FnMut(&Progress),
    /// Steps at which the limits are checked next.
    due: u64,
    depth: u32,
    /// The state that is expanded.
    at: usize,
    world: World,
    codec: Codec,
    /// Whether the restart point can change and matters.
    restarts: bool,
    states: Table,
    /// For each state the state before it, or [`NONE`], and the key.
    from: Vec<(u32, Key)>,
    packed: Vec<u64>,
    /// The outcomes of the key at hand.
    outcomes: Vec<Outcome>,
    /// Bytes of what is kept beside the states.
    kept: usize,
    chance: bool,
    endless: bool,
    /// The boards that win, where they are wanted, and their numbers among the outcomes of the key at hand.
    wins: Option<Table>,
    won: Vec<u32>,
    dead: Option<DeadEnds>,
    left_out: u64,
    bound: Option<Bound>,
    /// With a bound, for each state the keys that it needs at least.
    needs: Vec<u32>,
}

impl<'b> LevelSearch<'b> {
    fn new(game: &Game, level: &Level, budget: &'b Budget, report: &'b mut dyn FnMut(&Progress)) -> Self {
        let world = World::new(game, level);
        let codec = Codec::new(game, level, &world);
        let restarts =
            game.commands(|c| *c == Command::Checkpoint) && game.commands(|c| *c == Command::Restart);
        let states = Table::new(codec.stride() * if restarts { 2 } else { 1 });
        LevelSearch {
            budget,
            report,
            due: 0,
            depth: 0,
            at: 0,
            world,
            codec,
            restarts,
            states,
            from: Vec::new(),
            packed: Vec::new(),
            outcomes: Vec::new(),
            kept: 0,
            chance: false,
            endless: false,
            wins: None,
            won: Vec::new(),
            dead: None,
            left_out: 0,
            bound: None,
            needs: Vec::new(),
        }
    }

    /// Takes what is known of dead ends, and of the keys that boards need at least.
    fn aim(&mut self, game: &Game, level: &Level) {
        self.dead = DeadEnds::new(game, level, &self.world);
        self.bound = Bound::new(game, level, &self.world);
    }

    /// Checks the limits, if enough was done since the last time.
    fn poll(&mut self) -> Result<(), Stop> {
        if self.world.spent() < self.due {
            return Ok(());
        }
        self.due = self.world.spent() + POLLED;
        let bytes = self.states.bytes() + self.from.capacity() * size_of::<(u32, Key)>() + self.kept;
        let states = self.states.len() as u64;
        let frontier = states.saturating_sub(self.at as u64);
        let progress = Progress { depth: self.depth, states, frontier, bytes: bytes as u64 };
        self.budget.poll(&progress)?;
        (self.report)(&progress);
        Ok(())
    }

    /// Packs a position; its number.
    fn add(&mut self, board: &Board, restart: &Board, from: usize, key: Key) -> u32 {
        self.packed.clear();
        self.codec.encode(board, &mut self.packed);
        if self.restarts {
            self.codec.encode(restart, &mut self.packed);
        }
        let (number, new) = self.states.insert(&self.packed);
        if new {
            self.from.push((u32::try_from(from).unwrap_or(u32::MAX), key));
        }
        number
    }

    /// Searches from the positions that were added; `won` says whether the begin has won.
    fn run(mut self, wanted: Wanted, won: bool) -> Result<Searched, Stop> {
        if self.bound.is_some() && wanted != Wanted::All && !won {
            return self.nearest(wanted);
        }
        let mut won = won.then(Vec::new);
        let mut levels = Vec::new();
        let most = match wanted {
            Wanted::Least | Wanted::Within(_) if won.is_some() => 0,
            Wanted::Within(most) => most,
            Wanted::Least | Wanted::All => usize::MAX,
        };
        self.press_all(most, &mut levels, &mut |search, key, wins| {
            if wins && won.is_none() {
                won = Some(search.plan(search.at, key));
            }
            won.is_none() || wanted == Wanted::All
        })?;
        let answer = won.map_or(Answer::Never, Answer::Won);
        // A level that is not complete is left out.
        let complete = self.at == self.states.len();
        Ok(self.end(answer, levels, complete))
    }

    /// Presses every key on every position, level by level, up to this number of keys; calls `each` for every key with whether
    /// it wins, and goes on to the next position if the last call returned true. The number of positions of each complete level
    /// is pushed as it is known.
    fn press_all(
        &mut self,
        most: usize,
        levels: &mut Vec<usize>,
        each: &mut dyn FnMut(&mut Self, Key, bool) -> bool,
    ) -> Result<(), Stop> {
        let keys: Vec<Key> = self.world.keys().collect();
        let mut board = self.world.drawn().clone();
        let (mut restart, mut next) = (board.clone(), board.clone());
        let mut end = self.states.len();
        levels.push(end);
        let mut goes_on = true;
        while goes_on && self.at < end && levels.len() <= most {
            self.unpack(self.at, &mut board, &mut restart);
            for key in keys.iter().copied() {
                self.won.clear();
                let wins = self.expand((self.at, &board, &restart), key, &mut next)?;
                goes_on = each(self, key, wins);
            }
            self.at += 1;
            if self.at == end && self.states.len() > end {
                levels.push(self.states.len() - end);
                end = self.states.len();
                self.depth += 1;
            }
        }
        Ok(())
    }

    fn end(self, answer: Answer, levels: Vec<usize>, complete: bool) -> Searched {
        Searched {
            answer,
            chance: self.chance,
            endless: self.endless,
            complete,
            levels,
            fired: self.world.fired().to_vec(),
            left_out: self.left_out,
            bounded: self.bound.is_some(),
            states: self.states,
            codec: self.codec,
        }
    }

    /// Takes a state out of the table.
    fn unpack(&self, at: usize, board: &mut Board, restart: &mut Board) {
        let packed = self.states.get(at);
        self.codec.decode(packed, board);
        if let Some(packed) = packed.get(self.codec.stride()..).filter(|_| self.restarts) {
            self.codec.decode(packed, restart);
        }
    }

    /// All outcomes of the begin of the level; whether one wins.
    fn begin(&mut self) -> Result<bool, Stop> {
        let mut board = self.world.drawn().clone();
        let restart = board.clone();
        let mut draws = Draws::first();
        self.outcomes.clear();
        for _ in 0..MOST_OUTCOMES {
            let mut point = restart.clone();
            let turn = self.world.begin(&mut board, &mut point, &mut draws)?;
            self.note(&turn, (&board, &point), (NONE, Key::Tick));
            self.chance |= draws.drew();
            self.poll()?;
            if !draws.advance() {
                return Ok(self.outcomes.contains(&Outcome::Won));
            }
        }
        Err(Stop::Outcomes)
    }

    /// Notes an outcome of a key.
    fn note(&mut self, turn: &Turn, (board, restart): (&Board, &Board), (at, key): (usize, Key)) {
        let outcome = if turn.won {
            if let Some(wins) = &mut self.wins {
                self.packed.clear();
                self.codec.encode(board, &mut self.packed);
                self.won.push(wins.insert(&self.packed).0);
            }
            Outcome::Won
        } else if turn.capped {
            self.endless = true;
            Outcome::Lost
        } else if self.dead.as_ref().is_some_and(|dead| dead.has(board)) {
            self.left_out += 1;
            Outcome::Lost
        } else {
            let needs = self.bound.as_ref().map(|bound| bound.value(board));
            if needs == Some(None) {
                self.left_out += 1;
                Outcome::Lost
            } else {
                let number = self.add(board, restart, at, key);
                if let Some(needs) = needs.flatten().filter(|_| number as usize == self.needs.len()) {
                    // It has not won.
                    self.needs.push(needs.max(1));
                }
                Outcome::Board(number)
            }
        };
        self.outcomes.push(outcome);
    }

    /// All outcomes of a key; whether one wins.
    fn expand(
        &mut self,
        (at, board, restart): (usize, &Board, &Board),
        key: Key,
        next: &mut Board,
    ) -> Result<bool, Stop> {
        let mut draws = Draws::first();
        self.outcomes.clear();
        for _ in 0..MOST_OUTCOMES {
            next.0.copy_from_slice(&board.0);
            let mut point = restart.clone();
            let turn = self.world.press(next, &mut point, key, &mut draws)?;
            self.note(&turn, (next, &point), (at, key));
            self.chance |= draws.drew();
            self.poll()?;
            if !draws.advance() {
                return Ok(self.outcomes.contains(&Outcome::Won));
            }
        }
        Err(Stop::Outcomes)
    }

    /// The keys to a state and one more.
    fn plan(&self, mut at: usize, last: Key) -> Vec<Key> {
        let mut keys = vec![last];
        while let Some((before, key)) = self.from.get(at).filter(|from| from.0 as usize != NONE) {
            keys.push(*key);
            at = *before as usize;
        }
        keys.reverse();
        keys
    }
}
