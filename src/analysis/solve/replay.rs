//! Plans, replayed by the rules as written and told in notation and pictures.

use super::notation::{Step, notation, rule_name};
use crate::analysis::picture::Painter;
use crate::analysis::{PlanReport, SolutionsReport, StepReport};
use crate::base::Budget;
use crate::diag;
use crate::engine::verify::{self, Rejected, Replayed, Stop};
use crate::engine::{Optimality, Steps};
use crate::model::board::Coord;
use crate::model::config::Configuration;
use crate::model::{Model, Question};
use crate::syntax::ast::MeasureKind;
use crate::task::Label;
use crate::task::ground::{Failure, LAY};

/// So many steps of a plan are listed; the certificate has all.
const MOST_STEPS: usize = 10_000;

/// A plan that broke a rule: a bug, unless a limit came first.
fn rejected(model: &Model, rejected: Rejected) -> Failure {
    match rejected.why {
        Stop::Stopped(stop) => stop.into(),
        Stop::Rejected(_) => mistaken(model, &format!("does not follow the rules: {rejected}")),
    }
}

fn mistaken(model: &Model, why: &str) -> Failure {
    diag::Stop::bug(format!("the plan for `{}` {why}", model.name)).into()
}

/// The steps that a reader sees: where pieces are laid, those that lay one.
struct Shown<'a>(&'a Model, &'a dyn Steps);

impl Steps for Shown<'_> {
    fn labels(&self) -> Box<dyn Iterator<Item = Label> + '_> {
        let placing = matches!(self.0.question, Question::Place { .. });
        Box::new(self.1.labels().filter(move |label| !placing || label.rule == LAY))
    }
}

/// A first move of a game.
pub(super) fn first_move(model: &Model, label: &Label, budget: &Budget) -> Result<StepReport, Failure> {
    let start = verify::start(model);
    let mut report = Err(mistaken(model, "is empty"));
    let mut tell = |replayed: &Replayed<'_>| {
        report = Painter::new(model, cells(model, &start, replayed.after), &start, budget)
            .map_err(|d| Failure::from(*d))
            .map(|mut painter| step(model, replayed, &mut painter));
    };
    verify::first_step(model, label, &mut tell).map_err(|r| rejected(model, r))?;
    report
}

fn step(model: &Model, replayed: &Replayed<'_>, painter: &mut Painter<'_>) -> StepReport {
    painter.show(replayed.after);
    StepReport {
        rule: rule_name(model, replayed.label),
        notation: notation(model, &Step::from(replayed)),
        after: painter.rows(),
    }
}

/// A plan, replayed; `length` is its length by the search.
pub(super) fn plan(
    model: &Model,
    steps: &dyn Steps,
    (length, optimality): (Option<u64>, Optimality),
    budget: &Budget,
) -> Result<PlanReport, Failure> {
    let steps = &Shown(model, steps);
    let start = verify::start(model);
    let mut painter = Painter::new(model, used(model, &start, steps, budget)?, &start, budget)
        .map_err(|d| Failure::from(*d))?;
    let first = painter.rows();
    let runs = model.measure == MeasureKind::Runs;
    let mut told: Vec<StepReport> = Vec::new();
    let mut stands = None;
    let mut more = 0_u64;
    let mut tell = |replayed: &Replayed<'_>| {
        if told.len() >= MOST_STEPS {
            more += 1;
            return;
        }
        let step = step(model, replayed, &mut painter);
        let goes_on = runs && stands.is_some() && replayed.mover.map(|m| m.0) == stands;
        match told.last_mut() {
            Some(run) if goes_on => {
                let to = replayed.mover.map_or(String::new(), |(_, to)| model.board.name(to));
                run.notation.push('-');
                run.notation.push_str(&to);
                run.after = step.after;
            }
            _ => told.push(step),
        }
        stands = replayed.mover.map(|(_, to)| to);
    };
    let counted = verify::replay(model, steps, budget, &mut tell).map_err(|r| rejected(model, r))?;
    if length.is_some_and(|length| length != counted) {
        return Err(mistaken(model, &format!("has the length {counted} and not the one of the search")));
    }
    let placing = matches!(model.question, Question::Place { .. });
    let unit = if placing { "pieces".to_owned() } else { model.unit.clone() };
    let colours = painter.colours();
    Ok(PlanReport { optimality, length: counted, unit, start: first, steps: told, more, colours })
}

/// All shortest solutions, each replayed.
pub(super) fn listed(
    model: &Model,
    (count, plans): (String, Vec<Vec<Label>>),
    budget: &Budget,
) -> Result<SolutionsReport, Failure> {
    let one = |plan: &Vec<Label>| {
        let mut steps = Vec::new();
        let mut tell = |replayed: &Replayed<'_>| steps.push(notation(model, &Step::from(replayed)));
        verify::replay(model, &Shown(model, plan), budget, &mut tell).map_err(|r| rejected(model, r))?;
        Ok(steps)
    };
    let listed = plans.iter().map(one).collect::<Result<_, Failure>>()?;
    Ok(SolutionsReport { count, listed })
}

/// The cells worth showing: all of a bounded board, else the smallest rectangle that holds every piece of
/// every position that is shown.
fn used(
    model: &Model,
    start: &Configuration,
    steps: &dyn Steps,
    budget: &Budget,
) -> Result<Vec<Coord>, Failure> {
    if !model.board.unbounded {
        return Ok(model.board.cells().to_vec());
    }
    let mut extent = Extent::default();
    start.keys().for_each(|cell| extent.take(*cell));
    let mut left = MOST_STEPS;
    let mut tell = |replayed: &Replayed<'_>| {
        if left > 0 {
            left -= 1;
            let held = replayed.changes.iter().filter(|(_, _, new)| *new != 0);
            held.for_each(|(cell, ..)| extent.take(*cell));
        }
    };
    verify::replay(model, steps, budget, &mut tell).map_err(|r| rejected(model, r))?;
    Ok(extent.cells())
}

/// The cells worth showing of a position and the one after it.
fn cells(model: &Model, start: &Configuration, after: &Configuration) -> Vec<Coord> {
    if !model.board.unbounded {
        return model.board.cells().to_vec();
    }
    let mut extent = Extent::default();
    start.keys().chain(after.keys()).for_each(|cell| extent.take(*cell));
    extent.cells()
}

/// The smallest rectangle about some cells.
#[derive(Default)]
struct Extent(Option<(Coord, Coord)>);

impl Extent {
    fn take(&mut self, cell: Coord) {
        let (low, high) = self.0.unwrap_or((cell, cell));
        let low = Coord::new(low.x.min(cell.x), low.y.min(cell.y));
        self.0 = Some((low, Coord::new(high.x.max(cell.x), high.y.max(cell.y))));
    }

    fn cells(&self) -> Vec<Coord> {
        let Some((low, high)) = self.0 else { return Vec::new() };
        (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| Coord::new(x, y))).collect()
    }
}
