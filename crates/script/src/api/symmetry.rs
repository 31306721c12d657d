//! The ways to lay a board onto itself.

use std::collections::BTreeSet;

use crate::BoardView;

/// Symmework that are given at most.
const MAX_SYMMETRIES: usize = 48;
/// Maximum number of items in the list of all symmetries, including those of its inner lists.
const MAX_ITEMS: usize = 30_000;
/// Work before the search ends with what it has: some tenths of a second.
const MAX_WORK: usize = 4_000_000;
/// Pairs of neighbours that are compared in the time of trying one cell.
const PAIRS_PER_TRY: usize = 64;

/// The symmetries of a board, the identity first: for each cell its image. They preserve adjacency and lines:
/// all directions are rotated or mirrored together. At most 48 are returned, and fewer on boards of many
/// hundred cells.
pub(super) fn all(board: &BoardView) -> Vec<Vec<u32>> {
    let count = board.cells.len();
    let most = MAX_SYMMETRIES.min(MAX_ITEMS / (count + 1));
    let identity: Vec<u32> = (0u32..).take(count).collect();
    let mut found = BTreeSet::from([identity]);
    let mut search = Search { board, order: order(board), work: 0, most, found: &mut found };
    for turned in turns(board.directions.len()) {
        search.turned(&turned);
    }
    // The identity is the first in this order.
    found.into_iter().collect()
}

/// The directions turned and mirrored: for each the one it becomes.
fn turns(directions: usize) -> Vec<Vec<usize>> {
    if directions == 0 {
        return vec![Vec::new()];
    }
    let turn = |by: usize| (0..directions).map(move |d| (d + by) % directions).collect();
    let mirror = |by: usize| (0..directions).map(move |d| (by + directions - d) % directions).collect();
    let mut all: Vec<Vec<usize>> = (0..directions).map(turn).chain((0..directions).map(mirror)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The cells so that each but the first of its part comes after a neighbour, with that neighbour.
fn order(board: &BoardView) -> Vec<(u32, Option<u32>)> {
    let mut seen = vec![false; board.cells.len()];
    let mut order: Vec<(u32, Option<u32>)> = Vec::new();
    for root in (0u32..).take(board.cells.len()) {
        let mut next = order.len();
        visit(&mut seen, &mut order, root, None);
        while let Some((place, _)) = order.get(next).copied() {
            next += 1;
            for around in board.neighbours.get(place as usize).into_iter().flatten() {
                visit(&mut seen, &mut order, *around, Some(place));
            }
        }
    }
    order
}

fn visit(seen: &mut [bool], order: &mut Vec<(u32, Option<u32>)>, place: u32, from: Option<u32>) {
    if let Some(seen) = seen.get_mut(place as usize).filter(|s| !**s) {
        *seen = true;
        order.push((place, from));
    }
}

struct Search<'a> {
    board: &'a BoardView,
    order: Vec<(u32, Option<u32>)>,
    work: usize,
    most: usize,
    found: &'a mut BTreeSet<Vec<u32>>,
}

impl Search<'_> {
    fn over(&self) -> bool {
        self.found.len() >= self.most || self.work > MAX_WORK
    }

    /// Finds all symmetries with these images of directions: an iterative search, as boards have too many
    /// cells for recursion.
    fn turned(&mut self, turned: &[usize]) {
        let mut images: Vec<Option<u32>> = vec![None; self.board.cells.len()];
        let mut used = vec![false; images.len()];
        let mut open: Vec<(u32, std::vec::IntoIter<u32>)> = Vec::new();
        loop {
            match self.order.get(open.len()).copied() {
                Some((place, from)) => {
                    let candidates = self.candidates(turned, place, from, &images);
                    open.push((place, candidates.into_iter()));
                }
                None => {
                    self.found.insert(images.iter().map(|i| i.unwrap_or_default()).collect());
                }
            }
            // The next image of the last cell that has one left.
            while let Some((place, candidates)) = open.last_mut() {
                let place = *place;
                if let Some(old) = images.get_mut(place as usize).and_then(Option::take)
                    && let Some(used) = used.get_mut(old as usize)
                {
                    *used = false;
                }
                let around = self.board.neighbours.get(place as usize).map_or(0, Vec::len);
                let fitting = candidates.find(|image| {
                    self.work += 1 + around * around / PAIRS_PER_TRY;
                    used.get(*image as usize) == Some(&false)
                        && fits(self.board, turned, place, *image, &images)
                });
                if self.over() {
                    return;
                }
                let Some(image) = fitting else {
                    open.pop();
                    continue;
                };
                if let Some(slot) = images.get_mut(place as usize) {
                    *slot = Some(image);
                }
                if let Some(used) = used.get_mut(image as usize) {
                    *used = true;
                }
                break;
            }
            if open.is_empty() {
                return;
            }
        }
    }

    /// The images that a cell may have, given those of the cells before.
    fn candidates(
        &self,
        turned: &[usize],
        place: u32,
        from: Option<u32>,
        images: &[Option<u32>],
    ) -> Vec<u32> {
        let Some(from) = from else { return (0u32..).take(self.board.cells.len()).collect() };
        let Some(image) = images.get(from as usize).copied().flatten() else { return Vec::new() };
        let steps = self.board.steps.get(from as usize).map_or(&[][..], Vec::as_slice);
        match steps.iter().position(|s| *s == Some(place)).and_then(|d| turned.get(d)) {
            Some(direction) => step(self.board, image, *direction).into_iter().collect(),
            None => self.board.neighbours.get(image as usize).cloned().unwrap_or_default(),
        }
    }
}

fn step(board: &BoardView, place: u32, direction: usize) -> Option<u32> {
    *board.steps.get(place as usize)?.get(direction)?
}

/// Whether a cell may go to another: as many neighbours, and each neighbour and each step whose
/// image is known goes where it must.
fn fits(board: &BoardView, turned: &[usize], place: u32, image: u32, images: &[Option<u32>]) -> bool {
    let around = |p: u32| board.neighbours.get(p as usize).map_or(&[][..], Vec::as_slice);
    let known = |p: u32| if p == place { Some(image) } else { images.get(p as usize).copied().flatten() };
    around(place).len() == around(image).len()
        && around(place).iter().filter_map(|p| known(*p)).all(|i| around(image).contains(&i))
        && turned.iter().enumerate().all(|(from, to)| {
            match (step(board, place, from), step(board, image, *to)) {
                (None, None) => true,
                (Some(next), Some(there)) => known(next).is_none_or(|i| i == there),
                _ => false,
            }
        })
}
