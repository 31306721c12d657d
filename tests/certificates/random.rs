//! Random small puzzles: whatever is made of their certificates, no falsehood is verified.
//!
//! The truth is what the slow walk by the rules as written finds. Certificates are changed in one place,
//! and written for corrupted copies of the task: with actions left out, other guards, another start, another
//! goal. A search believes such a copy, so that its certificates are the best forgeries that there are.

use puzzlec_analysis::Analysis;
use puzzlec_base::Budget;
use puzzlec_checker::certificate::{Checked, check};
use puzzlec_checker::checker::Checkers;
use puzzlec_checker::{Explored, explore};
use puzzlec_model::Model;
use puzzlec_model::project::MemoryFiles;
use puzzlec_search::certificate::Writer;
use puzzlec_search::ground::{Ground, ground};
use puzzlec_search::{self, Method, Options, Wanted};
use puzzlec_task::certificate::{CertificateFile, Level, LowerBound, Proof};
use puzzlec_task::{Condition, ValueSet};
use puzzlec_task::{Verdict, labels};

use crate::certificates::cases::read;
use crate::certificates::mutated::{Numbers, changes};

const BOARDS: &[(&str, usize)] = &[
    ("line 5", 5),
    ("ring 5", 5),
    ("square 3 by 2", 6),
    ("square diagonal 2 by 3", 6),
    ("hex side 2", 7),
    ("triangle side 3", 6),
    ("graph { p-q q-r r-p r-s s-t }", 5),
    ("line unbounded", 5),
];

const WRITTEN: &[&str] = &[
    "rule r(x: piece, y: empty) { when adjacent(x, y) move x to y }",
    "rule r(x: red, y: empty) { when count(piece, around y except x) >= 1 move x to y }",
    "rule r(x: piece, y: piece) { when distance(x, y) <= 2 and count(red) < 3 swap x with y }",
    "rule r(x: red) { flip red <-> blue at x, around x }",
    "rule r(x: piece, y) { when adjacent(x, y) and y is not blue remove x; flip red <-> blue at y }",
    "rule r(x: blue, d: direction) { when step(x, d) is empty shift x towards d }",
];

fn pick<'a, T>(numbers: &mut Numbers, list: &'a [T]) -> &'a T {
    &list[numbers.below(list.len())]
}

fn marks(numbers: &mut Numbers, n: usize) -> String {
    (0..n).map(|_| *pick(numbers, &['.', '.', 'r', 'b', '1'])).collect()
}

/// A puzzle that may be anything.
fn puzzle(numbers: &mut Numbers) -> String {
    let (board, cells) = *pick(numbers, BOARDS);
    let rule = if numbers.below(2) == 0 {
        (*pick(numbers, WRITTEN)).to_owned()
    } else {
        let n = 1 + numbers.below(3);
        let mut side = || {
            let cells: Vec<&str> =
                (0..n).map(|_| *pick(numbers, &["red", "blue", "tile", "empty", "?"])).collect();
            cells.join(" | ")
        };
        format!("rule r {{ [ {} ] -> [ {} ] }}", side(), side())
    };
    let goal = match numbers.below(4) {
        0 => "count(red) == 1".to_owned(),
        1 => "count(blue) > count(red)".to_owned(),
        _ => format!("row {}", marks(numbers, cells)),
    };
    format!(
        "piece red \"r\"\npiece blue \"b\"\npiece tile \"12\"\n{rule}\n\
         puzzle P {{\n board {board}\n rules r\n start row {}\n goal {goal}\n}}\n",
        marks(numbers, cells)
    )
}

struct Puzzle {
    text: String,
    model: Model,
    ground: Ground,
    truth: Explored,
}

/// The puzzle of a text, where it has a meaning and few positions.
fn load(text: String) -> Option<Puzzle> {
    let files = MemoryFiles([("p.puzzle".to_owned(), text.clone())].into());
    let analysis = Analysis::load(&files, &["p.puzzle".to_owned()]);
    let model = analysis.model(&analysis.puzzles()[0], &[]).ok()?;
    let ground = ground(&model, None, &Budget::unlimited()).ok()?;
    let truth = match model.board.unbounded {
        false => explore(&model, 300)?,
        true => bounded(&text)?,
    };
    Some(Puzzle { text, model, ground, truth })
}

/// The truth about a line without ends: that of a long one, if no piece comes near its ends.
fn bounded(text: &str) -> Option<Explored> {
    let wide = |n: usize| {
        let pad = ".".repeat(n);
        let mut text = text.replace("line unbounded", &format!("line {}", 5 + 2 * n));
        for word in ["start row ", "goal row "] {
            text = text.replace(word, &format!("{word}{pad}"));
        }
        let padded: Vec<String> = text
            .lines()
            .map(|l| if l.contains(" row ") { format!("{l}{pad}") } else { l.to_owned() })
            .collect();
        let files = MemoryFiles([("p.puzzle".to_owned(), padded.join("\n"))].into());
        let analysis = Analysis::load(&files, &["p.puzzle".to_owned()]);
        let model = analysis.model(&analysis.puzzles()[0], &[]).ok()?;
        explore(&model, 300)
    };
    wide(6).filter(|found| wide(9).as_ref() == Some(found))
}

/// Whether a proof says of the puzzle what is so.
fn is_true(puzzle: &Puzzle, proof: &Proof) -> bool {
    let goal_at = puzzle.truth.goal_at;
    match proof {
        Proof::Plan { length, least: Some(_), .. } => goal_at == Some(*length),
        Proof::Plan { length, least: None, .. } => goal_at.is_some_and(|at| at <= *length),
        Proof::AtLeast { length, .. } => goal_at.is_none_or(|at| at >= *length),
        _ => goal_at.is_none(),
    }
}

/// The certificate of what a search finds of a task.
fn written(puzzle: &Puzzle, task: &Ground, (method, wanted): (Method, Wanted)) -> Option<CertificateFile> {
    let budget = Budget::unlimited().with_states(2_000);
    let result = puzzlec_search::solve(&task.task, &Options { wanted, ..method.into() }, &budget);
    let writer =
        Writer { model: &puzzle.model, ground: Some(task), patterns: None, context: &budget.clone().into() };
    match &result.verdict {
        Verdict::Solved(plan) => {
            let steps = labels(&plan.steps, &task.task.actions, &result.made);
            writer.plan(&steps, (plan.length, plan.optimality), None).ok()
        }
        Verdict::Unsolvable { certificate, .. } => writer.unsolvable(certificate).ok(),
        Verdict::NotWithin(most) => writer.not_within(*most, None).ok(),
        Verdict::Game(_) | Verdict::Stopped(_) => None,
    }
}

/// A method, and what it is asked for.
fn question(numbers: &mut Numbers) -> (Method, Wanted) {
    let method = *pick(numbers, &[Method::Auto, Method::Breadth, Method::Bidirectional]);
    let most = numbers.below(4) as u64;
    (method, *pick(numbers, &[Wanted::Least, Wanted::Least, Wanted::Within(most)]))
}

fn verified(puzzle: &Puzzle, document: &CertificateFile) -> bool {
    let budget = Budget::unlimited().with_states(5_000);
    match check(&puzzle.model, document, Checkers::NONE, &budget) {
        Checked::Verified(claim) => {
            assert!(is_true(puzzle, &document.proof), "{}\n{claim}\n{document:#?}", puzzle.text);
            true
        }
        Checked::Rejected(_) | Checked::Stopped(_) => false,
    }
}

/// Checks certificates of random puzzles that were changed in one place, and gives how many.
fn mutate(seed: u64, most: usize) -> usize {
    let mut numbers = Numbers(seed);
    let mut changed = 0;
    while changed < most {
        let Some(puzzle) = load(puzzle(&mut numbers)) else { continue };
        let question = question(&mut numbers);
        let Some(document) = written(&puzzle, &puzzle.ground, question) else { continue };
        let accepted = verified(&puzzle, &document);
        assert!(accepted || puzzle.model.board.unbounded, "{}\n{document:#?}", puzzle.text);
        let all = changes(&serde_json::to_value(&document).unwrap());
        for _ in 0..10 {
            changed += 1;
            if let Ok(document) = read(&pick(&mut numbers, &all).to_string()) {
                verified(&puzzle, &document);
            }
        }
    }
    changed
}

/// A copy of a task in which something is wrong.
fn corrupted(ground: &Ground, numbers: &mut Numbers) -> Ground {
    let mut copy = ground.clone();
    let task = &mut copy.task;
    let sizes: Vec<u16> = task.variables.iter().map(|v| v.size).collect();
    let cell = numbers.below(sizes.len());
    let value = numbers.below(usize::from(sizes[cell])) as u16;
    let action = if task.actions.is_empty() { 0 } else { numbers.below(task.actions.len()) };
    match numbers.below(6) {
        0 if !task.actions.is_empty() => drop(task.actions.remove(action)),
        1 => task.actions.retain(|_| numbers.below(2) == 0),
        2 if task.actions.get(action).is_some_and(|a| !a.guard.is_empty()) => {
            let guard = &mut task.actions[action].guard;
            let at = numbers.below(guard.len());
            guard[at].1 = ValueSet::one(value);
        }
        3 if !task.actions.is_empty() => task.actions[action].guard.clear(),
        4 => task.start[cell] = value,
        _ => {
            let asked = Condition::In(cell as u32, ValueSet::one(value));
            let goal = std::mem::replace(&mut task.goal, Condition::False);
            if numbers.below(2) == 0 {
                task.goal = goal.and(asked);
            }
        }
    }
    copy
}

/// Checks certificates of corrupted copies, and gives how many claim what is not so.
fn forge(seed: u64, most: usize) -> usize {
    let mut numbers = Numbers(seed);
    let mut false_claims = 0;
    while false_claims < most {
        let Some(puzzle) = load(puzzle(&mut numbers)) else { continue };
        for _ in 0..4 {
            let copy = corrupted(&puzzle.ground, &mut numbers);
            let question = question(&mut numbers);
            let Some(mut document) = written(&puzzle, &copy, question) else { continue };
            if !is_true(&puzzle, &document.proof) {
                false_claims += 1;
                verified(&puzzle, &document);
            }
            // The corrupted task itself as the cut of the board.
            let trusting = check(&puzzle.model, &document, Checkers::NONE, Budget::unlimited());
            if matches!(trusting, Checked::Verified(_)) {
                assert!(is_true(&puzzle, &document.proof), "{}", puzzle.text);
            }
            // Levels that end too early.
            if let Proof::Closed { levels } | Proof::ClosedBackward { levels, .. } = &mut document.proof {
                levels.pop();
                verified(&puzzle, &document);
            }
            if let Proof::AtLeast { bound: LowerBound::Levels(levels), length, .. } = &mut document.proof {
                levels.push(Level { positions: 1, hash: "0".repeat(32) });
                *length += 1;
                verified(&puzzle, &document);
            }
            if let Proof::Plan { least: Some(LowerBound::Levels(levels)), length, steps, .. } =
                &mut document.proof
                && let Some(last) = steps.iter().last()
            {
                levels.push(Level { positions: 1, hash: "0".repeat(32) });
                *length += 1;
                steps.push(&last);
                verified(&puzzle, &document);
            }
        }
    }
    false_claims
}

#[test]
fn changed_certificates_of_random_puzzles_prove_no_falsehood() {
    assert!(mutate(1, 600) >= 600);
}

#[test]
fn certificates_of_corrupted_tasks_prove_no_falsehood() {
    assert!(forge(2, 60) >= 60);
}

#[test]
#[ignore = "minutes"]
fn ten_thousand_changes_and_two_hundred_forgeries_prove_no_falsehood() {
    assert!(mutate(3, 10_000) >= 10_000);
    assert!(forge(4, 200) >= 200);
}
