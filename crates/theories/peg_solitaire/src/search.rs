//! Search for games: depth-first and beam search from both ends, levels of both, with dead positions,
//! symmetries and resource counts, alternating until a game is found or the two ends cannot meet; and search
//! for games with the fewest sweeps.

mod beam;
mod bidirectional;
mod depth_first;
mod field;
pub mod resource_counts;
pub mod setup;
mod side;
mod sweep_layers;
pub mod sweeps;

use super::board::{Cells, PegBoard};
use super::{board, refute, symmetry};
use bidirectional::{Bidirectional, End};
use puzzlec_theory::meter::{Halted, Meter};
use resource_counts::{Pagoda, cone};
use setup::{Goal, Setup, settle};

/// The limits of a search.
#[derive(Clone, Copy, Debug)]
pub struct SearchLimits<'l> {
    /// Upper bounds of the number of times each jump of the board is played in any game from the start to a
    /// goal.
    pub budgets: Option<&'l [u32]>,
    /// Pagodas for pruning; what is none is not used.
    pub prunes: &'l [Pagoda],
    /// The most positions held at one time.
    pub most_states: usize,
}

impl Default for SearchLimits<'_> {
    fn default() -> Self {
        SearchLimits { budgets: None, prunes: &[], most_states: 40_000_000 }
    }
}

/// The answer of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchOutcome {
    /// A game: the jumps of the board by their places in its list.
    Solved(Vec<usize>),
    /// There is no game.
    Impossible {
        /// The number of positions (up to symmetry) found, by pegs.
        levels: Vec<(usize, usize)>,
    },
    /// A limit was reached, or the search ran out of memory.
    Stopped {
        /// The number of stored positions when memory ran out.
        held: usize,
    },
}

/// Positions of the last round before the cone is computed.
const EASY: usize = 4096;

/// A game from the start to any of the goals.
pub fn solve(
    board: &PegBoard,
    start: Cells,
    goals: &[Goal],
    limits: &SearchLimits,
    meter: &Meter,
) -> SearchOutcome {
    let start = start & board.all();
    if goals.iter().any(|goal| goal.holds(start)) {
        return SearchOutcome::Solved(Vec::new());
    }
    let Some(setup) = Setup::new(board, start, goals, limits) else {
        return SearchOutcome::Impossible { levels: Vec::new() };
    };
    // Most games are found at once; the cone is for the others.
    let mut end = run(&setup, limits.most_states, Some(EASY), meter);
    if let Ok(End::Paused(levels)) = end {
        let cone = setup.only_end.and_then(|goal| cone(board, start, goal, meter));
        let refined = match cone {
            Some(cone) if cone.refuted => return SearchOutcome::Impossible { levels },
            Some(cone) => setup.refined(goals, limits, &cone),
            None => Some(setup.clone()),
        };
        let Some(refined) = refined else { return SearchOutcome::Impossible { levels } };
        end = run(&refined, limits.most_states, None, meter);
        return outcome(end, &refined, goals);
    }
    outcome(end, &setup, goals)
}

fn run(setup: &Setup, most: usize, pause: Option<usize>, meter: &Meter) -> Result<End, Halted> {
    if setup.board.cells() <= 64 {
        Bidirectional::<u64>::new(setup, most, meter)?.run(pause)
    } else {
        Bidirectional::<u128>::new(setup, most, meter)?.run(pause)
    }
}

fn outcome(end: Result<End, Halted>, setup: &Setup, goals: &[Goal]) -> SearchOutcome {
    match end {
        Ok(End::Way(path, end)) => match settle(setup.board, setup.start, goals, &setup.group, &path, end) {
            Some(game) => SearchOutcome::Solved(game),
            None => SearchOutcome::Stopped { held: 0 },
        },
        Ok(End::Never(levels)) => SearchOutcome::Impossible { levels },
        Ok(End::Paused(_)) | Err(Halted) => SearchOutcome::Stopped { held: 0 },
        Ok(End::Stopped(held)) => SearchOutcome::Stopped { held },
    }
}
