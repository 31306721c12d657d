//! A plan of a million moves on an endless line, whose steps a theory makes one by one: the time that it takes
//! to replay, report, certify and verify it, and the most memory that the program held by then.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, clippy::print_stdout)]

use std::collections::BTreeMap;
use std::time::Instant;

use march::{March, TEXT, THEORIES};
use puzzlec_analysis::Analysis;
use puzzlec_base::Budget;
use puzzlec_checker::certificate::read;
use puzzlec_checker::replay;
use puzzlec_model::project::MemoryFiles;
use puzzlec_search::Options;

#[allow(dead_code)]
#[path = "../tests/streams/march.rs"]
mod march;

/// The most that this process held so far; nothing where the system does not tell.
fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
    kib.map_or_else(|| "?".to_owned(), |kib| format!("{} MiB", kib.div_ceil(1024)))
}

fn timed<T>(what: &str, run: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let made = run();
    println!("{what}: {:.2} s, at most {} so far", begun.elapsed().as_secs_f64(), peak());
    made
}

fn main() {
    let files = MemoryFiles(BTreeMap::from([("march.puzzle".to_owned(), TEXT.to_owned())]));
    let analysis = Analysis::load(&files, &["march.puzzle".to_owned()]).with_theories(THEORIES);
    let puzzle = &analysis.puzzles()[0];
    let (budget, options) = (Budget::unlimited(), Options::default());
    for (soldiers, far) in [(100, 10_000), (1, 1_000_000)] {
        println!("{soldiers} pieces, {far} moves each");
        let set = [("n".to_owned(), soldiers.into()), ("far".to_owned(), far.into())];
        let model = analysis.model(puzzle, &set).unwrap();
        let steps = March { soldiers, far, wrong: None };
        timed("replay", || replay(&model, &steps, &budget, &mut |_| {})).unwrap();
        timed("solve", || analysis.solve(puzzle, &set, &options, &budget)).unwrap();
        let (_, document) =
            timed("solve with certificate", || analysis.certify(puzzle, &set, &options, &budget)).unwrap();
        let text = timed("certificate as text", || serde_json::to_string(&document.unwrap()).unwrap());
        println!("its text: {} MB", text.len() / 1_000_000);
        let document = timed("certificate read", || read(&text, &budget)).unwrap();
        timed("certificate verified", || analysis.verify(puzzle, &document, &budget)).unwrap();
    }
}
