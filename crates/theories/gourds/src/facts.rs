//! The facts about a puzzle, in sections: the board, its classes of configurations, the gourds.

mod aligned;
mod board;
mod tree;

use num_bigint::BigUint;

use super::problem::{Label, Laid, Placement, Problem, Supply};
use super::read::{Asked, Game};
use super::{boards, hamilton, least, placement};
use puzzlec_base::Budget;
use puzzlec_base::words::{counted, grouped};
use puzzlec_theory::meter::{Halted, Meter, Share};
use puzzlec_theory::{Content, Facts, FactsRequest, Line, Mark, Overlay, Section};

/// The limits of one fact that takes a search.
const SEARCHED: Share = Share { states: 2_000_000, expanded: 4_000_000, bytes: 1 << 28 };
/// Of numbers with more digits only the number of digits is given.
const MOST_DIGITS: usize = 24;
/// Maximum number of cells of a picture.
const LARGEST: usize = 1000;
/// Labels that are listed.
const MOST_LABELS: usize = 24;

/// The facts about a puzzle.
pub(super) fn facts(game: &Game<'_>, request: &FactsRequest<'_>, budget: &Budget) -> Result<Facts, String> {
    if request.goal.is_some() {
        return Err("the goal of gourds cannot be chosen by cells".into());
    }
    let summary = summary(game);
    if request.brief {
        return Ok(Facts { summary, sections: Vec::new() });
    }
    let meter = &Meter::new(budget);
    let Some(report) = within(meter, || boards::report(game.board(), meter)) else {
        return Ok(Facts { summary, sections: Vec::new() });
    };
    let mut sections = board::sections(game, &report, meter);
    sections.push(match &game.question {
        Asked::Plan { problem, .. } => gourds(game, problem, meter),
        Asked::Place(placement) => supply(game, placement, meter),
    });
    Ok(Facts { summary, sections })
}

/// What is found within a share.
fn within<T>(meter: &Meter<'_>, work: impl FnOnce() -> Result<T, Halted>) -> Option<T> {
    meter.share(SEARCHED, work).ok().flatten()
}

/// In one line: the gourds and the board.
fn summary(game: &Game<'_>) -> String {
    let gourds = match &game.question {
        Asked::Plan { problem, .. } => problem.start.gourds() as u64,
        Asked::Place(placement) => placement.supply.iter().map(|entry| u64::from(entry.count)).sum(),
    };
    let board = if hamilton::is_proper(game.board()) { "a proper board" } else { "a board" };
    let cells = counted(game.board().len() as u64, "cells");
    format!("{} on {board} of {cells}", counted(gourds, "gourds"))
}

fn fact(name: &str, value: impl Into<String>) -> (String, String) {
    (name.to_owned(), value.into())
}

fn yes(holds: bool) -> String {
    if holds { "yes" } else { "no" }.to_owned()
}

/// A number, if it is not too long.
fn number(number: &BigUint) -> String {
    let text = number.to_string();
    match u64::try_from(number) {
        Ok(number) => grouped(number),
        Err(_) if text.len() <= MOST_DIGITS => text,
        Err(_) => format!("a number of {} digits", grouped(text.len() as u64)),
    }
}

/// The gourds that are moved, and the least number of moves.
fn gourds(game: &Game<'_>, problem: &Problem, meter: &Meter<'_>) -> Section {
    let mut pairs: Vec<[Label; 2]> = problem.labels.as_chunks().0.to_vec();
    pairs.iter_mut().for_each(|pair| pair.sort_unstable());
    pairs.sort_unstable();
    let alike = pairs.windows(2).filter(|pair| pair.first() == pair.last()).count();
    let mut facts = vec![
        fact("gourds", grouped(pairs.len() as u64)),
        fact("different gourds", grouped((pairs.len() - alike) as u64)),
        fact("empty cell", game.name(problem.start.empty())),
        fact("goals", grouped(problem.goals.len() as u64)),
    ];
    if let Some(least) = within(meter, || least::lower_bound(problem, meter)) {
        let least = if least == u64::MAX { "there is none".to_owned() } else { counted(least, "moves") };
        facts.push(fact("every plan has at least", least));
    }
    let note = "the bound adds the moves that each gourd needs itself, whatever the others do";
    Section::new("gourds", note, Content::Facts { facts })
}

/// The gourds that are laid, and in how many ways.
fn supply(game: &Game<'_>, placement: &Placement, meter: &Meter<'_>) -> Section {
    let name = |label: Label| match game.labels.name(label) {
        "" => "-".to_owned(),
        name => name.to_owned(),
    };
    let gourds: u64 = placement.supply.iter().map(|entry| u64::from(entry.count)).sum();
    let mut facts = vec![
        fact("gourds", grouped(gourds)),
        fact("empty cells", grouped((game.board().len() as u64).saturating_sub(2 * gourds))),
    ];
    for entry in placement.supply.iter().take(MOST_LABELS) {
        let [a, b] = entry.labels.map(name);
        facts.push(fact(&format!("{a}-{b}"), grouped(u64::from(entry.count))));
    }
    let ways = within(meter, || placement::count(placement, meter));
    facts.push(fact("placements", ways.map_or_else(|| "not counted".to_owned(), |ways| number(&ways))));
    let note = "a placement lays all of them such that the goal holds";
    let section = Section::new("gourds", note, Content::Facts { facts });
    let laid = within(meter, || placement::place(placement, meter)).flatten();
    match laid.filter(|_| game.board().len() <= LARGEST) {
        Some(laid) => section.over(drawn(game, placement, &laid)),
        None => section,
    }
}

/// A placement: lines for gourds, of another colour if their ends differ.
fn drawn(game: &Game<'_>, placement: &Placement, laid: &[Laid]) -> Overlay {
    let mut overlay = Overlay { name: "placement", ..Overlay::default() };
    for Laid { entry, cells: [a, b] } in laid {
        let Some(Supply { labels: [x, y], .. }) = placement.supply.get(*entry as usize) else { continue };
        let Some((from, to)) = game.coordinates(*a).zip(game.coordinates(*b)) else { continue };
        overlay.lines.push(Line::between(from, to, if x == y { 0 } else { 3 }));
        let label = |cell, label| (vec![cell], game.labels.name(label).to_owned());
        overlay
            .labels
            .extend([label(from, *x), label(to, *y)].into_iter().filter(|(_, name)| !name.is_empty()));
    }
    overlay
        .with(Mark::Line(0), "gourds with two equal ends")
        .with(Mark::Line(3), "gourds with different ends")
}
