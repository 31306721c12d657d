//! Completion of items from modules that the file does not import yet, with the import.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::names::kind_of;
use super::{Completer, Completion};
use crate::ide::Edit;
use puzzlec_base::{FileId, SourceFile};
use puzzlec_model::names::{Sort, named};
use puzzlec_model::project::{module_names, stdlib_text};
use puzzlec_syntax::ast::{Item, ItemKind, Param};

/// An item of the standard library.
struct Known {
    module: &'static str,
    item: Arc<Item>,
    source: Arc<SourceFile>,
}

/// The items of the standard library, parsed once.
fn library() -> &'static [Known] {
    static LIBRARY: OnceLock<Vec<Known>> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let mut all = Vec::new();
        for module in module_names() {
            let source = Arc::new(SourceFile::new(module, stdlib_text(module).unwrap_or("")));
            let parsed = puzzlec_syntax::parse(FileId(0), &source.text);
            let known =
                |item: &Arc<Item>| Known { module, item: Arc::clone(item), source: Arc::clone(&source) };
            all.extend(parsed.file.items.iter().map(known));
        }
        all
    })
}

fn params(item: &Item) -> &[Param] {
    match &item.kind {
        ItemKind::Rule(rule) => &rule.params,
        ItemKind::Board(board) => &board.params,
        _ => &[],
    }
}

impl Completer<'_, '_> {
    /// Items of modules of the standard library that the file does not use, as `module.name`; behind
    /// `module.` those of that module alone.
    pub(super) fn not_imported(&mut self, sorts: &[Sort]) {
        let only = (self.cursor.back(0) == ".").then(|| self.cursor.back(1));
        let Some(module) = self.context.project.module(self.module) else { return };
        let text = self.context.file_text(module.file);
        let mut imports: BTreeMap<&str, Edit> = BTreeMap::new();
        for known in library() {
            let name = known.module;
            let used = module.imports.contains_key(name)
                || module.imports.values().any(|i| self.context.is_library_module(i.module, name));
            let own = self.context.is_library_module(self.module, name);
            if used || own || only.is_some_and(|only| only != name) {
                continue;
            }
            let Some((called, sort)) = named(&known.item).filter(|n| sorts.contains(&n.1)) else { continue };
            let label = match only {
                Some(_) => called.text.clone(),
                None => format!("{name}.{}", called.text),
            };
            let slice = |p: &Param| {
                let default = p.default.as_ref().map_or(p.name.text.as_str(), |d| known.source.slice(d.span));
                default.to_owned()
            };
            let params: Vec<String> = params(&known.item).iter().map(slice).collect();
            let fields = params.iter().zip(1..).map(|(text, n)| format!("${{{n}:{text}}}"));
            let insert = match params.is_empty() {
                true => label.clone(),
                false => format!("{label}({})", fields.collect::<Vec<_>>().join(", ")),
            };
            let import = imports.entry(name).or_insert_with(|| {
                let edit = module.import(text, name);
                Edit { span: edit.span, text: edit.text }
            });
            self.found.push(Completion {
                label,
                kind: kind_of(sort),
                detail: format!("use {name}"),
                doc: known.item.doc.clone().unwrap_or_default(),
                insert,
                snippet: !params.is_empty(),
                replace: self.cursor.word,
                also: vec![import.clone()],
            });
        }
    }
}
