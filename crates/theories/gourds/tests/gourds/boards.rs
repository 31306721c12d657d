//! What a board is, against definitions.

use std::collections::{BTreeSet, VecDeque};

use puzzlec_base::Budget;
use puzzlec_gourds::boards::{self, Matching, blocks, dual_tree, report};
use puzzlec_gourds::hamilton::{cycle, is_proper};
use puzzlec_gourds::problem::{Board, Cell, Configuration};
use puzzlec_theory::meter::Meter;

use super::free::{Random, connected, drawn, two_connected};

/// The cells that are left free by some way to cover all others, and the least number of cells that must be left free.
fn free(board: &Board) -> (usize, BTreeSet<Cell>) {
    fn lay(board: &Board, covered: &mut Vec<bool>, left: &mut Vec<Cell>, best: &mut (usize, BTreeSet<Cell>)) {
        let Some(cell) = covered.iter().position(|covered| !covered).map(|cell| cell as Cell) else {
            if left.len() < best.0 {
                *best = (left.len(), BTreeSet::new());
            }
            if left.len() == best.0 {
                best.1.extend(left.iter().copied());
            }
            return;
        };
        covered[cell as usize] = true;
        for near in board.neighbours(cell) {
            if !covered[near as usize] {
                covered[near as usize] = true;
                lay(board, covered, left, best);
                covered[near as usize] = false;
            }
        }
        if left.len() < best.0 {
            left.push(cell);
            lay(board, covered, left, best);
            left.pop();
        }
        covered[cell as usize] = false;
    }
    let mut best = (board.len(), BTreeSet::new());
    lay(board, &mut vec![false; board.len()], &mut Vec::new(), &mut best);
    best
}

/// Holes by a flood from outside.
pub fn holes(board: &Board) -> usize {
    let cells: BTreeSet<(i32, i32)> = board.cells().iter().copied().collect();
    let range = |values: Vec<i32>| (values.iter().min().unwrap() - 1)..=(values.iter().max().unwrap() + 1);
    let columns = range(cells.iter().map(|cell| cell.0).collect());
    let rows = range(cells.iter().map(|cell| cell.1).collect());
    let mut empty: BTreeSet<(i32, i32)> = columns
        .flat_map(|q| rows.clone().map(move |r| (q, r)))
        .filter(|cell| !cells.contains(cell))
        .collect();
    let mut parts = 0;
    while let Some(first) = empty.pop_first() {
        parts += 1;
        let mut queue = VecDeque::from([first]);
        while let Some((q, r)) = queue.pop_front() {
            for (dq, dr) in puzzlec_gourds::problem::STEPS {
                if empty.remove(&(q + dq, r + dr)) {
                    queue.push_back((q + dq, r + dr));
                }
            }
        }
    }
    parts - 1
}

fn check(board: &Board) {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let found = report(board, &meter).unwrap();
    let (exposed, empty) = free(board);
    let cells = 0..board.len() as Cell;
    assert_eq!(found.exposed, exposed, "{board:?}");
    assert_eq!(found.never_empty, cells.clone().filter(|cell| !empty.contains(cell)).collect::<Vec<_>>());
    assert_eq!(found.holes, holes(board), "{board:?}");
    let parts_without = |without: &[Cell]| boards::parts(board, |cell| !without.contains(&cell));
    let cuts: Vec<Cell> = cells.clone().filter(|cell| parts_without(&[*cell]).len() > 1).collect();
    assert_eq!(found.cut_cells, cuts);
    // Each cell that blocks share is a cut cell, and each edge is in one block.
    let blocks = blocks(board);
    for cell in cells.clone() {
        let shared = blocks.iter().filter(|block| block.contains(&cell)).count();
        assert_eq!(shared > 1, cuts.contains(&cell));
        for near in board.neighbours(cell) {
            assert_eq!(
                blocks.iter().filter(|block| block.contains(&cell) && block.contains(&near)).count(),
                1
            );
        }
    }
    if let Some(barrier) = &found.barrier {
        let odd = parts_without(barrier).iter().filter(|part| part.len() % 2 == 1).count();
        assert_eq!(odd, barrier.len() + 1);
    }
    assert_eq!(found.barrier.is_some(), exposed == 1 && !found.never_empty.is_empty());
}

#[test]
fn small_boards() {
    for size in 1..=7 {
        connected(size).into_iter().for_each(|cells| check(&Board::new(cells)));
    }
}

#[test]
#[ignore = "long"]
fn larger_boards() {
    connected(9).into_iter().for_each(|cells| check(&Board::new(cells)));
}

/// Every cell that can be empty is reached by playing the path.
#[test]
fn alternating_paths() {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let mut random = Random(7);
    for cells in two_connected(11)[11].iter().step_by(3) {
        let board = Board::new(cells.clone());
        let matching = Matching::maximum(&board, |_| true, &meter).unwrap();
        let pairs = (0..).zip(matching.mates()).filter(|(cell, mate)| cell < *mate && **mate < 11);
        let pairs: Vec<[Cell; 2]> = pairs.map(|(cell, mate)| [cell, *mate]).collect();
        let Some(start) = Configuration::new(&board, &pairs) else { continue };
        let start = random.walk(&board, &start, 30);
        let mates = (0..11).map(|cell| start.partner(cell)).collect();
        let tree = Matching::new(mates).tree(&board, start.empty(), &meter).unwrap();
        let (_, empty) = free(&board);
        for cell in 0..11 {
            assert_eq!(tree.reaches(cell), empty.contains(&cell));
            let Some(path) = tree.path(cell) else { continue };
            let mut at = start.clone();
            assert!(path.iter().all(|through| at.play(&board, *through)));
            assert_eq!(at.empty(), cell);
        }
    }
}

#[test]
fn triangles_inside_a_ring() {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    for cells in two_connected(9)[9].iter() {
        let board = Board::new(cells.clone());
        if !is_proper(&board) {
            continue;
        }
        let ring = cycle(&board, &meter).unwrap().unwrap();
        let tree = dual_tree(&board, &ring).unwrap();
        let [leaves, _, inner] = tree.degrees();
        assert_eq!((tree.triangles.len(), tree.edges.len(), leaves), (7, 6, inner + 2));
        let reversed: Vec<Cell> = ring.into_iter().rev().collect();
        assert!(dual_tree(&board, &reversed).is_none());
    }
}

#[test]
fn star_and_square() {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let star = drawn(
        "
      o
   o o o o
    o o o
   o o o o
      o
",
    );
    let found = report(&star, &meter).unwrap();
    assert!(found.star && found.is_two_connected() && found.holes == 0 && found.locally_connected);
    assert!(!found.is_factor_critical() && !is_proper(&star));
    assert_eq!(found.never_empty.len(), 6);
    let fifteen = drawn(
        "
    o o o o
     o     o o
      o   o o
       o   o o
        o o
",
    );
    let found = report(&fifteen, &meter).unwrap();
    assert!(!found.is_factor_critical() && !found.is_very_unbalanced() && found.is_two_connected());
    assert!(found.barrier.is_some());
}
