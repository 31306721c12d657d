//! Graphs beside brute force.

use num_bigint::BigUint;
use puzzlec::base::Budget;
use puzzlec::theories::coin_removal::graphs::{Answer, orders, removal};
use puzzlec::theories::coin_removal::problem::Graph;
use puzzlec::theories::meter::Meter;

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
            answer => assert_eq!(number, 0, "{graph:?} {heads:?} {answer:?}"),
        }
        assert_eq!(orders(graph, &heads, &meter).unwrap(), BigUint::from(number), "{graph:?} {heads:?}");
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
            Answer::Exception => exceptions += 1,
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
