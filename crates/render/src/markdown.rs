//! A theory's facts about a puzzle as Markdown, for editors.

use std::fmt::Write;

use super::plan::named;
use puzzlec_analysis::AnalyzeReport;
use puzzlec_theory::{Content, Section};

/// The theory with its paper, then every section.
pub fn report(report: &AnalyzeReport) -> String {
    let mut text =
        format!("# {}", plain(&named(&report.puzzle, &report.parameters, report.title.as_deref())));
    // Writing to a `String` cannot fail.
    let _ = writeln!(text, "\nTheory: {} ({})", report.theory.replace('_', " "), plain(&report.paper));
    let _ = writeln!(text, "\n{}", plain(&report.summary));
    for part in &report.sections {
        section(part, &mut text);
    }
    text
}

fn section(section: &Section, text: &mut String) {
    let _ = writeln!(text, "\n## {}", plain(&section.title));
    if !section.note.is_empty() {
        let _ = writeln!(text, "\n{}", plain(&section.note));
    }
    let _ = writeln!(text);
    match &section.content {
        Content::Facts { facts } => {
            for (name, value) in facts {
                let _ = writeln!(text, "- {}: {}", plain(name), plain(value));
            }
        }
        Content::Table { columns, rows, .. } => {
            row(columns, text);
            row(&vec!["---".to_owned(); columns.len()], text);
            rows.iter()
                .for_each(|cells| row(&cells.iter().map(|cell| plain(cell)).collect::<Vec<_>>(), text));
        }
        Content::List { items } => {
            let items: Vec<String> = items.iter().map(|item| plain(item)).collect();
            let _ = writeln!(text, "{}", items.join(", "));
        }
        Content::Pictures { pictures } => {
            for picture in pictures {
                let _ = writeln!(text, "```text\n{}\n```", picture.join("\n"));
            }
        }
    }
}

fn row(cells: &[String], text: &mut String) {
    let _ = writeln!(text, "| {} |", cells.join(" | "));
}

/// A text in one line, with Markdown characters escaped.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    for c in text.trim_end().chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#') {
            plain.push('\\');
        }
        plain.push(if c.is_control() { ' ' } else { c });
    }
    plain
}
