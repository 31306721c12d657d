//! All positions within a number of sweeps of the first ones, for [`sweeps`](super::sweeps).

use super::board::Cells;
use super::field::{Field, Word, pegs};
use super::resource_counts::Guard;
use super::setup::Setup;
use super::sweeps::packings;
use puzzlec_search::kernel::Table;
use puzzlec_theory::meter::{Halted, Meter};

/// A jump with the possible next jumps of the same peg, and the previous ones.
struct Link<W> {
    touches: W,
    takes: W,
    loss: u128,
    index: usize,
    after: Vec<usize>,
    before: Vec<usize>,
}

/// A lower bound of the sweeps that are left, by disjoint regions.
pub struct Bound<W> {
    packings: Vec<Vec<W>>,
    mirrored: bool,
}

impl<W: Word> Bound<W> {
    /// A lower bound by disjoint ones of these regions.
    pub fn new(regions: &[Cells], mirrored: bool) -> Self {
        let some = packings(regions).into_iter().take(1);
        Bound { packings: some.map(|packing| packing.into_iter().map(W::of).collect()).collect(), mirrored }
    }

    /// Ahead: full regions that must break. In the mirror: broken regions that were full at the start.
    pub fn of(&self, at: W) -> usize {
        let counts = |region: &&W| {
            if self.mirrored { at & **region != W::ZERO } else { at & **region == **region }
        };
        self.packings.iter().map(|packing| packing.iter().filter(counts).count()).max().unwrap_or(0)
    }
}

/// All positions within a number of sweeps of the first ones, up to the symmetries of the field. In the
/// mirror the last jump of a sweep comes first.
pub struct SweepLayers<'g, 'm, W> {
    meter: &'m Meter<'m>,
    links: Vec<Link<W>>,
    guard: &'g Guard,
    bound: &'g Bound<W>,
    known: Table<'m, W, u8>,
    edge: Vec<W>,
    depth: u8,
    /// Positions visited per position of the frontier, times eight.
    cost: usize,
    /// Some positions were pruned by the bound.
    cut: bool,
}

impl<'g, 'm, W: Word> SweepLayers<'g, 'm, W> {
    /// The layers of the first positions.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn new(
        setup: &Setup,
        field: &Field<W>,
        begins: Vec<W>,
        guard: &'g Guard,
        bound: &'g Bound<W>,
        mirrored: bool,
        meter: &'m Meter<'m>,
    ) -> Result<Self, Halted> {
        let steps = field.guarded(guard);
        let jump = |index: usize| setup.board.jumps().get(index);
        let follows = |one: usize, next: usize| match (jump(one), jump(next)) {
            (Some(one), Some(next)) if mirrored => next.to == one.from,
            (Some(one), Some(next)) => one.to == next.from,
            _ => false,
        };
        let some = |test: &dyn Fn(usize) -> bool| -> Vec<usize> {
            steps.iter().enumerate().filter(|(_, step)| test(step.index)).map(|(place, _)| place).collect()
        };
        let links = steps.iter().map(|step| Link {
            touches: step.touches,
            takes: step.takes,
            loss: step.loss,
            index: step.index,
            after: some(&|next| follows(step.index, next)),
            before: some(&|one| follows(one, step.index)),
        });
        let mut layers = SweepLayers {
            meter,
            links: links.collect(),
            guard,
            bound,
            known: Table::new(meter),
            edge: Vec::new(),
            depth: 0,
            cost: 8,
            cut: false,
        };
        for at in begins.into_iter().filter(|&at| at != W::ZERO) {
            let at = field.canon.of(at);
            if layers.known.insert(at, 0)? {
                meter.seen(1);
                layers.edge.push(at);
            }
        }
        Ok(layers)
    }

    /// Sweeps so far.
    pub fn depth(&self) -> usize {
        usize::from(self.depth)
    }

    /// The number of stored positions.
    pub fn held(&self) -> usize {
        self.known.len()
    }

    /// The number of positions that need exactly the current number of sweeps.
    pub fn width(&self) -> usize {
        self.edge.len()
    }

    /// An estimate of the cost of the next sweep, by the cost of the last one.
    pub fn forecast(&self) -> usize {
        self.edge.len().saturating_mul(self.cost)
    }

    /// Is the position (the least image) known?
    pub fn knows(&self, at: W) -> bool {
        self.known.get(at).is_some()
    }

    /// All reachable positions are known.
    pub fn dry(&self) -> bool {
        self.edge.is_empty() && !self.cut
    }

    /// Adds a layer: with `wanted` only to find such a position, otherwise to store all new ones. `None` if
    /// more than `most` would be stored.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn grow(
        &mut self,
        field: &Field<W>,
        limit: usize,
        most: usize,
        wanted: Option<&dyn Fn(W) -> bool>,
    ) -> Result<Option<Option<W>>, Halted> {
        let (full, mut next) = (self.known.len().saturating_add(most), Vec::new());
        let Some(depth) = self.depth.checked_add(1) else { return Ok(None) };
        let mut looks: usize = 0;
        // Positions in the middle of a sweep, with the last jump.
        let mut open: Vec<(W, u128, &Link<W>)> = Vec::new();
        for (turn, &at) in self.edge.iter().enumerate() {
            if turn % 256 == 0 && self.known.len() > full {
                return Ok(None);
            }
            self.meter.expanded(1)?;
            let lanes = self.guard.lanes(at.cells());
            let need = self.guard.need(pegs(at).saturating_sub(1));
            let can = |at: W, lanes: u128, need: u128, link: &Link<W>| {
                at & link.touches == link.takes && self.guard.allows(lanes.wrapping_sub(link.loss), need)
            };
            let first = self.links.iter().filter(|link| can(at, lanes, need, link));
            open.extend(first.map(|link| (at ^ link.touches, lanes.wrapping_sub(link.loss), link)));
            while let Some((at, lanes, last)) = open.pop() {
                looks += 1;
                if self.bound.of(at) + usize::from(depth) > limit {
                    self.cut = true;
                } else if let Some(wanted) = wanted {
                    if wanted(at) {
                        self.depth = depth;
                        return Ok(Some(Some(at)));
                    }
                } else {
                    let own = field.canon.of(at);
                    if self.known.insert(own, depth)? {
                        self.meter.seen(1);
                        next.push(own);
                    }
                }
                let need = self.guard.need(pegs(at).saturating_sub(1));
                let after = last.after.iter().filter_map(|&place| self.links.get(place));
                let after = after.filter(|link| can(at, lanes, need, link));
                open.extend(after.map(|link| (at ^ link.touches, lanes.wrapping_sub(link.loss), link)));
            }
        }
        self.cost = (looks * 8 / self.edge.len().max(1)).max(1);
        self.edge = next;
        self.depth = depth;
        Ok(Some(None))
    }

    /// The jumps back to a first position, the last one first, and that position.
    pub fn back(&self, field: &Field<W>, at: W) -> Option<(Vec<usize>, W)> {
        let (mut at, mut path) = (at, Vec::new());
        // Temporary positions are not stored.
        let mut depth = self.known.get(field.canon.of(at)).unwrap_or(self.depth);
        while depth > 0 {
            at = self.links.iter().find_map(|link| self.unswept(field, at, link, depth - 1, &mut path))?;
            depth -= 1;
        }
        Some((path, at))
    }

    fn unswept(
        &self,
        field: &Field<W>,
        at: W,
        link: &Link<W>,
        depth: u8,
        path: &mut Vec<usize>,
    ) -> Option<W> {
        if at & link.touches != link.touches ^ link.takes {
            return None;
        }
        let before = at ^ link.touches;
        path.push(link.index);
        if self.known.get(field.canon.of(before)) == Some(depth) {
            return Some(before);
        }
        let mut more = link.before.iter().filter_map(|&place| self.links.get(place));
        let found = more.find_map(|link| self.unswept(field, before, link, depth, path));
        if found.is_none() {
            path.pop();
        }
        found
    }
}
