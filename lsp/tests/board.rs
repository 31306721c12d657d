//! Boards that are drawn, painted and tested.

use crate::support::{Client, uri};
use serde_json::{Value, json};

const PATH: &str = "/puzzles/a.puzzle";
const TEXT: &str = "\
edition 1
use peg

puzzle P {
    board line 4
    rules peg.jump
    start row oo..
    goal only peg at c1
    expect solvable in 1 move
    expect unsolvable
}
";

fn about(puzzle: &str) -> Value {
    json!({ "uri": uri(PATH), "puzzle": puzzle })
}

fn board(client: &mut Client, puzzle: &str) -> Value {
    client.request("puzzlec/board", about(puzzle))
}

fn open(text: &str) -> Client {
    let client = Client::new(&[]);
    client.open(PATH, text);
    client.diagnostics(PATH, 1);
    client
}

/// The text after the edits that paint cells, in lines of any ends.
fn painted(client: &mut Client, text: &str, picture: &str, cells: &[&str], mark: &str) -> String {
    let params = json!({ "uri": uri(PATH), "puzzle": "P", "picture": picture, "cells": cells, "mark": mark });
    let edit = client.request("puzzlec/paint", params);
    let changes = &edit["documentChanges"][0];
    assert_eq!(changes["textDocument"]["uri"], uri(PATH));
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    let mut edits: Vec<&Value> = changes["edits"].as_array().unwrap().iter().collect();
    edits.sort_by_key(|e| {
        let start = &e["range"]["start"];
        (start["line"].as_u64().unwrap(), start["character"].as_u64().unwrap())
    });
    for edit in edits.into_iter().rev() {
        let place = |end: &str| edit["range"][end]["character"].as_u64().unwrap() as usize;
        let number = edit["range"]["start"]["line"].as_u64().unwrap() as usize;
        assert_eq!(edit["range"]["start"]["line"], edit["range"]["end"]["line"]);
        // The client counts in UTF-8.
        lines[number].replace_range(place("start")..place("end"), edit["newText"].as_str().unwrap());
    }
    lines.concat()
}

#[test]
fn a_board_has_the_plan_of_the_last_search() {
    let mut client = open(TEXT);
    let found = board(&mut client, "P");
    assert_eq!(found["why"], Value::Null);
    assert_eq!(found["board"]["cells"].as_array().unwrap().len(), 4);
    assert!(found["board"]["task"].is_object() && found["board"]["solution"].is_null(), "{found}");
    assert_eq!(found["start"]["cells"], json!([["a1", "o"], ["b1", "o"], ["c1", "."], ["d1", "."]]));
    client.command("puzzlec.solve", PATH, "P").unwrap();
    client.notice("puzzlec/solved", |_| true);
    let found = board(&mut client, "P");
    assert_eq!(found["board"]["solution"]["names"], json!(["a1-c1"]));
    assert_eq!(found["board"]["answer"], "least: 1 move (proved)");
    assert_eq!(found["before"], Value::Null);
    // The plan of another start is not shown, but known to be old.
    client.replace(PATH, 2, &TEXT.replace("oo..", ".oo."));
    let found = board(&mut client, "P");
    assert!(found["board"]["solution"].is_null(), "{found}");
    assert_eq!(found["before"], "least: 1 move (proved)");
    // A text with an error has no board, but its picture can still be painted.
    client.replace(PATH, 3, &TEXT.replace("peg.jump", "peg.jmp"));
    let found = board(&mut client, "P");
    assert_eq!(found["board"], Value::Null);
    assert!(found["why"].as_str().unwrap().contains("jmp"), "{found}");
    assert_eq!(found["start"]["cells"][0], json!(["a1", "o"]));
    assert!(board(&mut client, "Q")["why"].as_str().unwrap().contains("there is no puzzle `Q`"));
    client.end();
}

#[test]
fn an_impossible_puzzle_has_an_answer_without_steps() {
    let mut client = open(&TEXT.replace("at c1", "at d1"));
    client.command("puzzlec.solve", PATH, "P").unwrap();
    client.notice("puzzlec/solved", |_| true);
    let found = board(&mut client, "P");
    assert!(found["board"]["solution"].is_null());
    assert!(found["board"]["answer"].as_str().unwrap().starts_with("impossible"), "{found}");
    client.end();
}

#[test]
fn the_page_of_a_board_is_shown_in_the_browser() {
    let mut client = open(TEXT);
    let lenses = client.about("textDocument/codeLens", PATH);
    assert!(lenses.to_string().contains("puzzlec.showBoard"), "{lenses}");
    client.command("puzzlec.showBoard", PATH, "P").unwrap();
    let mut shown = Value::Null;
    while shown.is_null() {
        client.about("textDocument/codeLens", PATH);
        let asked = client.asked.borrow();
        let found = asked.iter().find(|r| r.method == "window/showDocument");
        shown = found.map_or(Value::Null, |request| request.params.clone());
    }
    assert_eq!(shown["external"], true);
    let path = shown["uri"].as_str().unwrap().strip_prefix("file://").unwrap().to_owned();
    assert!(std::fs::read_to_string(path).unwrap().starts_with("<!doctype html>"));
    client.command("puzzlec.showBoard", PATH, "Q").unwrap();
    let said = client.notice("window/showMessage", |_| true);
    assert_eq!(said["message"], "Q: there is no puzzle `Q`");
    client.end();
}

#[test]
fn a_cell_is_painted_and_nothing_else_changes() {
    let square = "\
edition 1
piece pin \"o\"
piece 猫 \"猫\"
rule hop { [ pin | empty ] -> [ empty | pin ] }
puzzle P {
\tboard square 3 by 2
\trules hop
\tstart \"\"\"
\t\to 猫 .
\t\t. o .
\t\"\"\"
\tgoal \"\"\"
\t\t? ? o
\t\t? ? ?
\t\"\"\"
}
";
    let hex = "\
edition 1
piece pin \"o\"
rule hop { [ pin | empty ] -> [ empty | pin ] }
board Flower = hex \"\"\"
     . .
    . . .
     . .
\"\"\"
configuration first = \"\"\"
     o .
    . . .
     . .
\"\"\"
puzzle P {
    board Flower
    rules hop
    start first
    goal count(pin) == 1
}
";
    let line = TEXT.replace("oo..", "oo ..");
    for (text, picture, cells, mark, row, after) in [
        (square.to_owned(), "start", &["b1", "a1"][..], "猫", "o 猫 .", "猫 猫 ."),
        (square.to_owned(), "start", &["b1"][..], ".", "o 猫 .", "o . ."),
        (square.replace('\n', "\r\n"), "start", &["c2"][..], "o", ". o .", ". o o"),
        (square.to_owned(), "goal", &["a1"][..], ".", "? ? o", ". ? o"),
        (hex.to_owned(), "start", &["b3"][..], "o", "     . .\n\"\"\"\npuzzle", "     . o\n\"\"\"\npuzzle"),
        (line.clone(), "start", &["d1", "a1"][..], "o", "oo ..", "oo .o"),
        (line, "start", &["a1"][..], ".", "oo ..", ".o .."),
    ] {
        let mut client = open(&text);
        let found = board(&mut client, "P");
        let drawn = found[picture]["cells"].as_array().unwrap_or_else(|| panic!("{found}\n{text}"));
        let names: Vec<&str> = drawn.iter().map(|c| c[0].as_str().unwrap()).collect();
        assert!(cells.iter().all(|cell| names.contains(cell)), "{names:?}");
        assert_eq!(painted(&mut client, &text, picture, cells, mark), text.replacen(row, after, 1), "{text}");
        client.end();
    }
}

#[test]
fn what_cannot_be_painted_is_refused_in_words() {
    let mut client = open(TEXT);
    let mut refused = |picture: &str, cell: &str, mark: &str| {
        let params =
            json!({ "uri": uri(PATH), "puzzle": "P", "picture": picture, "cells": [cell], "mark": mark });
        client.try_request("puzzlec/paint", params).unwrap_err().1
    };
    assert_eq!(refused("start", "a1", "x"), "no piece has the mark `x`");
    assert_eq!(refused("start", "z9", "o"), "the picture of the start has no cell `z9`");
    assert_eq!(refused("goal", "a1", "o"), "the goal is not drawn as a picture in this workspace");
    client.end();
}

#[test]
fn expectations_have_results_that_grow_old() {
    let mut client = open(TEXT);
    let ask = |client: &mut Client| client.request("puzzlec/expectations", json!({ "uri": uri(PATH) }));
    let hints = |client: &mut Client| {
        let whole = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
        let params = json!({ "textDocument": { "uri": uri(PATH) }, "range": whole });
        let found = client.request("textDocument/inlayHint", params);
        let all = found.as_array().unwrap().iter();
        let all: Vec<String> = all.map(|h| h["label"].as_str().unwrap().to_owned()).collect();
        all.into_iter().filter(|l| l.starts_with(['✓', '✗', '?'])).collect::<Vec<_>>()
    };
    let found = ask(&mut client);
    assert_eq!(found[0]["puzzle"], "P");
    assert_eq!(found[0]["expectations"][0]["text"], "expect solvable in 1 move");
    assert_eq!(found[0]["expectations"][0]["outcome"], Value::Null);
    client.command("puzzlec.test", PATH, "P").unwrap();
    client.notice("puzzlec/solved", |_| true);
    // A search does not take the results of a test away.
    client.command("puzzlec.solve", PATH, "P").unwrap();
    client.notice("puzzlec/solved", |_| true);
    let found = ask(&mut client);
    let expected = &found[0]["expectations"];
    assert_eq!((&expected[0]["outcome"], &expected[1]["outcome"]), (&json!("held"), &json!("failed")));
    assert_eq!(expected[1]["range"]["start"]["line"], 9);
    assert_eq!(expected[1]["why"], "it is solvable: a shortest solution has 1 move");
    assert_eq!(hints(&mut client), ["✓ held", "✗ does not hold"]);
    client.replace(PATH, 2, &TEXT.replace("oo..", ".oo."));
    let found = ask(&mut client);
    assert_eq!(found[0]["outdated"], true);
    assert_eq!(hints(&mut client)[0], "✓ held before the change");
    client.end();
}
