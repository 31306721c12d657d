//! What pieces of one cell are drawn as: layers of paths, in pixels around the centre of the cell.

use svg::node::element::{Group, Path};

use super::shapes::{outline, polygon, rimmed};
use puzzlec_analysis::{CellShape, Point};
use puzzlec_base::{Outline, bearing};

/// How a layer is painted.
#[derive(Clone, Copy)]
enum Paint {
    /// In the colour of the piece, with a rim.
    Own,
    /// In the colour of the piece.
    Bare,
    /// Darker than what is below.
    Shade,
    /// Lighter than what is below.
    Light,
    /// Lines in the colour of the piece.
    Rays,
    /// Thin dark lines.
    Line,
    /// In this colour.
    Fixed(&'static str),
}

use Paint::{Bare, Fixed, Light, Line, Own, Rays, Shade};

const EYES: (Paint, &str) =
    (Fixed("#ffffff"), "M-10-9a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M3-9a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0");
const PUPILS: (Paint, &str) = (
    Fixed("#111111"),
    "M-8-9a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0M5-9a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0",
);

/// The layers from below to above; none if the outline is made of corners or of the cell.
const fn layers(outline: Outline) -> &'static [(Paint, &'static str)] {
    match outline {
        Outline::Pin => &[
            (Shade, "M-12 3a12 12 0 1 0 28 0a12 12 0 1 0-28 0z"),
            (Own, "M-13 0a13 13 0 1 0 26 0a13 13 0 1 0-26 0z"),
            (Light, "M-8-5a4.5 3.5 0 1 0 9 0a4.5 3.5 0 1 0-9 0z"),
        ],
        Outline::Ball => &[
            (Own, "M-14 0a14 14 0 1 0 28 0a14 14 0 1 0-28 0z"),
            (Light, "M-9-6a4.5 3.5 0 1 0 9 0a4.5 3.5 0 1 0-9 0z"),
        ],
        Outline::Stone => &[
            (Own, "M-16 0a16 16 0 1 0 32 0a16 16 0 1 0-32 0z"),
            (Light, "M-11-6a6 4.5 0 1 0 12 0a6 4.5 0 1 0-12 0z"),
        ],
        Outline::Coin => &[
            (Own, "M-14.4 0a14.4 14.4 0 1 0 28.8 0a14.4 14.4 0 1 0-28.8 0z"),
            (Line, "M-11.4 0a11.4 11.4 0 1 0 22.8 0a11.4 11.4 0 1 0-22.8 0z"),
        ],
        Outline::Tile => &[
            (Own, "M-13-17h26a4 4 0 0 1 4 4v26a4 4 0 0 1-4 4h-26a4 4 0 0 1-4-4v-26a4 4 0 0 1 4-4z"),
            (Light, "M-13-16h26a3 3 0 0 1 3 3v2h-32v-2a3 3 0 0 1 3-3z"),
            (Shade, "M-16 11h32v2a3 3 0 0 1-3 3h-26a3 3 0 0 1-3-3z"),
        ],
        Outline::Stick => {
            &[(Own, "M-2-8h4v24h-4z"), (Fixed("#c0392b"), "M-3.2-12a3.2 5 0 1 0 6.4 0a3.2 5 0 1 0-6.4 0z")]
        }
        Outline::Link => &[(Rays, "M-12 0h24")],
        Outline::Cross => &[(Rays, "M-11-11L11 11M11-11L-11 11")],
        Outline::Ring => &[(Rays, "M-12 0a12 12 0 1 0 24 0a12 12 0 1 0-24 0z")],
        Outline::Man => &[
            (Own, "M-11 15v-6a11 9 0 0 1 22 0v6z"),
            (Own, "M-6-8a6 6 0 1 0 12 0a6 6 0 1 0-12 0z"),
            (Light, "M-3.5-10a2 2 0 1 0 4 0a2 2 0 1 0-4 0z"),
        ],
        Outline::Crate => &[
            (Own, "M-14-14h28v28h-28z"),
            (Light, "M-9-9h18v18h-18z"),
            (Bare, "M-9 5L5-9h4v4L-5 9h-4z"),
            (Line, "M-9-9h18v18h-18zM-9 5L5-9M-5 9L9-5M-14-14l5 5M14-14l-5 5M-14 14l5-5M14 14l-5-5"),
        ],
        Outline::Lamp => &[
            (Rays, "M0-17v3M0 17v-3M-17 0h3M17 0h-3M-12-12l2 2M12-12l-2 2M-12 12l2-2M12 12l-2-2"),
            (Own, "M-11 0a11 11 0 1 0 22 0a11 11 0 1 0-22 0z"),
            (Light, "M-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0z"),
        ],
        Outline::Unlit => &[
            (Own, "M-11 0a11 11 0 1 0 22 0a11 11 0 1 0-22 0z"),
            (Shade, "M-11 0a11 11 0 1 0 22 0a11 11 0 1 0-22 0z"),
            (Shade, "M-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0z"),
        ],
        Outline::King => &[
            (
                Own,
                "M-10 15v-4l2-3C-16 0-11-8 0-3 11-8 16 0 8 8l2 3v4zM-1.6-5v-4h-3v-3.4h3V-16h3.2v3.6h3V-9h-3v4z",
            ),
            (Line, "M-8 10.5h16"),
        ],
        Outline::Queen => &[
            (Own, "M-11 15h22v-4L9 7l5-15L6.5 0 4.5-13 0-1-4.5-13-6.5 0-14-8-9 7l-2 4z"),
            (
                Own,
                "M-16-9.5a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0M-6.7-14a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0M2.3-14a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0M11.6-9.5a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0",
            ),
            (Line, "M-9 8.5h18"),
        ],
        Outline::Rook => &[
            (Own, "M-11 15h22v-4H8.5v-14H11v-10H6v3H2.5v-3h-5v3H-6v-3h-5v10h2.5v14H-11z"),
            (Line, "M-8.5-3h17M-8.5 11h17"),
        ],
        Outline::Bishop => &[
            (Own, "M-10 15h20v-4H4C9 6 9-3 0-11-9-3-9 6-4 11h-6z"),
            (Own, "M-2.3-13a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0-4.6 0z"),
            (Line, "M0-5v8M-3.5-1h7"),
        ],
        Outline::Knight => &[
            (Own, "M-9 15h20C13 4 11-9 0-13l-2-4-3 5C-9-9-11-3-14 1l2 4 4-1c3-1 4-3 6-3C-2 6-8 8-9 15z"),
            (Light, "M-6.5-6a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0z"),
        ],
        Outline::Pawn => &[
            (Own, "M-9 15h18v-4H5C3 7 3 3 3 0h-6c0 3 0 7-2 11h-4z"),
            (Own, "M-5.5-6a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0z"),
        ],
        Outline::Frog => &[
            (Own, "M-16 7C-16-3-9-6 0-6S16-3 16 7 9 15 0 15-16 17-16 7z"),
            (Own, "M-12-9a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0zM1-9a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0z"),
            EYES,
            PUPILS,
            (Line, "M-9 10q9 4 18 0"),
        ],
        Outline::Robot => &[
            (Rays, "M0-16v6"),
            (Own, "M-2.5-16a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0z"),
            (Own, "M-11-10h22a3 3 0 0 1 3 3v20a2 2 0 0 1-2 2h-24a2 2 0 0 1-2-2v-20a3 3 0 0 1 3-3z"),
            (
                Fixed("#ffffff"),
                "M-8-4a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0-5.6 0M2.4-4a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0-5.6 0",
            ),
            (
                Fixed("#111111"),
                "M-6.4-4a1.2 1.2 0 1 0 2.4 0a1.2 1.2 0 1 0-2.4 0M4-4a1.2 1.2 0 1 0 2.4 0a1.2 1.2 0 1 0-2.4 0",
            ),
        ],
        Outline::Mouse => &[
            (Own, "M-13-9a5 5 0 1 0 10 0a5 5 0 1 0-10 0zM3-9a5 5 0 1 0 10 0a5 5 0 1 0-10 0z"),
            (Own, "M0-8C9-8 12-1 12 5S6 15 0 15-12 11-12 5-9-8 0-8z"),
            (
                Fixed("#111111"),
                "M-6-2a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0-3.4 0M2.6-2a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0-3.4 0",
            ),
        ],
        Outline::Tree => &[(Fixed("#6b4a2b"), "M-2.5 6h5v10h-5z"), (Own, "M0-16L11-1H6L13 9h-26L-6-1h-5z")],
        Outline::Fire => &[
            (Own, "M0 15C-12 15-13 4-8-3c1 3 3 4 4 3C-6-7-2-12 1-16c0 6 9 9 9 20 0 7-5 11-10 11z"),
            (Fixed("#f0e442"), "M0 14c-5 0-7-5-3-9 1 1 2 1 3-4 2 3 5 5 4 9 0 3-2 4-4 4z"),
        ],
        Outline::Key => &[
            (Own, "M-15 0a6.5 6.5 0 0 1 12.6-2H15v9h-4V2H7v4H3V2h-5.4A6.5 6.5 0 0 1-15 0z"),
            (Fixed("#ffffff"), "M-11 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0z"),
        ],
        Outline::Door => &[
            (Own, "M-11 17v-26a11 9 0 0 1 22 0v26z"),
            (Line, "M-7 17v-24a7 6 0 0 1 14 0v24"),
            (Fixed("#f0e442"), "M2.5 3a2 2 0 1 0 4 0a2 2 0 1 0-4 0z"),
        ],
        Outline::Target => &[
            (Rays, "M-13 0a13 13 0 1 0 26 0a13 13 0 1 0-26 0z"),
            (Bare, "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0z"),
        ],
        Outline::Exit => &[(Own, "M-17-17h34v34h-34z"), (Fixed("#ffffff"), "M-12-4h12v-7l13 11L0 11V4h-12z")],
        Outline::Ice => &[
            (Bare, "M-19-19h38v38h-38z"),
            (Light, "M-19-19h38v38h-38z"),
            (Rays, "M-12-2L-2-12M-12 6L2-8M2 10L10 2"),
        ],
        Outline::Water => &[
            (Bare, "M-19-19h38v38h-38z"),
            (
                Light,
                "M-16-9q4-4 8 0t8 0 8 0 8 0v3q-4 4-8 0t-8 0-8 0-8 0zM-16 5q4-4 8 0t8 0 8 0 8 0v3q-4 4-8 0t-8 0-8 0-8 0z",
            ),
        ],
        Outline::Hole => &[(Own, "M-16 0a16 16 0 1 0 32 0a16 16 0 1 0-32 0z")],
        Outline::Button => &[
            (Fixed("#555555"), "M-16 0a16 16 0 1 0 32 0a16 16 0 1 0-32 0z"),
            (Own, "M-11 0a11 11 0 1 0 22 0a11 11 0 1 0-22 0z"),
        ],
        Outline::Arrow => &[(Own, "M-16-4.5h16v-8L16 0 0 12.5v-8h-16z")],
        Outline::Fence => &[
            (Own, "M-19-8h38v4h-38zM-19 5h38v4h-38z"),
            (Own, "M-15 15v-26l3-4 3 4v26zM-3 15v-26l3-4 3 4v26zM9 15v-26l3-4 3 4v26z"),
        ],
        Outline::Bridge => &[(Own, "M-19-19h38v38h-38z"), (Line, "M-19-9.5h38M-19 0h38M-19 9.5h38")],
        _ => &[],
    }
}

/// A piece of one cell around the origin, without its mark, which tells where it points.
pub(super) fn body((shown, mark): (Outline, &str), (shape, size): (CellShape, f64), colour: &str) -> Group {
    let group = Group::new();
    let origin = Point { x: 0.0, y: 0.0 };
    match shown {
        Outline::Digit | Outline::Letter | Outline::Clue => group,
        Outline::Arrow => {
            let turn = bearing(mark).unwrap_or(0.0);
            let turned = Group::new().set("transform", format!("rotate({turn})"));
            group.add(layers(shown).iter().fold(turned, |group, one| group.add(layer(*one, colour))))
        }
        Outline::Disc => group.add(super::shapes::disc(origin, 0.36, colour)),
        Outline::Wall => {
            let group = group.add(rimmed(outline(shape, origin), colour));
            let bricks = "M-19-7h38M-19 7h38M-6-19v12M8-7v14M-6 7v12";
            if shape == CellShape::Square { group.add(layer((Line, bricks), colour)) } else { group }
        }
        Outline::Disk => {
            let half = 7.0 + 12.0 * size;
            let wide = 2.0 * half - 14.0;
            let bar = format!("M{} -7h{wide}a7 7 0 0 1 0 14h{}a7 7 0 0 1 0 -14z", 7.0 - half, -wide);
            group.add(layer((Own, &bar), colour))
        }
        _ if !shown.corners().is_empty() => {
            let corners = shown.corners().into_iter().map(|(x, y)| Point { x, y });
            group.add(rimmed(polygon(corners), colour))
        }
        _ => layers(shown).iter().fold(group, |group, one| group.add(layer(*one, colour))),
    }
}

fn layer((paint, data): (Paint, &str), colour: &str) -> Path {
    let path = Path::new().set("d", data);
    let filled = |path: Path, fill: &str| path.set("fill", fill);
    let lined = |path: Path, stroke: &str, width: f64| {
        path.set("fill", "none")
            .set("stroke", stroke)
            .set("stroke-width", width)
            .set("stroke-linecap", "round")
    };
    match paint {
        Own => {
            filled(path, colour).set("class", "rim").set("stroke-width", 1.2).set("stroke-linejoin", "round")
        }
        Bare => filled(path, colour),
        Shade => filled(path, "#000000").set("fill-opacity", 0.2),
        Light => filled(path, "#ffffff").set("fill-opacity", 0.4),
        Rays => lined(path, colour, 2.6),
        Line => lined(path, "#000000", 1.2).set("stroke-opacity", 0.5),
        Fixed(fill) => filled(path, fill),
    }
}

/// Where the mark of a piece of one cell is written, and its size.
pub(super) fn label(shown: Outline) -> (Point, f64) {
    let (y, size) = match shown {
        Outline::Digit | Outline::Letter => (0.0, 0.62),
        Outline::Clue => (0.0, 0.5),
        Outline::Arrow => (0.0, 0.3),
        Outline::Tile => (0.0, 0.46),
        Outline::Disk => (0.0, 0.34),
        Outline::Man => (0.22, 0.3),
        Outline::Robot | Outline::Frog | Outline::Mouse => (0.17, 0.3),
        Outline::Triangle => (0.05, 0.4),
        chess if chess.is_chess() => (0.12, 0.28),
        _ => (0.0, 0.4),
    };
    (Point { x: 0.0, y }, size)
}
