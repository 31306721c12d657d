//! The answers to levels.

use std::collections::BTreeMap;

use super::{KeyedFile, Stage, picture, stop_of};
use crate::{Answer, PlanReport, Report, StepReport};
use puzzlec_base::Budget;
use puzzlec_base::diag::Stop;
use puzzlec_task::{Certificate, Optimality, SearchContext, Searched, Statistics};
use puzzlec_worlds::game::{Game, Level};
use puzzlec_worlds::search::{self, search_with, surely};
use puzzlec_worlds::{Draws, Key, World};
use puzzlec_worlds_check::{Rejected, replay};

/// The steps that a report lists.
const LISTED: usize = 10_000;
const UNIT: &str = "keys";

/// The answer to a level, and what proves it.
pub type Solved = (Report, Option<search::Searched>);

/// Solves a level: with the fewest keys, or with at most the given number. What proves the answer is kept only if it is
/// wanted, since it needs all boards, also those from which no keys win.
///
/// # Errors
/// The checker refuses the plan: an internal error, in words.
pub fn solve(
    file: &KeyedFile,
    (game, name, level): &Stage<'_>,
    within: Option<u64>,
    certify: bool,
    context: &SearchContext,
) -> Result<Solved, String> {
    let mut report = Report {
        file: file.name.clone(),
        puzzle: name.clone(),
        title: Some(game.title.clone()).filter(|title| !title.is_empty()),
        parameters: BTreeMap::new(),
        answer: stopped(Stop::unsupported("the game has no condition of winning; `puzzlec play` plays it")),
        statistics: Statistics::default(),
        notes: Vec::new(),
        why: vec!["games are searched breadth first over their boards".to_owned()],
        proof: Vec::new(),
        solutions: None,
        reasons: None,
    };
    if !game.has_goal() {
        return Ok((report, None));
    }
    let wanted = within.map_or(search::Wanted::Least, |most| {
        search::Wanted::Within(usize::try_from(most).unwrap_or(usize::MAX))
    });
    let found = match search_with((game, level), (wanted, certify), context.budget(), &mut |progress| {
        // The search polls the budget itself.
        let _ = context.poll(progress);
        context.announcing().proved(u64::from(progress.depth) + 1);
    }) {
        Ok(found) => found,
        Err(stop) => {
            report.answer = stopped(stop_of(stop));
            return Ok((report, None));
        }
    };
    let states = found.states() as u64;
    report.statistics = Statistics { states, expanded: states, bytes: 0 };
    if game.settings.realtime {
        report.notes.push("the game runs by the clock: `wait` is a tick without a key".to_owned());
    }
    if found.endless {
        report.notes.push("a key after which `again` never ends counts as a dead end".to_owned());
    }
    if found.bounded {
        report.why = vec![
            "boards are taken in the order of their keys and of those that the rules still ask for (A*)"
                .to_owned(),
        ];
    }
    if found.left_out > 0 {
        report.why.push("boards on which an object of the goal is stuck are left out".to_owned());
    }
    let mut provable = certify;
    report.answer = match &found.answer {
        search::Answer::Won(keys) => {
            let words: Vec<String> = keys.iter().map(|key| key.word().to_owned()).collect();
            confirm(file, name, &words, context.budget())?;
            if found.chance {
                report.notes.push(
                    "needs luck: these keys win for one outcome of what is drawn by chance, and fewer keys for none"
                        .to_owned(),
                );
                report.notes.push(match surely(game, level, context.budget()) {
                    Ok(true) => "can be won whatever is drawn, with keys that depend on it".to_owned(),
                    Ok(false) => "no choice of keys wins whatever is drawn".to_owned(),
                    Err(_) => "whether it can be won whatever is drawn was not decided".to_owned(),
                });
            }
            Answer::Solved(plan_of(game, level, keys, found.chance))
        }
        search::Answer::Never if !found.complete => {
            provable = false;
            let most = within.unwrap_or(0);
            Answer::NotWithin { within: most, at_least: most.saturating_add(1), unit: UNIT.to_owned() }
        }
        search::Answer::Never => {
            if found.chance {
                report.notes.push("no outcome of what is drawn by chance helps".to_owned());
            }
            let levels = found.levels.iter().map(|count| *count as u64).collect();
            Answer::Unsolvable {
                certificate: Certificate::Searched(Searched::Exhausted { states, levels }),
                // The start is among the boards that were left out.
                reason: (states == 0).then(|| "an object of the goal is stuck at the start".to_owned()),
            }
        }
    };
    Ok((report, provable.then_some(found)))
}

/// The second interpreter must agree before a plan is shown.
fn confirm(file: &KeyedFile, name: &str, keys: &[String], budget: &Budget) -> Result<(), String> {
    match replay(&file.text, name, keys, budget) {
        Ok(()) | Err(Rejected::Limit(_)) => Ok(()),
        Err(Rejected::Wrong(why)) => {
            Err(format!("internal error of puzzlec: the checker refuses the plan of {name}: {why}"))
        }
    }
}

fn stopped(reason: Stop) -> Answer {
    Answer::Stopped { reason, at_least: None, unit: UNIT.to_owned() }
}

/// The plan with the board after each key; after a key of chance boards are not known.
fn plan_of(game: &Game, level: &Level, keys: &[Key], chance: bool) -> PlanReport {
    let mut world = World::new(game, level);
    let (mut board, mut restart) = (world.drawn().clone(), world.drawn().clone());
    let mut draws = Draws::first();
    let mut known = !chance && world.begin(&mut board, &mut restart, &mut draws).is_ok();
    let start = picture(game, &world, &board);
    let mut end = start.clone();
    let mut steps = Vec::new();
    for key in keys.iter().take(LISTED) {
        known = known && world.press(&mut board, &mut restart, *key, &mut draws).is_ok();
        let after = if known { picture(game, &world, &board) } else { Vec::new() };
        end.clone_from(&after);
        let word = key.word().to_owned();
        steps.push(StepReport { rule: word.clone(), notation: word, after, pieces: Vec::new() });
    }
    PlanReport {
        optimality: if chance { Optimality::Found } else { Optimality::Least },
        length: keys.len() as u64,
        at_least: None,
        unit: UNIT.to_owned(),
        start,
        more: (keys.len() - steps.len()) as u64,
        steps,
        colours: BTreeMap::new(),
        end,
        placed: None,
        chains: None,
    }
}
