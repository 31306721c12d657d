//! Plugins: where they are found, what `plugin.toml` may say, and the registry.

use std::collections::{BTreeMap, BTreeSet};

use puzzlec_analysis::{Analysis, Origin, Outcome, Registry};
use puzzlec_base::diag::{Code, Diagnostic, all_codes};
use puzzlec_base::{Budget, FileId, Sources};
use puzzlec_model::project::{FileSystem, MemoryFiles, SearchPath, manifest, module_names, plugins};
use puzzlec_syntax::ast::ItemKind;
use puzzlec_task::SearchContext;
use puzzlec_theories::THEORIES;

const GOOD: &str = "name = \"a\"\nversion = \"1.2.3\"\nedition = 1\ndescription = \"A plugin.\"\n";
/// The importing file.
const ROOT: &str = "home/main.puzzle";

/// A file system with these texts; a path that ends in `/` is a plugin that gives the module `m`.
fn files(texts: &[(&str, &str)]) -> MemoryFiles {
    let mut all = BTreeMap::new();
    for (path, text) in texts {
        if path.ends_with('/') {
            all.insert(format!("{path}plugin.toml"), GOOD.to_owned());
            all.insert(format!("{path}m.puzzle"), format!("edition 1\npiece {text} \"o\"\n"));
        } else {
            all.insert((*path).to_owned(), (*text).to_owned());
        }
    }
    MemoryFiles(all)
}

fn search(plugins: &[&str], path: &[&str]) -> SearchPath {
    let owned = |list: &[&str]| list.iter().map(|s| (*s).to_owned()).collect();
    SearchPath { plugins: owned(plugins), path: owned(path) }
}

fn load(files: &MemoryFiles, root: &str, search: &SearchPath) -> Analysis {
    Analysis::load_with(files, &[root.to_owned()], search)
}

/// The path of the file that `use NAME` brought in.
fn imported(analysis: &Analysis, name: &str) -> Option<String> {
    let project = analysis.project();
    let (_, root) = project.roots().next().unwrap();
    Some(project.module(root.imports.get(name)?.module)?.path.clone())
}

fn faults(analysis: &Analysis) -> Vec<Diagnostic> {
    analysis.faults()
}

fn codes(diagnostics: &[Diagnostic]) -> Vec<&'static str> {
    diagnostics.iter().map(|d| d.code.as_str()).collect()
}

#[test]
fn places_are_looked_at_in_order() {
    let everywhere = [
        ("home/m.puzzle", "edition 1\n"),
        ("named/one/", "x"),
        ("named/two/", "x"),
        ("home/plugin.toml", GOOD),
        ("home/beside/", "x"),
        ("home/puzzles/in/", "x"),
        ("path/one/in/", "x"),
        ("path/two/", "x"),
    ];
    let search = search(&["named/one", "./named/two/"], &["path/one", "path/two"]);
    // Each one is found when all before it are gone. The file's own folder gives what stands beside it.
    let order = [
        "home/m.puzzle",
        "named/one/m.puzzle",
        "named/two/m.puzzle",
        "home/beside/m.puzzle",
        "home/puzzles/in/m.puzzle",
        "path/one/in/m.puzzle",
        "path/two/m.puzzle",
    ];
    let mut texts = files(&everywhere);
    texts.0.insert(ROOT.to_owned(), "use m\n".to_owned());
    for expected in order {
        let analysis = load(&texts, ROOT, &search);
        assert_eq!(imported(&analysis, "m").as_deref(), Some(expected));
        texts.0.remove(expected);
    }
    let analysis = load(&texts, ROOT, &search);
    assert_eq!(imported(&analysis, "m"), None);
}

#[test]
fn plugins_come_before_the_standard_library() {
    let texts =
        files(&[(ROOT, "use peg\n"), ("home/p/plugin.toml", GOOD), ("home/p/peg.puzzle", "edition 1\n")]);
    let analysis = load(&texts, ROOT, &SearchPath::default());
    assert_eq!(imported(&analysis, "peg").as_deref(), Some("home/p/peg.puzzle"));
    let texts = files(&[(ROOT, "use peg\n")]);
    let analysis = load(&texts, ROOT, &SearchPath::default());
    assert_eq!(imported(&analysis, "peg").as_deref(), Some("stdlib:peg.puzzle"));
}

#[test]
fn a_folder_without_a_manifest_is_no_plugin() {
    let texts = files(&[(ROOT, "use m\n"), ("home/p/m.puzzle", "edition 1\n")]);
    let faults = faults(&load(&texts, ROOT, &SearchPath::default()));
    assert_eq!(codes(&faults), ["P0205"]);
    assert!(faults[0].notes[0].contains("for plugins in `home` and `home/puzzles`"), "{faults:#?}");
}

#[test]
fn examples_and_tests_see_their_plugin() {
    for root in ["p/a.puzzle", "p/examples/a.puzzle", "p/tests/deep/a.puzzle", "/p/tests/a.puzzle"] {
        let home = if root.starts_with('/') { "/p/" } else { "p/" };
        let texts = files(&[(home, "x"), (root, "use m\n")]);
        let analysis = load(&texts, root, &SearchPath::default());
        assert_eq!(imported(&analysis, "m"), Some(format!("{home}m.puzzle")), "{root}");
    }
    // From within the plugin, by paths that go up.
    let texts = files(&[("../", "x"), ("a.puzzle", "use m\n")]);
    let analysis = load(&texts, "a.puzzle", &SearchPath::default());
    assert_eq!(imported(&analysis, "m").as_deref(), Some("../m.puzzle"));
}

#[test]
fn modules_of_a_plugin_use_each_other_scripts_and_the_library() {
    let texts = files(&[
        ("home/p/", "x"),
        ("home/p/one.puzzle", "edition 1\nuse m\nuse peg\nrule go = script \"s.rhai\"\n"),
        (
            "home/p/s.rhai",
            "fn actions(board) { [action().requires(board.cells[0], \"empty\").puts(board.cells[0], \"peg\")] }",
        ),
        (
            ROOT,
            "use one\nuse peg\npuzzle P { board line 1; rules one.go; start row .; goal peg.peg at a1\nexpect solvable in 1 move }\n",
        ),
    ]);
    let analysis = load(&texts, ROOT, &SearchPath::default());
    let found: Vec<String> = analysis
        .check(&Budget::unlimited())
        .iter()
        .map(|d| format!("{} {}", d.code.as_str(), d.headline))
        .collect();
    assert!(!found.iter().any(|f| !f.starts_with("P09")), "{found:?}");
    let results = analysis.test(&analysis.puzzles()[0], &SearchContext::unlimited).unwrap();
    assert!(results.iter().all(|r| matches!(r.outcome, Outcome::Held)), "{results:#?}");
    let one = analysis.project().modules.iter().find(|m| m.path == "home/p/one.puzzle").unwrap();
    let of = |name: &str| analysis.project().module(one.imports[name].module).unwrap().path.clone();
    assert_eq!(of("m"), "home/p/m.puzzle");
    assert_eq!(of("peg"), "stdlib:peg.puzzle");
}

#[test]
fn two_on_one_level_are_told() {
    let texts = files(&[(ROOT, "use m\n"), ("home/a/", "x"), ("home/b/", "y"), ("home/puzzles/c/", "z")]);
    let wrong = faults(&load(&texts, ROOT, &SearchPath::default()));
    assert_eq!(codes(&wrong), ["P0816"]);
    assert!(wrong[0].notes[0].contains("`home/a` and `home/b`"), "{wrong:#?}");
    let chosen = load(&texts, ROOT, &search(&["home/b"], &[]));
    assert_eq!(codes(&faults(&chosen)), Vec::<&str>::new());
    assert_eq!(imported(&chosen, "m").as_deref(), Some("home/b/m.puzzle"));
}

#[test]
fn a_slip_in_a_module_of_a_plugin_is_guessed() {
    let texts =
        files(&[(ROOT, "use leapres\n"), ("home/p/plugin.toml", GOOD), ("home/p/leapers.puzzle", "")]);
    let wrong = faults(&load(&texts, ROOT, &SearchPath::default()));
    assert_eq!(codes(&wrong), ["P0205"]);
    assert_eq!(wrong[0].help.as_deref(), Some("did you mean `leapers`?"));
    let wrong = faults(&load(&texts, ROOT, &search(&["far/away"], &["p1", "p2"])));
    assert_eq!(codes(&wrong), ["P0810", "P0205"]);
    assert_eq!(
        wrong[1].notes[0],
        "looked for `home/leapres.puzzle`, in the plugin `far/away`, for plugins in `home`, `home/puzzles`, \
         `p1` and `p2`, and in the standard library"
    );
}

#[test]
fn a_plugin_is_read_when_it_is_used() {
    let newer = GOOD.replace("edition = 1", "edition = 3");
    let mut texts = files(&[(ROOT, "use m\n"), ("home/p/", "x")]);
    texts.0.insert("home/p/plugin.toml".to_owned(), newer);
    assert_eq!(codes(&faults(&load(&texts, ROOT, &SearchPath::default()))), ["P0815"]);
    texts.0.insert(ROOT.to_owned(), "use peg\n".to_owned());
    assert_eq!(codes(&faults(&load(&texts, ROOT, &SearchPath::default()))), Vec::<&str>::new());
    // `use` cannot say this name.
    let empty = files(&[(ROOT, "use peg\n"), ("p/plugin.toml", GOOD), ("p/a-b.puzzle", "")]);
    assert_eq!(codes(&faults(&load(&empty, ROOT, &search(&["p"], &[])))), ["P0817"]);
}

#[test]
fn every_mistake_of_a_manifest_has_its_place() {
    let line = |key: &str, value: &str| -> String {
        let change = |l: &str| match l.split_once(" = ") {
            Some((k, _)) if k == key => format!("{key} = {value}\n"),
            _ => format!("{l}\n"),
        };
        GOOD.lines().map(change).collect()
    };
    for (text, code, at) in [
        (line("name", "hops"), "P0811", "hops"),
        (format!("{GOOD}name = \"b\"\n"), "P0811", "name"),
        (format!("{GOOD}author = \"me\"\n"), "P0812", "author"),
        (GOOD.replace("version", "verison"), "P0812", "verison"),
        (format!("[plugin]\n{GOOD}"), "P0812", "plugin"),
        (GOOD.replace("version = \"1.2.3\"\n", ""), "P0813", ""),
        (String::new(), "P0813", ""),
        (line("name", "7"), "P0814", "7"),
        (line("name", "\"7up\""), "P0814", "\"7up\""),
        (line("name", "\"a b\""), "P0814", "\"a b\""),
        (line("version", "1.2"), "P0814", "1.2"),
        (line("version", "\"1.2\""), "P0814", "\"1.2\""),
        (line("version", "\"1.2.x\""), "P0814", "\"1.2.x\""),
        (line("edition", "\"1\""), "P0814", "\"1\""),
        (line("edition", "0"), "P0814", "0"),
        (line("edition", "3"), "P0815", "3"),
        (line("description", "\"\""), "P0814", "\"\""),
        (line("description", "\"\"\"a\nb\"\"\""), "P0814", "\"\"\"a\nb\"\"\""),
    ] {
        let (_, wrong) = manifest(FileId(0), &text);
        assert_eq!(codes(&wrong), [code], "{text}\n{wrong:#?}");
        assert_eq!(&text[wrong[0].primary.span.range()], at, "{text}");
        let headline = &wrong[0].headline;
        assert!(headline.starts_with(|c: char| !c.is_uppercase()) && !headline.ends_with('.'), "{headline}");
    }
    let (_, wrong) = manifest(FileId(0), &GOOD.replace("version", "verison"));
    assert_eq!(wrong[0].help.as_deref(), Some("did you mean `version`?"));
    let (read, wrong) = manifest(FileId(0), GOOD);
    assert!(wrong.is_empty());
    assert_eq!((read.name.as_str(), read.version.as_str(), read.edition), ("a", "1.2.3", 1));
    for version in ["0.1.0", "10.20.30", "1.0.0-rc.1", "1.0.0+7"] {
        let (_, wrong) = manifest(FileId(0), &line("version", &format!("\"{version}\"")));
        assert!(wrong.is_empty(), "{version} {wrong:?}");
    }
}

/// Pages show a wrong `plugin.toml` in a block `toml error PNNNN` and a good one in a block `toml`.
#[test]
fn the_pages_show_what_they_say() {
    let mut seen = BTreeSet::new();
    for code in all_codes() {
        let page = code.info().page;
        let mut blocks = page.split("```");
        blocks.next();
        for block in blocks.step_by(2) {
            let (tag, text) = block.split_once('\n').unwrap();
            let expected: &[&str] = match tag.strip_prefix("toml error ") {
                Some(number) => &[number],
                None if tag == "toml" => &[],
                None => continue,
            };
            let (_, wrong) = manifest(FileId(0), text);
            assert_eq!(codes(&wrong), expected, "crates/base/codes/{}.md\n{text}", code.as_str());
            seen.extend(expected.iter().map(|c| (*c).to_owned()));
        }
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), ["P0811", "P0812", "P0813", "P0814", "P0815"]);
}

#[test]
fn native_games_and_plugins_stand_side_by_side() {
    let texts = files(&[("p/", "x"), ("puzzles/q/", "x")]);
    assert_eq!(plugins(&texts, &search(&["p"], &["p"]), "here.puzzle"), ["p", "puzzles/q"]);
    let (registry, wrong) =
        Registry::of(&texts, &SearchPath::default(), "here.puzzle", &mut Sources::default());
    assert!(wrong.is_empty());
    let kinds: Vec<Origin> = registry.games().iter().map(|g| g.kind).collect();
    assert_eq!(kinds, [[Origin::Native; THEORIES.len()].as_slice(), &[Origin::Plugin; 2]].concat());
    assert_eq!(registry.games()[THEORIES.len()].modules, ["m"]);
}

#[test]
fn the_library_names_every_theory_and_no_other() {
    let mut named = BTreeSet::new();
    for module in module_names() {
        let path = format!("{module}.puzzle");
        let text = std::fs::read_to_string(format!("stdlib/{path}")).unwrap();
        let analysis = Analysis::load(&files(&[(&path, &text)]), std::slice::from_ref(&path));
        for item in &analysis.project().modules[0].parse.file.items {
            if let ItemKind::Theory(theory) = &item.kind {
                named.insert((theory.theory.text.clone(), module.to_owned()));
            }
        }
    }
    let table: BTreeSet<_> =
        THEORIES.iter().map(|t| t.info()).map(|t| (t.name.to_owned(), t.module.to_owned())).collect();
    assert_eq!(named, table);
    let sorted: Vec<&str> = THEORIES.iter().map(|t| t.info().name).collect();
    assert!(sorted.is_sorted());
}

#[test]
fn an_unknown_theory_is_told_with_the_nearest() {
    let texts = files(&[("a.puzzle", "edition 1\nuse peg\ntheory peg_solitair for peg.jump\n")]);
    let wrong = load(&texts, "a.puzzle", &SearchPath::default()).check(&Budget::unlimited());
    assert_eq!(wrong.len(), 1, "{wrong:#?}");
    assert_eq!(wrong[0].code, Code::UnknownName);
    assert_eq!(wrong[0].help.as_deref(), Some("did you mean `peg_solitaire`?"));
}

#[test]
fn memory_lists_folders() {
    let texts = files(&[("a.puzzle", ""), ("b/c.puzzle", ""), ("b/d/e.puzzle", ""), ("/f/g.puzzle", "")]);
    let list = |folder: &str| -> Vec<(String, bool)> {
        texts.entries(folder).into_iter().map(|e| (e.name, e.is_folder)).collect()
    };
    assert_eq!(list(""), [("a.puzzle".to_owned(), false), ("b".to_owned(), true)]);
    assert_eq!(list("b"), [("c.puzzle".to_owned(), false), ("d".to_owned(), true)]);
    assert_eq!(list("/"), [("f".to_owned(), true)]);
    assert_eq!(list("x"), []);
}
