//! Functions that remember their results: at every position the same as without.

use puzzlec_base::Budget;
use puzzlec_script::{ActionSpec, Kind, MoveView, Remembered};

use super::callback::{callback, field};

/// All positions of six cells and four contents, in an order in which positions that follow each other differ much.
fn positions() -> impl Iterator<Item = Vec<u16>> {
    (0..4096_u32).map(|n| {
        let n = n * 1237 % 4096;
        (0..6).map(|cell| (n >> (2 * cell) & 3) as u16).collect()
    })
}

/// Loops that are split, and loops that are not.
const SPLIT: &[&str] = &[
    r#"for a in position.cells("peg") { for d in board.directions { let b = board.step(a, d); if b == () || !position.holds(b, "stone") { continue; } let c = board.step(b, d); if c != () && position.holds(c, "empty") { list.push(action().removes(b).moves(a, c)); } } }"#,
    r#"for a in position.cells("stone") { for b in board.neighbours(a) { if position.holds(b, "empty") { list.push(action().moves(a, b)); } } }"#,
    r#"for c in board.cells { if position.holds(c, "peg") { list.push(action().removes(c)); } }"#,
    r#"for c in position.board.cells { if position.piece(c) == "stone" { list.push(action().removes(c).called(position.mark(c))); } }"#,
    r#"let n = position.count("peg"); for a in position.cells("stone") { if n > 1 { list.push(action().removes(a)); } }"#,
    r#"for a in position.cells("peg") { if free(position, a) { list.push(action().removes(a)); } }"#,
    r#"for a in position.cells("peg") { if others(position, a) == 1 { list.push(action().removes(a)); } }"#,
    r#"for a in position.cells(["peg", "stone"]) { let near = []; for b in board.neighbours(a) { if position.holds(b, "empty") { near.push(b); break; } } if near.len() > 0 { list.push(action().moves(a, near[0])); } }"#,
    r#"for a in position.cells("peg") { a = board.cell("a1"); list.push(action().removes(a)); }"#,
    r#"let far = #{}; for c in ["a1", "b1"] { far[c] = c.len(); } for a in position.cells("peg") { if far[a.name] != () { list.push(action().removes(a)); } }"#,
    r#"for a in position.cells("empty") { if position.count("peg", board.neighbours(a)) > 1 { list.push(action().puts(a, "peg")); } }"#,
    r#"for a in position.cells("peg") { list.push(action().moves(a, board.step(a, "right"))); }"#,
    r#"for a in position.cells("pg") { list.push(action().removes(a)); }"#,
    r#"for a in position.cells("peg") { list.push(3); }"#,
];

const WHOLE: &[&str] = &[
    r#"let n = 0; for a in position.cells("peg") { n += 1; if n < 3 { list.push(action().removes(a)); } }"#,
    r#"for a in position.cells("peg") { list.push(action().removes(a)); break; }"#,
    r#"for a in position.cells("peg") { if a.name == "b1" { return list; } list.push(action().removes(a)); }"#,
    r#"let n = others(position, board.cell("a1")); for a in position.cells("peg") { if n > 1 { list.push(action().removes(a)); } }"#,
    r#"for a in position.cells("peg") { if list.len() < 2 { list.push(action().removes(a)); } }"#,
    r#"let seen = []; for a in position.cells("peg") { seen.push(a); if seen.len() < 3 { list.push(action().removes(a)); } }"#,
    r#"let seen = []; for a in position.cells("peg") { push(seen, a); if seen.len() < 3 { list.push(action().removes(a)); } }"#,
    r#"for a in position.cells("peg") { push(list, action().removes(a)); }"#,
    r#"let g = random(1); for a in position.cells("peg") { if g.below(2) == 0 { list.push(action().removes(a)); } }"#,
    r#"for (a, i) in position.cells("peg") { if i > 0 { list.push(action().removes(a)); } }"#,
    r#"let seen = #{}; for a in position.cells("peg") { seen[a.name] = 1; if seen.len() < 3 { list.push(action().removes(a)); } }"#,
    r#"let all = [1, 2]; for a in position.cells("peg") { if all.pop() != () { list.push(action().removes(a)); } }"#,
    r#"let all = [[1, 2]]; for a in position.cells("peg") { if all[0].pop() != () { list.push(action().removes(a)); } }"#,
    r#"let p = position; for a in p.cells("peg") { list.push(action().removes(a)); }"#,
    r#"for a in position.cells("peg") { list.push(action().removes(a)); } list.pop();"#,
    r#"for a in position.cells("peg") { list.push(action().removes(a)); } for a in position.cells("stone") { list.push(action().removes(a)); }"#,
    r#"if position.count("peg") > 2 { return list; } for a in position.cells("peg") { list.push(action().removes(a)); }"#,
    r#"list.push(action().removes(board.cell("a1"))); for a in position.cells("peg") { list.push(action().removes(a)); }"#,
    r#"let pegs = position.cells("peg"); for a in pegs { if pegs.len() == 2 { list.push(action().removes(a)); } }"#,
    r#"for a in position.cells("peg") { try { list.push(action().moves(a, board.step(a, "right"))); } catch { } }"#,
];

/// Functions that hide what a split relies on.
const SHADOWED: &[&str] = &["fn push(x) { }\n", "fn cells(x) { [] }\n"];

const HELPERS: &str = r#"
    fn free(position, c) {
        for b in position.board.neighbours(c) { if position.holds(b, "empty") { return true; } }
        false
    }
    fn others(position, c) {
        let n = 0;
        for p in position.cells("peg") { if p != c { n += 1; } }
        n
    }
"#;

fn whole(body: &str) -> String {
    format!("{HELPERS}fn moves(position) {{ let board = position.board; let list = []; {body} list }}")
}

/// Compares a function with itself without a memory, at every position twice.
fn compare(source: &str, splits: bool) {
    let (field, budget) = (field(), Budget::unlimited());
    let plain = callback(source, Kind::Moves).expect(source);
    let remembered = Remembered::from(callback(source, Kind::Moves).expect(source));
    assert_eq!(remembered.is_split(), splits, "{source}");
    for position in positions().chain(positions()) {
        let expected = plain.moves(&field, &position, &budget).map_err(|found| found.headline);
        let found = remembered.moves(&field, &position, &budget);
        let found: Result<Vec<ActionSpec>, String> = found
            .map(|parts| parts.iter().flat_map(|part| part.iter().cloned()).collect())
            .map_err(|found| found.headline);
        assert_eq!(found, expected, "{position:?}: {source}");
    }
}

#[test]
fn split_loops_give_the_same_moves() {
    SPLIT.iter().for_each(|body| compare(&whole(body), true));
}

#[test]
fn other_functions_give_the_same_moves() {
    WHOLE.iter().for_each(|body| compare(&whole(body), false));
    for shadow in SHADOWED {
        let source = format!("{shadow}{}", whole(SPLIT[1]));
        let plain = callback(&source, Kind::Moves).expect(&source);
        assert!(!Remembered::from(plain).is_split(), "{source}");
    }
}

#[test]
fn goals_and_bounds_are_the_same() {
    let (field, budget) = (field(), Budget::unlimited());
    for test in [
        r#"position.count("peg") > 2"#,
        r#"position.count("stone", board.neighbours(board.cell("b1"))) == 1"#,
        r#"position.mark(board.cell("a1")) == "t" || position.piece(board.cell("c2")) == "peg""#,
        r#"position.cells("peg").len() > position.cells(["stone", "empty"]).len()"#,
        r#"position.holds(board.cell("b2"), "piece") && position.count("empty") == 1"#,
        r#"position.holds(board.cell("b2"), "peg") || position.piece(3) == """#,
    ] {
        let source = format!("fn goal(position) {{ let board = position.board; {test} }}");
        let plain = callback(&source, Kind::Goal).expect(test);
        let remembered = Remembered::from(callback(&source, Kind::Goal).expect(test));
        let source = format!(
            "fn bound(position) {{ let board = position.board; if {test} {{ 3 }} else {{ \"dead end\" }} }}"
        );
        let bound = callback(&source, Kind::Bound).expect(test);
        let remembered_bound = Remembered::from(callback(&source, Kind::Bound).expect(test));
        for position in positions().chain(positions()) {
            let expected = plain.goal(&field, &position, &budget).map_err(|found| found.headline);
            let found = remembered.goal(&field, &position, &budget).map_err(|found| found.headline);
            assert_eq!(found, expected, "{position:?}: {test}");
            let expected = bound.bound(&field, &position, &budget).map_err(|found| found.headline);
            let found = remembered_bound.bound(&field, &position, &budget).map_err(|found| found.headline);
            assert_eq!(found, expected, "{position:?}: {test}");
        }
    }
}

#[test]
fn allowed_moves_are_the_same() {
    let (field, budget) = (field(), Budget::unlimited());
    for test in [
        r#"move.to == () || move.to.name != "b1""#,
        r#"move.rule == "step" && move.from != ()"#,
        r#"move.cells.len() > 1"#,
        r#"move.after.count("peg") >= position.count("peg")"#,
        r#"position.holds(position.board.cell("a1"), "peg") != move.after.holds(position.board.cell("a1"), "peg")"#,
    ] {
        let source = format!("fn legal(position, move) {{ {test} }}");
        let plain = callback(&source, Kind::Legal).expect(test);
        let remembered = Remembered::from(callback(&source, Kind::Legal).expect(test));
        for (number, position) in positions().enumerate() {
            let mut after = position.clone();
            after.swap(number % 6, number / 6 % 6);
            let place = |n: usize| (!n.is_multiple_of(4)).then_some((n % 6) as u32);
            let step = MoveView {
                rule: if number.is_multiple_of(5) { "leap".into() } else { "step".into() },
                cells: (0..number as u32 % 3).collect(),
                from: place(number / 7),
                to: place(number / 5),
                after,
            };
            let expected = plain.legal(&field, &position, &step, &budget).map_err(|found| found.headline);
            let found = remembered.legal(&field, &position, &step, &budget).map_err(|found| found.headline);
            assert_eq!(found, expected, "{position:?}: {test}");
        }
    }
}
