//! Lemma 4.3, for any number of coins at a time: where new coins are inserted into a plan, and which moves become three.

use crate::bases::{Base, Plan};
use crate::paper::ORDER;
use crate::read::Game;
use crate::row::Move;
use puzzlec_base::words::{counted, grouped};
use puzzlec_theory::{Content, Mark, Overlay, Section};

/// The moves of a plan that become three, with these three. Three coins at a time, they are the paper's where there are such.
pub(super) fn replaced(game: &Game<'_>, base: &Base) -> Option<Section> {
    let printed = if base.k() == 3 { base.clone().in_order(&ORDER) } else { None };
    let base = printed.unwrap_or_else(|| base.clone());
    let extension = base.extension()?;
    let first = game.problem.start.first();
    let name = |cell: i64| game.name(cell + first);
    let shown = |step: Move| format!("{}-{}", name(step.from), name(step.to));
    let larger = Plan::new(base.clone(), u64::from(base.n() + 2 * base.k()))?;
    let mut moves = larger.moves();
    let mut rows = Vec::new();
    for (number, step) in base.moves().iter().enumerate() {
        let triple = extension.triples.iter().find(|triple| triple.step == number);
        let three: Vec<String> =
            moves.by_ref().take(if triple.is_some() { 3 } else { 1 }).map(shown).collect();
        if let Some(triple) = triple {
            let among = if triple.nickels { 1 } else { 2 };
            rows.push(vec![
                grouped(number as u64 + 1),
                shown(*step),
                format!("{} behind the {}", triple.offset, game.mark(among)),
                three.join(", "),
            ]);
        }
    }
    let columns = ["move", "cells", "block of new coins", "becomes"].map(str::to_owned).to_vec();
    let coins = counted(2 * u64::from(base.k()), "coins");
    let (nickel, penny) = (name(extension.nickel), name(extension.penny));
    let note = format!(
        "the coins on {nickel} and {penny} never move; {coins} like each are inserted behind it. Each of these moves becomes \
         three, on cells of the longer row"
    );
    let still = [(extension.nickel, "a"), (extension.penny, "b")];
    let at = |cell: i64| super::cell(cell + first);
    let labels =
        still.iter().filter_map(|(cell, name)| Some((vec![at(*cell)?], (*name).to_owned()))).collect();
    let tints = still.iter().filter_map(|(cell, _)| Some((at(*cell)?, 0)));
    let overlay = Overlay { labels, ..Overlay::tints("extension", tints) }
        .with(Mark::Cell(0), &format!("coins that never move; {coins} are inserted behind each"));
    Some(Section::new("extension", &note, Content::Table { columns, rows, times: Vec::new() }).over(overlay))
}

/// The new coins of a plan that is one for fewer coins, extended.
pub(super) fn inserted(game: &Game<'_>, plan: &Plan) -> Option<Section> {
    let extension = plan.base().extension()?;
    let first = game.problem.start.first();
    let new = i64::try_from(plan.len() - u64::from(plan.base().n())).ok()?;
    let nickels = first + extension.nickel;
    let pennies = first + extension.penny + new;
    let run = |before: i64| format!("{} to {}", game.name(before + 1), game.name(before + new));
    let fact = |name: &str, value: String| (name.to_owned(), value);
    let facts = vec![
        fact("coins of each colour before", grouped(u64::from(plan.base().n()))),
        fact("new coins of each colour", grouped(new.unsigned_abs())),
        fact("new coins on the left", run(nickels)),
        fact("new coins on the right", run(pennies)),
    ];
    let tint = |before: i64, colour: u8| {
        (before..=before + new.min(1 << 10))
            .filter_map(move |at| Some((super::cell(at)?, if at == before { 0 } else { colour })))
    };
    let overlay = Overlay::tints("inserted", tint(nickels, 1).chain(tint(pennies, 2)))
        .with(Mark::Cell(0), "coins that never move, behind which others were inserted")
        .with(Mark::Cell(1), "new coins on the left")
        .with(Mark::Cell(2), "new coins on the right");
    let note = "the plan is one for fewer coins, extended";
    Some(Section::new("inserted coins", note, Content::Facts { facts }).over(overlay))
}
