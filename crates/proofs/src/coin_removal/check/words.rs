//! Rows that close up.
//!
//! Let h be a turn by 120° and t a reflection of a triangle: h³ = t² = 1 and th = h⁻¹t. A row is read as a product, h
//! for heads and t for tails. A coin between two others that is removed leaves the product as it is:
//!
//! * hhh = 1 = tt,  tht = h⁻¹ = hh,  hht = h⁻¹t = th,  thh = h⁻²t = ht.
//!
//! The first coin of two or more: hhu becomes tu and htu becomes hu, and th·hhu = t·h³·u = tu, th·htu = h⁻²·u = hu, so
//! that the product is multiplied by th from the left. The last one, as in a mirror: by ht from the right.
//!
//! Let B = {h², t}. As th·h² = t, th·t = h⁻¹ = h², h²·ht = t and t·ht = h⁻¹ = h², no move of two or more coins leads into
//! B or out of it. A coin alone whose product is in B shows tails and cannot be removed. So from a row with its product in B
//! every play ends in tails, an odd number of them, as t is in B and 1 is not; from any other row every play ends in
//! an even number of tails, perhaps none.
//!
//! With s = (the sum of the signs of the heads, -1 after an odd number of tails) and p = (1 for an odd number of tails) the
//! product is h^s·t^p, and it is in B exactly if s - p, the parity sum, leaves the remainder 2 modulo 3.

/// Whether every play leaves an odd number of tails, and not an even one: whether the parity sum of a row leaves the
/// remainder 2 modulo 3.
pub(super) fn leaves_one(heads: &[bool]) -> bool {
    let (mut sum, mut odd) = (0_u8, false);
    for heads in heads {
        match heads {
            true => sum = (sum + if odd { 2 } else { 1 }) % 3,
            false => odd = !odd,
        }
    }
    (sum, odd) == (2, false) || (sum, odd) == (0, true)
}

/// The Grundy value of a row.
///
/// Every play leaves an odd number of tails, or every play an even one, so that the numbers of moves of all plays are
/// odd, or are even. By induction the value is 1 or 0 accordingly: all moves lead to rows of the other value.
pub(super) fn value(heads: &[bool]) -> u64 {
    u64::from((heads.len() % 2 == 1) != leaves_one(heads))
}
