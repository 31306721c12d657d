//! Plans that people write, beside naive players written here.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::loaded;
use puzzlec_analysis::{Analysis, Answer, PlanFileReport, PlanText};
use puzzlec_base::diag::Diagnostic;
use puzzlec_base::{Budget, FileId};
use puzzlec_checker::certificate::Checked;
use puzzlec_model::project::{DiskFiles, MemoryFiles};
use puzzlec_search::{Options, Wanted};

fn followed(
    analysis: &Analysis,
    name: &str,
    set: &[(String, i64)],
    text: &str,
) -> Result<PlanFileReport, Vec<Diagnostic>> {
    let puzzle = analysis.puzzles().iter().find(|p| p.name == name).unwrap();
    let plan = PlanText { file: FileId(u32::MAX), name: "p.plan", text };
    analysis.test_plan(puzzle, set, plan, Budget::unlimited().with_states(20_000))
}

/// The one error, with the text that it stands at.
fn error(text: &str, result: Result<PlanFileReport, Vec<Diagnostic>>) -> (Diagnostic, &str) {
    let [found] = result.unwrap_err().try_into().unwrap();
    let found: Diagnostic = found;
    let at = text.get(found.primary.span.range()).unwrap_or("");
    (found, at)
}

/// Scripts that empty and fill cells: the notation has a direction, and plans without one are still read.
#[test]
fn steps_of_scripts_have_a_direction() {
    let analysis = loaded(
        r#"piece box "x"
rule roll = script """
fn actions(board) {
    let list = [];
    for a in board.cells {
        for d in board.directions {
            let b = board.step(a, d);
            if b == () { continue; }
            let c = board.step(b, d);
            if c == () { continue; }
            list.push(action().requires(a, "box").requires(b, "box").requires(c, "empty")
                .removes([a, b]).puts(c, "box"));
        }
    }
    list
}
"""
puzzle P { board line 4; rules roll; start row .xx.; goal row x... }
"#,
    );
    let puzzle = &analysis.puzzles()[0];
    let report = analysis.solve(puzzle, &[], &Options::default(), Budget::unlimited()).unwrap();
    let Answer::Solved(plan) = &report.answer else { panic!("{:?}", report.answer) };
    assert_eq!(plan.steps.iter().map(|s| s.notation.as_str()).collect::<Vec<_>>(), ["b1.c1-a1"]);
    for text in ["b1.c1-a1", "a1 b1 c1"] {
        assert!(followed(&analysis, "P", &[], text).is_ok(), "{text}");
    }
}

/// A placement says whether there are others.
#[test]
fn placements_say_whether_there_are_others() {
    for (goal, note) in [
        ("where count(rook) == 2", "there are other placements; `--all` counts them"),
        ("where a1 is rook and d1 is rook", "there is no other placement"),
    ] {
        let text = format!("piece rook \"R\"\npuzzle P {{ board line 4; place rook * 2; goal {goal} }}\n");
        let analysis = loaded(&text);
        let puzzle = &analysis.puzzles()[0];
        let report = analysis.solve(puzzle, &[], &Options::default(), Budget::unlimited()).unwrap();
        assert_eq!(report.notes, [note], "{goal}");
        let Answer::Solved(plan) = &report.answer else { panic!("{:?}", report.answer) };
        assert_eq!(plan.placed.as_ref().map(Vec::len), Some(1));
    }
}

#[test]
fn what_solve_prints_is_a_plan() {
    let mut steps = 0;
    for file in [
        "peg/sweeps",
        "peg/triangle",
        "gourds/small",
        "gourds/placement",
        "lights/small",
        "removal/rows",
        "removal/rings",
        "variants/sokoban",
        "variants/scripted-rule",
        "variants/knights",
        "coins/square",
        "coins/triangular",
        "sliding/bounded",
        "scripts/leaps",
        "scripts/every_position",
    ] {
        let analysis = Analysis::load(&DiskFiles, &[format!("examples/{file}.puzzle")]);
        for puzzle in analysis.puzzles() {
            let budget = Budget::unlimited().with_states(20_000);
            let options = Options { wanted: Wanted::Any, ..Options::default() };
            let Ok(report) = analysis.solve(puzzle, &[], &options, &budget) else { continue };
            let Answer::Solved(plan) = &report.answer else { continue };
            steps += plan.steps.len();
            let numbered =
                plan.steps.iter().enumerate().map(|(i, s)| format!("{}. {} {}", i + 1, s.rule, s.notation));
            let lines: Vec<String> =
                plan.steps.iter().map(|s| format!("{} {} // {}", s.rule, s.notation, s.rule)).collect();
            let json = serde_json::json!({ "reports": [
                { "puzzle": "Other", "answer": { "steps": plan.steps } },
                { "puzzle": puzzle.name, "answer": { "steps": plan.steps } },
            ] });
            let numbered: Vec<String> = numbered.collect();
            for text in [
                format!("{}\nfound: some moves\n\n  {}\n", puzzle.name, numbered.join("   ")),
                lines.join("\n"),
                serde_json::to_string_pretty(&json).unwrap(),
            ] {
                let set: Vec<(String, i64)> = report.parameters.clone().into_iter().collect();
                match followed(&analysis, &puzzle.name, &set, &text) {
                    Ok(found) => assert_eq!(found.length, plan.length, "{file} {}", puzzle.name),
                    Err(found) => panic!("{file} {}: {found:?}\n{text}", puzzle.name),
                }
            }
        }
    }
    assert!(steps > 200, "{steps}");
}

/// Numbers that look random and are the same on every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }
}

/// A plan with a few words changed.
fn mutated(moves: &[String], numbers: &mut Numbers) -> Vec<String> {
    let mut moves = moves.to_vec();
    for _ in 0..1 + numbers.below(2) {
        let (i, j) = (numbers.below(moves.len()), numbers.below(moves.len()));
        match numbers.below(5) {
            0 if moves.len() > 1 => drop(moves.remove(i)),
            1 => moves.swap(i, j),
            2 => moves.insert(i, moves[j].clone()),
            3 => {
                let (a, b) = moves[i].split_once('-').unwrap();
                moves[i] = format!("{b}-{a}");
            }
            _ => {
                let (a, _) = moves[i].split_once('-').unwrap();
                let (_, b) = moves[j].split_once('-').unwrap();
                moves[i] = format!("{a}-{b}");
            }
        }
    }
    moves
}

/// Which move is the first that cannot be played, from 1; none if all can and the end is a goal, and 0 if all
/// can and it is not.
type Naive<'a> = &'a dyn Fn(&[String]) -> Option<usize>;

/// Mutated plans end as the naive player says.
fn mutants(text: &str, name: &str, moves: &str, naive: Naive<'_>) {
    let analysis = loaded(text);
    let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
    assert_eq!(naive(&moves), None);
    let mut numbers = Numbers(1);
    let mut kinds = BTreeSet::new();
    for round in 0..150 {
        let changed = if round == 0 { moves.clone() } else { mutated(&moves, &mut numbers) };
        let text = changed.join(if round % 2 == 0 { "\n" } else { "  " });
        let result = followed(&analysis, name, &[], &text);
        let truth = naive(&changed);
        let Some(wrong) = truth else {
            assert!(result.is_ok(), "{text}: {result:?}");
            kinds.insert("good");
            continue;
        };
        let (found, at) = error(&text, result);
        match wrong {
            0 => {
                assert_eq!(found.code.as_str(), "P0707", "{text}: {found:?}");
                kinds.insert("short");
            }
            n => {
                assert_eq!(found.code.as_str(), "P0706", "{text}: {found:?}");
                assert_eq!(found.primary.text, format!("move {n}"), "{text}: {found:?}");
                assert!(changed[n - 1].contains(at) && !at.is_empty(), "{text}: {found:?} at `{at}`");
                // A suggestion is a move that can be played.
                if let Some(fix) = found.fixes.first() {
                    let mut mended = changed[..n].to_vec();
                    mended[n - 1] = fix.edits[0].text.clone();
                    assert!(naive(&mended).is_none_or(|wrong| wrong == 0), "{text}: {fix:?}");
                }
                kinds.insert("illegal");
            }
        }
    }
    assert_eq!(kinds.len(), 3, "{kinds:?}");
}

/// Peg solitaire on a square, by hand.
fn pegs(size: i32, start: &str, left: usize, moves: &[String]) -> Option<usize> {
    let mut held: BTreeSet<(i32, i32)> = start
        .chars()
        .enumerate()
        .filter(|(_, c)| *c == 'o')
        .map(|(i, _)| (i as i32 % size, i as i32 / size))
        .collect();
    let cell = |name: &str| {
        let column = i32::from(name.as_bytes()[0]) - i32::from(b'a');
        (column, name[1..].parse::<i32>().unwrap() - 1)
    };
    for (i, text) in moves.iter().enumerate() {
        let (from, to) = text.split_once('-').map(|(a, b)| (cell(a), cell(b))).unwrap();
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let over = (from.0 + dx / 2, from.1 + dy / 2);
        let straight = (dx.abs() == 2 && dy == 0) || (dx == 0 && dy.abs() == 2);
        if !straight || !held.contains(&from) || !held.contains(&over) || held.contains(&to) {
            return Some(i + 1);
        }
        held.remove(&from);
        held.remove(&over);
        held.insert(to);
    }
    (held.len() != left).then_some(0)
}

#[test]
fn changed_plans_of_pegs_end_as_the_rules_say() {
    let text = "use peg\npuzzle P {\n board square 4 by 4\n rules peg.jump\n start \"\"\"\n. . . .\no o o .\n. o o .\n. . o .\n\"\"\"\n goal count(peg) == 2\n}\n";
    let analysis = loaded(text);
    let puzzle = &analysis.puzzles()[0];
    let report = analysis.solve(puzzle, &[], &Options::default(), Budget::unlimited()).unwrap();
    let Answer::Solved(plan) = &report.answer else { panic!("{:?}", report.answer) };
    let moves: Vec<&str> = plan.steps.iter().map(|s| s.notation.as_str()).collect();
    mutants(text, "P", &moves.join(" "), &|moves| pegs(4, "....ooo..oo...o.", 2, moves));
}

/// Coins on an endless line, by hand: two neighbours to two free cells, cells by their columns.
fn coins(moves: &[String]) -> Option<usize> {
    let cell = |name: &str| match name.strip_prefix('(') {
        Some(rest) => rest.split_once(',').unwrap().0.parse::<i32>().unwrap(),
        None => i32::from(name.as_bytes()[0]) - i32::from(b'a'),
    };
    let mut row: BTreeMap<i32, char> = "WWWWBBBB".chars().enumerate().map(|(i, c)| (i as i32, c)).collect();
    for (i, text) in moves.iter().enumerate() {
        // A hyphen between names, not the one of a number.
        let at = text.match_indices('-').map(|(at, _)| at).find(|at| !text[..*at].ends_with('(')).unwrap();
        let (from, to) = (cell(&text[..at]), cell(&text[at + 1..]));
        let lifted = [row.get(&from).copied(), row.get(&(from + 1)).copied()];
        let free = |x: i32| !row.contains_key(&x);
        let ([Some(a), Some(b)], true) = (lifted, free(to) && free(to + 1)) else { return Some(i + 1) };
        row.remove(&from);
        row.remove(&(from + 1));
        row.insert(to, a);
        row.insert(to + 1, b);
    }
    let low = *row.keys().next().unwrap();
    let together = row.keys().copied().eq(low..low + 8);
    let alternate = row.values().zip(row.values().skip(1)).all(|(a, b)| a != b);
    (!together || !alternate).then_some(0)
}

#[test]
fn changed_plans_on_an_endless_line_end_as_the_rules_say() {
    let text = "use sliding\npuzzle P {\n rules sliding.slide\n start row W*4 B*4\n goal anywhere row (W B)*4 or anywhere row (B W)*4\n}\n";
    mutants(text, "P", "b1-i1 e1-b1 h1-e1 a1-h1", &|moves| coins(moves));
}

#[test]
fn far_cells_of_an_endless_line_have_names() {
    let text = "use sliding\npuzzle P {\n rules sliding.slide\n start row W*4 B*4\n goal anywhere row (W B)*4 or anywhere row (B W)*4\n}\n";
    let analysis = loaded(text);
    // There and back again.
    let plan = "g1-(-1000,0), (-1000,0)-g1; b1-i1 e1-b1\nh1-e1 a1-h1";
    let report = followed(&analysis, "P", &[], plan).unwrap();
    assert_eq!((report.length, report.steps), (6, 6));
    let (found, at) = error("b1-d1", followed(&analysis, "P", &[], "b1-d1"));
    assert_eq!(found.headline, "`b1-d1` is not possible: cell d1 is not free");
    assert_eq!((at, found.notes.as_slice()), ("b1-d1", &["cell d1 holds `nickel`".to_owned()][..]));
    let condition = analysis.sources().slice(found.secondary[0].span);
    assert_eq!(condition, "empty(run(y, right, k))");
}

#[test]
fn what_is_no_plan_is_told() {
    let text =
        "use peg\npuzzle P {\n board line 6\n rules peg.jump\n start row oo.oo.\n goal count(peg) == 2\n}\n";
    let analysis = loaded(text);
    let told = |plan: &str| {
        let (found, at) = error(plan, followed(&analysis, "P", &[], plan));
        format!("{} {} | {at}", found.code.as_str(), found.headline)
    };
    for (plan, expected) in [
        ("", "P0707 the plan ends before the goal, after 0 moves | "),
        ("// nothing\n", "P0707 the plan ends before the goal, after 0 moves | "),
        ("a1-c1", "P0707 the plan ends before the goal, after 1 move | a1-c1"),
        ("a1-c1 e1-z9", "P0706 there is no cell `z9` | z9"),
        ("a1-c1 d1-f1 a1-b1", "P0706 `a1-b1` is no move of this puzzle | a1-b1"),
        ("a1-c1 hop d1-f1", "P0706 there is no cell `hop` | hop"),
        ("jump a1-c1 jump c1-a1", "P0706 `c1-a1` is not possible: cell b1 is empty | c1-a1"),
        ("{", "P0709 it is not JSON: EOF while parsing an object at line 1 column 1 | "),
        ("{}", "P0709 it is not a document of `puzzlec solve` | "),
        ("{\"reports\": []}", "P0709 it has no solution of `P` | "),
        ("1. a1-c1 … and 5 more steps", "P0709 the list of moves is cut short | …"),
    ] {
        let said = told(plan);
        if plan.starts_with("jump") {
            assert!(
                said.starts_with("P0706 `") && said.contains("c1-a1` is not possible: cell b1 is empty"),
                "{said}"
            );
        } else {
            assert_eq!(said, expected);
        }
    }
    // Both jumps, in either order, with the rule or without.
    for plan in ["a1-c1 d1-f1", "d1-f1\na1-c1", "Heading a1 b1\n1. jump a1-c1 2. d1-f1", "a1-c1, jump d1-f1;"]
    {
        assert_eq!(followed(&analysis, "P", &[], plan).unwrap().length, 2, "{plan}");
    }
}

#[test]
fn the_length_stands_beside_the_known_ones() {
    let text = "use peg\npuzzle P {\n board line 4\n rules peg.jump\n start row oo..\n goal count(peg) <= 2\n expect solvable within 3 moves\n}\n";
    let report = followed(&loaded(text), "P", &[], "a1-c1").unwrap();
    assert_eq!((report.length, report.known.found, report.known.at_least), (1, Some(0), Some(0)));
    assert_eq!(report.known.expected, Some(3));
}

#[test]
fn moves_with_one_notation_need_the_rule() {
    let text = "piece p \"o\"\npiece q \"x\"\nrule a(x: p, y: empty) { when adjacent(x, y); move x to y }\n\
        rule b(x: p, y: empty) { when adjacent(x, y); move x to y; put q at x }\n\
        puzzle P {\n board line 3\n rules a, b\n start row o..\n goal c1 is p and a1 is q\n}\n";
    let analysis = loaded(text);
    if !analysis.faults().is_empty() {
        panic!("{:?}", analysis.faults());
    }
    let (found, at) = error("a1-b1 a b1-c1", followed(&analysis, "P", &[], "a1-b1 a b1-c1"));
    assert_eq!((found.code.as_str(), at), ("P0708", "a1-b1"));
    assert_eq!(found.headline, "`a1-b1` may be a move of `a` or of `b`");
    assert_eq!(followed(&analysis, "P", &[], "b a1-b1 a b1-c1").unwrap().length, 2);
}

#[test]
fn theories_keep_to_the_bound() {
    for (file, name, least) in
        [("coins/square", "HToO", 4), ("coins/square", "FarApart", 12), ("peg/triangle", "TopToTop", 13)]
    {
        let analysis = Analysis::load(&DiskFiles, &[format!("examples/{file}.puzzle")]);
        let puzzle = analysis.puzzles().iter().find(|p| p.name == name).unwrap();
        for within in [0, least - 1, least, least + 1] {
            let options = Options { wanted: Wanted::Within(within), ..Options::default() };
            let budget = Budget::unlimited().with_states(200_000);
            let (report, certificate) = analysis.certify(puzzle, &[], &options, &budget).unwrap();
            match &report.answer {
                Answer::Solved(plan) => assert!(plan.length <= within && within >= least, "{name} {within}"),
                Answer::NotWithin { within: most, at_least, .. } => {
                    assert!(*most == within && within < least && *at_least <= least, "{name} {within}");
                }
                other => panic!("{name} {within}: {other:?}"),
            }
            let checked = analysis.verify(puzzle, &certificate.unwrap(), &budget).unwrap();
            assert!(matches!(checked, Checked::Verified(_)), "{name} {within}: {checked:?}");
        }
    }
}

/// The start of a solution and the position after each step.
fn drawn(text: &str) -> Vec<Vec<String>> {
    let mut files = MemoryFiles::default();
    files.0.insert("a.puzzle".to_owned(), text.to_owned());
    let analysis = Analysis::load(&files, &["a.puzzle".to_owned()]);
    let options = Options { wanted: Wanted::Least, ..Options::default() };
    let puzzle = analysis.puzzles().first().unwrap();
    let report = analysis.solve(puzzle, &[], &options, Budget::unlimited()).unwrap();
    let Answer::Solved(plan) = report.answer else { unreachable!("{:?}", report.answer) };
    [plan.start].into_iter().chain(plan.steps.into_iter().map(|s| s.after)).collect()
}

#[test]
fn blocks_keep_the_letters_that_the_author_drew() {
    let text = "edition 1\nuse blocks\npuzzle P {\n    board square 3 by 2\n    rules blocks.step\n    \
        start \"\"\"\n        Z.M\n        Z..\n    \"\"\"\n    goal \"\"\"\n        .Z.\n        .ZM\n    \"\"\"\n}\n";
    let found = drawn(text);
    assert_eq!(found.first().unwrap().join("/"), "Z . M/Z . .");
    assert_eq!(found.last().unwrap().join("/"), ". Z ./. Z M");
    let row = "edition 1\nuse blocks\nconfiguration C = row Q.K\npuzzle P {\n    board line 3\n    \
        rules blocks.step\n    start C\n    goal row .??\n}\n";
    assert_eq!(drawn(row), [["Q . K"], [". Q K"]]);
}
