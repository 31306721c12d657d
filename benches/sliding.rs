//! Plans of n moves for n nickels and n pennies on a line, from bases that the program finds: the time to find a base,
//! to write its plans for 10^3 to 10^6 coins of each colour, to replay them, and the bytes of the text and the process.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, clippy::print_stdout)]

use std::fmt::Write;
use std::time::Instant;

use puzzlec_base::Budget;
use puzzlec_sliding_coins::bases::{Plan, Shelf, plan};
use puzzlec_theory::meter::Meter;

/// The most that this process held so far; nothing where the system does not tell.
fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
    kib.map_or_else(|| "?".to_owned(), |kib| format!("{} MiB", kib.div_ceil(1024)))
}

/// The bytes of the moves as text, which is thrown away line by line.
fn written(plan: &Plan) -> usize {
    let (mut line, mut bytes) = (String::new(), 0);
    for step in plan.moves() {
        line.clear();
        writeln!(line, "{} {}", step.from, step.to).unwrap();
        bytes += line.len();
    }
    bytes
}

/// Whether the moves are legal and the row alternates in the end.
fn replays(plan: &Plan, n: usize, k: usize) -> bool {
    let margin = 6 * k;
    let mut cells = vec![0u8; 2 * n + 2 * margin];
    cells[margin..margin + n].fill(1);
    cells[margin + n..margin + 2 * n].fill(2);
    for step in plan.moves() {
        let place = |cell: i64| usize::try_from(cell + margin as i64).unwrap();
        let (from, to) = (place(step.from), place(step.to));
        if cells[from..from + k].contains(&0) || cells[to..to + k].iter().any(|held| *held != 0) {
            return false;
        }
        cells.copy_within(from..from + k, to);
        cells[from..from + k].fill(0);
    }
    let first = cells.iter().position(|held| *held != 0).unwrap();
    let row = &cells[first..first + 2 * n];
    !row.contains(&0) && row.windows(2).all(|two| two[0] != two[1])
}

fn main() {
    for k in [2, 4, 6] {
        for n in [1_000, 10_000, 100_000, 1_000_000u64] {
            let budget = Budget::unlimited();
            let meter = Meter::new(&budget);
            let begun = Instant::now();
            let plan = plan(n, k, Shelf::EMPTY, &meter).unwrap().plan().unwrap();
            let found = begun.elapsed();
            let begun = Instant::now();
            let bytes = written(&plan);
            let wrote = begun.elapsed();
            let begun = Instant::now();
            assert!(replays(&plan, usize::try_from(n).unwrap(), k as usize));
            println!(
                "({n},{k}): base {} in {:.2} s, written in {:.3} s ({bytes} bytes), replayed in {:.3} s, at most {} so far",
                plan.base().n(),
                found.as_secs_f64(),
                wrote.as_secs_f64(),
                begun.elapsed().as_secs_f64(),
                peak(),
            );
        }
    }
}
