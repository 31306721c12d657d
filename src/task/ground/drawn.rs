//! Drawn rules: each pattern along each path from each cell.

use super::field::Spot;
use super::{Failure, LaidOn, Maker, label, restrict};
use crate::model::board::Coord;
use crate::model::config::only_content;
use crate::model::piece::{Content, Selector};
use crate::model::rule::{Pattern, PatternCell};
use crate::task::{Action, Assign, Bound, Condition, ValueSet, VarId};

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
        maker.add(action, Some(laid), pattern.span)?;
    }
    Ok(())
}

/// The cells that a pattern covers.
fn laid(maker: &Maker<'_>, pattern: &Pattern, cells: &[Coord]) -> Vec<LaidOn> {
    let one = |(cell, (before, after)): (&Coord, &(PatternCell, PatternCell))| {
        let (asked, emptied) = (*before == PatternCell::Empty, *after == PatternCell::Empty);
        let beyond = !matches!(maker.field.spot(*cell), Spot::Var(_));
        LaidOn { cell: *cell, beyond: beyond.then_some((asked, emptied && !asked)) }
    };
    cells.iter().zip(&pattern.cells).map(one).collect()
}

/// The index on the other side of a cell of one side.
fn find(pattern: &Pattern, wanted: PatternCell, left: bool) -> Option<usize> {
    pattern.cells.iter().position(|(before, after)| if left { *before == wanted } else { *after == wanted })
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
    for (i, (before, _)) in pattern.cells.iter().enumerate() {
        let wanted = match before {
            PatternCell::Any => continue,
            PatternCell::Empty => ValueSet::one(0),
            PatternCell::Piece(kind, _) => field.values(&Selector::kind(*kind)),
            PatternCell::End(variable, end) => {
                let other = find(pattern, PatternCell::End(*variable, 3 - end), true)?;
                let direction = field.towards(*cells.get(i)?, *cells.get(other)?)?;
                field.values_where(|c| matches!(c, Content::End(_, _, _, d) if *d == direction))
            }
        };
        match spots.get(i)? {
            Spot::Var(var) => restrict(&mut guard, *var, wanted),
            _ if wanted.contains(0) => {}
            _ => return None,
        }
    }
    let mut assign: Vec<(VarId, Assign)> = Vec::new();
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
            PatternCell::Piece(kind, _) => match source(*after) {
                Some(from) => copied(&guard, from),
                None => Assign::Set(only_content(field.pieces, *kind)?),
            },
            PatternCell::End(variable, end) => {
                let other = find(pattern, PatternCell::End(*variable, 3 - end), false)?;
                let direction = field.towards(*cells.get(i)?, *cells.get(other)?)?;
                let table = field.table(|c| match c {
                    Content::End(kind, near, far, _) => Some(Content::End(*kind, *near, *far, direction)),
                    _ => None,
                });
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
        pieces,
        times: 1,
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
            PatternCell::End(variable, 1) => {
                let both = |left| {
                    let a = find(pattern, PatternCell::End(*variable, 1), left).and_then(var);
                    a.zip(find(pattern, PatternCell::End(*variable, 2), left).and_then(var))
                };
                // A two-cell piece is known by the smaller of its cells.
                let elsewhere = both(true).zip(both(false)).filter(|(old, new)| old != new);
                elsewhere.map(|(old, new)| (old.0.min(old.1), new.0.min(new.1)))
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
