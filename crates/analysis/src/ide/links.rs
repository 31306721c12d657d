//! The files that a text names.

use super::text::{Text, text};
use crate::Analysis;
use puzzlec_base::{FileId, Span};
use puzzlec_model::project::{Module, Project};
use puzzlec_syntax::ast::{ItemKind, Script, ScriptSource, Use, UseTarget, Visitor, visit};

/// A part of a text that names a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The name of a module, or a path without its quotes.
    pub span: Span,
    /// The path of the file, in the project's form.
    pub target: String,
}

/// The imports, scripts and words of a file that were found.
pub fn links(analysis: &Analysis, file: FileId) -> Vec<Link> {
    let Some(Text::Puzzle(_, module, _)) = text(analysis, file) else { return Vec::new() };
    let mut finder = Finder { project: analysis.project(), module, links: Vec::new() };
    module.parse.file.items.iter().for_each(|item| visit(item, &mut finder));
    let lists = module.parse.file.items.iter().filter_map(|item| match &item.kind {
        ItemKind::List(list) if list.in_file => Some(&list.words),
        _ => None,
    });
    for words in lists {
        let source = module.lists.get(&words.value).and_then(|id| finder.project.sources.get(*id));
        finder
            .links
            .extend(source.map(|source| Link { span: inside(words.span), target: source.name.clone() }));
    }
    finder.links
}

struct Finder<'a> {
    project: &'a Project,
    module: &'a Module,
    links: Vec<Link>,
}

impl<'t> Visitor<'t> for Finder<'_> {
    fn import(&mut self, import: &'t Use, span: Span) {
        // Each statement has at most one import, and imports record their statements.
        let found = self.module.imports.values().find(|i| i.span == span);
        let Some(target) = found.and_then(|i| self.project.module(i.module)) else { return };
        let span = match &import.target {
            UseTarget::Module(name) => name.span,
            UseTarget::File(text) => inside(text.span),
        };
        self.links.push(Link { span, target: target.path.clone() });
    }

    fn script(&mut self, script: &'t Script) {
        let ScriptSource::File(file) = &script.source else { return };
        let found = self.module.scripts.get(&file.value).and_then(|id| self.project.sources.get(*id));
        if let Some(source) = found {
            self.links.push(Link { span: inside(file.span), target: source.name.clone() });
        }
    }
}

/// A text without its quotes.
fn inside(span: Span) -> Span {
    let start = span.start.saturating_add(1).min(span.end);
    Span { start, end: span.end.saturating_sub(1).max(start), ..span }
}
