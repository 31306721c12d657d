//! Boards up to symmetry, and random ones.

use std::collections::BTreeSet;

use puzzlec_gourds::problem::{Board, Configuration, STEPS};

use super::generate::canonical;

pub type Cells = Vec<(i32, i32)>;

fn near((q, r): (i32, i32)) -> impl Iterator<Item = (i32, i32)> {
    STEPS.into_iter().map(move |(dq, dr)| (q + dq, r + dr))
}

/// All connected boards of a number of cells, up to symmetry.
pub fn connected(size: usize) -> Vec<Cells> {
    let mut boards = BTreeSet::from([vec![(0, 0)]]);
    for _ in 1..size {
        let mut larger = BTreeSet::new();
        for board in &boards {
            for cell in board.iter().flat_map(|cell| near(*cell)).filter(|cell| !board.contains(cell)) {
                larger.insert(canonical(&[board.as_slice(), &[cell]].concat()));
            }
        }
        boards = larger;
    }
    boards.into_iter().collect()
}

/// All 2-connected boards of up to a number of cells, by size and up to symmetry: rings without chords, and those that grow
/// from smaller ones by a path that starts and ends beside different cells.
pub fn two_connected(most: usize) -> Vec<Vec<Cells>> {
    let mut by_size = vec![BTreeSet::new(); most + 1];
    by_size[3].insert(canonical(&[(0, 0), (1, 0), (0, 1)]));
    rings(&mut vec![(0, 0), (1, 0)], most, &mut by_size);
    for size in 3..most {
        for board in by_size[size].clone() {
            ears(&board, &mut Vec::new(), &mut by_size);
        }
    }
    by_size.into_iter().map(|boards| boards.into_iter().collect()).collect()
}

fn rings(path: &mut Cells, most: usize, by_size: &mut [BTreeSet<Cells>]) {
    for cell in near(*path.last().unwrap()).filter(|cell| !path.contains(cell)).collect::<Cells>() {
        let beside: Vec<usize> =
            (0..path.len()).filter(|at| near(path[*at]).any(|other| other == cell)).collect();
        path.push(cell);
        if beside == [path.len() - 2] && path.len() < most {
            rings(path, most, by_size);
        } else if beside == [0, path.len() - 2] && path.len() >= 6 {
            by_size[path.len()].insert(canonical(path));
        }
        path.pop();
    }
}

fn ears(board: &Cells, path: &mut Cells, by_size: &mut [BTreeSet<Cells>]) {
    let beside = |cell: (i32, i32)| near(cell).filter(|other| board.contains(other)).collect::<BTreeSet<_>>();
    let from = path.last().map_or(board.clone(), |last| vec![*last]);
    let open: BTreeSet<_> = from.into_iter().flat_map(near).collect();
    for cell in
        open.into_iter().filter(|cell| !board.contains(cell) && !path.contains(cell)).collect::<Cells>()
    {
        path.push(cell);
        let ends = beside(path[0]).union(&beside(cell)).count();
        if !beside(cell).is_empty() && ends >= 2 {
            let larger = [board.as_slice(), path].concat();
            by_size[larger.len()].insert(canonical(&larger));
        }
        // What touches the board in between grows from a shorter path.
        if board.len() + path.len() + 1 < by_size.len() && beside(cell).len() == usize::from(path.len() == 1)
        {
            ears(board, path, by_size);
        }
        path.pop();
    }
}

/// Numbers that look random.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % bound
    }

    /// A configuration after random moves.
    pub fn walk(&mut self, board: &Board, from: &Configuration, moves: usize) -> Configuration {
        let mut at = from.clone();
        for _ in 0..moves {
            let near: Vec<u32> = board.neighbours(at.empty()).collect();
            if !near.is_empty() {
                at.play(board, near[self.below(near.len())]);
            }
        }
        at
    }

    /// The same pairs of cells with the gourds exchanged and reversed at random.
    pub fn shuffled(&mut self, board: &Board, from: &Configuration) -> Configuration {
        let mut order: Vec<u32> = (0..from.gourds() as u32).collect();
        for at in (1..order.len()).rev() {
            order.swap(at, self.below(at + 1));
        }
        let turned = order.into_iter().map(|gourd| {
            let [a, b] = from.gourd(gourd);
            if self.below(2) == 0 { [a, b] } else { [b, a] }
        });
        Configuration::new(board, &turned.collect::<Vec<_>>()).unwrap()
    }
}

/// A board as it is drawn: one line a row, two columns a cell.
pub fn drawn(picture: &str) -> Board {
    let mut cells = Vec::new();
    for (row, line) in (0..).zip(picture.lines().skip_while(|line| line.trim().is_empty())) {
        let columns = (0..).zip(line.chars()).filter(|(_, c)| *c == 'o').map(|(column, _)| column);
        cells.extend(columns.map(|column: i32| ((column - row).div_euclid(2), row)));
    }
    Board::new(cells)
}

/// A hexagon of this radius without this many cells, which are taken out at random while the board remains 2-connected, and
/// factor-critical in the end.
pub fn holed(random: &mut Random, radius: i32, missing: usize, fits: impl Fn(&Board) -> bool) -> Board {
    let side = -radius..=radius;
    let all = side.clone().flat_map(|q| side.clone().map(move |r| (q, r)));
    let all: Cells = all.filter(|(q, r)| (q + r).abs() <= radius).collect();
    loop {
        let mut cells = all.clone();
        for _ in 0..20 * missing {
            if cells.len() + missing == all.len() {
                break;
            }
            let mut fewer = cells.clone();
            fewer.swap_remove(random.below(cells.len()));
            if puzzlec_gourds::boards::blocks(&Board::new(fewer.clone())).len() == 1 {
                cells = fewer;
            }
        }
        let board = Board::new(cells);
        if board.len() + missing == all.len() && fits(&board) {
            return board;
        }
    }
}
