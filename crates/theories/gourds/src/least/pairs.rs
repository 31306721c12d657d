//! Two gourds together among others that are alike.

use puzzlec_base::assignment::FAR;
use puzzlec_search::kernel::by_levels;
use puzzlec_theory::meter::{Halted, Meter};

use super::places::{NOWHERE, Place, Places};

/// No component of empty cells.
const NONE: u8 = u8::MAX;

/// The most gourds that are paired.
const PAIRED: usize = 16;

/// The places of two gourds together. As for one gourd, a node is their two places with the positions of the empty cell that
/// moves of other gourds may connect, so those moves stay on a node.
#[derive(Debug)]
struct Nodes<'p> {
    places: &'p Places,
    /// By both places without their directions and by empty cell, the least empty cell that it is connected to.
    roots: Vec<u8>,
}

impl<'p> Nodes<'p> {
    /// Costs a matching for every three pairs of neighbours.
    fn new(places: &'p Places, meter: &Meter) -> Result<Self, Halted> {
        let (cells, edges) = (places.cells(), places.len() / 2);
        let mask = |edge: usize| places.mask((2 * edge) as Place);
        let mut nodes = Nodes { places, roots: vec![NONE; edges * edges * cells] };
        for a in 0..edges {
            meter.expanded(edges * edges)?;
            for b in (a + 1..edges).filter(|b| mask(a) & mask(*b) == 0) {
                for (v, least) in places.connected(mask(a) | mask(b)) {
                    for both in [a * edges + b, b * edges + a] {
                        if let Some(root) = nodes.roots.get_mut(both * cells + usize::from(v)) {
                            *root = least;
                        }
                    }
                }
            }
        }
        Ok(nodes)
    }

    fn root(&self, [a, b]: [Place; 2], empty: u8) -> u8 {
        let both = usize::from(a / 2) * (self.places.len() / 2) + usize::from(b / 2);
        self.roots.get(both * self.places.cells() + usize::from(empty)).copied().unwrap_or(NONE)
    }

    /// The number of a node; nothing if no position has the gourds and the empty cell there.
    fn node(&self, places: [Place; 2], empty: u8) -> Option<usize> {
        let root = self.root(places, empty);
        let [a, b] = places.map(usize::from);
        (root != NONE).then(|| (a * self.places.len() + b) * self.places.cells() + usize::from(root))
    }

    /// By node the number of moves that both gourds together need from these places; [`u8::MAX`] where there is no way.
    fn distances(&self, places: [Place; 2], empty: u8) -> Vec<u8> {
        let count = self.places.len();
        let mut distances = vec![u8::MAX; count * count * self.places.cells()];
        by_levels(vec![(places, self.root(places, empty))], |(places, root), moves, next| {
            let node = self.node(places, root).and_then(|node| distances.get_mut(node));
            let Some(distance) = node.filter(|distance| **distance == u8::MAX) else { return };
            let Some(moves) = u8::try_from(moves).ok().filter(|moves| *moves != u8::MAX) else { return };
            *distance = moves;
            let [a, b] = places;
            for empty in (0..self.places.cells() as u8).filter(|empty| self.root(places, *empty) == root) {
                let first = self.places.steps(a, empty).map(|step| ([step.place, b], step));
                let second = self.places.steps(b, empty).map(|step| ([a, step.place], step));
                for (places, step) in first.into_iter().chain(second) {
                    if step.place != NOWHERE {
                        next.push((places, self.root(places, step.empty)));
                    }
                }
            }
        });
        distances
    }
}

/// Gourds in pairs, each with the moves that both together need from their places in one position, with whatever moves of the
/// others. One move changes the sum over all pairs by at most one.
#[derive(Debug)]
pub(super) struct Pairs<'p> {
    nodes: std::sync::Arc<Nodes<'p>>,
    /// By slot its pair.
    pair_of: Vec<usize>,
    pairs: Vec<([usize; 2], Vec<u8>)>,
}

impl<'p> Pairs<'p> {
    /// The estimates from two positions, with the pairs for which the distance of the positions is greatest. Nothing for one gourd, too
    /// many, or where a pair has no way.
    pub fn between(
        places: &'p Places,
        [from, to]: [&[Place]; 2],
        meter: &Meter,
    ) -> Result<Option<[Self; 2]>, Halted> {
        let gourds = from.len();
        if !(2..=PAIRED).contains(&gourds) {
            return Ok(None);
        }
        let nodes = std::sync::Arc::new(Nodes::new(places, meter)?);
        let empty = [from, to].map(|position| places.empty(position));
        let at = |position: &[Place], [a, b]: [usize; 2]| {
            [a, b].map(|slot| position.get(slot).copied().unwrap_or(NOWHERE))
        };
        let mut worth = vec![0; gourds * gourds];
        for a in 0..gourds {
            for b in a..gourds {
                meter.expanded(places.len() * places.len())?;
                let ([start, _], [goal, _]) = (at(from, [a, b]), at(to, [a, b]));
                let (table, node) = if a == b {
                    let table = places.distances([places.node(goal, empty[1])]);
                    (table, Some(usize::from(places.node(start, empty[0]))))
                } else {
                    (nodes.distances(at(to, [a, b]), empty[1]), nodes.node(at(from, [a, b]), empty[0]))
                };
                let moves = node.and_then(|node| table.get(node)).copied().unwrap_or(u8::MAX);
                if moves == u8::MAX {
                    return Ok(None);
                }
                worth.iter_mut().skip(a * gourds + b).take(1).for_each(|worth| *worth = u32::from(moves));
            }
        }
        let pairs = heaviest(gourds, &worth);
        let mut pair_of = vec![0; gourds];
        for (number, pair) in pairs.iter().enumerate() {
            for slot in pair {
                pair_of.iter_mut().skip(*slot).take(1).for_each(|own| *own = number);
            }
        }
        let side = |position: &[Place], empty: u8| {
            let table = |pair: &[usize; 2]| match at(position, *pair) {
                [place, _] if pair[0] == pair[1] => (*pair, places.distances([places.node(place, empty)])),
                both => (*pair, nodes.distances(both, empty)),
            };
            Pairs { nodes: nodes.clone(), pair_of: pair_of.clone(), pairs: pairs.iter().map(table).collect() }
        };
        Ok(Some([side(from, empty[0]), side(to, empty[1])]))
    }

    fn value(&self, ([a, b], table): &([usize; 2], Vec<u8>), slots: &[Place], empty: u8) -> u32 {
        let (Some(first), Some(second)) = (slots.get(*a), slots.get(*b)) else { return FAR };
        let node = match a == b {
            true => usize::from(self.nodes.places.node(*first, empty)),
            false => self.nodes.node([*first, *second], empty).unwrap_or(usize::MAX),
        };
        match table.get(node) {
            Some(moves) if *moves != u8::MAX => u32::from(*moves),
            _ => FAR,
        }
    }

    /// The estimate of the pair to which a slot belongs.
    #[inline]
    pub fn of_slot(&self, slot: usize, slots: &[Place], empty: u8) -> u32 {
        let pair = self.pair_of.get(slot).and_then(|pair| self.pairs.get(*pair));
        pair.map_or(0, |pair| self.value(pair, slots, empty))
    }

    /// The sum over all pairs; [`FAR`] or more if some pair has no way.
    pub fn of_position(&self, slots: &[Place], empty: u8) -> u32 {
        self.pairs.iter().map(|pair| self.value(pair, slots, empty)).sum()
    }
}

/// The pairs with the greatest sum of worths; a slot without a partner is paired with itself.
fn heaviest(count: usize, worth: &[u32]) -> Vec<[usize; 2]> {
    // By set of slots the greatest sum, and the last pair.
    let mut best: Vec<(u32, [usize; 2])> = vec![(0, [0; 2]); 1 << count];
    for set in 1usize..1 << count {
        let last = set.ilog2() as usize;
        let rest = set & !(1 << last);
        let sum = |set: usize| best.get(set).map_or(0, |best| best.0);
        let worth = |other: usize| worth.get(other * count + last).copied().unwrap_or(0);
        let mut found = (sum(rest) + worth(last), [last, last]);
        for other in (0..last).filter(|other| rest >> other & 1 == 1) {
            let with = sum(rest & !(1 << other)) + worth(other);
            if with > found.0 {
                found = (with, [other, last]);
            }
        }
        best.iter_mut().skip(set).take(1).for_each(|own| *own = found);
    }
    let mut pairs = Vec::new();
    let mut set = (1usize << count) - 1;
    while set != 0 {
        let Some((_, [first, last])) = best.get(set).copied() else { break };
        pairs.push([first, last]);
        set &= !(1 << first | 1 << last);
    }
    pairs
}
