//! Random puzzles, construct by construct.

mod after;
mod boards;
mod chains;
mod combined;
mod counters;
mod edges;
pub mod field;
mod floors;
mod lists;
mod marks;
mod numbers;
mod sets;
mod shapes;
mod special;
mod then;
mod whole;
pub mod words;

use super::dice::Dice;
use words::Maker;

/// A construct and what makes puzzles of it.
pub type Construct = (&'static str, fn(&mut Maker) -> String);

/// All constructs.
pub const CONSTRUCTS: &[Construct] = &[
    ("drawn rules", boards::drawn),
    ("families", boards::families),
    ("members and marks", marks::members),
    ("walls", marks::walls),
    ("placed members", marks::placed),
    ("written rules", boards::written),
    ("both kinds of rules", boards::both),
    ("unions and parameters", special::unions),
    ("rays and sets", lists::lists),
    ("number variables", lists::numbers),
    ("rays in tests and costs", lists::judged),
    ("measures", boards::measures),
    ("tests after moves", after::tests),
    ("special boards and tests", after::special),
    ("costs", after::costs),
    ("games", boards::games),
    ("winners", boards::winners),
    ("goals without a move", boards::stuck),
    ("closing up", special::closing),
    ("two-cell pieces", special::two_cells),
    ("bending pieces", chains::bending),
    ("whole pieces", whole::mixed),
    ("whole pieces that follow", whole::followed),
    ("whole pieces in rows that close up", whole::closing),
    ("rigid pieces", special::rigid),
    ("placement", special::placement),
    ("numbers of placed pieces", numbers::placed),
    ("any number of pieces", numbers::open),
    ("edges", edges::placed),
    ("numbers of pieces in rules", numbers::moved),
    ("numbers of pieces in games", numbers::games),
    ("shapes", shapes::shapes),
    ("lines", shapes::lines),
    ("placed sets", sets::placed),
    ("sets in rules", sets::moved),
    ("consequences and sets", sets::followed),
    ("windows", special::windows),
    ("unbounded boards", special::unbounded),
    ("nearly peg solitaire", special::pegs),
    ("consequences", then::followed),
    ("consequences and costs", then::priced),
    ("consequences and walls", then::walls),
    ("consequences and floors", then::layers),
    ("consequences in games", then::games),
    ("consequences of directions", then::tilted),
    ("consequences with rays", lists::followed),
    ("floor pieces", floors::floors),
    ("floors without pieces", floors::bare),
    ("exchanges of contents", marks::exchanges),
    ("floor pieces and rays", lists::layered),
    ("counters", counters::counters),
    ("counters in games", counters::games),
    ("counters and others", counters::mixed),
    ("counters and rays", counters::listed),
    ("all at once", combined::combined),
    ("all at once again", combined::combined),
    ("all at once once more", combined::combined),
];

/// As it is, with lists in another order, or in a mirror.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    Plain,
    Reordered,
    Mirrored,
}

/// The puzzle of a construct and a seed.
pub fn puzzle(construct: &Construct, seed: u64, look: Look) -> String {
    let name = construct.0.bytes().fold(0_u64, |n, b| n.wrapping_mul(31).wrapping_add(u64::from(b)));
    let mut maker = Maker {
        dice: Dice::new(seed ^ name << 32),
        order: (look == Look::Reordered).then(|| Dice::new(seed)),
        mirror: look == Look::Mirrored,
        items: Vec::new(),
        rules: Vec::new(),
        after: false,
        priced: false,
        legal: Vec::new(),
        counters: Vec::new(),
        numbered: false,
    };
    construct.1(&mut maker)
}
