//! Configurations. Drawn, listed or in a row, all become a list of cells with their allowed contents.

mod blocks;
mod chains;
mod drawing;
mod legend;
mod marks;
mod places;
mod row;
mod scripted;

use std::collections::BTreeSet;

use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_syntax::ast::{ConfigExpr, ConfigKind, Expr, ItemKind, Path};

use crate::board::Coord;
use crate::config::{Configuration, Family, Held, Partial, only_content};
use crate::expr::{Cell, Cells, Part};
use crate::mark;
use crate::names::Sort;
use crate::piece::{ContentId, Form, Named};
use crate::query::fixed_cells;
use crate::scope::Scope;
use chains::pairs;

pub(super) use chains::{colours, introduce};
pub(super) use drawing::place;
pub use legend::check as check_legend;
pub(super) use legend::signs;

/// A start: every cell holds one thing, and open cells the first of the contents of the family.
pub(super) fn start(scope: &mut Scope<'_, '_>, expr: &ConfigExpr) -> Option<(Configuration, Option<Family>)> {
    let partial = read(scope, expr, false)?;
    let mut family: Option<Family> = None;
    for (cell, held) in partial.iter().filter(|(_, held)| held.len() > 1) {
        let new = || Family { cells: Vec::new(), contents: held.to_vec(), span: expr.span, holes: None };
        family.get_or_insert_with(new).cells.push(*cell);
    }
    let held = |(cell, contents): (Coord, Held)| Some((cell, *contents.first().filter(|c| **c != 0)?));
    Some((partial.into_iter().filter_map(held).collect(), family))
}

/// A configuration for a start, or for a goal, where cells may be left open.
pub(super) fn read(scope: &mut Scope<'_, '_>, expr: &ConfigExpr, goal: bool) -> Option<Partial> {
    match &expr.kind {
        ConfigKind::Picture(picture) => {
            let cells = place(scope, picture, goal)?;
            marks::read(scope, &cells, goal)
        }
        ConfigKind::Layers(pieces, labels) => {
            let pieces = place(scope, pieces, goal);
            let labels = place(scope, labels, goal);
            chains::layers(scope, &pieces?, &labels?, goal)
        }
        ConfigKind::Row(terms) => {
            let marks = row::expand(scope, terms)?;
            let cells = drawing::in_order(scope, &marks, expr.span)?;
            // Rows may be long.
            drop(marks);
            marks::read(scope, &cells, goal)
        }
        ConfigKind::Full(piece, except) => full(scope, expr.span, piece.as_ref(), except),
        ConfigKind::Empty => Some(all_empty(scope)),
        ConfigKind::Places(places) => places::listed(scope, places, goal),
        ConfigKind::Named(path) => named(scope, path, goal),
        ConfigKind::Script(script) => {
            scripted::drawn(scope, script).map_err(|d| scope.diagnostics.extend(d)).ok()
        }
        ConfigKind::Error => None,
    }
}

/// The meanings of marks in a configuration that a script draws.
pub(super) fn marks(scope: &mut Scope<'_, '_>, cells: &[drawing::Placed]) -> Option<Partial> {
    if let Some((_, _, span)) = cells.iter().find(|(_, mark, _)| *mark == '?') {
        let text = "a script draws one configuration, and `?` stands for several";
        return scope.report(Code::UnknownMark, *span, text);
    }
    marks::read(scope, cells, false)
}

fn all_empty(scope: &Scope<'_, '_>) -> Partial {
    let cells = scope.board.map_or(&[][..], |b| b.cells());
    cells.iter().map(|c| (*c, Held::one(0))).collect()
}

/// The cells that a list of expressions names; all must be fixed cells of the board.
pub(super) fn fixed(scope: &mut Scope<'_, '_>, exprs: &[Expr]) -> Option<Vec<Coord>> {
    let mut cells = Vec::new();
    for expr in exprs {
        match scope.cells(expr)? {
            Cells::One(Cell::Fixed(cell)) => cells.push(cell),
            Cells::Fixed(more) => cells.extend(more),
            other => match fixed_cells(&other, scope.board?) {
                Some(more) => cells.extend(more),
                None => {
                    let text = if Part::Cells(&other).varies() {
                        "the same cells in every position are needed here, and these depend on it"
                    } else {
                        "cells of the board are needed here"
                    };
                    return scope.report(Code::TypeMismatch, expr.span, text);
                }
            },
        }
    }
    Some(cells)
}

fn simple(scope: &mut Scope<'_, '_>, piece: Named, span: Span) -> Option<ContentId> {
    if let Some(content) = only_content(scope.pieces, piece) {
        return Some(content);
    }
    let kind = scope.pieces.kind(piece.kind);
    let name = kind.map_or(String::new(), |k| k.name.clone());
    let example = kind.filter(|k| k.form == Form::Unit).and_then(|k| k.marks.first().copied());
    let text = format!("`{name}` is not a single piece of one cell: draw it instead");
    let mut d = Diagnostic::new(Code::NoSuchPiece, span, text);
    if let Some(mark) = example {
        d = d.help(format!("or name a member of the family: {}", member_name(&name, mark)));
    }
    scope.diagnostics.push(d);
    None
}

/// A member of a family as rules and goals name it.
fn member_name(family: &str, mark: char) -> String {
    let mark = mark::text(mark);
    match mark.bytes().all(|b| b.is_ascii_digit()) {
        true => format!("`{family} {mark}`"),
        false => format!("`{family} \"{mark}\"`"),
    }
}

fn full(scope: &mut Scope<'_, '_>, span: Span, piece: Option<&Path>, except: &[Expr]) -> Option<Partial> {
    let kind = match piece {
        Some(path) => scope.chosen(path)?,
        None => {
            let in_play = marks::in_play(scope);
            match in_play.as_slice() {
                [one] => Named { kind: *one, member: None },
                _ => {
                    let text = "`full` needs a piece here";
                    let names: Vec<String> =
                        scope.pieces.kinds.iter().map(|k| format!("`full {}`", k.name)).collect();
                    let d = Diagnostic::new(Code::NoSuchPiece, span, text);
                    let d =
                        if names.is_empty() { d } else { d.help(format!("write {}", names.join(" or "))) };
                    scope.diagnostics.push(d);
                    return None;
                }
            }
        }
    };
    let content = simple(scope, kind, piece.map_or(span, |p| p.span))?;
    if scope.board.is_some_and(|b| b.unbounded) {
        return scope.report(Code::NeedsBound, span, "an unbounded board cannot be full");
    }
    let except: BTreeSet<Coord> = fixed(scope, except)?.into_iter().collect();
    let mut partial = all_empty(scope);
    let cells: Vec<Coord> = partial.keys().copied().filter(|cell| !except.contains(cell)).collect();
    let floor = scope.pieces.is_floor(kind.kind);
    partial.extend(cells.into_iter().map(|c| (if floor { c.floor() } else { c }, Held::one(content))));
    Some(partial)
}

fn named(scope: &mut Scope<'_, '_>, path: &Path, goal: bool) -> Option<Partial> {
    let found = match scope.names.resolve(scope.module, path, Sort::Configuration) {
        Ok(found) => found,
        Err(d) => {
            let d = match path.single().filter(|_| d.help.is_none() && !d.is_consequence()) {
                Some(name) => d.suggest(&name.text, name.span, ["empty", "full"]),
                None => *d,
            };
            scope.diagnostics.push(d);
            return None;
        }
    };
    let ItemKind::Configuration(item) = &scope.names.item(found)?.kind else { return None };
    if let ConfigKind::Named(inner) = &item.value.kind {
        let text = "a configuration that only names another one";
        return scope.report(Code::ImportCycle, inner.span, text);
    }
    let module = std::mem::replace(&mut scope.module, found.module);
    // It means the same for every puzzle.
    let legend = scope.legend.take();
    let partial = read(scope, &item.value, goal);
    (scope.module, scope.legend) = (module, legend);
    partial
}
