//! Marks of theories: colours and lines below the pieces, texts above them, a legend below the picture.

use svg::node::element::Group;

use super::palette::Palette;
use super::shapes::{disc, distance, head, line, plate, px, square, text_at};
use puzzlec_analysis::{Point, Scene, SceneLine};
use puzzlec_theory::Mark;

/// The radius of the disc of a text in a cell, and beside a line.
const RADIUS: (f64, f64) = (0.24, 0.16);
/// How far an arrow lies to the right of the middle, so that two in opposite directions are seen.
const ASIDE: f64 = 0.13;
/// How far the tip of an arrow lies beyond its end, and its corners aside.
const HEAD: (f64, f64) = (0.04, 0.1);
/// The height of a line of a legend, the size of its letters, and the width that is reserved for one of them, in steps.
const LEGEND: (f64, f64, f64) = (0.5, 0.3, 0.17);
/// The room for a mark before the words of a legend.
const INDENT: f64 = 0.6;

/// What lies below the pieces.
pub(super) fn below(scene: &Scene) -> Group {
    let mut group = Group::new();
    for overlay in &scene.overlays {
        for (cell, colour) in &overlay.tints {
            let Some(cell) = scene.cells.get(*cell) else { continue };
            let colour = Palette::of_mark(usize::from(*colour));
            group = group.add(plate(scene.shape, cell.at).set("fill", colour).set("fill-opacity", 0.45));
        }
        for one in &overlay.lines {
            let [from, to] = ends(one);
            let colour = Palette::of_mark(usize::from(one.colour));
            let width = if one.directed { 0.07 } else { 0.12 };
            group = group.add(line(from, to, "", width).set("stroke", colour).set("stroke-linecap", "round"));
            if one.directed {
                group = group.add(head(from, to, HEAD).set("fill", colour));
            }
        }
    }
    group
}

/// The ends of a line as it is drawn: an arrow lies to the right of the middle and ends before its cells do.
fn ends(line: &SceneLine) -> [Point; 2] {
    let [from, to] = line.ends;
    let length = distance(from, to);
    if !line.directed || length < 2.0 * ASIDE {
        return [from, to];
    }
    let (x, y) = ((to.x - from.x) / length, (to.y - from.y) / length);
    let at = |point: Point, along: f64| Point {
        x: point.x + along * x - ASIDE * y,
        y: point.y + along * y + ASIDE * x,
    };
    [at(from, ASIDE), at(to, -ASIDE)]
}

/// The texts, each on a light disc that covers no other.
pub(super) fn above(scene: &Scene) -> Group {
    let mut group = Group::new();
    let mut taken: Vec<(Point, f64)> = Vec::new();
    let mut text = |places: &[Point], text: &str, radius: f64| {
        let free = |at: &Point, radius: f64| {
            taken.iter().all(|(known, other)| distance(*at, *known) >= radius + other)
        };
        // A smaller disc finds room where a large one does not.
        let sizes = [radius, radius * 0.85, radius * 0.7, radius * 0.55];
        let room =
            sizes.iter().find_map(|radius| Some((*places.iter().find(|at| free(at, *radius))?, *radius)));
        let Some((at, radius)) = room.or(places.first().map(|at| (*at, sizes[3]))) else { return };
        taken.push((at, radius));
        let letters = text.chars().fold(0.0, |sum, _| sum + 1.0_f64);
        let size = radius * 1.2 * (2.4 / letters.max(2.4));
        let plate = disc(at, radius, "#ffffff").set("fill-opacity", 0.85).set("stroke-width", px(0.015));
        let text = text_at(text, at, size, "").set("fill", "#111111");
        group = std::mem::replace(&mut group, Group::new()).add(plate).add(text);
    };
    for overlay in &scene.overlays {
        for (at, label) in &overlay.labels {
            text(&[*at], label, RADIUS.0);
        }
        for one in &overlay.lines {
            let [from, to] = ends(one);
            // An arrow's text is nearer to its beginning, so that arrows in both directions have two places.
            let fractions: &[f64] = match one.directed {
                true => &[0.3, 0.4, 0.2, 0.5, 0.6, 0.1, 0.7, 0.8, 0.9],
                false => &[0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8],
            };
            let at = |along: &f64| Point {
                x: from.x + along * (to.x - from.x),
                y: from.y + along * (to.y - from.y),
            };
            if let Some(label) = &one.label {
                text(&fractions.iter().map(at).collect::<Vec<Point>>(), label, RADIUS.1);
            }
        }
    }
    group
}

/// The legends of scenes, drawn from the origin downwards for a picture of this width; with their own width and height.
pub(super) fn legend<'a>(scenes: impl Iterator<Item = &'a Scene>, width: f64) -> (Group, f64, f64) {
    let (height, size, letter) = LEGEND;
    let width = width.max(10.0);
    let most = ((width - INDENT) / letter).max(1.0);
    let (mut group, mut y) = (Group::new(), 0.0);
    let mut known: Vec<&(Mark, String)> = Vec::new();
    for entry in scenes.flat_map(|scene| &scene.overlays).flat_map(|overlay| &overlay.legend) {
        // Pictures of one board share their legend.
        if known.contains(&entry) {
            continue;
        }
        known.push(entry);
        let (mark, words) = entry;
        let at = Point { x: INDENT / 2.0, y: y + height / 2.0 };
        group = match mark {
            Mark::Cell(colour) => {
                let colour = Palette::of_mark(usize::from(*colour));
                group.add(square(at, 0.17).set("fill", colour).set("fill-opacity", 0.45))
            }
            Mark::Line(colour) => {
                let colour = Palette::of_mark(usize::from(*colour));
                let end = |x: f64| Point { x: at.x + x, y: at.y };
                group.add(line(end(-0.18), end(0.18), "", 0.12).set("stroke", colour))
            }
            Mark::Label => {
                let plate = disc(at, 0.14, "#ffffff").set("stroke-width", px(0.015));
                group.add(plate).add(text_at("n", at, 0.2, "").set("fill", "#111111"))
            }
        };
        for row in wrapped(words, most) {
            let text = text_at(&row, Point { x: INDENT, y: y + height / 2.0 }, size, "heading");
            group = group.add(text.set("style", "text-anchor: start"));
            y += height;
        }
    }
    if y == 0.0 { (group, 0.0, 0.0) } else { (group, width, y) }
}

/// Words in rows of at most this many letters.
fn wrapped(text: &str, most: f64) -> Vec<String> {
    let length = |text: &str| text.chars().fold(0.0, |sum, _| sum + 1.0_f64);
    let mut rows: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match rows.last_mut() {
            Some(row) if length(row) + 1.0 + length(word) <= most => {
                row.push(' ');
                row.push_str(word);
            }
            _ => rows.push(word.to_owned()),
        }
    }
    rows
}
