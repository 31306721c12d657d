//! Null spaces of sparse equations.

use super::changes::Changes;
use super::modular::{self, LARGE};
use crate::base::Limit;

/// The most operations on words that one field may take.
const MOST_WORK: u64 = 1 << 24;
/// The same where an operation is a multiplication modulo a prime.
const MOST_PRODUCTS: u64 = 1 << 19;

type Steps<'a> = &'a mut dyn FnMut(u64) -> Result<(), Limit>;

/// A basis over the two numbers 0 and 1; `None` where it takes too long.
pub(super) fn binary(changes: &Changes, steps: Steps) -> Result<Option<Vec<Vec<i64>>>, Limit> {
    let words = changes.classes.div_ceil(64);
    let mut work = 0;
    // By class the row that begins there.
    let mut pivots: Vec<Option<Vec<u64>>> = vec![None; changes.classes];
    for row in &changes.rows {
        let mut bits = vec![0_u64; words];
        for (class, c) in row {
            if let Some(word) = bits.get_mut(*class as usize / 64) {
                *word ^= (c.unsigned_abs() & 1) << (class % 64);
            }
        }
        let mut at = first(&bits, 0);
        while let Some(class) = at {
            match pivots.get(class) {
                Some(Some(pivot)) => {
                    bits.iter_mut().zip(pivot).for_each(|(a, b)| *a ^= b);
                    work += words as u64;
                    at = first(&bits, class);
                }
                _ => break,
            }
        }
        if let Some(slot) = at.and_then(|class| pivots.get_mut(class)) {
            *slot = Some(bits);
        }
        steps(1 + words as u64)?;
        if work > MOST_WORK {
            return Ok(None);
        }
    }
    let bit = |bits: &[u64], class: usize| bits.get(class / 64).is_some_and(|w| w >> (class % 64) & 1 == 1);
    let free: Vec<usize> =
        (1..changes.classes).filter(|c| pivots.get(*c).is_some_and(Option::is_none)).collect();
    if (free.len() * changes.classes * words) as u64 > MOST_WORK {
        return Ok(None);
    }
    let mut vectors = Vec::new();
    for chosen in free {
        // From the last class to the first: what a row begins with is the sum of what follows.
        let mut mask = vec![0_u64; words];
        for class in (1..changes.classes).rev() {
            let one = match pivots.get(class) {
                Some(Some(row)) => {
                    let common = row.iter().zip(&mask).map(|(a, b)| (a & b).count_ones()).sum::<u32>();
                    common % 2 == 1
                }
                _ => class == chosen,
            };
            if let Some(word) = mask.get_mut(class / 64) {
                *word |= u64::from(one) << (class % 64);
            }
        }
        steps((changes.classes * words) as u64 / 8)?;
        vectors.push((0..changes.classes).map(|class| i64::from(bit(&mask, class))).collect());
    }
    Ok(Some(vectors))
}

/// The first bit from a place on.
fn first(bits: &[u64], from: usize) -> Option<usize> {
    let words = bits.iter().enumerate().skip(from / 64);
    words.filter(|(_, w)| **w != 0).map(|(i, w)| i * 64 + w.trailing_zeros() as usize).next()
}

/// A basis over the whole numbers, as far as their vectors have small numbers; `None` where it
/// takes too long.
///
/// The vectors are found modulo a large prime and then checked with whole numbers, so that no
/// unlucky prime can make a wrong one.
pub(super) fn whole(changes: &Changes, steps: Steps) -> Result<Option<Vec<Vec<i64>>>, Limit> {
    let Some(vectors) = elimination(changes, LARGE, steps)? else { return Ok(None) };
    let vectors = vectors.iter().filter_map(|v| modular::whole(v));
    Ok(Some(vectors.filter(|v| unchanged(changes, v)).collect()))
}

/// Whether no action changes the sum of these whole weights.
pub(super) fn unchanged(changes: &Changes, weights: &[i64]) -> bool {
    let weight = |class: u32| weights.get(class as usize).copied().unwrap_or(0);
    changes.rows.iter().all(|row| {
        row.iter().map(|(class, c)| i128::from(*c) * i128::from(weight(*class))).sum::<i128>() == 0
    })
}

/// A basis modulo a small prime; `None` where it takes too long.
pub(super) fn modulo(changes: &Changes, prime: u64, steps: Steps) -> Result<Option<Vec<Vec<i64>>>, Limit> {
    let vectors = elimination(changes, prime, steps)?;
    Ok(vectors.map(|all| all.into_iter().map(|v| v.into_iter().map(|x| x as i64).collect()).collect()))
}

/// A basis modulo a prime, by Gaussian elimination on sparse rows.
fn elimination(changes: &Changes, prime: u64, steps: Steps) -> Result<Option<Vec<Vec<u64>>>, Limit> {
    let mut work = 0;
    // By class the row that begins there, with coefficient 1, without that term.
    let mut pivots: Vec<Option<Vec<(u32, u64)>>> = vec![None; changes.classes];
    let mut dense = vec![0_u64; changes.classes];
    for row in &changes.rows {
        let mut from = changes.classes;
        for (class, c) in row {
            if let Some(entry) = dense.get_mut(*class as usize) {
                *entry = modular::of(*c, prime);
                from = from.min(*class as usize);
            }
        }
        let mut leader = None;
        for class in from..changes.classes {
            let value = dense.get(class).copied().unwrap_or(0);
            if value == 0 {
                continue;
            }
            match pivots.get(class) {
                Some(Some(pivot)) => {
                    for (later, c) in pivot {
                        if let Some(entry) = dense.get_mut(*later as usize) {
                            *entry = modular::difference(*entry, modular::product(value, *c, prime), prime);
                        }
                    }
                    work += pivot.len() as u64;
                    if let Some(entry) = dense.get_mut(class) {
                        *entry = 0;
                    }
                }
                _ => leader = leader.or(Some((class, value))),
            }
        }
        work += (changes.classes - from) as u64 / 4;
        if let Some((class, value)) = leader {
            let scale = modular::inverse(value, prime);
            let rest = dense.iter().enumerate().skip(class + 1).filter(|d| *d.1 != 0);
            let rest = rest.map(|(at, d)| (at as u32, modular::product(*d, scale, prime))).collect();
            if let Some(slot) = pivots.get_mut(class) {
                *slot = Some(rest);
            }
        }
        dense.iter_mut().skip(from).for_each(|d| *d = 0);
        steps(1 + row.len() as u64)?;
        if work > MOST_PRODUCTS {
            return Ok(None);
        }
    }
    let free: Vec<usize> =
        (1..changes.classes).filter(|c| pivots.get(*c).is_some_and(Option::is_none)).collect();
    let terms: usize = pivots.iter().flatten().map(Vec::len).sum();
    if (free.len() * (terms + changes.classes)) as u64 > MOST_PRODUCTS {
        return Ok(None);
    }
    let mut vectors = Vec::new();
    for chosen in free {
        let mut vector = vec![0_u64; changes.classes];
        for class in (1..changes.classes).rev() {
            let value = match pivots.get(class) {
                Some(Some(row)) => row.iter().fold(0, |sum, (later, c)| {
                    let other = vector.get(*later as usize).copied().unwrap_or(0);
                    modular::difference(sum, modular::product(other, *c, prime), prime)
                }),
                _ => u64::from(class == chosen),
            };
            if let Some(entry) = vector.get_mut(class) {
                *entry = value;
            }
        }
        steps((terms + changes.classes) as u64 / 4)?;
        vectors.push(vector);
    }
    Ok(Some(vectors))
}
