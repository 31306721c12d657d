//! Applying the repairs that need no asking.

use std::collections::BTreeMap;
use std::path::Path;

use super::inputs::{Inputs, STDIN};
use super::output::Failure;
use super::write;
use puzzlec_base::diag::{Diagnostic, Fix, TextEdit};
use puzzlec_base::{FileId, Sources, Span};
use puzzlec_model::project::FileSystem;

/// Applies the safe repairs of the diagnostics to the files of the command line and says how many
/// diagnostics it mended. Repairs that touch a place already changed are left for another round.
///
/// # Errors
/// A file that cannot be written. Files are replaced one after the other, each whole.
pub(super) fn apply(
    inputs: &Inputs,
    sources: &Sources,
    diagnostics: &[Diagnostic],
) -> Result<usize, Failure> {
    let ours =
        |file: FileId| sources.get(file).is_some_and(|f| f.name != STDIN && inputs.paths.contains(&f.name));
    let mut edits: BTreeMap<FileId, Vec<&TextEdit>> = BTreeMap::new();
    let mut mended = 0;
    for diagnostic in diagnostics {
        let fits = |fix: &&Fix| {
            let free = |e: &TextEdit| {
                ours(e.span.file)
                    && !edits
                        .get(&e.span.file)
                        .is_some_and(|taken| taken.iter().any(|t| clash(t.span, e.span)))
            };
            fix.safe && !fix.edits.is_empty() && fix.edits.iter().all(free)
        };
        if let Some(fix) = diagnostic.fixes.iter().find(fits) {
            for edit in &fix.edits {
                edits.entry(edit.span.file).or_default().push(edit);
            }
            mended += 1;
        }
    }
    for (file, edits) in edits {
        let Some(source) = sources.get(file) else { continue };
        let on_disk = inputs.read(&source.name).unwrap_or_default();
        let (mark, text) = match on_disk.strip_prefix('\u{feff}') {
            Some(text) => ("\u{feff}", text),
            None => ("", on_disk.as_str()),
        };
        if text != &*source.text {
            return Err(Failure::Other(format!(
                "`{}` was changed in the meantime; nothing is written",
                source.name
            )));
        }
        let fixed = format!("{mark}{}", edited(text, edits));
        write::text(Path::new(&source.name), &fixed)
            .map_err(|e| Failure::Other(format!("cannot write `{}`: {e}", source.name)))?;
    }
    Ok(mended)
}

/// Two edits clash where they overlap or insert at the same place.
pub fn clash(a: Span, b: Span) -> bool {
    (a.start < b.end && b.start < a.end) || a.start == b.start
}

/// A text with edits that do not clash applied.
pub fn edited(text: &str, mut edits: Vec<&TextEdit>) -> String {
    edits.sort_by_key(|e| (e.span.start, e.span.end));
    let mut result = String::with_capacity(text.len());
    let mut done = 0;
    for edit in edits {
        let range = edit.span.range();
        result.push_str(text.get(done..range.start).unwrap_or(""));
        result.push_str(&edit.text);
        done = range.end;
    }
    result.push_str(text.get(done..).unwrap_or(""));
    result
}
