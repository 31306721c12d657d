//! The number of parts of a set.

use super::super::engine::{Conflict, Engine, Literal, at, set};
use super::reach::Reach;
use super::tree::Tree;
use super::{NONE, Place, Test};

impl Test<'_> {
    pub(super) fn components(&self, engine: &mut Engine, min: u32, max: u32) -> Result<(), Conflict> {
        let (shape, view) = (self.shape, self.view);
        let apart = self.apart(max);
        if apart.len() > max as usize {
            let most = apart.get(..=max as usize).unwrap_or(&[]);
            let body = self.separated(engine, most, false);
            return self.fail(engine, body);
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
        if apart.len() < max as usize || !self.is_on(engine) {
            return Ok(());
        }
        self.unreached(engine, &apart)?;
        let mut regions: Vec<u32> = apart.iter().map(|part| self.region(*part)).collect();
        regions.sort_unstable();
        regions.dedup();
        if regions.len() < apart.len() {
            return Ok(());
        }
        for part in &apart {
            let others: Vec<u32> = apart.iter().copied().filter(|other| other != part).collect();
            self.between(engine, *part, &others)?;
        }
        Ok(())
    }

    fn first(&self, part: u32) -> u32 {
        self.view.parts.get(part).first().copied().unwrap_or(NONE)
    }

    fn region(&self, part: u32) -> u32 {
        self.view.regions.of(self.first(part))
    }

    /// Parts of which no two can be joined; as many as there are regions with a part, at least.
    fn apart(&self, max: u32) -> Vec<u32> {
        let view = self.view;
        let parts = || (0..).take(view.parts.len());
        if view.reaches.all().is_empty() || view.parts.len() < max as usize {
            let mut is_sure = vec![false; view.regions.len()];
            let mut apart = Vec::new();
            for part in parts() {
                let region = self.region(part) as usize;
                if !at(&is_sure, region) {
                    set(&mut is_sure, region, true);
                    apart.push(part);
                }
            }
            return apart;
        }
        // The part with the fewest others that it may be joined with is taken, and they are not.
        let may_join = |part: u32, other: u32| {
            part != other && self.region(part) == self.region(other) && self.limited(part, other).is_none()
        };
        let mut near: Vec<Vec<u32>> =
            parts().map(|part| parts().filter(|other| may_join(part, *other)).collect()).collect();
        let mut left: Vec<u32> = parts().collect();
        let mut apart = Vec::new();
        while let Some(next) =
            left.iter().copied().min_by_key(|part| near.get(*part as usize).map_or(0, Vec::len))
        {
            apart.push(next);
            let joined = near.get_mut(next as usize).map(std::mem::take).unwrap_or_default();
            left.retain(|part| *part != next && !joined.contains(part));
            near.iter_mut().for_each(|list| list.retain(|part| !joined.contains(part)));
        }
        apart.sort_unstable();
        apart
    }

    /// The limited one of two parts, if it does not reach the other, and the other.
    fn limited(&self, part: u32, other: u32) -> Option<(&Reach, u32)> {
        let misses = |from: u32, to: u32| {
            let reach = self.view.reaches.of(from)?;
            (!reach.has(self.first(to))).then(|| (reach, self.first(to)))
        };
        misses(part, other).or_else(|| misses(other, part))
    }

    /// Why no two of some parts can be joined; with `all`, each region of those without limits is bounded, and otherwise all but one.
    fn separated(&self, engine: &Engine, parts: &[u32], all: bool) -> Vec<Literal> {
        let (shape, view) = (self.shape, self.view);
        let mut body: Vec<Literal> = parts.iter().map(|part| shape.literal(self.first(*part))).collect();
        let free = parts.iter().filter(|part| view.reaches.of(**part).is_none());
        let mut cuts: Vec<Vec<Literal>> = free.map(|part| self.around(self.region(*part))).collect();
        if !all {
            cuts.sort_by_key(Vec::len);
            cuts.pop();
        }
        body.extend(cuts.into_iter().flatten());
        for (at, part) in parts.iter().enumerate() {
            for other in parts.iter().skip(at + 1) {
                if let Some((reach, to)) = self.limited(*part, *other) {
                    view.apart(shape, engine, reach, to, &mut body);
                }
            }
        }
        body.sort_unstable();
        body.dedup();
        body
    }

    /// What is out around a region.
    fn around(&self, region: u32) -> Vec<Literal> {
        let mut body = Vec::new();
        self.cut(self.view.regions.get(region), &mut body);
        body
    }

    /// No other part is left: members that none of these can be joined with are out.
    fn unreached(&self, engine: &mut Engine, apart: &[u32]) -> Result<(), Conflict> {
        let (shape, view) = (self.shape, self.view);
        let mut is_free = vec![false; view.regions.len()];
        for part in apart.iter().filter(|part| view.reaches.of(**part).is_none()) {
            set(&mut is_free, self.region(*part) as usize, true);
        }
        let reaches = || apart.iter().filter_map(|part| view.reaches.of(*part));
        let mut all: Option<Vec<Literal>> = None;
        for (number, members) in (0..).zip(view.regions.iter()) {
            if at(&is_free, number as usize) {
                continue;
            }
            let mut own: Option<Vec<Literal>> = None;
            for member in members {
                if view.place(*member) != Place::Open || reaches().any(|reach| reach.has(*member)) {
                    continue;
                }
                let mut body = all.get_or_insert_with(|| self.separated(engine, apart, true)).clone();
                for reach in reaches() {
                    view.apart(shape, engine, reach, *member, &mut body);
                }
                // A single part is separated by either of two bounds.
                if let [part] = apart {
                    let own = own.get_or_insert_with(|| self.around(number));
                    if own.len() + 1 < body.len() && self.region(*part) != number {
                        body.clone_from(own);
                        body.push(shape.literal(self.first(*part)));
                    }
                }
                self.imply(engine, shape.literal(*member).not(), body)?;
            }
        }
        Ok(())
    }

    /// Members without which two members of one region that are in would be separated are in.
    fn between(&self, engine: &mut Engine, part: u32, others: &[u32]) -> Result<(), Conflict> {
        let (shape, view) = (self.shape, self.view);
        let root = self.first(part);
        let is_in = |member: &u32| view.place(*member) == Place::In;
        let region = self.region(part);
        let own = (0..).take(view.parts.len()).filter(|other| self.region(*other) == region);
        if own.count() < 2 {
            return Ok(());
        }
        let tree = Tree::new(shape, root, |member| view.place(member) != Place::Out);
        for (above, beyond) in tree.separated() {
            if view.place(above) != Place::Open || !engine.is_open(shape.literal(above)) {
                continue;
            }
            let Some(other) = beyond.iter().find(|member| is_in(member)) else { continue };
            // Either side may be the one that is bounded.
            let sides = [beyond.to_vec(), tree.without(above)].map(|side| {
                let mut body = Vec::new();
                self.cut(&side, &mut body);
                body
            });
            let mut body = sides.into_iter().min_by_key(Vec::len).unwrap_or_default();
            body.extend([shape.literal(root), shape.literal(*other)]);
            for other in others {
                body.push(shape.literal(self.first(*other)));
                body.extend(self.around(self.region(*other)));
            }
            self.imply(engine, shape.literal(above), body)?;
        }
        Ok(())
    }
}
