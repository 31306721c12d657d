//! The tree of triangles inside a ring, its splits and its gates, against definitions; the alignment of gourds with a ring.

use std::collections::{BTreeMap, BTreeSet};

use puzzlec_base::Budget;
use puzzlec_gourds::boards::{LONG, dual_tree};
use puzzlec_gourds::hamilton::cycle;
use puzzlec_gourds::problem::{Board, Cell};
use puzzlec_gourds::reconfigure::Side;
use puzzlec_gourds::reconfigure::divide::{evened, split};
use puzzlec_gourds::reconfigure::insert::gate_cells;
use puzzlec_gourds::reconfigure::ring::{Ring, Way};
use puzzlec_theory::meter::Meter;

use super::generate::{
    Place, Random, discs, hexagon, is_cycle, random_board, random_configuration, replays, spine, strip,
};

/// Random boards in a usual run.
const USUAL: usize = 300;

/// Triangles inside a ring by their cells, with their neighbours.
type Tree = BTreeMap<[Cell; 3], Vec<[Cell; 3]>>;

/// Three times the middle of a triangle, in a plane with right angles.
fn middle(board: &Board, cells: [Cell; 3]) -> (f64, f64) {
    let (mut x, mut y) = (0.0, 0.0);
    for cell in cells {
        let (q, r) = board.cells()[cell as usize];
        x += f64::from(2 * q + r) / 2.0;
        y -= f64::from(r) * 0.75_f64.sqrt();
    }
    (x, y)
}

/// The triangles whose middle is inside the ring as a polygon, neighbours across sides that the ring does not have.
fn tree(board: &Board, ring: &[Cell]) -> Tree {
    let corner = |cell: Cell| middle(board, [cell; 3]);
    let side = |at: usize| [ring[at], ring[(at + 1) % ring.len()]];
    let is_inside = |(x, y): (f64, f64)| {
        let crosses = |at: &usize| {
            let [(ax, ay), (bx, by)] = side(*at).map(corner);
            (ay > y) != (by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax)
        };
        (0..ring.len()).filter(crosses).count() % 2 == 1
    };
    let mut inside = BTreeSet::new();
    for a in 0..board.len() as Cell {
        for b in board.neighbours(a) {
            for c in board.neighbours(b).filter(|c| board.adjacent(*c, a)) {
                let mut cells = [a, b, c];
                cells.sort_unstable();
                if is_inside(middle(board, cells)) {
                    inside.insert(cells);
                }
            }
        }
    }
    let on_ring: BTreeSet<[Cell; 2]> = (0..ring.len())
        .map(side)
        .map(|mut side| {
            side.sort_unstable();
            side
        })
        .collect();
    let beside = |cells: &[Cell; 3]| -> Vec<[Cell; 3]> {
        let shares = |other: &&[Cell; 3]| {
            let common: Vec<Cell> = cells.iter().copied().filter(|cell| other.contains(cell)).collect();
            matches!(common[..], [a, b] if !on_ring.contains(&[a, b]))
        };
        inside.iter().filter(shares).copied().collect()
    };
    inside.iter().map(|cells| (*cells, beside(cells))).collect()
}

/// The triangles on one side of another.
fn beyond(tree: &Tree, from: [Cell; 3], to: [Cell; 3]) -> usize {
    let mut seen = BTreeSet::from([from]);
    let mut open = vec![to];
    while let Some(at) = open.pop() {
        if seen.insert(at) {
            open.extend(&tree[&at]);
        }
    }
    seen.len() - 1
}

/// All paths of triangles with three neighbours.
fn inner_paths(tree: &Tree) -> Vec<Vec<[Cell; 3]>> {
    let inner = |cells: &[Cell; 3]| tree[cells].len() == 3;
    let mut paths: Vec<Vec<[Cell; 3]>> = tree.keys().filter(|at| inner(at)).map(|at| vec![*at]).collect();
    let mut at = 0;
    while at < paths.len() {
        let path = paths[at].clone();
        for next in tree[&path[path.len() - 1]].iter().filter(|next| inner(next) && !path.contains(next)) {
            paths.push([path.as_slice(), &[*next]].concat());
        }
        at += 1;
    }
    paths
}

/// Whether a path turns left and right in turn.
fn is_zig_zag(board: &Board, path: &[[Cell; 3]]) -> bool {
    let turns = path.windows(3).map(|three| {
        let [(ax, ay), (bx, by), (cx, cy)] = [0, 1, 2].map(|at| middle(board, three[at]));
        ((bx - ax) * (cy - by) - (by - ay) * (cx - bx)) > 0.0
    });
    let turns: Vec<bool> = turns.collect();
    turns.windows(2).all(|two| two[0] != two[1])
}

fn sorted(mut cells: [Cell; 3]) -> [Cell; 3] {
    cells.sort_unstable();
    cells
}

/// The tree of a ring beside that of the definitions; the length of the longest path with three neighbours.
fn compare(board: &Board, ring: &[Cell]) -> usize {
    let found = dual_tree(board, ring).unwrap();
    let known = tree(board, ring);
    let nodes: Vec<[Cell; 3]> = found.triangles.iter().copied().map(sorted).collect();
    // Observation 3 and Lemma 4.1: a tree of m - 2 nodes, of maximum degree three.
    assert_eq!((nodes.len(), known.len()), (ring.len() - 2, ring.len() - 2));
    for (node, near) in nodes.iter().zip(found.near()) {
        let near: BTreeSet<[Cell; 3]> = near.iter().map(|near| nodes[*near]).collect();
        assert!(near == known[node].iter().copied().collect() && near.len() <= 3);
    }
    assert_eq!(known.values().map(Vec::len).sum::<usize>(), 2 * (nodes.len() - 1));
    let degree = |wanted: usize| known.values().filter(|near| near.len() == wanted).count();
    assert_eq!(found.degrees(), [1, 2, 3].map(degree));

    // Observation 6: the triangles around a cell form one fan.
    let fan = |cell: Cell| known.keys().filter(|cells| cells.contains(&cell)).count() - 1;
    let most = (0..board.len() as Cell).map(fan).max().unwrap();
    assert!(found.most_sides(board.len()) == most && most <= 4);

    // The lemma before Theorem 4.6.
    let leaves = |at: &[Cell; 3]| known[at].iter().filter(|near| known[*near].len() == 1).count();
    let gates = found.gates();
    let rhombi: usize = known.keys().filter(|at| known[*at].len() == 2).map(leaves).sum();
    let trapezoids = known.keys().filter(|at| known[*at].len() == 3 && leaves(at) >= 2).count();
    assert_eq!((gates.rhombi.len(), gates.trapezoids.len()), (rhombi, trapezoids));
    for [leaf, node] in gates.rhombi {
        assert!(known[&nodes[leaf]] == [nodes[node]] && known[&nodes[node]].len() == 2);
    }
    assert!(rhombi + trapezoids > 0 || ring.len() == 3);

    // The lemma of seven nodes.
    let paths = inner_paths(&known);
    let longest = paths.iter().map(Vec::len).max().unwrap_or(0);
    let path: Vec<[Cell; 3]> = found.longest_path().iter().map(|node| nodes[*node]).collect();
    assert!(path.len() == longest && (path.is_empty() || paths.contains(&path)));
    assert!(paths.iter().filter(|path| path.len() >= 4).all(|path| is_zig_zag(board, path)));

    // The lemma of the balanced split.
    let dividers = found.dividers();
    assert_eq!(dividers.len(), degree(2));
    for divider in &dividers {
        let node = nodes[divider.node];
        let mut parts: Vec<usize> = known[&node].iter().map(|near| beyond(&known, node, *near)).collect();
        parts.sort_unstable();
        assert_eq!(divider.parts.to_vec(), parts);
    }
    let walk: Vec<[Cell; 3]> = found.walk().iter().map(|node| nodes[*node]).collect();
    assert!(known[&walk[0]].iter().all(|near| 2 * beyond(&known, walk[0], *near) <= nodes.len()));
    for (at, step) in walk.windows(2).enumerate() {
        let before = if at == 0 { None } else { Some(walk[at - 1]) };
        let sizes = known[&step[0]].iter().filter(|near| Some(**near) != before);
        let largest = sizes.map(|near| beyond(&known, step[0], *near)).max().unwrap();
        assert!(known[&step[0]].len() == 3 && beyond(&known, step[0], step[1]) == largest);
    }
    if longest < LONG && nodes.len() > 1 {
        let last = walk[walk.len() - 1];
        let smaller = known[&last].iter().map(|near| beyond(&known, last, *near)).min().unwrap();
        assert!(smaller * 96 + 7 * 96 >= nodes.len());
    }
    longest
}

/// Whether these cells are a ring of an odd number of cells, with this side if there is one.
fn is_ring(board: &Board, ring: &[Cell], side: Option<[Cell; 2]>) -> bool {
    let places: Vec<Place> = ring.iter().map(|cell| board.cells()[*cell as usize]).collect();
    let mut sides = (0..ring.len()).map(|at| [ring[at], ring[(at + 1) % ring.len()]]);
    let is_there = |[a, b]: [Cell; 2]| sides.any(|other| other == [a, b] || other == [b, a]);
    let differ = places.iter().collect::<BTreeSet<_>>().len() == ring.len();
    ring.len() % 2 == 1 && differ && is_cycle(&places, &places) && side.is_none_or(is_there)
}

fn check(cells: &[Place], random: &mut Random) {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let board = Board::new(cells.to_vec());
    let ring = cycle(&board, &meter).unwrap().unwrap();
    compare(&board, &ring);
    let again = evened(&board, ring.clone());
    assert!(is_ring(&board, &again, None) && again.len() == board.len());
    assert!(compare(&board, &again) < LONG, "{cells:?}");

    let dividers = dual_tree(&board, &again).unwrap().dividers();
    let best = dividers.iter().map(|divider| divider.parts[0]).max();
    let found = split(&board, &again);
    assert_eq!(found.is_some(), best.is_some());
    if let Some(found) = found {
        let [first, second] = &found.parts;
        let common: Vec<&Cell> = first.iter().filter(|cell| second.contains(cell)).collect();
        let all: BTreeSet<&Cell> = first.iter().chain(second).collect();
        assert!(all.len() == board.len() && found.parts.iter().all(|part| is_ring(&board, part, None)));
        assert!(common.iter().all(|cell| found.triangle.contains(cell)));
        assert!(common == [&found.triangle[2]] || common.len() == 3);
        let smaller = first.len().min(second.len());
        assert_eq!(smaller, best.unwrap() + if common.len() == 3 { 3 } else { 2 });
        for ring in [&found.extended, &found.other] {
            assert!(is_ring(&board, ring, Some(found.slot)) && ring.contains(&found.hole), "{found:?}");
        }
        assert!(found.other == *first && !found.slot.contains(&found.hole));
        assert_eq!(found.extended.len() + found.other.len(), board.len() + 3);
    }

    let gate = gate_cells(&board, &ring);
    assert!(board.len() < 5 || gate.len() == 4 || gate.len() == 5);
    assert!(gate.windows(2).all(|two| is_ring(&board, &ring, Some([two[0], two[1]]))));

    // Lemma 4.3, and Observation 4: a step from there keeps all gourds on the ring.
    let ring = Ring::new(&board, ring);
    let start = random_configuration(&board, ring.cells(), random);
    let mut side = Side::new(&board, &start);
    side.align(&ring, &meter).unwrap();
    let gourds = start.gourds();
    assert!(side.log.len() <= 2 * gourds * (gourds + 2) && replays(&board, &start, &side.at, &side.log));
    let along = |side: &Side<'_>| ring.sides().filter(|[a, b]| side.at.partner(*a) == *b).count();
    assert_eq!(along(&side), gourds);
    for _ in 0..gourds {
        let before = side.log.len();
        side.step(&ring, Way::Forward);
        assert!(along(&side) == gourds && side.log.len().abs_diff(before) <= 2);
    }
}

#[test]
fn trees_of_all_small_boards() {
    let mut random = Random(43);
    for cells in discs(11).into_iter().filter(|cells| cells.len() % 2 == 1) {
        check(&cells, &mut random);
    }
}

/// A ring along a row of triangles on which each has a leaf on its outer side, and the path of those with three neighbours.
fn zig_zag(ring: &[Place]) -> (Board, Vec<Cell>, usize) {
    let board = Board::new(ring.to_vec());
    let ring: Vec<Cell> = (0..ring.len() as Cell).collect();
    let longest = compare(&board, &ring);
    let again = evened(&board, ring.clone());
    let places: Vec<Place> = again.iter().map(|cell| board.cells()[*cell as usize]).collect();
    assert!(is_cycle(board.cells(), &places) && compare(&board, &again) < LONG);
    (board, ring, longest)
}

#[test]
fn long_paths_are_laid_again() {
    for n in 6..20 {
        let above = (1..n).rev().flat_map(|q| [(q, 0), (q, -1)]);
        let below = (0..n - 1).flat_map(|q| [(q, 1), (q, 2)]);
        let ring: Vec<Place> = above.chain([(0, 0)]).chain(below).chain([(n - 1, 1)]).collect();
        assert_eq!(zig_zag(&ring).2, 2 * n as usize - 4);
    }
}

/// The proof of the lemma says that each of the middle five of seven triangles has a leaf. Here the second of the seven
/// has none.
#[test]
fn five_of_seven_triangles_need_not_have_leaves() {
    let ring = [
        [(0, 1), (1, 1), (0, 2), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2), (4, 1), (5, 1)].as_slice(),
        &[(5, 0), (5, -1), (4, 0), (4, -1), (3, 0), (3, -1), (2, 0), (2, -1), (1, 0)],
    ];
    let (board, ring, longest) = zig_zag(&ring.concat());
    assert_eq!(longest, 7);
    let tree = dual_tree(&board, &ring).unwrap();
    let near = tree.near();
    let path = tree.longest_path();
    let leaves = |node: &usize| near[*node].iter().filter(|beside| near[**beside].len() == 1).count();
    let without: Vec<usize> = (0..7).filter(|at| leaves(&path[*at]) == 0).collect();
    assert!(without == [1] || without == [5]);
}

#[test]
fn trees_of_random_boards() {
    let count = std::env::var("PUZZLEC_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(USUAL);
    let mut random = Random(47);
    for case in 0..count {
        let size = 13 + 2 * random.below(25);
        check(&random_board(size, case % 2 == 0, &mut random), &mut random);
    }
    for cells in [spine(9), spine(21), strip(31), hexagon(61)] {
        check(&cells, &mut random);
    }
}
