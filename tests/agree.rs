//! Two ways to the same answer: the engine on ground actions, and the checker's own walk over all
//! positions by the rules as written.

use crate::support::{files, long, workers};
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};

use files::puzzle_files;
use puzzlec_analysis::Analysis;
use puzzlec_base::Budget;
use puzzlec_checker::{explore, replay};
use puzzlec_model::Question;
use puzzlec_model::project::DiskFiles;
use puzzlec_search::ground::ground;
use puzzlec_search::{self, Method};
use puzzlec_syntax::ast::MeasureKind;
use puzzlec_task::Bounds;
use puzzlec_task::Condition;
use puzzlec_task::Cost;
use puzzlec_task::{Certificate, Searched, Verdict};
use workers::with_each;

/// Positions that the slow walk may look at, for each puzzle.
fn most() -> usize {
    if long() { 4_000 } else { 1_500 }
}

#[test]
fn search_sees_the_positions_that_the_rules_as_written_reach() {
    let files = puzzle_files(&["examples", "tests/fixtures"]);
    let (compared, skipped) = (AtomicUsize::new(0), AtomicUsize::new(0));
    with_each(&files, |file| {
        let analysis = Analysis::load(&DiskFiles, std::slice::from_ref(file));
        for puzzle in analysis.puzzles() {
            let Ok(mut model) = analysis.model(puzzle, &[]) else { continue };
            if matches!(model.question, Question::Place { .. })
                || model.board.unbounded
                || model.has_callbacks()
            {
                skipped.fetch_add(1, Ordering::Relaxed);
                continue;
            }
            let name = format!("{} in {}", puzzle.name, file);
            let Some(walk) = explore(&model, most()) else {
                skipped.fetch_add(1, Ordering::Relaxed);
                continue;
            };
            let mut made = ground(&model, None, &Budget::unlimited()).unwrap();
            assert_eq!(made.bounds, Bounds::Exact, "{name}");
            for (threads, symmetry) in [(1, true), (2, true), (3, false)] {
                let options = puzzlec_search::CountOptions::new(NonZero::new(threads).unwrap(), symmetry);
                let count = puzzlec_search::count(&made.task, &options, Budget::unlimited());
                assert_eq!(count.levels, walk.levels, "{name}");
                assert_eq!(count.shortest.map(|s| s.length), walk.goal_at, "{name}");
            }
            made.task.measure.cost = Cost::Actions;
            model.measure = MeasureKind::Actions;
            // A search from both ends needs moves that can be taken back one by one.
            let followed = made.task.consequences.is_some();
            let methods = [Method::Breadth, Method::Bidirectional];
            for method in methods.into_iter().take(if followed { 1 } else { 2 }) {
                let result = puzzlec_search::solve(&made.task, &method.into(), Budget::unlimited());
                match (&result.verdict, walk.goal_at) {
                    (Verdict::Solved(plan), Some(at)) => {
                        assert_eq!(plan.length, at, "{name} by {method:?}");
                        let step = |id: &u32| made.task.actions[*id as usize].label.clone();
                        let labels: Vec<_> = plan.steps.iter().map(step).collect();
                        let replayed =
                            |labels: &Vec<_>| replay(&model, labels, &Budget::unlimited(), &mut |_| {});
                        assert_eq!(replayed(&labels).unwrap(), at, "{name}");
                        // A shortest plan less any one step is no plan.
                        for missing in 0..labels.len() {
                            let mut rest = labels.clone();
                            rest.remove(missing);
                            assert!(replayed(&rest).is_err(), "{name} without step {missing}");
                        }
                    }
                    (Verdict::Unsolvable { .. }, None) => {}
                    (found, expected) => panic!("{name} by {method:?}: {found:?}, walk says {expected:?}"),
                }
            }
            // Without a goal the search must see every position, level by level.
            made.task.goal = Condition::False;
            let result = puzzlec_search::solve(&made.task, &Method::Breadth.into(), Budget::unlimited());
            let Verdict::Unsolvable {
                certificate: Certificate::Searched(Searched::Exhausted { levels, .. }),
                ..
            } = result.verdict
            else {
                panic!("{name}: {:?}", result.verdict)
            };
            assert_eq!(levels, walk.levels, "{name}");
            compared.fetch_add(1, Ordering::Relaxed);
        }
    });
    let (compared, skipped) = (compared.into_inner(), skipped.into_inner());
    assert!(compared >= 60, "{compared} compared, {skipped} skipped");
}
