//! The group that generators generate, as a list.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::alike::Classes;
use super::form::Points;
use puzzlec_task::Value;

/// A group of more elements is not listed.
const MOST_ELEMENTS: usize = 1024;
/// Nor one whose list has more entries.
const MOST_ENTRIES: usize = 1 << 22;

/// All products of the generators, the identity first. A generator is omitted if the list would become too
/// long with it.
pub(super) fn generated(points: usize, generators: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let identity: Vec<u32> = (0..points as u32).collect();
    let most = MOST_ELEMENTS.min(MOST_ENTRIES / points.max(1)).max(1);
    let mut group = vec![identity];
    let mut used: Vec<&Vec<u32>> = Vec::new();
    for generator in generators {
        if group.contains(generator) {
            continue;
        }
        used.push(generator);
        match closure(&group, &used, most) {
            Some(larger) => group = larger,
            None => {
                used.pop();
            }
        }
    }
    group
}

fn closure(group: &[Vec<u32>], generators: &[&Vec<u32>], most: usize) -> Option<Vec<Vec<u32>>> {
    let mut all = group.to_vec();
    let mut known: FxHashSet<Vec<u32>> = all.iter().cloned().collect();
    let mut at = 0;
    while let Some(element) = all.get(at).cloned() {
        at += 1;
        for generator in generators {
            let image = |point: &u32| generator.get(*point as usize).copied().unwrap_or(0);
            let product: Vec<u32> = element.iter().map(image).collect();
            if known.insert(product.clone()) {
                if all.len() == most {
                    return None;
                }
                all.push(product);
            }
        }
    }
    Some(all)
}

/// The piece, by class and number, that contains a value, and the part.
pub(super) struct Parts(BTreeMap<Value, Part>);

/// A part of a like piece.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) class: usize,
    /// The number of the piece in its class.
    pub(super) piece: usize,
    pub(super) part: usize,
}

impl Parts {
    /// The parts of all like pieces.
    pub(super) fn new(classes: &Classes) -> Self {
        let mut parts = BTreeMap::new();
        for (class, pieces) in classes.iter().enumerate() {
            for (piece, values) in pieces.iter().enumerate() {
                for (part, value) in values.iter().enumerate() {
                    parts.insert(*value, Part { class, piece, part });
                }
            }
        }
        Parts(parts)
    }

    /// The piece that contains a value.
    pub(super) fn get(&self, value: Value) -> Option<Part> {
        self.0.get(&value).copied()
    }

    /// Whether a renaming maps whole like pieces to whole like pieces of the same number, in all variables
    /// alike. Then it maps exchanges to exchanges, and products of such renamings do too.
    pub(super) fn in_order(&self, points: &Points, renaming: &[u32]) -> bool {
        let mut becomes: BTreeMap<(usize, usize), (usize, usize)> = BTreeMap::new();
        (0..).zip(renaming).all(|(point, image)| {
            match (self.get(points.value(point)), self.get(points.value(*image))) {
                (None, None) => true,
                (Some(a), Some(b)) => {
                    let to = (b.class, b.part);
                    a.piece == b.piece && *becomes.entry((a.class, a.part)).or_insert(to) == to
                }
                _ => false,
            }
        })
    }
}
