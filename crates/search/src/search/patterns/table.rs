//! The table of a pattern.

use super::{Place, Sliding};
use crate::search::meter::Meter;
use puzzlec_base::Limit;
use puzzlec_task::Value;

/// No goal can be reached.
pub(super) const NONE: u8 = u8::MAX;

/// No piece of the pattern stands on a place.
const NO_PIECE: u32 = u32::MAX;

/// The least numbers of moves of a pattern's pieces. The number of an arrangement has as digits, of as many bits as a place
/// takes, the places of the pieces, and then the empty one.
pub(super) struct Table {
    /// The pieces.
    pub(super) pieces: Vec<Value>,
    /// The bits of a digit.
    pub(super) bits: u32,
    distances: Vec<u8>,
}

impl Table {
    /// Goes back from the goals: moves of other pieces cost nothing. `None` where a distance is too large for a byte.
    ///
    /// Time is linear in the arrangements and the moves into a place.
    ///
    /// # Errors
    /// A limit.
    pub(super) fn new(
        sliding: &Sliding,
        pattern: &[(Value, Place)],
        meter: &mut Meter,
    ) -> Result<Option<Self>, Limit> {
        let places = sliding.variables.len();
        let bits = sliding.bits();
        let of_empty = bits * pattern.len() as u32;
        let entries = 1_usize << (of_empty + bits);
        meter.grow(entries as u64)?;
        let mut distances = vec![NONE; entries];
        let goal: u32 = (0..).zip(pattern).map(|(at, (_, place))| u32::from(*place) << (bits * at)).sum();
        let taken = |place: usize| pattern.iter().any(|(_, at)| usize::from(*at) == place);
        let empties = sliding.may_be_empty.iter().enumerate().filter(|(place, may)| **may && !taken(*place));
        let mut now: Vec<u32> = empties.map(|(place, _)| goal | (place as u32) << of_empty).collect();
        for state in &now {
            set(&mut distances, *state, 0);
        }
        // By place, where a move from it may have come from, with the pattern's pieces that may have made it, and
        // whether another piece may.
        let is_own = |value: Value| pattern.iter().any(|(piece, _)| *piece == value);
        let back: Vec<Vec<(u32, u64, bool)>> = (0..places)
            .map(|from| {
                let moves = sliding.into.iter().enumerate().flat_map(|(to, moves)| {
                    moves.iter().filter(move |m| usize::from(m.from) == from).map(move |m| (to, m))
                });
                moves
                    .map(|(to, m)| {
                        let own =
                            pattern.iter().enumerate().filter(|(_, (piece, _))| m.pieces.contains(*piece));
                        let others = m.pieces.iter().any(|piece| !is_own(piece));
                        (to as u32, own.fold(0, |set, (at, _)| set | 1 << at), others)
                    })
                    .collect()
            })
            .collect();
        // By place where the digit of the pattern's piece on it begins.
        let mut standing = vec![NO_PIECE; 1 << bits];
        let (mask, digits) = ((1 << bits) - 1, || (0..of_empty).step_by(bits as usize));
        let mut next = Vec::new();
        let mut distance = 0_u8;
        while !now.is_empty() {
            while let Some(state) = now.pop() {
                meter.steps(1)?;
                if get(&distances, state) < distance {
                    continue;
                }
                let empty = state >> of_empty;
                for shift in digits() {
                    stand(&mut standing, state >> shift & mask, shift);
                }
                for (to, own, others) in back.get(empty as usize).into_iter().flatten() {
                    let there = standing.get(*to as usize).copied().filter(|shift| *shift != NO_PIECE);
                    let emptied = state ^ (empty ^ to) << of_empty;
                    match there {
                        Some(shift) if own >> (shift / bits) & 1 == 1 => {
                            let before = emptied ^ (empty ^ to) << shift;
                            if get(&distances, before) > distance + 1 {
                                set(&mut distances, before, distance + 1);
                                next.push(before);
                            }
                        }
                        None if *others && get(&distances, emptied) > distance => {
                            set(&mut distances, emptied, distance);
                            now.push(emptied);
                        }
                        Some(_) | None => {}
                    }
                }
                for shift in digits() {
                    stand(&mut standing, state >> shift & mask, NO_PIECE);
                }
            }
            distance += 1;
            if distance >= NONE - 1 && !next.is_empty() {
                return Ok(None);
            }
            std::mem::swap(&mut now, &mut next);
        }
        let pieces = pattern.iter().map(|(piece, _)| *piece).collect();
        Ok(Some(Table { pieces, bits, distances }))
    }

    /// The bytes of the table.
    pub(super) fn bytes(&self) -> u64 {
        self.distances.len() as u64
    }

    /// The distance of an arrangement; [`NONE`] where there is none.
    #[inline]
    pub(super) fn of(&self, arrangement: u32) -> u8 {
        get(&self.distances, arrangement)
    }
}

#[inline]
fn get(distances: &[u8], at: u32) -> u8 {
    distances.get(at as usize).copied().unwrap_or(NONE)
}

#[inline]
fn stand(standing: &mut [u32], place: u32, shift: u32) {
    if let Some(slot) = standing.get_mut(place as usize) {
        *slot = shift;
    }
}

fn set(distances: &mut [u8], at: u32, distance: u8) {
    if let Some(entry) = distances.get_mut(at as usize) {
        *entry = distance;
    }
}
