//! Placing: shapes, lines, different contents, counts, and the proofs of "none" and "no other".

use std::collections::{BTreeMap, BTreeSet};

pub(super) use crate::support::loaded;
use puzzlec_analysis::{Analysis, Answer, Outcome};
use puzzlec_base::Budget;
use puzzlec_checker::certificate::Checked;
use puzzlec_search::{Options, Wanted};
use puzzlec_task::certificate::{CertificateFile, Proof};

/// The errors and warnings of a text, by code.
pub(super) fn codes(text: &str) -> Vec<String> {
    loaded(text).check(&Budget::unlimited()).iter().map(|d| d.code.as_str().to_owned()).collect()
}

/// Checks the expectations of all puzzles of a text.
pub(super) fn holds(text: &str) {
    let analysis = loaded(text);
    assert!(analysis.faults().is_empty(), "{text}");
    let mut number = 0;
    for puzzle in analysis.puzzles() {
        for result in analysis.test(puzzle, &|| Budget::unlimited().into()).unwrap() {
            let held = matches!(result.outcome, Outcome::Held);
            assert!(held, "{}: {}: {:?}", result.puzzle, result.expectation, result.outcome);
            number += 1;
        }
    }
    assert!(number > 0);
}

fn wanted(wanted: Wanted) -> Options {
    Options { wanted, ..Options::default() }
}

/// The certificate of a puzzle.
pub(super) fn certificate(
    analysis: &Analysis,
    name: &str,
    set: &[(String, i64)],
    all: bool,
) -> CertificateFile {
    let puzzle = analysis.puzzles().iter().find(|p| p.name == name).unwrap();
    let options = wanted(if all { Wanted::All { listed: 2 } } else { Wanted::Least });
    analysis.certify(puzzle, set, &options, Budget::unlimited()).unwrap().1.unwrap()
}

fn checked(analysis: &Analysis, name: &str, document: &CertificateFile) -> Checked {
    let puzzle = analysis.puzzles().iter().find(|p| p.name == name).unwrap();
    analysis.verify(puzzle, document, Budget::unlimited()).unwrap()
}

pub(super) fn verified(analysis: &Analysis, name: &str, document: &CertificateFile) {
    let found = checked(analysis, name, document);
    assert!(matches!(found, Checked::Verified(_)), "{name}: {found:?}");
}

pub(super) fn rejected(analysis: &Analysis, name: &str, document: &CertificateFile) {
    let found = checked(analysis, name, document);
    assert!(matches!(found, Checked::Rejected(_)), "{name}: {found:?}");
}

fn example(name: &str) -> String {
    std::fs::read_to_string(format!("{}/examples/placing/{name}.puzzle", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

#[test]
fn queens_and_their_symmetries() {
    holds(&example("queens"));
    holds(
        r#"
        piece queen "Q"
        puzzle Queens(n: int = 1) {
            board square n by n
            place queen * n
            goal  where all line in rows, columns, diagonals: count(queen, line) <= 1
            expect 1 placement
            expect 2 placements for n in 4..4
            expect 1 placement up to symmetry for n in 4..4
            expect 10 placements for n in 5..5
            expect 2 placements up to symmetry for n in 5..5
            expect 4 placements for n in 6..6
            expect 1 placement up to symmetry for n in 6..6
            expect 40 placements for n in 7..7
            expect 6 placements up to symmetry for n in 7..7
        }
    "#,
    );
}

#[test]
fn a_sudoku_has_one_solution_and_the_checker_agrees() {
    let analysis = loaded(&example("sudoku"));
    let document = certificate(&analysis, "Sudoku", &[], true);
    assert!(matches!(document.proof, Proof::OnlyPlacement { .. }));
    verified(&analysis, "Sudoku", &document);
    // Without its last digit of the picture there may be others: the same certificate proves nothing there.
    let fewer = example("sudoku").replace("53??7????", "?????????").replace("6??195???", "?????????");
    let fewer = loaded(&fewer);
    rejected(&fewer, "Sudoku", &document);
    let none = CertificateFile { proof: Proof::Placement { lemmas: None }, ..document.clone() };
    rejected(&analysis, "Sudoku", &none);
    let no_weights = Proof::Colouring { modulus: 2, cells: BTreeMap::new(), pieces: vec![0], empty: 0 };
    rejected(&analysis, "Sudoku", &CertificateFile { proof: no_weights, ..document });
}

#[test]
fn dominoes_are_refuted_by_a_colouring() {
    let analysis = loaded(&example("dominoes"));
    let document = certificate(&analysis, "Corners", &[], false);
    verified(&analysis, "Corners", &document);
    let Proof::Colouring { modulus, cells, pieces, empty } = document.proof.clone() else {
        panic!("{:?}", document.proof)
    };
    // Every weight matters.
    for name in cells.keys() {
        let mut changed = cells.clone();
        changed.insert(name.clone(), cells[name] + 1);
        let proof = Proof::Colouring { modulus, cells: changed, pieces: pieces.clone(), empty };
        rejected(&analysis, "Corners", &CertificateFile { proof, ..document.clone() });
    }
    for (modulus, pieces) in
        [(modulus, vec![]), (modulus, vec![pieces[0] + 1]), (1, pieces.clone()), (0, pieces)]
    {
        let proof = Proof::Colouring { modulus, cells: cells.clone(), pieces, empty };
        rejected(&analysis, "Corners", &CertificateFile { proof, ..document.clone() });
    }
    // The whole board has placements.
    let whole = CertificateFile { puzzle: "Whole".into(), ..document };
    rejected(&analysis, "Whole", &whole);
    holds(&example("dominoes"));
}

#[test]
fn colourings_leave_room_for_empty_cells() {
    // Trominoes of three in a row: the board of 5 by 5 less one cell is filled only if that is the centre.
    let text = |hole: &str| {
        format!(
            "piece bar \"b\" {{ rigid; turns; shape \"\"\" bbb \"\"\" }}\n\
             puzzle P {{\n board square 5 by 5\n place bar * 8\n goal where {hole} is empty and all x in cells except {hole}: x is bar\n}}\n"
        )
    };
    for (hole, solvable) in [("c3", true), ("a1", false), ("b2", false), ("c1", false)] {
        let analysis = loaded(&text(hole));
        let document = certificate(&analysis, "P", &[], false);
        assert_eq!(matches!(document.proof, Proof::Plan { .. }), solvable, "{hole}");
        assert_eq!(matches!(document.proof, Proof::Colouring { .. }), !solvable, "{hole}");
        verified(&analysis, "P", &document);
        let centre = loaded(&text("c3"));
        if !solvable {
            rejected(&centre, "P", &document);
        }
    }
}

#[test]
fn graphs_are_coloured() {
    holds(&example("petersen"));
    let analysis = loaded(&example("petersen"));
    let document = certificate(&analysis, "Two", &[], false);
    verified(&analysis, "Two", &document);
    rejected(&analysis, "Three", &CertificateFile { puzzle: "Three".into(), ..document });
    // The symmetries of a graph are its automorphisms: of a cycle of five those of a pentagon.
    holds(
        r#"
        piece colour "RG"
        puzzle Cycle {
            board graph { a-b b-c c-d d-e e-a }
            place colour * 5
            goal  where count(colour) == 5
            expect 32 placements
            expect 8 placements up to symmetry
        }
        puzzle Necklace {
            board ring 5
            place colour * 5
            goal  where count(colour) == 5
            expect 8 placements up to symmetry
        }
    "#,
    );
}

#[test]
fn knights_leave_no_room_for_another() {
    let analysis = loaded(&example("queens"));
    let more = [("n".to_owned(), 14)];
    let document = certificate(&analysis, "Knights", &more, false);
    assert_eq!(document.proof, Proof::Placement { lemmas: None });
    verified(&analysis, "Knights", &document);
    rejected(
        &analysis,
        "Knights",
        &CertificateFile { parameters: BTreeMap::from([("n".into(), 13)]), ..document },
    );
    let only = certificate(&analysis, "Knights", &[], true);
    assert!(matches!(only.proof, Proof::OnlyPlacement { .. }));
    verified(&analysis, "Knights", &only);
    rejected(
        &analysis,
        "Knights",
        &CertificateFile { parameters: BTreeMap::from([("n".into(), 12)]), ..only },
    );
}

/// All placements of the cubes, pair by pair: an own count.
fn cubes(pairs: [[[char; 2]; 3]; 4]) -> u64 {
    let mut rows: Vec<BTreeSet<[char; 6]>> = Vec::new();
    for cube in pairs {
        let mut found = BTreeSet::new();
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            for turned in 0..8 {
                let mut row = ['?'; 6];
                for (place, pair) in order.into_iter().enumerate() {
                    let [a, b] = cube[pair];
                    let (a, b) = if turned >> place & 1 == 0 { (a, b) } else { (b, a) };
                    (row[2 * place], row[2 * place + 1]) = (a, b);
                }
                found.insert(row);
            }
        }
        rows.push(found);
    }
    let mut number = 0;
    for a in &rows[0] {
        for b in &rows[1] {
            for c in &rows[2] {
                let differ = |at: usize, row: &[char; 6], others: &[&[char; 6]]| {
                    others.iter().all(|o| o[at] != row[at])
                };
                if !(0..4).all(|at| differ(at, b, &[a]) && differ(at, c, &[a, b])) {
                    continue;
                }
                number +=
                    rows[3].iter().filter(|d| (0..4).all(|at| differ(at, d, &[a, b, c]))).count() as u64;
            }
        }
    }
    number
}

#[test]
fn instant_insanity_as_pairs_of_faces() {
    let text = example("instant-insanity");
    holds(&text);
    let entry = |name: &str| -> Vec<[char; 2]> {
        let words: Vec<&str> = text.split([' ', ',', '\n']).collect();
        let found =
            words.windows(2).filter(|two| two[0] == name && two[1].len() == 3 && two[1].contains('-'));
        found.map(|two| [two[1].chars().next().unwrap(), two[1].chars().last().unwrap()]).collect()
    };
    let pairs = ["first", "second", "third", "fourth"].map(|name| entry(name).try_into().unwrap());
    let number = cubes(pairs);
    assert!(text.contains(&format!("expect {number} placements")), "{number}");
}

#[test]
fn small_rectangles_of_pentominoes() {
    // The rectangle of 3 by 20 has two, up to symmetry; of the first six pieces 5 by 6 is filled in no way.
    let text = example("pentominoes");
    let items: String = text.split("puzzle Six").next().unwrap().to_owned();
    holds(&format!(
        "{items}
        puzzle Five {{
            board square 5 by 5
            place pF, pL, pP, pU, pV
            goal  where all x in cells: occupied(x)
            expect 0 placements
        }}
        puzzle Two {{
            board square 5 by 2
            place pL * 2
            goal  where all x in cells: occupied(x)
            expect 2 placements
            expect 1 placement up to symmetry
        }}"
    ));
}

#[test]
#[ignore = "half a minute"]
fn twelve_pentominoes_in_six_by_ten() {
    holds(&example("pentominoes"));
}

#[test]
fn shapes_turn_and_flip_only_if_they_say_so() {
    for (says, number) in [("", 4), ("turns; ", 16), ("flips; ", 8), ("turns; flips; ", 16)] {
        // The tromino that is an angle, on a board of 3 by 3.
        holds(&format!(
            "piece angle \"a\" {{ rigid; {says}shape \"\"\"\n    aa\n    a.\n\"\"\" }}\n\
             puzzle P {{\n board square 3 by 3\n place angle\n goal count(angle) == 3\n expect {number} placements\n}}\n"
        ));
    }
    // The L of four cells, which is not its own mirror image.
    for (says, number) in [("", 2), ("turns; ", 8), ("flips; ", 4), ("turns; flips; ", 16)] {
        holds(&format!(
            "piece ell \"l\" {{ rigid; {says}shape \"\"\"\n    lll\n    l..\n\"\"\" }}\n\
             puzzle P {{\n board square 3 by 3\n place ell\n goal count(ell) == 4\n expect {number} placements\n}}\n"
        ));
    }
}

#[test]
fn every_answer_is_an_arrangement() {
    let text = example("pentominoes");
    let analysis = loaded(&text);
    let puzzle = analysis.puzzles().iter().find(|p| p.name == "Three").unwrap();
    let report = analysis.solve(puzzle, &[], &wanted(Wanted::Any), Budget::unlimited()).unwrap();
    let Answer::Solved(plan) = &report.answer else { panic!("{:?}", report.answer) };
    assert_eq!((plan.length, plan.steps.len()), (12, 12));
    let document = certificate(&analysis, "Three", &[], false);
    verified(&analysis, "Three", &document);
}

#[test]
fn misuse_has_one_diagnostic_each() {
    let puzzle = |piece: &str, place: &str, goal: &str| {
        format!("{piece}\npuzzle P {{\n board square 3 by 3\n place {place}\n goal {goal}\n}}\n")
    };
    let all = "where count(piece) >= 0";
    for (text, code) in [
        (puzzle("piece p \"p\" { turns }", "p", all), "P0401"),
        (puzzle("piece p \"p\" { shape \"\"\" pp \"\"\" }", "p", all), "P0401"),
        (puzzle("piece p \"p\" { rigid; turns }", "p", all), "P0415"),
        (puzzle("piece p \"p\" { rigid; shape \"\"\" p.p \"\"\" }", "p", all), "P0415"),
        (puzzle("piece p \"p\" { rigid; shape \"\"\" ... \"\"\" }", "p", all), "P0415"),
        (puzzle("piece p \"p\" { rigid; shape \"\"\" pp \"\"\" }", "p R-G", all), "P0403"),
        (puzzle("piece p \"p\"", "p", "where all line in regions: different(line)"), "P0416"),
        (puzzle("piece p \"p\"", "p", "where different()"), "P0204"),
        (puzzle("piece p \"p\"", "p * 10", all), "P0917"),
        (puzzle("piece p \"p\"", "p", "where rows is empty"), "P0201"),
        ("piece p \"p\"\npuzzle P {\n board ring 5\n place p\n goal where all line in columns: different(line)\n}\n".into(), "P0416"),
        ("piece p \"p\"\nrule r(x: p, y: empty) { move x to y }\npuzzle P {\n board line 3\n rules r\n start p at a1\n goal p at b1\n expect 2 placements\n}\n".into(), "P0507"),
    ] {
        assert_eq!(codes(&text), [code], "{text}");
    }
}
