//! The house rules that a compiler does not know: layers, who may name what, sizes of files, a page
//! for every code.

mod crates;
mod games;
mod sources;
mod words;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use puzzlec_base::diag::all_codes;
use sources::{report, sources, sources_below};

/// The layers from the ground up; a module names only its own layer and those before it. What stands
/// on one line may name each other's values only one way round, which the order in the line gives.
const LAYERS: [&str; 12] = [
    "base", "algebra", "diag", "syntax", "script", "project", "model", "task", "engine", "theories",
    "analysis", "render",
];
/// Above all layers.
const TOP: &str = "cli";
/// Outside the order: files are laid out from the tree alone, and texts of other tools become files.
const BESIDE: [(&str, &[&str]); 2] =
    [("format", &["base", "diag", "syntax"]), ("import", &["base", "diag", "syntax", "format"])];
/// The one layer that names what stands beside the order.
const BESIDE_FOR: &str = "analysis";

/// The layers of the language server, from the ground up. Modules of one row may name each other: jobs
/// tell events, and what a request looks at holds the results of jobs.
const SERVER_LAYERS: [&[&str]; 10] = [
    &["position", "pool", "token_cache", "settings", "uri"],
    &["client"],
    &["convert", "event", "jobs", "publish", "request"],
    &["features"],
    &["capabilities"],
    &["dispatch"],
    &["server"],
    &["stdio"],
    &["lib"],
    &["main"],
];

/// What only one place of the language server names.
const SERVER_RESERVED: [(&[&str], &[&str]); 4] = [
    (&["percent_encoding"], &["uri"]),
    (&["std::io::stdin", "std::io::stdout", "io::stdin", "io::stdout"], &["stdio", "main.rs"]),
    (&["println!", "eprintln!", "print!"], &["main.rs"]),
    (&["std::process"], &["main.rs", "stdio"]),
];

/// What may be named only in the places given: words, and the beginnings of paths under `src`.
const RESERVED: [(&[&str], &[&str]); 15] = [
    (&["microlp", "highs::"], &["theories"]),
    (&["pest", "pest_derive"], &["syntax"]),
    (&["strsim"], &["diag/suggest"]),
    (&["percent_encoding"], &["render/sarif"]),
    // What holds others of its kind is walked in one place; the model gives it its meaning.
    (&["ExprKind::Binary", "ExprKind::Quantified", "GoalKind::Or"], &["syntax", "model"]),
    (&["miette"], &["render/terminal"]),
    (&["rhai::Engine", "Engine::new"], &["script/sandbox"]),
    (&["clap", "clap_complete", "ctrlc", "indicatif", "terminal_size"], &["cli", "main.rs"]),
    (&["ratatui", "crossterm"], &["cli/play"]),
    (&["resvg", "gif::", "dejavu"], &["render/raster"]),
    (&["ignore::"], &["cli"]),
    (&["toml"], &["project/manifest.rs"]),
    (&["std::fs", "std::env", "File::open"], &["cli", "main.rs", "project/disk.rs"]),
    (
        &["std::thread", "std::time::Instant", "Instant::now", "SystemTime", "std::process"],
        &["cli", "main.rs"],
    ),
    (&["println!", "eprintln!", "std::io"], &["cli", "main.rs", "project/disk.rs"]),
];

const LONGEST_FILE: usize = 500;

/// The modules at the top of the crate that a line names by `crate::…`.
fn named(line: &str) -> Vec<String> {
    let word = |s: &str| s.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    line.match_indices("crate::").map(|(i, p)| word(&line[i + p.len()..])).filter(|w| !w.is_empty()).collect()
}

fn allowed(module: &str, other: &str) -> bool {
    if module == other || module == TOP || module == "lib" {
        return true;
    }
    if let Some((_, below)) = BESIDE.iter().find(|(m, _)| *m == module) {
        return below.contains(&other);
    }
    if module == BESIDE_FOR && BESIDE.iter().any(|(m, _)| *m == other) {
        return true;
    }
    let place = |m: &str| LAYERS.iter().position(|l| *l == m);
    match (place(module), place(other)) {
        (Some(above), Some(below)) => below < above,
        _ => false,
    }
}

#[test]
fn nothing_points_back() {
    let mut broken = Vec::new();
    for source in sources().iter().filter(|s| s.path != "main.rs" && s.path != "lib.rs" && !s.is_test()) {
        let module = source.module();
        let known = module == TOP || LAYERS.contains(&module) || BESIDE.iter().any(|b| b.0 == module);
        if !known {
            broken.push(format!("src/{}: `{module}` has no place among the layers", source.path));
            continue;
        }
        for (number, line) in source.code() {
            for other in named(line).iter().filter(|o| o.starts_with(|c: char| c.is_lowercase())) {
                if !allowed(module, other) {
                    let place = &source.path;
                    broken.push(format!("src/{place}:{number}: `{module}` must not name `{other}`"));
                }
            }
        }
    }
    report(&broken);
}

#[test]
fn what_is_reserved_is_named_only_at_home() {
    let mut broken = Vec::new();
    at_home("src", &RESERVED, &mut broken);
    at_home("lsp/src", &SERVER_RESERVED, &mut broken);
    report(&broken);
}

fn at_home(folder: &str, reserved: &[(&[&str], &[&str])], broken: &mut Vec<String>) {
    for source in sources_below(folder).iter().filter(|s| !s.is_test()) {
        for (number, line) in source.code() {
            for (words, homes) in reserved {
                let at_home = homes.iter().any(|h| {
                    source.path == *h
                        || source.path == format!("{h}.rs")
                        || source.path.starts_with(&format!("{h}/"))
                });
                for word in words.iter().filter(|w| !at_home && stands_in(w, line)) {
                    broken.push(format!(
                        "{folder}/{}:{number}: `{word}` belongs to {}",
                        source.path,
                        homes.join(", ")
                    ));
                }
            }
        }
    }
}

#[test]
fn the_server_has_layers() {
    let mut broken = Vec::new();
    let place = |m: &str| SERVER_LAYERS.iter().position(|row| row.contains(&m));
    for source in sources_below("lsp/src").iter().filter(|s| !s.is_test()) {
        let module = source.module();
        let Some(above) = place(module) else {
            broken.push(format!("lsp/src/{}: `{module}` has no place among the layers", source.path));
            continue;
        };
        for (number, line) in source.code() {
            for other in named(line).iter().filter(|o| *o != module && place(o).is_none_or(|p| p > above)) {
                let path = &source.path;
                broken.push(format!("lsp/src/{path}:{number}: `{module}` must not name `{other}`"));
            }
        }
    }
    report(&broken);
}

/// The lints that keep the program from panicking are policy: no file lifts them for itself.
#[test]
fn nothing_lifts_the_lints_against_panics() {
    let mut broken = Vec::new();
    for folder in ["src", "lsp/src"] {
        for source in sources_below(folder).iter().filter(|s| !s.is_test()) {
            for (number, line) in source.code() {
                let lifts = line.contains("allow(") || line.contains("expect(");
                let lints = ["unwrap_used", "expect_used", "indexing_slicing", "clippy::panic"];
                if lifts && lints.iter().any(|lint| line.contains(lint)) {
                    broken.push(format!("{folder}/{}:{number}: lifts a lint", source.path));
                }
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
        let after = line[i + word.len()..].chars().next().is_some_and(|c| inside(c) && !word.ends_with(':'));
        // A bare crate name counts only as a path or an attribute's beginning.
        let bare = !word.contains([':', '!']);
        let path = line[i + word.len()..].starts_with("::");
        !before && !after && (!bare || path)
    })
}

/// What the checker must not name: everything that finds what it checks.
const UNCHECKED: [&str; 13] = [
    "packed",
    "search",
    "Relaxed",
    "relaxed",
    "Possible",
    "possible",
    "inverse",
    "inverses",
    "task::counts",
    "symmetry",
    "symmetries",
    "task::invariants",
    "goal_positions",
];

#[test]
fn the_checker_shares_nothing_with_the_solvers() {
    let mut broken = Vec::new();
    let mut files = 0;
    for source in sources().iter().filter(|s| s.path.starts_with("engine/verify")) {
        files += 1;
        for (number, line) in source.code() {
            for word in UNCHECKED.iter().filter(|w| {
                let inside = |c: char| c.is_alphanumeric() || c == '_';
                line.match_indices(**w)
                    .any(|(i, _)| !line[..i].ends_with(inside) && !line[i + w.len()..].starts_with(inside))
            }) {
                broken.push(format!("src/{}:{number}: the checker must not name `{word}`", source.path));
            }
            // Conditions have interpreters of their own here; those of the task are the searches'.
            if line.contains(".holds(") {
                broken
                    .push(format!("src/{}:{number}: the checker interprets conditions itself", source.path));
            }
        }
    }
    assert!(files >= 8, "the checker is not where this test looks");
    report(&broken);
}

#[test]
fn files_are_small_and_well_named() {
    let mut broken = Vec::new();
    for (folder, source) in
        ["src", "lsp/src"].map(|f| sources_below(f).into_iter().map(move |s| (f, s))).into_iter().flatten()
    {
        let lines = source.text.lines().count();
        // The tree of the language is one list of types that nobody reads from top to bottom.
        if lines > LONGEST_FILE && source.path != "syntax/ast.rs" {
            broken.push(format!("{folder}/{}: {lines} lines, more than {LONGEST_FILE}", source.path));
        }
        for part in source.path.split('/') {
            if ["mod.rs", "util", "util.rs", "utils", "utils.rs", "helpers.rs"].contains(&part) {
                broken.push(format!("{folder}/{}: no file or module is called `{part}`", source.path));
            }
        }
        let names_util =
            source.code().any(|(_, l)| ["mod util", "mod utils"].iter().any(|w| stands_in_plain(w, l)));
        if names_util {
            broken.push(format!("{folder}/{}: no module is called `util`", source.path));
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
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/codes");
    let pages: BTreeSet<String> =
        fs::read_dir(root).unwrap().map(|e| e.unwrap().file_name().to_str().unwrap().to_owned()).collect();
    for page in codes.symmetric_difference(&pages) {
        broken.push(format!("docs/codes/{page}: a page without a code or a code without a page"));
    }
    for code in all_codes() {
        let info = code.info();
        let heading = format!("# {}: {}\n\n", info.number, info.title);
        if !info.page.starts_with(&heading) {
            broken.push(format!("docs/codes/{}.md must begin with `{}`", info.number, heading.trim()));
        }
    }
    report(&broken);
}
