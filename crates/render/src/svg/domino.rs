//! Dominoes.

use svg::node::element::{Group, Path};

use super::palette::Palette;
use super::shapes::{disc, distance, px, written};
use puzzlec_analysis::Point;

/// The colour of a domino, and that of its pips.
const IVORY: (&str, &str) = ("#f6f0e0", "#111111");
/// Half of its width, and the radius of its corners.
const HALF: (f64, f64) = (0.42, 0.12);
/// The rows of pips of a number below ten: each row as bits from the left.
const PIPS: [[u8; 3]; 10] = [
    [0, 0, 0],
    [0, 2, 0],
    [4, 0, 1],
    [4, 2, 1],
    [5, 0, 5],
    [5, 2, 5],
    [5, 5, 5],
    [5, 7, 5],
    [7, 5, 7],
    [7, 7, 7],
];

/// A domino without its pips, from the centre of one cell to that of the other.
pub(crate) fn body(from: Point, to: Point, colour: Option<&str>) -> Group {
    let (length, (half, round)) = (distance(from, to), HALF);
    let turn = (to.y - from.y).atan2(to.x - from.x).to_degrees();
    let place =
        format!("translate({} {}) rotate({})", px(from.x), px(from.y), (turn * 100.0).round() / 100.0);
    let (wide, high) = (length + 2.0 * (half - round), 2.0 * (half - round));
    let [left, top, wide, high, round] = [-half + round, -half, wide, high, round].map(px);
    let corner = |x: f64, y: f64| format!("a{round} {round} 0 0 1 {x} {y}");
    let body = format!(
        "M{left} {top}h{wide}{}v{high}{}h-{wide}{}v-{high}{}z",
        corner(round, round),
        corner(-round, round),
        corner(-round, -round),
        corner(round, -round)
    );
    let body = Path::new().set("d", body).set("fill", colour.unwrap_or(IVORY.0));
    let middle = format!("M{} {}v{}", px(length / 2.0), px(-half + 0.08), px(2.0 * half - 0.16));
    let middle = Path::new().set("d", middle).set("fill", "none").set("stroke", IVORY.1);
    Group::new()
        .set("transform", place)
        .add(body.set("class", "rim").set("stroke-width", 1.2))
        .add(middle.set("stroke-opacity", 0.5).set("stroke-width", 1.2))
}

/// One half of a domino with this label around a point: pips, a disc in a colour, or the label itself.
pub(crate) fn half(label: &str, at: Point) -> Group {
    let group = Group::new();
    if let Some(colour) = Palette::of_label(label) {
        return group.add(disc(at, 0.26, colour)).add(written(label, at, 0.32, colour));
    }
    let size = 0.4 * (2.0 / (label.chars().count() as f64).max(2.0));
    pips(label, at).unwrap_or_else(|| group.add(written(label, at, size, IVORY.0)))
}

/// The pips of a digit.
pub(crate) fn pips(label: &str, at: Point) -> Option<Group> {
    let rows = PIPS.get(label.parse::<usize>().ok()?)?;
    let places = (-1..2).zip(rows).flat_map(|(y, row)| {
        (-1..2).zip([4, 2, 1]).filter(move |(_, bit)| row & bit != 0).map(move |(x, _)| (x, y))
    });
    Some(places.fold(Group::new(), |group, (x, y)| {
        let pip = Point { x: at.x + 0.2 * f64::from(x), y: at.y + 0.2 * f64::from(y) };
        group.add(disc(pip, 0.065, IVORY.1).set("class", "pip"))
    }))
}
