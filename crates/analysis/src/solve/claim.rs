//! Claims about a puzzle before they are replayed: that of a theory, or of a search.

use super::laid;
use crate::window::{self, Solved};
use puzzlec_base::Progress;
use puzzlec_base::diag::Stop;
use puzzlec_model::puzzle::Supply;
use puzzlec_model::{Model, Question};
use puzzlec_search::ground::{Failure, Ground, ground};
use puzzlec_search::{self, Method, Options, SearchResult, Solutions, Wanted};
use puzzlec_task::Bounds;
use puzzlec_task::certificate::AtLeast;
use puzzlec_task::{ActionId, Label};
use puzzlec_task::{GameResult, SearchContext, Statistics, Verdict, labels};
use puzzlec_theory::{Claim, Puzzle, Theories, Theory, TheoryAnswer};

/// An answer with all that was learnt on the way.
pub(crate) struct Claimed {
    /// The answer.
    pub claim: Claim,
    /// All shortest plans, if they were requested.
    pub solutions: Option<(String, Vec<Vec<Label>>)>,
    /// The ground puzzle, where the answer needed it.
    pub ground: Option<Ground>,
    /// The work done.
    pub statistics: Statistics,
    /// A lower bound by patterns.
    pub patterns: Option<AtLeast>,
    /// Notes on the claim.
    pub notes: Vec<String>,
    /// Explanation of the choice of method.
    pub why: Vec<String>,
}

/// The answer to a puzzle: that of the theory of its game, if there is one and it has an answer, else
/// that of a search.
///
/// # Errors
/// A limit of grounding, or an error that only grounding finds.
pub(crate) fn claim(
    theories: Theories,
    model: &Model,
    options: &Options,
    context: &SearchContext,
) -> Result<Claimed, Failure> {
    let puzzle = Puzzle::new(model);
    let mut why = Vec::new();
    let named = match options.method {
        Method::Named(name) => Some(name),
        _ => None,
    };
    // A method of a theory is passed only to that theory.
    let asked = |theory: &dyn Theory| named.is_none_or(|name| theory.has_method(name));
    let (taken, found) = match theories.of(&puzzle, &asked, &mut why, context.budget())? {
        None => (false, None),
        Some((_, mut solver)) => (
            true,
            match context.poll(&Progress::default()) {
                Ok(()) => solver.answer(options, &mut why, context),
                Err(limit) => Some(Claim::stopped(limit.into()).into()),
            },
        ),
    };
    if let (None, Some(name)) = (&found, named) {
        return Ok(unanswered(theories, name, taken, why));
    }
    let first = puzzle.into_ground();
    let mut claimed = match found {
        Some(found) => by_theory(found, first),
        None if matches!(model.question, Question::Game { .. }) && options.within().is_some() => {
            return Err(Stop::unsuited("a two-player game has no solutions, and so no length").into());
        }
        None if matches!(model.question, Question::Game { .. }) => game(model, first, context)?,
        None => searched(model, first, options, context)?,
    };
    why.append(&mut claimed.why);
    Ok(Claimed { why, ..claimed })
}

/// No answer of a method that only a theory has.
fn unanswered(theories: Theories, name: &str, taken: bool, mut why: Vec<String>) -> Claimed {
    let owners: Vec<&str> =
        theories.all().filter(|theory| theory.has_method(name)).map(|theory| theory.info().name).collect();
    // The theory's last sentence is the reason.
    let said = why.pop().filter(|_| taken);
    let what = said.unwrap_or_else(|| {
        let owners = owners.join("`, `");
        format!("`{name}` is a method of the theory `{owners}`, and this puzzle is another game")
    });
    let claim = Claim::stopped(Stop::unsuited(what));
    let (statistics, notes) = (Statistics::default(), Vec::new());
    Claimed { claim, solutions: None, ground: None, statistics, patterns: None, notes, why }
}

fn by_theory(
    TheoryAnswer { answer: claim, solutions, statistics }: TheoryAnswer,
    ground: Option<Ground>,
) -> Claimed {
    let margin = ground.as_ref().map(|ground| ground.bounds);
    let notes = match margin {
        Some(Bounds::Window { margin, stated: true }) => vec![window::stated(margin)],
        _ => Vec::new(),
    };
    let solutions = solutions.map(|all| (all.count, all.plans));
    Claimed { claim, solutions, ground, statistics, patterns: None, notes, why: Vec::new() }
}

fn searched(
    model: &Model,
    first: Option<Ground>,
    options: &Options,
    context: &SearchContext,
) -> Result<Claimed, Failure> {
    let mut first = first;
    if let Question::Place { supply, .. } = &model.question {
        let open = supply.iter().any(Supply::is_open);
        if let Some(most) = options.within()
            && !(open && pieces(supply) <= most)
        {
            return placed(model, first, (most, pieces(supply)), options, context);
        }
        let covers = options.method == Method::Auto && context.journal().is_none();
        if open && !covers {
            let what = "only the exact cover places pieces whose number is not stated exactly".to_owned();
            return Err(Stop::unsuited(what).into());
        }
        if covers {
            let ground = first.map_or_else(|| ground(model, None, context.budget()), Ok)?;
            match laid::covered(ground, model, options, context) {
                Ok(claimed) => return Ok(claimed),
                Err(ground) => first = Some(*ground),
            }
        }
    }
    let Solved { ground, result, notes } = window::solve(model, first, options, context)?;
    let SearchResult { verdict, solutions, statistics, made, at_least, patterns, why } = result;
    let steps = |plan: &Vec<ActionId>| labels(plan, &ground.task.actions, &made);
    let solutions = solutions.map(|all: Solutions| {
        let plans = all.plans.iter().map(steps).collect();
        (all.count.to_string(), plans)
    });
    let placing = matches!(model.question, Question::Place { .. });
    let claim = match verdict {
        Verdict::Solved(plan) => Claim::Plan {
            steps: Box::new(steps(&plan.actions)),
            // In placement puzzles, searches count cells.
            length: Some(plan.length).filter(|_| !placing),
            optimality: plan.optimality,
            bound: None,
        },
        Verdict::Unsolvable(certificate) => Claim::Unsolvable { certificate, reason: None },
        Verdict::NotWithin(most) => {
            let at_least = at_least.max(most.saturating_add(1));
            Claim::NotWithin { most, at_least, bound: None }
        }
        Verdict::Stopped(stop) => {
            let at_least = match &model.question {
                Question::Place { supply, .. } => pieces(supply),
                Question::Moves { .. } | Question::Game { .. } => at_least,
            };
            Claim::Stopped { stop, at_least }
        }
    };
    Ok(Claimed { claim, solutions, ground: Some(ground), statistics, patterns, notes, why })
}

/// How long every solution is at least where pieces are laid.
fn pieces(supply: &[Supply]) -> u64 {
    supply.iter().map(|s| u64::from(s.least)).sum()
}

/// The answer where pieces are laid, `most` at most and `all` of them in every solution.
fn placed(
    model: &Model,
    first: Option<Ground>,
    (most, all): (u64, u64),
    options: &Options,
    context: &SearchContext,
) -> Result<Claimed, Failure> {
    if all <= most {
        return searched(model, first, &Options { wanted: Wanted::Any, ..options.clone() }, context);
    }
    Ok(Claimed {
        claim: Claim::NotWithin { most, at_least: all, bound: None },
        solutions: None,
        ground: first,
        statistics: Statistics::default(),
        patterns: None,
        notes: Vec::new(),
        why: vec!["every solution lays all pieces".into()],
    })
}

fn game(model: &Model, first: Option<Ground>, context: &SearchContext) -> Result<Claimed, Failure> {
    let Question::Game { ends, .. } = model.question else {
        return Err(Stop::bug("the puzzle is not a game").into());
    };
    let ground = first.map_or_else(|| ground(model, None, context.budget()), Ok)?;
    if let Some(what) = ground.bounds.doubt() {
        return Err(Stop::TooLarge { what }.into());
    }
    let (result, statistics) = puzzlec_search::play(&ground.task, ends, context);
    let label = |id: &ActionId| ground.task.actions.get(*id as usize).map(|action| action.label.clone());
    let claim = match result {
        Ok(GameResult { winner, length, value, moves, .. }) => {
            let value = value.filter(|_| model.has_grundy_values());
            Claim::Winner {
                winner,
                length,
                value,
                moves: moves.iter().filter_map(label).collect(),
                proof: None,
            }
        }
        Err(stop) => Claim::stopped(stop),
    };
    let (notes, why) = (Vec::new(), Vec::new());
    Ok(Claimed { claim, solutions: None, ground: Some(ground), statistics, patterns: None, notes, why })
}
