//! The handshake, errors, cancels and the end.

use crate::support::Client;
use puzzlec_lsp::Ended;
use serde_json::{Value, json};

const NOT_INITIALIZED: i32 = -32002;
const INVALID: i32 = -32600;
const NO_METHOD: i32 = -32601;
const BAD_PARAMETERS: i32 = -32602;
const CANCELLED: i32 = -32800;

#[test]
fn ends_by_the_book() {
    assert_eq!(Client::new(&[]).end(), Ended::Cleanly);
}

#[test]
fn an_end_without_shutdown_is_abrupt() {
    let client = Client::new(&[]);
    client.notify("exit", Value::Null);
    assert_eq!(client.leave(), Ended::Abruptly);
    assert_eq!(Client::new(&[]).leave(), Ended::Abruptly);
    let early = Client::raw(&[]);
    early.notify("exit", Value::Null);
    assert_eq!(early.leave(), Ended::Abruptly);
}

#[test]
fn every_request_has_its_error() {
    let mut client = Client::raw(&[]);
    let early = client.try_request("textDocument/hover", json!({})).unwrap_err();
    assert_eq!(early.0, NOT_INITIALIZED);
    client.request("initialize", json!({ "capabilities": {} }));
    client.notify("initialized", json!({}));
    assert_eq!(client.try_request("initialize", json!({ "capabilities": {} })).unwrap_err().0, INVALID);
    let unknown = client.try_request("textDocument/unheard", json!({})).unwrap_err();
    assert_eq!(unknown, (NO_METHOD, "there is no request `textDocument/unheard`".to_owned()));
    let bad = client.try_request("textDocument/codeLens", json!({ "textDocument": 1 })).unwrap_err();
    assert_eq!(bad.0, BAD_PARAMETERS);
    let bad = client.try_request("workspace/executeCommand", json!({ "command": "puzzlec.fly" }));
    assert_eq!(bad.unwrap_err().0, BAD_PARAMETERS);
    client.request("shutdown", Value::Null);
    assert_eq!(client.try_request("textDocument/codeLens", json!({})).unwrap_err().0, INVALID);
    client.notify("exit", Value::Null);
    assert_eq!(client.leave(), Ended::Cleanly);
}

#[test]
fn notices_that_make_no_sense_do_no_harm() {
    let client = Client::new(&[]);
    for method in ["textDocument/didOpen", "textDocument/didChange", "textDocument/didClose", "$/what", "x"] {
        for params in [json!(null), json!([]), json!({ "textDocument": {} }), json!(1)] {
            client.notify(method, params);
        }
    }
    client.notify("$/cancelRequest", json!({ "id": 77 }));
    client.replace("/puzzles/never-opened.puzzle", 3, "edition 1\n");
    client.close("/puzzles/never-opened.puzzle");
    assert_eq!(client.end(), Ended::Cleanly);
}

#[test]
fn a_cancel_overtakes_requests_that_wait() {
    let mut client = Client::new(&[("/puzzles/a.puzzle", "edition 1\n")]);
    let ids: Vec<i32> = (0..200)
        .map(|_| {
            let document = json!({ "textDocument": { "uri": crate::support::uri("/puzzles/a.puzzle") } });
            client.send("textDocument/diagnostic", document)
        })
        .collect();
    for id in &ids {
        client.notify("$/cancelRequest", json!({ "id": id }));
    }
    // Each has one answer: the client counts.
    for id in ids {
        if let Err((code, _)) = client.wait(id) {
            assert_eq!(code, CANCELLED);
        }
    }
    assert_eq!(client.end(), Ended::Cleanly);
}

#[test]
fn settings_are_asked_for_and_used() {
    let text = "edition 1\nuse hops\n";
    let module = "edition 1\npiece hop \"h\"\n";
    let plugin = "name = \"hops\"\nversion = \"1.0.0\"\nedition = 1\ndescription = \"H\"\n";
    let files = [("/shelf/hops/plugin.toml", plugin), ("/shelf/hops/hops.puzzle", module)];
    let mut client = Client::new(&files);
    client.open("/puzzles/a.puzzle", text);
    assert_eq!(client.codes("/puzzles/a.puzzle", 1), ["P0205"]);
    client.settings = json!({ "path": ["/shelf"], "delay": 1 });
    client.notify("workspace/didChangeConfiguration", json!({ "settings": null }));
    assert_eq!(client.codes("/puzzles/a.puzzle", 1), ["P0902"], "found, and not used");
    let registered: Vec<Value> = client.asked.borrow().iter().map(|r| json!(r.method)).collect();
    assert!(registered.contains(&json!("client/registerCapability")));
    client.end();
}
