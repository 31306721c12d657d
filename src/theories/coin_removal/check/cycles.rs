//! Coins whose gaps stay open, and cycles that every order of removal would pass in too many places.
//!
//! Take an order in which all coins are removed. An edge between two neighbours *comes in* at the one that is removed
//! later. A coin shows heads when it is removed, and was turned over once for each edge that comes in; so for tails
//! an odd number of edges come in, for heads an even number.
//!
//! An order *passes* a cycle at a coin if just one of the two edges of the cycle comes in at it. It does not pass a cycle
//! at the first of its coins that is removed, nor at the last one: a cycle of n coins is passed in at most n - 2 places.
//!
//! On the other hand, take the coins of a group with the places where the given cycles meet them. The number of
//! places that are passed is even or odd as the number of edges that come in there, each counted as often as a cycle
//! takes it. Let every edge end that is taken an even number of times belong to an edge of two coins of
//! the group which is so at both its ends, and let there be k such edges. One end of each comes in. So the number is that
//! of all edges that come in at the coins, less k, and that of the tails, less k. If it is odd, the group
//! has a place that is passed. There must not be more such groups than places that can be passed.
//!
//! For a grid of m by n coins, m and n even, let corners and inner coins show tails, and let each side between its corners
//! consist of pairs of coins that are alike. The cycles are the squares in the odd rows and columns and those in the even
//! ones, (mn - m - n + 2)/2 of them, the groups these pairs and all other coins alone, mn - m - n + 4. A square
//! is passed twice at most.

use std::collections::{BTreeMap, BTreeSet};

use super::coins::{Coins, Part};
use super::game::Game;
use crate::engine::verify::Unproved;

/// Checks that more groups are passed than cycles can be.
///
/// # Errors
/// This is not so.
pub(super) fn passed_too_often(
    game: &Game<'_>,
    coins: &Coins,
    cycles: &[Vec<String>],
    groups: &[Vec<String>],
) -> Result<(), Unproved> {
    let first = cycles.first().and_then(|cycle| cycle.first());
    let part = match first {
        Some(first) => coins.part_of(game, first)?,
        None => return Err(Unproved::wrong("there is no cycle")),
    };
    let numbers: BTreeMap<String, usize> =
        part.cells.iter().map(|cell| game.board.name(*cell)).zip(0..).collect();
    let number = |name: &String| {
        let found = numbers.get(name).copied();
        found.ok_or_else(|| Unproved::Rejected(format!("no coin of the part lies on `{name}`")))
    };
    // By coin the neighbours to which its edges in the places go, once for each.
    let mut taken: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut places = 0_usize;
    for cycle in cycles {
        let cycle: Vec<usize> = cycle.iter().map(number).collect::<Result<_, _>>()?;
        let each: BTreeSet<usize> = cycle.iter().copied().collect();
        if cycle.len() < 3 || each.len() < cycle.len() {
            return Err(Unproved::wrong("a cycle has fewer than three coins, or one coin twice"));
        }
        let next = cycle.iter().cycle().skip(1);
        for (own, next) in cycle.iter().zip(next) {
            if !part.neighbours(*own).contains(next) {
                return Err(Unproved::wrong("two coins of a cycle are no neighbours"));
            }
            taken.entry(*own).or_default().push(*next);
            taken.entry(*next).or_default().push(*own);
        }
        places += cycle.len() - 2;
    }
    let mut known = BTreeSet::new();
    for group in groups {
        let group: BTreeSet<usize> = group.iter().map(number).collect::<Result<_, _>>()?;
        if !group.iter().all(|coin| known.insert(*coin)) {
            return Err(Unproved::wrong("a coin is in two groups"));
        }
        if !is_passed(&part, &group, &taken)? {
            return Err(Unproved::wrong("a group need not be passed"));
        }
    }
    if groups.len() > places {
        Ok(())
    } else {
        Err(Unproved::wrong("the cycles can be passed in as many places as there are groups"))
    }
}

/// Whether an odd number of places of a group is passed.
///
/// # Errors
/// This is not known: an edge that leaves the group is taken an even number of times.
fn is_passed(
    part: &Part<'_>,
    group: &BTreeSet<usize>,
    taken: &BTreeMap<usize, Vec<usize>>,
) -> Result<bool, Unproved> {
    let times = |own: usize, other: usize| {
        taken.get(&own).map_or(0, |all| all.iter().filter(|near| **near == other).count())
    };
    // Tails, and the edges that are taken an even number of times at both ends.
    let mut number = 0;
    for own in group {
        number += usize::from(part.heads.get(*own) == Some(&false));
        for other in part.neighbours(*own) {
            if times(*own, other) % 2 == 1 {
                continue;
            }
            if !group.contains(&other) || times(other, *own) % 2 == 1 {
                return Err(Unproved::wrong("the cycles do not take every edge of a group"));
            }
            number += usize::from(*own < other);
        }
    }
    Ok(number % 2 == 1)
}
