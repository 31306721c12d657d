//! Numbers of placements by decision diagrams: known numbers. Random puzzles are in `learn`.

use std::sync::Arc;

use puzzlec_base::Budget;
use puzzlec_placement::cover::{Cover, Way};
use puzzlec_placement::diagram::Diagram;
use puzzlec_placement::packing::NONE;
use puzzlec_task::{Condition, Members, ValueSet};
use puzzlec_theory::meter::{Meter, Share};

fn count(cover: &Cover) -> String {
    let budget = Budget::default();
    Diagram::new(cover, &Meter::new(&budget)).unwrap().number().unwrap().to_string()
}

/// Cells that each hold 1 or nothing.
fn marked(cells: usize, goal: Condition) -> Cover {
    let all = cells as u32;
    let ways = (0..all).flat_map(|cell| {
        [(1, 1), (0, 0)].map(|(entry, value)| Way { entry, cells: vec![(cell, value)], action: NONE })
    });
    let ways = ways.collect();
    Cover { cells, supply: vec![all, all], least: vec![0, 0], most: all, ways, goal, overfull: false }
}

/// The pairs of neighbours on a grid.
fn pairs(width: usize, height: usize) -> Vec<(u32, u32)> {
    let mut pairs = Vec::new();
    for cell in 0..width * height {
        if cell % width + 1 < width {
            pairs.push((cell as u32, cell as u32 + 1));
        }
        if cell + width < width * height {
            pairs.push((cell as u32, (cell + width) as u32));
        }
    }
    pairs.sort_unstable();
    pairs
}

fn is(cell: u32) -> Condition {
    Condition::In(cell, ValueSet::one(1))
}

fn number(vars: Vec<u32>, min: u32, max: u32) -> Condition {
    Condition::Count { vars, values: ValueSet::one(1), min, max }
}

/// The edges of a grid of points; each point has its edges.
fn points(width: usize, height: usize) -> (usize, Vec<Vec<u32>>) {
    let pairs = pairs(width, height);
    let mut at = vec![Vec::new(); width * height];
    for (edge, (a, b)) in (0..).zip(&pairs) {
        at[*a as usize].push(edge);
        at[*b as usize].push(edge);
    }
    (pairs.len(), at)
}

/// The edges as a set, joined at points.
fn edges(number: usize, at: &[Vec<u32>]) -> Arc<Members> {
    let mut links = Vec::new();
    for edges in at {
        links.extend(edges.iter().flat_map(|a| edges.iter().filter(move |b| a < *b).map(move |b| (*a, *b))));
    }
    links.sort_unstable();
    Arc::new(Members { holds: (0..number as u32).map(is).collect(), links })
}

/// OEIS A140517.
#[test]
fn cycles_of_grids() {
    for (n, expected) in
        [(2, "1"), (3, "13"), (4, "213"), (5, "9349"), (6, "1222363"), (7, "487150371"), (8, "603841648931")]
    {
        let (number_of_edges, at) = points(n, n);
        let even =
            |edges: &Vec<u32>| Condition::Any(vec![number(edges.clone(), 0, 0), number(edges.clone(), 2, 2)]);
        let mut parts: Vec<Condition> = at.iter().map(even).collect();
        parts.push(Condition::Components { set: edges(number_of_edges, &at), min: 1, max: 1 });
        assert_eq!(count(&marked(number_of_edges, Condition::All(parts))), expected, "{n}");
    }
}

/// OEIS A007764: paths between opposite corners.
#[test]
fn paths_of_grids() {
    for (n, expected) in [(2, "2"), (3, "12"), (4, "184"), (5, "8512"), (6, "1262816"), (7, "575780564")] {
        let (number_of_edges, at) = points(n, n);
        let mut parts = vec![Condition::Components { set: edges(number_of_edges, &at), min: 1, max: 1 }];
        for (point, edges) in at.iter().enumerate() {
            parts.push(if point == 0 || point + 1 == n * n {
                number(edges.clone(), 1, 1)
            } else {
                Condition::Any(vec![number(edges.clone(), 0, 0), number(edges.clone(), 2, 2)])
            });
        }
        assert_eq!(count(&marked(number_of_edges, Condition::All(parts))), expected, "{n}");
    }
}

/// OEIS A007341: spanning trees. The set has the points and the edges.
#[test]
fn spanning_trees_of_grids() {
    for (n, expected) in [(2, "4"), (3, "192"), (4, "100352"), (5, "557568000")] {
        let (number_of_edges, at) = points(n, n);
        let points = (0..n * n).map(|_| Condition::True);
        let holds = (0..number_of_edges as u32).map(is).chain(points).collect();
        let mut links = Vec::new();
        for (point, edges) in (number_of_edges as u32..).zip(&at) {
            links.extend(edges.iter().map(|edge| (*edge, point)));
        }
        links.sort_unstable();
        let set = Arc::new(Members { holds, links });
        let goal = Condition::All(vec![
            Condition::Forest { set: Arc::clone(&set) },
            Condition::Components { set, min: 1, max: 1 },
        ]);
        assert_eq!(count(&marked(number_of_edges, goal)), expected, "{n}");
    }
}

/// OEIS A006506: no two neighbours are marked. OEIS A287151: the marked cells are connected; with none of them, one more.
#[test]
fn sets_of_cells() {
    for (n, apart, connected) in
        [(3, "63", "218"), (4, "1234", "11506"), (5, "55447", "2301877"), (6, "5598861", "1732082741")]
    {
        let set = Members { holds: (0..n * n).map(is).collect(), links: pairs(n as usize, n as usize) };
        let cells = (n * n) as usize;
        let none = pairs(n as usize, n as usize).into_iter().map(|(a, b)| number(vec![a, b], 0, 1));
        assert_eq!(count(&marked(cells, Condition::All(none.collect()))), apart);
        let one = Condition::Components { set: Arc::new(set), min: 1, max: 1 };
        assert_eq!(count(&marked(cells, one)), connected);
    }
}

/// Kasteleyn, 1961; the last number has 316 bits.
#[test]
fn dominoes() {
    for (width, height, expected) in [
        (4, 4, "36"),
        (8, 8, "12988816"),
        (
            8,
            100,
            "82480872701819841011582029499055748502616126613824529802178700733106822468932478950831981372929",
        ),
    ] {
        let mut ways: Vec<Way> = Vec::new();
        for (a, b) in pairs(width, height) {
            ways.push(Way { entry: 1, cells: vec![(a, 1), (b, 1)], action: NONE });
        }
        let cells = width * height;
        let (supply, least) = (vec![0, cells as u32 / 2], vec![0, cells as u32 / 2]);
        let goal = Condition::True;
        let cover = Cover { cells, supply, least, most: cells as u32, ways, goal, overfull: false };
        assert_eq!(count(&cover), expected);
    }
}

/// A count goes on where a share ended.
#[test]
fn shares() {
    let set = Members { holds: (0..25).map(is).collect(), links: pairs(5, 5) };
    let cover = marked(25, Condition::Components { set: Arc::new(set), min: 2, max: 2 });
    let budget = Budget::default();
    let meter = Meter::new(&budget);
    let mut diagram = Diagram::new(&cover, &meter).unwrap();
    let (mut share, mut stops) = (Share { expanded: 50, ..Share::ALL }, 0);
    let number = loop {
        if let Some(number) = meter.share(share, || diagram.number()).unwrap() {
            break number;
        }
        (share.expanded, stops) = (share.expanded * 2, stops + 1);
    };
    assert_eq!(number.to_string(), count(&cover));
    assert!(stops > 3 && diagram.is_short());
}
