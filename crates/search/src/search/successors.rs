//! The interface between best-first search and a task: successors, goal test and heuristic, with or without
//! scripts.

use super::heuristic::{DEAD, Heuristic};
use crate::ground::Families;
use crate::packed::{Packed, Scratch};
use puzzlec_base::Budget;
use puzzlec_base::diag::Stop;
use puzzlec_task::oracle::{AtLeast, Oracle};
use puzzlec_task::{Action, ActionId, Task, Value};

/// Maximum bound of a script; there is one bucket for every length.
const MOST_BOUND: u32 = 1 << 20;

/// A way from a position to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    /// A move of the task's own actions.
    Move(u32),
    /// A move that a script gives: the rule and the part.
    Given(u32, u32),
    /// A move of the rules whose actions are not listed, by its number at this position.
    Lifted(u32),
}

/// The positions after a position, the goal, and what a plan takes at least. A search is compiled for each
/// kind, so that the task's own actions cost no more than if there were no scripts.
pub(super) trait Successors {
    /// Whether scripts run. A call takes as long as thousands of moves, and scripted bounds may be
    /// inconsistent.
    const ASKS: bool;

    /// Calls `f` with every successor of a position and the move to it, in a fixed order.
    ///
    /// # Errors
    /// A limit, or a fault of a script.
    fn each<const W: usize>(
        &self,
        state: &[u64; W],
        scratch: &mut Scratch,
        budget: &Budget,
        f: impl FnMut(How, [u64; W]),
    ) -> Result<(), Stop>;

    /// Whether a position is a goal.
    ///
    /// # Errors
    /// A limit, or a fault of a script.
    fn is_goal<const W: usize>(&self, state: &[u64; W], budget: &Budget) -> Result<bool, Stop>;

    /// A cheap lower bound of the number of actions to a goal; [`DEAD`] if no goal is reachable.
    fn glance<const W: usize>(&self, state: &[u64; W]) -> u32;

    /// The full lower bound.
    ///
    /// # Errors
    /// A limit, or a fault of a script.
    fn at_least<const W: usize>(&self, state: &[u64; W], budget: &Budget) -> Result<u32, Stop>;

    /// Whether anything is known of how far the goal is.
    fn bounds(&self) -> bool;

    /// The action of a move between two positions; a script's move is appended to `made`, whose numbers
    /// follow those of the task's actions.
    fn action<const W: usize>(
        &self,
        how: How,
        before: &[u64; W],
        after: &[u64; W],
        made: &mut Vec<Action>,
    ) -> ActionId;
}

/// The task's actions are all moves.
pub(super) struct Plain<'a> {
    pub(super) packed: &'a Packed,
    pub(super) heuristic: &'a Heuristic,
}

impl Successors for Plain<'_> {
    const ASKS: bool = false;

    #[inline]
    fn each<const W: usize>(
        &self,
        state: &[u64; W],
        scratch: &mut Scratch,
        _: &Budget,
        mut f: impl FnMut(How, [u64; W]),
    ) -> Result<(), Stop> {
        self.packed.moves.each(state, scratch, |at, next| f(How::Move(at), next));
        Ok(())
    }

    #[inline]
    fn is_goal<const W: usize>(&self, state: &[u64; W], _: &Budget) -> Result<bool, Stop> {
        Ok(self.packed.goal.holds(state))
    }

    #[inline]
    fn glance<const W: usize>(&self, state: &[u64; W]) -> u32 {
        self.heuristic.of(state)
    }

    #[inline]
    fn at_least<const W: usize>(&self, state: &[u64; W], _: &Budget) -> Result<u32, Stop> {
        Ok(self.heuristic.of(state))
    }

    fn bounds(&self) -> bool {
        true
    }

    fn action<const W: usize>(&self, how: How, _: &[u64; W], _: &[u64; W], _: &mut Vec<Action>) -> ActionId {
        match how {
            How::Move(at) => self.packed.moves.action(at),
            // Tasks without scripts have none.
            How::Given(..) | How::Lifted(_) => ActionId::MAX,
        }
    }
}

/// Scripts that allow moves, generate moves, test goals or bound distances.
#[derive(Clone, Copy)]
pub(super) struct Scripted<'a> {
    pub(super) task: &'a Task,
    pub(super) oracle: &'a Oracle,
    pub(super) packed: &'a Packed,
    /// The task's own heuristic.
    pub(super) heuristic: Option<&'a Heuristic>,
    /// Whether the script's bound is used.
    pub(super) bounded: bool,
    /// The rules whose actions are not listed.
    pub(super) families: Option<&'a Families<'a>>,
}

impl Scripted<'_> {
    /// The moves of rules whose actions are not listed, by number.
    fn lifted<const W: usize>(
        &self,
        (state, position): (&[u64; W], &[Value]),
        budget: &Budget,
        mut f: impl FnMut(u32, &Action, [u64; W]),
    ) -> Result<(), Stop> {
        let Some(families) = self.families else { return Ok(()) };
        let layout = &self.packed.layout;
        let mut number = 0;
        families.each(position, budget, |action| {
            let mut after = *state;
            for (var, assign) in &action.assign {
                let old = assign.source().and_then(|from| position.get(from as usize)).copied().unwrap_or(0);
                if let (Some(field), Some(code)) = (layout.field(*var), layout.code(*var, assign.value(old)))
                {
                    field.set(&mut after, code);
                }
            }
            f(number, action, after);
            number += 1;
        })
    }
}

impl Successors for Scripted<'_> {
    const ASKS: bool = true;

    fn each<const W: usize>(
        &self,
        state: &[u64; W],
        scratch: &mut Scratch,
        budget: &Budget,
        mut f: impl FnMut(How, [u64; W]),
    ) -> Result<(), Stop> {
        let Scripted { task, oracle, packed, .. } = self;
        let position = packed.layout.unpack(state);
        let mut moves = Vec::new();
        packed.moves.each(state, scratch, |at, after| moves.push((at, after)));
        for (at, after) in moves {
            let action = task.actions.get(packed.moves.action(at) as usize);
            let rule = action.map_or(0, |a| a.label.rule);
            if oracle.allows(rule, &position, &|| packed.layout.unpack(&after), budget)? {
                f(How::Move(at), after);
            }
        }
        let mut moves = Vec::new();
        self.lifted((state, &position), budget, |number, action, after| {
            if after != *state {
                moves.push((number, action.label.rule, after));
            }
        })?;
        for (number, rule, after) in moves {
            if oracle.allows(rule, &position, &|| packed.layout.unpack(&after), budget)? {
                f(How::Lifted(number), after);
            }
        }
        for given in oracle.moves(&position, budget)? {
            f(How::Given(given.rule, given.part), packed.pack(&given.after));
        }
        Ok(())
    }

    fn is_goal<const W: usize>(&self, state: &[u64; W], budget: &Budget) -> Result<bool, Stop> {
        Ok(self.packed.goal.holds(state) && self.oracle.is_goal(&self.packed.layout.unpack(state), budget)?)
    }

    fn glance<const W: usize>(&self, _: &[u64; W]) -> u32 {
        0
    }

    fn at_least<const W: usize>(&self, state: &[u64; W], budget: &Budget) -> Result<u32, Stop> {
        let own = self.heuristic.map_or(0, |heuristic| heuristic.of(state));
        if own == DEAD || !self.bounded {
            return Ok(own);
        }
        Ok(match self.oracle.at_least(&self.packed.layout.unpack(state), budget)? {
            AtLeast::DeadEnd => DEAD,
            AtLeast::Moves(moves) => own.max(u32::try_from(moves).unwrap_or(u32::MAX).min(MOST_BOUND)),
        })
    }

    fn bounds(&self) -> bool {
        self.bounded || self.heuristic.is_some()
    }

    fn action<const W: usize>(
        &self,
        how: How,
        before: &[u64; W],
        after: &[u64; W],
        made: &mut Vec<Action>,
    ) -> ActionId {
        match how {
            How::Move(at) => self.packed.moves.action(at),
            How::Given(rule, part) => {
                let [before, after] = [before, after].map(|state| self.packed.layout.unpack(state));
                made.push(self.oracle.step(rule, part, &before, &after));
                (self.task.actions.len() + made.len() - 1) as ActionId
            }
            How::Lifted(wanted) => {
                let position = self.packed.layout.unpack(before);
                let mut found = None;
                // It was found here before.
                let _ = self.lifted((before, &position), &Budget::unlimited(), |number, action, _| {
                    if number == wanted {
                        found = Some(action.clone());
                    }
                });
                made.extend(found);
                (self.task.actions.len() + made.len() - 1) as ActionId
            }
        }
    }
}
