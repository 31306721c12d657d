//! A page that shows and plays puzzles by itself: one text of HTML with its style and its programs, which needs nothing
//! from elsewhere.

mod data;

use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::html::escaped;
use puzzlec_analysis::{PublishedPuzzle, PuzzlePictures};

pub use data::data;

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = concat!(
    include_str!("page/style.css"),
    include_str!("page/ground.css"),
    "@media (prefers-color-scheme: dark) {\n",
    include_str!("page/ground-dark.css"),
    "}\n"
);
/// The programs, in the order in which they refer to each other.
const PROGRAMS: [&str; 15] = [
    include_str!("page/unpack.js"),
    include_str!("page/evaluator.js"),
    include_str!("page/hint.js"),
    include_str!("page/choice.js"),
    include_str!("page/board.js"),
    include_str!("page/arrows.js"),
    include_str!("page/motion.js"),
    include_str!("page/game.js"),
    include_str!("page/view.js"),
    include_str!("page/placing.js"),
    include_str!("page/player.js"),
    include_str!("page/input.js"),
    include_str!("page/progress.js"),
    include_str!("page/home.js"),
    include_str!("page/main.js"),
];

/// The place of a puzzle in a collection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Address {
    /// What links call it; no other puzzle of the collection has the same.
    pub key: String,
    /// The heading under which it stands, if there is one.
    pub group: String,
}

/// The page of these puzzles, which have different names.
pub fn page(title: &str, puzzles: &[PublishedPuzzle]) -> String {
    let address =
        |puzzle: &PublishedPuzzle| Address { key: puzzle.pictures.puzzle.clone(), ..Address::default() };
    collection(title, &puzzles.iter().map(|puzzle| (address(puzzle), puzzle)).collect::<Vec<_>>())
}

/// The page of these puzzles; several have a first page with pictures.
pub fn collection(title: &str, puzzles: &[(Address, &PublishedPuzzle)]) -> String {
    let mut documents = String::new();
    for (address, puzzle) in puzzles {
        let text = data(puzzle).to_string();
        // No text ends the element: JSON has `<` only in strings, and there it may be escaped.
        let (form, text) = match puzzles {
            [_] => ("type=\"application/json\"", text.replace('<', "\\u003c")),
            _ => ("type=\"text/plain\" data-packed", packed(&text)),
        };
        // What the first page shows is read without the rest.
        let (key, group) = (escaped(&address.key), escaped(&address.group));
        let title = escaped(&self::title(&puzzle.pictures));
        let _ = writeln!(
            documents,
            "<script {form} class=\"puzzle\" data-key=\"{key}\" data-group=\"{group}\" \
             data-title=\"{title}\">{text}</script>"
        );
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

/// A text as DEFLATE in base64, for `page/unpack.js`.
fn packed(text: &str) -> String {
    STANDARD.encode(miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 9))
}

/// The title of a puzzle; without one its name in words.
pub fn title(pictures: &PuzzlePictures) -> String {
    pictures.title.clone().unwrap_or_else(|| readable(&pictures.puzzle))
}

/// A name in words: `Figure11Right` is `Figure 11, right`.
pub fn readable(name: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut before = ' ';
    for c in name.chars() {
        let begins = c.is_uppercase() && !before.is_uppercase() || c.is_numeric() != before.is_numeric();
        match words.last_mut() {
            _ if matches!(c, '_' | '-' | ' ' | '.') => {}
            Some(word) if !begins && !matches!(before, '_' | '-' | ' ' | '.') => word.push(c),
            _ => words.push(c.to_string()),
        }
        before = c;
    }
    let mut text = String::new();
    for (at, word) in words.iter().enumerate() {
        let numbered = |at: usize| words.get(at).is_some_and(|word| word.starts_with(char::is_numeric));
        let mut letters = word.chars();
        let first = letters.next().into_iter();
        let initials = word.chars().count() > 1 && word.chars().all(char::is_uppercase);
        match at {
            0 => text.extend(first.flat_map(char::to_uppercase)),
            _ => {
                // What follows a number says which part is meant.
                text.push_str(if at > 1 && numbered(at - 1) && !numbered(at) { ", " } else { " " });
                if initials { text.extend(first) } else { text.extend(first.flat_map(char::to_lowercase)) }
            }
        }
        text.extend(letters);
    }
    text
}
