//! Every test is compiled, and the library only once for all.

use std::fs;
use std::path::Path;

use super::sources::{report, sources};

/// Sources with tests of what is private, and the file of tests that compiles them, as the library does not.
const INSIDE: [(&str, &str); 2] =
    [("cli/play/terminal.rs", "tests/terminal.rs"), ("theories/coin_moving/construct.rs", "tests/games.rs")];

#[test]
fn every_file_of_tests_is_in_a_crate() {
    let mut broken = Vec::new();
    for package in ["", "lsp/"] {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(package);
        let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
        let crates: Vec<&str> =
            manifest.split("[[test]]\nname = \"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let texts: Vec<String> = crates
            .iter()
            .map(|name| fs::read_to_string(root.join(format!("tests/{name}.rs"))).unwrap())
            .collect();
        assert!(!crates.is_empty());
        for entry in fs::read_dir(root.join("tests")).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().and_then(|name| name.to_str()).unwrap();
            if path.extension().is_none_or(|e| e != "rs") || crates.contains(&name) {
                continue;
            }
            let line = format!("mod {name};");
            let named = texts.iter().filter(|text| text.lines().any(|l| l.trim() == line)).count();
            if named != 1 {
                broken.push(format!("{package}tests/{name}.rs is in {named} crates of tests"));
            }
        }
    }
    report(&broken);
}

#[test]
fn tests_in_the_sources_are_compiled() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut broken = Vec::new();
    for source in sources().iter().filter(|s| s.text.lines().any(|l| l.trim() == "#[cfg(test)]")) {
        if !INSIDE.iter().any(|(path, _)| *path == source.path) {
            broken.push(format!("src/{}: its tests belong in `tests`", source.path));
        }
    }
    for (source, by) in INSIDE {
        let folder = source.rsplit_once('/').unwrap().0;
        let text = fs::read_to_string(root.join(by)).unwrap();
        if ![source, folder].iter().any(|path| text.contains(&format!("#[path = \"../src/{path}\"]"))) {
            broken.push(format!("{by} does not compile src/{source}"));
        }
    }
    report(&broken);
}
