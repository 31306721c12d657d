//! Which members are in and out, and what they form.

use super::super::engine::{Engine, at, set};
use super::reach::Reaches;
use super::{NONE, Place, Shape};

/// Disjoint groups of joined members.
#[derive(Default)]
pub(super) struct Groups {
    of: Vec<u32>,
    members: Vec<u32>,
    /// By group the place after its last member.
    ends: Vec<u32>,
}

impl Groups {
    /// Finds the groups of the members that are asked for.
    fn find(&mut self, near: &[Vec<u32>], is: impl Fn(u32) -> bool) {
        self.of.clear();
        self.of.resize(near.len(), NONE);
        self.members.clear();
        self.ends.clear();
        for start in (0..).take(near.len()) {
            if at(&self.of, start as usize) != NONE || !is(start) {
                continue;
            }
            let number = u32::try_from(self.ends.len()).unwrap_or(NONE);
            let mut looked = self.members.len();
            self.members.push(start);
            set(&mut self.of, start as usize, number);
            while let Some(member) = self.members.get(looked).copied() {
                looked += 1;
                for other in near.get(member as usize).into_iter().flatten() {
                    if self.of.get(*other as usize) == Some(&NONE) && is(*other) {
                        set(&mut self.of, *other as usize, number);
                        self.members.push(*other);
                    }
                }
            }
            self.ends.push(u32::try_from(looked).unwrap_or(NONE));
        }
    }

    /// The number of groups.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The members of a group.
    pub fn get(&self, number: u32) -> &[u32] {
        let before = number.checked_sub(1);
        let start = before.and_then(|before| self.ends.get(before as usize)).copied().unwrap_or(0);
        let end = self.ends.get(number as usize).copied().unwrap_or(0);
        self.members.get(start as usize..end as usize).unwrap_or(&[])
    }

    /// All groups.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        (0..).take(self.len()).map(|number| self.get(number))
    }

    /// The group of a member, or [`NONE`].
    pub fn of(&self, member: u32) -> u32 {
        self.of.get(member as usize).copied().unwrap_or(NONE)
    }
}

/// The members as they are now.
#[derive(Default)]
pub(super) struct View {
    pub places: Vec<Place>,
    /// Joined members that are not out, and that are in.
    pub regions: Groups,
    pub parts: Groups,
    /// By class and region the members that may count, by class and part those that may and those that do.
    pub possible: Vec<Vec<u32>>,
    pub likely: Vec<Vec<u32>>,
    pub certain: Vec<Vec<u32>>,
    /// What parts of a limited size can grow to.
    pub reaches: Reaches,
}

impl View {
    /// Looks at all members.
    pub fn look(&mut self, shape: &Shape, engine: &Engine) {
        self.places.clear();
        self.places.extend(shape.holds.iter().map(|literal| {
            match (engine.is_true(*literal), engine.is_false(*literal)) {
                (true, _) => Place::In,
                (_, true) => Place::Out,
                _ => Place::Open,
            }
        }));
        let places = &self.places;
        self.regions.find(&shape.near, |member| at(places, member as usize) != Place::Out);
        self.parts.find(&shape.near, |member| at(places, member as usize) == Place::In);
        for table in [&mut self.possible, &mut self.likely, &mut self.certain] {
            table.resize(shape.classes.len(), Vec::new());
        }
        let tables = self.possible.iter_mut().zip(&mut self.likely).zip(&mut self.certain);
        for (class, ((possible, likely), certain)) in shape.classes.iter().zip(tables) {
            for (table, groups) in
                [(&mut *possible, &self.regions), (&mut *likely, &self.parts), (&mut *certain, &self.parts)]
            {
                table.clear();
                table.resize(groups.len(), 0);
            }
            for (member, literal) in &class.list {
                let region = self.regions.of(*member);
                if region == NONE || engine.is_false(*literal) {
                    continue;
                }
                add(possible, region);
                let part = self.parts.of(*member);
                if part != NONE {
                    add(likely, part);
                    if engine.is_true(*literal) {
                        add(certain, part);
                    }
                }
            }
        }
    }

    pub fn place(&self, member: u32) -> Place {
        at(&self.places, member as usize)
    }

    /// The number of members of a part that surely count.
    pub fn certain(&self, class: usize, part: u32) -> u32 {
        self.certain.get(class).map_or(0, |numbers| at(numbers, part as usize))
    }

    /// The number of members of a part that may count.
    pub fn likely(&self, class: usize, part: u32) -> u32 {
        self.likely.get(class).map_or(0, |numbers| at(numbers, part as usize))
    }
}

fn add(numbers: &mut [u32], at: u32) {
    if let Some(number) = numbers.get_mut(at as usize) {
        *number += 1;
    }
}
