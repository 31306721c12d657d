//! Documents and what is said of them.

use crate::support::{Client, codes, everything, uri};
use serde_json::{Value, json};

const GOOD: &str = "edition 1\nuse peg\npuzzle P {\n    board square \"\"\"\n        o o .\n    \"\"\"\n    \
    rules peg.jump\n    start \"\"\"\n        o o .\n    \"\"\"\n    goal count(peg.peg) == 1\n}\n";

#[test]
fn diagnostics_come_with_versions_and_places() {
    let client = Client::new(&[]);
    let path = "/puzzles/a.puzzle";
    client.open(path, "edition 1\npuzle P {\n}\n");
    let found = client.diagnostics(path, 1);
    assert_eq!(codes(&found), ["P0101"]);
    assert_eq!(
        found[0]["range"],
        json!({ "start": { "line": 1, "character": 0 }, "end": { "line": 1, "character": 5 } })
    );
    assert!(found[0]["message"].as_str().unwrap().contains("did you mean `puzzle`?"), "{found}");
    assert!(found[0]["codeDescription"]["href"].as_str().unwrap().ends_with("P0101.md"));
    client.replace(path, 2, "edition 1\n");
    assert_eq!(client.diagnostics(path, 2), json!([]));
    client.end();
}

#[test]
fn edits_are_taken_in_parts() {
    let client = Client::new(&[]);
    let path = "/puzzles/a.puzzle";
    client.open(path, "edition 1\n// 日本 🧩\npiece a \"a\"\npiece a \"b\"\n");
    let found = client.diagnostics(path, 1);
    assert_eq!(codes(&found), ["P0202"]);
    assert_eq!(found[0]["relatedInformation"][0]["message"], "first defined here");
    let range = |line, from, to| json!({ "start": { "line": line, "character": from }, "end": { "line": line, "character": to } });
    client.change(
        path,
        2,
        json!([{ "range": range(3, 6, 7), "text": "b" }, { "range": range(1, 0, 200), "text": "" }]),
    );
    assert_eq!(client.diagnostics(path, 2), json!([]));
    client.end();
}

#[test]
fn dependants_hear_of_a_change() {
    let user = "edition 1\nuse \"b.puzzle\"\nrule r { [ b.one ] -> [ empty ] }\n";
    let client =
        Client::new(&[("/puzzles/a.puzzle", user), ("/puzzles/b.puzzle", "edition 1\npiece one \"1\"\n")]);
    client.open("/puzzles/a.puzzle", user);
    assert_eq!(client.diagnostics("/puzzles/a.puzzle", 1), json!([]));
    client.open("/puzzles/b.puzzle", "edition 1\npiece one \"1\"\n");
    client.replace("/puzzles/b.puzzle", 2, "edition 1\npiece two \"1\"\n");
    let fits = |p: &Value| p["uri"] == uri("/puzzles/a.puzzle").as_str() && p["diagnostics"] != json!([]);
    let found = client.notice("textDocument/publishDiagnostics", fits);
    assert_eq!(codes(&found["diagnostics"]), ["P0201"]);
    // Closed: what stands on the disk counts again.
    client.close("/puzzles/b.puzzle");
    let fits = |p: &Value| p["uri"] == uri("/puzzles/a.puzzle").as_str() && p["diagnostics"] == json!([]);
    client.notice("textDocument/publishDiagnostics", fits);
    client.end();
}

#[test]
fn files_that_are_not_open_are_checked_too() {
    let client = Client::new(&[("/puzzles/deep/a.puzzle", "puzle\n"), ("/puzzles/.git/b.puzzle", "puzle\n")]);
    let found = client.notice("textDocument/publishDiagnostics", |_| true);
    assert_eq!(found["uri"], uri("/puzzles/deep/a.puzzle"));
    assert_eq!(found.get("version"), None);
    client.end();
}

#[test]
fn a_client_that_pulls_is_not_pushed() {
    let mut capabilities = everything();
    capabilities["textDocument"]["diagnostic"] = json!({ "dynamicRegistration": true });
    let mut client = Client::with(&[("/puzzles/b.puzzle", "puzle\n")], capabilities);
    client.open("/puzzles/a.puzzle", "edition 1\npuzle P { }\n");
    let pulled = client.about("textDocument/diagnostic", "/puzzles/a.puzzle");
    assert_eq!((pulled["kind"].clone(), codes(&pulled["items"])), (json!("full"), vec!["P0101".to_owned()]));
    let id = pulled["resultId"].clone();
    let params = json!({ "textDocument": { "uri": uri("/puzzles/a.puzzle") }, "previousResultId": id });
    let again = client.request("textDocument/diagnostic", params);
    assert_eq!(again, json!({ "kind": "unchanged", "resultId": id }));
    let all = client.request(
        "workspace/diagnostic",
        json!({ "previousResultIds": [{ "uri": uri("/puzzles/a.puzzle"), "value": id }] }),
    );
    let kinds: Vec<(Value, Value)> =
        all["items"].as_array().unwrap().iter().map(|i| (i["uri"].clone(), i["kind"].clone())).collect();
    assert!(kinds.contains(&(json!(uri("/puzzles/a.puzzle")), json!("unchanged"))), "{all}");
    assert!(kinds.contains(&(json!(uri("/puzzles/b.puzzle")), json!("full"))), "{all}");
    assert!(client.notices.borrow().iter().all(|n| n.method != "textDocument/publishDiagnostics"));
    client.end();
}

#[test]
fn a_puzzle_is_solved_beside_the_editor() {
    let path = "/puzzles/a.puzzle";
    let mut client = Client::new(&[]);
    client.open(path, GOOD);
    assert_eq!(client.diagnostics(path, 1), json!([]));
    // The line of a theory comes when it is ready, before or after this request.
    let commands = |lenses: &Value| -> Vec<Value> {
        let all = lenses.as_array().unwrap().iter().map(|lens| lens["command"].clone());
        all.filter(|command| !command["title"].as_str().unwrap().starts_with('⊢')).collect()
    };
    let titles = |lenses: &Value| -> Vec<String> {
        let all = commands(lenses);
        all.iter().map(|command| command["title"].as_str().unwrap().to_owned()).collect()
    };
    let lenses = client.about("textDocument/codeLens", path);
    assert_eq!(titles(&lenses), ["▶ Solve", "▶ Shortest", "∑ Count", "▦ Board"]);
    assert_eq!(commands(&lenses)[0]["arguments"], json!([uri(path), "P"]));
    let solution = json!({ "uri": uri(path), "puzzle": "P" });
    assert_eq!(client.request("puzzlec/solution", solution.clone()), Value::Null);
    assert!(client.command("puzzlec.showSolution", path, "P").is_err());
    client.command("puzzlec.shortest", path, "P").unwrap();
    let solved = client.notice("puzzlec/solved", |_| true);
    assert_eq!(solved, json!({ "uri": uri(path), "puzzle": "P", "label": "1 move" }));
    let found = client.request("puzzlec/solution", solution.clone());
    assert_eq!(found["label"], "least: 1 move (proved)");
    assert_eq!(found["outdated"], false);
    assert_eq!(found["start"], json!(["o o ."]));
    assert_eq!(found["steps"][0]["after"], json!([". . o"]));
    let shown = client.command("puzzlec.showSolution", path, "P").unwrap();
    assert!(shown.as_str().unwrap().contains("  . . o\n"), "{shown}");
    let whole = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let params = json!({ "textDocument": { "uri": uri(path) }, "range": whole });
    let hints = client.request("textDocument/inlayHint", params.clone());
    assert!(hints.as_array().unwrap().iter().any(|h| h["label"] == "1 move"), "{hints}");
    // Another puzzle may change; the answer goes with its own.
    let other = "puzzle Q { board line 1\n start \"\"\" . \"\"\"\n goal \"\"\" o \"\"\" }\n";
    let (head, own) = GOOD.split_at(GOOD.find("puzzle P").unwrap());
    client.replace(path, 2, &format!("{head}{other}{own}"));
    let hints = client.request("textDocument/inlayHint", params.clone());
    assert!(hints.as_array().unwrap().iter().any(|h| h["label"] == "1 move"), "{hints}");
    // An answer is not shown beside another text.
    client.replace(path, 3, &GOOD.replace("o o .", "o . o"));
    let hints = client.request("textDocument/inlayHint", params);
    assert!(hints.as_array().unwrap().iter().all(|h| h["label"] != "1 move"), "{hints}");
    let found = client.request("puzzlec/solution", solution);
    assert_eq!(found["label"], "the puzzle has changed since; before: least: 1 move (proved)");
    assert_eq!(found["outdated"], true);
    client.command("puzzlec.count", path, "P").unwrap();
    assert_eq!(client.notice("puzzlec/solved", |_| true)["label"], "1 position");
    client.end();
}

#[test]
fn an_expectation_that_fails_is_a_diagnostic() {
    let path = "/puzzles/a.puzzle";
    let mut client = Client::new(&[]);
    client.open(path, &GOOD.replace("== 1\n}", "== 1\n    expect unsolvable\n}"));
    client.diagnostics(path, 1);
    client.command("puzzlec.test", path, "P").unwrap();
    assert_eq!(client.notice("puzzlec/solved", |_| true)["label"], "0 of 1 held");
    assert_eq!(client.codes(path, 1), ["P0701"]);
    let whole = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let params =
        json!({ "textDocument": { "uri": uri(path) }, "range": whole, "context": { "diagnostics": [] } });
    let actions = client.request("textDocument/codeAction", params);
    assert_eq!(actions[0]["title"], "correct the expectation: `expect solvable`", "{actions}");
    client.replace(path, 2, GOOD);
    assert_eq!(client.diagnostics(path, 2), json!([]));
    client.end();
}

#[test]
fn a_search_is_stopped_and_the_newest_wins() {
    let path = "/puzzles/hard.puzzle";
    let hard =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/variants/korf79.puzzle"));
    let hard = hard.unwrap();
    let name = "Korf79";
    let mut client = Client::new(&[]);
    client.open(path, &hard);
    for _ in 0..3 {
        client.command("puzzlec.count", path, name).unwrap();
    }
    let lenses = client.about("textDocument/codeLens", path);
    assert!(lenses.to_string().contains("⏹ Stop counting"), "{lenses}");
    // The editor goes on meanwhile.
    client.replace(path, 2, "edition 1\n");
    assert_eq!(client.diagnostics(path, 2), json!([]));
    client.command("puzzlec.stop", path, name).unwrap();
    let solved = client.notice("puzzlec/solved", |_| true);
    assert_eq!(solved["puzzle"], name);
    client.end();
}

#[test]
fn an_impossible_puzzle_is_not_called_unsolved() {
    let path = "/puzzles/a.puzzle";
    let mut client = Client::new(&[]);
    client.open(path, &GOOD.replace("== 1", "== 3"));
    client.command("puzzlec.solve", path, "P").unwrap();
    assert_eq!(client.notice("puzzlec/solved", |_| true)["label"], "no solution");
    let solution = json!({ "uri": uri(path), "puzzle": "P" });
    let found = client.request("puzzlec/solution", solution.clone());
    assert_eq!((&found["start"], &found["steps"]), (&json!([]), &json!([])));
    assert!(found["label"].as_str().unwrap().starts_with("impossible: "), "{found}");
    let refused = client.command("puzzlec.showSolution", path, "P").unwrap_err();
    assert!(refused.1.starts_with("`P`: impossible: "), "{}", refused.1);
    // Counting says nothing about that.
    client.command("puzzlec.count", path, "P").unwrap();
    client.notice("puzzlec/solved", |_| true);
    assert_eq!(client.request("puzzlec/solution", solution), found);
    client.end();
}

#[test]
fn puzzles_of_one_name_have_solutions_of_their_own() {
    let mut client = Client::new(&[]);
    for (path, goal) in [("/puzzles/a.puzzle", "== 1"), ("/puzzles/b.puzzle", "== 2")] {
        client.open(path, &GOOD.replace("== 1", goal));
        client.command("puzzlec.solve", path, "P").unwrap();
        client.notice("puzzlec/solved", |_| true);
        client.command("puzzlec.showSolution", path, "P").unwrap();
    }
    client.about("textDocument/codeLens", "/puzzles/a.puzzle");
    let asked = client.asked.borrow();
    let shown: Vec<&str> = asked
        .iter()
        .filter(|r| r.method == "window/showDocument")
        .map(|r| r.params["uri"].as_str().unwrap())
        .collect();
    assert_eq!(shown.len(), 2);
    assert_ne!(shown[0], shown[1]);
    assert!(shown.iter().all(|uri| uri.ends_with("/P.txt")), "{shown:?}");
    drop(asked);
    client.end();
}

#[test]
fn the_answer_to_an_older_text_is_not_announced() {
    let path = "/puzzles/hard.puzzle";
    let hard =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/variants/korf79.puzzle"));
    let hard = hard.unwrap();
    let mut client = Client::new(&[]);
    client.settings = json!({ "timeout": 2, "delay": 1 });
    client.notify("workspace/didChangeConfiguration", json!({ "settings": null }));
    client.open(path, &hard);
    client.diagnostics(path, 1);
    client.command("puzzlec.shortest", path, "Korf79").unwrap();
    client.replace(path, 2, &hard.replace("puzzle Korf79 {", "puzzle Korf79 {\n    title \"K\""));
    assert_eq!(client.notice("puzzlec/solved", |_| true)["label"], "the puzzle has changed");
    let said = client.notice("window/showMessage", |_| true);
    assert_eq!(said["message"], "Korf79: the puzzle has changed: ask again");
    client.end();
}

#[test]
fn a_wrong_length_is_corrected_and_lines_keep_their_ends() {
    let path = "/puzzles/a.puzzle";
    let mut client = Client::new(&[]);
    let text = GOOD.replace("== 1\n}", "== 1\n    expect solvable in 30 moves\n}").replace('\n', "\r\n");
    client.open(path, &text);
    client.diagnostics(path, 1);
    client.command("puzzlec.test", path, "P").unwrap();
    client.notice("puzzlec/solved", |_| true);
    let actions = |client: &mut Client, line: u32| {
        let place = json!({ "line": line, "character": 10 });
        let range = json!({ "start": place, "end": place });
        let document = json!({ "uri": uri(path) });
        let params = json!({ "textDocument": document, "range": range, "context": { "diagnostics": [] } });
        client.request("textDocument/codeAction", params)
    };
    let found = actions(&mut client, 11);
    let edit = &found[0]["edit"]["documentChanges"][0]["edits"][0];
    assert_eq!(edit["newText"], "1", "{found}");
    assert_eq!(edit["range"]["start"], json!({ "line": 11, "character": 23 }));
    // A start that becomes an item has lines as the others.
    let found = actions(&mut client, 7);
    let starts = |a: &&Value| a["title"].as_str().unwrap().starts_with("make the start");
    let action = found.as_array().unwrap().iter().find(starts).unwrap();
    let edits = action["edit"]["documentChanges"][0]["edits"].as_array().unwrap();
    let texts: String = edits.iter().map(|e| e["newText"].as_str().unwrap()).collect();
    assert!(texts.contains("\r\n") && !texts.replace("\r\n", "").contains('\n'), "{texts:?}");
    client.end();
}
