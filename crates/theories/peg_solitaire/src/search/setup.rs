//! The preparation of a search: the goals, the group of symmetries, the prunes.

use super::SearchLimits;
use super::board::{Cells, Jump, PegBoard};
use super::refute::classes::{alike, witnesses};
use super::resource_counts::{Cone, Guard, Pagoda, classes};
use super::symmetry::MOST_SYMMETRIES;

/// The most positions of goals that are listed.
const MOST_ENDS: usize = 100_000;
/// A budget that no game exhausts.
const ENOUGH: u32 = 200;

/// The frame of a search.
#[derive(Clone, Debug)]
pub struct Setup<'p> {
    /// The board.
    pub board: &'p PegBoard,
    /// The first position.
    pub start: Cells,
    /// The goals with all their images under the group.
    pub goals: Vec<Goal>,
    /// Their positions, when they are not too many.
    pub ends: Option<Vec<Cells>>,
    /// The goal, if it is a single position.
    pub only_end: Option<Cells>,
    /// The least number of pegs of a goal.
    pub least: usize,
    /// Symmetries that preserve the budgets and either the start or the set of goals. Positions are
    /// equivalent under them: a path from an image of the start to an image of a goal is an image of a
    /// genuine one.
    pub group: Vec<&'p Vec<u8>>,
    /// Upper bounds of the number of times each jump is played.
    pub budgets: Vec<u32>,
    /// Prunes of positions on the way from the start.
    pub guard: Guard,
    /// Prunes of mirrored positions on the way back from the goals.
    pub mirror_guard: Guard,
}

impl<'p> Setup<'p> {
    /// None: no game, by the number of pegs, parities or pagodas.
    pub fn new(
        board: &'p PegBoard,
        start: Cells,
        goals: &[Goal],
        limits: &SearchLimits,
    ) -> Option<Setup<'p>> {
        let jumps = board.jumps();
        let budgets: Vec<u32> = match limits.budgets.filter(|budgets| budgets.len() == jumps.len()) {
            Some(budgets) => budgets.iter().map(|&budget| budget.min(ENOUGH)).collect(),
            None => vec![ENOUGH; jumps.len()],
        };
        let only_end = only_end(board, goals);
        let (group, goals) = group(board, start, goals, &budgets);
        let even = witnesses(board);
        let mut ends = Some(Vec::new());
        for goal in &goals {
            let more = goal.positions(board, MOST_ENDS);
            ends = ends.zip(more).map(|(mut ends, more)| {
                ends.extend(more);
                ends
            });
        }
        if let Some(ends) = &mut ends {
            // Equivalent to each image of the start, or the list would not be closed under the group.
            let mut starts: Vec<Cells> =
                group.iter().map(|symmetry| PegBoard::moved(symmetry, start)).collect();
            starts.dedup();
            let hopeful = |end: Cells| starts.iter().any(|&start| alike(&even, start, end));
            ends.retain(|&end| end.count_ones() < start.count_ones() && hopeful(end));
            ends.sort_unstable();
            ends.dedup();
            if ends.is_empty() {
                return None;
            }
        }
        let least = goals.iter().map(|goal| goal.least).min()?;
        let mut setup = Setup {
            board,
            start,
            goals,
            ends,
            only_end,
            least: (least as usize).max(1),
            group,
            budgets,
            guard: Guard::new(board),
            mirror_guard: Guard::new(board),
        };
        setup.prune(limits.prunes).then_some(setup)
    }

    /// The setup with the results of the cone for its only end. Budgets break symmetries: they are used only
    /// if they exclude some jumps.
    pub fn refined(&self, goals: &[Goal], limits: &SearchLimits, cone: &Cone) -> Option<Setup<'p>> {
        let given = limits.budgets.filter(|budgets| budgets.len() == cone.budgets.len());
        let both = |(place, &own): (usize, &u32)| {
            own.min(given.and_then(|given| given.get(place)).copied().unwrap_or(own))
        };
        let budgets: Vec<u32> = cone.budgets.iter().enumerate().map(both).collect();
        let useful = self.group.len() == 1 || budgets.contains(&0);
        let prunes = [limits.prunes, &cone.pagodas].concat();
        let budgets = if useful { Some(budgets.as_slice()) } else { limits.budgets };
        Setup::new(self.board, self.start, goals, &SearchLimits { budgets, prunes: &prunes, ..*limits })
    }

    /// The images of the start.
    pub fn starts(&self) -> Vec<Cells> {
        orbit(&self.group, self.start)
    }

    /// The pagoda functions with the least slack; `false` if one of them already decides.
    fn prune(&mut self, given: &[Pagoda]) -> bool {
        let mut all: Vec<Pagoda> = given.iter().filter(|pagoda| pagoda.fits(self.board)).cloned().collect();
        all.extend(classes(self.board));
        let mut rated = Vec::with_capacity(all.len());
        for (place, pagoda) in all.iter().enumerate() {
            let Some(least) = self.least_weight(pagoda) else { return false };
            let spare = pagoda.weight(self.start) - least;
            if spare < 0 {
                return false;
            }
            let losses = self.board.jumps().iter().zip(&self.budgets).filter(|(_, budget)| **budget > 0);
            let loss = |jump: &Jump| pagoda.weight(jump.takes()) - pagoda.weight(jump.fills());
            let size: i64 = losses.map(|(jump, _)| loss(jump)).sum();
            // A weight that no jump lowers cannot prune.
            if size > 0 {
                rated.push((spare.saturating_mul(1000) / size, place, least));
            }
        }
        rated.sort_unstable();
        for (_, place, least) in rated {
            let Some(pagoda) = all.get(place) else { continue };
            self.guard.add(pagoda, least);
            let across = self.board.all();
            let least = self.starts().iter().map(|start| pagoda.weight(start ^ across)).min();
            self.mirror_guard.add(pagoda, least.unwrap_or(i64::MIN));
        }
        true
    }

    fn least_weight(&self, pagoda: &Pagoda) -> Option<i64> {
        match &self.ends {
            Some(ends) => ends.iter().map(|&end| pagoda.weight(end)).min(),
            None => {
                let least = |goal: &Goal| goal.least_weight(self.board, &pagoda.weights);
                self.goals.iter().filter_map(least).min()
            }
        }
    }
}

/// The larger of the stabilizers of the start and of the goals, and the goals closed under it.
fn group<'p>(
    board: &'p PegBoard,
    start: Cells,
    goals: &[Goal],
    budgets: &[u32],
) -> (Vec<&'p Vec<u8>>, Vec<Goal>) {
    let even_budgets = |symmetry: &&Vec<u8>| {
        board.jumps().iter().zip(budgets).all(|(&jump, budget)| {
            board.image(symmetry, jump).and_then(|image| budgets.get(image)) == Some(budget)
        })
    };
    let all: Vec<&Vec<u8>> = board.symmetries().iter().filter(even_budgets).collect();
    // A list that was cut is no group.
    let all = if board.symmetries().len() < MOST_SYMMETRIES || closed(&all) {
        all
    } else {
        all.into_iter().take(1).collect()
    };
    let keeps_start = |symmetry: &&&Vec<u8>| PegBoard::moved(symmetry, start) == start;
    let keeps_goals = |symmetry: &&&Vec<u8>| goals.iter().all(|goal| goals.contains(&goal.moved(symmetry)));
    let of_start: Vec<&Vec<u8>> = all.iter().filter(keeps_start).copied().collect();
    let of_goals: Vec<&Vec<u8>> = all.iter().filter(keeps_goals).copied().collect();
    if of_goals.len() >= of_start.len() {
        return (of_goals, goals.to_vec());
    }
    let mut every: Vec<Goal> = Vec::new();
    for goal in of_start.iter().flat_map(|symmetry| goals.iter().map(|goal| goal.moved(symmetry))) {
        if !every.contains(&goal) {
            every.push(goal);
        }
    }
    (of_start, every)
}

fn only_end(board: &PegBoard, goals: &[Goal]) -> Option<Cells> {
    let mut ends = Vec::new();
    for goal in goals {
        ends.extend(goal.positions(board, 8)?);
    }
    ends.dedup();
    if let [end] = *ends.as_slice() { Some(end) } else { None }
}

fn orbit(group: &[&Vec<u8>], at: Cells) -> Vec<Cells> {
    let mut images: Vec<Cells> = group.iter().map(|symmetry| PegBoard::moved(symmetry, at)).collect();
    images.sort_unstable();
    images.dedup();
    images
}

fn closed(all: &[&Vec<u8>]) -> bool {
    let after = |one: &[u8], two: &[u8]| -> Option<Vec<u8>> {
        one.iter().map(|&cell| two.get(usize::from(cell)).copied()).collect()
    };
    all.iter().all(|one| {
        all.iter().all(|two| after(one, two).is_some_and(|both| all.iter().any(|own| **own == both)))
    })
}

/// A way up to a symmetry of the group as a true game: some symmetry brings it to the start and a goal.
pub fn settle(
    board: &PegBoard,
    start: Cells,
    goals: &[Goal],
    group: &[&Vec<u8>],
    path: &[usize],
    end: Cells,
) -> Option<Vec<usize>> {
    group.iter().find_map(|symmetry| {
        let jump = |&place: &usize| board.jumps().get(place).and_then(|&jump| board.image(symmetry, jump));
        let game: Vec<usize> = path.iter().map(jump).collect::<Option<_>>()?;
        let last = replay(board, start, &game)?;
        (last == PegBoard::moved(symmetry, end) && goals.iter().any(|goal| goal.holds(last))).then_some(game)
    })
}

/// The position at the end of a game; `None` if a jump is not legal.
pub fn replay(board: &PegBoard, start: Cells, game: &[usize]) -> Option<Cells> {
    game.iter().try_fold(start, |at, &place| {
        board.jumps().get(place).filter(|jump| jump.legal(at)).map(|jump| jump.play(at))
    })
}

/// Any position that has pegs on `full`, none on `empty`, and between `least` and `most` pegs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Goal {
    /// Cells with pegs.
    pub full: Cells,
    /// Cells without pegs.
    pub empty: Cells,
    /// The least number of pegs.
    pub least: u32,
    /// The greatest number of pegs.
    pub most: u32,
}

impl Goal {
    /// Just this position.
    pub fn exactly(cells: Cells, board: &PegBoard) -> Goal {
        let pegs = cells.count_ones();
        Goal { full: cells, empty: board.all() & !cells, least: pegs, most: pegs }
    }

    /// Any position with this number of pegs.
    pub fn pegs(pegs: u32) -> Goal {
        Goal { full: 0, empty: 0, least: pegs, most: pegs }
    }

    /// Is the goal reached here?
    pub fn holds(&self, at: Cells) -> bool {
        let pegs = at.count_ones();
        at & self.full == self.full && at & self.empty == 0 && self.least <= pegs && pegs <= self.most
    }

    /// The image under a symmetry of the board.
    pub fn moved(&self, symmetry: &[u8]) -> Goal {
        Goal {
            full: PegBoard::moved(symmetry, self.full),
            empty: PegBoard::moved(symmetry, self.empty),
            ..*self
        }
    }

    fn free(&self, board: &PegBoard) -> Vec<Cells> {
        let cells = (0..board.cells()).map(|cell| 1 << cell);
        cells.filter(|cell| cell & (self.full | self.empty) == 0).collect()
    }

    /// The range of the number of pegs on free cells; `None` if no position fits.
    fn more(&self, board: &PegBoard) -> Option<(usize, usize)> {
        let held = self.full.count_ones();
        let free = (board.all() & !self.full & !self.empty).count_ones();
        let (from, to) = (self.least.saturating_sub(held), self.most.checked_sub(held)?.min(free));
        let fits = self.full & self.empty == 0 && self.full & !board.all() == 0 && from <= to;
        fits.then_some((from as usize, to as usize))
    }

    /// All positions of the goal; `None` if there are more than `most`.
    pub fn positions(&self, board: &PegBoard, most: usize) -> Option<Vec<Cells>> {
        let Some((from, to)) = self.more(board) else { return Some(Vec::new()) };
        let free = self.free(board);
        let mut count: usize = 0;
        for pegs in from..=to {
            count = count.checked_add(choices(free.len(), pegs, most)?).filter(|&sum| sum <= most)?;
        }
        let mut found = Vec::with_capacity(count);
        for pegs in from..=to {
            fill(&free, pegs, self.full, &mut found);
        }
        Some(found)
    }

    /// A lower bound of the weight of every position of the goal; `None` if there is no position.
    pub fn least_weight(&self, board: &PegBoard, weights: &[i64]) -> Option<i64> {
        let (from, to) = self.more(board)?;
        let weight = |at: Cells| weights.iter().enumerate().filter(move |(cell, _)| at >> cell & 1 == 1);
        let held: i64 = weight(self.full).map(|(_, &own)| own).sum();
        let mut free: Vec<i64> =
            weight(board.all() & !self.full & !self.empty).map(|(_, &own)| own).collect();
        free.sort_unstable();
        let forced: i64 = free.iter().take(from).sum();
        let wanted: i64 = free.iter().take(to).skip(from).filter(|own| **own < 0).sum();
        Some(held + forced + wanted)
    }
}

/// The binomial coefficient n over k; `None` if it is more than `most`.
fn choices(n: usize, k: usize, most: usize) -> Option<usize> {
    let mut count: usize = 1;
    for step in 0..k.min(n - k) {
        count = count.checked_mul(n - step)? / (step + 1);
        if count > most {
            return None;
        }
    }
    Some(count)
}

fn fill(free: &[Cells], pegs: usize, held: Cells, found: &mut Vec<Cells>) {
    if pegs == 0 {
        found.push(held);
    } else if let [first, rest @ ..] = free
        && pegs <= free.len()
    {
        fill(rest, pegs - 1, held | first, found);
        fill(rest, pegs, held, found);
    }
}
