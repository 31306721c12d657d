//! Cuts of unbounded boards.

use puzzlec_model::board::Coord;

/// The cells of an unbounded board to which a puzzle is cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The cells, in the order of the variables.
    pub cells: Vec<Coord>,
    /// What is known of the rest of the board.
    pub bounds: Bounds,
}

impl Cut {
    /// The margin of the window that the puzzle does not state, if it was cut to one.
    pub fn unstated(&self) -> Option<u32> {
        self.bounds.unstated()
    }
}

/// What a cut of an unbounded board leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bounds {
    /// The task is equivalent to the puzzle: no piece can ever leave its cells.
    Exact,
    /// The task is the puzzle restricted to a window: the start with a margin of cells on each side.
    Window {
        /// The cells on each side.
        margin: u32,
        /// Whether the author stated it.
        stated: bool,
    },
}

impl Bounds {
    /// The margin of the window that the puzzle does not state, if it was cut to one.
    pub fn unstated(self) -> Option<u32> {
        match self {
            Bounds::Window { margin, stated: false } => Some(margin),
            Bounds::Window { stated: true, .. } | Bounds::Exact => None,
        }
    }

    /// The reason that results for the task may not hold for the puzzle: the window is not stated, and no
    /// proof shows that it is wide enough.
    pub fn doubt(self) -> Option<String> {
        match self {
            Bounds::Window { margin, stated: false } => Some(format!(
                "only the start and {margin} cells more on each side were searched, and the line is endless"
            )),
            Bounds::Window { stated: true, .. } | Bounds::Exact => None,
        }
    }
}
