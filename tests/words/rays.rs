//! Number variables, rays, selections, sums over cells, lists in effects and named sets.

use std::collections::BTreeMap;

use puzzlec::analysis::{Analysis, Answer};
use puzzlec::base::Budget;
use puzzlec::engine::Options;
use puzzlec::engine::verify::certificate::Checked;
use puzzlec::project::MemoryFiles;

fn load(text: &str) -> Analysis {
    let files = MemoryFiles(BTreeMap::from([("a.puzzle".to_owned(), text.to_owned())]));
    Analysis::load(&files, &["a.puzzle".to_owned()])
}

/// The length of a shortest solution; its certificate is accepted.
#[track_caller]
fn least(text: &str) -> Option<u64> {
    let analysis = load(text);
    let errors: Vec<_> = analysis.check(&Budget::unlimited()).into_iter().filter(|d| d.is_error()).collect();
    assert!(errors.is_empty(), "{text}\n{errors:#?}");
    let puzzle = &analysis.puzzles()[0];
    let (report, document) = analysis.certify(puzzle, &[], &Options::default(), Budget::unlimited()).unwrap();
    let checked = analysis.verify(puzzle, &document.unwrap(), Budget::unlimited()).unwrap();
    assert!(matches!(checked, Checked::Verified(_)), "{text}\n{checked:?}");
    match report.answer {
        Answer::Solved(plan) => Some(plan.length),
        Answer::Unsolvable { .. } => None,
        other => panic!("{text}\n{other:?}"),
    }
}

/// The codes of the errors of a text.
fn codes(text: &str) -> Vec<String> {
    let found = load(text).check(&Budget::unlimited());
    found.into_iter().filter(|d| d.is_error()).map(|d| d.code.as_str().to_owned()).collect()
}

fn with(rule: &str, board: &str, start: &str, goal: &str) -> String {
    format!(
        "piece a \"a\"\npiece b \"b\"\n{rule}\npuzzle P {{\n board {board}\n rules r\n start {start}\n goal {goal}\n}}\n"
    )
}

#[test]
fn a_ray_ends_before_what_stops_it() {
    let slide = |until: &str| format!("rule r(x: a, d: direction) {{ move x to last(ray(x, d){until}) }}");
    let to = |until, start, goal| least(&with(&slide(until), "line 6", start, goal));
    assert_eq!(to(" until piece", "row a...b.", "row ...ab."), Some(1));
    assert_eq!(to(" until b", "row a...b.", "row ...ab."), Some(1));
    assert_eq!(to(" until a", "row a...b.", "row ....ba"), Some(1));
    assert_eq!(to("", "row a...b.", "row ....ba"), Some(1));
    assert_eq!(to(" until y: columnof(y) == 4", "row a...b.", "row ..a.b."), Some(1));
    // The first of the cells that stop it is not tested further.
    assert_eq!(to(" until y: step(y, right) is b", "row a...b.", "row ..a.b."), Some(1));
    // An empty ray has no last cell.
    assert_eq!(to(" until piece", "row ab....", "row .b.a.."), None);
}

#[test]
fn a_ray_goes_once_round_a_ring() {
    let rule = "rule r(x: a) { put b at ray(x, right) }";
    assert_eq!(least(&with(rule, "ring 4", "row a...", "row abbb")), Some(1));
    let rule = "rule r(x: a) { move x to last(ray(x, right)) }";
    assert_eq!(least(&with(rule, "ring 4", "row a...", "row .a..")), Some(3));
}

#[test]
fn lists_are_those_of_the_position_before_the_move() {
    let rule = "rule r(x: a) { move x to last(ray(x, right) until piece); put b at first(ray(x, right)) }";
    assert_eq!(least(&with(rule, "line 4", "row a...", "row .b.a")), Some(1));
    let rule = "rule r(x: a, y: b) { move x, y to y, x }";
    assert_eq!(least(&with(rule, "line 3", "row a.b", "row b.a")), Some(1));
}

#[test]
fn numbers_range_to_the_longest_run() {
    let rule =
        "rule r(x: a, d: direction, k in 1..) { when empty(run(step(x, d), d, k)); move x to step(x, d, k) }";
    assert_eq!(least(&with(rule, "line 6", "row a....b", "row ....ab")), Some(1));
    let rule = "rule r(x: a, d: direction, k in 1..2) { when empty(run(step(x, d), d, k)); move x to step(x, d, k) }";
    assert_eq!(least(&with(rule, "line 6", "row a....b", "row ....ab")), Some(2));
    let rule = "rule r(x: a, k in 3..2) { remove x }";
    assert_eq!(least(&with(rule, "line 2", "row a.", "empty")), None);
}

#[test]
fn rows_of_any_length_are_pushed() {
    let rule = "rule r(x: a, d: direction, k in 1..) {
        when k == 1 or occupied(run(x, d, k))
        when step(x, d, k) is empty
        move run(x, d, k) to run(step(x, d), d, k)
    }";
    assert_eq!(least(&with(rule, "line 8", "row .abb.b..", "row ....abbb")), Some(3));
    assert_eq!(least(&with(rule, "line 8", "row .abb.b..", "row abb..b..")), None);
}

#[test]
fn selections_are_counted_summed_and_changed() {
    let rule = "rule r(x: a) { put b at around x where y: y is empty }";
    let goal =
        "where count(cells where c: c is b) == 2 and (sum c in cells where d: d is b: columnof(c)) == 6";
    assert_eq!(least(&with(rule, "line 4", "row ..a.", goal)), Some(1));
    let goal =
        "where (max c in cells: count(b, around c)) == 2 and (min c in cells: count(b, around c)) == 0";
    assert_eq!(least(&with(rule, "line 4", "row ..a.", goal)), Some(1));
    let goal = "where all c in cells where d: d is b: adjacent(c, c3)";
    let nothing = "where occupied(cells where c: c is b) and not any c in (around c1 and cells): c is empty";
    assert_eq!(codes(&with(rule, "line 4", "row ..a.", goal)), ["P0306"]);
    assert_eq!(least(&with(rule, "line 4", "row ..a.", nothing)), Some(1));
    // No cell is the least of none.
    let goal = "where (min c in cells where d: d is b: columnof(c)) >= 2";
    assert_eq!(least(&with(rule, "line 4", "row ..a.", goal)), Some(1));
}

#[test]
fn a_named_set_is_one_of_the_board() {
    let rule = "set rim = cells where c: count(around c) < 2\nset free = rim where c: c is empty
        rule r(x: a, y: empty) { when y is free and count(free) == 2; move x to y }";
    assert_eq!(least(&with(rule, "line 4", "row .a..", "row ...a")), Some(1));
    assert_eq!(least(&with(rule, "line 4", "row a...", "row ...a")), None);
}

#[test]
fn misuse_is_told_once() {
    let rule = |text: &str, board: &str| codes(&with(text, board, "row a...", "a at d1"));
    assert_eq!(rule("rule r(x: a, k in 1..y) { remove x }", "line 4"), ["P0201"]);
    assert_eq!(rule("rule r(x: a, k in 1..9999999) { remove x }", "line 4"), ["P0508"]);
    assert_eq!(rule("rule r(x: a, k in 1..2) { move x to k }", "line 4"), ["P0504"]);
    assert_eq!(rule("rule r(x: a) { move x to step(x, right, x) }", "line 4"), ["P0504"]);
    assert_eq!(rule("rule r(x: a) { move x to last(run(x, right, 2) until piece) }", "line 4").len(), 1);
    assert_eq!(rule("rule r(x: a) { when 2 ^ (0 - 1) == 1; remove x }", "line 4"), ["P0512"]);
    assert_eq!(rule("set s = s except a1\nrule r(x: a) { remove s }", "line 4"), ["P0206"]);
    assert_eq!(rule("set s = nowhere\nrule r(x: a) { remove s }", "line 4"), ["P0201"]);
    let endless = |text: &str| codes(&with(text, "line unbounded", "row a", "row a"));
    assert_eq!(endless("rule r(x: a, k in 1..) { move x to step(x, right, k) }"), ["P0309"]);
    assert_eq!(endless("rule r(x: a) { move x to last(ray(x, right) until piece) }"), ["P0309"]);
    assert_eq!(endless("rule r(x: a) { remove around x where y: y is a }"), ["P0309"]);
}

/// Long chains of calls are read in linear time.
#[test]
fn nested_calls_are_read_soon() {
    let deep = format!("{}x{}", "step(".repeat(60), ", right)".repeat(60));
    let rule = format!("rule r(x: a) {{ move x to {deep} }}");
    assert!(codes(&with(&rule, "line 4", "row a...", "a at d1")).len() <= 1);
}
