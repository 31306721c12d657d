//! Holes: from the statements of a puzzle to what may fill them.

use super::parts::{Clues, Parts};
use super::supply::shapes;
use crate::board::Shape;
use crate::config::Family;
use crate::holes::{Filling, Hardness, HoleSymmetry, Holes, Open};
use crate::piece::{Form, Named, Pieces};
use crate::scope::Scope;
use crate::technique::Technique;
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::words::counted;
use puzzlec_syntax::ast::{self, Amount, Lattice, Name, Path, Wanted, WantedKind};

/// The greatest number that is written for pieces and clues.
const MOST: u32 = 32_768;

type CountedBy<'a> = dyn Fn(&Path, &mut Vec<Diagnostic>) -> Option<Vec<bool>> + 'a;

/// The holes that the statements of a puzzle describe; they join its family of starts. `None` if there is an error.
pub(super) fn holes(
    scope: &mut Scope<'_, '_>,
    parts: &Parts<'_>,
    (name, family): (Span, &mut Option<Family>),
    counted_by: &CountedBy<'_>,
) -> Option<()> {
    let wishes = parts.wish.map_or(&[][..], |wish| wish.0);
    let Some(span) = [parts.fill.map(|f| f.1), parts.clues.map(|c| c.1), parts.wish.map(|w| w.1)]
        .into_iter()
        .flatten()
        .min_by_key(|span| span.start)
    else {
        return Some(());
    };
    if let Some((_, players)) = parts.players {
        let text = "games of two players have no holes";
        scope.diagnostics.push(Diagnostic::new(Code::BadGame, span, text).also(players, "two players"));
        return None;
    }
    let open = match (parts.place, parts.clues, parts.fill) {
        (Some(_), Some((stated, _)), _) => clues(scope, stated)?,
        (None, Some((.., at)), _) => {
            let d = Diagnostic::new(Code::BadGame, at, "only pieces to place have clues");
            scope.diagnostics.push(d.help("name the pieces that fill the start: `fill peg * 5`"));
            return None;
        }
        // A `fill` of a placement is reported with its other statements that do not fit.
        (Some(_), None, Some(_)) => return None,
        (Some(_), None, None) => {
            let d = Diagnostic::new(Code::BadHoles, span, "a wish without holes");
            scope.diagnostics.push(d.help("add `clues`"));
            return None;
        }
        (None, None, fill) => {
            if fill.is_none() && family.is_none() {
                let d = Diagnostic::new(Code::BadHoles, span, "a wish without holes");
                scope.diagnostics.push(d.help("draw open cells `?` in the start, or add `fill`"));
                return None;
            }
            cells(scope, fill.map(|f| f.0), span, family, parts.start.map(|s| s.1))?
        }
    };
    let placing = matches!(open, Open::Clues { .. });
    let mut holes =
        Holes { open, length: None, hardest: None, minimal: false, deduction: None, symmetric: None, span };
    for wish in wishes {
        one_wish(scope, wish, (placing, parts), &mut holes, counted_by)?;
    }
    let new = Family { cells: Vec::new(), contents: Vec::new(), span: name, holes: None };
    let family = family.get_or_insert(new);
    if let Open::Cells { cells, .. } = &holes.open {
        family.cells.clone_from(cells);
    }
    family.holes = Some(Box::new(holes));
    Some(())
}

fn one_wish(
    scope: &mut Scope<'_, '_>,
    wish: &Wanted,
    (placing, parts): (bool, &Parts<'_>),
    holes: &mut Holes,
    counted_by: &CountedBy<'_>,
) -> Option<()> {
    let twice = match &wish.kind {
        WantedKind::Length(..) => holes.length.is_some(),
        WantedKind::Hardest(_) => holes.hardest.is_some(),
        WantedKind::Minimal => holes.minimal,
        WantedKind::Deduction(_) => holes.deduction.is_some(),
        WantedKind::Symmetric(_) => holes.symmetric.is_some(),
    };
    if twice {
        return scope.report(Code::RepeatedStatement, wish.span, "this wish is repeated");
    }
    match (&wish.kind, placing) {
        (WantedKind::Hardest(Some(by)), true)
            if by.single().is_some_and(|name| name.text == "deductions") =>
        {
            holes.hardest = Some(Hardness::Deductions);
        }
        (WantedKind::Length(..) | WantedKind::Hardest(_), true) => {
            let text = "every solution of a placement has the same length";
            let d = Diagnostic::new(Code::BadHoles, wish.span, text);
            scope.diagnostics.push(d.help("wish for `minimal`, `hardest by deductions`, or fewer `clues`"));
            return None;
        }
        (WantedKind::Deduction(_), false) => {
            return scope.report(Code::BadHoles, wish.span, "only placements are solved by deduction");
        }
        (WantedKind::Deduction(technique), true) => {
            holes.deduction = Some(strongest(scope, technique.as_ref())?)
        }
        (WantedKind::Minimal, false) => {
            return scope.report(Code::BadHoles, wish.span, "only clues of a placement can be minimal");
        }
        (WantedKind::Length(amount, unit), false) => {
            let own = parts.measure.map_or("moves", |m| m.name.text.as_str());
            if unit.text != own && unit.text != own.strip_suffix('s').unwrap_or(own) {
                let d = Diagnostic::new(Code::BadHoles, unit.span, format!("lengths are in `{own}` here"));
                scope.diagnostics.push(d.suggest(&unit.text, unit.span, [own]));
                return None;
            }
            let (least, most) = ends(scope, amount, u64::from(u32::MAX))?;
            holes.length = Some((least, most));
        }
        (WantedKind::Hardest(by), false) => {
            holes.hardest = Some(match by {
                None => Hardness::Length,
                Some(path) => match path.single().map(|name| name.text.as_str()) {
                    Some("positions") => Hardness::Positions,
                    Some("branching") => Hardness::Branching,
                    Some("deductions") => {
                        let text = "only placements are solved by deduction";
                        return scope.report(Code::BadHoles, wish.span, text);
                    }
                    _ => Hardness::Rules(counted_by(path, scope.diagnostics)?),
                },
            });
        }
        (WantedKind::Minimal, true) => holes.minimal = true,
        (WantedKind::Symmetric(words), _) => holes.symmetric = Some(symmetry(scope, words, wish.span)?),
    }
    Some(())
}

fn strongest(scope: &mut Scope<'_, '_>, name: Option<&Name>) -> Option<Option<Technique>> {
    let Some(name) = name else { return Some(None) };
    let found = Technique::of(&name.text);
    if found.is_none() {
        let d = Diagnostic::new(Code::BadHoles, name.span, format!("there is no technique `{}`", name.text));
        let names = Technique::ALL.map(Technique::name);
        let d = d.help(format!("the techniques are {}", names.map(|name| format!("`{name}`")).join(", ")));
        scope.diagnostics.push(d.suggest(&name.text, name.span, names));
    }
    found.map(Some)
}

fn symmetry(scope: &mut Scope<'_, '_>, words: &[Name], span: Span) -> Option<HoleSymmetry> {
    let words: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let found = match words.as_slice() {
        ["half", "turn"] => HoleSymmetry::HalfTurn,
        ["quarter", "turn"] => HoleSymmetry::QuarterTurn,
        ["mirror"] => HoleSymmetry::Mirror,
        words => {
            let text = format!("there is no symmetry `{}`", words.join(" "));
            let d = Diagnostic::new(Code::BadHoles, span, text);
            scope.diagnostics.push(d.help("the symmetries are `half turn`, `quarter turn` and `mirror`"));
            return None;
        }
    };
    if scope.board.is_some_and(|board| !matches!(board.shape, Shape::Lattice(Lattice::Square))) {
        return scope.report(Code::BadHoles, span, "only fillings of square boards can be symmetric");
    }
    Some(found)
}

fn clues(scope: &mut Scope<'_, '_>, Clues { amount, pieces, all }: Clues<'_>) -> Option<Open> {
    let (least, most) = ends(scope, amount, u64::from(MOST))?;
    let pieces = pieces.iter().map(|piece| scope.chosen(piece)).collect::<Option<_>>()?;
    let number = |n: u64| u32::try_from(n).unwrap_or(MOST);
    Some(Open::Clues { range: (number(least), number(most)), pieces, all })
}

/// The open cells and what fills them.
fn cells(
    scope: &mut Scope<'_, '_>,
    fill: Option<&[ast::Filling]>,
    span: Span,
    family: &Option<Family>,
    start: Option<Span>,
) -> Option<Open> {
    let Some(board) = scope.board.filter(|board| !board.unbounded) else {
        return scope.report(Code::NeedsBound, span, "holes need a bounded board");
    };
    let cells = match (family, start) {
        (Some(family), _) => family.cells.clone(),
        (None, None) => board.cells().to_vec(),
        (None, Some(start)) => {
            let d = Diagnostic::new(Code::BadHoles, start, "the start has no open cell");
            let help = "draw open cells `?`, or leave out the start to fill the whole board";
            scope.diagnostics.push(d.also(span, "filled here").help(help));
            return None;
        }
    };
    let room = u32::try_from(cells.len()).unwrap_or(u32::MAX);
    let fillings = match (fill, family) {
        (Some(entries), _) => {
            let mut all = Vec::new();
            for entry in entries {
                filling(scope, entry, room, &mut all)?;
            }
            all
        }
        (None, Some(family)) => family.fillings(scope.pieces),
        (None, None) => Vec::new(),
    };
    for floor in [false, true] {
        let of_layer = |filling: &&Filling| filling.is_floor(scope.pieces) == floor;
        let needed = |filling: &Filling| u64::from(filling.least) * size(scope.pieces, filling) as u64;
        let needed: u64 = fillings.iter().filter(of_layer).map(needed).sum();
        if needed > u64::from(room) {
            let cells = counted(u64::from(room), "open cells");
            let text = format!("the pieces need {}, and the start has {cells}", counted(needed, "cells"));
            return scope.report(Code::BadHoles, span, text);
        }
    }
    Some(Open::Cells { cells, fillings })
}

/// The number of cells that one piece covers.
fn size(pieces: &Pieces, filling: &Filling) -> usize {
    let shape = filling.shapes.first().and_then(|shape| pieces.shapes.get(usize::from(*shape)));
    shape.map_or(1, Vec::len)
}

fn filling(scope: &mut Scope<'_, '_>, entry: &ast::Filling, room: u32, all: &mut Vec<Filling>) -> Option<()> {
    let Named { kind, member } = scope.chosen(&entry.piece)?;
    let (least, most) = ends(scope, &entry.amount, u64::from(MOST))?;
    let number = |n: u64| u32::try_from(n).unwrap_or(MOST);
    let (least, most) = (number(least), number(most).min(room.max(number(least))));
    let found = scope.pieces.kind(kind)?;
    let (form, marks) = (found.form, u16::try_from(found.marks.len()).unwrap_or(u16::MAX));
    let shapes = match form {
        Form::Unit => Vec::new(),
        Form::Rigid => shapes(scope, kind, entry.span)?,
        Form::Chain(_) => {
            let text = "holes are filled with pieces of one cell and rigid pieces";
            return scope.report(Code::BadHoles, entry.span, text);
        }
    };
    let members: Vec<Option<u16>> = match (entry.each, member, form) {
        (false, member, _) => vec![member],
        (true, None, Form::Unit) if marks > 1 => (0..marks).map(Some).collect(),
        (true, ..) => {
            let text = format!("`{}` is no family", entry.piece.text());
            return scope.report(Code::NoSuchMember, entry.piece.span, text);
        }
    };
    for member in members {
        let piece = Named { kind, member };
        let known = |one: &Filling| one.pieces.first().copied();
        let of_kind = |one: &Filling| known(one).filter(|known| known.kind == kind);
        // A piece could otherwise be of two entries.
        if all.iter().filter_map(of_kind).any(|known| known.member.is_some() != member.is_some()) {
            let text = "this family is filled in both as a whole and by its members";
            return scope.report(Code::NoSuchMember, entry.piece.span, text);
        }
        match all.iter_mut().find(|one| known(one) == Some(piece)) {
            Some(same) => {
                same.least = same.least.saturating_add(least);
                same.most = same.most.saturating_add(most).min(room.max(same.least));
            }
            None => {
                let (pieces, shapes) = (vec![piece], shapes.clone());
                all.push(Filling { pieces, shapes, least, most, span: entry.span });
            }
        }
    }
    Some(())
}

/// The ends of an amount: from 0 up to `limit` without them.
fn ends(scope: &mut Scope<'_, '_>, amount: &Amount, limit: u64) -> Option<(u64, u64)> {
    let text = |n| format!("expected a number from 0 to {limit}, found {n}");
    let (least, most) = scope.amount(amount, limit, text)?;
    Some((least, most.unwrap_or(limit)))
}
