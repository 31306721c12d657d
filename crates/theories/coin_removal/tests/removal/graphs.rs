//! Graphs beside brute force.

use num_bigint::BigUint;
use puzzlec_base::Budget;
use puzzlec_coin_removal::graphs::{Answer, Packing, orders, removal};
use puzzlec_coin_removal::problem::Graph;
use puzzlec_theory::meter::Meter;

/// By mask of the coins that are left, the number of orders in which they can be removed, for one arrangement.
fn brute(graph: &Graph, heads: u32) -> u64 {
    let n = graph.vertices();
    let row: Vec<u32> = (0..n).map(|v| graph.neighbours(v).iter().fold(0, |all, &w| all | 1 << w)).collect();
    let mut number = vec![0u64; 1 << n];
    number[0] = 1;
    for left in 1..1usize << n {
        let gone = (1usize << n) - 1 - left;
        for v in 0..n {
            let turned = (row[v] as usize & gone).count_ones() % 2 == 1;
            if left >> v & 1 == 1 && (heads >> v & 1 == 1) != turned {
                number[left] += number[left & !(1 << v)];
            }
        }
    }
    number[(1 << n) - 1]
}

fn coins(heads: u32, n: usize) -> Vec<bool> {
    (0..n).map(|v| heads >> v & 1 == 1).collect()
}

fn replays(graph: &Graph, heads: &[bool], order: &[u32]) -> bool {
    let mut heads = heads.to_vec();
    let mut left = vec![true; heads.len()];
    for &v in order {
        if !left[v as usize] || !heads[v as usize] {
            return false;
        }
        left[v as usize] = false;
        for &w in graph.neighbours(v as usize) {
            heads[w as usize] ^= true;
        }
    }
    order.len() == heads.len()
}

/// Whether a packing proves what it says: the coins beyond the block are removed from the leaves inwards.
fn is_packed(graph: &Graph, heads: &[bool], packing: &Packing) -> bool {
    let n = graph.vertices();
    let mut heads = heads.to_vec();
    let mut left = vec![true; n];
    let near = |v: usize, left: &[bool]| -> Vec<usize> {
        graph.neighbours(v).iter().map(|&w| w as usize).filter(|&w| left[w]).collect()
    };
    let mut is_edge = std::collections::BTreeSet::new();
    if packing.block.len() < n {
        // Small graphs only: every connected part beyond meets the block in one coin, or not at all.
        let inner: Vec<usize> = packing.block.iter().map(|&v| v as usize).collect();
        for v in 0..n {
            if inner.contains(&v) || !left[v] {
                continue;
            }
            let (mut part, mut met) = (vec![v], std::collections::BTreeSet::new());
            let mut at = 0;
            while at < part.len() {
                for w in near(part[at], &vec![true; n]) {
                    if inner.contains(&w) {
                        met.insert(w);
                    } else if !part.contains(&w) {
                        part.push(w);
                    }
                }
                at += 1;
            }
            assert!(met.len() <= 1);
            let mut ends = 0;
            for &own in &part {
                left[own] = false;
                ends += near(own, &vec![true; n])
                    .iter()
                    .map(|w| if inner.contains(w) { 2 } else { 1 })
                    .sum::<usize>();
            }
            let tails = part.iter().filter(|&&own| !heads[own]).count();
            for &w in &met {
                heads[w] ^= (ends / 2 + tails) % 2 == 1;
            }
        }
    }
    let mut pairs = 0;
    for member in &packing.members {
        let mut ends = std::collections::BTreeSet::new();
        for &(a, b) in member {
            let joined = if a == b { heads[a as usize] } else { graph.neighbours(a as usize).contains(&b) };
            if !joined || !left[a as usize] || !left[b as usize] || !is_edge.insert((a.min(b), a.max(b))) {
                return false;
            }
            ends.extend([a, if a == b { u32::MAX } else { b }]);
        }
        pairs += (member.len() + 1 - ends.len()).div_ceil(2);
    }
    let edges = (0..n).filter(|&v| left[v]).map(|v| near(v, &left).len()).sum::<usize>() / 2;
    let tails = (0..n).filter(|&v| left[v] && !heads[v]).count();
    2 * pairs + tails > edges
}

fn agrees(graph: &Graph) {
    let n = graph.vertices();
    let budget = Budget::unlimited();
    let mut sum = 0;
    for word in 0..1u32 << n {
        let heads = coins(word, n);
        let meter = Meter::new(&budget);
        let number = brute(graph, word);
        sum += number;
        match removal(graph, &heads, &meter).unwrap() {
            Answer::Order(order) => {
                assert!(number > 0, "{graph:?} {heads:?}");
                assert!(replays(graph, &heads, &order), "{graph:?} {heads:?} {order:?}");
            }
            answer => {
                assert_eq!(number, 0, "{graph:?} {heads:?} {answer:?}");
                if let Answer::Packed(packing) | Answer::Exception(packing) = answer {
                    assert!(is_packed(graph, &heads, &packing), "{graph:?} {heads:?} {packing:?}");
                }
            }
        }
        assert_eq!(
            orders(graph, &heads, &meter).unwrap(),
            Some(BigUint::from(number)),
            "{graph:?} {heads:?}"
        );
    }
    assert_eq!(sum, (1..=n as u64).product::<u64>(), "every order belongs to one arrangement: {graph:?}");
}

/// All labelled graphs on n vertices.
fn all_graphs(n: u32) -> impl Iterator<Item = Graph> {
    let pairs: Vec<(u32, u32)> = (0..n).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    (0..1u32 << pairs.len()).map(move |mask| {
        Graph::new(n as usize, (0..pairs.len()).filter(|&e| mask >> e & 1 == 1).map(|e| pairs[e]))
    })
}

#[test]
fn all_graphs_up_to_five_vertices() {
    for n in 0..=5 {
        all_graphs(n).for_each(|graph| agrees(&graph));
    }
}

fn grid(rows: u32, columns: u32) -> Graph {
    let at = |r: u32, c: u32| r * columns + c;
    let across = (0..rows).flat_map(|r| (1..columns).map(move |c| (at(r, c - 1), at(r, c))));
    let down = (1..rows).flat_map(|r| (0..columns).map(move |c| (at(r - 1, c), at(r, c))));
    Graph::new((rows * columns) as usize, across.chain(down))
}

/// By arrangement, whether a grid can be removed.
fn brute_all(graph: &Graph) -> Vec<bool> {
    (0..1u32 << graph.vertices()).map(|heads| brute(graph, heads) > 0).collect()
}

/// How many arrangements with the right number of heads cannot be removed.
fn exceptions(rows: u32, columns: u32) -> usize {
    let graph = grid(rows, columns);
    let n = graph.vertices();
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let mut exceptions = 0;
    for word in 0..1u32 << n {
        let heads = coins(word, n);
        match removal(&graph, &heads, &meter).unwrap() {
            Answer::Order(order) => assert!(replays(&graph, &heads, &order), "{rows} {columns} {word:b}"),
            Answer::Exception(packing) => {
                assert!(is_packed(&graph, &heads, &packing), "{rows} {columns} {word:b}");
                exceptions += 1;
            }
            Answer::Parity => assert_ne!((word.count_ones() as usize + n + graph.edges()) % 2, 0),
            answer => panic!("{answer:?}"),
        }
    }
    exceptions
}

#[test]
fn grids_agree_with_brute_force() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 3), (2, 4), (4, 2), (2, 5), (3, 2)] {
        let graph = grid(rows, columns);
        let budget = Budget::unlimited();
        let meter = Meter::new(&budget);
        for (word, removable) in (0..).zip(brute_all(&graph)) {
            let answer = removal(&graph, &coins(word, graph.vertices()), &meter).unwrap();
            assert_eq!(matches!(answer, Answer::Order(_)), removable, "{rows} {columns} {word:b}");
        }
    }
}

#[test]
fn grids_have_the_exceptions_of_the_theorem() {
    for (rows, columns, number) in
        [(2, 2, 1), (2, 4, 4), (4, 2, 4), (2, 6, 16), (3, 4, 0), (3, 3, 0), (2, 5, 0)]
    {
        assert_eq!(exceptions(rows, columns), number, "{rows} {columns}");
    }
}

#[test]
#[ignore = "long"]
fn larger_grids_have_the_exceptions_of_the_theorem() {
    for (rows, columns, number) in [(4, 4, 16), (2, 8, 64), (3, 6, 0), (4, 5, 0), (4, 6, 64)] {
        assert_eq!(exceptions(rows, columns), number, "{rows} {columns}");
    }
}

/// Labelled trees by Prüfer codes.
fn trees(n: u32) -> impl Iterator<Item = Graph> {
    (0..n.pow(n.saturating_sub(2))).map(move |code| {
        let code: Vec<u32> = (0..n.saturating_sub(2)).map(|at| code / n.pow(at) % n).collect();
        let mut degree: Vec<u32> =
            (0..n).map(|v| 1 + code.iter().filter(|&&c| c == v).count() as u32).collect();
        let mut edges = Vec::new();
        for &to in &code {
            let leaf = (0..n).find(|&v| degree[v as usize] == 1).unwrap();
            edges.push((leaf, to));
            degree[leaf as usize] -= 1;
            degree[to as usize] -= 1;
        }
        let last: Vec<u32> = (0..n).filter(|&v| degree[v as usize] == 1).collect();
        edges.extend(last.get(1).map(|&b| (last[0], b)));
        Graph::new(n as usize, edges)
    })
}

#[test]
fn all_trees_up_to_five_vertices() {
    for n in 1..=5 {
        trees(n).for_each(|tree| agrees(&tree));
    }
}

/// Every tree up to isomorphism: each vertex is joined to one before it.
fn recursive_trees(n: u32) -> impl Iterator<Item = Graph> {
    let factorial: u32 = (1..n).product();
    (0..factorial).map(move |mut code| {
        let edges = (1..n).map(|v| {
            let parent = code % v;
            code /= v;
            (v, parent)
        });
        Graph::new(n as usize, edges.collect::<Vec<_>>())
    })
}

/// A code that two trees share if and only if they are isomorphic.
fn shape(tree: &Graph) -> String {
    fn rooted(tree: &Graph, v: u32, parent: u32) -> String {
        let below = tree.neighbours(v as usize).iter().filter(|&&w| w != parent);
        let mut codes: Vec<String> = below.map(|&w| rooted(tree, w, v)).collect();
        codes.sort();
        format!("({})", codes.concat())
    }
    (0..tree.vertices() as u32).map(|v| rooted(tree, v, u32::MAX)).min().unwrap()
}

#[test]
#[ignore = "long"]
fn all_trees_up_to_ten_vertices() {
    let mut numbers = Vec::new();
    for n in 1..=10 {
        let mut shapes = std::collections::HashSet::new();
        for tree in recursive_trees(n) {
            if shapes.insert(shape(&tree)) {
                agrees(&tree);
            }
        }
        numbers.push(shapes.len());
    }
    assert_eq!(numbers, [1, 1, 1, 2, 3, 6, 11, 23, 47, 106]);
}

#[test]
#[ignore = "long"]
fn all_graphs_with_six_vertices() {
    all_graphs(6).for_each(|graph| agrees(&graph));
}

#[test]
fn large_graphs_are_removed() {
    let mut state = 1u64;
    let mut coin = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    };
    let torus = {
        let at = |r: u32, c: u32| r % 30 * 30 + c % 30;
        let cells = (0..30).flat_map(|r| (0..30).map(move |c| (r, c)));
        Graph::new(900, cells.flat_map(|(r, c)| [(at(r, c), at(r, c + 1)), (at(r, c), at(r + 1, c))]))
    };
    let tree =
        Graph::new(20_000, (1..20_000).map(|v| (v, (coin() % u64::from(v)) as u32)).collect::<Vec<_>>());
    let ring = Graph::new(5_000, (0..5_000).map(|v| (v, (v + 1) % 5_000)));
    for graph in [grid(100, 100), grid(61, 40), torus, tree, ring] {
        let n = graph.vertices();
        let mut heads: Vec<bool> = (0..n).map(|_| coin() % 2 == 0).collect();
        let number = heads.iter().filter(|heads| **heads).count();
        heads[n / 2] ^= (number + n + graph.edges()) % 2 == 1;
        let budget = Budget::unlimited();
        let Answer::Order(order) = removal(&graph, &heads, &Meter::new(&budget)).unwrap() else {
            panic!("{n} coins");
        };
        assert!(replays(&graph, &heads, &order));
    }
}

#[test]
fn a_grid_is_removed_from_two_heads_in_its_middle() {
    let graph = grid(40, 40);
    let mut heads = vec![false; 1600];
    let budget = Budget::unlimited();
    assert!(matches!(removal(&graph, &heads, &Meter::new(&budget)), Ok(Answer::Exception(_))));
    heads[20 * 40 + 20] = true;
    assert_eq!(removal(&graph, &heads, &Meter::new(&budget)), Ok(Answer::Parity));
    heads[20 * 40 + 21] = true;
    let Ok(Answer::Order(order)) = removal(&graph, &heads, &Meter::new(&budget)) else {
        panic!("it can be removed");
    };
    assert!(replays(&graph, &heads, &order));
}
