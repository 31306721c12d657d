//! Reasons why coins never come to a goal: what no move changes.

use super::row::{Colour, Goal, Row};

/// Whether k coins move at a time where all of them lie in another order than the goal's.
///
/// With as many coins as k every move takes all of them: the row keeps its form. With k + 1 coins, a row that has a
/// move consists of a block of k neighbours and one coin more, on a cell c; both may be chosen in two ways if all
/// coins are neighbours. Read the remainders modulo k + 1 of cells as places of a circle: put the coin on the place of c, and the block
/// on those of c + 1 to c + k, in its order. It may as well be put on c - k to c - 1, whose places are the same, so
/// both choices of the block give the same circle. A move takes the block elsewhere and leaves c, and the circle, as
/// they are. A row that has no move is not reached from another, and does not leave.
pub(super) fn ordered(k: usize, start: &Row, goal: &Goal) -> bool {
    let coins = start.coins().count();
    if k >= coins {
        return start.cells != goal.row.cells || k > coins;
    }
    if k + 1 != coins || goal.row.coins().count() != coins {
        return false;
    }
    match (circle(k, start), circle(k, &goal.row)) {
        (Some(own), Some(other)) if goal.anywhere => !turned(&own, &other),
        (Some(own), Some(other)) => own != other,
        _ => true,
    }
}

/// The colours on the circle of a row of k + 1 coins; `None` if it has no k neighbours.
fn circle(k: usize, row: &Row) -> Option<Vec<Colour>> {
    let (first, ..) = row.runs().find(|(_, cells, coins)| *coins && *cells >= k)?;
    let block = first..first + i64::try_from(k).ok()?;
    let (single, colour) = row.coins().find(|(cell, _)| !block.contains(cell))?;
    let mut places = vec![0; k + 1];
    let mut put = |cell: i64, held: Colour| {
        let place = usize::try_from(cell.rem_euclid(i64::try_from(k + 1).ok()?)).ok()?;
        *places.get_mut(place)? = held;
        Some(())
    };
    put(single, colour)?;
    for (cell, held) in row.coins().filter(|(cell, _)| block.contains(cell)) {
        put(single + 1 + cell - first, held)?;
    }
    Some(places)
}

/// Whether a list is another one, turned. Takes time in proportion to them (Knuth, Morris and Pratt 1977).
fn turned<T: PartialEq>(own: &[T], other: &[T]) -> bool {
    if own.len() != other.len() || own.is_empty() {
        return own.len() == other.len();
    }
    // For each part from the first item on, the length of the longest shorter one that it ends with.
    let mut borders: Vec<usize> = vec![0];
    let step = |borders: &[usize], mut matched: usize, item: &T| {
        while matched > 0 && own.get(matched) != Some(item) {
            matched = borders.get(matched - 1).copied().unwrap_or(0);
        }
        matched + usize::from(own.get(matched) == Some(item))
    };
    for item in own.iter().skip(1) {
        let last = borders.last().copied().unwrap_or(0);
        borders.push(step(&borders, last, item));
    }
    let mut matched = 0;
    for item in other.iter().chain(other) {
        matched = step(&borders, matched, item);
        if matched == own.len() {
            return true;
        }
    }
    false
}

/// Whether the goal has not as many coins as the start on the cells of each remainder modulo k. The k cells of a block
/// have all remainders, each once, before a move and after it. A goal that may lie anywhere takes the remainders in turn.
pub(super) fn remainders_differ(k: usize, start: &Row, goal: &Goal) -> bool {
    let (own, other) = (remainders(k, start), remainders(k, &goal.row));
    if goal.anywhere { !turned(&own, &other) } else { own != other }
}

fn remainders(k: usize, row: &Row) -> Vec<u64> {
    let mut counts = vec![0; k];
    let modulus = i64::try_from(k).unwrap_or(i64::MAX);
    for (cell, _) in row.coins() {
        let place = usize::try_from(cell.rem_euclid(modulus)).ok();
        if let Some(count) = place.and_then(|place| counts.get_mut(place)) {
            *count += 1;
        }
    }
    counts
}

/// Whether k is even, no two coins are alike, and those of the goal are an odd permutation of those of the start. A block
/// that passes q coins passes them k times in all, so that a move is an even permutation.
pub(super) fn odd(k: usize, start: &Row, goal: &Goal) -> bool {
    let (own, other) = (start.colours(), goal.row.colours());
    if !k.is_multiple_of(2) || own != other || own.values().any(|count| *count > 1) {
        return false;
    }
    // Where the coin on each place of the start lies in the goal.
    let places: std::collections::BTreeMap<Colour, usize> =
        goal.row.coins().zip(0..).map(|((_, held), place)| (held, place)).collect();
    let mut next: Vec<Option<usize>> = start.coins().map(|(_, held)| places.get(&held).copied()).collect();
    let mut odd = false;
    for begin in 0..next.len() {
        let mut length = 0;
        let mut at = begin;
        while let Some(after) = next.get_mut(at).and_then(Option::take) {
            at = after;
            length += 1;
        }
        // A cycle of even length is odd.
        odd ^= length > 0 && length % 2 == 0;
    }
    odd
}
