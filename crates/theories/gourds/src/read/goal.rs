//! Goals as the contents of cells.

use std::collections::BTreeSet;

use super::Labels;
use crate::problem::{Target, Wish};
use puzzlec_model::board::Board;
use puzzlec_model::expr::{Cell, Cells, Test};
use puzzlec_model::goal::Goal;
use puzzlec_model::piece::{Content, ContentId, Pieces, Selector};

/// Goals that differ; more are left to general search.
const MOST_GOALS: usize = 4096;

/// By cell the contents that are allowed; nothing for all.
type Allowed = Vec<Option<BTreeSet<ContentId>>>;

/// The board and the pieces of a goal.
pub(super) struct Targets<'a> {
    /// The board.
    pub cells: &'a Board,
    /// The pieces.
    pub pieces: &'a Pieces,
    /// The labels of ends.
    pub labels: &'a Labels,
}

impl Targets<'_> {
    /// The targets of which one is enough; nothing for a goal of another form.
    ///
    /// Drawn goals in their place, and tests that fixed cells hold, or do not hold, some contents; `and` and `or`.
    pub fn of(&self, goal: &Goal) -> Option<Vec<Target>> {
        let mut targets: Vec<Target> = Vec::new();
        for allowed in self.goal(goal)? {
            let target: Target = allowed.iter().map(|held| self.wish(held.as_ref())).collect();
            if !targets.contains(&target) {
                targets.push(target);
            }
        }
        // A cell that may hold nothing is in no configuration; one such goal is kept where all are like that.
        let can_hold = |wish: &Wish| wish.empty || wish.ends.as_ref().is_none_or(|ends| !ends.is_empty());
        let impossible = |target: &Target| !target.iter().all(can_hold);
        match targets.iter().all(impossible) {
            true => targets.truncate(1),
            false => targets.retain(|target| !impossible(target)),
        }
        Some(targets)
    }

    fn wish(&self, held: Option<&BTreeSet<ContentId>>) -> Wish {
        let Some(held) = held else { return Wish::any() };
        let lying = |id: &ContentId| self.labels.lying(self.pieces, self.pieces.content(*id));
        let mut ends: Vec<_> = held.iter().filter_map(lying).collect();
        ends.sort_unstable();
        ends.dedup();
        Wish { empty: held.contains(&0), ends: Some(ends) }
    }

    fn any(&self) -> Vec<Allowed> {
        vec![vec![None; self.cells.cells().len()]]
    }

    fn goal(&self, goal: &Goal) -> Option<Vec<Allowed>> {
        match goal {
            Goal::Drawn(drawn) if drawn.anywhere || drawn.rest_empty => None,
            Goal::Drawn(drawn) => {
                let mut one = vec![None; self.cells.cells().len()];
                for (cell, held) in &drawn.cells {
                    let slot = one.get_mut(self.cells.index(*cell)? as usize)?;
                    if !held.is_empty() {
                        *slot = Some(held.iter().copied().collect());
                    }
                }
                Some(vec![one])
            }
            Goal::Test(test) => self.test(test, true),
            Goal::Callback(_) => None,
            Goal::Any(parts) => either(parts.iter().map(|part| self.goal(part))),
            Goal::All(parts) => self.both(parts.iter().map(|part| self.goal(part))),
        }
    }

    /// The contents where a test holds, or where it does not.
    fn test(&self, test: &Test, holds: bool) -> Option<Vec<Allowed>> {
        match test {
            Test::Fixed(fixed) => Some(if *fixed == holds { self.any() } else { Vec::new() }),
            Test::Not(test) => self.test(test, !holds),
            Test::And(parts) if holds => self.both(parts.iter().map(|part| self.test(part, true))),
            Test::Or(parts) if !holds => self.both(parts.iter().map(|part| self.test(part, false))),
            Test::And(parts) | Test::Or(parts) => either(parts.iter().map(|part| self.test(part, holds))),
            Test::Holds(cells, selector) => {
                let places = self.fixed(cells)?;
                let one = |place: u32| {
                    let mut allowed = vec![None; self.cells.cells().len()];
                    *allowed.get_mut(place as usize)? = Some(self.contents(selector, holds));
                    Some(vec![allowed])
                };
                // All of the cells hold such contents, or one of them does not.
                let parts = places.into_iter().map(one);
                if holds { self.both(parts) } else { either(parts) }
            }
            _ => None,
        }
    }

    /// Cells that do not depend on the position.
    fn fixed(&self, cells: &Cells) -> Option<Vec<u32>> {
        match cells {
            Cells::One(Cell::Fixed(cell)) => Some(vec![self.cells.index(*cell)?]),
            Cells::Fixed(all) => all.iter().map(|cell| self.cells.index(*cell)).collect(),
            Cells::All => Some((0..).take(self.cells.cells().len()).collect()),
            Cells::Except(all, without) => {
                let without = self.fixed(without)?;
                let mut all = self.fixed(all)?;
                all.retain(|cell| !without.contains(cell));
                Some(all)
            }
            _ => None,
        }
    }

    /// Empty cells and ends of gourds that a selector matches, or does not.
    fn contents(&self, selector: &Selector, matched: bool) -> BTreeSet<ContentId> {
        let of_game = |content: &Content| *content == Content::Empty || self.pieces.end(content).is_some();
        let contents = self.pieces.contents().filter(|(_, content)| of_game(content));
        contents.filter(|(_, content)| selector.matches(content) == matched).map(|(id, _)| id).collect()
    }

    fn both(&self, parts: impl Iterator<Item = Option<Vec<Allowed>>>) -> Option<Vec<Allowed>> {
        let mut all = self.any();
        for part in parts {
            let part = part?;
            if all.len().saturating_mul(part.len()) > MOST_GOALS {
                return None;
            }
            all = all.iter().flat_map(|a| part.iter().map(move |b| meet(a, b))).collect();
        }
        Some(all)
    }
}

fn either(parts: impl Iterator<Item = Option<Vec<Allowed>>>) -> Option<Vec<Allowed>> {
    let mut all = Vec::new();
    for part in parts {
        all.extend(part?);
        if all.len() > MOST_GOALS {
            return None;
        }
    }
    Some(all)
}

/// What two goals allow together.
fn meet(a: &Allowed, b: &Allowed) -> Allowed {
    let one = |(a, b): (&Option<BTreeSet<ContentId>>, &Option<BTreeSet<ContentId>>)| match (a, b) {
        (Some(a), Some(b)) => Some(a & b),
        (Some(held), None) | (None, Some(held)) => Some(held.clone()),
        (None, None) => None,
    };
    a.iter().zip(b).map(one).collect()
}
