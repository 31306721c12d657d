//! A page that shows and plays puzzles by itself: one text of HTML with its style and its programs, which needs nothing
//! from elsewhere.

mod data;

use std::fmt::Write;

use super::html::escaped;
use puzzlec_analysis::PublishedPuzzle;

pub use data::data;

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/style.css");
/// The programs, in the order in which they refer to each other.
const PROGRAMS: [&str; 10] = [
    include_str!("page/evaluator.js"),
    include_str!("page/hint.js"),
    include_str!("page/choice.js"),
    include_str!("page/board.js"),
    include_str!("page/arrows.js"),
    include_str!("page/game.js"),
    include_str!("page/view.js"),
    include_str!("page/player.js"),
    include_str!("page/input.js"),
    include_str!("page/main.js"),
];

/// The page of these puzzles, with a list of them if there are several.
pub fn page(title: &str, puzzles: &[PublishedPuzzle]) -> String {
    let mut documents = String::new();
    for puzzle in puzzles {
        // No text ends the element: JSON has `<` only in strings, and there it may be escaped.
        let text = data(puzzle).to_string().replace('<', "\\u003c");
        let _ = writeln!(documents, "<script type=\"application/json\" class=\"puzzle\">{text}</script>");
    }
    let parts = [
        ("{{title}}", escaped(title)),
        ("{{style}}", STYLE.to_owned()),
        ("{{title}}", escaped(title)),
        ("{{puzzles}}", documents),
        ("{{programs}}", PROGRAMS.concat()),
    ];
    // One pass over the frame, so that nothing in a part is taken for another place.
    let mut rest = PAGE;
    let mut page = String::new();
    for (place, text) in parts {
        let Some((before, after)) = rest.split_once(place) else { continue };
        page.push_str(before);
        page.push_str(&text);
        rest = after;
    }
    page.push_str(rest);
    page
}
