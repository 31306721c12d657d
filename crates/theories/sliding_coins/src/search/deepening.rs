//! Depth first with a bound on the number of moves.

use rustc_hash::FxHashSet;

use super::Reason;
use super::board::{Board, Run};
use super::game::{Choice, Extent, Key, Prepared};
use super::table::Table;
use crate::row::Move;
use puzzlec_theory::meter::{Halted, Meter, Room};

/// From here on rows are too large for tables: each has too many moves.
const MOST_COINS: usize = 256;
/// Bounded lines of at least this number of cells count as endless in the tables.
const LONG: i64 = 256;

/// The search for plans with an exact number of moves, with its results so far.
pub(super) struct Deepening<'g> {
    pub(super) game: &'g Prepared<'g>,
    pub(super) board: Board<'g>,
    /// By the number of moves: rows that are not solved by exactly this number.
    dead: Vec<FxHashSet<Key>>,
    /// Lower bounds: at most a complete table, and the next one.
    tables: Vec<Table<'g>>,
    /// Rows that were looked at.
    pub(super) looked: usize,
    room: Room<'g>,
    bytes: usize,
}

/// A row on the way, with the moves to try.
pub(super) struct Node {
    pub(super) key: Key,
    pub(super) choices: std::vec::IntoIter<Choice>,
}

/// A row at first sight.
pub(super) enum Seen {
    Goal,
    Dead,
    Open(Node),
}

impl<'g> Deepening<'g> {
    pub(super) fn new(game: &'g Prepared<'g>, meter: &'g Meter<'g>) -> Self {
        let board = Board::new(game, &game.problem.start);
        Deepening {
            game,
            board,
            dead: Vec::new(),
            tables: Vec::new(),
            looked: 0,
            room: Room::new(meter),
            bytes: 0,
        }
    }

    /// A plan with exactly this number of moves.
    pub(super) fn plan(&mut self, moves: usize) -> Result<Option<Vec<Move>>, Halted> {
        let mut plan = None;
        self.plans(moves, Extent::Enough, &mut |path| {
            plan = Some(path.to_vec());
            false
        })?;
        Ok(plan)
    }

    /// The plans with exactly this number of moves, until `each` returns false; all but for those in which a block lies further
    /// out than it must, or enough to say whether there is one.
    pub(super) fn plans(
        &mut self,
        moves: usize,
        extent: Extent,
        each: &mut dyn FnMut(&[Move]) -> bool,
    ) -> Result<(), Halted> {
        while self.dead.len() <= moves {
            self.dead.push(FxHashSet::default());
        }
        let mut runs = Vec::new();
        let mut path: Vec<Move> = Vec::new();
        // Whether a plan was found from the row.
        let mut open: Vec<(Node, bool)> = match self.look(moves, &mut runs, extent)? {
            Seen::Goal => {
                each(&path);
                return Ok(());
            }
            Seen::Dead => return Ok(()),
            Seen::Open(node) => vec![(node, false)],
        };
        while let Some((node, found)) = open.last_mut() {
            if let Some(choice) = node.choices.next() {
                self.board.play(choice.step);
                path.push(choice.step);
                match self.look(moves - path.len(), &mut runs, extent)? {
                    Seen::Goal => {
                        *found = true;
                        if !each(&path) {
                            path.iter().rev().for_each(|step| self.board.unplay(*step));
                            return Ok(());
                        }
                    }
                    Seen::Open(node) => {
                        open.push((node, false));
                        continue;
                    }
                    Seen::Dead => {}
                }
            } else if let Some((node, found)) = open.pop() {
                if found {
                    open.last_mut().into_iter().for_each(|last| last.1 = true);
                } else {
                    self.bury(node.key, moves - path.len())?;
                }
            }
            if let Some(step) = path.pop() {
                self.board.unplay(step);
            }
        }
        Ok(())
    }

    /// Extends the tables of lower bounds; returns the reason if they rule out every plan.
    pub(super) fn refine(&mut self, most: usize) -> Result<Option<Reason>, Halted> {
        let problem = self.game.problem;
        if problem.start.coins() > MOST_COINS {
            return Ok(None);
        }
        let short = problem.ends.is_some_and(|(first, last)| last - first < LONG);
        let finer = match self.tables.last() {
            None => Some((!short).then_some(self.game.k)),
            Some(table) if table.is_complete() => table.period().map(|period| Some(period + self.game.k)),
            Some(_) => None,
        };
        if let Some(period) = finer {
            self.tables.push(Table::new(self.game, period, self.room.meter()));
        }
        let Some(table) = self.tables.last_mut() else { return Ok(None) };
        table.extend(most)?;
        if !table.is_complete() {
            return Ok(None);
        }
        let mut runs = Vec::new();
        self.board.runs(&mut runs);
        let (positions, period) = (table.len() as u64, table.period().map(|period| period as u64));
        let ruled_out = table.rules_out(&self.board, &runs);
        self.tables.drain(..self.tables.len() - 1);
        Ok(ruled_out.then_some(Reason::Closed { positions, period }))
    }

    pub(super) fn look(&mut self, moves: usize, runs: &mut Vec<Run>, extent: Extent) -> Result<Seen, Halted> {
        let Some(slack) = (2 * moves).checked_sub(self.board.missing()) else { return Ok(Seen::Dead) };
        if moves == 0 {
            return Ok(if self.board.is_goal() { Seen::Goal } else { Seen::Dead });
        }
        self.board.runs(runs);
        self.looked += 1;
        if self.tables.iter().any(|table| table.is_beyond(&self.board, runs, moves)) {
            return Ok(Seen::Dead);
        }
        let key = self.game.key(&self.board, runs, self.game.cap(moves, slack));
        if self.dead.get(moves).is_some_and(|dead| dead.contains(&key)) {
            return Ok(Seen::Dead);
        }
        self.room.meter().expanded(1)?;
        if key.len() > MOST_COINS {
            self.room.meter().poll()?;
        }
        let choices = self.game.moves(&mut self.board, runs, (moves, slack), extent);
        Ok(Seen::Open(Node { key, choices: choices.into_iter() }))
    }

    /// Records that a row is not solved by exactly this number of moves.
    pub(super) fn bury(&mut self, key: Key, moves: usize) -> Result<(), Halted> {
        self.keep(key.len())?;
        if let Some(dead) = self.dead.get_mut(moves) {
            dead.insert(key);
        }
        Ok(())
    }

    /// Room for what is known of one more row.
    pub(super) fn keep(&mut self, cells: usize) -> Result<(), Halted> {
        self.bytes += cells + 48;
        self.room.hold(self.bytes)?;
        self.room.meter().seen(1);
        Ok(())
    }
}
