//! Workflow commands that GitHub shows as annotations beside the changed lines.

use std::fmt::Write;

use puzzlec_base::Sources;
use puzzlec_base::diag::{Diagnostic, Severity};

use super::json::range;

/// One line per diagnostic. Help and notes follow the headline in the annotation's text.
pub fn annotations(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    let mut text = String::new();
    for diagnostic in diagnostics {
        let info = diagnostic.code.info();
        let level = match info.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let at = range(sources, diagnostic.primary.span);
        let mut message = diagnostic.headline.clone();
        if !diagnostic.primary.text.is_empty() {
            message.push('\n');
            message.push_str(&diagnostic.primary.text);
        }
        super::words::remarks(diagnostic, &mut message);
        // Writing to a `String` cannot fail.
        let _ = write!(text, "::{level} file={},line={}", property(&at.file), at.start.line);
        if at.end.line == at.start.line {
            // GitHub accepts columns only for ranges within one line; the end is inclusive.
            let last = at.end.column.saturating_sub(1).max(at.start.column);
            let _ = write!(text, ",col={},endColumn={last}", at.start.column);
        } else {
            let _ = write!(text, ",endLine={}", at.end.line);
        }
        let title = property(&format!("{}: {}", info.number, info.title));
        let _ = writeln!(text, ",title={title}::{}", escaped(&message));
    }
    text
}

fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}
