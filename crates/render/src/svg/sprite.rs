//! Sprites: small pictures that authors draw.

use std::collections::BTreeMap;

use svg::node::element::{Group, Path};

use super::palette::Palette;
use super::shapes::px;
use puzzlec_analysis::CellShape;
use puzzlec_base::{Sprite, Tint};

/// A sprite around the origin; `colour` is that of its piece. On the floor it fills its cell, and elsewhere it has a rim.
pub(super) fn drawn(sprite: &Sprite, shape: CellShape, floor: bool, colour: &str) -> Group {
    let width = sprite.rows.first().map_or(0, Vec::len);
    let side = match (shape, floor) {
        (CellShape::Square, true) => 0.96,
        (CellShape::Square, false) => 0.86,
        (CellShape::Hexagon, _) => 0.72,
        (CellShape::Circle, _) => 0.6,
    };
    let pixel = side / width.max(sprite.rows.len()).max(1) as f64;
    let (left, top) = (width as f64 / 2.0, sprite.rows.len() as f64 / 2.0);
    // A path for each colour.
    let mut paths: BTreeMap<&Tint, String> = BTreeMap::new();
    let mut whole = String::new();
    for (y, row) in sprite.rows.iter().enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|a, b| a == b) {
            let [from, down] = [x as f64 - left, y as f64 - top].map(|at| px(at * pixel));
            let wide = px(run.len() as f64 * pixel);
            x += run.len();
            if let Some(Some(tint)) = run.first() {
                let bar = format!("M{from} {down}h{wide}v{0}h-{wide}z", px(pixel));
                whole.push_str(&bar);
                paths.entry(tint).or_default().push_str(&bar);
            }
        }
    }
    let mut group = Group::new().set("shape-rendering", "crispEdges");
    if !floor {
        // Only its outer half is seen, around all pixels.
        let rim = Path::new().set("d", whole).set("class", "rim").set("stroke-width", 2.4);
        group = group.add(rim.set("fill", "none").set("stroke-linejoin", "round"));
    }
    paths.into_iter().fold(group, |group, (tint, data)| {
        let fill = match tint {
            Tint::Own => colour,
            Tint::Stated(stated) => Palette::named(stated).unwrap_or(stated),
        };
        group.add(Path::new().set("d", data).set("fill", fill))
    })
}
