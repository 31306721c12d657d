//! Proofs, and what must not be proved: compared with all positions, which are listed by the rules in a few words.

pub mod brute;
mod changed;
mod exhaustive;
#[path = "proofs/graphs.rs"]
mod on_graphs;
mod recognise;
mod whole;

use std::collections::BTreeMap;

use puzzlec_checker::certificate::check_claim;
use puzzlec_checker::checker::{Checkers, Claim, ProofChecker};
use puzzlec_coin_removal::problem::{Part, Shape};
use puzzlec_coin_removal::{graphs, scribe};
use puzzlec_model::board::Coord;
use puzzlec_model::piece::{Content, ContentId};
use puzzlec_model::{Model, Question};
use puzzlec_proofs::coin_removal::check::Checker;
use puzzlec_task::SearchContext;
use puzzlec_task::certificate::{TheoryProof, Winner};
use puzzlec_theory::meter::Meter;
use serde_json::{Value, json};

use crate::games::{self, Random};
use brute::Brute;

static CHECKER: &dyn ProofChecker = &Checker;

/// The rules of the standard library.
const HEAD: &str = r#"
piece heads "1"
piece tails "0"
piece third "2"
board Tape = line unbounded
rule take(x: heads) on Tape {
    remove x
    flip heads <-> tails at around x
}
rule takeAndClose(x: heads) on Tape {
    remove x
    flip heads <-> tails at around x
    close x
}
"#;

/// The puzzles of a text.
fn models(text: &str) -> Vec<Model> {
    let analysis = games::load(format!("edition 1\n{text}"));
    let model = |p| analysis.model(p, &[]).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    let all: Vec<Model> = analysis.puzzles().iter().map(model).collect();
    assert!(!all.is_empty(), "{text}");
    all
}

fn claim(model: &Model, claim: Claim, body: &Value) -> Result<String, String> {
    let find = |name: &str| (name == "coin_removal").then_some(CHECKER);
    let proof = TheoryProof { theory: "coin_removal".to_owned(), body: body.clone() };
    let context = SearchContext::from(puzzlec_base::Budget::unlimited());
    check_claim(model, None, (&proof, claim), Checkers(&find), &context).map_err(|why| why.to_string())
}

/// The proof that the program writes for a part; nothing of use for one that can be removed.
fn written(closing: bool, part: &Part, name: &dyn Fn(u32) -> String) -> Value {
    let budget = puzzlec_base::Budget::unlimited();
    let answer = match &part.shape {
        Shape::Graph(graph) => Some(graphs::removal(graph, &part.heads, &Meter::new(&budget)).unwrap()),
        _ => None,
    };
    scribe::unsolvable(closing, part, answer.as_ref(), name).body
}

fn impossible(model: &Model, body: &Value) -> bool {
    claim(model, Claim::Unsolvable, body).is_ok()
}

fn at_least(model: &Model, moves: u64, body: &Value) -> bool {
    claim(model, Claim::AtLeast(moves), body).is_ok()
}

fn wins(model: &Model, winner: Winner, value: u64) -> bool {
    claim(model, Claim::Winner(winner), &json!({"kind": "value", "value": value})).is_ok()
}

/// A board with a rule, to be played alone and by two.
struct Field {
    alone: Model,
    two: Model,
    /// By cell of a position.
    cells: Vec<Coord>,
    brute: Brute,
    /// Empty, tails, heads.
    contents: [ContentId; 3],
}

impl Field {
    /// `board` is a statement of the puzzle, `start` a configuration with coins of both kinds.
    fn of(closing: bool, board: &str, start: &str) -> Field {
        let rule = if closing { "takeAndClose" } else { "take" };
        let text = format!(
            "{HEAD}puzzle P {{\n {board}\n rules {rule}\n start {start}\n goal empty\n}}\n\
             puzzle Q {{\n {board}\n rules {rule}\n start {start}\n players 2, last to move wins\n}}\n"
        );
        let mut both = models(&text);
        let (two, alone) = (both.pop().unwrap(), both.pop().unwrap());
        let cells = if alone.board.unbounded {
            (0..64).map(|x| Coord::new(x, 0)).collect()
        } else {
            alone.board.cells().to_vec()
        };
        let kind = |name: &str| {
            let (kind, _) = alone.pieces.iter().find(|(_, kind)| kind.name == name).unwrap();
            alone.pieces.id(&Content::Unit(kind, 0)).unwrap()
        };
        let contents = [0, kind("tails"), kind("heads")];
        let places: BTreeMap<Coord, usize> = cells.iter().copied().zip(0..).collect();
        let near = |cell: &Coord| {
            alone.board.neighbours(*cell).iter().filter_map(|other| places.get(other).copied()).collect()
        };
        let brute = match (closing, board.contains("ring")) {
            (false, _) => Brute::Gaps(cells.iter().map(near).collect()),
            (true, ring) => Brute::Closing { ring },
        };
        Field { alone, two, cells, brute, contents }
    }

    fn endless(closing: bool) -> Field {
        Field::of(closing, "", "row 10")
    }

    fn line(closing: bool, n: usize) -> Field {
        Field::of(closing, &format!("board line {n}"), "heads at a1")
    }

    fn ring(closing: bool, n: usize) -> Field {
        Field::of(closing, &format!("board ring {n}"), "heads at a1")
    }

    fn grid(width: usize, height: usize) -> Field {
        Field::of(false, &format!("board square {width} by {height}"), "heads at a1")
    }

    /// The vertices are named by letters.
    fn graph(edges: &[(usize, usize)]) -> Field {
        let name = |v: &usize| char::from(b'a' + u8::try_from(*v).unwrap());
        let edges: Vec<String> = edges.iter().map(|(a, b)| format!("{}-{}", name(a), name(b))).collect();
        let board = format!("board graph {{ {} }}", edges.join(" "));
        Field::of(false, &board, "heads at a")
    }

    /// The puzzle and the game with another start: 0 for empty, 1 for tails, 2 for heads.
    fn with(&self, position: &[u8]) -> (Model, Model) {
        let (mut alone, mut two) = (self.alone.clone(), self.two.clone());
        for model in [&mut alone, &mut two] {
            let (Question::Moves { start, .. } | Question::Game { start, .. }) = &mut model.question else {
                panic!("no start");
            };
            let held = |(cell, held): (&Coord, &u8)| (*cell, self.contents[usize::from(*held)]);
            *start = self.cells.iter().zip(position).map(held).filter(|(_, held)| *held != 0).collect();
        }
        (alone, two)
    }

    fn name(&self, cell: usize) -> String {
        self.alone.board.name(self.cells[cell])
    }
}

/// Every proof that names a coin only.
fn plain(coin: &str) -> Vec<Value> {
    ["no_heads", "parity", "parity_sum", "even_tails", "no_last", "exhausted"]
        .map(|kind| json!({"kind": kind, "coin": coin}))
        .into()
}

impl Random {
    fn side(&mut self) -> u8 {
        1 + self.below(2) as u8
    }
}
