//! Positions as text.

use std::collections::{BTreeMap, VecDeque};

use puzzlec_base::Budget;
use puzzlec_base::diag::Diagnostic;
use puzzlec_checker::{Change, Replayed};
use puzzlec_model::Model;
use puzzlec_model::board::{Coord, draw};
use puzzlec_model::config::Configuration;
use puzzlec_model::mark;
use puzzlec_model::piece::{Content, ContentId, Form, KindId};

/// Draws the positions of a plan. Blocks keep their marks from one position to the next.
#[derive(Clone)]
pub(super) struct Painter<'a> {
    model: &'a Model,
    cells: Vec<Coord>,
    shown: BTreeMap<Coord, (ContentId, char)>,
    /// The values of the counters.
    counted: Vec<ContentId>,
    /// Marks that a script chose.
    chosen: BTreeMap<(Coord, ContentId), char>,
    /// The colours of marks.
    colours: BTreeMap<char, String>,
}

/// A position as it is drawn.
#[derive(Clone, Debug)]
pub(super) struct Drawing {
    shown: BTreeMap<Coord, (ContentId, char)>,
    counted: Vec<ContentId>,
}

/// Maximum number of marks from a script.
const MOST_MARKS: usize = 1 << 14;

impl<'a> Painter<'a> {
    /// A painter of these cells, with the start as the current position.
    ///
    /// # Errors
    /// The script that chooses the marks fails.
    pub fn new(
        model: &'a Model,
        mut cells: Vec<Coord>,
        start: &Configuration,
        budget: &Budget,
    ) -> Result<Self, Box<Diagnostic>> {
        cells.sort_unstable();
        let mut colours = BTreeMap::new();
        for kind in &model.pieces.kinds {
            let marks = kind.marks.iter().filter(|m| !mark::is_word(**m));
            let colour = kind.colour.iter().flat_map(|c| marks.clone().map(move |m| (*m, c.clone())));
            colours.extend(colour);
        }
        for (content, sign) in model.pieces.signs.iter().filter(|(_, sign)| !mark::is_word(**sign)) {
            let kind = model.pieces.content(*content).kind().and_then(|kind| model.pieces.kind(kind));
            colours.extend(kind.and_then(|k| k.colour.clone()).map(|colour| (*sign, colour)));
        }
        let chosen = chosen(model, &mut colours, budget)?;
        let mut painter =
            Painter { model, cells, shown: BTreeMap::new(), counted: Vec::new(), chosen, colours };
        painter.counted = counted(model, start);
        if painter.cells.is_empty() {
            return Ok(painter);
        }
        let mut fresh: BTreeMap<KindId, usize> = BTreeMap::new();
        painter.shown = painter.drawn(start, |corner, kind, _| {
            let marks = model.pieces.kind(kind).map_or(&[][..], |k| &k.marks);
            // As the author drew it; a start that nobody drew takes the marks in turn, and so does another piece than
            // the one that is drawn there.
            model.pieces.drawn.get(&corner).filter(|mark| marks.contains(mark)).copied().unwrap_or_else(
                || {
                    let n = fresh.entry(kind).or_default();
                    let mark = marks.get(n.checked_rem(marks.len()).unwrap_or(0));
                    *n += 1;
                    mark.copied().unwrap_or('#')
                },
            )
        });
        Ok(painter)
    }

    /// The colours of marks.
    pub fn colours(&self) -> BTreeMap<char, String> {
        self.colours.clone()
    }

    /// Takes over the position after a step. Without blocks it takes as long as there are changes.
    pub fn show(&mut self, step: &Replayed<'_>) {
        self.advance(|| step.changes(), || step.after());
    }

    /// Takes over the position `after` a step with these changes.
    pub fn advance<'p>(
        &mut self,
        changes: impl FnOnce() -> &'p [Change],
        after: impl Fn() -> &'p Configuration,
    ) {
        if !self.counted.is_empty() {
            self.counted = counted(self.model, after());
        }
        if self.model.pieces.kinds.iter().all(|kind| kind.form != Form::Rigid) {
            for (cell, _, held) in changes().iter().filter(|change| !change.0.is_counter()) {
                match *held {
                    0 => self.shown.remove(cell),
                    held => self.shown.insert(*cell, (held, self.model.pieces.glyph(held))),
                };
            }
            return;
        }
        let position = after();
        // Blocks that left their places, by what they are: the new ones take their marks in turn.
        let mut gone: BTreeMap<(KindId, u16), VecDeque<char>> = BTreeMap::new();
        for (corner, (before, glyph)) in &self.shown {
            if let Content::Block(kind, shape, 0) = self.model.pieces.content(*before)
                && position.get(corner) != Some(before)
            {
                gone.entry((*kind, *shape)).or_default().push_back(*glyph);
            }
        }
        self.shown = self.drawn(position, |corner, kind, shape| match self.shown.get(&corner) {
            Some((before, glyph)) if Some(before) == position.get(&corner) => *glyph,
            // A block that was on no cell before has been placed.
            _ => gone.get_mut(&(kind, shape)).and_then(VecDeque::pop_front).unwrap_or_else(|| {
                let kind = self.model.pieces.kind(kind);
                kind.and_then(|kind| kind.marks.first()).copied().unwrap_or('#')
            }),
        });
    }

    /// A position with its marks; `block` gives the mark of the block of a kind and shape with this first
    /// cell.
    fn drawn(
        &self,
        position: &Configuration,
        mut block: impl FnMut(Coord, KindId, u16) -> char,
    ) -> BTreeMap<Coord, (ContentId, char)> {
        let pieces = &self.model.pieces;
        let mut shown: BTreeMap<Coord, (ContentId, char)> = BTreeMap::new();
        // In reading order, the first cell of a block precedes its others.
        for (cell, content) in position.iter().filter(|(place, _)| !place.is_counter()) {
            let glyph = match pieces.content(*content) {
                Content::Block(kind, shape, 0) => block(*cell, *kind, *shape),
                Content::Block(_, shape, part) => {
                    let offsets = pieces.shapes.get(usize::from(*shape));
                    let here = offsets.and_then(|o| o.get(usize::from(*part)));
                    let corner = here.and_then(|(x, y)| shown.get(&Coord::new(cell.x - x, cell.y - y)));
                    corner.map_or('#', |c| c.1)
                }
                _ => pieces.glyph(*content),
            };
            shown.insert(*cell, (*content, glyph));
        }
        shown
    }

    /// The cells, sorted.
    pub fn cells(&self) -> &[Coord] {
        &self.cells
    }

    /// What is drawn, to be restored.
    pub fn drawing(&self) -> Drawing {
        Drawing { shown: self.shown.clone(), counted: self.counted.clone() }
    }

    /// Draws again what was drawn before.
    pub fn restore(&mut self, drawing: Drawing) {
        (self.shown, self.counted) = (drawing.shown, drawing.counted);
    }

    /// The contents of the position and their marks, by cell.
    pub fn shown(&self) -> &BTreeMap<Coord, (ContentId, char)> {
        &self.shown
    }

    /// The mark of a content on a cell and its colour, where a script chooses them.
    pub fn chosen(&self, cell: Coord, content: ContentId) -> Option<(char, Option<&str>)> {
        let mark = self.chosen.get(&(cell, content))?;
        Some((*mark, self.colours.get(mark).map(String::as_str)))
    }

    /// The position as rows of text; the last one has the counters.
    pub fn rows(&self) -> Vec<String> {
        let mut rows = self.rows_of_cells();
        rows.extend(counter_row(self.model, &self.counted));
        rows
    }

    /// The cells of the position as rows of text, as a configuration draws them.
    pub fn rows_of_cells(&self) -> Vec<String> {
        let marks = self.marks();
        draw(&self.model.board, &self.cells, |i| marks.get(i).copied().unwrap_or('.'))
    }

    /// The counters with their numbers.
    pub fn counters(&self) -> impl Iterator<Item = (&str, i64)> {
        let counters = self.model.pieces.counters.iter().zip(&self.counted);
        counters.map(|(counter, value)| (counter.name.as_str(), counter.number(*value)))
    }

    /// The marks of the cells. Both cells and contents are in reading order.
    fn marks(&self) -> Vec<char> {
        if !self.chosen.is_empty() || self.model.pieces.has_floor() {
            return self.cells.iter().map(|cell| self.mark(*cell)).collect();
        }
        let mut shown = self.shown.iter().peekable();
        let mark = |cell: &Coord| {
            while shown.next_if(|held| held.0 < cell).is_some() {}
            shown.next_if(|held| held.0 == cell).map_or('.', |held| held.1.1)
        };
        self.cells.iter().map(mark).collect()
    }

    fn mark(&self, cell: Coord) -> char {
        let shown = |place: Coord| self.shown.get(&place).copied();
        let below = shown(cell.floor());
        // The floor shows where nothing lies on it, and with what lies on it where the two have a mark.
        let (content, glyph) = shown(cell).or(below).unwrap_or((0, '.'));
        let both = below.and_then(|(floor, _)| self.model.pieces.stacked.get(&(content, floor)));
        let glyph = both.copied().unwrap_or(glyph);
        self.chosen.get(&(cell, content)).copied().unwrap_or(glyph)
    }
}

/// The row of text of the values of the counters, if there are any.
pub(super) fn counter_row(model: &Model, values: &[ContentId]) -> Option<String> {
    let counters = model.pieces.counters.iter().zip(values);
    let counters: Vec<String> =
        counters.map(|(one, value)| format!("{} {}", one.name, one.number(*value))).collect();
    (!counters.is_empty()).then(|| counters.join(", "))
}

/// The values of the counters in a position.
fn counted(model: &Model, position: &Configuration) -> Vec<ContentId> {
    model.pieces.counter_places().map(|place| position.get(&place).copied().unwrap_or(0)).collect()
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
