//! How many members of a class are in the part of a member.

use rustc_hash::FxHashSet;

use super::super::engine::{Conflict, Engine, Literal, at, set};
use super::reach::Reach;
use super::tree::Tree;
use super::{NONE, Place, Test};

impl Test<'_> {
    pub(super) fn component(
        &self,
        engine: &mut Engine,
        of: u32,
        class: usize,
        (min, max): (u32, u32),
        done: &mut FxHashSet<(u32, usize, u32, bool)>,
    ) -> Result<(), Conflict> {
        let (shape, view) = (self.shape, self.view);
        let own = shape.literal(of);
        if view.place(of) == Place::Out {
            return if min > 0 { self.fail(engine, vec![own.not()]) } else { Ok(()) };
        }
        let part = view.parts.of(of);
        let reach = view.reaches.of(part);
        let most = match reach {
            Some(reach) if min > 0 => self.likely(engine, class, &reach.members),
            Some(_) => 0,
            None => view.most(class, of),
        };
        if most < min {
            let body = match reach {
                Some(reach) => self.reach(engine, reach, &reach.members, class),
                None => self.lonely(engine, of, class, None),
            };
            return self.fail(engine, body);
        }
        let least = view.certain(class, part);
        if least > max {
            let body = self.gathered(engine, of, class, max + 1, None);
            return self.fail(engine, body);
        }
        if !self.is_on(engine) {
            return Ok(());
        }
        if min > 0 {
            self.imply(engine, own, Vec::new())?;
        }
        if view.place(of) == Place::Open {
            return if min == 0 { self.join(engine, of, of, class, max) } else { Ok(()) };
        }
        if least < min && done.insert((part, class, min, false)) {
            self.needed(engine, of, class, min)?;
            self.attached(engine, of, class, min)?;
        }
        if done.insert((part, class, max, true)) {
            let near = view.parts.get(part).iter();
            let mut near: Vec<u32> = near.flat_map(|member| shape.near_of(*member)).copied().collect();
            near.sort_unstable();
            near.dedup();
            for other in near.into_iter().filter(|other| view.place(*other) == Place::Open) {
                self.join(engine, of, other, class, max)?;
            }
            if least == max {
                for member in view.parts.get(part) {
                    let Some(literal) =
                        shape.counted(class, *member).filter(|literal| engine.is_open(*literal))
                    else {
                        continue;
                    };
                    let body = self.gathered(engine, of, class, max, Some(*member));
                    self.imply(engine, literal.not(), body)?;
                }
            }
        }
        Ok(())
    }

    /// The number of members of a list that may count.
    fn likely(&self, engine: &Engine, class: usize, members: &[u32]) -> u32 {
        let counted = members.iter().filter_map(|member| self.shape.counted(class, *member));
        u32::try_from(counted.filter(|literal| !engine.is_false(*literal)).count()).unwrap_or(u32::MAX)
    }

    /// Why no more members than these, to which a part grows, count.
    fn reach(&self, engine: &Engine, reach: &Reach, members: &[u32], class: usize) -> Vec<Literal> {
        let mut body = Vec::new();
        self.view.bounded(self.shape, engine, reach, members, &mut body);
        self.failing(engine, members, class, &mut body);
        body
    }

    /// Those of some members that do not count.
    fn failing(&self, engine: &Engine, members: &[u32], class: usize, body: &mut Vec<Literal>) {
        let counted = members.iter().filter_map(|member| self.shape.counted(class, *member));
        body.extend(counted.filter(|literal| engine.is_false(*literal)).map(Literal::not));
    }

    /// Why no member that counts is joined with a member of no limited part, but for those of some limited part.
    fn lonely(&self, engine: &Engine, of: u32, class: usize, but: Option<u32>) -> Vec<Literal> {
        let (shape, view) = (self.shape, self.view);
        let mut body = Vec::new();
        let region = view.regions.of(of);
        // Where all that may count is in limited parts, what separates other regions is not needed.
        let is_limited = |(member, literal): &(u32, Literal)| {
            !engine.is_false(*literal) && view.place(*member) == Place::In && !view.is_free(*member)
        };
        let alone = shape.class(class).iter().all(is_limited);
        if !alone {
            self.cut(view.regions.get(region), &mut body);
            self.failing(engine, view.regions.get(region), class, &mut body);
        }
        for reach in view.reaches.all() {
            let elsewhere = reach.members.first().is_none_or(|first| view.regions.of(*first) != region);
            if but == Some(reach.part)
                || view.likely(class, reach.part) == 0
                || reach.has(of)
                || elsewhere && !alone
            {
                continue;
            }
            view.apart(shape, engine, reach, of, &mut body);
        }
        body
    }

    /// Members that the part of a member needs to have enough.
    fn needed(&self, engine: &mut Engine, of: u32, class: usize, min: u32) -> Result<(), Conflict> {
        let (shape, view) = (self.shape, self.view);
        let reach = view.reaches.of(view.parts.of(of));
        let tree = match reach {
            Some(reach) => Tree::new(shape, of, |member| reach.has(member)),
            None => Tree::new(shape, of, |member| view.place(member) != Place::Out),
        };
        let why = |engine: &Engine, members: &[u32]| match reach {
            Some(reach) => self.reach(engine, reach, members, class),
            None => {
                let mut body = Vec::new();
                self.cut(members, &mut body);
                self.failing(engine, members, class, &mut body);
                body
            }
        };
        let weight = |member: u32| {
            u32::from(shape.counted(class, member).is_some_and(|literal| !engine.is_false(literal)))
        };
        let all: u32 = tree.order.iter().map(|member| weight(*member)).sum();
        let mut lost: Vec<u32> = tree.order.iter().map(|member| weight(*member)).collect();
        for (above, beyond) in tree.separated() {
            let place = tree.place(above);
            let more = at(&lost, place) + beyond.iter().map(|member| weight(*member)).sum::<u32>();
            set(&mut lost, place, more);
        }
        let wanted = |(member, lost): (&u32, &u32)| {
            (view.place(*member) == Place::Open && all - lost < min).then_some(*member)
        };
        let wanted: Vec<u32> = tree.order.iter().zip(&lost).filter_map(wanted).collect();
        for member in wanted {
            let body = why(engine, &tree.without(member));
            self.imply(engine, shape.literal(member), body)?;
        }
        if all == min {
            let body = why(engine, &tree.order);
            for literal in tree.order.iter().filter_map(|member| shape.counted(class, *member)) {
                if engine.is_open(literal) {
                    self.imply(engine, literal, body.clone())?;
                }
            }
        }
        Ok(())
    }

    /// Where only one limited part has what a member must be joined with, members without which that part does not reach it are in.
    fn attached(&self, engine: &mut Engine, of: u32, class: usize, min: u32) -> Result<(), Conflict> {
        let (shape, view) = (self.shape, self.view);
        if view.reaches.of(view.parts.of(of)).is_some() {
            return Ok(());
        }
        let candidate = |reach: &&Reach| view.likely(class, reach.part) > 0 && reach.has(of);
        let mut candidates = view.reaches.all().iter().filter(candidate);
        let (Some(reach), None) = (candidates.next(), candidates.next()) else { return Ok(()) };
        let likely = view.likely(class, reach.part);
        let root = view.parts.get(reach.part).first().copied().unwrap_or(NONE);
        if view.most(class, of) - likely >= min || root == NONE {
            return Ok(());
        }
        let tree = Tree::new(shape, root, |member| reach.has(member));
        let wanted = |(above, beyond): (u32, &[u32])| {
            (view.place(above) == Place::Open && beyond.contains(&of)).then_some(above)
        };
        let wanted: Vec<u32> = tree.separated().filter_map(wanted).collect();
        if wanted.is_empty() {
            return Ok(());
        }
        let base = self.lonely(engine, of, class, Some(reach.part));
        for member in wanted {
            let mut body = base.clone();
            view.bounded(shape, engine, reach, &tree.without(member), &mut body);
            self.imply(engine, shape.literal(member), body)?;
        }
        Ok(())
    }

    /// A member that would join too many stays out.
    fn join(&self, engine: &mut Engine, of: u32, other: u32, class: usize, max: u32) -> Result<(), Conflict> {
        let (shape, view) = (self.shape, self.view);
        let parts = view.parts_near(shape, other, NONE);
        let own = shape.counted(class, other).is_some_and(|literal| engine.is_true(literal));
        let sum = u32::from(own) + parts.iter().map(|part| view.certain(class, *part)).sum::<u32>();
        if sum <= max || !engine.is_open(shape.literal(other)) {
            return Ok(());
        }
        let body = self.gathered(engine, other, class, max + 1, (other != of).then_some(of));
        self.imply(engine, shape.literal(other).not(), body)
    }
}
