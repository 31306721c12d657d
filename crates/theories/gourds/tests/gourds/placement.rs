//! Placements beside brute force: their numbers, and that those found are placements.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigUint;
use puzzlec_base::Budget;
use puzzlec_gourds::placement;
use puzzlec_gourds::problem::{Board, Label, Lying, Placement, Supply, Target, Wish};
use puzzlec_placement::order::order;
use puzzlec_placement::packing::NONE;
use puzzlec_placement::plane::Plane;
use puzzlec_placement::sweep;
use puzzlec_theory::meter::Meter;

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % n
    }
}

/// A connected board that grows from one cell; compact or thin, with holes and cut cells now and then.
fn random_board(random: &mut Random, cells: usize) -> Board {
    let mut all = vec![(0, 0)];
    while all.len() < cells {
        let (q, r) = all[random.below(all.len())];
        let (dq, dr) = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)][random.below(6)];
        if !all.contains(&(q + dq, r + dr)) {
            all.push((q + dq, r + dr));
        }
    }
    Board::new(all)
}

type End = Option<Lying>;

/// All ways to lay the gourds, as contents of the cells.
fn brute(placement: &Placement) -> BTreeSet<Vec<End>> {
    fn fill(
        placement: &Placement,
        left: &mut Vec<u32>,
        held: &mut Vec<Option<End>>,
        found: &mut BTreeSet<Vec<End>>,
    ) {
        let Some(cell) = held.iter().position(Option::is_none) else {
            let held: Vec<End> = held.iter().map(|end| end.unwrap()).collect();
            let reached = |goal: &Target| {
                goal.iter().zip(&held).all(|(wish, end)| end.map_or(wish.empty, |end| wish.allows(end)))
            };
            if left.iter().all(|n| *n == 0) && placement.goals.iter().any(reached) {
                found.insert(held);
            }
            return;
        };
        held[cell] = Some(None);
        fill(placement, left, held, found);
        let here = placement.board.cells()[cell];
        for (towards, (dq, dr)) in
            [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)].into_iter().enumerate()
        {
            let there = placement.board.cells().iter().position(|c| *c == (here.0 + dq, here.1 + dr));
            let Some(there) = there.filter(|there| held[*there].is_none()) else { continue };
            for entry in 0..left.len() {
                let [a, b] = placement.supply[entry].labels;
                if left[entry] == 0 {
                    continue;
                }
                left[entry] -= 1;
                for (label, other) in [(a, b), (b, a)] {
                    let (towards, back) = (towards as u8, (towards as u8 + 3) % 6);
                    held[cell] = Some(Some(Lying { label, other, towards }));
                    held[there] = Some(Some(Lying { label: other, other: label, towards: back }));
                    fill(placement, left, held, found);
                }
                held[there] = None;
                left[entry] += 1;
            }
        }
        held[cell] = None;
    }
    let mut found = BTreeSet::new();
    let mut left = placement.supply.iter().map(|s| s.count).collect();
    fill(placement, &mut left, &mut vec![None; placement.board.len()], &mut found);
    found
}

/// The contents of the cells after gourds are laid, if they do not overlap and are all there.
fn contents(placement: &Placement) -> Option<Vec<End>> {
    let budget = Budget::default();
    let laid = placement::place(placement, &Meter::new(&budget)).unwrap()?;
    let mut left: Vec<u32> = placement.supply.iter().map(|s| s.count).collect();
    let mut held = vec![None; placement.board.len()];
    for gourd in laid {
        left[gourd.entry as usize] -= 1;
        let [a, b] = gourd.cells;
        let [x, y] = placement.supply[gourd.entry as usize].labels;
        for (cell, label, next, other) in [(a, x, b, y), (b, y, a, x)] {
            let towards = placement.board.direction(cell, next).unwrap() as u8;
            assert!(held[cell as usize].replace(Lying { label, other, towards }).is_none());
        }
    }
    assert!(left.iter().all(|n| *n == 0));
    Some(held)
}

fn count(placement: &Placement) -> BigUint {
    let budget = Budget::default();
    placement::count(placement, &Meter::new(&budget)).unwrap()
}

/// Gourds from the pairs of a random packing of the board, which `open` cells stay out of.
fn random_supply(random: &mut Random, board: &Board, colours: &[Label], open: usize) -> Vec<Supply> {
    let mut covered = vec![false; board.len()];
    let mut supply: BTreeMap<[Label; 2], u32> = BTreeMap::new();
    for _ in 0..open {
        covered[random.below(board.len())] = true;
    }
    for cell in 0..board.len() {
        let near: Vec<u32> = board.neighbours(cell as u32).filter(|n| !covered[*n as usize]).collect();
        if covered[cell] || near.is_empty() {
            continue;
        }
        let other = near[random.below(near.len())] as usize;
        (covered[cell], covered[other]) = (true, true);
        let mut labels = [colours[cell], colours[other]];
        labels.sort_unstable();
        *supply.entry(labels).or_default() += 1;
    }
    supply.into_iter().map(|(labels, count)| Supply { labels, count }).collect()
}

/// The contents that a cell of a colour allows.
fn coloured(supply: &[Supply], label: Label, empty: bool) -> Wish {
    let mut ends = Vec::new();
    for Supply { labels: [a, b], .. } in supply {
        for (own, other) in [(*a, *b), (*b, *a)] {
            if own == label {
                ends.extend((0..6).map(|towards| Lying { label, other, towards }));
            }
        }
    }
    ends.sort_unstable();
    ends.dedup();
    Wish { empty, ends: Some(ends) }
}

/// Each method alone.
fn methods_agree(placement: &Placement, number: usize) {
    let packing = placement::packing(placement);
    let order = order(&packing);
    let budget = Budget::default();
    let meter = Meter::new(&budget);
    let swept = sweep::count(&packing, &order, &meter).unwrap();
    assert_eq!(swept, Some(number.into()), "{placement:?}");
    let Some(plane) = Plane::new(&packing, &order) else { return };
    assert_eq!(plane.count(&meter).unwrap(), number.into(), "{placement:?}");
    let found = plane.find(&meter).unwrap();
    assert_eq!(found.is_some(), number > 0, "{placement:?}");
    // Each cell is covered once, each entry used up.
    if let Some(ways) = found {
        let mut left = packing.supply().to_vec();
        let mut covered = vec![0; placement.board.len()];
        for way in ways {
            let way = packing.ways()[way as usize];
            left[way.entry as usize] -= 1;
            way.cells.iter().filter(|cell| **cell != NONE).for_each(|cell| covered[*cell as usize] += 1);
        }
        assert!(left.iter().all(|n| *n == 0) && covered.iter().all(|n| *n == 1), "{placement:?}");
    }
}

fn agrees(placement: &Placement) -> bool {
    let all = brute(placement);
    methods_agree(placement, all.len());
    assert_eq!(count(placement), BigUint::from(all.len()), "{placement:?}");
    let found = contents(placement);
    assert_eq!(found.is_some(), !all.is_empty(), "{placement:?}");
    assert!(found.is_none_or(|held| all.contains(&held)));
    !all.is_empty()
}

/// Boards with a colour for each cell, where any cell may stay empty.
#[test]
fn coloured_boards() {
    let mut random = Random(17);
    let mut solvable = 0;
    for round in 0..300 {
        let cells = 5 + round % 7;
        let board = random_board(&mut random, cells);
        let colours: Vec<Label> = (0..cells).map(|_| random.below(2 + round % 3) as Label).collect();
        let mut supply = random_supply(&mut random, &board, &colours, round % 3);
        if round % 4 == 3 && supply.len() > 1 {
            // Another division of the same number of gourds.
            let (from, to) = (random.below(supply.len()), random.below(supply.len()));
            if supply[from].count > 1 {
                supply[from].count -= 1;
                supply[to].count += 1;
            }
        }
        let goal = colours.iter().map(|label| coloured(&supply, *label, true)).collect();
        solvable += usize::from(agrees(&Placement { board, supply, goals: vec![goal] }));
    }
    assert!((150..300).contains(&solvable), "{solvable}");
}

/// Several goals with open cells, cells that must be empty or must not, and ends in a given direction.
#[test]
fn open_goals() {
    let mut random = Random(4711);
    let mut solvable = 0;
    for round in 0..200 {
        let cells = 4 + round % 4;
        let board = random_board(&mut random, cells);
        let colours: Vec<Label> = (0..cells).map(|_| random.below(2) as Label).collect();
        let supply = random_supply(&mut random, &board, &colours, 1 + round % 2);
        let mut wish = |cell: usize| match random.below(6) {
            0 => Wish { empty: true, ends: Some(Vec::new()) },
            1 => Wish { empty: false, ends: None },
            2 => {
                let mut wish = coloured(&supply, colours[cell], false);
                wish.ends.as_mut().unwrap().retain(|end| end.towards == round as u8 % 6);
                wish
            }
            3 => coloured(&supply, colours[cell], round % 2 == 0),
            _ => Wish::any(),
        };
        let goals = (0..1 + round % 3).map(|_| (0..cells).map(&mut wish).collect()).collect();
        solvable += usize::from(agrees(&Placement { board, supply, goals }));
    }
    assert!((40..180).contains(&solvable), "{solvable}");
}

#[test]
fn degenerate_placements() {
    let one = Board::new(vec![(0, 0)]);
    let none = Placement { board: one.clone(), supply: Vec::new(), goals: vec![vec![Wish::any()]] };
    assert_eq!((count(&none), contents(&none)), (1_u32.into(), Some(vec![None])));
    let no_goal = Placement { goals: Vec::new(), ..none.clone() };
    assert_eq!((count(&no_goal), contents(&no_goal)), (0_u32.into(), None));
    let supply = vec![Supply { labels: [0, 1], count: 1 }];
    let too_many = Placement { supply, ..none };
    assert_eq!((count(&too_many), contents(&too_many)), (0_u32.into(), None));
    let empty = Placement { board: Board::new(Vec::new()), supply: Vec::new(), goals: vec![Vec::new()] };
    assert_eq!(count(&empty), 1_u32.into());
}

fn hexagon(side: i32) -> Board {
    let around = -side + 1..side;
    let cells = around.clone().flat_map(|r| around.clone().map(move |q| (q, r)));
    Board::new(cells.filter(|(q, r): &(i32, i32)| (q + r).abs() < side).collect())
}

/// Open boards of more cells, where the methods agree with each other.
#[test]
fn matchings_of_boards_with_holes() {
    let mut random = Random(99);
    for round in 0..20 {
        let board = random_board(&mut random, 11 + round);
        let pairs = u32::try_from(board.len() / 2).unwrap();
        let supply = vec![Supply { labels: [0, 0], count: pairs }];
        let goals = vec![vec![Wish::any(); board.len()]];
        let placement = Placement { board, supply, goals };
        let number = usize::try_from(count(&placement)).unwrap();
        methods_agree(&placement, number);
    }
}

fn matchings(board: &Board) -> BigUint {
    let budget = Budget::default();
    placement::matchings(board, &Meter::new(&budget)).unwrap()
}

#[test]
fn numbers_of_near_perfect_matchings() {
    assert_eq!(matchings(&hexagon(2)), 20_u32.into());
    assert_eq!(matchings(&hexagon(3)), 2288_u32.into());
    let star = (-2..=2).flat_map(|r| (-2..=2).map(move |q| (q, r)));
    let star = star.filter(|(q, r): &(i32, i32)| {
        let far = q.abs().max(r.abs()).max((q + r).abs());
        far < 2 || far == 2 && (q - r).rem_euclid(3) == 0
    });
    let star = Board::new(star.collect());
    assert_eq!((star.len(), matchings(&star)), (13, 38_u32.into()));
}
