//! How the contents of cells are drawn.

use crate::scene::{self, Appearance, PieceForm, Point, ScenePiece, appearance};
use puzzlec_model::Model;
use puzzlec_model::board::{Coord, Direction};
use puzzlec_model::mark;
use puzzlec_model::piece::{Content, ContentId};

/// How a content is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// It in words.
    pub words: String,
    /// The piece, without its cells; nothing for an empty cell, and for a cell of a block after the first.
    pub piece: Option<ScenePiece>,
    /// The centres of the cells of a block, from the first one.
    pub offsets: Vec<Point>,
    /// The directions of the next cells of a chain.
    pub links: Vec<Direction>,
    /// Whether it is a floor piece.
    pub floor: bool,
}

/// The looks of all contents.
pub(super) fn looks(model: &Model) -> Vec<Look> {
    model.pieces.contents().map(|(id, content)| look(model, id, content)).collect()
}

fn look(model: &Model, id: ContentId, content: &Content) -> Look {
    let pieces = &model.pieces;
    let mut look = Look {
        words: pieces.describe(id),
        piece: None,
        offsets: Vec::new(),
        links: Vec::new(),
        floor: false,
    };
    let Some(kind) = content.kind().and_then(|kind| pieces.kind(kind)) else { return look };
    let mark = mark::text(pieces.glyph(id));
    let Appearance { outline, colour, written, size, sprite } =
        appearance(model, kind, &mark, kind.colour.as_deref());
    let mut piece = ScenePiece {
        piece: kind.name.clone(),
        outline,
        sprite,
        written,
        size,
        mark,
        colour,
        form: PieceForm::Disc,
        cells: Vec::new(),
        shape: Vec::new(),
        labels: Vec::new(),
    };
    match content {
        Content::Empty => return look,
        Content::Unit(..) => {
            look.floor = kind.floor;
            piece.form = if kind.floor { PieceForm::Floor } else { PieceForm::Disc };
        }
        Content::Block(_, shape, part) => {
            look.words.clone_from(&kind.name);
            if *part > 0 {
                return look;
            }
            piece.form = PieceForm::Block;
            piece.shape = pieces.shapes.get(usize::from(*shape)).cloned().unwrap_or_default();
            look.offsets = piece.shape.iter().map(|offset| scene::offset(&model.board, *offset)).collect();
        }
        Content::Part(_, part) => {
            piece.form = PieceForm::Chain;
            piece.labels = vec![pieces.label_text(pieces.label_of(part)).to_owned()];
            look.links = part.directions().collect();
        }
    }
    look.piece = Some(piece);
    look
}

/// For each direction the neighbour of each cell; nothing without chains.
pub(super) fn neighbours(model: &Model, cells: &[Coord]) -> Vec<Vec<Option<usize>>> {
    if !model.pieces.contents().any(|(_, content)| matches!(content, Content::Part(..))) {
        return Vec::new();
    }
    let place = |cell: Coord| cells.binary_search(&cell).ok();
    let directions = (0..model.board.directions().len()).filter_map(|d| Direction::try_from(d).ok());
    directions
        .map(|d| cells.iter().map(|cell| model.board.step(*cell, d).and_then(place)).collect())
        .collect()
}
