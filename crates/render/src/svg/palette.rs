//! The colours of pieces, which colour-blind readers can tell apart.

use puzzlec_analysis::{PieceForm, Scene, ScenePiece};

/// The colours by their names (Okabe and Ito, "Color Universal Design"), with greys; kinds without a colour take the first ones
/// in turn.
const COLOURS: &[(&str, &str)] = &[
    ("blue", "#0072b2"),
    ("orange", "#e69f00"),
    ("green", "#009e73"),
    ("red", "#d55e00"),
    ("cyan", "#56b4e9"),
    ("yellow", "#f0e442"),
    ("pink", "#cc79a7"),
    ("purple", "#7b4ea3"),
    ("magenta", "#b5338a"),
    ("teal", "#00796b"),
    ("brown", "#8c564b"),
    ("gold", "#c99700"),
    ("black", "#222222"),
    ("white", "#fafafa"),
    ("grey", "#888888"),
    ("gray", "#888888"),
];
/// The number of colours that are given to kinds without one.
const IN_TURN: usize = 7;

/// The colours of kinds.
pub(crate) struct Palette {
    kinds: Vec<String>,
}

impl Palette {
    /// The colours of the pieces of some pictures.
    pub(crate) fn new<'s>(scenes: impl Iterator<Item = &'s Scene>) -> Self {
        Palette { kinds: Vec::new() }.with(scenes.flat_map(|scene| &scene.pieces))
    }

    /// With further colours for the pieces that have none so far.
    pub(crate) fn with<'s>(mut self, pieces: impl Iterator<Item = &'s ScenePiece>) -> Self {
        let mut more: Vec<String> = Vec::new();
        for piece in pieces {
            let key = key(piece);
            if stated(piece).is_none() && !self.kinds.contains(&key) && !more.contains(&key) {
                more.push(key);
            }
        }
        more.sort();
        self.kinds.append(&mut more);
        self
    }

    /// The colour of a piece.
    pub(crate) fn of(&self, piece: &ScenePiece) -> &'static str {
        if let (PieceForm::Disc, [label]) = (piece.form, piece.labels.as_slice()) {
            return Palette::of_label(label).unwrap_or("#888888");
        }
        if let Some(colour) = stated(piece) {
            return colour;
        }
        let place = self.kinds.iter().position(|kind| *kind == key(piece)).unwrap_or(0);
        Palette::in_turn(place)
    }

    /// A colour by its number, of those that are given in turn.
    fn in_turn(number: usize) -> &'static str {
        COLOURS.get(number % IN_TURN).map_or("#888888", |(_, colour)| colour)
    }

    /// The colour of a mark by its number; the first twelve differ.
    pub(crate) fn of_mark(number: usize) -> &'static str {
        COLOURS.get(number % 12).map_or("#888888", |(_, colour)| colour)
    }

    /// The colour whose name begins with a label.
    pub(crate) fn of_label(label: &str) -> Option<&'static str> {
        const LETTERS: &[(&str, &str)] = &[
            ("R", "red"),
            ("G", "green"),
            ("B", "blue"),
            ("Y", "yellow"),
            ("P", "purple"),
            ("O", "orange"),
            ("K", "black"),
            ("W", "white"),
        ];
        let (_, name) = LETTERS.iter().find(|(letter, _)| *letter == label)?;
        COLOURS.iter().find(|(known, _)| known == name).map(|(_, colour)| *colour)
    }
}

/// The colour that the author states, or that the kind is named after.
fn stated(piece: &ScenePiece) -> Option<&'static str> {
    let name = piece.colour.as_deref().unwrap_or(&piece.piece);
    COLOURS.iter().find(|(known, _)| *known == name).map(|(_, colour)| *colour)
}

/// Pieces with one key have one colour: discs and floor pieces of a kind and a mark, blocks of a kind and a shape, chains of a kind.
fn key(piece: &ScenePiece) -> String {
    match piece.form {
        PieceForm::Disc | PieceForm::Floor | PieceForm::Target => format!("{} {}", piece.piece, piece.mark),
        PieceForm::Block => format!("{} {:?}", piece.piece, piece.shape),
        PieceForm::Chain => piece.piece.clone(),
    }
}
