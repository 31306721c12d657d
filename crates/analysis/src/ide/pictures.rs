//! The pictures of an item, and the cells of their marks.

use super::context::{IdeContext, ItemScope};
use super::occurrences::{by_mark, rings};
use puzzlec_base::Span;
use puzzlec_model::board::{Board, Coord, Shape};
use puzzlec_model::names::ItemRef;
use puzzlec_model::number;
use puzzlec_syntax::ast::{
    ConfigExpr, ConfigKind, Drawing, Expr, ExprKind, Item, ItemKind, Lattice, Picture, PieceProp, RowTerm,
    RowTermKind, Visitor, visit,
};
use puzzlec_syntax::{Mark, layout};

/// The pictures of an item whose rows may be written without blanks.
pub(crate) fn drawn(item: &Item) -> impl Iterator<Item = (&Picture, Drawing)> {
    let slanted = |role: &Drawing| matches!(role, Drawing::Board(Lattice::Hex | Lattice::Triangle));
    pictures(item).into_iter().filter(move |(_, role)| !slanted(role))
}

/// The pictures of an item in order.
pub(super) fn pictures(item: &Item) -> Vec<(&Picture, Drawing)> {
    struct Pictures<'t>(Vec<(&'t Picture, Drawing)>);
    impl<'t> Visitor<'t> for Pictures<'t> {
        fn picture(&mut self, picture: &'t Picture, drawing: Drawing) {
            self.0.push((picture, drawing));
        }
    }
    let mut found = Pictures(Vec::new());
    visit(item, &mut found);
    found.0
}

/// The lattice on which pictures of positions on a board are drawn.
pub(super) fn lattice(board: &Board) -> Lattice {
    match board.shape {
        Shape::Lattice(lattice) => lattice,
        Shape::Ring(_) => Lattice::Line,
        Shape::Graph => Lattice::Square,
    }
}

/// The marks of a picture with their cells. A picture that does not draw every cell has none.
pub(super) fn placed(board: &Board, picture: &Picture, role: Drawing) -> Vec<(Coord, Mark)> {
    if let Drawing::Board(lattice) = role {
        let marks = layout(picture, lattice).0;
        return marks.into_iter().map(|m| (Coord::new(m.x, m.y), m)).collect();
    }
    let lattice = lattice(board);
    let marks = layout(picture, lattice).0;
    if board.unbounded {
        let slanted = lattice == Lattice::Hex;
        let left = if slanted { marks.first().map(|m| m.x) } else { marks.iter().map(|m| m.x).min() };
        let (left, top) = (left.unwrap_or(0), marks.first().map_or(0, |m| m.y));
        return marks.into_iter().map(|m| (Coord::new(m.x - left, m.y - top), m)).collect();
    }
    // Marks and cells are both in reading order.
    match in_order(board, marks.len()) {
        Some(cells) => cells.into_iter().zip(marks).collect(),
        None => Vec::new(),
    }
}

/// The cells that a picture with this number of marks draws: all, or the faces of a board with edges.
pub(super) fn in_order(board: &Board, marks: usize) -> Option<Vec<Coord>> {
    let cells = board.cells();
    if board.unbounded || marks == cells.len() {
        return (!board.unbounded).then(|| cells.to_vec());
    }
    Some(board.whole_cells()).filter(|faces| faces.len() == marks)
}

/// The picture at a place.
pub(super) fn picture_at(item: &Item, offset: u32) -> Option<(&Picture, Drawing)> {
    let inside = |p: &Picture| p.rows.iter().any(|r| r.span.touches(offset));
    let all = pictures(item).into_iter();
    all.filter(|(p, _)| p.span.touches(offset)).find(|(p, _)| inside(p))
}

/// The number of each piece in a configuration; `None` if it is unknown.
pub(super) fn tally(
    context: &IdeContext<'_>,
    scope: &ItemScope<'_>,
    config: &ConfigExpr,
) -> Option<Vec<(ItemRef, u64)>> {
    let mut tally = Tally { context, scope, rings: rings(context, scope), found: Vec::new() };
    tally.config(config, 8)?;
    Some(tally.found)
}

struct Tally<'b, 'a> {
    context: &'b IdeContext<'a>,
    scope: &'b ItemScope<'a>,
    rings: [Vec<ItemRef>; 3],
    found: Vec<(ItemRef, u64)>,
}

/// Rows are not expanded further.
const LONGEST_ROW: u64 = 1 << 20;

impl Tally<'_, '_> {
    fn add(&mut self, piece: ItemRef, n: u64) {
        match self.found.iter_mut().find(|f| f.0 == piece) {
            Some((_, count)) => *count = count.saturating_add(n),
            None => self.found.push((piece, n)),
        }
    }

    fn mark(&mut self, mark: char, n: u64) -> Option<()> {
        if !matches!(mark, '.' | '?' | ' ') {
            let piece = by_mark(self.context, &self.rings, mark)?;
            self.add(piece, n);
        }
        Some(())
    }

    fn is_rigid(&self, piece: ItemRef) -> bool {
        match self.context.names.item(piece).map(|i| &i.kind) {
            Some(ItemKind::Piece(p)) => p.props.iter().any(|p| matches!(p, PieceProp::Rigid(_))),
            _ => false,
        }
    }

    fn config(&mut self, config: &ConfigExpr, depth: u32) -> Option<()> {
        match &config.kind {
            ConfigKind::Picture(picture) => self.picture(picture),
            ConfigKind::Row(terms) => self.row(terms, 1),
            ConfigKind::Full(Some(path), except) => {
                let piece = self.context.piece(self.scope, path)?;
                let all = self.context.board_of(self.scope)?.cells().len() as u64;
                let gone = self.cells(except)?;
                self.add(piece, all.saturating_sub(gone));
                Some(())
            }
            ConfigKind::Full(None, except) => {
                let ring = self.rings.iter().find(|r| !r.is_empty())?;
                let mut ring = ring.clone();
                ring.dedup();
                let [piece] = ring.as_slice() else { return None };
                let all = self.context.board_of(self.scope)?.cells().len() as u64;
                let gone = self.cells(except)?;
                self.add(*piece, all.saturating_sub(gone));
                Some(())
            }
            ConfigKind::Places(places) => {
                for (path, cells) in places {
                    let piece = self.context.piece(self.scope, path)?;
                    let n = self.cells(cells)?;
                    self.add(piece, n);
                }
                Some(())
            }
            ConfigKind::Named(path) => {
                let found = self.context.find(self.scope.module, path)?;
                match &self.context.names.item(found)?.kind {
                    ItemKind::Configuration(c) => self.config(&c.value, depth.checked_sub(1)?),
                    _ => None,
                }
            }
            ConfigKind::Empty => Some(()),
            ConfigKind::Layers(..) | ConfigKind::Script(_) | ConfigKind::Error => None,
        }
    }

    fn picture(&mut self, picture: &Picture) -> Option<()> {
        let board = self.context.board_of(self.scope);
        let lattice = board.map_or(Lattice::Square, lattice);
        let mut blocks: Vec<Mark> = Vec::new();
        for mark in layout(picture, lattice).0 {
            match by_mark(self.context, &self.rings, mark.ch) {
                Some(piece) if self.is_rigid(piece) => blocks.push(mark),
                _ => self.mark(mark.ch, 1)?,
            }
        }
        // Each connected set of cells with one mark is a block.
        let board = Board::new(Shape::Lattice(lattice), blocks.iter().map(|m| Coord::new(m.x, m.y)));
        let mut left: std::collections::BTreeMap<Coord, char> =
            blocks.iter().map(|m| (Coord::new(m.x, m.y), m.ch)).collect();
        while let Some((first, mark)) = left.pop_first() {
            let mut open = vec![first];
            while let Some(cell) = open.pop() {
                for near in board.neighbours(cell) {
                    if left.get(&near) == Some(&mark) {
                        left.remove(&near);
                        open.push(near);
                    }
                }
            }
            self.mark(mark, 1)?;
        }
        Some(())
    }

    fn row(&mut self, terms: &[RowTerm], times: u64) -> Option<()> {
        for term in terms {
            let n = match &term.times {
                Some(n) => u64::try_from(number::evaluate(n, &self.scope.values).ok()?).ok()?,
                None => 1,
            };
            let n = n.checked_mul(times).filter(|n| *n <= LONGEST_ROW)?;
            match &term.kind {
                RowTermKind::Marks(marks) => marks.chars().try_for_each(|m| self.mark(m, n))?,
                RowTermKind::Group(inner) => self.row(inner, n)?,
            }
        }
        Some(())
    }

    /// The number of cells in names of cells and regions.
    fn cells(&self, exprs: &[Expr]) -> Option<u64> {
        let board = self.context.board_of(self.scope);
        let mut n = 0;
        for expr in exprs {
            let ExprKind::Path(path) = &expr.kind else { return None };
            n += board?.find(&path.single()?.text)?.len() as u64;
        }
        Some(n)
    }
}

/// The rows of a board: its regions by their letters, all other cells as dots.
pub(super) fn drawing(board: &Board) -> Vec<String> {
    let mut letters: std::collections::BTreeMap<Coord, char> = std::collections::BTreeMap::new();
    if board.shape != Shape::Graph {
        for (name, cells) in board.named() {
            if let Some(letter) = name.chars().next() {
                letters.extend(cells.iter().map(|c| (*c, letter)));
            }
        }
    }
    let cells = board.whole_cells();
    let glyph = |i: usize| cells.get(i).and_then(|c| letters.get(c)).copied().unwrap_or('.');
    puzzlec_model::board::draw(board, &cells, glyph)
}

/// The rows of a picture in the source.
pub(super) fn rows(picture: &Picture) -> Vec<String> {
    picture.rows.iter().map(|r| r.text.clone()).collect()
}

/// The mark at a place.
pub(super) fn mark_at(marks: &[(Coord, Mark)], offset: u32) -> Option<(Coord, &Mark)> {
    let inside = |span: Span| span.start <= offset && offset < span.end;
    marks.iter().find(|(_, m)| inside(m.span)).map(|(c, m)| (*c, m))
}

/// A picture of a board with empty cells, in puzzle syntax; `None` for boards without pictures and for large
/// ones.
pub(super) fn snippet_board(board: &Board) -> Option<String> {
    if board.unbounded || board.shape == Shape::Graph || board.cells().len() > 400 || board.cells().is_empty()
    {
        return None;
    }
    let rows = puzzlec_model::board::draw(board, &board.whole_cells(), |_| '.');
    let rows: Vec<String> = rows.iter().map(|r| format!("    {r}\n")).collect();
    Some(format!("\"\"\"\n{}\"\"\"", rows.concat()))
}
