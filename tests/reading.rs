//! A second reading of the language: a plain interpreter, written from docs/language.md and sharing
//! nothing with the program but the syntax tree, against which random puzzles are compared.
//! `PUZZLEC_FUZZ=20000` compares that number of them, from `PUZZLEC_FUZZ_SEED` on, of the constructs whose
//! names contain `PUZZLEC_FUZZ_ONLY`, leaves out answers named in `PUZZLEC_FUZZ_SKIP`, and shows
//! `PUZZLEC_FUZZ_SHOW` differences. With `PUZZLEC_FUZZ_FOLDER` the puzzles are also written into this folder, for other
//! comparisons.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout
)]

mod board;
mod compare;
mod configuration;
mod dice;
mod drawn;
mod expression;
mod files;
mod generate;
mod goal;
mod picture;
mod placement;
mod play;
mod position;
mod puzzle;
mod sets;
mod shrink;
mod sort;
mod then;
mod value;
mod written;

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use compare::{Outcome, compare, compare_looks};
use generate::{CONSTRUCTS, Look, puzzle};
use shrink::shrunk;

/// Puzzles that are compared where nothing else is said.
const PUZZLES: usize = 300;
/// So many failures are made smaller and shown.
const SHOWN: usize = 12;

fn number(name: &str, otherwise: usize) -> usize {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn random_puzzles_are_written() {
    let Ok(folder) = std::env::var("PUZZLEC_FUZZ_FOLDER") else { return };
    for at in 0..number("PUZZLEC_FUZZ", PUZZLES) {
        let seed = (number("PUZZLEC_FUZZ_SEED", 0) + at / CONSTRUCTS.len()) as u64;
        let text = puzzle(&CONSTRUCTS[at % CONSTRUCTS.len()], seed, Look::Plain);
        std::fs::write(format!("{folder}/{at}.puzzle"), text).unwrap();
    }
}

#[test]
fn random_puzzles_are_read_alike() {
    let only = std::env::var("PUZZLEC_FUZZ_ONLY").ok();
    let constructs: Vec<_> =
        CONSTRUCTS.iter().filter(|c| only.as_ref().is_none_or(|o| c.0.contains(o.as_str()))).collect();
    let puzzles = number("PUZZLEC_FUZZ", PUZZLES);
    let first = number("PUZZLEC_FUZZ_SEED", 0);
    let next = AtomicUsize::new(0);
    let found = Mutex::new(BTreeMap::<(&str, &str), usize>::new());
    let why = Mutex::new(BTreeMap::<(&str, String), usize>::new());
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= puzzles {
                        return;
                    }
                    let construct = constructs[at % constructs.len()];
                    let seed = (first + at / constructs.len()) as u64;
                    let text = puzzle(construct, seed, Look::Plain);
                    let mut outcome = compare(&text, None);
                    let mut failed = text.clone();
                    if outcome == Outcome::Same {
                        let look = if seed.is_multiple_of(2) { Look::Reordered } else { Look::Mirrored };
                        let other = puzzle(construct, seed, look);
                        outcome = compare_looks(&text, &other);
                        failed = format!("{text}\n// {look:?}\n{other}");
                    }
                    let kind = match &outcome {
                        Outcome::Same => "same",
                        Outcome::Refused(_) => "refused",
                        Outcome::Unclear(_) => "unclear",
                        Outcome::Open(_) => "open",
                        Outcome::Differs(..) => "differs",
                    };
                    *found.lock().unwrap().entry((construct.0, kind)).or_default() += 1;
                    if let Outcome::Refused(w) | Outcome::Unclear(w) | Outcome::Open(w) = &outcome {
                        let short: String = w.chars().take(60).collect();
                        *why.lock().unwrap().entry((kind, short)).or_default() += 1;
                    }
                    if let Outcome::Differs(what, how) = outcome {
                        failures.lock().unwrap().push((at, construct.0, seed, what, how, failed));
                    }
                }
            });
        }
    });
    for ((kind, why), times) in why.into_inner().unwrap() {
        println!("{times:6} {kind}: {why}");
    }
    println!(
        "{:24} {:>6} {:>8} {:>8} {:>6} {:>8}",
        "construct", "same", "refused", "unclear", "open", "differs"
    );
    let found = found.into_inner().unwrap();
    for construct in constructs {
        let count = |kind| found.get(&(construct.0, kind)).copied().unwrap_or(0);
        println!(
            "{:24} {:>6} {:>8} {:>8} {:>6} {:>8}",
            construct.0,
            count("same"),
            count("refused"),
            count("unclear"),
            count("open"),
            count("differs")
        );
    }
    let mut failures = failures.into_inner().unwrap();
    failures.sort();
    for (_, construct, seed, what, how, text) in failures.iter().take(number("PUZZLEC_FUZZ_SHOW", SHOWN)) {
        println!("\n=== {construct}, seed {seed}: {what}: {how}");
        // Two looks are two files: they stay as they are.
        let text = if *what == "looks" { text.clone() } else { shrunk(text, what) };
        println!("{text}");
    }
    assert!(failures.is_empty(), "{} puzzles differ", failures.len());
}
