//! Pieces of several cells stay whole: in every position that a puzzle reaches, by whatever effect.

use std::collections::{BTreeMap, BTreeSet};

use puzzlec_base::Budget;
use puzzlec_checker::certificate::{Checked, read};
use puzzlec_checker::explore;
use puzzlec_model::Model;
use puzzlec_model::board::Coord;
use puzzlec_model::piece::Content;
use puzzlec_search::ground::ground;
use puzzlec_task::certificate::CertificateFile;
use puzzlec_task::{Action, Position};

use super::rules::{least, load};

fn model(text: &str) -> Result<Model, Vec<String>> {
    let analysis = load(text);
    let made = analysis.model(&analysis.puzzles()[0], &[]);
    made.map_err(|faults| faults.iter().map(|d| d.code.as_str().to_owned()).collect())
}

/// Whether every piece of several cells in a position has all its cells.
fn is_whole(model: &Model, position: &[u16]) -> bool {
    let cells = model.board.cells();
    let held: BTreeMap<Coord, &Content> =
        cells.iter().zip(position).map(|(cell, held)| (*cell, model.pieces.content(*held))).collect();
    held.iter().all(|(cell, content)| match content {
        Content::Empty | Content::Unit(..) => true,
        Content::Block(kind, shape, part) => {
            let offsets = &model.pieces.shapes[usize::from(*shape)];
            let (left, up) = offsets[usize::from(*part)];
            offsets.iter().zip(0..).all(|((x, y), part)| {
                let there = Coord::new(cell.x + x - left, cell.y + y - up);
                held.get(&there) == Some(&&Content::Block(*kind, *shape, part))
            })
        }
        Content::Part(kind, part) => part.directions().all(|direction| {
            // The cell beside it names this one in turn, and is of the same chain.
            let Some(there) = model.board.step(*cell, direction) else { return false };
            matches!(held.get(&there), Some(Content::Part(other, near)) if other == kind
                && near.chain == part.chain
                && near.directions().any(|back| model.board.step(there, back) == Some(*cell)))
        }),
    })
}

fn applies(action: &Action, position: &[u16]) -> bool {
    action.guard.iter().all(|(var, values)| values.contains(position[*var as usize]))
        && action.condition.holds(position)
}

/// All positions that the actions of the search reach, by their distance; none if there are more than a limit.
fn reached(model: &Model, most: usize) -> Option<Vec<Vec<Position>>> {
    let task = ground(model, None, &Budget::unlimited()).unwrap().task;
    let mut seen = BTreeSet::from([task.start.clone()]);
    let mut levels = vec![vec![task.start.clone()]];
    while let Some(last) = levels.last().filter(|last| !last.is_empty()) {
        let mut next = Vec::new();
        for position in last {
            for action in task.actions.iter().filter(|action| applies(action, position)) {
                let after = action.after(position);
                if seen.insert(after.clone()) {
                    next.push(after);
                }
            }
        }
        if seen.len() > most {
            return None;
        }
        levels.push(next);
    }
    levels.pop();
    Some(levels)
}

const PIECES: &str = r#"
piece coin "o"
piece block "AB" { rigid }
piece pair { cells 2 }
piece worm { cells 3 }
piece ice "i" { floor }
"#;

/// Every effect, on cells whose contents the rule does not know.
const EFFECTS: [&str; 17] = [
    "move x to y",
    "move x, y to y, x",
    "move x to y; move y to x",
    "swap x with y",
    "remove x",
    "remove x, y",
    "remove around x",
    "remove cells except y",
    "put coin at x",
    "put coin at x, y",
    "put coin at around y",
    "put ice at x; remove y",
    "move run(x, right, 2) to run(y, right, 2)",
    "move run(x, right, 2) to run(y, left, 2)",
    "move run(x, right, 3) to run(step(x, right), right, 3)",
    "flip coin <-> empty at x, y; swap x with y",
    "shift x towards right; remove y",
];
const PATTERNS: [&str; 6] = [
    "[ ? ] -> [ empty ]",
    "[ ? ] -> [ coin ]",
    "[ ? | ? ] -> [ empty | empty ]",
    "[ ? | coin ] -> [ coin | ? ]",
    "[ ? | ? | empty ] -> [ empty | ? | coin ]",
    "[ ? | empty on ice ] -> [ empty on ice | empty ]",
];
const VARIABLES: [&str; 4] = ["x, y", "x: piece, y", "x, y: coin", "x: piece, y: empty"];
const STARTS: [(&str, &str); 7] = [
    ("square 3 by 2", "block at a1, b1 and coin at c2"),
    ("square 3 by 2", "block at a1, b1, b2 and pair at c1, c2 and coin at a2"),
    ("square 3 by 2", "worm at a1, b1, b2 and coin at c1 and ice at a1, c2"),
    ("line 5", "pair at a1, b1, c1, d1"),
    ("line 5", "block at a1, b1 and block at c1, d1"),
    ("hex 3 by 2", "worm at a1, b1, c1 and block at a2, b2"),
    ("ring 5", "worm at e1, a1, b1 and coin at d1"),
];

/// Every rule, on every start.
fn every(see: &mut dyn FnMut(&str)) {
    let mut rules: Vec<String> = PATTERNS.iter().map(|pattern| format!("rule r {{ {pattern} }}")).collect();
    for variables in VARIABLES {
        rules.extend(EFFECTS.iter().map(|effect| format!("rule r({variables}) {{ {effect} }}")));
    }
    for rule in &rules {
        for (board, start) in STARTS {
            see(&format!(
                "{PIECES}{rule}\nrule push(x: piece, d: direction) {{ shift x towards d }}\n\
                 puzzle P {{ board {board}; rules r, push; start {start}; goal where count(piece) == 0 }}"
            ));
        }
    }
}

#[test]
fn no_position_has_a_part_of_a_piece() {
    let (mut puzzles, mut positions) = (0, 0);
    every(&mut |text| {
        let model = model(text).unwrap_or_else(|codes| panic!("{text}\n{codes:?}"));
        let Some(levels) = reached(&model, 2_000) else { return };
        puzzles += 1;
        for position in levels.iter().flatten() {
            positions += 1;
            assert!(is_whole(&model, position), "{text}\n{position:?}");
        }
        // The checker tries all labels by the rules as written.
        let walk = explore(&model, 100_000).unwrap();
        let sizes: Vec<u64> = levels.iter().map(|level| level.len() as u64).collect();
        assert_eq!(walk.levels, sizes, "{text}");
    });
    assert!(puzzles > 300 && positions > 5_000, "{puzzles} puzzles, {positions} positions");
}

#[test]
fn answers_about_such_pieces_are_confirmed() {
    let mut number = 0;
    every(&mut |text| {
        number += 1;
        if number % 9 == 0 {
            // Solved or impossible, the certificate is accepted.
            let _ = least(text);
        }
    });
}

#[test]
fn an_effect_on_one_cell_of_such_a_piece_is_an_error() {
    assert_eq!(model(include_str!("broken-block.puzzle")).unwrap_err(), ["P0403"]);
    let puzzle = |head: &str, effect: &str| {
        format!(
            "{PIECES}rule r({head}) {{ {effect} }}\n\
             puzzle P {{ board line 4; rules r; start block at a1, b1 and coin at d1; goal coin at a1 }}"
        )
    };
    for kind in ["block", "pair", "worm", "coin or block"] {
        let head = format!("x: {kind}, y");
        for effect in
            ["put coin at x", "remove x", "move x to y", "move y to x", "swap x with y", "swap y with x"]
        {
            assert_eq!(model(&puzzle(&head, effect)).unwrap_err(), ["P0403"], "{head}: {effect}");
        }
        assert!(model(&puzzle(&head, "shift x towards right")).is_ok(), "{kind}");
    }
    // As many cells as the piece has may be all of it.
    assert!(model(&puzzle("x: pair, y", "remove x, y")).is_ok());
    assert_eq!(model(&puzzle("x: worm, y", "remove x, y")).unwrap_err(), ["P0403"]);
}

#[test]
fn all_cells_of_a_piece_may_go_together() {
    let puzzle = |start: &str, rule: &str, goal: &str| {
        format!("{PIECES}{rule}\npuzzle P {{ board square 4 by 2; rules r; start {start}; goal {goal} }}")
    };
    let two = "block at a1, b1 and coin at d1";
    let away = "rule r { remove a1, b1 }";
    assert_eq!(least(&puzzle(two, away, "only coin at d1")), Some(1));
    assert_eq!(least(&puzzle(two, "rule r { remove a1 }", "only coin at d1")), None);
    let run = "rule r { move run(a1, right, 2) to run(b2, right, 2) }";
    assert_eq!(least(&puzzle(two, run, "block at b2, c2")), Some(1));
    assert_eq!(least(&puzzle("pair at b1, a1", run, "pair at b2, c2")), Some(1));
    let turned = "rule r { move a1, b1 to c2, b2 }";
    assert_eq!(least(&puzzle(two, turned, "block at b2, c2")), None);
    assert_eq!(least(&puzzle("block at a1, b1, a2", run, "where a1 is empty")), None);
    let covers = "rule r { put coin at a1, b1 }";
    assert_eq!(least(&puzzle(two, covers, "only coin at a1, b1, d1")), Some(1));
}

#[test]
fn such_pieces_stand_on_floors() {
    let text = r#"
piece ice  "i" { floor }
piece car  "A" { rigid }
piece pair { cells 2 }
marks { "*" = car on ice }
rule drive(x: car, d: direction) { shift x towards d }
rule pull(x: pair, d: direction) { shift x towards d }
puzzle Drawn {
    board  square 4 by 2
    rules  drive
    start  """
        * * . .
        . . i i
    """
    goal   car at every ice or car at c2, d2
    expect solvable in 3 moves
}
puzzle Listed {
    board  square 4 by 2
    rules  drive, pull
    start  car at a1, b1 and pair at c1, c2 and ice at b1, c2
    goal   pair at d1, d2 and car at b1, c1
    expect solvable in 2 moves
}
"#;
    let analysis = load(text);
    for puzzle in analysis.puzzles() {
        for result in analysis.test(puzzle, &|| Budget::unlimited().into()).unwrap() {
            assert!(matches!(result.outcome, puzzlec_analysis::Outcome::Held), "{result:?}");
        }
    }
}

#[test]
fn listed_pieces_do_not_overlap_and_have_all_their_cells() {
    let puzzle = |board: &str, start: &str| {
        format!(
            "{PIECES}rule r(x: piece, d: direction) {{ shift x towards d }}\n\
             puzzle P {{ board {board}; rules r; start {start}; goal coin at a1 }}"
        )
    };
    for (board, start, code) in [
        ("line 4", "block at a1, b1 and coin at b1", "P0403"),
        ("line 4", "coin at b1 and block at a1, b1", "P0403"),
        ("line 4", "pair at a1, c1", "P0403"),
        ("line 4", "pair at a1, b1, c1", "P0403"),
        ("line 4", "worm at a1, b1, c1, c1, b1, a1", "P0403"),
        ("line 4", "pair at a1, b1 and pair at b1, c1", "P0403"),
        ("ring 4", "block at a1, d1", "P0405"),
        ("ring 4", "block at a1, b1", "P0405"),
    ] {
        assert_eq!(model(&puzzle(board, start)).unwrap_err(), [code], "{start}");
    }
    assert!(model(&puzzle("ring 4", "block at a1 and pair at d1, c1")).is_ok());
}

#[test]
fn forged_certificates_about_torn_pieces_are_refused() {
    let text = format!(
        "{PIECES}rule stamp(x) {{ put coin at x }}\n\
         puzzle P {{ board line 3; rules stamp; start block at a1, b1; goal count(coin) == 1 and count(block) == 1 }}"
    );
    assert_eq!(least(&text), None);
    let analysis = load(&text);
    // The cells of the block one by one, and two of them.
    for cells in [&["a1"][..], &["b1"], &["b1", "a1"]] {
        let steps: Vec<_> = cells
            .iter()
            .map(|cell| serde_json::json!({ "rule": "stamp", "part": 0, "at": [{ "cell": cell }] }))
            .collect();
        let forged = serde_json::json!({
            "version": 2, "kind": "certificate", "puzzle": "P", "parameters": {}, "margin": null, "task": null,
            "proof": { "kind": "plan", "length": cells.len(), "unit": "moves", "least": null, "steps": steps },
        });
        let document: CertificateFile = read(&forged.to_string(), &Budget::unlimited()).unwrap();
        let checked = analysis.verify(&analysis.puzzles()[0], &document, Budget::unlimited()).unwrap();
        let Checked::Rejected(why) = &checked else { panic!("{checked:?}") };
        assert!(why.contains("would lose its cell"), "{why}");
    }
}
