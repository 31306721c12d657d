//! How long an editor waits in files of 5,000 and 20,000 lines with imports while a search runs. Run with
//! `cargo test --release -p puzzlec-lsp --test server -- --ignored --nocapture`.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout
)]

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use crate::support::{Client, uri};
use serde_json::json;

const ROUNDS: i32 = 100;

fn large(lines: usize) -> String {
    let mut text = String::from("edition 1\nuse peg\nuse \"other.puzzle\"\n\n");
    let mut n = 0;
    while text.lines().count() < lines {
        n += 1;
        write!(
            text,
            "/// Board number {n}.\nboard Board{n} = square \"\"\"\n    . . . . .\n    . . h . .\n    . . . . .\n\"\"\"\n\n\
             /// Jumps, and steps to the right.\nrule move{n} {{ [ peg.peg | peg.peg | empty ] -> [ empty | empty | peg.peg ] }}\n\n\
             puzzle Puzzle{n} {{\n    title  \"Fifteen holes, number {n}\"\n    board  Board{n}\n    rules  move{n}, other.back\n    \
             start  full peg.peg except h\n    goal   count(peg.peg) == 1   // anywhere\n    expect solvable\n}}\n\n"
        )
        .unwrap();
    }
    text
}

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort();
    let at = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)];
    println!("{what:28} p50 {:>8.2?}   p99 {:>8.2?}", at(50), at(99));
}

#[test]
#[ignore = "a measurement"]
fn latency() {
    for lines in [5_000, 20_000] {
        latency_in(lines);
    }
}

fn latency_in(lines: usize) {
    let other =
        "edition 1\nuse peg\nrule back { [ empty | empty | peg.peg ] -> [ peg.peg | peg.peg | empty ] }\n";
    let korf = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/variants/korf79.puzzle");
    let hard = std::fs::read_to_string(korf).unwrap();
    let name = "Korf79";
    let text = large(lines);
    let path = "/puzzles/large.puzzle";
    let mut client = Client::new(&[("/puzzles/other.puzzle", other)]);
    // As it is for users: the delay before diagnostics is waited for, too.
    client.settings = json!({});
    client.notify("workspace/didChangeConfiguration", json!({ "settings": null }));
    client.open("/puzzles/hard.puzzle", &hard);
    let opened = Instant::now();
    client.open(path, &text);
    let found = client.diagnostics(path, 1);
    println!(
        "{} lines, opened in {:.2?}, {} diagnostics",
        text.lines().count(),
        opened.elapsed(),
        found.as_array().unwrap().len()
    );
    client.command("puzzlec.count", "/puzzles/hard.puzzle", name).unwrap();
    let line = text.lines().position(|l| l.contains("number 130\"")).unwrap();
    let mut times: [Vec<Duration>; 4] = Default::default();
    for version in 2..ROUNDS + 2 {
        let at = json!({ "line": line, "character": 12 });
        let changes = json!([{ "range": { "start": at, "end": at }, "text": "x" }]);
        let begun = Instant::now();
        client.change(path, version, changes);
        client.diagnostics(path, version);
        times[0].push(begun.elapsed());
        let line = u32::try_from(line).unwrap();
        for (place, method) in [(1, "textDocument/completion"), (2, "textDocument/hover")] {
            let begun = Instant::now();
            client.at(method, path, line + 2, 12);
            times[place].push(begun.elapsed());
        }
        let begun = Instant::now();
        client.request("textDocument/semanticTokens/full", json!({ "textDocument": { "uri": uri(path) } }));
        times[3].push(begun.elapsed());
    }
    // And right after an edit, which has to be parsed first.
    let mut fresh = Vec::new();
    for version in ROUNDS + 2..ROUNDS + 52 {
        let at = json!({ "line": line, "character": 12 });
        client.change(path, version, json!([{ "range": { "start": at, "end": at }, "text": "y" }]));
        let begun = Instant::now();
        client.at("textDocument/completion", path, u32::try_from(line).unwrap() + 2, 12);
        fresh.push(begun.elapsed());
    }
    // A name that changes: every item of the file is checked again.
    let mut renamed = Vec::new();
    let name_line = text.lines().position(|l| l.starts_with("puzzle Puzzle130 ")).unwrap();
    for version in ROUNDS + 52..ROUNDS + 102 {
        let at = json!({ "line": name_line, "character": 10 });
        let begun = Instant::now();
        client.change(path, version, json!([{ "range": { "start": at, "end": at }, "text": "z" }]));
        client.diagnostics(path, version);
        renamed.push(begun.elapsed());
    }
    let [diagnostics, completion, hover, tokens] = times;
    report("keystroke to diagnostics", diagnostics);
    report("keystroke in a name", renamed);
    report("completion", completion);
    report("completion after an edit", fresh);
    report("hover", hover);
    report("semantic tokens", tokens);
    client.command("puzzlec.stop", "/puzzles/hard.puzzle", name).unwrap();
    client.end();
}

/// Puzzles of peg solitaire, about each of which a theory has a line.
fn many(puzzles: usize) -> String {
    let mut text = String::from("edition 1\nuse peg\n\n");
    for n in 0..puzzles {
        let hole = ["a3", "c1", "d4", "g5"][n % 4];
        write!(
            text,
            "puzzle Puzzle{n} {{\n    title \"Number {n}\"\n    board peg.English\n    rules peg.jump\n    \
             start full peg.peg except {hole}\n    goal only peg.peg at d4\n}}\n\n"
        )
        .unwrap();
    }
    text
}

#[test]
#[ignore = "a measurement"]
fn lenses() {
    let text = many(500);
    let path = "/puzzles/many.puzzle";
    let mut client = Client::with(&[], crate::support::everything());
    client.settings = json!({});
    client.notify("workspace/didChangeConfiguration", json!({ "settings": null }));
    client.open(path, &text);
    let found = client.diagnostics(path, 1);
    println!("{} puzzles, {} diagnostics", 500, found.as_array().unwrap().len());
    let told = |client: &mut Client| {
        let begun = Instant::now();
        let lenses = client.about("textDocument/codeLens", path);
        let lenses = lenses.as_array().unwrap();
        let told = lenses.iter().filter(|l| l["command"]["command"] == "puzzlec.analyze").count();
        (begun.elapsed(), told)
    };
    let line = text.lines().position(|l| l.contains("Number 130\"")).unwrap();
    let mut times: [Vec<Duration>; 3] = Default::default();
    let begun = Instant::now();
    for version in 2..ROUNDS + 2 {
        times[0].push(told(&mut client).0);
        // The theories are being asked when the keystroke comes.
        let at = json!({ "line": line, "character": 12 });
        let edited = Instant::now();
        client.change(path, version, json!([{ "range": { "start": at, "end": at }, "text": "x" }]));
        client.diagnostics(path, version);
        times[1].push(edited.elapsed());
        let asked = Instant::now();
        client.about("textDocument/documentSymbol", path);
        times[2].push(asked.elapsed());
    }
    println!("{ROUNDS} keystrokes in {:.2?}, then {} lines", begun.elapsed(), told(&mut client).1);
    let begun = Instant::now();
    while told(&mut client).1 < 500 && begun.elapsed().as_secs() < 120 {
        std::thread::sleep(Duration::from_millis(50));
    }
    println!("all {} lines after {:.2?} more", told(&mut client).1, begun.elapsed());
    let mut known: Vec<Duration> = Vec::new();
    for version in ROUNDS + 2..ROUNDS + 52 {
        let at = json!({ "line": line, "character": 12 });
        client.change(path, version, json!([{ "range": { "start": at, "end": at }, "text": "y" }]));
        known.push(told(&mut client).0);
    }
    let [lenses, diagnostics, symbols] = times;
    report("lenses", lenses);
    report("keystroke to diagnostics", diagnostics);
    report("symbols", symbols);
    report("lenses after a keystroke", known);
    client.end();
}
