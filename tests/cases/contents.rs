//! What becomes of the content of a cell: each effect, pattern, test and goal on each kind of content.

use puzzlec_base::Budget;
use puzzlec_checker::certificate::{Checked, read};
use puzzlec_task::certificate::CertificateFile;

use super::rules::{least, load};

fn codes(text: &str) -> Vec<String> {
    let analysis = load(text);
    let faults = analysis.model(&analysis.puzzles()[0], &[]).unwrap_err();
    faults.iter().map(|d| d.code.as_str().to_owned()).collect()
}

fn verify(text: &str, certificate: &str) -> Checked {
    let analysis = load(text);
    let document: CertificateFile = read(certificate, &Budget::unlimited()).unwrap();
    analysis.verify(&analysis.puzzles()[0], &document, Budget::unlimited()).unwrap()
}

const PIECES: &str = r#"
piece coin "o"
piece tile "12"
piece card "ab"
piece ice "i" { floor }
piece tint "xy" { floor }
"#;

/// The contents above a floor, and those of a floor, as starts, goals and effects name them.
const ABOVE: [&str; 6] = ["empty", "coin", "tile 1", "tile 2", "card \"a\"", "card \"b\""];
const BELOW: [&str; 4] = ["empty", "ice", "tint \"x\"", "tint \"y\""];

/// Whether one action of a rule leads from one content of a cell to another one.
fn leads(low: bool, rule: &str, from: &str, to: &str) -> bool {
    let at = |content: &str| match content {
        "empty" => String::new(),
        piece => format!(" and {piece} at a1"),
    };
    let goal = match (to, low) {
        ("empty", true) => "a1 is not ice and a1 is not tint".to_owned(),
        (content, _) => format!("a1 is {content}"),
    };
    // The coin on the last cell is not touched.
    let text = format!(
        "{PIECES}{rule}\npuzzle P {{ board line 2; rules r; start coin at b1{}; goal where {goal} and b1 is coin }}",
        at(from)
    );
    match least(&text) {
        Some(0) => from == to,
        Some(1) => from != to,
        None => false,
        other => panic!("{text}\n{other:?}"),
    }
}

#[test]
fn every_exchange_of_two_contents_goes_both_ways_and_leaves_all_others() {
    for (low, all) in [(false, &ABOVE[..]), (true, &BELOW[..])] {
        for (number, one) in all.iter().enumerate() {
            for other in &all[..number] {
                let rule = format!("rule r {{ flip {one} <-> {other} at a1 }}");
                for from in all {
                    let expected = if from == one {
                        other
                    } else if from == other {
                        one
                    } else {
                        from
                    };
                    for to in all.iter().filter(|to| *to == expected || *to == from) {
                        // A content is kept without any move.
                        let reached = to == expected || to == from;
                        assert_eq!(leads(low, &rule, from, to), reached, "{rule}: {from} to {to}");
                    }
                    let third = all.iter().find(|to| **to != *from && *to != expected).unwrap();
                    assert!(!leads(low, &rule, from, third), "{rule}: {from} to {third}");
                }
            }
        }
    }
}

#[test]
fn families_are_exchanged_member_by_member() {
    let rule = "rule r { flip tile <-> card at a1 }";
    assert!(leads(false, rule, "tile 2", "card \"b\""));
    assert!(leads(false, rule, "card \"a\"", "tile 1"));
    assert!(!leads(false, rule, "tile 2", "card \"a\""));
    assert!(!leads(false, rule, "coin", "tile 1"));
    let drawn = "rule r { flip coin <-> tile 2 at cells }";
    // All cells: the last coin turns, too.
    assert!(!leads(false, drawn, "tile 2", "coin"));
}

#[test]
fn pieces_are_put_and_taken_whatever_lay_there() {
    for (low, all) in [(false, &ABOVE[..]), (true, &BELOW[..])] {
        for new in &all[1..] {
            for from in all {
                assert!(leads(low, &format!("rule r {{ put {new} at a1 }}"), from, new), "{from} to {new}");
                let gone = if low { format!("clear {new} at a1") } else { "remove a1".to_owned() };
                let goes = !low || from == new || *from == "empty";
                assert_eq!(
                    leads(low, &format!("rule r {{ {gone} }}"), from, "empty"),
                    goes,
                    "{from}: {gone}"
                );
            }
        }
    }
}

#[test]
fn patterns_match_members_and_floors_that_are_absent() {
    for from in ABOVE {
        for asked in ABOVE {
            let rule = format!("rule r {{ [ {asked} ] -> [ coin ] }}");
            // The other cell has a coin in any case.
            let expected = from == "coin" || from == asked;
            assert_eq!(leads(false, &rule, from, "coin"), expected, "{rule}: {from}");
        }
    }
    for from in BELOW {
        for asked in BELOW {
            let rule = format!("rule r {{ [ empty on {asked} ] -> [ empty on ice ] }}");
            let expected = from == "ice" || from == asked;
            assert_eq!(leads(true, &rule, from, "ice"), expected, "{rule}: {from}");
        }
    }
}

#[test]
fn what_is_exchanged_must_determine_each_other() {
    let puzzle = |rule: &str, more: &str| {
        format!(
            "{PIECES}piece rank \"123\"\npiece block \"B\" {{ rigid }}\npiece gourd {{ cells 2 }}\n\
             rule r {{ {rule} }}\npuzzle P {{ board line 2; rules r; start row o.; goal empty{more} }}"
        )
    };
    for (rule, code) in [
        ("flip coin <-> tile at a1", "P0411"),
        ("flip tile <-> rank at a1", "P0411"),
        ("flip tile 1 <-> tile at a1", "P0411"),
        ("flip tile <-> empty at a1", "P0405"),
        ("flip empty <-> rank at a1", "P0405"),
        ("flip empty <-> empty at a1", "P0503"),
        ("flip coin <-> block at a1", "P0401"),
        ("flip gourd <-> empty at a1", "P0401"),
        ("flip coin <-> ice at a1", "P0535"),
        ("put tile at a1", "P0405"),
        ("put block at a1", "P0401"),
        ("put gourd at a1", "P0401"),
    ] {
        assert_eq!(codes(&puzzle(rule, "")), [code], "{rule}");
    }
}

#[test]
fn a_member_of_a_family_becomes_a_single_piece() {
    let text = include_str!("flip-member.puzzle");
    assert_eq!(least(text), Some(1));
    let forged = verify(text, include_str!("flip-member-forged.json"));
    assert!(matches!(forged, Checked::Rejected(_)), "{forged:?}");
}

#[test]
fn no_floor_piece_is_no_floor_piece_in_any_puzzle() {
    let text = include_str!("on-empty.puzzle");
    assert_eq!(least(text), Some(1));
    let forged = verify(text, include_str!("on-empty-forged.json"));
    assert!(matches!(forged, Checked::Rejected(_)), "{forged:?}");
    let plan = verify(text, include_str!("on-empty-plan.json"));
    assert!(matches!(plan, Checked::Verified(_)), "{plan:?}");
    for board in ["line unbounded", "square unbounded", "ring 4", "graph { a1-b1 b1-c1 }", "hex 3 by 1"] {
        for rule in [
            "[ coin on empty ] -> [ empty ]",
            "[ coin ] -> [ empty on empty ]",
            "[ coin on empty | ? on empty ] -> [ empty on empty | ? on empty ]",
        ] {
            let text = format!(
                "piece coin \"A\"\npiece ice \",\" {{ floor }}\nrule off {{ {rule} }}\n\
                 puzzle P {{ board {board}; rules off; start coin at {}; goal empty }}",
                if board.starts_with("graph") { "b1" } else { "a1" }
            );
            assert_eq!(least(&text), Some(1), "{text}");
        }
    }
}

#[test]
fn lamps_and_empty_cells_are_exchanged() {
    assert_eq!(least(include_str!("flip-with-empty.puzzle")), Some(5));
}

#[test]
fn rows_and_columns_are_those_of_the_board() {
    assert_eq!(least(include_str!("too-large-not.puzzle")), Some(2));
    let big = include_str!("too-large-not.puzzle").replace("== 2", "^ 99 == 2");
    assert_eq!(codes(&big), ["P0512"]);
}

#[test]
fn chains_do_not_lie_on_graphs() {
    assert_eq!(codes(include_str!("chain-on-graph.puzzle")), ["P0405"]);
}
