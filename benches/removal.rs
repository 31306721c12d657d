//! Coin removal: the time to decide and remove ten million coins, numbers of words and of orders, Grundy values of long rows, and
//! how they grow.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, clippy::print_stdout)]

use std::time::Instant;

use puzzlec_base::Budget;
use puzzlec_coin_removal::graphs;
use puzzlec_coin_removal::orders::{orders, removable_words};
use puzzlec_coin_removal::problem::{Graph, Part, Problem, Shape};
use puzzlec_coin_removal::values::Values;
use puzzlec_coin_removal::words::{Removal, removable};
use puzzlec_theory::meter::Meter;

/// Runs a part of the benchmark and returns its result with the seconds it took.
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let begun = Instant::now();
    let result = work();
    (result, begun.elapsed().as_secs_f64())
}

/// Random coins, the same on every run.
fn random(n: usize) -> Vec<bool> {
    let mut state = 1u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 63 == 1
    };
    (0..n).map(|_| next()).collect()
}

/// Random coins that can be removed.
fn removable_coins(n: usize, ring: bool, closing: bool) -> Vec<bool> {
    let mut heads = random(n);
    for coin in 0..n {
        if removable(&heads, ring, closing) {
            break;
        }
        heads[coin] = !heads[coin];
    }
    heads
}

fn words() {
    println!("random words: decided, and all coins removed one by one");
    for (ring, closing) in [(false, false), (false, true), (true, false), (true, true)] {
        for n in [100_000, 1_000_000, 10_000_000] {
            let heads = removable_coins(n, ring, closing);
            let (decided, decide) = timed(|| removable(&heads, ring, closing));
            let removal = Removal::new(&heads, ring, closing).unwrap();
            let (removed, remove) = timed(|| removal.coins().map(|taken| u64::from(taken.coin)).sum::<u64>());
            assert!(decided && removed == (n as u64) * (n as u64 - 1) / 2);
            let (shape, gaps) =
                (if ring { "ring" } else { "row" }, if closing { "closing up" } else { "gaps" });
            println!("  {shape}, {gaps}, {n} coins: {decide:.3} s, {remove:.3} s");
        }
    }
    println!("words of length n that can be removed");
    for n in [100, 1_000, 10_000] {
        let (number, seconds) = timed(|| removable_words(n, false, true).to_string().len());
        println!("  row, closing up, n = {n}: {number} digits in {seconds:.3} s");
    }
}

fn removal_orders() {
    println!("removal orders");
    let budget = Budget::unlimited();
    let cases: [(bool, bool, &[usize]); 4] = [
        (false, false, &[250, 500, 1_000, 2_000]),
        (true, false, &[50, 100, 200]),
        (false, true, &[16, 20, 24]),
        (true, true, &[12, 16, 20]),
    ];
    for (ring, closing, sizes) in cases {
        for &n in sizes {
            let heads = removable_coins(n, ring, closing);
            let (number, seconds) =
                timed(|| orders(&heads, ring, closing, &Meter::new(&budget)).unwrap().to_string().len());
            let (shape, gaps) =
                (if ring { "ring" } else { "row" }, if closing { "closing up" } else { "gaps" });
            println!("  {shape}, {gaps}, {n} coins: {number} digits in {seconds:.3} s");
        }
    }
}

/// The edges of a grid.
fn grid(columns: u32, rows: u32) -> Graph {
    let right = (0..columns * rows).filter(|cell| cell % columns + 1 < columns).map(|cell| (cell, cell + 1));
    let down = (0..columns * (rows - 1)).map(|cell| (cell, cell + columns));
    Graph::new((columns * rows) as usize, right.chain(down))
}

fn on_graphs() {
    println!("graphs");
    let budget = Budget::unlimited();
    for n in [10_000, 100_000, 1_000_000] {
        let tree = Graph::new(n as usize, (1..n).map(|child: u32| ((child - 1) / 2, child)));
        let heads = removable_coins(n as usize, false, false);
        let (answer, seconds) = timed(|| graphs::removal(&tree, &heads, &Meter::new(&budget)).unwrap());
        assert!(matches!(answer, graphs::Answer::Order(_)));
        println!("  binary tree of {n} vertices: removed in {seconds:.3} s");
    }
    for (columns, rows) in [(9, 9), (99, 100), (100, 100)] {
        let graph = grid(columns, rows);
        // The number of heads must have the parity of vertices plus edges.
        let mut heads = random(graph.vertices());
        let shown = heads.iter().filter(|heads| **heads).count();
        heads[0] ^= (shown + graph.vertices() + graph.edges()) % 2 == 1;
        let (answer, seconds) = timed(|| graphs::removal(&graph, &heads, &Meter::new(&budget)).unwrap());
        let removed = matches!(answer, graphs::Answer::Order(_));
        println!("  grid {columns} x {rows}: removed: {removed}, in {seconds:.3} s");
    }
}

fn game(shape: Shape, closing: bool, heads: Vec<bool>, name: &str) {
    let budget = Budget::unlimited();
    let problem = Problem { closing, parts: vec![Part { shape, heads }] };
    let ((value, winning), seconds) = timed(|| {
        let values = Values::new(&problem, &Meter::new(&budget)).unwrap().unwrap();
        (values.value(), values.winning().count())
    });
    println!("  {name}: value {value}, {winning} winning moves, in {seconds:.3} s");
}

fn values() {
    println!("the game of two players");
    for n in [250, 500, 1_000, 2_000] {
        game(Shape::Row, false, random(n), &format!("random row of {n}"));
        game(Shape::Row, false, vec![true; n], &format!("heads in a row of {n}"));
        let mut tails = vec![true; n];
        for coin in [0, n / 3, n - 1] {
            tails[coin] = false;
        }
        game(Shape::Row, false, tails, &format!("three tails in a row of {n}"));
        game(Shape::Row, false, (0..n).map(|i| i % 3 == 0).collect(), &format!("100 repeated, row of {n}"));
    }
    for n in [250, 500, 1_000] {
        game(Shape::Ring, false, random(n), &format!("random ring of {n}"));
    }
    game(Shape::Row, true, random(10_000_000), "random row of 10,000,000 that closes up");
    for n in [12, 16, 20, 24] {
        game(Shape::Ring, true, random(n), &format!("random ring of {n} that closes up"));
    }
    for side in [3, 4, 5] {
        let graph = grid(side, side);
        let heads = random(graph.vertices());
        game(Shape::Graph(graph), false, heads, &format!("random grid of {side} x {side}"));
    }
}

fn main() {
    words();
    removal_orders();
    on_graphs();
    values();
}
