//! The farthest positions of each board of a size: the longest least plans, from all starts.
//!
//! A position is a way to cover all cells but one, and a signed permutation of the gourds on it. Names of gourds do not
//! matter, so the farthest position from each cover, with the gourds in order, is enough.

use std::collections::{BTreeMap, HashMap};

use puzzlec_gourds::problem::{Board, Cell, Configuration};

use super::free::two_connected;

/// Covers of all cells but one: the cells of each gourd, in order.
fn covers(board: &Board) -> Vec<Vec<[Cell; 2]>> {
    fn lay(
        board: &Board,
        covered: u32,
        left: bool,
        laid: &mut Vec<[Cell; 2]>,
        all: &mut Vec<Vec<[Cell; 2]>>,
    ) {
        let Some(cell) = (0..board.len() as Cell).find(|cell| covered >> cell & 1 == 0) else {
            all.push(laid.clone());
            return;
        };
        for near in board.neighbours(cell).filter(|near| *near > cell && covered >> near & 1 == 0) {
            laid.push([cell, near]);
            lay(board, covered | 1 << cell | 1 << near, left, laid, all);
            laid.pop();
        }
        if !left {
            lay(board, covered | 1 << cell, true, laid, all);
        }
    }
    let mut all = Vec::new();
    lay(board, 0, board.len().is_multiple_of(2), &mut Vec::new(), &mut all);
    all
}

/// All orders of the ends of this many gourds: by place the end that lies first there.
fn orders(gourds: u32) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    for _ in 0..gourds {
        let more = |order: &Vec<u32>| {
            let free = (0..2 * gourds).filter(|end| !order.contains(end) && !order.contains(&(end ^ 1)));
            free.map(|end| [order.as_slice(), &[end]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(more).collect();
    }
    all
}

/// The most moves of a least plan on a board.
fn most(board: &Board) -> usize {
    let gourds = board.len() as u32 / 2;
    let orders = orders(gourds);
    let number: HashMap<&[u32], usize> = orders.iter().map(Vec::as_slice).zip(0..).collect();
    let covers = covers(board);
    let place: HashMap<&[[Cell; 2]], usize> = covers.iter().map(Vec::as_slice).zip(0..).collect();
    // By cover the covers after each move, and what becomes of each order.
    let mut changes: BTreeMap<Vec<u32>, Vec<usize>> = BTreeMap::new();
    let moves: Vec<Vec<(usize, Vec<u32>)>> = covers
        .iter()
        .map(|cover| {
            let at = Configuration::new(board, cover).unwrap();
            let made = board.neighbours(at.empty()).map(|through| {
                let mut to = at.clone();
                assert!(to.play(board, through));
                let ends = (0..gourds).map(|gourd| {
                    let [a, b] = to.gourd(gourd);
                    if a < b { ([a, b], 2 * gourd) } else { ([b, a], 2 * gourd + 1) }
                });
                let after: BTreeMap<[Cell; 2], u32> = ends.collect();
                let (cells, change): (Vec<[Cell; 2]>, Vec<u32>) = after.into_iter().unzip();
                changes.entry(change.clone()).or_insert_with(|| {
                    let changed = |order: &Vec<u32>| {
                        change.iter().map(|end| order[*end as usize / 2] ^ (end & 1)).collect::<Vec<u32>>()
                    };
                    orders.iter().map(|order| number[changed(order).as_slice()]).collect()
                });
                (place[cells.as_slice()], change)
            });
            made.collect()
        })
        .collect();
    let moves: Vec<Vec<(usize, &[usize])>> = moves
        .iter()
        .map(|made| made.iter().map(|(to, change)| (*to, changes[change].as_slice())).collect())
        .collect();
    let first = number[(0..gourds).map(|gourd| 2 * gourd).collect::<Vec<u32>>().as_slice()];
    let mut seen = vec![usize::MAX; covers.len() * orders.len()];
    let mut most = 0;
    for start in 0..covers.len() {
        let mut level = vec![(start, first)];
        seen[start * orders.len() + first] = start;
        for length in 0.. {
            most = most.max(length);
            let mut next = Vec::new();
            for (cover, order) in level {
                for (to, change) in &moves[cover] {
                    let position = (*to, change[order]);
                    let seen = &mut seen[position.0 * orders.len() + position.1];
                    if std::mem::replace(seen, start) != start {
                        next.push(position);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            level = next;
        }
    }
    most
}

/// By length the number of boards without holes and with holes.
fn lengths(size: usize) -> [BTreeMap<usize, usize>; 2] {
    let mut counts = [BTreeMap::new(), BTreeMap::new()];
    for cells in two_connected(size)[size].iter() {
        let board = Board::new(cells.clone());
        let holes = super::boards::holes(&board) > 0;
        *counts[usize::from(holes)].entry(most(&board)).or_default() += 1;
    }
    counts
}

/// The least and the greatest length.
fn extremes(size: usize) -> [Option<(usize, usize)>; 2] {
    lengths(size)
        .map(|counts| counts.first_key_value().zip(counts.last_key_value()).map(|(a, b)| (*a.0, *b.0)))
}

#[test]
fn farthest_positions_of_boards_of_up_to_nine_cells() {
    assert_eq!(extremes(3), [Some((3, 3)), None]);
    assert_eq!(extremes(5), [Some((9, 9)), None]);
    assert_eq!(lengths(7), [[(13, 1), (16, 1), (17, 2)].into(), [(23, 1)].into()]);
    assert_eq!(extremes(9), [Some((20, 28)), Some((18, 48))]);
}

#[test]
#[ignore = "minutes"]
fn farthest_positions_of_boards_of_eleven_cells() {
    assert_eq!(extremes(11), [Some((25, 40)), Some((27, 93))]);
}
