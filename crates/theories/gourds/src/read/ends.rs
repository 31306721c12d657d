//! The ends of gourds: their labels, the start, the gourds to be laid.

use rustc_hash::FxHashMap;

use crate::problem::{Board, Cell, Configuration, Label, Lying, NONE, Supply};
use puzzlec_model::Model;
use puzzlec_model::config::Configuration as Start;
use puzzlec_model::piece::{Content, ContentId, KindId, Pieces};
use puzzlec_model::puzzle;

/// The labels of ends. Ends of two kinds of pieces have different labels, also where the puzzle labels them alike.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    numbers: FxHashMap<(KindId, u16), Label>,
    names: Vec<String>,
}

impl Labels {
    /// The labels of all ends that cells may hold.
    pub fn new(pieces: &Pieces) -> Self {
        let mut labels = Labels::default();
        for (_, content) in pieces.contents() {
            if let Some((kind, near, far, _)) = pieces.end(content) {
                labels.add(pieces, kind, near);
                labels.add(pieces, kind, far);
            }
        }
        labels
    }

    fn add(&mut self, pieces: &Pieces, kind: KindId, label: u16) {
        let fresh = Label::try_from(self.names.len()).unwrap_or(NONE);
        if *self.numbers.entry((kind, label)).or_insert(fresh) == fresh {
            let name = pieces.labels.get(usize::from(label)).cloned().unwrap_or_default();
            self.names.push(name);
        }
    }

    /// The number of a label.
    pub fn number(&self, kind: KindId, label: u16) -> Option<Label> {
        self.numbers.get(&(kind, label)).copied()
    }

    /// A label as the puzzle writes it.
    pub fn name(&self, label: Label) -> &str {
        self.names.get(label as usize).map_or("", String::as_str)
    }

    /// An end as it lies on a cell; nothing for other contents.
    pub fn lying(&self, pieces: &Pieces, content: &Content) -> Option<Lying> {
        let (kind, near, far, towards) = pieces.end(content)?;
        let (label, other) = (self.number(kind, near)?, self.number(kind, far)?);
        Some(Lying { label, other, towards })
    }
}

/// The start and the labels of its ends; nothing unless gourds cover all cells but one.
pub(super) fn start(
    model: &Model,
    start: &Start,
    board: &Board,
    labels: &Labels,
) -> Option<(Configuration, Vec<Label>)> {
    let content = |cell: Cell| -> Option<(ContentId, Lying)> {
        let held = *start.get(model.board.cells().get(cell as usize)?)?;
        Some((held, labels.lying(&model.pieces, model.pieces.content(held))?))
    };
    let mut gourds = Vec::with_capacity(board.len() / 2);
    let mut ends = Vec::with_capacity(board.len());
    let mut pieces = 0;
    for cell in (0..).take(board.len()) {
        let Some((_, end)) = content(cell) else { continue };
        pieces += 1;
        let other = *board.near(cell).get(usize::from(end.towards))?;
        let (_, there) = content(other)?;
        let back = (usize::from(there.towards) + 3) % 6 == usize::from(end.towards);
        if !back || (there.label, there.other) != (end.other, end.label) {
            return None;
        }
        if cell < other {
            gourds.push([cell, other]);
            ends.extend([end.label, there.label]);
        }
    }
    // Other pieces lie on cells that no gourd covers.
    let all = start.values().filter(|held| **held != 0).count();
    (all == pieces).then_some(())?;
    Some((Configuration::new(board, &gourds)?, ends))
}

/// The gourds to be laid; nothing if there are other pieces.
pub(super) fn supply(entries: &[puzzle::Supply], labels: &Labels) -> Option<Vec<Supply>> {
    let entry = |entry: &puzzle::Supply| {
        let (a, b) = entry.labels.filter(|_| !entry.is_open() && entry.on.is_none())?;
        let labels = [labels.number(entry.kind, a)?, labels.number(entry.kind, b)?];
        Some(Supply { labels, count: u32::from(entry.count) })
    };
    entries.iter().map(entry).collect()
}
