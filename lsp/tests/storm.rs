//! Broken texts and many requests at once.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{Client, uri};
use serde_json::{Value, json};

const INTERNAL: i32 = -32603;

/// Requests about a place of a document.
const AT: [&str; 9] = [
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/signatureHelp",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/onTypeFormatting",
];
/// Requests about a whole document.
const ABOUT: [&str; 11] = [
    "textDocument/documentSymbol",
    "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/range",
    "textDocument/foldingRange",
    "textDocument/selectionRange",
    "textDocument/documentLink",
    "textDocument/formatting",
    "textDocument/rangeFormatting",
    "textDocument/codeLens",
    "textDocument/inlayHint",
    "textDocument/codeAction",
];

fn params(path: &str, line: u32, character: u32) -> Value {
    let position = json!({ "line": line, "character": character });
    json!({
        "textDocument": { "uri": uri(path) },
        "position": position,
        "positions": [position],
        "range": { "start": { "line": 0, "character": 0 }, "end": position },
        "context": { "includeDeclaration": true, "triggerKind": 1, "isRetrigger": false, "diagnostics": [] },
        "newName": "fresh",
        "ch": "}",
        "options": { "tabSize": 4, "insertSpaces": true },
        "previousResultId": "0",
    })
}

fn examples() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples")];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == "puzzle" || e == "rhai") {
                found.push(path);
            }
        }
    }
    found.sort();
    assert!(found.len() > 20);
    found
}

#[test]
fn every_prefix_of_examples_is_answered() {
    prefixes(0);
}

#[test]
fn every_prefix_of_other_examples_is_answered() {
    prefixes(1);
}

/// Types every fourth example in, from a first one on, or every second one in a long run.
fn prefixes(first: usize) {
    let step = if std::env::var_os("PUZZLEC_FUZZ").is_some() { 2 } else { 4 };
    let mut client = Client::new(&[]);
    let mut version = 1;
    for (number, example) in examples().iter().enumerate().skip(first).step_by(step) {
        let text = fs::read_to_string(example).unwrap();
        let extension = example.extension().unwrap().to_str().unwrap();
        let path = format!("/elsewhere/e{number}.{extension}");
        client.open(&path, "");
        let mut prefix = String::new();
        let (mut line, mut column) = (0, 0);
        for (at, c) in text.chars().enumerate() {
            version += 1;
            let end = json!({ "line": line, "character": column });
            let change = json!([{ "range": { "start": end, "end": end }, "text": c.to_string() }]);
            client.change(&path, version, change);
            prefix.push(c);
            (line, column) = if c == '\n' { (line + 1, 0) } else { (line, column + c.len_utf16() as u32) };
            // One question about each prefix, and now and then all of them.
            let all = AT.iter().chain(&ABOUT);
            let asked: Vec<&&str> =
                if at % 40 == 0 { all.collect() } else { all.cycle().skip(at % 24).take(1).collect() };
            let ids: Vec<(i32, &str)> =
                asked.iter().map(|m| (client.send(m, params(&path, line, column)), **m)).collect();
            for (id, method) in ids {
                if let Err((code, why)) = client.wait(id) {
                    assert_ne!(code, INTERNAL, "{method} {}: {why}\n{prefix}", example.display());
                }
            }
        }
        client.close(&path);
    }
    client.end();
}

/// Numbers without a pattern, the same on every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % n
    }
}

#[test]
fn request_storms_answer_each_id_once() {
    let text =
        fs::read_to_string(examples().iter().find(|p| p.ends_with("variants/knights.puzzle")).unwrap());
    let text = text.unwrap();
    let path = "/puzzles/a.puzzle";
    let mut dice = Dice(7);
    let mut client = Client::new(&[(path, &text)]);
    client.open(path, &text);
    let mut ids = Vec::new();
    for version in 2..400 {
        match dice.below(6) {
            0 => {
                let at = json!({ "line": dice.below(60), "character": dice.below(30) });
                let new = ["}", "é", "\n", "🧩"][dice.below(4)];
                let change = json!([{ "range": { "start": at, "end": at }, "text": new }]);
                client.change(path, version, change);
            }
            1 if !ids.is_empty() => {
                let id: i32 = ids[dice.below(ids.len())];
                client.notify("$/cancelRequest", json!({ "id": id }));
            }
            2 => ids.push(client.send("textDocument/diagnostic", params(path, 0, 0))),
            3 => ids.push(client.send(ABOUT[dice.below(ABOUT.len())], params(path, 60, 0))),
            4 => {
                let (line, character) = (dice.below(60), dice.below(30));
                let params = params(path, u32::try_from(line).unwrap(), u32::try_from(character).unwrap());
                ids.push(client.send(AT[dice.below(AT.len())], params));
            }
            _ => {
                let command = ["solve", "test", "stop"][dice.below(3)];
                let arguments = json!([uri(path), "Guarini"]);
                let params = json!({ "command": format!("puzzlec.{command}"), "arguments": arguments });
                ids.push(client.send("workspace/executeCommand", params));
            }
        }
    }
    // The client fails at a second answer to an id.
    for id in ids {
        if let Err((code, why)) = client.wait(id) {
            assert_ne!(code, INTERNAL, "{why}");
        }
    }
    client.end();
}
