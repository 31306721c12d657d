//! Themes: the colours of boards and of what is written on them. The colours of pieces are the same in all.

use std::fmt::Write;

/// The colours of boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Each game has the ground that is known from it.
    #[default]
    ByGame,
    /// Lines on white paper.
    Paper,
    /// Wood.
    Wood,
    /// Cells of one colour.
    Plain,
    /// Black and white.
    Contrast,
}

/// The colours of a theme on a light or a dark page.
#[derive(Clone, Copy, Debug)]
pub struct Tones {
    /// The page.
    pub page: &'static str,
    /// A cell, and every other one of a checkered board.
    pub cells: [&'static str; 2],
    /// The lines between cells.
    pub lines: &'static str,
    /// Walls, borders and words.
    pub ink: &'static str,
    /// The rims of pieces.
    pub rim: &'static str,
}

const fn tones(
    page: &'static str,
    cells: [&'static str; 2],
    [lines, ink, rim]: [&'static str; 3],
) -> Option<Tones> {
    Some(Tones { page, cells, lines, ink, rim })
}

impl Style {
    /// The themes that have a name.
    pub const NAMED: [(&'static str, Style); 4] = [
        ("paper", Style::Paper),
        ("wood", Style::Wood),
        ("plain", Style::Plain),
        ("contrast", Style::Contrast),
    ];

    /// The colours on a light page.
    pub const fn light(self) -> Option<Tones> {
        match self {
            Style::ByGame => None,
            Style::Paper => tones("#ffffff", ["#fffefa", "#e6e2d6"], ["#8d8674", "#222222", "#222222"]),
            Style::Wood => tones("#f7efe2", ["#e3c08d", "#cfa872"], ["#8a6233", "#33200c", "#000000"]),
            Style::Plain => tones("#fbfaf7", ["#e7e2d6", "#d3ccba"], ["#a59d8a", "#333333", "#222222"]),
            Style::Contrast => tones("#ffffff", ["#ffffff", "#d8d8d8"], ["#000000", "#000000", "#000000"]),
        }
    }

    /// The colours on a dark page.
    pub const fn dark(self) -> Option<Tones> {
        match self {
            Style::ByGame => None,
            Style::Paper => tones("#121214", ["#1a1a1d", "#0f0f11"], ["#6c6c75", "#dddddd", "#9a9aa4"]),
            Style::Wood => tones("#16100a", ["#25190d", "#170f07"], ["#7a5c38", "#ecdcc0", "#b8a68c"]),
            Style::Plain => tones("#1b1b1e", ["#1c1c20", "#111113"], ["#6c6c75", "#dddddd", "#a4a4ae"]),
            Style::Contrast => tones("#000000", ["#000000", "#2b2b2b"], ["#ffffff", "#ffffff", "#ffffff"]),
        }
    }

    /// The rules of a style sheet for a picture in light.
    pub fn rules(self) -> String {
        self.light().map_or_else(String::new, |tones| rules(tones, ".board"))
    }

    /// The rules of a picture for readers who have chosen a dark screen.
    pub fn dark_rules(self) -> String {
        self.dark().map_or_else(String::new, |tones| format!("{DARK} {{\n{}}}\n", rules(tones, ".board")))
    }

    /// These colours, to follow the style of a page.
    pub fn of_pages(self) -> String {
        let (Some(light), Some(dark)) = (self.light(), self.dark()) else { return String::new() };
        let [light, dark] = [light, dark].map(|tones| rules(tones, ".cell"));
        format!("{light}{DARK} {{\n{dark}}}\n@media print {{\n{light}}}\n")
    }

    /// A page with these colours, which has a style of its own.
    pub fn on_page(self, page: &str) -> String {
        page.replacen("</style>", &(self.of_pages() + "</style>"), 1)
    }
}

const DARK: &str = "@media (prefers-color-scheme: dark)";

/// They follow those without a theme, which they replace. A cell is `.board` in a picture, and on a page that is the whole.
fn rules(Tones { page, cells: [ground, other], lines, ink, rim }: Tones, cell: &str) -> String {
    let mut text = String::new();
    let cells = format!("{cell}, .wood, .pale, .paper, .panel, .tray, .paved");
    let rows = [
        (
            ":root",
            format!(
                "--page: {page}; --text: {ink}; --cell: {ground}; --edge: {lines}; --wall: {ink}; --name: {ink}; --rim: {rim}"
            ),
        ),
        (cells.as_str(), format!("fill: {ground}; stroke: {lines}")),
        (".dim", format!("fill: {other}; stroke: {lines}")),
        (".socket", format!("fill: {other}; stroke: {lines}")),
        (".brick", format!("fill: {lines}")),
        (".link", format!("stroke: {lines}")),
        (".wall, .border", format!("stroke: {ink}")),
        (".name, .heading, .digit", format!("fill: {ink}")),
        (".rim, .edge, .under", format!("stroke: {rim}")),
        (".edge", format!("fill: {rim}")),
    ];
    for (what, how) in rows {
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "{what} {{ {how} }}");
    }
    text
}
