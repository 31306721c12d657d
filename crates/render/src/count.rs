//! Numbers of positions, solutions and games in words.

use std::fmt::Write;

use super::plan::{named, stop};
use super::words::{counted, grouped, grouped_digits};
use puzzlec_analysis::{CountReport, StartsReport, TheoryCount};
use puzzlec_search::{All, Shortest};

/// The counts of a puzzle: heading, positions by level, stuck positions, solutions and games.
pub fn report(report: &CountReport) -> String {
    let mut text = named(&report.puzzle, &report.parameters, report.title.as_deref());
    text.push('\n');
    let count = &report.count;
    // Writing to a `String` cannot fail.
    if let Some(reason) = &report.stopped {
        let _ = match count.levels.len() {
            0 => writeln!(text, "nothing was counted: {}", stop(reason)),
            n => {
                let last = counted(n as u64 - 1, "moves");
                writeln!(text, "not all: {}; these are the numbers up to {last}", stop(reason))
            }
        };
    }
    for note in &report.notes {
        let _ = writeln!(text, "note: {note}");
    }
    if let Some(theory) = &report.theory {
        by_theory(theory, &mut text);
    }
    if count.levels.is_empty() {
        return text;
    }
    text.push('\n');
    levels(&count.levels, &mut text);
    let _ = writeln!(text, "positions: {}", grouped(report.positions));
    if count.symmetries > 1 {
        let (classes, symmetries) = (grouped(count.classes), grouped(count.symmetries));
        let _ = writeln!(text, "up to symmetry: {classes}; {symmetries} symmetries keep the start");
    }
    let _ = writeln!(text, "stuck: {}, without a move", grouped(count.stuck));
    let _ = writeln!(text, "goals: {}", grouped(count.goals));
    if let Some(Shortest { length, solutions }) = count.shortest {
        let _ = writeln!(text, "shortest solutions: {solutions}, of {}", counted(length, "moves"));
    }
    match count.all {
        All::Counted { solutions, games, won } => {
            let _ = writeln!(text, "all solutions: {solutions}");
            let ends = if won.exact() == Some(1) { "ends" } else { "end" };
            let _ = writeln!(text, "games: {games}, of which {won} {ends} in a goal");
        }
        All::Endless => text.push_str("all solutions and games: endless, because positions can repeat\n"),
        All::Unknown => {}
    }
    text
}

/// The solutions that a theory counts.
fn by_theory(theory: &TheoryCount, text: &mut String) {
    let solutions = theory.solutions.as_deref().map_or_else(|| "infinitely many".to_owned(), grouped_digits);
    let least = if theory.at_least { "at least " } else { "" };
    let _ = match theory.length {
        Some(length) => {
            let length = counted(length, theory.unit);
            let _ = writeln!(text, "shortest solutions: {least}{solutions}, of {length}");
            match &theory.placements {
                _ if theory.all => writeln!(text, "all solutions: {least}{solutions}"),
                Some(all) => writeln!(text, "with any number of pieces: {}", grouped_digits(all)),
                None => Ok(()),
            }
        }
        None => writeln!(text, "solutions: none"),
    };
    let _ =
        writeln!(text, "note: the theory `{}` counts solutions; `--positions` counts positions", theory.name);
}

/// The number of starts that are solvable or won, or one of them by its number: the statement alone, to be pasted.
pub fn starts(report: &StartsReport, by_number: bool) -> String {
    if let Some(nth) = &report.nth {
        return format!("{}\n", nth.start);
    }
    let mut text = named(&report.puzzle, &report.parameters, report.title.as_deref());
    text.push('\n');
    let wanted = if report.wanted == "won" { "won by the first player" } else { "solvable" };
    let digits = |number: &str| grouped_digits(number);
    // Writing to a `String` cannot fail.
    if report.open > 0 {
        let words = report.contents.contains(' ');
        let marks: Vec<String> = match words {
            true => report.contents.split(' ').map(|mark| format!("`{mark}`")).collect(),
            false => report.contents.chars().map(|mark| format!("`{mark}`")).collect(),
        };
        let cells = counted(report.open as u64, "open cells");
        let _ = writeln!(text, "{cells}: each {}", marks.join(" or "));
    }
    let _ = writeln!(text, "starts: {}", digits(&report.starts));
    if let Some(reason) = &report.stopped {
        let solved = counted(report.solved, "starts");
        let _ = writeln!(text, "not all: {}; {solved} were solved one by one", stop(reason));
    }
    if let Some(count) = &report.count {
        let by = report
            .theory
            .as_ref()
            .map_or("solved one by one".to_owned(), |theory| format!("by the theory `{theory}`"));
        let _ = writeln!(text, "{wanted}: {}, {by}", digits(count));
        if by_number {
            let _ = writeln!(text, "there is no start of that number");
        }
    }
    text
}

/// A table of the positions by the number of moves to reach them.
fn levels(levels: &[u64], text: &mut String) {
    let largest = levels.iter().max().map_or(0, |n| grouped(*n).len()).max("positions".len());
    let _ = writeln!(text, "  moves   {:>largest$}", "positions");
    for (moves, positions) in levels.iter().enumerate() {
        let _ = writeln!(text, "  {:>5}   {:>largest$}", grouped(moves as u64), grouped(*positions));
    }
    text.push('\n');
}
