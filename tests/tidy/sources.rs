//! The sources, read as text.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::packages::packages;

/// A source file: its path from the root of the workspace, the folder of its package's sources, and its text.
pub struct Source {
    pub path: String,
    folder: String,
    pub text: String,
}

impl Source {
    /// The path below the sources of its package.
    fn inside(&self) -> &str {
        self.path[self.folder.len()..].trim_start_matches('/')
    }

    pub fn is_in(&self, folder: &str) -> bool {
        self.folder == folder
    }

    /// The module at the top of its package.
    pub fn module(&self) -> &str {
        self.inside().split(['/', '.']).next().unwrap()
    }

    pub fn is_test(&self) -> bool {
        self.path.ends_with("tests.rs") && self.text.contains("#[test]")
    }

    /// The lines of code with their numbers: no comments, and nothing after `#[cfg(test)]`.
    pub fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().enumerate().map(|(i, l)| (i + 1, l));
        let lines = lines.take_while(|(_, l)| l.trim() != "#[cfg(test)]");
        lines.map(|(i, l)| (i, l.split("//").next().unwrap_or(l)))
    }

    /// The modules at the top of its package that it names.
    pub fn named(&self) -> BTreeSet<String> {
        self.named_below(&self.folder)
    }

    /// The module directly below a folder of modules to which it belongs, if it does.
    pub fn module_below(&self, folder: &str) -> Option<&str> {
        self.path.strip_prefix(folder)?.strip_prefix('/')?.split(['/', '.']).next()
    }

    /// The modules directly below a folder of its package that it names; it lies below the folder as well.
    pub fn named_below(&self, folder: &str) -> BTreeSet<String> {
        let code = bare(&self.text);
        let inside = self.path[folder.len()..].trim_start_matches('/');
        let up = "super::".repeat(inside.split('/').count());
        let down: String = folder[self.folder.len()..]
            .split('/')
            .filter(|m| !m.is_empty())
            .map(|m| format!("{m}::"))
            .collect();
        let rests = paths(code.split("#[cfg(test)]").next().unwrap());
        let below = |path: &'_ String| {
            let rest = path.strip_prefix("crate::").and_then(|rest| rest.strip_prefix(&down));
            rest.or_else(|| path.strip_prefix(&up)).map(str::to_owned)
        };
        let modules = rests.iter().filter_map(below);
        modules
            .filter_map(|rest| rest.split("::").next().map(str::to_owned))
            .filter(|m| m.starts_with(|c: char| c.is_lowercase()) && m != "super")
            .collect()
    }
}

/// The sources of all packages.
pub fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for folder in packages().iter().map(|p| format!("{}src", p.folder)) {
        for path in files_below(&root.join(&folder)) {
            let text = fs::read_to_string(&path).unwrap();
            found.push(Source { path: from_root(&path), folder: folder.clone(), text });
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(found.len() > 500, "the sources are not where this test looks");
    found
}

/// The files of Rust in a folder and its folders; none if there is no such folder.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(directory).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                found.push(path);
            }
        }
    }
    found
}

/// A path from the root of the workspace, with `/`.
pub fn from_root(path: &Path) -> String {
    let inside = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap();
    inside.to_str().unwrap().replace('\\', "/")
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

/// The paths that begin with `crate::` or `super::`, those of lists in braces one by one.
fn paths(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    let begins = code.match_indices("crate::").chain(code.match_indices("super::"));
    for (at, _) in begins.filter(|(at, _)| !code[..*at].ends_with("::") && !code[..*at].ends_with('_')) {
        let mut open: Vec<String> = Vec::new();
        let mut path = String::new();
        for c in code[at..].chars() {
            match c {
                '{' => open.push(path.clone()),
                ',' | '}' if !open.is_empty() => {
                    found.extend((!path.ends_with("::")).then(|| path.clone()));
                    if c == '}' {
                        open.pop();
                    }
                    path = open.last().cloned().unwrap_or_default();
                    if open.is_empty() {
                        break;
                    }
                }
                c if c.is_alphanumeric() || c == '_' || c == ':' => path.push(c),
                c if c.is_whitespace() && !open.is_empty() => {}
                _ => {
                    found.extend((!path.is_empty()).then(|| path.clone()));
                    break;
                }
            }
        }
    }
    found
}

#[test]
fn paths_of_lists_are_told_apart() {
    let code = "use crate::a::{b, c::{D, e}, F};\nuse super::g;\nlet x = crate::h::I::new();";
    assert_eq!(
        paths(code),
        ["crate::a::b", "crate::a::c::D", "crate::a::c::e", "crate::a::F", "crate::h::I::new", "super::g"]
    );
}
