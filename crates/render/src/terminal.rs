//! Diagnostics for a terminal. The only module that names miette.
//!
//! miette draws one source at a time. A diagnostic is therefore drawn as a report with the labels of its
//! primary file, and labels in other files, or across the primary one, follow as small separate reports.
//! Notes and help are rendered here, because miette has no notes.

mod view;

use std::collections::BTreeMap;
use std::fmt;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, ThemeCharacters, ThemeStyles};

use puzzlec_base::diag::{Diagnostic, Label, Severity};
use puzzlec_base::{FileId, Sources, Span};

use super::safe::safe;
use super::words::columns;
use view::View;

/// Maximum number of lines of a label; a taller one covers only its first line.
const TALLEST_LABEL: usize = 6;

/// The style of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terminal {
    /// Columns; longer headlines and notes are wrapped.
    pub width: usize,
    /// Whether output has colours.
    pub color: bool,
}

impl Terminal {
    /// The diagnostics one below the other, each followed by a blank line.
    pub fn render(&self, sources: &Sources, diagnostics: &[Diagnostic]) -> String {
        let mut views = BTreeMap::new();
        let mut text = String::new();
        for diagnostic in diagnostics {
            self.one(sources, diagnostic, &mut views, &mut text);
            text.push('\n');
        }
        text
    }

    fn one(
        &self,
        sources: &Sources,
        diagnostic: &Diagnostic,
        views: &mut BTreeMap<FileId, View>,
        text: &mut String,
    ) {
        let handler = self.handler();
        let home = diagnostic.primary.span.file;
        let mut primary = diagnostic.primary.clone();
        for label in diagnostic.secondary.iter().filter(|l| l.span == primary.span) {
            let gap = if primary.text.is_empty() || label.text.is_empty() { "" } else { "; " };
            primary.text = format!("{}{gap}{}", primary.text, label.text);
        }
        // Labels across one another would be drawn as one.
        let apart = |l: &&Label| l.span.file == home && !overlap(l.span, diagnostic.primary.span);
        let (here, elsewhere): (Vec<&Label>, Vec<&Label>) =
            diagnostic.secondary.iter().filter(|l| l.span != primary.span).partition(apart);
        let mut labels = vec![(&primary, true)];
        labels.extend(here.into_iter().map(|l| (l, false)));
        let severity = match diagnostic.severity() {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        };
        let code = Some(diagnostic.code.as_str());
        let adapter = adapt(sources, views, home, &labels, code, severity, &diagnostic.headline);
        // Writing to a `String` cannot fail.
        let _ = handler.render_report(text, &adapter);
        for label in elsewhere {
            let words = if label.text.is_empty() { "see also" } else { label.text.as_str() };
            let silent = Label { span: label.span, text: String::new() };
            let severity = miette::Severity::Advice;
            let adapter = adapt(sources, views, label.span.file, &[(&silent, true)], None, severity, words);
            let _ = handler.render_report(text, &adapter);
        }
        for note in &diagnostic.notes {
            self.remark("note", note, text);
        }
        if let Some(help) = &diagnostic.help {
            self.remark("help", help, text);
        }
    }

    fn handler(&self) -> GraphicalReportHandler {
        let styles = if self.color { ThemeStyles::ansi() } else { ThemeStyles::none() };
        let theme = GraphicalTheme { characters: ThemeCharacters::unicode(), styles };
        GraphicalReportHandler::new_themed(theme)
            .with_links(false)
            .with_width(self.width.max(20))
            .without_cause_chain()
            .without_syntax_highlighting()
            .tab_width(4)
    }

    fn remark(&self, word: &str, remark: &str, text: &mut String) {
        let indent = " ".repeat(word.len() + 4);
        let width = self.width.max(40).saturating_sub(indent.len());
        let remark = safe(remark);
        let lines = remark.lines().flat_map(|line| wrap(line, width));
        for (i, line) in lines.enumerate() {
            match (i, self.color) {
                (0, true) => text.push_str(&format!("  \u{1b}[36m{word}:\u{1b}[0m ")),
                (0, false) => text.push_str(&format!("  {word}: ")),
                _ => text.push_str(&indent),
            }
            text.push_str(&line);
            text.push('\n');
        }
    }
}

fn overlap(a: Span, b: Span) -> bool {
    a.file == b.file && a.start < b.end && b.start < a.end
}

/// Breaks a line at blanks; a word longer than the width gets its own line.
fn wrap(line: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut current = String::new();
    for word in line.split(' ') {
        let wanted = columns(&current) + 1 + columns(word);
        if !current.trim().is_empty() && wanted > width {
            lines.push(std::mem::take(&mut current));
        } else if !current.is_empty() || word.is_empty() {
            current.push(' ');
        }
        current.push_str(word);
    }
    lines.push(current);
    lines
}

/// A report as miette wants it.
#[derive(Debug)]
struct Adapter {
    code: Option<&'static str>,
    severity: miette::Severity,
    headline: String,
    view: Option<View>,
    labels: Vec<LabeledSpan>,
}

fn adapt(
    sources: &Sources,
    views: &mut BTreeMap<FileId, View>,
    file: FileId,
    labels: &[(&Label, bool)],
    code: Option<&'static str>,
    severity: miette::Severity,
    headline: &str,
) -> Adapter {
    let headline = view::printable(headline);
    let mut adapter = Adapter { code, severity, headline, view: None, labels: Vec::new() };
    let Some(source) = sources.get(file) else { return adapter };
    // A file that could not be read has nothing to show but its name.
    let unread = code.is_some_and(|c| c.starts_with("P08"));
    if unread && source.text.is_empty() {
        return adapter;
    }
    let whole = views.entry(file).or_insert_with(|| View::new(source));
    let spans: Vec<_> = labels.iter().map(|(l, _)| whole.clamp(l.span, TALLEST_LABEL)).collect();
    let view = match spans.first() {
        Some(primary) if whole.is_wide_at(&spans) => whole.cut_around(primary.clone()),
        _ => whole.clone(),
    };
    for ((label, primary), span) in labels.iter().zip(spans) {
        let Some(span) = view.place(span) else { continue };
        let words = (!label.text.is_empty()).then(|| view::printable(&label.text));
        let at = (span.start, span.end - span.start);
        adapter.labels.push(if *primary {
            LabeledSpan::new_primary_with_span(words, at)
        } else {
            LabeledSpan::new_with_span(words, at)
        });
    }
    adapter.view = Some(view);
    adapter
}

impl fmt::Display for Adapter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.headline)
    }
}

impl std::error::Error for Adapter {}

impl miette::Diagnostic for Adapter {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.code.map(|c| Box::new(c) as Box<dyn fmt::Display>)
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(self.severity)
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        self.view.as_ref().map(|v| v as &dyn miette::SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}
