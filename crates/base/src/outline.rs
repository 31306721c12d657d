//! What pieces are drawn as.

use std::f64::consts::{FRAC_PI_2, TAU};

use serde::Serialize;

macro_rules! outlines {
    ($($name:ident $word:literal $meaning:literal)*) => {
        /// What a piece is drawn as.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Outline {
            /// A disc.
            #[default]
            Disc,
            $(#[doc = $meaning] $name,)*
        }

        impl Outline {
            /// All outlines, in the order of the manual.
            pub const ALL: [Outline; 1 + [$($word),*].len()] = [Outline::Disc, $(Outline::$name),*];

            /// The name in the language.
            pub const fn name(self) -> &'static str {
                match self {
                    Outline::Disc => "disc",
                    $(Outline::$name => $word,)*
                }
            }

            /// The name in a sentence.
            pub const fn meaning(self) -> &'static str {
                match self {
                    Outline::Disc => "A disc.",
                    $(Outline::$name => $meaning,)*
                }
            }
        }
    };
}

outlines! {
    Square "square" "A square."
    Diamond "diamond" "A square on a corner."
    Triangle "triangle" "A triangle with a corner at the top."
    Star "star" "A star with five points."
    Wall "wall" "The whole cell, of bricks."
    Pin "peg" "A peg; the board has holes."
    Coin "coin" "A coin."
    Stone "stone" "A stone."
    Ball "ball" "A ball."
    Disk "disk" "A disk of a tower, as wide as its place in its family."
    Tile "tile" "A tile with its mark."
    Digit "digit" "A digit or letter alone; the board is white, with borders of regions."
    Letter "letter" "A letter in ink; the board is white, with borders of regions."
    Clue "clue" "A number or letter beside the board: its cell is not drawn."
    Stick "stick" "A match."
    Cross "cross" "Two crossed lines."
    Ring "ring" "A ring."
    Man "man" "A man; with walls or crates the board is paved."
    Crate "crate" "A crate; the board is paved, with walls around it."
    Lamp "lamp" "A lamp that is lit."
    Unlit "unlit" "A lamp that is not lit."
    King "king" "A king of chess; the board is checkered."
    Queen "queen" "A queen of chess; the board is checkered."
    Rook "rook" "A rook of chess; the board is checkered."
    Bishop "bishop" "A bishop of chess; the board is checkered."
    Knight "knight" "A knight of chess; the board is checkered."
    Pawn "pawn" "A pawn of chess; the board is checkered."
    Frog "frog" "A frog."
    Robot "robot" "A robot."
    Mouse "mouse" "A mouse."
    Tree "tree" "A tree."
    Fire "fire" "A fire."
    Key "key" "A key."
    Door "door" "A door."
    Target "target" "A place where something has to go."
    Exit "exit" "A way out."
    Ice "ice" "Ice."
    Water "water" "Water."
    Hole "hole" "A hole."
    Button "button" "A button in the floor."
    Bridge "bridge" "Planks; on an edge of the board one line that joins its two cells, or two for the mark `2`."
    Arrow "arrow" "An arrow as its mark points: `^ > v <` or `↑ ↗ → ↘ ↓ ↙ ← ↖`."
    Fence "fence" "A fence; on an edge of the board, from corner to corner."
    Line "line" "A line: on an edge of the board from corner to corner, in a cell as its mark: `- | / \\`."
    Link "link" "A line that joins the two cells of an edge of the board."
    Block "block" "A rigid piece."
    Domino "domino" "A domino: two cells, with pips for digits."
    Car "car" "A car, for a straight rigid piece; one with the mark `r` or `X` is red."
}

impl Outline {
    /// Whether it is a disc.
    pub fn is_disc(&self) -> bool {
        *self == Outline::Disc
    }

    /// Whether it is for rigid pieces.
    pub fn is_block(self) -> bool {
        matches!(self, Outline::Block | Outline::Car | Outline::Domino)
    }

    /// Whether it is a piece of chess.
    pub fn is_chess(self) -> bool {
        use Outline::{Bishop, King, Knight, Pawn, Queen, Rook};
        matches!(self, King | Queen | Rook | Bishop | Knight | Pawn)
    }

    /// Whether it is a picture of something, which other pieces of the puzzle may have as well.
    pub fn is_pictorial(self) -> bool {
        use Outline::{Diamond, Disc, Square, Star, Triangle, Wall};
        !matches!(self, Disc | Square | Diamond | Triangle | Star | Wall)
    }

    /// The outline with a name.
    pub fn named(name: &str) -> Option<Self> {
        Outline::ALL.into_iter().find(|outline| outline.name() == name)
    }

    /// The outline of a piece for which the author chose none: that of its name, or the whole cell for a `#`.
    pub fn of(name: &str, mark: &str, rigid: bool) -> Self {
        let named = Outline::named(name).filter(|outline| outline.is_block() == rigid);
        named.unwrap_or(match (rigid, mark) {
            (true, _) => Outline::Block,
            (false, "#") => Outline::Wall,
            (false, _) => Outline::Disc,
        })
    }

    /// The colour of a piece for which the author chose none, if the outline has one.
    pub fn colour(self) -> Option<&'static str> {
        Some(match self {
            Outline::Wall | Outline::Unlit | Outline::Mouse => "grey",
            Outline::Coin | Outline::Lamp | Outline::Key | Outline::Stick => "gold",
            Outline::Crate | Outline::Door | Outline::Bridge | Outline::Fence => "brown",
            Outline::Tile | Outline::Domino => "cream",
            Outline::Frog | Outline::Tree | Outline::Exit => "green",
            Outline::Fire | Outline::Button => "orange",
            Outline::Target => "red",
            Outline::Ice => "cyan",
            Outline::Water | Outline::Arrow => "blue",
            Outline::Line | Outline::Link => "black",
            Outline::Digit | Outline::Letter | Outline::Clue | Outline::Hole | Outline::Stone => "black",
            chess if chess.is_chess() => "black",
            _ => return None,
        })
    }

    /// Whether the outline says as much as the mark of a piece without a family, which then need not be written on it.
    pub fn shows(self, mark: &str) -> bool {
        match self {
            Outline::Disc | Outline::Coin | Outline::Ball => matches!(mark, "o" | "O" | "●" | "○"),
            Outline::Square => matches!(mark, "o" | "■" | "□"),
            Outline::Diamond => matches!(mark, "◆" | "◇"),
            Outline::Triangle => matches!(mark, "▲" | "△"),
            Outline::Star => matches!(mark, "*" | "★" | "☆"),
            Outline::Wall => matches!(mark, "#" | "█"),
            Outline::Arrow => bearing(mark).is_some(),
            Outline::Tile | Outline::Digit | Outline::Letter | Outline::Clue | Outline::Disk => false,
            block if block.is_block() => false,
            _ => true,
        }
    }

    /// The corners around the centre of the cell, to the right and downwards, in units of the distance of
    /// neighbouring cells; none if it is no polygon.
    pub fn corners(self) -> Vec<(f64, f64)> {
        let around = |count: u32, radius: &dyn Fn(u32) -> f64, turn: f64, down: f64| {
            let corner = |number: u32| {
                let angle = TAU * f64::from(number) / f64::from(count) - FRAC_PI_2 + turn;
                (radius(number) * angle.cos(), radius(number) * angle.sin() + down)
            };
            (0..count).map(corner).collect()
        };
        match self {
            Outline::Square => around(4, &|_| 0.45, TAU / 8.0, 0.0),
            Outline::Diamond => around(4, &|_| 0.44, 0.0, 0.0),
            // Its middle lies on the centre of the cell.
            Outline::Triangle => around(3, &|_| 0.46, 0.0, 0.08),
            Outline::Star => around(10, &|at| if at % 2 == 0 { 0.46 } else { 0.22 }, 0.0, 0.0),
            _ => Vec::new(),
        }
    }
}

/// Where a mark points, in degrees clockwise from the right.
pub fn bearing(mark: &str) -> Option<f64> {
    Some(match mark {
        ">" | "→" => 0.0,
        "↘" => 45.0,
        "v" | "V" | "↓" => 90.0,
        "↙" => 135.0,
        "<" | "←" => 180.0,
        "↖" => 225.0,
        "^" | "↑" => 270.0,
        "↗" => 315.0,
        _ => return None,
    })
}
