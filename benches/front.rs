//! Reading and checking a file of 10,000 lines.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::fmt::Write as _;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use puzzlec_analysis::Analysis;
use puzzlec_base::{Budget, FileId};
use puzzlec_model::project::MemoryFiles;
use puzzlec_syntax::parse;

/// Blocks of 20 lines: a board, a rule and a puzzle that uses them.
fn large(lines: usize) -> String {
    let mut text = String::from("edition 2\nuse peg\n");
    for n in 0.. {
        if text.lines().count() >= lines {
            break;
        }
        write!(
            text,
            "
/// Board number {n}.
board Board{n} = square \"\"\"
    . . . . .
    . . h . .
    . . . . .
\"\"\"

/// Jumps, and steps to the right.
rule move{n} {{ [ peg.peg | peg.peg | empty ] -> [ empty | empty | peg.peg ] }}

puzzle Puzzle{n} {{
    title  \"Fifteen holes, number {n}\"
    board  Board{n}
    rules  move{n}
    start  full peg.peg except h
    goal   count(peg.peg) == 1   // anywhere
    expect solvable
}}
"
        )
        .unwrap();
    }
    text
}

fn front(c: &mut Criterion) {
    let text = large(10_000);
    let lines = text.lines().count() as u64;
    let mut group = c.benchmark_group("front");
    group.sample_size(10);
    group.throughput(Throughput::Elements(lines));
    group.bench_function("parse", |b| b.iter(|| parse(FileId(0), &text)));
    let files = MemoryFiles([("large.puzzle".to_owned(), text.clone())].into());
    let paths = ["large.puzzle".to_owned()];
    assert_eq!(Analysis::load(&files, &paths).check(&Budget::unlimited()), Vec::new());
    group.bench_function("check", |b| {
        b.iter(|| Analysis::load(&files, &paths).check(&Budget::unlimited()));
    });
    group.finish();
}

criterion_group!(benches, front);
criterion_main!(benches);
