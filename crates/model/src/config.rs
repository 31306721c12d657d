//! Configurations: what cells hold, or may hold.

use std::collections::BTreeMap;
use std::ops::Deref;

use super::board::Coord;
use super::holes::{Filling, Holes};
use super::piece::{Content, ContentId, Form, Named, Pieces};
use puzzlec_base::Span;

/// The contents of cells; cells that are not listed are empty.
pub type Configuration = BTreeMap<Coord, ContentId>;

/// What cells may hold: one of these, or anything where the list is empty.
pub type Partial = BTreeMap<Coord, Held>;

/// The contents that a cell may hold. One content alone takes no memory beside, so that rows of millions of pieces are small.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Held {
    /// One content.
    One([ContentId; 1]),
    /// None or several.
    Several(Box<[ContentId]>),
}

impl Held {
    /// One content.
    pub fn one(content: ContentId) -> Self {
        Held::One([content])
    }

    /// The contents.
    pub fn as_slice(&self) -> &[ContentId] {
        match self {
            Held::One(one) => one,
            Held::Several(all) => all,
        }
    }
}

impl From<Vec<ContentId>> for Held {
    fn from(contents: Vec<ContentId>) -> Self {
        match *contents.as_slice() {
            [one] => Held::one(one),
            _ => Held::Several(contents.into()),
        }
    }
}

impl Deref for Held {
    type Target = [ContentId];

    fn deref(&self) -> &[ContentId] {
        self.as_slice()
    }
}

/// The puzzles that a puzzle with open cells stands for: every way to fill these cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// The open cells, in reading order.
    pub cells: Vec<Coord>,
    /// The contents that each of them may have, in order: pieces of one cell, at least one, and possibly empty.
    pub contents: Vec<ContentId>,
    /// The place of the start.
    pub span: Span,
    /// What `puzzlec generate` fills them with, if the puzzle says so.
    pub holes: Option<Box<Holes>>,
}

impl Family {
    /// The pieces that fill open cells of which nothing is said: those that several starts allow.
    pub fn fillings(&self, pieces: &Pieces) -> Vec<Filling> {
        let room = u32::try_from(self.cells.len()).unwrap_or(u32::MAX);
        let one = |id: &ContentId| match pieces.content(*id) {
            Content::Unit(kind, member) => Some(Named { kind: *kind, member: Some(*member) }),
            _ => None,
        };
        let least = if self.contents.contains(&0) { 0 } else { room };
        let pieces = self.contents.iter().filter_map(one).collect();
        vec![Filling { pieces, shapes: Vec::new(), least, most: room, span: self.span }]
    }
}

/// The content of a piece that has just one.
pub fn only_content(pieces: &Pieces, piece: Named) -> Option<ContentId> {
    let found = pieces.kind(piece.kind)?;
    let member = match piece.member {
        Some(member) => member,
        None if found.marks.len() > 1 => return None,
        None => 0,
    };
    pieces.id(&Content::Unit(piece.kind, member)).filter(|_| found.form == Form::Unit)
}
