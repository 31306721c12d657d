//! The field of 2^16 elements.

use super::table::Table;

/// x^16 + x^12 + x^3 + x + 1, of which x is a primitive root.
const MODULUS: u32 = 0x1100b;
/// The order of the multiplicative group.
const ORDER: u32 = 0xffff;

/// Tables of powers. Elements are polynomials in x; the sum of two is their exclusive or.
#[derive(Debug)]
pub(super) struct Field {
    /// The powers of x, twice; then zeros.
    powers: Table<u16>,
    /// By element the exponent of x. That of 0, added to any other, is beyond the powers.
    logarithms: Table<u32>,
}

impl Field {
    /// The field.
    pub(super) fn new() -> Self {
        let (mut powers, mut logarithms) = (Table::new(2 * ORDER as usize), Table::new(ORDER as usize + 1));
        let mut power = 1u32;
        for exponent in 0..ORDER {
            powers.set(exponent, power as u16);
            powers.set(exponent + ORDER, power as u16);
            logarithms.set(power, exponent);
            power <<= 1;
            if power > ORDER {
                power ^= MODULUS;
            }
        }
        logarithms.set(0, 2 * ORDER);
        Field { powers, logarithms }
    }

    /// The quotient of two elements; 0 if the divisor is 0.
    pub(super) fn quotient(&self, a: u16, b: u16) -> u16 {
        if b == 0 { 0 } else { self.shifted(ORDER - self.logarithm(b), a) }
    }

    /// Adds a multiple of a row, whose elements are given by their logarithms, to another.
    pub(super) fn add(&self, to: &mut [u16], factor: u16, logarithms: &[u32]) {
        if factor != 0 {
            let shift = self.logarithm(factor);
            for (slot, logarithm) in to.iter_mut().zip(logarithms) {
                *slot ^= self.powers.at(shift + logarithm);
            }
        }
    }

    /// The exponent of x of an element.
    pub(super) fn logarithm(&self, a: u16) -> u32 {
        self.logarithms.at(u32::from(a))
    }

    fn shifted(&self, shift: u32, a: u16) -> u16 {
        self.powers.at(shift + self.logarithm(a))
    }
}
