//! A plan as a moving picture: the board once, and above it the pieces, which glide from place to place.
//!
//! Everything moves by style sheets, without a script. Readers who want no motion see the start and the length of the plan.

use svg::node::element::Group;

use super::figure::{Arrow, Frame, board, drawn_arrow, names, numbered};
use super::film::Film;
use super::overlay;
use super::palette::Palette;
use super::shapes::text_at;
use super::tracks::tracks;
use super::{HEADING, LETTER, Look, document, heading, title, translated};
use puzzlec_analysis::{PicturedStep, PuzzlePictures, SceneCounter};

/// The seconds of a position: of a short plan, and of a long one.
const SECONDS: (f64, f64) = (1.2, 0.7);
/// The number of steps of a short plan.
const SHORT: usize = 30;
/// The time for which the last position is shown, in that of the others.
pub const LAST: usize = 3;

/// The seconds for which each position of a plan with this many steps is shown; the last one is shown [`LAST`] times as long.
pub fn seconds(steps: usize) -> f64 {
    if steps <= SHORT { SECONDS.0 } else { SECONDS.1 }
}

/// A puzzle's start and the steps of a plan, in turn; `ending` is the line above the last position.
pub fn animation(pictures: &PuzzlePictures, steps: &[PicturedStep], ending: &str, look: Look) -> String {
    let start = &pictures.start;
    let palette = palette(pictures, steps);
    let mut film = Film::new(steps.len() + LAST, seconds(steps.len()));
    let frame = Frame::of(start);
    let mut moving = board(start);
    for track in tracks(start, steps) {
        moving = film.track(moving, start, &track, &palette);
    }
    if look.names {
        moving = moving.add(names(start));
    }
    if !start.overlays.is_empty() {
        moving = moving.add(overlay::above(start));
    }
    for (number, step) in steps.iter().enumerate() {
        if let Some(arrow) = step.moved.and_then(|ends| drawn_arrow(start, Arrow { ends, past: false })) {
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
    document((width, frame.height + HEADING), (title(pictures), &description), look, &style, whole)
}

/// The width of the longest of some lines, in steps.
pub(super) fn letters(lines: &[String]) -> f64 {
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
