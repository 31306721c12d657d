//! Coins on a graph, by its components.
//!
//! All around a component was removed. So the vertices of a component tell its coins: a coin is turned once for each
//! neighbour outside.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::super::problem::Graph;
use super::{PartValue, least_absent};
use puzzlec_theory::meter::{Halted, Meter, Room};

/// The value of coins on a graph, by all connected sets of vertices that can arise; nothing for more than 256
/// vertices. Paths need n², most graphs 2ⁿ.
pub(super) fn graph(graph: &Graph, heads: &[bool], meter: &Meter<'_>) -> Result<Option<PartValue>, Halted> {
    match heads.len() {
        0..=64 => Components::<1>::value_of(graph, heads, meter).map(Some),
        65..=128 => Components::<2>::value_of(graph, heads, meter).map(Some),
        129..=256 => Components::<4>::value_of(graph, heads, meter).map(Some),
        _ => Ok(None),
    }
}

/// A set of vertices.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Set<const W: usize>([u64; W]);

impl<const W: usize> Set<W> {
    const EMPTY: Self = Set([0; W]);

    fn with(mut self, vertex: usize) -> Self {
        if let Some(word) = self.0.get_mut(vertex / 64) {
            *word |= 1 << (vertex % 64);
        }
        self
    }

    fn by(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let mut words = self.0;
        words.iter_mut().zip(other.0).for_each(|(word, other)| *word = f(*word, other));
        Set(words)
    }

    fn and(self, other: Self) -> Self {
        self.by(other, |a, b| a & b)
    }

    fn or(self, other: Self) -> Self {
        self.by(other, |a, b| a | b)
    }

    fn without(self, other: Self) -> Self {
        self.by(other, |a, b| a & !b)
    }

    fn size(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn first(self) -> Option<usize> {
        let (index, word) = self.0.iter().enumerate().find(|(_, word)| **word != 0)?;
        Some(64 * index + word.trailing_zeros() as usize)
    }

    fn vertices(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            let vertex = self.first()?;
            self = self.without(Set::EMPTY.with(vertex));
            Some(vertex)
        })
    }
}

struct Components<'m, const W: usize> {
    neighbours: Vec<Set<W>>,
    heads: Set<W>,
    known: HashMap<Set<W>, u16, FxBuildHasher>,
    room: Room<'m>,
    meter: &'m Meter<'m>,
}

impl<'m, const W: usize> Components<'m, W> {
    fn value_of(graph: &Graph, heads: &[bool], meter: &'m Meter<'m>) -> Result<PartValue, Halted> {
        let set = |vertices: &mut dyn Iterator<Item = usize>| vertices.fold(Set::<W>::EMPTY, Set::with);
        let mut components = Components {
            neighbours: (0..heads.len())
                .map(|vertex| set(&mut graph.neighbours(vertex).iter().map(|other| *other as usize)))
                .collect(),
            heads: set(&mut (0..).zip(heads).filter(|(_, heads)| **heads).map(|(vertex, _)| vertex)),
            known: HashMap::with_hasher(FxBuildHasher),
            room: Room::new(meter),
            meter,
        };
        let all = set(&mut (0..heads.len()));
        let mut moves = Vec::new();
        for vertex in components.heads.vertices() {
            moves.push((vertex as u32, u64::from(components.after(all, vertex)?)));
        }
        Ok(PartValue::new(moves))
    }

    fn around(&self, vertex: usize) -> Set<W> {
        self.neighbours.get(vertex).copied().unwrap_or(Set::EMPTY)
    }

    /// The value of a connected set. Recursive, at most 256 deep.
    fn value(&mut self, part: Set<W>) -> Result<u16, Halted> {
        if let Some(value) = self.known.get(&part) {
            return Ok(*value);
        }
        self.meter.expanded(1)?;
        let mut values = Vec::new();
        for vertex in part.vertices() {
            let turned = self.around(vertex).without(part).size() % 2 == 1;
            let heads = self.heads.and(Set::EMPTY.with(vertex)) != Set::EMPTY;
            if heads != turned {
                values.push(u64::from(self.after(part, vertex)?));
            }
        }
        // At most 256 coins can be removed.
        let value = least_absent(values.into_iter()) as u16;
        self.meter.seen(1);
        if self.known.len() == self.known.capacity() {
            self.room.hold((2 * self.known.len() + 1) * (size_of::<(Set<W>, u16)>() + 1))?;
        }
        self.known.insert(part, value);
        Ok(value)
    }

    /// The value of what a connected set leaves without a vertex.
    fn after(&mut self, part: Set<W>, vertex: usize) -> Result<u16, Halted> {
        let mut rest = part.without(Set::EMPTY.with(vertex));
        let mut value = 0;
        while let Some(first) = rest.first() {
            let (mut component, mut border) = (Set::EMPTY.with(first), Set::EMPTY.with(first));
            while border != Set::EMPTY {
                let next = border.vertices().fold(Set::EMPTY, |next, vertex| next.or(self.around(vertex)));
                border = next.and(rest).without(component);
                component = component.or(border);
            }
            rest = rest.without(component);
            value ^= self.value(component)?;
        }
        Ok(value)
    }
}
