//! The meanings of marks in a picture: pieces of one cell, blocks, ends of two-cell pieces.

use std::collections::BTreeMap;

use super::drawing::Placed;
use super::{Content, ContentId, Form, Held, KindId, Partial, Pieces};
use crate::base::Span;
use crate::diag::{Code, Diagnostic};
use crate::model::board::{Coord, Direction};
use crate::model::names::{ItemRef, Sort};
use crate::model::scope::Scope;
use crate::syntax::ast::ItemKind;

/// The order of marks that number the ends of two-cell pieces: 1-2, 3-4, …
const NUMBERS: &str = "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Candidate pieces in three groups: those that the rules name, those of the file, those of the rules'
/// modules. Earlier groups take precedence.
fn rings(scope: &Scope<'_, '_>) -> [Vec<ItemRef>; 3] {
    let first: Vec<ItemRef> = scope.pieces.kinds.iter().map(|k| k.item).collect();
    let own: Vec<ItemRef> = scope.names.all(scope.module, Sort::Piece).map(|(at, _)| at).collect();
    let others = scope
        .piece_modules
        .iter()
        .flat_map(|m| scope.names.all(*m, Sort::Piece).map(|(at, _)| at).collect::<Vec<_>>())
        .collect();
    [first, own, others]
}

/// The pieces of the nearest ring that has any.
pub(in crate::model) fn in_play(scope: &mut Scope<'_, '_>) -> Vec<KindId> {
    let near = rings(scope).into_iter().find(|r| !r.is_empty()).unwrap_or_default();
    near.into_iter().filter_map(|at| add(scope, at)).collect()
}

fn add(scope: &mut Scope<'_, '_>, at: ItemRef) -> Option<KindId> {
    match &scope.names.item(at)?.kind {
        ItemKind::Piece(piece) => {
            scope.names.mark_used(at);
            Some(scope.pieces.add(at, piece))
        }
        _ => None,
    }
}

/// The piece of a mark; a mark of two pieces of the same group is reported.
fn by_mark(scope: &mut Scope<'_, '_>, mark: char, span: Span) -> Result<Option<KindId>, ()> {
    for ring in rings(scope) {
        let mut found: Vec<ItemRef> = Vec::new();
        for at in ring {
            let Some(ItemKind::Piece(piece)) = scope.names.item(at).map(|i| &i.kind) else { continue };
            if piece.marks.iter().any(|m| m.value.contains(mark)) && !found.contains(&at) {
                found.push(at);
            }
        }
        match found.as_slice() {
            [] => {}
            [one] => return Ok(add(scope, *one)),
            [first, second, ..] => {
                let name = |at: &ItemRef| match scope.names.item(*at).map(|i| &i.kind) {
                    Some(ItemKind::Piece(p)) => (p.name.text.clone(), p.name.span),
                    _ => (String::new(), span),
                };
                let ((a, at_a), (b, at_b)) = (name(first), name(second));
                let text = format!("mark `{mark}` could be `{a}` or `{b}`");
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

/// The two-cell piece that labels in a picture belong to.
fn labelled(scope: &mut Scope<'_, '_>) -> Option<KindId> {
    for ring in rings(scope) {
        for at in ring {
            if let Some(kind) = add_if_pair(scope, at) {
                return Some(kind);
            }
        }
    }
    None
}

fn add_if_pair(scope: &mut Scope<'_, '_>, at: ItemRef) -> Option<KindId> {
    let kind = add(scope, at)?;
    let found = scope.pieces.kind(kind)?;
    (found.form == Form::Pair).then_some(kind)
}

fn unknown_mark(scope: &mut Scope<'_, '_>, mark: char, span: Span, goal: bool) {
    let mut modules = std::iter::once(&scope.module).chain(&scope.piece_modules);
    if modules.any(|m| scope.names.may_mean(*m, mark)) && mark != '?' {
        scope.diagnostics.push(Diagnostic::consequence(span));
        return;
    }
    let mut known: Vec<String> = Vec::new();
    for at in rings(scope).into_iter().flatten() {
        let Some(ItemKind::Piece(piece)) = scope.names.item(at).map(|i| &i.kind) else { continue };
        if let Some(marks) = &piece.marks {
            let text = format!("`{}` {}", marks.value, piece.name.text);
            if !known.contains(&text) {
                known.push(text);
            }
        }
    }
    let mut d = Diagnostic::new(Code::UnknownMark, span, format!("no piece has the mark `{mark}`"));
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
        if matches!(mark, '0' | '_' | '-' | '*' | '+') {
            d = d.help("an empty cell is drawn `.`");
        }
    }
    scope.diagnostics.push(d);
}

/// The contents that `?` stands for in a start: the pieces of one cell that the rules name or the start draws, else those
/// of the file, each with each of its marks, in the order of their declarations; if this is one content, then also empty.
fn open_contents(scope: &mut Scope<'_, '_>) -> Vec<ContentId> {
    let mut kinds = in_play(scope);
    let single = |pieces: &Pieces, kind: &KindId| pieces.kind(*kind).is_some_and(|k| k.form == Form::Unit);
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
    let mut blocks: BTreeMap<Coord, (char, KindId, Span)> = BTreeMap::new();
    let mut ends: Vec<Placed> = Vec::new();
    let mut pair = None;
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
        let kind = match kinds.get(mark) {
            Some(kind) => *kind,
            None => {
                let kind = by_mark(scope, *mark, *span).ok()?;
                if kind.is_none() {
                    pair = pair.or_else(|| labelled(scope));
                    if pair.is_none() {
                        unknown_mark(scope, *mark, *span, goal);
                        return None;
                    }
                }
                kinds.insert(*mark, kind);
                kind
            }
        };
        let Some(kind) = kind else {
            ends.push((*cell, *mark, *span));
            continue;
        };
        let Some(found) = scope.pieces.kind(kind) else { continue };
        match found.form {
            Form::Unit => {
                let member = found.marks.iter().position(|m| m == mark).unwrap_or(0);
                let content = Content::Unit(kind, u16::try_from(member).unwrap_or(u16::MAX));
                plain.push((*cell, Held::one(scope.pieces.intern(content))));
            }
            Form::Rigid => {
                blocks.insert(*cell, (*mark, kind, *span));
            }
            Form::Pair => {
                let text = format!("`{}` covers two cells: draw the labels of its ends", found.name);
                return scope.report(Code::PieceShape, *span, text);
            }
        }
    }
    if let Some((_, span)) = open.first() {
        let contents = open_contents(scope);
        if contents.is_empty() {
            unknown_mark(scope, '?', *span, goal);
            return None;
        }
        plain.extend(open.iter().map(|(cell, _)| (*cell, contents.clone().into())));
    }
    let mut partial: Partial = plain.into_iter().collect();
    read_blocks(scope, blocks, &mut partial, goal);
    if let Some(kind) = pair {
        numbered(scope, kind, &ends, &mut partial, goal)?;
    }
    Some(partial)
}

/// Each connected set of cells with one mark is a block.
fn read_blocks(
    scope: &mut Scope<'_, '_>,
    mut blocks: BTreeMap<Coord, (char, KindId, Span)>,
    partial: &mut Partial,
    goal: bool,
) {
    let Some(board) = scope.board else { return };
    while let Some((first, (mark, kind, _))) = blocks.pop_first() {
        let mut cells = vec![first];
        let mut next = 0;
        while let Some(cell) = cells.get(next).copied() {
            next += 1;
            for near in board.neighbours(cell) {
                if blocks.get(&near).is_some_and(|b| b.0 == mark) {
                    blocks.remove(&near);
                    cells.push(near);
                }
            }
        }
        cells.sort_unstable();
        let shape = scope.pieces.shape(&cells);
        if let Some(corner) = cells.first().filter(|_| !goal) {
            scope.pieces.drawn.insert(*corner, mark);
        }
        // All parts are interned together: if the content of one exists, so do those of the others.
        for (part, cell) in cells.iter().enumerate() {
            let content = Content::Block(kind, shape, u16::try_from(part).unwrap_or(u16::MAX));
            partial.insert(*cell, Held::one(scope.pieces.intern(content)));
        }
    }
}

/// Ends numbered 1-2, 3-4, …
fn numbered(
    scope: &mut Scope<'_, '_>,
    kind: KindId,
    ends: &[Placed],
    partial: &mut Partial,
    goal: bool,
) -> Option<()> {
    let mut at: BTreeMap<char, (Coord, Span)> = BTreeMap::new();
    for (cell, mark, span) in ends {
        if let Some((_, first)) = at.insert(*mark, (*cell, *span)) {
            let d = Diagnostic::new(Code::PieceShape, *span, format!("end `{mark}` appears twice"))
                .also(first, "first here")
                .help("draw coloured pieces with two pictures: `pieces` and `colours`");
            scope.diagnostics.push(d);
            return None;
        }
    }
    for (mark, (cell, span)) in &at {
        let Some(place) = NUMBERS.chars().position(|c| c == *mark) else {
            unknown_mark(scope, *mark, *span, goal);
            return None;
        };
        let partner = NUMBERS.chars().nth(place ^ 1).unwrap_or(*mark);
        let (near, far) = (scope.pieces.label(&mark.to_string()), scope.pieces.label(&partner.to_string()));
        introduce(scope, kind, (near, far), *span)?;
        let Some((other, other_span)) = at.get(&partner) else {
            if goal {
                partial.insert(*cell, facing(scope, kind, near, far, None).into());
                continue;
            }
            let text = format!("the other end `{partner}` of this piece is missing");
            return scope.report(Code::PieceShape, *span, text);
        };
        let Some(direction) = towards(scope, *cell, *other) else {
            let text = format!("ends `{mark}` and `{partner}` of one piece must lie in neighbouring cells");
            let d = Diagnostic::new(Code::PieceShape, *span, text).also(*other_span, "the other end");
            scope.diagnostics.push(d);
            return None;
        };
        partial.insert(*cell, facing(scope, kind, near, far, Some(direction)).into());
    }
    Some(())
}

/// Two-cell pieces on these cells, which are all different. Their ends are numbered 1-2, 3-4, … in this order, with the
/// marks of pictures as long as there are any.
pub(in crate::model) fn pairs(
    scope: &mut Scope<'_, '_>,
    pairs: &[[Coord; 2]],
    span: Span,
) -> Option<Partial> {
    let board = scope.board?;
    let Some(kind) = labelled(scope) else {
        return scope.report(Code::NoSuchPiece, span, "this puzzle has no two-cell piece");
    };
    let mut marks = NUMBERS.chars();
    let mut label = |number: usize| marks.next().map_or_else(|| number.to_string(), String::from);
    let mut partial: Partial = board.cells().iter().map(|cell| (*cell, Held::one(0))).collect();
    for (number, [a, b]) in (1..).step_by(2).zip(pairs) {
        let (near, far) = (scope.pieces.label(&label(number)), scope.pieces.label(&label(number + 1)));
        introduce(scope, kind, (near, far), span)?;
        let (Some(there), Some(back)) = (towards(scope, *a, *b), towards(scope, *b, *a)) else {
            let text = format!("{} and {} are no neighbours", board.name(*a), board.name(*b));
            return scope.report(Code::PieceShape, span, text);
        };
        partial.insert(*a, facing(scope, kind, near, far, Some(there)).into());
        partial.insert(*b, facing(scope, kind, far, near, Some(back)).into());
    }
    Some(partial)
}

fn towards(scope: &Scope<'_, '_>, from: Coord, to: Coord) -> Option<Direction> {
    let board = scope.board?;
    (0..board.directions().len())
        .filter_map(|d| Direction::try_from(d).ok())
        .find(|d| board.step(from, *d) == Some(to))
}

/// Adds the contents of a two-cell piece with these labels, in every direction. It has none on a board
/// without directions.
pub(in crate::model) fn introduce(
    scope: &mut Scope<'_, '_>,
    kind: KindId,
    (a, b): (u16, u16),
    span: Span,
) -> Option<()> {
    let n = scope.board?.directions().len();
    if n == 0 {
        let text = "a two-cell piece needs a direction, and this board has none";
        return scope.report(Code::NoSuchPiece, span, text);
    }
    if scope.pieces.contents().len() + 2 * n > usize::from(ContentId::MAX) {
        let text = "two-cell pieces with more different labels than the program can tell apart";
        return scope.report(Code::ConfigurationTooLarge, span, text);
    }
    for d in (0..n).filter_map(|d| Direction::try_from(d).ok()) {
        scope.pieces.intern(Content::End(kind, a, b, d));
        scope.pieces.intern(Content::End(kind, b, a, d));
    }
    Some(())
}

fn facing(
    scope: &Scope<'_, '_>,
    kind: KindId,
    near: u16,
    far: u16,
    direction: Option<Direction>,
) -> Vec<ContentId> {
    if let Some(direction) = direction {
        return scope.pieces.id(&Content::End(kind, near, far, direction)).into_iter().collect();
    }
    let fits = |c: &Content| matches!(c, Content::End(k, a, b, _) if (*k, *a, *b) == (kind, near, far));
    scope.pieces.contents().filter(|(_, c)| fits(c)).map(|(id, _)| id).collect()
}

/// Two pictures: one with the pieces, two equal letters for each, the other with the labels of their ends.
pub(super) fn layers(
    scope: &mut Scope<'_, '_>,
    pieces: &[Placed],
    labels: &[Placed],
    goal: bool,
) -> Option<Partial> {
    let Some(kind) = labelled(scope) else {
        let span = pieces.first().map_or(Span::default(), |p| p.2);
        return scope.report(Code::NoSuchPiece, span, "this puzzle has no two-cell piece");
    };
    let label_of: BTreeMap<Coord, (char, Span)> = labels.iter().map(|(c, m, s)| (*c, (*m, *s))).collect();
    let mut partial = Partial::new();
    let mut by_letter: BTreeMap<char, Vec<(Coord, Span)>> = BTreeMap::new();
    for (cell, mark, span) in pieces {
        let label = label_of.get(cell);
        match (mark, label) {
            ('.', Some(('.', _))) => {
                partial.insert(*cell, Held::one(0));
            }
            ('?', _) if goal => {
                partial.insert(*cell, Vec::new().into());
            }
            ('.', Some((_, other))) => {
                let text = "this cell has a colour but no piece";
                return scope.report(Code::LayersDiffer, *other, text);
            }
            (_, Some(('.', other))) => {
                let text = "this cell has a piece: its end needs a colour";
                return scope.report(Code::LayersDiffer, *other, text);
            }
            (_, None) => {
                let text = "the picture of colours lacks this cell";
                return scope.report(Code::LayersDiffer, *span, text);
            }
            _ => by_letter.entry(*mark).or_default().push((*cell, *span)),
        }
    }
    for (letter, cells) in by_letter {
        let [(a, span), (b, _)] = cells.as_slice() else {
            let span = cells.last().map_or(Span::default(), |c| c.1);
            let text = format!("a piece covers two cells, but `{letter}` appears in {}", cells.len());
            return scope.report(Code::PieceShape, span, text);
        };
        let label = |c: &Coord| label_of.get(c).map_or(String::new(), |l| l.0.to_string());
        let (near, far) = (scope.pieces.label(&label(a)), scope.pieces.label(&label(b)));
        introduce(scope, kind, (near, far), *span)?;
        let (Some(there), Some(back)) = (towards(scope, *a, *b), towards(scope, *b, *a)) else {
            let text = format!("the two cells of `{letter}` must be neighbours");
            return scope.report(Code::PieceShape, *span, text);
        };
        partial.insert(*a, facing(scope, kind, near, far, Some(there)).into());
        partial.insert(*b, facing(scope, kind, far, near, Some(back)).into());
    }
    Some(partial)
}

/// A picture with only the labels of ends, for goals.
pub(in crate::model) fn colours(scope: &mut Scope<'_, '_>, cells: &[Placed]) -> Option<Partial> {
    let mut partial = Partial::new();
    for (cell, mark, span) in cells {
        if *mark == '?' {
            partial.insert(*cell, Vec::new().into());
            continue;
        }
        if *mark == '.' {
            partial.insert(*cell, Held::one(0));
            continue;
        }
        let wanted = scope.pieces.label(&mark.to_string());
        let fits = |c: &Content| matches!(c, Content::End(_, near, ..) if *near == wanted);
        let ends = |pieces: &Pieces| -> Vec<ContentId> {
            pieces.contents().filter(|(_, c)| fits(c)).map(|(i, _)| i).collect()
        };
        let mut found = ends(scope.pieces);
        if found.is_empty() {
            // No gourd has such an end: the goal cannot be reached. It means ends that never occur.
            let Some(kind) = labelled(scope) else {
                return scope.report(
                    Code::UnknownMark,
                    *span,
                    format!("no piece has an end of colour `{mark}`"),
                );
            };
            introduce(scope, kind, (wanted, wanted), *span)?;
            found = ends(scope.pieces);
        }
        partial.insert(*cell, found.into());
    }
    Some(partial)
}
