//! What the commands write as JSON is what `docs/schema` says.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::support::processes::empty_folder;
use puzzlec_theories::THEORIES;
use serde_json::Value;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn puzzlec(directory: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_puzzlec")).args(arguments).current_dir(directory).output().unwrap()
}

fn document(output: &Output) -> Value {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    serde_json::from_str(&text)
        .unwrap_or_else(|e| panic!("{e}\n{text}\n{}", String::from_utf8_lossy(&output.stderr)))
}

/// The document of a command, which must fit the schema of its kind.
fn fitting(directory: &Path, arguments: &[&str]) -> Value {
    let document = document(&puzzlec(directory, arguments));
    let kind = document["kind"].as_str().unwrap();
    let text = fs::read_to_string(root().join(format!("docs/schema/{kind}.schema.json"))).unwrap();
    let schema: Value = serde_json::from_str(&text).unwrap();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let faults: Vec<String> =
        validator.iter_errors(&document).map(|e| format!("{}: {e}", e.instance_path())).collect();
    assert!(faults.is_empty(), "{arguments:?}\n{}\n{document:#}", faults.join("\n"));
    document
}

fn scratch(name: &str, text: &str) -> PathBuf {
    let path = empty_folder(&format!("json/{name}"));
    fs::write(path.join("my.puzzle"), text).unwrap();
    path
}

const ROWS: &str = r#"use peg
use tiles
puzzle Solved { board line 4; rules peg.jump; start row oo..; goal count(peg) == 1
                expect solvable in 1 move
                expect unsolvable }
puzzle Impossible(n: 3..9 = 5) { board line n; rules peg.jump; start row o o .*(n-2); goal row o .*(n-1)
                expect unsolvable for n in 3..5 }
puzzle Long { board tiles.Eight; rules tiles.slide; start row "8672543.1"; goal row "12345678." }
"#;

const GAME: &str = "\
use removal
puzzle Duel { rules removal.take; start row 101; players 2, last to move wins
              expect second player wins }
";

#[test]
fn schemas_are_schemas() {
    for entry in fs::read_dir(root().join("docs/schema")).unwrap() {
        let path = entry.unwrap().path();
        let schema: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        assert!(jsonschema::meta::is_valid(&schema), "{}", path.display());
    }
}

/// Within a version nothing is renamed or removed: a document of an earlier release fits the schema of its version.
#[test]
fn documents_of_earlier_releases_fit_the_schemas() {
    let mut kinds = std::collections::BTreeSet::new();
    for release in fs::read_dir(root().join("tests/json_documents")).unwrap() {
        for entry in fs::read_dir(release.unwrap().path()).unwrap() {
            let path = entry.unwrap().path();
            let document: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
            let kind = document["kind"].as_str().unwrap();
            let schema = root().join(format!("docs/schema/{kind}.schema.json"));
            let Ok(schema) = fs::read_to_string(schema) else { continue };
            let schema: Value = serde_json::from_str(&schema).unwrap();
            // A new version has a schema of its own, beside this one.
            assert_eq!(document["version"], schema["properties"]["version"]["const"], "{}", path.display());
            let validator = jsonschema::draft202012::new(&schema).unwrap();
            let faults: Vec<String> =
                validator.iter_errors(&document).map(|e| format!("{}: {e}", e.instance_path())).collect();
            assert!(faults.is_empty(), "{}\n{}", path.display(), faults.join("\n"));
            kinds.insert(kind.to_owned());
        }
    }
    assert_eq!(kinds.len(), fs::read_dir(root().join("docs/schema")).unwrap().count(), "{kinds:?}");
}

/// A command that has no answer says why in a document, too.
#[test]
fn a_document_ends_every_command() {
    let directory = scratch("ends", ROWS);
    fs::write(directory.join("broken.puzzle"), "puzzle A { board line 3 }").unwrap();
    for (arguments, error, code) in [
        (&["count", "my.puzzle"][..], true, 2),
        (&["count", "--starts", "my.puzzle", "Nowhere"], true, 2),
        (&["solve", "my.puzzle", "--set", "q=1"], true, 2),
        (&["solve", "nowhere.puzzle"], false, 1),
        (&["explore", "nowhere.puzzle"], false, 1),
        (&["analyze", "broken.puzzle"], false, 1),
        (&["automaton", "nowhere.puzzle"], false, 1),
        (&["verify", "my.puzzle", "nowhere.json"], true, 1),
        (&["test", "my.puzzle", "nowhere.puzzle", "--plan", "my.puzzle"], true, 2),
    ] {
        let document = fitting(&directory, &[arguments, &["--format", "json"]].concat());
        assert_eq!(document["error"].is_string(), error, "{arguments:?}: {document:#}");
        assert!(error || !document["diagnostics"].as_array().unwrap().is_empty(), "{arguments:?}");
        let output = puzzlec(&directory, &[arguments, &["--format", "json"]].concat());
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
    }
    let unknown = document(&puzzlec(&directory, &["explain", "P9999", "--format", "json"]));
    assert!(unknown["error"].as_str().unwrap().contains("P9999"));
}

#[test]
fn check_fits_its_schema() {
    let directory = scratch("check", "puzzle A {\n    titel \"é\"\n    board line 3\n}\npuzzle A {}\n");
    for arguments in [
        &["check", "--format", "json", "my.puzzle"][..],
        &["check", "--format", "json", "nowhere.puzzle", "my.puzzle"],
        &["check", "--format", "json", "--fix", "."],
    ] {
        let document = fitting(&directory, arguments);
        let errors = document["diagnostics"].as_array().unwrap().iter().filter(|d| d["severity"] == "error");
        assert_eq!(document["summary"]["errors"], errors.count());
    }
}

#[test]
fn solve_fits_its_schema() {
    let directory = scratch("solve", ROWS);
    let document = fitting(&directory, &["solve", "--format", "json", "--states", "1000", "my.puzzle"]);
    let verdict =
        |i: usize| document["reports"][i]["answer"]["verdict"].as_str().unwrap_or("none").to_owned();
    assert_eq!([verdict(0), verdict(1), verdict(2)], ["solved", "unsolvable", "stopped"]);
    let all = fitting(&directory, &["solve", "--format", "json", "--all", "--states", "1000", "my.puzzle"]);
    let count = all["reports"][0]["solutions"]["count"].as_str().unwrap().parse::<usize>().unwrap();
    assert_eq!(all["reports"][0]["solutions"]["listed"].as_array().unwrap().len(), count);
    let greedy = fitting(&directory, &["solve", "--format", "json", "--method", "greedy", "my.puzzle"]);
    assert_eq!(greedy["reports"][0]["answer"]["reason"]["limit"], "unsuited");
    let game = scratch("game", GAME);
    let document = fitting(&game, &["solve", "--format", "json", "my.puzzle"]);
    assert_eq!(document["reports"][0]["answer"]["winner"], "second");
    let broken = scratch("broken", "puzzle A { board line 3 }");
    fitting(&broken, &["solve", "--format", "json", "my.puzzle"]);
}

const ASKED: &str = r#"
piece coin "o"
rule step(x: coin, y: empty) { when adjacent(x, y); move x to y }
puzzle Asked { board square 3 by 3; rules step; start coin at a1, b1
               goal script """ fn goal(position) { false } """ }
puzzle Faulty { board square 3 by 3; rules step; start coin at a1, b1
                goal script """
                    fn goal(position) {
                        if position.holds(position.board.cell("c3"), "coin") { throw "not there" }
                        false
                    }
                """ }
puzzle Plain { board square 3 by 3; rules step; start coin at a1, b1; goal coin at b3, c3 }
"#;

/// Each kind of stop, by its name in the document and the exit code.
#[test]
fn a_stop_says_which_it_was() {
    let directory = scratch("stops", ASKED);
    let stopped = |arguments: &[&str], pointer: &str, name: &str, exit: i32| {
        let document = fitting(&directory, arguments);
        assert_eq!(document.pointer(pointer).unwrap(), name, "{arguments:?}\n{document:#}");
        assert_eq!(puzzlec(&directory, arguments).status.code(), Some(exit), "{arguments:?}");
    };
    let reason = "/reports/0/answer/reason/limit";
    let solve = ["solve", "--format", "json", "my.puzzle"];
    let with = |more: &[&'static str]| [&solve[..], more].concat();
    stopped(&with(&["Plain", "--states", "3"]), reason, "states", 4);
    stopped(&with(&["Plain", "--memory", "1B"]), reason, "memory", 4);
    stopped(&with(&["Plain", "--timeout", "0s"]), reason, "time", 4);
    stopped(&with(&["Plain", "--method", "greedy"]), reason, "unsuited", 4);
    stopped(&with(&["Asked", "--method", "deepening"]), reason, "unsuited", 4);
    stopped(&with(&["Asked", "--all"]), reason, "unsupported", 4);
    let count = ["count", "--format", "json", "my.puzzle", "Asked"];
    stopped(&count, "/report/stopped/limit", "unsupported", 4);
    // A mistake of the puzzle's author is no answer: the diagnostic has its place.
    stopped(&with(&["Faulty"]), "/diagnostics/0/code", "P0601", 1);
    assert_eq!(fitting(&directory, &with(&["Faulty"]))["reports"].as_array().unwrap().len(), 0);
}

#[test]
fn certificates_fit_their_schema() {
    let directory = scratch("certificates", ROWS);
    let text = fs::read_to_string(root().join("docs/schema/certificate.schema.json")).unwrap();
    let validator = jsonschema::draft202012::new(&serde_json::from_str(&text).unwrap()).unwrap();
    for (puzzle, method, kind) in [
        ("Solved", "auto", "plan"),
        ("Impossible", "auto", "invariants"),
        ("Impossible", "breadth", "closed"),
        ("Impossible", "bidirectional", "closed"),
    ] {
        let arguments = ["solve", "my.puzzle", puzzle, "--method", method, "--certificate", "my.json"];
        puzzlec(&directory, &arguments);
        let written = fs::read_to_string(directory.join("my.json")).unwrap();
        let certificate: Value = serde_json::from_str(&written).unwrap();
        // A step takes a line.
        let steps = certificate["proof"]["steps"].as_array().map_or(0, Vec::len);
        let lines = written.lines().filter(|line| line.starts_with("      {\"rule\":"));
        assert!(kind != "plan" || steps > 0 && lines.count() == steps, "{written}");
        let faults: Vec<String> = validator.iter_errors(&certificate).map(|e| e.to_string()).collect();
        assert!(faults.is_empty(), "{faults:?}\n{certificate:#}");
        assert_eq!(certificate["proof"]["kind"], kind);
        let checked = fitting(&directory, &["verify", "--format", "json", "my.puzzle", "my.json"]);
        assert_eq!(checked["outcome"], "verified");
    }
    fs::write(directory.join("my.json"), "{}").unwrap();
    let checked = fitting(&directory, &["verify", "--format", "json", "my.puzzle", "my.json"]);
    assert_eq!(checked["outcome"], "rejected");
}

#[test]
fn explore_fits_its_schema() {
    let directory = scratch("explore", ROWS);
    let rows = fitting(&directory, &["explore", "--format", "json", "my.puzzle", "Solved"]);
    assert_eq!(rows["report"]["levels"].as_array().unwrap().len(), 2);
    let depth = ["explore", "--format", "json", "my.puzzle", "Long", "--depth", "3"];
    assert_eq!(fitting(&directory, &depth)["report"]["levels"][3]["moves"], Value::Null);
    let stopped = ["explore", "--format", "json", "my.puzzle", "Long", "--states", "1000"];
    assert_eq!(fitting(&directory, &stopped)["report"]["stopped"]["limit"], "states");
    let broken = scratch("explore-broken", "puzzle A { board line 3 }");
    assert_eq!(fitting(&broken, &["explore", "--format", "json", "my.puzzle"])["report"], Value::Null);
}

#[test]
fn test_fits_its_schema() {
    let directory = scratch("test", ROWS);
    let document = fitting(&directory, &["test", "--format", "json", "."]);
    let outcomes: Vec<&str> =
        document["results"].as_array().unwrap().iter().map(|r| r["outcome"].as_str().unwrap()).collect();
    assert_eq!(outcomes, ["held", "failed", "held", "held", "held"]);
    assert_eq!(document["summary"], serde_json::json!({ "passed": 4, "failed": 1, "undecided": 0 }));
}

#[test]
fn analyze_fits_its_schema() {
    let directory = scratch("analyze", ROWS);
    let analyze = |arguments: &[&str]| {
        fitting(&directory, &[&["analyze", "--format", "json", "my.puzzle"], arguments].concat())["report"]
            .clone()
    };
    let solved = analyze(&["Solved"]);
    assert_eq!(solved["theory"], "peg_solitaire");
    assert_eq!(solved["summary"], "4 cells, 4 jumps, 4 goals");
    let titles: Vec<&str> =
        solved["sections"].as_array().unwrap().iter().map(|s| s["title"].as_str().unwrap()).collect();
    assert_eq!(titles[..5], ["board", "classes", "goals", "goal", "tests"]);
    let broken = scratch("analyze-broken", "puzzle A { board line 3 }");
    assert_eq!(fitting(&broken, &["analyze", "--format", "json", "my.puzzle"])["report"], Value::Null);
}

#[test]
fn count_fits_its_schema() {
    let directory = scratch("count", ROWS);
    let count = |arguments: &[&str]| {
        fitting(&directory, &[&["count", "--format", "json", "my.puzzle"], arguments].concat())["report"]
            .clone()
    };
    let solved = count(&["Solved"]);
    assert_eq!(
        solved["all"],
        serde_json::json!({ "kind": "counted", "solutions": "1", "games": "1", "won": "1" })
    );
    assert_eq!((&solved["positions"], &solved["stopped"]), (&Value::from(2), &Value::Null));
    let long = count(&["Long"]);
    assert_eq!((&long["positions"], &long["all"]["kind"]), (&Value::from(181_440), &Value::from("endless")));
    let stopped = count(&["Long", "--states", "1000"]);
    assert_eq!(stopped["stopped"], serde_json::json!({ "limit": "states", "states": 1000 }));
    assert_eq!(stopped["all"]["kind"], "unknown");
    let coins =
        "use removal\npuzzle A { board line unbounded; rules removal.take; start row 100.100; goal empty }\n";
    let coins = fitting(&scratch("count-theory", coins), &["count", "--format", "json", "my.puzzle"]);
    assert_eq!(
        coins["report"]["theory"],
        serde_json::json!({ "name": "coin_removal", "length": 6, "solutions": "20", "at_least": false, "all": true })
    );
    let broken = scratch("count-broken", "puzzle A { board line 3 }");
    assert_eq!(fitting(&broken, &["count", "--format", "json", "my.puzzle"])["report"], Value::Null);
}

#[test]
fn counts_of_starts_fit_their_schema() {
    let family = "use removal\npuzzle A { board line 5; rules removal.take; start row ?1??.; goal empty }\n\
        puzzle B { board line 30; rules removal.take; start row ?*30; players 2, last to move wins }";
    let directory = scratch("starts", family);
    let starts = |arguments: &[&str]| {
        let command = ["count", "--starts", "--format", "json", "my.puzzle"];
        fitting(&directory, &[&command, arguments].concat())["report"].clone()
    };
    let all = starts(&["A"]);
    assert_eq!((&all["starts"], &all["count"], &all["nth"]), (&"8".into(), &"4".into(), &Value::Null));
    assert_eq!(starts(&["A", "--nth", "1"])["nth"]["start"], "start row 1110.");
    let stopped = starts(&["B"]);
    assert_eq!((&stopped["count"], &stopped["stopped"]["limit"]), (&Value::Null, &"size".into()));
    assert_eq!(stopped["wanted"], "won");
    let broken = scratch("starts-broken", "puzzle A { board line 3 }");
    assert_eq!(
        fitting(&broken, &["count", "--starts", "--format", "json", "my.puzzle"])["report"],
        Value::Null
    );
}

#[test]
fn generated_puzzles_fit_their_schema() {
    let text = "use peg\npuzzle A { board line 6; rules peg.jump; fill peg * 2..4; goal count(peg) == 1; wish hardest }\n\
        puzzle B { board line 6; rules peg.jump; start row oo....; goal count(peg) == 1 }\n\
        piece dot \"12\"\npuzzle C { board line 4; place dot * 4; goal where count(dot 1) == 2; clues }";
    let directory = scratch("generate", text);
    let generate = |arguments: &[&str]| {
        let command = ["generate", "--format", "json", "my.puzzle"];
        fitting(&directory, &[&command, arguments].concat())["report"].clone()
    };
    let all = generate(&["A", "--all", "--count", "2"]);
    assert_eq!((&all["seed"], &all["fillings"]), (&Value::Null, &50.into()));
    assert_eq!(all["puzzles"].as_array().unwrap().len(), 2);
    assert_eq!(generate(&["A", "--tries", "10", "--seed", "3"])["seed"], 3);
    assert_eq!(generate(&["C"])["unit"], Value::Null);
    assert_eq!(generate(&["B"]), Value::Null);
}

#[test]
fn the_list_of_plugins_fits_its_schema() {
    let directory = scratch("plugins", "puzzle A {}\n");
    fs::create_dir_all(directory.join("p")).unwrap();
    fs::write(directory.join("p/plugin.toml"), "name = \"p\"\nvers = 1\n").unwrap();
    let document = fitting(&directory, &["plugin", "list", "--format", "json"]);
    let games = document["games"].as_array().unwrap();
    assert_eq!(games.iter().filter(|g| g["kind"] == "native").count(), THEORIES.len());
    assert_eq!(games.last().unwrap()["folder"], "p");
    let codes: Vec<&Value> = document["diagnostics"].as_array().unwrap().iter().map(|d| &d["code"]).collect();
    assert_eq!(codes, ["P0813", "P0812"]);
}

#[test]
fn every_document_says_its_version_and_kind() {
    let directory = scratch("kinds", "puzzle A {}\n");
    for (arguments, kind) in [
        (&["fmt", "--check", "--format", "json", "my.puzzle"][..], "fmt"),
        (&["explain", "--format", "json", "P0301"], "explain"),
        (&["explain", "--format", "json"], "codes"),
        (&["explain", "methods", "--format", "json"], "methods"),
    ] {
        let document = document(&puzzlec(&directory, arguments));
        assert_eq!((&document["version"], document["kind"].as_str()), (&Value::from(1), Some(kind)));
    }
}

#[test]
fn sarif_names_rules_and_places() {
    let directory = scratch("sarif", "puzzle A {\n    titel \"é\"\n}\n");
    let log = document(&puzzlec(&directory, &["check", "--format", "sarif", "my.puzzle"]));
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    for result in run["results"].as_array().unwrap() {
        let rule = &run["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().unwrap() as usize];
        assert_eq!(rule["id"], result["ruleId"]);
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "my.puzzle");
        assert!(place["region"]["startLine"].as_u64().unwrap() >= 1);
    }
    assert!(!run["results"].as_array().unwrap().is_empty());
}

const FAMILIES: &str = "\
use removal
puzzle Closed { rules removal.takeAndClose; start row 10; goal empty }
puzzle Gaps { rules removal.take; start row 10; goal empty }
puzzle Game { rules removal.take; start row 10; players 2, last to move wins }
puzzle Ring { rules removal.take; board ring 2; start row 10; goal empty }
";

#[test]
fn automaton_fits_its_schema() {
    let directory = scratch("automaton", FAMILIES);
    let report = |arguments: &[&str]| {
        let all = [&["automaton", "--format", "json", "my.puzzle"], arguments].concat();
        fitting(&directory, &all)["report"].take()
    };
    let asked = ["Closed", "--accepts", "110", "--count", "100", "--nth", "1", "--length", "3"];
    let closed = report(&[&asked[..], &["--against", "my.puzzle", "Gaps"]].concat());
    assert_eq!(closed["automaton"]["states"].as_array().unwrap().len(), 5);
    assert_eq!(closed["automaton"]["named"]["states"].as_array().unwrap().len(), 11);
    assert_eq!(closed["automaton"]["recurrence"]["coefficients"], serde_json::json!([1, 2]));
    assert_eq!(closed["answers"]["count"]["rows"], "845100400152152934331135470250");
    assert_eq!(closed["answers"]["nth"]["row"], "001");
    assert_eq!(closed["answers"]["against"]["differs_on"], "010");
    let none = report(&["Game", "--most", "5"]);
    assert_eq!(none["growth"], serde_json::json!([1, 2, 4, 8, 15, 28]));
    assert_eq!(none["states_refuted"], 5);
    assert_eq!(none["witness"]["beginnings"].as_array().unwrap().len(), 28);
    assert_eq!(none["refuted"]["beginnings"].as_array().unwrap().len(), 6);
    assert_eq!(report(&["Ring"])["stopped"]["limit"], "unsupported");
    assert_eq!(report(&["Game", "--states", "100"])["stopped"]["limit"], "states");
    let broken = scratch("automaton-broken", "puzzle A { board line 3 }");
    assert_eq!(fitting(&broken, &["automaton", "--format", "json", "my.puzzle"])["report"], Value::Null);
}
