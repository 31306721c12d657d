//! Pictures as SVG: light and dark, with colours that colour-blind readers can tell apart.

mod animation;
mod blocks;
pub(super) mod domino;
mod figure;
mod film;
mod frames;
pub(super) mod ground;
mod looks;
mod overlay;
mod palette;
pub(super) mod pieces;
pub(super) mod rims;
mod shapes;
mod sprite;
mod states;
mod style;
mod tracks;

use svg::Document;
use svg::node::element::{Definitions, Description, Group, Style as StyleSheet, Text, Title};

use crate::safe::safe;
use figure::Frame;
use puzzlec_analysis::{PicturedStep, PieceForm, PuzzlePictures, Scene};
use shapes::px;

pub use animation::{LAST, animation, captions, seconds};
pub use figure::{Arrow, Figure};
pub use frames::Frames;
pub(super) use palette::Palette;
use palette::on_dark;
pub use states::automaton;
pub use style::{Style, Tones};

/// The space between two pictures, in steps.
const GAP: f64 = 1.6;
/// The height of the line above a picture, in steps.
const HEADING: f64 = 0.8;
/// The size of the letters of a heading, in steps, and the width that is reserved for one of them.
const LETTER: (f64, f64) = (0.4, 0.23);

/// The style of all pictures in light.
pub(super) const LIGHT: &str = concat!(
    "
text { font-family: system-ui, sans-serif; text-anchor: middle; dominant-baseline: central }
.board { fill: #e7e2d6; stroke: #a59d8a } .link { stroke: #a59d8a } .wall { stroke: #333; stroke-linecap: round } .name { fill: #6b6453 } .heading { fill: #333 }
.rim, .edge { stroke: #222222 } .edge { fill: #222222 } .under { fill: none; stroke: #7f7f7f }
",
    include_str!("page/ground.css")
);
/// What differs in the dark, apart from the colours of pieces.
const DARK: &str = concat!(
    "
.board { fill: #1f1f23; stroke: #6c6c75 } .link { stroke: #6c6c75 } .wall { stroke: #ddd } .name { fill: #b6b6c0 } .heading { fill: #ddd }
.rim, .edge { stroke: #8e8e98 } .edge { fill: #8e8e98 }
",
    include_str!("page/ground-dark.css")
);

/// What differs in the dark.
pub(super) fn dark() -> String {
    format!("@media (prefers-color-scheme: dark) {{{DARK}{}}}\n", on_dark())
}

/// Where the style of a picture comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// The picture has one that follows the reader's setting of light and dark.
    #[default]
    Adaptive,
    /// The picture has the light one.
    Light,
    /// The page around the picture has it.
    Page,
}

/// How pictures are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// Whether cells show their names.
    pub names: bool,
    /// The style.
    pub theme: Theme,
    /// The colours of boards.
    pub style: Style,
    /// Whether the page around the picture has its board, by [`shared_board`].
    pub shared: bool,
}

/// A puzzle's start and, where it is drawn, its goal side by side.
pub fn puzzle(pictures: &PuzzlePictures, look: Look) -> String {
    let figures: Vec<Figure<'_>> = start_and_goal(pictures).collect();
    sheet(title(pictures), &described(pictures), &figures, figures.len(), look)
}

/// The board of a puzzle for the pictures of a page that share it.
pub fn shared_board(pictures: &PuzzlePictures) -> String {
    let board = figure::board(&pictures.start).set("id", figure::SHARED);
    let document = Document::new().set("width", 0).set("height", 0).set("aria-hidden", "true");
    format!("{}\n", safe(&document.add(Definitions::new().add(board)).to_string()))
}

/// The start and the positions after every n-th step and the last one, in rows of this many.
pub fn positions(
    pictures: &PuzzlePictures,
    steps: &[PicturedStep],
    every: usize,
    columns: usize,
    look: Look,
) -> String {
    let figures: Vec<Figure<'_>> = figures(pictures, steps, every).collect();
    sheet(title(pictures), &described(pictures), &figures, columns, look)
}

/// The start, then the positions after every n-th step and the last one, each with the move that led to it.
pub fn figures<'a>(
    pictures: &'a PuzzlePictures,
    steps: &'a [PicturedStep],
    every: usize,
) -> impl Iterator<Item = Figure<'a>> {
    let shown = move |number: usize| number == steps.len() || number.is_multiple_of(every.max(1));
    let after = (1..).zip(captions(steps).into_iter().zip(steps));
    let after = after.filter(move |(number, _)| shown(*number)).map(|(_, (heading, step))| Figure {
        heading,
        board: &pictures.start,
        pieces: &step.pieces,
        counters: &step.counters,
        arrow: step.moved.map(|ends| Arrow { ends, past: true }),
    });
    [Figure::new("start", &pictures.start)].into_iter().chain(after)
}

/// The start and, where it is drawn, the goal.
pub fn start_and_goal(pictures: &PuzzlePictures) -> impl Iterator<Item = Figure<'_>> {
    let goal = pictures.goal.as_ref().map(|goal| Figure::new("goal", goal));
    [Figure::new("start", &pictures.start)].into_iter().chain(goal)
}

/// The title of a puzzle, or its name.
pub fn title(pictures: &PuzzlePictures) -> &str {
    pictures.title.as_deref().unwrap_or(&pictures.puzzle)
}

/// Figures in rows of this many.
pub fn sheet(title: &str, description: &str, figures: &[Figure<'_>], columns: usize, look: Look) -> String {
    let palette = Palette::new(std::iter::empty()).with(figures.iter().flat_map(|figure| figure.pieces));
    let mut group = Group::new();
    let mut drawings = Vec::new();
    let head = if figures.iter().all(|figure| figure.heading.is_empty()) { 0.0 } else { HEADING };
    let (mut width, mut top) = (0.0_f64, 0.0);
    for row in figures.chunks(columns.max(1)) {
        let (mut left, mut height) = (0.0, 0.0_f64);
        for figure in row {
            let frame = Frame::of(figure.board);
            let letters = figure.heading.chars().fold(0.0, |sum, _| sum + LETTER.1);
            let room = frame.width.max(letters);
            let centre = left + room / 2.0;
            let at = (centre - frame.width / 2.0 - frame.left, top + head - frame.top);
            let drawing = figure.drawn(&palette, look);
            drawings.push(Group::new().set("transform", translated(at)).add(drawing));
            if !figure.heading.is_empty() {
                group = group.add(heading(&figure.heading, centre, top));
            }
            left += room + GAP;
            height = height.max(frame.height + head);
        }
        width = width.max(left - GAP);
        top += height;
    }
    let mut group = drawings.into_iter().fold(group, Group::add);
    let (legend, wide, high) = overlay::legend(figures.iter().map(|figure| figure.board), width);
    if high > 0.0 {
        let at = ((width - wide).max(0.0) / 2.0, top);
        group = group.add(legend.set("transform", translated(at)));
        (width, top) = (width.max(wide), top + high + 0.2);
    }
    document((width, top), (title, description), look, "", group)
}

fn translated((x, y): (f64, f64)) -> String {
    format!("translate({} {})", px(x), px(y))
}

/// A line above a picture whose top is given.
fn heading(text: &str, centre: f64, top: f64) -> Text {
    Text::new(text)
        .set("class", "heading")
        .set("x", px(centre))
        .set("y", px(top + HEADING / 2.0))
        .set("font-size", px(LETTER.0))
}

/// A document of this width and height, with its title, its description and more style. It is well-formed: titles and
/// names lose the characters that XML does not allow.
fn document(
    (width, height): (f64, f64),
    (title, description): (&str, &str),
    Look { theme, style: tones, .. }: Look,
    style: &str,
    body: Group,
) -> String {
    let style = match theme {
        Theme::Adaptive => format!("{LIGHT}{}{}{}{style}", dark(), tones.rules(), tones.dark_rules()),
        Theme::Light => format!("{LIGHT}{}{style}", tones.rules()),
        Theme::Page => style.to_owned(),
    };
    let mut document = Document::new()
        .set("viewBox", (0, 0, px(width), px(height)))
        .set("width", px(width))
        .set("height", px(height))
        .set("role", "img")
        .add(Title::new(title))
        .add(Description::new().add(svg::node::Text::new(description)));
    if !style.is_empty() {
        document = document.add(StyleSheet::new(style));
    }
    format!("{}\n", safe(&document.add(body).to_string()))
}

/// The picture in words, for screen readers.
pub(super) fn described(pictures: &PuzzlePictures) -> String {
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
