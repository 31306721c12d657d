//! The expectations of puzzles with keys.

use std::collections::BTreeMap;

use super::KeyedFile;
use crate::{Outcome, TestResult};
use puzzlec_base::Budget;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::words::counted;
use puzzlec_task::SearchContext;
use puzzlec_worlds::game::{Expected, Game, Level};
use puzzlec_worlds::search::{Answer, Stop, Wanted, search_with};
use puzzlec_worlds_check::{Rejected, replay};

/// The expectations of a file, each decided within a context of its own; none if the file has an error.
pub fn expectations(source: &KeyedFile, context: &dyn Fn(&str) -> SearchContext) -> Vec<TestResult> {
    let mut results = Vec::new();
    for game in &source.games {
        for (name, level) in game.levels() {
            for (number, (span, expected)) in level.expected.iter().enumerate() {
                let context = context(&name);
                let outcome = match decide(game, (&name, level), expected, &source.text, context.budget()) {
                    Ok(()) => Outcome::Held,
                    Err(Wrong::False(why)) => Outcome::Failed {
                        diagnostic: Box::new(Diagnostic::new(Code::ExpectationFailed, *span, why)),
                    },
                    Err(Wrong::Undecided(why)) => Outcome::Undecided {
                        diagnostic: Box::new(Diagnostic::new(
                            Code::ExpectationUndecided,
                            *span,
                            format!("this was not decided: {why}"),
                        )),
                    },
                };
                let written = source.text.get(span.range()).unwrap_or("");
                results.push(TestResult {
                    file: source.name.clone(),
                    puzzle: name.clone(),
                    parameters: BTreeMap::new(),
                    expectation: written.split_whitespace().collect::<Vec<_>>().join(" "),
                    number,
                    outcome,
                });
            }
        }
    }
    results
}

/// Why an expectation does not hold.
enum Wrong {
    False(String),
    Undecided(String),
}

fn decide(
    game: &Game,
    (name, level): (&str, &Level),
    expected: &Expected,
    text: &str,
    budget: &Budget,
) -> Result<(), Wrong> {
    let confirm = |keys: &[String]| match replay(text, name, keys, budget) {
        Ok(()) => Ok(()),
        Err(Rejected::Wrong(why)) => Err(Wrong::False(why)),
        Err(Rejected::Limit(limit)) => Err(Wrong::Undecided(limit.to_string())),
    };
    if let Expected::Plan(keys) = expected {
        return confirm(keys);
    }
    if !game.has_goal() {
        return Err(Wrong::False("the puzzle has no goal, so it is never won".into()));
    }
    let wanted = match expected {
        Expected::Within(most) => Wanted::Within(*most),
        _ => Wanted::Least,
    };
    let found = search_with((game, level), (wanted, false), budget, &mut |_| {}).map_err(|stop| {
        Wrong::Undecided(match stop {
            Stop::Limit(limit) => limit.to_string(),
            Stop::Overrun => "the rules of one turn take too many steps".into(),
            Stop::Outcomes => "one key has more than 65,536 outcomes of chance".into(),
        })
    })?;
    let won = match &found.answer {
        Answer::Won(keys) => {
            confirm(&keys.iter().map(|key| key.word().to_owned()).collect::<Vec<_>>())?;
            Some(keys.len())
        }
        Answer::Never => None,
    };
    if found.chance && won.is_some() {
        return Err(Wrong::Undecided("it needs luck".into()));
    }
    let keys = |count: usize| counted(count as u64, "keys");
    match (expected, won) {
        (Expected::Solvable | Expected::Plan(_), Some(_)) | (Expected::Unsolvable, None) => Ok(()),
        (Expected::Unsolvable, Some(least)) => {
            Err(Wrong::False(format!("it is solvable in {}", keys(least))))
        }
        (Expected::Least(wanted), Some(least)) if *wanted == least => Ok(()),
        (Expected::Least(_), Some(least)) => {
            Err(Wrong::False(format!("a shortest solution has {}", keys(least))))
        }
        (Expected::Within(most), Some(least)) if least <= *most => Ok(()),
        (Expected::Within(most), _) => {
            Err(Wrong::False(format!("there is no solution within {}", keys(*most))))
        }
        (_, None) => Err(Wrong::False("there is no solution".into())),
    }
}
