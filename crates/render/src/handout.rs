//! A page to print: a puzzle with its rules in words, its board and its goal; its solution begins on another page.

use std::fmt::Write;

use super::html::{escaped, page as whole, paragraphs};
use super::svg::{self, Figure, LIGHT, Look, Style, Theme, figures, sheet, title};
use puzzlec_analysis::{IllustratedPuzzle, PicturedStep};

/// The style of pages with boards and positions.
pub(super) const PAGE_STYLE: &str = "\
body { font: 12pt/1.45 system-ui, sans-serif; color: #222; background: #fff; max-width: 46em; margin: 2em auto; padding: 0 1em }
h1 { font-size: 1.7em; margin: 0 0 .5em } h2 { font-size: 1.2em; margin: 1.4em 0 .4em }
p { margin: .4em 0 } dt { font-weight: 600 } dd { margin: 0 0 .4em 1.5em }
pre { background: #f4f2ec; padding: .6em .8em; white-space: pre-wrap; font-size: .9em }
figure { margin: 0; text-align: center; break-inside: avoid } figcaption { margin-top: .2em }
.boards { display: flex; flex-wrap: wrap; gap: 2em; align-items: flex-end }
.boards svg { max-width: 100%; height: auto }
.solution { break-before: page }
.positions { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.5em, 1fr)); gap: 1em }
.positions svg { width: 100%; height: auto; max-height: 14em }
@page { margin: 18mm }
@media print { body { margin: 0; max-width: none; padding: 0 } }
";

/// How a page is printed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Print {
    /// The colours of boards.
    pub style: Style,
    /// Of a solution, the positions after every n-th step and the last one are shown; 0 is 1.
    pub every: usize,
}

/// The page of a puzzle, with the steps of a solution and the line that says how long it is.
pub fn page(puzzle: &IllustratedPuzzle, solution: Option<(&[PicturedStep], &str)>, print: Print) -> String {
    let title = title(&puzzle.pictures);
    let mut body = format!("<h1>{}</h1>\n", escaped(title));
    introduction(puzzle, &mut body);
    if let Some((steps, ending)) = solution {
        // Writing to a `String` cannot fail.
        let _ = write!(body, "<section class=\"solution\">\n<h2>Solution</h2>\n<p>{}</p>\n", escaped(ending));
        positions(puzzle, steps, print.every, &mut body);
        body.push_str("</section>\n");
    }
    whole(title, &format!("{PAGE_STYLE}{LIGHT}{}", print.style.rules()), &body)
}

/// The puzzle: comments, boards, rules and the statements of the task.
pub(super) fn introduction(puzzle: &IllustratedPuzzle, body: &mut String) {
    if let Some(about) = &puzzle.about {
        body.push_str(&paragraphs(about));
    }
    body.push_str("<div class=\"boards\">\n");
    for figure in svg::start_and_goal(&puzzle.pictures) {
        let heading = if figure.heading == "start" { "Start" } else { "Goal" };
        body.push_str(&drawn(
            puzzle,
            heading,
            &figure,
            Look { names: true, theme: Theme::Page, ..Look::default() },
        ));
    }
    body.push_str("</div>\n");
    for overlay in &puzzle.pictures.start.overlays {
        let _ = writeln!(body, "<p>Marks, {}: {}.</p>", escaped(&overlay.name), escaped(&overlay.note));
    }
    if !puzzle.rules.is_empty() {
        body.push_str("<h2>Rules</h2>\n<dl>\n");
        for (name, words) in &puzzle.rules {
            let _ = writeln!(body, "<dt>{}</dt><dd>{}</dd>", escaped(name), paragraphs(words).trim_end());
        }
        body.push_str("</dl>\n");
    }
    if !puzzle.task.is_empty() {
        body.push_str("<h2>Task</h2>\n");
        for statement in &puzzle.task {
            let _ = writeln!(body, "<pre>{}</pre>", escaped(statement));
        }
    }
}

/// The start and the positions after every n-th step and the last one, small.
pub(super) fn positions(puzzle: &IllustratedPuzzle, steps: &[PicturedStep], every: usize, body: &mut String) {
    body.push_str(&svg::shared_board(&puzzle.pictures));
    body.push_str("<div class=\"positions\">\n");
    for figure in figures(&puzzle.pictures, steps, every) {
        let heading = figure.heading.clone();
        let look = Look { theme: Theme::Page, shared: true, ..Look::default() };
        body.push_str(&drawn(puzzle, &heading, &figure, look));
    }
    body.push_str("</div>\n");
}

/// A picture with its caption below.
fn drawn(puzzle: &IllustratedPuzzle, caption: &str, figure: &Figure<'_>, look: Look) -> String {
    let bare = Figure { heading: String::new(), ..figure.clone() };
    let picture = sheet(caption, title(&puzzle.pictures), &[bare], 1, look);
    format!("<figure>{}<figcaption>{}</figcaption></figure>\n", picture.trim_end(), escaped(caption))
}
