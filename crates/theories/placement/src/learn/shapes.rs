//! Sets of members that are connected, or whose parts are: what follows from the members that are in and out.
//!
//! Members that are not out form regions; those that are in form parts. A part grows only inside its region, so that members
//! of different regions are never joined, and a member without which a region falls apart is in if both sides are needed. Each
//! conclusion is explained by the members around a region, which are out, and by a way through a part.

mod component;
mod components;
mod cycles;
mod reach;
mod tree;
mod view;

use rustc_hash::FxHashSet;

use super::engine::{Conflict, Engine, Literal, at, set};
use view::View;

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
    holds: Vec<Literal>,
    /// By member its neighbours.
    near: Vec<Vec<u32>>,
    classes: Vec<Class>,
    /// The tests, each to be passed if its literal holds.
    pub tests: Vec<(Option<Literal>, Kind)>,
    view: View,
}

/// Members that are counted.
struct Class {
    /// Each counts if its literal holds.
    list: Vec<(u32, Literal)>,
    /// By member whether it counts whenever it is in.
    weighs: Vec<bool>,
    /// Whether most members do.
    is_dense: bool,
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

impl Shape {
    /// A set without tests.
    pub fn new(holds: Vec<Literal>, near: Vec<Vec<u32>>) -> Shape {
        Shape { holds, near, ..Shape::default() }
    }

    /// Draws the conclusions of all tests.
    pub fn conclude(&mut self, engine: &mut Engine) -> Result<(), Conflict> {
        let mut view = std::mem::take(&mut self.view);
        view.look(self, engine);
        view.grow(self, engine);
        let result = self.tested(&view, engine);
        self.view = view;
        result
    }

    fn tested(&self, view: &View, engine: &mut Engine) -> Result<(), Conflict> {
        let mut done = FxHashSet::default();
        for (guard, kind) in &self.tests {
            if guard.is_some_and(|guard| engine.is_false(guard)) {
                continue;
            }
            let test = Test { shape: self, view, guard: *guard };
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

    /// Adds members that are counted, each if its literal holds, by member; returns their number.
    pub fn class_of(&mut self, list: Vec<(u32, Literal)>) -> usize {
        let mut weighs = vec![false; self.holds.len()];
        for (member, literal) in &list {
            set(
                &mut weighs,
                *member as usize,
                *literal == Literal::TRUE || *literal == self.literal(*member),
            );
        }
        let is_dense = weighs.iter().filter(|weighs| **weighs).count() * 2 > weighs.len();
        self.classes.push(Class { list, weighs, is_dense });
        self.classes.len() - 1
    }

    fn near_of(&self, member: u32) -> &[u32] {
        self.near.get(member as usize).map_or(&[], Vec::as_slice)
    }

    fn literal(&self, member: u32) -> Literal {
        self.holds.get(member as usize).copied().unwrap_or(Literal::TRUE)
    }

    fn class(&self, class: usize) -> &[(u32, Literal)] {
        self.classes.get(class).map_or(&[], |class| &class.list)
    }

    /// What a member that is in adds to the number of those that count, at least.
    fn weight(&self, class: usize, member: u32) -> u32 {
        self.classes.get(class).map_or(0, |class| u32::from(at(&class.weighs, member as usize)))
    }

    fn is_dense(&self, class: usize) -> bool {
        self.classes.get(class).is_some_and(|class| class.is_dense)
    }

    fn counted(&self, class: usize, member: u32) -> Option<Literal> {
        let list = self.class(class);
        let place = list.binary_search_by_key(&member, |(member, _)| *member).ok()?;
        list.get(place).map(|(_, literal)| *literal)
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
}
