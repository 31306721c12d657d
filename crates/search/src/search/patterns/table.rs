//! The table of a pattern.

use super::{Place, Sliding};
use puzzlec_task::Value;

/// No goal can be reached.
pub(super) const NONE: u8 = u8::MAX;

/// The least numbers of moves of a pattern's pieces. The number of an arrangement has as digits, of as many bits as a place
/// takes, the places of the pieces; an entry has the empty place as its last digit.
///
/// A move of another piece costs nothing. So it never lowers the distance, and where it can be undone it changes nothing: a
/// search reads the table of the piece that moves, and keeps the numbers of all others.
pub(super) struct Table {
    /// The pieces.
    pub(super) pieces: Vec<Value>,
    /// The bits of a digit.
    pub(super) bits: u32,
    distances: Vec<u8>,
}

/// Where a move that emptied a place may have put the piece.
#[derive(Default)]
struct Back {
    /// Places that another piece may have gone to.
    others: u64,
    /// Places that pieces of the pattern may have gone to, with these pieces as bits.
    own: Vec<(Place, u64)>,
}

impl Table {
    /// The bytes of the table of so many pieces.
    pub(super) fn bytes(sliding: &Sliding, pieces: usize) -> u64 {
        1 << (sliding.bits() * (pieces as u32 + 1))
    }

    /// Goes back from the goals: moves of other pieces cost nothing. `None` where a distance is too large for a byte.
    ///
    /// Time is linear in the arrangements and the moves into a place.
    pub(super) fn new(sliding: &Sliding, pattern: &[(Value, Place)]) -> Option<Self> {
        let bits = sliding.bits();
        let backs = backs(sliding, pattern);
        let mut distances = vec![NONE; Table::bytes(sliding, pattern.len()) as usize];
        let goal: u32 = (1..).zip(pattern).map(|(at, (_, place))| u32::from(*place) << (bits * at)).sum();
        let taken = |place: usize| pattern.iter().any(|(_, at)| usize::from(*at) == place);
        let empties = sliding.may_be_empty.iter().enumerate().filter(|(place, may)| **may && !taken(*place));
        let mut now: Vec<u32> = empties.map(|(place, _)| goal | place as u32).collect();
        let (mut next, mut distance) = (Vec::new(), 0_u8);
        let mask = (1 << bits) - 1;
        // By place which piece of the pattern stands there, if one does.
        let mut standing = [0_u8; u64::BITS as usize];
        while !now.is_empty() {
            while let Some(entry) = now.pop() {
                if get(&distances, entry) != NONE {
                    continue;
                }
                let (arrangement, empty) = (entry & !mask, entry & mask);
                let mut taken = 0_u64;
                for at in 0..pattern.len() as u8 {
                    let place = entry >> (bits * (u32::from(at) + 1)) & mask;
                    taken |= 1 << place;
                    if let Some(slot) = standing.get_mut(place as usize) {
                        *slot = at;
                    }
                }
                // All places that may be empty before this one, without a move of the pattern's pieces.
                let (mut region, mut open) = (1_u64 << empty, 1_u64 << empty);
                while open != 0 {
                    let place = open.trailing_zeros();
                    open &= open - 1;
                    let slot = distances.get_mut((arrangement | place) as usize)?;
                    let Some(back) = backs.get(place as usize).filter(|_| *slot == NONE) else { continue };
                    *slot = distance;
                    let more = back.others & !taken & !region;
                    (region, open) = (region | more, open | more);
                    for (to, may) in &back.own {
                        let at = standing.get(usize::from(*to)).copied().unwrap_or(0);
                        if taken >> to & 1 == 0 || may >> at & 1 == 0 {
                            continue;
                        }
                        let to = u32::from(*to);
                        let before = (arrangement ^ (place ^ to) << (bits * (u32::from(at) + 1))) | to;
                        if get(&distances, before) == NONE {
                            next.push(before);
                        }
                    }
                }
            }
            distance += 1;
            if distance == NONE && !next.is_empty() {
                return None;
            }
            std::mem::swap(&mut now, &mut next);
        }
        let pieces = pattern.iter().map(|(piece, _)| *piece).collect();
        Some(Table { pieces, bits, distances })
    }

    /// The number of an arrangement after a piece moved from one place to another.
    #[inline]
    pub(super) fn after(&self, arrangement: u32, digit: u32, change: Place) -> u32 {
        arrangement ^ u32::from(change) << (self.bits * digit)
    }

    /// The distance of an arrangement with this empty place; [`NONE`] where there is none.
    #[inline]
    pub(super) fn of(&self, arrangement: u32, empty: Place) -> u8 {
        get(&self.distances, arrangement << self.bits | u32::from(empty))
    }
}

/// By place how it may have become empty.
fn backs(sliding: &Sliding, pattern: &[(Value, Place)]) -> Vec<Back> {
    let mut backs: Vec<Back> = Vec::new();
    backs.resize_with(sliding.variables.len(), Back::default);
    for (to, moves) in (0..).zip(&sliding.into) {
        for one in moves {
            let Some(back) = backs.get_mut(usize::from(one.from)) else { continue };
            let is_own = |value: Value| pattern.iter().any(|(piece, _)| *piece == value);
            back.others |= u64::from(one.pieces.iter().any(|piece| !is_own(piece))) << to;
            let own = (0..).zip(pattern).filter(|(_, (piece, _))| one.pieces.contains(*piece));
            back.own.push((to, own.fold(0, |set, (at, _)| set | 1 << at)));
        }
    }
    backs
}

#[inline]
fn get(distances: &[u8], at: u32) -> u8 {
    distances.get(at as usize).copied().unwrap_or(NONE)
}
