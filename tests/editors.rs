//! The table of keywords, the grammar and the lists of the editors say the same.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use puzzlec_syntax::keywords::{Joint, KEYWORDS, Keyword, Place};

type Words = BTreeSet<String>;

fn read(path: &str) -> String {
    let whole = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&whole).unwrap_or_else(|e| panic!("{path}: {e}")).replace("\r\n", "\n")
}

/// The runs of lower case letters of a text.
fn words(text: &str) -> Words {
    let runs = text.split(|c: char| !c.is_ascii_lowercase());
    runs.filter(|w| w.len() > 1).map(str::to_owned).collect()
}

/// What stands between two places of a text.
fn between<'t>(text: &'t str, from: &str, to: &str) -> &'t str {
    let start = text.find(from).unwrap_or_else(|| panic!("`{from}` is missing")) + from.len();
    let end = text[start..].find(to).unwrap_or_else(|| panic!("`{to}` is missing"));
    &text[start..start + end]
}

/// The texts between quotes that are words.
fn quoted(text: &str, quote: char) -> Words {
    let plain = |w: &&str| w.len() > 1 && w.chars().all(|c| c.is_ascii_lowercase());
    text.lines()
        .flat_map(|line| {
            line.split(quote).skip(1).step_by(2).filter(plain).map(str::to_owned).collect::<Vec<_>>()
        })
        .collect()
}

/// The keywords of the table of which something is true.
fn table(wanted: impl Fn(&Keyword) -> bool) -> Words {
    KEYWORDS.iter().filter(|k| wanted(k)).map(|k| k.word.to_owned()).collect()
}

fn keywords() -> Words {
    table(|_| true)
}

/// The keywords that mostly stand at one of these places.
fn mostly(places: &[Place]) -> Words {
    table(|k| places.contains(&k.places[0]))
}

const ITEMS: &[Place] = &[Place::Item, Place::Head];
const STATEMENTS: &[Place] = &[Place::Rule, Place::Puzzle];
const BOARDS: &[Place] = &[Place::Board, Place::Size];
const OPERATORS: &[Place] = &[Place::Expression];

/// The keywords that stand at none of the places above.
fn others() -> Words {
    let groups = [ITEMS, STATEMENTS, BOARDS, OPERATORS];
    table(|k| !groups.iter().any(|places| places.contains(&k.places[0])))
}

#[test]
fn the_grammar_has_the_keywords() {
    let grammar = read("grammar/puzzle.pest");
    let lines = grammar.lines().filter(|l| l.starts_with("kw_") && l.contains("@{ \""));
    let mut found = Words::new();
    for word in lines.map(|l| between(l, "@{ \"", "\"")) {
        assert!(found.insert(word.to_owned()), "`{word}` stands twice");
    }
    same("the grammar", &found, &keywords());
    let reserved = between(&grammar, "\nreserved = _{ (", ")");
    same("reserved", &quoted(reserved, '"'), &table(|k| k.joints.contains(&Joint::Reserved)));
}

/// Wherever the grammar says with which words something begins, the table says so, too.
#[test]
fn keywords_begin_what_the_table_says() {
    for (rule, place) in [
        ("item", Place::Item),
        ("property", Place::Property),
        ("rule_statement", Place::Rule),
        ("puzzle_statement", Place::Puzzle),
        ("claim", Place::Claim),
        ("board", Place::Board),
    ] {
        same(rule, &beginnings(rule), &table(|k| k.places.contains(&place)));
    }
}

/// The keywords with which the parts of a rule of the grammar begin.
fn beginnings(rule: &str) -> Words {
    let grammar = read("grammar/puzzle.pest");
    let body = |rule: &str| {
        let line = grammar.lines().position(|l| l.split(' ').next() == Some(rule) && l.contains(" = {"));
        let lines = grammar.lines().skip(line.unwrap_or_else(|| panic!("no rule `{rule}`")));
        let text = lines.take(3).collect::<Vec<_>>().join(" ");
        between(&text, " = {", "}").replace("SOI ~", "").replace("~ EOI", "")
    };
    let mut found = Words::new();
    for part in body(rule).replace(['(', ')'], "").split('|').map(str::trim) {
        let inner = body(part.split('~').next().unwrap().trim());
        let first = inner.split('~').next().unwrap();
        let words = first.split('|').map(|w| w.trim_matches([' ', '(', ')', '*']));
        found.extend(words.filter_map(|w| Some(w.strip_prefix("kw_")?.to_owned())));
    }
    found
}

/// The keywords that a silent rule of the grammar names.
fn keywords_of(rule: &str) -> Words {
    let grammar = read("grammar/puzzle.pest");
    let rest = &grammar[grammar.find(&format!("\n{rule} ")).unwrap() + 1..];
    let end = rest.find("}\n").unwrap();
    let body = &rest[..end];
    let names = body.split("kw_").skip(1);
    names.map(|n| n.chars().take_while(char::is_ascii_lowercase).collect()).collect()
}

#[track_caller]
fn same(place: &str, found: &Words, expected: &Words) {
    let lacks: Vec<_> = expected.difference(found).collect();
    let extra: Vec<_> = found.difference(expected).collect();
    assert!(lacks.is_empty() && extra.is_empty(), "{place}: lacks {lacks:?}, has in excess {extra:?}");
}

#[test]
fn textmate_has_the_keywords() {
    let grammar: serde_json::Value =
        serde_json::from_str(&read("grammar/textmate/puzzle.tmLanguage.json")).unwrap();
    let patterns = grammar["repository"]["keywords"]["patterns"].as_array().unwrap();
    let groups = [mostly(ITEMS), mostly(STATEMENTS), mostly(BOARDS), others(), mostly(OPERATORS)];
    assert_eq!(patterns.len(), groups.len());
    for (pattern, expected) in patterns.iter().zip(groups) {
        let text = pattern["match"].as_str().unwrap();
        let mut found = Words::new();
        for word in between(text, "(?:", ")").split('|') {
            assert!(found.insert(word.to_owned()), "`{word}` stands twice");
        }
        same(pattern["name"].as_str().unwrap(), &found, &expected);
    }
}

#[test]
fn tree_sitter_has_the_keywords() {
    let grammar = read("grammar/tree-sitter-puzzle/grammar.js");
    let rules = &grammar[grammar.find("  rules: {").unwrap()..];
    let code: String =
        rules.lines().map(|l| l.replace("field('", "field(").replace("',", "' ,") + "\n").collect();
    // The names of fields are no words of the language.
    let code: String =
        code.lines().map(|l| l.split("field(").map(after_field).collect::<String>() + "\n").collect();
    same("tree-sitter", &quoted(&code, '\''), &keywords());
    let coloured = read("grammar/tree-sitter-puzzle/queries/highlights.scm");
    let mut found = quoted(&coloured, '"');
    // A node of its own.
    found.insert("empty".to_owned());
    same("highlights", &found, &keywords());
}

/// What follows the name of a field.
fn after_field(part: &str) -> &str {
    match part.split_once("' ,") {
        Some((name, rest)) if name.chars().all(|c| c.is_ascii_lowercase()) => rest,
        _ => part,
    }
}

#[test]
fn the_scanner_knows_the_same_lines() {
    let scanner = read("grammar/tree-sitter-puzzle/src/scanner.c");
    let list = |name: &str| quoted(between(&scanner, &format!("{name}[] = {{"), "};"), '"');
    let outline = read("crates/syntax/src/outline/words.rs");
    let mut goes_on = table(|k| k.joints.contains(&Joint::GoesOn));
    goes_on.extend(quoted(between(&outline, "FOREIGN: &[&str] = &[", "];"), '"'));
    same("HOLDS_TOGETHER", &list("HOLDS_TOGETHER"), &goes_on);
    same("AFTER_PICTURE", &list("AFTER_PICTURE"), &keywords_of("statement_word"));
    same("ITEMS", &list("ITEMS"), &keywords_of("item_line"));
}

#[test]
fn textmate_ends_pictures_and_scripts_where_the_grammar_does() {
    let grammar: serde_json::Value =
        serde_json::from_str(&read("grammar/textmate/puzzle.tmLanguage.json")).unwrap();
    for (rule, from) in [("picture", "|(?:"), ("twin", "$|(?:")] {
        let end = grammar["repository"][rule]["end"].as_str().unwrap();
        let end = &end[end.rfind(from).unwrap()..];
        same(rule, &words(between(end, "(?:", ")")), &keywords_of("statement_word"));
    }
    let end = grammar["repository"]["script"]["end"].as_str().unwrap();
    same("script", &words(between(end, "^(?:", ")")), &keywords_of("item_line"));
}

#[test]
fn vim_has_the_keywords() {
    let syntax = read("lsp/editors/neovim/syntax/puzzle.vim");
    for (name, expected) in [
        ("Item", mostly(ITEMS)),
        ("Statement", mostly(STATEMENTS)),
        ("Board", mostly(BOARDS)),
        ("Word", others()),
        ("Operator", mostly(OPERATORS)),
    ] {
        let start = format!("syntax keyword puzzle{name} ");
        let lines = syntax.lines().filter_map(|l| l.strip_prefix(&start));
        same(name, &lines.flat_map(|l| l.split(' ').map(str::to_owned)).collect(), &expected);
    }
}

#[test]
fn emacs_has_the_keywords() {
    let mode = read("lsp/editors/emacs/puzzle-mode.el");
    let words = others().union(&mostly(OPERATORS)).cloned().collect();
    for (name, expected) in [
        ("items", mostly(ITEMS)),
        ("statements", mostly(STATEMENTS)),
        ("boards", mostly(BOARDS)),
        ("words", words),
    ] {
        same(name, &quoted(between(&mode, &format!("(defconst puzzle-{name}\n"), "))"), '"'), &expected);
    }
}

#[test]
fn zed_has_the_queries_of_the_grammar() {
    for name in ["highlights", "injections"] {
        let ours = read(&format!("grammar/tree-sitter-puzzle/queries/{name}.scm"));
        let zeds = read(&format!("lsp/editors/zed/languages/puzzle/{name}.scm"));
        assert!(ours == zeds, "copy grammar/tree-sitter-puzzle/queries/{name}.scm to lsp/editors/zed");
    }
}

/// Every editor has the same commands, and a page that says how it is set up.
#[test]
fn editors_have_the_commands() {
    const COMMANDS: [&str; 9] =
        ["solve", "shortest", "any", "count", "test", "generate", "stop", "showSolution", "showBoard"];
    let package: serde_json::Value = serde_json::from_str(&read("lsp/editors/vscode/package.json")).unwrap();
    let commands = package["contributes"]["commands"].as_array().unwrap();
    let known: Vec<_> = commands.iter().map(|c| c["command"].as_str().unwrap().to_owned()).collect();
    let vim = quoted_mixed(between(&read("lsp/editors/neovim/plugin/puzzlec.lua"), "names = {", "}"));
    for command in COMMANDS {
        assert!(known.contains(&format!("puzzlec.{command}")), "vscode lacks `{command}`");
        assert!(vim.contains(command), "neovim lacks `{command}`");
    }
    for editor in ["vscode", "neovim", "helix", "zed", "emacs"] {
        assert!(read(&format!("lsp/editors/{editor}/README.md")).contains("`puzzlec lsp`"), "{editor}");
    }
}

/// In restricted mode a stranger's folder names no program and no plugins.
#[test]
fn a_stranger_folder_is_restricted() {
    let package: serde_json::Value = serde_json::from_str(&read("lsp/editors/vscode/package.json")).unwrap();
    let trust = &package["capabilities"]["untrustedWorkspaces"];
    assert_eq!(trust["supported"], "limited");
    let settings = package["contributes"]["configuration"]["properties"].as_object().unwrap();
    let named = |name: &&String| {
        ["server.path", "server.arguments", "plugins", "path"]
            .iter()
            .any(|end| *name == &format!("puzzlec.{end}"))
    };
    let expected: Vec<&String> = settings.keys().filter(named).collect();
    let mut restricted: Vec<&str> =
        trust["restrictedConfigurations"].as_array().unwrap().iter().map(|n| n.as_str().unwrap()).collect();
    restricted.sort_unstable();
    let mut expected: Vec<&str> = expected.into_iter().map(String::as_str).collect();
    expected.sort_unstable();
    assert_eq!(restricted, expected);
    assert_eq!(restricted.len(), 4);
}

fn quoted_mixed(text: &str) -> Words {
    text.split('\'').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Lock files name versions and checksums, no places to load from.
#[test]
fn locks_name_no_hosts() {
    let lock = read("lsp/editors/vscode/package-lock.json");
    assert!(!lock.contains("\"resolved\""), "npm config set omit-lockfile-registry-resolved true");
}
