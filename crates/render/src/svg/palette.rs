//! The colours of pieces, which colour-blind readers can tell apart. Each differs from the ground of the board, or has a rim
//! that does.

use std::fmt::Write;

use puzzlec_analysis::{PieceForm, Scene, ScenePiece};
use puzzlec_base::Outline;
use puzzlec_base::colours::initial;

/// The colours by their names (Okabe and Ito, "Color Universal Design"), with greys, on a light ground and on a dark one;
/// kinds without a colour take the first ones in turn.
pub(crate) const COLOURS: &[(&str, &str, &str)] = &[
    ("blue", "#0072b2", "#0072b2"),
    ("orange", "#e69f00", "#e69f00"),
    ("green", "#009e73", "#009e73"),
    ("red", "#d55e00", "#d55e00"),
    ("cyan", "#56b4e9", "#56b4e9"),
    ("yellow", "#f0e442", "#f0e442"),
    ("pink", "#cc79a7", "#cc79a7"),
    ("purple", "#7b4ea3", "#8f62b8"),
    ("magenta", "#b5338a", "#c04398"),
    ("teal", "#00796b", "#008577"),
    ("brown", "#8c564b", "#a0675a"),
    ("gold", "#c99700", "#c99700"),
    ("cream", "#f2e3c0", "#f2e3c0"),
    ("silver", "#c4c8d0", "#c4c8d0"),
    ("copper", "#b87333", "#b87333"),
    ("black", "#222222", "#222222"),
    ("white", "#fafafa", "#fafafa"),
    ("grey", "#888888", "#888888"),
    ("gray", "#888888", "#888888"),
];
/// The number of colours that are given to kinds without one.
pub(crate) const IN_TURN: usize = 7;

/// The rules of a style sheet for a dark ground: pictures are drawn with the colours for a light one.
pub(crate) fn on_dark() -> String {
    let mut rules = String::new();
    for (_, light, dark) in COLOURS.iter().filter(|(_, light, dark)| light != dark) {
        for place in ["fill", "stroke"] {
            // Writing to a `String` cannot fail.
            let _ = writeln!(rules, "[{place}=\"{light}\"] {{ {place}: {dark} }}");
        }
    }
    rules
}

/// The colour of letters on a colour, on a light ground and on a dark one: that with the greater contrast.
pub(crate) fn ink(colour: &str) -> &'static str {
    const DARK: &str = "#111111";
    const LIGHT: &str = "#ffffff";
    if contrast(colour, DARK) >= contrast(colour, LIGHT) { DARK } else { LIGHT }
}

/// The contrast of two colours, from 1 to 21 (WCAG 2.1).
pub(crate) fn contrast(one: &str, other: &str) -> f64 {
    let (a, b) = (luminance(one), luminance(other));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// The relative luminance of a colour such as `#0072b2`.
fn luminance(colour: &str) -> f64 {
    let channel = |from: usize| {
        let hex = colour.get(from..from + 2).and_then(|hex| u8::from_str_radix(hex, 16).ok()).unwrap_or(0);
        let part = f64::from(hex) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

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
            if stated(piece).is_none()
                && piece.outline != Outline::Car
                && !self.kinds.contains(&key)
                && !more.contains(&key)
            {
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
        if piece.outline == Outline::Car {
            return Palette::of_car(&piece.mark);
        }
        let place = self.kinds.iter().position(|kind| *kind == key(piece)).unwrap_or(0);
        Palette::in_turn(place)
    }

    /// The colour with a name.
    pub(crate) fn named(name: &str) -> Option<&'static str> {
        COLOURS.iter().find(|(known, ..)| *known == name).map(|(_, colour, _)| *colour)
    }

    /// The colour of a car by its mark: the one that has to get out is red, and no other.
    pub(crate) fn of_car(mark: &str) -> &'static str {
        const OTHERS: [&str; 6] = ["#0072b2", "#009e73", "#56b4e9", "#f0e442", "#7b4ea3", "#888888"];
        let number = mark.chars().next().map_or(0, |mark| mark as usize);
        if matches!(mark, "r" | "R" | "X" | "x") {
            return "#d55e00";
        }
        OTHERS.get(number % OTHERS.len()).copied().unwrap_or("#888888")
    }

    /// A colour by its number, of those that are given in turn.
    fn in_turn(number: usize) -> &'static str {
        COLOURS.get(number % IN_TURN).map_or("#888888", |(_, colour, _)| colour)
    }

    /// The colour of a mark by its number; the first twelve differ.
    pub(crate) fn of_mark(number: usize) -> &'static str {
        COLOURS.get(number % 12).map_or("#888888", |(_, colour, _)| colour)
    }

    /// The colour whose name begins with a label.
    pub(crate) fn of_label(label: &str) -> Option<&'static str> {
        Palette::named(initial(label)?)
    }
}

/// The colour that the author states, or that the kind is named after.
fn stated(piece: &ScenePiece) -> Option<&'static str> {
    Palette::named(piece.colour.as_deref().unwrap_or(&piece.piece))
}

/// Pieces with one key have one colour: discs and floor pieces of a kind and a mark, blocks of a kind and a shape, chains of a kind.
fn key(piece: &ScenePiece) -> String {
    match piece.form {
        PieceForm::Disc | PieceForm::Floor | PieceForm::Target => format!("{} {}", piece.piece, piece.mark),
        PieceForm::Block => format!("{} {:?}", piece.piece, piece.shape),
        PieceForm::Chain => piece.piece.clone(),
    }
}
