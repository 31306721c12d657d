//! Small pictures of pieces.

/// A picture of a few rows of pixels, all of one length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sprite {
    /// The pixels from the top; nothing where the ground is seen.
    pub rows: Vec<Vec<Option<Tint>>>,
}

/// The colour of a pixel.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tint {
    /// That of the piece.
    Own,
    /// A colour by its name, or as `#rrggbb`.
    Stated(String),
}

impl Sprite {
    /// The maximum number of pixels of a side.
    pub const MOST: usize = 16;

    /// The colour that a text names, in small letters: a name, or `#rrggbb`.
    pub fn colour(text: &str) -> Option<String> {
        let text = text.to_lowercase();
        let hex = text.strip_prefix('#');
        let known = match hex {
            Some(hex) => hex.len() == 6 && hex.chars().all(|c| c.is_ascii_hexdigit()),
            None => crate::colours::COLOURS.iter().any(|(name, _)| *name == text),
        };
        known.then_some(text)
    }
}
