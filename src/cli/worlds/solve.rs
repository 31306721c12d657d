//! `puzzlec solve` with a game.

use std::collections::BTreeMap;
use std::mem;
use std::sync::{Arc, PoisonError};

use super::{GameFile, picture};
use crate::cli::Exit;
use crate::cli::args::{Format, SolveArgs};
use crate::cli::certificate;
use crate::cli::driver::Wanted;
use crate::cli::limits::Limits;
use crate::cli::methods::Method;
use crate::cli::output::{Failure, Output};
use crate::cli::owed::{self, Reports};
use crate::cli::progress::Watch;
use crate::cli::solve::exit_of;
use crate::cli::write;
use puzzlec_analysis::{Answer, PlanReport, Report, StepReport};
use puzzlec_base::Budget;
use puzzlec_base::diag::Stop;
use puzzlec_render::{json, plan};
use puzzlec_task::{Certificate, Optimality, Searched, Statistics};
use puzzlec_worlds::game::{Game, Level};
use puzzlec_worlds::search::{self, search_with, surely};
use puzzlec_worlds::{Draws, Key, World};
use puzzlec_worlds_check::{Rejected, replay};

/// The steps that a report lists.
const LISTED: usize = 10_000;
const UNIT: &str = "keys";

pub(crate) fn solve(
    args: &SolveArgs,
    file: &GameFile,
    limits: &Limits,
    output: &Output,
) -> Result<Exit, Failure> {
    check_options(args)?;
    let reports = Reports::default();
    owed::reports(&reports);
    let (mut exit, mut errors) = (Exit::Clean, Vec::new());
    if file.games.is_empty() {
        errors = file.warn(output);
        exit = Exit::Errors;
    } else {
        let levels = file.levels(args.puzzle.as_deref())?;
        if levels.is_empty() {
            return Err(Failure::Other(format!("there is no level in `{}`", file.name)));
        }
        if args.certificate.is_some() && levels.len() > 1 {
            let message =
                format!("a certificate covers one level; name it: `{}` has {}", file.name, levels.len());
            return Err(Failure::Usage(message));
        }
        let several = levels.len() > 1;
        for (number, (game, name, level)) in levels.iter().enumerate() {
            let limits = if several { limits.for_puzzle() } else { limits.clone() };
            owed::begin();
            let (report, proof) = solve_level(args, (file, game), (name, level), &limits)?;
            let ended = exit_of(&report.answer);
            let answered = !matches!(report.answer, Answer::Stopped { .. });
            exit = exit.and(ended);
            if args.format == Format::Human {
                let gap = if number > 0 { "\n" } else { "" };
                let shape = (output.width(), output.is_coloured());
                let words = plan::report(&report, args.plan.into(), args.why, shape);
                output.print(&format!("{gap}{words}"))?;
            }
            reports.lock().unwrap_or_else(PoisonError::into_inner).push(report);
            limits.hold();
            match (&args.certificate, proof) {
                (Some(path), Some(searched)) => {
                    let document =
                        puzzlec_worlds::certificate::Certificate::new(game, (name, level), &searched);
                    write::output(path, (&file.sources, output), |file| certificate::write(&document, file))?;
                }
                (Some(_), None) => {
                    output.say("no certificate is written: there is no answer to prove");
                    exit = exit.and(if answered { Exit::Errors } else { ended });
                }
                (None, _) => {}
            }
            if ended == Exit::Interrupted {
                break;
            }
        }
    }
    if args.format == Format::Json {
        let reports = mem::take(&mut *reports.lock().unwrap_or_else(PoisonError::into_inner));
        output.print(&json::solve(&file.sources, &reports, &errors))?;
    }
    Ok(exit)
}

/// Options that no search of a game has.
fn check_options(args: &SolveArgs) -> Result<(), Failure> {
    let refused = [
        (!args.set.is_empty(), "`--set`: a game has no parameters"),
        (args.all, "`--all`: only one shortest solution of a game is found"),
        (args.report.is_some(), "`--report`: there is no page for a game"),
        (
            args.checkpoint.is_some() || args.resume.is_some(),
            "`--checkpoint`: the search of a game is not saved",
        ),
        (
            !matches!(args.method, Method::Auto | Method::Breadth),
            "`--method`: games are searched breadth first",
        ),
    ];
    match refused.into_iter().find(|option| option.0) {
        Some((_, why)) => Err(Failure::Usage(format!("a game of keys does not take {why}"))),
        None => Ok(()),
    }
}

/// The answer to a level, and what proves it.
fn solve_level(
    args: &SolveArgs,
    (file, game): (&GameFile, &Game),
    (name, level): (&str, &Level),
    limits: &Limits,
) -> Result<(Report, Option<search::Searched>), Failure> {
    let watch = Arc::new(Watch::new(name));
    let context = limits.context(&watch);
    let mut report = Report {
        file: file.name.clone(),
        puzzle: name.to_owned(),
        title: Some(game.title.clone()).filter(|title| !title.is_empty()),
        parameters: BTreeMap::new(),
        answer: stopped(Stop::unsupported("the game has no condition of winning; `puzzlec play` plays it")),
        statistics: Statistics::default(),
        notes: Vec::new(),
        why: vec!["games are searched breadth first over their boards".to_owned()],
        proof: Vec::new(),
        solutions: None,
    };
    if !game.has_goal() {
        return Ok((report, None));
    }
    let within = match args.wanted() {
        Wanted::Within(most) => Some(most),
        _ => None,
    };
    let wanted = within.map_or(search::Wanted::Least, |most| {
        search::Wanted::Within(usize::try_from(most).unwrap_or(usize::MAX))
    });
    let found = match search_with(game, level, wanted, context.budget(), &mut |progress| {
        watch.observe(progress);
        owed::proved(u64::from(progress.depth) + 1);
    }) {
        Ok(found) => found,
        Err(stop) => {
            report.answer = stopped(match stop {
                search::Stop::Limit(limit) => Stop::Limit(limit),
                search::Stop::Overrun => Stop::too_large("the rules of one turn take too many steps"),
                search::Stop::Outcomes => Stop::too_large("one key has more than 65,536 outcomes of chance"),
            });
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
    let mut provable = true;
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
                told: None,
            }
        }
    };
    Ok((report, provable.then_some(found)))
}

/// The second interpreter must agree before a plan is shown.
fn confirm(file: &GameFile, name: &str, keys: &[String], budget: &Budget) -> Result<(), Failure> {
    match replay(&file.text, name, keys, budget) {
        Ok(()) | Err(Rejected::Limit(_)) => Ok(()),
        Err(Rejected::Wrong(why)) => Err(Failure::Other(format!(
            "internal error of puzzlec: the checker refuses the plan of {name}: {why}"
        ))),
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
