//! Coin-moving: a coin goes to any free cell beside two others (Galliot, Gravier and Sivignon 2021).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::print_stdout)]

mod answers;
mod construct;
mod decide;
mod facts;
#[path = "../../../support/games.rs"]
mod games;
mod hand;
mod lines;
mod near;
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

use puzzlec_analysis::Analysis;
use puzzlec_search::Options;

/// The answer of the first puzzle in one word: the length of a shortest plan, `found`, `none`, or a code.
fn answer(analysis: &Analysis, options: &Options) -> String {
    let told = games::answer_within(analysis, options, 1_000_000);
    if told.starts_with("found") { "found".to_owned() } else { told }
}
