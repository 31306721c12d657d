//! Solving a puzzle and telling the answer.

use std::collections::BTreeMap;

use super::picture::Painter;
use super::proof;
use super::window::{self, Solved};
use super::{Analysis, Answer, PlanReport, PuzzleInfo, Report, SolutionsReport, StepReport};
use crate::base::Budget;
use crate::diag::{self, Code, Diagnostic, Stop};
use crate::engine::certificate::{Document, Unwritten};
use crate::engine::{
    self, GameVerdict, Options, Plan, SearchContext, SearchResult, Solutions, Statistics, Verdict, verify,
};
use crate::model::board::Coord;
use crate::model::config::Configuration;
use crate::model::names::Names;
use crate::model::number::Values;
use crate::model::puzzle::{Supply, parameters};
use crate::model::{Model, Question, compile};
use crate::task::ground::{Failure, Ground, LAY, ground};
use crate::task::{Action, ActionId, Assign, Bound, Cost};

/// The model of a puzzle.
pub(super) fn model(
    analysis: &Analysis,
    puzzle: &PuzzleInfo,
    values: &Values,
    budget: &Budget,
) -> Result<Model, Vec<Diagnostic>> {
    let mut diagnostics = Vec::new();
    let names = Names::new(&analysis.project, &mut Vec::new()).with_budget(budget);
    match compile(&names, puzzle.at, values, &mut diagnostics) {
        Some(model) if !diagnostics.iter().any(Diagnostic::is_error) => Ok(model),
        _ => {
            diagnostics.extend(names.faults_read());
            diag::sort(&mut diagnostics);
            diagnostics.dedup();
            if diagnostics.is_empty() {
                diagnostics.extend(analysis.project.diagnostics.iter().cloned());
            }
            Err(diagnostics)
        }
    }
}

/// The values of a puzzle's parameters.
pub(super) fn values(
    analysis: &Analysis,
    puzzle: &PuzzleInfo,
    set: &[(String, i64)],
) -> Result<Values, Vec<Diagnostic>> {
    let Some(item) = analysis.item(puzzle) else { return Err(Vec::new()) };
    match parameters(item, set).map_err(|d| vec![*d])? {
        Some(values) => Ok(values),
        None => {
            let open: Vec<&str> = item
                .params
                .iter()
                .filter(|p| p.default.is_none() && !set.iter().any(|s| s.0 == p.name.text))
                .map(|p| p.name.text.as_str())
                .collect();
            let text = format!("puzzle `{}` needs a value for `{}`", puzzle.name, open.join("`, `"));
            let example = open.first().copied().unwrap_or("n");
            Err(vec![
                Diagnostic::new(Code::WrongArguments, puzzle.span, text)
                    .help(format!("give it one: `--set {example}=6`")),
            ])
        }
    }
}

pub(super) fn solve(
    analysis: &Analysis,
    puzzle: &PuzzleInfo,
    set: &[(String, i64)],
    options: &Options,
    context: &SearchContext,
) -> Result<Report, Vec<Diagnostic>> {
    let values = values(analysis, puzzle, set)?;
    let model = model(analysis, puzzle, &values, context.budget())?;
    report(analysis, puzzle, &model, options, context)
}

/// The answer with its certificate, or why there is none.
pub(super) fn certify(
    analysis: &Analysis,
    puzzle: &PuzzleInfo,
    set: &[(String, i64)],
    options: &Options,
    context: &SearchContext,
) -> Result<(Report, Result<Document, Unwritten>), Vec<Diagnostic>> {
    let values = values(analysis, puzzle, set)?;
    let model = model(analysis, puzzle, &values, context.budget())?;
    let mut certificate = Err(Unwritten::None("there is none for a game of two players yet".into()));
    let mut write = |ground: &Ground, result: &SearchResult| {
        certificate = engine::certificate::write(&model, ground, result, context);
    };
    let report = reported(analysis, puzzle, &model, options, context, &mut write)?;
    if let Answer::Stopped { reason, .. } = &report.answer {
        certificate = Err(Unwritten::Stopped(reason.clone()));
    }
    Ok((report, certificate))
}

/// The answer to a model.
pub(super) fn report(
    analysis: &Analysis,
    puzzle: &PuzzleInfo,
    model: &Model,
    options: &Options,
    context: &SearchContext,
) -> Result<Report, Vec<Diagnostic>> {
    reported(analysis, puzzle, model, options, context, &mut |_, _| {})
}

/// The answer to a model; `with` is told of the task and of what the search found.
fn reported(
    analysis: &Analysis,
    puzzle: &PuzzleInfo,
    model: &Model,
    options: &Options,
    context: &SearchContext,
    with: &mut dyn FnMut(&Ground, &SearchResult),
) -> Result<Report, Vec<Diagnostic>> {
    let (answer, statistics, told) = match answer(model, options, context, with) {
        Ok(found) => found,
        Err(Failure::Stop(stop)) => {
            let (reason, unit) = (told_of(model, stop)?, model.unit.clone());
            (Answer::Stopped { reason, at_least: None, unit }, Statistics::default(), Told::default())
        }
        Err(Failure::Diagnostics(diagnostics)) => return Err(diagnostics),
    };
    let file = analysis.sources().get(puzzle.file).map_or(String::new(), |f| f.name.clone());
    Ok(Report {
        file,
        puzzle: model.name.clone(),
        title: model.title.clone(),
        parameters: model.values.iter().map(|(k, v)| (k.clone(), *v)).collect::<BTreeMap<_, _>>(),
        answer,
        statistics,
        notes: told.notes,
        why: told.why,
        proof: told.proof,
        solutions: told.solutions,
    })
}

type Found = (Answer, Statistics, Told);

/// What is told besides the answer.
#[derive(Default)]
struct Told {
    notes: Vec<String>,
    why: Vec<String>,
    proof: Vec<String>,
    solutions: Option<SolutionsReport>,
}

fn answer(
    model: &Model,
    options: &Options,
    context: &SearchContext,
    with: &mut dyn FnMut(&Ground, &SearchResult),
) -> Result<Found, Failure> {
    if let Question::Game { last_wins, .. } = &model.question {
        return game(model, *last_wins, context);
    }
    let Solved { mut ground, mut result, notes } = window::solve(model, options, context)?;
    with(&ground, &result);
    ground.task.actions.append(&mut result.made);
    let SearchResult { verdict, solutions, statistics, at_least, why, .. } = result;
    let proof = match &verdict {
        Verdict::Unsolvable(certificate) => proof::words(model, &ground, certificate),
        Verdict::Solved(_) | Verdict::Stopped(_) => Vec::new(),
    };
    let answer = match verdict {
        Verdict::Solved(plan) => Answer::Solved(told(model, &ground, &plan, context.budget())?),
        Verdict::Unsolvable(certificate) => Answer::Unsolvable { certificate },
        Verdict::Stopped(stop) if stop.is_mistake() => return Err(stop.into()),
        Verdict::Stopped(reason) => {
            let at_least = match &model.question {
                // The search counts cells; every solution lays all pieces.
                Question::Place { supply, .. } => supply.iter().map(|s| u64::from(s.count)).sum(),
                Question::Moves { .. } | Question::Game { .. } => at_least,
            };
            let at_least = (at_least > 0).then_some(at_least);
            Answer::Stopped { reason, at_least, unit: model.unit.clone() }
        }
    };
    let solutions = solutions.map(|all| listed(model, &ground, &all)).transpose()?;
    Ok((answer, statistics, Told { notes, why, proof, solutions }))
}

fn game(model: &Model, last_wins: bool, context: &SearchContext) -> Result<Found, Failure> {
    let ground = ground(model, None, context.budget())?;
    if let Some(what) = ground.bounds.doubt() {
        return Err(Stop::TooLarge { what }.into());
    }
    let (verdict, statistics) = engine::play(&ground.task, last_wins, context);
    let answer = match verdict {
        GameVerdict::FirstWins { by, .. } => {
            let action = by.and_then(|by| ground.task.actions.get(by as usize));
            let first_move = action.map(|a| first_move(model, &ground, a, context.budget())).transpose()?;
            Answer::Game { winner: "first".into(), first_move }
        }
        GameVerdict::SecondWins { .. } => Answer::Game { winner: "second".into(), first_move: None },
        GameVerdict::Draw { .. } => Answer::Game { winner: "draw".into(), first_move: None },
        GameVerdict::Stopped(stop) if stop.is_mistake() => return Err(stop.into()),
        GameVerdict::Stopped(reason) => Answer::Stopped { reason, at_least: None, unit: model.unit.clone() },
    };
    Ok((answer, statistics, Told::default()))
}

fn rejected(model: &Model, why: &str) -> Failure {
    Stop::bug(format!("the plan for `{}` does not follow the rules: {why}", model.name)).into()
}

/// Why there is no answer, unless that is a mistake: of a script, or of this program.
///
/// # Errors
/// The mistake.
pub(super) fn told_of(model: &Model, stop: Stop) -> Result<Stop, Vec<Diagnostic>> {
    match stop {
        Stop::Fault(fault) => Err(vec![*fault]),
        Stop::Bug { what } => Err(vec![
            Diagnostic::new(Code::PlanRejected, model.span, what)
                .note("this is a mistake in puzzlec, please report it"),
        ]),
        other => Ok(other),
    }
}

fn first_move(
    model: &Model,
    ground: &Ground,
    action: &Action,
    budget: &Budget,
) -> Result<StepReport, Failure> {
    let start = verify::start(model);
    let after = verify::first_step(model, &action.label).map_err(|why| rejected(model, &why))?;
    let mut painter =
        Painter::new(model, ground.cells.clone(), &start, budget).map_err(|d| Failure::from(*d))?;
    painter.show(&after);
    Ok(StepReport {
        rule: rule_name(model, action),
        notation: notation(model, ground, action),
        after: painter.rows(),
    })
}

/// A plan, replayed by the rules as written.
fn told(model: &Model, ground: &Ground, plan: &Plan, budget: &Budget) -> Result<PlanReport, Failure> {
    let placing = matches!(model.question, Question::Place { .. });
    let actions: Vec<&Action> = plan
        .actions
        .iter()
        .filter_map(|id| ground.task.actions.get(*id as usize))
        .filter(|a| !placing || a.label.rule == LAY)
        .collect();
    let labels: Vec<_> = actions.iter().map(|a| a.label.clone()).collect();
    let positions = verify::replay(model, &labels).map_err(|r| rejected(model, &r.to_string()))?;
    let start = verify::start(model);
    let mut painter = Painter::new(model, used_cells(model, ground, &start, &positions), &start, budget)
        .map_err(|d| Failure::from(*d))?;
    let first = painter.rows();
    let runs = ground.task.measure.cost == Cost::Runs;
    let mut steps: Vec<StepReport> = Vec::new();
    let mut last = None;
    for (action, position) in actions.iter().zip(&positions) {
        painter.show(position);
        let step = StepReport {
            rule: rule_name(model, action),
            notation: notation(model, ground, action),
            after: painter.rows(),
        };
        let goes_on = runs && last.is_some() && action.mover.map(|m| m.0) == last;
        match steps.last_mut() {
            Some(run) if goes_on => {
                let to = action.mover.and_then(|m| ground.cells.get(m.1 as usize));
                run.notation.push('-');
                run.notation.push_str(&to.map_or(String::new(), |c| model.board.name(*c)));
                run.after = step.after;
            }
            _ => steps.push(step),
        }
        last = action.mover.map(|m| m.1);
    }
    let (length, unit) = if placing {
        (u64::try_from(labels.len()).unwrap_or(u64::MAX), "pieces".to_owned())
    } else {
        (plan.length, model.unit.clone())
    };
    let colours = painter.colours();
    Ok(PlanReport { optimality: plan.optimality, length, unit, start: first, steps, colours })
}

/// All shortest solutions, each replayed.
fn listed(model: &Model, ground: &Ground, all: &Solutions) -> Result<SolutionsReport, Failure> {
    let placing = matches!(model.question, Question::Place { .. });
    let one = |plan: &Vec<ActionId>| {
        let all = || plan.iter().filter_map(|id| ground.task.actions.get(*id as usize));
        let actions = || all().filter(|a| !placing || a.label.rule == LAY);
        let labels: Vec<_> = actions().map(|a| a.label.clone()).collect();
        verify::replay(model, &labels).map_err(|r| rejected(model, &r.to_string()))?;
        Ok(actions().map(|a| notation(model, ground, a)).collect())
    };
    let listed = all.plans.iter().map(one).collect::<Result<_, Failure>>()?;
    Ok(SolutionsReport { count: all.count.to_string(), listed })
}

/// The cells worth showing: all of a bounded board, else the smallest rectangle that holds every
/// piece of every position.
fn used_cells(
    model: &Model,
    ground: &Ground,
    start: &Configuration,
    positions: &[Configuration],
) -> Vec<Coord> {
    if !model.board.unbounded {
        return ground.cells.clone();
    }
    let used = || positions.iter().chain([start]).flat_map(|p| p.keys());
    let (left, right) = (used().map(|c| c.x).min().unwrap_or(0), used().map(|c| c.x).max().unwrap_or(0));
    let (top, bottom) = (used().map(|c| c.y).min().unwrap_or(0), used().map(|c| c.y).max().unwrap_or(0));
    let inside = |c: &&Coord| (left..=right).contains(&c.x) && (top..=bottom).contains(&c.y);
    ground.cells.iter().filter(inside).copied().collect()
}

pub(super) fn rule_name(model: &Model, action: &Action) -> String {
    match &model.question {
        Question::Moves { rules, .. } | Question::Game { rules, .. } => {
            rules.get(action.label.rule as usize).map_or(String::new(), |r| r.name.clone())
        }
        Question::Place { .. } => "place".into(),
    }
}

/// A step in short: from where to where, or which cell.
pub(super) fn notation(model: &Model, ground: &Ground, action: &Action) -> String {
    let name = |var: u32| ground.cells.get(var as usize).map_or(String::new(), |c| model.board.name(*c));
    if let Question::Place { supply, .. } = &model.question {
        return supply.get(action.label.part as usize).map_or(String::new(), |s| laid(model, s, action));
    }
    if let Some((from, to)) = turned(action).or(action.mover) {
        return format!("{}-{}", name(from), name(to));
    }
    let cells: Vec<String> = action
        .label
        .binding
        .iter()
        .filter_map(|b| match b {
            Bound::Cell(x, y) => Some(model.board.name(Coord::new(*x, *y))),
            Bound::Direction(d) => Some(model.board.direction_name(*d).to_owned()),
            Bound::Number(_) => None,
        })
        .collect();
    if cells.is_empty() {
        let changed: Vec<String> = action.assign.iter().map(|(v, _)| name(*v)).collect();
        return changed.join(" ");
    }
    cells.join(" ")
}

/// A two-cell piece that slides, turns or pivots leaves one cell and covers another.
fn turned(action: &Action) -> Option<(u32, u32)> {
    let maps = action.assign.iter().any(|(_, a)| matches!(a, Assign::Map(..)));
    let was_free = |var: u32| action.guard.iter().any(|(v, set)| *v == var && set.single() == Some(0));
    let mut left = action.assign.iter().filter(|(_, a)| *a == Assign::Set(0)).map(|(v, _)| *v);
    let mut covered = action.assign.iter().map(|(v, _)| *v).filter(|v| was_free(*v));
    match (left.next(), left.next(), covered.next(), covered.next()) {
        (Some(from), None, Some(to), None) if maps => Some((from, to)),
        _ => None,
    }
}

fn laid(model: &Model, entry: &Supply, action: &Action) -> String {
    let text = |l: u16| model.pieces.labels.get(usize::from(l)).cloned().unwrap_or_default();
    let mark = |member: &i64| {
        let kind = model.pieces.kind(entry.kind)?;
        usize::try_from(*member).ok().and_then(|at| kind.marks.get(at)).copied()
    };
    match (action.label.binding.as_slice(), entry.labels) {
        ([Bound::Cell(x, y), Bound::Number(member)], None) => {
            let cell = model.board.name(Coord::new(*x, *y));
            mark(member).map_or(cell.clone(), |mark| format!("{mark} on {cell}"))
        }
        ([Bound::Cell(x, y), Bound::Direction(d), Bound::Number(turned)], Some((a, b))) => {
            let first = Coord::new(*x, *y);
            let second = model.board.step(first, *d).map_or(String::new(), |c| model.board.name(c));
            let (a, b) = if *turned == 0 { (a, b) } else { (b, a) };
            let labels =
                if a == 0 && b == 0 { String::new() } else { format!("{}-{} on ", text(a), text(b)) };
            format!("{labels}{}-{second}", model.board.name(first))
        }
        ([Bound::Cell(x, y), ..], _) => model.board.name(Coord::new(*x, *y)),
        _ => String::new(),
    }
}

/// What kept an answer away, if something did.
pub(super) fn stop(answer: &Answer) -> Option<&Stop> {
    match answer {
        Answer::Stopped { reason, .. } => Some(reason),
        _ => None,
    }
}
