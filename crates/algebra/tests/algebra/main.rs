//! The room of algebra against naive methods.
#![allow(clippy::needless_range_loop, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod automata;
mod montgomery;

use std::collections::BTreeSet;

use num_bigint::BigUint;
use proptest::prelude::*;
use puzzlec_algebra::modular::{self, LARGE};
use puzzlec_algebra::{Bits, Echelon, Group, Lattice, Permutation, Residues, System, UnionFind, Vector};

type Matrix = Vec<Vec<i64>>;

/// Matrices with many zeros and dependent rows.
fn matrix(most: usize) -> impl Strategy<Value = Matrix> {
    let entry = prop_oneof![3 => Just(0_i64), 2 => -1..=1_i64, 1 => -6..=6_i64];
    (1..=most, 1..=most).prop_flat_map(move |(rows, columns)| {
        prop::collection::vec(prop::collection::vec(entry.clone(), columns), rows)
    })
}

fn residue(x: i64, prime: u64) -> u64 {
    modular::of(x, prime)
}

/// Rank by full elimination on a dense copy, with inverses by trial.
fn naive_rank(matrix: &Matrix, prime: i64) -> usize {
    let mut rows: Matrix = matrix.iter().map(|r| r.iter().map(|x| x.rem_euclid(prime)).collect()).collect();
    let mut rank = 0;
    for column in 0..matrix[0].len() {
        let Some(pivot) = (rank..rows.len()).find(|r| rows[*r][column] != 0) else { continue };
        rows.swap(rank, pivot);
        let inverse = (1..prime).find(|x| x * rows[rank][column] % prime == 1).unwrap();
        for row in 0..rows.len() {
            if row != rank {
                let times = rows[row][column] * inverse % prime;
                for at in 0..matrix[0].len() {
                    rows[row][at] = (rows[row][at] - times * rows[rank][at]).rem_euclid(prime);
                }
            }
        }
        rank += 1;
    }
    rank
}

fn echelon<V: Vector>(matrix: &Matrix, prime: u64) -> Echelon<V> {
    let mut echelon = Echelon::new(prime, matrix[0].len());
    for row in matrix {
        let _ = echelon.insert(row.iter().map(|x| residue(*x, prime)).enumerate());
    }
    echelon
}

fn check_echelon<V: Vector>(matrix: &Matrix, prime: u64) {
    let columns = matrix[0].len();
    let mut echelon = echelon::<V>(matrix, prime);
    assert_eq!(echelon.rank(), naive_rank(matrix, prime as i64));
    let free: Vec<usize> = echelon.free().collect();
    assert_eq!(echelon.rank() + free.len(), columns);
    for at in &free {
        let vector = echelon.null_vector(*at);
        let vector: Vec<u64> = (0..columns).map(|c| vector.get(c)).collect();
        assert!(free.iter().all(|f| vector[*f] == u64::from(f == at)));
        for row in matrix {
            let sum: u64 = row.iter().zip(&vector).map(|(x, y)| residue(*x, prime) * y % prime).sum();
            assert_eq!(sum % prime, 0);
        }
    }
    // The span holds each row, and twice the first with the last, but no free column.
    for row in matrix {
        assert!(echelon.remainder(row.iter().map(|x| residue(*x, prime)).enumerate()).is_empty());
    }
    let (first, last) = (&matrix[0], &matrix[matrix.len() - 1]);
    let sum = first.iter().zip(last).map(|(x, y)| residue(2 * x + y, prime)).enumerate();
    assert!(echelon.remainder(sum).is_empty());
    for at in free {
        assert_eq!(echelon.remainder([(at, 1)]), [(at, 1)]);
    }
}

fn check_system<V: Vector>(matrix: &Matrix, prime: u64, times: &[u64]) {
    let (height, width) = (matrix.len(), matrix[0].len());
    let mut system = System::<V>::new(prime, height, width);
    for column in 0..width {
        system.push((0..height).map(|row| (row, residue(matrix[row][column], prime))));
    }
    let product = |x: &[u64]| -> Vec<u64> {
        let of = |row: &Vec<i64>| row.iter().zip(x).map(|(a, b)| residue(*a, prime) * b % prime).sum::<u64>();
        matrix.iter().map(|row| of(row) % prime).collect()
    };
    let null_space = system.null_space();
    assert_eq!(null_space.len() + naive_rank(matrix, prime as i64), width);
    for vector in &null_space {
        assert_eq!(vector.len(), width);
        assert!(product(vector).iter().all(|x| *x == 0));
    }
    let right = product(times);
    let solution = system.solution(right.iter().copied().enumerate()).unwrap();
    assert_eq!(product(&solution), right);
    // A right side with a solution is one that makes the rank no larger.
    for row in 0..height {
        let mut wider = matrix.clone();
        for (at, line) in wider.iter_mut().enumerate() {
            line.push(i64::from(at == row));
        }
        let solvable = naive_rank(&wider, prime as i64) == naive_rank(matrix, prime as i64);
        assert_eq!(system.solution([(row, 1)]).is_some(), solvable);
    }
}

/// The greatest common divisor of all minors of a size: the product of so many invariant factors.
fn divisor(matrix: &Matrix, size: usize) -> i128 {
    fn choices(n: usize, k: usize) -> Vec<Vec<usize>> {
        (0..1_u32 << n)
            .filter(|s| s.count_ones() as usize == k)
            .map(|s| (0..n).filter(|i| s >> i & 1 == 1).collect())
            .collect()
    }
    fn determinant(matrix: &Matrix, rows: &[usize], columns: &[usize]) -> i128 {
        let Some((first, rest)) = rows.split_first() else { return 1 };
        (0..columns.len())
            .map(|at| {
                let others: Vec<usize> =
                    columns.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, c)| *c).collect();
                let sign = if at % 2 == 0 { 1 } else { -1 };
                sign * i128::from(matrix[*first][columns[at]]) * determinant(matrix, rest, &others)
            })
            .sum()
    }
    let mut common = 0_i128;
    for rows in choices(matrix.len(), size) {
        for columns in choices(matrix[0].len(), size) {
            let (mut a, mut b) = (common, determinant(matrix, &rows, &columns).abs());
            while b != 0 {
                (a, b) = (b, a % b);
            }
            common = a;
        }
    }
    common
}

fn permutations(degree: u32, most: usize) -> impl Strategy<Value = Vec<Vec<u32>>> {
    let images: Vec<u32> = (0..degree).collect();
    // Also some that move few points, so that groups are small at times.
    let few = (0..degree, 0..degree, 0..degree).prop_map(move |(a, b, c)| {
        let mut images: Vec<u32> = (0..degree).collect();
        images.swap(a as usize, b as usize);
        images.swap(b as usize, c as usize);
        images
    });
    prop::collection::vec(prop_oneof![Just(images).prop_shuffle(), few], 0..=most)
}

fn all_products(degree: usize, generators: &[Permutation]) -> BTreeSet<Permutation> {
    let mut all = BTreeSet::from([Permutation::identity(degree)]);
    let mut open: Vec<Permutation> = all.iter().cloned().collect();
    while let Some(one) = open.pop() {
        for next in generators.iter().map(|g| one.then(g)) {
            if all.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    all
}

proptest! {
    #[test]
    fn rank_null_space_and_span(matrix in matrix(7)) {
        check_echelon::<Bits>(&matrix, 2);
        for prime in [2, 3, 5, 1_000_003] {
            check_echelon::<Residues>(&matrix, prime);
        }
    }

    #[test]
    fn wide_matrices_of_bits(rows in prop::collection::vec(prop::collection::vec(0..2_i64, 150), 1..40)) {
        check_echelon::<Bits>(&rows, 2);
        let (bits, residues) = (echelon::<Bits>(&rows, 2), echelon::<Residues>(&rows, 2));
        prop_assert!(bits.free().eq(residues.free()));
    }

    #[test]
    fn systems(matrix in matrix(6), times in prop::collection::vec(0..7_u64, 6)) {
        let width = matrix[0].len();
        let below = |prime: u64| times.iter().take(width).map(|x| x % prime).collect::<Vec<_>>();
        check_system::<Bits>(&matrix, 2, &below(2));
        for prime in [2, 3, 7] {
            check_system::<Residues>(&matrix, prime, &below(prime));
        }
    }

    /// Over the rationals: modulo a large prime, with fractions reconstructed.
    #[test]
    fn rational_null_spaces(matrix in matrix(6)) {
        let echelon = echelon::<Residues>(&matrix, LARGE);
        let columns = matrix[0].len();
        for at in echelon.free() {
            let vector = echelon.null_vector(at);
            let whole = modular::whole((0..columns).map(|c| vector.get(c))).unwrap();
            prop_assert!(whole[at] != 0);
            for row in &matrix {
                prop_assert_eq!(row.iter().zip(&whole).map(|(x, y)| x * y).sum::<i64>(), 0);
            }
        }
        // A few small primes have a smaller rank, none a larger one.
        let ranks = [1_000_003, 1_000_033, 1_000_037].map(|prime| naive_rank(&matrix, prime));
        prop_assert_eq!(echelon.rank(), *ranks.iter().max().unwrap());
    }

    #[test]
    fn smith_forms(matrix in matrix(4)) {
        let rows = matrix.iter().map(|r| r.iter().map(|x| i128::from(*x)).collect()).collect();
        let lattice = Lattice::of_columns(rows).unwrap();
        prop_assert!(lattice.factors.iter().all(|f| *f > 0));
        prop_assert!(lattice.factors.windows(2).all(|f| f[1] % f[0] == 0));
        let mut product = 1;
        for (size, factor) in (1..).zip(&lattice.factors) {
            product *= factor;
            prop_assert_eq!(product, divisor(&matrix, size));
        }
        let rank = lattice.factors.len();
        if rank < matrix.len().min(matrix[0].len()) {
            prop_assert_eq!(divisor(&matrix, rank + 1), 0);
        }
    }

    /// A vector passes all tests exactly if adding it as a column changes no invariant factor.
    #[test]
    fn membership_in_a_lattice(matrix in matrix(4), vector in prop::collection::vec(-6..=6_i64, 4)) {
        let wide = |m: &Matrix| m.iter().map(|r| r.iter().map(|x| i128::from(*x)).collect()).collect();
        let lattice = Lattice::of_columns(wide(&matrix)).unwrap();
        let mut with = matrix.clone();
        with.iter_mut().zip(&vector).for_each(|(row, x)| row.push(*x));
        let inside = Lattice::of_columns(wide(&with)).unwrap().factors == lattice.factors;
        let vector: Vec<i128> = vector.iter().take(matrix.len()).map(|x| i128::from(*x)).collect();
        prop_assert_eq!(lattice.separating(&vector).is_none(), inside);
        for column in 0..matrix[0].len() {
            let own: Vec<i128> = matrix.iter().map(|row| i128::from(row[column])).collect();
            prop_assert!(lattice.separating(&own).is_none());
        }
    }

    #[test]
    fn groups(images in permutations(6, 3), other in Just((0..6).collect::<Vec<u32>>()).prop_shuffle()) {
        let generators: Vec<Permutation> = images.into_iter().map(|i| Permutation::new(i).unwrap()).collect();
        let all = all_products(6, &generators);
        let group = Group::generated(6, generators.clone());
        prop_assert_eq!(group.order(), BigUint::from(all.len()));
        let other = Permutation::new(other).unwrap();
        prop_assert_eq!(group.contains(&other), all.contains(&other));
        for point in 0..6 {
            let orbit: BTreeSet<u32> = all.iter().map(|p| p.of(point)).collect();
            prop_assert!(group.orbit(point).into_iter().eq(orbit));
        }
        prop_assert!(all.iter().take(20).all(|p| group.contains(p)));
        let fits = |point: u32, image: u32| other.of(point) % 2 == image % 2;
        let found = group.matching(fits, || Ok::<(), ()>(())).unwrap();
        prop_assert_eq!(found.is_some(), all.iter().any(|p| (0..6).all(|point| fits(point, p.of(point)))));
        prop_assert!(found.is_none_or(|p| all.contains(&p) && (0..6).all(|point| fits(point, p.of(point)))));
    }

    #[test]
    fn parity_and_inverse(images in Just((0..9).collect::<Vec<u32>>()).prop_shuffle()) {
        let inversions = (0..9).map(|i| (0..i).filter(|j| images[*j] > images[i]).count()).sum::<usize>();
        let permutation = Permutation::new(images).unwrap();
        prop_assert_eq!(permutation.is_odd(), inversions % 2 == 1);
        prop_assert!(permutation.then(&permutation.inverse()).is_identity());
    }

    #[test]
    fn classes(pairs in prop::collection::vec((0..12_u32, 0..12_u32), 0..14)) {
        let mut found = UnionFind::new(12);
        let mut names: Vec<u32> = (0..12).collect();
        for (a, b) in pairs {
            let (x, y) = (names[a as usize], names[b as usize]);
            prop_assert_eq!(found.join(a, b), x != y);
            names.iter_mut().filter(|n| **n == x || **n == y).for_each(|n| *n = x.min(y));
        }
        for point in 0..12 {
            prop_assert_eq!(found.root(point), names[point as usize]);
        }
    }
}

#[test]
fn known_groups() {
    let cycle = |degree: u32| Permutation::new((0..degree).map(|i| (i + 1) % degree).collect()).unwrap();
    let swap = |degree: u32| {
        let mut images: Vec<u32> = (0..degree).collect();
        images.swap(0, 1);
        Permutation::new(images).unwrap()
    };
    let factorial: u128 = (1..=20).product();
    assert_eq!(Group::generated(20, [cycle(20), swap(20)]).order(), BigUint::from(factorial));
    assert_eq!(Group::generated(30, [cycle(30)]).order(), BigUint::from(30_u32));
    assert_eq!(Group::generated(5, []).order(), BigUint::from(1_u32));
    // The Mathieu group of degree 11.
    let eleven = Permutation::new(vec![0, 1, 6, 9, 5, 3, 10, 2, 8, 4, 7]).unwrap();
    assert_eq!(Group::generated(11, [cycle(11), eleven]).order(), BigUint::from(7920_u32));
    assert!(Permutation::new(vec![0, 0]).is_none() && Permutation::new(vec![2, 0]).is_none());
}

#[test]
fn large_numbers_end_in_nothing() {
    let big = i128::MAX / 2;
    assert_eq!(Lattice::of_columns(vec![vec![big, 3], vec![7, big - 1]]), None);
    assert!(Lattice::of_columns(Vec::new()).unwrap().factors.is_empty());
}
