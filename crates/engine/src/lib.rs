//! From a model to its answer: by the theory of its game, by placement, or by a search of the ground puzzle, on a part of an
//! unbounded board where that proves the answer.
//!
//! It chooses the method and passes on what that concludes. Before an answer is reported, its plan is replayed and its proof
//! checked above, with the checker, which shares no code with any search.

mod placement;
mod window;

use puzzlec_base::Progress;
use puzzlec_base::diag::Stop;
use puzzlec_model::puzzle::Supply;
use puzzlec_model::{Model, Question};
use puzzlec_search::ground::{Failure, Ground, LAY, ground};
use puzzlec_search::{Method, Options, SearchResult, Wanted};
use puzzlec_task::certificate::AtLeast;
use puzzlec_task::{ActionId, Bounds, Conclusion, Label, SearchContext, Solutions, Steps, Verdict, labels};
use puzzlec_theory::{Puzzle, Theories, Theory};

pub use placement::completed;
pub use window::certain;

/// What is concluded about a puzzle, and how.
pub struct Solved {
    /// The answer.
    pub conclusion: Conclusion,
    /// The ground puzzle, where the answer needed it.
    pub ground: Option<Ground>,
    /// A lower bound by patterns.
    pub patterns: Option<AtLeast>,
    /// Notes on the answer.
    pub notes: Vec<String>,
    /// Explanation of the choice of method.
    pub why: Vec<String>,
}

impl Solved {
    fn new(conclusion: Conclusion, ground: Option<Ground>) -> Self {
        Solved { conclusion, ground, patterns: None, notes: Vec::new(), why: Vec::new() }
    }
}

/// The answer to a puzzle: that of the theory of its game, if there is one and it has an answer, else that of a search.
///
/// # Errors
/// A limit of grounding, or an error that only grounding finds.
pub fn solve(
    theories: Theories,
    model: &Model,
    options: &Options,
    context: &SearchContext,
) -> Result<Solved, Failure> {
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
                Ok(()) => puzzlec_theory::answer(solver.as_mut(), options, &mut why, context),
                Err(limit) => Some(Conclusion::stopped(limit)),
            },
        ),
    };
    if let (None, Some(name)) = (&found, named) {
        return Ok(unanswered(theories, name, taken, why));
    }
    let first = puzzle.into_ground();
    let mut solved = match found {
        Some(found) => by_theory(found, first),
        None if matches!(model.question, Question::Game { .. }) => {
            if options.within().is_some() {
                let what = "a two-player game has no solutions, and so no length";
                return Err(Stop::unsuited(what).into());
            }
            game(model, first, context)?
        }
        None => searched(model, first, options, context)?,
    };
    why.append(&mut solved.why);
    Ok(Solved { why, ..solved })
}

/// No answer of a method that only a theory has.
fn unanswered(theories: Theories, name: &str, taken: bool, mut why: Vec<String>) -> Solved {
    let owners: Vec<&str> =
        theories.all().filter(|theory| theory.has_method(name)).map(|theory| theory.info().name).collect();
    // The theory's last sentence is the reason.
    let said = why.pop().filter(|_| taken);
    let what = said.unwrap_or_else(|| {
        let owners = owners.join("`, `");
        format!("`{name}` is a method of the theory `{owners}`, and this puzzle is another game")
    });
    Solved { why, ..Solved::new(Conclusion::stopped(Stop::unsuited(what)), None) }
}

fn by_theory(conclusion: Conclusion, ground: Option<Ground>) -> Solved {
    let notes = match ground.as_ref().map(|ground| ground.bounds) {
        Some(Bounds::Window { margin, stated: true }) => vec![window::stated(margin)],
        _ => Vec::new(),
    };
    Solved { notes, ..Solved::new(conclusion, ground) }
}

fn searched(
    model: &Model,
    first: Option<Ground>,
    options: &Options,
    context: &SearchContext,
) -> Result<Solved, Failure> {
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
            match placement::solve(ground, model, options, context) {
                Ok(solved) => return Ok(solved),
                Err(ground) => first = Some(*ground),
            }
        }
    }
    let window::Searched { ground, result, notes } = window::solve(model, first, options, context)?;
    let SearchResult { verdict, solutions, statistics, made, mut at_least, patterns, why } = result;
    let steps = |plan: &Vec<ActionId>| labels(plan, &ground.task.actions, &made);
    let solutions = solutions
        .map(|all| Solutions { count: all.count.to_string(), plans: all.plans.iter().map(steps).collect() });
    let mut verdict = verdict.map(|plan| steps(&plan));
    if let Question::Place { supply, .. } = &model.question {
        // Searches count cells.
        at_least = pieces(supply);
        if let Verdict::Solved(plan) = &mut verdict {
            plan.length = plan.steps.iter().filter(|step| step.rule == LAY).count() as u64;
        }
    }
    if let Verdict::NotWithin(most) = verdict {
        at_least = at_least.max(most.saturating_add(1));
    }
    let verdict = verdict.map(boxed);
    let conclusion = Conclusion { verdict, at_least, bound: None, solutions, statistics };
    Ok(Solved { conclusion, ground: Some(ground), patterns, notes, why })
}

fn boxed(steps: Vec<Label>) -> Box<dyn Steps> {
    Box::new(steps)
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
) -> Result<Solved, Failure> {
    if all <= most {
        return searched(model, first, &Options { wanted: Wanted::Any, ..options.clone() }, context);
    }
    let conclusion = Conclusion { at_least: all, ..Verdict::NotWithin(most).into() };
    Ok(Solved { why: vec!["every solution lays all pieces".into()], ..Solved::new(conclusion, first) })
}

fn game(model: &Model, first: Option<Ground>, context: &SearchContext) -> Result<Solved, Failure> {
    let Question::Game { ends, .. } = model.question else {
        return Err(Stop::bug("the puzzle is not a game").into());
    };
    let ground = first.map_or_else(|| ground(model, None, context.budget()), Ok)?;
    if let Some(what) = ground.bounds.doubt() {
        return Err(Stop::TooLarge { what }.into());
    }
    let (result, statistics) = puzzlec_search::play(&ground.task, ends, context);
    let verdict = match result {
        Ok(mut game) => {
            game.value = game.value.filter(|_| model.has_grundy_values());
            Verdict::Game(game).map(|moves| boxed(labels(&moves, &ground.task.actions, &[])))
        }
        Err(stop) => Verdict::Stopped(stop),
    };
    let conclusion = Conclusion { statistics, ..verdict.into() };
    Ok(Solved::new(conclusion, Some(ground)))
}
