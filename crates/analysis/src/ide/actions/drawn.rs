//! Changes of pictures.

use super::{Action, ActionKind, meets, refactor};
use crate::ide::Edit;
use crate::ide::context::IdeContext;
use crate::ide::occurrences::{Meaning, of_item};
use crate::ide::pictures::pictures;
use puzzlec_base::Span;
use puzzlec_base::diag::Diagnostic;
use puzzlec_model::names::ItemRef;
use puzzlec_model::project::ModuleId;
use puzzlec_syntax::ast::{Drawing, Item, ItemKind, Lattice, Picture};
use puzzlec_syntax::{Mark, layout};

/// The code actions for the pictures at a place.
pub(super) fn offered(context: &IdeContext<'_>, item: &Item, span: Span) -> Vec<Action> {
    let mut found = Vec::new();
    for (picture, role) in pictures(item).into_iter().filter(|(p, _)| meets(p.span, span)) {
        match role {
            Drawing::Board(Lattice::Square | Lattice::SquareDiagonal) => {
                // The names and directions of cells would not turn with a picture of the board.
                if !is_used(context, item) {
                    found.extend(turn(context, picture));
                }
                found.extend(square_up(picture).map(|edits| refactor("square up the picture", edits)));
            }
            Drawing::Position | Drawing::Goal => found.extend(row(context, picture)),
            _ => {}
        }
    }
    found
}

/// Whether another item, or the puzzle itself, refers to the board that this item draws.
fn is_used(context: &IdeContext<'_>, item: &Item) -> bool {
    let Some((board, _)) = context.item_at(item.span.file, item.span.start) else { return true };
    if matches!(item.kind, ItemKind::Puzzle(_)) {
        return true;
    }
    context.project.modules.iter().enumerate().any(|(number, module)| {
        let named = |at: usize| {
            let at = ItemRef { module: ModuleId(number), item: at };
            of_item(context, at).iter().any(|o| !o.declaration && o.meaning == Meaning::Item(board))
        };
        (0..module.parse.file.items.len()).any(named)
    })
}

/// Rows that are too short, filled up where a picture does not fit its board.
pub(super) fn square_up_at(context: &IdeContext<'_>, diagnostic: &Diagnostic) -> Option<Action> {
    let span = diagnostic.primary.span;
    let (_, item) = context.item_at(span.file, span.start)?;
    let (picture, _) = pictures(item).into_iter().find(|(p, _)| meets(p.span, span))?;
    Some(Action {
        title: "square up the picture".into(),
        kind: ActionKind::Fix,
        edits: square_up(picture)?,
        fixes: vec![diagnostic.code.as_str()],
        preferred: false,
    })
}

fn is_spaced(marks: &[Mark], picture: &Picture) -> bool {
    let right = picture.rows.iter().map(|r| r.text.chars().count()).max().unwrap_or(0);
    let columns = marks.iter().map(|m| m.x).max().unwrap_or(0) - marks.iter().map(|m| m.x).min().unwrap_or(0);
    usize::try_from(columns + 1).is_ok_and(|c| c < right || right == 1)
}

/// Pads the rows with dots to the same length.
fn square_up(picture: &Picture) -> Option<Vec<Edit>> {
    let (marks, wrong) = layout(picture, Lattice::Square);
    if !wrong.is_empty() {
        return None;
    }
    let dot = if is_spaced(&marks, picture) { " ." } else { "." };
    let right = marks.iter().map(|m| m.x).max()?;
    let mut edits = Vec::new();
    for (y, row) in picture.rows.iter().enumerate() {
        let last = marks.iter().filter(|m| usize::try_from(m.y) == Ok(y)).map(|m| m.x).max();
        let missing = usize::try_from(right - last?).unwrap_or(0);
        if missing > 0 {
            let end = Span { start: row.span.end, ..row.span };
            edits.push(Edit { span: end, text: dot.repeat(missing) });
        }
    }
    (!edits.is_empty()).then_some(edits)
}

/// A picture of one row as a `row`.
fn row(context: &IdeContext<'_>, picture: &Picture) -> Option<Action> {
    let [row] = picture.rows.as_slice() else { return None };
    let marks: String = row.text.chars().filter(|c| *c != ' ').collect();
    let word = |c: char| c.is_ascii_alphanumeric() || "_.?#@".contains(c);
    let bare = marks.chars().all(word) && !matches!(marks.as_str(), "or" | "and");
    if marks.is_empty() || marks.contains(['"', '\\']) || !context.slice(picture.span).starts_with("\"\"\"") {
        return None;
    }
    let text = if bare { format!("row {marks}") } else { format!("row \"{marks}\"") };
    Some(refactor("write the picture as a `row`", vec![Edit { span: picture.span, text }]))
}

/// The board turned by a quarter to the right.
fn turn(context: &IdeContext<'_>, picture: &Picture) -> Option<Action> {
    let (marks, wrong) = layout(picture, Lattice::Square);
    let first = picture.rows.first()?;
    if !wrong.is_empty() {
        return None;
    }
    let bottom = marks.iter().map(|m| m.y).max()?;
    let left = marks.iter().map(|m| m.x).min()?;
    let step = if is_spaced(&marks, picture) { 2 } else { 1 };
    let height = usize::try_from(marks.iter().map(|m| m.x).max()? - left + 1).ok()?;
    let mut rows: Vec<Vec<char>> = vec![Vec::new(); height];
    for mark in &marks {
        let row = rows.get_mut(usize::try_from(mark.x - left).ok()?)?;
        let column = usize::try_from(bottom - mark.y).ok()? * step;
        if row.len() <= column {
            row.resize(column + 1, ' ');
        }
        *row.get_mut(column)? = mark.ch;
    }
    let text = context.file_text(picture.span.file);
    let line = text.get(..first.span.start as usize)?.rfind('\n').map(|n| n + 1);
    let inside = line.filter(|l| *l > picture.span.start as usize);
    let indentation = inside.and_then(|l| text.get(l..first.span.start as usize)).unwrap_or("    ");
    let closing =
        context.slice(picture.span).rsplit('\n').next().filter(|_| inside.is_some()).unwrap_or("\"\"\"");
    let blanks = closing.len() - closing.trim_start().len();
    let indentation = indentation.get(..indentation.len() - indentation.trim_start().len()).unwrap_or("");
    let rows: Vec<String> =
        rows.iter().map(|r| format!("{indentation}{}\n", r.iter().collect::<String>().trim_end())).collect();
    let turned = format!("\"\"\"\n{}{}\"\"\"", rows.concat(), " ".repeat(blanks));
    Some(refactor("rotate the board by 90°", vec![Edit { span: picture.span, text: turned }]))
}
