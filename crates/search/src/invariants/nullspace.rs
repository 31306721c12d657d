//! Null spaces of the equations.

use super::changes::Changes;
use puzzlec_algebra::modular::{self, LARGE};
use puzzlec_algebra::{Bits, Echelon, Residues, Vector};
use puzzlec_base::Limit;

/// The most operations on words that one field may take.
const MOST_WORK: u64 = 1 << 25;
/// The same if an operation is a multiplication modulo a prime.
const MOST_PRODUCTS: u64 = 1 << 19;

type Steps<'a> = &'a mut dyn FnMut(u64) -> Result<(), Limit>;

/// A basis over the two numbers 0 and 1; `None` where it takes too long.
pub(super) fn binary(changes: &Changes, steps: Steps) -> Result<Option<Vec<Vec<i64>>>, Limit> {
    basis::<Bits>(changes, 2, MOST_WORK, steps)
}

/// A basis modulo an odd prime; `None` where it takes too long.
pub(super) fn modulo(changes: &Changes, prime: u64, steps: Steps) -> Result<Option<Vec<Vec<i64>>>, Limit> {
    basis::<Residues>(changes, prime, MOST_PRODUCTS, steps)
}

/// A basis over the integers, of the vectors with small entries; `None` if it takes too long.
///
/// The vectors are computed modulo a large prime and then checked over the integers, so an unlucky prime
/// cannot produce a wrong one.
pub(super) fn whole(changes: &Changes, steps: Steps) -> Result<Option<Vec<Vec<i64>>>, Limit> {
    let Some(vectors) = modulo(changes, LARGE, steps)? else { return Ok(None) };
    let vectors = vectors.iter().filter_map(|v| modular::whole(v.iter().map(|x| x.cast_unsigned())));
    Ok(Some(vectors.filter(|v| unchanged(changes, v)).collect()))
}

/// Whether every action preserves the sum of these integer weights.
pub(super) fn unchanged(changes: &Changes, weights: &[i64]) -> bool {
    let weight = |class: u32| weights.get(class as usize).copied().unwrap_or(0);
    changes.rows.iter().all(|row| {
        row.iter().map(|(class, c)| i128::from(*c) * i128::from(weight(*class))).sum::<i128>() == 0
    })
}

/// A basis of the vectors, with 0 for class 0, that satisfy all equations.
fn basis<V: Vector>(
    changes: &Changes,
    prime: u64,
    most: u64,
    steps: Steps,
) -> Result<Option<Vec<Vec<i64>>>, Limit> {
    let mut echelon = Echelon::<V>::new(prime, changes.classes);
    for row in &changes.rows {
        let before = echelon.work();
        let _ = echelon.insert(row.iter().map(|(class, c)| (*class as usize, modular::of(*c, prime))));
        steps(1 + row.len() as u64 + (echelon.work() - before))?;
        if echelon.work() > most {
            return Ok(None);
        }
    }
    // No equation names class 0.
    let free: Vec<usize> = echelon.free().filter(|class| *class > 0).collect();
    let each = echelon.null_work();
    if each.saturating_mul(free.len() as u64) > most {
        return Ok(None);
    }
    let mut vectors = Vec::new();
    for class in free {
        steps(each / 4)?;
        let vector = echelon.null_vector(class);
        vectors.push((0..changes.classes).map(|class| vector.get(class).cast_signed()).collect());
    }
    Ok(Some(vectors))
}
