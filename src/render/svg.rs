//! Pictures as SVG: light and dark, with colours that colour-blind readers can tell apart.

use svg::Document;
use svg::node::element::{Circle, Description, Group, Line, Path, Polygon, Style, Text, Title, path::Data};

use crate::analysis::{CellShape, PieceForm, Point, PuzzlePictures, Scene, ScenePiece};
use crate::base::Outline;

/// The distance of neighbouring cells in pixels.
const STEP: f64 = 40.0;
/// The space around a picture, in steps.
const MARGIN: f64 = 0.3;
/// The space between two pictures, in steps.
const GAP: f64 = 1.6;
/// The height of the line above a picture, in steps.
const HEADING: f64 = 0.8;
/// The height of the line of a counter below a picture, in steps.
const LINE: f64 = 0.5;

/// The colours by their names (Okabe and Ito, "Color Universal Design"), with greys; kinds without a colour take the first ones
/// in turn.
const COLOURS: &[(&str, &str)] = &[
    ("blue", "#0072b2"),
    ("orange", "#e69f00"),
    ("green", "#009e73"),
    ("red", "#d55e00"),
    ("cyan", "#56b4e9"),
    ("yellow", "#f0e442"),
    ("pink", "#cc79a7"),
    ("purple", "#7b4ea3"),
    ("magenta", "#b5338a"),
    ("teal", "#00796b"),
    ("brown", "#8c564b"),
    ("gold", "#c99700"),
    ("black", "#222222"),
    ("white", "#fafafa"),
    ("grey", "#888888"),
    ("gray", "#888888"),
];
/// The number of colours that are given to kinds without one.
const IN_TURN: usize = 7;

const STYLE: &str = "
text { font-family: system-ui, sans-serif; text-anchor: middle; dominant-baseline: central }
.board { fill: #e7e2d6; stroke: #a59d8a } .link { stroke: #a59d8a } .wall { stroke: #333; stroke-linecap: round } .name { fill: #8a8270 } .heading { fill: #333 }
@media (prefers-color-scheme: dark) {
.board { fill: #3a3a3f; stroke: #6c6c75 } .link { stroke: #6c6c75 } .wall { stroke: #ddd } .name { fill: #9a9aa5 } .heading { fill: #ddd }
}
";

/// A puzzle's start and, where it is drawn, its goal side by side, with the coordinates of cells if `names`.
pub fn puzzle(pictures: &PuzzlePictures, names: bool) -> String {
    let palette = Palette::new([Some(&pictures.start), pictures.goal.as_ref()].into_iter().flatten());
    let mut all = vec![("start", &pictures.start)];
    all.extend(pictures.goal.as_ref().map(|goal| ("goal", goal)));
    let mut document = Document::new();
    let (mut left, mut height) = (0.0, 0.0_f64);
    let mut groups = Vec::new();
    for (heading, scene) in all {
        let frame = Frame::of(scene);
        let group = Group::new()
            .set("transform", format!("translate({} {})", px(left - frame.left), px(HEADING - frame.top)))
            .add(drawn(scene, &palette, names));
        let centre = left + frame.width / 2.0;
        let text = Text::new(heading)
            .set("class", "heading")
            .set("x", px(centre))
            .set("y", px(HEADING / 2.0))
            .set("font-size", px(0.4));
        groups.push(group);
        document = document.add(text);
        left += frame.width + GAP;
        height = height.max(frame.height + HEADING);
    }
    let width = left - GAP;
    let title = pictures.title.as_deref().unwrap_or(&pictures.puzzle);
    let document = groups.into_iter().fold(document, Document::add);
    let document = Document::new()
        .set("viewBox", (0, 0, px(width), px(height)))
        .set("width", px(width))
        .set("height", px(height))
        .set("role", "img")
        .add(Title::new(title))
        .add(Description::new().add(svg::node::Text::new(described(pictures))))
        .add(Style::new(STYLE))
        .add(inner(document));
    format!("{document}\n")
}

/// The elements of a document as a group.
fn inner(document: Document) -> Group {
    document.get_children().iter().fold(Group::new(), |group, child| group.add(child.clone()))
}

/// The picture in words, for screen readers.
fn described(pictures: &PuzzlePictures) -> String {
    let of = |scene: &Scene, target: bool| {
        let words =
            scene.pieces.iter().filter(|piece| (piece.form == PieceForm::Target) == target).map(|piece| {
                let names = piece.cells.iter().filter_map(|cell| scene.cells.get(*cell));
                let names: Vec<&str> = names.map(|cell| cell.name.as_str()).collect();
                format!("{} at {}", piece.piece, names.join(" "))
            });
        words.collect::<Vec<String>>().join(", ")
    };
    let or_none = |words: String| if words.is_empty() { "no pieces".to_owned() } else { words };
    let counters = pictures.start.counters.iter().map(|one| format!(" {} {}.", one.name, one.number));
    let counters: String = counters.collect();
    let start = format!("Start: {}.{counters}", or_none(of(&pictures.start, false)));
    let targets = of(&pictures.start, true);
    match &pictures.goal {
        Some(goal) => format!("{start} Goal: {}.", or_none(of(goal, false))),
        None if !targets.is_empty() => format!("{start} Goal: {targets}."),
        None => start,
    }
}

/// The rectangle of a scene.
struct Frame {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

impl Frame {
    fn of(scene: &Scene) -> Self {
        let around = 0.5 + MARGIN;
        let low = |of: fn(&Point) -> f64| scene.cells.iter().map(|c| of(&c.at)).fold(f64::INFINITY, f64::min);
        let high =
            |of: fn(&Point) -> f64| scene.cells.iter().map(|c| of(&c.at)).fold(f64::NEG_INFINITY, f64::max);
        if scene.cells.is_empty() {
            let height = LINE * scene.counters.iter().fold(2.0, |lines, _| lines + 1.0);
            return Frame { left: 0.0, top: 0.0, width: 4.0, height };
        }
        let (left, top) = (low(|p| p.x) - around, low(|p| p.y) - around);
        let (right, bottom) = (high(|p| p.x) + around, high(|p| p.y) + around);
        let bottom = bottom + LINE * scene.counters.iter().fold(0.0, |lines, _| lines + 1.0);
        Frame { left, top, width: right - left, height: bottom - top }
    }
}

/// The colours of kinds.
pub(super) struct Palette {
    kinds: Vec<String>,
}

impl Palette {
    /// The colours of the pieces of some pictures.
    pub(super) fn new<'s>(scenes: impl Iterator<Item = &'s Scene>) -> Self {
        Palette { kinds: Vec::new() }.with(scenes.flat_map(|scene| &scene.pieces))
    }

    /// With further colours for the pieces that have none so far.
    pub(super) fn with<'s>(mut self, pieces: impl Iterator<Item = &'s ScenePiece>) -> Self {
        let mut more: Vec<String> = Vec::new();
        for piece in pieces {
            let key = key(piece);
            if piece.colour.is_none() && !self.kinds.contains(&key) && !more.contains(&key) {
                more.push(key);
            }
        }
        more.sort();
        self.kinds.append(&mut more);
        self
    }

    /// The colour of a piece.
    pub(super) fn of(&self, piece: &ScenePiece) -> &'static str {
        if let (PieceForm::Disc, [label]) = (piece.form, piece.labels.as_slice()) {
            return Palette::of_label(label).unwrap_or("#888888");
        }
        let named = |name: &str| COLOURS.iter().find(|(known, _)| *known == name).map(|(_, colour)| *colour);
        if let Some(colour) = piece.colour.as_deref().and_then(named) {
            return colour;
        }
        let place = self.kinds.iter().position(|kind| *kind == key(piece)).unwrap_or(0);
        COLOURS.get(place % IN_TURN).map_or("#888888", |(_, colour)| colour)
    }

    /// The colour whose name begins with a label.
    pub(super) fn of_label(label: &str) -> Option<&'static str> {
        const LETTERS: &[(&str, &str)] = &[
            ("R", "red"),
            ("G", "green"),
            ("B", "blue"),
            ("Y", "yellow"),
            ("P", "purple"),
            ("O", "orange"),
            ("K", "black"),
            ("W", "white"),
        ];
        let (_, name) = LETTERS.iter().find(|(letter, _)| *letter == label)?;
        COLOURS.iter().find(|(known, _)| known == name).map(|(_, colour)| *colour)
    }
}

/// Pieces with one key have one colour: discs and floor pieces of a kind and a mark, blocks of a kind and a shape, chains of a kind.
fn key(piece: &ScenePiece) -> String {
    match piece.form {
        PieceForm::Disc | PieceForm::Floor | PieceForm::Target => format!("{} {}", piece.piece, piece.mark),
        PieceForm::Block => format!("{} {:?}", piece.piece, piece.shape),
        PieceForm::Chain => piece.piece.clone(),
    }
}

fn drawn(scene: &Scene, palette: &Palette, names: bool) -> Group {
    let mut group = Group::new();
    for (a, b) in &scene.links {
        if let (Some(a), Some(b)) = (scene.cells.get(*a), scene.cells.get(*b)) {
            group = group.add(line(a.at, b.at, "link", 0.06));
        }
    }
    for cell in &scene.cells {
        group = group.add(outline(scene.shape, cell.at).set("class", "board").set("stroke-width", px(0.03)));
        if names || cell.open {
            let text = if cell.open { "?" } else { cell.name.as_str() };
            let size = if cell.open { 0.4 } else { 0.24 };
            group = group.add(text_at(text, cell.at, size, "name"));
        }
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
    let group = scene.pieces.iter().fold(group, |group, piece| group.add(shape(scene, piece, palette)));
    let frame = Frame::of(scene);
    let mut at = Point { x: frame.left + frame.width / 2.0, y: frame.top + frame.height - LINE / 2.0 };
    scene.counters.iter().rev().fold(group, |group, counter| {
        let line = text_at(&format!("{}: {}", counter.name, counter.number), at, 0.36, "heading");
        at.y -= LINE;
        group.add(line)
    })
}

fn shape(scene: &Scene, piece: &ScenePiece, palette: &Palette) -> Group {
    let points: Vec<Point> = piece.cells.iter().filter_map(|c| scene.cells.get(*c)).map(|c| c.at).collect();
    let colour = palette.of(piece);
    let group = Group::new();
    let Some(first) = points.first() else { return group };
    match piece.form {
        PieceForm::Floor => {
            let plate = plate(scene.shape, *first).set("fill", colour).set("fill-opacity", 0.5);
            // In the corner, where a disc leaves room for it.
            let corner = Point { x: first.x + 0.3, y: first.y + 0.31 };
            group.add(plate).add(text_at(&piece.mark, corner, 0.24, "heading"))
        }
        PieceForm::Target => group.add(
            disc(*first, 0.42, "none")
                .set("stroke", colour)
                .set("stroke-width", px(0.08))
                .set("stroke-dasharray", px(0.11)),
        ),
        PieceForm::Disc => {
            let group = match piece.outline {
                Outline::Disc => group.add(disc(*first, 0.36, colour)),
                Outline::Wall => group.add(rimmed(outline(scene.shape, *first), colour)),
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
            let spine = |class: &str, width: f64| {
                Path::new()
                    .set("d", data.clone())
                    .set("fill", "none")
                    .set("stroke", class)
                    .set("stroke-width", px(width))
                    .set("stroke-linecap", "round")
                    .set("stroke-linejoin", "round")
            };
            let mut group = group.add(spine("#4d4638", 0.78)).add(spine("#cbb994", 0.7));
            for (point, label) in points.iter().zip(&piece.labels) {
                let colour = Palette::of_label(label).unwrap_or(colour);
                group = group.add(disc(*point, 0.28, colour)).add(written(label, *point, 0.34, colour));
            }
            group
        }
        PieceForm::Block => {
            let mut group = group;
            for (at, a) in points.iter().enumerate() {
                let near = points.iter().skip(at + 1).filter(|b| distance(*a, **b) < 1.01);
                for b in near {
                    group = group.add(line(*a, *b, "", 0.8).set("stroke", colour));
                }
                group = group.add(square(*a, 0.4).set("fill", colour));
            }
            for a in &points {
                // The hole in the middle of four cells.
                let corner = [(1.0, 0.0), (0.0, 1.0), (1.0, 1.0)];
                let has = |(x, y): (f64, f64)| {
                    points.iter().any(|b| distance(Point { x: a.x + x, y: a.y + y }, *b) < 0.01)
                };
                if corner.into_iter().all(has) {
                    let centre = Point { x: a.x + 0.5, y: a.y + 0.5 };
                    group = group.add(square(centre, 0.4).set("fill", colour));
                }
            }
            group.add(written(&piece.mark, *first, 0.4, colour))
        }
    }
}

fn distance(a: Point, b: Point) -> f64 {
    (a.x - b.x).hypot(a.y - b.y)
}

fn disc(at: Point, radius: f64, colour: &str) -> Circle {
    Circle::new()
        .set("cx", px(at.x))
        .set("cy", px(at.y))
        .set("r", px(radius))
        .set("fill", colour)
        .set("stroke", "#222222")
        .set("stroke-width", px(0.03))
}

fn rimmed(polygon: Polygon, colour: &str) -> Polygon {
    polygon.set("fill", colour).set("stroke", "#222222").set("stroke-width", px(0.03))
}

fn square(at: Point, half: f64) -> Polygon {
    let corners = [(-half, -half), (half, -half), (half, half), (-half, half)];
    polygon(corners.into_iter().map(|(x, y)| Point { x: at.x + x, y: at.y + y }))
}

fn outline(shape: CellShape, at: Point) -> Polygon {
    match shape {
        CellShape::Square => square(at, 0.5),
        // A hexagon of width 1, and a circle by thirty corners.
        CellShape::Hexagon => regular(at, 6, 0.577),
        CellShape::Circle => regular(at, 30, 0.42),
    }
}

/// A floor piece: its rim is seen around a piece on it.
fn plate(shape: CellShape, at: Point) -> Polygon {
    match shape {
        CellShape::Square => square(at, 0.47),
        CellShape::Hexagon => regular(at, 6, 0.54),
        CellShape::Circle => regular(at, 30, 0.48),
    }
}

fn regular(at: Point, corners: u32, radius: f64) -> Polygon {
    let corner = |number: u32| {
        let angle =
            std::f64::consts::TAU * f64::from(number) / f64::from(corners) + std::f64::consts::FRAC_PI_2;
        Point { x: at.x + radius * angle.cos(), y: at.y + radius * angle.sin() }
    };
    polygon((0..corners).map(corner))
}

fn polygon(points: impl Iterator<Item = Point>) -> Polygon {
    let points: Vec<String> = points.map(|p| format!("{},{}", px(p.x), px(p.y))).collect();
    Polygon::new().set("points", points.join(" "))
}

fn line(a: Point, b: Point, class: &str, width: f64) -> Line {
    let line = Line::new()
        .set("x1", px(a.x))
        .set("y1", px(a.y))
        .set("x2", px(b.x))
        .set("y2", px(b.y))
        .set("stroke-width", px(width));
    if class.is_empty() { line } else { line.set("class", class) }
}

/// Text on a colour, black or white by its brightness.
fn written(text: &str, at: Point, size: f64, colour: &str) -> Text {
    let channel = |from: usize| {
        colour.get(from..from + 2).and_then(|hex| u32::from_str_radix(hex, 16).ok()).unwrap_or(0)
    };
    let bright = 299 * channel(1) + 587 * channel(3) + 114 * channel(5) > 140_000;
    text_at(text, at, size, "").set("fill", if bright { "#111111" } else { "#ffffff" })
}

fn text_at(text: &str, at: Point, size: f64, class: &str) -> Text {
    let text = Text::new(text).set("x", px(at.x)).set("y", px(at.y)).set("font-size", px(size));
    if class.is_empty() { text } else { text.set("class", class) }
}

/// A length in pixels, to a hundredth.
fn px(steps: f64) -> f64 {
    (steps * STEP * 100.0).round() / 100.0 + 0.0
}
