//! Puzzles that test the position after a move.

use super::words::Maker;
use super::{boards, special};

/// A puzzle of one of these constructs, with tests after its moves.
fn tested(maker: &mut Maker, of: &[fn(&mut Maker) -> String]) -> String {
    maker.after = true;
    let at = maker.dice.below(of.len());
    of[at](maker)
}

pub fn tests(maker: &mut Maker) -> String {
    let kinds = [boards::drawn, boards::families, boards::written, boards::written, boards::both];
    tested(maker, &[kinds.as_slice(), &[boards::measures, boards::games]].concat())
}

pub fn special(maker: &mut Maker) -> String {
    tested(
        maker,
        &[special::closing, special::two_cells, special::rigid, special::windows, special::unbounded],
    )
}
