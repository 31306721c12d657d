//! Levels in words, and graphs for other programs.

use std::fmt::{self, Write};

use super::plan::{named, stop};
use super::words::{counted, grouped};
use puzzlec_analysis::{ExploreReport, GraphReport, PositionReport};

/// The levels of a puzzle: heading, a table, sums.
pub fn report(report: &ExploreReport) -> String {
    let mut text = named(&report.puzzle, &report.parameters, report.title.as_deref());
    text.push('\n');
    // Writing to a `String` cannot fail.
    if let Some(reason) = &report.stopped {
        let _ = match report.levels.len() {
            0 => writeln!(text, "nothing was explored: {}", stop(reason)),
            n => {
                let last = counted(n as u64 - 1, "moves");
                writeln!(text, "not all: {}; these are the levels up to {last}", stop(reason))
            }
        };
    }
    for note in &report.notes {
        let _ = writeln!(text, "note: {note}");
    }
    if report.levels.is_empty() {
        return text;
    }
    text.push('\n');
    table(report, &mut text);
    let _ = writeln!(text, "positions: {}", grouped(report.positions));
    if !report.whole && report.stopped.is_none() {
        text.push_str("the moves of the last level were not explored\n");
    }
    text
}

fn table(report: &ExploreReport, text: &mut String) {
    let head = ["moves", "positions", "goals", "stuck", "forward", "within", "back"].map(str::to_owned);
    let mut rows = vec![head];
    for (number, level) in (0_u64..).zip(&report.levels) {
        let moves = level.moves;
        let of = |n: Option<u64>| n.map_or_else(|| "?".to_owned(), grouped);
        rows.push([
            grouped(number),
            grouped(level.positions),
            grouped(level.goals),
            of(moves.map(|m| m.stuck)),
            of(moves.map(|m| m.forward)),
            of(moves.map(|m| m.within)),
            of(moves.map(|m| m.back)),
        ]);
    }
    let widths: Vec<usize> =
        (0..7).map(|i| rows.iter().filter_map(|r| r.get(i)).map(String::len).max().unwrap_or(0)).collect();
    for row in rows {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:>width$}"));
        let _ = writeln!(text, "  {}", cells.collect::<Vec<_>>().join("   "));
    }
    text.push('\n');
}

/// A graph in the language DOT: positions as pictures, level below level, goals framed twice, moves
/// as arrows in short notation.
///
/// # Errors
/// Those of the output.
pub fn dot(name: &str, graph: &GraphReport, out: &mut dyn Write) -> fmt::Result {
    write!(
        out,
        "digraph \"{}\" {{\n  node [shape=box, fontname=\"monospace\"]\n  edge [fontname=\"monospace\"]\n",
        quoted(name)
    )?;
    let several = several_rules(graph);
    for (number, position) in graph.positions.iter().enumerate() {
        let lines: Vec<String> = position.picture.iter().map(|row| quoted(row) + "\\l").collect();
        let mut style = String::new();
        if position.goal {
            style.push_str(", peripheries=2");
        }
        if number == 0 {
            style.push_str(", style=bold");
        }
        writeln!(out, "  {number} [label=\"{}\"{style}]", lines.concat())?;
    }
    let mut level: Vec<String> = Vec::new();
    for (number, position) in graph.positions.iter().enumerate() {
        level.push(number.to_string());
        let next = graph.positions.get(number + 1).map(|p| p.level);
        if next != Some(position.level) {
            writeln!(out, "  {{ rank=same; {} }}", level.join("; "))?;
            level.clear();
        }
    }
    for m in &graph.moves {
        let rule = if several { format!("{} ", m.rule) } else { String::new() };
        let label = quoted(&format!("{rule}{}", m.notation));
        writeln!(out, "  {} -> {} [label=\"{label}\"]", m.from, m.to)?;
    }
    out.write_str("}\n")
}

/// A text between double quotes.
pub(super) fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

fn several_rules(graph: &GraphReport) -> bool {
    graph.moves.windows(2).any(|pair| matches!(pair, [a, b] if a.rule != b.rule))
}

/// A graph as comma-separated values: one line per move, with the position where it begins; a position
/// without moves has a line of its own. The rows of a picture are separated by `/`.
///
/// # Errors
/// Those of the output.
pub fn csv(graph: &GraphReport, out: &mut dyn Write) -> fmt::Result {
    out.write_str("position,level,goal,picture,rule,move,next\n")?;
    let mut moves = graph.moves.iter().peekable();
    for (number, position) in (0_u32..).zip(&graph.positions) {
        let about = about(number, position);
        let mut any = false;
        while let Some(m) = moves.next_if(|m| m.from == number) {
            any = true;
            writeln!(out, "{about},{},{},{}", field(&m.rule), field(&m.notation), m.to)?;
        }
        if !any {
            writeln!(out, "{about},,,")?;
        }
    }
    Ok(())
}

fn about(number: u32, position: &PositionReport) -> String {
    let goal = if position.goal { "yes" } else { "no" };
    format!("{number},{},{goal},{}", position.level, field(&position.picture.join("/")))
}

fn field(text: &str) -> String {
    if text.contains([',', '"', '\n']) || text.trim() != text {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
