//! All connected boards of n cells on the square grid, up to symmetry: on which ones a game from one hole can end with
//! one peg. The table is the one of docs/papers/peg-solitaire.md.

use puzzlec_peg_solitaire::board::{Cells, PegBoard};
use std::collections::BTreeSet;

type Board = Vec<(i32, i32)>;

/// By number of cells: boards; those with a game from some hole to one peg; those where it ends in the hole; those with
/// a game from every hole.
const KNOWN: [[usize; 4]; 16] = [
    [1, 0, 0, 0],
    [1, 1, 0, 1],
    [2, 1, 1, 0],
    [5, 1, 0, 0],
    [12, 1, 0, 0],
    [35, 3, 2, 0],
    [108, 4, 2, 0],
    [369, 18, 2, 0],
    [1_285, 32, 11, 0],
    [4_655, 106, 15, 0],
    [17_073, 302, 39, 0],
    [63_600, 920, 171, 0],
    [238_591, 2_419, 221, 0],
    [901_971, 6_932, 641, 1],
    [3_426_576, 19_602, 2_365, 1],
    [13_079_255, 53_507, 4_042, 32],
];

/// The least of the eight images, moved to the corner.
fn least(board: &Board) -> Board {
    let image = |turn: u8| {
        let mut cells: Board = board.clone();
        for (row, column) in &mut cells {
            *row *= if turn & 1 == 1 { -1 } else { 1 };
            *column *= if turn & 2 == 2 { -1 } else { 1 };
            if turn & 4 == 4 {
                std::mem::swap(row, column);
            }
        }
        let (top, left) =
            (cells.iter().map(|c| c.0).min().unwrap(), cells.iter().map(|c| c.1).min().unwrap());
        cells.iter_mut().for_each(|(row, column)| (*row, *column) = (*row - top, *column - left));
        cells.sort_unstable();
        cells
    };
    (0..8).map(image).min().unwrap()
}

fn larger(boards: &BTreeSet<Board>) -> BTreeSet<Board> {
    let mut found = BTreeSet::new();
    for board in boards {
        for (row, column) in board {
            for cell in [(row + 1, *column), (row - 1, *column), (*row, column + 1), (*row, column - 1)] {
                if !board.contains(&cell) {
                    found.insert(least(&[board.as_slice(), &[cell]].concat()));
                }
            }
        }
    }
    found
}

fn drawn(board: &Board) -> PegBoard {
    let (rows, columns) =
        (board.iter().map(|c| c.0).max().unwrap(), board.iter().map(|c| c.1).max().unwrap());
    let mark = |row, column| if board.contains(&(row, column)) { '.' } else { ' ' };
    let lines: Vec<String> =
        (0..=rows).map(|row| (0..=columns).map(|column| mark(row, column)).collect()).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    PegBoard::drawn(&lines, &[(0, 1), (1, 0)]).unwrap()
}

/// The cells on which the last peg can be, in games from a hole.
fn ends(board: &PegBoard, hole: usize) -> Cells {
    let mut seen = vec![false; 1 << board.cells()];
    let (mut open, mut found) = (vec![board.all() ^ 1 << hole], 0);
    while let Some(at) = open.pop() {
        if std::mem::replace(&mut seen[at as usize], true) {
            continue;
        }
        if at.count_ones() == 1 {
            found |= at;
        }
        open.extend(board.jumps().iter().filter(|jump| jump.legal(at)).map(|jump| jump.play(at)));
    }
    found
}

fn classified(most: usize) {
    let mut boards: BTreeSet<Board> = [vec![(0, 0)]].into();
    for (cells, known) in (1..=most).zip(KNOWN) {
        let mut found = [boards.len(), 0, 0, 0];
        for cells in &boards {
            let board = drawn(cells);
            let ends: Vec<Cells> = (0..board.cells()).map(|hole| ends(&board, hole)).collect();
            // One cell with one hole has no peg.
            let every = ends.iter().all(|ends| *ends != 0);
            let same = ends.iter().enumerate().any(|(hole, ends)| ends >> hole & 1 == 1);
            for (count, holds) in found[1..].iter_mut().zip([ends.iter().any(|ends| *ends != 0), same, every])
            {
                *count += usize::from(holds);
            }
            if every && board.cells() > 2 {
                println!("from every hole: {cells:?}");
            }
        }
        assert_eq!(found, known, "{cells} cells");
        boards = larger(&boards);
    }
}

#[test]
fn boards_of_up_to_nine_cells() {
    classified(9);
}

#[test]
#[ignore = "hours, and many gigabytes"]
fn boards_of_up_to_sixteen_cells() {
    classified(16);
}
