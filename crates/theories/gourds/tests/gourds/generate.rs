//! Boards and configurations for tests of plans, and a replay of its own.

use std::collections::{BTreeSet, HashMap, HashSet};

use puzzlec_gourds::problem::{Board, Configuration, STEPS};

pub type Place = (i32, i32);

pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end
    }
}

/// The least of the twelve images of a board, moved to the corner.
pub fn canonical(cells: &[Place]) -> Vec<Place> {
    let image = |turn: usize| {
        let mut cells: Vec<Place> = cells.to_vec();
        for (q, r) in &mut cells {
            if turn >= 6 {
                std::mem::swap(q, r);
            }
            for _ in 0..turn % 6 {
                (*q, *r) = (-*r, *q + *r);
            }
        }
        let (q, r) = (cells.iter().map(|c| c.0).min().unwrap(), cells.iter().map(|c| c.1).min().unwrap());
        cells.iter_mut().for_each(|cell| *cell = (cell.0 - q, cell.1 - r));
        cells.sort_unstable();
        cells
    };
    (0..12).map(image).min().unwrap()
}

/// How many cells a new one touches, if they are one run and leave no hole: such a cell keeps a board free of holes and
/// cut cells, and every such board grows in this way.
fn touches(cells: &HashSet<Place>, (q, r): Place) -> usize {
    let near = STEPS.map(|(by_q, by_r)| cells.contains(&(q + by_q, r + by_r)));
    let count = near.iter().filter(|near| **near).count();
    let ends = (0..6).filter(|side| near[*side] && !near[(side + 1) % 6]).count();
    if cells.contains(&(q, r)) || count < 2 || ends != 1 { 0 } else { count }
}

/// All free boards without holes and cut cells, of three cells up to this number.
pub fn discs(most: usize) -> Vec<Vec<Place>> {
    let mut level: BTreeSet<Vec<Place>> = [canonical(&[(0, 0), (1, 0), (0, 1)])].into();
    let mut all = Vec::new();
    for _ in 3..=most {
        all.extend(level.iter().cloned());
        let mut next = BTreeSet::new();
        for board in &level {
            let cells: HashSet<Place> = board.iter().copied().collect();
            let near = board.iter().flat_map(|(q, r)| STEPS.map(|(by_q, by_r)| (q + by_q, r + by_r)));
            for cell in near.filter(|cell| touches(&cells, *cell) > 0).collect::<Vec<Place>>() {
                next.insert(canonical(&[board.as_slice(), &[cell]].concat()));
            }
        }
        level = next;
    }
    all
}

/// A board without holes and cut cells; a thin one grows at cells with few neighbours.
pub fn random_board(cells: usize, thin: bool, random: &mut Random) -> Vec<Place> {
    let mut board = vec![(0, 0), (1, 0), (0, 1)];
    let mut held: HashSet<Place> = board.iter().copied().collect();
    let mut tries = 0;
    while board.len() < cells {
        tries += 1;
        let (q, r) = board[random.below(board.len())];
        let (by_q, by_r) = STEPS[random.below(6)];
        let cell = (q + by_q, r + by_r);
        let count = touches(&held, cell);
        if count > 0 && (!thin || count == 2 && random.below(3) > 0 || tries > 2000) {
            board.push(cell);
            held.insert(cell);
            tries = 0;
        }
    }
    board
}

/// Two rows.
pub fn strip(cells: usize) -> Vec<Place> {
    let row = |r: i32| (0..i32::try_from(cells).unwrap()).map(move |q| (q, r));
    row(0).take(cells - cells / 2).chain(row(1).take(cells / 2)).collect()
}

/// Two rows with a tooth on every edge of both sides.
pub fn spine(length: i32) -> Vec<Place> {
    let rows = (0..length).flat_map(|q| [(q, 0), (q, 1)]);
    let teeth = (1..length).flat_map(|q| [(q, -1), (q - 1, 2)]);
    rows.chain(teeth).skip(1).collect()
}

/// The cells nearest to one, ring after ring: 19, 37, 61 and so on are hexagons.
pub fn hexagon(cells: usize) -> Vec<Place> {
    let mut board = vec![(0, 0)];
    let (mut radius, mut at) = (0, (0, 0));
    while board.len() < cells {
        radius += 1;
        at = (at.0 - 1, at.1 + 1);
        at = (at.0 + 1, at.1);
        let turn: Vec<usize> = [0, 1, 2, 3, 4, 5].into_iter().flat_map(|side| vec![side; radius]).collect();
        for side in turn.into_iter().skip(1).chain([5]) {
            board.push(at);
            at = (at.0 + STEPS[side].0, at.1 + STEPS[side].1);
        }
        at = board[board.len() - 1];
    }
    board.truncate(cells);
    board
}

/// Whether these cells are a cycle through the whole board.
pub fn is_cycle(board: &[Place], cycle: &[Place]) -> bool {
    let next = cycle.iter().cycle().skip(1);
    let whole: HashSet<&Place> = cycle.iter().collect();
    cycle.len() == board.len()
        && whole == board.iter().collect()
        && cycle.iter().zip(next).all(|(a, b)| STEPS.contains(&(b.0 - a.0, b.1 - a.1)))
}

/// A configuration along a cycle, shuffled, and many random moves.
pub fn random_configuration(board: &Board, cycle: &[u32], random: &mut Random) -> Configuration {
    let (len, first) = (cycle.len(), random.below(cycle.len()));
    let mut gourds: Vec<[u32; 2]> = (0..len / 2)
        .map(|slot| [cycle[(first + 2 * slot + 1) % len], cycle[(first + 2 * slot + 2) % len]])
        .collect();
    for last in (1..gourds.len()).rev() {
        gourds.swap(last, random.below(last + 1));
    }
    for gourd in &mut gourds {
        if random.below(2) == 0 {
            gourd.swap(0, 1);
        }
    }
    let mut at = Configuration::new(board, &gourds).unwrap();
    for _ in 0..20 * len {
        let near: Vec<u32> = board.neighbours(at.empty()).collect();
        at.play(board, near[random.below(near.len())]);
    }
    at
}

/// The contents of all cells: gourd and end.
fn contents(board: &Board, at: &Configuration) -> HashMap<Place, (u32, bool)> {
    let gourds = u32::try_from(at.gourds()).unwrap();
    let ends = (0..gourds).flat_map(|gourd| [(gourd, false), (gourd, true)]);
    ends.map(|(gourd, second)| {
        (board.cells()[at.gourd(gourd)[usize::from(second)] as usize], (gourd, second))
    })
    .collect()
}

/// Whether a plan leads from one configuration to another by the three moves of the game.
pub fn replays(board: &Board, from: &Configuration, to: &Configuration, plan: &[u32]) -> bool {
    let touch = |a: Place, b: Place| STEPS.contains(&(a.0 - b.0, a.1 - b.1));
    let mut held = contents(board, from);
    let mut hole = board.cells()[from.empty() as usize];
    let mut places: HashMap<(u32, bool), Place> = held.iter().map(|(place, end)| (*end, *place)).collect();
    for through in plan {
        let through = board.cells()[*through as usize];
        let Some(&(gourd, second)) = held.get(&through) else { return false };
        if !touch(hole, through) {
            return false;
        }
        let left = places[&(gourd, !second)];
        // A pivot keeps the end moved through; a slide or a turn takes both on.
        let moved: &[((u32, bool), Place)] = if touch(hole, left) {
            &[((gourd, !second), hole)]
        } else {
            &[((gourd, second), hole), ((gourd, !second), through)]
        };
        held.remove(&left);
        for (end, place) in moved {
            held.insert(*place, *end);
            places.insert(*end, *place);
        }
        hole = left;
    }
    held == contents(board, to)
}
