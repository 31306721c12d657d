//! What theories say of puzzles stands above them, whatever the game: the one here is that of the library's
//! tests.

use crate::games::tokens;
use crate::support::{Client, uri};
use puzzlec_theory::{Theories, Theory};
use serde_json::{Value, json};

static TABLE: [&dyn Theory; 1] = [&tokens::Tokens];

const PATH: &str = "/puzzles/a.puzzle";
const TEXT: &str = "\
edition 1
piece token \"t\"
rule step { [ token | empty ] -> [ empty | token ] along right }
rule back { [ token | empty ] -> [ empty | token ] along left }
puzzle Right { board line 4; rules step; start row t t . .; goal row . . t t }
puzzle Both { board line 4; rules step, back; start row t t . .; goal row . . t t }
";

fn titles(lenses: &Value) -> Vec<String> {
    let titles =
        lenses.as_array().unwrap().iter().map(|l| l["command"]["title"].as_str().unwrap().to_owned());
    titles.filter(|title| title.starts_with('⊢')).collect()
}

/// The theories' lenses, when the server has said that there are new ones.
fn refreshed(client: &mut Client) -> Value {
    let begun = std::time::Instant::now();
    loop {
        let lenses = client.about("textDocument/codeLens", PATH);
        if !titles(&lenses).is_empty() {
            assert!(client.asked.borrow().iter().any(|r| r.method == "workspace/codeLens/refresh"));
            return lenses;
        }
        assert!(begun.elapsed().as_secs() < 300, "no lens");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}

#[test]
fn a_lens_tells_the_line_and_opens_the_sections() {
    let mut client = Client::with_theories(&[], Theories(&TABLE));
    client.open(PATH, TEXT);
    let lenses = refreshed(&mut client);
    assert_eq!(titles(&lenses), ["⊢ theory tokens: 2 tokens, 4 steps to the goal"]);
    let lens = lenses.as_array().unwrap().iter().find(|l| l["command"]["command"] == "puzzlec.analyze");
    assert_eq!(lens.unwrap()["command"]["arguments"], json!([uri(PATH), "Right"]));
    let place = json!({ "textDocument": { "uri": uri(PATH) }, "position": { "line": 4, "character": 8 } });
    let hover = client.request("textDocument/hover", place);
    let hover = hover["contents"]["value"].as_str().unwrap().to_owned();
    assert!(hover.contains("theory `tokens`: 2 tokens, 4 steps to the goal"), "{hover}");
    client.command("puzzlec.analyze", PATH, "Right").unwrap();
    let told = client.notice("window/showMessage", |_| true);
    assert_eq!(told["message"], "Right: 2 tokens, 4 steps to the goal");
    let asked = client.asked.borrow();
    let shown = asked.iter().find(|r| r.method == "window/showDocument").expect("the page is shown");
    let path = shown.params["uri"].as_str().unwrap().strip_prefix("file://").unwrap();
    let page = std::fs::read_to_string(path).unwrap();
    assert!(page.contains("\n## tokens\n\n- tokens: 2\n- goal: 4 steps to the goal\n"), "{page}");
    drop(asked);
    client.command("puzzlec.analyze", PATH, "Both").unwrap();
    let told = client.notice("window/showMessage", |_| true);
    assert_eq!(told["message"], "Both: no theory applies to `Both`");
    client.end();
}

/// Each time another puzzle.
#[test]
fn a_lens_generates_another_puzzle() {
    const HOLES: &str = "piece digit \"12\"\npuzzle Latin {\n    board square 2 by 2\n    place digit * 4\n    \
                         goal where all line in rows, columns: different(line)\n    clues\n}\n";
    let mut client = Client::with_theories(&[], Theories(&TABLE));
    client.open(PATH, HOLES);
    let lenses = client.about("textDocument/codeLens", PATH);
    let titles: Vec<&str> =
        lenses.as_array().unwrap().iter().map(|lens| lens["command"]["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["⚄ Generate another", "▦ Board"]);
    let mut texts = Vec::new();
    for seed in 1..=2 {
        client.command("puzzlec.generate", PATH, "Latin").unwrap();
        let told = client.notice("window/showMessage", |_| true);
        assert_eq!(told["message"], format!("Latin: generated with seed {seed}"));
        let asked = client.asked.borrow();
        let shown = asked.iter().rfind(|r| r.method == "window/showDocument").expect("the puzzle is shown");
        let path = shown.params["uri"].as_str().unwrap().strip_prefix("file://").unwrap();
        assert!(path.ends_with("Latin.puzzle"), "{path}");
        texts.push(std::fs::read_to_string(path).unwrap());
    }
    for (seed, text) in (1..).zip(&texts) {
        assert!(
            text.contains(&format!("with seed {seed}.")) && text.contains("expect 1 placement"),
            "{text}"
        );
    }
    client.end();
}

#[test]
fn a_lens_follows_its_puzzle() {
    let mut client = Client::with_theories(&[], Theories(&TABLE));
    client.open(PATH, TEXT);
    refreshed(&mut client);
    // Another puzzle changes: the line stays, and is not looked for again.
    let place = |line: u32, from: u32, to: u32| json!({ "start": { "line": line, "character": from }, "end": { "line": line, "character": to } });
    client.change(PATH, 2, json!([{ "range": place(5, 7, 11), "text": "Other" }]));
    let lenses = client.about("textDocument/codeLens", PATH);
    assert_eq!(titles(&lenses), ["⊢ theory tokens: 2 tokens, 4 steps to the goal"]);
    // The rule changes: the line is gone at once.
    client.change(PATH, 3, json!([{ "range": place(2, 57, 62), "text": "left" }]));
    assert_eq!(titles(&client.about("textDocument/codeLens", PATH)), Vec::<String>::new());
    client.change(PATH, 4, json!([{ "range": place(2, 57, 61), "text": "right" }]));
    refreshed(&mut client);
    client.end();
}
