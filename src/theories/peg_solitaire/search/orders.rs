//! Orders of jumps for dives.

use super::field::Step;

/// The jumps in the order of a round: as they are, the other way round, then shuffled, the same in every run.
pub fn order<W: Copy>(steps: &[Step<W>], round: usize) -> Vec<Step<W>> {
    let mut steps = steps.to_vec();
    match round {
        0 => {}
        1 => steps.reverse(),
        _ => shuffle(&mut steps, round as u64),
    }
    steps
}

fn shuffle<T>(items: &mut [T], seed: u64) {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    for last in (1..items.len()).rev() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        items.swap(last, (state % (last as u64 + 1)) as usize);
    }
}
