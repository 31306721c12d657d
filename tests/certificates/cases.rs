//! Puzzles with certificates of every kind.

use std::collections::BTreeSet;

use puzzlec_analysis::Analysis;
use puzzlec_base::Budget;
use puzzlec_checker::certificate::{Checked, check};
use puzzlec_checker::checker::Checkers;
use puzzlec_model::Model;
use puzzlec_model::project::DiskFiles;
use puzzlec_search::ground::{Ground, ground};
use puzzlec_search::{Method, Options, Wanted};
use puzzlec_task::certificate::{CertificateFile, Proof};

/// A puzzle with the certificate of its answer.
pub struct Case {
    pub name: String,
    pub model: Model,
    pub ground: Ground,
    pub document: CertificateFile,
}

impl Case {
    /// The certificate of a puzzle of an example file.
    pub fn of(file: &str, name: &str, set: &[(&str, i64)], method: Method) -> Case {
        Case::asked(file, name, set, &Options { method, ..Options::default() })
    }

    /// The certificate of an answer to this question.
    pub fn asked(file: &str, name: &str, set: &[(&str, i64)], options: &Options) -> Case {
        let analysis = Analysis::load(&DiskFiles, &[format!("examples/{file}.puzzle")]);
        let puzzle = analysis.puzzles().iter().find(|p| p.name == name).unwrap();
        let set: Vec<(String, i64)> = set.iter().map(|(n, v)| ((*n).to_owned(), *v)).collect();
        let (_, document) = analysis.certify(puzzle, &set, options, Budget::unlimited()).unwrap();
        let document = document.unwrap();
        let model = analysis.model(puzzle, &set).unwrap();
        let ground = ground(&model, document.margin, &Budget::unlimited()).unwrap();
        Case { name: format!("{file} {name}"), model, ground, document }
    }

    pub fn check(&self, document: &CertificateFile) -> Checked {
        checked(&self.model, document)
    }

    pub fn text(&self) -> String {
        serde_json::to_string(&self.document).unwrap()
    }
}

/// What becomes of a certificate.
pub fn checked(model: &Model, document: &CertificateFile) -> Checked {
    let checkers = Checkers(&|name| puzzlec_theories::ALL.checker(name));
    check(model, document, checkers, Budget::unlimited())
}

/// A certificate, read with all the memory that it wants.
pub fn read(text: &str) -> Result<CertificateFile, Checked> {
    puzzlec_checker::certificate::read(text, &Budget::unlimited())
}

/// Small puzzles, several of every kind of certificate.
pub fn all() -> Vec<Case> {
    use Method::{Auto, Bidirectional, Breadth};
    let list = [
        ("lights/small", "Nine", Breadth),
        ("lights/small", "Corner", Breadth),
        ("peg/sweeps", "PlusSweeps", Auto),
        ("peg/no-solution", "Potential", Auto),
        ("peg/no-solution", "Flat", Auto),
        ("research/twelve-jumps", "TwelveJumps", Auto),
        ("research/triangle-gap", "TopToInside", Auto),
        ("gourds/placement", "Rim", Auto),
        ("gourds/placement", "RimMixed", Breadth),
        ("gourds/placement", "RimMixed", Auto),
        ("gourds/star-and-rings", "StarReversal", Auto),
        ("gourds/star-and-rings", "RingSwap", Auto),
        ("gourds/impossible", "TwoHolesSwap", Auto),
        ("gourds/impossible", "NeverEmpty", Auto),
        // The contents that cells can have on squares.
        ("gourds/squares", "Change", Auto),
        ("gourds/small", "Swap", Auto),
        ("gourds/small", "ThreeCells", Auto),
        ("removal/rows", "Row", Auto),
        ("removal/rows", "EvenRow", Auto),
        ("removal/games", "Misere", Auto),
        ("peg/no-solution", "Corners", Auto),
        ("peg/no-solution", "Corners", Breadth),
        ("peg/no-solution", "White", Auto),
        ("peg/no-solution", "Whole", Auto),
        ("peg/no-solution", "Depth", Auto),
        ("peg/no-solution", "WhiteWithHelp", Auto),
        ("variants/peg-diagonal", "Straight", Auto),
        ("coins/redundant", "Frozen", Auto),
        ("coins/redundant", "LonelyCoins", Bidirectional),
        ("coins/square", "SplitInTwo", Bidirectional),
        ("gourds/star-and-rings", "RingSwap", Breadth),
        ("scripts/flip-two", "Even", Auto),
        ("variants/eight-puzzle-odd", "Swapped", Auto),
        ("variants/frogs-and-toads", "FrogsAndToads", Auto),
        ("layers/sokoban", "AlongTheWall", Auto),
        ("layers/sokoban", "SideBySide", Auto),
        ("variants/parts", "SixRows", Auto),
        ("variants/parts", "OneRowStuck", Auto),
        ("counters/jugs", "Halves", Breadth),
        ("counters/jugs", "Never", Breadth),
        ("counters/desert", "Dry", Breadth),
        ("counters/partisans", "ToadsAndFrogs", Auto),
    ];
    let mut cases: Vec<Case> = list.iter().map(|(file, name, m)| Case::of(file, name, &[], *m)).collect();
    cases.push(Case::of("sliding/alternate", "Alternate", &[("n", 3)], Auto));
    let within = |most| Options { wanted: Wanted::Within(most), ..Options::default() };
    cases.push(Case::asked("lights/small", "Sixteen", &[], &Options { method: Breadth, ..within(3) }));
    cases.push(Case::asked("variants/eight-puzzle", "Hardest", &[], &within(4)));
    cases
}

#[test]
fn every_kind_is_written_and_verified() {
    let mut kinds = BTreeSet::new();
    let mut least = BTreeSet::new();
    for case in all() {
        match case.check(&case.document) {
            Checked::Verified(_) => {}
            other => panic!("{}: {other:?}", case.name),
        }
        assert_eq!(read(&case.text()).unwrap(), case.document);
        kinds.insert(match &case.document.proof {
            Proof::Plan { least: levels, .. } => {
                least.insert(levels.is_some());
                "plan"
            }
            Proof::AtLeast { .. } => "at_least",
            Proof::Invariants { invariants, .. } if invariants.iter().any(|i| !i.pairs.is_empty()) => "pairs",
            Proof::Invariants { invariants, .. } if invariants.len() > 1 => "several invariants",
            Proof::Invariants { .. } => "invariants",
            Proof::Theory(_) => "theory",
            Proof::Winner { .. } => "winner",
            Proof::Game { .. } => "game",
            Proof::GoalImpossible { .. } => "goal_impossible",
            Proof::Part { .. } => "part",
            Proof::DeadEnd { .. } => "dead_end",
            Proof::Closed { .. } => "closed",
            Proof::ClosedBackward { .. } => "closed_backward",
            Proof::Placement { .. } => "placement",
            Proof::OnlyPlacement { .. } => "only_placement",
            Proof::Colouring { .. } => "colouring",
        });
    }
    assert_eq!(kinds.len(), 13, "{kinds:?}");
    assert_eq!(least.len(), 2);
}

#[test]
fn a_certificate_of_one_puzzle_says_nothing_of_another() {
    let cases = all();
    for (i, case) in cases.iter().enumerate() {
        for (j, other) in cases.iter().enumerate() {
            if i != j && case.name != other.name {
                assert!(matches!(case.check(&other.document), Checked::Rejected(_)));
                // Nor if it is made to look as if it were of this one.
                let mut document = other.document.clone();
                document.puzzle = case.document.puzzle.clone();
                document.parameters = case.document.parameters.clone();
                document.margin = case.document.margin;
                document.task = case.document.task.clone();
                assert!(
                    matches!(case.check(&document), Checked::Rejected(_)),
                    "{} for {}",
                    other.name,
                    case.name
                );
            }
        }
    }
}
