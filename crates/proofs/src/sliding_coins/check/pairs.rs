//! The bound by pairs of neighbours.
//!
//! For colours a and b let R(ab) be the number of places in a row R where b lies directly right of a, and say that S lacks
//! of G the sum of max(0, G(ab) - S(ab)) over all a and b. A move keeps the neighbours within its block, breaks pairs at the
//! ends of the block where it was lifted, and makes at most two pairs, at its ends where it is put down. Whatever
//! it breaks only raises what is lacking, so it lowers it by at most 2.
//!
//! Where the start has no gap of exactly k free cells between two coins, the first move makes at most one pair. To
//! make two, a target needs coins on both sides that were not lifted. If it is free before the lift, it is such a gap.
//! If it overlaps the lifted cells and lies, say, further right, the cell directly left of it is one that was lifted and not
//! covered, and so is free.
//!
//! So L moves from S to G, L > 0, make at most 2L pairs, or 2L - 1. A move taken back is a move: the lifted cells
//! were the target's, and the target's were lifted. So the same holds from G to S, and the greater of the two counts.
//!
//! Nothing is said of moves that break pairs. The proof of Theorem 2.2 says that n moves are too few once a move
//! breaks one; that is wrong where the move makes two others.

use super::row::{Goal, Row};

/// A number of moves that no plan is shorter than. Takes time in proportion to the rows, times the logarithm of the number of
/// colours.
pub(super) fn bound(k: usize, start: &Row, goal: &Goal) -> u64 {
    let both = half(k, start, &goal.row).max(half(k, &goal.row, start));
    both.max(u64::from(!goal.is(start)))
}

/// The moves that it takes to make what the first row lacks of the second.
fn half(k: usize, from: &Row, to: &Row) -> u64 {
    let own = from.neighbours();
    let lacks = to.neighbours().into_iter().map(|(pair, count)| {
        let have = own.get(&pair).copied().unwrap_or(0);
        count.saturating_sub(have)
    });
    match lacks.sum::<u64>() {
        0 => 0,
        lacks if from.runs().any(|(_, cells, coins)| !coins && cells == k) => lacks.div_ceil(2),
        // 2L - 1 is at least that.
        lacks => lacks / 2 + 1,
    }
}
