//! What dependencies ask for: no newer Rust than `Cargo.toml` promises, and licences that `deny.toml` allows.
//!
//! Looks at the packages for this system, which a build has downloaded.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use serde_json::Value;

/// The output of cargo at the root of the workspace.
pub fn cargo(arguments: &[&str]) -> String {
    let root = env!("CARGO_MANIFEST_DIR");
    let output = Command::new(env!("CARGO")).args(arguments).current_dir(root).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn packages() -> Vec<Value> {
    let version = cargo(&["-vV"]);
    let host = version.lines().find_map(|l| l.strip_prefix("host: ")).unwrap();
    let text =
        cargo(&["metadata", "--locked", "--offline", "--format-version", "1", "--filter-platform", host]);
    let metadata: Value = serde_json::from_str(&text).unwrap();
    let all = metadata["packages"].as_array().unwrap().clone();
    assert!(all.len() > 50, "{}", all.len());
    all
}

/// A version as numbers.
fn version(text: &str) -> Vec<u32> {
    let mut parts: Vec<u32> = text.split('.').map(|p| p.parse().unwrap()).collect();
    parts.resize(3, 0);
    parts
}

#[test]
fn no_dependency_needs_a_newer_rust() {
    let ours = version(env!("CARGO_PKG_RUST_VERSION"));
    for package in packages() {
        if let Some(theirs) = package["rust_version"].as_str() {
            assert!(version(theirs) <= ours, "{} needs Rust {theirs}", package["name"]);
        }
    }
}

/// Whether one of the alternatives of a licence expression consists of allowed licences.
fn allowed(expression: &str, list: &[String]) -> bool {
    let expression = expression.replace('/', " OR ");
    // `(A OR B) AND C`: every bracket and licence between `AND` has an allowed alternative.
    expression.split(" AND ").all(|part| {
        let part = part.trim_matches(['(', ')']);
        part.split(" OR ").any(|licence| list.iter().any(|l| l == licence.trim().trim_end_matches('+')))
    })
}

/// What stands in quotes.
fn quoted(text: &str) -> Vec<String> {
    text.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn every_licence_is_allowed() {
    let deny = fs::read_to_string("deny.toml").unwrap();
    let after = |key: &str| deny.split_once(key).unwrap().1;
    let usual = quoted(after("\nallow = [").split(']').next().unwrap());
    assert!(usual.iter().any(|l| l == "MIT"), "{usual:?}");
    let exceptions = after("\nexceptions = ").lines().next().unwrap();
    let exceptions: Vec<Vec<String>> = exceptions.split('}').map(quoted).collect();
    for package in packages() {
        let (name, expression) = (package["name"].as_str().unwrap(), package["license"].as_str());
        let expression = expression.unwrap_or_else(|| panic!("{name} states no licence"));
        let mut list = usual.clone();
        for exception in exceptions.iter().filter(|e| e.first().is_some_and(|e| e == name)) {
            list.extend_from_slice(&exception[1..]);
        }
        assert!(allowed(expression, &list), "{name}: {expression}");
    }
}

/// The page of certificates lists what the checker alone is built from.
#[test]
fn the_packages_of_the_checker_are_listed() {
    let tree = cargo(&[
        "tree",
        "--locked",
        "--offline",
        "-p",
        "puzzlec-verify",
        "-e",
        "normal,no-proc-macro",
        "--prefix",
        "none",
        "--target",
        "x86_64-unknown-linux-gnu",
        "--format",
        "{p}",
    ]);
    let built: BTreeSet<&str> = tree.lines().filter_map(|line| line.split(' ').next()).collect();
    let page = fs::read_to_string("docs/certificates.md").unwrap();
    let section = page.split("## The checker alone").nth(1).unwrap().split("\n## ").next().unwrap();
    let list = section.split("Of this project these are").nth(1).unwrap();
    let listed: BTreeSet<&str> = list.split('`').skip(1).step_by(2).collect();
    assert_eq!(listed, built);
}

/// What the program is built from has the same features in tests, so that nothing is compiled twice.
#[test]
fn run_and_test_share_what_they_compile() {
    let tree = |more: &[&str]| -> BTreeSet<String> {
        let text = cargo(&[&["tree", "--offline", "--prefix", "none", "-f", "{p}|{f}"], more].concat());
        text.lines().map(|line| line.trim_end_matches(" (*)").to_owned()).collect()
    };
    let (run, test) = (tree(&["-p", "puzzlec", "-e", "no-dev"]), tree(&["-e", "all"]));
    assert!(run.len() > 100, "{}", run.len());
    let twice: Vec<&String> = run.difference(&test).collect();
    assert!(twice.is_empty(), "for tests these have more features; name them in `same-features`: {twice:#?}");
}
