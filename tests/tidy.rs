//! The house rules that the compiler does not know: layers inside packages, who may name what, sizes of files, a
//! page for every code.

mod compiled;
mod games;
mod packages;
mod sources;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use puzzlec_base::diag::all_codes;
use sources::{report, sources};

/// Folders whose modules form no circle: none is used by a module that it uses, directly or through others.
const WITHOUT_CIRCLES: [&str; 7] = [
    "crates/analysis/src",
    "crates/model/src",
    "crates/model/src/lower",
    "crates/model/src/scope",
    "crates/render/src",
    "lsp/src",
    "src/cli",
];

/// Layers inside a package, from the ground up: a module names only its own row and those before it. Modules in no
/// row stand above all rows.
const LAYERS: [(&str, &[&[&str]]); 4] = [
    // Files are read and found without their meaning.
    ("crates/model/src", &[&["project"]]),
    ("crates/render/src", &[&["import"]]),
    (
        "crates/search/src",
        &[
            &["kernel"],
            &[
                "connected",
                "counts",
                "goals",
                "ground",
                "invariants",
                "inverse",
                "packed",
                "possible",
                "relaxed",
                "symmetry",
            ],
        ],
    ),
    (
        "lsp/src",
        &[
            &["position", "pool", "token_cache", "settings", "uri"],
            &["client"],
            // Jobs report events, and a request's snapshot has the results of jobs.
            &["convert", "event", "jobs", "outcome", "publish", "request"],
            &["features"],
            &["capabilities"],
            &["dispatch"],
            &["server"],
            &["stdio"],
        ],
    ),
];

/// Words that stand only in the places given: files without their ending, and folders.
const RESERVED: [(&[&str], &[&str]); 18] = [
    (&["microlp", "highs"], &["crates/theories/peg_solitaire/src"]),
    (&["pest", "pest_derive"], &["crates/syntax/src", "grammar/src"]),
    (&["strsim"], &["crates/base/src/diag/suggest"]),
    (&["percent_encoding"], &["crates/render/src/sarif", "lsp/src/uri", "src/cli/serve"]),
    // What holds others of its kind is walked in one place; the model gives it its meaning.
    (
        &["ExprKind::Binary", "ExprKind::Quantified", "GoalKind::Or"],
        &["crates/syntax/src", "crates/model/src"],
    ),
    (&["miette"], &["crates/render/src/terminal"]),
    (&["rhai::Engine", "Engine::new"], &["crates/script/src/sandbox"]),
    (&["clap", "clap_complete", "ctrlc", "ignore", "indicatif", "terminal_size"], &["src/cli"]),
    (&["ratatui", "crossterm"], &["src/cli/play", "src/cli/terminal"]),
    (&["timely", "blake3"], &["src/cli/workers"]),
    (&["getrandom", "std::net"], &["src/cli/workers", "src/cli/serve"]),
    (&["hyper", "hyper_util", "http_body_util", "tokio", "constant_time_eq"], &["src/cli/serve"]),
    (&["resvg", "gif", "dejavu"], &["crates/render/src/raster"]),
    (&["toml"], &["crates/model/src/project/manifest"]),
    (
        &["std::fs", "std::env", "std::io", "File::open"],
        &[
            "src/cli",
            "lsp/src",
            "crates/verify/src/main",
            "crates/model/src/project/disk",
            "crates/render/src/certificate",
        ],
    ),
    (
        &["std::thread", "std::time::Instant", "Instant::now", "SystemTime"],
        &["src/cli", "lsp/src", "crates/verify/src/main"],
    ),
    (&["std::process"], &["src/cli", "src/main", "crates/verify/src/main"]),
    // Nothing but the protocol stands on the server's output.
    (
        &["std::io::stdin", "std::io::stdout", "io::stdin", "io::stdout"],
        &["src/cli", "lsp/src/stdio", "crates/verify/src/main"],
    ),
];

const LONGEST_FILE: usize = 500;

#[test]
fn nothing_points_back() {
    let mut broken = Vec::new();
    let sources = sources();
    for (folder, rows) in LAYERS {
        let place = |m: &str| rows.iter().position(|row| row.contains(&m)).unwrap_or(rows.len());
        let ours: Vec<_> = sources.iter().filter(|s| s.is_in(folder) && s.module() != "lib").collect();
        let modules: BTreeSet<&str> = ours.iter().map(|s| s.module()).collect();
        for source in ours.iter().filter(|s| !s.is_test()) {
            let (module, named) = (source.module(), source.named());
            let above = |other: &&String| modules.contains(&***other) && place(other) > place(module);
            for other in named.iter().filter(above) {
                broken.push(format!("{}: `{module}` must not name `{other}`", source.path));
            }
        }
        for module in rows.iter().flat_map(|row| row.iter()).filter(|m| !modules.contains(**m)) {
            broken.push(format!("{folder}: no module is called `{module}`"));
        }
    }
    report(&broken);
}

#[test]
fn modules_form_no_circle() {
    let mut broken = Vec::new();
    let sources = sources();
    for folder in WITHOUT_CIRCLES {
        let mut uses: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        for source in sources.iter().filter(|s| !s.is_test()) {
            if let Some(module) = source.module_below(folder).filter(|module| *module != "lib") {
                uses.entry(module).or_default().extend(source.named_below(folder));
            }
        }
        assert!(uses.len() > 5, "{folder}: the modules are not where this test looks");
        // Whatever uses no other module is in no circle.
        loop {
            let left: BTreeSet<&str> = uses.keys().copied().collect();
            uses.retain(|module, named| named.iter().any(|n| n != module && left.contains(n.as_str())));
            if uses.len() == left.len() {
                break;
            }
        }
        let left: BTreeSet<&str> = uses.keys().copied().collect();
        for (module, named) in &uses {
            let named: Vec<&str> =
                named.iter().map(String::as_str).filter(|n| n != module && left.contains(n)).collect();
            broken.push(format!("{folder}: `{module}` is in a circle, through {}", named.join(", ")));
        }
    }
    report(&broken);
}

#[test]
fn what_is_reserved_is_named_only_at_home() {
    let mut broken = Vec::new();
    for source in sources().iter().filter(|s| !s.is_test()) {
        for (number, line) in source.code() {
            for (words, homes) in RESERVED {
                let at_home = homes.iter().any(|home| {
                    source.path.strip_prefix(home).is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
                });
                for word in words.iter().filter(|w| !at_home && stands_in(w, line)) {
                    let path = &source.path;
                    broken.push(format!("{path}:{number}: `{word}` belongs to {}", homes.join(", ")));
                }
            }
        }
    }
    report(&broken);
}

/// The lints against panics and printing are policy: no file lifts them for itself.
#[test]
fn nothing_lifts_the_lints() {
    let mut broken = Vec::new();
    for source in sources().iter().filter(|s| !s.is_test()) {
        for (number, line) in source.code() {
            let lifts = line.contains("allow(") || line.contains("expect(");
            let lints = ["unwrap_used", "expect_used", "indexing_slicing", "clippy::panic", "clippy::print"];
            if lifts && lints.iter().any(|lint| line.contains(lint)) {
                broken.push(format!("{}:{number}: lifts a lint", source.path));
            }
        }
    }
    report(&broken);
}

/// Whether a path or macro stands in a line as a whole: not as a part of a longer word.
fn stands_in(word: &str, line: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(i, _)| {
        let before = line[..i].chars().next_back().is_some_and(inside);
        let after = line[i + word.len()..].chars().next().is_some_and(inside);
        // The name of a package counts only as the beginning of a path.
        let path = word.contains(':') || line[i + word.len()..].starts_with("::");
        !before && !after && path
    })
}

/// Conditions have interpreters of their own in the checker; those of the task are the searches'.
#[test]
fn the_checker_interprets_conditions_itself() {
    let mut broken = Vec::new();
    for source in sources().iter().filter(|s| s.is_in("crates/checker/src")) {
        for (number, _) in source.code().filter(|(_, line)| {
            [".holds(", ".applies(", "Parts::new(", "set.parts("].iter().any(|w| line.contains(w))
        }) {
            broken.push(format!("{}:{number}: the checker interprets conditions itself", source.path));
        }
    }
    report(&broken);
}

#[test]
fn files_are_small_and_well_named() {
    let mut broken = Vec::new();
    for source in sources() {
        let lines = source.text.lines().count();
        // The tree of the language is one list of types that nobody reads from top to bottom.
        if lines > LONGEST_FILE && source.path != "crates/syntax/src/ast.rs" {
            broken.push(format!("{}: {lines} lines, more than {LONGEST_FILE}", source.path));
        }
        for part in source.path.split('/') {
            if ["mod.rs", "util", "util.rs", "utils", "utils.rs", "helpers.rs"].contains(&part) {
                broken.push(format!("{}: no file or module is called `{part}`", source.path));
            }
        }
        let names_util =
            source.code().any(|(_, l)| ["mod util", "mod utils"].iter().any(|w| stands_in_plain(w, l)));
        if names_util {
            broken.push(format!("{}: no module is called `util`", source.path));
        }
    }
    report(&broken);
}

fn stands_in_plain(word: &str, line: &str) -> bool {
    line.match_indices(word)
        .any(|(i, _)| !line[i + word.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_'))
}

#[test]
fn every_code_has_a_page_and_every_page_a_code() {
    let mut broken = Vec::new();
    let codes: BTreeSet<String> = all_codes().iter().map(|c| format!("{}.md", c.as_str())).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/base/codes");
    let pages: BTreeSet<String> =
        fs::read_dir(root).unwrap().map(|e| e.unwrap().file_name().to_str().unwrap().to_owned()).collect();
    for page in codes.symmetric_difference(&pages) {
        broken.push(format!("crates/base/codes/{page}: a page without a code or a code without a page"));
    }
    for code in all_codes() {
        let info = code.info();
        let heading = format!("# {}: {}\n\n", info.number, info.title);
        if !info.page.starts_with(&heading) {
            broken.push(format!("crates/base/codes/{}.md must begin with `{}`", info.number, heading.trim()));
        }
    }
    report(&broken);
}
