//! Requests of the playground, which the program answers itself.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{Lines, PATIENCE, Server};

const ROW: &str =
    "edition 1\nuse peg\npuzzle Row { board line 3; rules peg.jump; start row oo.; goal row ..o }\n";
/// More moves than any search here finds.
pub const LONG: &str = r#"edition 1
use tiles
board B = square """
    . . . . .
    . . . . .
    . . . . .
    . . . . .
    . . . . .
"""
puzzle Long {
    board B
    rules tiles.slide
    start row "ONMLKJIHGFEDCBA987654321."
    goal  row "123456789ABCDEFGHIJKLMNO."
}
"#;

/// A search that is running: it has reported progress.
pub fn running(server: &Server) -> Lines {
    let request = json!({ "do": "solve", "file": "long.puzzle", "puzzle": "Long" });
    let mut lines = server.open("POST /request", request.to_string().as_bytes());
    let line: Value = serde_json::from_str(&lines.next().unwrap()).unwrap();
    assert!(line["progress"]["positions"].is_u64(), "{line}");
    lines
}

/// What the program prints as JSON.
fn program(server: &Server, arguments: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_puzzlec"))
        .args(arguments)
        .args(["--format", "json"])
        .current_dir(&server.folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

#[test]
fn answers_are_those_of_the_program() {
    let central = include_str!("../../examples/peg/central.puzzle");
    let wrong = ROW.replace("jump", "jmp");
    let server = Server::start(
        "answers",
        &[("central.puzzle", central), ("row.puzzle", ROW), ("wrong.puzzle", &wrong), ("long.puzzle", LONG)],
    );
    for (file, puzzle) in [("central.puzzle", "Central"), ("row.puzzle", "Row")] {
        for command in ["solve", "count", "analyze"] {
            if command == "count" && file == "central.puzzle" {
                continue;
            }
            let answer = server.answer(&json!({ "do": command, "file": file, "puzzle": puzzle }));
            let document = program(&server, &[command, file, puzzle]);
            let report = document["reports"].get(0).unwrap_or(&document["report"]);
            assert_eq!(&answer["ok"]["report"], report, "{command} {file}");
        }
    }
    // Places are counted in UTF-16 from the start there, and in lines and columns here.
    let found = server.answer(&json!({ "do": "check", "file": "wrong.puzzle" }));
    let document = program(&server, &["check", "wrong.puzzle"]);
    let (found, printed) = (&found["ok"]["diagnostics"], &document["diagnostics"]);
    assert_eq!((found.as_array().unwrap().len(), printed.as_array().unwrap().len()), (1, 1));
    for field in ["code", "severity", "headline"] {
        assert_eq!(found[0][field], printed[0][field], "{found} {printed}");
    }
    // Limits end a search with a report, as they end the command.
    let limits = json!({ "states": 1000 });
    let request = json!({ "do": "solve", "file": "long.puzzle", "puzzle": "Long", "limits": limits });
    let answer = server.answer(&request);
    let document = program(&server, &["solve", "long.puzzle", "--states", "1000"]);
    assert_eq!(answer["ok"]["report"]["answer"]["verdict"], document["reports"][0]["answer"]["verdict"]);
    // What is no request is refused in words.
    for request in [
        "",
        "{",
        "[]",
        "{}",
        r#"{"do":1}"#,
        r#"{"do":"nothing"}"#,
        r#"{"do":"solve"}"#,
        r#"{"do":"check","file":"../x"}"#,
    ] {
        let answer = server.open("POST /request", request.as_bytes()).answer();
        assert!(answer["failed"]["why"].is_string(), "{request}: {answer}");
    }
}

#[test]
fn texts_that_are_not_saved_count() {
    let server = Server::start("drafts", &[("row.puzzle", ROW), ("long.puzzle", LONG)]);
    let errors = |page: &str| {
        let request = json!({ "do": "check", "file": "row.puzzle" }).to_string();
        let answer = server.open_as(page, "POST /request", request.as_bytes()).answer();
        answer["ok"]["diagnostics"].as_array().map(Vec::len)
    };
    let request = |page: &str, request: Value| {
        server.open_as(page, "POST /request", request.to_string().as_bytes()).answer()
    };
    assert_eq!(errors("a"), Some(0));
    // A draft is that of its page alone.
    let draft = json!({ "do": "change", "file": "row.puzzle", "text": ROW.replace("jump", "jmp") });
    assert_eq!(request("a", draft), json!({ "ok": {} }));
    assert_eq!((errors("a"), errors("b"), errors("")), (Some(1), Some(0), Some(0)));
    // Long work has the drafts, too.
    let draft =
        json!({ "do": "change", "file": "row.puzzle", "text": ROW.replace("goal row ..o", "goal row o..") });
    request("a", draft);
    let solve = json!({ "do": "solve", "file": "row.puzzle", "puzzle": "Row" });
    let verdict = |page: &str| request(page, solve.clone())["ok"]["report"]["answer"]["verdict"].clone();
    assert_eq!((verdict("a"), verdict("b")), (json!("unsolvable"), json!("solved")));
    request("a", json!({ "do": "files", "files": { "row.puzzle": ROW } }));
    assert_eq!(verdict("a"), json!("solved"));
    request("a", json!({ "do": "remove", "file": "row.puzzle" }));
    assert!(request("a", solve)["failed"]["why"].is_string());
    // Pages come and go: those that were not used for long begin again with the files on the disk.
    for page in 0..40 {
        assert_eq!(errors(&format!("page{page}")), Some(0));
    }
    assert_eq!(errors("a"), Some(0));
}

#[test]
fn a_check_does_not_wait_for_searches() {
    let server = Server::start("beside", &[("row.puzzle", ROW), ("long.puzzle", LONG)]);
    let check = json!({ "do": "check", "file": "row.puzzle" });
    server.answer(&check);
    let mut searches = [running(&server), running(&server)];
    // On a machine that is busy with other things, too, one of these is not late.
    let quickest = (0..20)
        .map(|_| {
            let from = Instant::now();
            assert_eq!(server.answer(&check)["ok"]["diagnostics"], json!([]));
            from.elapsed()
        })
        .min()
        .unwrap();
    assert!(quickest < Duration::from_millis(100), "{quickest:?}");
    for search in &mut searches {
        assert!(search.next().unwrap().contains("progress"));
    }
}

#[test]
fn a_search_ends_when_its_client_goes() {
    let server = Server::start("gone", &[("long.puzzle", LONG)]);
    let mut searches: Vec<Lines> = (0..8).map(|_| running(&server)).collect();
    let request =
        json!({ "do": "solve", "file": "long.puzzle", "puzzle": "Long", "limits": { "states": 1 } });
    let more = || server.answer(&request);
    assert!(more()["failed"]["why"].as_str().unwrap().contains("Too many searches"), "{}", more());
    searches.pop();
    let until = Instant::now() + PATIENCE;
    while more()["ok"].is_null() {
        assert!(Instant::now() < until, "the search goes on");
        std::thread::sleep(Duration::from_millis(20));
    }
    searches.iter_mut().for_each(|search| assert!(search.next().is_some()));
}

#[test]
fn puzzles_are_generated_as_the_program_does() {
    let text = "edition 2\npiece digit \"123\"\npuzzle Latin {\n    board square 3 by 3\n    place digit * 9\n    \
         goal  where all line in rows, columns: different(line)\n    clues\n    wish  minimal\n}\n";
    let server = Server::start("generate", &[("latin.puzzle", text), ("row.puzzle", ROW)]);
    let found = server.answer(&json!({ "do": "check", "file": "latin.puzzle" }));
    assert_eq!(found["ok"]["puzzles"][0]["holes"], json!(true));
    for seed in [1, 2] {
        let request = json!({ "do": "generate", "file": "latin.puzzle", "puzzle": "Latin", "seed": seed });
        let answer = server.answer(&request);
        let document = program(&server, &["generate", "latin.puzzle", "--seed", &seed.to_string()]);
        assert_eq!(answer["ok"]["made"]["name"], "Latin1.puzzle");
        assert_eq!(
            answer["ok"]["made"]["text"], document["report"]["puzzles"][0]["text"],
            "{answer}\n{document}"
        );
    }
    let request = json!({ "do": "generate", "file": "row.puzzle", "puzzle": "Row", "seed": 1 });
    let answer = server.answer(&request);
    assert!(
        answer["ok"]["made"].is_null() && answer["ok"]["text"].as_str().unwrap().contains("P0419"),
        "{answer}"
    );
}

#[test]
fn words_beside_a_puzzle_are_served_with_it() {
    let text = "edition 2\npiece letter \"acdgot\"\nlist words = lines \"words/short.txt\"\npuzzle P {\n    board  line 3\n    \
         place  letter * 3\n    goal   where all line in rows: spells(line, words)\n    expect 2 placements\n}\n";
    let files = [("p.puzzle", text), ("words/short.txt", "cat\ndog\n"), ("notes.txt", "buy milk")];
    let server = Server::start("words", &files);
    let answer = server.answer(&json!({ "do": "test", "file": "p.puzzle" }));
    assert_eq!(answer["ok"]["results"][0]["passed"], json!(true), "{answer}");
    let served = server.ask("GET /files", b"").json();
    assert_eq!(served["files"]["words/short.txt"], "cat\ndog\n");
    assert!(served["files"]["notes.txt"].is_null(), "{served}");
}
