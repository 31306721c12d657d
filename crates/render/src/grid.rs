//! Scenes as characters: a board of cells of one width, on every kind of board.
//!
//! A cell is its mark between two characters at its sides. A target is `<` `>` around what lies there; where targets want
//! several pieces, one that lacks its piece has the mark of that on the right: `<·a`.

mod boxes;
mod free;
mod rims;

use puzzlec_analysis::{PieceForm, Scene, ScenePiece};
use puzzlec_base::colours::COLOURS;

use super::safe::tame;

/// The characters at the sides of a cell.
const SIDES: usize = 2;

/// The colours of pieces of several cells without a colour of their own, by their places in the table of 256.
const IN_TURN: [u8; 6] = [6, 3, 2, 5, 12, 208];

/// The kind of a character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ink {
    /// Nothing.
    #[default]
    Blank,
    /// A line of the board: the border of a cell, or an edge.
    Line,
    /// A wall.
    Wall,
    /// A floor piece, in a colour of the table of 256.
    Floor(Option<u8>),
    /// A cell on which the goal wants a piece, or which it leaves open.
    Target,
    /// A piece, in a colour of the table of 256.
    Piece(Option<u8>),
}

/// A character of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// The character.
    pub mark: char,
    /// Its kind.
    pub ink: Ink,
    /// The cell that it belongs to.
    pub cell: Option<usize>,
}

impl Glyph {
    const BLANK: Glyph = Glyph { mark: ' ', ink: Ink::Blank, cell: None };
}

/// A scene as rows of characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    width: usize,
    height: usize,
    glyphs: Vec<Glyph>,
    /// The characters of a cell.
    cell_width: usize,
    /// By cell, the column of the first character of its mark and its row.
    middles: Vec<(usize, usize)>,
    /// By cell, whether it has one character: an edge from top to bottom, or a corner. Empty if none has.
    narrow: Vec<bool>,
}

impl Grid {
    /// A scene, with lines around square cells where that fits into this number of columns and rows; it may become
    /// larger than that.
    pub fn new(scene: &Scene, room: (usize, usize)) -> Self {
        let edges = rims::grid(scene).or_else(|| boxes::grid(scene, room));
        edges.unwrap_or_else(|| free::grid(scene))
    }

    fn blank(width: usize, height: usize, cell_width: usize, middles: Vec<(usize, usize)>) -> Self {
        Grid {
            width,
            height,
            glyphs: vec![Glyph::BLANK; width * height],
            cell_width,
            middles,
            narrow: Vec::new(),
        }
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// A row of characters; empty below the grid.
    pub fn row(&self, y: usize) -> &[Glyph] {
        let start = y.saturating_mul(self.width);
        self.glyphs.get(start..start.saturating_add(self.width)).unwrap_or(&[])
    }

    /// The number of characters of a cell.
    pub fn cell_width(&self) -> usize {
        self.cell_width
    }

    /// The first and the last column of a cell, and its row.
    pub fn span(&self, cell: usize) -> Option<(usize, usize, usize)> {
        let (x, y) = self.middle(cell)?;
        if self.narrow.get(cell) == Some(&true) {
            return Some((x, x, y));
        }
        Some((x.wrapping_sub(1), x + self.cell_width - SIDES, y))
    }

    /// The column of the first character of the mark of a cell, and its row.
    pub fn middle(&self, cell: usize) -> Option<(usize, usize)> {
        self.middles.get(cell).copied()
    }

    /// The cell at a character.
    pub fn cell_at(&self, x: usize, y: usize) -> Option<usize> {
        self.row(y).get(x)?.cell
    }

    /// The grid as text, without trailing blanks.
    pub fn text(&self) -> String {
        let row = |y| self.row(y).iter().map(|glyph| glyph.mark).collect::<String>();
        (0..self.height).map(|y| format!("{}\n", row(y).trim_end())).collect()
    }

    fn put(&mut self, x: usize, y: usize, glyph: Glyph) {
        if x < self.width
            && let Some(place) = self.glyphs.get_mut(y * self.width + x)
        {
            *place = glyph;
        }
    }

    /// Writes the contents of all cells: `round` cells have brackets, and a dot marks an empty cell without lines.
    fn fill(&mut self, scene: &Scene, round: bool, dotted: bool) {
        let empty = if dotted && !round { '·' } else { ' ' };
        let (left, right) = if round { ('(', ')') } else { (' ', ' ') };
        let is_face = |cell: usize| scene.cells.get(cell).is_some_and(|cell| cell.sort.is_face());
        for cell in (0..self.middles.len()).filter(|cell| is_face(*cell)) {
            let Some((first, last, y)) = self.span(cell) else { continue };
            let open = scene.cells.get(cell).is_some_and(|cell| cell.open);
            let (mark, ink) = if open { ('?', Ink::Target) } else { (empty, Ink::Line) };
            let blanks = (first + 2..last).map(|x| (x, ' ', Ink::Line));
            for (x, mark, ink) in [(first, left, Ink::Line), (first + 1, mark, ink), (last, right, Ink::Line)]
                .into_iter()
                .chain(blanks)
            {
                self.put(x, y, Glyph { mark, ink, cell: Some(cell) });
            }
        }
        let several = wanted_width(scene) > 0;
        for piece in &scene.pieces {
            for (at, cell) in piece.cells.iter().enumerate().filter(|(_, cell)| is_face(**cell)) {
                match piece.form {
                    PieceForm::Target => self.target(scene, piece, *cell, several),
                    _ => self.lay(piece, at, *cell),
                }
            }
        }
    }

    /// Writes a target around its cell; with `several` the piece that it lacks, unless a floor piece is seen there.
    fn target(&mut self, scene: &Scene, target: &ScenePiece, cell: usize, several: bool) {
        let Some((first, last, y)) = self.span(cell) else { return };
        let on = |piece: &&ScenePiece| piece.cells.contains(&cell) && piece.form != PieceForm::Target;
        let here = || scene.pieces.iter().filter(on);
        let has = here().any(|piece| piece.piece == target.piece && piece.mark == target.mark);
        let glyph = |mark: char| Glyph { mark, ink: Ink::Target, cell: Some(cell) };
        self.put(first, y, glyph('<'));
        if here().any(|piece| piece.form == PieceForm::Floor) {
            return;
        }
        let wanted = if several && !has { target.mark.as_str() } else { ">" };
        for (x, mark) in (first + 1..=last).rev().zip(wanted.chars().rev().map(tame)) {
            self.put(x, y, glyph(mark));
        }
    }

    /// Writes one cell of a piece over what lies below it.
    fn lay(&mut self, piece: &ScenePiece, at: usize, cell: usize) {
        let Some((first, last, y)) = self.span(cell) else { return };
        let ink = ink(piece);
        let marks = marks(piece, at);
        let side = match piece.form {
            PieceForm::Floor => marks.first().copied(),
            PieceForm::Block => Some(' '),
            PieceForm::Target | PieceForm::Disc | PieceForm::Chain => None,
        };
        for x in [first, last] {
            let is_target = self.row(y).get(x).is_some_and(|glyph| glyph.ink == Ink::Target);
            if let Some(mark) = side.filter(|_| !is_target) {
                self.put(x, y, Glyph { mark, ink, cell: Some(cell) });
            }
        }
        for (x, mark) in (first + 1..last).zip(marks) {
            self.put(x, y, Glyph { mark, ink, cell: Some(cell) });
        }
    }
}

/// The characters of the mark or the label of one cell of a piece.
fn marks(piece: &ScenePiece, at: usize) -> Vec<char> {
    let label = piece.labels.get(at).filter(|label| !label.is_empty());
    label.unwrap_or(&piece.mark).chars().map(tame).collect()
}

/// The number of characters of every cell of a scene.
fn cell_width(scene: &Scene) -> usize {
    let longest = |piece: &ScenePiece| (0..piece.cells.len()).map(|at| marks(piece, at).len()).max();
    let longest = scene.pieces.iter().filter_map(longest).max().unwrap_or(1).max(1);
    SIDES + longest + wanted_width(scene).saturating_sub(1)
}

/// The characters of the longest mark that a target wants, if targets want several pieces.
fn wanted_width(scene: &Scene) -> usize {
    let targets = || scene.pieces.iter().filter(|piece| piece.form == PieceForm::Target);
    let first = targets().next().map(|target| &target.mark);
    if targets().all(|target| Some(&target.mark) == first) {
        return 0;
    }
    targets().map(|target| target.mark.chars().count()).max().unwrap_or(0)
}

fn ink(piece: &ScenePiece) -> Ink {
    let colour = piece.colour.as_ref();
    let own = colour.and_then(|name| COLOURS.iter().find(|c| c.0 == name)).map(|c| c.1);
    match piece.form {
        PieceForm::Floor => Ink::Floor(own),
        PieceForm::Target => Ink::Target,
        PieceForm::Disc => Ink::Piece(own),
        PieceForm::Block | PieceForm::Chain => Ink::Piece(own.or_else(|| {
            // By the mark alone, so that no move changes it.
            let text =
                if piece.form == PieceForm::Chain { piece.labels.concat() } else { piece.mark.clone() };
            let sum = text.chars().fold(0_usize, |sum, c| sum.wrapping_mul(31).wrapping_add(c as usize));
            IN_TURN.get(sum % IN_TURN.len()).copied()
        })),
    }
}

/// For each cell, the cells that one piece joins it to: those beside it in a chain, all others of a block.
fn joined(scene: &Scene, a: usize, b: usize, owner: &[Option<usize>]) -> bool {
    let Some(Some(piece)) = owner.get(a) else { return false };
    if owner.get(b) != Some(&Some(*piece)) {
        return false;
    }
    let Some(piece) = scene.pieces.get(*piece) else { return false };
    match piece.form {
        PieceForm::Block => true,
        PieceForm::Chain => piece.cells.windows(2).any(|pair| pair == [a, b] || pair == [b, a]),
        PieceForm::Floor | PieceForm::Target | PieceForm::Disc => false,
    }
}

/// By cell, the number of the piece of several cells on it.
fn owners(scene: &Scene) -> Vec<Option<usize>> {
    let mut owner = vec![None; scene.cells.len()];
    for (number, piece) in scene.pieces.iter().enumerate() {
        for cell in piece.cells.iter().filter(|_| matches!(piece.form, PieceForm::Block | PieceForm::Chain)) {
            if let Some(slot) = owner.get_mut(*cell) {
                *slot = Some(number);
            }
        }
    }
    owner
}
