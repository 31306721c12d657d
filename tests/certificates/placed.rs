//! Certificates of placements, changed: none holds for a relative for which its claim is false.

use std::collections::BTreeMap;

use puzzlec_analysis::Analysis;
use puzzlec_base::Budget;
use puzzlec_checker::certificate::Checked;
use puzzlec_model::project::MemoryFiles;
use puzzlec_search::{Options, Wanted};
use puzzlec_task::certificate::{CertificateFile, Proof};
use serde_json::Value;

use crate::certificates::cases::read;
use crate::certificates::mutated::changes;

/// Whether all changes of the certificate of one puzzle are rejected for another.
fn all_rejected(text: &str, relatives: &[String], wanted: Wanted, kind: fn(&Proof) -> bool) {
    let loaded = |text: &str| {
        let files = MemoryFiles(BTreeMap::from([("a.puzzle".to_owned(), text.to_owned())]));
        Analysis::load(&files, &["a.puzzle".to_owned()])
    };
    let analysis = loaded(text);
    let puzzle = &analysis.puzzles()[0];
    let options = Options { wanted, ..Options::default() };
    let (_, document) = analysis.certify(puzzle, &[], &options, Budget::unlimited()).unwrap();
    let document = document.unwrap();
    assert!(kind(&document.proof), "{:?}", document.proof);
    let result = |analysis: &Analysis, document: &CertificateFile| {
        analysis.verify(&analysis.puzzles()[0], document, Budget::unlimited()).unwrap()
    };
    assert!(matches!(result(&analysis, &document), Checked::Verified(_)));
    let relatives: Vec<Analysis> = relatives.iter().map(|text| loaded(text)).collect();
    let whole = serde_json::to_value(&document).unwrap();
    let mut tried = 0;
    for changed in changes(&whole).into_iter().chain([whole.clone()]) {
        let Ok(document) = read(&Value::to_string(&changed)) else { continue };
        for relative in &relatives {
            tried += 1;
            let found = result(relative, &document);
            assert!(matches!(found, Checked::Rejected(_)), "{found:?}: {changed:#}");
        }
    }
    assert!(tried > 30, "{tried}");
}

#[test]
fn changed_colourings_prove_nothing_of_boards_that_can_be_filled() {
    let text = |board: &str| {
        format!(
            "piece domino {{ cells 2 }}\npuzzle P {{\n    board square \"\"\"\n{board}\"\"\"\n    place domino * 7\n    \
             goal where all x in cells: x is domino\n}}\n"
        )
    };
    let opposite = text("  . . .\n. . . .\n. . . .\n. . .  \n");
    let relatives =
        ["  . . .\n. . . .\n. . . .\n  . . .\n", "  . .  \n. . . .\n. . . .\n. . . .\n"].map(text);
    all_rejected(&opposite, &relatives, Wanted::Least, |p| matches!(p, Proof::Colouring { .. }));
}

#[test]
fn changed_proofs_of_one_placement_prove_nothing_where_there_are_two() {
    let text = |given: &str| {
        format!(
            "piece digit \"12\"\npuzzle P {{\n    board square 2 by 2\n    place digit 1 * 2, digit 2 * 2\n    \
             goal where different(a1, a2) and different(b1, b2) and different(a1, b1){given}\n}}\n"
        )
    };
    let one = text(" and a1 is digit 1");
    all_rejected(&one, &[text("")], Wanted::All { listed: 2 }, |p| matches!(p, Proof::OnlyPlacement { .. }));
}

#[test]
fn changed_proofs_of_the_fewest_pieces_prove_nothing_where_fewer_do() {
    let loaded = |goal: &str| {
        let text = format!(
            "piece lamp \"o\"\npuzzle P {{\n    board line 5\n    place lamp *\n    goal {goal}\n}}\n"
        );
        let files = MemoryFiles(BTreeMap::from([("a.puzzle".to_owned(), text)]));
        Analysis::load(&files, &["a.puzzle".to_owned()])
    };
    let two = loaded("where all x in cells: x is lamp or any y in around x: y is lamp");
    let options = Options { wanted: Wanted::Least, ..Options::default() };
    let (_, document) = two.certify(&two.puzzles()[0], &[], &options, Budget::unlimited()).unwrap();
    let document = document.unwrap();
    let told = |analysis: &Analysis, document: &CertificateFile| match analysis
        .verify(&analysis.puzzles()[0], document, Budget::unlimited())
        .unwrap()
    {
        Checked::Verified(told) => Some(told),
        _ => None,
    };
    assert_eq!(told(&two, &document).unwrap(), "a solution of 2 pieces, and none is shorter");
    // One lamp is enough here, and three are needed there.
    let one = loaded("where b1 is lamp or d1 is lamp");
    let three = loaded("where count(lamp) >= 3");
    let mut tried = 0;
    let whole = serde_json::to_value(&document).unwrap();
    for changed in changes(&whole).into_iter().chain([whole]) {
        let Ok(document) = read(&Value::to_string(&changed)) else { continue };
        tried += 1;
        for other in [&one, &three] {
            let told = told(other, &document);
            assert!(told.is_none_or(|told| !told.contains("none is shorter")), "{changed:#}");
        }
    }
    assert!(tried > 20, "{tried}");
}
