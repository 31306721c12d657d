//! The choice of the method.

use num_bigint::BigUint;

use super::order::{Order, order};
use super::packing::Packing;
use super::plane::Plane;
use super::sweep::{self, Swept};
use super::tutte::Tutte;
use puzzlec_theory::meter::{Halted, Meter, Share};

/// States that a first sweep keeps of each layer.
const WIDTH: usize = 2_000;

/// Multiplications that take as long as a state of a sweep.
const STATE: f64 = 100.0;

/// Bytes of a sweep before Pfaffians are preferred.
const BYTES: u64 = 1 << 30;

/// Multiplications of random Pfaffians, whose "no" proves nothing: about half an hour.
const MOST: f64 = 1e12;

/// The ways of a placement that reaches some goal, the empty cells among them; nothing if there is none.
///
/// # Errors
/// A limit was reached, or the frontier of the board is too long.
pub fn place(packing: &Packing, meter: &Meter<'_>) -> Result<Option<Vec<u32>>, Halted> {
    let order = order(packing);
    match quick(packing, &order, meter)? {
        Swept::Found(ways) => Ok(Some(ways)),
        Swept::None => Ok(None),
        Swept::Unknown => decide(packing, &order, meter),
    }
}

/// A sweep that keeps few states, which finds most placements at once.
///
/// # Errors
/// A limit was reached.
pub fn quick(packing: &Packing, order: &Order, meter: &Meter<'_>) -> Result<Swept, Halted> {
    sweep::find(packing, order, Some(WIDTH), meter)
}

/// A placement, if there is one, where a quick sweep did not tell. A full sweep decides; where the board is wide and
/// the colours are few, Pfaffians: random ones look for a placement, and if they find none those of a plane board or a sweep
/// without a bound decide.
///
/// # Errors
/// A limit was reached, or the frontier of the board is too long.
pub fn decide(packing: &Packing, order: &Order, meter: &Meter<'_>) -> Result<Option<Vec<u32>>, Halted> {
    let plane = Plane::new(packing, order);
    let tutte = Tutte::new(packing, order).filter(|tutte| tutte.cost() < MOST);
    let full = || sweep::find(packing, order, None, meter);
    let costs = [plane.as_ref().map(Plane::cost), tutte.as_ref().map(Tutte::cost)];
    let swept = match costs.into_iter().flatten().reduce(f64::min) {
        Some(cost) => meter.share(share(cost), full)?,
        None => Some(full()?),
    };
    match &swept {
        Some(Swept::Found(_) | Swept::None) => {}
        _ => {
            if let Some(ways) = tutte.map(|tutte| tutte.find(meter)).transpose()?.flatten() {
                return Ok(Some(ways));
            }
            if let Some(plane) = plane {
                return plane.find(meter);
            }
        }
    }
    match swept.map_or_else(full, Ok)? {
        Swept::Found(ways) => Ok(Some(ways)),
        Swept::None => Ok(None),
        Swept::Unknown => Err(Halted),
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
    match meter.share(share(plane.cost()), full)?.flatten() {
        Some(number) => Ok(number),
        None => plane.count(meter),
    }
}

/// A sweep takes no longer than this number of multiplications would.
fn share(cost: f64) -> Share {
    let states = ((cost / STATE) as u64).saturating_add(1 << 16);
    Share { states: u64::MAX, expanded: states, bytes: BYTES }
}
