//! The pairs of rectangles that a plan must take apart (4.1), with the coins that this takes (4.2, 4.5).

use super::FactsWriter;
use crate::decide::needed;
use crate::rectangle::Rectangle;
use puzzlec_base::words::counted;
use puzzlec_model::board::Coord;
use puzzlec_theory::{Content, Mark, Section};

/// Pairs that are listed.
const LISTED: usize = 24;

/// A component of the start, two components of the goal in it, and the sum of 4.2 where it applies.
type Split = (Rectangle, [Rectangle; 2], Option<i32>);

impl FactsWriter<'_> {
    /// Nothing where no component of the start includes two of the goal.
    pub(super) fn splits(&self) -> Option<Section> {
        let mut splits: Vec<Split> = Vec::new();
        for whole in &self.start.0 {
            let inside: Vec<Rectangle> =
                self.goal.0.iter().copied().filter(|part| whole.includes(*part)).collect();
            for (at, one) in inside.iter().enumerate() {
                let pairs = inside.iter().skip(at + 1).map(|other| [*one, *other]);
                splits.extend(pairs.map(|pair| (*whole, pair, needed(pair))));
            }
        }
        // Those that take most coins come first.
        splits.sort_by_key(|(.., needed)| std::cmp::Reverse(needed.unwrap_or(0)));
        let (whole, [one, other], _) = *splits.first()?;
        let half = |twice: i32| (twice + 1).div_euclid(2).to_string();
        let row = |(_, [one, other], needed): &Split| {
            let gap = needed.map(|needed| needed - one.half_perimeter() - other.half_perimeter());
            let number = |number: Option<String>| number.unwrap_or("–".to_owned());
            vec![
                self.corners(*one),
                self.corners(*other),
                number(gap.map(|gap| gap.to_string())),
                number(needed.map(|needed| half(needed - 1))),
                number(needed.map(|needed| half(needed + 2))),
            ]
        };
        let rows = splits.iter().take(LISTED).map(row).collect();
        let columns = ["R1", "R2", "lines between", "fewest coins", "in more than two moves"];
        let columns = columns.map(str::to_owned).to_vec();
        let inside = |cell: Coord| match () {
            () if one.contains(cell) => 0,
            () if other.contains(cell) => 1,
            () => 2,
        };
        let overlay = self
            .tinted("split", whole.cells().map(|cell| (cell, inside(cell))))
            .with(Mark::Cell(0), "R1")
            .with(Mark::Cell(1), "R2, which a plan takes apart from R1")
            .with(Mark::Cell(2), "the component of the start around both");
        let note = format!(
            "components of the goal that lie in one component of the start, so that a plan splits it (4.1); the \
             fewest coins for a split (4.2), and for one that takes more than two moves (4.5); there are {}",
            counted(self.problem.start.len() as u64, "coins")
        );
        Some(Section::new("splits", &note, Content::Table { columns, rows, times: Vec::new() }).over(overlay))
    }
}
