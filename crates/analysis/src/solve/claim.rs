//! Claims about a puzzle before they are replayed: the answer of a theory, or of a search.

use super::laid;
use crate::window::{self, Solved};
use puzzlec_base::diag::Stop;
use puzzlec_model::puzzle::Supply;
use puzzlec_model::{Model, Question};
use puzzlec_search::ground::{Failure, Ground, ground};
use puzzlec_search::{self, Method, Options, SearchResult, Solutions, Wanted};
use puzzlec_task::Bounds;
use puzzlec_task::certificate::{TheoryProof, Winner};
use puzzlec_task::{ActionId, Label};
use puzzlec_task::{Certificate, GameResult, Optimality, SearchContext, Statistics, Steps, Verdict, labels};
use puzzlec_theory::{Answer, LengthBound, Puzzle, Theories, Theory, TheoryAnswer};

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
    /// Notes on the claim.
    pub notes: Vec<String>,
    /// Explanation of the choice of method.
    pub why: Vec<String>,
}

/// An answer.
pub(crate) enum Claim {
    /// A plan.
    Plan {
        /// Its steps.
        steps: Box<dyn Steps>,
        /// Its length, where the search counted it.
        length: Option<u64>,
        /// Whether a shorter one is ruled out.
        optimality: Optimality,
        /// A lower bound of all plans, with the proof of a theory.
        bound: Option<LengthBound>,
    },
    /// There is none.
    Unsolvable {
        /// The proof.
        certificate: Certificate,
        /// The same in a few words, where a theory says it.
        told: Option<String>,
    },
    /// None of at most this length.
    NotWithin {
        /// The length.
        most: u64,
        /// No plan is shorter than this, which is more.
        at_least: u64,
        /// The same with the proof of a theory.
        bound: Option<LengthBound>,
    },
    /// Who wins a game of two players.
    Winner {
        /// The player.
        winner: Winner,
        /// The Grundy value of the start, if it is known.
        value: Option<u64>,
        /// The winning first moves that are known.
        moves: Vec<Label>,
        /// The proof of a theory.
        proof: Option<TheoryProof>,
    },
    /// Nothing: a limit came first, or a mistake.
    Stopped {
        /// The reason.
        stop: Stop,
        /// No plan is shorter.
        at_least: u64,
    },
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
        Some((_, mut solver)) => (true, solver.answer(options, &mut why, context)),
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
    let claim = Claim::Stopped { stop: Stop::unsuited(what), at_least: 0 };
    let (statistics, notes) = (Statistics::default(), Vec::new());
    Claimed { claim, solutions: None, ground: None, statistics, notes, why }
}

fn by_theory(
    TheoryAnswer { answer, solutions, statistics }: TheoryAnswer,
    ground: Option<Ground>,
) -> Claimed {
    let claim = of_answer(answer);
    let margin = ground.as_ref().map(|ground| ground.bounds);
    let notes = match margin {
        Some(Bounds::Window { margin, stated: true }) => vec![window::stated(margin)],
        _ => Vec::new(),
    };
    let solutions = solutions.map(|all| (all.count, all.plans));
    Claimed { claim, solutions, ground, statistics, notes, why: Vec::new() }
}

fn of_answer(answer: Answer) -> Claim {
    match answer {
        Answer::Plan { steps, optimality, bound } => Claim::Plan { steps, length: None, optimality, bound },
        Answer::Unsolvable { certificate, told } => Claim::Unsolvable { certificate, told },
        Answer::NotWithin { most, bound } => {
            let known = bound.as_ref().map_or(0, |bound| bound.length);
            Claim::NotWithin { most, at_least: known.max(most.saturating_add(1)), bound }
        }
        Answer::Winner { winner, value, moves, proof } => {
            Claim::Winner { winner, value, moves, proof: Some(proof) }
        }
        Answer::Stopped { stop, at_least } => Claim::Stopped { stop, at_least },
    }
}

fn searched(
    model: &Model,
    first: Option<Ground>,
    options: &Options,
    context: &SearchContext,
) -> Result<Claimed, Failure> {
    let mut first = first;
    if let Question::Place { supply, .. } = &model.question {
        if let Some(most) = options.within() {
            return placed(model, first, (most, pieces(supply)), options, context);
        }
        if options.method == Method::Auto && context.journal().is_none() {
            let ground = first.map_or_else(|| ground(model, None, context.budget()), Ok)?;
            match laid::covered(ground, model, options, context) {
                Ok(claimed) => return Ok(claimed),
                Err(ground) => first = Some(*ground),
            }
        }
    }
    let Solved { ground, result, notes } = window::solve(model, first, options, context)?;
    let SearchResult { verdict, solutions, statistics, made, at_least, why } = result;
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
        Verdict::Unsolvable(certificate) => Claim::Unsolvable { certificate, told: None },
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
    Ok(Claimed { claim, solutions, ground: Some(ground), statistics, notes, why })
}

/// How long every solution is where pieces are laid: it lays all.
fn pieces(supply: &[Supply]) -> u64 {
    supply.iter().map(|s| u64::from(s.count)).sum()
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
        notes: Vec::new(),
        why: vec!["every solution lays all pieces".into()],
    })
}

fn game(model: &Model, first: Option<Ground>, context: &SearchContext) -> Result<Claimed, Failure> {
    let Question::Game { last_wins, .. } = model.question else {
        return Err(Stop::bug("the puzzle is not a game").into());
    };
    let ground = first.map_or_else(|| ground(model, None, context.budget()), Ok)?;
    if let Some(what) = ground.bounds.doubt() {
        return Err(Stop::TooLarge { what }.into());
    }
    let (result, statistics) = puzzlec_search::play(&ground.task, last_wins, context);
    let label = |id: &ActionId| ground.task.actions.get(*id as usize).map(|action| action.label.clone());
    let claim = match result {
        Ok(GameResult { winner, value, moves, .. }) => {
            let value = value.filter(|_| model.is_impartial());
            Claim::Winner { winner, value, moves: moves.iter().filter_map(label).collect(), proof: None }
        }
        Err(stop) => Claim::Stopped { stop, at_least: 0 },
    };
    let (notes, why) = (Vec::new(), Vec::new());
    Ok(Claimed { claim, solutions: None, ground: Some(ground), statistics, notes, why })
}
