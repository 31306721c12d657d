//! A plan as a moving picture: the board once, and above it the pieces, which glide from place to place.
//!
//! Everything moves by style sheets, without a script. Readers who want no motion see the start and the length of the plan.

use std::collections::BTreeMap;
use std::fmt::Write;

use svg::node::element::Group;

use super::figure::{Figure, Frame, arrow, board, numbered};
use super::overlay;
use super::palette::Palette;
use super::pieces::{self, SKIN, centres, chain_link, chain_part};
use super::shapes::{distance, px, text_at};
use super::tracks::{Track, tracks};
use super::{HEADING, LETTER, Look, document, heading, title, translated};
use crate::analysis::{PicturedStep, PieceForm, Point, PuzzlePictures, Scene, SceneCounter, ScenePiece};

/// The seconds of a position: of a short plan, and of a long one.
const SECONDS: (f64, f64) = (1.2, 0.7);
/// The number of steps of a short plan.
const SHORT: usize = 30;
/// The time for which the last position is shown, in that of the others.
pub const LAST: usize = 3;
/// The part of a position's time after which the next move begins.
const REST: f64 = 0.55;

/// The seconds for which each position of a plan with this many steps is shown; the last one is shown [`LAST`] times as long.
pub fn seconds(steps: usize) -> f64 {
    if steps <= SHORT { SECONDS.0 } else { SECONDS.1 }
}

/// A puzzle's start and the steps of a plan, in turn; `ending` is the line above the last position.
pub fn animation(pictures: &PuzzlePictures, steps: &[PicturedStep], ending: &str, look: Look) -> String {
    let start = &pictures.start;
    let palette = palette(pictures, steps);
    let mut film = Film { windows: steps.len() + LAST, seconds: seconds(steps.len()), ..Film::default() };
    let frame = Frame::of(start);
    let mut moving = board(start, look.names);
    for track in tracks(start, steps) {
        moving = film.track(moving, start, &track, &palette);
    }
    if !start.overlays.is_empty() {
        moving = moving.add(overlay::above(start));
    }
    for (number, step) in steps.iter().enumerate() {
        if let Some(arrow) = step.moved.and_then(|ends| arrow(start, ends)) {
            let run = film.run(number, 1);
            moving = moving.add(Group::new().set("class", "run").set("style", run).add(arrow));
        }
    }
    for (at, _) in start.counters.iter().enumerate() {
        let place = frame.counter(at, start.counters.len());
        for (first, length, counter) in runs(at, &start.counters, steps) {
            let run = film.run(first, length);
            let text = text_at(&numbered(counter), place, 0.36, "heading");
            let class = if first == 0 { "run first" } else { "run" };
            moving = moving.add(Group::new().set("class", class).set("style", run).add(text));
        }
    }
    let mut captions = captions(steps);
    captions.push(ending.to_owned());
    let width = frame.width.max(letters(&captions));
    let centre = width / 2.0;
    let mut whole = Group::new();
    for (number, caption) in captions.iter().enumerate() {
        let last = number == steps.len();
        let run = film.run(number, if last { LAST } else { 1 });
        let class = if last { "run first" } else { "run" };
        let line = heading(caption, centre, 0.0);
        whole = whole.add(Group::new().set("class", class).set("style", run).add(line));
    }
    let at = (centre - frame.width / 2.0 - frame.left, HEADING - frame.top);
    let whole = whole.add(Group::new().set("transform", translated(at)).add(moving));
    let style = film.style();
    let description = format!("{} The moves: {}.", super::described(pictures), notations(steps).join(", "));
    document((width, frame.height + HEADING), (title(pictures), &description), look.theme, &style, whole)
}

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
            arrow: self.steps.get(number).and_then(|step| step.moved),
        };
        let size = Frame::of(start);
        let at = ((self.width - size.width) / 2.0 - size.left, HEADING - size.top);
        let drawing = figure.drawn(&self.palette, self.look);
        let drawing = Group::new().set("transform", translated(at)).add(drawing);
        let caption = self.captions.get(number).map_or("", String::as_str);
        let whole = Group::new().add(heading(caption, self.width / 2.0, 0.0)).add(drawing);
        let size = (self.width, size.height + HEADING);
        document(size, (title(self.pictures), ""), self.look.theme, "", whole)
    }
}

/// The width of the longest of some lines, in steps.
fn letters(lines: &[String]) -> f64 {
    let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    (0..longest).fold(0.0, |sum, _| sum + LETTER.1)
}

/// The colours of all pieces of a plan.
pub(super) fn palette(pictures: &PuzzlePictures, steps: &[PicturedStep]) -> Palette {
    let scenes = [Some(&pictures.start), pictures.goal.as_ref()];
    Palette::new(scenes.into_iter().flatten()).with(steps.iter().flat_map(|step| &step.pieces))
}

/// The steps in short, with the names of the rules where they differ.
pub fn notations(steps: &[PicturedStep]) -> Vec<String> {
    let several = steps.windows(2).any(|pair| matches!(pair, [a, b] if a.rule != b.rule));
    let one = |step: &PicturedStep| match several && step.rule != step.notation {
        true => format!("{} {}", step.rule, step.notation),
        false => step.notation.clone(),
    };
    steps.iter().map(one).collect()
}

/// The numbered steps.
pub fn captions(steps: &[PicturedStep]) -> Vec<String> {
    let notations = notations(steps).into_iter().enumerate();
    notations.map(|(number, notation)| format!("{}. {notation}", number + 1)).collect()
}

/// The numbers of a counter: from which position on, for how many windows.
fn runs<'a>(
    at: usize,
    start: &'a [SceneCounter],
    steps: &'a [PicturedStep],
) -> Vec<(usize, usize, &'a SceneCounter)> {
    let mut found: Vec<(usize, usize, &SceneCounter)> = Vec::new();
    let all = [start].into_iter().chain(steps.iter().map(|step| step.counters.as_slice()));
    for (number, counters) in all.enumerate() {
        let Some(counter) = counters.get(at) else { continue };
        let length = if number == steps.len() { LAST } else { 1 };
        match found.last_mut() {
            Some((_, known, last)) if last.number == counter.number => *known += length,
            _ => found.push((number, length, counter)),
        }
    }
    found
}

/// The time of an animation: windows of equal length, one for each position and several for the last one.
#[derive(Default)]
struct Film {
    windows: usize,
    seconds: f64,
    /// The movements so far.
    style: String,
    /// Their names.
    names: BTreeMap<String, String>,
    /// The lengths of runs that have a rule.
    runs: Vec<usize>,
}

/// What is drawn of a piece at a place: its own transformation, if it is drawn elsewhere.
type Pose<'p> = dyn Fn(&ScenePiece, Option<f64>) -> Option<(Point, Option<f64>)> + 'p;

impl Film {
    /// The style of something that is seen only in a run of windows.
    fn run(&mut self, first: usize, length: usize) -> String {
        if !self.runs.contains(&length) {
            self.runs.push(length);
        }
        let delay = hundredths(first as f64 * self.seconds);
        if length == 1 {
            return format!("animation-delay:{delay}s");
        }
        format!("animation-name:r{length};animation-delay:{delay}s")
    }

    /// A moment in per cent.
    fn at(&self, window: f64) -> f64 {
        (window / self.windows as f64 * 100_000.0).round() / 1000.0
    }

    /// All rules.
    fn style(&self) -> String {
        let whole = hundredths(self.windows as f64 * self.seconds);
        let mut style = format!(
            ".run {{ opacity: 0; animation: r1 {whole}s step-end infinite }} .first {{ opacity: 1 }} .late {{ opacity: 0 }}\n\
             .move {{ animation: {whole}s ease-in-out infinite }}\n{}",
            self.style
        );
        for length in &self.runs {
            // Writing to a `String` cannot fail.
            let _ = writeln!(
                style,
                "@keyframes r{length} {{ 0% {{ opacity: 1 }} {}% {{ opacity: 0 }} to {{ opacity: 0 }} }}",
                self.at(*length as f64)
            );
        }
        style.push_str("@media (prefers-reduced-motion: reduce) { .run, .move { animation: none } }\n");
        style
    }

    /// A piece with its movement.
    fn track(&mut self, group: Group, start: &Scene, track: &Track<'_>, palette: &Palette) -> Group {
        let piece = track.piece;
        if piece.form != PieceForm::Chain {
            let first = centres(start, piece).first().copied();
            let pose = |place: &ScenePiece, _: Option<f64>| {
                let (first, at) = (first?, centres(start, place).first().copied()?);
                Some((Point { x: at.x - first.x, y: at.y - first.y }, None))
            };
            return group.add(self.moving(pieces::drawn(start, piece, palette), track, &pose));
        }
        let mut group = group;
        let cells = centres(start, piece);
        let rigid =
            cells.windows(2).all(|pair| matches!(pair, [a, b] if (distance(*a, *b) - 1.0).abs() < 0.05));
        if !rigid {
            return group.add(self.moving(pieces::drawn(start, piece, palette), track, &|_, _| None));
        }
        let origin = Point { x: 0.0, y: 0.0 };
        for skin in SKIN {
            for link in 0..cells.len().saturating_sub(1) {
                let drawn = chain_link(Point { x: -0.5, y: 0.0 }, Point { x: 0.5, y: 0.0 }, skin);
                let pose = |place: &ScenePiece, before: Option<f64>| {
                    let at = centres(start, place);
                    let (a, b) = (at.get(link)?, at.get(link + 1)?);
                    let angle = (b.y - a.y).atan2(b.x - a.x).to_degrees();
                    // A link looks the same the other way round: it takes the shorter turn.
                    let turned = before
                        .map_or(angle, |before| before + (angle - before + 90.0).rem_euclid(180.0) - 90.0);
                    Some((Point { x: (a.x + b.x) / 2.0, y: (a.y + b.y) / 2.0 }, Some(turned)))
                };
                group = group.add(self.moving(Group::new().add(drawn), track, &pose));
            }
        }
        for part in 0..cells.len() {
            let drawn = chain_part(piece, part, origin, palette);
            let pose = |place: &ScenePiece, _: Option<f64>| Some((*centres(start, place).get(part)?, None));
            group = group.add(self.moving(drawn, track, &pose));
        }
        group
    }

    /// A drawing that takes the poses of the places of a track.
    fn moving(&mut self, drawn: Group, track: &Track<'_>, pose: &Pose<'_>) -> Group {
        let mut rules = String::new();
        let mut before: Option<(String, Option<f64>)> = None;
        let mut first = None;
        let appears = track.places.first().map_or(0, |(number, _)| *number);
        for (number, place) in &track.places {
            let Some((at, angle)) = pose(place, before.as_ref().and_then(|(_, angle)| *angle)) else {
                continue;
            };
            let shift = format!("translate({}px,{}px)", px(at.x), px(at.y));
            let shift =
                angle.map_or(shift.clone(), |angle| format!("{shift} rotate({}deg)", hundredths(angle)));
            match &before {
                // Before it appears it is where it will be.
                None => {
                    let turn = angle.map_or(String::new(), |angle| format!(" rotate({})", hundredths(angle)));
                    first = Some(format!("translate({} {}){turn}", px(at.x), px(at.y)));
                }
                Some((old, _)) if *old != shift => {
                    let (from, to) = (self.at(*number as f64 - 1.0 + REST), self.at(*number as f64));
                    let _ = write!(rules, "{from}%{{transform:{old}}}{to}%{{transform:{shift}}}");
                }
                Some(_) => {}
            }
            before = Some((shift, angle));
        }
        if let Some((last, _)) = before.filter(|_| !rules.is_empty()) {
            let _ = write!(rules, "to{{transform:{last}}}");
        }
        let moves = !rules.is_empty();
        let mut fade = |number: usize, (from, to): (u8, u8)| {
            let start = self.at(number as f64 - (1.0 - REST) / 2.0);
            let end = self.at(number as f64);
            let _ = write!(rules, "{start}%{{opacity:{from}}}{end}%{{opacity:{to}}}");
        };
        if appears > 0 {
            fade(appears, (0, 1));
        }
        if let Some(end) = track.end {
            fade(end, (1, 0));
        }
        if appears > 0 || track.end.is_some() {
            let _ = write!(rules, "to{{opacity:{}}}", u8::from(track.end.is_none()));
        }
        let mut drawn = drawn;
        if let Some(first) = first.filter(|first| moves || first != "translate(0 0)") {
            drawn = drawn.set("transform", first);
        }
        if rules.is_empty() {
            return drawn;
        }
        // Parts of a chain that move alike share one.
        let next = format!("m{}", self.names.len());
        let name = match self.names.get(&rules) {
            Some(name) => name.clone(),
            None => {
                let _ = writeln!(self.style, "@keyframes {next} {{{rules}}}");
                self.names.insert(rules, next.clone());
                next
            }
        };
        let class = if appears > 0 { "move late" } else { "move" };
        drawn.set("class", class).set("style", format!("animation-name:{name}"))
    }
}

fn hundredths(x: f64) -> f64 {
    (x * 100.0).round() / 100.0 + 0.0
}
