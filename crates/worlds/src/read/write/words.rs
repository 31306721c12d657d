//! Words and texts of the language.

use super::super::terms::{Mark, Movement, Relative, Several};

/// A mark of movement with the blank behind it.
pub(super) fn mark(mark: Mark) -> String {
    let word = match mark {
        Mark::Nothing => return String::new(),
        Mark::Moves(Movement::Go(direction)) => direction.word(),
        Mark::Moves(Movement::Action) => "action",
        Mark::Several(Several::Moving) => "moving",
        Mark::Several(Several::Orthogonal) => "orthogonal",
        Mark::Several(Several::Horizontal) => "horizontal",
        Mark::Several(Several::Vertical) => "vertical",
        Mark::Several(Several::Parallel(_)) | Mark::Relative(Relative::Parallel) => "parallel",
        Mark::Several(Several::Perpendicular(_)) | Mark::Relative(Relative::Perpendicular) => "perpendicular",
        Mark::Relative(Relative::Along) => ">",
        Mark::Relative(Relative::Against) => "<",
        Mark::Relative(Relative::LeftOf) => "^",
        Mark::Relative(Relative::RightOf) => "v",
        Mark::Stationary => "still",
        Mark::No => "not",
        Mark::Random => "random",
        Mark::RandomDirection => "randomly",
    };
    format!("{word} ")
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
