//! Effects in order, on what the cells hold by then.

use std::collections::BTreeSet;

use super::super::{Unproved, contents, linked, whole};
use super::draft::{Draft, Symbol};
use super::field::{Extent, Field};
use super::tests::speaks_of_all;
use puzzlec_model::board::Coord;
use puzzlec_model::expr::Cells;
use puzzlec_model::piece::Content;
use puzzlec_model::query::{Bound, Place};
use puzzlec_model::rule::Effect;
use puzzlec_task::{Value, ValueSet};

/// The moves that effects make of a draft; several if pieces of several shapes move.
pub(super) fn run(
    field: &Field<'_>,
    place: &Place<'_>,
    effects: &[Effect],
    draft: Draft,
) -> Result<Vec<Draft>, Unproved> {
    let mut drafts = vec![draft];
    for effect in effects {
        let mut next = Vec::new();
        for draft in drafts {
            match effect {
                Effect::Shift(cell, dir) => {
                    if let Some((cell, dir)) = place.cell(cell).zip(place.direction(dir)) {
                        shifts(field, cell, dir, &draft, &mut next);
                    }
                }
                _ => next.extend(one(field, place, effect, draft)?),
            }
        }
        drafts = next;
    }
    // Rows close up after everything else, the last gap first, so that the indices of the others do not
    // change.
    let mut gaps = BTreeSet::new();
    for effect in effects {
        if let Effect::Close(slot) = effect {
            match place.slots.get(*slot) {
                Some(Some(Bound::Cell(gap))) => drop(gaps.insert(*gap)),
                _ => return Ok(Vec::new()),
            }
        }
    }
    let closed: Vec<Coord> = gaps.iter().copied().collect();
    drafts.retain_mut(|draft| all_of(field, &closed, &closed, draft).is_some());
    for draft in &mut drafts {
        for gap in gaps.iter().rev() {
            close(field, *gap, draft);
        }
        if let (false, Some((_, length))) = (gaps.is_empty(), field.length) {
            let gone = Value::try_from(gaps.len()).unwrap_or(Value::MAX);
            draft.shorten(length.saturating_sub(gone));
        }
    }
    Ok(drafts)
}

/// The result of an effect; `None` if a cell is off the board.
fn one(
    field: &Field<'_>,
    place: &Place<'_>,
    effect: &Effect,
    mut draft: Draft,
) -> Result<Option<Draft>, Unproved> {
    let lists: &[&Cells] = match effect {
        Effect::Move(from, to) => &[from, to],
        Effect::Remove(list) | Effect::Put(_, list) | Effect::Clear(_, list) | Effect::Flip(_, _, list) => {
            &[list]
        }
        Effect::Swap(..) | Effect::Shift(..) | Effect::Close(_) => &[],
    };
    if field.extent != Extent::Whole && lists.iter().any(|list| speaks_of_all(list)) {
        return Err(Unproved::wrong("a rule changes all cells of an endless board"));
    }
    Ok(done(field, place, effect, &mut draft).map(|()| draft))
}

fn done(field: &Field<'_>, place: &Place<'_>, effect: &Effect, draft: &mut Draft) -> Option<()> {
    match effect {
        Effect::Move(from, to) => {
            let (from, to) = (place.cells(from)?, place.cells(to)?);
            if from.len() != to.len() {
                return None;
            }
            let held = from.iter().map(|c| draft.get(field, *c)).collect::<Option<Vec<_>>>()?;
            to.iter().try_for_each(|c| draft.get(field, *c).map(|_| ()))?;
            all_go(field, &from, &to, draft)?;
            from.iter().for_each(|c| draft.set(*c, Symbol::Value(0)));
            to.iter().zip(held).for_each(|(c, symbol)| draft.set(*c, symbol));
        }
        Effect::Swap(a, b) => {
            let (a, b) = (place.cell(a)?, place.cell(b)?);
            let (x, y) = (draft.get(field, a)?, draft.get(field, b)?);
            all_go(field, &[a, b], &[b, a], draft)?;
            draft.set(a, y);
            draft.set(b, x);
        }
        Effect::Remove(list) => {
            let list = place.cells(list)?;
            all_of(field, &list, &list, draft)?;
            for cell in list {
                draft.get(field, cell)?;
                draft.set(cell, Symbol::Value(0));
            }
        }
        Effect::Put(piece, list) => {
            let content = contents::put(field.pieces, *piece)?;
            let list = place.cells(list)?;
            all_of(field, &list, &list, draft)?;
            for cell in list {
                draft.get(field, cell)?;
                draft.set(cell, Symbol::Value(content));
            }
        }
        Effect::Clear(kind, list) => {
            for cell in place.cells(list)? {
                let left = |value: Value| {
                    if kind.matches(field.pieces.content(value)) { 0 } else { value }
                };
                let symbol = draft.get(field, cell)?.through(field.contents(), &left);
                draft.set(cell, symbol);
            }
        }
        Effect::Flip(a, b, list) => {
            let partners = contents::exchange(field.pieces, *a, *b)?;
            let flipped = |value: Value| partners.get(usize::from(value)).copied().unwrap_or(value);
            for cell in place.cells(list)? {
                let symbol = draft.get(field, cell)?.through(field.contents(), &flipped);
                draft.set(cell, symbol);
            }
        }
        // Done after all others.
        Effect::Close(_) => {}
        Effect::Shift(..) => return None,
    }
    Some(())
}

/// Requires that pieces of several cells keep their form, if the contents of cells move to others.
fn all_go(field: &Field<'_>, from: &[Coord], to: &[Coord], draft: &mut Draft) -> Option<()> {
    if !field.several {
        return Some(());
    }
    let pairs: Vec<(Coord, Coord)> = from.iter().copied().zip(to.iter().copied()).collect();
    for cell in from {
        let fits = field.filtered(|c| whole::all_go((field.board, field.pieces), *cell, c, &pairs));
        hold(field, *cell, &fits, draft)?;
    }
    let covered: Vec<Coord> = to.iter().filter(|cell| !from.contains(cell)).copied().collect();
    all_of(field, &covered, to, draft)
}

/// Requires that no piece has cells among these and others outside of a list.
fn all_of(field: &Field<'_>, cells: &[Coord], list: &[Coord], draft: &mut Draft) -> Option<()> {
    for cell in cells.iter().filter(|cell| field.several && !cell.is_floor()) {
        let fits = field.filtered(|c| whole::all_of((field.board, field.pieces), *cell, c, list));
        hold(field, *cell, &fits, draft)?;
    }
    Some(())
}

/// The cell is removed from the row: the contents after it move up by one.
fn close(field: &Field<'_>, gap: Coord, draft: &mut Draft) {
    let last = field.cells.iter().map(|c| c.x).max().unwrap_or(gap.x);
    for x in gap.x..=last {
        let next = Coord::new(x.saturating_add(1), gap.y);
        let symbol = draft.get(field, next).unwrap_or(Symbol::Value(0));
        draft.set(Coord::new(x, gap.y), symbol);
    }
}

/// The whole piece on a cell moves one step: one move for each shape of the piece.
fn shifts(field: &Field<'_>, at: Coord, dir: u8, draft: &Draft, made: &mut Vec<Draft>) {
    let Some(symbol) = draft.get(field, at) else { return };
    let olds = match &symbol {
        // A full cycle, whatever the number: the symbol does not change.
        Symbol::Value(_) => ValueSet::one(0),
        Symbol::Old(var, _) => draft.olds(field, *var),
    };
    let mut single = ValueSet::new();
    let mut shapes: Vec<(ValueSet, Vec<(Coord, ValueSet)>)> = Vec::new();
    for old in olds.iter() {
        match field.pieces.content(symbol.of(old)) {
            Content::Empty => {}
            Content::Unit(..) => single.insert(old),
            content @ Content::Part(_, part) => {
                for form in linked::forms(field.board, field.pieces, at, (content, part)) {
                    let cells = form.into_iter().map(|(cell, held)| (cell, held.into_iter().collect()));
                    shapes.push((ValueSet::one(old), cells.collect()));
                }
            }
            Content::Block(kind, shape, met) => {
                let offsets = field.pieces.shapes.get(usize::from(*shape)).map_or(&[][..], Vec::as_slice);
                let Some((left, up)) = offsets.get(usize::from(*met)) else { continue };
                let part = |(part, (x, y)): (u16, &(i32, i32))| {
                    let held = field.pieces.id(&Content::Block(*kind, *shape, part));
                    (Coord::new(at.x + x - left, at.y + y - up), held.into_iter().collect())
                };
                shapes.push((ValueSet::one(old), (0..).zip(offsets).map(part).collect()));
            }
        }
    }
    if !single.is_empty() {
        shapes.push((single, vec![(at, field.everything())]));
    }
    for (olds, parts) in shapes {
        let mut draft = draft.clone();
        if let Symbol::Old(var, _) = &symbol {
            draft.ask(*var, &olds);
        }
        if let Some(draft) = shifted(field, dir, &parts, draft) {
            made.push(draft);
        }
    }
}

fn shifted(field: &Field<'_>, dir: u8, parts: &[(Coord, ValueSet)], mut draft: Draft) -> Option<Draft> {
    let mut gone = Vec::new();
    for (cell, values) in parts {
        let to = field.board.step(*cell, dir)?;
        hold(field, *cell, values, &mut draft)?;
        if parts.iter().all(|(part, _)| *part != to) {
            hold(field, to, &ValueSet::one(0), &mut draft)?;
        }
        gone.push((to, draft.get(field, *cell)?));
    }
    parts.iter().for_each(|(cell, _)| draft.set(*cell, Symbol::Value(0)));
    gone.into_iter().for_each(|(to, symbol)| draft.set(to, symbol));
    Some(draft)
}

/// Requires that the current content of a cell is one of these.
fn hold(field: &Field<'_>, cell: Coord, values: &ValueSet, draft: &mut Draft) -> Option<()> {
    match draft.get(field, cell)? {
        Symbol::Value(value) => values.contains(value).then_some(()),
        Symbol::Old(var, table) => {
            let symbol = Symbol::Old(var, table);
            let olds = draft.olds(field, var);
            let fit: ValueSet = olds.iter().filter(|old| values.contains(symbol.of(*old))).collect();
            draft.ask(var, &fit);
            (!fit.is_empty()).then_some(())
        }
    }
}
