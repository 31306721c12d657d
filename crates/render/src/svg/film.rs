//! The time of an animation, and the movements of pieces as rules of a style sheet.

use std::collections::BTreeMap;
use std::fmt::Write;

use svg::node::element::Group;

use super::palette::Palette;
use super::pieces::{self, centres, chain_link, chain_part, skins};
use super::shapes::{distance, px};
use super::tracks::Track;
use puzzlec_analysis::{PieceForm, Point, Scene, ScenePiece};

/// The part of a position's time after which the next move begins.
const REST: f64 = 0.55;

/// The time of an animation: windows of equal length, one for each position and several for the last one.
#[derive(Default)]
pub(super) struct Film {
    windows: usize,
    seconds: f64,
    /// The movements so far.
    style: String,
    /// Their names.
    names: BTreeMap<String, String>,
    /// The lengths of runs that have a rule.
    runs: Vec<usize>,
}

/// The drawing of a piece at a place: a transformation, if it is drawn elsewhere.
type Pose<'p> = dyn Fn(&ScenePiece, Option<f64>) -> Option<(Point, Option<f64>)> + 'p;

impl Film {
    /// A film of so many windows, each with its seconds.
    pub fn new(windows: usize, seconds: f64) -> Self {
        Film { windows, seconds, ..Film::default() }
    }

    /// The style of something that is seen only in a run of windows.
    pub fn run(&mut self, first: usize, length: usize) -> String {
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
    pub fn style(&self) -> String {
        let whole = hundredths(self.windows as f64 * self.seconds);
        let mut style = format!(
            ".run {{ opacity: 0; animation: r1 {whole}s step-end infinite }} .late {{ opacity: 0 }}\n\
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
        style.push_str("@media (prefers-reduced-motion: reduce) { .run, .move { animation: none } .first { opacity: 1 } }\n");
        style
    }

    /// A piece with its movement.
    pub fn track(&mut self, group: Group, start: &Scene, track: &Track<'_>, palette: &Palette) -> Group {
        let piece = track.piece;
        if piece.form != PieceForm::Chain {
            let first = centres(start, piece).first().copied();
            let pose = |place: &ScenePiece, _: Option<f64>| {
                let (first, at) = (first?, centres(start, place).first().copied()?);
                Some((Point { x: at.x - first.x, y: at.y - first.y }, None))
            };
            let drawn = Group::new().add(pieces::drawn(start, piece, palette));
            return group.add(self.moving(drawn, track, &pose));
        }
        let mut group = group;
        let cells = centres(start, piece);
        let rigid =
            cells.windows(2).all(|pair| matches!(pair, [a, b] if (distance(*a, *b) - 1.0).abs() < 0.05));
        if !rigid {
            return group.add(self.moving(pieces::drawn(start, piece, palette), track, &|_, _| None));
        }
        let origin = Point { x: 0.0, y: 0.0 };
        for skin in skins(piece) {
            for link in 0..cells.len().saturating_sub(1) {
                let drawn = chain_link(Point { x: -0.5, y: 0.0 }, Point { x: 0.5, y: 0.0 }, *skin);
                let pose = |place: &ScenePiece, before: Option<f64>| {
                    let at = centres(start, place);
                    let (a, b) = (at.get(link)?, at.get(link + 1)?);
                    let angle = (b.y - a.y).atan2(b.x - a.x).to_degrees();
                    // A link looks the same the other way round: it takes the shorter turn.
                    let turned = before
                        .map_or(angle, |before| before + (angle - before + 90.0).rem_euclid(180.0) - 90.0);
                    Some((Point { x: (a.x + b.x) / 2.0, y: (a.y + b.y) / 2.0 }, Some(turned)))
                };
                group = group.add(self.moving(drawn, track, &pose));
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
