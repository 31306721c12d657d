//! Puzzles that fall into parts: the answer is that of a search of the whole, and certificates by parts hold as long as
//! nobody changes them.

use puzzlec_analysis::{Analysis, Answer};
use puzzlec_base::Budget;
use puzzlec_checker::certificate::Checked;
use puzzlec_model::project::MemoryFiles;
use puzzlec_search::{Method, Options};
use puzzlec_task::certificate::{CertificateFile, LowerBound, PartBounds, Proof};

use crate::certificates::cases::checked;
use crate::certificates::mutated::Numbers;

fn shuffled<T: Clone>(numbers: &mut Numbers, list: &[T]) -> Vec<T> {
    let mut list = list.to_vec();
    for at in (1..list.len()).rev() {
        list.swap(at, numbers.below(at + 1));
    }
    list
}

/// Two or three rows below each other, or side by side between walls; rules move pieces within a row.
fn puzzle(numbers: &mut Numbers) -> String {
    let mut rules = String::new();
    let count = 2 + numbers.below(2);
    for rule in 0..count {
        let before = loop {
            let cells: Vec<&str> =
                (0..2 + numbers.below(2)).map(|_| ["coin", "dime", "empty"][numbers.below(3)]).collect();
            if cells.iter().any(|cell| *cell != cells[0]) {
                break cells;
            }
        };
        let after = loop {
            let after = shuffled(numbers, &before);
            if after != before {
                break after.join(" | ");
            }
        };
        let before = before.join(" | ");
        let ways = ["right", "left"].map(|way| format!("[ {before} ] -> [ {after} ] along {way}"));
        rules += &format!("rule r{rule} {{ {}\n {} }}\n", ways[0], ways[1]);
    }
    let (width, parts) = (3 + numbers.below(2), 2 + numbers.below(2));
    let (mut start, mut goal) = (String::new(), String::new());
    let between = if numbers.below(2) == 0 { "\n" } else { "#" };
    for part in 0..parts {
        if part > 0 {
            start += between;
            goal += between;
        }
        let row: Vec<char> = (0..width).map(|_| ['o', 'x', '.'][numbers.below(3)]).collect();
        let mut there = shuffled(numbers, &row);
        there.iter_mut().filter(|_| numbers.below(3) == 0).for_each(|mark| *mark = '?');
        start.extend(row);
        goal.extend(there);
    }
    let names: Vec<String> = (0..count).map(|rule| format!("r{rule}")).collect();
    format!(
        "edition 2\npiece coin \"o\"\npiece dime \"x\"\npiece wall \"#\"\n{rules}\
         puzzle P {{\n board square {}\n rules {}\n start \"\"\"\n{start}\n\"\"\"\n goal \"\"\"\n{goal}\n\"\"\"\n}}\n",
        if between == "#" {
            format!("{} by 1", (width + 1) * parts - 1)
        } else {
            format!("{width} by {parts}")
        },
        names.join(", "),
    )
}

fn rejected(model: &puzzlec_model::Model, document: &CertificateFile, proof: Proof, text: &str) {
    let document = CertificateFile { proof, ..document.clone() };
    match checked(model, &document) {
        Checked::Rejected(_) => {}
        other => panic!("{other:?}\n{text}\n{:?}", document.proof),
    }
}

#[test]
fn parts_are_proved_one_by_one() {
    let (mut bounds, mut impossible) = (0, 0);
    let seeds = std::env::var("PUZZLEC_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(600_u64);
    for seed in 1..=seeds {
        let text = puzzle(&mut Numbers(seed));
        let files = MemoryFiles([("p.puzzle".to_owned(), text.clone())].into());
        let analysis = Analysis::load(&files, &["p.puzzle".to_owned()]);
        let puzzle = &analysis.puzzles()[0];
        let Ok((report, document)) = analysis.certify(puzzle, &[], &Options::default(), Budget::unlimited())
        else {
            continue;
        };
        let breadth = analysis.solve(puzzle, &[], &Method::Breadth.into(), Budget::unlimited()).unwrap();
        match (&report.answer, &breadth.answer) {
            (Answer::Solved(plan), Answer::Solved(other)) => assert_eq!(plan.length, other.length, "{text}"),
            (Answer::Unsolvable { .. }, Answer::Unsolvable { .. }) => {}
            (one, other) => panic!("{one:?}, together {other:?}\n{text}"),
        }
        let (document, model) = (document.unwrap(), analysis.model(puzzle, &[]).unwrap());
        assert!(matches!(checked(&model, &document), Checked::Verified(_)), "{text}{document:?}");
        match &document.proof {
            Proof::Part { part, proof } => {
                impossible += 1;
                for at in 0..part.len() {
                    let mut fewer = part.clone();
                    fewer.remove(at);
                    rejected(&model, &document, Proof::Part { part: fewer, proof: proof.clone() }, &text);
                }
                let mut twice = part.clone();
                twice.push(part[0].clone());
                rejected(&model, &document, Proof::Part { part: twice, proof: proof.clone() }, &text);
                rejected(&model, &document, Proof::Part { part: Vec::new(), proof: proof.clone() }, &text);
                let deep = Proof::Part { part: part.clone(), proof: proof.clone() };
                rejected(&model, &document, Proof::Part { part: part.clone(), proof: Box::new(deep) }, &text);
            }
            Proof::Plan {
                least: Some(LowerBound::Parts(PartBounds { parts })), length, unit, steps, ..
            } => {
                bounds += 1;
                let claim = |parts| Proof::Plan {
                    length: *length,
                    unit: unit.clone(),
                    least: Some(LowerBound::Parts(PartBounds { parts })),
                    at_least: None,
                    steps: steps.clone(),
                };
                for at in 0..parts.len() {
                    let mut fewer = parts.clone();
                    fewer.remove(at);
                    rejected(&model, &document, claim(fewer), &text);
                    let mut shorter = parts.clone();
                    shorter[at].levels.pop();
                    rejected(&model, &document, claim(shorter), &text);
                    // A part alone is not impossible.
                    let closed = Proof::Closed { levels: parts[at].levels.clone() };
                    let part = parts[at].part.clone();
                    rejected(&model, &document, Proof::Part { part, proof: Box::new(closed) }, &text);
                }
                if let Some(first) = parts.first() {
                    let twice = parts.iter().chain([first]).cloned().collect();
                    rejected(&model, &document, claim(twice), &text);
                }
            }
            _ => {}
        }
    }
    assert!(bounds > 20 && impossible > 20, "{bounds} plans and {impossible} impossible parts");
}
