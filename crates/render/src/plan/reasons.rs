//! Steps of reason as a list.

use std::fmt::Write;

use crate::safe::safe;
use crate::words::{columns, counted};
use puzzlec_analysis::ReasonsReport;

/// The steps with their techniques, the difficulty and the end.
pub(super) fn reasons(reasons: &ReasonsReport, width: usize, text: &mut String) {
    let digits = reasons.steps.len().to_string().len();
    let names = reasons.steps.iter().map(|step| columns(step.technique)).max().unwrap_or(0);
    text.push('\n');
    for (number, step) in (1..).zip(&reasons.steps) {
        let mut line = format!("  {number:>digits$}. {:<names$} ", step.technique);
        let indent = columns(&line);
        for word in safe(&step.text).split(' ') {
            if columns(&line) > indent && columns(&line) + 1 + columns(word) > width {
                text.push_str(line.trim_end());
                text.push('\n');
                line = " ".repeat(indent);
            }
            line.push(' ');
            line.push_str(word);
        }
        text.push_str(&line);
        text.push('\n');
    }
    // Writing to a `String` cannot fail.
    let _ = writeln!(text, "{}", safe(&reasons.text));
    if let Some(difficulty) = &reasons.difficulty {
        let steps = counted(difficulty.steps as u64, "steps");
        let _ = writeln!(text, "difficulty: {}, {steps} of {}", difficulty.technique, reasons.steps.len());
    }
}
