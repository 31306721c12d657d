//! Boards, problems and a search for the tests.

use puzzlec_peg_solitaire::board::{Cells, PegBoard, Problem};
use std::collections::HashSet;

/// A board with the places of its cells.
pub struct Place {
    pub name: &'static str,
    pub board: PegBoard,
    pub places: Vec<(i32, i32)>,
}

/// Cells chosen by row and column.
pub fn chosen(name: &'static str, rows: i32, columns: i32, inside: impl Fn(i32, i32) -> bool) -> Place {
    let all = (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c)));
    let places: Vec<(i32, i32)> = all.filter(|&(r, c)| inside(r, c)).collect();
    let line = |r| (0..columns).map(|c| if inside(r, c) { '.' } else { ' ' }).collect::<String>();
    let lines: Vec<String> = (0..rows).map(line).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    Place { name, board: PegBoard::drawn(&lines, &[(0, 1), (1, 0)]).unwrap(), places }
}

pub fn english() -> Place {
    chosen("English", 7, 7, |r, c| (2..5).contains(&r) || (2..5).contains(&c))
}

pub fn french() -> Place {
    chosen("French", 7, 7, |r, c| (r - 3).abs() + (c - 3).abs() <= 4)
}

pub fn asymmetric() -> Place {
    chosen("asymmetric", 8, 8, |r, c| (3..6).contains(&r) || (3..6).contains(&c))
}

pub fn diamond() -> Place {
    chosen("diamond", 9, 9, |r, c| (r - 4).abs() + (c - 4).abs() <= 4)
}

pub fn wiegleb() -> Place {
    chosen("Wiegleb", 9, 9, |r, c| (3..6).contains(&r) || (3..6).contains(&c))
}

pub fn rectangle(rows: i32, columns: i32) -> Place {
    chosen("rectangle", rows, columns, |_, _| true)
}

pub fn triangle(rows: i32) -> Place {
    let lines: Vec<String> = (1..=rows).map(|width| ".".repeat(width as usize)).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let places = (0..rows).flat_map(|r| (0..=r).map(move |c| (r, c))).collect();
    Place { name: "triangle", board: PegBoard::drawn(&lines, &[(0, 1), (1, 0), (1, 1)]).unwrap(), places }
}

/// 'o' is a peg, blanks are no cells.
pub fn pegs(picture: &str) -> Cells {
    let marks = picture.chars().filter(|mark| !mark.is_whitespace());
    marks.enumerate().fold(0, |sum, (cell, mark)| if mark == 'o' { sum | 1 << cell } else { sum })
}

/// Numbers that look random.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub fn real(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn set(&mut self, cells: usize, density: f64) -> Cells {
        (0..cells).fold(0, |sum, cell| if self.real() < density { sum | 1 << cell } else { sum })
    }
}

/// A legal game from a random position: the start and the jumps.
pub fn game(board: &PegBoard, random: &mut Random, longest: usize) -> (Cells, Vec<usize>) {
    let density = 0.25 + 0.55 * random.real();
    let start = random.set(board.cells(), density);
    let (mut at, mut played) = (start, Vec::new());
    for _ in 0..random.below(longest + 1) {
        let jumps = board.jumps().iter().enumerate();
        let legal: Vec<usize> = jumps.filter(|(_, jump)| jump.legal(at)).map(|(index, _)| index).collect();
        if legal.is_empty() {
            break;
        }
        let jump = legal[random.below(legal.len())];
        played.push(jump);
        at = board.jumps()[jump].play(at);
    }
    (start, played)
}

pub fn end(board: &PegBoard, start: Cells, played: &[usize]) -> Cells {
    played.iter().fold(start, |at, &jump| board.jumps()[jump].play(at))
}

/// A random problem, as in section 10 of the sheet.
pub fn problem(board: &PegBoard, random: &mut Random, longest: usize) -> (Cells, Cells) {
    let (start, played) = game(board, random, longest);
    let goal = end(board, start, &played);
    let kind = random.real();
    if kind < 0.05 {
        (start, goal)
    } else if kind < 0.8 {
        let toggled = random.set(board.cells(), 0.5) & !(start ^ goal);
        (start ^ toggled, goal ^ toggled)
    } else {
        let witnesses = puzzlec_peg_solitaire::refute::classes::witnesses(board);
        for _ in 0..2000 {
            let mut other: Cells = 0;
            while other.count_ones() < goal.count_ones() {
                other |= 1 << random.below(board.cells());
            }
            if witnesses.iter().all(|set| (set & (other ^ goal)).count_ones().is_multiple_of(2)) {
                return (start, other);
            }
        }
        (start, goal)
    }
}

/// Exhaustive search; none: too many positions.
pub fn feasible(problem: &Problem<'_>, limit: usize) -> Option<bool> {
    let moves = problem.start.count_ones() as i32 - problem.goal.count_ones() as i32;
    if moves < 0 {
        return Some(false);
    }
    let mut ahead = HashSet::from([problem.start]);
    let mut back = HashSet::from([problem.goal]);
    for _ in 0..moves {
        let jumps = problem.board.jumps();
        if ahead.len() <= back.len() {
            ahead = ahead
                .iter()
                .flat_map(|&at| jumps.iter().filter(move |j| j.legal(at)).map(move |j| j.play(at)))
                .collect();
        } else {
            back = back.iter().flat_map(|&at| jumps.iter().filter_map(move |j| j.undo(at))).collect();
        }
        if ahead.is_empty() || back.is_empty() {
            return Some(false);
        }
        if ahead.len().max(back.len()) > limit {
            return None;
        }
    }
    Some(ahead.iter().any(|at| back.contains(at)))
}
