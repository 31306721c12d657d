//! Clues of placements.

use super::{generate, random};

const SUDOKU: &str = r#"edition 2
piece digit { members 1..9 }
board Boxes = square """
    AAABBBCCC
    AAABBBCCC
    AAABBBCCC
    DDDEEEFFF
    DDDEEEFFF
    DDDEEEFFF
    GGGHHHIII
    GGGHHHIII
    GGGHHHIII
"""
puzzle Sudoku {
    board Boxes
    place digit * 81
    goal  where all line in rows, columns, regions: different(line)
    clues
    wish  minimal
}
"#;

/// The number of solutions of a sudoku, at most two, by trying the cell with the fewest digits.
fn solutions(cells: &mut [u16; 81], most: u32) -> u32 {
    let mut best: Option<(usize, u16)> = None;
    for cell in 0..81 {
        if cells[cell] != 0 {
            continue;
        }
        let sees = |other: &usize| {
            let ((r, c), (s, d)) = ((cell / 9, cell % 9), (other / 9, other % 9));
            r == s || c == d || (r / 3 == s / 3 && c / 3 == d / 3)
        };
        let used = (0..81).filter(sees).fold(0, |sum, other| sum | cells[other]);
        let free = !used & 0x1FF;
        if best.is_none_or(|(_, known)| free.count_ones() < known.count_ones()) {
            best = Some((cell, free));
        }
    }
    let Some((cell, free)) = best else { return 1 };
    let mut found = 0;
    for digit in (0..9).map(|n| 1_u16 << n).filter(|digit| free & digit != 0) {
        cells[cell] = digit;
        found += solutions(cells, most - found);
        cells[cell] = 0;
        if found >= most {
            break;
        }
    }
    found
}

#[test]
fn sudokus_have_one_solution_and_no_superfluous_clue() {
    let report = generate(SUDOKU, random(3, 2));
    assert_eq!(report.puzzles.len(), 3);
    for one in &report.puzzles {
        let marks: Vec<char> = one.picture.iter().flat_map(|row| row.chars()).filter(|c| *c != ' ').collect();
        let mut cells = [0_u16; 81];
        for (cell, mark) in cells.iter_mut().zip(&marks) {
            *cell = mark.to_digit(10).map_or(0, |digit| 1 << (digit - 1));
        }
        assert_eq!(cells.iter().filter(|cell| **cell != 0).count(), one.clues.unwrap());
        assert_eq!(solutions(&mut cells.clone(), 2), 1);
        for cell in (0..81).filter(|cell| cells[*cell] != 0) {
            let mut fewer = cells;
            fewer[cell] = 0;
            assert_eq!(solutions(&mut fewer, 2), 2, "the clue {cell} is superfluous");
        }
    }
}

/// Mines and, on all other cells, the number of mines around.
const MINES: &str = r#"edition 2
piece mine  "*"
piece digit { members 0..8 }
puzzle Mines {
    board square diagonal 4 by 4
    place mine * 4, digit * 12
    goal  where all x in cells: x is mine or count(mine, around x) == number(x)
    clues of digit
    wish  minimal
}
"#;

#[test]
fn only_named_pieces_are_given_and_determine_the_others() {
    let report = generate(MINES, random(5, 7));
    assert_eq!(report.puzzles.len(), 5);
    for one in &report.puzzles {
        let marks: Vec<char> = one.picture.iter().flat_map(|row| row.chars()).filter(|c| *c != ' ').collect();
        let clues: Vec<Option<u32>> = marks.iter().map(|mark| mark.to_digit(10)).collect();
        assert!(marks.iter().all(|mark| *mark == '?' || mark.is_ascii_digit()), "{marks:?}");
        let around = |mines: u32, cell: i32| {
            let near = |other: i32| (other % 4 - cell % 4).abs() <= 1 && (other / 4 - cell / 4).abs() <= 1;
            (0..16).filter(|other| mines >> other & 1 == 1 && near(*other)).count() as u32
        };
        let solutions = |without: Option<usize>| {
            let given = (0..16).filter(|cell| Some(*cell) != without);
            let given: Vec<(usize, u32)> = given.filter_map(|cell| Some((cell, clues[cell]?))).collect();
            let fits = |mines: &u32| {
                given
                    .iter()
                    .all(|(cell, clue)| mines >> cell & 1 == 0 && around(*mines, *cell as i32) == *clue)
            };
            (0..1_u32 << 16).filter(|mines| mines.count_ones() == 4).filter(fits).count()
        };
        assert_eq!(solutions(None), 1, "{marks:?}");
        for cell in (0..16).filter(|cell| clues[*cell].is_some()) {
            assert!(solutions(Some(cell)) > 1, "the clue {cell} is superfluous: {marks:?}");
        }
    }
}

#[test]
fn clues_and_starts_are_symmetric_where_that_is_wished() {
    let text = SUDOKU.replace("clues\n    wish  minimal", "clues 26..40\n    wish  symmetric half turn");
    let report = generate(&text, random(2, 1));
    assert_eq!(report.puzzles.len(), 2);
    for one in &report.puzzles {
        assert!((26..=40).contains(&one.clues.unwrap()));
        let given: Vec<bool> =
            one.picture.iter().flat_map(|row| row.chars()).filter(|c| *c != ' ').map(|c| c != '?').collect();
        assert!((0..81).all(|cell| given[cell] == given[80 - cell]));
    }
    let pegs = r#"edition 2
use peg
puzzle Pegs {
    board square 4 by 4
    rules peg.jump
    fill  peg * 6..10
    goal  count(peg) == 1
    wish  symmetric mirror
}
"#;
    for one in generate(pegs, random(3, 1)).puzzles {
        for row in &one.picture {
            let marks: Vec<char> = row.chars().filter(|c| *c != ' ').collect();
            assert!(marks.iter().eq(marks.iter().rev()), "{row}");
        }
    }
}
