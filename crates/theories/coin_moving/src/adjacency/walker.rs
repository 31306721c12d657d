//! Walking cliques, the means of the proof: one coin more than the required number of neighbours, pairwise
//! adjacent. The last coin moves to the common neighbour of the others on the other side, and so on.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::game::{Cells, Game};
use crate::rectangle::Rectangle;
use puzzlec_model::board::Coord;

/// The cells of a clique, in order.
pub(super) type Clique = Vec<Coord>;

/// A step of a clique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The origin of the move.
    pub(super) leaves: Coord,
    /// The cell that it enters.
    pub(super) enters: Coord,
}

/// The clique after a step.
pub(super) fn after(clique: &Clique, step: Step) -> Clique {
    let mut next: Clique = clique.iter().copied().filter(|cell| *cell != step.leaves).collect();
    next.push(step.enters);
    next.sort_unstable();
    next
}

/// The steps of a clique.
pub(super) fn steps(game: Game, clique: &Clique) -> Vec<Step> {
    let mut found = Vec::new();
    for leaves in clique {
        let mut kept = clique.iter().filter(|cell| *cell != leaves);
        let Some(first) = kept.next() else { continue };
        let enters = game.beside(*first).filter(|cell| !clique.contains(cell));
        let fits = enters.filter(|cell| kept.clone().all(|kept| game.adjacent(*kept, *cell)));
        found.extend(fits.map(|enters| Step { leaves: *leaves, enters }));
    }
    found
}

/// The cliques that coins form, in order.
pub(super) fn cliques(game: Game, coins: &Cells) -> Vec<Clique> {
    let mut found: Vec<Clique> = coins.iter().map(|cell| vec![*cell]).collect();
    for _ in 0..game.touching {
        let mut larger = Vec::new();
        for clique in found {
            let Some(last) = clique.last().copied() else { continue };
            let more = game.beside(last).filter(|cell| *cell > last && coins.contains(cell));
            let fits = more.filter(|cell| clique.iter().all(|one| game.adjacent(*one, *cell)));
            larger.extend(fits.map(|cell| clique.iter().copied().chain([cell]).collect::<Clique>()));
        }
        found = larger;
    }
    found.sort_unstable();
    found
}

/// Shortest walks from some cliques, each with a number, where entering an occupied cell costs nothing and
/// entering a free one a move.
pub(super) struct Walks {
    known: FxHashMap<Clique, (u32, Option<(Clique, Step)>)>,
    front: VecDeque<Clique>,
}

impl Walks {
    /// From these cliques.
    pub(super) fn from(cliques: impl IntoIterator<Item = Clique>) -> Self {
        let front: VecDeque<Clique> = cliques.into_iter().collect();
        let known = front.iter().map(|clique| (clique.clone(), (0, None))).collect();
        Walks { known, front }
    }

    /// The next clique, nearest first, with its distance. Walks stay in the box.
    pub(super) fn next(&mut self, game: Game, coins: &Cells, within: Rectangle) -> Option<(Clique, u32)> {
        let clique = self.front.pop_front()?;
        let (distance, _) = self.known.get(&clique)?;
        let distance = *distance;
        for step in steps(game, &clique) {
            if !within.contains(step.enters) {
                continue;
            }
            let free = !coins.contains(&step.enters);
            let far = distance + u32::from(free);
            let next = after(&clique, step);
            if self.known.get(&next).is_some_and(|(known, _)| *known <= far) {
                continue;
            }
            self.known.insert(next.clone(), (far, Some((clique.clone(), step))));
            if free {
                self.front.push_back(next);
            } else {
                self.front.push_front(next);
            }
        }
        Some((clique, distance))
    }

    /// Where a walk to a clique begins, and its steps.
    pub(super) fn walk(&self, to: &Clique) -> (Clique, Vec<Step>) {
        let (mut at, mut steps) = (to.clone(), Vec::new());
        while let Some((_, Some((before, step)))) = self.known.get(&at) {
            steps.push(*step);
            at = before.clone();
        }
        steps.reverse();
        (at, steps)
    }
}
