//! Measures that count the actions of some rules.

use std::collections::BTreeSet;

use crate::names::{Names, Sort};
use crate::project::ModuleId;
use crate::rule::Rule;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_syntax::ast::{ItemKind, Measure, Path, RuleBody};

/// By rule whether a measure of the actions of some rules counts it.
pub(super) fn rules(
    names: &Names<'_>,
    module: ModuleId,
    measure: &Measure,
    rules: &[Rule],
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Vec<bool>> {
    counted(names, module, &measure.rules, rules, diagnostics)
}

/// By rule whether it is one of these, or a member of a union among them.
pub(super) fn counted(
    names: &Names<'_>,
    module: ModuleId,
    paths: &[Path],
    rules: &[Rule],
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Vec<bool>> {
    let mut counted = vec![false; rules.len()];
    let mut sound = true;
    for path in paths {
        let mut found = BTreeSet::new();
        let mut open = match names.resolve(module, path, Sort::Rule) {
            Ok(item) => vec![item],
            Err(d) => {
                diagnostics.push(*d);
                sound = false;
                continue;
            }
        };
        // A union stands for its members.
        while let Some(item) = open.pop() {
            let Some(ItemKind::Rule(rule)) = names.item(item).map(|i| &i.kind) else { continue };
            if let (true, RuleBody::Union(members)) = (found.insert(item), &rule.body) {
                open.extend(members.iter().filter_map(|m| names.find(item.module, &m.path, Sort::Rule)));
            }
        }
        let mut any = false;
        for (rule, counts) in rules.iter().zip(&mut counted) {
            let own = found.contains(&rule.item);
            any |= own;
            *counts |= own;
        }
        if !any {
            let text = format!("the puzzle has no rule `{}`", path.text());
            let known: Vec<&str> = rules.iter().map(|r| r.name.as_str()).collect();
            let d = Diagnostic::new(Code::BadMeasure, path.span, text);
            diagnostics.push(d.suggest(&path.text(), path.span, known));
            sound = false;
        }
    }
    sound.then_some(counted)
}
