//! The board: its structure, its rings, and what gourds can do on it.

use super::{LARGEST, aligned, fact, number, tree, within, yes};
use crate::boards::Report;
use crate::holes::{Basis, Classes, Kind, Movement, classes};
use crate::placement::matchings;
use crate::problem::Cell;
use crate::read::{Asked, Game};
use crate::{boards, hamilton};
use puzzlec_base::words::{counted, grouped};
use puzzlec_model::board::{draw, numbers};
use puzzlec_theory::meter::Meter;
use puzzlec_theory::{Content, Line, Mark, Overlay, Section};

/// The sections about the board.
pub(super) fn sections(game: &Game<'_>, report: &Report, meter: &Meter<'_>) -> Vec<Section> {
    let board = game.board();
    let ring = within(meter, || hamilton::cycle(board, meter));
    let mut facts = vec![
        fact("cells", grouped(report.cells as u64)),
        fact("proper", yes(hamilton::is_proper(board))),
        fact("connected", yes(report.connected)),
        fact("two-connected", yes(report.is_two_connected())),
        fact("holes", grouped(report.holes as u64)),
        fact("locally connected", yes(report.locally_connected)),
    ];
    if !report.cut_cells.is_empty() {
        facts.push(fact("cut cells", grouped(report.cut_cells.len() as u64)));
    }
    if !report.leaves.is_empty() {
        facts.push(fact("leaves", grouped(report.leaves.len() as u64)));
    }
    if report.star {
        facts.push(fact("Star of David", yes(true)));
    }
    let colours: Vec<String> = report.colours.iter().map(|count| grouped(*count as u64)).collect();
    let unbalanced = if report.is_very_unbalanced() { ", very unbalanced" } else { "" };
    facts.push(fact("cells of the three colours", format!("{}{unbalanced}", colours.join(", "))));
    if report.is_odd() {
        facts.push(fact("factor-critical", yes(report.is_factor_critical())));
    }
    facts.push(fact("Hamiltonian", ring.as_ref().map_or_else(unknown, |ring| yes(ring.is_some()))));
    let all = within(meter, || matchings(board, meter));
    facts.push(fact(
        "near-perfect matchings",
        all.map_or_else(|| "not counted".to_owned(), |all| number(&all)),
    ));
    let note = "proper: an odd number of cells, two-connected, without holes, not the Star of David";
    let mut sections = vec![Section::new("board", note, Content::Facts { facts })];
    if report.is_odd() && report.exposed == 1 {
        sections
            .extend(within(meter, || classes(board, meter)).flatten().map(|classes| of_classes(&classes)));
    }
    if let Some(ring) = ring.flatten() {
        sections.extend(cycle(game, &ring));
        sections.extend(tree::sections(game, &ring));
        if let Asked::Plan { problem, .. } = &game.question {
            sections.extend(within(meter, || aligned::aligned(game, &ring, &problem.start, meter)));
        }
    }
    sections.extend(barrier(game, report));
    sections
}

fn unknown() -> String {
    "unknown".to_owned()
}

/// The classes of configurations.
fn of_classes(classes: &Classes) -> Section {
    let group = |movement: &Movement| {
        let kind = match movement.kind {
            Kind::Symmetric => "all permutations",
            Kind::Alternating => "even permutations",
            Kind::Cyclic => "rotations",
            Kind::Other => "some permutations",
        };
        let flips = if movement.flips { "with" } else { "without" };
        format!("{kind} of {}, {flips} reversals", counted(movement.gourds as u64, "gourds"))
    };
    let mut facts = vec![
        fact("components of matchings", number(&classes.components)),
        fact("classes of configurations", number(&classes.classes)),
    ];
    for movement in &classes.movements {
        facts.push(fact("group", group(movement)));
        facts.push(fact("order of the group", number(&movement.order)));
    }
    facts.push(fact(
        "known by",
        match classes.basis {
            Basis::Theorem => "a theorem",
            Basis::Matchings => "all matchings",
            Basis::Conjecture => "a conjecture on odd cycles",
        },
    ));
    let note = "configurations that can be reached from one another; all gourds and their ends differ";
    Section::new("classes", note, Content::Facts { facts })
}

/// The cycle through all cells.
fn cycle(game: &Game<'_>, ring: &[Cell]) -> Option<Section> {
    if ring.len() > LARGEST {
        return None;
    }
    let mut places = vec![0_i64; ring.len()];
    for (place, cell) in (1..).zip(ring) {
        places.get_mut(*cell as usize).into_iter().for_each(|slot| *slot = place);
    }
    let at = |cell: usize| places.get(cell).copied().unwrap_or(0);
    let pictures = vec![numbers(game.cells(), game.cells().cells(), at)];
    let note = "the cells in the order of a Hamiltonian cycle";
    let cells = game.cells().cells();
    let at = |cell: &Cell| cells.get(*cell as usize).copied();
    let next = ring.iter().skip(1).chain(ring.first());
    let lines = ring.iter().zip(next).filter_map(|(from, to)| Some(Line::between(at(from)?, at(to)?, 3)));
    let overlay = Overlay::lines("cycle", lines).with(Mark::Line(3), "a Hamiltonian cycle");
    Some(Section::new("cycle", note, Content::Pictures { pictures }).over(overlay))
}

/// The cells that are never empty, and the barrier that shows it.
fn barrier(game: &Game<'_>, report: &Report) -> Option<Section> {
    let barrier = report.barrier.as_ref().filter(|_| report.cells <= LARGEST)?;
    let parts = boards::parts(game.board(), |cell| !barrier.contains(&cell));
    let odd = parts.iter().filter(|part| part.len() % 2 == 1).count();
    let note = format!(
        "{} are never empty (#, x); without the barrier (#) the board falls into {}",
        counted(report.never_empty.len() as u64, "cells"),
        counted(odd as u64, "odd components"),
    );
    let glyph = |cell: usize| match Cell::try_from(cell) {
        Ok(cell) if barrier.contains(&cell) => '#',
        Ok(cell) if report.never_empty.contains(&cell) => 'x',
        _ => '.',
    };
    let pictures = vec![draw(game.cells(), game.cells().cells(), glyph)];
    let cells = game.cells().cells();
    let at = |cell: &Cell, colour: u8| Some((*cells.get(*cell as usize)?, colour));
    let fixed = report.never_empty.iter().filter(|cell| !barrier.contains(cell));
    let tints = barrier.iter().filter_map(|cell| at(cell, 0)).chain(fixed.filter_map(|cell| at(cell, 1)));
    let overlay = Overlay::tints("barrier", tints)
        .with(Mark::Cell(0), "the barrier")
        .with(Mark::Cell(1), "cells that are never empty");
    Some(Section::new("barrier", &note, Content::Pictures { pictures }).over(overlay))
}
