//! Starts with filled cells: random ones, or all of them up to symmetry.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::fill::Fillings;
use super::rate::{Component, Rating, component};
use super::symmetry::{least, of_puzzle};
use super::{GenerateOptions, Looked};
use puzzlec_base::Random;
use puzzlec_base::diag::{Diagnostic, Stop};
use puzzlec_base::{Progress, many};
use puzzlec_model::Model;
use puzzlec_model::holes::{Hardness, Holes};
use puzzlec_search::Symmetry;
use puzzlec_search::ground::Ground;
use puzzlec_task::{Position, SearchContext};

/// Tries that are made before their results are compared. The result does not depend on the number of threads.
const BATCH: u64 = 64;

/// Maximum number of positions of which a random start keeps the distances.
const MOST_KEPT: u64 = 1 << 16;

/// The same where all starts are compared.
const MOST_SHARED: u64 = 1 << 23;

/// Maximum number of fillings that are looked at one by one.
const MOST_FILLINGS: u64 = 1 << 26;

/// Positions of one start above which starts are no longer explored at the same time: they may reach each other.
const MANY: usize = 1 << 11;

/// Fillings that wait for the exploration of another one.
const MOST_PENDING: usize = 1 << 12;

/// A start that fits the wish.
#[derive(Clone, Debug)]
pub(super) struct Start {
    pub position: Position,
    pub rating: Rating,
    hardness: f64,
}

/// The search for starts.
pub(super) struct StartSearch<'a> {
    ground: &'a Ground,
    holes: &'a Holes,
    fillings: &'a Fillings,
    symmetries: Vec<Symmetry>,
    context: &'a SearchContext,
    /// The starts that fit, the best first as far as they are sorted.
    found: Vec<Start>,
    looked: Looked,
}

/// Random starts, or the best of all. The second part tells what was looked at.
///
/// # Errors
/// The puzzle has no filling of this kind.
pub(super) fn starts(
    model: &Model,
    (ground, holes): (&Ground, &Holes),
    options: &GenerateOptions,
    context: &SearchContext,
) -> Result<(Vec<Start>, Looked), Vec<Diagnostic>> {
    let fillings = Fillings::new(model, ground, holes)?;
    let mut looked = Looked::default();
    let symmetries = match of_puzzle(model, ground, context.budget()) {
        Ok(symmetries) => symmetries,
        Err(limit) => {
            looked.stopped = Some(limit.into());
            return Ok((Vec::new(), looked));
        }
    };
    let fillings = &fillings;
    let mut search = StartSearch { ground, holes, fillings, symmetries, context, found: Vec::new(), looked };
    let ended = if options.all { search.all(options) } else { search.random(options) };
    search.looked.stopped = ended.err();
    search.best(options.count);
    search.count_positions();
    Ok((search.found, search.looked))
}

/// One try.
enum Tried {
    /// A start that fits.
    Fits(Box<Start>),
    /// None of the starts that it reaches fits.
    Misses,
    /// It was not decided.
    Undecided,
}

impl StartSearch<'_> {
    fn random(&mut self, options: &GenerateOptions) -> Result<(), Stop> {
        let mut seen: FxHashMap<Position, ()> = FxHashMap::default();
        let end = options.from.saturating_add(options.tries);
        let mut first = options.from;
        while first < end {
            let number = BATCH.min(end - first);
            let tries = many(usize::try_from(number).unwrap_or(0), 1, || {
                let mut task = self.ground.task.clone();
                let this = &*self;
                move |at| this.one(&mut task, Random::of_try(options.seed, first + at as u64))
            });
            for tried in tries {
                self.looked.tries += 1;
                match tried? {
                    Tried::Misses => {}
                    Tried::Undecided => self.looked.undecided += 1,
                    Tried::Fits(start) => {
                        let key = least(&self.symmetries, &start.position);
                        if seen.insert(key, ()).is_none() {
                            self.push(*start);
                        }
                    }
                }
                if self.holes.hardest.is_none() && self.found.len() >= options.count {
                    return Ok(());
                }
            }
            first += number;
            self.context.poll(&Progress { frontier: self.looked.tries, ..Progress::default() })?;
        }
        Ok(())
    }

    /// One try: a random filling, and the best start among those that it reaches.
    fn one(&self, task: &mut puzzlec_task::Task, mut random: Random) -> Result<Tried, Stop> {
        let Some(filled) = self.fillings.random(&mut random) else { return Ok(Tried::Misses) };
        task.start.clone_from(&filled);
        let reached = match component(task, self.holes.hardest.as_ref(), MOST_KEPT, self.context) {
            Ok(reached) => reached,
            Err(Stop::TooLarge { .. } | Stop::Unsuited { .. }) => return Ok(Tried::Undecided),
            Err(stop) => return Err(stop),
        };
        let mut fitting = self.fitting(reached);
        if fitting.is_empty() {
            return Ok(Tried::Misses);
        }
        let chosen = match self.holes.hardest {
            Some(_) => {
                fitting.sort_by(|a, b| b.hardness.total_cmp(&a.hardness).then(a.position.cmp(&b.position)));
                0
            }
            None => {
                let own = fitting.iter().position(|start| start.position == filled);
                own.unwrap_or_else(|| usize::try_from(random.below(fitting.len() as u64)).unwrap_or(0))
            }
        };
        Ok(Tried::Fits(Box::new(fitting.swap_remove(chosen))))
    }

    /// The positions among these that are fillings and fit the wish. Symmetric ones are only those that were filled so.
    fn fitting(&self, reached: Component) -> Vec<Start> {
        let own = if self.holes.symmetric.is_some() { 1 } else { usize::MAX };
        let start = |(position, rating): (Position, Option<Rating>)| {
            let start = self.fits(position, rating?)?;
            self.fillings.has(&start.position).then_some(start)
        };
        reached.into_iter().take(own).filter_map(start).collect()
    }

    /// A start that is no goal and has a wanted length.
    fn fits(&self, position: Position, rating: Rating) -> Option<Start> {
        let (least, most) = self.holes.length.unwrap_or((1, u64::MAX));
        let hardness = rating.hardness(self.holes.hardest.as_ref());
        let fits = (least.max(1)..=most).contains(&rating.length);
        fits.then_some(Start { position, rating, hardness })
    }

    /// All fillings, those that a symmetry of the puzzle makes of each other once.
    fn all(&mut self, options: &GenerateOptions) -> Result<(), Stop> {
        let fillings = self.fillings;
        let mut known = Known { ratings: FxHashMap::default(), pending: Vec::new(), open: 0, batch: 1 };
        let mut ended = Ok(());
        let _ = fillings.visit(&mut |filled| match self.next(filled, &mut known, options.count) {
            Ok(()) => ControlFlow::Continue(()),
            Err(stop) => {
                ended = Err(stop);
                ControlFlow::Break(())
            }
        });
        ended?;
        self.decide(&mut known, options.count)
    }

    /// The next filling.
    fn next(&mut self, filled: &Position, known: &mut Known, count: usize) -> Result<(), Stop> {
        self.looked.fillings += 1;
        if self.looked.fillings > MOST_FILLINGS {
            let what = format!("at most {MOST_FILLINGS} fillings are looked at one by one");
            return Err(Stop::too_large(what));
        }
        if self.looked.fillings.is_multiple_of(1 << 12) {
            self.context.poll(&Progress { frontier: self.looked.fillings, ..Progress::default() })?;
        }
        if least(&self.symmetries, filled) != *filled {
            return Ok(());
        }
        self.looked.tries += 1;
        known.open += usize::from(!known.ratings.contains_key(filled));
        known.pending.push(filled.clone());
        if known.open >= known.batch || known.pending.len() >= MOST_PENDING {
            return self.decide(known, count);
        }
        Ok(())
    }

    /// Explores the pending fillings whose ratings are unknown, at the same time, and compares all of them in their order.
    fn decide(&mut self, known: &mut Known, count: usize) -> Result<(), Stop> {
        let pending = std::mem::take(&mut known.pending);
        known.open = 0;
        let open: Vec<&Position> =
            pending.iter().filter(|filled| !known.ratings.contains_key(*filled)).collect();
        let this = &*self;
        let explored = many(open.len(), 1, || {
            let (open, mut task) = (&open, this.ground.task.clone());
            move |at| {
                if let Some(filled) = open.get(at) {
                    task.start.clone_from(filled);
                }
                component(&task, this.holes.hardest.as_ref(), MOST_SHARED, this.context)
            }
        });
        let mut largest = 0;
        for (reached, own) in explored.into_iter().zip(open) {
            match reached {
                Ok(reached) => {
                    largest = largest.max(reached.len());
                    for (position, rating) in reached {
                        if self.fillings.has(&position) {
                            known.ratings.insert(least(&self.symmetries, &position), rating);
                        }
                    }
                }
                Err(Stop::TooLarge { .. } | Stop::Unsuited { .. }) => {
                    self.looked.undecided += 1;
                    known.ratings.insert(own.clone(), None);
                }
                Err(stop) => return Err(stop),
            }
        }
        known.batch = if largest > MANY { 1 } else { (known.batch * 2).min(BATCH as usize) };
        for filled in pending {
            // No filling is looked at twice.
            let Some(Some(rating)) = known.ratings.remove(&filled) else { continue };
            self.looked.solvable += 1;
            if let Some(start) = self.fits(filled, rating) {
                self.push(start);
            }
        }
        if self.found.len() > 2 * count + 1_000 {
            self.best(count);
        }
        Ok(())
    }

    /// Another start that fits.
    fn push(&mut self, start: Start) {
        self.looked.fitting += 1;
        match &mut self.looked.hardest {
            Some((best, number)) if *best >= start.hardness => *number += u64::from(*best == start.hardness),
            slot => *slot = Some((start.hardness, 1)),
        }
        self.found.push(start);
    }

    /// Counts the positions that the best starts reach, where that was not done.
    fn count_positions(&mut self) {
        let mut task = self.ground.task.clone();
        for start in self.found.iter_mut().filter(|start| start.rating.reached.is_none()) {
            task.start.clone_from(&start.position);
            let counted = component(&task, Some(&Hardness::Positions), MOST_KEPT, self.context);
            // Without the numbers the start is the same.
            let rating = counted.ok().and_then(|reached| reached.into_iter().next()?.1);
            start.rating.reached = rating.and_then(|rating| rating.reached);
        }
    }

    /// Leaves the best starts; of equal ones those that were found first.
    fn best(&mut self, count: usize) {
        self.found.sort_by(|a, b| b.hardness.total_cmp(&a.hardness));
        self.found.truncate(count);
    }
}

/// What is known of fillings, by their least images.
struct Known {
    /// The ratings; `None` for those without a solution.
    ratings: FxHashMap<Position, Option<Rating>>,
    /// Fillings that are compared next.
    pending: Vec<Position>,
    /// The number of those whose ratings are unknown.
    open: usize,
    /// The number of fillings that are explored at the same time.
    batch: usize,
}
