//! Sets of members that are connected, or whose parts are: what follows from the members that are in and out.
//!
//! Members that are not out form regions; those that are in form parts. A part grows only inside its region, so that members
//! of different regions are never joined, and a member without which a region falls apart is in if both sides are needed. Each
//! conclusion is explained by the members around a region, which are out, and by a way through a part.

mod cycles;
mod tree;

use rustc_hash::FxHashSet;

use super::engine::{Conflict, Engine, Literal, at, set};
use tree::Tree;

/// A test of a set.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// The number of parts.
    Components { min: u32, max: u32 },
    /// The number of members in the part of a member that a class counts.
    Component { of: u32, class: usize, min: u32, max: u32 },
    /// No cycle.
    Forest,
    /// A cycle.
    Cyclic,
}

/// A set of members with its tests.
#[derive(Default)]
pub(super) struct Shape {
    /// By member whether it is in.
    pub holds: Vec<Literal>,
    /// By member its neighbours.
    pub near: Vec<Vec<u32>>,
    /// Members that are counted, each if its literal holds.
    pub classes: Vec<Vec<(u32, Literal)>>,
    /// The tests, each to be passed if its literal holds.
    pub tests: Vec<(Option<Literal>, Kind)>,
}

/// No region, and no part.
const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
enum Place {
    #[default]
    Out,
    Open,
    In,
}

/// The members as they are now.
struct View {
    places: Vec<Place>,
    region_of: Vec<u32>,
    regions: Vec<Vec<u32>>,
    part_of: Vec<u32>,
    parts: Vec<Vec<u32>>,
    /// By class and region the members that may count, and by class and part those that do.
    possible: Vec<Vec<u32>>,
    certain: Vec<Vec<u32>>,
}

impl Shape {
    /// Draws the conclusions of all tests.
    pub fn conclude(&self, engine: &mut Engine) -> Result<(), Conflict> {
        let view = self.view(engine);
        let mut done = FxHashSet::default();
        for (guard, kind) in &self.tests {
            if guard.is_some_and(|guard| engine.is_false(guard)) {
                continue;
            }
            let test = Test { shape: self, view: &view, guard: *guard };
            match *kind {
                Kind::Components { min, max } => test.components(engine, min, max)?,
                Kind::Component { of, class, min, max } => {
                    test.component(engine, of, class, (min, max), &mut done)?;
                }
                Kind::Forest => test.forest(engine)?,
                Kind::Cyclic => test.cyclic(engine)?,
            }
        }
        Ok(())
    }

    fn view(&self, engine: &Engine) -> View {
        let place = |literal: &Literal| match (engine.is_true(*literal), engine.is_false(*literal)) {
            (true, _) => Place::In,
            (_, true) => Place::Out,
            _ => Place::Open,
        };
        let places: Vec<Place> = self.holds.iter().map(place).collect();
        let (region_of, regions) = self.joined(|member| at(&places, member as usize) != Place::Out);
        let (part_of, parts) = self.joined(|member| at(&places, member as usize) == Place::In);
        let count = |of: &[u32], n: usize, counts: &dyn Fn(Literal) -> bool| -> Vec<Vec<u32>> {
            let class = |class: &Vec<(u32, Literal)>| {
                let mut numbers = vec![0; n];
                for (member, literal) in class {
                    let group = of.get(*member as usize).copied().unwrap_or(NONE);
                    if group != NONE && counts(*literal) {
                        let before = at(&numbers, group as usize);
                        set(&mut numbers, group as usize, before + 1);
                    }
                }
                numbers
            };
            self.classes.iter().map(class).collect()
        };
        let possible = count(&region_of, regions.len(), &|literal| !engine.is_false(literal));
        let certain = count(&part_of, parts.len(), &|literal| engine.is_true(literal));
        View { places, region_of, regions, part_of, parts, possible, certain }
    }

    /// The groups of joined members, of those that are asked for.
    fn joined(&self, is: impl Fn(u32) -> bool) -> (Vec<u32>, Vec<Vec<u32>>) {
        let mut of = vec![NONE; self.holds.len()];
        let mut groups: Vec<Vec<u32>> = Vec::new();
        for start in (0..).take(self.holds.len()) {
            if at(&of, start as usize) != NONE || !is(start) {
                continue;
            }
            let number = u32::try_from(groups.len()).unwrap_or(NONE);
            let (mut group, mut looked) = (vec![start], 0);
            set(&mut of, start as usize, number);
            while let Some(member) = group.get(looked).copied() {
                looked += 1;
                for other in self.near_of(member) {
                    if of.get(*other as usize) == Some(&NONE) && is(*other) {
                        set(&mut of, *other as usize, number);
                        group.push(*other);
                    }
                }
            }
            groups.push(group);
        }
        (of, groups)
    }

    fn near_of(&self, member: u32) -> &[u32] {
        self.near.get(member as usize).map_or(&[], Vec::as_slice)
    }

    fn literal(&self, member: u32) -> Literal {
        self.holds.get(member as usize).copied().unwrap_or(Literal::TRUE)
    }

    fn class(&self, class: usize) -> &[(u32, Literal)] {
        self.classes.get(class).map_or(&[], Vec::as_slice)
    }

    fn counted(&self, class: usize, member: u32) -> Option<Literal> {
        let list = self.class(class);
        let place = list.binary_search_by_key(&member, |(member, _)| *member).ok()?;
        list.get(place).map(|(_, literal)| *literal)
    }
}

impl View {
    fn place(&self, member: u32) -> Place {
        at(&self.places, member as usize)
    }

    fn region(&self, number: u32) -> &[u32] {
        self.regions.get(number as usize).map_or(&[], Vec::as_slice)
    }

    fn region_of(&self, member: u32) -> u32 {
        self.region_of.get(member as usize).copied().unwrap_or(NONE)
    }

    fn part_of(&self, member: u32) -> u32 {
        self.part_of.get(member as usize).copied().unwrap_or(NONE)
    }
}

/// A test at work.
struct Test<'a> {
    shape: &'a Shape,
    view: &'a View,
    guard: Option<Literal>,
}

impl Test<'_> {
    /// Whether the test must be passed.
    fn is_on(&self, engine: &Engine) -> bool {
        self.guard.is_none_or(|guard| engine.is_true(guard))
    }

    /// The test fails if these literals hold.
    fn fail(&self, engine: &mut Engine, body: Vec<Literal>) -> Result<(), Conflict> {
        match self.guard {
            Some(guard) => engine.follow(guard.not(), &body),
            None => Err(Conflict::All { body, shaped: true }),
        }
    }

    /// A literal follows if these hold and the test is passed.
    fn imply(&self, engine: &mut Engine, literal: Literal, mut body: Vec<Literal>) -> Result<(), Conflict> {
        body.extend(self.guard);
        engine.follow(literal, &body)
    }

    /// The neighbours of some members that are out, with which no other member joins them.
    fn cut(&self, members: &[u32], body: &mut Vec<Literal>) {
        let near = members.iter().flat_map(|member| self.shape.near_of(*member));
        let mut out: Vec<u32> = near.copied().filter(|other| self.view.place(*other) == Place::Out).collect();
        out.sort_unstable();
        out.dedup();
        body.extend(out.into_iter().map(|member| self.shape.literal(member).not()));
    }

    fn components(&self, engine: &mut Engine, min: u32, max: u32) -> Result<(), Conflict> {
        let (shape, view) = (self.shape, self.view);
        // By region that has a member that is in, such a member.
        let mut sure: Vec<(u32, u32)> = Vec::new();
        let mut is_sure = vec![false; view.regions.len()];
        for first in view.parts.iter().filter_map(|part| part.first()) {
            let region = view.region_of(*first);
            if !at(&is_sure, region as usize) {
                set(&mut is_sure, region as usize, true);
                sure.push((region, *first));
            }
        }
        let cut = |region: u32| {
            let mut body = Vec::new();
            self.cut(view.region(region), &mut body);
            body
        };
        // Regions are separated if all but one of them are.
        let separated = |regions: &[(u32, u32)]| {
            let mut body: Vec<Literal> = regions.iter().map(|(_, first)| shape.literal(*first)).collect();
            let mut cuts: Vec<Vec<Literal>> = regions.iter().map(|(region, _)| cut(*region)).collect();
            cuts.sort_by_key(Vec::len);
            cuts.pop();
            body.extend(cuts.into_iter().flatten());
            body
        };
        if sure.len() > max as usize {
            let most = max as usize + 1;
            return self.fail(engine, separated(sure.get(..most).unwrap_or(&[])));
        }
        let open = view.places.iter().filter(|place| **place == Place::Open).count();
        let greatest = view.parts.len() + open;
        if min > 0 && greatest <= min as usize {
            let each = shape.holds.iter().zip(&view.places).filter(|(_, place)| **place != Place::Open);
            let body: Vec<Literal> = each
                .map(|(literal, place)| if *place == Place::In { *literal } else { literal.not() })
                .collect();
            if greatest < min as usize {
                return self.fail(engine, body);
            }
            if self.is_on(engine) {
                for (literal, _) in
                    shape.holds.iter().zip(&view.places).filter(|(_, place)| **place == Place::Open)
                {
                    self.imply(engine, *literal, body.clone())?;
                }
            }
        }
        if sure.len() < max as usize || !self.is_on(engine) {
            return Ok(());
        }
        let mut around = Vec::new();
        for (number, region) in (0..).zip(&view.regions) {
            if at(&is_sure, number as usize) {
                continue;
            }
            if around.is_empty() && max > 0 {
                around = sure.iter().flat_map(|(region, _)| cut(*region)).collect();
            }
            let mut body = around.clone();
            if max == 1 {
                let own = cut(number);
                if own.len() < body.len() {
                    body = own;
                }
            }
            body.extend(sure.iter().map(|(_, first)| shape.literal(*first)));
            for member in region {
                self.imply(engine, shape.literal(*member).not(), body.clone())?;
            }
        }
        for (region, first) in &sure {
            let others: Vec<(u32, u32)> = sure.iter().filter(|other| other.0 != *region).copied().collect();
            self.between(engine, *first, &others)?;
        }
        Ok(())
    }

    /// Members without which two members of one region that are in would be separated are in.
    fn between(&self, engine: &mut Engine, root: u32, others: &[(u32, u32)]) -> Result<(), Conflict> {
        let (shape, view) = (self.shape, self.view);
        let is_in = |member: &u32| view.place(*member) == Place::In;
        let region = view.region_of(root);
        let parts = view.parts.iter().filter_map(|part| part.first());
        if parts.filter(|first| view.region_of(**first) == region).count() < 2 {
            return Ok(());
        }
        let tree = Tree::new(shape, root, |member| view.place(member) != Place::Out);
        for (above, beyond) in tree.separated() {
            if view.place(above) != Place::Open || !engine.is_open(shape.literal(above)) {
                continue;
            }
            let Some(other) = beyond.iter().find(|member| is_in(member)) else { continue };
            let mut body = vec![shape.literal(root), shape.literal(*other)];
            self.cut(beyond, &mut body);
            for (region, first) in others {
                body.push(shape.literal(*first));
                self.cut(view.region(*region), &mut body);
            }
            self.imply(engine, shape.literal(above), body)?;
        }
        Ok(())
    }

    fn component(
        &self,
        engine: &mut Engine,
        of: u32,
        class: usize,
        (min, max): (u32, u32),
        done: &mut FxHashSet<(u32, usize, u32, bool)>,
    ) -> Result<(), Conflict> {
        let (shape, view) = (self.shape, self.view);
        let counts = |table: &[Vec<u32>], group: u32| {
            table.get(class).map_or(0, |numbers| at(numbers, group as usize))
        };
        let own = shape.literal(of);
        let most = counts(&view.possible, view.region_of(of));
        if view.place(of) == Place::Out {
            return if min > 0 { self.fail(engine, vec![own.not()]) } else { Ok(()) };
        }
        if most < min {
            let body = self.reach(engine, view.region(view.region_of(of)), class);
            return self.fail(engine, body);
        }
        let part = view.part_of(of);
        let least = counts(&view.certain, part);
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
        }
        if done.insert((part, class, max, true)) {
            let near = view.parts.get(part as usize).into_iter().flatten();
            let mut near: Vec<u32> = near.flat_map(|member| shape.near_of(*member)).copied().collect();
            near.sort_unstable();
            near.dedup();
            for other in near.into_iter().filter(|other| view.place(*other) == Place::Open) {
                self.join(engine, of, other, class, max)?;
            }
            if least == max {
                for member in view.parts.get(part as usize).into_iter().flatten() {
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

    /// Why no more members than these, of a region or of what is left of it, count.
    fn reach(&self, engine: &Engine, members: &[u32], class: usize) -> Vec<Literal> {
        let mut body = Vec::new();
        self.cut(members, &mut body);
        let counted = members.iter().filter_map(|member| self.shape.counted(class, *member));
        body.extend(counted.filter(|literal| engine.is_false(*literal)).map(Literal::not));
        body
    }

    /// Members that the part of a member needs to have enough.
    fn needed(&self, engine: &mut Engine, of: u32, class: usize, min: u32) -> Result<(), Conflict> {
        let (shape, view) = (self.shape, self.view);
        let tree = Tree::new(shape, of, |member| view.place(member) != Place::Out);
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
            let kept = tree.without(member);
            let body = self.reach(engine, &kept, class);
            self.imply(engine, shape.literal(member), body)?;
        }
        if all == min {
            let body = self.reach(engine, &tree.order, class);
            for literal in tree.order.iter().filter_map(|member| shape.counted(class, *member)) {
                if engine.is_open(literal) {
                    self.imply(engine, literal, body.clone())?;
                }
            }
        }
        Ok(())
    }

    /// A member that would join too many stays out.
    fn join(&self, engine: &mut Engine, of: u32, other: u32, class: usize, max: u32) -> Result<(), Conflict> {
        let (shape, view) = (self.shape, self.view);
        let mut parts: Vec<u32> = shape
            .near_of(other)
            .iter()
            .map(|near| view.part_of(*near))
            .filter(|part| *part != NONE)
            .collect();
        parts.sort_unstable();
        parts.dedup();
        let certain = |part: &u32| view.certain.get(class).map_or(0, |numbers| at(numbers, *part as usize));
        let own = shape.counted(class, other).is_some_and(|literal| engine.is_true(literal));
        let sum = u32::from(own) + parts.iter().map(certain).sum::<u32>();
        if sum <= max || !engine.is_open(shape.literal(other)) {
            return Ok(());
        }
        let body = self.gathered(engine, other, class, max + 1, (other != of).then_some(of));
        self.imply(engine, shape.literal(other).not(), body)
    }
}
