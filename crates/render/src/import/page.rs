//! The file that is written.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use puzzlec_base::{FileId, hidden};
use puzzlec_syntax::format::format;

/// The words at which items begin, and the modules of the library.
const TAKEN: [&str; 12] = [
    "edition",
    "use",
    "board",
    "piece",
    "configuration",
    "rule",
    "theory",
    "puzzle",
    "peg",
    "tiles",
    "sokoban",
    "blocks",
];

/// Imports, items and puzzles.
#[derive(Default)]
pub(super) struct Page {
    heading: String,
    modules: BTreeSet<&'static str>,
    items: Vec<String>,
    /// The same items, to find equal ones.
    written: BTreeSet<String>,
    puzzles: Vec<String>,
    names: BTreeSet<String>,
    /// By name that was wanted again the last number that was added to it.
    numbers: BTreeMap<String, usize>,
}

/// The statements of a puzzle.
#[derive(Default)]
pub(super) struct Puzzle {
    /// Lines of documentation.
    pub(super) docs: Vec<String>,
    /// The displayed title.
    pub(super) title: Option<String>,
    /// Statements with one line each.
    pub(super) statements: Vec<String>,
}

impl Puzzle {
    /// Adds a statement.
    pub(super) fn state(&mut self, text: impl Into<String>) {
        self.statements.push(text.into());
    }

    /// Adds a statement that ends with a picture.
    pub(super) fn picture(&mut self, before: &str, rows: &[String]) {
        self.picture_and(before, rows, "");
    }

    /// Adds a statement with a picture and a text after it.
    pub(super) fn picture_and(&mut self, before: &str, rows: &[String], after: &str) {
        let mut text = format!("{before} \"\"\"\n");
        for row in rows {
            let _ = writeln!(text, "        {row}");
        }
        self.statements.push(format!("{text}    \"\"\"{after}"));
    }
}

impl Page {
    /// Gives the file a comment, if it has none.
    pub(super) fn head(&mut self, text: &str) {
        if self.heading.is_empty() {
            self.heading = plain(text);
        }
    }

    /// Imports a module of the library.
    pub(super) fn import(&mut self, module: &'static str) {
        self.modules.insert(module);
    }

    /// Adds an item, if it is not there yet.
    pub(super) fn item(&mut self, text: String) {
        if self.written.insert(text.clone()) {
            self.items.push(text);
        }
    }

    /// Takes back an item if nothing else has its name, where there are puzzles.
    pub(super) fn spare(&mut self, name: &str, item: &str) {
        let has =
            |text: &String| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name);
        let used = self.items.iter().filter(|other| *other != item).chain(&self.puzzles).any(has);
        if !used && !self.puzzles.is_empty() {
            self.items.retain(|other| other != item);
            self.written.remove(item);
        }
    }

    /// The number of puzzles.
    pub(super) fn puzzles(&self) -> usize {
        self.puzzles.len()
    }

    /// A name that no item has: of the words of a text, or else of `other` with a number.
    pub(super) fn name(&mut self, text: &str, other: &str) -> String {
        let mut wanted = String::new();
        for word in text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
            let (first, rest) = word.split_at(1);
            let _ = write!(wanted, "{}{rest}", first.to_ascii_uppercase());
        }
        wanted.truncate(40);
        if !wanted.starts_with(|c: char| c.is_ascii_alphabetic()) {
            wanted = format!(
                "{other}{}",
                if wanted.is_empty() { (self.puzzles.len() + 1).to_string() } else { wanted }
            );
        }
        self.unique(wanted)
    }

    /// A name that no item has, like this one. Equal names take the next number, so that many of them take linear time.
    pub(super) fn unique(&mut self, wanted: String) -> String {
        if !TAKEN.contains(&wanted.as_str()) && self.names.insert(wanted.clone()) {
            return wanted;
        }
        let number = self.numbers.entry(wanted.clone()).or_insert(1);
        loop {
            *number += 1;
            let name = format!("{wanted}_{number}");
            if self.names.insert(name.clone()) {
                return name;
            }
        }
    }

    /// Adds a puzzle.
    pub(super) fn puzzle(&mut self, name: &str, puzzle: &Puzzle) {
        let mut text = String::new();
        for line in puzzle.docs.iter().map(|line| plain(line)).filter(|line| !line.is_empty()) {
            let _ = writeln!(text, "/// {line}");
        }
        let _ = writeln!(text, "puzzle {name} {{");
        if let Some(title) = puzzle.title.as_deref().map(plain).filter(|title| !title.is_empty()) {
            let quoted = title.replace('\\', "\\\\").replace('"', "\\\"");
            let _ = writeln!(text, "    title \"{quoted}\"");
        }
        for statement in &puzzle.statements {
            let _ = writeln!(text, "    {statement}");
        }
        text.push_str("}\n");
        self.puzzles.push(text);
    }

    /// The file, as the formatter lays it out; empty without a puzzle.
    pub(super) fn text(&self, file: FileId) -> String {
        if self.puzzles.is_empty() {
            return String::new();
        }
        let mut text = "edition 2\n".to_owned();
        if !self.heading.is_empty() {
            let _ = writeln!(text, "//! {}", self.heading);
        }
        for module in &self.modules {
            let _ = writeln!(text, "use {module}");
        }
        for part in self.items.iter().chain(&self.puzzles) {
            let _ = write!(text, "\n{}\n", part.trim_end());
        }
        format(file, &text).unwrap_or(text)
    }
}

/// A text on one line, without hidden characters.
fn plain(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || hidden(c).is_some());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}
