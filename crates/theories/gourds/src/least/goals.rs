//! The positions that goals allow.

use crate::problem::{Board, Cell, Configuration, Lying, NONE, Problem, Target, Wish};
use puzzlec_theory::meter::{Halted, Meter};

use super::game::{Gourds, Key};
use super::places::{Place, Places};

/// The most positions of a goal that are listed.
const LISTED: usize = 100_000;
/// The most steps of the search for them.
const STEPS: usize = 2_000_000;

/// All positions that the goals allow; nothing if there are too many.
pub(super) fn positions<const W: usize>(
    problem: &Problem,
    game: &Gourds,
    meter: &Meter,
) -> Result<Option<Vec<Key<W>>>, Halted> {
    let mut found = Vec::new();
    for target in &problem.goals {
        let mut left: Vec<usize> = game.classes.iter().map(|class| class.slots.len()).collect();
        left.push(1);
        let mut listing =
            Listing { board: &problem.board, game, target, left, found: Vec::new(), steps: 0, meter };
        if !listing.fill(0, 0, [0; W])? {
            return Ok(None);
        }
        found.append(&mut listing.found);
    }
    found.sort_unstable();
    found.dedup();
    Ok(Some(found))
}

/// Whether a goal allows a gourd on a place, whose ends have these labels.
fn allows(board: &Board, places: &Places, target: &Target, place: Place, labels: [u32; 2]) -> bool {
    let [a, b] = places.pair(place).map(Cell::from);
    let lies = |cell: Cell, to: Cell, label, other| {
        let towards = board.direction(cell, to).unwrap_or(0) as u8;
        target.get(cell as usize).is_some_and(|wish| wish.allows(Lying { label, other, towards }))
    };
    lies(a, b, labels[0], labels[1]) && lies(b, a, labels[1], labels[0])
}

/// By class of alike gourds the nodes on which one may lie in a position that a goal allows, or more.
pub(super) fn nodes(problem: &Problem, game: &Gourds) -> Vec<Vec<u16>> {
    let places = game.places;
    let all = |class: &super::game::Class| {
        let mut nodes = Vec::new();
        for target in &problem.goals {
            for place in 0..places.len() as Place {
                if allows(&problem.board, places, target, place, class.labels) {
                    let empty = target.iter().zip(0u8..).filter(|(wish, _)| wish.empty);
                    nodes.extend(empty.map(|(_, empty)| places.node(place, empty)));
                }
            }
        }
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    };
    game.classes.iter().map(all).collect()
}

/// Whether some goal allows a position.
pub(super) fn is_goal<const W: usize>(problem: &Problem, game: &Gourds, key: &Key<W>) -> bool {
    let slots = game.slots(key);
    let empty = usize::from(game.places.empty(slots));
    problem.goals.iter().any(|target| {
        target.get(empty).is_some_and(|wish| wish.empty)
            && slots.iter().enumerate().all(|(slot, place)| {
                game.class(slot)
                    .is_some_and(|class| allows(&problem.board, game.places, target, *place, class.labels))
            })
    })
}

/// Whether some goal allows a position.
pub(super) fn is_reached(problem: &Problem, position: &Configuration) -> bool {
    let label = |end: u32| problem.labels.get(end as usize).copied().unwrap_or(NONE);
    let fits = |(wish, cell): (&Wish, Cell)| match position.end(cell) {
        NONE => wish.empty,
        end => {
            let towards = problem.board.direction(cell, position.partner(cell)).unwrap_or(0) as u8;
            wish.allows(Lying { label: label(end), other: label(end ^ 1), towards })
        }
    };
    problem.goals.iter().any(|target| target.iter().zip(0..).all(fits))
}

struct Listing<'a, 'b, const W: usize> {
    board: &'a Board,
    game: &'a Gourds<'a>,
    target: &'a Target,
    /// By class the gourds that are not laid; after them 1 if all cells are covered so far.
    left: Vec<usize>,
    found: Vec<Key<W>>,
    steps: usize,
    meter: &'a Meter<'b>,
}

impl<const W: usize> Listing<'_, '_, W> {
    /// Covers this cell and all after it in every way; says whether that is all.
    fn fill(&mut self, cell: Cell, covered: u64, key: Key<W>) -> Result<bool, Halted> {
        self.meter.expanded(1)?;
        self.steps += 1;
        if self.steps > STEPS || self.found.len() > LISTED {
            return Ok(false);
        }
        if cell as usize == self.board.len() {
            let mut key = key;
            for class in &self.game.classes {
                self.game.order(&mut key, class);
            }
            self.found.push(key);
            return Ok(true);
        }
        if covered >> cell & 1 == 1 {
            return self.fill(cell + 1, covered, key);
        }
        let kinds = self.game.classes.len();
        if self.target.get(cell as usize).is_some_and(|wish| wish.empty) && self.take(kinds) {
            let all = self.fill(cell + 1, covered | 1 << cell, key)?;
            self.give(kinds);
            if !all {
                return Ok(false);
            }
        }
        for kind in 0..kinds {
            let Some(class) = self.game.classes.get(kind) else { continue };
            let (labels, last) = (class.labels, class.slots.end);
            if !self.take(kind) {
                continue;
            }
            let slot = last - 1 - self.left.get(kind).copied().unwrap_or(0);
            for to in self.board.near(cell).iter().copied().filter(|to| *to != NONE && covered >> to & 1 == 0)
            {
                let Some(place) = self.game.places.place(cell, to) else { continue };
                // Ends that are alike are exchanged to no effect.
                let ways = if labels[0] == labels[1] { 1 } else { 2 };
                for place in [place, self.game.places.reverse(place)].into_iter().take(ways) {
                    if !allows(self.board, self.game.places, self.target, place, labels) {
                        continue;
                    }
                    let mut next = key;
                    if let Some(entry) = next.get_mut(slot) {
                        *entry = place;
                    }
                    if !self.fill(cell + 1, covered | 1 << cell | 1 << to, next)? {
                        return Ok(false);
                    }
                }
            }
            self.give(kind);
        }
        Ok(true)
    }

    fn take(&mut self, kind: usize) -> bool {
        let Some(left) = self.left.get_mut(kind).filter(|left| **left > 0) else { return false };
        *left -= 1;
        true
    }

    fn give(&mut self, kind: usize) {
        if let Some(left) = self.left.get_mut(kind) {
            *left += 1;
        }
    }
}
