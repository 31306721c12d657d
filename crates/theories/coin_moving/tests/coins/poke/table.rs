//! The table of all minimum configurations with a pair: classes, what stays fixed, and what tells classes apart.

use std::collections::{BTreeMap, BTreeSet};

use super::grid::{Grid, bits};
use puzzlec_base::Budget;
use puzzlec_coin_moving::poke::Minimum;
use puzzlec_coin_moving::poke::rooms::Rooms;
use puzzlec_model::board::Coord;
use puzzlec_theory::meter::Meter;

/// A line of the table.
#[derive(Debug, PartialEq, Eq)]
struct Line {
    configurations: usize,
    classes: usize,
    /// Classes with a configuration whose coins hang together.
    trees: usize,
    /// Pairs of classes with one F, one of them with a tree.
    tree_collisions: usize,
    collisions: usize,
    largest: usize,
}

/// What one class is.
struct Class {
    members: Vec<u64>,
    fixed: u64,
    reached: u64,
    ends: BTreeSet<[u32; 2]>,
    tree: bool,
}

fn classes(grid: &Grid, all: &[u64]) -> Vec<Class> {
    let numbers = grid.classes(all);
    let count = numbers.iter().max().map_or(0, |last| *last as usize + 1);
    let none = || Class { members: vec![], fixed: u64::MAX, reached: 0, ends: BTreeSet::new(), tree: false };
    let mut classes: Vec<Class> = (0..count).map(|_| none()).collect();
    for (mask, number) in all.iter().zip(&numbers) {
        let class = &mut classes[*number as usize];
        class.members.push(*mask);
        class.fixed &= mask;
        class.reached |= mask;
        class.ends.extend(grid.ends(*mask));
        class.tree |= grid.is_tree(*mask);
    }
    classes
}

/// The line, after the theory's rooms were compared with every class: their ends, F and U; and that F with the ends
/// tells all classes apart.
fn line(width: i32, height: i32) -> Line {
    let grid = Grid::new(width, height);
    let all = grid.minimum();
    let classes = classes(&grid, &all);
    let budget = Budget::unlimited();
    let mut told = BTreeSet::new();
    let mut by_fixed: BTreeMap<u64, Vec<bool>> = BTreeMap::new();
    for class in &classes {
        let first = Minimum::new(grid.coins(class.members[0])).expect("a minimum configuration");
        let rooms = Rooms::of(&first, &Meter::new(&budget)).unwrap();
        let set =
            |cells: &mut dyn Iterator<Item = &Coord>| cells.fold(0, |set, cell| set | 1 << grid.bit(*cell));
        let ends = |[a, b]: &[Coord; 2]| [grid.bit(*a).min(grid.bit(*b)), grid.bit(*a).max(grid.bit(*b))];
        let picture = || grid.draw(class.members[0]);
        assert_eq!(rooms.ends.iter().map(ends).collect::<BTreeSet<_>>(), class.ends, "{}", picture());
        assert_eq!(set(&mut rooms.fixed.iter()), class.fixed, "{}", picture());
        assert_eq!(set(&mut rooms.reached().iter()), class.reached, "{}", picture());
        assert!(told.insert((class.fixed, class.ends.clone())), "{}", picture());
        by_fixed.entry(class.fixed).or_default().push(class.tree);
    }
    let pairs = |trees: &Vec<bool>| trees.len() * (trees.len() - 1) / 2;
    let with_tree = by_fixed.values().filter(|trees| trees.contains(&true));
    Line {
        configurations: all.len(),
        classes: classes.len(),
        trees: classes.iter().filter(|class| class.tree).count(),
        tree_collisions: with_tree.map(pairs).sum(),
        collisions: by_fixed.values().map(pairs).sum(),
        largest: classes.iter().map(|class| class.members.len()).max().unwrap_or(0),
    }
}

/// Compares the lines of a section of `table.txt`.
fn compare(section: &str) {
    let head = format!("[{section}]\n");
    let rows = include_str!("table.txt").split_once(&head).unwrap().1;
    let rows: Vec<&str> = rows.lines().take_while(|row| !row.is_empty()).collect();
    assert!(rows.len() >= 7, "{section}");
    for row in rows {
        let numbers: Vec<usize> = row.split_whitespace().map(|n| n.parse().unwrap()).collect();
        let [width, height, configurations, classes, trees, tree_collisions, collisions, largest] =
            numbers[..].try_into().unwrap();
        let expected = Line { configurations, classes, trees, tree_collisions, collisions, largest };
        assert_eq!(line(width as i32, height as i32), expected, "{width}x{height}");
    }
}

#[test]
fn the_table_of_small_rectangles_holds() {
    compare("small");
}

#[test]
#[ignore = "seconds with optimisation, minutes without"]
fn the_table_of_the_sheet_holds() {
    compare("sheet");
}

/// Half-perimeter 15, and two rows more.
#[test]
#[ignore = "minutes with optimisation"]
fn the_table_goes_on_one_size_further() {
    compare("further");
}

/// The smallest two classes with one F, of 24 and 12 configurations.
#[test]
fn fixed_coins_alone_do_not_tell_classes_apart() {
    let grid = Grid::new(6, 5);
    let read = |text: &str| {
        let cells = text.split('/').enumerate().flat_map(|(y, row)| {
            row.chars().enumerate().filter(|(_, c)| *c == 'X').map(move |(x, _)| (x as i32, y as i32))
        });
        cells.fold(0, |mask, (x, y)| mask | 1_u64 << grid.bit(Coord::new(x, y)))
    };
    let budget = Budget::unlimited();
    let rooms =
        |mask: u64| Rooms::of(&Minimum::new(grid.coins(mask)).unwrap(), &Meter::new(&budget)).unwrap();
    let one = rooms(read("XX.X../....../X...../.....X/.X...."));
    let other = rooms(read("...X../....../XX..../...X.X/.X...."));
    assert_eq!(one.fixed, other.fixed);
    let fixed = one.fixed.iter().fold(0, |set, cell| set | 1_u64 << grid.bit(*cell));
    assert_eq!(grid.draw(fixed), "...X../....../X...../.....X/.X....");
    assert_eq!(bits(fixed).count(), 4);
    assert_ne!(one.ends, other.ends);
}
