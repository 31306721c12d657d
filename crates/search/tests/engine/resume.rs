//! A search that is broken off and resumed, after any level, answers as if nothing had happened.

use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use puzzlec_base::diag::Stop;
use puzzlec_base::{Budget, Journal};
use puzzlec_search::{Method, Options, SearchResult, solve};
use puzzlec_task::{Cost, Task};
use puzzlec_task::{SearchContext, Verdict};

use crate::{random, renamed, tasks};

/// A journal in memory. Where it was committed is marked by `None`.
#[derive(Clone, Default)]
struct Memory {
    parts: Vec<Option<Vec<u8>>>,
    at: usize,
}

impl Journal for Memory {
    fn peek(&mut self) -> Result<Option<&[u8]>, String> {
        while self.parts.get(self.at) == Some(&None) {
            self.at += 1;
        }
        Ok(self.parts.get(self.at).and_then(|p| p.as_deref()))
    }

    fn pass(&mut self) {
        self.at += 1;
    }

    fn append(&mut self, part: &[u8]) -> Result<(), String> {
        self.parts.truncate(self.at);
        self.parts.push(Some(part.to_vec()));
        self.at += 1;
        Ok(())
    }

    fn commit(&mut self) -> Result<(), String> {
        self.parts.push(None);
        self.at += 1;
        Ok(())
    }
}

/// Solves with a journal that holds something already; gives what it holds then.
fn kept(task: &Task, options: &Options, parts: &[Option<Vec<u8>>]) -> (SearchResult, Vec<Option<Vec<u8>>>) {
    let journal = Arc::new(Mutex::new(Memory { parts: parts.to_vec(), at: 0 }));
    let result = solve(task, options, SearchContext::unlimited().with_journal(journal.clone()));
    let parts = journal.lock().unwrap().parts.clone();
    (result, parts)
}

/// Resumes from every level; gives how many there were.
fn check(task: &Task, options: &Options) -> usize {
    let (whole, parts) = kept(task, options, &[]);
    let plain = solve(task, options, Budget::unlimited());
    assert_eq!((&whole.verdict, whole.at_least), (&plain.verdict, plain.at_least));
    let commits: Vec<usize> = (1..=parts.len()).filter(|n| parts[n - 1].is_none()).collect();
    for end in &commits {
        let (resumed, again) = kept(task, options, &parts[..*end]);
        assert_eq!(resumed, whole, "after {end} of {} parts", parts.len());
        assert_eq!(again, parts);
    }
    commits.len()
}

fn options(method: Method, few: u32) -> Options {
    Options { method, few, ..Options::default() }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..Default::default() })]

    #[test]
    fn random_tasks(task in prop_oneof![random::task(), renamed::symmetric()], few in 0_u32..9) {
        for cost in [Cost::Actions, Cost::Runs, Cost::Weights] {
            for method in [Method::Breadth, Method::Bidirectional] {
                check(&random::costing(&task, cost), &options(method, few));
            }
        }
    }
}

#[test]
fn known_tasks() {
    for cost in [Cost::Actions, Cost::Runs, Cost::Weights] {
        for method in [Method::Breadth, Method::Bidirectional] {
            let task = random::costing(&tasks::frogs(4), cost);
            assert!(check(&task, &options(method, 5)) > 5);
        }
    }
}

#[test]
fn another_question_is_refused() {
    let task = tasks::frogs(4);
    let (_, parts) = kept(&task, &options(Method::Breadth, 0), &[]);
    let refused = |task: &Task, options: &Options| {
        let (result, again) = kept(task, options, &parts);
        assert_eq!(again, parts, "nothing is touched");
        matches!(result.verdict, Verdict::Stopped(Stop::Checkpoint { .. }))
    };
    assert!(refused(&tasks::frogs(3), &options(Method::Breadth, 0)));
    assert!(refused(&random::costing(&task, Cost::Runs), &options(Method::Breadth, 0)));
    assert!(refused(&task, &options(Method::Bidirectional, 0)));
    assert!(refused(&task, &Options { symmetry: false, ..options(Method::Breadth, 0) }));
    assert!(!refused(&task, &Options { threads: 3.try_into().unwrap(), ..options(Method::Breadth, 0) }));
}
