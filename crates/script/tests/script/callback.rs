//! Functions that are asked at every position.

use std::sync::Arc;

use puzzlec_base::diag::Diagnostic;
use puzzlec_base::{Budget, FileId, Span};
use puzzlec_script::{ContentView, EffectSpec, Field, Hook, Kind, MarkSpec, MoveView, ScriptCallback};

use super::{AT, square};

/// Three cells by two, with pegs `o` and stones `s` and `t`.
pub(crate) fn field() -> Arc<Field> {
    let content = |piece: &str, mark: &str| ContentView { piece: piece.into(), mark: mark.into() };
    let contents =
        vec![content("empty", "."), content("peg", "o"), content("stone", "s"), content("stone", "t")];
    Arc::new(Field { board: square(3, 2), contents })
}

/// o.s
/// t.o
pub(crate) const POSITION: &[u16] = &[1, 0, 2, 3, 0, 1];

pub(crate) fn hook(text: &str, function: &str, args: &[i64]) -> Hook {
    let function = function.to_owned();
    Hook { text: text.into(), file: FileId(1), offset: 0, function, at: AT, args: args.to_vec() }
}

pub(crate) fn callback(text: &str, kind: Kind) -> Result<ScriptCallback, Box<Diagnostic>> {
    ScriptCallback::new(hook(text, kind.default_name(), &[]), kind)
}

fn move_view() -> MoveView {
    let after = vec![0, 1, 2, 3, 0, 1];
    MoveView { rule: "step".into(), cells: vec![0, 1], from: Some(0), to: Some(1), after }
}

/// Whether a test of a position holds.
fn holds(test: &str) -> bool {
    let source = format!("fn goal(position) {{ let board = position.board; {test} }}");
    let callback = callback(&source, Kind::Goal).expect(test);
    callback.goal(&field(), POSITION, &Budget::unlimited()).expect(test)
}

#[test]
fn what_positions_say() {
    for test in [
        r#"board.size == 6"#,
        r#"position.piece(board.cell("a1")) == "peg""#,
        r#"position.piece(board.cell("b1")) == "empty""#,
        r#"position.mark(board.cell("a2")) == "t""#,
        r#"position.mark(board.cell("b2")) == ".""#,
        r#"position.holds(board.cell("a1"), "peg")"#,
        r#"position.holds(board.cell("a1"), "piece")"#,
        r#"position.holds(board.cell("b1"), "empty")"#,
        r#"position.holds(board.cell("c1"), ["peg", "stone"])"#,
        r#"!position.holds(board.cell("b1"), "piece")"#,
        r#"!position.holds(board.cell("c1"), ["peg", "empty"])"#,
        r#"position.count("stone") == 2 && position.count("empty") == 2 && position.count("piece") == 4"#,
        r#"position.count(["peg", "empty"]) == 4"#,
        r#"position.count("stone", board.region("target")) == 0"#,
        r#"position.count("peg", board.cell("a1")) == 1"#,
        r#"position.cells("stone") == [board.cell("c1"), board.cell("a2")]"#,
        r#"position.pieces == ["peg", "stone"]"#,
        r#"const p = position; p.count("peg") == 2"#,
        r#"board.distance(board.cell("a1"), board.cell("c2")) == 3"#,
        r#"board.distance(board.cell("a1"), board.cell("a1")) == 0"#,
        r#"board.rows.len() == 2 && board.rows[1][0] == board.cell("a2")"#,
        r#"board.columns.len() == 3 && board.columns[2][1].name == "c2""#,
        r#"board.regions == ["c", "target"]"#,
        r#"board.symmetries.len() == 4 && board.symmetries[0] == board.cells"#,
        r#"let all = []; for s in board.symmetries { all.push(s[0].name); } all.sort(); all == ["a1", "a2", "c1", "c2"]"#,
    ] {
        assert!(holds(test), "{test}");
    }
}

#[test]
fn what_moves_say() {
    let source = r#"
        const OPEN = ["b1"];
        fn legal(position, move, most) {
            move.rule == "step" && move.cells.len() == most && move.from.name == "a1"
                && global::OPEN.contains(move.to.name)
                && move.after.piece(move.to) == "peg" && position.piece(move.to) == "empty"
                && move.after.board.size == position.board.size
        }"#;
    let legal = ScriptCallback::new(hook(source, "legal", &[2]), Kind::Legal).unwrap();
    assert!(legal.legal(&field(), POSITION, &move_view(), &Budget::unlimited()).unwrap());
    let nowhere = MoveView { from: None, to: None, ..move_view() };
    let source = "fn legal(position, move) { move.from == () && move.to == () }";
    let legal = callback(source, Kind::Legal).unwrap();
    assert!(legal.legal(&field(), POSITION, &nowhere, &Budget::unlimited()).unwrap());
    assert!(!legal.legal(&field(), POSITION, &move_view(), &Budget::unlimited()).unwrap());
}

#[test]
fn every_kind_answers() {
    let budget = Budget::unlimited();
    let source = r#"
        fn moves(position) {
            let list = [];
            for c in position.cells("peg") {
                for to in position.board.neighbours(c) {
                    if position.holds(to, "empty") { list.push(action().moves(c, to)); }
                }
            }
            list
        }
        fn bound(position) { if position.count("peg") > 2 { "dead end" } else { position.count("peg") - 1 } }
        fn invariant(position) { [position.count("peg") % 2, position.count("stone") > 1] }
        fn render(cell) {
            switch cell.piece {
                "peg" => mark("x", "teal"),
                "stone" => mark('#'),
                "empty" => if cell.x == 1 { "+" } else { () }
            }
        }"#;
    let moves = callback(source, Kind::Moves).unwrap().moves(&field(), POSITION, &budget).unwrap();
    let effects: Vec<&EffectSpec> = moves.iter().map(|m| &m.effects[0]).collect();
    assert_eq!(effects, [&EffectSpec::Move(vec![0], vec![1]), &EffectSpec::Move(vec![5], vec![4])]);
    let bound = callback(source, Kind::Bound).unwrap();
    assert_eq!(bound.bound(&field(), POSITION, &budget).unwrap(), Some(1));
    assert_eq!(bound.bound(&field(), &[1; 6], &budget).unwrap(), None);
    let invariant = callback(source, Kind::Invariant).unwrap();
    assert_eq!(invariant.invariant(&field(), POSITION, &budget).unwrap(), [0, 1]);
    let render = callback(source, Kind::Render).unwrap();
    let shown = |cell, content| render.render(&field(), cell, content, &budget).unwrap();
    assert_eq!(shown(0, 1), Some(MarkSpec { mark: 'x', colour: Some("teal".into()) }));
    assert_eq!(shown(2, 2), Some(MarkSpec { mark: '#', colour: None }));
    assert_eq!(shown(1, 0), Some(MarkSpec { mark: '+', colour: None }));
    assert_eq!(shown(0, 0), None);
}

#[test]
fn calls_know_nothing_of_each_other() {
    let source = r#"
        const SEED = random(7);
        const LIST = [1, 2];
        fn bound(position) {
            let r = global::SEED;
            let l = global::LIST;
            l.push(r.below(1000));
            let made = action().moves(position.board.cells[0], position.board.cells[1]);
            l[2] + l.len()
        }"#;
    let bound = callback(source, Kind::Bound).unwrap();
    let (field, budget) = (field(), Budget::unlimited());
    let first = bound.bound(&field, POSITION, &budget).unwrap();
    let operations = bound.operations();
    assert!(operations > 0);
    for _ in 0..100 {
        assert_eq!(bound.clone().bound(&field, POSITION, &budget).unwrap(), first);
        assert_eq!(bound.operations(), operations);
    }
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..200 {
                    assert_eq!(bound.bound(&field, POSITION, &budget).unwrap(), first);
                }
            });
        }
    });
    assert!(format!("{bound:?}").contains("Bound"));
}

#[test]
fn places_in_inline_scripts() {
    let before = "puzzle P { goal script \"\"\"";
    let script = "\nfn inner(p) { p.cont(\"peg\") }\nfn goal(position) { inner(position) == 1 }\n";
    let whole = format!("{before}{script}\"\"\" }}");
    let at = Span::new(FileId(1), 16, 22);
    let offset = u32::try_from(before.len()).unwrap();
    let hook = Hook { offset, at, ..hook(script, "goal", &[]) };
    let goal = ScriptCallback::new(hook.clone(), Kind::Goal).unwrap();
    assert_eq!(goal.hook(), &hook);
    let d = goal.goal(&field(), POSITION, &Budget::unlimited()).unwrap_err();
    assert_eq!(&whole[d.primary.span.range()], "cont");
    let labels: Vec<&str> = d.secondary.iter().map(|l| &whole[l.span.range()]).collect();
    assert_eq!(labels, ["inner", "script"]);
    assert_eq!(d.fixes[0].edits[0].span, d.primary.span);
    let wrong = ScriptCallback::new(Hook { function: "gaol".into(), ..hook }, Kind::Goal).unwrap_err();
    assert_eq!(wrong.help.as_deref(), Some("did you mean `goal`?"));
    let torn = Hook {
        text: "fn goal(position) { ) }".into(),
        offset: 5,
        at,
        ..super::callback::hook("", "goal", &[])
    };
    assert_eq!(ScriptCallback::new(torn, Kind::Goal).unwrap_err().primary.span, Span::new(FileId(1), 25, 26));
}

/// A graph as scripts see it.
fn graph(vertices: u32, edges: impl Fn(u32, u32) -> bool) -> Arc<Field> {
    let mut board = puzzlec_script::BoardView::default();
    for a in 0..vertices {
        let x = i32::try_from(a).unwrap();
        board.cells.push(puzzlec_script::CellView { name: format!("v{a}"), x, y: 0 });
        board.neighbours.push((0..vertices).filter(|b| a != *b && edges(a.min(*b), a.max(*b))).collect());
        board.steps.push(Vec::new());
    }
    Arc::new(Field { board, contents: Vec::new() })
}

#[test]
fn symmetries_and_distances_of_graphs() {
    let source = r#"
        fn invariant(position) {
            let b = position.board;
            let ends = b.distance(b.cells[0], b.cells[b.size - 1]);
            [b.symmetries.len(), if ends == () { -1 } else { ends }, b.symmetries[0] == b.cells]
        }"#;
    let callback = callback(source, Kind::Invariant).unwrap();
    let told = |field| callback.invariant(&field, &[], &Budget::unlimited()).unwrap();
    assert_eq!(told(graph(1, |_, _| true)), [1, 0, 1]);
    assert_eq!(told(graph(4, |a, b| b == a + 1)), [2, 3, 1]);
    assert_eq!(told(graph(3, |_, _| true)), [6, 1, 1]);
    assert_eq!(told(graph(7, |a, b| b == a + 1 || (a, b) == (0, 6))), [14, 1, 1]);
    assert_eq!(told(graph(4, |a, b| (a, b) == (0, 1) || (a, b) == (2, 3))), [8, -1, 1]);
    // More than are given, and more than can be looked at.
    assert_eq!(told(graph(100, |_, _| true)), [48, 1, 1]);
    assert_eq!(told(graph(600, |a, b| (a * 31 + b * 17) % 3 == 0))[2], 1);
    assert_eq!(told(graph(3000, |a, b| b == a + 1))[1..], [2999, 1]);
}
