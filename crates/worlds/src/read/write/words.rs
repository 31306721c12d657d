//! Words and texts of the language.

use super::super::terms::{Mark, Movement, Relative, Several};
use crate::game::Direction;

/// The word for a direction.
pub(super) fn go(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "up",
        Direction::Down => "down",
        Direction::Left => "left",
        Direction::Right => "right",
    }
}

/// A mark of movement with the blank behind it.
pub(super) fn mark(mark: Mark) -> &'static str {
    match mark {
        Mark::Nothing => "",
        Mark::Moves(Movement::Go(Direction::Up)) => "up ",
        Mark::Moves(Movement::Go(Direction::Down)) => "down ",
        Mark::Moves(Movement::Go(Direction::Left)) => "left ",
        Mark::Moves(Movement::Go(Direction::Right)) => "right ",
        Mark::Moves(Movement::Action) => "action ",
        Mark::Several(Several::Moving) => "moving ",
        Mark::Several(Several::Orthogonal) => "orthogonal ",
        Mark::Several(Several::Horizontal) => "horizontal ",
        Mark::Several(Several::Vertical) => "vertical ",
        Mark::Several(Several::Parallel(_)) | Mark::Relative(Relative::Parallel) => "parallel ",
        Mark::Several(Several::Perpendicular(_)) | Mark::Relative(Relative::Perpendicular) => {
            "perpendicular "
        }
        Mark::Relative(Relative::Along) => "> ",
        Mark::Relative(Relative::Against) => "< ",
        Mark::Relative(Relative::LeftOf) => "^ ",
        Mark::Relative(Relative::RightOf) => "v ",
        Mark::Stationary => "still ",
        Mark::No => "not ",
        Mark::Random => "random ",
        Mark::RandomDirection => "randomly ",
    }
}

/// A text in quotes.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\t' => quoted.push(' '),
            c if c.is_control() => {}
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
