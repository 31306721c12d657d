//! Solving on unbounded lines by a window that grows until it is proved wide enough.

use puzzlec_base::Budget;
use puzzlec_base::diag::Stop;
use puzzlec_model::{Model, Question};
use puzzlec_search::ground::{Failure, Ground, ground, newly_covered};
use puzzlec_search::{self, Options, SearchResult, Wanted};
use puzzlec_task::Bounds;
use puzzlec_task::Cost;
use puzzlec_task::{Optimality, SearchContext, Verdict};

/// Maximum margin of a growing window.
const WIDEST: u32 = 64;

/// A task with the result of the search.
pub(super) struct Searched {
    pub ground: Ground,
    pub result: SearchResult,
    pub notes: Vec<String>,
}

/// Searches for the answer to a model; its `first` ground form may be known.
pub(super) fn solve(
    model: &Model,
    first: Option<Ground>,
    options: &Options,
    context: &SearchContext,
) -> Result<Searched, Failure> {
    let mut ground_now = first.map_or_else(|| ground(model, None, context.budget()), Ok)?;
    if let (Wanted::All { .. }, Some(what)) = (options.wanted, ground_now.bounds.doubt()) {
        let result = SearchResult::stopped(Stop::TooLarge { what });
        return Ok(Searched { ground: ground_now, result, notes: Vec::new() });
    }
    // In placement puzzles, searches count cells, and a window is not the whole board.
    let whole = matches!((ground_now.bounds, &model.question), (Bounds::Exact, Question::Moves { .. }));
    let mut result = match whole {
        true => puzzlec_search::solve(&ground_now.task, options, context.announcing()),
        false => puzzlec_search::solve(&ground_now.task, options, context),
    };
    let mut margin = match ground_now.bounds {
        Bounds::Exact => return Ok(Searched { ground: ground_now, result, notes: Vec::new() }),
        Bounds::Window { margin, stated: true } => {
            return Ok(Searched { ground: ground_now, result, notes: vec![stated(margin)] });
        }
        Bounds::Window { margin, stated: false } => margin,
    };
    let (covers, cost) = (newly_covered(model), ground_now.task.measure.cost);
    // The window that every plan of so many actions fits into.
    let room = |actions: u64| {
        if actions == 0 {
            // Such a plan makes no move, and the search looked at the start.
            (cost == Cost::Actions).then_some(0)
        } else {
            covers.map(|covers| actions.saturating_mul(u64::from(covers)))
        }
    };
    let most = options.within();
    loop {
        let solved = matches!(result.verdict, Verdict::Solved(_));
        // The margin to search, and whether it is enough for an answer on the whole line.
        let (wanted, enough) = match &result.verdict {
            Verdict::Solved(_) if options.wanted != Wanted::Any && most.is_none() => {
                match room(length(&result.verdict).saturating_sub(1)) {
                    Some(wanted) => (wanted, true),
                    None => return Ok(within(ground_now, result, margin)),
                }
            }
            Verdict::Unsolvable { .. } | Verdict::NotWithin(_) => match most.and_then(room) {
                Some(wanted) => (wanted, true),
                None => (u64::from(margin) * 2, false),
            },
            _ => return Ok(within(ground_now, result, margin)),
        };
        if enough && wanted <= u64::from(margin) {
            let fits = format!("fit into the window of {margin} cells on each side, and there is none");
            let reason = match most.filter(|_| !solved) {
                Some(most) => {
                    (result.verdict, result.at_least) = (Verdict::NotWithin(most), most.saturating_add(1));
                    format!("such a solution would {fits}")
                }
                None if length(&result.verdict) <= 1 => "no solution can be shorter".to_owned(),
                None => format!("a shorter solution would {fits}"),
            };
            let notes = vec![format!("proved on the whole line: {reason}")];
            return Ok(Searched { ground: ground_now, result, notes });
        }
        let next = u32::try_from(wanted).unwrap_or(u32::MAX);
        if next > WIDEST {
            return Ok(within(ground_now, result, margin));
        }
        let wider = ground(model, Some(next), context.budget())?;
        let found = puzzlec_search::solve(&wider.task, options, context);
        if let Verdict::Stopped(stop) = &found.verdict {
            if stop.is_mistake() {
                return Err(stop.clone().into());
            }
            if solved {
                let mut kept = within(ground_now, result, margin);
                kept.result.at_least = found.at_least;
                return Ok(kept);
            }
        }
        (ground_now, result, margin) = (wider, found, next);
    }
}

/// The number of actions of the plan.
fn length(verdict: &Verdict) -> u64 {
    match verdict {
        Verdict::Solved(plan) => u64::try_from(plan.steps.len()).unwrap_or(u64::MAX),
        _ => 0,
    }
}

/// The task of a model, for results that must hold on the whole board, with a note on a stated window.
///
/// # Errors
/// A failure of grounding; [`Stop::TooLarge`] for a window that the puzzle does not state.
pub fn certain(model: &Model, budget: &Budget) -> Result<(Ground, Vec<String>), Failure> {
    let ground = ground(model, None, budget)?;
    if let Some(what) = ground.bounds.doubt() {
        return Err(Stop::TooLarge { what }.into());
    }
    let notes = match ground.bounds {
        Bounds::Window { margin, .. } => vec![stated(margin)],
        Bounds::Exact => Vec::new(),
    };
    Ok((ground, notes))
}

/// A note if the puzzle states a window of an unbounded board.
pub(super) fn stated(margin: u32) -> String {
    format!(
        "on the part of the unbounded board that the puzzle states: the start and {margin} cells more on each side"
    )
}

/// A note on an answer that holds only for a window.
fn within(ground: Ground, mut result: SearchResult, margin: u32) -> Searched {
    let note = format!("on a part of the unbounded line: the start and {margin} cells more on each side");
    match &mut result.verdict {
        Verdict::Solved(plan) => plan.optimality = Optimality::Found,
        Verdict::Unsolvable { .. } | Verdict::NotWithin(_) => {
            let short = match &result.verdict {
                Verdict::NotWithin(most) => format!(" of at most {most}"),
                _ => String::new(),
            };
            let what = format!(
                "no solution{short} lies within the start and {margin} cells more on each side, and the line is endless"
            );
            result.verdict = Verdict::Stopped(Stop::TooLarge { what });
        }
        Verdict::Game(_) | Verdict::Stopped(_) => {}
    }
    result.at_least = 0;
    Searched { ground, result, notes: vec![note] }
}
