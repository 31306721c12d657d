//! Parts of a board with the gourds on them.

use super::Sides;
use crate::problem::{Board, Cell, Configuration, NONE};

/// Some cells of a board as a board of their own, on which all gourds of both sides lie that touch them.
#[derive(Clone, Debug)]
pub struct Part {
    /// The cells, with the numbers of the whole board.
    pub cells: Vec<Cell>,
    /// The part as a board.
    pub board: Board,
    /// The configurations there.
    pub ends: [Configuration; 2],
}

impl Part {
    /// The part with these cells; nothing if not the same gourds lie on it on both sides, and nothing else.
    pub fn new(sides: &Sides<'_>, cells: &[Cell]) -> Option<Self> {
        let whole = sides.start.board;
        let board = whole.part(cells);
        let mut places = vec![NONE; whole.len()];
        for (place, cell) in (0..).zip(cells) {
            *places.get_mut(*cell as usize)? = place;
        }
        let start = &sides.start.at;
        let first = |cell: &&Cell| start.end(**cell).is_multiple_of(2);
        let gourds: Vec<u32> = cells.iter().filter(first).map(|cell| start.end(*cell) / 2).collect();
        let place = |cell: Cell| places.get(cell as usize).copied().unwrap_or(NONE);
        let ends = |at: &Configuration| {
            let ends: Vec<[Cell; 2]> = gourds.iter().map(|gourd| at.gourd(*gourd).map(place)).collect();
            Configuration::new(&board, &ends)
        };
        let ends = [ends(start)?, ends(&sides.target.at)?];
        Some(Part { cells: cells.to_vec(), board, ends })
    }

    /// The cell of the whole board.
    pub fn cell(&self, cell: Cell) -> Cell {
        self.cells.get(cell as usize).copied().unwrap_or(NONE)
    }

    /// Plays a plan for the part at the start of the whole.
    pub fn play(&self, sides: &mut Sides<'_>, plan: &[Cell]) {
        for through in plan {
            sides.start.play(self.cell(*through));
        }
    }
}
