//! From coins in hand to moves.

use super::field::Field;
use super::word::Word;
use crate::coins::Move;

/// A coin is put on a cell while some coins lie where they are, two of them beside the cell.
#[derive(Clone, Copy, Debug)]
pub struct Put<W> {
    /// The coins.
    pub coins: W,
    /// The cell.
    pub cell: W,
}

/// The moves from one configuration to the next, and then by coins that are put. A coin that is in hand lies
/// where it was until it is put (Galliot et al. 2021, 1.5): of those that are free that one is moved
/// whose cell is needed last.
pub fn moves<W: Word>(field: &Field<W>, way: &[W], puts: &[Put<W>]) -> Option<Vec<Move>> {
    let step = |from: W, to: W| Some(Move { from: field.cell(from)?, to: field.cell(to)? });
    let mut moves = Vec::new();
    for pair in way.windows(2) {
        let [one, other] = pair else { continue };
        moves.push(step(*one & !*other, *other & !*one)?);
    }
    let mut coins = way.last().copied()?;
    for (number, put) in puts.iter().enumerate() {
        if put.cell.within(coins) {
            continue;
        }
        let later = puts.get(number..).unwrap_or_default();
        let needed = |coin: &W| later.iter().position(|l| l.cell == *coin).unwrap_or(usize::MAX);
        let from = (coins & !put.coins).each().max_by_key(needed)?;
        moves.push(step(from, put.cell)?);
        coins = coins & !from | put.cell;
    }
    Some(moves)
}
