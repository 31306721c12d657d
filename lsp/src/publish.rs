//! Push diagnostics.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::Sender;
use lsp_types::{Diagnostic, PublishDiagnosticsParams, Uri};
use puzzlec_analysis::host::{Snapshot, is_stdlib};
use puzzlec_base::diag;
use puzzlec_base::{Budget, CancelToken, FileId};

use crate::client::Client;
use crate::convert::Texts;
use crate::event::{CheckResults, Event};
use crate::jobs::Results;
use crate::uri;

/// Time limit for a file's scripts in a check.
const PATIENCE: Duration = Duration::from_secs(10);

/// The last published diagnostics.
#[derive(Default)]
pub(crate) struct Published(BTreeMap<String, (Option<i32>, Vec<Diagnostic>)>);

/// A budget for checking one file.
pub(crate) fn budget(cancel: &CancelToken) -> Budget {
    let begun = Instant::now();
    Budget::unlimited().with_cancel(cancel.clone()).with_deadline(Arc::new(move || begun.elapsed()), PATIENCE)
}

/// Checks all files, open ones first, and reports those and then all.
pub(crate) fn check_all(
    snapshot: &Snapshot,
    client: &Client,
    results: &Results,
    cancel: &CancelToken,
    events: &Sender<Event>,
) {
    let stop = || cancel.is_cancelled();
    let is_open = |file: FileId| snapshot.path(file).is_some_and(|p| snapshot.document(p).is_some());
    let mut announced = false;
    for file in snapshot.roots() {
        if !announced && !is_open(file) {
            announced = true;
            let _ = events.send(Event::Checked(collect(snapshot, client, results)));
        }
        // A file that makes the checker panic has no diagnostics of meaning; all others do.
        let checked = catch_unwind(AssertUnwindSafe(|| snapshot.check(file, &budget(cancel), &stop)));
        if checked.is_ok_and(|c| c.is_none()) && stop() {
            return;
        }
    }
    let _ = events.send(Event::Checked(collect(snapshot, client, results)));
}

/// All that is known to be wrong, as the client reads it.
fn collect(snapshot: &Snapshot, client: &Client, results: &Results) -> CheckResults {
    let texts = Texts { snapshot, client };
    let mut found = all(snapshot, results);
    let unknown = |file: &FileId| snapshot.is_root(*file) && snapshot.checked(*file).is_none();
    found.retain(|file, _| !unknown(file));
    let files = found.iter().filter_map(|(file, wrong)| {
        let path = snapshot.path(*file)?.to_owned();
        Some((path, wrong.iter().map(|d| texts.diagnostic(d)).collect()))
    });
    let paths = snapshot.analysis().sources().iter().map(|(_, f)| f.name.clone()).collect();
    CheckResults { revision: snapshot.revision(), files: files.collect(), paths }
}

/// All that is known to be wrong, with expectations that were found not to hold.
pub(crate) fn all(snapshot: &Snapshot, results: &Results) -> BTreeMap<FileId, Vec<diag::Diagnostic>> {
    let mut found = snapshot.diagnostics();
    for (key, outcome) in results.tested.iter().filter(|(_, o)| !o.wrong.is_empty()) {
        let (Some(before), Some(now)) = (&outcome.of, outcome.holds(snapshot, key)) else { continue };
        let Some(file) = snapshot.file(&key.0) else { continue };
        let wrong = outcome.wrong.iter().filter_map(|d| before.said(&now, d));
        found.entry(file).or_default().extend(wrong);
    }
    found.values_mut().for_each(diag::sort);
    found
}

impl Published {
    /// The changes since the last publication. Open documents are sent with their version.
    pub(crate) fn news(
        &mut self,
        found: CheckResults,
        open: &BTreeMap<String, (Uri, i32)>,
        versions: bool,
    ) -> Vec<PublishDiagnosticsParams> {
        let mut news = Vec::new();
        for (path, diagnostics) in found.files {
            let document = open.get(&path);
            let version = document.map(|d| d.1);
            let known = self.0.get(&path);
            let nothing_new = match known {
                Some((v, d)) => *v == version && *d == diagnostics,
                None => document.is_none() && diagnostics.is_empty(),
            };
            if nothing_new || (document.is_none() && is_stdlib(&path)) {
                continue;
            }
            let Some(uri) = document.map(|d| d.0.clone()).or_else(|| uri::uri(&path)) else { continue };
            self.0.insert(path, (version, diagnostics.clone()));
            news.push(PublishDiagnosticsParams { uri, diagnostics, version: version.filter(|_| versions) });
        }
        let gone: Vec<String> =
            self.0.keys().filter(|p| !found.paths.contains(p.as_str())).cloned().collect();
        for path in gone {
            let wrong = self.0.remove(&path).is_some_and(|(_, d)| !d.is_empty());
            if let Some(uri) = uri::uri(&path).filter(|_| wrong) {
                news.push(PublishDiagnosticsParams { uri, diagnostics: Vec::new(), version: None });
            }
        }
        news
    }
}
