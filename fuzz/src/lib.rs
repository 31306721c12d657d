//! What must hold of any input: one function for each fuzz target, which the ordinary tests call as well. A
//! function panics where a property does not hold.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use puzzlec_analysis::{Analysis, PuzzleInfo};
use puzzlec_base::{Budget, FileId, Span};
use puzzlec_checker::certificate::{Checked, read};
use puzzlec_model::project::MemoryFiles;
use puzzlec_script::{self, BoardView, CellView, ScriptText};
use puzzlec_search::Options;
use puzzlec_syntax::parse;
use serde_json::{Value, json};

/// Time limit of one check, of one search and of one script.
pub const LIMIT: Duration = Duration::from_millis(20);

/// Coins on a line of five cells, which cannot pass each other.
const COINS: &str = r#"
piece coin "o"
piece other "x"
rule step {
    [ coin | empty ] -> [ empty | coin ]
    [ other | empty ] -> [ empty | other ]
}
puzzle Solvable {
    board line 5
    rules step
    start row o.o..
    goal row ..o.o
}
puzzle Unsolvable {
    board line 5
    rules step
    start row o.x..
    goal row x.o..
}
"#;
/// Least number of moves of `Solvable`.
const LEAST: u64 = 4;

static PUZZLES: LazyLock<Analysis> = LazyLock::new(|| load(COINS));

fn load(text: &str) -> Analysis {
    let files = MemoryFiles(BTreeMap::from([("a.puzzle".to_owned(), text.to_owned())]));
    Analysis::load(&files, &["a.puzzle".to_owned()])
}

fn budget() -> Budget {
    let began = Instant::now();
    Budget::unlimited()
        .with_states(300)
        .with_bytes(64 << 20)
        .with_deadline(Arc::new(move || began.elapsed()), LIMIT)
}

fn puzzle(name: &str) -> Option<&'static PuzzleInfo> {
    PUZZLES.puzzles().iter().find(|p| p.name == name)
}

/// Any text is checked, and solved if it is valid; diagnostics lie within the text.
pub fn text(text: &str) {
    let analysis = load(text);
    let found = analysis.check(&budget());
    for d in &found {
        let inside = d.primary.span.end as usize <= text.len() || d.primary.span.file.0 > 0;
        assert!(inside, "{} is outside", d.headline);
    }
    if !found.iter().any(|d| d.is_error()) {
        for puzzle in analysis.puzzles().iter().take(2) {
            let _ = analysis.solve(puzzle, &[], &Options::default(), budget());
        }
    }
}

/// Formatting a formatted text changes nothing, and formatting changes no diagnostic.
pub fn layout(text: &str) {
    let format = |text: &str| puzzlec_syntax::format::format(FileId(0), text);
    let codes = |text: &str| -> Vec<_> {
        parse(FileId(0), text).diagnostics.iter().map(|d| d.code.as_str()).collect()
    };
    let Ok(formatted) = format(text) else { return };
    assert_eq!(codes(text), codes(&formatted), "other diagnostics\n{text}\n-----\n{formatted}");
    assert_eq!(
        format(&formatted).as_deref(),
        Ok(formatted.as_str()),
        "not stable\n{text}\n-----\n{formatted}"
    );
}

/// The certificates of the puzzles that [`certificate`] knows: seeds.
pub fn certificates() -> Vec<String> {
    let seed = |puzzle| {
        let (_, document) = PUZZLES
            .certify(puzzle, &[], &Options::default(), Budget::unlimited())
            .expect("the puzzles are valid");
        serde_json::to_string(&document.expect("both have proofs")).expect("certificates are JSON")
    };
    PUZZLES.puzzles().iter().map(seed).collect()
}

/// No text is a certificate of a false answer.
pub fn certificate(text: &str) {
    let Ok(document) = read(text, &budget()) else { return };
    let Some(puzzle) = puzzle(&document.puzzle) else { return };
    if !matches!(PUZZLES.verify(puzzle, &document, budget()), Ok(Checked::Verified(_))) {
        return;
    }
    let proof = &serde_json::from_str::<Value>(text).expect("it was read")["proof"];
    let solved = proof["kind"] == "plan";
    assert_eq!(solved, puzzle.name == "Solvable", "a false answer is confirmed: {text}");
    if solved {
        let length = proof["length"].as_u64().expect("a plan has a length");
        let least = !proof["least"].is_null();
        assert!(if least { length == LEAST } else { length >= LEAST }, "a false length is confirmed: {text}");
    }
}

/// A plan is confirmed exactly if it solves `Solvable`. Each byte of the input is a step, from the cell that its
/// lower half gives to the one that its upper half gives.
pub fn plan(steps: &[u8]) {
    static SEED: LazyLock<Value> =
        LazyLock::new(|| serde_json::from_str(&certificates()[0]).expect("certificates are JSON"));
    let cells: Vec<(usize, usize)> =
        steps.iter().map(|s| (usize::from(s & 15) % 5, usize::from(s >> 4) % 5)).collect();
    let mut held = [true, false, true, false, false];
    let legal = cells.iter().all(|&(from, to)| {
        let can = held[from] && !held[to] && from.abs_diff(to) == 1;
        held.swap(from, to);
        can
    });
    let solves = legal && held == [false, false, true, false, true];

    const NAMES: [&str; 5] = ["a1", "b1", "c1", "d1", "e1"];
    let name = |cell: usize| json!({ "cell": NAMES[cell] });
    let step =
        |&(from, to): &(usize, usize)| json!({ "rule": "step", "part": 0, "at": [name(from), name(to)] });
    let mut document = SEED.clone();
    document["proof"]["length"] = json!(cells.len());
    document["proof"]["least"] = Value::Null;
    document["proof"]["steps"] = cells.iter().map(step).collect();
    let document = read(&document.to_string(), &Budget::unlimited()).expect("the form is right");
    let puzzle = puzzle("Solvable").expect("it is there");
    let checked = PUZZLES.verify(puzzle, &document, Budget::unlimited());
    let confirmed = matches!(checked, Ok(Checked::Verified(_)));
    assert_eq!(confirmed, solves, "{cells:?} {checked:?}");
}

/// Any script ends within its limits, and its diagnostic lies within its text.
pub fn script(text: &str) {
    let board = BoardView {
        cells: (0..3)
            .map(|x| CellView { name: format!("{}1", char::from(b'a' + x)), x: x.into(), y: 0 })
            .collect(),
        neighbours: vec![vec![1], vec![0, 2], vec![1]],
        ..BoardView::default()
    };
    let at = Span { file: FileId(0), start: 0, end: 0 };
    let source = ScriptText { file: FileId(1), text, offset: 0 };
    if let Err(d) = puzzlec_script::actions(source, ("actions", at), &board, &[], &budget()) {
        let span = d.primary.span;
        assert!(span.file == FileId(0) || span.end as usize <= text.len(), "{} is outside", d.headline);
    }
}
