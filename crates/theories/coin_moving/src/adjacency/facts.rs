//! Facts about a puzzle.

use super::decide::{MOST_CELLS, Verdict, decide, decide_anywhere};
use super::game::Grid;
use super::read::Variant;
use super::search::{fewest, fewest_anywhere};
use puzzlec_base::words::counted;
use puzzlec_theory::{Content, Facts, Section};

/// The grid, the coins, what they can cover, and what is known of each goal.
pub fn facts(variant: &Variant<'_>) -> Facts {
    let Variant { game, start, goals, .. } = variant;
    let grid = match game.grid {
        Grid::Square => "square",
        Grid::Triangular => "triangular",
    };
    let mut facts = vec![
        ("grid".to_owned(), grid.to_owned()),
        ("coins that must touch".to_owned(), game.touching.to_string()),
        ("coins".to_owned(), start.len().to_string()),
        ("moves at the start".to_owned(), game.moves(start).len().to_string()),
    ];
    let closure = if game.spreads() { None } else { game.closure(start, MOST_CELLS) };
    let reach = match (&closure, game.spreads()) {
        (Some(closure), _) => counted(closure.len() as u64, "cells"),
        (None, true) => "without end".to_owned(),
        (None, false) => "more cells than are looked at".to_owned(),
    };
    facts.push(("cells that coins can cover".to_owned(), reach.clone()));
    for goal in goals {
        let (verdict, least) = if goal.anywhere {
            (decide_anywhere(*game, start, &goal.coins), fewest_anywhere(*game, start, &goal.coins))
        } else {
            (decide(*game, start, &goal.coins), fewest(*game, start, &goal.coins))
        };
        let least = counted(least.into(), "moves");
        let told = match verdict {
            Verdict::Same => "is the start".to_owned(),
            Verdict::OneMove(_) => "is one move away".to_owned(),
            Verdict::Yes => format!("can be reached, in {least} or more"),
            Verdict::Open => format!("needs a search, {least} or more away"),
            Verdict::No(reason) => format!("cannot be reached: {}", reason.told()),
        };
        facts.push(("goal".to_owned(), told));
    }
    let summary =
        format!("{}, {} must touch, {reach} to cover", counted(start.len() as u64, "coins"), game.told());
    Facts { summary, sections: vec![Section::new("coins", "", Content::Facts { facts })] }
}
