//! A theory's facts about a puzzle, in words and pictures.

use std::fmt::Write;
use std::time::Duration;

use super::plan::named;
use super::words::columns as width_of;
use puzzlec_analysis::AnalyzeReport;
use puzzlec_theory::{Content, Section};

/// Blanks between two pictures.
const GAP: usize = 4;

/// The theory with its paper, then every section; with the times of tests, which differ from run to run, if they are
/// wanted.
pub fn report(report: &AnalyzeReport, width: usize, timed: bool) -> String {
    let mut text = named(&report.puzzle, &report.parameters, report.title.as_deref());
    // Writing to a `String` cannot fail.
    text.push('\n');
    if !report.paper.is_empty() {
        let _ = writeln!(text, "theory: {} ({})", report.theory.replace('_', " "), report.paper);
    }
    for part in &report.sections {
        section(part, width, timed, &mut text);
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

fn section(section: &Section, width: usize, timed: bool, text: &mut String) {
    let note = if section.note.is_empty() { String::new() } else { format!(": {}", section.note) };
    let _ = writeln!(text, "\n{}{note}", section.title);
    match &section.content {
        Content::Facts { facts } => {
            let longest = facts.iter().map(|(name, _)| width_of(name)).max().unwrap_or(0);
            for (name, value) in facts {
                let blanks = " ".repeat(longest - width_of(name));
                let _ = writeln!(text, "  {name}{blanks}  {value}");
            }
        }
        Content::Table { columns, rows, times } => {
            table(columns, rows, if timed { times } else { &[] }, text)
        }
        Content::List { items } => {
            let each: Vec<Vec<String>> = items.iter().map(|item| vec![item.clone()]).collect();
            beside(&each, width, text);
        }
        Content::Pictures { pictures } => {
            text.push('\n');
            beside(pictures, width, text);
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
    }
}

fn table(columns: &[String], rows: &[Vec<String>], times: &[Duration], text: &mut String) {
    let cell = |row: &[String], at: usize| row.get(at).cloned().unwrap_or_default();
    let wide = |at: usize| {
        let all = rows.iter().map(Vec::as_slice).chain([columns]);
        all.map(|row| width_of(&cell(row, at))).max().unwrap_or(0)
    };
    let wides: Vec<usize> = (0..columns.len()).map(wide).collect();
    let line = |row: &[String], last: &str| {
        let parts = wides.iter().enumerate().map(|(at, wide)| {
            let part = cell(row, at);
            let blanks = " ".repeat(wide - width_of(&part).min(*wide));
            format!("  {part}{blanks}")
        });
        let line = format!("{}  {last}", parts.collect::<String>());
        line.trim_end().to_owned()
    };
    let _ = writeln!(text, "{}", line(columns, if times.is_empty() { "" } else { "time" }));
    for (at, row) in rows.iter().enumerate() {
        let took = times.get(at).map_or(String::new(), |t| time(*t));
        let _ = writeln!(text, "{}", line(row, &took));
    }
}

/// Pictures beside each other, as many as fit.
fn beside(pictures: &[Vec<String>], width: usize, text: &mut String) {
    let wide = pictures.iter().flatten().map(|row| row.chars().count()).max().unwrap_or(0);
    let fit = (width.saturating_sub(2) / (wide + GAP).max(1)).max(1);
    for group in pictures.chunks(fit) {
        let rows = group.iter().map(Vec::len).max().unwrap_or(0);
        for at in 0..rows {
            let row = group.iter().map(|p| {
                let row = p.get(at).map_or("", String::as_str);
                format!("{row}{}", " ".repeat(wide + GAP - row.chars().count()))
            });
            let row: String = row.collect();
            let _ = writeln!(text, "  {}", row.trim_end());
        }
        if rows > 1 {
            text.push('\n');
        }
    }
}

fn time(time: Duration) -> String {
    let micros = time.as_micros();
    match micros {
        0..=999 => format!("{micros} µs"),
        1000..=999_999 => format!("{:.1} ms", time.as_secs_f64() * 1e3),
        _ => format!("{:.2} s", time.as_secs_f64()),
    }
}
