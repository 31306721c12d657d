//! Rigid pieces of several cells.

use svg::node::element::{Group, Path, Polygon, Rectangle};

use super::shapes::{band, distance, polygon, px, regular, square};
use puzzlec_analysis::{CellShape, Point};

/// The width of the line that rounds the corners of a block, in steps.
const ROUND: f64 = 0.16;

/// A block: its rim, and the block on it.
pub(super) fn block(shape: CellShape, points: &[Point], colour: &str) -> Group {
    let rounded = |polygon: Polygon| polygon.set("stroke-width", px(ROUND)).set("stroke-linejoin", "round");
    let half = ROUND / 2.0;
    let rim = joined(shape, points, 0.45 - half, &|shape| rounded(shape).set("class", "edge"));
    let own = |shape| rounded(shape).set("fill", colour).set("stroke", colour);
    Group::new().add(rim).add(joined(shape, points, 0.41 - half, &own))
}

/// The cells of a block, joined where they are neighbours, this far around their centres.
fn joined(shape: CellShape, points: &[Point], around: f64, filled: &dyn Fn(Polygon) -> Polygon) -> Group {
    let mut group = Group::new();
    let hexagon = shape == CellShape::Hexagon;
    // The side of a hexagon is its radius.
    let radius = around / 0.866;
    let near = |a: &Point, b: &Point| distance(*a, *b) < 1.01;
    for (at, a) in points.iter().enumerate() {
        for (next, b) in points.iter().enumerate().skip(at + 1).filter(|(_, b)| near(a, b)) {
            group = group.add(filled(band(*a, *b, if hexagon { radius / 2.0 } else { around })));
            let third = points.iter().skip(next + 1).find(|c| hexagon && near(a, c) && near(b, c));
            if let Some(c) = third {
                group = group.add(filled(polygon([*a, *b, *c].into_iter())));
            }
        }
        // The hole in the middle of four cells.
        let corner = [(1.0, 0.0), (0.0, 1.0), (1.0, 1.0)];
        let has =
            |(x, y): (f64, f64)| points.iter().any(|b| distance(Point { x: a.x + x, y: a.y + y }, *b) < 0.01);
        if !hexagon && corner.into_iter().all(has) {
            group = group.add(filled(square(Point { x: a.x + 0.5, y: a.y + 0.5 }, around)));
        }
        group = group.add(filled(if hexagon { regular(*a, 6, radius) } else { square(*a, around) }));
    }
    group
}

/// A car seen from above; nothing for cells that are not in a straight line.
pub(super) fn car(points: &[Point], colour: &str) -> Option<Group> {
    let (first, last) = (points.first()?, points.last()?);
    let length = distance(*first, *last);
    let straight = points.windows(2).all(|pair| matches!(pair, [a, b] if distance(*a, *b) < 1.01));
    if !straight || (length - (points.len() as f64 - 1.0)).abs() > 0.01 || points.len() < 2 {
        return None;
    }
    let centre = Point { x: (first.x + last.x) / 2.0, y: (first.y + last.y) / 2.0 };
    let turn = (last.y - first.y).atan2(last.x - first.x).to_degrees().round();
    let half = length / 2.0 + 0.4;
    let part = |left: f64, top: f64, (wide, high): (f64, f64), round: f64| {
        let rect = Rectangle::new().set("x", px(left)).set("y", px(top));
        rect.set("width", px(wide)).set("height", px(high)).set("rx", px(round))
    };
    let mut group = Group::new();
    for (x, y) in [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)] {
        let wheel = part(x * (half - 0.24) - 0.12, y * 0.33 - 0.07, (0.24, 0.14), 0.04);
        group = group.add(wheel.set("fill", "#111111"));
    }
    let body = part(-half, -0.33, (2.0 * half, 0.66), 0.16).set("fill", colour).set("class", "rim");
    group = group.add(body.set("stroke-width", px(0.03)));
    // Windows before and behind the roof.
    for (at, wide) in [(half - 0.42, 0.18), (-half + 0.16, 0.13)] {
        let glass = part(at, -0.24, (wide, 0.48), 0.05);
        group = group.add(glass.set("fill", "#bcd9ea").set("stroke", "#222222").set("stroke-width", 0.8));
    }
    let lights = format!(
        "M{} {}v{}M{} {}v{}",
        px(half - 0.03),
        px(-0.26),
        px(0.12),
        px(half - 0.03),
        px(0.14),
        px(0.12)
    );
    let lights = Path::new().set("d", lights).set("stroke", "#f7f3c0").set("stroke-width", 2);
    let place = format!("{} rotate({turn})", super::translated((centre.x, centre.y)));
    Some(group.add(lights).set("transform", place))
}
