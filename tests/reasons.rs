//! Steps of reason: all examples, beside their solutions, and the words.

use crate::support::loaded;
use puzzlec_analysis::{GenerateOptions, ReasonsEnd, ReasonsReport};
use puzzlec_base::Budget;
use puzzlec_task::SearchContext;

fn explained(text: &str) -> ReasonsReport {
    let analysis = loaded(text);
    let errors: Vec<_> = analysis.check(&Budget::unlimited()).into_iter().filter(|d| d.is_error()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    analysis.reasons(&analysis.puzzles()[0], &[], SearchContext::unlimited()).unwrap().unwrap()
}

fn texts(report: &ReasonsReport) -> Vec<&str> {
    report.steps.iter().map(|step| step.text.as_str()).collect()
}

/// The examples with one placement that deductions solve, with the difficulty of each; what they decide is the solution.
#[test]
#[cfg(feature = "disk")]
fn examples() {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use crate::support::files::puzzle_files;
    use crate::support::workers::with_each;
    use puzzlec_analysis::{Analysis, Answer};
    use puzzlec_model::project::DiskFiles;
    use puzzlec_search::{Options, Wanted};
    let (solved, seen) = (AtomicUsize::new(0), AtomicUsize::new(0));
    with_each(&puzzle_files(&["examples/placing", "examples/generate"]), |path| {
        let analysis = Analysis::load(&DiskFiles, std::slice::from_ref(path));
        for puzzle in analysis.puzzles() {
            let budget = Budget::unlimited();
            let Ok(Some(report)) = analysis.reasons(puzzle, &[], SearchContext::from(budget)) else {
                continue;
            };
            seen.fetch_add(1, Ordering::Relaxed);
            if report.end != ReasonsEnd::Solved {
                continue;
            }
            solved.fetch_add(1, Ordering::Relaxed);
            let options = Options { wanted: Wanted::All { listed: 2 }, ..Options::default() };
            let answer = analysis.solve(puzzle, &[], &options, SearchContext::unlimited()).unwrap();
            let count = answer.solutions.map(|all| all.count);
            assert_eq!(count.as_deref(), Some("1"), "{path} {}", puzzle.name);
            let Answer::Solved(plan) = answer.answer else { panic!("{path}") };
            assert!(plan.steps.iter().all(|step| !step.notation.is_empty()));
        }
    });
    let (solved, seen) = (solved.into_inner(), seen.into_inner());
    assert!(solved >= 12 && seen > solved, "{solved} of {seen}");
}

#[test]
fn reasons_are_told_in_words() {
    let latin = explained(
        r#"edition 2
piece digit "1234"
puzzle Latin {
    board square """
        AABB
        AABB
        CCDD
        CCDD
    """
    place digit * 16
    goal """
        1 ? ? ?
        ? ? 3 ?
        ? 4 ? ?
        ? ? ? 2
    """ and where all line in rows, columns, regions: different(line)
    expect 1 placement
}
"#,
    );
    assert_eq!(latin.end, ReasonsEnd::Solved);
    assert!(texts(&latin).iter().any(|text| text.contains("row ") && text.contains(" is ")));
    let lamps = explained(
        r#"edition 2
piece lamp "o"
puzzle Lamps {
    board line 4
    place lamp * 2
    goal  where count(lamp, a1 union b1) == 0
    expect 1 placement
}
"#,
    );
    assert_eq!(
        texts(&lamps),
        [
            "a1 and b1 are empty: none of a1 and b1 are lamp",
            "c1 is lamp: no more cells may be empty",
            "d1 is lamp: no more cells may be empty",
        ]
    );
    let sums = explained(
        r#"edition 2
piece digit "1234"
puzzle Sums {
    board line 3
    place digit * 3
    goal  where different(cells) and number(a1) + number(b1) == 3 and number(a1) > number(b1) and number(c1) > 3
    expect 1 placement
}
"#,
    );
    assert_eq!(sums.end, ReasonsEnd::Solved);
    assert!(texts(&sums).iter().any(|text| text.ends_with("a1 + b1 = 3")), "{:#?}", texts(&sums));
    assert!(texts(&sums).iter().any(|text| text.ends_with("a1 > b1")), "{:#?}", texts(&sums));
    // Several solutions, and none.
    let open = r#"edition 2
piece digit "12"
puzzle Two {
    board line 2
    place digit * 2
    goal  where different(cells)
    expect 2 placements
}
"#;
    assert_eq!(explained(open).end, ReasonsEnd::Several);
    let none = open.replace("different(cells)", "different(cells) and number(a1) == number(b1)");
    assert_eq!(explained(&none.replace("2 placements", "unsolvable")).end, ReasonsEnd::Impossible);
}

const SMALL: &str = r#"edition 2
piece digit "123456"
puzzle Small {
    board square """
        AAABBB
        AAABBB
        CCCDDD
        CCCDDD
        EEEFFF
        EEEFFF
    """
    place digit * 36
    goal  where all line in rows, columns, regions: different(line)
    clues
    wish  deduction
}
"#;

/// Generated puzzles are as hard as the wish says.
#[test]
fn wishes_for_deductions() {
    let made = |wish: &str, count: usize| {
        let analysis = loaded(&SMALL.replace("wish  deduction", wish));
        let errors: Vec<_> =
            analysis.check(&Budget::unlimited()).into_iter().filter(|d| d.is_error()).collect();
        assert!(errors.is_empty(), "{errors:#?}");
        let options = GenerateOptions { count, seed: 3, tries: 400, ..GenerateOptions::default() };
        let report =
            analysis.generate(&analysis.puzzles()[0], &[], &options, SearchContext::unlimited()).unwrap();
        let found: Vec<ReasonsReport> = report.puzzles.iter().map(|one| explained(&one.text)).collect();
        for (one, report) in report.puzzles.iter().zip(&found) {
            assert_eq!(report.end, ReasonsEnd::Solved, "{}", one.text);
            assert_eq!(report.difficulty, one.difficulty, "{}", one.text);
        }
        found
    };
    let all = made("wish  deduction", 3);
    assert_eq!(all.len(), 3);
    assert!(all.iter().all(|one| one.difficulty.unwrap().technique != "trial"));
    for technique in ["candidate", "place", "intersection"] {
        let found = made(&format!("wish  deduction {technique}"), 2);
        assert!(!found.is_empty(), "{technique}");
        assert!(found.iter().all(|one| one.difficulty.unwrap().technique == technique));
    }
    let hard = made("wish  hardest by deductions, minimal", 4);
    assert_eq!(hard.len(), 4);
    assert!(hard.windows(2).all(|two| two[0].difficulty >= two[1].difficulty));
    let refused = loaded(&SMALL.replace("wish  deduction", "wish  deduction pairs"));
    let errors = refused.check(&Budget::unlimited());
    assert!(errors.iter().any(|d| d.headline == "there is no technique `pairs`"), "{errors:#?}");
}
