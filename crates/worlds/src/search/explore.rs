//! All positions of a level and what each key does on them.

use puzzlec_base::Budget;

use super::sure::Outcome;
use super::{Codec, LevelSearch, Stop, Table};
use crate::Bits;
use crate::game::{Game, Level};
use crate::world::Key;

/// Where a key leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reached {
    /// A position, by its number.
    Position(u32),
    /// A board that wins, by its number among those.
    Won(u32),
    /// A chain of `again` that does not end.
    Endless,
}

/// A key that was pressed; with chance one of its outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pressed {
    /// The number of the position before.
    pub from: u32,
    /// The number of keys after which that was seen first.
    pub level: u32,
    /// The key.
    pub key: Key,
    /// Where it leads.
    pub to: Reached,
}

/// The positions of a level.
#[derive(Debug)]
pub struct Explored {
    /// The number of positions after each number of keys that were seen for the first time, in their order.
    pub levels: Vec<usize>,
    /// Whether there are no others.
    pub complete: bool,
    /// Whether anything was drawn by chance.
    pub chance: bool,
    /// Why not all were seen; the levels are those that were completed.
    pub stopped: Option<Stop>,
    /// For each rule of [`Game::all_rules`] whether it had an effect.
    pub fired: Vec<bool>,
    states: Table,
    wins: Table,
    codec: Codec,
}

impl Explored {
    /// The objects of the cells of a position, by columns.
    pub fn board(&self, number: u32) -> Vec<Bits> {
        self.cells(&self.states, number)
    }

    /// The objects of the cells of a board that wins.
    pub fn won(&self, number: u32) -> Vec<Bits> {
        self.cells(&self.wins, number)
    }

    /// The number of boards that win.
    pub fn wins(&self) -> usize {
        self.wins.len()
    }

    fn cells(&self, table: &Table, number: u32) -> Vec<Bits> {
        let mut board = self.codec.blank();
        let packed = table.get(number as usize);
        self.codec.decode(packed.get(..self.codec.stride()).unwrap_or(packed), &mut board);
        self.codec.cells(&board)
    }

    /// All objects that occur on a position or a board that wins.
    pub fn objects(&self) -> Bits {
        let mut all = Bits::default();
        let positions = (0..self.states.len()).map(|number| (&self.states, number));
        for (table, number) in positions.chain((0..self.wins.len()).map(|number| (&self.wins, number))) {
            let number = u32::try_from(number).unwrap_or(u32::MAX);
            self.cells(table, number).iter().for_each(|cell| all.extend(cell));
        }
        all
    }
}

/// Presses every key on every position of a level, up to `depth` keys from its begin, and calls `pressed` for each, in
/// the order of the positions. A stop leaves the levels that were completed.
pub fn explore(
    game: &Game,
    level: &Level,
    depth: Option<usize>,
    budget: &Budget,
    pressed: &mut dyn FnMut(Pressed),
) -> Explored {
    let mut ignore = |_: &puzzlec_base::Progress| {};
    let mut search = LevelSearch::new(game, level, budget, &mut ignore);
    search.wins = Some(Table::new(search.codec.stride()));
    let mut levels = Vec::new();
    let stopped = search.levels(depth.unwrap_or(usize::MAX), &mut levels, pressed).err();
    let complete = stopped.is_none() && search.at == search.states.len();
    Explored {
        levels,
        complete,
        chance: search.chance,
        stopped,
        fired: search.world.fired().to_vec(),
        wins: search.wins.unwrap_or_else(|| Table::new(1)),
        states: search.states,
        codec: search.codec,
    }
}

impl LevelSearch<'_> {
    fn levels(
        &mut self,
        depth: usize,
        levels: &mut Vec<usize>,
        pressed: &mut dyn FnMut(Pressed),
    ) -> Result<(), Stop> {
        self.begin()?;
        self.press_all(depth, levels, &mut |search, key, _| {
            let (from, level) = (u32::try_from(search.at).unwrap_or(u32::MAX), search.depth);
            let mut won = search.won.iter();
            for outcome in &search.outcomes {
                let to = match outcome {
                    Outcome::Board(number) => Reached::Position(*number),
                    Outcome::Lost => Reached::Endless,
                    Outcome::Won => Reached::Won(won.next().copied().unwrap_or(0)),
                };
                pressed(Pressed { from, level, key, to });
            }
            true
        })
    }
}
