//! What a script costs: the jump of peg solitaire drawn, generated, and asked at every position.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::collections::BTreeMap;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use puzzlec_analysis::Analysis;
use puzzlec_base::Budget;
use puzzlec_model::project::MemoryFiles;
use puzzlec_search::ground::ground;
use puzzlec_search::{Method, solve};
use puzzlec_task::{Condition, Task};

const RULES: &str = r#"
piece peg "o"
rule drawn { [ peg | peg | empty ] -> [ empty | empty | peg ] }
rule generated = script """
    fn actions(board) {
        let list = [];
        for a in board.cells {
            for d in board.directions {
                let b = board.step(a, d);
                if b == () { continue; }
                let c = board.step(b, d);
                if c == () { continue; }
                list.push(action().requires([a, b], "peg").requires(c, "empty").removes(b).moves(a, c));
            }
        }
        list
    }
"""
rule asked = script """
    fn moves(position) {
        let board = position.board;
        let list = [];
        for a in position.cells("peg") {
            for d in board.directions {
                let b = board.step(a, d);
                if b == () || !position.holds(b, "peg") { continue; }
                let c = board.step(b, d);
                if c != () && position.holds(c, "empty") { list.push(action().removes(b).moves(a, c)); }
            }
        }
        list
    }
""" per position
"#;

/// A task with no goal on a board of so many columns and rows, so that every position is met.
fn task(rule: &str, columns: u32, rows: u32) -> Task {
    let text = format!(
        "{RULES}puzzle P {{ board square {columns} by {rows}; rules {rule}; start full except a1; goal empty }}\n"
    );
    let files = MemoryFiles(BTreeMap::from([("p.puzzle".to_owned(), text)]));
    let analysis = Analysis::load(&files, &["p.puzzle".to_owned()]);
    let model = analysis.model(&analysis.puzzles()[0], &[]).unwrap();
    let mut task = ground(&model, None, &Budget::unlimited()).unwrap().task;
    task.goal = Condition::False;
    task
}

fn scripts(c: &mut Criterion) {
    let mut group = c.benchmark_group("scripts");
    group.sample_size(10);
    let cases = [("drawn", 5, 5), ("generated", 5, 5), ("drawn", 4, 4), ("asked", 4, 4), ("asked", 5, 4)];
    for (rule, columns, rows) in cases {
        let task = task(rule, columns, rows);
        let states = solve(&task, &Method::Breadth.into(), Budget::unlimited()).statistics.states;
        group.throughput(Throughput::Elements(states));
        group.bench_function(format!("{rule} {columns}x{rows}"), |b| {
            // A task remembers the results of its scripts.
            let new = || self::task(rule, columns, rows);
            let solved = |task: Task| solve(&task, &Method::Breadth.into(), Budget::unlimited());
            b.iter_batched(new, solved, BatchSize::PerIteration);
        });
    }
    group.finish();
}

criterion_group!(benches, scripts);
criterion_main!(benches);
