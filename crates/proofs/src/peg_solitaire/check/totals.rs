//! Statements about the jumps of every game, shown by weights of pegs, in whole numbers.
//!
//! In a game from I to J the weight of the position changes by <pi, f> = pi(P) + pi(Q) - pi(R) in a jump f, so these add
//! up to <pi, I> - <pi, J> (Ramaré 2008, (1)). Weights with <pi, f> >= d c(f) for all jumps f therefore bound the sum of
//! c(f) over the jumps of the game by (<pi, I> - <pi, J>) / d.

/// A set of cells: bit i is cell i.
type Cells = u128;

/// Which games a statement is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// All games on the board.
    Any,
    /// Those from one position to another.
    Between(Cells, Cells),
}

fn weight(weights: &[i64], cell: u8) -> Option<i128> {
    weights.get(usize::from(cell)).copied().map(i128::from)
}

/// The amount by which a jump P, Q, R lowers the weight.
fn lost(weights: &[i64], [from, over, to]: [u8; 3]) -> Option<i128> {
    Some(weight(weights, from)? + weight(weights, over)? - weight(weights, to)?)
}

/// The weight of a position; `None` if it has pegs outside the weights.
fn held(weights: &[i64], at: Cells) -> Option<i128> {
    let cells = u32::try_from(weights.len()).ok().filter(|cells| *cells <= Cells::BITS)?;
    if at.checked_shr(cells).unwrap_or(0) != 0 {
        return None;
    }
    Some(
        weights
            .iter()
            .enumerate()
            .filter(|(cell, _)| at >> cell & 1 == 1)
            .map(|(_, by)| i128::from(*by))
            .sum(),
    )
}

/// The most that the factors of the jumps of a game add up to, by these weights of pegs, divided by a scale. `None` if
/// the weights do not show it.
pub fn most(jumps: &[[u8; 3]], factors: &[i64], ends: Ends, weights: &[i64], scale: i64) -> Option<i128> {
    let scale = i128::from(scale);
    let right = scale > 0 && factors.len() == jumps.len();
    let enough = |(jump, factor): (&[u8; 3], &i64)| {
        lost(weights, *jump).is_some_and(|lost| lost >= scale * i128::from(*factor))
    };
    if !right || !jumps.iter().zip(factors).all(enough) {
        return None;
    }
    let spare: i128 = match ends {
        // Start and goal differ by at most one peg in every cell.
        Ends::Any => weights.iter().map(|by| i128::from(by.unsigned_abs())).sum(),
        Ends::Between(start, goal) => held(weights, start)? - held(weights, goal)?,
    };
    Some(spare.div_euclid(scale))
}

/// Whether no position of a game from the start has pegs on all these cells: weights without negative ones that no jump
/// raises, and more on these cells than at the start (Lemmas 11.2 and 12.2).
pub fn never(jumps: &[[u8; 3]], start: Cells, cells: Cells, weights: &[i64]) -> bool {
    let count = weights.iter().all(|by| *by >= 0)
        && jumps.iter().all(|jump| lost(weights, *jump).is_some_and(|lost| lost >= 0));
    count && held(weights, start).zip(held(weights, cells)).is_some_and(|(had, needed)| had < needed)
}
