//! The lists of places in CONTRIBUTING.md are true and complete.
//!
//! A section names an example: words that stand in the places of one goal form, lint, certificate or theory. Every
//! file with such a word is in the list, and every place of the list is there and has one, or the words that its
//! item names.

use std::fs;
use std::path::Path;

const TEXT: &str = include_str!("../CONTRIBUTING.md");
/// Sections with such lists.
const SECTIONS: [&str; 4] = ["A new goal form", "A new lint", "A new certificate", "A new theory"];
/// Where words of the examples are looked for.
const ROOTS: [&str; 8] = ["Cargo.toml", "crates", "src", "lsp/src", "grammar", "docs", "stdlib", "tests"];
/// Files in which they are.
const KINDS: [&str; 10] = ["rs", "pest", "js", "json", "md", "toml", "txt", "puzzle", "trycmd", "scm"];
/// Made by tools, not by hand.
const MADE: [&str; 2] = ["grammar/tree-sitter-puzzle/src/", "node_modules/"];

struct Section {
    title: &'static str,
    /// Words of the example.
    words: Vec<&'static str>,
    items: Vec<Item>,
}

struct Item {
    /// A file, or a folder with `/` at its end.
    place: &'static str,
    /// What its text has; nothing for a word of the example.
    words: Vec<&'static str>,
}

/// What stands between backticks.
fn quoted(text: &'static str) -> Vec<&'static str> {
    text.split('`').skip(1).step_by(2).collect()
}

fn sections() -> Vec<Section> {
    let read = |section: &'static str| {
        let (title, body) = section.split_once('\n').unwrap();
        let example = body.split("\n\n").find(|p| p.trim_start().starts_with("Example:"))?;
        let list = body.split("\n\n").find(|p| p.trim_start().starts_with("* "))?;
        let items = list.trim_start().strip_prefix("* ")?.split("\n* ").map(|item| {
            let mut words = quoted(item);
            Item { place: words.remove(0), words }
        });
        Some(Section { title, words: quoted(example), items: items.collect() })
    };
    TEXT.split("\n## ").skip(1).filter_map(read).collect()
}

/// Whether a word stands in a text, not as a part of a longer one.
fn stands_in(word: &str, text: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        let joined = word.starts_with(inside) && before.ends_with(inside)
            || word.ends_with(inside) && after.starts_with(inside);
        !joined
    })
}

/// A file, or all files below a folder, with their texts.
fn files(place: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut open = vec![place.trim_end_matches('/').to_owned()];
    while let Some(name) = open.pop() {
        let path = Path::new(&name);
        if MADE.iter().any(|m| format!("{name}/").contains(m)) {
            continue;
        }
        if path.is_dir() {
            let inside = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
            open.extend(inside.map(|path| path.to_str().unwrap().replace('\\', "/")));
        } else if path.extension().is_some_and(|e| KINDS.iter().any(|k| e == *k)) {
            let text = String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned();
            found.push((name, text));
        }
    }
    found.sort();
    found
}

#[test]
fn lists_of_places_are_true_and_complete() {
    let sections = sections();
    let titles: Vec<_> = sections.iter().map(|s| s.title).collect();
    assert_eq!(titles, SECTIONS, "sections with an example and a list");
    let all: Vec<(String, String)> = ROOTS.iter().flat_map(|root| files(root)).collect();
    let mut wrong = Vec::new();
    for section in &sections {
        let title = section.title;
        let has_word = |text: &str| section.words.iter().any(|w| stands_in(w, text));
        for Item { place, words } in &section.items {
            let texts = match Path::new(place) {
                path if path.is_dir() => files(place).into_iter().map(|f| f.1).collect(),
                path => fs::read_to_string(path).into_iter().collect::<Vec<_>>(),
            };
            if texts.is_empty() {
                wrong.push(format!("{title}: `{place}` is not there"));
            } else if words.is_empty() && !texts.iter().any(|t| has_word(t)) {
                wrong.push(format!("{title}: `{place}` names nothing of the example"));
            }
            for word in words.iter().filter(|w| !texts.iter().any(|t| stands_in(w, t))) {
                wrong.push(format!("{title}: `{place}` has no `{word}`"));
            }
        }
        let listed = |name: &str| {
            let holds = |i: &Item| name == i.place || i.place.ends_with('/') && name.starts_with(i.place);
            section.items.iter().any(holds)
        };
        for (name, _) in all.iter().filter(|(name, text)| has_word(text) && !listed(name)) {
            wrong.push(format!("{title}: `{name}` is not in the list"));
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}
