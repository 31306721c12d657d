//! Plans in certificates.

use std::collections::{BTreeMap, BTreeSet};

use super::measure::Measure;
use super::rules::Reading;
use super::{Played, Unproved, follow, walk};
use puzzlec_base::Progress;
use puzzlec_model::board::{Board, Coord};
use puzzlec_model::rule::Body;
use puzzlec_model::{Model, Question};
use puzzlec_syntax::ast::MeasureKind;
use puzzlec_task::SearchContext;
use puzzlec_task::Steps;
use puzzlec_task::certificate::{Level, Place, Step, StepList, rules};
use puzzlec_task::{Bound, Label};

const OUTSIDE: &str = "it leaves the window";

/// The steps that are read between two looks at the budget.
const POLLED: usize = 1 << 12;

/// Checks that the steps follow the rules as written, end at a goal and have this length; and that they stay
/// `within` a stated window, if there is one.
pub(super) fn check(
    model: &Model,
    steps: &StepList,
    (length, unit): (u64, &str),
    within: Option<&[Coord]>,
    context: &SearchContext,
) -> Result<(), Unproved> {
    let spoken = Spoken::new(model, steps);
    let window: Option<BTreeSet<Coord>> = within.map(|cells| cells.iter().copied().collect());
    let inside = |cell: &Coord| window.as_ref().is_none_or(|cells| cells.contains(cell));
    for (i, step) in steps.iter().enumerate() {
        if i.is_multiple_of(POLLED) {
            context.poll(&Progress::default())?;
        }
        let wrong = |why: String| Unproved::Rejected(format!("step {}: {why}", i + 1));
        let label = spoken.label(&step).map_err(wrong)?;
        if label.binding.iter().any(|b| matches!(b, Bound::Cell(x, y) if !inside(&Coord::new(*x, *y)))) {
            return Err(wrong(OUTSIDE.to_owned()));
        }
    }
    let mut measure = Measure::new(model);
    let mut started = false;
    let mut each = |played: &Played<'_>| {
        measure.step(played.label.rule, played.moved, played.play.cost);
        if window.is_none() {
            return Ok(());
        }
        // Cells that no step changes are checked once, after the first step.
        let first = if started { None } else { Some(played.play.cells().keys()) };
        started = true;
        let mut held = first.into_iter().flatten();
        let mut changed = played.play.changes().iter().filter(|(_, _, new)| *new != 0);
        if held.all(inside) && changed.all(|(cell, ..)| inside(cell)) {
            Ok(())
        } else {
            Err(Unproved::wrong(OUTSIDE))
        }
    };
    follow(model, &spoken, context, &mut each).map_err(|(step, stop)| match stop {
        Unproved::Rejected(why) => Unproved::Rejected(format!("step {step}: {why}")),
        limit => limit,
    })?;
    let (counted, of) = (measure.length, measure.unit());
    if of != unit {
        return Err(Unproved::Rejected(format!("the unit of its length is {of}, not {unit}")));
    }
    if counted != length {
        return Err(Unproved::Rejected(format!("its length is {counted}, not {length}")));
    }
    Ok(())
}

/// The steps of a certificate as labels.
pub(super) fn labels(model: &Model, steps: &StepList) -> Result<Vec<Label>, Unproved> {
    let spoken = Spoken::new(model, steps);
    steps.iter().map(|step| spoken.label(&step).map_err(Unproved::Rejected)).collect()
}

/// The steps of a certificate as labels, computed on demand.
struct Spoken<'a> {
    model: &'a Model,
    /// The rules by name.
    numbers: BTreeMap<String, u32>,
    /// The cells of a bounded board by name.
    cells: BTreeMap<String, Coord>,
    steps: &'a StepList,
}

impl Steps for Spoken<'_> {
    fn labels(&self) -> Box<dyn Iterator<Item = Label> + '_> {
        // All steps were resolved before.
        Box::new(self.steps.iter().map_while(|step| self.label(&step).ok()))
    }
}

impl<'a> Spoken<'a> {
    fn new(model: &'a Model, steps: &'a StepList) -> Spoken<'a> {
        let mut numbers: BTreeMap<String, u32> = BTreeMap::new();
        for (number, name) in (0..).zip(rules(model)) {
            numbers.entry(name).or_insert(number);
        }
        let board = &model.board;
        let cells = board.cells().iter().map(|c| (board.name(*c), *c)).collect();
        Spoken { model, numbers, cells, steps }
    }

    fn label(&self, step: &Step) -> Result<Label, String> {
        let rule = self.numbers.get(step.rule.as_str()).copied();
        let rule = rule.ok_or_else(|| format!("there is no rule `{}`", step.rule))?;
        let place = |place| bound(&self.model.board, &self.cells, place);
        let binding: Vec<Bound> = step.at.iter().map(place).collect::<Result<_, _>>()?;
        if !spoken(self.model, rule as usize, step.part, &binding) {
            return Err(format!("`{}` is not played like that", step.rule));
        }
        Ok(Label { rule, part: step.part, binding })
    }
}

/// Whether a step has exactly the fields of its rule: a drawn rule has only cells, a written one has no
/// parts, and a laid piece is turned (1) or not (0).
fn spoken(model: &Model, rule: usize, part: u32, binding: &[Bound]) -> bool {
    let rules = match &model.question {
        Question::Moves { rules, .. } | Question::Game { rules, .. } => rules,
        Question::Place { .. } => {
            return match binding {
                [_, Bound::Direction(_), Bound::Number(turned)] => (0..=1).contains(turned),
                _ => true,
            };
        }
    };
    match rules.get(rule).map(|r| &r.body) {
        Some(Body::Patterns(_)) => binding.iter().all(|b| matches!(b, Bound::Cell(..))),
        Some(Body::Quantified(_)) => part == 0,
        Some(Body::Scripted(_)) => true,
        Some(Body::Callback(_)) => binding.is_empty(),
        None => false,
    }
}

/// Checks that no position that is reached in fewer actions is a goal.
pub(super) fn least(
    model: &Model,
    reading: &Reading,
    length: u64,
    levels: &[Level],
    context: &SearchContext,
) -> Result<(), Unproved> {
    if model.measure != MeasureKind::Actions || levels.len() as u64 != length {
        return Err(Unproved::wrong("levels prove a plan least only if there is one for every move"));
    }
    walk::forward(model, reading, levels, false, context)
}

fn bound(board: &Board, cells: &BTreeMap<String, Coord>, place: &Place) -> Result<Bound, String> {
    match place {
        Place::Cell(name) => {
            let known = cells.get(name).copied();
            let cell = cell(board, known, name).ok_or_else(|| format!("there is no cell `{name}`"))?;
            Ok(Bound::Cell(cell.x, cell.y))
        }
        Place::Direction(name) => {
            let direction = board.direction(name);
            direction.map(Bound::Direction).ok_or_else(|| format!("there is no direction `{name}`"))
        }
        Place::Number(number) => Ok(Bound::Number(*number)),
    }
}

/// The cell of a name, which may be `known`. Cells outside have their coordinates for a name, or letters and a row.
pub(super) fn cell(board: &Board, known: Option<Coord>, name: &str) -> Option<Coord> {
    let cell = known.or_else(|| Board::coordinates(name).filter(|c| board.name(*c) == *name));
    let cell = cell.or_else(|| board.find(name).filter(|_| board.unbounded)?.first().copied());
    cell.filter(|cell| !board.unbounded || board.contains(*cell))
}
