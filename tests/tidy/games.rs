//! A game is known only at home, and its checker shares nothing with its solver.

use super::UNCHECKED;
use super::sources::{bare, report, sources, sources_below};

/// Words of a game, and the theory where they are at home.
const GAMES: [(&[&str], &str); 1] = [(&["peg", "jump"], "peg_solitaire")];
/// The one place that names the folders of games: their table.
const GAMES_TABLE: &str = "theories.rs";

#[test]
fn a_game_is_known_only_at_home() {
    let mut broken = Vec::new();
    for (folder, source) in
        ["src", "lsp/src"].map(|f| sources_below(f).into_iter().map(move |s| (f, s))).into_iter().flatten()
    {
        for (words, module) in GAMES {
            let home = format!("theories/{module}");
            // Importers name the games whose formats they read.
            let importer = source.path == "import.rs" || source.path.starts_with("import/");
            if folder == "src" && (source.path.starts_with(&home) || importer) {
                continue;
            }
            for (number, line) in bare(&source.text).lines().enumerate() {
                let names = line.split(|c: char| !c.is_alphanumeric() && c != '_');
                let table = folder == "src" && source.path == GAMES_TABLE && line.contains(module);
                for name in names.filter(|n| !table && words.iter().any(|w| n.to_lowercase().contains(w))) {
                    let place = format!("{folder}/{}:{}", source.path, number + 1);
                    broken.push(format!("{place}: `{name}` is a word of src/{home}"));
                }
            }
        }
    }
    report(&broken);
}

/// The checker of a theory may name these of the program, and the proofs that its theory writes.
const CHECKERS_NAME: [&str; 8] = [
    "base::",
    "model::",
    "syntax::ast::",
    "engine::SearchContext",
    "engine::certificate::",
    "engine::verify::Unproved",
    "engine::verify::variable",
    "engine::verify::checker::",
];

#[test]
fn checkers_of_theories_share_nothing_with_their_solvers() {
    let mut broken = Vec::new();
    let mut files = 0;
    for source in sources().iter().filter(|s| s.path.starts_with("theories/")) {
        let parts: Vec<&str> = source.path.split('/').collect();
        // How many `super` lead from a file to the module of its theory; its proofs name nothing else.
        let (depth, proofs) = match parts.as_slice() {
            [_, _, "check.rs"] => (1, false),
            [_, _, "check", _] => (2, false),
            [_, _, "proof.rs"] => (1, true),
            [_, _, "check" | "proof", ..] => {
                panic!("src/{}: a checker that this test does not know", source.path)
            }
            _ => continue,
        };
        files += usize::from(!proofs);
        let code = bare(&source.text);
        let code = code.split("#[cfg(test)]").next().unwrap();
        for path in paths(code) {
            let own = path.strip_prefix(&"super::".repeat(depth));
            let fits = match (path.strip_prefix("crate::"), own) {
                (Some(named), _) if proofs => {
                    named.starts_with("base::") || named.starts_with("engine::certificate::")
                }
                // Of tasks the types, and nothing that works with them.
                (Some(named), _) => {
                    let of_task = named.strip_prefix("task::");
                    of_task.is_some_and(|t| t.starts_with(|c: char| c.is_uppercase()))
                        || CHECKERS_NAME.iter().any(|allowed| named.starts_with(allowed))
                }
                (None, Some(own)) => own.starts_with("proof::"),
                (None, None) => true,
            };
            if !fits {
                broken.push(format!("src/{}: a checker must not name `{path}`", source.path));
            }
        }
        for word in UNCHECKED
            .iter()
            .filter(|word| code.split(|c: char| !c.is_alphanumeric() && c != '_').any(|name| name == **word))
        {
            broken.push(format!("src/{}: a checker must not name `{word}`", source.path));
        }
    }
    assert!(files > 0, "the checkers are not where this test looks");
    report(&broken);
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
