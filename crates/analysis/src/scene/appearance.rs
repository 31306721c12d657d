//! What pieces and boards look like where their author says nothing.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::Serialize;

use super::{CellShape, Point, SceneCell, ScenePiece};
use puzzlec_base::colours::{COLOURS, initial};
use puzzlec_base::{Outline, Sprite, bearing};
use puzzlec_model::Model;
use puzzlec_model::board::{Coord, Lines, Shape};
use puzzlec_model::mark;
use puzzlec_model::piece::{Form, Kind};

/// What a piece looks like, apart from its cells.
pub(crate) struct Appearance {
    pub outline: Outline,
    pub colour: Option<String>,
    /// Whether its mark is written on it.
    pub written: bool,
    /// The part of the members of its family that are not larger.
    pub size: f64,
    /// Its picture, which says all.
    pub sprite: Option<Arc<Sprite>>,
}

/// The ground of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// Cells.
    #[default]
    Plain,
    /// Wood with holes.
    Wood,
    /// Cells of two colours.
    Checkered,
    /// White cells.
    Paper,
    /// Dark cells.
    Panel,
    /// Cells with thin borders.
    Tray,
    /// Stones with walls around them.
    Paved,
}

impl Ground {
    /// Whether it is a plain one.
    pub fn is_plain(&self) -> bool {
        *self == Ground::Plain
    }

    /// The ground of a puzzle, which its pieces choose.
    pub(super) fn of(model: &Model, shape: CellShape) -> Ground {
        let lattice = matches!(model.board.shape, Shape::Lattice(_));
        let kinds = || model.pieces.kinds.iter().map(outline);
        let wanted = |outline: Outline| match outline {
            Outline::Crate => Some((0, Ground::Paved)),
            // Without walls he may be outdoors.
            Outline::Man if kinds().any(|other| other == Outline::Wall) => Some((0, Ground::Paved)),
            Outline::Pin => Some((1, Ground::Wood)),
            Outline::Digit | Outline::Letter | Outline::Clue => Some((2, Ground::Paper)),
            Outline::Lamp | Outline::Unlit => Some((3, Ground::Panel)),
            Outline::Tile | Outline::Block | Outline::Car => Some((4, Ground::Tray)),
            outline if outline.is_chess() => Some((2, Ground::Checkered)),
            _ => None,
        };
        match kinds().filter_map(wanted).min_by_key(|(rank, _)| *rank) {
            Some((_, ground @ (Ground::Wood | Ground::Panel))) if lattice => ground,
            Some((_, ground)) if shape == CellShape::Square => ground,
            _ if model.board.has_edges() => Ground::Paper,
            _ => Ground::Plain,
        }
    }
}

/// The outline of a kind; members of a family have the same.
fn outline(kind: &Kind) -> Outline {
    let first = kind.marks.first().map_or_else(String::new, |first| mark::text(*first));
    let several = kind.form != Form::Unit;
    match kind.outline.unwrap_or_else(|| Outline::of(&kind.name, &first, several)) {
        Outline::Domino if kind.form == Form::Chain(2) => Outline::Domino,
        _ if matches!(kind.form, Form::Chain(_)) => Outline::Disc,
        other => other,
    }
}

/// The appearance of a piece with this mark and this colour of its own.
pub(crate) fn appearance(model: &Model, kind: &Kind, text: &str, colour: Option<&str>) -> Appearance {
    let marks: Vec<String> = kind.marks.iter().map(|mark| mark::text(*mark)).collect();
    let own = match kind.outline {
        None if kind.form == Form::Unit => Outline::of(&kind.name, text, false),
        _ => outline(kind),
    };
    // Arrows that point in different ways need no marks.
    let turned = own == Outline::Arrow && marks.iter().all(|mark| bearing(mark).is_some());
    let family = marks.len() > 1 && kind.form == Form::Unit && !turned;
    // A family with the initials of colours has them.
    let colours: Option<Vec<&str>> = marks.iter().map(|mark| initial(mark)).collect();
    let coloured = family && colours.is_some();
    let alike = || model.pieces.kinds.iter().filter(|other| outline(other) == own).count() > 1;
    let by_colour = coloured && (own.is_chess() || own == Outline::Stone);
    let initial = || match text {
        "B" if by_colour => Some("black"),
        _ => initial(text).filter(|_| coloured),
    };
    // A piece that is named after a colour has it.
    let named = COLOURS.iter().any(|(name, _)| *name == kind.name);
    let place = marks.iter().position(|mark| mark == text).unwrap_or(0) + 1;
    Appearance {
        outline: own,
        sprite: kind.sprite.clone(),
        written: kind.sprite.is_none()
            && (!own.shows(text) || own.is_pictorial() && !by_colour && (family || alike())),
        colour: colour.or(initial()).or(own.colour().filter(|_| !named)).map(str::to_owned),
        size: place as f64 / marks.len().max(place) as f64,
    }
}

/// The pairs of neighbours in different regions, if the board consists of regions; none if a region is not connected.
pub(super) fn borders(
    model: &Model,
    cells: &[Coord],
    drawn: &[SceneCell],
    (shape, pieces): (CellShape, &[ScenePiece]),
) -> Vec<(usize, usize)> {
    let regions = match shape {
        CellShape::Circle => Vec::new(),
        CellShape::Square | CellShape::Hexagon => model.board.lines(Lines::Regions),
    };
    let beside: BTreeSet<usize> = pieces.iter().flat_map(ScenePiece::beside).collect();
    let whole = |place: &usize, cell: &SceneCell| cell.sort.is_face() && !beside.contains(place);
    let places = cells.iter().zip(drawn).enumerate().filter(|(place, (_, cell))| whole(place, cell));
    let inner: Option<Vec<(usize, Point, usize)>> = places
        .map(|(place, (cell, drawn))| {
            Some((place, drawn.at, regions.iter().position(|region| region.contains(cell))?))
        })
        .collect();
    let Some(inner) = inner.filter(|_| regions.len() > 1) else { return Vec::new() };
    let near = |a: &Point, b: &Point| (a.x - b.x).hypot(a.y - b.y) < 1.01;
    let (mut found, mut joined) = (Vec::new(), BTreeSet::<usize>::new());
    for (number, (a, one, region)) in inner.iter().enumerate() {
        for (b, _, other) in inner.iter().skip(number + 1).filter(|(_, other, _)| near(one, other)) {
            if region == other {
                joined.extend([*a, *b]);
            } else {
                found.push((*a, *b));
            }
        }
    }
    if joined.len() < inner.len() { Vec::new() } else { found }
}
