//! The fewest presses among all solutions: a solution plus everything that changes no light.
//!
//! Generators that share no press, not even through others, are treated apart: the presses of the parts add up. A part is
//! enumerated if the sums of its generators are few enough, in an order in which each differs from the one before by few
//! multiples of generators.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::problem::Problem;
use puzzlec_algebra::{Generator, UnionFind};
use puzzlec_theory::meter::{Halted, Meter};

/// The most entries of vectors to add up for all parts together.
const MOST_WORK: u64 = 1 << 31;
/// Vectors added between two polls of the budget.
const STRIDE: u64 = 1 << 12;

/// The result of the enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fewest {
    /// The number of presses.
    pub number: u64,
    /// How often each press is made.
    pub presses: Vec<u32>,
    /// Whether all solutions were compared.
    pub all: bool,
}

/// All solutions.
#[derive(Clone, Debug)]
pub struct Coset {
    modulus: u32,
    /// One of them.
    base: Vec<u32>,
    parts: Vec<Part>,
}

/// Generators that belong together.
#[derive(Clone, Debug)]
struct Part {
    /// The presses in them.
    presses: Vec<u32>,
    /// The generators, on these presses.
    generators: Vec<(Vec<u32>, u32)>,
}

impl Coset {
    /// The sums of a solution and multiples of generators.
    pub fn new(modulus: u32, base: Vec<u32>, generators: &[Generator]) -> Self {
        let used = |vector: &[u32]| -> Vec<u32> {
            (0..).zip(vector).filter(|(_, x)| **x != 0).map(|(press, _)| press).collect()
        };
        let mut classes = UnionFind::new(base.len());
        for generator in generators {
            let presses = used(&generator.vector);
            for two in presses.windows(2) {
                if let [a, b] = two {
                    classes.join(*a, *b);
                }
            }
        }
        let mut parts: BTreeMap<u32, Vec<&Generator>> = BTreeMap::new();
        for generator in generators {
            if let Some(first) = used(&generator.vector).first() {
                parts.entry(classes.root(*first)).or_default().push(generator);
            }
        }
        let part = |generators: Vec<&Generator>| {
            let mut presses: Vec<u32> = generators.iter().flat_map(|g| used(&g.vector)).collect();
            presses.sort_unstable();
            presses.dedup();
            let cut = |g: &Generator| presses.iter().map(|press| at(&g.vector, *press)).collect();
            let generators = generators.iter().map(|g| (cut(g), g.order)).collect();
            Part { presses, generators }
        };
        Coset { modulus, base, parts: parts.into_values().map(part).collect() }
    }

    /// The fewest presses, or few where there are too many solutions to compare.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn fewest(&self, meter: &Meter<'_>) -> Result<Fewest, Halted> {
        let mut presses = self.base.clone();
        let all = self.is_small();
        for part in &self.parts {
            let begin: Vec<u32> = part.presses.iter().map(|press| at(&self.base, *press)).collect();
            let mut best = part.descend(begin.clone(), self.modulus);
            if all {
                let mut least = sum(&best);
                part.each(begin, self.modulus, meter, |solution, number| {
                    if number < least {
                        least = number;
                        best = solution.to_vec();
                    }
                })?;
            }
            for (press, times) in part.presses.iter().zip(best) {
                presses.get_mut(*press as usize).into_iter().for_each(|slot| *slot = times);
            }
        }
        Ok(Fewest { number: sum(&presses), presses, all })
    }

    /// Whether all solutions can be compared.
    pub fn is_small(&self) -> bool {
        let works = self.parts.iter().map(|part| part.work(self.modulus));
        works.fold(0_u64, u64::saturating_add) <= MOST_WORK
    }

    /// The number of ways to order the presses of all solutions with the fewest presses, each press by any action with its
    /// effect; and the first of these solutions, `most` at most.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn ways(
        &self,
        problem: &Problem,
        most: usize,
        meter: &Meter<'_>,
    ) -> Result<(BigUint, Vec<Vec<u32>>), Halted> {
        let kinds: Vec<BigUint> = problem
            .presses
            .iter()
            .map(|press| press.actions.iter().map(|(_, times)| BigUint::from(*times)).sum())
            .collect();
        let one = BigUint::from(1_u8);
        let kinds_of = |press: u32| kinds.get(press as usize).unwrap_or(&one);
        // Orders within the presses of a part, then the ways to merge the parts.
        let mut merge = Merge { total: one.clone(), number: 0 };
        let mut listed = vec![self.base.clone()];
        let mut open = vec![true; self.base.len()];
        for part in &self.parts {
            part.presses.iter().for_each(|press| {
                open.get_mut(*press as usize).into_iter().for_each(|open| *open = false);
            });
        }
        for (press, times) in
            (0..).zip(&self.base).filter(|(press, _)| open.get(*press as usize) == Some(&true))
        {
            merge.add(kinds_of(press).pow(*times), u64::from(*times));
        }
        for part in &self.parts {
            let begin: Vec<u32> = part.presses.iter().map(|press| at(&self.base, *press)).collect();
            let mut least = u64::MAX;
            let (mut ways, mut found) = (BigUint::ZERO, Vec::new());
            part.each(begin, self.modulus, meter, |solution, number| {
                if number < least {
                    (least, ways, found) = (number, BigUint::ZERO, Vec::new());
                }
                if number == least {
                    let mut own = Merge { total: BigUint::from(1_u8), number: 0 };
                    for (press, times) in part.presses.iter().zip(solution).filter(|(_, times)| **times > 0) {
                        own.add(kinds_of(*press).pow(*times), u64::from(*times));
                    }
                    ways += own.total;
                    if found.len() < most {
                        found.push(solution.to_vec());
                    }
                }
            })?;
            merge.add(ways, least);
            let with = |before: &Vec<u32>, solution: &Vec<u32>| {
                let mut after = before.clone();
                for (press, times) in part.presses.iter().zip(solution) {
                    after.get_mut(*press as usize).into_iter().for_each(|slot| *slot = *times);
                }
                after
            };
            let all =
                listed.iter().flat_map(|before| found.iter().map(move |solution| with(before, solution)));
            listed = all.take(most).collect();
        }
        Ok((merge.total, listed))
    }
}

/// Sequences of presses that are merged, each keeping its order.
struct Merge {
    total: BigUint,
    number: u64,
}

impl Merge {
    /// Merges with any of some sequences of one length.
    fn add(&mut self, ways: BigUint, length: u64) {
        self.total *= ways;
        for place in 1..=length {
            self.total *= self.number + place;
            self.total /= place;
        }
        self.number += length;
    }
}

impl Part {
    /// Entries of vectors to be added for an enumeration.
    fn work(&self, modulus: u32) -> u64 {
        let length = if modulus == 2 { self.presses.len().div_ceil(64) } else { self.presses.len() } as u64;
        self.generators.iter().fold(length, |work, (_, order)| work.saturating_mul(u64::from(*order)))
    }

    /// Adds multiples of single generators as long as that lowers the number of presses.
    fn descend(&self, mut solution: Vec<u32>, modulus: u32) -> Vec<u32> {
        let mut least = sum(&solution);
        loop {
            let before = least;
            for (vector, order) in &self.generators {
                let mut tried = solution.clone();
                for _ in 1..*order {
                    add(&mut tried, vector, modulus);
                    if sum(&tried) < least {
                        least = sum(&tried);
                        solution.clone_from(&tried);
                    }
                }
            }
            if least == before {
                return solution;
            }
        }
    }

    /// Calls `f` for every solution with its number of presses.
    fn each(
        &self,
        solution: Vec<u32>,
        modulus: u32,
        meter: &Meter<'_>,
        mut f: impl FnMut(&[u32], u64),
    ) -> Result<(), Halted> {
        if modulus == 2 {
            return self.each_of_two(solution, meter, f);
        }
        let mut solution = solution;
        // A counter: the digit of a generator is the multiple that is added. A generator may have more different
        // multiples than its digit counts, so that a digit that returns to 0 takes away what it added.
        let mut digits = vec![0; self.generators.len()];
        let mut left = STRIDE;
        loop {
            f(&solution, sum(&solution));
            left -= 1;
            if left == 0 {
                meter.seen(STRIDE as usize);
                meter.poll()?;
                left = STRIDE;
            }
            let mut done = true;
            for ((vector, order), digit) in self.generators.iter().zip(&mut digits) {
                if *digit + 1 < *order {
                    *digit += 1;
                    add(&mut solution, vector, modulus);
                    done = false;
                    break;
                }
                let back = (modulus - *digit % modulus) % modulus;
                *digit = 0;
                let entries = solution.iter_mut().zip(vector);
                entries.for_each(|(sum, x)| *sum = (*sum + x * back) % modulus);
            }
            if done {
                return Ok(());
            }
        }
    }

    /// The same for presses that are made once or not, in the order of Gray's code: one generator is added at a time.
    fn each_of_two(
        &self,
        solution: Vec<u32>,
        meter: &Meter<'_>,
        mut f: impl FnMut(&[u32], u64),
    ) -> Result<(), Halted> {
        let pack = |vector: &[u32]| -> Vec<u64> {
            let word = |bits: &[u32]| bits.iter().rev().fold(0, |word, bit| word << 1 | u64::from(*bit));
            vector.chunks(64).map(word).collect()
        };
        let vectors: Vec<Vec<u64>> = self.generators.iter().map(|(vector, _)| pack(vector)).collect();
        let mut words = pack(&solution);
        let mut solution = solution;
        let mut least = u64::MAX;
        let sums = 1_u64 << vectors.len();
        for turn in 1..=sums {
            let number = words.iter().map(|word| u64::from(word.count_ones())).sum();
            // Others cannot matter to who asks for the fewest.
            if number <= least {
                least = number;
                for (place, slot) in solution.iter_mut().enumerate() {
                    *slot = words.get(place / 64).map_or(0, |word| (word >> (place % 64) & 1) as u32);
                }
                f(&solution, number);
            }
            if turn.is_multiple_of(STRIDE) {
                meter.seen(STRIDE as usize);
                meter.poll()?;
            }
            if let Some(vector) = vectors.get(turn.trailing_zeros() as usize).filter(|_| turn < sums) {
                words.iter_mut().zip(vector).for_each(|(word, other)| *word ^= other);
            }
        }
        Ok(())
    }
}

fn at(vector: &[u32], place: u32) -> u32 {
    vector.get(place as usize).copied().unwrap_or(0)
}

fn sum(vector: &[u32]) -> u64 {
    vector.iter().map(|x| u64::from(*x)).sum()
}

fn add(solution: &mut [u32], vector: &[u32], modulus: u32) {
    solution.iter_mut().zip(vector).for_each(|(sum, x)| *sum = (*sum + x) % modulus);
}
