//! Pictures of spans and of canonical Ls.

use super::{FactsWriter, Side};
use crate::coins::Coins;
use crate::shape;
use crate::span::Span;
use puzzlec_model::board::Coord;
use puzzlec_theory::{Content, Mark, Overlay, Section};

impl FactsWriter<'_> {
    /// Start and goal with their spans.
    pub(super) fn spans(&self, sides: [Side<'_>; 2]) -> Section {
        let note = "the start with `+` on the other cells of its span; the goal with `+` on its own";
        let pictures = sides.map(|side| self.drawn(side.coins, side.span, &[])).to_vec();
        let section = Section::new("spans", note, Content::Pictures { pictures });
        let [start, _] = sides;
        section.over(self.span(start))
    }

    pub(super) fn span(&self, side: Side<'_>) -> Overlay {
        let colour = |at: usize| u8::try_from(at).unwrap_or(u8::MAX);
        let parts = side.span.0.iter().enumerate();
        let cells = parts.flat_map(|(at, part)| part.cells().map(move |cell| (cell, colour(at))));
        side.over(self.tinted("span", cells).with(Mark::Cell(0), "the span, a colour for each component"))
    }

    /// The canonical Ls of both sides (2.5).
    pub(super) fn canonical(&self, sides: [Side<'_>; 2]) -> Section {
        let of = |side: &Side<'_>| shape::canonical(side.span, side.coins.width(), side.coins.height());
        let none = Span(Vec::new());
        let pictures = sides.iter().map(|side| self.drawn(&of(side), &none, &[])).collect();
        let cells = sides
            .first()
            .map(of)
            .into_iter()
            .flat_map(|ls| ls.iter().map(|cell| (cell, 0)).collect::<Vec<_>>());
        let overlay =
            self.tinted("canonical", cells).with(Mark::Cell(0), "the canonical L of each component");
        Section::new("canonical Ls", "of the start and of the goal", Content::Pictures { pictures })
            .over(overlay)
    }

    /// A picture of the box, without the columns and rows that no span crosses.
    pub(super) fn drawn(&self, coins: &Coins, span: &Span, marks: &[(Coord, char)]) -> Vec<String> {
        let of = |cell: Coord| {
            let mark = marks.iter().find(|(at, _)| *at == cell).map(|(_, mark)| *mark);
            match (mark, coins.contains(cell), span.component(cell)) {
                (Some(mark), ..) => mark,
                (None, true, _) => 'o',
                (None, false, Some(_)) => '+',
                (None, false, None) => '.',
            }
        };
        let row = |y| {
            let cells: Vec<String> = (0..coins.width()).map(|x| of(Coord::new(x, y)).to_string()).collect();
            cells.join(" ")
        };
        (0..coins.height()).map(row).collect()
    }
}
