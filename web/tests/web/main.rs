//! Requests and their answers.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use puzzlec_web::{Host, Report, Session};
use serde_json::{Value, json};

const API: &str = include_str!("../../api.d.ts");

const PUZZLE: &str = "edition 2\nuse peg\npuzzle Central {\n    title \"The ✝ of 𝔭\"\n    board peg.English\n    \
                      rules peg.jump\n    start full except c\n    goal only peg at c\n    expect solvable in 31 moves\n}\n";

/// A clock that goes on by ten milliseconds whenever it is read.
#[derive(Default)]
struct Fake {
    read: AtomicU64,
    reports: Mutex<Vec<Report>>,
    /// The reports after which requests end; 0 for never.
    most: usize,
}

impl Host for Fake {
    fn clock(&self) -> Duration {
        Duration::from_millis(10 * self.read.fetch_add(1, Ordering::Relaxed))
    }

    fn progress(&self, report: &Report) -> bool {
        let mut reports = self.reports.lock().unwrap();
        reports.push(*report);
        self.most == 0 || reports.len() < self.most
    }
}

fn ask(session: &mut Session, request: &Value) -> Value {
    let host: Arc<dyn Host> = Arc::new(Fake::default());
    serde_json::from_str(&session.request(&request.to_string(), &host)).unwrap()
}

fn with(text: &str) -> Session {
    let mut session = Session::new();
    ask(&mut session, &json!({ "do": "files", "files": { "a.puzzle": text } }));
    session
}

#[test]
fn a_session_moves_between_threads() {
    fn moves<T: Send>(_: &T) {}
    moves(&Session::new());
}

#[test]
fn the_types_list_the_requests() {
    let (_, requests) = API.split_once("export interface Requests {\n").unwrap();
    let (requests, _) = requests.split_once("\n}\n").unwrap();
    let names =
        requests.lines().filter_map(|line| line.strip_prefix("  ")?.split_once(": {")).map(|one| one.0);
    let names: Vec<&str> = names.filter(|name| name.chars().all(char::is_alphabetic)).collect();
    assert_eq!(names.len(), 31);
    for name in names {
        let answer = ask(&mut Session::new(), &json!({ "do": name }));
        let why = answer["failed"]["why"].as_str().unwrap_or("");
        assert!(!why.starts_with("there is no request"), "{name}: {answer}");
    }
}

#[test]
fn places_count_units() {
    let mut session = with(&PUZZLE.replace("goal", "gaol"));
    let checked = ask(&mut session, &json!({ "do": "check", "file": "a.puzzle" }));
    let found = &checked["ok"]["diagnostics"][0];
    let units: Vec<u16> = PUZZLE.replace("goal", "gaol").encode_utf16().collect();
    let place = |name: &str| usize::try_from(found[name].as_u64().unwrap()).unwrap();
    assert_eq!(String::from_utf16(&units[place("start")..place("end")]).unwrap(), "gaol");
}

#[test]
fn solves_shows_and_verifies() {
    let mut session = with(PUZZLE);
    let solve = json!({ "do": "solve", "file": "a.puzzle", "puzzle": "Central", "certificate": true });
    let solved = ask(&mut session, &solve)["ok"].take();
    assert_eq!(solved["plan"].as_array().unwrap().len(), 31);
    assert!(solved["text"].as_str().unwrap().contains("least: 31 moves (proved)"));
    let board = json!({ "do": "board", "file": "a.puzzle", "puzzle": "Central", "plan": solved["plan"] });
    let board = ask(&mut session, &board)["ok"].take();
    assert_eq!(board["board"]["solution"]["length"], 31, "{}", board["why"]);
    let verify = json!({ "do": "verify", "file": "a.puzzle", "certificate": solved["certificate"] });
    assert_eq!(ask(&mut session, &verify)["ok"]["accepted"], true);
    let changed = solved["certificate"].as_str().unwrap().replacen("31", "30", 1);
    let verify = json!({ "do": "verify", "file": "a.puzzle", "certificate": changed });
    assert_eq!(ask(&mut session, &verify)["ok"]["accepted"], false);
    let tested = ask(&mut session, &json!({ "do": "test", "file": "a.puzzle" }));
    assert_eq!(tested["ok"]["results"][0]["passed"], true);
}

#[test]
fn the_host_ends_a_request() {
    let mut session = with(PUZZLE);
    let request = json!({ "do": "solve", "file": "a.puzzle", "puzzle": "Central", "method": "breadth" });
    let fake = Arc::new(Fake { most: 2, ..Fake::default() });
    let host: Arc<dyn Host> = Arc::clone(&fake) as Arc<dyn Host>;
    let answer: Value = serde_json::from_str(&session.request(&request.to_string(), &host)).unwrap();
    assert_eq!(answer["ok"]["report"]["answer"]["reason"]["limit"], "cancelled");
    assert_eq!(fake.reports.lock().unwrap().len(), 2);
}

#[test]
fn files_come_and_go() {
    let mut session = with(PUZZLE);
    let change = json!({ "do": "change", "file": "b.puzzle", "text": PUZZLE.replace("Central", "Other") });
    ask(&mut session, &change);
    let checked = ask(&mut session, &json!({ "do": "check", "file": "b.puzzle" }));
    assert_eq!(checked["ok"]["puzzles"][0]["name"], "Other");
    ask(&mut session, &json!({ "do": "remove", "file": "b.puzzle" }));
    assert!(ask(&mut session, &json!({ "do": "check", "file": "b.puzzle" }))["failed"].is_object());
    // The other kinds of files: a game becomes a text without keys.
    let game = "title Game\n\n========\nOBJECTS\n========\n";
    ask(&mut session, &json!({ "do": "change", "file": "c.txt", "text": game }));
    let checked = ask(&mut session, &json!({ "do": "check", "file": "c.txt" }));
    assert!(checked["ok"].is_object(), "{checked}");
}

/// The files of a folder that puzzles use, by their paths from there.
fn texts(root: &Path, folder: &Path, found: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let kind = path.extension().and_then(|end| end.to_str()).unwrap_or("");
        if path.is_dir() {
            texts(root, &path, found);
        } else if ["puzzle", "rhai", "toml", "txt"].contains(&kind) {
            let name = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
            found.insert(name, fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn a_session_for_editing_answers_alike_without_searches() {
    let mut compared = 0;
    for folder in ["examples", "tests/cases"] {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
        let mut files = BTreeMap::new();
        texts(&root, &root, &mut files);
        let [mut whole, mut editing] = [Session::new(), Session::for_editing()];
        let mut both = |request: &Value| {
            let [mut of_whole, of_editing] = [&mut whole, &mut editing].map(|one| ask(one, request));
            // The line of a theory is the last one of a description.
            if let Some(Value::String(text)) = of_whole.pointer_mut("/ok/markdown") {
                text.truncate(text.find("\n\ntheory `").unwrap_or(text.len()));
            }
            assert_eq!(of_whole, of_editing, "{request}");
            compared += 1;
            of_whole
        };
        both(&json!({ "do": "files", "files": files }));
        for file in files.keys().filter(|file| file.ends_with(".puzzle") || file.ends_with(".txt")) {
            let checked = both(&json!({ "do": "check", "file": file }));
            for name in ["tokens", "outline", "format"] {
                both(&json!({ "do": name, "file": file }));
            }
            for at in (0..files[file].len()).step_by(397) {
                both(&json!({ "do": "complete", "file": file, "at": at }));
            }
            for puzzle in checked["ok"]["puzzles"].as_array().unwrap() {
                let (name, at) = (&puzzle["name"], &puzzle["start"]);
                both(&json!({ "do": "board", "file": file, "puzzle": name }));
                both(&json!({ "do": "hover", "file": file, "at": at }));
            }
        }
        for name in ["solve", "test", "publish", "verify"] {
            let answer = ask(&mut editing, &json!({ "do": name }));
            let why = answer["failed"]["why"].as_str().unwrap_or("");
            assert!(why.starts_with("there is no request"), "{name}: {answer}");
        }
    }
    assert!(compared > 1000, "{compared}");
}

const LAMPS: &str = include_str!("../../../examples/puzzlescript/lamps.txt");

/// Levels of a PuzzleScript game are puzzles for all requests about boards and answers.
#[test]
fn games_of_keys_are_drawn_counted_and_published() {
    let mut session = with(PUZZLE);
    ask(&mut session, &json!({ "do": "change", "file": "lamps.txt", "text": LAMPS }));
    let mut about = |request: &str, more: Value| {
        let mut fields = json!({ "do": request, "file": "lamps.txt", "puzzle": "level2" });
        fields.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        ask(&mut session, &fields)["ok"].clone()
    };
    let board = about("board", json!({ "plan": ["down", "up", "left", "left", "down"] }));
    assert_eq!(board["board"]["keys"]["size"], json!([5, 4]));
    assert_eq!(board["board"]["solution"]["actions"], json!([1, 0, 2, 2, 1]));
    assert!(about("render", json!({}))["svg"].as_str().unwrap().contains("<svg"));
    let counted = about("count", json!({}));
    assert_eq!(counted["report"]["shortest"]["length"], 5, "{counted}");
    let analyzed = about("analyze", json!({}));
    assert!(analyzed["text"].as_str().unwrap().contains("5 keys"), "{analyzed}");
    let page = about("publish", json!({}));
    assert!(page["html"].as_str().unwrap().contains("KeyEvaluator"));
    // A plan with a key that the game does not have is none.
    assert!(about("board", json!({ "plan": ["wait"] }))["board"]["solution"].is_null());
    let broken = LAMPS.replace("[ New ]", "[ Nwe ]");
    ask(&mut session, &json!({ "do": "change", "file": "lamps.txt", "text": broken }));
    let board =
        ask(&mut session, &json!({ "do": "board", "file": "lamps.txt", "puzzle": "level2" }))["ok"].clone();
    assert_eq!((&board["board"], &board["why"]), (&Value::Null, &json!("there is no object `nwe`")));
}
