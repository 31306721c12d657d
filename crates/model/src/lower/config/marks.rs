//! The meanings of marks in a picture: pieces of one cell, blocks, cells of chains.

use std::collections::BTreeMap;

use super::blocks::{self, Blocks};
use super::chains::{in_words, numbered};
use super::drawing::Placed;
use super::legend::{self, Meaning};
use crate::board::Coord;
use crate::config::{Held, Partial};
use crate::mark;
use crate::piece::{self, Content, ContentId, Form, KindId, Pieces};
use crate::project::ItemRef;
use crate::scope::Scope;
use crate::scope::marks::rings;
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_syntax::ast::ItemKind;

/// The pieces of the nearest ring that has any.
pub(in crate::lower) fn in_play(scope: &mut Scope<'_, '_>) -> Vec<KindId> {
    let near = rings(scope).into_iter().find(|r| !r.is_empty()).unwrap_or_default();
    near.into_iter().filter_map(|at| scope.add_piece(at)).collect()
}

/// The piece of a mark; a mark of two pieces of the same group is reported.
fn by_mark(scope: &mut Scope<'_, '_>, mark: char, span: Span) -> Result<Option<KindId>, ()> {
    for ring in rings(scope) {
        let mut found: Vec<ItemRef> = Vec::new();
        for at in ring {
            let Some(ItemKind::Piece(piece)) = scope.names.item(at).map(|i| &i.kind) else { continue };
            if piece::marks(piece).contains(&mark) && !found.contains(&at) {
                found.push(at);
            }
        }
        match found.as_slice() {
            [] => {}
            [one] => return Ok(scope.add_piece(*one)),
            [first, second, ..] => {
                let name = |at: &ItemRef| match scope.names.item(*at).map(|i| &i.kind) {
                    Some(ItemKind::Piece(p)) => (p.name.text.clone(), p.name.span),
                    _ => (String::new(), span),
                };
                let ((a, at_a), (b, at_b)) = (name(first), name(second));
                let text = format!("mark `{}` could be `{a}` or `{b}`", mark::text(mark));
                if scope.diagnostics.iter().any(|d| d.code == Code::DuplicateMark && d.headline == text) {
                    scope.diagnostics.push(Diagnostic::consequence(span));
                    return Err(());
                }
                let d = Diagnostic::new(Code::DuplicateMark, span, text)
                    .also(at_a, "one")
                    .also(at_b, "the other")
                    .help("change one of the marks");
                scope.diagnostics.push(d);
                return Err(());
            }
        }
    }
    Ok(None)
}

/// The first piece that is a chain and passes a test, with its number of cells.
pub(super) fn chain(scope: &mut Scope<'_, '_>, fits: impl Fn(u8) -> bool) -> Option<(KindId, u8)> {
    for at in rings(scope).into_iter().flatten() {
        let Some(kind) = scope.add_piece(at) else { continue };
        match scope.pieces.kind(kind).map(|found| found.form) {
            Some(Form::Chain(length)) if fits(length) => return Some((kind, length)),
            _ => {}
        }
    }
    None
}

pub(super) fn unknown_mark(scope: &mut Scope<'_, '_>, mark: char, span: Span, goal: bool) {
    let mut modules = std::iter::once(&scope.module).chain(&scope.piece_modules);
    if modules.any(|m| scope.names.may_mean(*m, mark)) && mark != '?' {
        scope.diagnostics.push(Diagnostic::consequence(span));
        return;
    }
    let mut known: Vec<String> = Vec::new();
    for at in rings(scope).into_iter().flatten() {
        let Some(ItemKind::Piece(piece)) = scope.names.item(at).map(|i| &i.kind) else { continue };
        let marks = piece::marks(piece);
        if let (Some(first), Some(last)) = (marks.first(), marks.last()) {
            let marks = match piece.marks.as_ref() {
                Some(marks) => marks.value.clone(),
                None => format!("{} to {}", mark::text(*first), mark::text(*last)),
            };
            let text = format!("`{marks}` {}", piece.name.text);
            if !known.contains(&text) {
                known.push(text);
            }
        }
    }
    let text = format!("no piece has the mark `{}`", mark::text(mark));
    let mut d = Diagnostic::new(Code::UnknownMark, span, text);
    if mark == '?' && !goal {
        d = Diagnostic::new(
            Code::UnknownMark,
            span,
            "`?` stands for a piece of one cell, and this puzzle has none",
        );
    } else if known.is_empty() {
        d = d.note("no piece of this puzzle has a mark");
    } else {
        d = d.note(format!("the marks here are {}", known.join(", ")));
        if mark == '|' {
            d = d.help("walls are drawn on a board with walls: write `square walls`");
        } else if matches!(mark, '0' | '_' | '-' | '*' | '+') {
            d = d.help("an empty cell is drawn `.`");
        }
    }
    scope.diagnostics.push(d);
}

/// The contents that `?` stands for in a start: the pieces of one cell that the rules name or the start draws, else those
/// of the file, each with each of its marks, in the order of their declarations; if this is one content, then also empty.
fn open_contents(scope: &mut Scope<'_, '_>) -> Vec<ContentId> {
    let mut kinds = in_play(scope);
    let single =
        |pieces: &Pieces, kind: &KindId| pieces.kind(*kind).is_some_and(|k| k.form == Form::Unit && !k.floor);
    kinds.retain(|kind| single(scope.pieces, kind));
    kinds.sort_by_key(|kind| scope.pieces.kind(*kind).map(|k| k.item));
    let mut contents = Vec::new();
    for kind in kinds {
        let marks = scope.pieces.kind(kind).map_or(0, |k| k.marks.len());
        for member in (0..marks).filter_map(|member| u16::try_from(member).ok()) {
            contents.push(scope.pieces.intern(Content::Unit(kind, member)));
        }
    }
    if contents.len() == 1 {
        contents.push(0);
    }
    contents
}

/// Reads placed marks. In a goal `?` allows any content, in a start each of a list.
pub(super) fn read(scope: &mut Scope<'_, '_>, cells: &[Placed], goal: bool) -> Option<Partial> {
    // In one go: a map that is filled cell by cell takes twice the memory.
    let mut plain: Vec<(Coord, Held)> = Vec::with_capacity(cells.len());
    let mut kinds: BTreeMap<char, Option<KindId>> = BTreeMap::new();
    let mut signs: BTreeMap<char, Option<Result<Meaning, ()>>> = BTreeMap::new();
    let mut drawn: Blocks = BTreeMap::new();
    let mut parts: Vec<Placed> = Vec::new();
    let mut labels = None;
    let mut open: Vec<(Coord, Span)> = Vec::new();
    for (cell, mark, span) in cells {
        match mark {
            '.' => {
                plain.push((*cell, Held::one(0)));
                continue;
            }
            '?' if goal => {
                plain.push((*cell, Vec::new().into()));
                continue;
            }
            '?' => {
                open.push((*cell, *span));
                continue;
            }
            _ => {}
        }
        let meant = *signs.entry(*mark).or_insert_with(|| legend::content(scope, *mark));
        if let Some(meaning) = meant {
            let Meaning { held, block, floor } = meaning.ok()?;
            match block {
                Some(kind) => drop(drawn.insert(*cell, (*mark, kind, *span))),
                None => plain.push((*cell, Held::one(held))),
            }
            plain.extend(floor.map(|floor| (cell.floor(), Held::one(floor))));
            continue;
        }
        let kind = match kinds.get(mark) {
            Some(kind) => *kind,
            None => {
                let kind = by_mark(scope, *mark, *span).ok()?;
                if kind.is_none() {
                    labels = labels.or_else(|| chain(scope, |_| true));
                    if labels.is_none() {
                        unknown_mark(scope, *mark, *span, goal);
                        return None;
                    }
                }
                kinds.insert(*mark, kind);
                kind
            }
        };
        let Some(kind) = kind else {
            parts.push((*cell, *mark, *span));
            continue;
        };
        let Some(found) = scope.pieces.kind(kind) else { continue };
        match found.form {
            Form::Unit => {
                let member = found.marks.iter().position(|m| m == mark).unwrap_or(0);
                let content = Content::Unit(kind, u16::try_from(member).unwrap_or(u16::MAX));
                let mut place = *cell;
                if found.floor {
                    // The mark of a floor piece alone: nothing lies on it.
                    plain.push((*cell, Held::one(0)));
                    place = cell.floor();
                }
                plain.push((place, Held::one(scope.pieces.intern(content))));
            }
            Form::Rigid => {
                drawn.insert(*cell, (*mark, kind, *span));
            }
            Form::Chain(length) => {
                let (of, name) = (if length == 2 { "ends" } else { "cells" }, &found.name);
                let text = format!("`{name}` covers {} cells: draw the labels of its {of}", in_words(length));
                return scope.report(Code::PieceShape, *span, text);
            }
        }
    }
    if let Some((_, span)) = open.first() {
        // Cells that are filled later are empty until then.
        let contents = if scope.filled { vec![0, 0] } else { open_contents(scope) };
        if contents.is_empty() {
            unknown_mark(scope, '?', *span, goal);
            return None;
        }
        plain.extend(open.iter().map(|(cell, _)| (*cell, contents.clone().into())));
    }
    let mut partial: Partial = plain.into_iter().collect();
    blocks::read(scope, drawn, &mut partial, goal)?;
    if let Some(found) = labels {
        numbered(scope, found, &parts, &mut partial, goal)?;
    }
    Some(partial)
}
