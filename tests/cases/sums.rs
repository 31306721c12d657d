//! Sums and extremes over cells found in the position, of numbers that not every cell has or that depend on the position
//! themselves, in guards, new values of counters, goals and lengths: the search, the plain walk by the rules as written and
//! the checker of certificates say the same. Of costs only the certificates are checked.

use puzzlec_base::Budget;
use puzzlec_checker::certificate::Checked;
use puzzlec_search::Options;

use super::numbers::{agree, load};
use crate::support::long;

/// Numbers of rules with the coin `x`; not every position gives every one of them a value.
const NUMBERS: &[&str] = &[
    "(sum v in rim: rowof(step(v, up)))",
    "(sum v in rim: count(coin, step(v, up)))",
    "(sum v in rim: count(coin, around step(v, up)) + 1)",
    "(sum v in rim: 2 / count(coin, around v))",
    "(sum v in rim: count(ray(step(v, up), right)))",
    "(sum v in x: (sum w in (around v where s: s is coin): count(stone, step(w, left)) + 1))",
    "(sum v in rim: count(cells where c: c == step(v, up) and c is coin))",
    "(sum v in around x: count(coin, ray(v, up) until stone))",
    "(sum v in around x: count(ray(v, left) until piece))",
    "(sum v in x: count(ray(v, down) until stone)) * count(coin)",
    "(max v in rim: count(ray(v, up) until coin))",
    "(min v in around x and rim: count(coin, step(v, left)))",
    "(max v in around x: (sum w in (around v where s: s is stone): columnof(w)))",
    "count(ray(first(rim), right) until coin)",
    "rowof(last(ray(last(rim), up) until coin))",
    "abs((sum v in rim: columnof(v)) - (sum v in cells where c: c is coin: columnof(v)))",
    "count(coin, run(x, up, (sum v in x: count(ray(v, up) until stone))))",
    "rowof(step(x, up, (sum v in x: count(ray(v, up) until stone))))",
    "(sum v in rim: 1) - (max v in rim: columnof(v))",
];

const RIMS: &[&str] = &["r is stone", "r is coin and rowof(r) == 2", "r is empty or rowof(r) == 2"];

const STARTS: &[&str] = &["row o.#.o.", "row #..oo#"];

/// One of the cases, or all of them in a long run.
fn some<T>(cases: &[T], at: usize) -> impl Iterator<Item = &T> {
    let (skip, take) = if long() { (0, cases.len()) } else { (at % cases.len(), 1) };
    cases.iter().skip(skip).take(take)
}

fn puzzle(rim: &str, start: &str, statement: &str, more: &str) -> String {
    format!(
        "piece coin \"o\"\npiece stone \"#\"\nset rim = cells where r: {rim}\n{more}\
         rule w(x: coin, y: empty) {{ when adjacent(x, y)\n {statement}\n move x to y }}\n\
         rule v(x: stone) {{ flip coin <-> stone at x }}\n\
         puzzle P {{ board square 3 by 2; rules w, v; start {start}; GOAL }}"
    )
}

/// Runs the test on all numbers and rims, and on one start of each or on all of them.
fn all(statement: &dyn Fn(&str) -> String, more: &str, goal: &dyn Fn(&str) -> String) {
    for (at, number) in NUMBERS.iter().enumerate() {
        for (rim_at, rim) in RIMS.iter().enumerate() {
            for start in some(STARTS, at + rim_at) {
                agree(&puzzle(rim, start, &statement(number), more).replace("GOAL", &goal(number)));
            }
        }
    }
}

#[test]
fn guards_are_worked_out() {
    for test in ["== 2", "> 1"] {
        all(&|n| format!("when {n} {test}"), "", &|_| "goal row oo...o".to_owned());
    }
}

#[test]
fn guards_that_deny_are_worked_out() {
    all(&|n| format!("when not {n} > 1"), "", &|_| "goal row oo...o".to_owned());
    all(&|n| format!("when not ({n} == 1 or {n} > 2)"), "", &|_| "goal count(coin) == 1".to_owned());
}

#[test]
fn tests_after_moves_are_worked_out() {
    all(&|n| format!("when after {n} >= 1"), "", &|_| "goal row oo...o".to_owned());
}

#[test]
fn new_values_of_counters_are_worked_out() {
    let counter = "counter n in 0..6 = 0\n";
    for value in [0, 2, 3] {
        all(&|n| format!("set n = {n}"), counter, &|_| format!("goal where n == {value} and a1 is coin"));
    }
    for number in NUMBERS {
        let text = puzzle(RIMS[1], STARTS[1], &format!("set n = max(n, 2 * {number} - 1)"), counter);
        agree(&text.replace("GOAL", "goal where n == 3 and a1 is coin"));
    }
}

#[test]
fn goals_are_worked_out() {
    // A goal has no coin `x`.
    let numbers = NUMBERS.iter().filter(|n| !n.contains(" x") && !n.contains("(x"));
    for (at, number) in numbers.enumerate() {
        for (rim_at, rim) in RIMS.iter().enumerate() {
            for value in some(&[1, 2, 4], at + rim_at) {
                let text = puzzle(rim, "row o.#.o.", "", "");
                agree(&text.replace("GOAL", &format!("goal where {number} == {value}")));
            }
        }
    }
}

/// The sums have few values, their counts many combinations.
#[test]
fn certificates_of_costs_are_accepted() {
    let numbers = [
        "max(0, (sum v in cells: count(coin, around v)) - 4)",
        "abs((sum v in rim: columnof(v)) - (sum v in cells where c: c is coin: columnof(v)))",
        "(sum v in rim: count(coin, around v))",
        "(sum v in around x: count(ray(v, left) until piece))",
    ];
    for cost in numbers {
        let text = puzzle(RIMS[0], STARTS[0], &format!("cost {cost}"), "");
        let text = text.replace("GOAL", "goal row .oo.oo; measure coins = cost");
        let analysis = load(&text);
        let puzzle = &analysis.puzzles()[0];
        let budget = Budget::unlimited();
        let (_, document) = analysis
            .certify(puzzle, &[], &Options::default(), &budget)
            .unwrap_or_else(|d| panic!("{text}\n{d:?}"));
        let checked = analysis.verify(puzzle, &document.unwrap(), &budget).unwrap();
        assert!(matches!(checked, Checked::Verified(_)), "{text}\n{checked:?}");
    }
}

/// The answers to these were "impossible", with proofs that were accepted.
#[test]
fn what_some_cells_have_not_counts_for_no_others() {
    let rules = [
        ("when (sum v in rim: rowof(step(v, up))) == 1", "", "coin at b1"),
        ("set n = count(ray(first(rim), right) until coin)", "counter n in 0..6 = 0\n", "n == 1"),
        (
            "set n = sum v in around x: count(coin, ray(v, up) until stone)",
            "counter n in 0..6 = 0\n",
            "n == 1",
        ),
    ];
    for (statement, more, goal) in rules {
        let text = puzzle("r is stone", "row o...#.", statement, more);
        let text = text.replace("rules w, v", "rules w").replace("GOAL", &format!("goal {goal}"));
        assert!(agree(&text) > 1, "{text}");
    }
}
