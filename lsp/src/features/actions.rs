//! Repairs and changes that are offered.

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionResponse, Diagnostic,
};
use puzzlec_analysis::ide::{self, ActionKind, Edit};
use puzzlec_base::diag;

use super::edit::workspace_edit;
use crate::convert::Texts;
use crate::request::{Answer, Context};

/// The code actions at a place.
pub(crate) fn actions(c: &Context, params: CodeActionParams) -> Answer<Option<CodeActionResponse>> {
    let texts = Texts::of(c);
    let Some(file) = texts.file(&params.text_document.uri).filter(|_| c.client.literal_actions) else {
        return Ok(None);
    };
    let Some(span) = texts.span(file, params.range) else { return Ok(None) };
    // Diagnostics of the current text; those in the client's request may be older.
    let mut known = crate::publish::all(&c.snapshot, &c.results).remove(&file).unwrap_or_default();
    let wanted = |kind: &CodeActionKind| {
        params.context.only.as_ref().is_none_or(|only| {
            only.iter().any(|o| {
                let rest = kind.as_str().strip_prefix(o.as_str());
                rest.is_some_and(|r| r.is_empty() || r.starts_with('.'))
            })
        })
    };
    let mut found = Vec::new();
    if params.context.only.is_some() && wanted(&CodeActionKind::SOURCE_FIX_ALL) {
        found.extend(fix_all(c, &known));
    }
    let near = |d: &diag::Diagnostic| {
        let places = [d.primary.span].into_iter().chain(d.secondary.iter().map(|l| l.span));
        places.into_iter().any(|s| s.file == file && s.start <= span.end && span.start <= s.end)
    };
    known.retain(near);
    for action in ide::actions(c.snapshot.analysis(), file, span, &known) {
        let kind = match action.kind {
            ActionKind::Fix => CodeActionKind::QUICKFIX,
            ActionKind::Refactor => CodeActionKind::REFACTOR,
        };
        if !wanted(&kind) {
            continue;
        }
        let fixed: Vec<Diagnostic> = known
            .iter()
            .filter(|d| action.fixes.contains(&d.code.as_str()))
            .map(|d| texts.diagnostic(d))
            .collect();
        found.push(CodeActionOrCommand::CodeAction(CodeAction {
            title: action.title,
            kind: Some(kind),
            diagnostics: Some(fixed).filter(|f| !f.is_empty()),
            edit: Some(workspace_edit(c, &action.edits)),
            is_preferred: action.preferred.then_some(true),
            ..CodeAction::default()
        }));
    }
    Ok(Some(found))
}

/// All repairs that are surely meant, as `check --fix` does them.
fn fix_all(c: &Context, known: &[diag::Diagnostic]) -> Option<CodeActionOrCommand> {
    let mut edits: Vec<Edit> = Vec::new();
    for fix in known.iter().filter_map(|d| d.fixes.iter().find(|f| f.safe)) {
        let apart = |e: &diag::TextEdit| {
            edits.iter().all(|o| {
                o.span.file != e.span.file || o.span.end <= e.span.start || e.span.end <= o.span.start
            })
        };
        if fix.edits.iter().all(apart) {
            edits.extend(fix.edits.iter().map(|e| Edit { span: e.span, text: e.text.clone() }));
        }
    }
    (!edits.is_empty()).then(|| {
        CodeActionOrCommand::CodeAction(CodeAction {
            title: "apply all safe fixes".to_owned(),
            kind: Some(CodeActionKind::SOURCE_FIX_ALL),
            edit: Some(workspace_edit(c, &edits)),
            ..CodeAction::default()
        })
    })
}
