//! The sources, read as text.

use std::fs;
use std::path::Path;

/// A source file: its path under `src` and its text.
pub struct Source {
    pub path: String,
    pub text: String,
}

impl Source {
    pub fn module(&self) -> &str {
        let first = self.path.split('/').next().unwrap();
        first.strip_suffix(".rs").unwrap_or(first)
    }

    pub fn is_test(&self) -> bool {
        self.path.ends_with("tests.rs") || self.path.contains("/tests/")
    }

    /// The lines of code with their numbers: no comments, and nothing after `#[cfg(test)]`.
    pub fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().enumerate().map(|(i, l)| (i + 1, l));
        let lines = lines.take_while(|(_, l)| l.trim() != "#[cfg(test)]");
        lines.map(|(i, l)| (i, l.split("//").next().unwrap_or(l)))
    }
}

pub fn sources() -> Vec<Source> {
    sources_below("src")
}

pub fn sources_below(folder: &str) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut found = Vec::new();
    let mut open = vec![root.clone()];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let name = path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
                found.push(Source { path: name, text: fs::read_to_string(&path).unwrap() });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(found.len() > 20, "the sources are not where this test looks");
    found
}

pub fn report(broken: &[String]) {
    assert!(broken.is_empty(), "\n{}\n", broken.join("\n"));
}

/// A text of Rust without comments and what stands in quotes; lines stay where they are.
pub fn bare(text: &str) -> String {
    let mut bare = String::new();
    let mut rest = text;
    let lines = |text: &str| "\n".repeat(text.matches('\n').count());
    while let Some(c) = rest.chars().next() {
        let raw = rest.trim_start_matches('b').strip_prefix('r').map(|r| r.trim_start_matches('#'));
        let begins = !bare.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if let Some(inside) = raw.filter(|r| begins && r.starts_with('"')) {
            let open = rest.len() - inside.len() + 1;
            let close = format!("\"{}", "#".repeat(rest[..open].matches('#').count()));
            rest[open..].find(&close).map_or(rest.len(), |end| open + end + close.len())
        } else if c == '"' {
            let mut escaped = false;
            let end = rest[1..].find(|c| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            end.map_or(rest.len(), |end| end + 2)
        } else if c == '\'' {
            // A character, or the name of a lifetime.
            let mut inside = rest[1..].char_indices();
            match (inside.next(), inside.next()) {
                (Some((_, '\\')), Some(_)) => rest[3..].find('\'').map_or(rest.len(), |end| end + 4),
                (Some(_), Some((end, '\''))) => end + 2,
                _ => 0,
            }
        } else {
            0
        };
        if length == 0 {
            bare.push(c);
            rest = &rest[c.len_utf8()..];
        } else {
            bare.push_str(&lines(&rest[..length]));
            bare.push(' ');
            rest = &rest[length..];
        }
    }
    bare
}

#[test]
fn quotes_and_comments_are_no_code() {
    let text = "a /* b\n */ c // d\n\"e\\\"f\" 'g' '\\'' &'h i r#\"j\"k\"# b\"l\" m_r";
    let words: Vec<String> = bare(text).split_whitespace().map(str::to_owned).collect();
    assert_eq!(words, ["a", "c", "&'h", "i", "b", "m_r"]);
    assert_eq!(bare(text).lines().count(), 3);
}
