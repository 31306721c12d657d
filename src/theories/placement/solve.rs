//! The choice of the method.

use num_bigint::BigUint;

use super::order::order;
use super::packing::Packing;
use super::plane::Plane;
use super::sweep::{self, Swept};
use crate::theories::meter::{Halted, Meter, Share};

/// States that a first sweep keeps of each layer.
const WIDTH: usize = 2_000;

/// Multiplications that take as long as a state of a sweep.
const STATE: f64 = 100.0;

/// Bytes of a sweep before Pfaffians are preferred.
const BYTES: u64 = 1 << 30;

/// The ways of a placement that reaches some goal, the empty cells among them; nothing if there is none.
///
/// A sweep that keeps few states finds most placements at once. Then a full sweep decides; where the board is plane
/// and wide and the colours are few, Pfaffians.
///
/// # Errors
/// A limit was reached, or the frontier of the board is too long.
pub fn place(packing: &Packing, meter: &Meter<'_>) -> Result<Option<Vec<u32>>, Halted> {
    let order = order(packing);
    match sweep::find(packing, &order, Some(WIDTH), meter)? {
        Swept::Found(ways) => return Ok(Some(ways)),
        Swept::None => return Ok(None),
        Swept::Unknown => {}
    }
    let full = || sweep::find(packing, &order, None, meter);
    let plane = Plane::new(packing, &order);
    let swept = match &plane {
        Some(plane) => meter.share(share(plane), full)?.unwrap_or(Swept::Unknown),
        None => full()?,
    };
    match (swept, plane) {
        (Swept::Found(ways), _) => Ok(Some(ways)),
        (Swept::None, _) => Ok(None),
        (Swept::Unknown, Some(plane)) => plane.find(meter),
        (Swept::Unknown, None) => Err(Halted),
    }
}

/// The number of placements that reach some goal.
///
/// # Errors
/// A limit was reached, or the frontier of the board is too long.
pub fn count(packing: &Packing, meter: &Meter<'_>) -> Result<BigUint, Halted> {
    let order = order(packing);
    let full = || sweep::count(packing, &order, meter);
    let Some(plane) = Plane::new(packing, &order) else { return full()?.ok_or(Halted) };
    match meter.share(share(&plane), full)?.flatten() {
        Some(number) => Ok(number),
        None => plane.count(meter),
    }
}

/// A sweep takes no longer than Pfaffians would.
fn share(plane: &Plane<'_>) -> Share {
    let states = ((plane.cost() / STATE) as u64).saturating_add(1 << 16);
    Share { states: u64::MAX, expanded: states, bytes: BYTES }
}
