//! The pieces that effects give to cells: each is one piece of one cell, so that its content is known.

use super::{Effect, Face, Quantified};
use crate::piece::{Form, Named, Pieces};

/// Checks the pieces that the action of a script puts or exchanges.
///
/// # Errors
/// One of them leaves open what a cell holds.
pub fn check(pieces: &Pieces, rule: &Quantified) -> Result<(), String> {
    let is_unit = |piece: Named| pieces.kind(piece.kind).is_some_and(|kind| kind.form == Form::Unit);
    let name = |piece: Named| pieces.kind(piece.kind).map_or("", |kind| &kind.name);
    let unit = |piece: Named| match is_unit(piece) {
        true => Ok(()),
        false => Err(format!("the script names `{}` for a cell, and it covers several cells", name(piece))),
    };
    for effect in &rule.effects {
        match effect {
            Effect::Put(piece, _) => {
                unit(*piece)?;
                if members(pieces, *piece) > 1 {
                    return Err(format!("the script puts `{}`, which is a family of pieces", name(*piece)));
                }
            }
            Effect::Flip(Face::Piece(a), Face::Piece(b), _) => {
                unit(*a)?;
                unit(*b)?;
                if let Some(why) = unlike(pieces, *a, *b) {
                    return Err(why);
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Why two pieces of one cell cannot be exchanged; nothing if each member of one has its partner in the other.
pub(crate) fn unlike(pieces: &Pieces, a: Named, b: Named) -> Option<String> {
    let (many, more) = (members(pieces, a), members(pieces, b));
    if many == more {
        return None;
    }
    let name = |piece: Named| pieces.kind(piece.kind).map_or("", |kind| &kind.name);
    let named = |piece, number| match number {
        1 => format!("`{}` is one piece", name(piece)),
        n => format!("`{}` has {n} members", name(piece)),
    };
    Some(format!("{}, and {}: they cannot be exchanged", named(a, many), named(b, more)))
}

/// The number of pieces that a name stands for.
pub(crate) fn members(pieces: &Pieces, piece: Named) -> usize {
    match piece.member {
        Some(_) => 1,
        None => pieces.kind(piece.kind).map_or(1, |kind| kind.marks.len().max(1)),
    }
}
