//! Coin-moving: a coin goes to any free cell beside two others (Galliot, Gravier and Sivignon 2021).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::print_stdout)]

mod answers;
mod construct;
mod decide;
mod facts;
mod hand;
mod lines;
mod plane;
mod poke;
mod poking;
mod recognise;
mod research;
mod search;
mod spare;
mod spared;
mod told;
mod variants;
mod word;

use puzzlec_analysis::{Analysis, Answer};
use puzzlec_base::Budget;
use puzzlec_search::Options;
use puzzlec_task::Optimality;

/// The answer of the first puzzle in one word: the length of a shortest plan, `found`, `none`, or a code.
fn answer(analysis: &Analysis, options: &Options) -> String {
    let budget = Budget::unlimited().with_states(1_000_000);
    match analysis.solve(&analysis.puzzles()[0], &[], options, budget) {
        Ok(report) => match report.answer {
            Answer::Solved(plan) if plan.optimality == Optimality::Least => plan.length.to_string(),
            Answer::Solved(_) => "found".to_owned(),
            Answer::Unsolvable { .. } => "none".to_owned(),
            other => format!("{other:?}"),
        },
        Err(diagnostics) => diagnostics[0].code.as_str().to_owned(),
    }
}
