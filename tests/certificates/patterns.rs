//! Lower bounds by patterns: what a search proves before it is stopped, and whatever else the checker accepts, is true.

use crate::support::loaded;
use puzzlec_analysis::Answer;
use puzzlec_base::Budget;
use puzzlec_checker::certificate::Checked;
use puzzlec_checker::explore;
use puzzlec_model::Model;
use puzzlec_search::Options;
use puzzlec_task::certificate::{
    AtLeast, CertificateFile, KIND, LowerBound, PatternBound, PatternBounds, Proof, VERSION,
};

use crate::certificates::cases::{checked, read};
use crate::certificates::mutated::Numbers;

/// The 15-puzzle with this start.
fn fifteen(start: &str) -> String {
    format!(
        "edition 2\nuse tiles\npuzzle P {{\n board tiles.Fifteen\n rules tiles.slide\n start \"\"\"\n {start}\n \"\"\"\n \
         goal \"\"\"\n . 1 2 3\n 4 5 6 7\n 8 9 A B\n C D E F\n \"\"\"\n}}\n"
    )
}

fn document(model: &Model, length: u64, patterns: Vec<PatternBound>) -> CertificateFile {
    let bound = LowerBound::Patterns(PatternBounds { patterns });
    CertificateFile {
        version: VERSION,
        kind: KIND.into(),
        puzzle: model.name.clone(),
        parameters: [].into(),
        margin: None,
        area: None,
        task: None,
        proof: Proof::AtLeast { length, unit: model.unit.clone(), bound },
    }
}

fn sum(patterns: &[PatternBound]) -> u64 {
    patterns.iter().map(|pattern| pattern.at_least).sum()
}

fn refusal(model: &Model, document: &CertificateFile) -> String {
    match checked(model, document) {
        Checked::Rejected(why) => why,
        other => panic!("{other:?}: {document:?}"),
    }
}

#[test]
fn a_stopped_search_proves_a_bound() {
    // Number 1 of Korf's hundred, which takes 57 moves.
    let analysis = loaded(&fifteen("E D F 7\n B C 9 5\n 6 . 2 1\n 4 8 A 3"));
    let puzzle = &analysis.puzzles()[0];
    let budget = Budget::unlimited().with_states(200_000);
    let (report, written) = analysis.certify(puzzle, &[], &Options::default(), budget).unwrap();
    let Answer::Stopped { at_least: Some(told), .. } = report.answer else { panic!("{report:?}") };
    let (written, model) = (written.unwrap(), analysis.model(puzzle, &[]).unwrap());
    assert_eq!(
        checked(&model, &written),
        Checked::Verified("no solution has fewer than 41 moves".into()),
        "{written:?}"
    );
    assert_eq!(read(&serde_json::to_string(&written).unwrap()).unwrap(), written);
    let Proof::AtLeast { length, bound: LowerBound::Patterns(PatternBounds { patterns }), .. } =
        &written.proof
    else {
        panic!("{written:?}")
    };
    assert!(*length <= told && patterns.len() > 1 && sum(patterns) == *length);
    // The number of each pattern is exact.
    for (at, pattern) in patterns.iter().enumerate() {
        let number = pattern.at_least;
        let alone = |change: &dyn Fn(&mut PatternBound)| {
            let mut own = pattern.clone();
            change(&mut own);
            document(&model, number, vec![own])
        };
        assert!(matches!(checked(&model, &alone(&|_| {})), Checked::Verified(_)));
        let why = refusal(&model, &alone(&|own| own.at_least += 1));
        assert!(why.contains("as far as it shows"), "{why}");
        let why = refusal(&model, &alone(&|own| own.at_least -= 1));
        assert!(why.contains("do not add up"), "{why}");
        for piece in ["", "empty", "tile 16", "tile 1#2"] {
            let why = refusal(&model, &alone(&|own| own.pieces.push(piece.into())));
            assert!(why.contains("no piece"), "{why}");
        }
        let lost = (0..pattern.pieces.len()).filter(|piece| {
            let fewer = alone(&|own| drop(own.pieces.remove(*piece)));
            matches!(checked(&model, &fewer), Checked::Rejected(_))
        });
        assert!(lost.count() > 0, "{pattern:?}");
        // A piece in two patterns.
        let mut twice = patterns.clone();
        twice[at].pieces.push(patterns[(at + 1) % patterns.len()].pieces[0].clone());
        let why = refusal(&model, &document(&model, *length, twice));
        assert!(why.contains("is twice"), "{why}");
    }
    let why = refusal(&model, &document(&model, length + 1, patterns.clone()));
    assert!(why.contains("do not add up"), "{why}");
    refusal(&model, &document(&model, 1, Vec::new()));
    let mut sweeps = written.clone();
    if let Proof::AtLeast { unit, .. } = &mut sweeps.proof {
        *unit = "sweeps".into();
    }
    refusal(&model, &sweeps);
}

#[test]
fn a_plan_beside_a_bound() {
    let analysis = loaded(&fifteen(". 1 9 7\n B D 5 3\n E C 4 2\n 8 6 A F"));
    let puzzle = &analysis.puzzles()[0];
    let (_, solved) = analysis.certify(puzzle, &[], &Options::default(), Budget::unlimited()).unwrap();
    let (solved, model) = (solved.unwrap(), analysis.model(puzzle, &[]).unwrap());
    let Checked::Verified(told) = checked(&model, &solved) else { panic!("{solved:?}") };
    assert!(told.starts_with("a solution of 42 moves, and none has fewer than 3"), "{told}");
    assert_eq!(read(&serde_json::to_string(&solved).unwrap()).unwrap(), solved);
    let Proof::Plan { length, unit, steps, at_least: Some(bound), .. } = solved.proof.clone() else {
        panic!()
    };
    let more = AtLeast { length: bound.length + 1, ..bound };
    let proof = Proof::Plan { length, unit, least: None, at_least: Some(more), steps };
    refusal(&model, &CertificateFile { proof, ..solved });
}

/// Rules that exchange, turn, remove and push pieces in a row of cells, or move one where a count allows it.
fn puzzle(numbers: &mut Numbers) -> String {
    const PIECES: [&str; 4] = ["ant", "bee", "cat", "dog"];
    const MARKS: [char; 5] = ['a', 'b', 'c', 'd', '.'];
    let mut rules = String::new();
    let count = 1 + numbers.below(3);
    for rule in 0..count {
        let any =
            |numbers: &mut Numbers| ["ant", "bee", "cat", "dog", "empty", "empty", "empty"][numbers.below(7)];
        let piece = PIECES[numbers.below(4)];
        let text = match numbers.below(4) {
            0 => {
                let (near, least) = (PIECES[numbers.below(4)], 1 + numbers.below(2));
                format!(
                    "rule r{rule}(x: {piece}, y: empty) {{\n when adjacent(x, y) and count({near}, around y except x) >= {least}\n move x to y\n}}\n"
                )
            }
            // Any piece goes to an empty cell.
            1 => format!("rule r{rule}(x: piece, y: empty) {{\n when adjacent(x, y)\n move x to y\n}}\n"),
            kind => {
                let length = 2 + numbers.below(2);
                let before: Vec<&str> = (0..length).map(|_| any(numbers)).collect();
                let after: Vec<&str> = match kind {
                    2 => before.iter().rev().copied().collect(),
                    _ => (0..length).map(|_| any(numbers)).collect(),
                };
                if before == after || before.iter().all(|cell| *cell == "empty") {
                    format!("rule r{rule} {{ [ {piece} | empty ] -> [ empty | {piece} ] }}\n")
                } else {
                    format!("rule r{rule} {{ [ {} ] -> [ {} ] }}\n", before.join(" | "), after.join(" | "))
                }
            }
        };
        rules += &text;
    }
    let (width, height) = (2 + numbers.below(2), 2);
    let mut start: Vec<char> = (0..width * height).map(|_| MARKS[numbers.below(5)]).collect();
    let mut goal = start.clone();
    for at in (1..goal.len()).rev() {
        goal.swap(at, numbers.below(at + 1));
    }
    if numbers.below(4) == 0 {
        start[0] = MARKS[numbers.below(5)];
    }
    goal.iter_mut().filter(|_| numbers.below(3) == 0).for_each(|mark| *mark = '?');
    let rows = |cells: &[char]| -> String {
        cells.chunks(width).map(|row| format!("{}\n", row.iter().collect::<String>())).collect()
    };
    let pieces: String = PIECES.iter().map(|name| format!("piece {name} \"{}\"\n", &name[..1])).collect();
    let names: Vec<String> = (0..count).map(|rule| format!("r{rule}")).collect();
    format!(
        "edition 2\n{pieces}{rules}puzzle P {{\n board square {width} by {height}\n rules {}\n start \"\"\"\n{}\"\"\"\n \
         goal \"\"\"\n{}\"\"\"\n}}\n",
        names.join(", "),
        rows(&start),
        rows(&goal)
    )
}

#[test]
fn patterns_of_random_puzzles_prove_no_falsehood() {
    let seeds = std::env::var("PUZZLEC_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(400_u64);
    let (mut read, mut proved, mut exact, mut together) = (0, 0, 0, 0);
    for seed in 1..=seeds {
        let mut numbers = Numbers(seed);
        let text = puzzle(&mut numbers);
        let analysis = loaded(&text);
        let Some(model) = analysis.puzzles().first().and_then(|puzzle| analysis.model(puzzle, &[]).ok())
        else {
            continue;
        };
        let Some(explored) = explore(&model, 5_000) else { continue };
        read += 1;
        for _ in 0..3 {
            let mut patterns: Vec<PatternBound> = Vec::new();
            patterns.resize_with(1 + numbers.below(3), || PatternBound { pieces: Vec::new(), at_least: 0 });
            for piece in ["ant", "bee", "cat", "dog"] {
                let at = numbers.below(patterns.len() + 1);
                patterns.get_mut(at).into_iter().for_each(|pattern| pattern.pieces.push(piece.into()));
            }
            if let Checked::Rejected(why) = checked(&model, &document(&model, 0, patterns.clone())) {
                together += usize::from(why == "a move counts in two patterns");
                continue;
            }
            // The largest numbers that the checker accepts.
            for at in 0..patterns.len() {
                while patterns[at].at_least <= 40 {
                    patterns[at].at_least += 1;
                    let claimed = document(&model, sum(&patterns), patterns.clone());
                    if matches!(checked(&model, &claimed), Checked::Rejected(_)) {
                        patterns[at].at_least -= 1;
                        break;
                    }
                }
            }
            let claimed = sum(&patterns);
            match explored.goal_at {
                Some(least) => assert!(claimed <= least, "{claimed} > {least}: {patterns:?}\n{text}"),
                None => continue,
            }
            proved += usize::from(claimed > 0);
            exact += usize::from(claimed > 0 && explored.goal_at == Some(claimed));
            let own = document(&model, claimed + 1, patterns);
            assert!(matches!(checked(&model, &own), Checked::Rejected(_)), "{text}");
        }
    }
    assert!(read > 50 && proved > 20 && exact > 5 && together > 5, "{read} {proved} {exact} {together}");
}
