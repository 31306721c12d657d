//! The facts about a puzzle, in sections.

mod moves;
mod orders;
mod parts;
mod sums;

use super::problem::Shape;
use super::read::Game;
use super::values::Values;
use parts::Removable;
use puzzlec_base::Budget;
use puzzlec_base::words::{counted, grouped};
use puzzlec_theory::meter::{Halted, Meter, Share};
use puzzlec_theory::{Content, Facts, FactsRequest, Section};

/// The limits of one fact that takes a search.
const SEARCHED: Share = Share { states: 200_000, expanded: 200_000, bytes: 1 << 27 };
/// The same for a summary.
const BRIEF: Share = Share { states: 4_000, expanded: 4_000, bytes: 1 << 22 };

/// The facts about a puzzle.
pub(super) fn facts(game: &Game<'_>, request: &FactsRequest<'_>, budget: &Budget) -> Result<Facts, String> {
    if request.goal.is_some() {
        return Err("the only goal of coin removal is the empty board".into());
    }
    let meter = &Meter::new(budget);
    let share = if request.brief { BRIEF } else { SEARCHED };
    let values = if game.players {
        within(meter, share, || Values::new(&game.problem, meter)).flatten()
    } else {
        None
    };
    let known: Vec<Removable> = if game.players {
        Vec::new()
    } else {
        game.problem.parts.iter().map(|part| parts::removable(&game.problem, part, (meter, share))).collect()
    };
    let summary = summary(game, &known, values.as_ref());
    if request.brief {
        return Ok(Facts { summary, sections: Vec::new() });
    }
    let mut sections = vec![about(game)];
    sections.push(parts::section(game, &known, values.as_ref(), meter));
    sections.extend(sums::sections(game));
    sections.extend(moves::section(game, values.as_ref(), meter));
    sections.extend(orders::section(game, meter));
    Ok(Facts { summary, sections })
}

/// What is found within a share.
fn within<T>(meter: &Meter<'_>, share: Share, work: impl FnOnce() -> Result<T, Halted>) -> Option<T> {
    meter.share(share, work).ok().flatten()
}

/// In one line: the coins, and what is known of the answer.
fn summary(game: &Game<'_>, known: &[Removable], values: Option<&Values<'_>>) -> String {
    let coins = counted(game.coins(), "coins");
    let parts = match game.problem.parts.len() {
        1 => String::new(),
        parts => format!(" in {}", counted(parts as u64, "parts")),
    };
    let answer = match values {
        Some(values) => {
            let winner = if values.value() == 0 { "second" } else { "first" };
            format!("; the {winner} player wins, Grundy value {}", grouped(values.value()))
        }
        None if game.players => String::new(),
        None if known.contains(&Removable::No) => "; they cannot be removed".to_owned(),
        None if known.contains(&Removable::Open) => String::new(),
        None => format!("; removed in {}", counted(game.coins(), "moves")),
    };
    format!("{coins}{parts}{answer}")
}

/// The coins and the rule.
fn about(game: &Game<'_>) -> Section {
    let fact = |name: &str, value: String| (name.to_owned(), value);
    let parts = &game.problem.parts;
    let all = || parts.iter().flat_map(|part| &part.heads);
    let heads = all().filter(|heads| **heads).count() as u64;
    let gaps = if game.problem.closing { "close up" } else { "stay open" };
    let mut facts = vec![
        fact("coins", grouped(game.coins())),
        fact("heads", grouped(heads)),
        fact("tails", grouped(game.coins() - heads)),
        fact("gaps", gaps.to_owned()),
        fact("parts", grouped(parts.len() as u64)),
    ];
    let pairs = |shape: &Shape| if let Shape::Graph(graph) = shape { graph.edges() as u64 } else { 0 };
    let pairs: u64 = parts.iter().map(|part| pairs(&part.shape)).sum();
    if pairs > 0 {
        facts.push(fact("pairs of neighbours on graphs", grouped(pairs)));
    }
    Section::new(
        "game",
        "a move removes a coin that shows heads and turns its neighbours over",
        Content::Facts { facts },
    )
}
