//! Families of starts: counts by the theory beside each start solved by general search.

use num_bigint::BigUint;
use puzzlec_analysis::{Analysis, StartsReport};
use puzzlec_base::Budget;
use puzzlec_model::project::MemoryFiles;
use puzzlec_theory::Theories;

fn analysis(puzzle: &str) -> Analysis {
    let mut files = MemoryFiles::default();
    files
        .0
        .insert("a.puzzle".to_owned(), format!("edition 1\nuse removal\nuse peg\npuzzle P {{ {puzzle} }}\n"));
    Analysis::load(&files, &["a.puzzle".to_owned()])
}

fn starts(analysis: &Analysis, nth: Option<u64>) -> StartsReport {
    let nth = nth.map(BigUint::from);
    analysis.starts(&analysis.puzzles()[0], &[], nth.as_ref(), Budget::unlimited()).unwrap()
}

/// The count and all starts in order.
fn all(analysis: &Analysis, theory: Option<&str>) -> (u64, Vec<String>) {
    let report = starts(analysis, None);
    assert_eq!((report.theory.as_deref(), report.stopped), (theory, None));
    let count = report.count.unwrap().parse().unwrap();
    let nth = |n| starts(analysis, Some(n)).nth.map(|nth| nth.start);
    let listed = (1..=count).map(|n| nth(n).unwrap()).collect();
    assert_eq!(nth(count + 1), None);
    (count, listed)
}

/// The theory counts what general search finds, start by start.
fn agrees(puzzle: &str) -> (u64, Vec<String>) {
    let by_theory = all(&analysis(puzzle), Some("coin_removal"));
    let by_search = all(&analysis(puzzle).with_theories(Theories(&[])), None);
    assert_eq!(by_theory, by_search, "{puzzle}");
    by_theory
}

#[test]
fn rows_and_rings() {
    for rule in ["take", "takeAndClose"] {
        for board in ["line", "ring"] {
            for start in ["?", "??", "???", "?0?1", "?.??", "1???.", "??.?"] {
                let cells = start.len();
                if board == "ring" && cells < 3 {
                    continue;
                }
                agrees(&format!(
                    "board {board} {cells}; rules removal.{rule}; start row {start}; goal empty"
                ));
            }
        }
    }
}

#[test]
fn games_of_closing_rows() {
    for start in ["????", "?0?1", "?.??", "1?.?.0"] {
        let cells = start.len();
        let rest = format!("start row {start}; players 2, last to move wins");
        agrees(&format!("board line {cells}; rules removal.takeAndClose; {rest}"));
        // Games with gaps are not counted by a theorem.
        let gaps = analysis(&format!("board line {cells}; rules removal.take; {rest}"));
        assert_eq!(starts(&gaps, None).theory, None);
    }
}

#[test]
fn trees() {
    let puzzle = "board graph { a-b a-c a-d }; rules removal.take; start row ?1??; goal empty";
    assert_eq!(agrees(puzzle).0, 4);
    let drawn = "board square 3 by 2; rules removal.take; start \"\"\"\n ? ? 1\n . ? .\n\"\"\"; goal empty";
    let (count, listed) = agrees(drawn);
    assert_eq!((count, listed[0].as_str()), (4, "start \"\"\"\n    1 1 1\n    . 0 .\n\"\"\""));
}

#[test]
fn starts_come_in_order() {
    let (_, listed) = agrees("board line 4; rules removal.takeAndClose; start row ?1??; goal empty");
    assert_eq!(listed[0], "start row 1111");
    // Heads, the first kind, come before tails.
    assert!(listed.windows(2).all(|pair| pair[0] > pair[1]), "{listed:?}");
}

#[test]
fn families_without_a_list() {
    let long = analysis("rules removal.takeAndClose; start row 110 ?*32; goal empty");
    let report = starts(&long, Some(2_000_000_000));
    assert_eq!((report.starts.as_str(), report.open, report.solved), ("4294967296", 32, 0));
    assert_eq!(report.count.unwrap(), "2863311531");
    let nth = report.nth.unwrap().start;
    assert_eq!(nth.len(), "start row ".len() + 35);
    assert!(nth.starts_with("start row 110"));
    assert!(starts(&long, Some(1 << 33)).nth.is_none());
    let gaps = analysis("rules removal.take; start row ?*200 . ?*50; goal empty");
    assert_eq!(starts(&gaps, None).count.unwrap(), (BigUint::from(1_u8) << 248_usize).to_string());
}

#[test]
fn one_kind_may_be_missing() {
    let pegs = analysis("board line 5; rules peg.jump; start row oo???; goal count(peg) == 1");
    let report = starts(&pegs, None);
    assert_eq!((report.contents.as_str(), report.starts.as_str(), report.solved), ("o.", "8", 8));
    assert_eq!(all(&pegs, None), (2, vec!["start row oo.o.".to_owned(), "start row oo...".to_owned()]));
}

#[test]
fn one_start_is_a_family_of_one() {
    let one = analysis("board line 3; rules removal.take; start row 100; goal empty");
    assert_eq!(all(&one, Some("coin_removal")), (1, vec!["start row 100".to_owned()]));
}

#[test]
fn too_many_starts_are_not_solved_one_by_one() {
    let game = analysis("board line 40; rules removal.take; start row ?*40; players 2, last to move wins");
    let report = starts(&game, None);
    assert!(report.count.is_none() && report.stopped.is_some());
}

#[test]
fn a_family_needs_one_start_for_everything_else() {
    let family = analysis("board line 3; rules removal.take; start row 1?0; goal empty");
    let puzzle = &family.puzzles()[0];
    let errors = family.model(puzzle, &[]).unwrap_err();
    assert_eq!(errors[0].code.info().number, "P0407");
    assert!(family.check(&Budget::unlimited()).iter().all(|d| !d.is_error()));
    let brief = family.brief(puzzle, &Budget::unlimited()).unwrap();
    assert_eq!(brief, ("coin_removal".into(), "1 of 2 starts are solvable".into()));
    let expected = analysis("board line 3; rules removal.take; start row 1?0; goal empty; expect solvable");
    assert_eq!(expected.check(&Budget::unlimited())[0].code.info().number, "P0407");
}
