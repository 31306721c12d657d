//! Scripts: files and the functions in them.

use super::walk::Walker;
use super::{Meaning, Occurrence};
use crate::ide::context::IdeContext;
use puzzlec_base::{FileId, Span};
use puzzlec_model::names::ItemRef;
use puzzlec_script::{ScriptTokenKind, script_functions, script_tokens};
use puzzlec_syntax::ast::{Script, ScriptSource};

impl Walker<'_, '_> {
    /// A script and the function that is called in it: the one that is named, else the usual one.
    pub(super) fn scripted(&mut self, script: &Script) {
        let place = match &script.source {
            ScriptSource::File(path) => {
                let module = self.context.project.module(self.scope.module);
                let file = module.and_then(|m| m.scripts.get(&path.value)).copied();
                if let Some(file) = file {
                    self.uses(path.span, Meaning::Script(file));
                }
                file.map(|f| (f, 0))
            }
            ScriptSource::Inline(text) => {
                for found in names(self.context.slice(text.span), text.span, None) {
                    if found.declaration {
                        self.declares(found.span, found.meaning);
                    } else {
                        self.uses(found.span, found.meaning);
                    }
                }
                Some((text.span.file, text.span.start))
            }
        };
        if let (Some((name, _)), Some((file, start))) = (&script.call, place) {
            self.uses(name.span, Meaning::ScriptFunction(file, start, name.text.clone()));
        }
    }
}

/// The functions of a file of scripts.
pub(super) fn file(context: &IdeContext<'_>, file: FileId) -> Vec<Occurrence> {
    let text = context.file_text(file);
    names(text, Span::new(file, 0, text.len()), None)
}

fn names(text: &str, span: Span, item: Option<ItemRef>) -> Vec<Occurrence> {
    let parts = script_tokens(text);
    let declared = script_functions(&parts);
    let mut found = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        if part.kind != ScriptTokenKind::Word || !declared.iter().any(|d| d.name.text == part.text) {
            continue;
        }
        let before = i.checked_sub(1).and_then(|i| parts.get(i));
        let declaration = before.is_some_and(|b| b.is("fn"));
        let called = parts.get(i + 1).is_some_and(|n| n.is("(")) && !before.is_some_and(|b| b.is("."));
        if declaration || called {
            let start = span.start as usize + part.start;
            found.push(Occurrence {
                span: Span::new(span.file, start, start + part.text.len()),
                meaning: Meaning::ScriptFunction(span.file, span.start, part.text.to_owned()),
                declaration,
                item,
            });
        }
    }
    found
}
