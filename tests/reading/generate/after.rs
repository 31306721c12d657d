//! Puzzles that test the position after a move, and puzzles with costs.

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

pub fn costs(maker: &mut Maker) -> String {
    maker.priced = true;
    maker.after = maker.dice.once_in(3);
    let kinds: [fn(&mut Maker) -> String; 3] = [boards::drawn, boards::written, boards::both];
    let at = maker.dice.below(3);
    let text = kinds[at](maker);
    let rules = text.lines().find_map(|l| l.trim().strip_prefix("rules ")).unwrap_or("r").to_owned();
    let mut rules: Vec<&str> = rules.split(", ").collect();
    rules.sort_unstable();
    let measure = if maker.dice.once_in(3) { maker.dice.pick(&rules) } else { "cost" };
    let end = text.rfind('}').unwrap();
    format!("{}    measure coins = {measure}\n}}\n", &text[..end])
}
