//! Subroutines on a few cells, as those of Figures 6 and 9: a pattern of coins, and the shortest steps to another one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use super::chain::Chain;
use super::hand::{HandGame, Stop};
use puzzlec_model::board::Coord;

/// A drop costs this much, a pick 1: only drops become moves.
const DROP: u32 = 8;
/// More coins in hand than this do not help.
const MOST_HAND: u32 = 4;

/// A box of w by h cells, row by row, with a start and a goal pattern, the coins in hand, and
/// whether steps need not be undone.
type Subroutine = (i32, i32, u32, u32, u32, bool);

/// The steps of the subroutines that were needed so far.
#[derive(Debug, Default)]
pub struct Subroutines(FxHashMap<Subroutine, Option<Vec<(u8, bool)>>>);

impl Subroutines {
    /// The cells to pick (false) and drop (true), the cheapest way; nothing where there is none. Neighbours
    /// outside the box do not count, so the list is good wherever the box lies.
    fn steps(&mut self, from: Subroutine) -> Option<&Vec<(u8, bool)>> {
        self.0.entry(from).or_insert_with(|| cheapest(from)).as_ref()
    }
}

/// Dijkstra's algorithm over the patterns of the box.
fn cheapest((w, h, start, goal, hand, free): Subroutine) -> Option<Vec<(u8, bool)>> {
    let all = start.count_ones() + hand;
    let area = u8::try_from(w * h).ok()?;
    let width = u8::try_from(w).ok()?;
    let beside = |cell: u8| {
        let mut mask = 0_u32;
        for (near, inside) in [
            (cell.wrapping_sub(1), !cell.is_multiple_of(width)),
            (cell + 1, cell % width + 1 < width),
            (cell.wrapping_sub(width), cell >= width),
            (cell + width, cell + width < area),
        ] {
            mask |= if inside { 1 << near } else { 0 };
        }
        mask
    };
    let beside: Vec<u32> = (0..area).map(beside).collect();
    let mut best: FxHashMap<u32, (u32, u32)> = FxHashMap::default();
    let mut open = BinaryHeap::from([Reverse((0_u32, start))]);
    best.insert(start, (0, start));
    while let Some(Reverse((cost, pattern))) = open.pop() {
        if pattern == goal {
            break;
        }
        if best.get(&pattern).is_some_and(|(known, _)| *known < cost) {
            continue;
        }
        for (cell, near) in (0..area).zip(&beside) {
            let drop = pattern >> cell & 1 == 0;
            let beside = (near & pattern).count_ones() >= 2;
            let allowed = if drop { beside && pattern.count_ones() < all } else { beside || free };
            if !allowed {
                continue;
            }
            let (next, cost) = (pattern ^ 1 << cell, cost + if drop { DROP } else { 1 });
            if best.get(&next).is_none_or(|(known, _)| *known > cost) {
                best.insert(next, (cost, pattern));
                open.push(Reverse((cost, next)));
            }
        }
    }
    let mut steps = Vec::new();
    let mut pattern = goal;
    while pattern != start {
        let (_, before) = *best.get(&pattern)?;
        let cell = u8::try_from((pattern ^ before).trailing_zeros()).ok()?;
        steps.push((cell, before >> cell & 1 == 0));
        pattern = before;
    }
    steps.reverse();
    Some(steps)
}

impl HandGame<'_> {
    /// Turns the coins in a box into a pattern: local corner `(u, v)`, rows of `.` and `o` along the first
    /// side. Coins that are over come into the hand. Can be undone.
    pub fn subroutine(&mut self, chain: &Chain, (u, v): (i32, i32), goal: &[&str]) -> Result<(), Stop> {
        let h = i32::try_from(goal.len()).unwrap_or(0);
        let w = i32::try_from(goal.first().map_or(0, |row| row.len())).unwrap_or(0);
        let cells: Vec<Coord> = (v..v + h)
            .flat_map(|y| (u..u + w).map(move |x| (x, y)))
            .map(|(x, y)| chain.global(x, y))
            .collect();
        let bits = |held: &mut dyn Iterator<Item = bool>| {
            (0..).zip(held).fold(0_u32, |bits, (at, held)| bits | u32::from(held) << at)
        };
        let start = bits(&mut cells.iter().map(|cell| self.has(*cell)));
        let goal = bits(&mut goal.iter().flat_map(|row| row.bytes()).map(|cell| cell == b'o'));
        let hand = u32::try_from(self.hand()).unwrap_or(MOST_HAND).min(MOST_HAND);
        let mut subroutines = self.subroutines().borrow_mut();
        let steps = subroutines.steps((w, h, start, goal, hand, self.is_free())).ok_or(Stop::Stuck)?;
        for (at, drop) in steps {
            let cell = cells.get(usize::from(*at)).copied().ok_or(Stop::Stuck)?;
            if *drop { self.put(cell) } else { self.take(cell) }?;
        }
        Ok(())
    }
}
