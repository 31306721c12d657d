//! Reading and checking a file of 10,000 lines, typing into a large file, and checking many files.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::fmt::Write as _;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use puzzlec_analysis::Analysis;
use puzzlec_analysis::host::Host;
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
    keystrokes(c);
    collections(c);
}

/// A letter that is typed into a title in the middle of a file, until the file is checked again.
fn keystrokes(c: &mut Criterion) {
    let mut group = c.benchmark_group("keystroke");
    group.sample_size(20);
    for lines in [5_000, 20_000] {
        let text = large(lines);
        let at = text.find(&format!("number {}\"", lines / 40)).unwrap();
        let mut host = Host::new(Box::new(MemoryFiles::default()));
        host.open("/large.puzzle", &text, 1);
        group.bench_function(format!("{lines} lines"), |b| {
            b.iter(|| {
                host.edit("/large.puzzle", Some(at..at), "x");
                let snapshot = host.snapshot();
                let file = snapshot.file("/large.puzzle").unwrap();
                snapshot.check(file, &Budget::unlimited(), &|| false).unwrap()
            });
        });
    }
    group.finish();
}

/// Files of one puzzle each.
fn collections(c: &mut Criterion) {
    let mut group = c.benchmark_group("collection");
    group.sample_size(10);
    for number in [1_000, 4_000] {
        let file = |n: usize| {
            let text = format!(
                "use peg\npuzzle Row{n} {{\n    board line 4\n    rules peg.jump\n    start row \"oo..\"\n    \
                 goal count(peg.peg) == 1\n    expect solvable\n}}\n"
            );
            (format!("/p/row{n}.puzzle"), text)
        };
        let files = MemoryFiles((0..number).map(file).collect());
        let paths: Vec<String> = files.0.keys().cloned().collect();
        assert_eq!(Analysis::load(&files, &paths).check(&Budget::unlimited()), Vec::new());
        group.throughput(Throughput::Elements(number as u64));
        group.bench_function(format!("{number} files"), |b| {
            b.iter(|| Analysis::load(&files, &paths).check(&Budget::unlimited()));
        });
    }
    group.finish();
}

criterion_group!(benches, front);
criterion_main!(benches);
