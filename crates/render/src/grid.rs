//! Scenes as characters: a board of cells that are three characters wide, on every kind of board.

mod boxes;
mod free;

use puzzlec_analysis::{PieceForm, Scene, ScenePiece};
use puzzlec_base::colours::COLOURS;

use super::safe::tame;

/// The characters of a cell: its mark in the middle, and what surrounds it.
pub const CELL_WIDTH: usize = 3;

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
    /// By cell, the column of its middle character and its row.
    middles: Vec<(usize, usize)>,
}

impl Grid {
    /// A scene, with lines around square cells where that fits into this number of columns and rows; it may become
    /// larger than that.
    pub fn new(scene: &Scene, room: (usize, usize)) -> Self {
        boxes::grid(scene, room).unwrap_or_else(|| free::grid(scene))
    }

    fn blank(width: usize, height: usize, middles: Vec<(usize, usize)>) -> Self {
        Grid { width, height, glyphs: vec![Glyph::BLANK; width * height], middles }
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

    /// The column of the middle character of a cell, and its row.
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
        for (cell, (x, y)) in self.middles.clone().into_iter().enumerate() {
            let open = scene.cells.get(cell).is_some_and(|cell| cell.open);
            let (mark, ink) = if open { ('?', Ink::Target) } else { (empty, Ink::Line) };
            for (x, mark, ink) in
                [(x.wrapping_sub(1), left, Ink::Line), (x, mark, ink), (x + 1, right, Ink::Line)]
            {
                self.put(x, y, Glyph { mark, ink, cell: Some(cell) });
            }
        }
        for piece in &scene.pieces {
            for (at, cell) in piece.cells.iter().enumerate() {
                let Some((x, y)) = self.middle(*cell) else { continue };
                self.lay(piece, at, (x, y, *cell));
            }
        }
    }

    /// Writes one cell of a piece over what lies below it.
    fn lay(&mut self, piece: &ScenePiece, at: usize, (x, y, cell): (usize, usize, usize)) {
        let ink = ink(piece);
        let text = match piece.labels.get(at).filter(|label| !label.is_empty()) {
            Some(label) if piece.form != PieceForm::Target => label,
            _ => &piece.mark,
        };
        let marks: Vec<char> = text.chars().map(tame).take(CELL_WIDTH).collect();
        let side = match piece.form {
            PieceForm::Target => Some('·'),
            PieceForm::Floor => marks.first().copied(),
            PieceForm::Block => Some(' '),
            PieceForm::Disc | PieceForm::Chain => None,
        };
        if let Some(mark) = side {
            for x in [x.wrapping_sub(1), x + 1] {
                self.put(x, y, Glyph { mark, ink, cell: Some(cell) });
            }
        }
        // A mark of two characters begins in the middle.
        let first = if marks.len() > 2 { x.wrapping_sub(1) } else { x };
        for (offset, mark) in marks.into_iter().enumerate() {
            self.put(first.wrapping_add(offset), y, Glyph { mark, ink, cell: Some(cell) });
        }
    }
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
