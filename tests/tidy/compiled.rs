//! Every test is compiled, once, and libraries are not compiled again for their tests.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::packages::{Package, packages};
use super::sources::{files_below, from_root, report, sources};

/// The package with tests inside its library.
const TESTED_INSIDE: &str = "lsp/";
/// Modules that several crates of tests have.
const SHARED: &str = "/support/";

/// Adds the modules that a file declares to the files that are compiled with it.
fn follow(file: PathBuf, root: bool, compiled: &mut BTreeSet<String>) {
    let Ok(text) = fs::read_to_string(&file) else { return };
    let beside = file.parent().unwrap().to_path_buf();
    let own = if root || file.ends_with("mod.rs") { beside.clone() } else { file.with_extension("") };
    compiled.insert(from_root(&file));
    let (mut given, mut inside) = (None, None);
    for line in text.lines() {
        let bare = line.trim().strip_prefix("pub ").unwrap_or(line.trim());
        if let Some(path) = bare.strip_prefix("#[path = \"") {
            given = Some(path.trim_end_matches("\"]"));
        } else if let Some(name) = bare.strip_prefix("mod ").and_then(|m| m.strip_suffix(" {")) {
            inside = Some(given.take().map_or(own.join(name), |path| beside.join(path)));
        } else if let Some(name) = bare.strip_prefix("mod ").and_then(|m| m.strip_suffix(';')) {
            let folder = inside.as_ref().unwrap_or(&own);
            let candidates = match given.take() {
                Some(path) => vec![inside.as_ref().unwrap_or(&beside).join(path)],
                None => vec![folder.join(format!("{name}.rs")), folder.join(name).join("mod.rs")],
            };
            for file in candidates {
                follow(plain(&file), false, compiled);
            }
        } else if line == "}" {
            inside = None;
        }
    }
}

/// A path without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        if part.as_os_str() == ".." {
            plain.pop();
        } else {
            plain.push(part);
        }
    }
    plain
}

#[test]
fn every_file_of_tests_is_in_a_crate() {
    let mut broken = Vec::new();
    let sources = sources();
    for Package { folder, targets, .. } in packages() {
        let mut crates = BTreeMap::new();
        for target in targets.iter().filter(|t| t["kind"][0] == "test") {
            let mut compiled = BTreeSet::new();
            follow(target["src_path"].as_str().unwrap().into(), true, &mut compiled);
            for file in compiled {
                *crates.entry(file).or_insert(0) += 1;
            }
        }
        for file in files_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join(&folder).join("tests")) {
            let file = from_root(&file);
            let number = crates.get(&file).copied().unwrap_or(0);
            if number == 0 || number > 1 && !file.contains(SHARED) {
                broken.push(format!("{file} is in {number} crates of tests"));
            }
        }
        let ours = sources.iter().filter(|s| s.is_in(&format!("{folder}src")) && folder != TESTED_INSIDE);
        for source in ours.filter(|s| s.text.lines().any(|l| l.trim() == "#[cfg(test)]")) {
            if !crates.contains_key(&source.path) {
                broken.push(format!("{}: its tests belong in `tests`", source.path));
            }
        }
    }
    report(&broken);
}

#[test]
fn no_library_is_compiled_again_for_tests() {
    let mut broken = Vec::new();
    for Package { folder, targets, .. } in packages() {
        for target in targets.iter().filter(|t| t["kind"][0] == "lib" || t["kind"][0] == "bin") {
            if target["test"] == true && folder != TESTED_INSIDE {
                broken.push(format!("{folder}Cargo.toml: {} without `test = false`", target["name"]));
            }
            if target["doctest"] == true && folder.starts_with("crates/") {
                broken.push(format!("{folder}Cargo.toml: {} without `doctest = false`", target["name"]));
            }
        }
    }
    report(&broken);
}
