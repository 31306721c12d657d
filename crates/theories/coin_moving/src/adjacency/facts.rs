//! Facts about a puzzle.

use super::decide::Verdict;
use super::game::Grid;
use super::read::Variant;
use puzzlec_base::words::counted;
use puzzlec_theory::{Facts, Section};

/// The grid, the coins, and what is known of each goal.
pub fn facts(variant: &Variant) -> Facts {
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
    facts.push(("cells that coins can cover".to_owned(), "without end".to_owned()));
    for goal in goals {
        let least = counted(goal.fewest(*game, start).into(), "moves");
        let outcome = match goal.decide(*game, start) {
            Verdict::Same => "is the start".to_owned(),
            Verdict::OneMove(_) => "is one move away".to_owned(),
            Verdict::Yes => format!("can be reached, in {least} or more"),
            Verdict::No(reason) => format!("cannot be reached: {}", reason.words()),
        };
        facts.push(("goal".to_owned(), outcome));
    }
    let coins = counted(start.len() as u64, "coins");
    let summary = format!("{coins}, {} must touch, without end to cover", game.words());
    Facts { summary, sections: vec![Section::facts("coins", facts)] }
}
