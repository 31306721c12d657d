//! Pieces in their shapes.

use svg::node::element::{Group, Line, Path, Polygon, path::Data};

use super::palette::Palette;
use super::shapes::{
    band, disc, distance, line, outline, plate, polygon, px, rimmed, ring, square, text_at, written,
};
use puzzlec_analysis::{PieceForm, Point, Scene, ScenePiece};
use puzzlec_base::Outline;

/// The outline of a chain, from below to above: colour and width.
pub(super) const SKIN: [(&str, f64); 2] = [("#4d4638", 0.78), ("#cbb994", 0.7)];

/// The centres of the cells of a piece.
pub(super) fn centres(board: &Scene, piece: &ScenePiece) -> Vec<Point> {
    piece.cells.iter().filter_map(|cell| board.cells.get(*cell)).map(|cell| cell.at).collect()
}

/// A piece where it is.
pub(super) fn drawn(board: &Scene, piece: &ScenePiece, palette: &Palette) -> Group {
    let points = centres(board, piece);
    let colour = palette.of(piece);
    let group = Group::new();
    let Some(first) = points.first() else { return group };
    match piece.form {
        PieceForm::Floor => {
            let plate = plate(board.shape, *first).set("fill", colour).set("fill-opacity", 0.5);
            // In the corner, where a disc leaves room for it.
            let corner = Point { x: first.x + 0.3, y: first.y + 0.31 };
            group.add(plate).add(text_at(&piece.mark, corner, 0.24, "heading"))
        }
        PieceForm::Target => {
            // Any colour is seen on the grey of the ring below.
            let dashes = ring(*first, 0.43, 0.08).set("fill", "none").set("stroke", colour);
            let below = ring(*first, 0.43, 0.05).set("class", "under");
            group.add(below).add(dashes.set("stroke-dasharray", px(0.11)))
        }
        PieceForm::Disc => {
            let group = match piece.outline {
                Outline::Disc => group.add(disc(*first, 0.36, colour)),
                Outline::Wall => group.add(rimmed(outline(board.shape, *first), colour)),
                other => {
                    let corners = other.corners().into_iter();
                    let corners = corners.map(|(x, y)| Point { x: first.x + x, y: first.y + y });
                    group.add(rimmed(polygon(corners), colour))
                }
            };
            match piece.outline.shows(&piece.mark) {
                true => group,
                false => group.add(written(&piece.mark, *first, 0.4, colour)),
            }
        }
        PieceForm::Chain => {
            let mut data = Data::new().move_to((px(first.x), px(first.y)));
            for point in points.iter().skip(1) {
                data = data.line_to((px(point.x), px(point.y)));
            }
            let spine = |colour: &str, width: f64| {
                Path::new()
                    .set("d", data.clone())
                    .set("fill", "none")
                    .set("stroke", colour)
                    .set("stroke-width", px(width))
                    .set("stroke-linecap", "round")
                    .set("stroke-linejoin", "round")
            };
            let group =
                SKIN.into_iter().fold(group, |group, (colour, width)| group.add(spine(colour, width)));
            let parts = points.iter().enumerate();
            parts.fold(group, |group, (part, at)| group.add(chain_part(piece, part, *at, palette)))
        }
        PieceForm::Block => {
            // A rim, and the block on it.
            let group = block(group, &points, 0.43, &|shape| shape.set("class", "edge"));
            let group = block(group, &points, 0.4, &|shape| shape.set("fill", colour));
            group.add(written(&piece.mark, *first, 0.4, colour))
        }
    }
}

/// The cells of a block, joined where they are neighbours, this far around their centres.
fn block(group: Group, points: &[Point], around: f64, filled: &dyn Fn(Polygon) -> Polygon) -> Group {
    let mut group = group;
    for (at, a) in points.iter().enumerate() {
        let near = points.iter().skip(at + 1).filter(|b| distance(*a, **b) < 1.01);
        for b in near {
            group = group.add(filled(band(*a, *b, around)));
        }
        // The hole in the middle of four cells.
        let corner = [(1.0, 0.0), (0.0, 1.0), (1.0, 1.0)];
        let has =
            |(x, y): (f64, f64)| points.iter().any(|b| distance(Point { x: a.x + x, y: a.y + y }, *b) < 0.01);
        if corner.into_iter().all(has) {
            group = group.add(filled(square(Point { x: a.x + 0.5, y: a.y + 0.5 }, around)));
        }
        group = group.add(filled(square(*a, around)));
    }
    group
}

/// The disc of a cell of a chain.
pub(super) fn chain_part(piece: &ScenePiece, part: usize, at: Point, palette: &Palette) -> Group {
    let Some(label) = piece.labels.get(part) else { return Group::new() };
    let colour = Palette::of_label(label).unwrap_or_else(|| palette.of(piece));
    Group::new().add(disc(at, 0.28, colour)).add(written(label, at, 0.34, colour))
}

/// A link of a chain from one point to another, without its discs.
pub(super) fn chain_link(from: Point, to: Point, (colour, width): (&str, f64)) -> Line {
    line(from, to, "", width).set("stroke", colour).set("stroke-linecap", "round")
}
