//! Marks of theories: colours and lines below the pieces, numbers above them.

use svg::node::element::Group;

use super::palette::Palette;
use super::shapes::{disc, line, plate, px, text_at};
use puzzlec_analysis::{Point, Scene};

/// What lies below the pieces.
pub(super) fn below(scene: &Scene) -> Group {
    let mut group = Group::new();
    for overlay in &scene.overlays {
        for (cell, colour) in &overlay.tints {
            let Some(cell) = scene.cells.get(*cell) else { continue };
            let colour = Palette::of_mark(usize::from(*colour));
            group = group.add(plate(scene.shape, cell.at).set("fill", colour).set("fill-opacity", 0.45));
        }
        for (from, to, _) in &overlay.lines {
            if let (Some(a), Some(b)) = (scene.cells.get(*from), scene.cells.get(*to)) {
                let line = line(a.at, b.at, "", 0.12).set("stroke", Palette::of_mark(3));
                group = group.add(line.set("stroke-linecap", "round"));
            }
        }
    }
    group
}

/// The numbers, each on a light disc.
pub(super) fn above(scene: &Scene) -> Group {
    let mut group = Group::new();
    let mut number = |at: Point, number: i64, radius: f64| {
        let plate = disc(at, radius, "#ffffff").set("fill-opacity", 0.85);
        let text = text_at(&number.to_string(), at, radius * 1.2, "").set("fill", "#111111");
        group =
            std::mem::replace(&mut group, Group::new()).add(plate.set("stroke-width", px(0.015))).add(text);
    };
    for overlay in &scene.overlays {
        for (cell, value) in &overlay.numbers {
            if let Some(cell) = scene.cells.get(*cell) {
                number(cell.at, *value, 0.24);
            }
        }
        for (from, to, value) in &overlay.lines {
            if let (Some(a), Some(b), Some(value)) = (scene.cells.get(*from), scene.cells.get(*to), value) {
                // Nearer to the beginning, so that lines in both directions have two places.
                let at = |a: f64, b: f64| a + 0.3 * (b - a);
                number(Point { x: at(a.at.x, b.at.x), y: at(a.at.y, b.at.y) }, *value, 0.16);
            }
        }
    }
    group
}
