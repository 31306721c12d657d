//! Drawn rules: each pattern along each path from each cell.

use super::field::Spot;
use super::{Failure, Field, LaidOn, Maker, label, restrict};
use puzzlec_model::board::Coord;
use puzzlec_model::config::only_content;
use puzzlec_model::piece::chain::{LONGEST, Links, Part};
use puzzlec_model::piece::{Content, Selector};
use puzzlec_model::rule::{Floor, Pattern, PatternCell};
use puzzlec_task::{Action, Assign, Bound, Condition, ValueSet, VarId, whole};

/// The actions of a pattern.
pub(super) fn ground(maker: &mut Maker<'_>, rule: u32, part: u32, pattern: &Pattern) -> Result<(), Failure> {
    maker.made.laid.clear();
    let (inner, all) = (maker.field.cells.len(), maker.field.cells.len() + maker.field.border.len());
    for at in 0..all {
        let first = maker.field.cells.get(at).or_else(|| maker.field.border.get(at - inner));
        let Some(first) = first.copied() else { break };
        if pattern.edges {
            for second in maker.field.board.neighbours(first) {
                one(maker, rule, part, pattern, &[first, second])?;
            }
            continue;
        }
        for path in &pattern.paths {
            let mut cells = vec![first];
            let mut last = first;
            for direction in path {
                let Some(next) = maker.field.board.step(last, *direction) else { break };
                cells.push(next);
                last = next;
            }
            if cells.len() == pattern.cells.len() {
                one(maker, rule, part, pattern, &cells)?;
            }
        }
    }
    Ok(())
}

fn one(
    maker: &mut Maker<'_>,
    rule: u32,
    part: u32,
    pattern: &Pattern,
    cells: &[Coord],
) -> Result<(), Failure> {
    maker.case(pattern.span)?;
    let distinct = cells.iter().enumerate().all(|(i, c)| !cells.iter().take(i).any(|d| d == c));
    if distinct && let Some(action) = action(maker, rule, part, pattern, cells) {
        let laid = laid(maker, pattern, cells);
        for action in maker.set(action, &[])? {
            for action in maker.weighed(action, &[])? {
                maker.add(action, Some(laid.clone()), pattern.span)?;
            }
        }
    }
    Ok(())
}

/// The cells that a pattern covers.
fn laid(maker: &Maker<'_>, pattern: &Pattern, cells: &[Coord]) -> Vec<LaidOn> {
    let one = |(number, (cell, (before, after))): (usize, (&Coord, &(PatternCell, PatternCell)))| {
        let (asked, emptied) = (*before == PatternCell::Empty, *after == PatternCell::Empty);
        let beyond = !matches!(maker.field.spot(*cell), Spot::Var(_));
        let floor = pattern.floors.iter().find(|floor| floor.cell == number).and_then(|floor| floor.before);
        LaidOn { cell: *cell, beyond: beyond.then_some((asked, emptied && !asked)), floor }
    };
    cells.iter().zip(&pattern.cells).enumerate().map(one).collect()
}

/// The index on the other side of a cell of one side.
fn find(pattern: &Pattern, wanted: PatternCell, left: bool) -> Option<usize> {
    pattern.cells.iter().position(|(before, after)| if left { *before == wanted } else { *after == wanted })
}

/// The directions of the cells before and after cell number `number` of a chain, on one side of a pattern that is
/// laid on these cells; `None` if two successive cells are no neighbours.
fn links(
    field: &Field<'_>,
    pattern: &Pattern,
    cells: &[Coord],
    (variable, number): (usize, u8),
    left: bool,
) -> Option<Links> {
    let here = *cells.get(find(pattern, PatternCell::Part(variable, number), left)?)?;
    let link = |number: u8| match find(pattern, PatternCell::Part(variable, number), left) {
        Some(other) => field.towards(here, *cells.get(other)?).map(Some),
        None => Some(None),
    };
    Some((link(number - 1)?, link(number + 1)?))
}

/// The part with new links, if it has these old ones. An end has one link and keeps its place in the chain.
fn relinked(part: &Part, old: Links, new: Links) -> Option<Part> {
    let links = match (part.links, new) {
        ((None, Some(_)), (None, one) | (one, None)) => (None, one),
        ((Some(_), None), (None, one) | (one, None)) => (one, None),
        (links, _) if links == old => new,
        (links, _) if links == (old.1, old.0) => (new.1, new.0),
        _ => return None,
    };
    Some(Part { links, ..*part })
}

fn action(maker: &Maker<'_>, rule: u32, part: u32, pattern: &Pattern, cells: &[Coord]) -> Option<Action> {
    let field = &maker.field;
    let mut spots = Vec::new();
    for cell in cells {
        if !field.covers(*cell) {
            return None;
        }
        spots.push(field.spot(*cell));
    }
    let mut guard: Vec<(VarId, ValueSet)> = Vec::new();
    let any = |(before, after): &(PatternCell, PatternCell)| {
        *before == PatternCell::Any && *after != PatternCell::Any
    };
    let covered = cells.iter().zip(&pattern.cells).filter(|(_, both)| any(both)).map(|(cell, _)| *cell);
    let covered: Vec<Coord> = covered.collect();
    let several = !covered.is_empty() && field.several;
    for (i, (before, after)) in pattern.cells.iter().enumerate() {
        let wanted = match before {
            PatternCell::Any if *after != PatternCell::Any && several => {
                let cell = *cells.get(i)?;
                field.values_where(|c| whole::is_within(field.board, field.pieces, c, cell, &covered))
            }
            PatternCell::Any => continue,
            PatternCell::Empty => ValueSet::one(0),
            PatternCell::Piece(piece, _) => field.values(&Selector::named(*piece)),
            PatternCell::Part(variable, number) => {
                let links = links(field, pattern, cells, (*variable, *number), true)?;
                field.values_where(|c| matches!(c, Content::Part(_, part) if part.is_linked(links)))
            }
        };
        match spots.get(i)? {
            Spot::Var(var) => restrict(&mut guard, *var, wanted),
            _ if wanted.contains(0) => {}
            _ => return None,
        }
    }
    let floor = |number: usize| cells.get(number).map(|cell| field.spot(cell.floor()));
    for said in &pattern.floors {
        let Some(wanted) = said.before.map(|floor| field.values(&floor.selector())) else { continue };
        match floor(said.cell)? {
            Spot::Var(var) => restrict(&mut guard, var, wanted),
            Spot::Still(value) if wanted.contains(value) => {}
            _ => return None,
        }
    }
    let mut assign: Vec<(VarId, Assign)> = Vec::new();
    for said in &pattern.floors {
        let value = match said.after {
            None => continue,
            Some(Floor::Empty) => 0,
            Some(Floor::Piece(kind)) => only_content(field.pieces, kind)?,
        };
        match floor(said.cell)? {
            Spot::Var(var) => assign.push((var, Assign::Set(value))),
            // A floor that is as it shall be.
            Spot::Still(held) if held == value => {}
            _ => return None,
        }
    }
    for (i, (_, after)) in pattern.cells.iter().enumerate() {
        // Beyond the cut no cell ever holds a piece.
        let Spot::Var(var) = spots.get(i)? else {
            match after {
                PatternCell::Any | PatternCell::Empty => continue,
                _ => return None,
            }
        };
        let source = |wanted: PatternCell| -> Option<VarId> {
            match spots.get(find(pattern, wanted, true)?)? {
                Spot::Var(var) => Some(*var),
                _ => None,
            }
        };
        let value = match after {
            PatternCell::Any => continue,
            PatternCell::Empty => Assign::Set(0),
            PatternCell::Piece(piece, _) => match source(*after) {
                Some(from) => copied(&guard, from),
                None => Assign::Set(only_content(field.pieces, *piece)?),
            },
            PatternCell::Part(variable, number) => {
                let old = links(field, pattern, cells, (*variable, *number), true)?;
                let new = links(field, pattern, cells, (*variable, *number), false)?;
                let turned = |c: &Content| match c {
                    Content::Part(kind, part) => {
                        let part = field.pieces.standard(relinked(part, old, new)?);
                        field.pieces.id(&Content::Part(*kind, part))
                    }
                    _ => None,
                };
                // The guard admits only cells of chains with the old links.
                let table = field.table(|id, c| turned(c).unwrap_or(id));
                Assign::Map(source(*after)?, table)
            }
        };
        assign.push((*var, value));
    }
    let (mover, pieces) = movers(pattern, &spots);
    let binding = cells.iter().map(|c| Bound::Cell(c.x, c.y)).collect();
    Some(Action {
        label: label(rule, part, binding),
        guard,
        condition: Condition::True,
        assign,
        mover,
        weight: pieces,
        times: 1,
        then: 0,
    })
}

/// The old value of a variable; a constant if the guard leaves only one.
fn copied(guard: &[(VarId, ValueSet)], from: VarId) -> Assign {
    let known = guard.iter().find(|g| g.0 == from).and_then(|g| g.1.single());
    known.map_or(Assign::Copy(from), Assign::Set)
}

/// The first piece of the left side that is on another cell on the right, and the number of such pieces.
fn movers(pattern: &Pattern, spots: &[Spot]) -> (Option<(VarId, VarId)>, u32) {
    let var = |i: usize| match spots.get(i) {
        Some(Spot::Var(v)) => Some(*v),
        _ => None,
    };
    let mut first = None;
    let mut pieces = 0;
    for (i, (before, _)) in pattern.cells.iter().enumerate() {
        let moved = match before {
            PatternCell::Piece(..) => match find(pattern, *before, false) {
                Some(j) if j != i => var(i).zip(var(j)),
                _ => None,
            },
            PatternCell::Part(variable, 1) => {
                let all = |left| -> Option<Vec<VarId>> {
                    let place = |number| find(pattern, PatternCell::Part(*variable, number), left);
                    (1..=LONGEST).map_while(place).map(var).collect()
                };
                // A chain is known by the smallest of its cells.
                let elsewhere = all(true).zip(all(false)).filter(|(old, new)| old != new);
                elsewhere.and_then(|(old, new)| old.into_iter().min().zip(new.into_iter().min()))
            }
            _ => None,
        };
        if let Some(moved) = moved {
            pieces += 1;
            first = first.or(Some(moved));
        }
    }
    (first, pieces)
}
