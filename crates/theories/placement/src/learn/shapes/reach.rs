//! What a part can grow to where the number of its members is limited.
//!
//! A test that at most so many members count in the part of a member is a limit of the part that holds it. What is joined with
//! the part by more members than the limit leaves is out of reach, as is what would join it with another part where both together
//! exceed a limit.

use super::super::engine::{Engine, Literal, at, set};
use super::view::View;
use super::{Kind, NONE, Place, Shape};

/// At most this number of the members of a class are in the part.
#[derive(Clone, Copy)]
pub(super) struct Limit {
    part: u32,
    class: usize,
    max: u32,
    guard: Option<Literal>,
}

/// What one part can grow to.
#[derive(Default)]
pub(super) struct Reach {
    pub part: u32,
    class: usize,
    /// How many more members may count.
    slack: u32,
    /// The members that can be reached, the nearest first.
    pub members: Vec<u32>,
    /// By member the least number of counting members on the way to it, itself among them; [`NONE`] out of reach.
    costs: Vec<u32>,
}

impl Reach {
    pub fn cost(&self, member: u32) -> u32 {
        self.costs.get(member as usize).copied().unwrap_or(NONE)
    }

    pub fn has(&self, member: u32) -> bool {
        self.cost(member) != NONE
    }
}

/// What all limited parts can grow to.
#[derive(Default)]
pub(super) struct Reaches {
    limits: Vec<Limit>,
    /// The first `number` are in use.
    all: Vec<Reach>,
    number: usize,
    /// By part its place in the list.
    of: Vec<u32>,
    /// By class and member the number of members that may count in limited parts that reach it; by class and region those that
    /// may count and are in no such part.
    near: Vec<Vec<u32>>,
    free: Vec<Vec<u32>>,
    /// By cost the members to go on from.
    open: Vec<Vec<u32>>,
    /// By part whether a way has come to it, and whether it is out of reach.
    met: Vec<Option<bool>>,
}

impl Reaches {
    /// All of them.
    pub fn all(&self) -> &[Reach] {
        self.all.get(..self.number).unwrap_or(&[])
    }

    /// What a part can grow to, if it is limited.
    pub fn of(&self, part: u32) -> Option<&Reach> {
        let place = self.of.get(part as usize).copied()?;
        self.all().get(place as usize)
    }

    /// The limits of a part.
    pub fn limits(&self, part: u32) -> &[Limit] {
        let from = self.limits.partition_point(|limit| limit.part < part);
        let to = self.limits.partition_point(|limit| limit.part <= part);
        self.limits.get(from..to).unwrap_or(&[])
    }
}

impl View {
    /// Finds what limited parts can grow to.
    pub fn grow(&mut self, shape: &Shape, engine: &Engine) {
        let mut reaches = std::mem::take(&mut self.reaches);
        reaches.limits.clear();
        for (guard, kind) in &shape.tests {
            if let Kind::Component { of, class, max, .. } = *kind
                && self.place(of) == Place::In
                && (max as usize) < shape.class(class).len()
                && guard.is_none_or(|guard| engine.is_plain(guard))
            {
                reaches.limits.push(Limit { part: self.parts.of(of), class, max, guard: *guard });
            }
        }
        let since = |limit: &Limit| limit.guard.map_or(0, |guard| engine.place(guard));
        reaches.limits.sort_by_key(|limit| (limit.part, limit.class, limit.max, since(limit)));
        reaches.limits.dedup_by_key(|limit| (limit.part, limit.class));
        reaches.number = 0;
        reaches.of.clear();
        reaches.of.resize(self.parts.len(), NONE);
        for part in (0..).take(self.parts.len()) {
            let tight = reaches.limits(part).iter().filter(|limit| shape.is_dense(limit.class));
            let slack = |limit: &&Limit| limit.max.checked_sub(self.certain(limit.class, part));
            let Some((slack, limit)) =
                tight.filter_map(|limit| Some((slack(&limit)?, *limit))).min_by_key(|(slack, _)| *slack)
            else {
                continue;
            };
            let possible = self.possible.get(limit.class);
            let region = self.parts.get(part).first().map_or(NONE, |first| self.regions.of(*first));
            if possible.map_or(0, |numbers| at(numbers, region as usize)) <= limit.max {
                continue;
            }
            set(&mut reaches.of, part as usize, u32::try_from(reaches.number).unwrap_or(NONE));
            if reaches.all.len() == reaches.number {
                reaches.all.push(Reach::default());
            }
            let Some(mut reach) = reaches.all.get_mut(reaches.number).map(std::mem::take) else { continue };
            self.reach(shape, &mut reaches, &mut reach, (part, limit.class, slack));
            if let Some(slot) = reaches.all.get_mut(reaches.number) {
                *slot = reach;
            }
            reaches.number += 1;
        }
        self.tally(shape, &mut reaches);
        self.reaches = reaches;
    }

    fn reach(
        &self,
        shape: &Shape,
        reaches: &mut Reaches,
        reach: &mut Reach,
        (part, class, slack): (u32, usize, u32),
    ) {
        for member in reach.members.drain(..) {
            set(&mut reach.costs, member as usize, NONE);
        }
        reach.costs.resize(shape.holds.len(), NONE);
        (reach.part, reach.class, reach.slack) = (part, class, slack);
        let mut open = std::mem::take(&mut reaches.open);
        open.iter_mut().for_each(Vec::clear);
        open.resize(open.len().max(slack as usize + 1), Vec::new());
        reaches.met.clear();
        reaches.met.resize(self.parts.len(), None);
        set(&mut reaches.met, part as usize, Some(false));
        if let Some(first) = open.first_mut() {
            first.extend_from_slice(self.parts.get(part));
        }
        for cost in 0..=slack {
            while let Some(member) = open.get_mut(cost as usize).and_then(Vec::pop) {
                if reach.has(member) || self.is_barred(shape, reaches, reach, (member, cost)) {
                    continue;
                }
                set(&mut reach.costs, member as usize, cost);
                reach.members.push(member);
                for other in shape.near_of(member) {
                    let next = cost + shape.weight(class, *other);
                    if next <= slack && self.place(*other) != Place::Out && !reach.has(*other) {
                        let next = if self.parts.of(*other) == part { 0 } else { next };
                        if let Some(list) = open.get_mut(next as usize) {
                            list.push(*other);
                        }
                    }
                }
            }
        }
        reaches.open = open;
    }

    /// Whether a member that is open cannot be joined with a part at this cost, since it would join others with it.
    fn is_barred(
        &self,
        shape: &Shape,
        reaches: &mut Reaches,
        reach: &Reach,
        (member, cost): (u32, u32),
    ) -> bool {
        if self.place(member) == Place::In {
            return false;
        }
        let mut barred = false;
        let others = self.parts_near(shape, member, reach.part);
        for other in &others {
            let known = reaches.met.get(*other as usize).copied().flatten();
            let is_far = known.unwrap_or_else(|| {
                let with = [reach.part, *other];
                let mut both = with.iter().flat_map(|part| reaches.limits(*part));
                let on_way = |class: usize| if class == reach.class { cost } else { 0 };
                let sum = |class: usize| with.iter().map(|part| self.certain(class, *part)).sum::<u32>();
                both.any(|limit| sum(limit.class) + on_way(limit.class) > limit.max)
            });
            set(&mut reaches.met, *other as usize, Some(is_far));
            barred |= is_far;
        }
        barred || {
            let with = || others.iter().copied().chain([reach.part]);
            let sum = |class: usize| with().map(|part| self.certain(class, part)).sum::<u32>();
            with()
                .flat_map(|part| reaches.limits(part))
                .any(|limit| sum(limit.class) + shape.weight(limit.class, member) > limit.max)
        }
    }

    /// The parts beside a member, but for one.
    pub fn parts_near(&self, shape: &Shape, member: u32, but: u32) -> Vec<u32> {
        let near = shape.near_of(member).iter().map(|near| self.parts.of(*near));
        let mut parts: Vec<u32> = near.filter(|part| *part != NONE && *part != but).collect();
        parts.sort_unstable();
        parts.dedup();
        parts
    }

    fn tally(&self, shape: &Shape, reaches: &mut Reaches) {
        if reaches.number == 0 {
            return;
        }
        reaches.near.resize(shape.classes.len(), Vec::new());
        reaches.free.clone_from(&self.possible);
        let all = reaches.all.get(..reaches.number).unwrap_or(&[]);
        for (class, (near, free)) in reaches.near.iter_mut().zip(&mut reaches.free).enumerate() {
            near.clear();
            near.resize(shape.holds.len(), 0);
            for reach in all {
                let likely = self.likely(class, reach.part);
                if likely == 0 {
                    continue;
                }
                for member in &reach.members {
                    if let Some(number) = near.get_mut(*member as usize) {
                        *number += likely;
                    }
                }
                let region = reach.members.first().map_or(NONE, |first| self.regions.of(*first));
                if let Some(number) = free.get_mut(region as usize) {
                    *number -= likely;
                }
            }
        }
    }

    /// How many members of a class may be joined with a member, at most.
    pub fn most(&self, class: usize, member: u32) -> u32 {
        let of = |table: &[Vec<u32>], place: u32| table.get(class).map_or(0, |row| at(row, place as usize));
        let region = self.regions.of(member);
        if self.reaches.number == 0 {
            return of(&self.possible, region);
        }
        of(&self.reaches.free, region) + of(&self.reaches.near, member)
    }

    /// Whether a member that may count can be joined with others without limits: it is in no limited part.
    pub fn is_free(&self, member: u32) -> bool {
        self.reaches.of(self.parts.of(member)).is_none()
    }

    /// Why a part grows to these members at most: to what its reach has, or what of it is left without a member that is out.
    pub fn bounded(
        &self,
        shape: &Shape,
        engine: &Engine,
        reach: &Reach,
        kept: &[u32],
        body: &mut Vec<Literal>,
    ) {
        let mut is_kept = vec![false; shape.holds.len()];
        kept.iter().for_each(|member| set(&mut is_kept, *member as usize, true));
        let beyond = |other: u32| if at(&is_kept, other as usize) { None } else { Some(0) };
        self.walls(shape, engine, reach, kept, beyond, body);
    }

    /// Why a part does not reach a member.
    pub fn apart(&self, shape: &Shape, engine: &Engine, reach: &Reach, to: u32, body: &mut Vec<Literal>) {
        let costs = costs_to(shape, to, reach.class, reach.slack);
        let cost = |member: u32| costs.get(member as usize).copied().unwrap_or(NONE);
        let is_near = self.parts.get(reach.part).iter().any(|member| cost(*member) <= reach.slack);
        let members: &[u32] = if is_near { &reach.members } else { self.parts.get(reach.part) };
        let beyond = |other: u32| if reach.has(other) { None } else { Some(cost(other)) };
        self.walls(shape, engine, reach, members, beyond, body);
    }

    /// What bounds some members that a part reaches: others beside them that are out, or that would join parts; `beyond` is what a
    /// way through one of these costs at least after it.
    fn walls(
        &self,
        shape: &Shape,
        engine: &Engine,
        reach: &Reach,
        members: &[u32],
        beyond: impl Fn(u32) -> Option<u32>,
        body: &mut Vec<Literal>,
    ) {
        let (mut out, mut parts, mut is_far) = (Vec::new(), Vec::new(), members.len() < reach.members.len());
        for member in members {
            for other in shape.near_of(*member) {
                let Some(after) = beyond(*other) else { continue };
                let cost = reach.cost(*member).saturating_add(shape.weight(reach.class, *other));
                if reach.has(*other) {
                    continue;
                }
                if cost.saturating_add(after) > reach.slack {
                    is_far = true;
                } else if self.place(*other) == Place::Out {
                    out.push(*other);
                } else {
                    is_far = true;
                    parts.extend(self.parts_near(shape, *other, reach.part));
                }
            }
        }
        out.sort_unstable();
        out.dedup();
        body.extend(out.into_iter().map(|member| shape.literal(member).not()));
        if !is_far {
            return;
        }
        parts.push(reach.part);
        parts.sort_unstable();
        parts.dedup();
        let limits = || parts.iter().flat_map(|part| self.reaches.limits(*part));
        body.extend(limits().filter_map(|limit| limit.guard));
        let mut classes: Vec<usize> = limits().map(|limit| limit.class).collect();
        classes.sort_unstable();
        classes.dedup();
        for member in parts.iter().flat_map(|part| self.parts.get(*part)) {
            body.push(shape.literal(*member));
            let counted = classes.iter().filter_map(|class| shape.counted(*class, *member));
            body.extend(counted.filter(|literal| engine.is_true(*literal)));
        }
    }
}

/// By member, the least number of counting members after it on the way to a member, whatever is in or out; [`NONE`] where it is
/// more than a number.
fn costs_to(shape: &Shape, to: u32, class: usize, most: u32) -> Vec<u32> {
    let mut costs = vec![NONE; shape.holds.len()];
    let mut open: Vec<Vec<u32>> = vec![Vec::new(); most as usize + 1];
    if let Some(first) = open.first_mut() {
        first.push(to);
    }
    for cost in 0..=most {
        while let Some(member) = open.get_mut(cost as usize).and_then(Vec::pop) {
            if costs.get(member as usize) != Some(&NONE) {
                continue;
            }
            set(&mut costs, member as usize, cost);
            let next = cost + shape.weight(class, member);
            if let Some(list) = open.get_mut(next as usize) {
                list.extend_from_slice(shape.near_of(member));
            }
        }
    }
    costs
}
