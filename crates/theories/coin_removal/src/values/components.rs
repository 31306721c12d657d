//! Coins on a graph, by its components.
//!
//! All around a component was removed. So the vertices of a component tell its coins: a coin is turned once for each
//! neighbour outside.

use super::super::graphs::bits::Bits;
use super::super::problem::Graph;
use super::{PartValue, least_absent};
use puzzlec_search::kernel::Table;
use puzzlec_theory::meter::{Halted, Meter};

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

struct Components<'m, const W: usize> {
    neighbours: Vec<Bits<W>>,
    heads: Bits<W>,
    known: Table<'m, Bits<W>, u16>,
}

impl<'m, const W: usize> Components<'m, W> {
    fn value_of(graph: &Graph, heads: &[bool], meter: &'m Meter<'m>) -> Result<PartValue, Halted> {
        let vertices = 0..heads.len() as u32;
        let neighbours = |vertex: u32| Bits::<W>::of(graph.neighbours(vertex as usize).iter().copied());
        let mut components = Components {
            neighbours: vertices.clone().map(neighbours).collect(),
            heads: Bits::of((0..).zip(heads).filter(|(_, heads)| **heads).map(|(vertex, _)| vertex)),
            known: Table::new(meter),
        };
        let all = Bits::of(vertices);
        let mut moves = Vec::new();
        for vertex in components.heads.numbers() {
            moves.push((vertex, u64::from(components.after(all, vertex)?)));
        }
        Ok(PartValue::new(moves))
    }

    fn around(&self, vertex: u32) -> Bits<W> {
        self.neighbours.get(vertex as usize).copied().unwrap_or(Bits::NONE)
    }

    /// The value of a connected set. Recursive, at most 256 deep.
    fn value(&mut self, part: Bits<W>) -> Result<u16, Halted> {
        if let Some(value) = self.known.get(part) {
            return Ok(value);
        }
        self.known.meter().expanded(1)?;
        let mut values = Vec::new();
        for vertex in part.numbers() {
            let turned = self.around(vertex).without(&part).len() % 2 == 1;
            if self.heads.contains(vertex) != turned {
                values.push(u64::from(self.after(part, vertex)?));
            }
        }
        // At most 256 coins can be removed.
        let value = least_absent(values.into_iter()) as u16;
        self.known.meter().seen(1);
        self.known.insert(part, value)?;
        Ok(value)
    }

    /// The value of what a connected set leaves without a vertex.
    fn after(&mut self, part: Bits<W>, vertex: u32) -> Result<u16, Halted> {
        let mut rest = part;
        rest.remove(vertex);
        let mut value = 0;
        while let Some(first) = rest.first() {
            let mut component = Bits::of([first]);
            let mut border = component;
            while !border.is_empty() {
                let next = border.numbers().fold(Bits::NONE, |next, vertex| next.or(&self.around(vertex)));
                border = next.and(&rest).without(&component);
                component = component.or(&border);
            }
            rest = rest.without(&component);
            value ^= self.value(component)?;
        }
        Ok(value)
    }
}
