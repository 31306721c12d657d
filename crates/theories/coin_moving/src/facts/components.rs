//! The components of a span: their coins, the coins side by side (1.15), and those in outer rows (1.12).

use super::{FactsWriter, Side};
use crate::coins::Coins;
use crate::rectangle::Rectangle;
use crate::shape;
use puzzlec_model::board::Coord;
use puzzlec_theory::{Content, Mark, Section};

/// Pairs of coins that are listed.
const PAIRS: usize = 4;

impl FactsWriter<'_> {
    pub(super) fn components(&self, side: Side<'_>) -> Section {
        let coins = side.coins;
        let groups = shape::linked(coins);
        let row = |r: &Rectangle| {
            let inside: Vec<&Vec<Coord>> =
                groups.iter().filter(|g| g.first().is_some_and(|c| r.contains(*c))).collect();
            let chain = match inside.as_slice() {
                [group] => shape::ends(coins, group),
                _ => None,
            };
            let chain =
                chain.map_or("no".to_owned(), |[a, b]| format!("{} to {}", self.name(a), self.name(b)));
            let held: usize = inside.iter().map(|group| group.len()).sum();
            vec![
                self.corners(*r),
                format!("{} by {}", r.width(), r.height()),
                r.half_perimeter().to_string(),
                if r.is_odd() { "odd" } else { "even" }.to_owned(),
                r.minimum().to_string(),
                held.to_string(),
                chain,
                self.pairs(coins, *r),
            ]
        };
        let columns =
            ["cells", "size", "half-perimeter", "parity", "minimum", "coins", "chain", "side by side"];
        let columns = columns.map(str::to_owned).to_vec();
        let rows = side.span.0.iter().map(row).collect();
        let title = format!("components of the {}", side.name);
        let tint = |cell: Coord| (cell, u8::from(coins.neighbours(cell) > 0));
        let overlay = self
            .tinted("isolated", coins.iter().map(tint))
            .with(Mark::Cell(0), "isolated coins")
            .with(Mark::Cell(1), "coins beside another coin");
        Section::new(&title, "", Content::Table { columns, rows, times: Vec::new() }).over(side.over(overlay))
    }

    /// The pairs of coins side by side in a component: one at most where a minimum configuration spans it.
    fn pairs(&self, coins: &Coins, r: Rectangle) -> String {
        let pairs: Vec<[Coord; 2]> = coins
            .iter()
            .filter(|cell| r.contains(*cell))
            .flat_map(|cell| [[cell, Coord::new(cell.x + 1, cell.y)], [cell, Coord::new(cell.x, cell.y + 1)]])
            .filter(|[_, other]| coins.contains(*other))
            .collect();
        let name = |[a, b]: &[Coord; 2]| format!("{}-{}", self.name(*a), self.name(*b));
        match pairs.len() {
            0 => "none".to_owned(),
            1..=PAIRS => pairs.iter().map(name).collect::<Vec<_>>().join(" "),
            many => many.to_string(),
        }
    }

    /// The coins in the outer rows and columns of each component, and gaps between rows and columns with coins.
    pub(super) fn outer(&self, side: Side<'_>) -> Section {
        let coins = side.coins;
        let row = |r: &Rectangle| {
            let inside = || coins.iter().filter(|cell| r.contains(*cell));
            let with = |on: &dyn Fn(&Coord) -> bool| self.names(&inside().filter(on).collect::<Vec<_>>());
            vec![
                self.corners(*r),
                with(&|cell| cell.y == r.top),
                with(&|cell| cell.y == r.bottom),
                with(&|cell| cell.x == r.left),
                with(&|cell| cell.x == r.right),
                gap(inside().map(|cell| cell.y).collect()).to_string(),
                gap(inside().map(|cell| cell.x).collect()).to_string(),
            ]
        };
        let columns =
            ["cells", "top row", "bottom row", "left column", "right column", "empty rows", "empty columns"];
        let columns = columns.map(str::to_owned).to_vec();
        let rows = side.span.0.iter().map(row).collect();
        let is_outer = |cell: &Coord| {
            let edge =
                |r: &Rectangle| [r.left, r.right].contains(&cell.x) || [r.top, r.bottom].contains(&cell.y);
            side.span.0.iter().any(|r| r.contains(*cell) && edge(r))
        };
        let overlay = self
            .tinted("outer", coins.iter().filter(is_outer).map(|cell| (cell, 0)))
            .with(Mark::Cell(0), "coins in an outer row or column of their component");
        let note = "the coins of the start there, and the most empty rows and columns side by side: never two (1.12)";
        Section::new("outer rows and columns", note, Content::Table { columns, rows, times: Vec::new() })
            .over(overlay)
    }
}

/// The most lines without a coin between two with one.
fn gap(mut lines: Vec<i32>) -> i32 {
    lines.sort_unstable();
    lines.iter().zip(lines.iter().skip(1)).map(|(line, next)| (next - line - 1).max(0)).max().unwrap_or(0)
}
