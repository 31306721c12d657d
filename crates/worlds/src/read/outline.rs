//! What a text of PuzzleScript has, for editors: also of a text with errors.

use puzzlec_base::{FileId, Span};

use super::names::Meaning;
use super::sections::{self, Section};
use super::text::{Line, lines};
use super::{Reader, Written};
use crate::Game;
use crate::game::Object;

/// A section of a text with what it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its heading in capitals.
    pub name: &'static str,
    /// The heading.
    pub heading: Span,
    /// From the heading to its last line.
    pub span: Span,
    /// Objects, names, rules or levels.
    pub entries: Vec<PartEntry>,
}

/// An entry of a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartEntry {
    /// Its name; of a rule its text.
    pub name: String,
    /// Where it stands.
    pub span: Span,
}

/// A name of a text.
#[derive(Clone, Debug)]
pub struct Named {
    /// In lower case.
    pub name: String,
    /// The objects that it stands for, by their declaration.
    pub objects: Vec<usize>,
    /// `and` or `or`, if it joins several.
    pub joined: &'static str,
}

/// The sections and names of a text.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    /// The sections in their order, without the settings before the first heading.
    pub parts: Vec<Part>,
    /// The objects in the order of their declaration.
    pub objects: Vec<Object>,
    /// All names, sorted.
    pub names: Vec<Named>,
}

impl Outline {
    /// The section of an offset.
    pub fn at(&self, offset: u32) -> Option<&Part> {
        self.parts.iter().rev().find(|part| part.heading.start <= offset)
    }
}

/// The sections and names of a text.
pub fn outline(file: FileId, text: &str) -> Outline {
    let mut reader = Reader { file, diagnostics: Vec::new() };
    let (game, written) = reader.game(text);
    let all = lines(file, text);
    let headings = sections::headings(&all);
    let mut parts: Vec<Part> = Vec::new();
    for (number, (name, section, at)) in headings.iter().enumerate() {
        let end = headings.get(number + 1).map_or(all.len(), |next| next.2);
        let own = all.get(at + 1..end).unwrap_or(&[]);
        let Some(heading) = all.get(*at).map(|line| line.span) else { continue };
        let last = own.iter().rev().find(|line| !decoration(line)).map_or(heading, |line| line.span);
        let entries = entries(*section, own, &game);
        parts.push(Part { name, heading, span: heading.to(last), entries });
    }
    Outline { parts, objects: written.names.declared().to_vec(), names: names(&written) }
}

fn decoration(line: &Line) -> bool {
    line.is_blank() || line.text.trim().starts_with('=')
}

fn entries(section: Section, lines: &[Line], game: &Game) -> Vec<PartEntry> {
    let lines = || lines.iter().filter(|line| !decoration(line));
    let first = |line: &Line| {
        let word = line.words().into_iter().next()?;
        Some(PartEntry { name: word.text, span: word.span })
    };
    match section {
        Section::Objects => game
            .objects
            .iter()
            .map(|object| PartEntry { name: object.name.clone(), span: object.span })
            .collect(),
        Section::Legend => lines().filter_map(first).collect(),
        Section::CollisionLayers | Section::Rules | Section::WinConditions => lines()
            .map(|line| PartEntry {
                name: line.text.split_whitespace().collect::<Vec<_>>().join(" "),
                span: line.span,
            })
            .collect(),
        Section::Levels => game.levels().map(|(name, level)| PartEntry { name, span: level.span }).collect(),
        Section::Prelude | Section::Sounds => Vec::new(),
    }
}

fn names(written: &Written) -> Vec<Named> {
    let named = |(name, meaning): (&str, &Meaning)| {
        let (objects, joined) = match meaning {
            Meaning::Object(object) => (vec![*object], ""),
            Meaning::All(objects) => (objects.clone(), "and"),
            Meaning::Any(_, objects) => (objects.clone(), "or"),
        };
        Named { name: name.to_owned(), objects, joined }
    };
    written.names.all().map(named).collect()
}
