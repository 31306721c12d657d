//! Every feature, once, as an editor asks for it.

use crate::support::{Client, uri};
use serde_json::{Value, json};

const PATH: &str = "/puzzles/a.puzzle";
const TEXT: &str = "\
edition 1
use peg
use \"other.puzzle\"

/// Five holes.
board Five = square \"\"\"
    . . . . .
\"\"\"

rule hop { [ peg.peg | peg.peg | empty ] -> [ empty | empty | peg.peg ] }

puzzle Central {
    title \"Five\"
    board Five
    rules hop
    start full peg.peg
    goal count(peg.peg) == 1
}
";

fn client() -> Client {
    let client = Client::new(&[("/puzzles/other.puzzle", "edition 1\npiece one \"1\"\n")]);
    client.open(PATH, TEXT);
    client
}

fn range(from: (u32, u32), to: (u32, u32)) -> Value {
    json!({ "start": { "line": from.0, "character": from.1 }, "end": { "line": to.0, "character": to.1 } })
}

#[test]
fn symbols_folds_selections_links() {
    let mut client = client();
    let symbols = client.about("textDocument/documentSymbol", PATH);
    let names: Vec<&str> = symbols.as_array().unwrap().iter().map(|s| s["name"].as_str().unwrap()).collect();
    assert!(["Five", "hop", "Central"].iter().all(|n| names.contains(n)), "{names:?}");
    let found = client.request("workspace/symbol", json!({ "query": "cent" }));
    assert_eq!(found[0]["name"], "Central");
    assert_eq!(found[0]["location"]["uri"], uri(PATH));
    let folds = client.about("textDocument/foldingRange", PATH);
    assert!(folds.as_array().unwrap().iter().any(|f| f["startLine"] == 11), "{folds}");
    let params =
        json!({ "textDocument": { "uri": uri(PATH) }, "positions": [{ "line": 13, "character": 12 }] });
    let selections = client.request("textDocument/selectionRange", params);
    assert_eq!(selections[0]["range"], range((13, 10), (13, 14)));
    assert!(selections[0]["parent"].is_object());
    let links = client.about("textDocument/documentLink", PATH);
    assert!(links.as_array().unwrap().iter().any(|l| l["target"] == uri("/puzzles/other.puzzle")), "{links}");
    client.end();
}

#[test]
fn tokens_and_their_differences() {
    let mut client = client();
    let all = client.about("textDocument/semanticTokens/full", PATH);
    let count = all["data"].as_array().unwrap().len();
    assert!(count > 100 && count.is_multiple_of(5));
    client.change(PATH, 2, json!([{ "range": range((12, 11), (12, 15)), "text": "Seven" }]));
    let previous = all["resultId"].clone();
    let document = json!({ "uri": uri(PATH) });
    let params = json!({ "textDocument": document, "previousResultId": previous });
    let delta = client.request("textDocument/semanticTokens/full/delta", params.clone());
    assert_eq!(delta["edits"][0]["deleteCount"], 5, "{delta}");
    let again = client.request("textDocument/semanticTokens/full/delta", params);
    assert_eq!(again["data"].as_array().unwrap().len(), count, "a result that is lost: {again}");
    let params = json!({ "textDocument": document, "range": range((0, 0), (1, 0)) });
    let part = client.request("textDocument/semanticTokens/range", params);
    assert_eq!(part["data"].as_array().unwrap().len(), 10, "{part}");
    client.end();
}

#[test]
fn layout() {
    let mut client = client();
    let options = json!({ "tabSize": 4, "insertSpaces": true });
    let document = json!({ "uri": uri(PATH) });
    let params = json!({ "textDocument": document, "options": options });
    client.replace(PATH, 2, &TEXT.replace("    rules hop", "rules   hop"));
    let edits = client.request("textDocument/formatting", params);
    let lines: Vec<&Value> = edits.as_array().unwrap().iter().map(|e| &e["range"]["start"]["line"]).collect();
    assert!(!lines.is_empty() && lines.contains(&&json!(14)), "{edits}");
    let some = json!({ "textDocument": document, "options": options, "range": range((14, 0), (14, 3)) });
    assert!(!client.request("textDocument/rangeFormatting", some).as_array().unwrap().is_empty());
    client.end();
}

#[test]
fn definitions_references_and_names() {
    let mut client = client();
    let found = client.at("textDocument/definition", PATH, 14, 11);
    assert_eq!(found[0]["targetUri"], uri(PATH));
    assert_eq!(found[0]["targetSelectionRange"], range((9, 5), (9, 8)));
    // The standard library is a file that any editor can open.
    let found = client.at("textDocument/definition", PATH, 1, 5);
    let library = found[0]["targetUri"].as_str().unwrap();
    assert!(library.ends_with("/stdlib/peg.puzzle"), "{library}");
    assert_eq!(client.at("textDocument/references", PATH, 14, 11).as_array().unwrap().len(), 2);
    assert_eq!(client.at("textDocument/documentHighlight", PATH, 14, 11).as_array().unwrap().len(), 2);
    let prepared = client.at("textDocument/prepareRename", PATH, 14, 11);
    assert_eq!(prepared, json!({ "range": range((14, 10), (14, 13)), "placeholder": "hop" }));
    let place = json!({ "line": 14, "character": 11 });
    let rename =
        |new: &str| json!({ "textDocument": { "uri": uri(PATH) }, "position": place, "newName": new });
    let edit = client.request("textDocument/rename", rename("leap"));
    assert_eq!(edit["documentChanges"][0]["textDocument"], json!({ "uri": uri(PATH), "version": 1 }));
    assert_eq!(edit["documentChanges"][0]["edits"].as_array().unwrap().len(), 2);
    assert_eq!(client.try_request("textDocument/rename", rename("Five")).unwrap_err().0, -32803);
    client.end();
}

#[test]
fn hover_completion_signatures_hints() {
    let mut client = client();
    let hover = client.at("textDocument/hover", PATH, 13, 11);
    assert!(hover["contents"]["value"].as_str().unwrap().contains("Five holes"), "{hover}");
    let items = client.at("textDocument/completion", PATH, 14, 10);
    let labels: Vec<&str> = items.as_array().unwrap().iter().map(|i| i["label"].as_str().unwrap()).collect();
    assert!(labels.contains(&"hop"), "{labels:?}");
    let help = client.at("textDocument/signatureHelp", PATH, 16, 15);
    assert!(help["signatures"][0]["label"].as_str().unwrap().contains("count"), "{help}");
    let params = json!({ "textDocument": { "uri": uri(PATH) }, "range": range((0, 0), (99, 0)) });
    assert!(client.request("textDocument/inlayHint", params).is_array());
    client.end();
}

#[test]
fn repairs() {
    let mut client = client();
    client.diagnostics(PATH, 1);
    client.replace(PATH, 2, &TEXT.replace("rules hop", "rules hip"));
    assert!(client.codes(PATH, 2).contains(&"P0201".to_owned()));
    let params = json!({
        "textDocument": { "uri": uri(PATH) },
        "range": range((14, 10), (14, 13)),
        "context": { "diagnostics": [] },
    });
    let actions = client.request("textDocument/codeAction", params);
    let fix = actions.as_array().unwrap().iter().find(|a| a["kind"] == "quickfix").unwrap();
    assert_eq!(fix["diagnostics"][0]["code"], "P0201");
    assert_eq!(fix["edit"]["documentChanges"][0]["edits"][0]["newText"], "hop", "{fix}");
    client.end();
}

#[test]
fn documents_that_were_never_saved_and_libraries_are_served() {
    let mut client = client();
    let library = client.at("textDocument/definition", PATH, 1, 5)[0]["targetUri"].clone();
    for address in [json!("untitled:Untitled-1"), library] {
        let document = json!({ "uri": address, "languageId": "puzzle", "version": 1, "text": "edition 1\npiece x \"x\"\n" });
        client.notify("textDocument/didOpen", json!({ "textDocument": document }));
        let symbols =
            client.request("textDocument/documentSymbol", json!({ "textDocument": { "uri": address } }));
        assert_eq!(symbols[0]["name"], "x", "{address}");
        client.notify("textDocument/didClose", json!({ "textDocument": { "uri": address } }));
    }
    client.end();
}

#[test]
fn a_byte_order_mark_shifts_nothing() {
    let mut client = client();
    client.open("/puzzles/mark.puzzle", "\u{feff}piece x \"x\"\n");
    let symbols = client.about("textDocument/documentSymbol", "/puzzles/mark.puzzle");
    // The mark is three of the bytes that are counted here.
    assert_eq!(symbols[0]["selectionRange"], range((0, 9), (0, 10)));
    assert!(client.at("textDocument/hover", "/puzzles/mark.puzzle", 0, 9)["contents"].is_object());
    client.end();
}
