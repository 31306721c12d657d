//! Trees of a search through a region, and ways through a part.

use std::collections::VecDeque;

use super::super::engine::{Engine, Literal, at, set};
use super::{NONE, Place, Shape, Test};

/// The tree of a depth-first search (Hopcroft and Tarjan, "Efficient algorithms for graph manipulation", 1973).
pub(super) struct Tree {
    /// The members in the order in which they were reached.
    pub order: Vec<u32>,
    /// By member its place in the order.
    places: Vec<u32>,
    /// By place in the order: the place above, the first place that is joined with the branch, the size of the branch.
    above: Vec<u32>,
    low: Vec<u32>,
    sizes: Vec<u32>,
}

impl Tree {
    pub fn new(shape: &Shape, root: u32, is: impl Fn(u32) -> bool) -> Tree {
        let mut tree = Tree {
            order: Vec::new(),
            places: vec![NONE; shape.holds.len()],
            above: Vec::new(),
            low: Vec::new(),
            sizes: Vec::new(),
        };
        tree.reach(root, NONE);
        // Members with their next neighbours.
        let mut stack = vec![(root, 0)];
        while let Some((member, looked)) = stack.last_mut() {
            let place = tree.place(*member);
            let Some(other) = shape.near_of(*member).get(*looked).copied() else {
                stack.pop();
                let (above, low, size) =
                    (at(&tree.above, place), at(&tree.low, place), at(&tree.sizes, place));
                if above != NONE {
                    let (known, all) = (at(&tree.low, above as usize), at(&tree.sizes, above as usize));
                    set(&mut tree.low, above as usize, known.min(low));
                    set(&mut tree.sizes, above as usize, all + size);
                }
                continue;
            };
            *looked += 1;
            let known = tree.places.get(other as usize).copied().unwrap_or(NONE);
            if known != NONE {
                if known != at(&tree.above, place) {
                    let low = at(&tree.low, place).min(known);
                    set(&mut tree.low, place, low);
                }
            } else if is(other) {
                tree.reach(other, u32::try_from(place).unwrap_or(NONE));
                stack.push((other, 0));
            }
        }
        tree
    }

    fn reach(&mut self, member: u32, above: u32) {
        let place = u32::try_from(self.order.len()).unwrap_or(NONE);
        set(&mut self.places, member as usize, place);
        self.order.push(member);
        self.above.push(above);
        self.low.push(place);
        self.sizes.push(1);
    }

    /// The place of a member in the order.
    pub fn place(&self, member: u32) -> usize {
        at(&self.places, member as usize) as usize
    }

    /// Members with a branch that only they join with the root.
    pub fn separated(&self) -> impl Iterator<Item = (u32, &[u32])> {
        (1..self.order.len()).filter_map(move |place| {
            let above = at(&self.above, place);
            if at(&self.low, place) < above {
                return None;
            }
            let beyond = self.order.get(place..place + at(&self.sizes, place) as usize)?;
            Some((at(&self.order, above as usize), beyond))
        })
    }

    /// What is joined with the root without a member.
    pub fn without(&self, member: u32) -> Vec<u32> {
        let mut kept = vec![member != self.order.first().copied().unwrap_or(NONE); self.order.len()];
        set(&mut kept, self.place(member), false);
        for (above, beyond) in self.separated().filter(|(above, _)| *above == member) {
            debug_assert_eq!(above, member);
            beyond.iter().for_each(|other| set(&mut kept, self.place(*other), false));
        }
        self.order.iter().zip(kept).filter(|(_, kept)| *kept).map(|(member, _)| *member).collect()
    }
}

impl Test<'_> {
    /// Why this many members that count are joined with a member, and another one with it.
    pub(super) fn gathered(
        &self,
        engine: &Engine,
        from: u32,
        class: usize,
        many: u32,
        with: Option<u32>,
    ) -> Vec<Literal> {
        let (shape, view) = (self.shape, self.view);
        let mut above = vec![NONE; shape.holds.len()];
        let mut wanted = vec![false; shape.holds.len()];
        let mut body = Vec::new();
        let (mut count, mut missing) = (0, with);
        let mut queue = VecDeque::from([from]);
        set(&mut above, from as usize, from);
        let mut targets = Vec::new();
        while let Some(member) = queue.pop_front() {
            if missing == Some(member) {
                missing = None;
                targets.push(member);
            }
            let counts = shape.counted(class, member).filter(|literal| engine.is_true(*literal));
            if let Some(literal) = counts.filter(|_| count < many) {
                count += 1;
                body.push(literal);
                targets.push(member);
            }
            if count == many && missing.is_none() {
                break;
            }
            for other in shape.near_of(member) {
                if above.get(*other as usize) == Some(&NONE) && view.place(*other) == Place::In {
                    set(&mut above, *other as usize, member);
                    queue.push_back(*other);
                }
            }
        }
        for mut member in targets {
            while !at(&wanted, member as usize) {
                set(&mut wanted, member as usize, true);
                if view.place(member) == Place::In {
                    body.push(shape.literal(member));
                }
                member = at(&above, member as usize);
            }
        }
        body
    }
}
