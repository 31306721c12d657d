//! Scripts that take long, while a puzzle is solved.

use std::time::{Duration, Instant};

use puzzlec_analysis::Answer;
use puzzlec_base::{Budget, CancelToken, Limit};
use puzzlec_search::Options;

use super::{load, puzzle};

/// Every call is slow, and there are many positions.
const SLOW: &str = r#"
piece coin "o"
rule step(x: coin, y: empty) { when adjacent(x, y); move x to y }
puzzle Slow {
    board square 6 by 6
    rules step
    start coin at a1, b1, c1, d1, e1, f1
    goal script """
        fn goal(position) {
            let n = 0;
            while n < 100000 { n += 1; }
            n == 0
        }
    """
}
puzzle Quick { board line 4; rules step; start row o...; goal coin at d1 }
"#;

#[test]
fn a_stop_is_heard_inside_a_script() {
    let analysis = load(SLOW);
    let cancel = CancelToken::default();
    let budget = Budget::unlimited().with_cancel(cancel.clone());
    let report = std::thread::scope(|scope| {
        let solving = scope
            .spawn(|| analysis.solve(puzzle(&analysis, "Slow"), &[], &Options::default(), &budget).unwrap());
        std::thread::sleep(Duration::from_millis(200));
        let asked = Instant::now();
        cancel.cancel();
        let report = solving.join().unwrap();
        // Without the stop the search would take hours.
        assert!(asked.elapsed() < Duration::from_secs(120), "{:?}", asked.elapsed());
        report
    });
    let Answer::Stopped { reason, .. } = report.answer else { panic!("{:?}", report.answer) };
    assert_eq!(reason, Limit::Cancelled.into());
    // Nothing of it is left behind.
    let report =
        analysis.solve(puzzle(&analysis, "Quick"), &[], &Options::default(), Budget::unlimited()).unwrap();
    assert_eq!(super::length(&report), Some(3));
}

#[test]
fn positions_and_memory_are_limited_as_everywhere() {
    let text = SLOW.replace("100000", "1");
    let analysis = load(&text);
    for (budget, limit) in [
        (Budget::unlimited().with_states(500), Limit::States { states: 500 }),
        (Budget::unlimited().with_bytes(1 << 20), Limit::Memory { bytes: 1 << 20 }),
    ] {
        let report = analysis.solve(puzzle(&analysis, "Slow"), &[], &Options::default(), &budget).unwrap();
        let Answer::Stopped { reason, .. } = report.answer else { panic!("{:?}", report.answer) };
        assert_eq!(reason, limit.into());
    }
}

/// A script that fails in the middle of a search is told with its place, not as a limit.
#[test]
fn a_fault_in_the_middle_is_the_answer() {
    let text = SLOW.replace(
        "while n < 100000 { n += 1; }",
        "if position.holds(position.board.cell(\"a2\"), \"coin\") { throw \"not there\" }",
    );
    let text = text.replace("n == 0", "false");
    let analysis = load(&text);
    let found =
        analysis.solve(puzzle(&analysis, "Slow"), &[], &Options::default(), Budget::unlimited()).unwrap_err();
    assert_eq!(found[0].code.as_str(), "P0601");
    assert_eq!(&text[found[0].primary.span.range()], "throw");
}
