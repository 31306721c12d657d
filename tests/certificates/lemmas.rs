//! Lemmas about placements: those of the program hold, and no change of them proves a falsehood.

use std::collections::BTreeMap;

use crate::support::loaded;
use puzzlec_analysis::{Analysis, Answer};
use puzzlec_base::Budget;
use puzzlec_checker::certificate::Checked;
use puzzlec_search::{Options, Wanted};
use puzzlec_task::certificate::{CertificateFile, Fact, Lemmas, Proof};

use crate::certificates::mutated::Numbers;
use crate::support::long;

fn certified(analysis: &Analysis) -> (Option<String>, CertificateFile) {
    let options = Options { wanted: Wanted::All { listed: 1 }, ..Options::default() };
    let puzzle = &analysis.puzzles()[0];
    let (report, document) = analysis.certify(puzzle, &[], &options, Budget::unlimited()).unwrap();
    let count = match report.answer {
        Answer::Unsolvable { .. } => Some("0".to_owned()),
        _ => report.solutions.map(|all| all.count),
    };
    (count, document.unwrap())
}

fn checked(analysis: &Analysis, document: &CertificateFile) -> Checked {
    analysis.verify(&analysis.puzzles()[0], document, Budget::unlimited()).unwrap()
}

fn lemmas(document: &mut CertificateFile) -> Option<&mut Lemmas> {
    match &mut document.proof {
        Proof::Placement { lemmas } | Proof::OnlyPlacement { lemmas, .. } => lemmas.as_mut(),
        _ => None,
    }
}

#[test]
fn lemmas_hold_and_prove_nothing_of_relatives() {
    let mut numbers = Numbers(1979);
    let (mut with, mut tried, mut refused) = (0, 0, 0);
    for round in 0..if long() { 200 } else { 80 } {
        let (text, relative) = if round % 4 == 3 { islands(&mut numbers) } else { shapes(&mut numbers) };
        let (analysis, relative) = (loaded(&text), loaded(&relative));
        let (count, mut document) = certified(&analysis);
        let verified = checked(&analysis, &document);
        assert!(matches!(verified, Checked::Verified(_)), "{verified:?}: {text}\n{document:#?}");
        let Some(found) = lemmas(&mut document).filter(|found| found.clauses.len() > 3) else { continue };
        with += 1;
        let found = found.clone();
        assert!(matches!(count.as_deref(), Some("0" | "1")), "{count:?}");
        let (more, _) = certified(&relative);
        // Without the last lemma, or with another literal, the proof is still one only if what it claims holds.
        for at in 0..found.clauses.len().min(40) {
            let at =
                if at < 20 { at } else { found.clauses.len() - 1 - (at - 20).min(found.clauses.len() - 1) };
            for change in 0..4 {
                let mut changed = found.clone();
                match change {
                    0 => drop(changed.clauses.remove(at)),
                    1 => {
                        changed.clauses[at] =
                            changed.clauses[at].split_once(' ').map_or("", |(_, rest)| rest).into();
                    }
                    2 => changed.clauses[at] = changed.clauses[at].replacen('-', "", 1),
                    _ => {
                        let place = numbers.below(changed.facts.len());
                        if let Fact::Holds { holds, .. } = &mut changed.facts[place] {
                            *holds = "empty".into();
                        }
                    }
                }
                let mut forged = document.clone();
                *lemmas(&mut forged).unwrap() = changed;
                if count != more {
                    tried += 1;
                    let result = checked(&relative, &forged);
                    assert!(!matches!(result, Checked::Verified(_)), "{relative:?} {forged:#?}");
                }
                refused += usize::from(!matches!(checked(&analysis, &forged), Checked::Verified(_)));
            }
        }
        if count != more {
            let result = checked(&relative, &document);
            assert!(matches!(result, Checked::Rejected(_)), "{result:?}: {document:#?}");
        }
    }
    assert!(with > 5 && tried > 100 && refused > 100, "{with} {tried} {refused}");
}

#[test]
fn lemmas_that_cannot_be_read_are_refused() {
    let mut numbers = Numbers(3);
    let mut found = None;
    while found.is_none() {
        let (text, _) = shapes(&mut numbers);
        let analysis = loaded(&text);
        let (_, mut document) = certified(&analysis);
        if lemmas(&mut document).is_some_and(|found| found.clauses.len() > 3) {
            found = Some((analysis, document));
        }
    }
    let (analysis, document) = found.unwrap();
    let changed = |f: &dyn Fn(&mut Lemmas)| {
        let mut document = document.clone();
        f(lemmas(&mut document).unwrap());
        checked(&analysis, &document)
    };
    let refused = |result: Checked| matches!(result, Checked::Rejected(_));
    assert!(refused(changed(&|all| all.clauses.insert(0, "0".into()))));
    assert!(refused(changed(&|all| all.clauses.insert(0, "99999999".into()))));
    assert!(refused(changed(&|all| all.clauses.insert(0, "1 x".into()))));
    assert!(refused(changed(&|all| all.clauses.insert(0, "-2147483648".into()))));
    assert!(refused(changed(&|all| all
        .facts
        .push(Fact::Holds { cell: "z9".into(), holds: "empty".into() }))));
    assert!(refused(changed(&|all| {
        all.facts.push(Fact::Laid { piece: 0, cells: BTreeMap::from([("a1".into(), "digit 1".into())]) });
    })));
    assert!(refused(changed(&|all| all.clauses.clear())));
    assert!(refused(changed(&|all| all.clauses = vec![String::new()])));
    let limited = Budget::default().with_states(1);
    let result = analysis.verify(&analysis.puzzles()[0], &document, limited).unwrap();
    assert!(matches!(result, Checked::Stopped(_)), "{result:?}");
}

/// Goals about shapes on a small board, of which the last is left out in a relative.
fn shapes(numbers: &mut Numbers) -> (String, String) {
    let cell =
        |numbers: &mut Numbers| format!("{}{}", ["a", "b", "c", "d"][numbers.below(4)], 1 + numbers.below(3));
    let part = |numbers: &mut Numbers| {
        let (one, other) = (cell(numbers), cell(numbers));
        let set = ["sea", "empty", "(cells where x: x is not sea)"][numbers.below(3)];
        match numbers.below(8) {
            0 => format!("connected({set})"),
            1 => format!("loop({set})"),
            2 => format!("path({set}, {one}, {other})"),
            3 => format!("tree({set})"),
            4 => format!("components({set}) == {}", 1 + numbers.below(3)),
            5 => format!("count(sea) == {}", 3 + numbers.below(6)),
            6 => format!("not connected({set})"),
            _ => format!("count(component({one}, {set})) == {}", 1 + numbers.below(4)),
        }
    };
    let parts: Vec<String> = (0..2 + numbers.below(3)).map(|_| part(numbers)).collect();
    let text = |parts: &[String]| {
        format!(
            "piece sea \"#\"\npuzzle P {{\n    board square 4 by 3\n    place sea *\n    goal where {}\n}}\n",
            parts.join("\n        and ")
        )
    };
    (text(&parts), text(&parts[..parts.len() - 1]))
}

/// Islands with numbers in a sea, of which a part of the goal is left out in a relative.
fn islands(numbers: &mut Numbers) -> (String, String) {
    let mut cells: Vec<String> = Vec::new();
    for _ in 0..2 + numbers.below(4) {
        let cell = format!("{}{}", ["a", "b", "c", "d", "e"][numbers.below(5)], 1 + numbers.below(4));
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    let land = "(cells where y: y is not sea)";
    let sized = |numbers: &mut Numbers, cell: &String| {
        let comparison = ["==", "==", "<="][numbers.below(3)];
        let size = format!("count(component({cell}, {land})) {comparison} {}", 1 + numbers.below(6));
        if numbers.below(4) == 0 { format!("({cell} is sea or {size})") } else { size }
    };
    let mut parts: Vec<String> = cells.iter().map(|cell| sized(numbers, cell)).collect();
    let clues = cells.join(" union ");
    parts.push(match numbers.below(3) {
        0 => format!("components({land}) == {}", cells.len()),
        1 => format!("components({land}) <= {}", cells.len()),
        _ => format!("(all x in cells: x is sea or count(({clues}) and component(x, {land})) == 1)"),
    });
    parts.push("connected(sea)".into());
    let pools =
        "(all x in cells: not (count(sea, run(x, right, 2) union run(step(x, down), right, 2)) == 4))";
    parts.push(pools.into());
    let text = |left_out: usize| {
        let parts: Vec<&str> = parts
            .iter()
            .enumerate()
            .filter(|(at, _)| *at != left_out)
            .map(|(_, part)| part.as_str())
            .collect();
        let goal = parts.join("\n        and ");
        format!(
            "piece sea \"#\"\npuzzle P {{\n    board square 5 by 4\n    place sea *\n    goal where {goal}\n}}\n"
        )
    };
    (text(usize::MAX), text(numbers.below(parts.len())))
}

#[test]
fn lemmas_about_shapes() {
    judged(1736, 400, shapes);
}

#[test]
fn lemmas_about_islands() {
    judged(2023, 250, islands);
}

/// All certificates of some puzzles hold, and those that there is no placement are refused for relatives that have one.
fn judged(seed: u64, rounds: usize, puzzle: fn(&mut Numbers) -> (String, String)) {
    let mut numbers = Numbers(seed);
    let (mut none, mut one, mut tried) = (0, 0, 0);
    for _ in 0..if long() { rounds } else { rounds / 2 } {
        let (text, relative) = puzzle(&mut numbers);
        let (analysis, relative) = (loaded(&text), loaded(&relative));
        let (count, document) = certified(&analysis);
        let verified = checked(&analysis, &document);
        assert!(matches!(verified, Checked::Verified(_)), "{verified:?}: {text}\n{document:#?}");
        let exact = matches!(document.proof, Proof::Placement { .. });
        none += usize::from(exact);
        one += usize::from(count.as_deref() == Some("1"));
        if exact && !matches!(certified(&relative).1.proof, Proof::Placement { .. }) {
            tried += 1;
            let result = checked(&relative, &document);
            assert!(matches!(result, Checked::Rejected(_)), "{result:?}: {text}\n{document:#?}");
        }
    }
    assert!(none > 30 && one > 5 && tried > 5, "{none} {one} {tried}");
}
