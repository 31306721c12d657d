//! PuzzleScript games and puzzles with keys in an editor.

use crate::support::{Client, codes, uri};
use serde_json::{Value, json};

const PATH: &str = "/puzzles/lamps.txt";
const TEXT: &str = include_str!("../../examples/puzzlescript/lamps.txt");

fn open(path: &str, text: &str) -> Client {
    let client = Client::new(&[]);
    client.open(path, text);
    client
}

/// The line and the column of a text.
fn place(text: &str, wanted: &str) -> (u32, u32) {
    let at = text.find(wanted).unwrap();
    let line = text[..at].matches('\n').count();
    (line as u32, (at - text[..at].rfind('\n').map_or(0, |n| n + 1)) as u32)
}

#[test]
fn a_game_has_an_outline_names_and_sprites() {
    let mut client = open(PATH, TEXT);
    assert!(codes(&client.diagnostics(PATH, 1)).is_empty());
    let symbols = client.about("textDocument/documentSymbol", PATH);
    let names: Vec<&str> = symbols.as_array().unwrap().iter().map(|s| s["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["OBJECTS", "LEGEND", "COLLISIONLAYERS", "RULES", "WINCONDITIONS", "LEVELS"]);
    let inside = |at: usize| -> Vec<String> {
        let children = symbols[at]["children"].as_array().unwrap().iter();
        children.map(|s| s["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(inside(0), ["background", "dark", "lit", "new", "player", "wall"]);
    assert_eq!(inside(3)[2], "[ New ] -> [ Lit ]");
    assert_eq!(inside(5), ["level1", "level2"]);
    let (line, column) = place(TEXT, "[ New ] -> [ Lit ]");
    let hover = client.at("textDocument/hover", PATH, line, column + 3);
    assert!(hover["contents"]["value"].as_str().unwrap().starts_with("object `new`"), "{hover}");
    // A letter of a level.
    let (line, column) = place(TEXT, "#P.D..#");
    let hover = client.at("textDocument/hover", PATH, line, column + 1);
    assert_eq!(hover["contents"]["value"], "`p` = `player`\n\nwhite");
    let (line, column) = place(TEXT, "Player | Lit");
    let found = client.at("textDocument/completion", PATH, line, column + 3);
    let labels: Vec<&str> = found.as_array().unwrap().iter().map(|i| i["label"].as_str().unwrap()).collect();
    assert!(["player", "dark", "late", "again"].iter().all(|label| labels.contains(label)), "{labels:?}");
    assert!(!labels.contains(&"#"), "{labels:?}");
    let player = found.as_array().unwrap().iter().find(|i| i["label"] == "player").unwrap();
    assert_eq!(player["textEdit"]["range"]["start"]["character"], column);
    // It is no text of the other language.
    assert!(
        client.about("textDocument/semanticTokens/full", PATH)["data"].as_array().is_none_or(Vec::is_empty)
    );
    assert!(client.about("textDocument/foldingRange", PATH).as_array().is_none_or(Vec::is_empty));
    client.end();
}

#[test]
fn an_error_stands_at_the_word() {
    let text = TEXT.replace("[ New ] -> [ Lit ]", "[ New ] -> [ Litt ]");
    let client = open(PATH, &text);
    let wrong = client.diagnostics(PATH, 1);
    assert_eq!(codes(&wrong), ["P0201"]);
    let (line, column) = place(&text, "Litt");
    let range = json!({ "start": { "line": line, "character": column }, "end": { "line": line, "character": column + 4 } });
    assert_eq!(wrong[0]["range"], range);
    client.end();
}

/// Solves a level, and draws it with its plan.
fn solved(client: &mut Client, path: &str, puzzle: &str, keys: usize) {
    client.command("puzzlec.solve", path, puzzle).unwrap();
    client.notice("puzzlec/solved", |_| true);
    let params = json!({ "uri": uri(path), "puzzle": puzzle });
    let board = client.request("puzzlec/board", params.clone());
    assert_eq!(board["why"], Value::Null);
    assert_eq!(board["board"]["solution"]["names"].as_array().unwrap().len(), keys, "{board}");
    assert!(board["board"]["keys"]["rules"].is_object());
    let solution = client.request("puzzlec/solution", params);
    assert_eq!(solution["steps"].as_array().unwrap().len(), keys);
}

#[test]
fn levels_are_solved_and_shown() {
    let mut client = open(PATH, TEXT);
    client.diagnostics(PATH, 1);
    let lenses = client.about("textDocument/codeLens", PATH);
    let of = |level: &str| -> Vec<String> {
        let own = lenses.as_array().unwrap().iter().filter(|l| l["command"]["arguments"][1] == level);
        own.map(|l| l["command"]["title"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(of("level1"), ["▶ Solve", "∑ Count", "▦ Board"]);
    assert_eq!(of("level2").len(), 3);
    solved(&mut client, PATH, "level2", 5);
    client.replace(PATH, 2, &TEXT.replace("#DLD#\n#####", "#LLL#\n#####"));
    client.diagnostics(PATH, 2);
    let board = client.request("puzzlec/board", json!({ "uri": uri(PATH), "puzzle": "level2" }));
    assert!(board["board"]["solution"].is_null(), "the plan of another text");
    client.end();
}

#[test]
fn puzzles_with_keys_are_solved_and_tested() {
    let path = "/puzzles/crates.puzzle";
    let text = include_str!("../../examples/keys/crates.puzzle");
    let mut client = open(path, text);
    assert!(codes(&client.diagnostics(path, 1)).is_empty());
    let name = text.split("puzzle ").nth(1).unwrap().split_whitespace().next().unwrap();
    client.command("puzzlec.solve", path, name).unwrap();
    client.notice("puzzlec/solved", |_| true);
    let board = client.request("puzzlec/board", json!({ "uri": uri(path), "puzzle": name }));
    assert!(board["board"]["solution"]["names"].as_array().is_some_and(|all| !all.is_empty()), "{board}");
    client.command("puzzlec.test", path, name).unwrap();
    assert_eq!(client.notice("puzzlec/solved", |_| true)["label"], "1 held");
    client.end();
}
