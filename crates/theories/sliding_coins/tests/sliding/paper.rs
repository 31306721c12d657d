//! The solutions that the paper prints, and those of its algorithms, played by the rules as written.

use crate::games;
use puzzlec_analysis::{Analysis, Answer, PlanText};
use puzzlec_base::{Budget, FileId};
use puzzlec_model::project::DiskFiles;
use puzzlec_search::{Method, Options};
use puzzlec_sliding_coins::paper::Printed;
use puzzlec_sliding_coins::problem::{Goal, Problem};
use puzzlec_sliding_coins::row::{Move, Row};
use puzzlec_task::Optimality;

const TEXT: &str = "edition 1
use sliding
puzzle P(n: 3..100 = 3, k: 2..7 = 2) {
    rules sliding.slide(k)
    start row W*n B*n
    goal anywhere row (W B)*n or anywhere row (B W)*n
}
";

/// Theorem 3.1: k = 2, the start from position 1 on.
const BY_TWO: [(i64, &str); 5] = [
    (3, "1 7, 6 9, 3 6"),
    (4, "2 9, 5 2, 8 5, 1 8"),
    (5, "2 11, 8 2, 5 8, 10 5, 1 10"),
    (6, "2 13, 8 2, 4 8, 9 4, 12 9, 1 12"),
    (7, "2 15, 11 2, 5 11, 10 5, 7 10, 14 7, 1 14"),
];

/// Theorem 4.1: k = 3, with the position of the first coin.
const BY_THREE: [(i64, i64, &str); 7] = [
    (3, 1, "2 7, 6 2, 1 6"),
    (4, 4, "6 12, 10 6, 5 10, 12 5"),
    (6, 4, "8 16, 5 8, 14 5, 10 14, 6 10, 9 6, 16 9"),
    (8, 4, "10 20, 6 10, 14 6, 18 14, 12 18, 7 12, 10 7, 5 10, 20 5"),
    (10, 4, "19 1, 10 19, 20 24, 15 10, 3 20, 22 15, 8 3, 1 8, 9 22, 4 9"),
    (12, 4, "23 1, 12 23, 24 28, 19 12, 3 24, 26 19, 14 26, 8 14, 15 3, 1 15, 13 8, 4 13"),
    (14, 4, "27 1, 10 27, 28 32, 21 10, 14 21, 3 28, 8 3, 19 8, 23 19, 1 23, 21 14, 30 21, 9 30, 4 9"),
];

fn printed(text: &str) -> Vec<(i64, i64)> {
    let number = |word: &str| word.parse().unwrap();
    text.split(", ").map(|step| step.split_once(' ').unwrap()).map(|(a, b)| (number(a), number(b))).collect()
}

/// Algorithm 3.1.
fn by_two(start: i64, n: i64, moves: &mut Vec<(i64, i64)>) {
    if let Some((_, text)) = BY_TWO.iter().find(|(known, _)| *known == n) {
        moves.extend(printed(text).into_iter().map(|(a, b)| (a + start - 1, b + start - 1)));
        return;
    }
    moves.extend([(start + 1, 2 * n + start), (2 * n + start - 4, start + 1)]);
    by_two(start + 4, n - 4, moves);
    moves.extend([(2 * n + start - 1, start + 4), (start, 2 * n + start - 1)]);
}

/// Algorithm 4.1, for odd n.
fn by_three(n: i64, gap: i64, moves: &mut Vec<(i64, i64)>) {
    if n == 3 {
        moves.extend([(2, n + gap + 4), (n + gap + 3, 2), (1, n + gap + 3)]);
        return;
    }
    moves.extend([(n - 1, 2 * n + gap + 1), (2 * n + gap - 1, n - 1)]);
    by_three(n - 2, gap + 2, moves);
}

/// A cell of the endless line; the start begins on the first, `a1`.
fn cell(mut place: i64) -> String {
    if place < 0 {
        return format!("({place},0)");
    }
    let mut letters = String::new();
    loop {
        letters.insert(0, char::from(b'a' + u8::try_from(place % 26).unwrap()));
        place = place / 26 - 1;
        if place < 0 {
            return format!("{letters}1");
        }
    }
}

/// Plays moves between positions, where the first coin lies on `first`; how many there are.
fn played(n: i64, k: i64, first: i64, moves: &[(i64, i64)]) -> u64 {
    let text: Vec<String> =
        moves.iter().map(|(from, to)| format!("{}-{}", cell(from - first), cell(to - first))).collect();
    let analysis = games::load(TEXT);
    let set = [("n".to_owned(), n), ("k".to_owned(), k)];
    let plan = PlanText { file: FileId(u32::MAX), name: "plan", text: &text.join("\n") };
    let found = analysis.test_plan(&analysis.puzzles()[0], &set, plan, Budget::unlimited());
    found.unwrap_or_else(|e| panic!("n = {n}, k = {k}: {e:?}")).length
}

/// The path of an example.
fn example(name: &str) -> String {
    format!("{}/../../../examples/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn printed_solutions_are_legal() {
    for (n, text) in BY_TWO {
        assert_eq!(played(n, 2, 1, &printed(text)), n as u64);
    }
    for (n, first, text) in BY_THREE {
        let more = u64::from(matches!(n, 6 | 8));
        assert_eq!(played(n, 3, first, &printed(text)), n as u64 + more);
    }
}

/// The plans of `examples/sliding/paper`: their names say n and k.
#[test]
fn plans_of_the_examples_are_the_printed_solutions() {
    let analysis = Analysis::load(&DiskFiles, &[example("sliding/alternate.puzzle")]);
    let puzzle = analysis.puzzles().iter().find(|puzzle| puzzle.name == "Alternate").unwrap();
    let two = BY_TWO.map(|(n, text)| (n, 2, text));
    for (n, k, text) in two.into_iter().chain(BY_THREE.map(|(n, _, text)| (n, 3, text))) {
        let path = example(&format!("sliding/paper/k{k}-n{n}.plan"));
        let file = std::fs::read_to_string(&path).unwrap();
        let plan = PlanText { file: FileId(u32::MAX), name: &path, text: &file };
        let set = [("n".to_owned(), n), ("k".to_owned(), k)];
        let report = analysis.test_plan(puzzle, &set, plan, Budget::unlimited()).unwrap();
        assert_eq!(report.length, printed(text).len() as u64, "{path}");
    }
}

#[test]
fn algorithms_give_solutions_of_n_moves() {
    for n in [8, 9, 10, 11, 21, 58] {
        let mut moves = Vec::new();
        by_two(1, n, &mut moves);
        assert_eq!(played(n, 2, 1, &moves), n as u64);
    }
    for n in [5, 7, 9, 11, 21, 41] {
        let mut moves = Vec::new();
        by_three(n, 0, &mut moves);
        assert_eq!(played(n, 3, 1, &moves), n as u64);
    }
}

#[test]
fn the_plan_of_26_coins_is_a_solution() {
    let analysis = Analysis::load(&DiskFiles, &[example("research/seven-at-a-time.puzzle")]);
    let text = include_str!("../../../../../examples/research/seven-at-a-time-26.plan");
    let plan = PlanText { file: FileId(u32::MAX), name: "plan", text };
    let set = [("n".to_owned(), 26)];
    let report = analysis.test_plan(&analysis.puzzles()[0], &set, plan, Budget::unlimited()).unwrap();
    assert_eq!(report.length, 26);
}

/// The moves of a plan of the theory, between positions, where the first coin lies on `first`.
fn of_theory(n: i64, k: usize, first: i64) -> Vec<(i64, i64)> {
    let plan = Printed::new(n as u64, k).unwrap();
    assert_eq!(plan.len(), plan.moves().count() as u64);
    plan.moves().map(|step| (step.from + first, step.to + first)).collect()
}

#[test]
fn plans_of_the_methods_are_those_of_the_algorithms() {
    for n in 3..200 {
        let mut moves = Vec::new();
        by_two(1, n, &mut moves);
        assert_eq!(of_theory(n, 2, 1), moves, "{n}");
        if n % 2 == 1 {
            moves.clear();
            by_three(n, 0, &mut moves);
            assert_eq!(of_theory(n, 3, 1), moves, "{n}");
        }
    }
    for (n, first, text) in BY_THREE {
        assert_eq!(of_theory(n, 3, first), printed(text), "{n}");
    }
    assert!([(2, 2), (3, 4), (1 << 61, 2)].into_iter().all(|(n, k)| Printed::new(n, k).is_none()));
}

/// Figure 14: the moves 2, 3 and 9 for ten coins become three each, with a = 7 and b = 18.
#[test]
fn sixteen_coins_by_three_are_those_of_the_lemma() {
    let (a, b) = (7, 18);
    let moved = |place: i64| place + 6 * (i64::from(place > a) + i64::from(place > b));
    let mut moves = Vec::new();
    for (number, (from, to)) in (1..).zip(printed(BY_THREE[4].2)) {
        let (x, y) = (moved(from), moved(to));
        let (a, b) = (moved(a), moved(b));
        match number {
            2 => moves.extend([(a + 3, y), (b + 3, a + 3), (x, b + 3)]),
            3 => moves.extend([(a + 1, y), (b + 1, a + 1), (x, b + 1)]),
            9 => moves.extend([(a + 2, y), (b + 2, a + 2), (x, b + 2)]),
            _ => moves.push((x, y)),
        }
    }
    assert_eq!(of_theory(16, 3, 4), moves);
}

/// Every plan of the methods, played on rows: n moves but for six and eight by three.
#[test]
fn plans_of_the_methods_are_solutions() {
    for (n, k) in (3..120_u64).flat_map(|n| [(n, 2), (n, 3)]) {
        let coins = usize::try_from(n).unwrap();
        let plan = Printed::new(n, k).unwrap();
        let first = if plan.white() { 1 } else { 2 };
        let goal = (0..2 * coins).map(|i| if i % 2 == 0 { first } else { 3 - first }).collect();
        let start = Row::new(0, [vec![1; coins], vec![2; coins]].concat());
        let goals = vec![Goal { row: Row::new(0, goal), anywhere: true }];
        let problem = Problem { k, over: false, ends: None, start, goals };
        let moves: Vec<Move> = plan.moves().collect();
        assert!(problem.solved_by(moves.iter().copied()), "({n},{k})");
        assert_eq!(moves.len() as u64, n + u64::from(k == 3 && matches!(n, 6 | 8)), "({n},{k})");
    }
}

/// The methods by name: what they answer, and where they do not apply.
#[test]
fn methods_by_name() {
    let analysis = games::load(TEXT);
    let solved = |n: i64, k: i64, name| {
        let set = [("n".to_owned(), n), ("k".to_owned(), k)];
        let options = Options { method: Method::Named(name), ..Options::default() };
        match analysis.solve(&analysis.puzzles()[0], &set, &options, Budget::unlimited()).unwrap().answer {
            Answer::Solved(plan) => Some((plan.length, plan.optimality)),
            Answer::Stopped { .. } => None,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(solved(51, 2, "by-two"), Some((51, Optimality::Least)));
    assert_eq!(solved(51, 3, "by-three"), Some((51, Optimality::Least)));
    assert_eq!(solved(16, 3, "by-three"), Some((16, Optimality::Least)));
    assert_eq!(solved(8, 3, "by-three"), Some((9, Optimality::Found)));
    assert_eq!(solved(9, 4, "by-two"), None);
    assert_eq!(solved(9, 2, "by-three"), None);
}
