//! Positions of a problem as keys, their moves, and estimates of the moves that are left.

use puzzlec_base::assignment::{FAR, least_sum};
use std::collections::BTreeMap;
use std::ops::Range;

use crate::problem::{Cell, Configuration, Label, Problem};

use super::pairs::Pairs;
use super::places::{LOST, NOWHERE, Place, Places, Step};

/// A position: the places of all gourds, alike gourds in rising order; the last two bytes hold a number of moves, which is
/// not part of the position.
pub(super) type Key<const W: usize> = [u8; W];

/// The number of moves in a key.
#[inline]
pub(super) fn depth<const W: usize>(key: &Key<W>) -> u16 {
    key.last_chunk().map_or(0, |bytes| u16::from_le_bytes(*bytes))
}

/// A key with this number of moves.
#[inline]
pub(super) fn with_depth<const W: usize>(mut key: Key<W>, depth: u16) -> Key<W> {
    if let Some(bytes) = key.last_chunk_mut() {
        *bytes = depth.to_le_bytes();
    }
    key
}

/// Whether two keys are the same position.
#[inline]
pub(super) fn same<const W: usize>(a: &Key<W>, b: &Key<W>) -> bool {
    with_depth(*a, 0) == with_depth(*b, 0)
}

/// A hash of the position.
#[inline]
pub(super) fn hash<const W: usize>(key: &Key<W>) -> u64 {
    let (words, _) = key.as_chunks::<8>();
    let last = words.len().saturating_sub(1);
    let mut hash = 0u64;
    for (place, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word) & if place == last { u64::MAX >> 16 } else { u64::MAX };
        hash = (hash.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 32;
    }
    hash.wrapping_mul(0xd6e8_feb8_6659_fd93)
}

/// Gourds that are alike.
#[derive(Clone, Debug)]
pub(super) struct Class {
    /// The labels of their first and of their second ends.
    pub labels: [Label; 2],
    /// Their bytes in a key.
    pub slots: Range<usize>,
}

/// The gourds of a problem on the places of its board.
#[derive(Debug)]
pub(super) struct Gourds<'p> {
    pub places: &'p Places,
    pub classes: Vec<Class>,
    /// By slot its class.
    class_of: Vec<usize>,
    /// By slot the ends of its gourd, that of the smaller label first.
    ends: Vec<[u32; 2]>,
}

/// By labels, the smaller one first, the ends of the gourds that have them.
pub(super) fn alike(labels: &[Label]) -> BTreeMap<[Label; 2], Vec<[u32; 2]>> {
    let mut alike: BTreeMap<[Label; 2], Vec<[u32; 2]>> = BTreeMap::new();
    for (pair, end) in labels.as_chunks::<2>().0.iter().zip((0u32..).step_by(2)) {
        let [a, b] = *pair;
        let (labels, ends) = if b < a { ([b, a], [end + 1, end]) } else { ([a, b], [end, end + 1]) };
        alike.entry(labels).or_default().push(ends);
    }
    alike
}

impl<'p> Gourds<'p> {
    /// The gourds with these labels, by end.
    pub fn new(places: &'p Places, labels: &[Label]) -> Self {
        let mut game = Gourds { places, classes: Vec::new(), class_of: Vec::new(), ends: Vec::new() };
        for (labels, ends) in alike(labels) {
            let first = game.ends.len();
            game.class_of.extend(ends.iter().map(|_| game.classes.len()));
            game.ends.extend(ends);
            game.classes.push(Class { labels, slots: first..game.ends.len() });
        }
        game
    }

    /// The number of gourds.
    pub fn gourds(&self) -> usize {
        self.ends.len()
    }

    /// The places of a key.
    #[inline]
    pub fn slots<'k, const W: usize>(&self, key: &'k Key<W>) -> &'k [Place] {
        key.get(..self.gourds()).unwrap_or_default()
    }

    /// A configuration as a key, after no moves.
    pub fn key<const W: usize>(&self, configuration: &Configuration) -> Key<W> {
        let mut key = [0; W];
        for (slot, ends) in key.iter_mut().zip(&self.ends) {
            let [first, second] = ends.map(|end| configuration.cell(end));
            *slot = self.places.place(first, second).unwrap_or(NOWHERE);
        }
        for class in &self.classes {
            self.order(&mut key, class);
        }
        key
    }

    /// Alike gourds in rising order; a gourd whose ends are alike on the smaller of its two places.
    #[inline]
    pub fn order<const W: usize>(&self, key: &mut Key<W>, class: &Class) {
        let Some(slots) = key.get_mut(class.slots.clone()) else { return };
        if class.labels[0] == class.labels[1] {
            for slot in slots.iter_mut() {
                *slot = (*slot).min(self.places.reverse(*slot));
            }
        }
        if slots.len() > 1 {
            slots.sort_unstable();
        }
    }

    /// All moves from a position with this empty cell: the slot of the gourd, the cell moved through, and the step.
    #[inline]
    pub fn moves<'k, const W: usize>(
        &'k self,
        key: &'k Key<W>,
        empty: u8,
    ) -> impl Iterator<Item = (usize, Cell, Step)> + 'k {
        self.slots(key).iter().enumerate().flat_map(move |(slot, place)| {
            let through = self.places.pair(*place);
            let steps = self.places.steps(*place, empty);
            steps
                .into_iter()
                .zip(through)
                .filter(|(step, _)| step.place != NOWHERE)
                .map(move |(step, through)| (slot, Cell::from(through), step))
        })
    }

    /// The position after a step.
    #[inline]
    pub fn after<const W: usize>(&self, key: &Key<W>, slot: usize, step: Step) -> Key<W> {
        let mut next = *key;
        if let Some(place) = next.get_mut(slot) {
            *place = step.place;
        }
        if let Some(class) = self.class(slot) {
            self.order(&mut next, class);
        }
        next
    }

    /// The class of a slot.
    #[inline]
    pub fn class(&self, slot: usize) -> Option<&Class> {
        self.classes.get(*self.class_of.get(slot)?)
    }
}

/// For every gourd by itself the number of moves from some positions, with whatever moves of the others. One move
/// changes the sum over all gourds by at most one: the others stay on their nodes.
#[derive(Debug)]
pub(super) struct Potential<'p> {
    /// By slot the distances of nodes: from the place of this slot, or from all places of its class.
    tables: Vec<Vec<u8>>,
    /// Whether the tables of a class belong to different places, of which each gourd has one.
    single: bool,
    /// Estimates of gourds in pairs, which are at least as great.
    pairs: Option<Pairs<'p>>,
}

impl<'p> Potential<'p> {
    /// With gourds in pairs. All gourds differ.
    pub fn paired(pairs: Pairs<'p>) -> Self {
        Potential { tables: Vec::new(), single: true, pairs: Some(pairs) }
    }

    /// From one position.
    pub fn of<const W: usize>(game: &Gourds, key: &Key<W>) -> Self {
        let empty = game.places.empty(game.slots(key));
        let table = |(slot, place): (usize, &Place)| {
            let place = *place;
            let alike = game.class(slot).is_some_and(|class| class.labels[0] == class.labels[1]);
            let places = if alike { vec![place, game.places.reverse(place)] } else { vec![place] };
            game.places.distances(places.into_iter().map(|place| game.places.node(place, empty)))
        };
        Potential {
            tables: game.slots(key).iter().enumerate().map(table).collect(),
            single: true,
            pairs: None,
        }
    }

    /// From several positions, given by the nodes on which gourds of each class may lie.
    pub fn from_nodes(game: &Gourds, nodes: &[Vec<u16>]) -> Self {
        let tables = game.classes.iter().zip(nodes).flat_map(|(class, nodes)| {
            let table = game.places.distances(nodes.iter().copied().filter(|node| *node != LOST));
            std::iter::repeat_n(table, class.slots.len())
        });
        Potential { tables: tables.collect(), single: false, pairs: None }
    }

    #[inline]
    fn entry(&self, slot: usize, node: u16) -> u32 {
        match self.tables.get(slot).and_then(|table| table.get(usize::from(node))) {
            Some(distance) if *distance != u8::MAX => u32::from(*distance),
            _ => FAR,
        }
    }

    /// The least sum over the gourds of a class, or of the pair that it belongs to: the part that their moves change.
    #[inline]
    pub fn class(&self, class: &Class, places: &Places, slots: &[Place], empty: u8) -> u32 {
        let first = class.slots.start;
        if let Some(pairs) = &self.pairs {
            return pairs.of_slot(first, slots, empty);
        }
        let alike = slots.get(class.slots.clone()).unwrap_or_default();
        let node = |place: &Place| places.node(*place, empty);
        if !self.single || alike.len() == 1 {
            return alike.iter().enumerate().map(|(i, place)| self.entry(first + i, node(place))).sum();
        }
        let cost = |i: usize, j: usize| alike.get(i).map_or(FAR, |place| self.entry(first + j, node(place)));
        least_sum(alike.len(), cost)
    }

    /// The least sum over all gourds; [`FAR`] or more if some gourd has no way.
    pub fn of_position(&self, game: &Gourds, slots: &[Place], empty: u8) -> u32 {
        match &self.pairs {
            Some(pairs) => pairs.of_position(slots, empty),
            None => game.classes.iter().map(|class| self.class(class, game.places, slots, empty)).sum(),
        }
    }
}

/// The bytes of a key for the gourds of a problem.
pub(super) fn width(problem: &Problem) -> usize {
    (problem.start.gourds() + 2).next_multiple_of(8)
}
