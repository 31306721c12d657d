//! Pieces that cover a chain of cells, each next to the one before.
//!
//! A chain and its reversal are one piece. Of the two lists of labels the smaller one is stored. If the labels
//! read alike in both directions, a cell is counted from the nearer end, and the links of the middle cell are in
//! order: equal positions have equal contents.

use super::{Content, ContentId, KindId, Pieces};
use crate::board::Direction;

/// Maximum number of cells of a chain.
pub const LONGEST: u8 = 6;

/// The directions of the cells before and after a cell in its chain; none at its ends.
pub type Links = (Option<Direction>, Option<Direction>);

/// A cell of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Part {
    /// The labels of the chain, by their place in [`Pieces::chains`].
    pub chain: u16,
    /// The number of the cell, from 0.
    pub at: u8,
    /// The directions of the cells beside it in the chain.
    pub links: Links,
}

impl Part {
    /// The directions of the cells beside it in the chain: one at an end, else two.
    pub fn directions(&self) -> impl Iterator<Item = Direction> {
        self.links.0.into_iter().chain(self.links.1)
    }

    /// Whether the cells beside it lie in these directions, either way round.
    pub fn is_linked(&self, links: Links) -> bool {
        self.links == links || self.links == (links.1, links.0)
    }
}

impl Pieces {
    /// The number of a list of labels and of its reversal, which is added if it is new.
    pub fn chain(&mut self, labels: &[u16]) -> u16 {
        let labels = upright(labels);
        if let Some(at) = self.chain_ids.get(&labels) {
            return *at;
        }
        let at = u16::try_from(self.chains.len()).unwrap_or(u16::MAX);
        self.chains.push(labels.clone());
        self.chain_ids.insert(labels, at);
        at
    }

    /// The content of cell number `at` of a chain with these labels; `None` if no chain has them.
    pub fn part(&self, kind: KindId, labels: &[u16], at: usize, links: Links) -> Option<Content> {
        let chain = *self.chain_ids.get(&upright(labels))?;
        let stored = self.chains.get(usize::from(chain))?;
        let last = labels.len().checked_sub(1)?;
        let (at, links) = if stored.as_slice() == labels {
            (at, links)
        } else {
            (last.checked_sub(at)?, (links.1, links.0))
        };
        let at = u8::try_from(at).ok()?;
        Some(Content::Part(kind, self.standard(Part { chain, at, links })))
    }

    /// The part that stands for this one and, in a chain that reads alike in both directions, its mirror image.
    pub fn standard(&self, part: Part) -> Part {
        let labels = self.chain_labels(part.chain);
        if !labels.iter().eq(labels.iter().rev()) {
            return part;
        }
        let mirrored = Part { at: self.mirrored(part), links: (part.links.1, part.links.0), ..part };
        part.min(mirrored)
    }

    /// The number of a part counted from the other end.
    pub fn mirrored(&self, part: Part) -> u8 {
        let length = self.chain_labels(part.chain).len();
        u8::try_from(length).unwrap_or(u8::MAX).saturating_sub(1).saturating_sub(part.at)
    }

    /// The labels of a chain, in the order of its parts.
    pub fn chain_labels(&self, chain: u16) -> &[u16] {
        self.chains.get(usize::from(chain)).map_or(&[], Vec::as_slice)
    }

    /// The label of a part; 0 is "no label".
    pub fn label_of(&self, part: &Part) -> u16 {
        self.chain_labels(part.chain).get(usize::from(part.at)).copied().unwrap_or(0)
    }

    /// An end of a piece of two cells: its kind, its label, the label and the direction of the other end; nothing for
    /// other contents.
    pub fn end(&self, content: &Content) -> Option<(KindId, u16, u16, Direction)> {
        let Content::Part(kind, part) = content else { return None };
        let ([a, b], Some(towards)) = (self.chain_labels(part.chain), part.directions().next()) else {
            return None;
        };
        let (near, far) = if part.at == 0 { (*a, *b) } else { (*b, *a) };
        Some((*kind, near, far, towards))
    }

    /// The content that [`Pieces::end`] takes apart; nothing if no piece has these labels.
    pub fn end_content(&self, kind: KindId, near: u16, far: u16, towards: Direction) -> Option<ContentId> {
        self.id(&self.part(kind, &[near, far], 0, (None, Some(towards)))?)
    }

    /// The text of a label.
    pub fn label_text(&self, label: u16) -> &str {
        self.labels.get(usize::from(label)).map_or("", String::as_str)
    }

    /// Adds the contents of a chain with these labels: each part with its links in all directions.
    pub fn add_chain(&mut self, kind: KindId, labels: &[u16], directions: usize) {
        self.chain(labels);
        let all = || (0..directions).filter_map(|d| Direction::try_from(d).ok());
        let last = labels.len().saturating_sub(1);
        for d in all() {
            for (at, links) in [(0, (None, Some(d))), (last, (Some(d), None))] {
                self.part(kind, labels, at, links).map(|content| self.intern(content));
            }
        }
        for at in 1..last {
            for (a, b) in all().flat_map(|a| all().map(move |b| (a, b))).filter(|(a, b)| a != b) {
                self.part(kind, labels, at, (Some(a), Some(b))).map(|content| self.intern(content));
            }
        }
    }

    /// The contents of a cell of a chain with these labels whose links are these, as far as they are given.
    pub fn parts(
        &self,
        kind: KindId,
        labels: &[u16],
        at: usize,
        links: Links,
        directions: usize,
    ) -> Vec<ContentId> {
        let last = labels.len().saturating_sub(1);
        let choices = |given: Option<Direction>, exists: bool| -> Vec<Option<Direction>> {
            match given {
                Some(_) => vec![given],
                None if exists => (0..directions).map(|d| Direction::try_from(d).ok()).collect(),
                None => vec![None],
            }
        };
        let mut found: Vec<ContentId> = Vec::new();
        for before in choices(links.0, at > 0) {
            for after in choices(links.1, at < last) {
                let content = self.part(kind, labels, at, (before, after));
                found.extend(content.and_then(|content| self.id(&content)));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// The smaller of a list and its reversal.
fn upright(labels: &[u16]) -> Vec<u16> {
    let reversed: Vec<u16> = labels.iter().rev().copied().collect();
    if labels <= reversed.as_slice() { labels.to_vec() } else { reversed }
}
