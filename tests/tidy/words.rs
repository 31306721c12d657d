//! The wording of everything that users read: documents, help, messages, reports, comments of puzzles.
//!
//! The list has only phrases that are wrong in every context, so a match is always an error.

use std::fs;
use std::path::{Path, PathBuf};

use super::sources::{Source, report, sources};

/// A phrase, and the usual replacement. Compared in lower case, between characters that are no letters.
const PHRASES: [(&str, &str); 22] = [
    ("so many", "the number itself"),
    ("so much memory", "the amount itself"),
    ("nobody", "the part of the program, or the passive"),
    ("somebody", "the part of the program, or the passive"),
    ("whoever", "the person or part"),
    ("speaks of", "covers"),
    ("speak of", "cover"),
    ("is asked", "is called, runs"),
    ("are asked", "are called, run"),
    ("is told", "is reported, receives"),
    ("are told", "are reported, receive"),
    ("tells of", "reports"),
    ("told of", "reported"),
    ("says too much", "is not admissible"),
    ("say too much", "are not admissible"),
    ("a mistake of puzzlec", "an internal error, a bug in puzzlec"),
    ("mend", "fix"),
    ("mends", "fixes"),
    ("mended", "fixed"),
    ("anew", "again"),
    ("as it is is", "that does not change"),
    ("goes on from", "continues from"),
];

/// Folders with documents, puzzles and recorded output.
const FOLDERS: [&str; 8] = [
    "docs",
    "crates/base/codes",
    "stdlib",
    "examples",
    "src/cli/scaffold",
    "tests/golden",
    "lsp/editors",
    "benches",
];
/// Documents at the top.
const DOCUMENTS: [&str; 5] =
    ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"];
const KINDS: [&str; 6] = ["md", "json", "puzzle", "rhai", "trycmd", "toml"];
/// Not ours.
const FOREIGN: [&str; 2] = ["node_modules", "package-lock.json"];

/// The texts that users read, by path.
fn texts() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut open: Vec<PathBuf> = FOLDERS.iter().map(|f| root.join(f)).collect();
    let mut files: Vec<PathBuf> = DOCUMENTS.iter().map(|f| root.join(f)).collect();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if FOREIGN.iter().any(|f| path.ends_with(f)) {
                continue;
            }
            match path.is_dir() {
                true => open.push(path),
                false if path.extension().is_some_and(|e| KINDS.iter().any(|k| e == *k)) => files.push(path),
                false => {}
            }
        }
    }
    let mut texts: Vec<(String, String)> = files
        .into_iter()
        .filter_map(|file| {
            Some((file.strip_prefix(root).ok()?.display().to_string(), fs::read_to_string(&file).ok()?))
        })
        .collect();
    for source in sources().iter().filter(|s| !s.is_test()) {
        texts.push((source.path.clone(), messages(source)));
    }
    texts.sort();
    texts
}

/// A source without comments and names: of each line what follows the first quote, or all of it where a text goes on.
fn messages(source: &Source) -> String {
    let mut lines = Vec::new();
    let mut inside = false;
    for (_, code) in source.code() {
        let from = if inside { Some(0) } else { code.find('"') };
        lines.push(from.map_or("", |at| &code[at..]));
        inside = from.is_some() && code.ends_with('\\');
    }
    lines.join("\n")
}

/// The line of each place where the phrase stands by itself, also across the end of a line.
fn places(lower: &str, phrase: &str) -> Vec<usize> {
    let letter = |c: char| c.is_alphanumeric() || c == '_';
    let found = lower.match_indices(phrase).filter(|(at, _)| {
        let (before, after) = (lower[..*at].chars().next_back(), lower[at + phrase.len()..].chars().next());
        !before.is_some_and(letter) && !after.is_some_and(letter)
    });
    found.map(|(at, _)| lower[..at].matches('\n').count() + 1).collect()
}

/// Lines with a sentence that begins with "What" and is no question: `What is larger is searched.`
fn statements(text: &str) -> Vec<usize> {
    let begins = |at: usize| {
        at == 0 || ["\n", ". ", "* ", "- ", "| ", ": ", "\""].iter().any(|b| text[..at].ends_with(b))
    };
    let found = text.match_indices("What ").filter(|(at, _)| begins(*at));
    let found = found.filter(|(at, _)| {
        let rest = &text[*at..];
        let end = rest.find(['.', '?', '!', '|', '"']).unwrap_or(rest.len());
        !rest[end..].starts_with('?')
    });
    found.map(|(at, _)| text[..at].matches('\n').count() + 1).collect()
}

#[test]
fn texts_for_users_are_plain_english() {
    let texts = texts();
    assert!(texts.len() > 300, "the texts are not where this test looks");
    let mut broken = Vec::new();
    for (path, text) in &texts {
        let lower = text.to_lowercase();
        for (phrase, instead) in PHRASES {
            for line in
                places(&lower, phrase).into_iter().chain(places(&lower, &phrase.replacen(' ', "\n", 1)))
            {
                broken.push(format!("{path}:{line}: \"{phrase}\"; write: {instead}"));
            }
        }
        for line in statements(text) {
            broken.push(format!("{path}:{line}: a sentence begins with \"What\" and is no question"));
        }
    }
    broken.sort();
    broken.dedup();
    report(&broken);
}

#[test]
fn phrases_are_found() {
    assert_eq!(places("a\nso many cells, so manyfold", "so many"), [2]);
    assert_eq!(statements("What is it? A cell.\n* What is larger is left.\nsee What is\n"), [2]);
}
