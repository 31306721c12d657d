//! Boards with edges, and pieces on some cells only.

use std::collections::BTreeSet;

use super::placing::{codes, holds, loaded};
use puzzlec_base::FileId;
use puzzlec_model::Model;
use puzzlec_model::board::PlaceSort;

const HEAD: &str = "edition 2\npiece fence \"-\"\npiece clue \"0123\" { shape digit }\n";

fn puzzle(statements: &str) -> String {
    format!("{HEAD}puzzle P {{\n{statements}\n}}\n")
}

fn model(statements: &str) -> Model {
    let analysis = loaded(&puzzle(statements));
    analysis.model(&analysis.puzzles()[0], &[]).unwrap()
}

/// The sets of edges of 2 by 2 faces in which every face has three edges: all, those with the fewest, and those that no turn or
/// reflection makes of each other.
fn counted() -> (usize, usize, usize) {
    // An edge as the middle of its face's side, in half steps.
    let edges: Vec<(i32, i32)> =
        (0..5).flat_map(|y| (0..5).map(move |x| (x, y))).filter(|(x, y)| (x + y) % 2 == 1).collect();
    assert_eq!(edges.len(), 12);
    let mut all: Vec<BTreeSet<(i32, i32)>> = Vec::new();
    for bits in 0_u32..1 << 12 {
        let set: BTreeSet<_> = (0..12).filter(|at| bits >> at & 1 == 1).map(|at| edges[at]).collect();
        let around = |x: i32, y: i32| [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
        let three = |(x, y): (i32, i32)| around(x, y).iter().filter(|edge| set.contains(edge)).count() == 3;
        if [(1, 1), (3, 1), (1, 3), (3, 3)].into_iter().all(three) {
            all.push(set);
        }
    }
    let least = all.iter().map(BTreeSet::len).min().unwrap();
    let few = all.iter().filter(|set| set.len() == least).count();
    let first = |set: &BTreeSet<(i32, i32)>| {
        let mut images = Vec::new();
        for mirror in [false, true] {
            let mut image: BTreeSet<(i32, i32)> =
                set.iter().map(|(x, y)| if mirror { (4 - x, *y) } else { (*x, *y) }).collect();
            for _ in 0..4 {
                image = image.iter().map(|(x, y)| (4 - y, *x)).collect();
                images.push(image.clone());
            }
        }
        images.into_iter().min().unwrap()
    };
    (all.len(), few, all.iter().map(first).collect::<BTreeSet<_>>().len())
}

#[test]
fn fences_are_counted_as_by_trying_all() {
    let (all, few, classes) = counted();
    holds(&puzzle(&format!(
        "board square 2 by 2 edges\nplace fence * on edges\n\
         goal where all x in faces: count(fence, around x) == 3\n\
         expect {all} placements\nexpect {classes} placements up to symmetry\nexpect {few} solutions"
    )));
}

/// Every cell is found by its name, and names differ; also where faces are missing.
#[test]
fn cells_have_names() {
    for board in [
        "square 1 by 1 edges",
        "square 3 by 2 edges",
        "square 30 by 2 edges",
        "square edges \"\"\"\n. .\n  .   .\n.   . .\n\"\"\"",
        "square edges \"\"\"\n. . .\n.   .\n. . .\n\"\"\"",
    ] {
        let model = model(&format!("board {board}\nplace fence\ngoal where count(fence) == 1"));
        let board = &model.board;
        let names: BTreeSet<String> = board.cells().iter().map(|cell| board.name(*cell)).collect();
        assert_eq!(names.len(), board.cells().len());
        for cell in board.cells() {
            assert_eq!(board.find(&board.name(*cell)), Some(vec![*cell]), "{}", board.name(*cell));
        }
        // A face has four edges and four corners, and every edge and corner belongs to a face.
        let count = |sort| board.places(sort).len();
        assert!(board.places(PlaceSort::Face).iter().all(|face| board.neighbours(*face).len() == 4));
        assert_eq!(
            count(PlaceSort::Face) + count(PlaceSort::Edge) + count(PlaceSort::Corner),
            board.cells().len()
        );
        for edge in board.places(PlaceSort::Edge) {
            let near = board.neighbours(edge);
            let faces = near.iter().filter(|cell| board.sort(**cell) == Some(PlaceSort::Face)).count();
            assert_eq!((faces.clamp(1, 2), near.len() - faces), (faces, 2), "{}", board.name(edge));
        }
    }
    let model = model("board square 3 by 2 edges\nplace fence\ngoal where count(fence) == 1");
    let names: Vec<String> = model.board.cells().iter().map(|cell| model.board.name(*cell)).collect();
    assert_eq!(
        names[..16].join(" "),
        "a1-up-left a1-up a1-up-right b1-up b1-up-right c1-up c1-up-right \
         a1-left a1 a1-b1 b1 b1-c1 c1 c1-right a1-down-left a1-a2"
    );
    for (one, other) in
        [("a1-right", "a1-b1"), ("b1-a1", "a1-b1"), ("b2-up-left", "a1-b2"), ("b1-a2", "a1-b2")]
    {
        assert_eq!(model.board.find(one), model.board.find(other), "{one}");
    }
    for none in ["d1", "a1-c1", "a1-a1", "c1-b3", "a0", "a1-", "a1-right-right", "(0,0)", "a1-b1-c1"] {
        assert_eq!(model.board.find(none), None, "{none}");
    }
}

#[test]
fn edges_are_named_in_tests() {
    let board = "board square 3 by 2 edges\nplace fence * on edges, clue * 1 on a1\n";
    holds(&puzzle(&format!(
        "{board}goal where a1-b1 is fence and a1-left is fence and not b1-c1 is fence and a1-b1 != a1-left\n\
         and rowof(a1-b1) == 1 and not columnof(a1-b1) > 0 and rowof(b2) == 2 and columnof(b2) == 2\n\
         and count(fence) == 2 and adjacent(a1, a1-b1) and not adjacent(a1, b1) and step(a1, right, 2) == b1\n\
         and all line in rows: count(line) == 3 and count(faces) == 6 and count(edges) == 17 and count(corners) == 12\n\
         and distance(a1, b1) == 2 and a1-up-left is empty\nexpect 4 placements"
    )));
}

/// A picture of the faces leaves edges open in a goal and empty in a start; a picture of all cells says the same.
#[test]
fn pictures_draw_faces_or_all() {
    let whole = |rim: &str| {
        let row = |marks: [&str; 5]| marks.join(" ");
        [row([rim; 5]), row([rim, "1", rim, "?", rim]), row([rim; 5])].join("\n")
    };
    let board = "board square 2 by 1 edges\nplace fence 2 on edges, clue * 2 on faces\n"
        .replace("fence 2", "fence * 2");
    for picture in ["1 ?".to_owned(), whole("?")] {
        holds(&puzzle(&format!(
            "{board}goal \"\"\"\n{picture}\n\"\"\" and where count(clue) == 2\nexpect 84 placements"
        )));
    }
    let text = format!("{board}goal \"\"\"\n{}\n\"\"\"\nexpect unsolvable", whole("."));
    holds(&puzzle(&text));
    let moves = "edition 2\npiece fence \"-\"\npiece man \"m\"\nrule go { [ man | fence ] -> [ empty | man ] }\n\
                 puzzle P { board square 2 by 1 edges; rules go; start \"\"\"\nm .\n\"\"\"; goal count(fence) == 0; expect solvable in 0 moves }";
    assert_eq!(codes(moves), ["P0904"]);
}

#[test]
fn mistakes_are_reported() {
    for (statements, code) in [
        ("board square 2 by 2\nplace fence\ngoal where count(fence, edges) == 1", "P0313"),
        ("board square 2 by 2\nplace fence on edges\ngoal where count(fence) == 1", "P0313"),
        ("board hex 2 by 2 edges\nplace fence\ngoal where count(fence) == 1", "P0313"),
        ("board square diagonal 2 by 2 edges\nplace fence\ngoal where count(fence) == 1", "P0313"),
        ("board square unbounded edges\nplace fence\ngoal where count(fence) == 1", "P0313"),
        ("board square 2 by 2 edges walls a1-b1\nplace fence\ngoal where count(fence) == 1", "P0312"),
        ("board square 2 by 2 edges\nplace fence\ngoal \"\"\"\n? ?\n\"\"\"", "P0301"),
        ("board square 2 by 2 edges\nplace fence\ngoal \"\"\"\n? ? ?\n? ? ?\n\"\"\"", "P0301"),
        ("board square 2 by 2 edges\nplace fence\ngoal where a1-c1 is fence", "P0504"),
        (
            "board square 2 by 2 edges\nplace fence on edges, fence on corners\ngoal where count(fence) == 2",
            "P0401",
        ),
        ("board square 600 by 600 edges\nplace fence\ngoal where count(fence) == 1", "P0304"),
    ] {
        assert_eq!(codes(&puzzle(statements)), [code], "{statements}");
    }
}

/// `on` restricts pieces on every board: those of one cell, of two and rigid ones.
#[test]
fn pieces_lie_on_their_cells() {
    holds(
        "edition 2\npiece rook \"R\"\npiece domino { cells 2 }\n\
         piece ell \"L\" { rigid; turns; flips; shape \"\"\"\nLL\nL.\n\"\"\" }\n\
         puzzle Border { board square 4 by 4; place rook * 4 on cells where x: count(around x) < 4\n\
         goal where all line in rows, columns: count(rook, line) <= 1; expect 4 placements }\n\
         puzzle Dominoes { board square 3 by 3; place domino * 2 on cells except b2\n\
         goal where count(domino) == 4; expect 20 placements }\n\
         puzzle Ells { board square 3 by 3; place ell * 2 on a1 union b1 union a2 union c3 union b3 union c2\n\
         goal where count(ell) == 6; expect 1 placement }\n\
         puzzle Most { board square 3 by 3; place rook * on b2 union a1\n\
         goal where count(rook) >= 1; expect 3 placements; expect solvable in 1 piece }\n\
         puzzle None { board square 3 by 3; place rook * 2 on b2; goal where count(rook) == 2; expect unsolvable }\n\
         puzzle Ring { board ring 4; place rook * 2 on a1 union c1; goal where count(rook) == 2; expect 1 placement }",
    );
}

/// The formatter leaves names of edges as they are written.
#[test]
fn names_of_edges_stay() {
    let text = puzzle(
        "    board square 3 by 2 edges\n    place fence * on edges except a1-b1, clue on faces\n    goal  where a1-b1 is fence and a1-up-left is empty and count(fence) - 1 == 2",
    );
    assert_eq!(puzzlec_syntax::format::format(FileId(0), &text).unwrap(), text);
}
