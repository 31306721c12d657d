//! Drawn rules: every way to lay a pattern.

use std::collections::BTreeSet;

use super::super::{Unproved, contents, linked, whole};
use super::Maker;
use super::draft::{Draft, Symbol};
use super::field::{Extent, Field};
use super::settings;
use puzzlec_model::board::{Coord, Direction};
use puzzlec_model::piece::{Content, Selector};
use puzzlec_model::rule::{Floor, Pattern, PatternCell};
use puzzlec_task::{Value, ValueSet};

/// All moves of a pattern.
pub(super) fn read(
    maker: &mut Maker<'_>,
    field: &Field<'_>,
    rule: u32,
    pattern: &Pattern,
) -> Result<(), Unproved> {
    let n = pattern.cells.len();
    if pattern.edges {
        for first in &field.cells {
            for second in field.board.neighbours(*first) {
                one(maker, field, rule, pattern, &[*first, second])?;
            }
        }
        return Ok(());
    }
    // On an unbounded board, a pattern covers the cell of one of its pieces, and the cells hold all pieces.
    let lies = |at: usize| {
        let before = pattern.cells.get(at).map(|c| c.0);
        matches!(before, Some(PatternCell::Piece(..) | PatternCell::Part(..)))
    };
    let at = if field.extent == Extent::Endless { (0..n).find(|at| lies(*at)) } else { Some(0) };
    let Some(at) = at else {
        let idle = |after: &PatternCell| matches!(after, PatternCell::Any | PatternCell::Empty);
        if pattern.cells.iter().all(|(_, after)| idle(after)) {
            return Ok(());
        }
        return Err(Unproved::wrong("a rule can put pieces anywhere on an endless board"));
    };
    for cell in &field.cells {
        for path in &pattern.paths {
            let found = if field.extent == Extent::Endless {
                backwards(field, *cell, path.get(..at).unwrap_or(&[]))
            } else {
                Some(*cell)
            };
            let Some(first) = found else { continue };
            let mut cells = vec![first];
            let mut last = Some(first);
            for direction in path {
                last = last.and_then(|from| field.board.step(from, *direction));
                cells.extend(last);
            }
            if cells.len() == n {
                one(maker, field, rule, pattern, &cells)?;
            }
        }
    }
    Ok(())
}

/// The first cell of a path that ends at a cell of a lattice.
fn backwards(field: &Field<'_>, end: Coord, path: &[Direction]) -> Option<Coord> {
    path.iter().rev().try_fold(end, |at, direction| {
        let (dx, dy) = field.board.delta(*direction);
        Some(Coord::new(at.x.checked_sub(dx)?, at.y.checked_sub(dy)?))
    })
}

/// The place of a cell of one side on a side.
fn find(pattern: &Pattern, wanted: PatternCell, left: bool) -> Option<usize> {
    pattern.cells.iter().position(|(before, after)| if left { *before == wanted } else { *after == wanted })
}

fn one(
    maker: &mut Maker<'_>,
    field: &Field<'_>,
    rule: u32,
    pattern: &Pattern,
    cells: &[Coord],
) -> Result<(), Unproved> {
    maker.case()?;
    let within = field.extent == Extent::Endless || cells.iter().all(|c| field.var(*c).is_some());
    let distinct = cells.iter().collect::<BTreeSet<_>>().len() == cells.len();
    if within
        && distinct
        && let Some(draft) = draft(field, pattern, cells)
    {
        maker.number += 1;
        for draft in settings::set(field, &Vec::new(), &maker.sets, draft)? {
            maker.add(field, rule, draft, Some(cells));
        }
    }
    Ok(())
}

fn draft(field: &Field<'_>, pattern: &Pattern, cells: &[Coord]) -> Option<Draft> {
    let mut draft = Draft::default();
    let covered = whole::covered(pattern, cells);
    for cell in covered.iter().filter(|_| field.several) {
        let fits = field.filtered(|c| whole::all_of((field.board, field.pieces), *cell, c, &covered));
        if !draft.ask_cell(field, *cell, &fits) {
            return None;
        }
    }
    for ((before, _), cell) in pattern.cells.iter().zip(cells) {
        let wanted = match before {
            PatternCell::Any => continue,
            PatternCell::Empty => ValueSet::one(0),
            PatternCell::Piece(piece, _) => field.matching(&Selector::named(*piece)),
            PatternCell::Part(piece, number) => {
                let beside = linked::beside(pattern, cells, (*piece, *number));
                let wanted: BTreeSet<Coord> = beside.iter().map(|(cell, _)| *cell).collect();
                field.filtered(|c| match c {
                    Content::Part(_, part) => {
                        linked::cells(field.board, *cell, part).as_ref() == Some(&wanted)
                    }
                    _ => false,
                })
            }
        };
        if !draft.ask_cell(field, *cell, &wanted) {
            return None;
        }
    }
    for said in &pattern.floors {
        if let Some(wanted) = said.before
            && !draft.ask_cell(field, cells.get(said.cell)?.floor(), &field.matching(&wanted.selector()))
        {
            return None;
        }
    }
    let old = draft.clone();
    for ((_, after), cell) in pattern.cells.iter().zip(cells) {
        let source = || cells.get(find(pattern, *after, true)?).and_then(|from| old.get(field, *from));
        let symbol = match after {
            PatternCell::Any => continue,
            PatternCell::Empty => Symbol::Value(0),
            PatternCell::Piece(piece, _) => match source() {
                Some(symbol) => symbol,
                None => Symbol::Value(contents::put(field.pieces, *piece)?),
            },
            PatternCell::Part(piece, number) => {
                let beside = linked::beside(pattern, cells, (*piece, *number));
                let from = cells.get(find(pattern, *after, true)?)?;
                let turned = |value: Value| {
                    let content = field.pieces.content(value);
                    linked::turned(field.board, field.pieces, content, (*from, *cell), &beside)
                };
                let can = (0..field.contents()).filter(|value| turned(*value).is_some()).collect();
                if !draft.ask_cell(field, *from, &can) {
                    return None;
                }
                old.get(field, *from)?.through(field.contents(), &|value| turned(value).unwrap_or(value))
            }
        };
        draft.set(*cell, symbol);
    }
    for said in &pattern.floors {
        let value = match said.after {
            None => continue,
            Some(Floor::Empty) => 0,
            Some(Floor::Piece(kind)) => contents::put(field.pieces, kind)?,
        };
        draft.set(cells.get(said.cell)?.floor(), Symbol::Value(value));
    }
    Some(draft)
}
