//! Redundant coins: those that can have been put down last (Galliot et al. 2021, 1.18).

use super::coins::Coins;
use puzzlec_model::board::Coord;

/// Whether a coin has two neighbours.
pub fn is_redundant(coins: &Coins, coin: Coord) -> bool {
    coins.contains(coin) && coins.neighbours(coin) >= 2
}

/// Two redundant coins: the first has two neighbours, the second two others without the first.
pub fn two_redundant(coins: &Coins) -> Option<[Coord; 2]> {
    let mut rest = coins.clone();
    for first in coins.iter().filter(|coin| is_redundant(coins, *coin)) {
        rest.remove(first);
        let second = coins.iter().find(|coin| is_redundant(&rest, *coin));
        rest.insert(first);
        if let Some(second) = second {
            return Some([first, second]);
        }
    }
    None
}
