//! The cells of a board that are left, by their number.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

#[allow(dead_code)]
#[path = "../src/columns.rs"]
mod by_number;

use by_number::Columns;

#[test]
fn columns_are_found_by_number() {
    for n in [1, 63, 64, 65, 511, 512, 513, 2_000] {
        let mut columns = Columns::new(n);
        let mut left: Vec<usize> = (0..n).collect();
        let mut seed = n;
        while !left.is_empty() {
            seed = seed.wrapping_mul(25_214_903_917).wrapping_add(11) % (1 << 30);
            let at = seed % left.len();
            let found: Vec<_> = [0, at, left.len() - 1].map(|rank| columns.select(rank)).into();
            assert_eq!(found, [Some(left[0]), Some(left[at]), left.last().copied()]);
            assert_eq!(columns.select(left.len()), None);
            columns.take(left[at]);
            if at.is_multiple_of(3) {
                columns.give_back(left[at]);
                assert_eq!(columns.select(at), Some(left[at]));
                columns.take(left[at]);
            }
            left.remove(at);
            assert_eq!(columns.taken(), n - left.len());
        }
    }
}
