//! Answers of the theory: least lengths, numbers of solutions, certificates, long plans.

use crate::games;
use puzzlec_analysis::{Answer, Report};
use puzzlec_base::Budget;
use puzzlec_checker::certificate::Checked;
use puzzlec_search::{Method, Options, Wanted};
use puzzlec_task::certificate::CertificateFile;
use puzzlec_task::{Optimality, SearchContext};

const GAME: &str = "edition 1\nuse sliding\npuzzle P(n: 3..1000000, k: 2..20) {\n    rules sliding.slide(k)\n    \
    start row W*n B*n\n    goal anywhere row (W B)*n or anywhere row (B W)*n\n}\n";

fn solved(text: &str, set: &[(&str, i64)], wanted: Wanted) -> Report {
    let analysis = games::load(text);
    let set: Vec<(String, i64)> = set.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
    let options = Options { wanted, ..Options::default() };
    analysis.solve(&analysis.puzzles()[0], &set, &options, Budget::unlimited()).unwrap()
}

/// The least number of moves, or none.
fn least(text: &str, set: &[(&str, i64)]) -> Option<u64> {
    match solved(text, set, Wanted::Least).answer {
        Answer::Solved(plan) => {
            assert_eq!(plan.optimality, Optimality::Least);
            Some(plan.length)
        }
        Answer::Unsolvable { .. } => None,
        other => panic!("{other:?}"),
    }
}

#[test]
fn least_lengths_of_the_table() {
    let table = [
        (2, vec![(3, 3), (4, 4), (5, 5), (6, 6), (7, 7), (8, 8)]),
        (3, vec![(3, 3), (4, 4), (5, 5), (6, 7), (7, 7)]),
        (4, vec![(3, 6), (4, 5), (5, 6), (6, 7), (7, 7)]),
        (5, vec![(4, 6), (5, 6), (6, 7)]),
    ];
    for (k, row) in table {
        for (n, moves) in row {
            assert_eq!(least(GAME, &[("n", n), ("k", k)]), Some(moves), "({n},{k})");
        }
    }
}

#[test]
fn without_a_solution() {
    for (n, k) in [(3, 5), (3, 6), (3, 7), (4, 7)] {
        assert_eq!(least(GAME, &[("n", n), ("k", k)]), None, "({n},{k})");
    }
}

#[test]
fn numbers_of_least_solutions() {
    for (n, k, count) in [(3, 2, "2"), (4, 2, "2"), (5, 2, "2"), (3, 3, "2"), (4, 3, "2"), (5, 3, "2")] {
        let report = solved(GAME, &[("n", n), ("k", k)], Wanted::All { listed: 10 });
        let all = report.solutions.unwrap();
        assert_eq!((all.count.as_str(), all.listed.len()), (count, 2), "({n},{k})");
    }
}

#[test]
fn a_bounded_question() {
    for (n, k, most, holds) in
        [(6, 3, 6, false), (6, 3, 7, true), (5, 2, 4, false), (100, 2, 99, false), (100, 2, 100, true)]
    {
        let answer = solved(GAME, &[("n", n), ("k", k)], Wanted::Within(most)).answer;
        assert_eq!(matches!(answer, Answer::Solved(_)), holds, "({n},{k}) within {most}: {answer:?}");
        assert_eq!(matches!(answer, Answer::NotWithin { .. }), !holds, "({n},{k}) within {most}");
    }
}

#[test]
fn goals_of_one_type() {
    // (3,4) has only solutions of black type at its least length, (5,4) only of white type.
    let text = |goal: &str| GAME.replace("anywhere row (W B)*n or anywhere row (B W)*n", goal);
    assert_eq!(least(&text("anywhere row (B W)*n"), &[("n", 3), ("k", 4)]), Some(6));
    assert_eq!(least(&text("anywhere row (W B)*n"), &[("n", 5), ("k", 4)]), Some(6));
    assert!(least(&text("anywhere row (W B)*n"), &[("n", 3), ("k", 2)]) > Some(3));
}

/// Answers by bases are those of exact search, and those of general search on a line that is long enough.
#[test]
fn methods_agree() {
    let method = |name: &'static str, n: i64, k: i64| {
        let analysis = games::load(GAME);
        let set = [("n".to_owned(), n), ("k".to_owned(), k)];
        let options = Options { method: Method::Named(name), ..Options::default() };
        match analysis.solve(&analysis.puzzles()[0], &set, &options, Budget::unlimited()).unwrap().answer {
            Answer::Solved(plan) => Some(plan.length),
            _ => None,
        }
    };
    for (n, k) in [(3, 2), (5, 2), (4, 3), (5, 3), (7, 4)] {
        assert_eq!(
            (method("bases", n, k), method("rows", n, k)),
            (Some(n as u64), Some(n as u64)),
            "({n},{k})"
        );
    }
    assert_eq!((method("bases", 6, 3), method("rows", 6, 3)), (None, Some(7)));
}

#[test]
fn certificates_verify() {
    let analysis = games::load(GAME);
    for (n, k) in [(5, 2), (4, 4), (3, 5), (3, 6), (300, 3)] {
        let set = [("n".to_owned(), n), ("k".to_owned(), k)];
        let puzzle = &analysis.puzzles()[0];
        let (_, document) =
            analysis.certify(puzzle, &set, &Options::default(), SearchContext::unlimited()).unwrap();
        let document: CertificateFile = document.unwrap_or_else(|why| panic!("({n},{k}): {why:?}"));
        let checked = analysis.verify(puzzle, &document, SearchContext::unlimited()).unwrap();
        assert!(matches!(checked, Checked::Verified(_)), "({n},{k}): {checked:?}");
    }
}

#[test]
fn a_plan_of_many_moves() {
    for k in [2, 3] {
        let report = solved(GAME, &[("n", 20_000), ("k", k)], Wanted::Least);
        let Answer::Solved(plan) = report.answer else { panic!("{:?}", report.answer) };
        assert_eq!((plan.length, plan.optimality), (20_000, Optimality::Least));
    }
}

#[test]
fn lines_with_ends() {
    let text = |start: &str, cells: usize, k: usize| {
        format!(
            "edition 1\nuse sliding\npuzzle P {{\n    board line {cells}\n    rules sliding.slide({k})\n    start row {start}\n    \
             goal anywhere row WBWBWB or anywhere row BWBWBW\n}}\n"
        )
    };
    assert_eq!(least(&text("WWWBBB ....", 10, 2), &[]), Some(3));
    assert_eq!(least(&text(".... WWWBBB", 10, 2), &[]), Some(3));
    assert_eq!(least(&text(".. WWWBBB ..", 10, 2), &[]), Some(4));
    assert_eq!(least(&text(". WWWBBB .", 8, 2), &[]), None);
    assert_eq!(least(&text("..... WWWBBB .....", 16, 5), &[]), None);
}

#[test]
fn shortest_solutions_are_counted_on_the_whole_line() {
    let counted = |n: i64, k: i64| {
        let analysis = games::load(GAME);
        let set = [("n".to_owned(), n), ("k".to_owned(), k)];
        let threads = std::num::NonZero::<usize>::MIN;
        let report = analysis
            .count(
                &analysis.puzzles()[0],
                &set,
                puzzlec_analysis::CountOf::Solutions,
                threads,
                Budget::unlimited(),
            )
            .unwrap();
        assert!(report.stopped.is_none());
        let theory = report.theory.unwrap();
        assert!(!theory.all && !theory.at_least && theory.name == "sliding_coins");
        (theory.length, theory.solutions)
    };
    assert_eq!(counted(7, 2), (Some(7), Some("18".to_owned())));
    assert_eq!(counted(6, 3), (Some(7), None));
}
