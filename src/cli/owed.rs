//! The JSON document that a command writes, whatever ends it: what is known of it before the command writes it itself.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use puzzlec_analysis::Report;
use puzzlec_base::diag::Diagnostic;
use puzzlec_base::{Limit, Sources};
use puzzlec_render::json::{self, Finding, Unfinished};

static OWED: Mutex<Option<Owed>> = Mutex::new(None);
static AT_LEAST: AtomicU64 = AtomicU64::new(0);

/// The answers that are known so far.
pub(super) type Reports = Arc<Mutex<Vec<Report>>>;

/// A document that is not written yet.
#[derive(Debug)]
pub(super) struct Owed {
    kind: &'static str,
    /// For `verify`: the puzzle file and the certificate.
    files: Option<(String, String)>,
    diagnostics: Vec<Finding>,
    reports: Reports,
}

/// The command writes a document of this kind.
pub(super) fn owe(kind: &'static str, files: Option<(String, String)>) {
    let owed = Owed { kind, files, diagnostics: Vec::new(), reports: Reports::default() };
    *OWED.lock().unwrap_or_else(PoisonError::into_inner) = Some(owed);
}

/// The command writes it now.
pub(super) fn paid() {
    *OWED.lock().unwrap_or_else(PoisonError::into_inner) = None;
}

/// Errors that were reported elsewhere.
pub(super) fn found(sources: &Sources, diagnostics: &[Diagnostic]) {
    if let Some(owed) = &mut *OWED.lock().unwrap_or_else(PoisonError::into_inner) {
        let errors = diagnostics.iter().filter(|d| d.is_error());
        owed.diagnostics.extend(errors.map(|d| json::finding(sources, d)));
    }
}

/// The answers that the document is to have.
pub(super) fn reports(known: &Reports) {
    if let Some(owed) = &mut *OWED.lock().unwrap_or_else(PoisonError::into_inner) {
        owed.reports = Arc::clone(known);
    }
}

/// Another puzzle is solved from now on.
pub(super) fn begin() {
    AT_LEAST.store(0, Ordering::Relaxed);
}

/// The puzzle that is being solved has no shorter plan.
pub(super) fn proved(at_least: u64) {
    AT_LEAST.fetch_max(at_least, Ordering::Relaxed);
}

/// The document if it is not written yet, for a command that ends for this reason.
pub(super) fn unfinished(stopped: Option<Limit>, error: Option<&str>) -> Option<String> {
    let owed = OWED.lock().unwrap_or_else(PoisonError::into_inner).take()?;
    // A thread that holds the lock may be the one that takes too long.
    let reports = owed.reports.try_lock().ok();
    let document = Unfinished {
        stopped,
        at_least: AT_LEAST.load(Ordering::Relaxed),
        error,
        reports: reports.as_ref().map_or(&[], |known| known.as_slice()),
        diagnostics: &owed.diagnostics,
        files: owed.files.as_ref().map(|(file, certificate)| (file.as_str(), certificate.as_str())),
    };
    Some(document.document(owed.kind))
}
