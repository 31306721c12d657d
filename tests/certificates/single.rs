//! Certificates of placements beside lists of all arrangements: single changes, and lemmas that are false.

use std::collections::{BTreeMap, BTreeSet};

use puzzlec_analysis::Analysis;
use puzzlec_base::Budget;
use puzzlec_checker::certificate::Checked;
use puzzlec_model::project::MemoryFiles;
use puzzlec_search::{Options, Wanted};
use puzzlec_task::certificate::{CertificateFile, Fact, Lemmas, LowerBound, PlacementBound, Proof};
use serde_json::Value;

use crate::certificates::cases::read;
use crate::certificates::mutated::{Numbers, changes};
use crate::certificates::small::{Small, puzzle};

/// `PUZZLEC_FUZZ` makes other puzzles, and ten times as many.
fn campaign(seed: u64, few: usize) -> (Numbers, usize) {
    let other = std::env::var("PUZZLEC_FUZZ").ok().and_then(|number| number.parse::<u64>().ok());
    (Numbers(seed + 1_000_003 * other.unwrap_or(0)), few * other.map_or(1, |_| 10))
}

struct Loaded {
    small: Small,
    analysis: Analysis,
}

impl Loaded {
    fn new(small: Small) -> Loaded {
        let files = MemoryFiles(BTreeMap::from([("a.puzzle".to_owned(), small.text.clone())]));
        Loaded { analysis: Analysis::load(&files, &["a.puzzle".to_owned()]), small }
    }

    fn certified(&self, wanted: Wanted) -> CertificateFile {
        let options = Options { wanted, ..Options::default() };
        let certified =
            self.analysis.certify(&self.analysis.puzzles()[0], &[], &options, Budget::unlimited());
        certified.unwrap_or_else(|found| panic!("{found:?}\n{}", self.small.text)).1.unwrap()
    }

    /// Whether a certificate is accepted; then its claim is compared with the list.
    fn accepts(&self, document: &CertificateFile) -> Result<String, String> {
        let puzzle = &self.analysis.puzzles()[0];
        match self.analysis.verify(puzzle, document, Budget::unlimited()).unwrap() {
            Checked::Verified(told) => {
                assert!(self.is_true(&told), "{told}\n{}\n{document:#?}", self.small.text);
                Ok(told)
            }
            Checked::Rejected(why) => Err(why),
            Checked::Stopped(limit) => panic!("{limit}"),
        }
    }

    fn is_true(&self, told: &str) -> bool {
        let (solutions, sizes) = (&self.small.solutions, self.small.sizes());
        let numbers: Vec<u64> = told.split(' ').filter_map(|word| word.parse().ok()).collect();
        let least = sizes.first().copied().unwrap_or(u64::MAX);
        match told {
            _ if told.starts_with("there is no solution") => solutions.is_empty(),
            _ if told.starts_with("no solution has fewer than") => least >= numbers[0],
            _ if told.ends_with("there is no other") => solutions.len() == 1 && sizes.contains(&numbers[0]),
            _ if told.ends_with("none is shorter") => least == numbers[0],
            _ if told.contains("none has fewer than") => sizes.contains(&numbers[0]) && least >= numbers[1],
            _ if told.starts_with("a solution of") => sizes.contains(&numbers[0]),
            _ => panic!("{told}"),
        }
    }
}

/// Changes of lists of numbers, words in the place of others, and those of [`changes`].
fn single(value: &Value) -> Vec<Value> {
    let mut all = changes(value);
    let text = value.to_string();
    let mut words: Vec<&str> = text.split('"').skip(1).step_by(2).collect();
    words.sort_unstable();
    words.dedup();
    for (at, _) in text.match_indices('"').step_by(2) {
        let Some((word, _)) = text[at + 1..].split_once('"') else { continue };
        let mut others: Vec<String> = Vec::new();
        let numbers: Vec<&str> = word.split(' ').collect();
        if numbers.iter().all(|number| number.parse::<i32>().is_ok()) {
            for (place, number) in numbers.iter().enumerate() {
                let number: i32 = number.parse().unwrap();
                for other in [
                    format!("{}", -number),
                    format!("{}", number + 1),
                    format!("{}", number - 1),
                    String::new(),
                ] {
                    let mut changed: Vec<String> = numbers.iter().map(|n| (*n).to_owned()).collect();
                    changed[place] = other;
                    others.push(changed.join(" "));
                }
            }
        } else if word.len() < 9 {
            let own = words.iter().position(|other| *other == word).unwrap_or(0);
            others.extend(words.iter().cycle().skip(own + 1).take(3).map(|other| (*other).to_owned()));
        }
        for other in others {
            let changed = format!("{}{other}{}", &text[..=at], &text[at + 1 + word.len()..]);
            all.extend(serde_json::from_str::<Value>(&changed).ok());
        }
    }
    all
}

#[test]
fn single_changes_prove_nothing_that_is_false() {
    let (mut numbers, count) = campaign(2024, 40);
    let (mut kinds, mut tried, mut accepted) = (BTreeMap::<String, usize>::new(), 0, 0);
    for _ in 0..count {
        let (own, relative) = puzzle(&mut numbers);
        let (own, relative) = (Loaded::new(own), Loaded::new(relative));
        for wanted in [Wanted::All { listed: 1 }, Wanted::Least] {
            let document = own.certified(wanted);
            let told = own.accepts(&document).unwrap_or_else(|why| {
                panic!("{why}\n{}\n{document:#?}", own.small.text);
            });
            let kind: String = told.chars().filter(|c| !c.is_ascii_digit()).take(60).collect();
            let lemmas = if format!("{document:?}").contains("clauses") { " with lemmas" } else { "" };
            *kinds.entry(kind + lemmas).or_default() += 1;
            let all = single(&serde_json::to_value(&document).unwrap());
            let step = (all.len() / 400).max(1);
            for changed in all.iter().skip(numbers.below(step)).step_by(step) {
                let Ok(changed) = read(&changed.to_string()) else { continue };
                tried += 2;
                accepted += usize::from(own.accepts(&changed).is_ok());
                accepted += usize::from(relative.accepts(&changed).is_ok());
            }
        }
    }
    assert!(tried > 10_000 && accepted < tried / 2, "{tried} {accepted} {kinds:#?}");
}

/// Lemmas that a solution violates are refused, whatever they are to prove.
#[test]
fn lemmas_that_a_solution_violates_are_refused() {
    let (mut numbers, count) = campaign(7, 60);
    let (mut tried, mut taken, mut others) = (0, 0, 0);
    for _ in 0..count {
        let (own, relative) = puzzle(&mut numbers);
        for small in [own, relative] {
            let solutions: Vec<_> = small.solutions.iter().cloned().collect();
            if solutions.is_empty() {
                continue;
            }
            let loaded = Loaded::new(small);
            let model = loaded.analysis.model(&loaded.analysis.puzzles()[0], &[]).unwrap();
            let cells: Vec<String> = model.board.cells().iter().map(|cell| model.board.name(*cell)).collect();
            let document = loaded.certified(Wanted::Any);
            // The cells that the steps of this solution name.
            let steps = serde_json::to_string(&document).unwrap();
            let covered: BTreeSet<&str> = cells
                .iter()
                .map(String::as_str)
                .filter(|cell| steps.contains(&format!("\"{cell}\"")))
                .collect();
            for _ in 0..40 {
                let (held, ways) = &solutions[numbers.below(solutions.len())];
                let mut facts: Vec<(Fact, bool)> = Vec::new();
                let share = 1 + numbers.below(8);
                for (cell, value) in held.iter().enumerate() {
                    if numbers.below(8) >= share {
                        continue;
                    }
                    let is = |value: usize| Fact::Holds {
                        cell: cells[cell].clone(),
                        holds: loaded.small.contents[value].to_owned(),
                    };
                    let other = numbers.below(loaded.small.contents.len());
                    match numbers.below(2) {
                        0 if other != usize::from(*value) => facts.push((is(other), false)),
                        _ => facts.push((is(usize::from(*value)), true)),
                    }
                }
                for (piece, way) in ways.iter().filter(|_| numbers.below(4) == 0) {
                    let way = way.iter().map(|(cell, holds)| (cells[*cell].clone(), holds.clone()));
                    facts.push((Fact::Laid { piece: *piece, cells: way.collect() }, true));
                }
                // Contents that no piece gives a cell are no facts.
                let known = |fact: &Fact| {
                    let lemmas = Lemmas { facts: vec![fact.clone()], clauses: vec!["1 -1".into()] };
                    let proof = Proof::Placement { lemmas: Some(lemmas) };
                    loaded
                        .accepts(&CertificateFile { proof, ..document.clone() })
                        .is_err_and(|why| !why.contains("not one of this puzzle"))
                };
                facts.retain(|(fact, _)| known(fact));
                let clause: Vec<String> = facts
                    .iter()
                    .enumerate()
                    .map(|(at, (_, is))| format!("{}{}", if *is { "-" } else { "" }, at + 1))
                    .collect();
                let lemmas = Lemmas {
                    facts: facts.iter().map(|fact| fact.0.clone()).collect(),
                    clauses: vec![clause.join(" "), String::new()],
                };
                // A bound above the pieces of this solution, and another solution as the only one.
                let mut proofs = vec![Proof::Placement { lemmas: Some(lemmas.clone()) }];
                proofs.push(Proof::AtLeast {
                    length: ways.len() as u64 + 1,
                    unit: "pieces".into(),
                    bound: LowerBound::Placements(PlacementBound {
                        fewest: ways.len() as u64 + 1,
                        lemmas: Some(lemmas.clone()),
                    }),
                });
                let own: BTreeSet<&str> =
                    ways.iter().flat_map(|way| way.1.keys()).map(|cell| cells[*cell].as_str()).collect();
                if let Proof::Plan { steps, .. } = &document.proof
                    && loaded.small.contents.len() == 2
                    && own != covered
                {
                    proofs.push(Proof::OnlyPlacement { steps: steps.clone(), lemmas: Some(lemmas.clone()) });
                    others += 1;
                }
                for proof in proofs {
                    tried += 1;
                    let forged = CertificateFile { proof, ..document.clone() };
                    let why = loaded.accepts(&forged).unwrap_err();
                    assert!(
                        why.starts_with("lemma 1 does not follow"),
                        "{why}\n{}\n{held:?}\n{forged:#?}",
                        loaded.small.text
                    );
                    taken += 1;
                }
            }
        }
    }
    assert!(tried > 2_000 && taken == tried && others > 100, "{tried} {taken} {others}");
}
