//! No proof of something false is accepted, and a true one is there.

use puzzlec_checker::explore;
use puzzlec_coin_removal::problem::{Graph, Part, Problem, Shape};
use puzzlec_coin_removal::values;
use puzzlec_task::certificate::Winner;
use puzzlec_theory::meter::Meter;
use serde_json::{Value, json};

use super::{Field, Random, at_least, impossible, plain, wins};

/// Checks all proofs about a start; says whether one shows that there is no plan.
fn all_are_true(field: &Field, start: &[u8]) -> bool {
    let (alone, two) = field.with(start);
    let removable = field.brute.removable(start);
    let mut shown = false;
    for cell in 0..start.len() {
        for body in plain(&field.name(cell)) {
            let told = impossible(&alone, &body);
            assert!(!(told && removable), "{start:?} {body}");
            assert!(!told || start[cell] != 0, "{start:?} {body}");
            shown |= told;
        }
    }
    let coins = start.iter().filter(|held| **held != 0).count() as u64;
    let bound = json!({"kind": "coins"});
    assert!(at_least(&alone, coins, &bound) && !at_least(&alone, coins + 1, &bound), "{start:?}");
    assert!(!impossible(&alone, &bound));
    let value = field.brute.value(start);
    for (said, winner) in (0..5).flat_map(|v| [Winner::First, Winner::Second, Winner::Draw].map(|w| (v, w))) {
        let is = said == value && winner == if value == 0 { Winner::Second } else { Winner::First };
        assert_eq!(wins(&two, winner, said), is, "{start:?} {said} {winner:?}, not {value}");
    }
    assert_eq!(shown, !removable, "{start:?}");
    shown
}

/// The rules as written lead to the same positions.
#[test]
fn the_brute_force_is_the_program() {
    for closing in [false, true] {
        for n in 1..=5 {
            for field in [Field::line(closing, n), Field::ring(closing, n)] {
                for start in starts(n) {
                    let walk = explore(&field.with(&start).0, 10_000).unwrap();
                    assert_eq!(walk.goal_at.is_some(), field.brute.removable(&start), "{start:?}");
                }
            }
        }
    }
}

/// All starts of these cells.
fn starts(cells: usize) -> impl Iterator<Item = Vec<u8>> {
    (0..3_usize.pow(cells as u32)).map(move |n| {
        let digit = |at: usize| (n / 3_usize.pow(at as u32) % 3) as u8;
        (0..cells).map(digit).collect()
    })
}

#[test]
fn lines_and_rings_are_decided_by_proofs() {
    for closing in [false, true] {
        for n in 1..=6 {
            let fields = [Field::line(closing, n), Field::ring(closing, n)];
            for start in starts(n) {
                fields.iter().for_each(|field| {
                    all_are_true(field, &start);
                });
            }
        }
        let endless = Field::endless(closing);
        for start in starts(5) {
            all_are_true(&endless, &start);
        }
    }
}

#[test]
fn grids_and_graphs_are_decided_by_proofs() {
    for (width, height) in [(2, 2), (3, 2)] {
        let field = Field::grid(width, height);
        for start in starts(width * height) {
            all_are_true(&field, &start);
        }
    }
    let mut random = Random(1);
    for _ in 0..60 {
        let (field, _) = graph(&mut random, 6);
        for _ in 0..8 {
            let start: Vec<u8> = field.cells.iter().map(|_| random.below(3) as u8).collect();
            all_are_true(&field, &start);
        }
    }
}

/// A random graph without lonely vertices, with its edges.
pub fn graph(random: &mut Random, most: usize) -> (Field, Vec<(usize, usize)>) {
    let n = 2 + random.below(most - 1);
    let mut edges: Vec<(usize, usize)> = (1..n).map(|v| (random.below(v), v)).collect();
    for _ in 0..random.below(2 * n) {
        let (a, b) = (random.below(n), random.below(n));
        edges.push((a.min(b), a.max(b)));
    }
    edges.retain(|(a, b)| a != b);
    edges.sort_unstable();
    edges.dedup();
    let field = Field::graph(&edges);
    // The board numbers the vertices in the order in which it meets them.
    let place = |v: usize| {
        let name = char::from(b'a' + v as u8).to_string();
        (0..field.cells.len()).find(|at| field.name(*at) == name).unwrap()
    };
    let edges = edges.iter().map(|(a, b)| (place(*a), place(*b))).collect();
    (field, edges)
}

/// Random subgraphs and blocks: what they show is so.
#[test]
fn random_subgraphs_show_nothing_false() {
    let mut random = Random(2);
    let mut shown = 0;
    for _ in 0..400 {
        let (field, edges) = graph(&mut random, 6);
        let n = field.cells.len();
        for _ in 0..12 {
            let start: Vec<u8> = (0..n).map(|_| random.side()).collect();
            let (alone, _) = field.with(&start);
            let mut members = vec![Vec::new(); 1 + random.below(4)];
            for (a, b) in &edges {
                if let Some(member) = members.get_mut(random.below(6)) {
                    member.push(vec![field.name(*a), field.name(*b)]);
                }
            }
            for v in 0..n {
                if let Some(member) = members.get_mut(random.below(6)) {
                    member.push(vec![field.name(v)]);
                }
            }
            let block: Vec<String> = (0..n).filter(|_| random.below(3) > 0).map(|v| field.name(v)).collect();
            let some: Vec<_> = members
                .iter()
                .map(|m| m.iter().filter(|e| e.iter().all(|v| block.contains(v))).cloned().collect())
                .collect::<Vec<Vec<Vec<String>>>>();
            let coin = field.name(random.below(n));
            for body in [
                json!({"kind": "packed", "coin": coin, "members": members}),
                json!({"kind": "packed", "coin": coin, "block": block, "members": some}),
                json!({"kind": "exhausted", "coin": coin, "block": block}),
                json!({"kind": "no_last", "coin": coin, "block": block}),
            ] {
                if impossible(&alone, &body) {
                    shown += 1;
                    assert!(!field.brute.removable(&start), "{start:?} {edges:?} {body}");
                }
            }
        }
    }
    assert!(shown > 500, "{shown}");
}

/// The graph of a grid in reading order.
fn grid_graph(width: usize, height: usize) -> Graph {
    let at = |x: usize, y: usize| (y * width + x) as u32;
    let right = (0..height).flat_map(|y| (1..width).map(move |x| (at(x - 1, y), at(x, y))));
    let below = (1..height).flat_map(|y| (0..width).map(move |x| (at(x, y - 1), at(x, y))));
    Graph::new(width * height, right.chain(below).collect::<Vec<_>>())
}

fn kind(body: &Value) -> &str {
    body["kind"].as_str().unwrap()
}

/// All starts of grids of even sides: the exceptions, and no others, have a proof by squares.
#[test]
fn exceptions_on_grids_have_proofs() {
    for (width, height, exceptions) in [(2, 2, 1), (4, 2, 4), (2, 4, 4), (4, 4, 16)] {
        let (field, graph) = (Field::grid(width, height), grid_graph(width, height));
        let n = width * height;
        let mut found = 0;
        for code in 0..1_usize << n {
            let start: Vec<u8> = (0..n).map(|at| 1 + (code >> at & 1) as u8).collect();
            let corner = |x: usize, y: usize| start[y * width + x] == 1;
            let corners = corner(0, 0) && corner(width - 1, 0) && corner(0, height - 1);
            if n == 16 && !(corners && start[5] == 1 && start[6] == 1) {
                continue;
            }
            let heads = start.iter().map(|held| *held == 2).collect();
            let part = Part { shape: Shape::Graph(graph.clone()), heads };
            let body = super::written(false, &part, &|coin| field.name(coin as usize));
            if ["packed", "no_heads"].contains(&kind(&body)) {
                found += 1;
                assert!(impossible(&field.with(&start).0, &body), "{start:?} {body}");
                assert!(n == 16 || !field.brute.removable(&start));
            } else if n < 16 {
                let told = impossible(&field.with(&start).0, &body);
                assert_eq!(told, !field.brute.removable(&start), "{start:?} {body}");
            }
        }
        assert_eq!(found, exceptions, "{width} by {height}");
    }
}

/// Cycles of tails with trees at them, in a graph of any order of vertices.
#[test]
fn blocks_with_trees_have_proofs() {
    let mut random = Random(3);
    for _ in 0..300 {
        let cycle = 3 + random.below(3);
        let n = cycle + random.below(4);
        let mut edges: Vec<(usize, usize)> = (0..cycle).map(|v| (v, (v + 1) % cycle)).collect();
        edges.extend((cycle..n).map(|v| (random.below(v), v)));
        let field = Field::graph(&edges);
        let name = |v: usize| char::from(b'a' + v as u8).to_string();
        let members = json!([(0..cycle).map(|v| vec![name(v), name((v + 1) % cycle)]).collect::<Vec<_>>()]);
        let block: Vec<String> = (0..cycle).map(name).collect();
        let place = |v: usize| (0..n).find(|at| field.name(*at) == name(v)).unwrap() as u32;
        let graph = Graph::new(n, edges.iter().map(|(a, b)| (place(*a), place(*b))));
        let packed = json!({"kind": "packed", "coin": "a", "block": block, "members": members});
        for code in 0..1_usize << n {
            let start: Vec<u8> = (0..n).map(|at| 1 + (code >> at & 1) as u8).collect();
            let (alone, _) = field.with(&start);
            let exhausted = json!({"kind": "exhausted", "coin": "a", "block": block});
            if impossible(&alone, &packed) {
                assert!(!field.brute.removable(&start), "{edges:?} {start:?}");
                assert!(impossible(&alone, &exhausted));
            }
            assert_eq!(impossible(&alone, &exhausted), !field.brute.removable(&start), "{edges:?} {start:?}");
            // The program finds the block itself.
            let heads: Vec<bool> = start.iter().map(|held| *held == 2).collect();
            let part = Part { shape: Shape::Graph(graph.clone()), heads };
            let body = super::written(false, &part, &|coin| field.name(coin as usize));
            assert_eq!(
                impossible(&alone, &body),
                !field.brute.removable(&start),
                "{edges:?} {start:?} {body}"
            );
            assert!(!impossible(&alone, &body) || kind(&body) != "exhausted", "{edges:?} {start:?}");
            if n > 6 && code > 40 {
                break;
            }
        }
    }
}

/// Rows and rings of words that repeat, where many intervals are alike: the values are those of the solver.
#[test]
fn rows_that_repeat_have_their_values() {
    let mut random = Random(4);
    for n in (7..60).step_by(4) {
        for ring in [false, true] {
            let field = if ring { Field::ring(false, n) } else { Field::line(false, n) };
            for period in 1..=5 {
                let word: Vec<u8> = (0..period).map(|_| random.side()).collect();
                let mut start: Vec<u8> = word.iter().copied().cycle().take(n).collect();
                if random.below(2) == 0 {
                    start[random.below(n)] = random.side();
                }
                let shape = if ring { Shape::Ring } else { Shape::Row };
                let part = Part { shape, heads: start.iter().map(|held| *held == 2).collect() };
                let problem = Problem { closing: false, parts: vec![part] };
                let budget = puzzlec_base::Budget::unlimited();
                let value = values::value(&problem, &Meter::new(&budget)).unwrap().unwrap();
                let (_, two) = field.with(&start);
                for said in 0..=value + 2 {
                    let winner = if said == 0 { Winner::Second } else { Winner::First };
                    assert_eq!(wins(&two, winner, said), said == value, "{start:?} {ring} {said} {value}");
                }
            }
        }
    }
}
