//! What a theory says of a puzzle, in words and pictures.

use std::fmt::Write;
use std::time::Duration;

use super::plan::named;
use super::words::counted;
use crate::analysis::{AnalyzeReport, ProblemReport};

/// Blanks between two pictures.
const GAP: usize = 4;

/// The board, the goals, and one goal with all tests.
pub fn report(report: &AnalyzeReport, width: usize) -> String {
    let mut text = named(&report.puzzle, &report.parameters, report.title.as_deref());
    // Writing to a `String` cannot fail.
    let board = &report.board;
    let _ = writeln!(text, "\ntheory: peg solitaire (Ramaré 2008)\n");
    let _ = writeln!(
        text,
        "board: {}, {}, {}",
        counted(board.cells as u64, "cells"),
        counted(board.jumps as u64, "jumps"),
        if board.symmetries == 1 { "1 symmetry".into() } else { format!("{} symmetries", board.symmetries) }
    );
    if let Some(smith) = &board.smith {
        let factors: Vec<String> = smith.iter().map(|(factor, times)| format!("{factor}^{times}")).collect();
        let _ = writeln!(text, "Smith form of the jumps: {}", factors.join(" "));
    }
    let _ = writeln!(
        text,
        "quadratic tests: {} rows (pairs of cells), {} columns (jumps, and jumps beside a cell)",
        board.pairs, board.generators
    );
    let _ = writeln!(
        text,
        "classes: {} sets of cells that every jump meets in an even number\n",
        board.witnesses.len()
    );
    let blocks: Vec<Vec<String>> = board.witnesses.clone();
    beside(&blocks, width, &mut text);
    let _ = writeln!(text, "goals: {}", report.goal_count);
    if !report.goals.is_empty() {
        let mut tests: Vec<&Option<String>> = report.goals.iter().map(|g| &g.1).collect();
        tests.sort();
        tests.dedup();
        for test in tests {
            let these: Vec<String> =
                report.goals.iter().filter(|g| g.1 == *test).map(|g| g.0.join("+")).collect();
            let what = test.as_deref().map_or("no test rules out".into(), |t| format!("ruled out by {t}"));
            let _ = writeln!(text, "  {what}: {}", these.join(" "));
        }
    }
    if let Some(problem) = &report.problem {
        one(problem, width, &mut text);
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

fn one(problem: &ProblemReport, width: usize, text: &mut String) {
    let pegs = if problem.goal.is_empty() { "no peg".into() } else { problem.goal.join(", ") };
    let _ = writeln!(text, "\ngoal: {pegs}");
    let _ = writeln!(text, "moves: {} in every game\n", problem.moves);
    let longest = problem.tests.iter().map(|t| t.test.chars().count()).max().unwrap_or(0);
    for row in &problem.tests {
        let blanks = longest - row.test.chars().count();
        let outcome = match row.outcome.as_str() {
            "refuted" => "RULES IT OUT",
            "open" => "not decided",
            _ => "passed",
        };
        let _ = writeln!(text, "  {}{}  {outcome:12}  {}", row.test, " ".repeat(blanks), time(row.time));
    }
    if let Some(thickness) = &problem.thickness {
        text.push('\n');
        if thickness.is_empty() {
            text.push_str("thickness: no jump can be played in any game\n");
        } else {
            let _ = writeln!(text, "thickness: how often each jump is played at most; all others never");
            let each: Vec<Vec<String>> =
                thickness.iter().map(|(jump, bound)| vec![format!("{jump} {bound}")]).collect();
            beside(&each, width, text);
        }
    }
    text.push('\n');
    let _ = writeln!(text, "depth and height: jumps until a cell can be empty, and can hold a peg\n");
    beside(&[problem.depth.clone(), problem.height.clone()], width, text);
    if let Some(weights) = &problem.weights {
        let _ = writeln!(text, "the weights of pegs in the proof\n");
        beside(std::slice::from_ref(weights), width, text);
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
