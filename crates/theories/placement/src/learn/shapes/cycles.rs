//! Sets without a cycle, and with one.

use std::collections::VecDeque;

use super::super::engine::{Conflict, Engine, Literal, at, set};
use super::{NONE, Place, Test};

/// By member the one above it in a tree of its part, and its depth there.
struct Branches {
    above: Vec<u32>,
    depth: Vec<u32>,
}

impl Test<'_> {
    /// No two members that are joined in two ways are in.
    pub(super) fn forest(&self, engine: &mut Engine) -> Result<(), Conflict> {
        let (shape, view) = (self.shape, self.view);
        let branches = self.branches();
        for member in view.parts.iter().flatten() {
            for other in shape.near_of(*member).iter().filter(|other| *other > member) {
                let above = |one: u32, two: u32| at(&branches.above, one as usize) == two;
                if view.place(*other) == Place::In && !above(*member, *other) && !above(*other, *member) {
                    return self.fail(engine, self.way(&branches, *member, *other));
                }
            }
        }
        if !self.is_on(engine) {
            return Ok(());
        }
        for member in (0..).take(shape.holds.len()).filter(|member| view.place(*member) == Place::Open) {
            let mut near: Vec<(u32, u32)> =
                shape.near_of(member).iter().map(|other| (view.parts.of(*other), *other)).collect();
            near.sort_unstable();
            let twice = near.iter().zip(near.iter().skip(1)).find(|(a, b)| a.0 == b.0 && a.0 != NONE);
            if let Some(((_, one), (_, other))) = twice {
                let body = self.way(&branches, *one, *other);
                self.imply(engine, shape.literal(member).not(), body)?;
            }
        }
        Ok(())
    }

    /// Some members that may be in form a cycle.
    pub(super) fn cyclic(&self, engine: &mut Engine) -> Result<(), Conflict> {
        let (shape, view) = (self.shape, self.view);
        let (mut links, mut members) = (0, 0);
        for member in view.regions.iter().flatten() {
            members += 1;
            links += shape.near_of(*member).iter().filter(|other| view.place(**other) != Place::Out).count();
        }
        if links / 2 + view.regions.len() > members {
            return Ok(());
        }
        let out = shape.holds.iter().zip(&view.places).filter(|(_, place)| **place == Place::Out);
        self.fail(engine, out.map(|(literal, _)| literal.not()).collect())
    }

    fn branches(&self) -> Branches {
        let (shape, view) = (self.shape, self.view);
        let n = shape.holds.len();
        let mut branches = Branches { above: vec![NONE; n], depth: vec![NONE; n] };
        for first in view.parts.iter().filter_map(|part| part.first()) {
            set(&mut branches.depth, *first as usize, 0);
            let mut queue = VecDeque::from([*first]);
            while let Some(member) = queue.pop_front() {
                let depth = at(&branches.depth, member as usize) + 1;
                for other in shape.near_of(member) {
                    if view.place(*other) == Place::In && at(&branches.depth, *other as usize) == NONE {
                        set(&mut branches.depth, *other as usize, depth);
                        set(&mut branches.above, *other as usize, member);
                        queue.push_back(*other);
                    }
                }
            }
        }
        branches
    }

    /// The members that join two members of a part.
    fn way(&self, branches: &Branches, mut one: u32, mut other: u32) -> Vec<Literal> {
        let mut body = vec![self.shape.literal(one), self.shape.literal(other)];
        while one != other && one != NONE && other != NONE {
            let depth = |member: u32| at(&branches.depth, member as usize);
            let deeper = if depth(one) >= depth(other) { &mut one } else { &mut other };
            *deeper = at(&branches.above, *deeper as usize);
            if *deeper != NONE {
                body.push(self.shape.literal(*deeper));
            }
        }
        body.sort_unstable();
        body.dedup();
        body
    }
}
