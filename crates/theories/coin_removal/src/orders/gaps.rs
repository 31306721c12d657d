//! Rows and rings with gaps: permutations with prescribed ups and downs.
//!
//! A coin is removed while it shows heads, so an odd or an even number of its neighbours is removed before it. In a row
//! this determines from left to right which of two neighbours is first, in a ring up to the choice for one pair.

use num_bigint::BigUint;

use puzzlec_theory::meter::{Halted, Meter, Room};

/// The orders of a row.
pub(super) fn row(heads: &[bool], meter: &Meter<'_>) -> Result<BigUint, Halted> {
    let word = heads.iter().copied();
    let mut sum = BigUint::ZERO;
    add(&mut sum, (word, heads.len()), meter)?;
    Ok(sum)
}

/// The orders of a ring of three coins or more: any coin that shows heads is first, and leaves a row whose ends are turned over.
pub(super) fn ring(heads: &[bool], meter: &Meter<'_>) -> Result<BigUint, Halted> {
    let len = heads.len() - 1;
    let mut sum = BigUint::ZERO;
    for (first, _) in heads.iter().enumerate().filter(|(_, head)| **head) {
        let rest = heads.iter().cycle().skip(first + 1).take(len).enumerate();
        let word = rest.map(|(index, head)| *head != (index == 0 || index + 1 == len));
        add(&mut sum, (word, len), meter)?;
    }
    Ok(sum)
}

/// Adds the orders of a row of `len` coins that can be removed. After k coins, `ranks` has for each rank that the last of them can have among the k the
/// number of their orders.
fn add(
    sum: &mut BigUint,
    (word, len): (impl Iterator<Item = bool>, usize),
    meter: &Meter<'_>,
) -> Result<(), Halted> {
    // For all ranks at the end, so that a row that is too long is given up before the work.
    let mut room = Room::new(meter);
    let bits: usize = (0..len).map(|index| (usize::BITS - index.leading_zeros()) as usize).sum();
    room.hold(len.saturating_mul(size_of::<BigUint>() + bits / 8))?;
    let mut ranks: Vec<BigUint> = Vec::new();
    // Whether the coin before is removed before this one; the first has none.
    let mut before = false;
    for (index, head) in word.enumerate() {
        meter.expanded(index + 1)?;
        if index == 0 {
            ranks.push(BigUint::from(1_u8));
        } else {
            let mut less = BigUint::ZERO;
            let mut add = |rank: &mut BigUint| {
                less += &*rank;
                rank.clone_from(&less);
            };
            if before {
                // The new rank r is above those less than r.
                ranks.iter_mut().for_each(&mut add);
                ranks.insert(0, BigUint::ZERO);
            } else {
                // The new rank r is below those that were at least r.
                ranks.iter_mut().rev().for_each(&mut add);
                ranks.push(BigUint::ZERO);
            }
        }
        // The neighbours that are removed before this coin are an even number if it shows heads, else an odd one.
        before = head != before;
    }
    for rank in ranks {
        *sum += rank;
    }
    Ok(())
}
