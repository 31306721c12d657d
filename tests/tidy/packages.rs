//! The packages of the workspace: their table in ARCHITECTURE.md, their directions and their settings.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::sources::{files_below, from_root, report};
use crate::dependencies::cargo;

const ARCHITECTURE: &str = include_str!("../../ARCHITECTURE.md");

/// Everything that the checkers of plans and certificates may use.
const CHECKED_BY: [&str; 10] =
    ["base", "checker", "grammar", "model", "proofs", "script", "stdlib", "syntax", "task", "worlds-check"];

pub struct Package {
    /// Without `puzzlec-`.
    pub name: String,
    /// From the root of the workspace, with `/` at its end; the root is empty.
    pub folder: String,
    /// The packages of the workspace that it uses outside its tests.
    pub uses: BTreeSet<String>,
    published: bool,
    pub targets: Vec<Value>,
}

fn short(name: &str) -> String {
    name.strip_prefix("puzzlec-").unwrap_or(name).to_owned()
}

pub fn packages() -> Vec<Package> {
    let text = cargo(&["metadata", "--no-deps", "--offline", "--format-version", "1"]);
    let metadata: Value = serde_json::from_str(&text).unwrap();
    let read = |package: &Value| {
        let manifest = Path::new(package["manifest_path"].as_str().unwrap());
        let dependencies = package["dependencies"].as_array().unwrap().iter();
        let ours = dependencies.filter(|d| d["path"].is_string() && d["kind"].is_null());
        Package {
            name: short(package["name"].as_str().unwrap()),
            folder: from_root(manifest).strip_suffix("Cargo.toml").unwrap().to_owned(),
            uses: ours.map(|d| short(d["name"].as_str().unwrap())).collect(),
            published: package["publish"].is_null(),
            targets: package["targets"].as_array().unwrap().clone(),
        }
    };
    metadata["packages"].as_array().unwrap().iter().map(read).collect()
}

/// The words between backticks.
fn quoted(text: &str) -> BTreeSet<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn architecture_lists_the_packages() {
    let section = ARCHITECTURE.split("\n## ").find(|s| s.starts_with("Packages\n")).unwrap();
    let rows = section.lines().filter(|l| l.starts_with("| `"));
    let mut listed: BTreeSet<_> = rows
        .map(|row| {
            let cells: Vec<&str> = row.split('|').collect();
            (quoted(cells[1]).pop_first().unwrap(), quoted(cells[3]))
        })
        .collect();
    let mut broken = Vec::new();
    for Package { name, folder, uses, .. } in packages() {
        let folder = folder.strip_suffix('/').unwrap_or(".");
        let last = folder.rsplit('/').next().unwrap().replace('_', "-");
        if folder != "." && last != name {
            broken.push(format!("{folder}: its package is called {name}, not puzzlec-{last}"));
        }
        let words: Vec<String> = uses.iter().map(|used| format!("`{used}`")).collect();
        if !listed.remove(&(folder.to_owned(), uses)) {
            broken.push(format!("ARCHITECTURE.md needs the row | `{folder}` | … | {} |", words.join(", ")));
        }
    }
    broken
        .extend(listed.iter().map(|(folder, _)| format!("ARCHITECTURE.md: the row of `{folder}` is wrong")));
    report(&broken);
}

#[test]
fn checkers_are_built_without_searches() {
    let packages = packages();
    let mut open = vec!["checker", "proofs", "worlds-check", "verify"];
    let mut broken = Vec::new();
    while let Some(name) = open.pop() {
        let uses = &packages.iter().find(|p| p.name == name).unwrap().uses;
        for other in uses {
            match CHECKED_BY.iter().find(|allowed| *allowed == other) {
                Some(allowed) => open.push(allowed),
                None => broken.push(format!("puzzlec-{name} must not use puzzlec-{other}")),
            }
        }
    }
    report(&broken);
}

/// The lints demand docstrings and deny panics and printing.
#[test]
fn packages_have_the_lints_of_the_workspace_and_a_page() {
    let mut broken = Vec::new();
    for Package { folder, targets, .. } in packages() {
        let manifest =
            fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(&folder).join("Cargo.toml"));
        if !manifest.unwrap().contains("\n[lints]\nworkspace = true\n") {
            broken.push(format!("{folder}Cargo.toml: without the lints of the workspace"));
        }
        for target in targets.iter().filter(|t| t["kind"][0] == "lib") {
            let text = fs::read_to_string(target["src_path"].as_str().unwrap()).unwrap();
            if !text.starts_with("//! ") {
                broken.push(format!("{folder}src/lib.rs: begins with no description of the package"));
            }
        }
    }
    report(&broken);
}

/// A package that is published has its licences and every file that it embeds.
#[test]
fn published_packages_are_whole() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut broken = Vec::new();
    for Package { name, folder, .. } in packages().iter().filter(|p| p.published) {
        for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
            if fs::read(root.join(folder).join(licence)).ok() != fs::read(root.join(licence)).ok() {
                broken.push(format!("{folder}{licence}: not the licence of the workspace"));
            }
        }
        let mut embedded = Vec::new();
        for path in files_below(&root.join(folder).join("src")) {
            let text = fs::read_to_string(&path).unwrap();
            for call in ["include_str!(", "include_bytes!("] {
                let names = text.split(call).skip(1);
                let names = names.filter_map(|rest| rest.trim_start_matches("concat!(").split('"').nth(1));
                embedded
                    .extend(names.map(|name| inside(path.strip_prefix(root.join(folder)).unwrap(), name)));
            }
        }
        // The sources are in every list.
        embedded.retain(|file| file.as_ref().is_none_or(|file| !file.starts_with("src/")));
        if embedded.is_empty() {
            continue;
        }
        let package = if name == "puzzlec" { name.clone() } else { format!("puzzlec-{name}") };
        let list = cargo(&["package", "--list", "--offline", "--allow-dirty", "-p", &package]);
        for file in embedded {
            if !file.as_ref().is_some_and(|file| list.lines().any(|listed| listed.starts_with(file.as_str())))
            {
                broken.push(format!("{folder}: embeds {file:?}, which is not in its list of files"));
            }
        }
    }
    report(&broken);
}

/// A file, or the beginning of its path, as seen from the folder of a package; nothing if it lies outside.
fn inside(source: &Path, name: &str) -> Option<String> {
    let mut folders: Vec<&str> = source.parent()?.iter().map(|part| part.to_str().unwrap()).collect();
    let mut rest = name;
    while let Some(further) = rest.strip_prefix("../") {
        folders.pop()?;
        rest = further;
    }
    Some([folders.join("/").as_str(), rest].join("/").trim_start_matches('/').to_owned())
}
