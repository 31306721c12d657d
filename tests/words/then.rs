//! Consequences: their meaning, what is refused, and certificates. Random puzzles are in tests/reading.

use std::num::NonZero;

use puzzlec_analysis::{Analysis, Answer, ExploreOptions, Outcome, PuzzleInfo, Report};
use puzzlec_base::Budget;
use puzzlec_checker::certificate::Checked;
use puzzlec_search::{Method, Options, Wanted};
use puzzlec_task::SearchContext;
use puzzlec_task::certificate::CertificateFile;

const PIECES: &str = "piece coin \"o\"\npiece stone \"#\"\npiece hand \"H\"\n";

fn loaded(text: &str) -> Analysis {
    crate::support::loaded(&format!("{PIECES}{text}"))
}

fn codes(text: &str) -> Vec<String> {
    let found = loaded(text).check(&Budget::unlimited());
    found.iter().map(|d| d.code.as_str().to_owned()).filter(|code| code != "P0901").collect()
}

fn solved(text: &str, options: &Options) -> Result<Report, Vec<String>> {
    let analysis = loaded(text);
    let info = only(&analysis);
    let report = analysis.solve(&info, &[], options, SearchContext::unlimited());
    report.map_err(|d| d.iter().map(|d| d.code.as_str().to_owned()).collect())
}

fn only(analysis: &Analysis) -> PuzzleInfo {
    analysis.puzzles()[0].clone()
}

/// The least number of moves; nothing where there is no solution.
#[track_caller]
fn least(text: &str) -> Option<u64> {
    match solved(text, &Options::default()).unwrap().answer {
        Answer::Solved(plan) => Some(plan.length),
        Answer::Unsolvable { .. } => None,
        _ => panic!("not decided"),
    }
}

fn row(rules: &str, then: &str, start: &str, goal: &str) -> String {
    format!(
        "{rules}\npuzzle P {{ board line {}; rules r; then {then}; start row {start}; goal row {goal} }}",
        start.len()
    )
}

/// Applied again and again to its first place, in reading order.
#[test]
fn the_first_action_is_applied_until_there_is_none() {
    let rules = "rule r { [ hand | empty ] -> [ empty | hand ] along left }
        rule f { [ coin | coin ] -> [ empty | stone ] along right }";
    // The first pair is taken: b and c, not c and d.
    assert_eq!(least(&row(rules, "f", ".Hooo", "H..#o")), Some(1));
    assert_eq!(least(&row(rules, "f", ".Hooo", "H.o.#")), None);
    // Again and again.
    assert_eq!(least(&row(rules, "f", ".Hoooo", "H..#.#")), Some(1));
}

/// Patterns as they are written, whatever the cells.
#[test]
fn patterns_come_before_cells() {
    let rules =
        |f: &str| format!("rule r {{ [ hand | empty ] -> [ empty | hand ] along left }} rule f {{ {f} }}");
    let (one, other) = (
        "[ coin | stone ] -> [ coin | empty ] along right",
        "[ stone | coin ] -> [ empty | empty ] along right",
    );
    let first = rules(&format!("{one}\n{other}"));
    let second = rules(&format!("{other}\n{one}"));
    assert_eq!(least(&row(&first, "f", ".Ho#o", "H.o.o")), Some(1));
    assert_eq!(least(&row(&second, "f", ".Ho#o", "H.o..")), Some(1));
    assert_eq!(least(&row(&second, "f", ".Ho#o", "H.o.o")), None);
}

/// `each`: each action where it applies at its turn, so that a chain along the reading order goes on. `once`: none goes on.
#[test]
fn once_and_each_differ_where_one_action_makes_room_for_another() {
    let rules = "rule r { [ hand | empty ] -> [ empty | hand ] along left }
        rule right { [ coin | empty ] -> [ empty | coin ] along right }
        rule left { [ empty | coin ] -> [ coin | empty ] along right }";
    for (then, before, after) in [
        ("right each", ".Ho..", "H...o"),
        ("left each", ".H..o", "H..o."),
        ("right once", ".Ho..", "H..o."),
        ("left once", ".H..o", "H..o."),
        ("right each", ".Hoo..", "H.o..o"),
        ("right once", ".Hoo..", "H.o.o."),
        ("left each", ".H..oo", "H..oo."),
        ("left once", ".H..oo", "H..o.o"),
    ] {
        assert_eq!(least(&row(rules, then, before, after)), Some(1), "{then}: {before}");
    }
}

/// Of matches in conflict the first in order is applied.
#[test]
fn of_matches_in_conflict_the_first_is_applied() {
    let rules = "rule r { [ hand | empty ] -> [ empty | hand ] along left }
        rule f { [ coin | empty | coin ] -> [ empty | stone | coin ] along right
                 [ coin | empty ] -> [ empty | coin ] along left }";
    assert_eq!(least(&row(rules, "f once", ".Ho.o", "H..#o")), Some(1));
    let counters = "counter n in 0..9 = 0
        rule r { [ hand | empty ] -> [ empty | hand ] }
        rule grow(x: coin) { set n = n + 1 }";
    let text = |then: &str, n: u32| {
        format!(
            "{counters} puzzle P {{ board line 6; rules r; then {then}; start row H.oooo; goal where n == {n} }}"
        )
    };
    for then in ["grow once", "grow each"] {
        assert_eq!(least(&text(then, 4)), Some(1), "{then}");
    }
}

/// Two choices of values are two actions, even if they do the same.
#[test]
fn actions_that_do_the_same_run_twice() {
    let rules = "rule r { [ hand | empty ] -> [ empty | hand ] along left }
        rule f(x: coin or stone, d: direction) { when x == c1; flip coin <-> stone at x }";
    assert_eq!(least(&row(rules, "f once", ".Ho", "H.o")), Some(1));
    assert_eq!(least(&row(rules, "f once", ".Ho", "H.#")), None);
    assert_eq!(least(&row(rules, "f(right) once", ".Ho", "H.#")), Some(1));
}

/// The consequences of a rule come before those of the puzzle, and an action may do nothing but set them off.
#[test]
fn own_consequences_come_first() {
    let rules = "rule r { then a }
        rule a { [ coin ] -> [ stone ] }
        rule b { [ stone ] -> [ hand ] }";
    assert!(
        !codes(&format!("{rules} puzzle P {{ board line 1; rules r; then b; start row o; goal row H }}"))
            .contains(&"P0503".into())
    );
    let rules = "rule r(x: cell) { then a }
        rule a { [ coin ] -> [ stone ] }
        rule b { [ stone ] -> [ hand ] }";
    assert_eq!(least(&row(rules, "b", "o.", "H.")), Some(1));
    assert_eq!(least(&row(rules, "b", "o.", "#.")), None);
}

/// The start stays as it is drawn; a move that ends where it began is none.
#[test]
fn starts_are_not_settled_and_empty_moves_are_none() {
    let rules = "rule r { [ hand | empty ] -> [ empty | hand ] along right }
        rule f { [ coin | empty ] -> [ empty | coin ] along right }
        rule back { [ empty | hand ] -> [ hand | empty ] along right }";
    assert_eq!(least(&row(rules, "f", "o.H.", "o.H.")), Some(0));
    assert_eq!(least(&row(rules, "f", "o.H.", ".o.H")), None);
    assert_eq!(least(&row(rules, "f", "o.H.", "..oH")), Some(1));
    // The hand comes back: there is no move at all.
    let text = row(rules, "back", "H.", ".H");
    assert_eq!(least(&text), None);
    let analysis = loaded(&text);
    let explored =
        analysis.explore(&only(&analysis), &[], ExploreOptions::default(), SearchContext::unlimited());
    assert_eq!(explored.unwrap().positions, 1);
}

#[test]
fn consequences_without_end_are_an_error() {
    let rules = "rule r { [ hand | empty ] -> [ empty | hand ] along left }
        rule f { [ coin | empty ] -> [ empty | coin ] }";
    let text = row(rules, "f", ".Ho..", "H...o");
    for method in [Method::Auto, Method::Breadth] {
        assert_eq!(solved(&text, &method.into()).unwrap_err(), ["P0530"]);
    }
    assert_eq!(solved(&text, &Options { wanted: Wanted::Any, ..Options::default() }).unwrap_err(), ["P0530"]);
    let analysis = loaded(&text);
    let info = only(&analysis);
    let context = SearchContext::unlimited;
    assert!(
        analysis
            .count(&info, &[], puzzlec_analysis::CountOf::Solutions, NonZero::<usize>::MIN, context())
            .is_err()
    );
    assert!(analysis.explore(&info, &[], ExploreOptions::default(), context()).is_err());
    // A shorter plan is found before the chain without end is met.
    let text = row(rules, "f", "oH.oo", "Ho.oo");
    assert!(solved(&text, &Options::default()).is_err() || least(&text).is_none());
}

#[test]
fn misuse_is_refused() {
    let rules = "rule r { [ hand | empty ] -> [ empty | hand ] }
        rule f { [ coin | empty ] -> [ empty | coin ] along right }
        rule w(x: coin, d: direction) { shift x towards d }
        rule c(x: coin) { close x }
        rule n(x: coin) { remove x; then f }";
    let on = |board: &str, statements: &str| {
        codes(&format!("{rules} puzzle P {{ board {board}; start row oH.; goal row .oH; {statements} }}"))
    };
    assert_eq!(on("line 3", "rules r; then f(right)"), ["P0204"]);
    assert_eq!(on("line 3", "rules r; then w(right, left)"), ["P0204"]);
    assert_eq!(on("line 3", "rules r; then w(up)"), ["P0308"]);
    assert_eq!(on("line 3", "rules r; then x"), ["P0201"]);
    assert_eq!(on("line 3", "rules r; then n"), ["P0531"]);
    assert_eq!(on("line 3", "rules r; then c"), ["P0531"]);
    assert_eq!(on("line 3", "rules r, c; then f"), ["P0511"]);
    assert_eq!(on("line unbounded", "rules r; then f"), ["P0511"]);
    assert_eq!(on("line 3", "rules r; then f; measure runs = runs of one piece"), ["P0511"]);
    assert_eq!(
        on("line 3", "rules r; then f; legal script \"\"\"fn legal(position, move) { true }\"\"\""),
        ["P0511"]
    );
    assert_eq!(on("line 3", "rules r; then f\n then f"), ["P0111"]);
    let cell = "rule t(x: coin) { then f(x) } puzzle P { board line 2; rules t; start row o.; goal row .o }";
    assert_eq!(codes(&format!("rule f {{ [ coin | empty ] -> [ empty | coin ] }} {cell}")), ["P0504"]);
}

/// The proofs of puzzles with consequences are checked by the checker's own closure; proofs of the same puzzle without
/// them are refused.
#[test]
fn certificates_are_checked_with_the_consequences() {
    let rules = "rule r { [ hand | empty ] -> [ empty | hand ] }
        rule f { [ coin | hand ] -> [ empty | hand ] along right }";
    let with = |then: &str, goal: &str| {
        format!("{rules} puzzle P {{ board line 5; rules r; {then} start row o..H.; goal {goal} }}")
    };
    let certified = |text: &str| {
        let analysis = loaded(text);
        let info = only(&analysis);
        let (_, document) =
            analysis.certify(&info, &[], &Options::default(), SearchContext::unlimited()).unwrap();
        document.unwrap()
    };
    let checked = |text: &str, document: &CertificateFile| {
        let analysis = loaded(text);
        let info = only(&analysis);
        analysis.verify(&info, document, SearchContext::unlimited()).unwrap()
    };
    for goal in ["row .H...", "row oH...", "row ....o"] {
        let text = with("then f;", goal);
        let document = certified(&text);
        assert!(matches!(checked(&text, &document), Checked::Verified(_)), "{goal}");
    }
    // Only the coin that is taken, or only the coin that stays, tells the two puzzles apart.
    let taken = certified(&with("then f;", "row .H..."));
    assert!(matches!(checked(&with("", "row .H..."), &taken), Checked::Rejected(_)));
    let stays = certified(&with("", "row oH..."));
    assert!(matches!(checked(&with("then f;", "row oH..."), &stays), Checked::Rejected(_)));
}

/// A coin that walks next to a stone becomes one.
fn petrified(more: &str) -> String {
    let rules = "rule r { [ coin | empty ] -> [ empty | coin ]; cost 3 }
        rule f { [ coin | stone ] -> [ stone | stone ]; cost 7 }";
    format!("{rules} puzzle P {{ board line 5; rules r; then f; start row o...#; goal row ...##; {more} }}")
}

/// How the expectations of a puzzle end: `held`, or a code.
fn tested(text: &str) -> Vec<String> {
    let analysis = loaded(text);
    let results = analysis.test(&only(&analysis), &SearchContext::unlimited).unwrap();
    let told = |outcome: &Outcome| match outcome {
        Outcome::Held => "held".to_owned(),
        Outcome::Failed { diagnostic } | Outcome::Undecided { diagnostic } => {
            diagnostic.code.as_str().to_owned()
        }
    };
    results.iter().map(|result| told(&result.outcome)).collect()
}

/// The position in which a move ends is tested, not one on the way to it.
#[test]
fn tests_of_a_puzzle_follow_its_consequences() {
    assert_eq!(least(&petrified("legal after not (d1 is coin)")), Some(3));
    assert_eq!(least(&petrified("legal after not (d1 is stone)")), None);
    let plans = "expect plan a1-b1 b1-c1 c1-d1; expect plan a1-b1 b1-c1";
    assert_eq!(tested(&petrified(plans)), ["held", "P0707"]);
    assert_eq!(tested(&petrified(&format!("legal after not (d1 is stone); {plans}"))), ["P0706", "P0707"]);
}

/// The test of a rule is made before the consequences; that of a rule that follows, after each application.
#[test]
fn tests_of_a_rule_come_before_its_consequences() {
    let rules = |walk: &str, turn: &str| {
        format!(
            "rule r(x: coin, y: empty) {{ when adjacent(x, y); move x to y; {walk} }}
             rule f(x: coin) {{ when count(stone, around x) > 0; put stone at x; {turn} }}"
        )
    };
    let least = |walk: &str, turn: &str| least(&row(&rules(walk, turn), "f", "o...#", "...##"));
    assert_eq!(least("", ""), Some(3));
    assert_eq!(least("when after y is coin", "when after x is stone"), Some(3));
    assert_eq!(least("when after y is stone", ""), None);
    assert_eq!(least("", "when after count(stone) < 2"), None);
}

/// A move costs as much as its action, whatever follows.
#[test]
fn consequences_cost_nothing() {
    let priced = petrified("measure gold = cost; expect plan a1-b1 b1-c1 c1-d1");
    assert_eq!(least(&priced), Some(9));
    assert_eq!(tested(&priced), ["held"]);
    assert_eq!(least(&petrified("measure steps = r")), Some(3));
    assert_eq!(codes(&petrified("measure stones = f")), ["P0521"]);
    proved(&priced);
}

/// The answer's certificate is accepted.
#[track_caller]
fn proved(text: &str) {
    let analysis = loaded(text);
    let info = only(&analysis);
    let (_, document) =
        analysis.certify(&info, &[], &Options::default(), SearchContext::unlimited()).unwrap();
    let checked = analysis.verify(&info, &document.unwrap(), SearchContext::unlimited()).unwrap();
    assert!(matches!(checked, Checked::Verified(_)), "{text}");
}

/// Directions come in the board's order, whatever the order after `along`.
#[test]
fn paths_are_in_the_order_of_directions() {
    for along in ["up or right", "right or up"] {
        let text = |goal: &str| {
            format!(
                "rule r {{ [ hand ] -> [ stone ] }}
                 rule f {{ [ coin | empty ] -> [ empty | coin ] along {along} }}
                 puzzle P {{ board square 2 by 2; rules r; then f once
                     start coin at a2 and hand at b1
                     goal {goal} }}"
            )
        };
        let text = |corner: &str| text(&format!("coin at {corner}"));
        assert_eq!(least(&text("b2")), Some(1), "{along}");
        assert_eq!(least(&text("a1")), None, "{along}");
    }
}

/// Floors that stay are asked for, and floors that only consequences change are part of a position.
#[test]
fn consequences_see_and_change_floors() {
    let text = |rules: &str, more: &str, goal: &str| {
        format!(
            "piece ice \"i\" {{ floor }}
             {rules}
             puzzle P {{ board line 5; rules r; {more} start hand at a1 and ice at b1, c1; goal {goal} }}"
        )
    };
    let slide = "rule r(x: hand, y: empty, d: direction) { when y == step(x, d); move x to y; then slide(d) }
        rule slide(x: hand, y: empty, d: direction) { when x is ice and y == step(x, d); move x to y }";
    let melt = "rule r { [ hand | empty ] -> [ empty | hand ] along right }
        rule melt(x: hand) { when x is ice; clear ice at x }
        rule thaw { [ hand on ice ] -> [ hand on empty ] }";
    for (puzzle, answer) in [
        (text(slide, "", "hand at d1"), Some(1)),
        (text(slide, "", "hand at c1"), None),
        (text(melt, "then melt;", "hand at d1 and count(ice) == 0"), Some(3)),
        (text(melt, "then thaw once;", "count(ice) == 1"), Some(1)),
        (text(melt, "then thaw;", "hand at c1 and count(ice) == 1"), None),
        (text(melt, "", "hand at d1 and count(ice) == 0"), None),
        (text(melt, "then melt; legal after count(ice) > 0;", "hand at d1"), None),
    ] {
        assert_eq!(least(&puzzle), answer, "{puzzle}");
        proved(&puzzle);
    }
}

/// Patterns and steps of rules that follow do not cross walls; members stand for single pieces.
#[test]
fn consequences_respect_walls_and_members() {
    let slide = |walls: &str, goal: &str| {
        format!(
            "rule r {{ [ hand | empty ] -> [ empty | hand ] along left }}
             rule f {{ [ coin | empty ] -> [ empty | coin ] along right }}
             puzzle P {{ board line 5 {walls}; rules r; then f; start row .Ho..; goal row {goal} }}"
        )
    };
    assert_eq!(least(&slide("", "H...o")), Some(1));
    assert_eq!(least(&slide("walls d1-e1", "H...o")), None);
    assert_eq!(least(&slide("walls d1-e1", "H..o.")), Some(1));
    let tiles = |kind: &str, goal: &str| {
        format!(
            "piece tile \"123\"
             rule r {{ [ hand | empty ] -> [ empty | hand ] along left }}
             rule f {{ [ {kind} | empty ] -> [ empty | {kind} ] along right }}
             puzzle P {{ board line 5; rules r; then f; start row .H1.2; goal row {goal} }}"
        )
    };
    assert_eq!(least(&tiles("tile", "H..12")), Some(1));
    assert_eq!(least(&tiles("tile 1", "H..12")), Some(1));
    assert_eq!(least(&tiles("tile 2", "H..12")), None);
    assert_eq!(least(&tiles("tile 2", "H.1.2")), Some(1));
}

#[test]
fn placements_have_no_consequences() {
    let rules = "rule f { [ coin | coin ] -> [ empty | coin ] along right }";
    assert_eq!(
        codes(&format!("{rules} puzzle P {{ board line 3; place coin; then f; goal where a1 is coin }}")),
        ["P0511"]
    );
}
