//! Pull diagnostics.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use lsp_types::{
    Diagnostic, DocumentDiagnosticParams, DocumentDiagnosticReport, DocumentDiagnosticReportResult,
    FullDocumentDiagnosticReport, RelatedFullDocumentDiagnosticReport,
    RelatedUnchangedDocumentDiagnosticReport, UnchangedDocumentDiagnosticReport, WorkspaceDiagnosticParams,
    WorkspaceDiagnosticReport, WorkspaceDiagnosticReportResult, WorkspaceDocumentDiagnosticReport,
    WorkspaceFullDocumentDiagnosticReport, WorkspaceUnchangedDocumentDiagnosticReport,
};
use puzzlec_analysis::host::is_stdlib;
use puzzlec_base::FileId;
use puzzlec_base::diag;

use crate::convert::Texts;
use crate::publish::{all, budget};
use crate::request::{Answer, Context, Failure};

/// Checks files; known results are reused.
fn check(c: &Context, files: &[FileId]) -> Answer<BTreeMap<FileId, Vec<diag::Diagnostic>>> {
    let stop = || c.cancel.is_cancelled() || c.outdated();
    for file in files {
        if c.snapshot.is_root(*file) && c.snapshot.check(*file, &budget(&c.cancel), &stop).is_none() {
            return Err(if c.cancel.is_cancelled() { Failure::Cancelled } else { Failure::AskAgain });
        }
    }
    Ok(all(&c.snapshot, &c.results))
}

/// The diagnostics of a document.
pub(crate) fn document(
    c: &Context,
    params: DocumentDiagnosticParams,
) -> Answer<DocumentDiagnosticReportResult> {
    let texts = Texts::of(c);
    let items: Vec<Diagnostic> = match texts.file(&params.text_document.uri) {
        Some(file) => {
            let found = check(c, &[file])?;
            found.get(&file).into_iter().flatten().map(|d| texts.diagnostic(d)).collect()
        }
        None => Vec::new(),
    };
    let result_id = number(&items);
    let report = if params.previous_result_id.as_ref() == Some(&result_id) {
        DocumentDiagnosticReport::Unchanged(RelatedUnchangedDocumentDiagnosticReport {
            related_documents: None,
            unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport { result_id },
        })
    } else {
        DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport {
            related_documents: None,
            full_document_diagnostic_report: FullDocumentDiagnosticReport {
                result_id: Some(result_id),
                items,
            },
        })
    };
    Ok(DocumentDiagnosticReportResult::Report(report))
}

/// The diagnostics of all files.
pub(crate) fn workspace(
    c: &Context,
    params: WorkspaceDiagnosticParams,
) -> Answer<WorkspaceDiagnosticReportResult> {
    let texts = Texts::of(c);
    let known: BTreeMap<String, String> =
        params.previous_result_ids.into_iter().map(|p| (p.uri.as_str().to_owned(), p.value)).collect();
    let mut reports = Vec::new();
    for (file, wrong) in check(c, &c.snapshot.roots())? {
        let Some(path) = c.snapshot.path(file).filter(|p| !is_stdlib(p)) else { continue };
        let Some(uri) = texts.uri(file) else { continue };
        let version = c.snapshot.document(path).map(|d| i64::from(d.version));
        let items: Vec<Diagnostic> = wrong.iter().map(|d| texts.diagnostic(d)).collect();
        let result_id = number(&items);
        let unchanged = known.get(uri.as_str()) == Some(&result_id);
        reports.push(if unchanged {
            let unchanged_document_diagnostic_report = UnchangedDocumentDiagnosticReport { result_id };
            WorkspaceDocumentDiagnosticReport::Unchanged(WorkspaceUnchangedDocumentDiagnosticReport {
                uri,
                version,
                unchanged_document_diagnostic_report,
            })
        } else {
            let full_document_diagnostic_report =
                FullDocumentDiagnosticReport { result_id: Some(result_id), items };
            WorkspaceDocumentDiagnosticReport::Full(WorkspaceFullDocumentDiagnosticReport {
                uri,
                version,
                full_document_diagnostic_report,
            })
        });
    }
    Ok(WorkspaceDiagnosticReportResult::Report(WorkspaceDiagnosticReport { items: reports }))
}

/// A number for a list of findings: the same for the same list.
fn number(items: &[Diagnostic]) -> String {
    let mut hasher = DefaultHasher::new();
    serde_json::to_string(items).unwrap_or_default().hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
