//! Scripts as authors write them: generators, boards, and scripts that misbehave.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::collections::BTreeMap;

use puzzlec_base::diag::Diagnostic;
use puzzlec_base::{Budget, FileId, Span};
use puzzlec_script::{self, ActionSpec, BoardSpec, BoardView, CellView, EffectSpec, ScriptText, api_items};

mod callback;
mod hooks;
mod hostile;
mod memo;
mod mistakes;
mod sandbox;
#[path = "../../../../tests/support/workers.rs"]
mod workers;

/// Where the puzzle names the function.
const AT: Span = Span { file: FileId(0), start: 10, end: 16 };

fn text(text: &str) -> ScriptText<'_> {
    ScriptText { file: FileId(1), text, offset: 0 }
}

/// A square board with the four directions.
fn square(width: i32, height: i32) -> BoardView {
    let ways = [("right", 1, 0), ("down", 0, 1), ("left", -1, 0), ("up", 0, -1)];
    let place = |x: i32, y: i32| {
        let inside = (0..width).contains(&x) && (0..height).contains(&y);
        inside.then(|| u32::try_from(y * width + x).unwrap())
    };
    let directions = ways.iter().map(|w| w.0.to_owned()).collect();
    let mut view = BoardView { directions, ..BoardView::default() };
    for y in 0..height {
        for x in 0..width {
            let column = char::from(b'a' + u8::try_from(x % 26).unwrap());
            view.cells.push(CellView { name: format!("{column}{}", y + 1), x, y });
            let steps: Vec<Option<u32>> = ways.iter().map(|w| place(x + w.1, y + w.2)).collect();
            view.neighbours.push(steps.iter().flatten().copied().collect());
            view.steps.push(steps);
        }
    }
    view.regions = BTreeMap::from([("target".to_owned(), vec![0, 1]), ("c".to_owned(), vec![2])]);
    view
}

fn run(source: &str, view: &BoardView, args: &[i64]) -> Result<Vec<ActionSpec>, Box<Diagnostic>> {
    puzzlec_script::actions(text(source), ("actions", AT), view, args, &Budget::unlimited())
}

const JUMP: &str = r#"
/// Peg solitaire.
fn actions(board) {
    let list = [];
    for a in board.cells {
        for d in board.directions {
            let b = board.step(a, d);
            if b == () { continue; }
            let c = board.step(b, d);
            if c == () { continue; }
            list.push(action()
                .requires(a, "peg").requires(b, "peg").requires(c, "empty")
                .removes(b).moves(a, c));
        }
    }
    list
}
"#;

#[test]
fn the_peg_jump() {
    let actions = run(JUMP, &square(3, 3), &[]).unwrap();
    assert_eq!(actions.len(), 12);
    let word = |w: &str| vec![w.to_owned()];
    let first = ActionSpec {
        requires: vec![(0, word("peg")), (1, word("peg")), (2, word("empty"))],
        effects: vec![EffectSpec::Remove(1), EffectSpec::Move(vec![0], vec![2])],
        name: String::new(),
    };
    assert_eq!(actions[0], first);
    assert_eq!(actions[1].effects, [EffectSpec::Remove(3), EffectSpec::Move(vec![0], vec![6])]);
    let english = run(JUMP, &square(7, 7), &[]).unwrap();
    assert_eq!(english.len(), 4 * 7 * 5);
}

#[test]
fn sliding_coins() {
    let source = r#"
        fn actions(board, k) {
            let list = [];
            for x in board.cells {
                let from = board.run(x, "right", k);
                if from == () { continue; }
                for y in board.cells {
                    let to = board.run(y, "right", k);
                    if to == () || x == y { continue; }
                    let a = action().requires(from, "piece");
                    for c in to {
                        if !from.contains(c) { a = a.requires(c, "empty"); }
                    }
                    list.push(a.moves(from, to));
                }
            }
            list
        }"#;
    let actions = run(source, &square(5, 1), &[2]).unwrap();
    assert_eq!(actions.len(), 4 * 3);
    assert_eq!(actions[0].effects, [EffectSpec::Move(vec![0, 1], vec![1, 2])]);
    let words: Vec<(u32, &str)> = actions[0].requires.iter().map(|r| (r.0, r.1[0].as_str())).collect();
    assert_eq!(words, [(0, "piece"), (1, "piece"), (2, "empty")]);
}

#[test]
fn knights_with_a_helper_and_a_constant() {
    let source = r#"
        const LEAPS = [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]];
        fn leap(board, from, by) { board.at(from.x + by[0], from.y + by[1]) }
        fn actions(board) {
            let list = [];
            for from in board.cells {
                for by in global::LEAPS {
                    let to = leap(board, from, by);
                    if to != () {
                        list.push(action().requires(from, ["W", "B"]).requires(to, "empty").moves(from, to));
                    }
                }
            }
            list
        }"#;
    let actions = run(source, &square(3, 3), &[]).unwrap();
    assert_eq!(actions.len(), 16);
    assert_eq!(actions[0].requires[0], (0, vec!["W".to_owned(), "B".to_owned()]));
    assert!(actions.iter().all(|a| a.requires[1].0 != 4), "no knight reaches the middle");
}

#[test]
fn every_effect_and_every_view() {
    let source = r#"
        fn actions(board) {
            let a = board.cell("a1");
            let b = board.cell("b1");
            if !board.adjacent(a, b) || board.neighbours(a).len() != 2 { throw "neighbours"; }
            if board.cell("c").name != "c1" || board.region("target") != [a, b] { throw "names"; }
            if board.at(9, 9) != () || board.run(a, "right", 9) != () { throw "off"; }
            if board.step(a, "up") != () || board.step(a, "right") != b { throw "step"; }
            if board.cells.len() != 6 || board.directions.len() != 4 { throw "board"; }
            if b.x != 1 || b.y != 0 || a == b || `${a}` != "a1" { throw "cells"; }
            [
                action().swaps(a, b),
                action().removes([a, b]),
                action().puts(a, "peg"),
                action().flips("on", "off", board.neighbours(a)),
                action().moves([a, b], [b, a]),
            ]
        }"#;
    let effects: Vec<Vec<EffectSpec>> =
        run(source, &square(3, 2), &[]).unwrap().into_iter().map(|a| a.effects).collect();
    let expected = vec![
        vec![EffectSpec::Swap(0, 1)],
        vec![EffectSpec::Remove(0), EffectSpec::Remove(1)],
        vec![EffectSpec::Put(0, "peg".into())],
        vec![EffectSpec::Flip("on".into(), "off".into(), vec![1, 3])],
        vec![EffectSpec::Move(vec![0, 1], vec![1, 0])],
    ];
    assert_eq!(effects, expected);
}

#[test]
fn boards() {
    let source = r#"
        fn star(n) {
            let names = ["hub"];
            let edges = [];
            for i in 1..=n {
                names.push("ray" + i);
                edges.push(["hub", "ray" + i]);
                edges.push([i, 0]);
            }
            graph(names, edges)
        }
        fn steps(n) {
            let rows = [];
            for i in 1..=n { let row = ""; row.pad(i, "."); rows.push(row); }
            drawn("square", rows)
        }"#;
    let make =
        |name: &str, n: i64| puzzlec_script::board(text(source), (name, AT), &[n], &Budget::unlimited());
    let star = BoardSpec::Graph {
        vertices: ["hub", "ray1", "ray2"].map(str::to_owned).to_vec(),
        edges: vec![(0, 1), (0, 2)],
    };
    assert_eq!(make("star", 2).unwrap(), star);
    let rows = [".", "..", "..."].map(str::to_owned).to_vec();
    assert_eq!(make("steps", 3).unwrap(), BoardSpec::Drawn { lattice: "square".into(), rows });
    let wrong = make("stars", 3).unwrap_err();
    assert_eq!((wrong.code.as_str(), wrong.primary.span), ("P0602", AT));
    assert_eq!(wrong.help.as_deref(), Some("did you mean `star`?"));
}

#[test]
fn many_thousand_actions() {
    let source = r#"
        fn actions(board) {
            let list = [];
            for a in board.cells {
                for b in board.cells {
                    if a != b { list.push(action().requires(a, "piece").requires(b, "empty").moves(a, b)); }
                }
            }
            list
        }"#;
    assert_eq!(run(source, &square(12, 15), &[]).unwrap().len(), 180 * 179);
}

#[test]
fn the_manual_tells_all() {
    let manual = include_str!("../../../../docs/scripting.md");
    for item in api_items() {
        let line = format!("| `{}` | {} |", item.signature, item.doc);
        assert!(manual.contains(&line), "docs/scripting.md lacks: {line}");
    }
}

#[test]
fn the_manuals_scripts_run() {
    let manual = include_str!("../../../../docs/scripting.md");
    let scripts: Vec<&str> =
        manual.split("```rhai\n").skip(1).map(|s| s.split("```").next().unwrap()).collect();
    assert_eq!(scripts.len(), 11);
    for source in scripts {
        if source.contains("fn actions(board)") {
            assert!(!run(source, &square(5, 5), &[]).unwrap().is_empty());
        } else if source.contains("fn star(rays)") {
            let made = puzzlec_script::board(text(source), ("star", AT), &[5], &Budget::unlimited());
            assert!(matches!(made.unwrap(), BoardSpec::Graph { .. }));
        } else {
            hooks::runs(source);
        }
    }
}

#[test]
fn long_chains_in_deep_loops() {
    let chain = ".requires(c, \"peg\")".repeat(12);
    let loops = "for i in 0..1 { if i == 0 { ".repeat(4);
    let ends = "} }".repeat(4);
    let source = format!(
        "fn actions(board) {{ let c = board.cells[0]; let l = []; \
         {loops} l.push(action(){chain}.removes(c)); {ends} l }}"
    );
    assert_eq!(run(&source, &square(1, 1), &[]).unwrap()[0].requires.len(), 12);
}
