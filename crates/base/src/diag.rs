//! Diagnostics: one plain value for the terminal, JSON, SARIF and editors.

mod codes;
mod stop;
mod suggest;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{FileId, Span};

pub use codes::{Code, CodeInfo, Severity, all_codes, find_code};
pub use stop::Stop;
pub use suggest::{closest, did_you_mean};

/// A place and its label.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The words; may be empty.
    pub text: String,
}

/// Replace the bytes of a span by a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TextEdit {
    /// The replaced span; empty for an insertion.
    pub span: Span,
    /// The new text.
    pub text: String,
}

/// A repair that `check --fix` and the editor's code action both apply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fix {
    /// The fix in the imperative: "replace `pge` by `peg`".
    pub title: String,
    /// The edits; they do not overlap.
    pub edits: Vec<TextEdit>,
    /// Whether it is surely what the author meant, so that `check --fix` may apply it unasked.
    pub safe: bool,
}

/// One finding about a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// The code, from which severity and page follow.
    pub code: Code,
    /// One line, lower case, no full stop, understandable by itself.
    pub headline: String,
    /// The smallest honest place.
    pub primary: Label,
    /// Other places that explain it.
    pub secondary: Vec<Label>,
    /// Facts that explain it.
    pub notes: Vec<String>,
    /// The one proposal.
    pub help: Option<String>,
    /// Repairs.
    pub fixes: Vec<Fix>,
}

impl Diagnostic {
    /// A diagnostic with its primary place.
    pub fn new(code: Code, span: Span, headline: impl Into<String>) -> Self {
        Diagnostic {
            code,
            headline: headline.into(),
            primary: Label { span, text: String::new() },
            secondary: Vec::new(),
            notes: Vec::new(),
            help: None,
            fixes: Vec::new(),
        }
    }

    /// A consequence of an earlier error: the surrounding item has no meaning, but there is nothing new to
    /// report. Sorting drops it.
    pub fn consequence(span: Span) -> Self {
        Diagnostic::new(Code::Unexpected, span, "")
    }

    /// Whether it only follows from another one.
    pub fn is_consequence(&self) -> bool {
        self.headline.is_empty()
    }

    /// Words for the primary place.
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.primary.text = text.into();
        self
    }

    /// Another place.
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    /// A fact.
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// The proposal.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// A repair that replaces one span.
    pub fn fix(mut self, title: impl Into<String>, span: Span, text: impl Into<String>, safe: bool) -> Self {
        let edits = vec![TextEdit { span, text: text.into() }];
        self.fixes.push(Fix { title: title.into(), edits, safe });
        self
    }

    /// "did you mean" as help and fix, if a candidate is near enough.
    pub fn suggest<'a>(self, wrong: &str, span: Span, known: impl IntoIterator<Item = &'a str>) -> Self {
        match closest(wrong, known) {
            Some(best) => {
                let title = format!("replace `{wrong}` by `{best}`");
                self.help(format!("did you mean `{best}`?")).fix(title, span, best, false)
            }
            None => self,
        }
    }

    /// All places that it names.
    pub fn spans(&mut self, mut each: impl FnMut(&mut Span)) {
        let labels = std::iter::once(&mut self.primary).chain(&mut self.secondary);
        labels.for_each(|label| each(&mut label.span));
        let edits = self.fixes.iter_mut().flat_map(|fix| &mut fix.edits);
        edits.for_each(|edit| each(&mut edit.span));
    }

    /// The severity.
    pub fn severity(&self) -> Severity {
        self.code.info().severity
    }

    /// Whether it makes the text invalid.
    pub fn is_error(&self) -> bool {
        self.severity() == Severity::Error
    }
}

/// Sorts by file and place, drops consequences and exact repetitions, and reports an unknown name once per
/// file: its other places are labels of the first.
pub fn sort(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.retain(|d| !d.is_consequence());
    diagnostics.sort_by(|a, b| {
        (a.primary.span, a.code.as_str(), &a.headline).cmp(&(b.primary.span, b.code.as_str(), &b.headline))
    });
    diagnostics.dedup();
    let mut kept: Vec<Diagnostic> = Vec::with_capacity(diagnostics.len());
    let mut unknown: BTreeMap<(FileId, String), usize> = BTreeMap::new();
    for d in diagnostics.drain(..) {
        if d.code != Code::UnknownName {
            kept.push(d);
            continue;
        }
        let at = *unknown.entry((d.primary.span.file, d.headline.clone())).or_insert(kept.len());
        match kept.get_mut(at) {
            Some(first) => {
                first.secondary.push(Label { span: d.primary.span, text: "here too".into() });
                let more = d.fixes.into_iter().flat_map(|f| f.edits);
                if let Some(fix) = first.fixes.first_mut() {
                    // One import is enough for all of them.
                    for edit in more {
                        if !fix.edits.contains(&edit) {
                            fix.edits.push(edit);
                        }
                    }
                }
            }
            None => kept.push(d),
        }
    }
    *diagnostics = kept;
}
