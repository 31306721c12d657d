//! Proofs about gourds, checked in whole numbers. No statement is trusted: the reason that a kind of proof holds is
//! argued where it is checked.

mod exhaust;
mod fill;
mod game;
mod goal;
mod grid;
mod group;
mod matching;
mod matchings;
mod places;
mod ring;

use std::collections::BTreeSet;

use super::proof::{Body, Potentials as Named, Proof};
use exhaust::Exhaust;
use fill::Filling;
use game::{Kind, Start};
use goal::Target;
use grid::{Cell, Grid};
use group::Group;
use matching::uncovered;
use matchings::Matchings;
use places::{Alone, Potentials, Sum};
use puzzlec_base::Budget;
use puzzlec_checker::Unproved;
use puzzlec_checker::checker::{
    About, CheckContext, Claim, ProofChecker, QuestionKind, Requires, Scripts, body as read,
};
use puzzlec_model::{Model, Question};
use ring::Ring;

/// The checker of this theory.
pub struct Checker;

impl ProofChecker for Checker {
    fn requires(&self) -> Requires {
        // Scripts that forbid moves leave fewer plans, and none is shown where there was none. Scripts that restrict goals
        // leave fewer goals.
        Requires { question: QuestionKind::Solitaire, scripts: Scripts::NoMoves, about: About::Puzzle }
    }

    fn check(
        &self,
        body: &serde_json::Value,
        claim: Claim,
        cx: &CheckContext<'_>,
    ) -> Result<String, Unproved> {
        let Body { proofs } = read(body)?;
        let (model, budget) = (cx.model(), cx.budget());
        let grid = Grid::of(&model.board)?;
        match &model.question {
            Question::Moves { rules, start, goal: (goal, _) } => {
                game::moves(rules, &model.board)?;
                let start = Start::read(model, &grid, start)?;
                let least = claim.moves(model)?;
                each(&goal::read(model, goal)?, &proofs, &|target, proof| {
                    let case = Case { grid: &grid, start: &start, target, budget };
                    match least {
                        Some(moves) => case.at_least(proof, moves),
                        None => case.unreachable(proof),
                    }
                })
            }
            Question::Place { supply, goal: (goal, _) } => {
                if claim != Claim::Unsolvable {
                    return Err(Unproved::wrong("an arrangement has no length"));
                }
                let kinds = game::supply(model, supply)?;
                each(&goal::read(model, goal)?, &proofs, &|target, proof| {
                    Laying { model, grid: &grid, kinds: &kinds, target, budget }.impossible(proof)
                })
            }
            Question::Game { .. } => Err(Unproved::wrong("it does not cover two-player games")),
        }
    }
}

/// A check of one proof for one goal.
type Check<'c> = &'c dyn Fn(&Target, &Proof) -> Result<&'static str, Unproved>;

/// Checks that each goal is ruled out by one of the proofs; says in words why.
fn each(targets: &[Target], proofs: &[Proof], check: Check<'_>) -> Result<String, Unproved> {
    if proofs.iter().enumerate().any(|(at, proof)| proofs.iter().take(at).any(|before| before == proof)) {
        return Err(Unproved::wrong("a proof is written twice"));
    }
    let mut reasons = BTreeSet::new();
    for target in targets {
        if target.is_void() {
            reasons.insert("a goal allows nothing on a cell");
            continue;
        }
        let mut shown = Err(Unproved::wrong("a goal has no proof"));
        for proof in proofs {
            shown = check(target, proof);
            if !matches!(shown, Err(Unproved::Rejected(_))) {
                break;
            }
        }
        reasons.insert(shown?);
    }
    Ok(reasons.into_iter().collect::<Vec<_>>().join("; "))
}

fn shown(holds: bool, why: &'static str) -> Result<&'static str, Unproved> {
    if holds { Ok(why) } else { Err(Unproved::wrong("a goal is not ruled out by this reason")) }
}

/// The cells of a barrier, as a set.
fn barrier(grid: &Grid<'_>, names: &[String]) -> Result<Vec<bool>, Unproved> {
    let mut set = vec![false; grid.len()];
    for cell in grid.cells(names)? {
        set.iter_mut().skip(cell).take(1).for_each(|own| *own = true);
    }
    Ok(set)
}

/// One goal of gourds that move.
struct Case<'a> {
    grid: &'a Grid<'a>,
    start: &'a Start,
    target: &'a Target,
    budget: &'a Budget,
}

impl Case<'_> {
    /// Checks that gourds never come to the goal; says in words why.
    fn unreachable(&self, proof: &Proof) -> Result<&'static str, Unproved> {
        match proof {
            Proof::Labels { potentials } => {
                let potentials = Potentials::read(self.grid, potentials)?;
                let mut sum = Sum::new(self.grid, self.target, &potentials, 1);
                for (number, kind) in self.start.kinds.iter().enumerate() {
                    let times = self.start.gourds.iter().filter(|gourd| gourd.kind == number).count();
                    sum.add(kind, times, places::everywhere(self.grid));
                }
                shown(sum.least().is_none_or(|least| least > 0), "the gourds do not fit the goal")
            }
            Proof::Alone { potentials } => {
                let mates = self.start.mates(self.grid.len());
                let sum = self.sum(potentials, Alone::new(self.grid, Some(mates), self.budget), false)?;
                shown(
                    sum.is_none_or(|least| least > 0),
                    "the gourds do not fit the goal where each can go among gourds that are alike",
                )
            }
            Proof::Barrier { cells, cell } => {
                let set = barrier(self.grid, cells)?;
                let Some(cell) = cell else {
                    return Err(Unproved::wrong("a cell of the barrier is not named"));
                };
                let cell = self.grid.cell(cell)?;
                let all = vec![true; self.grid.len()];
                let never =
                    set.get(cell) == Some(&true) && uncovered(self.grid, &all, &set, &|_, _| true) > 0;
                shown(
                    never && !self.may_keep(cell),
                    "a cell can never be empty, and the goal wants another gourd on it",
                )
            }
            Proof::Ring { cells } => {
                let ring = Ring::read(self.grid, self.start, cells, self.budget)?;
                let may = ring.may_reach(self.start, self.target, self.budget)?;
                shown(!may, "the order of the gourds on a cycle never changes")
            }
            Proof::NoPivot {} => {
                let mates = self.start.mates(self.grid.len());
                let never = Alone::new(self.grid, Some(mates), self.budget).never_pivots()?;
                shown(never && self.is_odd()?, "no gourd can pivot, and the goal is an odd permutation")
            }
            Proof::Group { matchings, order } => {
                let all = self.matchings(*matchings)?;
                let group = Group::generated(self.start.gourds.len(), all.permutations.iter(), self.budget)?;
                if group.order().to_string() != *order {
                    return Err(Unproved::wrong("the group has another order"));
                }
                shown(
                    !self.in_coset(&all, &group)?,
                    "no permutation of the gourds that moves make leads to the goal",
                )
            }
            Proof::Distances { .. } | Proof::Exhausted { .. } => {
                Err(Unproved::wrong("it only bounds the number of moves"))
            }
            Proof::Filled {} => Err(Unproved::wrong("it is for gourds that are laid")),
        }
    }

    /// Checks that gourds do not come to the goal by fewer moves; says in words why.
    fn at_least(&self, proof: &Proof, moves: u64) -> Result<&'static str, Unproved> {
        let Some(most) = moves.checked_sub(1) else { return Ok("no plan has fewer than 0 moves") };
        match proof {
            Proof::Distances { potentials } => {
                let sum = self.sum(potentials, Alone::new(self.grid, None, self.budget), true)?;
                if sum.is_none_or(|least| u64::try_from(least).is_ok_and(|least| least >= moves)) {
                    Ok("each gourd needs its own moves")
                } else {
                    Err(Unproved::wrong("the gourds may need fewer moves"))
                }
            }
            Proof::Exhausted { matchings } => {
                let all = self.matchings(*matchings)?;
                let mut trial = Exhaust::new(self.grid, self.start, self.target, &all, self.budget)?;
                if trial.has_plan(most)? {
                    return Err(Unproved::wrong("a plan has fewer moves"));
                }
                Ok("all plans with fewer moves were tried")
            }
            proof => self.unreachable(proof),
        }
    }

    /// What the gourds of a position that fits the goal add up to, by the moves of each alone, which count or do not.
    fn sum(&self, potentials: &Named, mut alone: Alone<'_>, counts: bool) -> Result<Option<i64>, Unproved> {
        let potentials = Potentials::read(self.grid, potentials)?;
        let mut sum = Sum::new(self.grid, self.target, &potentials, 1);
        for gourd in &self.start.gourds {
            let Some(kind) = self.start.kinds.get(gourd.kind) else { continue };
            let places = alone.reach(gourd.cells)?.into_iter();
            sum.add(kind, 1, places.map(|(place, moves)| (place, if counts { moves } else { 0 })));
        }
        Ok(sum.least())
    }

    /// Whether the gourd that lies on a cell at the start may lie there at the goal.
    fn may_keep(&self, cell: Cell) -> bool {
        let own = self.start.gourds.iter().find(|gourd| gourd.cells.contains(&cell));
        let Some(kind) = own.and_then(|gourd| self.start.kinds.get(gourd.kind)) else { return true };
        self.grid.neighbours(cell).any(|next| {
            let fits = |place| self.target.fits(self.grid, kind, place);
            fits([cell, next]) || fits([next, cell])
        })
    }

    /// Whether the goal is an odd permutation of the ends and the empty cell, however gourds that are alike are exchanged: an
    /// exchange of two gourds is an even permutation of their four ends.
    fn is_odd(&self) -> Result<bool, Unproved> {
        if !self.target.is_full() || self.start.kinds.iter().any(|kind| kind.same) {
            return Err(Unproved::wrong("the goal leaves open how the gourds lie"));
        }
        let cells = self.grid.len();
        let mut to: Vec<Option<Cell>> = vec![None; cells];
        let mut used = vec![false; cells];
        for gourd in &self.start.gourds {
            let Some(kind) = self.start.kinds.get(gourd.kind) else { continue };
            let free = |place: &[Cell; 2]| {
                place.iter().all(|cell| used.get(*cell) == Some(&false))
                    && self.target.fits(self.grid, kind, *place)
            };
            let place = places::everywhere(self.grid).map(|(place, _)| place).find(free);
            // Then there is no position that fits the goal.
            let Some(place) = place else { return Ok(true) };
            for (from, cell) in gourd.cells.into_iter().zip(place) {
                to.iter_mut().skip(from).take(1).for_each(|own| *own = Some(cell));
                used.iter_mut().skip(cell).take(1).for_each(|own| *own = true);
            }
        }
        let empty = used.iter().position(|used| !used);
        to.iter_mut().skip(self.start.empty).take(1).for_each(|own| *own = empty);
        // A permutation of n cells with c cycles is odd if n - c is.
        let (mut seen, mut cycles) = (vec![false; cells], 0);
        for first in 0..cells {
            let mut at = first;
            cycles += usize::from(seen.get(first) == Some(&false));
            while let Some(place @ false) = seen.get_mut(at) {
                *place = true;
                at = to.get(at).copied().flatten().unwrap_or(at);
            }
        }
        Ok((cells - cycles) % 2 == 1)
    }

    /// All matchings that moves lead to.
    fn matchings(&self, number: u64) -> Result<Matchings, Unproved> {
        let all = Matchings::list(self.start, self.grid, self.budget)?;
        if all.len() as u64 != number {
            return Err(Unproved::wrong("moves lead to another number of matchings"));
        }
        Ok(all)
    }

    /// Whether a position of the group fits the goal.
    fn in_coset(&self, all: &Matchings, group: &Group) -> Result<bool, Unproved> {
        for position in &all.carried {
            if !self.target.may_be_empty(position.empty) {
                continue;
            }
            let fits = |gourd: usize, end: u16| {
                let kind = self.start.gourds.get(gourd).and_then(|gourd| self.start.kinds.get(gourd.kind));
                let place = [position.cell(end), position.cell(end ^ 1)];
                kind.is_some_and(|kind| self.target.fits(self.grid, kind, place))
            };
            if group.any(&fits, self.budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// One goal of gourds that are laid.
struct Laying<'a> {
    model: &'a Model,
    grid: &'a Grid<'a>,
    kinds: &'a [(Kind, usize)],
    target: &'a Target,
    budget: &'a Budget,
}

impl Laying<'_> {
    /// Checks that there is no arrangement; says in words why.
    fn impossible(&self, proof: &Proof) -> Result<&'static str, Unproved> {
        let gourds: usize = self.kinds.iter().map(|(_, count)| count).sum();
        let Some(empty) = self.grid.len().checked_sub(2 * gourds) else {
            return Ok("the gourds cover more cells than there are");
        };
        match proof {
            Proof::Labels { potentials } => {
                let potentials = Potentials::read(self.grid, potentials)?;
                let mut sum = Sum::new(self.grid, self.target, &potentials, empty);
                for (kind, count) in self.kinds {
                    sum.add(kind, *count, places::everywhere(self.grid));
                }
                shown(sum.least().is_none_or(|least| least > 0), "the gourds do not fit the goal")
            }
            Proof::Barrier { cells, cell: None } => {
                let set = barrier(self.grid, cells)?;
                let all = vec![true; self.grid.len()];
                // Cells that a gourd of the supply may cover together.
                let edge = |a: Cell, b: Cell| {
                    self.kinds.iter().filter(|(_, count)| *count > 0).any(|(kind, _)| {
                        let fits = |place| self.target.fits(self.grid, kind, place);
                        fits([a, b]) || fits([b, a])
                    })
                };
                let lacking = uncovered(self.grid, &all, &set, &edge);
                shown(lacking > empty, "more cells would remain empty")
            }
            Proof::Filled {} => {
                let filling =
                    Filling::new(self.grid, &self.model.board, self.kinds, self.target, self.budget)?;
                shown(!filling.is_possible()?, "all ways to fill the cells were tried")
            }
            _ => Err(Unproved::wrong("it is for gourds that move")),
        }
    }
}
