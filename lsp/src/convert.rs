//! Plain values of the library as those of the protocol.

use std::fs;
use std::str::FromStr;

use lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location,
    NumberOrString, Range, TextDocumentIdentifier, TextDocumentPositionParams, TextEdit, Uri,
};
use puzzlec_analysis::host::Snapshot;
use puzzlec_base::diag::{self, Code, Severity};
use puzzlec_base::{FileId, Span};

use crate::client::Client;
use crate::position::Lines;
use crate::request::{Answer, Context, Failure};
use crate::uri;

/// The texts of a snapshot as a client sees them.
#[derive(Clone, Copy)]
pub(crate) struct Texts<'a> {
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) client: &'a Client,
}

impl<'a> Texts<'a> {
    pub(crate) fn of(context: &'a Context) -> Self {
        Texts { snapshot: &context.snapshot, client: &context.client }
    }

    /// The file at an address, if it is part of the work.
    pub(crate) fn file(&self, uri: &Uri) -> Option<FileId> {
        self.snapshot.file(&uri::path(uri.as_str()))
    }

    /// The texts, the file that a request is about, and the byte at its position.
    pub(crate) fn at(c: &'a Context, place: &TextDocumentPositionParams) -> Option<(Self, FileId, u32)> {
        let texts = Texts::of(c);
        let file = texts.file(&place.text_document.uri)?;
        Some((texts, file, texts.lines(file)?.offset(place.position)))
    }

    /// The texts, and the file that a request is about.
    pub(crate) fn document(c: &'a Context, document: &TextDocumentIdentifier) -> Option<(Self, FileId)> {
        let texts = Texts::of(c);
        Some((texts, texts.file(&document.uri)?))
    }

    /// The lines of a file.
    pub(crate) fn lines(&self, file: FileId) -> Option<Lines<'a>> {
        let source = self.snapshot.analysis().sources().get(file)?;
        let mark = self.snapshot.has_mark(&source.name);
        Some(Lines::new(&source.text, &source.lines, self.client.encoding, mark))
    }

    pub(crate) fn range(&self, span: Span) -> Range {
        self.lines(span.file).map_or(Range::default(), |l| l.range(span.start, span.end))
    }

    pub(crate) fn span(&self, file: FileId, range: Range) -> Option<Span> {
        let lines = self.lines(file)?;
        let (start, end) = (lines.offset(range.start), lines.offset(range.end));
        Some(Span { file, start, end: end.max(start) })
    }

    pub(crate) fn uri(&self, file: FileId) -> Option<Uri> {
        uri::uri(self.snapshot.path(file)?)
    }

    pub(crate) fn location(&self, span: Span) -> Option<Location> {
        Some(Location::new(self.uri(span.file)?, self.range(span)))
    }

    pub(crate) fn edit(&self, edit: &puzzlec_analysis::ide::Edit) -> TextEdit {
        let text = match self.snapshot.analysis().sources().get(edit.span.file) {
            Some(source) => source.with_its_line_ends(&edit.text),
            None => edit.text.clone(),
        };
        TextEdit::new(self.range(edit.span), text)
    }

    /// A finding with all that the client can show of it.
    pub(crate) fn diagnostic(&self, d: &diag::Diagnostic) -> Diagnostic {
        let related = |label: &diag::Label| {
            let message = if label.text.is_empty() { "here".to_owned() } else { label.text.clone() };
            Some(DiagnosticRelatedInformation { location: self.location(label.span)?, message })
        };
        let related: Vec<_> = d.secondary.iter().filter_map(related).collect();
        let severity = match d.severity() {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
        };
        use Code::{UnusedImport, UnusedItem, UnusedParameter, UnusedPiece};
        let unused = matches!(d.code, UnusedPiece | UnusedImport | UnusedParameter | UnusedItem);
        Diagnostic {
            range: self.range(d.primary.span),
            severity: Some(severity),
            code: Some(NumberOrString::String(d.code.as_str().to_owned())),
            code_description: Some(d.code).filter(|_| self.client.code_links).and_then(page),
            source: Some("puzzlec".to_owned()),
            message: message(d),
            related_information: Some(related).filter(|r| self.client.related && !r.is_empty()),
            tags: (unused && self.client.tags).then(|| vec![DiagnosticTag::UNNECESSARY]),
            data: None,
        }
    }
}

/// The error for a file outside the workspace.
pub(crate) fn known<T>(found: Option<T>) -> Answer<T> {
    found.ok_or_else(|| Failure::Refused("the server does not know this file".to_owned()))
}

fn message(d: &diag::Diagnostic) -> String {
    let mut text = d.headline.clone();
    if !d.primary.text.is_empty() {
        text.push_str(": ");
        text.push_str(&d.primary.text);
    }
    for note in &d.notes {
        text.push_str("\nnote: ");
        text.push_str(note);
    }
    if let Some(help) = &d.help {
        text.push_str("\nhelp: ");
        text.push_str(help);
    }
    text
}

/// The page of a code, written out so that any editor can show it.
fn page(code: Code) -> Option<CodeDescription> {
    let folder = uri::folder("codes")?;
    let path = format!("{folder}/{}.md", code.as_str());
    let text = code.info().page;
    if fs::metadata(&path).map(|m| m.len()).ok() != u64::try_from(text.len()).ok() {
        fs::create_dir_all(&folder).ok()?;
        fs::write(&path, text).ok()?;
    }
    let href = Uri::from_str(uri::uri(&path)?.as_str()).ok()?;
    Some(CodeDescription { href })
}
