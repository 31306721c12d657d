//! Rows and rings with gaps: permutations with prescribed ups and downs.
//!
//! A coin is removed while it shows heads, so an odd or an even number of its neighbours is removed before it. In a row
//! this determines from left to right which of two neighbours is first, in a ring up to the choice for one pair.

use num_bigint::BigUint;

use crate::theories::meter::{Halted, Meter, Room};

/// The orders of a row.
pub(super) fn row(heads: &[bool], meter: &Meter<'_>) -> Result<BigUint, Halted> {
    let word = heads.iter().copied();
    let mut sum = BigUint::ZERO;
    add(&mut sum, word, meter)?;
    Ok(sum)
}

/// The orders of a ring of three coins or more: any coin that shows heads is first, and leaves a row whose ends are turned over.
pub(super) fn ring(heads: &[bool], meter: &Meter<'_>) -> Result<BigUint, Halted> {
    let len = heads.len() - 1;
    let mut sum = BigUint::ZERO;
    for (first, _) in heads.iter().enumerate().filter(|(_, head)| **head) {
        let rest = heads.iter().cycle().skip(first + 1).take(len).enumerate();
        let word = rest.map(|(index, head)| *head != (index == 0 || index + 1 == len));
        add(&mut sum, word, meter)?;
    }
    Ok(sum)
}

/// Adds the orders of a row that can be removed. After k coins, `ranks` has for each rank that the last of them can have among the k the
/// number of their orders.
fn add(sum: &mut BigUint, word: impl Iterator<Item = bool>, meter: &Meter<'_>) -> Result<(), Halted> {
    let mut room = Room::new(meter);
    let mut ranks: Vec<BigUint> = Vec::new();
    // Whether the coin before is removed before this one; the first has none.
    let mut before = false;
    let mut bits = 0;
    for (index, head) in word.enumerate() {
        bits += usize::BITS - index.leading_zeros();
        room.hold((index + 1).saturating_mul(size_of::<BigUint>() + bits as usize / 8))?;
        meter.expanded(index + 1)?;
        if index == 0 {
            ranks.push(BigUint::from(1_u8));
        } else {
            let mut less = BigUint::ZERO;
            if before {
                // The new rank r is above those less than r.
                for rank in &mut ranks {
                    let next = &less + &*rank;
                    *rank = std::mem::replace(&mut less, next);
                }
                ranks.push(less);
            } else {
                // The new rank r is below those that were at least r.
                for rank in ranks.iter_mut().rev() {
                    less += &*rank;
                    rank.clone_from(&less);
                }
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
