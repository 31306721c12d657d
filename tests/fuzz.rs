//! The fuzz targets on small sets of inputs: broken puzzles with scripts in them, which neither panic nor hang,
//! changed certificates, plans and scripts.
//!
//! `PUZZLEC_FUZZ=1000000 cargo test --release --test language fuzz::` tries a million.

use crate::targets;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use targets::LIMIT;

/// So many inputs where nobody asks for more.
const USUAL: u64 = 3_000;
/// What an input may take beyond its limits: a limit is seen when it is next looked at.
const SLACK: Duration = Duration::from_secs(60);

/// The examples, each with its scripts in the text.
fn corpus() -> Vec<String> {
    let mut all = Vec::new();
    for folder in ["examples/scripts", "examples/variants"] {
        let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
        names.sort();
        for path in names.iter().filter(|p| p.extension().is_some_and(|e| e == "puzzle")) {
            let mut text = fs::read_to_string(path).unwrap();
            for script in names.iter().filter(|p| p.extension().is_some_and(|e| e == "rhai")) {
                let name = format!("\"{}\"", script.file_name().unwrap().to_str().unwrap());
                let inline = format!("\"\"\"\n{}\"\"\"", fs::read_to_string(script).unwrap());
                text = text.replace(&name, &inline);
            }
            if text.contains("script") {
                all.push(text);
            }
        }
    }
    for page in ["P0605", "P0606", "P0607", "P0608", "P0909"] {
        let page = fs::read_to_string(format!("crates/base/codes/{page}.md")).unwrap();
        all.extend(page.split("```").filter_map(|b| b.strip_prefix("puzzle").map(str::to_owned)));
    }
    assert!(all.len() > 12, "{}", all.len());
    all
}

/// The same numbers in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}

/// Words, numbers, blanks and single signs.
fn tokens(text: &str) -> Vec<&str> {
    let kind = |c: char| if c.is_alphanumeric() || c == '_' { 0 } else { 1 + u32::from(!c.is_whitespace()) };
    let mut all = Vec::new();
    let mut from = 0;
    let mut last = None;
    for (at, c) in text.char_indices() {
        if last.is_some_and(|l| l != kind(c) || l == 2) {
            all.push(&text[from..at]);
            from = at;
        }
        last = Some(kind(c));
    }
    all.push(&text[from..]);
    all
}

const ODD: &[&str] = &[
    "\"\"\"",
    "\"",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "()",
    "é日",
    "\0",
    "-1",
    "9223372036854775807",
    "loop { }",
    "throw",
    "return",
    "position",
    "script",
    "per position",
    "::",
    "let x = [];",
    "0..1000000000",
    "1.5",
    "'",
    "`",
    "/*",
    "//",
    "#{}",
    "eval",
    "import",
    "Fn",
    "|x| x",
    "global::A",
    "this",
    ".piece(",
    ".cells(\"coin\")",
    "for i in 0..9 {",
];

fn broken(corpus: &[String], dice: &mut Dice) -> String {
    let text = &corpus[dice.below(corpus.len())];
    let mut parts: Vec<&str> = tokens(text);
    let other = &corpus[dice.below(corpus.len())];
    for _ in 0..1 + dice.below(4) {
        let at = dice.below(parts.len());
        match dice.below(6) {
            0 => drop(parts.remove(at)),
            1 => parts.insert(at, ODD[dice.below(ODD.len())]),
            2 => parts[at] = ODD[dice.below(ODD.len())],
            3 => {
                let to = dice.below(parts.len());
                parts.swap(at, to);
            }
            4 => {
                let more = tokens(other);
                let from = dice.below(more.len());
                let count = dice.below(12);
                parts.splice(at..at, more.into_iter().skip(from).take(count));
            }
            _ => {
                let end = (at + dice.below(8)).min(parts.len());
                drop(parts.drain(at..end));
            }
        }
        if parts.is_empty() {
            break;
        }
    }
    parts.concat()
}

#[test]
fn broken_puzzles_with_scripts_neither_panic_nor_hang() {
    let count = std::env::var("PUZZLEC_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(USUAL);
    let corpus = corpus();
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let corpus = &corpus;
            scope.spawn(move || {
                for number in (thread..count).step_by(threads as usize) {
                    let text = broken(corpus, &mut Dice(number));
                    let began = Instant::now();
                    let result = catch_unwind(AssertUnwindSafe(|| targets::text(&text)));
                    let took = began.elapsed();
                    if result.is_err() || took > 2 * LIMIT + SLACK {
                        let path = std::env::temp_dir().join(format!("puzzlec-fuzz-{number}.puzzle"));
                        fs::write(&path, &text).unwrap();
                        panic!("input {number}, kept as {}, took {took:?}", path.display());
                    }
                }
            });
        }
    });
}

/// A text with a few bytes changed, removed or repeated.
fn mutated(text: &str, dice: &mut Dice) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + dice.below(3) {
        let at = dice.below(bytes.len());
        match dice.below(4) {
            0 => drop(bytes.remove(at)),
            1 => bytes[at] = b"0123456789abcde\"{}[],:-"[dice.below(23)],
            2 => bytes.insert(at, bytes[dice.below(bytes.len())]),
            _ => {
                let to = dice.below(bytes.len());
                bytes.swap(at, to);
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn no_changed_certificate_confirms_a_false_answer() {
    let seeds = targets::certificates();
    for seed in &seeds {
        targets::certificate(seed);
        // The proof of one puzzle, given for the other.
        targets::certificate(&seed.replace("\"Solvable", "\"Unsolvable"));
        targets::certificate(&seed.replace("\"Unsolvable", "\"Solvable"));
    }
    for number in 0..2_000 {
        let mut dice = Dice(number);
        targets::certificate(&mutated(&seeds[dice.below(seeds.len())], &mut dice));
    }
}

#[test]
fn plans_are_confirmed_exactly_if_they_solve() {
    // The lower half of a byte is the cell that is left, the upper half the one that is entered.
    targets::plan(&[0x32, 0x43, 0x10, 0x21]);
    targets::plan(&[0x32, 0x43, 0x34, 0x43, 0x10, 0x21]);
    targets::plan(&[]);
    let steps = [0x10, 0x21, 0x32, 0x43, 0x01, 0x12, 0x23, 0x34, 0x20, 0x00];
    for number in 0..2_000 {
        let mut dice = Dice(number);
        let plan: Vec<u8> = (0..dice.below(9)).map(|_| steps[dice.below(steps.len())]).collect();
        targets::plan(&plan);
    }
}

#[test]
fn layouts_are_stable() {
    let corpus = corpus();
    corpus.iter().for_each(|text| targets::layout(text));
    for number in 0..300 {
        targets::layout(&broken(&corpus, &mut Dice(number)));
    }
}

#[test]
fn scripts_end() {
    let mut names: Vec<_> = fs::read_dir("examples/scripts").unwrap().map(|e| e.unwrap().path()).collect();
    names.retain(|p| p.extension().is_some_and(|e| e == "rhai"));
    names.sort();
    let mut corpus: Vec<String> = names.iter().map(|p| fs::read_to_string(p).unwrap()).collect();
    corpus.push("fn actions(board) { loop { } }".to_owned());
    corpus.iter().for_each(|text| targets::script(text));
    for number in 0..300 {
        targets::script(&broken(&corpus, &mut Dice(number)));
    }
}
