//! Classes of the poking game, enumerated.

use super::rooms::Rooms;
use super::{Minimum, beside};
use crate::coins::{Coins, Move};
use puzzlec_model::board::Coord;
use puzzlec_search::kernel::Table;
use puzzlec_theory::meter::{Halted, Meter, Share};

/// Cells that can be packed into a word.
const MOST_CELLS: usize = 128;
/// Limits of the enumeration of one class: a certificate requires a second one.
const MOST: Share = Share { states: 500_000, expanded: 500_000, bytes: 1 << 27 };

/// All configurations that pokes reach from one.
#[derive(Debug)]
pub struct Class<'m> {
    cells: Cells,
    /// The members, each with the member before and the poke that first led to it.
    members: Table<'m, u128, (u32, Move)>,
}

/// The cells that take part, and what surrounds them.
#[derive(Clone, Debug)]
struct Cells {
    /// The cells of all rooms, in order: a bit each.
    cells: Vec<Coord>,
    /// By cell its neighbours.
    beside: Vec<u128>,
    /// Cells with a coin beside them that is on none of the cells.
    near: u128,
    /// Free neighbours of the cells that are none of them, with their neighbours, and whether they have another
    /// coin beside them.
    around: Vec<(u128, bool)>,
    /// The coins on none of the cells.
    others: Coins,
}

impl<'m> Class<'m> {
    /// The class of a configuration; nothing where it has more than 500,000 members, or more than 128 cells take part.
    /// Costs time and memory in proportion to its members.
    ///
    /// # Errors
    /// A limit.
    pub fn of(minimum: &Minimum, meter: &'m Meter<'m>) -> Result<Option<Self>, Halted> {
        Ok(meter.share(MOST, || Class::list(minimum, meter))?.flatten())
    }

    fn list(minimum: &Minimum, meter: &'m Meter<'m>) -> Result<Option<Self>, Halted> {
        let rooms = Rooms::of(minimum, meter)?;
        let Some(cells) = Cells::new(minimum.coins(), rooms.cells().into_iter().collect()) else {
            return Ok(None);
        };
        let still = minimum.pair()[0];
        let Some(first) = cells.packed(minimum.coins()) else { return Ok(None) };
        let mut members = Table::new(meter);
        members.insert(first, (0, Move { from: still, to: still }))?;
        meter.seen(1);
        let mut at = 0;
        while let Some((member, _)) = members.at(at) {
            meter.expanded(1)?;
            let Some(pokes) = cells.pokes(member) else { return Ok(None) };
            for (after, poke) in pokes {
                meter.seen(usize::from(members.insert(after, (at, poke))?));
            }
            at += 1;
        }
        Ok(Some(Class { cells, members }))
    }

    /// The number of configurations.
    pub fn size(&self) -> usize {
        self.members.len()
    }

    /// The configurations.
    pub fn members(&self) -> impl Iterator<Item = Coins> {
        self.members.iter().map(|member| self.cells.unpacked(member))
    }

    /// Pokes from the first configuration to another; nothing where that is in another class.
    pub fn pokes_to(&self, coins: &Coins) -> Option<Vec<Move>> {
        Some(self.members.way(self.members.number(self.cells.packed(coins)?)?))
    }
}

impl Cells {
    fn new(coins: &Coins, cells: Vec<Coord>) -> Option<Self> {
        if cells.len() > MOST_CELLS {
            return None;
        }
        let mut others = coins.clone();
        cells.iter().for_each(|cell| {
            others.remove(*cell);
        });
        let bit = |cell: Coord| cells.binary_search(&cell).ok().map(|at| 1_u128 << at);
        let bits = |cell: Coord| beside(cell).filter_map(bit).fold(0, |set, bit| set | bit);
        let near = cells.iter().filter(|cell| others.neighbours(**cell) > 0).filter_map(|cell| bit(*cell));
        let near = near.fold(0, |set, bit| set | bit);
        let outside =
            |cell: &Coord| bit(*cell).is_none() && coins.is_inside(*cell) && !others.contains(*cell);
        let mut around: Vec<Coord> = cells.iter().flat_map(|cell| beside(*cell)).filter(outside).collect();
        around.sort_unstable();
        around.dedup();
        let around = around.into_iter().map(|cell| (bits(cell), others.neighbours(cell) > 0)).collect();
        let beside = cells.iter().map(|cell| bits(*cell)).collect();
        Some(Cells { cells, beside, near, around, others })
    }

    /// A configuration as a word; nothing where its other coins are not those.
    fn packed(&self, coins: &Coins) -> Option<u128> {
        let (mut word, mut others) = (0, 0);
        for cell in coins.iter() {
            match self.cells.binary_search(&cell) {
                Ok(at) => word |= 1 << at,
                Err(_) if self.others.contains(cell) => others += 1,
                Err(_) => return None,
            }
        }
        (others == self.others.len()).then_some(word)
    }

    fn unpacked(&self, word: u128) -> Coins {
        let mut coins = self.others.clone();
        for (_, cell) in self.cells.iter().enumerate().filter(|(at, _)| word >> at & 1 != 0) {
            coins.insert(*cell);
        }
        coins
    }

    fn beside(&self, at: u32) -> u128 {
        self.beside.get(at as usize).copied().unwrap_or(0)
    }

    /// The configuration after pokes; `None` if the pair is not on the cells, or a poke leaves them.
    fn pokes(&self, word: u128) -> Option<Vec<(u128, Move)>> {
        let mut found = Vec::new();
        let pair = || bits(word).filter(|at| self.beside(*at) & word != 0);
        if pair().count() != 2 {
            return None;
        }
        for from in pair() {
            let rest = word & !(1 << from);
            let leaves =
                |(beside, coin): &(u128, bool)| beside >> from & 1 != 0 && (*coin || beside & rest != 0);
            if self.around.iter().any(leaves) {
                return None;
            }
            for to in bits(self.beside(from) & !word) {
                if self.near >> to & 1 != 0 || self.beside(to) & rest != 0 {
                    let cell = |at: u32| self.cells.get(at as usize).copied().unwrap_or(Coord::new(0, 0));
                    found.push((rest | 1 << to, Move { from: cell(from), to: cell(to) }));
                }
            }
        }
        Some(found)
    }
}

/// The places of the bits of a word.
fn bits(mut word: u128) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let at = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(at)
    })
}
