//! The positions of a puzzle level by level, and as a graph.

use std::num::NonZero;

use super::picture::counter_row;
use super::report::{ExploreReport, GraphReport, MoveReport, PositionReport};
use super::{Analysis, PuzzleInfo, solve};
use puzzlec_base::diag::{Diagnostic, Stop};
use puzzlec_base::{Budget, Limit, Progress};
use puzzlec_checker as verify;
use puzzlec_model::Model;
use puzzlec_model::board::draw;
use puzzlec_search::ground::{Failure, Ground};
use puzzlec_search::{self, Explored, Graph};
use puzzlec_task::SearchContext;

/// Bytes of a graph between two polls of the budget.
const POLLED: usize = 1 << 16;

/// The limits of an exploration and the parts to keep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExploreOptions {
    /// Maximum depth in moves.
    pub depth: Option<u32>,
    /// Whether the graph is wanted.
    pub graph: bool,
    /// The number of threads; one if it is not given.
    pub threads: Option<NonZero<usize>>,
}

impl Analysis {
    /// Explores the positions of a puzzle with these values of its parameters, level by level.
    ///
    /// # Errors
    /// The errors of the puzzle. A reached limit is part of the report.
    pub fn explore(
        &self,
        puzzle: &PuzzleInfo,
        set: &[(String, i64)],
        options: ExploreOptions,
        context: impl Into<SearchContext>,
    ) -> Result<ExploreReport, Vec<Diagnostic>> {
        let context = &context.into();
        let model = self.model_within(puzzle, set, context.budget())?;
        let (explored, graph, notes) = match explored(&model, options, context) {
            Ok(found) => found,
            Err(Failure::Stop(stop)) => {
                (Explored { stopped: Some(stop), ..Explored::default() }, None, Vec::new())
            }
            Err(Failure::Diagnostics(diagnostics)) => return Err(diagnostics),
        };
        let stopped = explored.stopped.map(|stop| solve::reported_stop(&model, stop)).transpose()?;
        Ok(ExploreReport {
            file: self.sources().get(puzzle.file).map_or(String::new(), |f| f.name.clone()),
            puzzle: model.name.clone(),
            title: model.title.clone(),
            parameters: model.values.iter().map(|(k, v)| (k.clone(), *v)).collect(),
            positions: explored.levels.iter().map(|l| l.positions).sum(),
            whole: explored.whole,
            levels: explored.levels,
            stopped,
            graph,
            notes,
        })
    }
}

type Exploration = (Explored, Option<GraphReport>, Vec<String>);

fn explored(model: &Model, options: ExploreOptions, context: &SearchContext) -> Result<Exploration, Failure> {
    let (ground, notes) = puzzlec_engine::certain(model, context.budget())?;
    let ExploreOptions { depth, graph, threads } = options;
    let threads = threads.unwrap_or(NonZero::<usize>::MIN);
    let options =
        puzzlec_search::ExploreOptions { depth, threads, ..puzzlec_search::ExploreOptions::new(graph) };
    let mut explored = puzzlec_search::explore(&ground.task, &options, context);
    let graph = explored
        .graph
        .take()
        .map(|graph| graph_report(model, &ground, (&explored, &graph), context.budget()));
    let graph = match graph.transpose() {
        Ok(graph) => graph,
        Err(limit) => {
            explored.stopped = Some(Stop::Limit(limit));
            None
        }
    };
    Ok((explored, graph, notes))
}

/// A graph in pictures and notation.
///
/// # Errors
/// A limit.
fn graph_report(
    model: &Model,
    ground: &Ground,
    (explored, graph): (&Explored, &Graph),
    budget: &Budget,
) -> Result<GraphReport, Limit> {
    // Its bytes, and what is drawn between two polls.
    let mut progress = Progress::default();
    let mut drawn = 0_usize;
    let mut poll = |bytes: usize| {
        progress.bytes += bytes as u64;
        drawn += bytes;
        if drawn < POLLED {
            return Ok(());
        }
        drawn = 0;
        budget.poll(&progress)
    };
    let levels = (0_u32..).zip(&explored.levels);
    let level = levels.flat_map(|(n, l)| std::iter::repeat_n(n, usize::try_from(l.positions).unwrap_or(0)));
    let positions = graph.positions.iter().zip(&graph.goals).zip(level);
    let start = verify::start(model);
    let floor = |position: &[u16], i: usize| match ground.floors.is_empty() {
        true => ground.cells.get(i).and_then(|cell| start.get(&cell.floor()).copied()),
        false => position.get(ground.cells.len() + i).copied(),
    };
    let glyph = |position: &[u16], i: usize| {
        let held = position.get(i).copied().unwrap_or(0);
        model.pieces.shown(held, floor(position, i).unwrap_or(0))
    };
    let picture = |position: &[u16]| {
        let mut rows = draw(&model.board, &ground.cells, |i| glyph(position, i));
        let values = position.get(ground.cells.len() + ground.floors.len()..).unwrap_or(&[]);
        rows.extend(counter_row(model, values));
        rows
    };
    let positions: Result<Vec<PositionReport>, Limit> = positions
        .map(|((position, goal), level)| {
            let picture = picture(position);
            poll(
                size_of::<PositionReport>()
                    + picture.iter().map(|row| size_of::<String>() + row.len()).sum::<usize>(),
            )?;
            Ok(PositionReport { level, goal: *goal, picture })
        })
        .collect();
    let moves = graph.moves.iter().filter_map(|m| {
        let action = ground.task.actions.get(m.action as usize)?;
        let cell = |var: u32| ground.cells.get(var as usize).copied();
        let mover = action.mover.and_then(|(from, to)| Some((cell(from)?, cell(to)?)));
        let held = |at: u32| graph.positions.get(at as usize).map_or(&[][..], Vec::as_slice);
        let values = held(m.from).iter().zip(held(m.to));
        let changes =
            ground.cells.iter().chain(&ground.floors).zip(values).filter(|(_, (old, new))| old != new);
        let changes: Vec<_> = changes.map(|(cell, (old, new))| (*cell, *old, *new)).collect();
        let (changes, name) = (solve::Changes::Listed(&changes), solve::given_name(model, &action.label));
        let step = solve::Step { label: &action.label, mover, changes, name };
        Some(MoveReport {
            from: m.from,
            to: m.to,
            rule: solve::rule_name(model, &action.label),
            notation: solve::notation(model, &step),
        })
    });
    let positions = positions?;
    let moves: Result<Vec<MoveReport>, Limit> = moves
        .map(|report| {
            poll(size_of::<MoveReport>() + report.rule.len() + report.notation.len()).map(|()| report)
        })
        .collect();
    Ok(GraphReport { positions, moves: moves? })
}
