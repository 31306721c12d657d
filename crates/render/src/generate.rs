//! Generated puzzles as a table.

use std::fmt::Write;

use super::plan::{named, stop};
use super::words::{counted, grouped};
use puzzlec_analysis::{GenerateReport, GeneratedPuzzle};

/// What was looked at, and a table of the puzzles, with the names of their files if they were written.
pub fn report(report: &GenerateReport, files: &[String]) -> String {
    let mut text = named(&report.puzzle, &report.parameters, report.title.as_deref());
    text.push('\n');
    let looked = &report.looked;
    // Writing to a `String` cannot fail.
    let _ = match report.seed {
        Some(seed) => {
            let fitting = counted(looked.fitting, "puzzles");
            let tries = if looked.tries == 1 {
                "1 try".to_owned()
            } else {
                format!("{} tries", grouped(looked.tries))
            };
            writeln!(text, "seed {seed}: {tries}, {fitting} as wished")
        }
        None => {
            let _ = writeln!(text, "fillings: {}", grouped(looked.fillings));
            if looked.tries < looked.fillings {
                let _ = writeln!(text, "up to symmetry: {}", grouped(looked.tries));
            }
            let solvable = grouped(looked.solvable);
            writeln!(text, "solvable: {solvable}, {} as wished", grouped(looked.fitting))
        }
    };
    if let (Some(by), Some((hardness, number))) = (&report.hardest_by, looked.hardest) {
        let which = if report.seed.is_some() { "hardest of these" } else { "hardest of all" };
        let hardness = decimal(hardness);
        let _ = writeln!(text, "{which}: {hardness} {by}, {}", counted(number, "puzzles"));
    }
    if looked.undecided > 0 {
        let _ = writeln!(text, "not decided: {}", grouped(looked.undecided));
    }
    if let Some(reason) = &looked.stopped {
        let _ = writeln!(text, "not all: {}", stop(reason));
    }
    if !report.puzzles.is_empty() {
        text.push('\n');
        table(report, files, &mut text);
    }
    text
}

/// A number with at most two decimals.
fn decimal(number: f64) -> String {
    if number.fract() == 0.0 { grouped(number as u64) } else { format!("{number:.2}") }
}

/// A row for each puzzle, with columns for what is known.
fn table(report: &GenerateReport, files: &[String], text: &mut String) {
    let branching = |one: &GeneratedPuzzle| {
        let (positions, moves) = (one.positions?, one.moves?);
        Some(format!("{:.2}", moves as f64 / positions.max(1) as f64))
    };
    let number = |number: Option<u64>| number.map(grouped);
    let unit = report.unit.clone().unwrap_or_default();
    let by = report.hardest_by.clone().unwrap_or_default();
    let by = by.strip_prefix("actions of ").unwrap_or("").to_owned();
    type Column<'a> = (String, Box<dyn Fn(&GeneratedPuzzle) -> Option<String> + 'a>);
    let columns: Vec<Column<'_>> = vec![
        (unit, Box::new(|one| number(one.length))),
        (by, Box::new(|one| number(one.counted))),
        ("positions".to_owned(), Box::new(|one| number(one.positions))),
        ("branching".to_owned(), Box::new(branching)),
        (
            "deductions".to_owned(),
            Box::new(|one| one.difficulty.map(|hard| format!("{} {}", hard.technique, hard.steps))),
        ),
        ("clues".to_owned(), Box::new(|one| number(one.clues.map(|clues| clues as u64)))),
    ];
    let known = |column: &Column<'_>| report.puzzles.iter().any(|one| column.1(one).is_some());
    let columns: Vec<&Column<'_>> = columns.iter().filter(|column| known(column)).collect();
    let mut rows = vec![vec!["puzzle".to_owned()]];
    if let Some(head) = rows.first_mut() {
        head.extend(columns.iter().map(|column| column.0.clone()));
        head.extend((!files.is_empty()).then(|| "file".to_owned()));
    }
    for (at, one) in report.puzzles.iter().enumerate() {
        let mut row = vec![one.name.clone()];
        row.extend(columns.iter().map(|column| column.1(one).unwrap_or_default()));
        row.extend(files.get(at).cloned());
        rows.push(row);
    }
    let width = |at: usize| rows.iter().filter_map(|row| row.get(at)).map(|t| t.chars().count()).max();
    for row in &rows {
        let mut line = String::new();
        for (at, cell) in row.iter().enumerate() {
            let width = width(at).unwrap_or(0);
            let numeric = at > 0 && at <= columns.len();
            let _ = match numeric {
                true => write!(line, "  {cell:>width$}"),
                false => write!(line, "  {cell:<width$}"),
            };
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
}
