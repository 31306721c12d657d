//! The first messages of editors, and what each is told.
//!
//! Recorded by `initialize/record.py`: VS Code 1.100 (as code-server, vscode-languageclient 11.0.0), Neovim
//! 0.11.4 and 0.7.2, Eglot 1.9 (Emacs 28.2), Helix 25.01.1. Written by hand after the sources: Eglot 1.18.

use crate::support::{Client, uri};
use serde_json::{Value, json};

fn start(message: &str) -> (Client, Value) {
    let mut client = Client::raw(&[("/puzzles/a.puzzle", "edition 1\npuzle\n")]);
    let answer = client.request("initialize", serde_json::from_str(message).unwrap());
    client.notify("initialized", json!({}));
    (client, answer["capabilities"].clone())
}

#[test]
fn each_editor_is_served_as_it_likes() {
    let editors = [
        (include_str!("initialize/vscode.json"), "utf-16", true),
        (include_str!("initialize/neovim.json"), "utf-8", true),
        (include_str!("initialize/neovim-0.7.json"), "utf-16", false),
        (include_str!("initialize/eglot.json"), "utf-8", false),
        (include_str!("initialize/eglot-1.9.json"), "utf-16", false),
        (include_str!("initialize/helix.json"), "utf-8", false),
    ];
    for (message, encoding, pulls) in editors {
        let (mut client, told) = start(message);
        assert_eq!(told["positionEncoding"], encoding);
        assert_eq!(told["diagnosticProvider"].is_object(), pulls);
        client.open("/puzzles/b.puzzle", "edition 1\npiece 🧩 \"x\"\npuzle\n");
        if pulls {
            let found = client.about("textDocument/diagnostic", "/puzzles/b.puzzle");
            assert!(!crate::support::codes(&found["items"]).is_empty());
        } else {
            let fits = |p: &Value| p["uri"] == uri("/puzzles/b.puzzle").as_str();
            assert_ne!(client.notice("textDocument/publishDiagnostics", fits)["diagnostics"], json!([]));
        }
        client.about("textDocument/documentSymbol", "/puzzles/b.puzzle");
        client.end();
    }
}

#[test]
fn a_client_that_says_nothing_of_itself_is_served() {
    for message in
        [r#"{"capabilities":{}}"#, "{}", r#"{"capabilities":null,"rootUri":null,"workspaceFolders":null}"#]
    {
        let (mut client, told) = start(message);
        assert_eq!(told["positionEncoding"], "utf-16");
        client.open("/puzzles/b.puzzle", "edition 1\n");
        client.about("textDocument/documentSymbol", "/puzzles/b.puzzle");
        client.end();
    }
}
