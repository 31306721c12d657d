//! Changes that write new items.

use super::{Action, ActionKind, beginning, meets, refactor};
use crate::ide::Edit;
use crate::ide::context::IdeContext;
use crate::ide::occurrences::{Meaning, by_mark, characters, of_item, rings};
use puzzlec_base::Span;
use puzzlec_base::diag::Diagnostic;
use puzzlec_model::project::ModuleId;
use puzzlec_syntax::ast::{ConfigKind, Item, ItemKind, PuzzleStatementKind};
use puzzlec_syntax::keywords::keyword;

/// A piece for a mark that no piece has.
pub(super) fn add_piece(context: &IdeContext<'_>, diagnostic: &Diagnostic) -> Option<Action> {
    let span = diagnostic.primary.span;
    let (at, item) = context.item_at(span.file, span.start)?;
    let known = rings(context, &context.scope(at));
    // In a row of letters, the mark is the first one that belongs to no piece.
    let unknown = |c: &char| !c.is_whitespace() && !c.is_control() && by_mark(context, &known, *c).is_none();
    let marks = characters(context, span).into_iter().map(|m| m.0);
    let mark = marks.filter(|c| !matches!(c, '.' | '?' | '"' | '\\')).find(unknown)?;
    let name = free_name(
        context,
        at.module,
        &if mark.is_alphabetic() { mark.to_lowercase().to_string() } else { "piece1".into() },
    );
    let place = beginning(context, item);
    Some(Action {
        title: format!("add a piece with the mark `{mark}`"),
        kind: ActionKind::Fix,
        edits: vec![Edit { span: place, text: format!("piece {name} \"{mark}\"\n\n") }],
        fixes: vec![diagnostic.code.as_str()],
        preferred: false,
    })
}

fn free_name(context: &IdeContext<'_>, module: ModuleId, wanted: &str) -> String {
    let taken = |name: &str| context.names.own(module, name).is_some() || keyword(name).is_some();
    let mut name = wanted.to_owned();
    let mut n = 1;
    while taken(&name) {
        n += 1;
        name = format!("{}{n}", wanted.trim_end_matches(|c: char| c.is_ascii_digit()));
    }
    name
}

/// A start as a configuration by its name, where it uses no parameter.
pub(super) fn extract_start(
    context: &IdeContext<'_>,
    module: ModuleId,
    item: &Item,
    span: Span,
) -> Option<Action> {
    let ItemKind::Puzzle(puzzle) = &item.kind else { return None };
    let config = puzzle.statements.iter().find_map(|s| match &s.kind {
        PuzzleStatementKind::Start(config) if meets(s.span, span) => Some(config),
        _ => None,
    })?;
    let movable = match &config.kind {
        ConfigKind::Named(_) | ConfigKind::Script(_) | ConfigKind::Error => false,
        // The filling piece depends on the rules.
        ConfigKind::Full(piece, _) => piece.is_some(),
        _ => true,
    };
    let (at, _) = context.item_at(item.span.file, item.span.start)?;
    let inside = |s: Span| config.span.start <= s.start && s.end <= config.span.end;
    let parametric =
        of_item(context, at).iter().any(|o| inside(o.span) && matches!(o.meaning, Meaning::Parameter(_)));
    if !movable || parametric {
        return None;
    }
    let name = free_name(context, module, &format!("{}Start", puzzle.name.text));
    let text = format!("configuration {name} = {}\n\n", context.slice(config.span));
    let edits =
        vec![Edit { span: beginning(context, item), text }, Edit { span: config.span, text: name.clone() }];
    Some(refactor(format!("make the start a configuration `{name}`"), edits))
}
