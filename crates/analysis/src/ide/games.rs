//! PuzzleScript games in an editor: their outline, names, sprites and levels.

use std::fmt::Write;

use super::complete::{Completion, CompletionKind};
use super::hover::Hover;
use super::lenses::{Lens, LensKind};
use super::symbols::{Symbol, SymbolKind};
use super::text::offset;
use crate::Analysis;
use puzzlec_base::{FileId, Span};
use puzzlec_worlds::game::Object;
use puzzlec_worlds::{Named, Outline, is_game, outline};

/// Words of rules.
const RULE_WORDS: [&str; 30] = [
    "up",
    "down",
    "left",
    "right",
    "moving",
    "stationary",
    "horizontal",
    "vertical",
    "orthogonal",
    "parallel",
    "perpendicular",
    "action",
    "no",
    "late",
    "rigid",
    "random",
    "randomdir",
    "startloop",
    "endloop",
    "cancel",
    "again",
    "win",
    "restart",
    "checkpoint",
    "message",
    ">",
    "<",
    "^",
    "v",
    "...",
];
const GOAL_WORDS: [&str; 5] = ["all", "some", "any", "no", "on"];

/// The game of a file; none if it is another text.
fn game(analysis: &Analysis, file: FileId) -> Option<(Outline, &str)> {
    let text: &str = &analysis.sources().get(file)?.text;
    is_game(text).then(|| (outline(file, text), text))
}

/// The sections of a game with what they have.
pub(super) fn symbols(analysis: &Analysis, file: FileId) -> Option<Vec<Symbol>> {
    let (outline, _) = game(analysis, file)?;
    let kind = |section: &str| match section {
        "OBJECTS" | "LEGEND" => SymbolKind::Piece,
        "COLLISIONLAYERS" => SymbolKind::Set,
        "LEVELS" => SymbolKind::Puzzle,
        _ => SymbolKind::Rule,
    };
    let parts = outline.parts.into_iter().map(|part| {
        let child = |entry: puzzlec_worlds::PartEntry| Symbol {
            name: entry.name,
            detail: String::new(),
            kind: kind(part.name),
            span: entry.span,
            name_span: entry.span,
            children: Vec::new(),
        };
        Symbol {
            name: part.name.to_owned(),
            detail: String::new(),
            kind: SymbolKind::Import,
            span: part.span,
            name_span: part.heading,
            children: part.entries.into_iter().map(child).collect(),
        }
    });
    Some(parts.collect())
}

/// What can be done with each level.
pub(super) fn lenses(analysis: &Analysis, file: FileId) -> Option<Vec<Lens>> {
    let (outline, _) = game(analysis, file)?;
    let levels = outline.parts.into_iter().filter(|part| part.name == "LEVELS").flat_map(|part| part.entries);
    let kinds = [LensKind::Solve, LensKind::Count, LensKind::Board];
    let lens = |level: puzzlec_worlds::PartEntry| {
        kinds.map(|kind| Lens { span: level.span, puzzle: level.name.clone(), kind })
    };
    Some(levels.flat_map(lens).collect())
}

/// The word around an offset.
fn word(text: &str, at: u32, file: FileId) -> Option<(Span, String)> {
    let at = at as usize;
    let (before, after) = (text.get(..at)?, text.get(at..)?);
    let outside = |c: char| c.is_whitespace() || "[]|,=()".contains(c);
    let start = before.rfind(outside).map_or(0, |end| {
        end + before.get(end..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8)
    });
    let end = at + after.find(outside).unwrap_or(after.len());
    let found = text.get(start..end).filter(|word| !word.is_empty())?;
    Some((Span { file, start: offset(start), end: offset(end) }, found.to_lowercase()))
}

/// The name under an offset, with its pictures.
pub(super) fn hover(analysis: &Analysis, file: FileId, at: u32) -> Option<Option<Hover>> {
    let (outline, text) = game(analysis, file)?;
    let found = || {
        let section = outline.at(at).map_or("", |part| part.name);
        let (span, mut word) = word(text, at, file)?;
        let mut span = span;
        if section == "LEVELS" {
            // Each letter of a level is a name.
            let letter = text.get(at as usize..)?.chars().next().filter(|c| !c.is_whitespace())?;
            word = letter.to_lowercase().collect();
            span = Span { file, start: at, end: at + offset(letter.len_utf8()) };
        }
        let named = outline.names.iter().find(|named| named.name == word)?;
        Some(Hover { span, markdown: described(&outline, named) })
    };
    Some(found())
}

/// The most objects of a name that are shown with their pictures.
const MOST_SHOWN: usize = 4;

fn described(outline: &Outline, named: &Named) -> String {
    let objects: Vec<&Object> =
        named.objects.iter().filter_map(|number| outline.objects.get(*number)).collect();
    let names: Vec<&str> = objects.iter().map(|object| object.name.as_str()).collect();
    let mut text = match (objects.as_slice(), named.joined) {
        ([one], _) if one.name == named.name => format!("object `{}`", named.name),
        (_, "") => format!("`{}` = `{}`", named.name, names.join("")),
        (_, joined) => format!("`{}` = {}", named.name, names.join(&format!(" {joined} "))),
    };
    for object in objects.iter().take(MOST_SHOWN) {
        let colours = object.colours.join(" ");
        let title = if objects.len() > 1 { format!("{}: {colours}", object.name) } else { colours };
        // Writing to a `String` cannot fail.
        let _ = write!(text, "\n\n{title}");
        if !object.sprite.is_empty() {
            let _ = write!(text, "\n\n```text\n{}\n```", object.sprite.join("\n"));
        }
    }
    text
}

/// The names and words that may stand at an offset.
pub(super) fn complete(analysis: &Analysis, file: FileId, at: u32) -> Option<Vec<Completion>> {
    let (outline, text) = game(analysis, file)?;
    let section = outline.at(at).map_or("", |part| part.name);
    let words: &[&str] = match section {
        "RULES" => &RULE_WORDS,
        "WINCONDITIONS" => &GOAL_WORDS,
        "LEGEND" => &["and", "or"],
        "COLLISIONLAYERS" => &[],
        _ => return Some(Vec::new()),
    };
    let here = Span { file, start: at, end: at };
    let replace = word(text, at, file).map_or(here, |found| Span { end: at, ..found.0 });
    let item = |label: &str, kind: CompletionKind, detail: String, doc: String| Completion {
        label: label.to_owned(),
        kind,
        detail,
        doc,
        insert: label.to_owned(),
        snippet: false,
        replace,
        also: Vec::new(),
    };
    let plain = |named: &&Named| named.name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let names = outline.names.iter().filter(plain).map(|named| {
        let objects: Vec<&str> =
            named.objects.iter().filter_map(|n| outline.objects.get(*n)).map(|o| o.name.as_str()).collect();
        let detail = if named.joined.is_empty() {
            String::new()
        } else {
            objects.join(&format!(" {} ", named.joined))
        };
        item(&named.name, CompletionKind::Piece, detail, described(&outline, named))
    });
    let words = words
        .iter()
        .filter(|word| word.chars().all(char::is_alphabetic))
        .map(|word| item(word, CompletionKind::Keyword, String::new(), String::new()));
    Some(names.chain(words).collect())
}
