//! Symmetries of a board: the permutations of its cells that map jumps to jumps.

use super::board::{Cells, Jump, one};
use rustc_hash::FxHashSet;

/// The most symmetries that are listed.
pub const MOST_SYMMETRIES: usize = 48;
/// Steps of the search; only boards with very many symmetries need more.
const MOST_STEPS: usize = 200_000;

/// All symmetries, identity first, at most [`MOST_SYMMETRIES`]; cells in no jump are fixed.
pub fn symmetries(cells: usize, jumps: &[Jump]) -> Vec<Vec<u8>> {
    Finder::new(cells, jumps).run()
}

/// Search for symmetries: colours of cells by refinement, then images cell by cell.
struct Finder<'j> {
    cells: usize,
    jumps: &'j [Jump],
    known: FxHashSet<Jump>,
    colours: Vec<usize>,
    /// Cells in the order of choice, each with the jumps that it completes.
    order: Vec<(usize, Vec<Jump>)>,
    images: Vec<Option<u8>>,
    used: Cells,
    found: Vec<Vec<u8>>,
    steps: usize,
}

impl<'j> Finder<'j> {
    fn new(cells: usize, jumps: &'j [Jump]) -> Self {
        let known = jumps.iter().copied().collect();
        let colours = refined(cells, jumps);
        let order = order(cells, jumps);
        let images = vec![None; cells];
        Finder { cells, jumps, known, colours, order, images, used: 0, found: Vec::new(), steps: 0 }
    }

    fn run(mut self) -> Vec<Vec<u8>> {
        let identity: Vec<u8> = (0..=u8::MAX).take(self.cells).collect();
        // Cells in no jump are fixed.
        let touched = self.jumps.iter().fold(0, |sum, jump| sum | jump.touches());
        for (image, &cell) in self.images.iter_mut().zip(&identity) {
            if one(cell) & touched == 0 {
                *image = Some(cell);
            }
        }
        self.extend(0);
        let mut found = vec![identity.clone()];
        found.extend(self.found.into_iter().filter(|other| *other != identity));
        found.truncate(MOST_SYMMETRIES);
        found
    }

    fn extend(&mut self, depth: usize) {
        self.steps += 1;
        if self.found.len() >= MOST_SYMMETRIES || self.steps > MOST_STEPS {
            return;
        }
        let Some((cell, _)) = self.order.get(depth) else {
            self.found.extend(self.images.iter().copied().collect::<Option<Vec<u8>>>());
            return;
        };
        let cell = *cell;
        for image in (0..=u8::MAX).take(self.cells) {
            if self.used & one(image) != 0 || self.colours.get(cell) != self.colours.get(usize::from(image)) {
                continue;
            }
            self.put(cell, Some(image));
            self.used |= one(image);
            if self.agrees(depth) {
                self.extend(depth + 1);
            }
            self.used &= !one(image);
            self.put(cell, None);
        }
    }

    fn put(&mut self, cell: usize, image: Option<u8>) {
        if let Some(slot) = self.images.get_mut(cell) {
            *slot = image;
        }
    }

    fn agrees(&self, depth: usize) -> bool {
        let image = |cell: u8| self.images.get(usize::from(cell)).copied().flatten();
        self.order.get(depth).is_some_and(|(_, completed)| {
            completed.iter().all(|jump| match (image(jump.from), image(jump.over), image(jump.to)) {
                (Some(from), Some(over), Some(to)) => self.known.contains(&Jump { from, over, to }),
                _ => false,
            })
        })
    }
}

/// The colour of a cell, and for every jump through it its role and the colours of P, Q, R.
type Look = (usize, Vec<(usize, [usize; 3])>);

/// Colours that every symmetry preserves: equal only if the jumps through the cells look the same.
fn refined(cells: usize, jumps: &[Jump]) -> Vec<usize> {
    let mut colours = vec![0; cells];
    loop {
        let colour = |cell: u8| colours.get(usize::from(cell)).copied().unwrap_or(0);
        let mut looks: Vec<Look> = colours.iter().map(|&own| (own, Vec::new())).collect();
        for jump in jumps {
            let seen = jump.cells().map(colour);
            for (role, cell) in jump.cells().into_iter().enumerate() {
                if let Some((_, look)) = looks.get_mut(usize::from(cell)) {
                    look.push((role, seen));
                }
            }
        }
        looks.iter_mut().for_each(|(_, look)| look.sort_unstable());
        let mut kinds = looks.clone();
        kinds.sort_unstable();
        kinds.dedup();
        let next: Vec<usize> =
            looks.iter().map(|look| kinds.binary_search(look).unwrap_or_default()).collect();
        if next == colours {
            return colours;
        }
        colours = next;
    }
}

/// The cells in jumps, those first that complete a jump with cells before them.
fn order(cells: usize, jumps: &[Jump]) -> Vec<(usize, Vec<Jump>)> {
    let touched = jumps.iter().fold(0, |sum, jump| sum | jump.touches());
    let mut left: Vec<u8> = (0..=u8::MAX).take(cells).filter(|&cell| one(cell) & touched != 0).collect();
    let mut before: Cells = 0;
    let mut order = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let worth = |cell: u8| {
            let through = jumps.iter().filter(|jump| jump.touches() & one(cell) != 0);
            through.map(|jump| (jump.touches() & before).count_ones().pow(4)).sum::<u32>()
        };
        let best = left.iter().enumerate().max_by_key(|&(at, &cell)| (worth(cell), std::cmp::Reverse(at)));
        let Some((at, _)) = best else { break };
        let cell = left.remove(at);
        before |= one(cell);
        let completes = |jump: &&Jump| jump.touches() & one(cell) != 0 && jump.touches() & !before == 0;
        order.push((usize::from(cell), jumps.iter().filter(completes).copied().collect()));
    }
    order
}
