//! Whether all that a puzzle uses has a meaning: an item with an error has none.

use crate::base::Span;
use crate::diag::{self, Code, Diagnostic};
use crate::model::names::{ItemRef, Names, named};
use crate::model::{number, piece};
use crate::project::Project;
use crate::syntax::ast::{Item, ItemKind};

/// The errors of the items that were looked at through `names`, sorted. `twice` are the reports of
/// names that were given twice: neither of the two items can be meant.
pub(super) fn errors(project: &Project, names: &Names<'_>, twice: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let read = names.read();
    for at in &read {
        let Some(item) = item(project, *at) else { continue };
        match &item.kind {
            ItemKind::Piece(p) => piece::check(p, &mut found),
            ItemKind::Board(b) => number::check(&b.params, &mut found),
            ItemKind::Rule(r) => number::check(&r.params, &mut found),
            _ => {}
        }
        found.extend(project.diagnostics.iter().filter(|d| within(item.span, d.primary.span)).cloned());
        if let Some((name, _)) = named(item) {
            let about = |d: &&Diagnostic| {
                d.primary.span == name.span || d.secondary.iter().any(|l| l.span == name.span)
            };
            found.extend(twice.iter().filter(about).cloned());
        }
    }
    // An edition that is not known leaves a whole file without meaning.
    let files: Vec<_> = read.iter().filter_map(|at| project.module(at.module)).map(|m| m.file).collect();
    let edition = |d: &&Diagnostic| d.code == Code::UnknownEdition && files.contains(&d.primary.span.file);
    found.extend(project.diagnostics.iter().filter(edition).cloned());
    found.retain(Diagnostic::is_error);
    diag::sort(&mut found);
    found.dedup();
    found
}

fn item(project: &Project, at: ItemRef) -> Option<&Item> {
    project.module(at.module)?.parse.file.items.get(at.item).map(|i| &**i)
}

fn within(outer: Span, inner: Span) -> bool {
    inner.file == outer.file && outer.start <= inner.start && inner.end <= outer.end
}
