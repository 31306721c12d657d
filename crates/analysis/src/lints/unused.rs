//! Items that nothing names.

use rustc_hash::FxHashMap;

use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_model::names::{Names, Sort};
use puzzlec_model::project::ModuleId;
use puzzlec_syntax::TokenKind;

/// The kinds of items that may be useless; scripts may name all but rules.
const SORTS: [(Sort, &str, bool); 6] = [
    (Sort::Rule, "rule", false),
    (Sort::Counter, "counter", true),
    (Sort::Set, "set", true),
    (Sort::List, "list", false),
    (Sort::Board, "board", true),
    (Sort::Configuration, "configuration", true),
];

/// Items of a file with puzzles that no other text of it names.
pub(super) fn items(names: &Names<'_>, id: ModuleId, diagnostics: &mut Vec<Diagnostic>) {
    let Some(module) = names.project.module(id) else { return };
    let text = names.project.sources.get(module.file).map_or("", |file| &file.text);
    let mut words: FxHashMap<&str, usize> = FxHashMap::default();
    for token in module.parse.tokens.iter().filter(|token| token.kind == TokenKind::Word) {
        *words.entry(token.text(text)).or_default() += 1;
    }
    let scripts = words.contains_key("script");
    for (sort, word, scripted) in SORTS {
        if scripts && scripted {
            continue;
        }
        for (at, name) in names.all(id, sort) {
            let alone = words.get(name.text.as_str()).is_none_or(|times| *times < 2);
            if alone && !names.is_used(at) {
                let text = format!("{word} `{}` is never used", name.text);
                diagnostics.push(Diagnostic::new(Code::UnusedItem, name.span, text));
            }
        }
    }
}
