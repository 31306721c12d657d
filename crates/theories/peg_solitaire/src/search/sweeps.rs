//! Games with the fewest sweeps: consecutive jumps of one peg count once. Level by level from both ends until
//! the two meet, with a lower bound by Merson's regions.
//!
//! Only with it `puzzlec solve` finds least sweeps (`measure sweeps = runs of one piece`) of games of more than a few
//! jumps, as in `examples/peg/sweeps.puzzle`.

use super::SearchLimits;
use super::board::{Cells, PegBoard, one};
use super::field::{Field, Word, pegs};
use super::resource_counts::cone;
use super::setup::{Goal, Setup, settle};
use super::sweep_layers::{Bound, SweepLayers};
use puzzlec_theory::meter::{Halted, Meter};

/// The answer about sweeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sweeps {
    /// A game with the least number of sweeps.
    Solved {
        /// The jumps of the board by their places in its list.
        game: Vec<usize>,
        /// The number of sweeps.
        sweeps: usize,
    },
    /// There is no game.
    Impossible,
    /// A limit was reached, or the search ran out of memory.
    Stopped {
        /// The number of stored positions when memory ran out.
        held: usize,
        /// Every game has more sweeps than this.
        more_than: usize,
    },
}

/// The number of sweeps of a game.
pub fn count(board: &PegBoard, game: &[usize]) -> usize {
    let jumps: Vec<_> = game.iter().filter_map(|&place| board.jumps().get(place)).collect();
    let turns = jumps.iter().zip(jumps.iter().skip(1)).filter(|(one, next)| one.to != next.from).count();
    turns + usize::from(!jumps.is_empty())
}

/// A game from the start to any of the goals with the least number of sweeps.
pub fn fewest(
    board: &PegBoard,
    start: Cells,
    goals: &[Goal],
    limits: &SearchLimits,
    meter: &Meter,
) -> Sweeps {
    let start = start & board.all();
    if goals.iter().any(|goal| goal.holds(start)) {
        return Sweeps::Solved { game: Vec::new(), sweeps: 0 };
    }
    let Some(setup) = Setup::new(board, start, goals, limits) else { return Sweeps::Impossible };
    let cone = setup.only_end.and_then(|goal| cone(board, start, goal, meter));
    let refined = match cone {
        Some(cone) if cone.refuted => None,
        Some(cone) => setup.refined(goals, limits, &cone),
        None => Some(setup),
    };
    let Some(setup) = refined else { return Sweeps::Impossible };
    if board.cells() <= 64 {
        run::<u64>(&setup, goals, limits.most_states, meter)
    } else {
        run::<u128>(&setup, goals, limits.most_states, meter)
    }
}

fn run<W: Word>(setup: &Setup, goals: &[Goal], most: usize, meter: &Meter) -> Sweeps {
    let field = Field::<W>::new(setup.board, setup.budgets.clone(), &setup.group);
    let (full, broken) = bounds(setup);
    let first = full.of(W::of(setup.start)).max(1);
    // No game has more sweeps than jumps.
    for limit in first..=pegs(W::of(setup.start)) {
        let stopped = |held| Sweeps::Stopped { held, more_than: limit - 1 };
        match pass(setup, &field, (&full, &broken), limit, most, meter) {
            Ok(Pass::Way(path, end)) => {
                let game = settle(setup.board, setup.start, goals, &setup.group, &path, end);
                return game
                    .map_or(stopped(0), |game| Sweeps::Solved { sweeps: count(setup.board, &game), game });
            }
            Ok(Pass::More) => {}
            Ok(Pass::Never) => return Sweeps::Impossible,
            Ok(Pass::Stopped(held)) => return stopped(held),
            Err(Halted) => return stopped(0),
        }
    }
    Sweeps::Impossible
}

/// Lower bounds ahead and in the mirror.
fn bounds<W: Word>(setup: &Setup) -> (Bound<W>, Bound<W>) {
    let all = regions(setup.board);
    let starts = setup.starts();
    let loose = |region: &Cells| match &setup.ends {
        Some(ends) => ends.iter().all(|&end| end & region != *region),
        None => setup.goals.iter().all(|goal| goal.empty & region != 0),
    };
    let breaks: Vec<Cells> = all.iter().copied().filter(loose).collect();
    let held = |region: &Cells| starts.iter().all(|&start| start & region == *region);
    let begins: Vec<Cells> = all.iter().copied().filter(held).collect();
    (Bound::new(&breaks, false), Bound::new(&begins, true))
}

/// The result of a search with a limit of sweeps.
enum Pass {
    /// Jumps and the last position, up to a symmetry of the group.
    Way(Vec<usize>, Cells),
    /// More sweeps are needed.
    More,
    Never,
    Stopped(usize),
}

/// Whether there is a game with `limit` sweeps. Fewer are known to be insufficient, so only the last levels
/// can meet.
fn pass<W: Word>(
    setup: &Setup,
    field: &Field<W>,
    (full, broken): (&Bound<W>, &Bound<W>),
    limit: usize,
    most: usize,
    meter: &Meter,
) -> Result<Pass, Halted> {
    let mut ahead =
        SweepLayers::new(setup, field, vec![W::of(setup.start)], &setup.guard, full, false, meter)?;
    let across = |ends: &Vec<Cells>| ends.iter().map(|&at| field.mirror(W::of(at))).collect();
    let mut behind = match &setup.ends {
        Some(ends) => {
            Some(SweepLayers::new(setup, field, across(ends), &setup.mirror_guard, broken, true, meter)?)
        }
        None => None,
    };
    loop {
        let (depth, held) = behind.as_ref().map_or((0, 0), |behind| (behind.depth(), behind.held()));
        let (depth, held) = (depth + ahead.depth(), held + ahead.held());
        let last = depth + 1 == limit;
        let most = most.saturating_sub(held);
        let met = match &mut behind {
            Some(behind) if behind.forecast() < ahead.forecast() => {
                let wanted = |at| ahead.knows(field.canon.of(field.mirror(at)));
                let met = behind.grow(field, limit, most, last.then_some(&wanted))?;
                met.map(|met| met.map(|at| field.mirror(at)))
            }
            Some(behind) => {
                let wanted = |at| behind.knows(field.canon.of(field.mirror(at)));
                ahead.grow(field, limit, most, last.then_some(&wanted))?
            }
            None => {
                let wanted = |at: W| setup.goals.iter().any(|goal| goal.holds(at.cells()));
                ahead.grow(field, limit, most, last.then_some(&wanted))?
            }
        };
        match met {
            None => return Ok(Pass::Stopped(held)),
            Some(Some(at)) => {
                let way = joined(field, &ahead, behind.as_ref(), at);
                return Ok(way.map_or(Pass::Stopped(held), |(path, end)| Pass::Way(path, end)));
            }
            Some(None) if last => return Ok(Pass::More),
            Some(None) => {}
        }
        // A complete side would have met the other side in fewer sweeps.
        if ahead.dry() || behind.as_ref().is_some_and(SweepLayers::dry) {
            return Ok(Pass::Never);
        }
        if ahead.width() == 0 || behind.as_ref().is_some_and(|behind| behind.width() == 0) {
            return Ok(Pass::More);
        }
    }
}

fn joined<W: Word>(
    field: &Field<W>,
    ahead: &SweepLayers<W>,
    behind: Option<&SweepLayers<W>>,
    at: W,
) -> Option<(Vec<usize>, Cells)> {
    let (mut path, _) = ahead.back(field, at)?;
    path.reverse();
    let Some(behind) = behind else { return Some((path, at.cells())) };
    let (rest, end) = behind.back(field, field.mirror(at))?;
    path.extend(rest);
    Some((path, field.mirror(end).cells()))
}

/// Cells of the largest regions that are looked for.
const LARGEST: u32 = 7;
/// The most regions that are listed.
const MOST: usize = 4000;

/// All minimal regions: every jump over a cell of a region starts or lands in it.
pub fn regions(board: &PegBoard) -> Vec<Cells> {
    let mut open: Vec<Cells> = (0..board.cells()).rev().map(|cell| 1 << cell).collect();
    let mut found: Vec<Cells> = Vec::new();
    let mut steps = 0;
    while let Some(region) = open.pop() {
        steps += 1;
        if steps > MOST * 50 || found.len() >= MOST {
            break;
        }
        let breaks = |jump: &&super::board::Jump| {
            region & one(jump.over) != 0 && region & (one(jump.from) | one(jump.to)) == 0
        };
        match board.jumps().iter().find(breaks) {
            None if !found.contains(&region) => found.push(region),
            Some(jump) if region.count_ones() < LARGEST => {
                open.push(region | one(jump.to));
                open.push(region | one(jump.from));
            }
            _ => {}
        }
    }
    found.sort_unstable_by_key(|region| (region.count_ones(), *region));
    found
}

/// Disjoint regions among these, by several greedy choices; the largest number found.
pub fn packings(regions: &[Cells]) -> Vec<Vec<Cells>> {
    let mut all: Vec<Vec<Cells>> = Vec::new();
    for first in std::iter::once(&0).chain(regions) {
        let mut packing: Vec<Cells> = Vec::new();
        let mut used: Cells = 0;
        for &region in std::iter::once(first).chain(regions) {
            if region & used == 0 && region != 0 {
                used |= region;
                packing.push(region);
            }
        }
        packing.sort_unstable();
        if !all.contains(&packing) {
            all.push(packing);
        }
    }
    all.sort_by_key(|packing| std::cmp::Reverse(packing.len()));
    all
}
