//! Pieces in their shapes.

use svg::node::element::{Group, Path, Text, path::Data};

use super::blocks::{self, car};
use super::domino;
use super::looks;
use super::palette::Palette;
use super::rims;
use super::shapes::{disc, line, plate, px, ring, square, text_at, written};
use super::sprite;
use puzzlec_analysis::{CellShape, CellSort, PieceForm, Point, Scene, ScenePiece};
use puzzlec_base::Outline;

/// The colour of digits that are placed beside given ones: on light and dark boards alike.
const PLACED: &str = "#0f6fbf";

/// A layer of the links of a chain.
#[derive(Clone, Copy)]
pub(super) enum Skin {
    /// A line in a colour, of this width.
    Line(&'static str, f64),
    /// A domino.
    Domino,
}

/// The layers of the links of a chain, from below to above.
pub(super) fn skins(piece: &ScenePiece) -> &'static [Skin] {
    match piece.outline {
        Outline::Domino => &[Skin::Domino],
        _ => &[Skin::Line("#4d4638", 0.78), Skin::Line("#cbb994", 0.7)],
    }
}

/// The centres of the cells of a piece.
pub(super) fn centres(board: &Scene, piece: &ScenePiece) -> Vec<Point> {
    piece.cells.iter().filter_map(|cell| board.cells.get(*cell)).map(|cell| cell.at).collect()
}

/// A piece where it is.
pub(super) fn drawn(board: &Scene, piece: &ScenePiece, palette: &Palette) -> Group {
    let points = centres(board, piece);
    let colour = palette.of(piece);
    let Some(first) = points.first() else { return Group::new() };
    if piece.form == PieceForm::Chain {
        return chain(piece, &points, palette);
    }
    let sort = rims::sort(board, piece);
    if !sort.is_face() {
        return on_rim(board, piece, (*first, sort), colour);
    }
    let offsets: Vec<Point> = points.iter().map(|p| Point { x: p.x - first.x, y: p.y - first.y }).collect();
    let group = Group::new().set("transform", super::translated((first.x, first.y)));
    let group = group.add(body(board.shape, piece, &offsets, colour));
    match label(piece, &offsets) {
        Some((at, size)) => match (inked(piece.outline), piece.form) {
            (Some(class), _) => group.add(ink(board, piece, (at, size), class)),
            (None, PieceForm::Floor) => group.add(text_at(&piece.mark, at, size, "heading")),
            (None, _) => group.add(written(&piece.mark, at, size, colour)),
        },
        None => group,
    }
}

/// A piece on an edge or a corner.
fn on_rim(board: &Scene, piece: &ScenePiece, (at, sort): (Point, CellSort), colour: &str) -> Group {
    let turned =
        Group::new().set("transform", format!("{}{}", super::translated((at.x, at.y)), rims::turn(sort)));
    let group = Group::new().add(turned.add(rims::body(piece, colour)));
    let Some((from, size)) = rims::label(piece) else { return group };
    let at = Point { x: at.x + from.x, y: at.y + from.y };
    match inked(piece.outline) {
        Some(class) => group.add(ink(board, piece, (at, size), class)),
        None => group.add(written(&piece.mark, at, size, colour)),
    }
}

/// Whether a piece is drawn in ink, which is light on a dark ground.
pub(super) fn ink_of(piece: &ScenePiece) -> bool {
    piece.colour.as_deref() == Some("black") && matches!(piece.outline, Outline::Line | Outline::Link)
}

/// A mark that is the whole piece. Given ones are bold; those that are placed beside them are smaller and blue, since not every
/// font has a bold face.
fn ink(board: &Scene, piece: &ScenePiece, (at, size): (Point, f64), class: &str) -> Text {
    let given = piece.cells.iter().all(|cell| board.given.contains(cell));
    if given || board.given.is_empty() {
        let text = text_at(&piece.mark, at, size, class);
        let bold = piece.outline != Outline::Clue && (given || piece.outline == Outline::Letter);
        return if bold { text.set("font-weight", 700) } else { text };
    }
    text_at(&piece.mark, at, size * 0.9, "").set("fill", PLACED)
}

/// The class of a mark that is the whole piece.
pub(crate) fn inked(outline: Outline) -> Option<&'static str> {
    match outline {
        Outline::Digit => Some("digit"),
        Outline::Letter => Some("digit bold"),
        Outline::Clue => Some("heading"),
        _ => None,
    }
}

/// A piece in a colour, without its mark, its first cell at the origin and its cells at these distances from it.
pub(crate) fn body(shape: CellShape, piece: &ScenePiece, offsets: &[Point], colour: &str) -> Group {
    let group = Group::new();
    let origin = Point { x: 0.0, y: 0.0 };
    match piece.form {
        PieceForm::Floor | PieceForm::Disc if piece.sprite.is_some() => {
            let drawn = |sprite| sprite::drawn(sprite, shape, piece.form == PieceForm::Floor, colour);
            piece.sprite.as_deref().map_or(group, drawn)
        }
        PieceForm::Floor if !piece.outline.is_pictorial() => {
            group.add(plate(shape, origin).set("fill", colour).set("fill-opacity", 0.5))
        }
        PieceForm::Target => {
            // Any colour is seen on the grey of the line below.
            let cornered = matches!(piece.outline, Outline::Crate | Outline::Tile | Outline::Wall);
            let line = |width: f64| match cornered {
                true => Group::new().add(square(origin, 0.43).set("stroke-width", px(width))),
                false => Group::new().add(ring(origin, 0.43, width)),
            };
            let above = line(0.08).set("fill", "none").set("stroke", colour);
            let group = group.add(line(0.05).set("class", "under"));
            group.add(above.set("stroke-dasharray", px(0.11))).add(disc(origin, 0.1, colour))
        }
        PieceForm::Block if piece.outline == Outline::Car => match car(offsets, colour) {
            Some(car) => group.add(car),
            None => blocks::block(shape, offsets, colour),
        },
        PieceForm::Block if piece.outline == Outline::Domino => match offsets {
            [from, to] => group.add(domino::body(*from, *to, Some(colour))),
            _ => blocks::block(shape, offsets, colour),
        },
        PieceForm::Block => blocks::block(shape, offsets, colour),
        PieceForm::Floor | PieceForm::Disc if piece.outline == Outline::Line => {
            group.add(rims::line(piece, colour))
        }
        PieceForm::Floor | PieceForm::Disc | PieceForm::Chain => {
            group.add(looks::body((piece.outline, &piece.mark), (shape, piece.size), colour))
        }
    }
}

/// Where the mark of a piece is written, from its first cell, and its size.
pub(crate) fn label(piece: &ScenePiece, offsets: &[Point]) -> Option<(Point, f64)> {
    match piece.form {
        PieceForm::Target | PieceForm::Chain => None,
        PieceForm::Floor | PieceForm::Disc if piece.sprite.is_some() && !piece.written => None,
        // In the corner, where a disc leaves room for it.
        PieceForm::Floor if !piece.outline.is_pictorial() => Some((Point { x: 0.3, y: 0.31 }, 0.24)),
        PieceForm::Block if piece.outline == Outline::Car => {
            let last = offsets.last()?;
            Some((Point { x: last.x / 2.0, y: last.y / 2.0 }, 0.36))
        }
        PieceForm::Block => Some((Point { x: 0.0, y: 0.0 }, 0.4)),
        PieceForm::Floor | PieceForm::Disc if piece.outline == Outline::Line => None,
        PieceForm::Floor | PieceForm::Disc => piece.written.then(|| looks::label(piece.outline)),
    }
}

fn chain(piece: &ScenePiece, points: &[Point], palette: &Palette) -> Group {
    let mut data = Data::new();
    for (at, point) in points.iter().enumerate() {
        let place = (px(point.x), px(point.y));
        data = if at == 0 { data.move_to(place) } else { data.line_to(place) };
    }
    let group = skins(piece).iter().fold(Group::new(), |group, skin| match (skin, points) {
        (Skin::Domino, [from, to]) => group.add(domino::body(*from, *to, None)),
        (Skin::Domino, _) => group,
        (Skin::Line(colour, width), _) => group.add(
            Path::new()
                .set("d", data.clone())
                .set("fill", "none")
                .set("stroke", *colour)
                .set("stroke-width", px(*width))
                .set("stroke-linecap", "round")
                .set("stroke-linejoin", "round"),
        ),
    });
    let parts = points.iter().enumerate();
    parts.fold(group, |group, (part, at)| group.add(chain_part(piece, part, *at, palette)))
}

/// The part of a chain on one of its cells.
pub(super) fn chain_part(piece: &ScenePiece, part: usize, at: Point, palette: &Palette) -> Group {
    let Some(label) = piece.labels.get(part) else { return Group::new() };
    if piece.outline == Outline::Domino {
        return domino::half(label, at);
    }
    let colour = Palette::of_label(label).unwrap_or_else(|| palette.of(piece));
    Group::new().add(disc(at, 0.28, colour)).add(written(label, at, 0.34, colour))
}

/// A layer of a link of a chain from one point to another.
pub(super) fn chain_link(from: Point, to: Point, skin: Skin) -> Group {
    match skin {
        Skin::Line(colour, width) => {
            let line = line(from, to, "", width).set("stroke", colour).set("stroke-linecap", "round");
            Group::new().add(line)
        }
        Skin::Domino => Group::new().add(domino::body(from, to, None)),
    }
}
