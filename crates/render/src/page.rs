//! A page that shows and plays puzzles by itself: one text of HTML with its style and its programs, which needs nothing
//! from elsewhere.

mod data;
pub mod site;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::html::escaped;
use super::words::counted;
use puzzlec_analysis::{Answer, PublishedPuzzle, PuzzlePictures};

pub use data::data;

const PAGE: &str = include_str!("page/page.html");
const FRAME: &str = include_str!("page/frame.html");
const STYLE: &str = concat!(
    include_str!("page/style.css"),
    include_str!("page/ground.css"),
    "@media (prefers-color-scheme: dark) {\n",
    include_str!("page/ground-dark.css"),
    "}\n"
);
/// Allows a page that is one file to load nothing from elsewhere.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";
/// The programs, in the order in which they refer to each other.
const PROGRAMS: [&str; 20] = [
    include_str!("page/unpack.js"),
    include_str!("page/evaluator.js"),
    include_str!("page/turns.js"),
    include_str!("page/keys.js"),
    include_str!("page/hint.js"),
    include_str!("page/opponent.js"),
    include_str!("page/choice.js"),
    include_str!("page/board.js"),
    include_str!("page/arrows.js"),
    include_str!("page/motion.js"),
    include_str!("page/game.js"),
    include_str!("page/view.js"),
    include_str!("page/placing.js"),
    include_str!("page/player.js"),
    include_str!("page/versus.js"),
    include_str!("page/input.js"),
    include_str!("page/progress.js"),
    include_str!("page/home.js"),
    include_str!("page/booklet.js"),
    include_str!("page/main.js"),
];

/// The place of a puzzle in a collection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Address {
    /// What links call it; no other puzzle of the collection has the same.
    pub key: String,
    /// The heading under which it stands, if there is one.
    pub group: String,
    /// Its page in a site, without the ending.
    pub path: String,
}

/// The page of these puzzles, which have different names.
pub fn page(title: &str, puzzles: &[PublishedPuzzle]) -> String {
    let address =
        |puzzle: &PublishedPuzzle| Address { key: puzzle.pictures.puzzle.clone(), ..Address::default() };
    collection(title, &puzzles.iter().map(|puzzle| (address(puzzle), puzzle)).collect::<Vec<_>>())
}

/// The page of these puzzles; several have a first page with pictures.
pub fn collection(title: &str, puzzles: &[(Address, &PublishedPuzzle)]) -> String {
    let mut body = filled(FRAME, &[("{{title}}", &escaped(title))]);
    let single = puzzles.len() == 1;
    puzzles.iter().for_each(|(address, puzzle)| body.push_str(&document(address, puzzle, !single)));
    body.push_str("<script>\n");
    PROGRAMS.iter().for_each(|program| body.push_str(program));
    body.push_str("</script>\n");
    let head = format!("<link rel=\"icon\" href=\"data:,\">\n<style>\n{STYLE}</style>\n");
    whole(title, POLICY, &head, "", &body)
}

/// A page from the parts of its head and its body.
fn whole(title: &str, policy: &str, head: &str, site: &str, body: &str) -> String {
    let parts = [
        ("{{policy}}", policy),
        ("{{title}}", &escaped(title)),
        ("{{head}}", head),
        ("{{site}}", site),
        ("{{body}}", body),
    ];
    filled(PAGE, &parts)
}

/// A frame with its parts in their order: one pass, so that nothing in a part is taken for another place.
fn filled(frame: &str, parts: &[(&str, &str)]) -> String {
    let mut rest = frame;
    let mut page = String::new();
    for (place, text) in parts {
        let Some((before, after)) = rest.split_once(place) else { continue };
        page.push_str(before);
        page.push_str(text);
        rest = after;
    }
    page.push_str(rest);
    page
}

/// A puzzle in a page: what a first page shows of it is read without the rest.
fn document(address: &Address, puzzle: &PublishedPuzzle, packs: bool) -> String {
    let text = data(puzzle).to_string();
    // In a script only the end of its element must be escaped.
    let (form, text) = match packs {
        false => ("type=\"application/json\"", text.replace('<', "\\u003c")),
        true => ("type=\"text/plain\" data-packed", packed(&text)),
    };
    let fields: String = shown(address, puzzle)
        .iter()
        .map(|(name, text)| format!(" data-{name}=\"{}\"", escaped(text)))
        .collect();
    format!("<script {form} class=\"puzzle\"{fields}>{text}</script>\n")
}

/// What the first page says of a puzzle.
fn shown(address: &Address, puzzle: &PublishedPuzzle) -> [(&'static str, String); 7] {
    let length = puzzle.solution.as_ref().map(|solution| solution.length);
    let difficulty = difficulty(puzzle);
    let measure = length.map_or_else(String::new, |length| format!(" · {}", counted(length, &puzzle.unit)));
    [
        ("key", address.key.clone()),
        ("group", address.group.clone()),
        ("title", title(&puzzle.pictures)),
        ("author", puzzle.credits.author.clone().unwrap_or_default()),
        ("difficulty", difficulty.to_owned()),
        ("length", length.map_or_else(String::new, |length| length.to_string())),
        ("measure", format!("{difficulty}{measure}")),
    ]
}

/// How hard a puzzle is: by the positions that its search visited, and by its length where a theory needed none.
fn difficulty(puzzle: &PublishedPuzzle) -> &'static str {
    let Some(report) = &puzzle.report else { return "Open" };
    match (&report.answer, &puzzle.solution) {
        (Answer::Game { .. }, _) => "For two players",
        (Answer::Unsolvable { .. } | Answer::NotWithin { .. }, _) => "Without a solution",
        (_, Some(solution)) => match report.statistics.states.max(solution.length.saturating_pow(3)) {
            0..1_000 => "Easy",
            1_000..100_000 => "Medium",
            _ => "Hard",
        },
        _ => "Open",
    }
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
