//! Circles, polygons, lines and texts in pixels.

use svg::node::element::{Circle, Line, Polygon, Text};

use super::palette::ink;
use puzzlec_analysis::{CellShape, Point};

/// The distance of neighbouring cells in pixels.
const STEP: f64 = 40.0;

pub(super) fn distance(a: Point, b: Point) -> f64 {
    (a.x - b.x).hypot(a.y - b.y)
}

pub(super) fn disc(at: Point, radius: f64, colour: &str) -> Circle {
    ring(at, radius, 0.03).set("fill", colour).set("class", "rim")
}

/// A circle of this width.
pub(super) fn ring(at: Point, radius: f64, width: f64) -> Circle {
    let circle = Circle::new().set("cx", px(at.x)).set("cy", px(at.y)).set("r", px(radius));
    circle.set("stroke-width", px(width))
}

pub(super) fn rimmed(polygon: Polygon, colour: &str) -> Polygon {
    polygon.set("fill", colour).set("class", "rim").set("stroke-width", px(0.03))
}

pub(super) fn square(at: Point, half: f64) -> Polygon {
    let corners = [(-half, -half), (half, -half), (half, half), (-half, half)];
    polygon(corners.into_iter().map(|(x, y)| Point { x: at.x + x, y: at.y + y }))
}

/// The band from a point to another one, this wide on both sides.
pub(super) fn band(from: Point, to: Point, aside: f64) -> Polygon {
    let length = distance(from, to).max(f64::MIN_POSITIVE);
    let (x, y) = ((to.y - from.y) / length * aside, (from.x - to.x) / length * aside);
    let corners = [(from, 1.0), (to, 1.0), (to, -1.0), (from, -1.0)];
    polygon(corners.into_iter().map(|(at, side)| Point { x: at.x + side * x, y: at.y + side * y }))
}

pub(super) fn outline(shape: CellShape, at: Point) -> Polygon {
    match shape {
        CellShape::Square => square(at, 0.5),
        // A hexagon of width 1, and a circle by thirty corners.
        CellShape::Hexagon => regular(at, 6, 0.577),
        CellShape::Circle => regular(at, 30, 0.42),
    }
}

/// A floor piece: its rim is seen around a piece on it.
pub(super) fn plate(shape: CellShape, at: Point) -> Polygon {
    match shape {
        CellShape::Square => square(at, 0.47),
        CellShape::Hexagon => regular(at, 6, 0.54),
        CellShape::Circle => regular(at, 30, 0.48),
    }
}

pub(super) fn regular(at: Point, corners: u32, radius: f64) -> Polygon {
    let corner = |number: u32| {
        let angle =
            std::f64::consts::TAU * f64::from(number) / f64::from(corners) + std::f64::consts::FRAC_PI_2;
        Point { x: at.x + radius * angle.cos(), y: at.y + radius * angle.sin() }
    };
    polygon((0..corners).map(corner))
}

pub(super) fn polygon(points: impl Iterator<Item = Point>) -> Polygon {
    let points: Vec<String> = points.map(|p| format!("{},{}", px(p.x), px(p.y))).collect();
    Polygon::new().set("points", points.join(" "))
}

/// The head of an arrow to a point: its tip so far beyond it, its corners so far aside.
pub(super) fn head(from: Point, to: Point, (tip, aside): (f64, f64)) -> Polygon {
    let length = distance(from, to).max(f64::MIN_POSITIVE);
    let (x, y) = ((to.x - from.x) / length, (to.y - from.y) / length);
    let at = |along: f64, across: f64| Point {
        x: to.x + along * x - across * y,
        y: to.y + along * y + across * x,
    };
    polygon([at(tip, 0.0), at(-0.2, aside), at(-0.2, -aside)].into_iter())
}

pub(super) fn line(a: Point, b: Point, class: &str, width: f64) -> Line {
    let line = Line::new()
        .set("x1", px(a.x))
        .set("y1", px(a.y))
        .set("x2", px(b.x))
        .set("y2", px(b.y))
        .set("stroke-width", px(width));
    if class.is_empty() { line } else { line.set("class", class) }
}

/// Text on a colour, in black or white.
pub(super) fn written(text: &str, at: Point, size: f64, colour: &str) -> Text {
    text_at(text, at, size, "").set("fill", ink(colour))
}

pub(super) fn text_at(text: &str, at: Point, size: f64, class: &str) -> Text {
    let text = Text::new(text).set("x", px(at.x)).set("y", px(at.y)).set("font-size", px(size));
    if class.is_empty() { text } else { text.set("class", class) }
}

/// A length in pixels, to a hundredth.
pub(super) fn px(steps: f64) -> f64 {
    (steps * STEP * 100.0).round() / 100.0 + 0.0
}
