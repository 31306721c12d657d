//! Plans, replayed by the rules as written, in notation and pictures.

use super::arrangement::Arrangement;
use super::notation::{Step, notation, rule_name};
use crate::picture::Painter;
use crate::scene::{self, ScenePiece};
use crate::{PlanReport, SolutionsReport, StepReport};
use puzzlec_base::Budget;
use puzzlec_base::diag;
use puzzlec_checker::{self, Rejected, Replayed, Unproved};
use puzzlec_model::board::Coord;
use puzzlec_model::config::Configuration;
use puzzlec_model::piece::Form;
use puzzlec_model::{Model, Question};
use puzzlec_search::ground::{Failure, LAY};
use puzzlec_syntax::ast::MeasureKind;
use puzzlec_task::{Label, Plan, Solutions, Steps};

/// Maximum number of listed steps of a plan; the certificate has all.
const MOST_STEPS: usize = 10_000;

/// Maximum total number of cells in the pictures of a plan; further steps have only notation.
const MOST_DRAWN: u64 = 1 << 22;

/// A picture of more cells is not drawn at all: it is too long to read.
const MOST_AT_ONCE: u64 = 1 << 18;

/// Maximum number of pieces in the pictures of a plan with chains; the chains of further steps are not shown.
const MOST_LINKED: usize = 1 << 18;

/// A plan that broke a rule: a bug, unless a limit came first.
fn rejected(model: &Model, rejected: Rejected) -> Failure {
    match rejected.why {
        Unproved::Stopped(stop) => stop.into(),
        Unproved::Rejected(_) => mistaken(model, &format!("does not follow the rules: {rejected}")),
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

/// The first steps of a plan that a reader sees.
pub(super) fn shown(model: &Model, steps: &dyn Steps, most: usize) -> Vec<Label> {
    Shown(model, steps).labels().take(most).collect()
}

/// The winning first moves of a game, each replayed from the start, and the number of those that are not
/// listed.
pub(super) fn first_moves(
    model: &Model,
    moves: &dyn Steps,
    budget: &Budget,
) -> Result<(Vec<StepReport>, u64), Failure> {
    let mut moves = moves.labels();
    let listed: Vec<Label> = moves.by_ref().take(MOST_STEPS).collect();
    let more = moves.count() as u64;
    if listed.is_empty() {
        return Ok((Vec::new(), more));
    }
    let start = puzzlec_checker::start(model);
    let cells = if model.board.unbounded {
        let mut extent = Extent::default();
        start.keys().for_each(|cell| extent.take(*cell));
        // If the row closes up, the changes of a move cost the row: only those that may be drawn are looked at.
        let drawn = match extent.size() {
            ..=MOST_AT_ONCE => usize::try_from(MOST_DRAWN / extent.size().max(1)).unwrap_or(MOST_STEPS),
            _ => 0,
        };
        let mut tell = |replayed: &Replayed<'_>| extent.put(replayed);
        let first = listed.get(..drawn).unwrap_or(&listed);
        puzzlec_checker::replay_each(model, first, budget, &mut tell).map_err(|r| rejected(model, r))?;
        if extent.size() > MOST_AT_ONCE { Vec::new() } else { extent.cells() }
    } else {
        model.board.cells().to_vec()
    };
    let pictures = MOST_DRAWN.checked_div(cells.len() as u64).unwrap_or(0);
    let first = Painter::new(model, cells, &start, budget).map_err(|d| Failure::from(*d))?;
    let mut reports = Vec::with_capacity(listed.len());
    let mut tell = |replayed: &Replayed<'_>| {
        let mut painter = ((reports.len() as u64) < pictures).then(|| first.clone());
        reports.push(step(model, replayed, painter.as_mut()));
    };
    puzzlec_checker::replay_each(model, &listed, budget, &mut tell).map_err(|r| rejected(model, r))?;
    Ok((reports, more))
}

fn step(model: &Model, replayed: &Replayed<'_>, painter: Option<&mut Painter<'_>>) -> StepReport {
    let (after, pieces) = painter.map_or((Vec::new(), Vec::new()), |painter| {
        painter.show(replayed);
        (painter.rows(), linked(model, painter))
    });
    StepReport {
        rule: rule_name(model, replayed.label),
        notation: notation(model, &Step::from(replayed)),
        after,
        pieces,
    }
}

/// The pieces that a painter draws, where rows of marks do not show them.
fn linked(model: &Model, painter: &Painter<'_>) -> Vec<ScenePiece> {
    match needs_lines(model) {
        true => scene::drawn(model, painter.cells(), painter).pieces,
        false => Vec::new(),
    }
}

/// Whether positions are drawn with lines: there are chains, or edges.
fn needs_lines(model: &Model) -> bool {
    model.board.has_edges() || model.pieces.kinds.iter().any(|kind| matches!(kind.form, Form::Chain(_)))
}

/// A plan, replayed; no plan is shorter than `at_least`.
pub(super) fn plan(
    model: &Model,
    Plan { steps, length, optimality }: Plan<&dyn Steps>,
    at_least: Option<u64>,
    budget: &Budget,
) -> Result<PlanReport, Failure> {
    let steps = &Shown(model, steps);
    let start = puzzlec_checker::start(model);
    let drawn = drawn(model, &start, steps, budget)?;
    let mut painter = Painter::new(model, drawn.cells, &start, budget).map_err(|d| Failure::from(*d))?;
    let first = painter.rows();
    let board = needs_lines(model).then(|| scene::drawn(model, painter.cells(), &painter));
    let runs = model.measure == MeasureKind::Runs;
    let mut reports: Vec<StepReport> = Vec::new();
    let mut stands = None;
    let (mut all, mut links) = (0_usize, 0_usize);
    let placing = matches!(model.question, Question::Place { .. });
    let mut arrangement = Arrangement::default();
    let mut tell = |replayed: &Replayed<'_>| {
        all += 1;
        if placing && drawn.steps > 0 {
            arrangement.place(model, replayed.changes());
        }
        let pictured = all <= drawn.steps && all <= MOST_STEPS;
        if !pictured && drawn.whole {
            painter.show(replayed);
        }
        if all > MOST_STEPS {
            return;
        }
        let mut step = step(model, replayed, pictured.then_some(&mut painter));
        links += step.pieces.len();
        if links > MOST_LINKED {
            step.pieces.clear();
        }
        let goes_on = runs && stands.is_some() && replayed.mover.map(|m| m.0) == stands;
        match reports.last_mut() {
            Some(run) if goes_on => {
                let to = replayed.mover.map_or(String::new(), |(_, to)| model.board.name(to));
                run.notation.push('-');
                run.notation.push_str(&to);
                (run.after, run.pieces) = (step.after, step.pieces);
            }
            _ => reports.push(step),
        }
        stands = replayed.mover.map(|(_, to)| to);
    };
    let counted = puzzlec_checker::replay(model, steps, budget, &mut tell).map_err(|r| rejected(model, r))?;
    if length != counted {
        return Err(mistaken(model, &format!("has the length {counted}, and not {length}")));
    }
    if let Some(least) = at_least.filter(|least| *least > counted) {
        return Err(mistaken(model, &format!("has the length {counted}, and none is shorter than {least}")));
    }
    let at_least = at_least.filter(|least| *least > 0 && *least < counted);
    let unit = if placing { "pieces".to_owned() } else { model.unit.clone() };
    let colours = painter.colours();
    let more = all.saturating_sub(MOST_STEPS) as u64;
    let end = if drawn.whole || all <= drawn.steps { painter.rows() } else { Vec::new() };
    let chains =
        board.map(|board| (board, if end.is_empty() { Vec::new() } else { linked(model, &painter) }));
    let placed = placing.then(|| arrangement.pictures(model, &end));
    let (length, start, steps) = (counted, first, reports);
    Ok(PlanReport { optimality, length, at_least, unit, start, steps, more, colours, end, placed, chains })
}

/// All shortest solutions, each replayed.
pub(super) fn listed(
    model: &Model,
    Solutions { count, plans }: &Solutions,
    budget: &Budget,
) -> Result<SolutionsReport, Failure> {
    let one = |plan: &Vec<Label>| {
        let mut steps = Vec::new();
        let mut tell = |replayed: &Replayed<'_>| steps.push(notation(model, &Step::from(replayed)));
        puzzlec_checker::replay(model, &Shown(model, plan), budget, &mut tell)
            .map_err(|r| rejected(model, r))?;
        Ok(steps)
    };
    let listed = plans.iter().map(one).collect::<Result<_, Failure>>()?;
    Ok(SolutionsReport { count: count.clone(), listed })
}

/// The drawn part of a plan.
struct Drawn {
    /// The cells.
    cells: Vec<Coord>,
    /// The number of first steps whose positions are drawn.
    steps: usize,
    /// Whether every position lies on these cells.
    whole: bool,
}

/// The cells to draw: all of a bounded board, otherwise the smallest rectangle with every piece of every
/// drawn position; and the number of drawn positions, which limits the size of the pictures.
fn drawn(model: &Model, start: &Configuration, steps: &dyn Steps, budget: &Budget) -> Result<Drawn, Failure> {
    if !model.board.unbounded {
        let cells = model.board.cells().to_vec();
        let pictures = MOST_DRAWN / (cells.len() as u64).max(1);
        let steps = usize::try_from(pictures.saturating_sub(1)).unwrap_or(MOST_STEPS);
        return Ok(Drawn { cells, steps, whole: steps > 0 });
    }
    let mut extent = Extent::default();
    start.keys().for_each(|cell| extent.take(*cell));
    if extent.size() > MOST_AT_ONCE {
        return Ok(Drawn { cells: Vec::new(), steps: 0, whole: false });
    }
    let (mut drawn, mut open) = (0_u64, true);
    let mut tell = |replayed: &Replayed<'_>| {
        if !open {
            return;
        }
        let mut next = extent;
        next.put(replayed);
        open &= next.size().saturating_mul(drawn + 2) <= MOST_DRAWN;
        if open {
            extent = next;
            drawn += 1;
        }
    };
    puzzlec_checker::replay_first(model, (steps, MOST_STEPS), budget, &mut tell)
        .map_err(|r| rejected(model, r))?;
    let steps = usize::try_from(drawn).unwrap_or(MOST_STEPS);
    Ok(Drawn { cells: extent.cells(), steps, whole: false })
}

/// The smallest rectangle about some cells.
#[derive(Clone, Copy, Default)]
struct Extent(Option<(Coord, Coord)>);

impl Extent {
    fn take(&mut self, cell: Coord) {
        let (low, high) = self.0.unwrap_or((cell, cell));
        let low = Coord::new(low.x.min(cell.x), low.y.min(cell.y));
        self.0 = Some((low, Coord::new(high.x.max(cell.x), high.y.max(cell.y))));
    }

    /// Takes in the pieces that a step puts.
    fn put(&mut self, replayed: &Replayed<'_>) {
        let held = replayed.changes().iter().filter(|(_, _, new)| *new != 0);
        held.for_each(|(cell, ..)| self.take(*cell));
    }

    /// Its number of cells.
    fn size(&self) -> u64 {
        let side = |low: i32, high: i32| u64::from(high.abs_diff(low)) + 1;
        self.0.map_or(0, |(low, high)| side(low.x, high.x).saturating_mul(side(low.y, high.y)))
    }

    fn cells(&self) -> Vec<Coord> {
        let Some((low, high)) = self.0 else { return Vec::new() };
        (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| Coord::new(x, y))).collect()
    }
}
