//! Invariants that scripts give.

use puzzlec_analysis::Answer;
use puzzlec_base::Budget;
use puzzlec_checker::certificate::Checked;
use puzzlec_search::Method;
use puzzlec_task::Certificate;
use puzzlec_task::certificate::Proof;

use super::{by, checked, load, puzzle, solved};

/// Two coins on a ring; one goes a step on when the other goes a step back.
fn ring(goal: &str, script: &str) -> String {
    format!(
        r#"
piece coin "o"
rule trade = script """
    fn actions(board) {{
        let list = [];
        for a in board.cells {{
            for b in board.cells {{
                let on = board.step(a, "right");
                let back = board.step(b, "left");
                if a == b || on == b || on == back {{ continue; }}
                list.push(
                    action().requires([a, b], "coin").requires([on, back], "empty").moves([a, b], [on, back])
                );
            }}
        }}
        list
    }}
"""
puzzle Ring {{
    board ring 20
    rules trade
    start coin at a1, c1
    goal  only coin at {goal}
    invariant script """ {script} """
}}
"#
    )
}

const ODD_ONE: &str =
    "fn invariant(position) { let s = 0; for c in position.cells(\"coin\") { s += c.x; } s % 5 == 2 }";
const SUM: &str =
    "fn invariant(position) { let s = 0; for c in position.cells(\"coin\") { s += c.x; } s % 5 }";

#[test]
fn a_sum_modulo_five_refutes_at_once_and_verifies() {
    let text = ring("b1, d1", SUM);
    let analysis = load(&text);
    let asked = puzzle(&analysis, "Ring");
    let (report, document) = analysis.certify(asked, &[], &by(Method::Auto), Budget::unlimited()).unwrap();
    let Answer::Unsolvable { certificate: Certificate::Proved(Proof::Invariants { invariants, .. }), .. } =
        &report.answer
    else {
        panic!("{:?}", report.answer)
    };
    assert_eq!(invariants[0].modulus, 5);
    let document = document.unwrap();
    let told = analysis.verify(asked, &document, Budget::unlimited()).unwrap();
    assert!(matches!(told, Checked::Verified(_)), "{told:?}");
    // Its weights are what is checked, not the script.
    let mut forged = serde_json::to_value(&document).unwrap();
    let text = forged.to_string();
    assert!(text.contains("\"modulus\":5"), "{text}");
    forged["proof"]["invariants"][0]["modulus"] = serde_json::json!(4);
    if let Ok(forged) = serde_json::from_value(forged) {
        let told = analysis.verify(asked, &forged, Budget::unlimited()).unwrap();
        assert!(matches!(told, Checked::Rejected(_)), "{told:?}");
    }
    // Where the goal keeps the sum, the search decides.
    assert_eq!(super::least(&ring("e1, s1", SUM), "Ring"), Some(2));
}

/// No move changes it, and it is no sum over the cells.
#[test]
fn what_is_no_sum_is_not_used() {
    let report = solved(&ring("b1, d1", ODD_ONE), "Ring", &by(Method::Auto)).unwrap();
    let Answer::Unsolvable { certificate, .. } = &report.answer else { panic!("{:?}", report.answer) };
    assert!(!matches!(certificate, Certificate::Proved(Proof::Invariants { .. })), "{certificate:?}");
}

#[test]
fn numbers_that_moves_change_are_found_by_check() {
    let wrong = ring("b1, d1", "fn invariant(position) { position.cells(\"coin\")[0].x }");
    assert_eq!(checked(&wrong), ["P0606 this is not an invariant"]);
    let right = ring("b1, d1", "fn invariant(position) { [position.count(\"coin\"), true] }");
    assert_eq!(checked(&right), Vec::<String>::new());
}
