//! The levels of a search from the start alone or from both ends, of which the smaller one grows.

use std::ops::Range;

use super::SearchOutcome;
use super::meter::Meter;
use super::registry::StateRegistry;
use super::symmetry_reduction::sizes;
use super::transitions::Transitions;
use puzzlec_base::Limit;

/// One side. Each level is made without interruption, so it is a range of state numbers.
pub(super) struct Side {
    pub(super) backwards: bool,
    levels: Vec<Range<u32>>,
    /// The states of the last level.
    pub(super) frontier: Range<u32>,
}

impl Side {
    /// A side with its first level.
    pub(super) fn new(backwards: bool, frontier: Range<u32>) -> Self {
        Side { backwards, levels: vec![frontier.clone()], frontier }
    }

    /// Adds the next level, which may be empty.
    pub(super) fn add(&mut self, level: Range<u32>) {
        if !level.is_empty() {
            self.levels.push(level.clone());
        }
        self.frontier = level;
    }
}

/// The side of the start and, if goals can be listed and moves inverted, that of the goals.
pub(super) struct Sides {
    pub(super) ahead: Side,
    pub(super) behind: Option<Side>,
}

impl Sides {
    /// A side; that of the start where there is no other.
    pub(super) fn side(&mut self, backwards: bool) -> &mut Side {
        match &mut self.behind {
            Some(behind) if backwards => behind,
            _ => &mut self.ahead,
        }
    }

    /// While the levels are disjoint, every plan has at least so many steps.
    pub(super) fn at_least(&self) -> u64 {
        (self.ahead.levels.len() + self.behind.as_ref().map_or(1, |side| side.levels.len()) - 1) as u64
    }

    /// The number of states of both frontiers.
    pub(super) fn width(&self) -> u64 {
        (self.ahead.frontier.len() + self.behind.as_ref().map_or(0, |side| side.frontier.len())) as u64
    }

    /// The side with fewer states in its frontier, and the frontier of the other; the outcome where that side is complete.
    pub(super) fn smaller<const W: usize>(
        &mut self,
        transitions: &Transitions,
        registry: &StateRegistry<W>,
        meter: &mut Meter,
    ) -> Result<Result<(&mut Side, Range<u32>), SearchOutcome>, Limit> {
        let (ahead, behind) = (&self.ahead.frontier, self.behind.as_ref().map(|side| &side.frontier));
        let backwards = behind.is_some_and(|behind| behind.len() < ahead.len());
        let other = if backwards { ahead.clone() } else { behind.cloned().unwrap_or_default() };
        let side = self.side(backwards);
        if !side.frontier.is_empty() {
            return Ok(Ok((side, other)));
        }
        let sizes = sizes(&side.levels, backwards, transitions, registry, meter)?;
        Ok(Err(match backwards {
            true => SearchOutcome::ExhaustedBackward(sizes),
            false => SearchOutcome::Exhausted(sizes),
        }))
    }
}
