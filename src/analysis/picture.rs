//! Positions as text.

use std::collections::BTreeMap;

use crate::base::Budget;
use crate::diag::Diagnostic;
use crate::model::Model;
use crate::model::board::{Board, Coord, Shape};
use crate::model::config::Configuration;
use crate::model::piece::{Content, ContentId, KindId};
use crate::syntax::ast::Lattice;

/// Draws the positions of a plan. Blocks keep their marks from one position to the next.
pub(super) struct Painter<'a> {
    model: &'a Model,
    cells: Vec<Coord>,
    shown: BTreeMap<Coord, (ContentId, char)>,
    /// Marks that a script chose.
    chosen: BTreeMap<(Coord, ContentId), char>,
    /// By mark its colour.
    colours: BTreeMap<char, String>,
}

/// So many marks are asked of a script.
const MOST_MARKS: usize = 1 << 14;

impl<'a> Painter<'a> {
    /// A painter of these cells, which begins with the start.
    ///
    /// # Errors
    /// The script that chooses the marks fails.
    pub fn new(
        model: &'a Model,
        cells: Vec<Coord>,
        start: &Configuration,
        budget: &Budget,
    ) -> Result<Self, Box<Diagnostic>> {
        let mut colours = BTreeMap::new();
        for kind in &model.pieces.kinds {
            let colour = kind.colour.iter().flat_map(|c| kind.marks.iter().map(move |m| (*m, c.clone())));
            colours.extend(colour);
        }
        let chosen = chosen(model, &mut colours, budget)?;
        let mut painter = Painter { model, cells, shown: BTreeMap::new(), chosen, colours };
        let mut next: BTreeMap<KindId, usize> = BTreeMap::new();
        for (cell, content) in start {
            let glyph = match model.pieces.content(*content) {
                Content::Block(kind, shape, part) => {
                    let offsets = model.pieces.shapes.get(usize::from(*shape));
                    let here = offsets.and_then(|o| o.get(usize::from(*part)));
                    let first = here.map(|(x, y)| Coord::new(cell.x - x, cell.y - y));
                    match first.filter(|_| *part > 0).and_then(|f| painter.shown.get(&f)) {
                        Some((_, glyph)) => *glyph,
                        None => {
                            let marks = model.pieces.kind(*kind).map_or(&[][..], |k| &k.marks);
                            let n = next.entry(*kind).or_default();
                            let mark = marks.get(n.checked_rem(marks.len()).unwrap_or(0));
                            *n += 1;
                            mark.copied().unwrap_or('#')
                        }
                    }
                }
                _ => model.pieces.glyph(*content),
            };
            painter.shown.insert(*cell, (*content, glyph));
        }
        Ok(painter)
    }

    /// By mark the colour it is drawn in.
    pub fn colours(&self) -> BTreeMap<char, String> {
        self.colours.clone()
    }

    /// Takes over a new position.
    pub fn show(&mut self, position: &Configuration) {
        let mut next = BTreeMap::new();
        for (cell, content) in position {
            let glyph = match (self.shown.get(cell), self.model.pieces.content(*content)) {
                (Some((before, glyph)), _) if before == content => *glyph,
                (_, Content::Block(kind, shape, _)) => self.left(position, *kind, *shape),
                _ => self.model.pieces.glyph(*content),
            };
            next.insert(*cell, (*content, glyph));
        }
        self.shown = next;
    }

    /// The mark of the block of this shape that is no longer where it was.
    fn left(&self, position: &Configuration, kind: KindId, shape: u16) -> char {
        let gone = self.shown.iter().find(|(cell, (before, _))| {
            matches!(self.model.pieces.content(*before), Content::Block(k, s, _) if (*k, *s) == (kind, shape))
                && position.get(cell) != Some(before)
        });
        gone.map_or('#', |(_, (_, glyph))| *glyph)
    }

    /// The position as rows of text.
    pub fn rows(&self) -> Vec<String> {
        draw(&self.model.board, &self.cells, |i| self.cells.get(i).map_or('.', |cell| self.glyph(*cell)))
    }

    fn glyph(&self, cell: Coord) -> char {
        let (content, glyph) = self.shown.get(&cell).copied().unwrap_or((0, '.'));
        self.chosen.get(&(cell, content)).copied().unwrap_or(glyph)
    }
}

/// The marks that the puzzle's script chooses, and their colours.
fn chosen(
    model: &Model,
    colours: &mut BTreeMap<char, String>,
    budget: &Budget,
) -> Result<BTreeMap<(Coord, ContentId), char>, Box<Diagnostic>> {
    let mut chosen = BTreeMap::new();
    let Some(render) = &model.hooks.render else { return Ok(chosen) };
    let contents = model.pieces.contents().count();
    if contents.saturating_mul(model.board.cells().len()) > MOST_MARKS {
        return Ok(chosen);
    }
    for (number, cell) in (0..).zip(model.board.cells()) {
        for (content, _) in model.pieces.contents() {
            if let Some(spec) = render.render(&model.hooks.field, number, content, budget)? {
                colours.extend(spec.colour.map(|colour| (spec.mark, colour)));
                chosen.insert((*cell, content), spec.mark);
            }
        }
    }
    Ok(chosen)
}

/// Cells as rows of text, each as the character that its place among them gives.
pub(super) fn draw(board: &Board, cells: &[Coord], glyph: impl Fn(usize) -> char) -> Vec<String> {
    words(board, cells, 1, |i| glyph(i).to_string())
}

/// Cells as rows of numbers, all as wide as the widest.
pub(super) fn numbers(board: &Board, cells: &[Coord], number: impl Fn(usize) -> i64) -> Vec<String> {
    let wide = (0..cells.len()).map(|i| number(i).to_string().len()).max().unwrap_or(1);
    words(board, cells, wide, |i| format!("{:>wide$}", number(i)))
}

/// Cells as rows of text, each as the word of this width that its place among them gives.
fn words(board: &Board, cells: &[Coord], wide: usize, word: impl Fn(usize) -> String) -> Vec<String> {
    if board.shape == Shape::Graph {
        let cells = cells.iter().enumerate().map(|(i, c)| format!("{}={}", board.name(*c), word(i).trim()));
        return vec![cells.collect::<Vec<_>>().join(" ")];
    }
    let slanted = matches!(board.shape, Shape::Lattice(Lattice::Hex | Lattice::Triangle));
    // Half a step to the right a row, where rows are shifted.
    let step = if slanted { (wide + 2) & !1 } else { wide + 1 };
    let step = i64::try_from(step).unwrap_or(2);
    let shift = if slanted { step / 2 } else { 0 };
    let column = |c: &Coord| step * i64::from(c.x) + shift * i64::from(c.y);
    let left = cells.iter().map(column).min().unwrap_or(0);
    let mut rows: BTreeMap<i32, (usize, String)> = BTreeMap::new();
    for (i, cell) in cells.iter().enumerate() {
        let (drawn, row) = rows.entry(cell.y).or_default();
        let at = usize::try_from(column(cell) - left).unwrap_or(0);
        while *drawn < at {
            row.push(' ');
            *drawn += 1;
        }
        row.push_str(&word(i));
        *drawn += wide;
    }
    rows.into_values().map(|(_, row)| row).collect()
}
