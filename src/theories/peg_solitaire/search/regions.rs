//! Merson's regions: while a region is full no jump from outside changes it, so some sweep must begin in
//! it before it loses its first peg.

use super::board::{Cells, PegBoard, one};

/// Cells of the largest regions that are looked for.
const LARGEST: u32 = 7;
/// The most regions that are listed.
const MOST: usize = 4000;

/// All smallest regions: every jump over a cell of a region comes from it or lands in it.
pub fn regions(board: &PegBoard) -> Vec<Cells> {
    let mut open: Vec<Cells> = (0..board.cells()).rev().map(|cell| 1 << cell).collect();
    let mut found: Vec<Cells> = Vec::new();
    let mut steps = 0;
    while let Some(region) = open.pop() {
        steps += 1;
        if steps > MOST * 50 || found.len() >= MOST {
            break;
        }
        let breaks = |jump: &&super::board::Jump| {
            region & one(jump.over) != 0 && region & (one(jump.from) | one(jump.to)) == 0
        };
        match board.jumps().iter().find(breaks) {
            None if !found.contains(&region) => found.push(region),
            Some(jump) if region.count_ones() < LARGEST => {
                open.push(region | one(jump.to));
                open.push(region | one(jump.from));
            }
            _ => {}
        }
    }
    found.sort_unstable_by_key(|region| (region.count_ones(), *region));
    found
}

/// Disjoint regions out of these, as many as a greedy choice finds, for a few different choices.
pub fn packings(regions: &[Cells]) -> Vec<Vec<Cells>> {
    let mut all: Vec<Vec<Cells>> = Vec::new();
    for first in std::iter::once(&0).chain(regions) {
        let mut packing: Vec<Cells> = Vec::new();
        let mut used: Cells = 0;
        for &region in std::iter::once(first).chain(regions) {
            if region & used == 0 && region != 0 {
                used |= region;
                packing.push(region);
            }
        }
        packing.sort_unstable();
        if !all.contains(&packing) {
            all.push(packing);
        }
    }
    all.sort_by_key(|packing| std::cmp::Reverse(packing.len()));
    all
}
