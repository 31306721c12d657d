//! Canonical representatives of states under symmetry.

mod like;
mod tables;

use std::collections::BTreeSet;

use like::Like;
use tables::Tables;

use super::{Layout, Packed};
use crate::Symmetries;
use puzzlec_task::{Value, VarId};

/// Maximum number of renamings to try, each followed by an exchange of like pieces.
const MOST_PRODUCTS: u128 = 64;

/// Maps packed states to the representatives of their classes.
///
/// Without like pieces the representative is the least image of a state. With like pieces, images are first
/// compared with like pieces identified; among the least ones, the pieces are renumbered in the order of
/// their appearance, and the least result is the representative.
#[derive(Clone, Debug)]
pub struct Canon {
    /// By renaming, the images of the variables.
    variables: Vec<Vec<VarId>>,
    /// The images under all renamings.
    images: Tables,
    like: Option<LikeImages>,
}

/// The data for like pieces.
#[derive(Clone, Debug)]
struct LikeImages {
    like: Like,
    /// The images with like pieces identified.
    coarse: Tables,
}

impl Canon {
    /// Prepares the tables; `None` if the identity is the only symmetry.
    ///
    /// If tables for all renamings would be too large, only like pieces are used.
    pub fn new(packed: &Packed, symmetries: &Symmetries) -> Option<Self> {
        let layout = &packed.layout;
        let like = Like::new(layout, &symmetries.alike);
        let all = &symmetries.renamings;
        let exact = |r: usize, var: VarId, value: Value| -> (VarId, Value) {
            let to = all.get(r).and_then(|s| s.variables.get(var as usize)).copied().unwrap_or(var);
            let table = all.get(r).and_then(|s| s.values.get(var as usize));
            (to, table.and_then(|t| t.get(usize::from(value))).copied().unwrap_or(value))
        };
        let exchanges = like.as_ref().map_or(1, |l| l.order());
        let products = exchanges.saturating_mul(all.len().max(1) as u128);
        if exchanges > 1
            && products <= MOST_PRODUCTS
            && let Some(canon) = Canon::of_products(layout, symmetries, exact)
        {
            return Some(canon);
        }
        let images = Tables::new(layout, all.len(), exact)
            .or_else(|| Tables::new(layout, 1, |_, var, value| (var, value)))?;
        let renamings = images.len();
        if renamings <= 1 && like.is_none() {
            return None;
        }
        let like = match like {
            Some(like) => {
                let coarse = Tables::new(layout, renamings, |r, var, value| {
                    let (to, value) = if renamings > 1 { exact(r, var, value) } else { (var, value) };
                    (to, like.first_of(value))
                })?;
                Some(LikeImages { like, coarse })
            }
            None => None,
        };
        let identity = || (0..layout.variables() as VarId).collect();
        let variables = match all.get(..renamings) {
            Some(used) if renamings > 1 => used.iter().map(|s| s.variables.clone()).collect(),
            _ => vec![identity()],
        };
        Some(Canon { variables, images, like })
    }

    /// Every renaming followed by every exchange of like pieces, if these are few: then they are treated as
    /// renamings. `None` if some field cannot hold the result of an exchange.
    fn of_products(
        layout: &Layout,
        symmetries: &Symmetries,
        exact: impl Fn(usize, VarId, Value) -> (VarId, Value),
    ) -> Option<Self> {
        let exchanges = like::exchanges(&symmetries.alike);
        let renamings = symmetries.renamings.len().max(1);
        let image = |product: usize, var: VarId, value: Value| {
            let (to, value) = exact(product % renamings, var, value);
            let exchanged = exchanges.get(product / renamings).and_then(|e| e.get(&value));
            (to, exchanged.copied().unwrap_or(value))
        };
        let images = Tables::new(layout, renamings * exchanges.len(), image)?;
        let identity: Vec<VarId> = (0..layout.variables() as VarId).collect();
        let of = |at: usize| {
            let renaming = symmetries.renamings.get(at);
            renaming.map_or_else(|| identity.clone(), |r| r.variables.clone())
        };
        Some(Canon { variables: (0..renamings).map(of).collect(), images, like: None })
    }

    /// The number of symmetries, an upper bound of the size of classes. Saturates at `u64::MAX`.
    pub fn order(&self) -> u64 {
        let exchanges = self.like.as_ref().map_or(1, |l| l.like.order());
        u64::try_from(exchanges.saturating_mul(self.images.len() as u128)).unwrap_or(u64::MAX)
    }

    /// The representative of a state's class, and the number of a renaming that, followed by an exchange of
    /// like pieces, maps the state to it.
    #[inline]
    pub fn representative<const W: usize>(&self, state: &[u64; W]) -> ([u64; W], u32) {
        match &self.like {
            None => {
                // Products are numbered exchange by exchange.
                let (image, by) = self.images.least(state);
                (image, by % self.variables.len().max(1) as u32)
            }
            Some(like) => self.least_alike(like, state),
        }
    }

    fn least_alike<const W: usize>(&self, like: &LikeImages, state: &[u64; W]) -> ([u64; W], u32) {
        let numbered = |r: u32| {
            let mut image = if r == 0 { *state } else { self.images.image(r, state) };
            like.like.number(&mut image);
            image
        };
        if self.images.len() == 1 {
            return (numbered(0), 0);
        }
        let mut best = (numbered(0), 0);
        let mut coarse = like.coarse.image(0, state);
        like.coarse.each_below(state, &mut coarse, |r, smaller| {
            let image = numbered(r);
            if smaller || image < best.0 {
                best = (image, r);
            }
        });
        best
    }

    /// The variable that takes over a variable's value in the renaming of this number.
    pub fn variable(&self, renaming: u32, var: VarId) -> VarId {
        let variables = self.variables.get(renaming as usize);
        variables.and_then(|v| v.get(var as usize)).copied().unwrap_or(var)
    }

    /// The size of a state's class.
    pub fn class_size<const W: usize>(&self, state: &[u64; W]) -> u128 {
        let renamings = 0..self.images.len() as u32;
        match &self.like {
            None => {
                let fixing = renamings.filter(|r| self.images.image(*r, state) == *state).count();
                (self.images.len() / fixing.max(1)) as u128
            }
            Some(LikeImages { like, .. }) => {
                let numbered = |mut state: [u64; W]| {
                    like.number(&mut state);
                    state
                };
                let own = numbered(*state);
                let fixing = renamings.filter(|r| numbered(self.images.image(*r, state)) == own).count();
                (self.images.len() / fixing.max(1)) as u128 * like.ways(state)
            }
        }
    }

    /// All states of a class, the given one first.
    pub fn orbit<const W: usize>(&self, state: &[u64; W]) -> Vec<[u64; W]> {
        let mut all: BTreeSet<[u64; W]> =
            (0..self.images.len() as u32).map(|r| self.images.image(r, state)).collect();
        if let Some(LikeImages { like, .. }) = &self.like {
            let mut open: Vec<[u64; W]> = all.iter().copied().collect();
            while let Some(state) = open.pop() {
                like.each_exchange(&state, |other| {
                    if all.insert(other) {
                        open.push(other);
                    }
                });
            }
        }
        all.remove(state);
        std::iter::once(*state).chain(all).collect()
    }
}
