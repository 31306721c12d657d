//! Floor pieces below other pieces.

use std::num::NonZero;

use crate::support::loaded;
use puzzlec_analysis::{Analysis, Answer, ExploreOptions, Outcome};
use puzzlec_base::Budget;
use puzzlec_base::FileId;
use puzzlec_base::diag::Code;
use puzzlec_checker::certificate::{Checked, read};
use puzzlec_search::ground::{Ground, ground};
use puzzlec_search::{self, Options};
use puzzlec_syntax::format::format;
use puzzlec_task::certificate::{CertificateFile, Proof};

const PIECES: &str = "edition 1\npiece box \"b\"\npiece man \"p\"\npiece target \"x\" { floor }\n\
    piece ice \"i\" { floor }\npiece water \"w\" { floor }\n\
    rule walk { [ man | empty ] -> [ empty | man ] }\n\
    rule push { [ man | box | empty ] -> [ empty | man | box ] }\n\
    rule melt(x: man, y: ice) { when adjacent(x, y) and y is empty; move x to y; clear ice at x; put water at x }\n";

fn with(puzzle: &str) -> Analysis {
    loaded(&format!("{PIECES}{puzzle}"))
}

fn budget() -> Budget {
    Budget::unlimited()
}

/// The codes of the errors of a text.
#[track_caller]
fn errors(text: &str) -> Vec<(Code, String)> {
    let analysis = loaded(text);
    let all = analysis.check(&budget());
    let sources = analysis.sources();
    let told = |d: &puzzlec_base::diag::Diagnostic| (d.code, sources.slice(d.primary.span).to_owned());
    all.iter().filter(|d| d.is_error()).map(told).collect()
}

#[track_caller]
fn grounded(analysis: &Analysis) -> Ground {
    let model = analysis.model(&analysis.puzzles()[0], &[]).unwrap();
    ground(&model, None, &budget()).unwrap()
}

/// The pictures of the start and after each step, with a verified certificate.
#[track_caller]
fn plan(analysis: &Analysis) -> (Vec<String>, CertificateFile) {
    let puzzle = &analysis.puzzles()[0];
    let (report, document) = analysis.certify(puzzle, &[], &Options::default(), budget()).unwrap();
    let document = document.unwrap();
    let checked = analysis.verify(puzzle, &document, budget()).unwrap();
    assert!(matches!(checked, Checked::Verified(_)), "{checked:?}");
    let Answer::Solved(plan) = report.answer else { return (Vec::new(), document) };
    let pictures = [plan.start].into_iter().chain(plan.steps.into_iter().map(|s| s.after));
    (pictures.map(|rows| rows.join("/")).collect(), document)
}

const STILL: &str =
    "puzzle P { board line 5; rules walk, push; start row pb.xx; goal box at every target or row ..pbx }";
const MELTING: &str =
    "puzzle P { board line 4; rules melt; start ice at cells and man at a1; goal water at a1, b1, c1 }";

#[test]
fn a_floor_that_no_rule_changes_is_no_part_of_a_position() {
    let ground = grounded(&with(STILL));
    assert_eq!(ground.task.variables.len(), 5);
    assert!(ground.floors.is_empty());
    let ground = grounded(&with(MELTING));
    assert_eq!((ground.task.variables.len(), ground.floors.len()), (8, 4));
    assert_eq!(ground.task.variables[4].name, "a1 floor");
}

#[test]
fn pictures_show_the_floor_where_nothing_lies_on_it() {
    assert_eq!(plan(&with(STILL)).0, ["p b . x x", ". p b x x", ". . p b x"]);
    assert_eq!(plan(&with(MELTING)).0, ["p i i i", "w p i i", "w w p i", "w w w p"]);
}

#[test]
fn explored_positions_show_the_floor() {
    for (text, all) in [(STILL, "p b . x x"), (MELTING, "w w p i")] {
        let analysis = with(text);
        let options = ExploreOptions { graph: true, ..ExploreOptions::default() };
        let report = analysis.explore(&analysis.puzzles()[0], &[], options, budget()).unwrap();
        let pictures: Vec<String> =
            report.graph.unwrap().positions.iter().map(|p| p.picture.join("/")).collect();
        assert!(pictures.contains(&all.to_owned()), "{pictures:?}");
    }
}

#[test]
fn the_goal_at_every_floor_piece_follows_the_floor() {
    // Each floor piece has its box; a floor piece that is gone asks for none.
    for (puzzle, solvable) in [
        ("rules push; start box at b1 and man at a1 and target at c1; goal box at every target", true),
        ("rules push; start box at b1 and man at a1 and target at c1, a1; goal box at every target", false),
        ("rules push; start box at b1 and man at a1 and target at c1; goal only box at every target", false),
        ("rules melt; start man at a1 and ice at b1; goal only man at every ice", true),
        ("rules melt; start man at a1 and ice at b1; goal box at every ice", false),
        ("rules melt; start man at a1 and ice at a1, b1; goal count(ice) == 1 and man at every ice", true),
    ] {
        let analysis = with(&format!("puzzle P {{ board line 3; {puzzle} }}"));
        assert_eq!(!plan(&analysis).0.is_empty(), solvable, "{puzzle}");
    }
}

#[test]
fn marks_in_goals_say_nothing_of_the_floor_unless_they_are_floor_pieces() {
    for (goal, solvable) in [
        ("row ..p", true),
        ("row wwp", true),
        ("row .wp", true),
        ("row iwp", false),
        ("row wwi", false),
        ("empty", false),
        ("man at c1 and water at b1 and where b1 is not ice", true),
        ("where c1 is ice and c1 is man", true),
        ("where occupied(a1) and a1 is water", false),
    ] {
        let text =
            format!("puzzle P {{ board line 3; rules melt; start ice at cells and man at a1; goal {goal} }}");
        assert_eq!(!plan(&with(&text)).0.is_empty(), solvable, "{goal}");
    }
}

#[test]
fn a_legend_gives_a_mark_to_a_piece_on_a_floor_piece() {
    let text = "marks { \"*\" = box on target; \"+\" = man on target }\n\
        puzzle P { board line 4; rules walk, push; start row \"pb*.\"; goal row \".p**\" or row \"..+*\" or row \"?.*b\" }";
    let analysis = with(text);
    assert_eq!(errors(&format!("{PIECES}{text}")), []);
    assert!(plan(&analysis).0.is_empty());
    let text = "marks { \"*\" = box on target; \"+\" = man on target }\n\
        puzzle P { board line 5; rules walk, push; start row \"pb.x*\"; goal row \"..p**\" }";
    assert_eq!(plan(&with(text)).0, ["p b . x *", ". p b x *", ". . p * *"]);
    let wrong = errors(&format!("{PIECES}marks {{ \"*\" = box on man }}\n{STILL}"));
    assert_eq!(wrong, [(Code::WrongLayer, "man".to_owned())]);
}

#[test]
fn patterns_ask_for_floors_and_change_them() {
    let least = |rule: &str, start: &str, goal: &str| {
        let text =
            format!("rule r {{ {rule} }}\npuzzle P {{ board line 3; rules r; start {start}; goal {goal} }}");
        plan(&with(&text)).0.len().checked_sub(1)
    };
    let melts = "[ man on ice | empty on ice ] -> [ empty on water | man ] along right";
    assert_eq!(least(melts, "ice at a1, b1, c1 and man at a1", "row wwp"), Some(2));
    assert_eq!(least(melts, "ice at a1, b1 and man at a1", "row wwp"), None);
    // What lies on a bare floor piece stays.
    assert_eq!(
        least("[ ice ] -> [ water ]", "ice at b1 and man at b1", "water at b1 and man at b1"),
        Some(1)
    );
    assert_eq!(
        least(
            "[ ? on ice ] -> [ ? on empty ]",
            "ice at b1 and man at b1",
            "man at b1 and where b1 is not ice"
        ),
        Some(1)
    );
    assert_eq!(least("[ man on empty ] -> [ empty ]", "ice at b1 and man at b1", "empty"), None);
    assert_eq!(least("[ man on empty ] -> [ empty ]", "ice at a1 and man at b1", "empty"), Some(1));
    // The floor stays where the right side names none.
    assert_eq!(least("[ man on ice ] -> [ empty ]", "ice at b1 and man at b1", "row .i."), Some(1));
}

#[test]
fn a_family_on_the_floor_keeps_its_members() {
    let text = "edition 1\npiece arrow \"<>\" { floor }\npiece man \"p\"\npiece snow \"s\" { floor }\n\
        rule step { [ man on arrow | empty ] -> [ empty on arrow | man ] }\n\
        rule snow1 { [ man on arrow ] -> [ man on snow ] }\n\
        puzzle P { board line 3; rules step; start \"\"\" > < . \"\"\"; goal empty }";
    assert_eq!(errors(text), []);
    let wrong = text
        .replace("[ man on snow ]", "[ man on arrow ]")
        .replace("[ man on arrow ] -> [ man on arrow ]", "[ man ] -> [ man on arrow ]");
    assert_eq!(
        errors(&wrong.replace("rules step", "rules step, snow1")),
        [(Code::NoSuchPiece, "man on arrow".to_owned())]
    );
}

#[test]
fn forged_certificates_are_refused() {
    let analysis = with(MELTING);
    let (_, document) = plan(&analysis);
    let puzzle = &analysis.puzzles()[0];
    let mut text = serde_json::to_string(&document).unwrap();
    // The floor decides: on the way back there is no ice.
    let model = analysis.model(puzzle, &[]).unwrap();
    assert!(model.changes_floor());
    let forward = "puzzle P { board line 4; rules melt; start ice at a1, b1, d1 and man at a1; goal water at a1, b1, c1 }";
    let other = with(forward);
    let forged: CertificateFile = serde_json::from_str(&text).unwrap();
    let checked = other.verify(&other.puzzles()[0], &forged, budget()).unwrap();
    assert!(matches!(checked, Checked::Rejected(_)), "{checked:?}");
    let Proof::Plan { length, .. } = document.proof else { unreachable!() };
    text = text.replace(&format!("\"length\":{length}"), &format!("\"length\":{}", length - 1));
    let forged: CertificateFile = serde_json::from_str(&text).unwrap();
    let checked = analysis.verify(puzzle, &forged, budget()).unwrap();
    assert!(matches!(checked, Checked::Rejected(_)), "{checked:?}");
}

#[test]
fn an_impossible_goal_is_certified() {
    let text = "puzzle P { board line 4; rules melt; start ice at a1, b1, d1 and man at a1; goal water at a1, b1, c1 }";
    let analysis = with(text);
    let (pictures, document) = plan(&analysis);
    assert!(pictures.is_empty());
    let text = serde_json::to_string(&document).unwrap();
    assert!(read(&text, &budget()).is_ok());
}

#[test]
fn positions_with_floors_are_counted() {
    let ground = grounded(&with(MELTING));
    let count = puzzlec_search::count(
        &ground.task,
        &puzzlec_search::CountOptions::new(NonZero::new(2).unwrap(), true),
        budget(),
    );
    assert_eq!(count.stopped, None);
    assert_eq!(count.levels.len(), 4);
}

#[test]
fn expectations_of_an_ordinary_puzzle_hold() {
    let analysis = with(
        "puzzle P { board square 3 by 2; rules melt; start ice at cells and man at a1; goal count(ice) == 1\n\
         expect solvable in 5 moves\nexpect 3 solutions }",
    );
    for result in analysis.test(&analysis.puzzles()[0], &|| budget().into()).unwrap() {
        assert!(matches!(result.outcome, Outcome::Held), "{result:?}");
    }
}

#[test]
fn misuse_is_one_error_at_its_place() {
    let wrong = |rule: &str| {
        errors(&format!(
            "{PIECES}{rule}\npuzzle P {{ board line 3; rules walk, r; start row p.x; goal row ..p }}"
        ))
    };
    let one = |code, text: &str| vec![(code, text.to_owned())];
    assert_eq!(wrong("rule r(x: man) { clear box at x }"), one(Code::WrongLayer, "box"));
    assert_eq!(wrong("rule r(x: box or ice) { remove x }"), one(Code::WrongLayer, "box or ice"));
    assert_eq!(wrong("rule r(x: empty or ice) { put man at x }"), one(Code::WrongLayer, "empty or ice"));
    assert_eq!(wrong("rule r(x: man) { flip box <-> ice at x }"), one(Code::WrongLayer, "box <-> ice"));
    assert_eq!(wrong("rule r { [ man on box ] -> [ empty ] }"), one(Code::WrongLayer, "box"));
    assert_eq!(wrong("rule r { [ ice on water ] -> [ man ] }"), one(Code::WrongLayer, "ice"));
    assert_eq!(wrong("rule r { [ ice ] -> [ empty ] }"), one(Code::WrongLayer, "empty"));
    let goal = |goal: &str| {
        errors(&format!("{PIECES}puzzle P {{ board line 3; rules walk; start row p.x; goal {goal} }}"))
    };
    assert_eq!(goal("only target at a1"), one(Code::WrongLayer, "target"));
    assert_eq!(goal("anywhere row x"), one(Code::NoFloor, "anywhere row x"));
    assert_eq!(goal("script \"\"\"fn goal(position) { true }\"\"\"")[0].0, Code::NoFloor);
}

#[test]
fn floor_pieces_are_refused_where_they_have_no_meaning() {
    let code = |text: &str| errors(&format!("{PIECES}{text}")).iter().map(|e| e.0).collect::<Vec<_>>();
    let endless = "puzzle P { board line unbounded; rules melt; start row pi; goal row .p }";
    assert_eq!(code(endless), [Code::NoFloor]);
    let closing = "rule r(x: man) { close x }\npuzzle P { board line 3; rules r; start row p.x; goal empty }";
    assert_eq!(code(closing), [Code::NoFloor]);
    let script = "puzzle P { board line 3; rules walk; start row p.x; goal row ..p\n\
        legal script \"\"\"fn legal(position, move) { true }\"\"\" }";
    assert_eq!(code(script), [Code::NoFloor]);
    let several = "piece slab \"#\" { floor; cells 2 }\npuzzle P { board line 3; rules walk; start row p..; goal row ..p }";
    assert_eq!(code(several)[0], Code::BadPiece);
}

#[test]
fn theories_do_not_take_puzzles_with_floor_pieces() {
    let text = "edition 1\nuse peg\npiece mud \"m\" { floor }\n\
        rule jump { [ peg.peg | peg.peg | empty on empty ] -> [ empty | empty | peg.peg ] }\n\
        puzzle P { board line 6; rules jump; start row .oo.oo; goal count(peg.peg) == 1 and where a1 is not mud }";
    let analysis = loaded(text);
    assert_eq!(errors(text), []);
    let puzzle = &analysis.puzzles()[0];
    let (report, _) = analysis.certify(puzzle, &[], &Options::default(), budget()).unwrap();
    assert!(report.why.iter().all(|line| !line.contains("peg solitaire")), "{:?}", report.why);
}

#[test]
fn the_formatter_keeps_floors() {
    let text = "piece ice \"i\" { floor; colour cyan }\n\nrule melt {\n    [ man on ice | ? on empty ] -> [ empty on empty | ice ]\n}\n\n\
        rule walk(x: man) {\n    clear ice at x, around x\n}\n";
    assert_eq!(format(FileId(0), text).unwrap(), text);
}

#[test]
fn tests_after_moves_and_costs_know_the_floor() {
    for (more, expect) in [
        ("legal after a1 is ice or a1 is water", "solvable in 3 moves"),
        ("legal after count(ice) >= 1", "solvable in 3 moves"),
        ("legal after count(water) <= 2", "unsolvable"),
        ("legal after all q in cells: q is not man or q is ice or q is water", "solvable in 3 moves"),
        ("legal after not a1 is water", "unsolvable"),
    ] {
        expected(&format!("{}; {more}; expect {expect} }}", MELTING.trim_end_matches(" }")));
    }
    let after = |test: &str, expect: &str| {
        expected(&format!(
            "rule r(x: man, y: ice) {{ when adjacent(x, y) and y is empty; when after {test}; move x to y; clear ice at x; \
             put water at x; cost 1 + count(ice) }}\n\
             puzzle P {{ board line 4; rules r; start ice at cells and man at a1; goal water at a1, b1, c1\n\
             measure effort = cost; expect {expect} }}"
        ));
    };
    after("x is water and y is ice", "solvable in 12 effort");
    after("x is ice", "unsolvable");
    after("count(water) < 3", "unsolvable");
}

/// The expectation of a puzzle holds, and the certificate of its answer is verified.
#[track_caller]
fn expected(text: &str) {
    let analysis = with(text);
    for result in analysis.test(&analysis.puzzles()[0], &|| budget().into()).unwrap() {
        assert!(matches!(result.outcome, Outcome::Held), "{text}\n{result:?}");
    }
    plan(&analysis);
}

#[test]
fn a_proof_that_forgets_the_floor_after_a_move_is_rejected() {
    let text = format!("{}; legal after a1 is water }}", MELTING.trim_end_matches(" }"));
    let analysis = with(&text);
    let (pictures, mut document) = plan(&analysis);
    assert_eq!(pictures.len(), 4);
    let held = |cell: usize| if cell == 0 { "man" } else { "empty" };
    let names = ["a1", "b1", "c1", "d1"];
    let above = (0..4).map(|cell| (names[cell].to_owned(), vec![held(cell).to_owned()]));
    let below = names.map(|name| (format!("{name} floor"), vec!["ice".to_owned()]));
    document.proof = Proof::GoalImpossible { values: above.chain(below).collect() };
    let checked = analysis.verify(&analysis.puzzles()[0], &document, budget()).unwrap();
    assert!(matches!(checked, Checked::Rejected(_)), "{checked:?}");
}
