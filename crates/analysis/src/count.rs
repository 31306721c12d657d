//! Counting the positions and solutions of a puzzle.

use std::num::NonZero;
use std::sync::Arc;

use num_bigint::BigUint;

use super::report::{CountReport, TheoryCount};
use super::{Analysis, PuzzleInfo, solve};
use puzzlec_base::diag::{Diagnostic, Stop};
use puzzlec_model::puzzle::Supply;
use puzzlec_model::{Model, Question};
use puzzlec_placement::laid::Laid;
use puzzlec_search::ground::{Failure, ground};
use puzzlec_search::{self, All, Count, CountOptions, KeptBy, Peers, RunStore};
use puzzlec_task::SearchContext;
use puzzlec_theory::meter::{Halted, Meter, Share};
use puzzlec_theory::{Counted, Puzzle, Theories, Theory, Total};

/// What is to be counted.
#[derive(Clone, Debug)]
pub enum CountOf {
    /// Solutions, by a theory where one counts them without listing positions; otherwise all that positions tell.
    Solutions,
    /// Positions, and all that they tell, whatever a theory counts.
    Positions,
    /// Positions, with completed levels in a store, from which a later count goes on.
    Kept(Kept),
}

/// Where a count keeps its levels, and who counts.
#[derive(Clone, Debug)]
pub struct Kept {
    /// The store of this process.
    pub store: Arc<dyn RunStore>,
    /// Levels of other numbers of processes.
    pub earlier: Vec<KeptBy>,
    /// The other processes, if several count together.
    pub peers: Option<Arc<dyn Peers>>,
}

impl Analysis {
    /// Counts the positions, solutions and games of a puzzle with these parameter values, with a number of threads.
    ///
    /// # Errors
    /// The errors of the puzzle. A reached limit is part of the report.
    pub fn count(
        &self,
        puzzle: &PuzzleInfo,
        set: &[(String, i64)],
        of: CountOf,
        threads: NonZero<usize>,
        context: impl Into<SearchContext>,
    ) -> Result<CountReport, Vec<Diagnostic>> {
        let context = &context.into();
        let model = self.model_within(puzzle, set, context.budget())?;
        let mut options = CountOptions::new(threads, true);
        let theory = match of {
            CountOf::Solutions => {
                let counted = |(name, found)| (name, found, None);
                by_theory(self.theories(), &model, context)
                    .map(|found| found.map(counted))
                    .or_else(|| placements(&model, context))
            }
            CountOf::Positions => None,
            CountOf::Kept(Kept { store, earlier, peers }) => {
                (options.store, options.earlier, options.peers) = (Some(store), earlier, peers);
                None
            }
        };
        let (mut count, theory, mut notes) = match theory {
            Some(Ok((name, found, total))) => {
                let lays = matches!(model.question, Question::Place { .. });
                let unit = if lays { "pieces" } else { "moves" };
                (Count::default(), Some(TheoryCount::new(name, unit, found, total)), Vec::new())
            }
            Some(Err(stop)) => (Count { stopped: Some(stop), ..Count::default() }, None, Vec::new()),
            None => match counted(&model, &options, context) {
                Ok((count, notes)) => (count, None, notes),
                Err(Failure::Stop(stop)) => {
                    (Count { stopped: Some(stop), ..Count::default() }, None, Vec::new())
                }
                Err(Failure::Diagnostics(diagnostics)) => return Err(diagnostics),
            },
        };
        if options.store.is_some() && count.stopped.is_none() && count.all == All::Unknown {
            notes
                .push("solutions and games were not counted: here that needs all positions in memory".into());
        }
        let stopped = count.stopped.take().map(|stop| solve::reported_stop(&model, stop)).transpose()?;
        Ok(CountReport {
            file: self.sources().get(puzzle.file).map_or(String::new(), |f| f.name.clone()),
            puzzle: model.name.clone(),
            title: model.title.clone(),
            parameters: model.values.iter().map(|(k, v)| (k.clone(), *v)).collect(),
            positions: count.positions(),
            stopped,
            count,
            theory,
            notes,
        })
    }
}

/// What a theory counts, with its name, or a limit; nothing if positions have to be listed.
pub(super) fn by_theory(
    theories: Theories,
    model: &Model,
    context: &SearchContext,
) -> Option<Result<(&'static str, Counted), Stop>> {
    let puzzle = Puzzle::new(model);
    let asked = |theory: &dyn Theory| !theory.needs_ground();
    let (theory, mut solver) = theories.of(&puzzle, &asked, &mut Vec::new(), context.budget()).ok()??;
    Some(solver.count(context)?.map(|counted| (theory.info().name, counted)))
}

/// The steps in which placements with any number of pieces are counted, beside those with the fewest.
const TOTAL: Share = Share { expanded: 1 << 24, ..Share::ALL };

/// What a theory counts, with its name; and the number of all solutions, where that is another one.
type Found = (&'static str, Counted, Option<BigUint>);

/// The number of placements; nothing if this is no placement puzzle, or if grounding fails.
fn placements(model: &Model, context: &SearchContext) -> Option<Result<Found, Stop>> {
    let Question::Place { supply, .. } = &model.question else { return None };
    let laid = Laid::read(&ground(model, None, context.budget()).ok()?)?;
    let meter = &Meter::of(context);
    let counted = if laid.is_open() { open(&laid, meter) } else { exact(&laid, supply, meter) };
    Some(counted.map(|(counted, total)| ("placement", counted, total)).map_err(|Halted| meter.stop()))
}

/// All placements of exactly these pieces.
fn exact(laid: &Laid, supply: &[Supply], meter: &Meter<'_>) -> Result<(Counted, Option<BigUint>), Halted> {
    let length = supply.iter().map(|entry| u64::from(entry.count)).sum();
    Ok((Counted { length, number: Total::Exactly(laid.count(meter)?), all: true }, None))
}

/// The placements with the fewest pieces, and the number of all, unless that takes too long.
fn open(laid: &Laid, meter: &Meter<'_>) -> Result<(Counted, Option<BigUint>), Halted> {
    let (number, length) = match laid.shortest(meter)? {
        Some((few, length)) => (few.count(meter)?, length),
        None => (BigUint::ZERO, 0),
    };
    // A limit that comes now takes nothing from the answer.
    let total = meter.share(TOTAL, || laid.count(meter)).unwrap_or(None);
    Ok((Counted { length, number: Total::Exactly(number), all: false }, total))
}

fn counted(
    model: &Model,
    options: &CountOptions,
    context: &SearchContext,
) -> Result<(Count, Vec<String>), Failure> {
    let (ground, notes) = puzzlec_engine::certain(model, context.budget())?;
    Ok((puzzlec_search::count(&ground.task, options, context), notes))
}
