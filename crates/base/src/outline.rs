//! The shapes in which pieces of one cell are drawn.

use std::f64::consts::{FRAC_PI_2, TAU};

use serde::Serialize;

/// The shape in which a piece of one cell is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outline {
    /// A disc.
    #[default]
    Disc,
    /// A square.
    Square,
    /// A square on a corner.
    Diamond,
    /// A triangle with a corner at the top.
    Triangle,
    /// A star with five points.
    Star,
    /// The whole cell.
    Wall,
}

impl Outline {
    /// All outlines, in the order of the manual.
    pub const ALL: [Outline; 6] =
        [Outline::Disc, Outline::Square, Outline::Diamond, Outline::Triangle, Outline::Star, Outline::Wall];

    /// Whether it is a disc.
    pub fn is_disc(&self) -> bool {
        *self == Outline::Disc
    }

    /// The name in the language.
    pub const fn name(self) -> &'static str {
        match self {
            Outline::Disc => "disc",
            Outline::Square => "square",
            Outline::Diamond => "diamond",
            Outline::Triangle => "triangle",
            Outline::Star => "star",
            Outline::Wall => "wall",
        }
    }

    /// The outline with a name.
    pub fn named(name: &str) -> Option<Self> {
        Outline::ALL.into_iter().find(|outline| outline.name() == name)
    }

    /// The outline of a piece for which the author chose none: a `#` fills its cell.
    pub fn of_mark(mark: &str) -> Self {
        if mark == "#" { Outline::Wall } else { Outline::Disc }
    }

    /// The colour of a piece for which the author chose none, if the outline has one.
    pub fn colour(self) -> Option<&'static str> {
        (self == Outline::Wall).then_some("grey")
    }

    /// Whether the outline says as much as the mark, which then need not be written on it.
    pub fn shows(self, mark: &str) -> bool {
        match self {
            Outline::Disc => matches!(mark, "o" | "O" | "●" | "○"),
            Outline::Square => matches!(mark, "■" | "□"),
            Outline::Diamond => matches!(mark, "◆" | "◇"),
            Outline::Triangle => matches!(mark, "▲" | "△"),
            Outline::Star => matches!(mark, "*" | "★" | "☆"),
            Outline::Wall => matches!(mark, "#" | "█"),
        }
    }

    /// The corners around the centre of the cell, to the right and downwards, in units of the distance of
    /// neighbouring cells; none for a disc and for a wall.
    pub fn corners(self) -> Vec<(f64, f64)> {
        let around = |count: u32, radius: &dyn Fn(u32) -> f64, turn: f64, down: f64| {
            let corner = |number: u32| {
                let angle = TAU * f64::from(number) / f64::from(count) - FRAC_PI_2 + turn;
                (radius(number) * angle.cos(), radius(number) * angle.sin() + down)
            };
            (0..count).map(corner).collect()
        };
        match self {
            Outline::Disc | Outline::Wall => Vec::new(),
            Outline::Square => around(4, &|_| 0.45, TAU / 8.0, 0.0),
            Outline::Diamond => around(4, &|_| 0.44, 0.0, 0.0),
            // Its middle lies on the centre of the cell.
            Outline::Triangle => around(3, &|_| 0.46, 0.0, 0.08),
            Outline::Star => around(10, &|at| if at % 2 == 0 { 0.46 } else { 0.22 }, 0.0, 0.0),
        }
    }
}
