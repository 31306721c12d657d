//! Gourds that are aligned with a ring through all cells.

use super::fact;
use super::tree::{RING, SECOND};
use crate::problem::{Cell, Configuration};
use crate::read::Game;
use crate::reconfigure::Side;
use crate::reconfigure::ring::Ring;
use puzzlec_base::words::grouped;
use puzzlec_theory::meter::{Halted, Meter};
use puzzlec_theory::{Content, Line, Mark, Overlay, Section};

/// Maximum number of moves that are listed.
const MOST_MOVES: usize = 200;

/// The gourds of a start aligned with a ring (Lemma 4.3, Observation 4).
pub(super) fn aligned(
    game: &Game<'_>,
    ring: &[Cell],
    start: &Configuration,
    meter: &Meter<'_>,
) -> Result<Section, Halted> {
    let (board, cells) = (game.board(), game.cells().cells());
    let ring = Ring::new(board, ring.to_vec());
    let mut side = Side::new(board, start);
    let sharp = ring.turn_cost() - ring.len();
    let along = ring.sides().filter(|[a, b]| side.at.partner(*a) == *b).count();
    side.align(&ring, meter)?;
    let mut facts = vec![
        fact("gourds along the cycle", format!("{along} of {}", start.gourds())),
        fact("moves that align all", grouped(side.log.len() as u64)),
        fact("empty cell then", game.name(side.at.empty())),
        fact("sharp turns of the cycle, of two moves", grouped(sharp as u64)),
        fact("moves to the next places, of all gourds", grouped(ring.turn_cost() as u64)),
    ];
    if (1..=MOST_MOVES).contains(&side.log.len()) {
        let names: Vec<String> = side.log.iter().map(|cell| game.name(*cell)).collect();
        facts.push(fact("moves through", names.join(" ")));
    }
    let at = |cell: Cell| cells.get(cell as usize).copied();
    let lines = ring.sides().filter_map(|[a, b]| {
        let colour = if side.at.partner(a) == b { SECOND } else { RING };
        Some(Line::between(at(a)?, at(b)?, colour))
    });
    let mut overlay = Overlay::lines("aligned", lines)
        .with(Mark::Line(RING), "a Hamiltonian cycle")
        .with(Mark::Line(SECOND), "the gourds when all are aligned with it")
        .with(Mark::Label, "E: the empty cell then");
    overlay.labels.extend(at(side.at.empty()).map(|cell| (vec![cell], "E".to_owned())));
    let note =
        "gourds follow the empty cell onto the cycle; a step along it is one move, or two at a sharp turn";
    Ok(Section::new("aligned", note, Content::Facts { facts }).over(overlay))
}
