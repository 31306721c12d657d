//! The boards of the table: cells, jumps, symmetries.

use super::boards::*;
use puzzlec_peg_solitaire::board::{Jump, PegBoard};

#[test]
fn the_table_of_boards() {
    let table = [
        (english(), 33, 76, 8),
        (french(), 37, 92, 8),
        (german(), 39, 92, 2),
        (diamond(), 41, 100, 8),
        (wiegleb(), 45, 108, 8),
        (triangle(5), 15, 36, 6),
    ];
    for (board, cells, jumps, symmetries) in table {
        assert_eq!(
            (board.cells(), board.jumps().len(), board.symmetries().len()),
            (cells, jumps, symmetries)
        );
        assert_eq!(board.all().count_ones() as usize, cells);
        for symmetry in board.symmetries() {
            for jump in board.jumps() {
                let image = |cell: u8| symmetry[usize::from(cell)];
                let moved = Jump { from: image(jump.from), over: image(jump.over), to: image(jump.to) };
                assert!(board.jumps().contains(&moved));
                assert_eq!(PegBoard::moved(symmetry, jump.takes()), moved.takes());
            }
        }
        let first: Vec<u8> = (0..cells as u8).collect();
        assert_eq!(board.symmetries()[0], first);
    }
}

#[test]
fn boards_that_are_none() {
    let jump = |from, over, to| vec![Jump { from, over, to }];
    assert!(PegBoard::new(0, Vec::new()).is_none());
    assert!(PegBoard::new(129, Vec::new()).is_none());
    assert!(PegBoard::new(3, jump(0, 1, 3)).is_none());
    assert!(PegBoard::new(3, jump(0, 1, 0)).is_none());
    assert_eq!(PegBoard::new(3, [jump(0, 1, 2), jump(0, 1, 2)].concat()).unwrap().jumps().len(), 1);
    let full = PegBoard::new(128, jump(127, 1, 2)).unwrap();
    assert_eq!(full.all(), u128::MAX);
    assert_eq!(full.symmetries().len(), 1);
}

#[test]
fn many_symmetries_are_cut() {
    let jumps: Vec<Jump> =
        (0..40).map(|line| Jump { from: 3 * line, over: 3 * line + 1, to: 3 * line + 2 }).collect();
    let board = PegBoard::new(120, jumps).unwrap();
    assert_eq!(board.symmetries().len(), 48);
}

#[test]
fn jumps_and_undos() {
    let jump = Jump { from: 0, over: 1, to: 2 };
    assert!(jump.legal(0b1011) && !jump.legal(0b1111) && !jump.legal(0b1001));
    assert_eq!(jump.play(0b1011), 0b1100);
    assert_eq!(jump.undo(0b1100), Some(0b1011));
    assert_eq!(jump.undo(0b1101), None);
}
