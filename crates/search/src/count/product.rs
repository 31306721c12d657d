//! Counts of a puzzle that falls into parts.
//!
//! A move changes one part. So a position of the puzzle is a position of each part, at a distance that is the sum of
//! theirs, and a sequence of moves is one of each part, interleaved in any way.

use rustc_hash::FxHashMap;

use super::{All, Count, CountOptions, Extent, Number, Shortest, fill};
use crate::Relaxed;
use crate::packed::{Job, Packed, Scratch};
use crate::parts::all_parts;
use crate::relaxed;
use crate::search::meter::Meter;
use puzzlec_base::diag::Stop;
use puzzlec_task::{SearchContext, Task};

/// The count by the counts of the parts; nothing where the task does not fall apart, or a part is too large.
///
/// # Errors
/// [`Stop::TooLarge`] if there are too many positions for a number.
pub(super) fn count(
    task: &Task,
    relaxed: &Relaxed,
    options: &CountOptions,
    extent: Extent,
    context: &SearchContext,
) -> Result<Option<Count>, Stop> {
    if options.store.is_some() || context.journal().is_some() {
        return Ok(None);
    }
    let Some(parts) = all_parts(task, relaxed).filter(|parts| parts.len() > 1) else { return Ok(None) };
    let mut product: Option<(Count, Vec<Sequences>)> = None;
    for part in parts {
        let (alone, mut of_part) = (part.alone(task), Count::default());
        let mut sequences = Vec::new();
        let counted = fill(&mut of_part, &alone, options, extent, context).and_then(|()| {
            if matches!(of_part.all, All::Counted { .. }) {
                sequences = by_length(&alone, context)?;
            }
            Ok(())
        });
        match counted {
            Ok(()) => {}
            Err(Stop::Limit(_)) => return Ok(None),
            Err(stop) => return Err(stop),
        }
        product = Some(match product {
            None => (of_part, sequences),
            Some((count, others)) => {
                let sequences = interleaved(&others, &sequences);
                (both(&count, &of_part, &sequences, extent)?, sequences)
            }
        });
    }
    Ok(product.map(|(count, _)| count))
}

/// The count of two parts side by side.
fn both(one: &Count, other: &Count, sequences: &[Sequences], extent: Extent) -> Result<Count, Stop> {
    let shortest = one.shortest.zip(other.shortest).map(|(one, other)| {
        let length = one.length + other.length;
        let orders = (0..length).fold(vec![Number::ONE], |orders, _| longer(&orders));
        let orders = orders.get(one.length as usize).copied().unwrap_or_default();
        Shortest { length, solutions: one.solutions.by(other.solutions).by(orders) }
    });
    if extent == Extent::Shortest {
        return Ok(Count { shortest, ..Count::default() });
    }
    if one.positions().checked_mul(other.positions()).is_none() {
        return Err(Stop::too_large("there are more than 2^64 positions"));
    }
    let mut levels = vec![0; (one.levels.len() + other.levels.len()).saturating_sub(1)];
    for (depth, positions) in one.levels.iter().enumerate() {
        for (sum, others) in levels.iter_mut().skip(depth).zip(&other.levels) {
            *sum += positions * others;
        }
    }
    let all = match (one.all, other.all) {
        (All::Endless, _) | (_, All::Endless) => All::Endless,
        (All::Unknown, _) | (_, All::Unknown) => All::Unknown,
        (All::Counted { .. }, All::Counted { .. }) => {
            let mut total = Sequences::default();
            sequences.iter().for_each(|more| total.add(more, Number::ONE));
            All::Counted { solutions: total.solutions, games: total.games, won: total.won }
        }
    };
    Ok(Count {
        levels,
        stuck: one.stuck * other.stuck,
        goals: one.goals * other.goals,
        shortest,
        all,
        symmetries: one.symmetries.saturating_mul(other.symmetries),
        classes: one.classes * other.classes,
        stopped: None,
    })
}

/// Sequences of moves of one length.
#[derive(Clone, Copy, Default)]
struct Sequences {
    /// To a goal.
    solutions: Number,
    /// To a position without a move.
    games: Number,
    /// To a goal without a move.
    won: Number,
}

impl Sequences {
    fn add(&mut self, more: &Sequences, times: Number) {
        self.solutions.add(more.solutions.by(times));
        self.games.add(more.games.by(times));
        self.won.add(more.won.by(times));
    }
}

/// The sequences of two parts, by their length.
fn interleaved(one: &[Sequences], other: &[Sequences]) -> Vec<Sequences> {
    let mut all = vec![Sequences::default(); (one.len() + other.len()).saturating_sub(1)];
    let mut orders = vec![Number::ONE];
    for (length, sum) in all.iter_mut().enumerate() {
        for ((at, one), orders) in one.iter().enumerate().zip(&orders) {
            if let Some(other) = other.get(length - at) {
                let both = Sequences {
                    solutions: one.solutions.by(other.solutions),
                    games: one.games.by(other.games),
                    won: one.won.by(other.won),
                };
                sum.add(&both, *orders);
            }
        }
        orders = longer(&orders);
    }
    all
}

/// From the binomial coefficients of a number to those of the next.
fn longer(orders: &[Number]) -> Vec<Number> {
    let zero = [Number::default()];
    orders.iter().chain(&zero).zip(zero.iter().chain(orders)).map(|(one, other)| one.plus(*other)).collect()
}

/// The sequences of moves by their length, where none is endless.
fn by_length(task: &Task, context: &SearchContext) -> Result<Vec<Sequences>, Stop> {
    Packed::new(task, &relaxed(task))?.dispatch(ByLength(Meter::new(context)))
}

struct ByLength<'b>(Meter<'b>);

impl Job for ByLength<'_> {
    type Output = Vec<Sequences>;

    fn run<const W: usize>(self, packed: &Packed) -> Result<Self::Output, Stop> {
        let ByLength(mut meter) = self;
        let (mut lengths, mut scratch) = (Vec::new(), Scratch::default());
        let mut level = FxHashMap::from_iter([(packed.start::<W>(), Number::ONE)]);
        while !level.is_empty() {
            let mut next: FxHashMap<[u64; W], Number> = FxHashMap::default();
            let mut sum = Sequences::default();
            for (state, ways) in &level {
                let mut made = 0;
                packed.moves.each(state, &mut scratch, |at, after| {
                    if after != *state {
                        made += 1;
                        let times = Number::from(u64::from(packed.moves.times(at)));
                        next.entry(after).or_default().add(ways.by(times));
                    }
                });
                meter.expanded(made)?;
                let (goal, stuck) = (packed.goal.holds(state), made == 0);
                let of = |counted: bool| if counted { *ways } else { Number::default() };
                sum.add(
                    &Sequences { solutions: of(goal), games: of(stuck), won: of(goal && stuck) },
                    Number::ONE,
                );
            }
            lengths.push(sum);
            let bytes = |level: &FxHashMap<[u64; W], Number>| {
                (level.capacity() * size_of::<([u64; W], Number)>()) as u64
            };
            meter.grow(bytes(&next))?;
            meter.shrink(bytes(&level));
            level = next;
        }
        Ok(lengths)
    }
}
