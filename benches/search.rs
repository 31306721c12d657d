//! Positions a second of the general search, on one thread.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use puzzlec_base::Budget;
use puzzlec_search::{Method, solve};
use puzzlec_task::{Condition, Task};

#[allow(dead_code)]
#[path = "../crates/search/tests/engine/tasks.rs"]
mod tasks;

/// All positions of the 8-puzzle: the goal is in the other half.
fn eight_puzzle() -> Task {
    tasks::sliding(3, 3, vec![2, 1, 3, 4, 5, 6, 7, 8, 0], &[1, 2, 3, 4, 5, 6, 7, 8, 0], true)
}

/// All positions of a board of 25 holes with the corner empty.
fn peg_board() -> Task {
    let rows = [".oooo", "ooooo", "ooooo", "ooooo", "ooooo"];
    tasks::pegs(&rows, tasks::SQUARE, |_| Condition::False)
}

fn search(c: &mut Criterion) {
    let mut group = c.benchmark_group("search");
    group.sample_size(10);
    for (name, task) in
        [("8-puzzle", eight_puzzle()), ("25 pegs", peg_board()), ("klotski", tasks::klotski())]
    {
        let states = solve(&task, &Method::Breadth.into(), Budget::unlimited()).statistics.states;
        group.throughput(Throughput::Elements(states));
        group.bench_function(name, |b| {
            b.iter(|| solve(&task, &Method::Breadth.into(), Budget::unlimited()));
        });
    }
    group.finish();
}

criterion_group!(benches, search);
criterion_main!(benches);
