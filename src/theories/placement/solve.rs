//! The choice of the method.

use num_bigint::BigUint;

use super::order::order;
use super::packing::Packing;
use super::sweep::{self, Swept};
use crate::theories::meter::{Halted, Meter};

/// States that a first sweep keeps of each layer.
const WIDTH: usize = 2_000;

/// The ways of a placement that reaches some goal, the empty cells among them; nothing if there is none.
///
/// # Errors
/// A limit was reached.
pub fn place(packing: &Packing, meter: &Meter<'_>) -> Result<Option<Vec<u32>>, Halted> {
    let order = order(packing);
    for width in [Some(WIDTH), None] {
        match sweep::find(packing, &order, width, meter)? {
            Swept::Found(ways) => return Ok(Some(ways)),
            Swept::None => return Ok(None),
            Swept::Unknown => {}
        }
    }
    Err(Halted)
}

/// The number of placements that reach some goal.
///
/// # Errors
/// A limit was reached.
pub fn count(packing: &Packing, meter: &Meter<'_>) -> Result<BigUint, Halted> {
    sweep::count(packing, &order(packing), meter)?.ok_or(Halted)
}
