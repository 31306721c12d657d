//! Hashes of 64 good bits, the same in every run.

/// A number from two, in which every bit of both counts.
pub(super) fn mix(a: u64, b: u64) -> u64 {
    let folded = |x: u64, by: u64| {
        let wide = u128::from(x) * u128::from(by);
        wide as u64 ^ (wide >> 64) as u64
    };
    // Digits of pi and of the golden ratio.
    let x = folded(a ^ 0x243f_6a88_85a3_08d3, 0x9e37_79b9_7f4a_7c15) ^ b.rotate_left(17);
    folded(x ^ 0x1319_8a2e_0370_7344, 0xd6e8_feb8_6659_fd93) ^ x.rotate_left(29)
}
