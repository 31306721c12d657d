//! Counters, and the turn of players.

use std::num::NonZero;

use crate::support::loaded;
use puzzlec_analysis::{Answer, Outcome};
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::{Budget, FileId};
use puzzlec_checker as verify;
use puzzlec_checker::certificate::{Checked, read};
use puzzlec_search::{Method, Options};
use puzzlec_syntax::format::format;
use puzzlec_task::certificate::{CertificateFile, Proof};

fn budget() -> Budget {
    Budget::unlimited()
}

/// The errors of a text: their codes and places.
#[track_caller]
fn errors(text: &str) -> Vec<(Code, String)> {
    let analysis = loaded(text);
    let told = |d: &Diagnostic| (d.code, analysis.sources().slice(d.primary.span).to_owned());
    analysis.check(&budget()).iter().filter(|d| d.is_error()).map(told).collect()
}

#[track_caller]
fn one(text: &str, code: Code, place: &str) {
    assert_eq!(errors(text), [(code, place.to_owned())], "{text}");
}

/// The length of a least plan, with every certificate verified, also in the text of its file.
#[track_caller]
fn least(text: &str) -> Option<u64> {
    let analysis = loaded(text);
    assert_eq!(errors(text), [], "{text}");
    let puzzle = &analysis.puzzles()[0];
    let mut lengths = Vec::new();
    let model = analysis.model(puzzle, &[]).unwrap();
    let methods = [Method::Auto, Method::Breadth, Method::Bidirectional, Method::Astar];
    // Consequences run forward only.
    let most = if model.has_consequences() { 2 } else { 4 };
    for method in methods.into_iter().take(most) {
        let options = Options { method, ..Options::default() };
        let (report, document) = analysis.certify(puzzle, &[], &options, budget()).unwrap();
        let document = document.unwrap();
        let written = serde_json::to_string(&document).unwrap();
        let document = read(&written, &budget()).unwrap();
        let checked = analysis.verify(puzzle, &document, budget()).unwrap();
        assert!(matches!(checked, Checked::Verified(_)), "{method:?}: {checked:?}\n{text}");
        lengths.push(match report.answer {
            Answer::Solved(plan) => Some(plan.length),
            Answer::Unsolvable { .. } => None,
            other => panic!("{other:?}"),
        });
    }
    lengths.dedup();
    let [length] = lengths.as_slice() else { panic!("{lengths:?}\n{text}") };
    *length
}

const COIN: &str = "piece coin \"o\"\n";

#[test]
fn new_values_are_those_of_the_position_before() {
    let swap = "counter a in 0..3 = 1\ncounter b in 0..3 = 2\nrule swap { set a = b; set b = a }\n";
    assert_eq!(least(&format!("{swap}puzzle P {{ rules swap; goal where a == 2 and b == 1 }}")), Some(1));
    assert_eq!(least(&format!("{swap}puzzle P {{ rules swap; goal where a == b }}")), None);
    // Effects have not happened yet, and tests after the move see them.
    let count = "counter seen in 0..3 = 0\nrule take(x: coin) { remove x; set seen = count(coin) }\n";
    let puzzle = "puzzle P { board line 3; rules take; start row ooo; goal where seen == 1 }";
    assert_eq!(least(&format!("{COIN}{count}{puzzle}")), Some(3));
    let after = count.replace("}\n", "; when after seen > count(coin) }\n");
    assert_eq!(least(&format!("{COIN}{after}{puzzle}")), Some(3));
    let never = count.replace("}\n", "; when after seen == count(coin) }\n");
    assert_eq!(least(&format!("{COIN}{never}{puzzle}")), None);
}

#[test]
fn there_is_no_action_out_of_the_range() {
    let rules = "rule more { set n = n + 2 }\nrule less { set n = n - 3 }\n";
    let puzzle = |goal: &str| format!("puzzle P {{ rules more, less; goal where n == {goal} }}");
    // -2 0 2 4 and, less three, -1 1 3.
    let counter = "counter n in -2..4 = 0\n";
    assert_eq!(least(&format!("{counter}{rules}{}", puzzle("4"))), Some(2));
    assert_eq!(least(&format!("{counter}{rules}{}", puzzle("3"))), Some(4));
    assert_eq!(least(&format!("{counter}{rules}{}", puzzle("-2"))), Some(4));
    let narrow = "counter n in 0..2 = 0\n";
    assert_eq!(least(&format!("{narrow}{rules}{}", puzzle("1"))), None);
    // A quotient without a value is no new value.
    let divided = "counter n in 0..4 = 4\ncounter k in 0..2 = 2\nrule cut { set n = n / k; set k = k - 1 }\n";
    let puzzle = "puzzle P { rules cut; goal where n == 2 and k == 0 }";
    assert_eq!(least(&format!("{divided}{puzzle}")), Some(2));
    let on = "puzzle P { rules cut; goal where n == 1 }";
    assert_eq!(least(&format!("{divided}{on}")), None);
}

#[test]
fn drawn_rules_and_consequences_set_counters() {
    let step = "counter steps in 0..9 = 0\nrule step { [ coin | empty ] -> [ empty | coin ] along right; set steps = steps + 1 }\n";
    let puzzle = "puzzle P { board line 4; rules step; start row oo..; goal row ..oo and where steps == 4 }";
    assert_eq!(least(&format!("{COIN}{step}{puzzle}")), Some(4));
    // Every fall counts; a move ends when nothing falls.
    let fall = "counter falls in 0..9 = 0\n\
        rule fall { [ coin | empty ] -> [ empty | coin ] along down; set falls = falls + 1 }\n\
        rule push { [ coin | empty ] -> [ empty | coin ] along right }\n";
    let tower = "puzzle P { board square 2 by 3; rules push; then fall\n start \"\"\"\no.\no.\no.\n\"\"\"\n goal where falls == N }";
    assert_eq!(least(&format!("{COIN}{fall}{}", tower.replace('N', "2"))), Some(1));
    assert_eq!(least(&format!("{COIN}{fall}{}", tower.replace('N', "3"))), None);
    // Where the counter is full nothing falls any more.
    let few = fall.replace("0..9", "0..1");
    assert_eq!(least(&format!("{COIN}{few}{}", tower.replace('N', "1"))), Some(1));
    let once = tower.replace("then fall", "then fall once");
    assert_eq!(least(&format!("{COIN}{fall}{}", once.replace('N', "2"))), Some(1));
}

#[test]
fn costs_and_lists_see_counters() {
    let toll = "counter toll in 1..4 = 1\nrule step { [ coin | empty ] -> [ empty | coin ] along right\n cost toll; set toll = toll + 1 }\n";
    let puzzle = "puzzle P { board line 4; rules step; start row o...; goal row ...o; measure pence = cost }";
    let analysis = loaded(&format!("{COIN}{toll}{puzzle}"));
    let report = analysis.solve(&analysis.puzzles()[0], &[], &Options::default(), budget()).unwrap();
    let Answer::Solved(plan) = report.answer else { panic!() };
    assert_eq!((plan.length, plan.steps.len()), (6, 3));
    let far = "counter reach in 0..3 = 2\nrule clear { remove cells where y: columnof(y) <= reach; set reach = reach - 1 }\n";
    let puzzle = "puzzle P { board line 3; rules clear; start row ooo; goal row ..o }";
    assert_eq!(least(&format!("{COIN}{far}{puzzle}")), Some(1));
    one(
        &format!(
            "{COIN}counter n = 2\nrule far(x: coin) {{ move x to step(x, right, n) }}\npuzzle P {{ board line 3; rules far; start row o..; goal row ..o }}"
        ),
        Code::TypeMismatch,
        "n",
    );
}

#[test]
fn a_puzzle_gives_other_starts() {
    let text = "counter n in 0..5 = 0\nrule more { set n = n + 1 }\n\
        puzzle P(k: 1..5 = 3) { rules more; counter n = k; goal where n == 5 }\n";
    assert_eq!(least(text), Some(2));
    let wide = text.replace("counter n = k", "counter n in 0..9 = k").replace("n == 5", "n == 9");
    assert_eq!(least(&wide), Some(6));
    one(&text.replace("n = k", "n = k + 4"), Code::BadCounter, "k + 4");
    one(&text.replace("counter n = k", "counter m = k"), Code::UnknownName, "m");
    one(&text.replace("= k;", "= k; counter n = 1;"), Code::RepeatedStatement, "n");
}

#[test]
fn mistakes_are_told_at_their_places() {
    let with = |counter: &str| {
        format!("{counter}\nrule more {{ set n = n + 1 }}\npuzzle P {{ rules more; goal where n == 1 }}")
    };
    one(&with("counter n = 0"), Code::BadCounter, "0");
    one(&with("counter n in 3..3 = 3"), Code::BadCounter, "3..3");
    one(&with("counter n in 0..1000 = 3"), Code::BadCounter, "0..1000");
    one(&with("counter n in 0..9 = 10"), Code::BadCounter, "10");
    one(&with("counter n in 0..k = 1"), Code::UnknownName, "k");
    one(&with("counter n in 0..9 = 0").replace("set n", "set m"), Code::UnknownName, "m");
    one(&with("counter n in 0..9 = 0").replace("+ 1", "+ 1; set n = 2"), Code::RepeatedStatement, "n");
    let piece = "piece n \"n\"\nrule more(x: n) { remove x; set n = 1 }\npuzzle P { board line 1; rules more; start row n; goal empty }";
    one(piece, Code::WrongKind, "n");
    one(&with("counter turn in 1..2 = 1\ncounter n = 3"), Code::BadTurn, "turn");
    one(&with("counter n = 3").replace("n == 1", "turn == 1"), Code::BadTurn, "turn");
    let game = format!(
        "{COIN}rule take(x: coin) {{ remove x; set turn = 1 }}\npuzzle P {{ board line 2; rules take; start row oo; players 2, last to move wins }}"
    );
    one(&game, Code::BadTurn, "turn");
    let value = game.replace("set turn = 1", "when turn > 0").replace("wins }", "wins; expect grundy 0 }");
    one(&value, Code::BadExpectation, "expect grundy 0");
    let place =
        "piece coin \"o\"\ncounter n = 3\npuzzle P { board line 2; place coin * 2; goal where n == 3 }";
    one(place, Code::NoCounters, "n");
}

#[test]
fn players_may_have_different_moves() {
    // Each player takes only coins of one colour: who has more moves wins.
    let rules = "piece red \"r\"\npiece blue \"b\"\n\
        rule first(x: red) { when turn == 1; remove x }\nrule second(x: blue) { when turn == 2; remove x }\n";
    for red in 0..4_usize {
        for blue in 0..4_usize {
            let row = format!("{}{}.", "r".repeat(red), "b".repeat(blue));
            let n = row.len();
            let puzzle = format!(
                "puzzle P {{ board line {n}; rules first, second; start row {row}; players 2, last to move wins }}"
            );
            let analysis = loaded(&format!("{rules}{puzzle}"));
            let puzzle = &analysis.puzzles()[0];
            let (report, document) = analysis.certify(puzzle, &[], &Options::default(), budget()).unwrap();
            let Answer::Game { winner, value, .. } = report.answer else { panic!() };
            assert_eq!(winner == "first", red > blue, "{red} {blue}");
            assert_eq!(value, None);
            let mut document = document.unwrap();
            let checked = analysis.verify(puzzle, &document, budget()).unwrap();
            assert!(matches!(checked, Checked::Verified(_)), "{checked:?}");
            let Proof::Game { value, .. } = &mut document.proof else { panic!() };
            *value = Some(u64::from(red > blue));
            let forged = analysis.verify(puzzle, &document, budget()).unwrap();
            assert!(matches!(forged, Checked::Rejected(_)), "{forged:?}");
        }
    }
}

#[test]
fn search_and_walk_by_the_rules_as_written_agree() {
    let text = "piece car \"c\"\npiece pump \"p\" { floor }\ncounter fuel in 0..3 = 3\ncounter trips in -1..2 = -1\n\
        rule drive(x: car, d: direction) { when step(x, d) is empty; move x to step(x, d); set fuel = fuel - 1 }\n\
        rule refuel(x: car) { when x is pump and fuel < 3; set fuel = 3; set trips = trips + 1 }\n\
        puzzle P { board square 3 by 3; rules drive, refuel\n start \"\"\"\nc.p\n...\np..\n\"\"\"\n goal where trips == 2 }";
    let analysis = loaded(text);
    let puzzle = &analysis.puzzles()[0];
    let model = analysis.model(puzzle, &[]).unwrap();
    let explored = verify::explore(&model, 100_000).unwrap();
    let count = analysis
        .count(puzzle, &[], puzzlec_analysis::CountOf::Solutions, NonZero::<usize>::MIN, budget())
        .unwrap();
    assert_eq!(explored.levels, count.count.levels);
    assert_eq!(explored.goal_at, least(text));
}

#[test]
fn plans_name_moves_of_counters_alone_by_their_rules() {
    let text = std::fs::read_to_string("examples/counters/jugs.puzzle").unwrap();
    let text = text.replace(
        "    expect 1 solution\n",
        "    expect plan large_middle middle_small small_large middle_small large_middle middle_small small_large\n",
    );
    assert_eq!(format(FileId(0), &text).unwrap(), text);
    let analysis = loaded(&text);
    for puzzle in analysis.puzzles() {
        let results = analysis.test(puzzle, &|| budget().into()).unwrap();
        assert!(results.iter().all(|r| matches!(r.outcome, Outcome::Held)), "{results:?}");
    }
    let wrong = text.replace("plan large_middle middle_small", "plan large_middle middle_middle");
    let analysis = loaded(&wrong);
    let results = analysis.test(&analysis.puzzles()[0], &|| budget().into()).unwrap();
    assert!(results.iter().any(|r| !matches!(r.outcome, Outcome::Held)), "{results:?}");
}

#[test]
fn a_proof_of_one_start_is_none_of_another() {
    let text = |n: u32| {
        format!(
            "counter n in 0..9 = {n}\nrule less {{ set n = n - 2 }}\npuzzle P {{ rules less; goal where n == 0 }}"
        )
    };
    let certificate = |n: u32| -> CertificateFile {
        let analysis = loaded(&text(n));
        analysis.certify(&analysis.puzzles()[0], &[], &Options::default(), budget()).unwrap().1.unwrap()
    };
    let other = loaded(&text(4));
    for method in [3, 5, 7] {
        let mut forged = certificate(method);
        let own = certificate(4);
        forged.task = own.task;
        let checked = other.verify(&other.puzzles()[0], &forged, budget()).unwrap();
        assert!(matches!(checked, Checked::Rejected(_)), "{checked:?}");
    }
}
