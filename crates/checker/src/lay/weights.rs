//! Colourings of the cells that no arrangement of the pieces can meet.

use std::collections::BTreeMap;

use super::{Laid, ways};
use crate::{Unproved, rules};
use puzzlec_model::Model;
use puzzlec_model::goal::Goal;
use puzzlec_model::puzzle::Supply;
use puzzlec_task::Condition;

/// Weights as a certificate states them.
pub(crate) struct Weights<'a> {
    /// Sums are compared modulo this.
    pub modulus: u64,
    /// By name of a cell its weight.
    pub cells: &'a BTreeMap<String, i64>,
    /// The weights of the pieces, in the order of the supply.
    pub pieces: &'a [i64],
    /// The weight of an empty cell.
    pub empty: i64,
}

/// Checks that the cells of every piece in every allowed place add up to its weight, that every cell that may be empty has
/// that of empty cells, and that all cells together differ from all pieces and empty cells: then no arrangement
/// covers every cell once.
pub(crate) fn coloured(
    model: &Model,
    supply: &[Supply],
    goal: &Goal,
    weights: &Weights<'_>,
) -> Result<(), Unproved> {
    if weights.modulus < 2 || weights.pieces.len() != supply.len() {
        return Err(Unproved::wrong("the weights are not those of these pieces"));
    }
    let cells: Vec<String> = model.board.cells().iter().map(|cell| model.board.name(*cell)).collect();
    if weights.cells.keys().any(|name| !cells.contains(name)) {
        return Err(Unproved::wrong("a cell that has a weight is not on the board"));
    }
    if supply.iter().any(|entry| entry.least != entry.count) {
        return Err(Unproved::wrong("weights need the exact number of the pieces"));
    }
    let modulus = i128::from(weights.modulus);
    let of: Vec<i128> =
        cells.iter().map(|name| weights.cells.get(name).map_or(0, |weight| i128::from(*weight))).collect();
    let goal = rules::goal(model, goal)?;
    let parts = match &goal {
        Condition::All(parts) => parts.as_slice(),
        one => std::slice::from_ref(one),
    };
    // What a cell may hold, by the tests of the goal that concern it alone.
    let allowed = |cell: usize, value: u16| {
        let of = |part: &Condition| match part {
            Condition::In(var, values) => *var as usize != cell || values.contains(value),
            _ => true,
        };
        parts.iter().all(of)
    };
    let mut used = 0_usize;
    let mut all = of.iter().sum::<i128>();
    for (entry, weight) in supply.iter().zip(weights.pieces) {
        if entry.count == 0 {
            continue;
        }
        let fits = |laid: &&Laid| laid.iter().all(|(cell, value)| allowed(*cell, *value));
        for laid in ways(model, entry).iter().filter(fits) {
            let sum: i128 = laid.iter().filter_map(|(cell, _)| of.get(*cell)).sum();
            if (sum - i128::from(*weight)).rem_euclid(modulus) != 0 {
                return Err(Unproved::wrong("a piece can be placed on cells with another weight"));
            }
        }
        used += usize::from(entry.count) * entry.size(&model.pieces);
        all -= i128::from(entry.count) * i128::from(*weight);
    }
    // Pieces that have more cells than the board cannot be placed, whatever their weights.
    let Some(empty) = cells.len().checked_sub(used) else { return Ok(()) };
    if empty > 0 {
        for (cell, weight) in of.iter().enumerate().filter(|(cell, _)| allowed(*cell, 0)) {
            if (weight - i128::from(weights.empty)).rem_euclid(modulus) != 0 {
                let name = cells.get(cell).map_or("?", String::as_str);
                return Err(Unproved::Rejected(format!("{name} may be empty and has another weight")));
            }
        }
        all -= i128::try_from(empty).unwrap_or(0) * i128::from(weights.empty);
    }
    if all.rem_euclid(modulus) == 0 {
        return Err(Unproved::wrong("all cells together have the weight of all pieces"));
    }
    Ok(())
}
