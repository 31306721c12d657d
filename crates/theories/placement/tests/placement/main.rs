//! Placements on boards that are not plane: random Pfaffians beside exact covers.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod diagram;
mod hard;
mod learn;
mod reason;

use std::collections::BTreeMap;

use puzzlec_base::Budget;
use puzzlec_placement::cover::{Cover, Way};
use puzzlec_placement::order::order;
use puzzlec_placement::packing::{EMPTY, GoalSets, NONE, Packing};
use puzzlec_placement::solve;
use puzzlec_placement::sweep::{self, Swept};
use puzzlec_placement::tutte::Tutte;
use puzzlec_task::Condition;
use puzzlec_theory::meter::{Halted, Meter};

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % n
    }
}

type Pair = [usize; 2];

/// A grid with these steps between its cells; with `close`, its opposite sides are joined.
fn grid(width: usize, height: usize, steps: &[[i64; 2]], close: bool) -> Vec<Pair> {
    let (w, h) = (width as i64, height as i64);
    let mut pairs = Vec::new();
    for (x, y) in (0..h).flat_map(|y| (0..w).map(move |x| (x, y))) {
        for [dx, dy] in steps {
            let (mut right, mut down) = (x + dx, y + dy);
            if close {
                (right, down) = (right.rem_euclid(w), down.rem_euclid(h));
            }
            if (0..w).contains(&right) && (0..h).contains(&down) && (right, down) != (x, y) {
                pairs.push([(y * w + x) as usize, (down * w + right) as usize]);
            }
        }
    }
    pairs.iter_mut().for_each(|pair| pair.sort_unstable());
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

fn torus(width: usize, height: usize) -> Vec<Pair> {
    grid(width, height, &[[1, 0], [0, 1]], true)
}

fn king(width: usize, height: usize) -> Vec<Pair> {
    grid(width, height, &[[1, 0], [0, 1], [1, 1], [-1, 1]], false)
}

/// A random graph, whose edges cross however it is drawn if it has enough of them.
fn graph(random: &mut Random, cells: usize) -> Vec<Pair> {
    let all = (0..cells).flat_map(|a| (a + 1..cells).map(move |b| [a, b]));
    all.filter(|_| random.below(cells) < 4).collect()
}

/// Pieces with colours at their ends, for cells of the same colours, of which any or none may be empty.
fn coloured(pairs: &[Pair], colours: &[usize], supply: &BTreeMap<Pair, u32>, open: bool) -> Packing {
    let mut packing = Packing::new(colours.len() as u32, 1);
    for count in supply.values() {
        packing.entry(*count, 2);
    }
    for [a, b] in pairs {
        for (ends, entry) in supply.keys().zip(1..) {
            let [x, y] = [colours[*a], colours[*b]];
            if [x, y] == *ends {
                packing.lay(entry, [*a as u32, *b as u32], GoalSets::ALL);
            } else if [y, x] == *ends {
                packing.lay(entry, [*b as u32, *a as u32], GoalSets::ALL);
            }
        }
    }
    for cell in (0..colours.len() as u32).filter(|_| open) {
        packing.leave(cell, GoalSets::ALL);
    }
    packing
}

/// The colours of the pairs of a random matching, which leaves some cells empty.
fn random_supply(
    random: &mut Random,
    pairs: &[Pair],
    colours: &[usize],
    empty: usize,
) -> BTreeMap<Pair, u32> {
    let mut covered = vec![false; colours.len()];
    let mut supply = BTreeMap::new();
    let mut left = pairs.to_vec();
    while !left.is_empty() && covered.iter().filter(|covered| !**covered).count() > empty + 1 {
        let [a, b] = left.swap_remove(random.below(left.len()));
        if !covered[a] && !covered[b] {
            (covered[a], covered[b]) = (true, true);
            let mut ends = [colours[a], colours[b]];
            ends.sort_unstable();
            *supply.entry(ends).or_insert(0) += 1;
        }
    }
    supply
}

/// The supply with a piece of another entry instead of one.
fn exchanged(random: &mut Random, supply: &BTreeMap<Pair, u32>) -> BTreeMap<Pair, u32> {
    let mut supply = supply.clone();
    let ends: Vec<Pair> = supply.keys().copied().collect();
    let (from, to) = (ends[random.below(ends.len())], ends[random.below(ends.len())]);
    if supply[&from] > 0 {
        *supply.get_mut(&from).unwrap() -= 1;
        *supply.get_mut(&to).unwrap() += 1;
    }
    supply
}

/// The packing as an exact cover, in which a cell holds the entry of its piece.
fn cover(packing: &Packing) -> Cover {
    let held = |way: &puzzlec_placement::packing::Way| {
        let mut cells: Vec<(u32, u16)> =
            way.cells.into_iter().filter(|cell| *cell != NONE).map(|cell| (cell, way.entry as u16)).collect();
        cells.sort_unstable();
        Way { entry: way.entry, cells, action: if way.entry == EMPTY { NONE } else { way.entry } }
    };
    Cover {
        cells: packing.cells() as usize,
        supply: packing.supply().to_vec(),
        least: packing.supply().to_vec(),
        most: packing.cells(),
        ways: packing.ways().iter().map(held).collect(),
        goal: Condition::True,
        overfull: packing.overfull(),
    }
}

/// Whether the ways cover each cell once and use up each entry.
fn is_legal(packing: &Packing, ways: &[u32]) -> bool {
    let mut left = packing.supply().to_vec();
    let mut covered = vec![0; packing.cells() as usize];
    for way in ways {
        let way = packing.ways()[*way as usize];
        let Some(fewer) = left[way.entry as usize].checked_sub(1) else { return false };
        left[way.entry as usize] = fewer;
        way.cells.iter().filter(|cell| **cell != NONE).for_each(|cell| covered[*cell as usize] += 1);
    }
    left.iter().all(|n| *n == 0) && covered.iter().all(|n| *n == 1)
}

fn random_pfaffians(packing: &Packing) -> Option<Vec<u32>> {
    let budget = Budget::default();
    let order = order(packing);
    let tutte = Tutte::new(packing, &order)?;
    assert!(tutte.cost() >= 0.0);
    tutte.find(&Meter::new(&budget)).unwrap()
}

/// Compares random Pfaffians and the choice of methods with exact covers; returns whether there is a placement.
fn agrees(packing: &Packing) -> bool {
    let budget = Budget::default();
    let meter = Meter::new(&budget);
    let possible = cover(packing).find(&meter).unwrap().is_some();
    let found = random_pfaffians(packing);
    assert_eq!(found.is_some(), possible, "{packing:?}");
    assert!(found.is_none_or(|ways| is_legal(packing, &ways)), "{packing:?}");
    let chosen = solve::place(packing, &meter).unwrap();
    assert_eq!(chosen.is_some(), possible, "{packing:?}");
    assert!(chosen.is_none_or(|ways| is_legal(packing, &ways)), "{packing:?}");
    possible
}

/// Tori, boards with diagonals and random graphs, with one to four colours and up to two empty cells.
#[test]
fn coloured_boards() {
    let mut random = Random(1947);
    let (mut all, mut possible) = (0, 0);
    for round in 0..900 {
        let (cells, pairs) = match round % 3 {
            0 => [(9, torus(3, 3)), (12, torus(4, 3)), (15, torus(5, 3))][random.below(3)].clone(),
            1 => [(9, king(3, 3)), (12, king(4, 3)), (15, king(3, 5))][random.below(3)].clone(),
            _ => {
                let cells = 6 + random.below(8);
                (cells, graph(&mut random, cells))
            }
        };
        let kinds = 1 + random.below(4);
        let colours: Vec<usize> = (0..cells).map(|_| random.below(kinds)).collect();
        let empty = random.below(3);
        let mut supply = random_supply(&mut random, &pairs, &colours, empty);
        if round % 2 == 0 && !supply.is_empty() {
            supply = exchanged(&mut random, &supply);
        }
        // Only where two cells or fewer stay empty.
        if cells as u32 - 2 * supply.values().sum::<u32>() > 2 {
            continue;
        }
        let packing = coloured(&pairs, &colours, &supply, true);
        all += 1;
        possible += usize::from(agrees(&packing));
    }
    assert!(all > 500 && (all / 3..all - 80).contains(&possible), "{possible} of {all}");
}

/// Pieces without colours, of which each kind fits some pairs only, in one direction or both; some cells may be empty.
#[test]
fn kinds_of_pieces() {
    let mut random = Random(1979);
    let (mut possible, rounds) = (0, 300);
    for _ in 0..rounds {
        let cells = 6 + random.below(6);
        let pairs = graph(&mut random, cells);
        let (kinds, pieces) = (1 + random.below(3), (cells - random.below(3)) / 2);
        let mut packing = Packing::new(cells as u32, 1);
        let mut left = pieces;
        for kind in 0..kinds {
            let count = if kind + 1 == kinds { left } else { random.below(left + 1) };
            left -= count;
            packing.entry(count as u32, 2);
        }
        for [a, b] in pairs {
            for entry in 1..=kinds as u32 {
                for ends in [[a as u32, b as u32], [b as u32, a as u32]] {
                    if random.below(3) == 0 {
                        packing.lay(entry, ends, GoalSets::ALL);
                    }
                }
            }
        }
        for cell in 0..cells as u32 {
            if random.below(2) == 0 {
                packing.leave(cell, GoalSets::ALL);
            }
        }
        possible += usize::from(agrees(&packing));
    }
    assert!((rounds / 5..rounds - 50).contains(&possible), "{possible}");
}

#[test]
fn degenerate_boards() {
    let budget = Budget::default();
    let nothing = Packing::new(0, 1);
    assert_eq!(random_pfaffians(&nothing), Some(Vec::new()));
    let mut empty = Packing::new(3, 1);
    (0..3).for_each(|cell| empty.leave(cell, GoalSets::ALL));
    assert!(agrees(&empty));
    let mut closed = Packing::new(3, 1);
    closed.entry(1, 2);
    closed.lay(1, [0, 1], GoalSets::ALL);
    assert!(!agrees(&closed));
    // Without a way to lay a piece, or with too many pieces.
    let mut lost = Packing::new(2, 1);
    lost.entry(1, 2);
    assert!(!agrees(&lost));
    let mut full = Packing::new(2, 1);
    full.entry(2, 2);
    full.lay(1, [0, 1], GoalSets::ALL);
    assert!(Tutte::new(&full, &order(&full)).is_none());
    assert_eq!(solve::place(&full, &Meter::new(&budget)), Ok(None));
    // Several goals and pieces of one cell.
    let several = Packing::new(2, 2);
    assert!(Tutte::new(&several, &order(&several)).is_none());
    let mut unit = Packing::new(2, 1);
    unit.entry(1, 1);
    unit.lay(1, [0, NONE], GoalSets::ALL);
    assert!(Tutte::new(&unit, &order(&unit)).is_none());
}

/// A square board with diagonals and two colours, with this number of pieces of different ends. With 12 by 12 cells there can
/// be up to 63 of them, with 16 by 16 up to 117.
fn wide(side: usize, different: u32) -> Packing {
    let mut random = Random(1_000_010);
    let colours: Vec<usize> = (0..side * side).map(|_| random.below(2)).collect();
    let of = |colour: usize| colours.iter().filter(|other| **other == colour).count() as u32;
    let alike = |colour: usize| (of(colour) - different) / 2;
    let supply = BTreeMap::from([([0, 0], alike(0)), ([0, 1], different), ([1, 1], alike(1))]);
    coloured(&king(side, side), &colours, &supply, false)
}

/// The same placement on every run, and in threads.
#[test]
fn placements_are_the_same_on_every_run() {
    let packing = wide(16, 117);
    let budget = Budget::default();
    let swept = sweep::find(&packing, &order(&packing), Some(2000), &Meter::new(&budget)).unwrap();
    assert_eq!(swept, Swept::Unknown);
    let found = random_pfaffians(&packing).unwrap();
    assert!(is_legal(&packing, &found));
    let again = || random_pfaffians(&packing).unwrap();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..3).map(|_| scope.spawn(again)).collect();
        assert!(threads.into_iter().all(|thread| thread.join().unwrap() == found));
    });
}

/// Where random Pfaffians find nothing, and no exact method comes to an end, nothing is claimed.
#[test]
fn nothing_found_proves_nothing() {
    let packing = wide(12, 65);
    assert_eq!(random_pfaffians(&packing), None);
    let budget = Budget::default().with_states(2_000_000);
    assert_eq!(solve::place(&packing, &Meter::new(&budget)), Err(Halted));
}
