//! Colourings of the cells that rule out every placement.
//!
//! Cells and entries have weights such that every way to lay a piece of an entry covers cells whose weights add up to that of the
//! entry, modulo a prime. If the weights of all cells do not add up to those of all pieces, there is no placement: the usual
//! argument of chessboard colourings (S. W. Golomb, "Polyominoes", 1965). Such weights are found by linear algebra: they
//! exist exactly if the cover has no solution in numbers modulo the prime.

use super::cover::Cover;
use puzzlec_task::{Condition, Value};

/// Weights that rule out every placement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Colouring {
    /// Sums are compared modulo this prime.
    pub modulus: u64,
    /// By cell its weight.
    pub cells: Vec<u64>,
    /// By entry its weight; first that of the empty cells.
    pub entries: Vec<u64>,
}

/// The primes that are tried. The last is so large that weights of sums without a modulus are found, too.
const PRIMES: [u64; 5] = [2, 3, 5, 7, (1 << 31) - 1];

/// Maximum number of ways times the square of cells and entries: the steps of the elimination for one prime.
const MOST: usize = 1 << 24;

/// A colouring, if the puzzle is small and has one.
pub fn find(cover: &Cover) -> Option<Colouring> {
    let width = cover.cells + cover.supply.len();
    let ways = equations(cover);
    if cover.overfull || cover.is_open() || ways.len().saturating_mul(width).saturating_mul(width) > MOST {
        return None;
    }
    // Without a way the size of a piece, and with it the number of empty cells, is not known.
    let lies = |entry: usize| cover.ways.iter().any(|way| way.entry as usize == entry);
    if (1..cover.supply.len()).any(|entry| cover.supply.get(entry) != Some(&0) && !lies(entry)) {
        return None;
    }
    PRIMES.into_iter().find_map(|prime| modulo(cover, &ways, width, prime))
}

/// For every way that the goal allows and that is used, its cells and its entry.
fn equations(cover: &Cover) -> Vec<Vec<usize>> {
    let parts = match &cover.goal {
        Condition::All(parts) => parts.as_slice(),
        one => std::slice::from_ref(one),
    };
    let allowed = |(cell, value): &(u32, Value)| {
        parts
            .iter()
            .all(|part| !matches!(part, Condition::In(var, set) if var == cell && !set.contains(*value)))
    };
    let used = |entry: u32| cover.supply.get(entry as usize).is_some_and(|count| *count > 0);
    let ways = cover.ways.iter().filter(|way| used(way.entry) && way.cells.iter().all(allowed));
    ways.map(|way| {
        let cells = way.cells.iter().map(|(cell, _)| *cell as usize);
        cells.chain([cover.cells + way.entry as usize]).collect()
    })
    .collect()
}

fn modulo(cover: &Cover, ways: &[Vec<usize>], width: usize, prime: u64) -> Option<Colouring> {
    // Rows in echelon form, by the column of their first number, which is 1.
    let mut rows: Vec<Option<Vec<u64>>> = vec![None; width];
    for way in ways {
        let mut row = vec![0; width];
        for column in way {
            if let Some(slot) = row.get_mut(*column) {
                // The weight of the entry is on the other side.
                *slot = if *column < cover.cells { 1 } else { prime - 1 };
            }
        }
        for column in 0..width {
            let factor = row.get(column).copied().unwrap_or(0);
            if factor == 0 {
                continue;
            }
            match rows.get(column) {
                Some(Some(known)) => subtract(&mut row, known, factor, prime),
                _ => {
                    let inverse = power(factor, prime - 2, prime);
                    row.iter_mut().for_each(|number| *number = *number * inverse % prime);
                    if let Some(slot) = rows.get_mut(column) {
                        *slot = Some(row);
                    }
                    break;
                }
            }
        }
    }
    let supply = |entry: usize| cover.supply.get(entry).map_or(0, |count| u64::from(*count) % prime);
    for free in (0..width).filter(|column| rows.get(*column).is_some_and(Option::is_none)) {
        // The solution in which this weight is 1, and other free ones are 0.
        let mut weights = vec![0; width];
        if let Some(slot) = weights.get_mut(free) {
            *slot = 1;
        }
        for (column, row) in rows.iter().enumerate().rev() {
            let Some(row) = row else { continue };
            let rest = row.iter().zip(&weights).skip(column + 1);
            let sum = rest.fold(0, |sum, (a, b)| (sum + a * b) % prime);
            if let Some(slot) = weights.get_mut(column) {
                *slot = (prime - sum) % prime;
            }
        }
        let entries = weights.split_off(cover.cells);
        let all = weights.iter().fold(0, |sum, weight| (sum + weight) % prime);
        let laid = entries.iter().enumerate();
        let laid = laid.fold(0, |sum, (entry, weight)| (sum + weight * supply(entry)) % prime);
        if all != laid {
            return Some(Colouring { modulus: prime, cells: weights, entries });
        }
    }
    None
}

fn subtract(row: &mut [u64], known: &[u64], factor: u64, prime: u64) {
    for (slot, number) in row.iter_mut().zip(known) {
        *slot = (*slot + (prime - factor) * number) % prime;
    }
}

fn power(base: u64, exponent: u64, prime: u64) -> u64 {
    let (mut result, mut base, mut left) = (1 % prime, base % prime, exponent);
    while left > 0 {
        if left & 1 == 1 {
            result = result * base % prime;
        }
        base = base * base % prime;
        left >>= 1;
    }
    result
}
