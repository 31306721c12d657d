//! Legends, members of families, marks of several characters, walls.

use crate::support::loaded;
use puzzlec_analysis::{Answer, Outcome};
use puzzlec_base::{Budget, FileId};
use puzzlec_search::{Options, Wanted};
use puzzlec_syntax::format::format;

/// The errors, each with its code and the text that it stands at.
fn errors(text: &str) -> Vec<String> {
    let found = loaded(text).check(&Budget::unlimited());
    let errors = found.iter().filter(|d| d.is_error());
    errors.map(|d| format!("{} at {}", d.code.as_str(), &text[d.primary.span.range()])).collect()
}

/// Every expectation of a text holds, and the formatter keeps its meaning.
fn holds(text: &str) {
    let written = format(FileId(0), text).unwrap();
    assert_eq!(format(FileId(0), &written).unwrap(), written);
    for text in [text, &written] {
        let analysis = loaded(text);
        assert_eq!(errors(text), Vec::<String>::new(), "{text}");
        for puzzle in analysis.puzzles() {
            let results = analysis.test(puzzle, &|| Budget::unlimited().with_states(50_000).into()).unwrap();
            assert!(!results.is_empty(), "{text}");
            for result in results {
                assert!(matches!(result.outcome, Outcome::Held), "{text}\n{result:#?}");
            }
        }
    }
}

/// The picture of the start, and that of the end of a least plan whose certificate is verified.
fn pictures(text: &str) -> [Vec<String>; 2] {
    let analysis = loaded(text);
    let puzzle = &analysis.puzzles()[0];
    let options = Options { wanted: Wanted::Least, ..Options::default() };
    let (report, certificate) = analysis.certify(puzzle, &[], &options, Budget::unlimited()).unwrap();
    assert!(certificate.is_ok());
    let Answer::Solved(plan) = report.answer else { panic!("{:?}", report.answer) };
    let last = plan.steps.last().unwrap().after.clone();
    [plan.start, last]
}

const SLIDE: &str = "rule slide { [ tile | empty ] -> [ empty | tile ] }\n";

fn tiles(more: &str, puzzle: &str) -> String {
    format!(
        "piece tile {{ members 1..12 }}\npiece wall\n{more}\n{SLIDE}puzzle P {{\n rules slide\n{puzzle}\n}}\n"
    )
}

#[test]
fn marks_of_several_characters_are_read_and_shown() {
    let text = tiles(
        "",
        " board square 3 by 2\n start \"\"\"\n    1 10  2\n    3 12  .\n \"\"\"\n \
         goal \"\"\"\n    1 10  2\n    .  3 12\n \"\"\"\n expect solvable in 2 moves",
    );
    holds(&text);
    let [start, end] = pictures(&text);
    assert_eq!(start, [" 1 10  2", " 3 12  ."]);
    assert_eq!(end, [" 1 10  2", " .  3 12"]);
    // What is shown can be pasted: both ends of a word may be its edge.
    for (a, b) in [("1 10 2", "3 12 ."), ("1  10 2 ", "3  12 . "), (" 1 10  2", " 3 12  .")] {
        let found = errors(&tiles(
            "",
            &format!(" board square 3 by 2\n start \"\"\"\n{a}\n{b}\n\"\"\"\n goal tile 12 at c2"),
        ));
        let ragged = a == "1 10 2";
        assert_eq!(found.is_empty(), !ragged, "{a}: {found:?}");
    }
    holds(&tiles("", " board line 4; start row 10 1 12 .; goal row . 10 1 12; expect solvable in 3 moves"));
}

#[test]
fn legends_give_marks_and_are_shown() {
    let text = tiles(
        "marks { \"#\" = wall; \"a\" = tile 10 }",
        " board line 4; marks { \"x\" = tile 1 }\n start row \"#xa.\"; goal row \"#.xa\"; expect solvable in 2 moves",
    );
    holds(&text);
    let [start, end] = pictures(&text);
    assert_eq!([start, end], [["# x a ."], ["# . x a"]]);
    // The puzzle's lines come first, and a piece may have several marks.
    holds(&tiles(
        "marks { \"a\" = tile 2; \"b\" = tile 3 }",
        " board line 3; marks { \"a\" = tile 3 }; start row ab.; goal tile 3 at a1, c1; expect solvable in 1 move",
    ));
}

#[test]
fn members_stand_wherever_a_piece_may_stand() {
    let family = "piece tile \"abc\"\npiece coin \"o\"\n";
    for (rule, start, goal, least) in [
        (
            "rule r { [ tile \"a\" | empty ] -> [ empty | tile \"a\" ] }",
            "ab.",
            "a at b1 and count(b) == 1",
            None,
        ),
        ("rule r { [ tile \"b\" | empty ] -> [ empty | tile \"b\" ] }", "ab.", "row a.b", Some(1)),
        ("rule r { [ tile \"b\" | tile ] -> [ tile | tile \"b\" ] }", "abc", "row bac", Some(1)),
        ("rule r { [ tile \"b\" ] -> [ tile \"c\" ] }", "abb", "row acc", Some(2)),
        ("rule r(x: tile \"a\" or coin, y: empty) { move x to y }", "ao.", "tile \"a\" at c1", Some(1)),
        ("rule r(x: tile) { when x is not tile \"b\"; put tile \"b\" at x }", "ab.", "row bb.", Some(1)),
        ("rule r(x: tile) { when count(tile \"a\") == 1; remove x }", "aba", "row a.a", None),
        ("rule r(x: cell) { flip tile \"a\" <-> tile \"c\" at x }", "abc", "row cba", Some(2)),
        ("rule r(x: cell) { flip tile \"a\" <-> coin at x }", "abo", "row oba", Some(2)),
        ("rule r(x: tile) { remove x }", "abc", "only tile \"b\" at b1", Some(2)),
        ("rule r(x: tile) { remove x }", "abc", "only b at b1", Some(2)),
    ] {
        let claim = least.map_or("unsolvable".to_owned(), |n| format!("solvable in {n} moves"));
        holds(&format!(
            "{family}{rule}\npuzzle P {{\n board line 3\n rules r\n start row {start}\n goal {goal}\n expect {claim}\n}}\n"
        ));
    }
    holds(
        "piece digit \"123\"\npuzzle P {\n board line 3\n place digit 1 * 2, digit 2\n goal where a1 is digit 1\n \
           expect 2 solutions\n}\n",
    );
}

#[test]
fn misused_marks_and_members_are_reported_once() {
    for (more, puzzle, wanted) in [
        ("marks { \"a\" = tile }", "start row 1.; goal row .1", "P0410 at tile"),
        ("marks { \"a b\" = wall }", "start row 1.; goal row .1", "P0410 at \"a b\""),
        ("marks { \".\" = wall }", "start row 1.; goal row .1", "P0410 at \".\""),
        ("marks { \"a\" = wall; \"a\" = tile 1 }", "start row 1.; goal row .1", "P0402 at \"a\""),
        ("marks { \"1\" = wall }", "start row 1.; goal tile 2 at a1", "P0402 at \"1\""),
        ("marks { \"a\" = tile 13 }", "start row 1.; goal row .1", "P0411 at 13"),
        ("marks { \"a\" = wal }", "start row 1.; goal row .1", "P0201 at wal"),
        ("marks { \"a\" = tile 1 on wall }", "start row 1.; goal row .1", "P0535 at wall"),
        ("", "start row 1.; goal tile 13 at a1", "P0411 at 13"),
        ("", "start row 1.; goal wall 1 at a1", "P0411 at 1"),
        ("", "start row 1.; goal z at a1", "P0201 at z"),
        ("", "marks { \"a\" = wall }; marks { \"b\" = wall }; start row 1.; goal row .1", "P0111 at marks"),
    ] {
        let text = tiles(more, &format!(" board line 2; {puzzle}"));
        assert_eq!(errors(&text), [wanted], "{text}");
    }
    assert_eq!(errors("edition 1\npiece tile \"a\" { members 1..3 }\n"), ["P0401 at 1..3"]);
    assert_eq!(errors("edition 1\npiece tile { members 5..3 }\n"), ["P0401 at 5..3"]);
    assert_eq!(errors("edition 1\npiece tile { members 1..20000 }\n"), ["P0401 at 20000"]);
    assert_eq!(errors("edition 1\npiece p \"p\" { shape sttar }\n"), ["P0401 at sttar"]);
    assert_eq!(errors("edition 1\npiece p \"p\" { floor; shape ice }\n"), Vec::<String>::new());
    assert_eq!(errors("edition 1\npiece p \"p\" { shape car }\n"), ["P0401 at car"]);
    assert_eq!(errors("edition 1\npiece p \"p\" { rigid; shape car }\n"), Vec::<String>::new());
    assert_eq!(errors("edition 1\npiece p \"p\" { rigid; shape wall }\n"), ["P0401 at wall"]);
    assert_eq!(errors("edition 1\npiece p { cells 2; shape wall }\n"), ["P0401 at wall"]);
    assert_eq!(errors("edition 1\npiece p \"p\" { shape wall; cells 1 }\n"), Vec::<String>::new());
}

const MOUSE: &str = "piece mouse \"m\"\nrule step { [ mouse | empty ] -> [ empty | mouse ] }\n";

fn mouse(board: &str, rest: &str) -> String {
    format!("{MOUSE}{board}\npuzzle P {{\n rules step\n{rest}\n}}\n")
}

#[test]
fn walls_stop_steps_and_are_shown() {
    let drawn = "board B = square walls \"\"\"\n    . .|.\n    -\n    . . .\n\"\"\"";
    let named = "board B = square 3 by 2 walls b1-c1, a2-a1";
    let rest = " board B; start mouse at a1; goal mouse at c1; expect solvable in 4 moves; expect 1 solution";
    for board in [drawn, named] {
        let text = mouse(board, rest);
        holds(&text);
        let [start, end] = pictures(&text);
        assert_eq!(start, ["m .|.", "-", ". . ."]);
        assert_eq!(end, [". .|m", "-", ". . ."]);
        // A picture with walls is read as it is shown.
        let shown =
            rest.replace("start mouse at a1", &format!("start \"\"\"\n{}\n\"\"\"\n", start.join("\n")));
        holds(&mouse(board, &shown));
    }
    // Walls all round: no step, no neighbour, no run across.
    holds(&mouse("", " board line 3 walls a1-b1; start row m..; goal mouse at b1; expect unsolvable"));
    for test in ["adjacent(a1, b1)", "count(mouse, around b1) == 1", "occupied(run(b1, left, 2))"] {
        let goal = format!(" board line 3 walls a1-b1; start row m..; goal where {test}; expect unsolvable");
        let found = errors(&mouse("", &goal));
        assert!(found.is_empty() || test.starts_with("occupied"), "{test}: {found:?}");
        if found.is_empty() {
            holds(&mouse("", &goal));
        }
    }
    holds(&mouse(
        "",
        " board line 3 walls a1-b1; start row m..; goal where distance(a1, c1) == 2; expect solvable in 0 moves",
    ));
}

#[test]
fn a_theory_does_not_take_a_board_with_walls() {
    let pegs = |walls: &str, claim: &str| {
        format!(
            "use peg\npuzzle P {{ board line 4 {walls}; rules peg.jump; start row oo..; goal count(peg) == 1; expect {claim} }}\n"
        )
    };
    holds(&pegs("", "solvable in 1 move"));
    holds(&pegs("walls b1-c1", "unsolvable"));
    let coins = "use sliding\npuzzle P { board line 8 walls d1-e1; rules sliding.slide; start row WB......; \
                 goal row ......WB; expect unsolvable }\n";
    let text = loaded(coins);
    assert!(text.puzzles().iter().all(|p| text.brief(p, &Budget::unlimited()).is_none()));
}

#[test]
fn misplaced_walls_are_reported_once() {
    for (board, wanted) in [
        ("square 2 by 2 walls a1-b2", "P0311 at a1-b2"),
        ("square 2 by 2 walls a1-c1", "P0306 at c1"),
        ("ring 4 walls a1-b1", "P0312 at a1-b1"),
        ("hex 2 by 2 walls a1-b1", "P0312 at a1-b1"),
        ("line unbounded walls a1-b1", "P0312 at a1-b1"),
        ("square walls \"\"\"\n. .|\n. .\n\"\"\"", "P0311 at |"),
        ("square walls \"\"\"\n- -\n. .\n\"\"\"", "P0311 at -"),
        ("square walls \"\"\"\n.  .\n. .\n\"\"\"", "P0303 at ."),
    ] {
        assert_eq!(errors(&format!("edition 1\nboard B = {board}\n")), [wanted], "{board}");
    }
    let rest = " board line 3 walls a1-b1; goal mouse at b1; start";
    assert_eq!(errors(&mouse("", &format!("{rest} \"\"\" m .|. \"\"\""))), ["P0312 at |"]);
    let found = errors(
        "piece gourd { cells 2 }\nrule turn { [ g.1 | g.2 | empty ] -> [ empty | g.1 | g.2 ] }\n\
         puzzle P { board line 4 walls a1-b1; rules turn; start row .12.; goal row ..12 }\n",
    );
    assert_eq!(found, ["P0312 at line 4 walls a1-b1"]);
}
