//! The positions of a plan one by one.

use svg::node::element::Group;

use super::animation::{captions, letters, palette};
use super::figure::{Arrow, Figure, Frame};
use super::palette::Palette;
use super::{HEADING, Look, document, heading, title, translated};
use puzzlec_analysis::{PicturedStep, PuzzlePictures};

/// The positions of a plan one by one, all of one size; each shows the move that follows.
pub struct Frames<'a> {
    pictures: &'a PuzzlePictures,
    steps: &'a [PicturedStep],
    /// The lines above them.
    captions: Vec<String>,
    palette: Palette,
    look: Look,
    width: f64,
}

impl<'a> Frames<'a> {
    /// The positions from the start on; `ending` is the line above the last one.
    pub fn new(pictures: &'a PuzzlePictures, steps: &'a [PicturedStep], ending: &str, look: Look) -> Self {
        let mut captions = captions(steps);
        captions.push(ending.to_owned());
        let width = Frame::of(&pictures.start).width.max(letters(&captions));
        Frames { pictures, steps, captions, palette: palette(pictures, steps), look, width }
    }

    /// The number of positions.
    pub fn count(&self) -> usize {
        self.captions.len()
    }

    /// The position after this number of steps.
    pub fn frame(&self, number: usize) -> String {
        let start = &self.pictures.start;
        let position = number.checked_sub(1).and_then(|before| self.steps.get(before));
        let figure = Figure {
            heading: String::new(),
            board: start,
            pieces: position.map_or(&start.pieces, |step| &step.pieces),
            counters: position.map_or(&start.counters, |step| &step.counters),
            arrow: self.steps.get(number).and_then(|step| step.moved).map(|ends| Arrow { ends, past: false }),
        };
        let size = Frame::of(start);
        let at = ((self.width - size.width) / 2.0 - size.left, HEADING - size.top);
        let drawing = figure.drawn(&self.palette, self.look);
        let drawing = Group::new().set("transform", translated(at)).add(drawing);
        let caption = self.captions.get(number).map_or("", String::as_str);
        let whole = Group::new().add(heading(caption, self.width / 2.0, 0.0)).add(drawing);
        let size = (self.width, size.height + HEADING);
        document(size, (title(self.pictures), ""), self.look, "", whole)
    }
}
