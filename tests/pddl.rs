//! Exported PDDL means the same as the task: a small interpreter of PDDL grounds what was written
//! and finds plans of the same least cost, or none.

mod interpreter;
mod random;

use interpreter::Planner;
use puzzlec_analysis::Analysis;
use puzzlec_base::Budget;
use puzzlec_model::project::{DiskFiles, MemoryFiles};
use puzzlec_render::pddl::{Form, Pddl, Refusal, export};
use puzzlec_search::ground::ground;
use puzzlec_search::{Options, solve};
use puzzlec_task::Verdict;

fn exported(
    analysis: &Analysis,
    name: &str,
    set: &[(&str, i64)],
) -> ([Result<Pddl, Refusal>; 2], Option<Option<u64>>) {
    let set: Vec<(String, i64)> = set.iter().map(|(n, v)| ((*n).to_owned(), *v)).collect();
    let puzzle = analysis.puzzles().iter().find(|p| p.name == name).unwrap();
    let model = analysis.model(puzzle, &set).unwrap();
    let ground = ground(&model, None, &Budget::unlimited()).unwrap();
    let pddl = [Form::ByPiece, Form::ByCell].map(|form| export(&model, &ground, "a.puzzle", form));
    let answer = match solve(&ground.task, &Options::default(), Budget::unlimited()).verdict {
        Verdict::Solved(plan) => Some(Some(plan.length)),
        Verdict::Unsolvable { .. } => Some(None),
        _ => None,
    };
    (pddl, answer)
}

/// What the interpreter finds in an export must be what the engine finds, and a plan in one form one in the other.
fn agrees(analysis: &Analysis, name: &str, set: &[(&str, i64)]) -> Pddl {
    let (pddl, answer) = exported(analysis, name, set);
    let [pddl, by_cell] = pddl.map(|form| form.unwrap_or_else(|why| panic!("{name}: {}", why.0)));
    let planner = Planner::new(&pddl.domain, &pddl.problem);
    let plan = planner.plan();
    let least = plan.as_ref().map(|p| p.0);
    assert_eq!(Some(least), answer, "{name}\n{}\n{}", pddl.domain, pddl.problem);
    if by_cell != pddl {
        let other = Planner::new(&by_cell.domain, &by_cell.problem);
        let found = other.plan();
        assert_eq!(found.as_ref().map(|p| p.0), least, "{name}\n{}\n{}", by_cell.domain, by_cell.problem);
        for (cost, steps) in plan.iter().chain(&found) {
            assert_eq!((planner.cost(steps), other.cost(steps)), (*cost, *cost), "{name} {steps:?}");
        }
    }
    pddl
}

fn file(path: &str) -> Analysis {
    Analysis::load(&DiskFiles, &[path.to_owned()])
}

fn text(text: &str) -> Analysis {
    let files = MemoryFiles([("a.puzzle".to_owned(), text.to_owned())].into());
    let analysis = Analysis::load(&files, &["a.puzzle".to_owned()]);
    assert!(analysis.faults().is_empty(), "{:#?}", analysis.faults());
    analysis
}

#[test]
fn examples_have_the_same_least_length() {
    for (path, name) in [
        ("examples/peg/sweeps.puzzle", "PlusSweeps"),
        ("examples/coins/square.puzzle", "HToO"),
        ("examples/coins/square.puzzle", "HToOAnywhere"),
        ("examples/coins/redundant.puzzle", "LonelyCoins"),
        ("examples/gourds/small.puzzle", "SwapAndReverse"),
        ("examples/gourds/centre.puzzle", "SevenFromTheMiddle"),
        ("examples/gourds/star-and-rings.puzzle", "RingSwap"),
        ("examples/lights/small.puzzle", "Nine"),
        ("examples/lights/small.puzzle", "LitOnly"),
        ("examples/removal/grids.puzzle", "CubeCorners"),
        ("examples/removal/grids.puzzle", "Hollow"),
        ("examples/removal/rings.puzzle", "Shrinking"),
        ("examples/removal/rings.puzzle", "StuckCircle"),
        ("examples/sliding/bounded.puzzle", "OneSide"),
        ("examples/sliding/bounded.puzzle", "NoRoom"),
        ("examples/variants/sokoban.puzzle", "Cellar"),
        ("examples/variants/knights.puzzle", "Guarini"),
        ("examples/classics/wolf.puzzle", "Wolf"),
        ("examples/classics/bridge.puzzle", "Bridge17"),
        ("examples/variants/frogs-and-toads.puzzle", "FrogsAndToads"),
        ("examples/variants/peg-diagonal.puzzle", "Straight"),
        ("examples/moves/hexagons.puzzle", "Hexagons"),
        ("examples/moves/push-and-pull.puzzle", "Row"),
        ("examples/moves/trains.puzzle", "Line"),
    ] {
        agrees(&file(path), name, &[]);
    }
}

#[test]
fn like_moves_become_one_action() {
    let pddl = agrees(&file("examples/variants/frogs-and-toads.puzzle"), "FrogsAndToads", &[("n", 2)]);
    assert_eq!((pddl.schemas, pddl.actions), (4, 14));
    let pddl = agrees(&file("examples/peg/triangle.puzzle"), "InsideToInside", &[]);
    assert_eq!((pddl.schemas, pddl.actions), (1, 36));
}

/// Pieces count by how many move, and one piece's moves in a row count once.
#[test]
fn every_measure_is_a_cost() {
    let analysis = text(
        "piece coin \"o\"\npiece block \"AB\" { rigid }\n\
         rule two { [ coin | coin | empty | empty ] -> [ empty | empty | coin | coin ] }\n\
         rule one { [ coin | empty ] -> [ empty | coin ] along right }\n\
         rule step(x: block, d: direction) { shift x towards d }\n\
         rule flee(x: coin) { remove x }\n\
         puzzle Pieces { board line 8; rules one, two; start row oo......; goal row ......oo\n\
                         measure coins = pieces moved }\n\
         puzzle Runs { board line 6; rules one; start row oo....; goal row ....oo\n\
                       measure runs = runs of one piece }\n\
         puzzle Blocks { board square 4 by 2; rules step; measure runs = runs of one piece\n\
             start \"\"\"\n             A A . .\n             B B . .\n             \"\"\"\n\
             goal \"\"\"\n             . . A A\n             . . B B\n             \"\"\" }\n\
         puzzle Both { board line 4; rules one, flee; start row oo..; goal row ...o\n\
                       measure runs = runs of one piece }\n",
    );
    for name in ["Pieces", "Runs", "Blocks", "Both"] {
        agrees(&analysis, name, &[]);
    }
}

/// Counts short enough are spelled out; long ones are kept as numbers.
#[test]
fn counts_are_compiled() {
    let analysis = text(
        "use peg\npiece red \"r\"\npiece blue \"b\"\n\
         rule paint(x: empty) { put red at x }\n\
         rule dye(x: red) { when count(red) >= 3; flip red <-> blue at x, around x }\n\
         puzzle Half { board line 9; rules paint; start empty; goal count(red) == 4 }\n\
         puzzle Some { board line 5; rules paint, dye; start empty; goal count(blue) * 2 == count(red) + 1 }\n\
         puzzle Few { board square 4 by 3; rules peg.jump; start full except a1; goal count(peg) <= 2 }\n\
         puzzle More { board line 5; rules paint, dye; start empty\n\
                       goal count(blue) >= count(red) and count(blue) >= 3 }\n\
         puzzle Never { board line 3; rules paint; start empty; goal count(blue) == 1 }\n",
    );
    for name in ["Half", "Some", "Few", "More", "Never"] {
        agrees(&analysis, name, &[]);
    }
    assert!(agrees(&analysis, "Half", &[]).domain.contains("(counts "));
}

/// Pieces that occur once are written with their cells, where every action has a place for them.
#[test]
fn distinct_pieces_are_at_cells() {
    let analysis = text(
        "piece tile \"12345\"\npiece coin \"o\"\n\
         rule slide { [ tile | empty ] -> [ empty | tile ] }\n\
         rule swap(x: cell, y: cell) { when adjacent(x, y); swap x with y }\n\
         puzzle Five { board square 3 by 2; rules slide\n\
                       start \"\"\"\n  1 2 3\n  4 5 .\n\"\"\"\n\
                       goal  \"\"\"\n  3 1 .\n  2 4 5\n\"\"\" }\n\
         puzzle Alike { board line 4; rules slide; start row 11..; goal row ..11 }\n\
         puzzle Coins { board line 5; rules slide; start row 1.2o.; goal row .12o. or row 12.o. }\n\
         puzzle Swapped { board line 4; rules swap; start row 123.; goal row 3.21 }\n",
    );
    assert!(agrees(&analysis, "Five", &[]).domain.contains("(at ?v1 ?c1)"));
    for (name, by_piece) in [("Alike", false), ("Coins", true), ("Swapped", false)] {
        assert_eq!(agrees(&analysis, name, &[]).domain.contains("(at "), by_piece, "{name}");
    }
}

/// Random boards, rules, starts and goals, with pieces that occur once and such that occur more often.
#[test]
fn random_puzzles_agree_in_both_forms() {
    let count = std::env::var("PUZZLEC_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(60);
    let mut by_piece = 0;
    for seed in 0..count {
        let source = random::puzzle(seed);
        let files = MemoryFiles([("a.puzzle".to_owned(), source.clone())].into());
        let analysis = Analysis::load(&files, &["a.puzzle".to_owned()]);
        assert!(analysis.faults().is_empty(), "{source}\n{:#?}", analysis.faults());
        by_piece += u64::from(agrees(&analysis, "P", &[]).domain.contains("(at "));
    }
    assert!(by_piece * 4 > count, "{by_piece} of {count} by piece");
}

#[test]
fn placements_can_be_planned() {
    agrees(&file("examples/gourds/placement.puzzle"), "Rim", &[]);
}

/// Where nothing can move there is still a domain and a problem.
#[test]
fn nothing_may_move() {
    let analysis = text(
        "use peg\n\
         puzzle Stuck { board line 4; rules peg.jump; start row o.o.; goal row ..o. }\n\
         puzzle There { board line 4; rules peg.jump; start row o.o.; goal row o.o. or row ..o. }\n\
         puzzle Sweep { board line 4; rules peg.jump; start row o.o.; goal row ..o.; measure sweeps = runs of one piece }\n",
    );
    for name in ["Stuck", "There", "Sweep"] {
        let pddl = agrees(&analysis, name, &[]);
        assert!(!format!("{}{}", pddl.domain, pddl.problem).contains("( -"), "{name}");
    }
}

#[test]
fn games_of_two_are_refused() {
    let ([pddl, _], _) = exported(&file("examples/removal/games.puzzle"), "Duel", &[]);
    assert!(pddl.unwrap_err().0.contains("two-player"));
}

/// Names of people's choosing never break the text, and stay apart.
#[test]
fn odd_names_are_made_plain() {
    let analysis = text(
        "piece holds \"h\"\npiece empty2 \"e\"\npiece Änne \"ä\"\n\
         rule finish { [ holds | empty ] -> [ empty | holds ] }\n\
         rule FINISH { [ Änne | empty ] -> [ empty | Änne ] }\n\
         rule object { [ empty2 | empty ] -> [ empty | empty2 ] }\n\
         board B = graph { when-exists exists-x1 x1-X1 X1-é }\n\
         puzzle Define { board B; rules finish, FINISH, object\n\
                         start holds at when and Änne at exists\n\
                         goal holds at exists or holds at X1 }\n",
    );
    agrees(&analysis, "Define", &[]);
}
