//! Number variables, rays, selections, sums over cells, lists in effects and named sets.

use crate::support::loaded;
use puzzlec_analysis::Answer;
use puzzlec_base::Budget;
use puzzlec_checker::certificate::Checked;
use puzzlec_search::Options;

/// The length of a shortest solution; its certificate is accepted.
#[track_caller]
fn least(text: &str) -> Option<u64> {
    let analysis = loaded(text);
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
    let found = loaded(text).check(&Budget::unlimited());
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

/// A wall ends a ray and a run, and with it the range of a variable.
#[test]
fn walls_end_rays() {
    let slide = "rule r(x: a, d: direction) { move x to last(ray(x, d)) }";
    assert_eq!(least(&with(slide, "line 5 walls c1-d1", "row a....", "row ..a..")), Some(1));
    assert_eq!(least(&with(slide, "line 5 walls c1-d1", "row a....", "row ....a")), None);
    let jump = "rule r(x: a, d: direction, k in 1..) { move x to step(x, d, k) }";
    assert_eq!(least(&with(jump, "line 5 walls b1-c1", "row ..a..", "row ....a")), Some(1));
    assert_eq!(least(&with(jump, "line 5 walls b1-c1", "row a....", "row ....a")), None);
    let other = "rule r(x: a, k in 1..) { when k == 4; remove x }";
    assert_eq!(least(&with(other, "line 5 walls b1-c1", "row a....", "empty")), None);
    assert_eq!(least(&with(other, "line 5 walls a1-b1", "row a....", "empty")), Some(1));
}

#[test]
fn lists_are_tested_after_moves() {
    // The piece may end only where it sees the other one.
    let rule = "rule r(x: a, y: empty) {
        when adjacent(x, y)
        move x to y
        when after any d in ray(y, up) union ray(y, right) union ray(y, down) union ray(y, left): d is b
    }";
    assert_eq!(least(&with(rule, "square 3 by 2", "a at a1 and b at c1", "a at a2")), None);
    assert_eq!(least(&with(rule, "square 3 by 2", "a at a1 and b at c1", "a at b1")), Some(1));
    let legal = |test: &str| {
        with("rule r(x: a, y: empty) { move x to y }", "line 5", "row aa..b", "row .aab.").replace(
            "goal row .aab.",
            &format!("legal after {test}\n goal where count(a, ray(a1, right) until b) == 2"),
        )
    };
    assert_eq!(least(&legal("count(ray(a1, left)) == 0")), Some(1));
    assert_eq!(least(&legal("last(ray(a1, right) until b) is a")), Some(1));
    // Without a value, it does not hold.
    assert_eq!(least(&legal("last(ray(b1, right) until piece) is empty")), Some(1));
    assert_eq!(least(&legal("last(ray(e1, right)) is empty")), None);
}

#[test]
fn costs_depend_on_lists_of_the_position() {
    let slide = |cost: &str| {
        let rule =
            format!("rule r(x: a, d: direction) {{ move x to last(ray(x, d) until piece); cost {cost} }}");
        let text = with(&rule, "square 4 by 4", "a at a1 and b at c4", "a at d4");
        text.replace(" goal", " measure steps = cost\n goal")
    };
    let cost = |cost: &str| least(&slide(cost));
    assert_eq!(cost("1"), Some(2));
    assert_eq!(cost("count(ray(x, d) until piece)"), Some(6));
    assert_eq!(cost("count(ray(x, d)) - count(ray(x, d) until piece)"), Some(0));
    assert_eq!(cost("sum y in ray(x, d) until piece: rowof(y)"), Some(1 + 1 + 1 + 2 + 3 + 4));
    assert_eq!(cost("2 ^ 2 + (max y in ray(x, d) until piece: columnof(y))"), Some(16));
    assert_eq!(codes(&slide("count(ray(x, d)) - 4")), ["P0522"]);
    assert_eq!(codes(&slide("min y in ray(x, d) where z: z is b: rowof(y)")), ["P0522"]);
}

/// No theory reads a game off rules with these words.
#[test]
fn no_theory_takes_them() {
    let lights = "piece on \"1\"\npiece off \"0\"\nrule press(x) { flip on <-> off at CELLS }\n\
                  puzzle P { board square 3 by 3; rules press; start full off; goal full on }\n";
    let theory = |text: &str| {
        let analysis = loaded(text);
        analysis.brief(&analysis.puzzles()[0], &Budget::unlimited()).is_some()
    };
    assert!(theory(&lights.replace("CELLS", "x, around x")));
    for cells in ["x, ray(x, up)", "around x where y: count(around y) > 2", "around x and around b2"] {
        assert!(!theory(&lights.replace("CELLS", cells)), "{cells}");
    }
}

/// Lists with many values are refused, or read in bounded time.
#[test]
fn lists_with_many_values_are_refused() {
    let sets = "rule r(x: a) { remove cells where y: y is a }";
    assert_eq!(codes(&with(sets, "square 5 by 5", "full a", "empty")), ["P0508"]);
    let nested = "rule r(x: a, d: direction) {
        when count(cells where y: count(ray(y, d) until a) > count(ray(y, d) where z: z is b)) == 3
        move x to last(ray(last(ray(x, d) until b), d) until piece)
    }";
    assert!(codes(&with(nested, "square 8 by 8", "a at a1", "b at a1")).len() <= 1);
}

/// What would take too long is refused when it is read.
#[test]
fn too_much_work_is_refused() {
    let sum =
        "min a in cells: min b in cells: min c in cells: min d in cells: distance(a, b) + distance(c, d)";
    let rule = format!("rule r(x: a) {{ when ({sum}) == 4; remove x }}");
    assert_eq!(codes(&with(&rule, "square 9 by 9", "a at a1", "empty")), ["P0508"]);
    let rule = "rule r(x: a) { when count(cells where b: any c in cells: all d in cells: all e in cells: d == e) == 4; remove x }";
    assert_eq!(codes(&with(rule, "square 9 by 9", "a at a1", "empty")), ["P0508"]);
    let mut sets = "set s0 = around a1 union around b1\n".to_owned();
    for i in 1..40 {
        sets += &format!("set s{i} = s{0} union s{0}\n", i - 1);
    }
    let rule = format!("{sets}rule r(x: a) {{ when x is s39; remove x }}");
    let found = codes(&with(&rule, "square 3 by 3", "a at a1", "empty"));
    assert!(!found.is_empty() && found.iter().all(|code| code == "P0508"), "{found:?}");
}
