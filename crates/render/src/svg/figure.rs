//! A board with its pieces under a heading.

use svg::node::element::{Group, Polygon, Use};

use super::Look;
use super::ground;
use super::overlay;
use super::palette::Palette;
use super::pieces;
use super::shapes::{line, polygon, px, text_at};
use puzzlec_analysis::{CellShape, Ground, Point, Scene, SceneCounter, ScenePiece};

/// The space around a picture, in steps.
const MARGIN: f64 = 0.3;
/// The height of the line of a counter below a picture, in steps.
pub(super) const LINE: f64 = 0.5;

/// The name of a board that several pictures of a page share.
pub(super) const SHARED: &str = "board";

/// A position on a board.
#[derive(Clone, Debug)]
pub struct Figure<'a> {
    /// The line above it.
    pub heading: String,
    /// The board; its own pieces and counters are not drawn.
    pub board: &'a Scene,
    /// The pieces.
    pub pieces: &'a [ScenePiece],
    /// The counters.
    pub counters: &'a [SceneCounter],
    /// A move.
    pub arrow: Option<Arrow>,
}

/// A move from cell to cell. The arrow leaves room for the mark of the piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The cells of the piece before and after.
    pub ends: (usize, usize),
    /// Whether the piece has moved already.
    pub past: bool,
}

impl<'a> Figure<'a> {
    /// A scene under a heading.
    pub fn new(heading: impl Into<String>, scene: &'a Scene) -> Self {
        Figure {
            heading: heading.into(),
            board: scene,
            pieces: &scene.pieces,
            counters: &scene.counters,
            arrow: None,
        }
    }

    /// Everything but the heading.
    pub(super) fn drawn(&self, palette: &Palette, look: Look) -> Group {
        let pieces = self.pieces.iter().map(|piece| pieces::drawn(self.board, piece, palette));
        let board = match look.shared {
            true => Group::new().add(Use::new().set("href", format!("#{SHARED}"))),
            false => board(self.board),
        };
        let mut group = pieces.fold(board, Group::add);
        if look.names {
            group = group.add(names(self.board));
        }
        if !look.shared && !self.board.overlays.is_empty() {
            group = group.add(overlay::above(self.board));
        }
        let group = match self.arrow.and_then(|arrow| drawn_arrow(self.board, arrow)) {
            Some(arrow) => group.add(arrow),
            None => group,
        };
        let frame = Frame::of(self.board);
        self.counters.iter().enumerate().fold(group, |group, (at, counter)| {
            let place = frame.counter(at, self.counters.len());
            group.add(text_at(&numbered(counter), place, 0.36, "heading"))
        })
    }
}

/// A counter in words.
pub(super) fn numbered(counter: &SceneCounter) -> String {
    format!("{}: {}", counter.name, counter.number)
}

/// The names of the cells, at the rim of each, so that pieces do not cover them.
pub(super) fn names(scene: &Scene) -> Group {
    let (x, y) = match scene.shape {
        CellShape::Square => (-0.33, -0.39),
        CellShape::Hexagon => (0.0, -0.46),
        CellShape::Circle => (0.0, 0.53),
    };
    scene.cells.iter().filter(|cell| cell.sort.is_face()).fold(Group::new(), |group, cell| {
        let text = text_at(&cell.name, Point { x: cell.at.x + x, y: cell.at.y + y }, 0.18, "name");
        // With a rim of light, to be read on pieces and links.
        let text = text.set("stroke", "#ffffff").set("stroke-opacity", 0.85).set("stroke-width", px(0.06));
        group.add(text.set("paint-order", "stroke"))
    })
}

/// The cells and walls of a board.
pub(super) fn board(scene: &Scene) -> Group {
    let mut group = Group::new();
    for (a, b) in &scene.links {
        if let (Some(a), Some(b)) = (scene.cells.get(*a), scene.cells.get(*b)) {
            group = group.add(line(a.at, b.at, "link", 0.06));
        }
    }
    if let Some(below) = ground::below(scene) {
        group = group.add(below);
    }
    let beside = ground::beside(scene);
    // Corners lie above the sides of the cells.
    let cells = || scene.cells.iter().enumerate().filter(|(place, _)| !beside.contains(place));
    let (faces, rims) = (cells().filter(|c| c.1.sort.is_face()), cells().filter(|c| !c.1.sort.is_face()));
    for (_, cell) in faces.chain(rims) {
        group = group.add(ground::cell(scene, ground::tone(scene, cell.at), cell));
        if cell.open && cell.sort.is_face() && scene.ground != Ground::Paper {
            group = group.add(text_at("?", cell.at, 0.4, "name"));
        }
    }
    if let Some(borders) = ground::borders(scene) {
        group = group.add(borders);
    }
    for (a, b) in &scene.walls {
        if let (Some(a), Some(b)) = (scene.cells.get(*a), scene.cells.get(*b)) {
            // Across the middle of the line from centre to centre.
            let middle = Point { x: (a.at.x + b.at.x) / 2.0, y: (a.at.y + b.at.y) / 2.0 };
            let (x, y) = ((b.at.y - a.at.y) / 2.0, (a.at.x - b.at.x) / 2.0);
            let from = Point { x: middle.x - x, y: middle.y - y };
            group = group.add(line(from, Point { x: middle.x + x, y: middle.y + y }, "wall", 0.14));
        }
    }
    if !scene.overlays.is_empty() {
        group = group.add(overlay::below(scene));
    }
    group
}

/// A shaft with its head, as one outline; nothing between cells that are too near.
pub(super) fn drawn_arrow(board: &Scene, Arrow { ends: (from, to), past }: Arrow) -> Option<Polygon> {
    const SHAFT: f64 = 0.05;
    const HEAD: (f64, f64) = (0.26, 0.15);
    const ROOM: f64 = 0.24;
    let (from, to) = (board.cells.get(from)?.at, board.cells.get(to)?.at);
    let whole = (to.x - from.x).hypot(to.y - from.y);
    let length = whole - ROOM;
    if length < HEAD.0 {
        return None;
    }
    let (x, y) = ((to.x - from.x) / whole, (to.y - from.y) / whole);
    let first = if past { 0.0 } else { ROOM };
    let at = |along: f64, across: f64| {
        let along = along + first;
        Point { x: from.x + along * x - across * y, y: from.y + along * y + across * x }
    };
    let neck = length - HEAD.0;
    let corners = [
        at(0.0, SHAFT),
        at(neck, SHAFT),
        at(neck, HEAD.1),
        at(length, 0.0),
        at(neck, -HEAD.1),
        at(neck, -SHAFT),
        at(0.0, -SHAFT),
    ];
    // Seen on pieces and boards of any colour.
    let arrow = polygon(corners.into_iter()).set("fill", "#111111").set("stroke", "#ffffff");
    Some(arrow.set("stroke-width", px(0.04)).set("opacity", 0.8))
}

/// The rectangle of a scene.
pub(super) struct Frame {
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
}

impl Frame {
    pub fn of(scene: &Scene) -> Self {
        let around = 0.5 + MARGIN;
        // Edges and corners lie at the sides of whole cells.
        let cells = || scene.cells.iter().filter(|cell| cell.sort.is_face()).map(|cell| cell.at);
        let low = |of: fn(&Point) -> f64| cells().map(|at| of(&at)).fold(f64::INFINITY, f64::min);
        let high = |of: fn(&Point) -> f64| cells().map(|at| of(&at)).fold(f64::NEG_INFINITY, f64::max);
        if scene.cells.is_empty() {
            let height = LINE * scene.counters.iter().fold(2.0, |lines, _| lines + 1.0);
            return Frame { left: 0.0, top: 0.0, width: 4.0, height };
        }
        let (left, top) = (low(|p| p.x) - around, low(|p| p.y) - around);
        let (right, bottom) = (high(|p| p.x) + around, high(|p| p.y) + around);
        let bottom = bottom + LINE * scene.counters.iter().fold(0.0, |lines, _| lines + 1.0);
        Frame { left, top, width: right - left, height: bottom - top }
    }

    /// The place of a counter, by its number among all.
    pub fn counter(&self, number: usize, of: usize) -> Point {
        let below = (number + 1..of).fold(0.5, |lines, _| lines + 1.0);
        Point { x: self.left + self.width / 2.0, y: self.top + self.height - LINE * below }
    }
}
