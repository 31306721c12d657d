//! Proofs about coins on a line: true ones, changed ones and forged ones, compared with a search of a part of the line.

mod bounds;
mod changed;
mod impossible;
mod line;
mod recognise;

use puzzlec_checker::certificate::check_claim;
use puzzlec_checker::checker::{Checkers, Claim, ProofChecker};
use puzzlec_model::Model;
use puzzlec_proofs::sliding_coins::check::Checker;
use puzzlec_task::SearchContext;
use puzzlec_task::certificate::TheoryProof;
use serde_json::{Value, json};

use crate::games::{self, Random};
use line::Line;

static CHECKER: &dyn ProofChecker = &Checker;

/// The rules of the standard library with coins of four colours.
const HEAD: &str = r#"
piece white "W"
piece black "B"
piece third "C"
piece fourth "D"
piece fifth "E"
board Tape = line unbounded
rule slide(x, y; k: 1..1000) on Tape {
    when occupied(run(x, right, k)) and empty(run(y, right, k))
    move run(x, right, k) to run(y, right, k)
}
rule slideOver(x, y; k: 1..1000) on Tape {
    when occupied(run(x, right, k)) and empty(run(y, right, k) except run(x, right, k))
    move run(x, right, k) to run(y, right, k)
}
"#;

/// A puzzle as the checker is given it.
struct Game(Model);

impl Game {
    fn of(line: &Line) -> Game {
        Game::all(std::slice::from_ref(line)).remove(0)
    }

    /// Puzzles that are read together.
    fn all(lines: &[Line]) -> Vec<Game> {
        let puzzles: String = lines
            .iter()
            .enumerate()
            .map(|(i, line)| format!("puzzle P{i} {{\n{}\n}}\n", body(line)))
            .collect();
        Game::text(&format!("{HEAD}{puzzles}"))
    }

    /// The puzzles of a text.
    fn text(text: &str) -> Vec<Game> {
        let analysis = games::load(format!("edition 1\n{text}"));
        analysis
            .puzzles()
            .iter()
            .map(|p| Game(analysis.model(p, &[]).unwrap_or_else(|e| panic!("{} {e:?}", p.name))))
            .collect()
    }

    fn claim(&self, claim: Claim, body: Value) -> Result<String, String> {
        let find = |name: &str| (name == "sliding_coins").then_some(CHECKER);
        let proof = TheoryProof { theory: "sliding_coins".to_owned(), body };
        let context = SearchContext::from(puzzlec_base::Budget::unlimited());
        check_claim(&self.0, None, (&proof, claim), Checkers(&find), &context).map_err(|why| why.to_string())
    }

    /// Whether it is shown that there is no plan, by a proof for each goal.
    fn impossible(&self, goals: &[Value]) -> Result<String, String> {
        self.claim(Claim::Unsolvable, json!({"goals": goals}))
    }

    /// Whether it is shown that no plan has fewer moves, by a proof for each goal.
    fn at_least(&self, moves: usize, goals: &[Value]) -> Result<String, String> {
        self.claim(Claim::AtLeast(moves as u64), json!({"goals": goals}))
    }
}

fn closed(end: &str, period: Option<u64>) -> Value {
    match period {
        Some(period) => json!({"kind": "closed", "end": end, "period": period}),
        None => json!({"kind": "closed", "end": end}),
    }
}

/// The puzzle of a line in the language.
fn body(line: &Line) -> String {
    let rule = if line.over { "slideOver" } else { "slide" };
    let board = line.ends.map_or(String::new(), |cells| format!("  board line {cells}\n"));
    // A picture of a bounded line has all its cells.
    let full = |row: &str, anywhere: bool| match line.ends {
        Some(cells) if !anywhere => format!("{row:.<cells$}"),
        _ => row.to_owned(),
    };
    let word = |anywhere: bool| if anywhere { "anywhere " } else { "" };
    let goals: Vec<String> =
        line.goals.iter().map(|(row, any)| format!("{}row {}", word(*any), full(row, *any))).collect();
    let (start, goal) = (full(&line.start, false), goals.join(" or "));
    format!("{board}  rules {rule}({})\n  start row {start}\n  goal {goal}", line.k)
}

fn pairs() -> Value {
    json!({"kind": "pairs"})
}

fn exhausted(forward: usize, backward: usize) -> Value {
    json!({"kind": "exhausted", "forward": forward, "backward": backward})
}

/// Every proof without numbers, for one goal.
fn plain() -> Vec<Value> {
    let mut all: Vec<Value> =
        ["coins", "order", "remainders", "parity"].map(|kind| json!({ "kind": kind })).into();
    all.extend(["start", "goal"].map(|end| json!({"kind": "no_move", "end": end})));
    all
}

impl Random {
    /// An item.
    fn of<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// The cells of a word in another order.
    fn shuffled_word(&mut self, word: &str) -> String {
        let mut cells: Vec<char> = word.chars().collect();
        for i in (1..cells.len()).rev() {
            cells.swap(i, self.below(i + 1));
        }
        cells.into_iter().collect()
    }
}
