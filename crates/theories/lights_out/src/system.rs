//! The sets of presses that move lights on as they must: linear equations modulo m, solved modulo the prime powers of m
//! and put together by the Chinese remainder theorem.

use super::problem::{Goal, Problem};
use puzzlec_algebra::{Elimination, Entry, Generator};
use puzzlec_theory::meter::{Halted, Meter, Room};

/// Entries looked at between two polls of the budget.
const STRIDE: u64 = 1 << 14;
/// About the bytes of an entry, with those that elimination adds.
const BYTES: usize = 64;

/// The equations of the lights that a goal asks for, one for each, eliminated.
#[derive(Debug)]
pub struct System<'m> {
    modulus: u32,
    parts: Vec<Part>,
    _room: Room<'m>,
}

/// The equations modulo a prime power.
#[derive(Debug)]
struct Part {
    modulus: u32,
    elimination: Elimination,
    /// 1 modulo the prime power, and 0 modulo the others.
    unit: u32,
}

/// Why lights cannot be moved on as they must: weights, by equation, of which every press adds a multiple of m to the
/// weighted sum, and the way to the goal does not.
pub type Weights = Vec<u32>;

impl<'m> System<'m> {
    /// The equations for the lights of a goal.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn new(problem: &Problem, goal: &Goal, meter: &'m Meter<'m>) -> Result<Self, Halted> {
        let modulus = problem.modulus;
        let mut room = Room::new(meter);
        let powers = prime_powers(modulus);
        room.hold(BYTES * powers.len() * (problem.size() + problem.presses.len() + goal.states.len()))?;
        let mut places = vec![None; problem.lights.len()];
        for (row, light) in goal.states.keys().enumerate() {
            places.get_mut(*light as usize).into_iter().for_each(|place| *place = Some(row));
        }
        let mut parts = Vec::new();
        for (prime, exponent) in powers {
            let power = prime.pow(exponent);
            let mut rows: Vec<Vec<Entry>> = vec![Vec::new(); goal.states.len()];
            for (column, press) in (0..).zip(&problem.presses) {
                for (light, by) in &press.by {
                    let row =
                        places.get(*light as usize).copied().flatten().and_then(|row| rows.get_mut(row));
                    if let Some(row) = row.filter(|_| by % power != 0) {
                        row.push((column, by % power));
                    }
                }
            }
            let mut work = 0;
            let mut poll = |looked: u64| {
                work += looked;
                if work < STRIDE {
                    return Ok(());
                }
                work = 0;
                meter.poll()
            };
            let elimination = Elimination::new((prime, exponent), problem.presses.len(), rows, &mut poll)?;
            let others = modulus / power;
            let inverse = (1..=power).find(|x| others % power * x % power == 1 % power).unwrap_or(1);
            parts.push(Part { modulus: power, elimination, unit: others * inverse % modulus });
        }
        Ok(System { modulus, parts, _room: room })
    }

    /// How often each press is made, from 0 to below m, in one solution.
    ///
    /// # Errors
    /// There is none, and why.
    pub fn solution(&self, way: &[u32]) -> Result<Vec<u32>, Weights> {
        let mut all: Vec<u32> = Vec::new();
        for part in &self.parts {
            let reduced: Vec<u32> = way.iter().map(|by| by % part.modulus).collect();
            match part.elimination.solve(&reduced) {
                Ok(found) => {
                    all.resize(found.len(), 0);
                    all.iter_mut()
                        .zip(found)
                        .for_each(|(sum, x)| *sum = (*sum + x * part.unit) % self.modulus);
                }
                Err(weights) => {
                    let others = self.modulus / part.modulus;
                    return Err(weights.into_iter().map(|weight| weight * others).collect());
                }
            }
        }
        Ok(all)
    }

    /// The presses that change none of these lights: all sums of multiples of these generators, each in one way.
    pub fn quiet(&self) -> Vec<Generator> {
        let lifted = |part: &Part| {
            let (unit, modulus) = (part.unit, self.modulus);
            let lift = move |generator: Generator| {
                let vector = generator.vector.iter().map(|x| x * unit % modulus).collect();
                Generator { vector, order: generator.order }
            };
            part.elimination.kernel().into_iter().map(lift).collect::<Vec<_>>()
        };
        self.parts.iter().flat_map(lifted).collect()
    }

    /// The numbers of multiples of the generators: their product is the number of sets of presses that change none of
    /// these lights.
    pub fn orders(&self) -> Vec<u32> {
        self.parts.iter().flat_map(|part| part.elimination.orders()).collect()
    }
}

/// The prime powers whose product a number is.
fn prime_powers(number: u32) -> Vec<(u32, u32)> {
    let (mut rest, mut prime, mut powers) = (number, 2, Vec::new());
    while rest > 1 {
        let mut exponent = 0;
        while rest.is_multiple_of(prime) {
            rest /= prime;
            exponent += 1;
        }
        if exponent > 0 {
            powers.push((prime, exponent));
        }
        prime += 1;
    }
    powers
}
