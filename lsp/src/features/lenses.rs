//! Code lenses and inlay hints.

use std::collections::BTreeSet;

use lsp_types::{
    CodeLens, CodeLensParams, Command, InlayHint, InlayHintKind, InlayHintLabel, InlayHintParams,
    InlayHintTooltip, Uri,
};
use puzzlec_analysis::ide::{self, LensKind};
use puzzlec_base::Span;
use serde_json::json;

use crate::convert::Texts;
use crate::features::expectations;
use crate::outcome::Decision;
use crate::request::{Answer, Context};

/// The code lenses of puzzles.
pub(crate) fn lenses(c: &Context, params: CodeLensParams) -> Answer<Option<Vec<CodeLens>>> {
    let texts = Texts::of(c);
    let uri = params.text_document.uri;
    let Some(file) = texts.file(&uri).filter(|_| c.settings.lenses) else { return Ok(None) };
    let path = c.snapshot.path(file).unwrap_or("");
    let theories = c.snapshot.theory_lines(file);
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    let mut add = |span: Span, title: String, command: &str, puzzle: &str| {
        found.push(lens(&texts, &uri, span, title, command, puzzle));
    };
    for one in ide::lenses(c.snapshot.analysis(), file) {
        let key = (path.to_owned(), one.puzzle.clone());
        let (title, command) = match one.kind {
            LensKind::Solve => ("▶ Solve", "puzzlec.solve"),
            LensKind::Shortest => ("▶ Shortest", "puzzlec.shortest"),
            LensKind::Count => ("∑ Count", "puzzlec.count"),
            LensKind::Test => ("✓ Test", "puzzlec.test"),
            LensKind::Generate if !c.client.shows_documents => continue,
            LensKind::Generate => ("⚄ Generate another", "puzzlec.generate"),
            LensKind::Board if !c.client.shows_documents => continue,
            LensKind::Board => ("▦ Board", "puzzlec.showBoard"),
        };
        let first = seen.insert(one.puzzle.clone());
        if let Some(wish) = c.results.running.get(&key) {
            if first {
                add(one.span, format!("⏹ Stop {}", wish.doing()), "puzzlec.stop", &one.puzzle);
            }
            continue;
        }
        if let Some(line) = theories.get(&one.puzzle).filter(|_| first) {
            add(one.span, format!("⊢ {}", line.replace('`', "")), "puzzlec.analyze", &one.puzzle);
        }
        let solved = c.results.solved.get(&key).filter(|o| first && o.solution.is_some());
        if let Some(solved) = solved.filter(|o| o.holds(&c.snapshot, &key).is_some()) {
            add(one.span, format!("☰ {}", solved.label), "puzzlec.showSolution", &one.puzzle);
        }
        add(one.span, title.to_owned(), command, &one.puzzle);
    }
    Ok(Some(found))
}

fn lens(texts: &Texts<'_>, uri: &Uri, span: Span, title: String, command: &str, puzzle: &str) -> CodeLens {
    let arguments = Some(vec![json!(uri), json!(puzzle)]);
    let command = Command { title, command: command.to_owned(), arguments };
    CodeLens { range: texts.range(span), command: Some(command), data: None }
}

/// Answers beside the puzzles' names, and what the library has to hint.
pub(crate) fn hints(c: &Context, params: InlayHintParams) -> Answer<Option<Vec<InlayHint>>> {
    let texts = Texts::of(c);
    let Some(file) = texts.file(&params.text_document.uri).filter(|_| c.settings.hints) else {
        return Ok(None);
    };
    let Some(shown) = texts.span(file, params.range) else { return Ok(None) };
    let Some(lines) = texts.lines(file) else { return Ok(None) };
    let hint = |offset: u32, label: String, kind: Option<InlayHintKind>| InlayHint {
        position: lines.position(offset),
        label: InlayHintLabel::String(label),
        kind,
        text_edits: None,
        tooltip: None,
        padding_left: Some(kind.is_none()),
        padding_right: Some(kind.is_some()),
        data: None,
    };
    let mut found = Vec::new();
    let path = c.snapshot.path(file).unwrap_or("");
    for puzzle in c.snapshot.analysis().puzzles().iter().filter(|p| p.file == file) {
        let key = (path.to_owned(), puzzle.name.clone());
        let outcome = c.results.known.get(&key).filter(|_| shown.touches(puzzle.span.end));
        let outcome = outcome.filter(|o| o.holds(&c.snapshot, &key).is_some());
        found.extend(outcome.map(|o| hint(puzzle.span.end, o.label.clone(), None)));
    }
    for one in expectations::decided(c, file).into_iter().filter(|one| shown.touches(one.span.end)) {
        let mut one_hint = hint(one.span.end, one.label().to_owned(), None);
        one_hint.tooltip = Some(InlayHintTooltip::String(one.why)).filter(|_| one.decision != Decision::Held);
        found.push(one_hint);
    }
    for h in ide::hints(c.snapshot.analysis(), file, shown) {
        let kind = h.parameter.then_some(InlayHintKind::PARAMETER);
        found.push(hint(h.offset, h.label, kind));
    }
    Ok(Some(found))
}
