//! Whether a goal that leaves a choice can be reached.

use super::super::problem::{Cell, Configuration, Lying, NONE, Problem, Target, Wish};
use super::classes::{MATCHINGS, complete};
use super::reach::{Reach, Unreachable};
use super::walks::Walks;
use puzzlec_algebra::Permutation;
use puzzlec_theory::meter::{Halted, Meter};

/// A configuration that reaches one of the goals and can be reached: each matching that can be reached is tried with all
/// permutations of its gourds in the group of the closed walks. Exact on boards of up to [`MATCHINGS`] near-perfect matchings.
///
/// # Errors
/// A limit was reached.
pub fn reach_goals(problem: &Problem, meter: &Meter<'_>) -> Result<Reach, Halted> {
    let Problem { board, start, goals, .. } = problem;
    let mut walks = Walks::explore(board, start, MATCHINGS, None, meter)?;
    let movement = complete(&mut walks);
    for all in walks.configurations() {
        for goal in goals {
            let wish = |cell: Cell| goal.get(cell as usize);
            if !wish(all.empty()).is_some_and(|wish| wish.empty) {
                continue;
            }
            let fits = |end: u32, image: u32| allows(problem, goal, &all, end, image);
            if let Some(element) = walks.group.matching(fits, || meter.expanded(1))? {
                return Ok(renamed(problem, &all, &element).map_or(Reach::Unknown, Reach::Yes));
            }
        }
    }
    let cells = (0..board.len() as Cell).collect();
    Ok(if walks.complete { Reach::No(Unreachable::Group { cells, movement }) } else { Reach::Unknown })
}

/// Whether an end may lie in the place of another one.
fn allows(problem: &Problem, goal: &Target, all: &Configuration, end: u32, image: u32) -> bool {
    let cell = all.cell(end);
    let label = |end: u32| problem.labels.get(end as usize).copied().unwrap_or(NONE);
    let towards = problem.board.direction(cell, all.cell(end ^ 1)).unwrap_or(0) as u8;
    let lying = Lying { label: label(image), other: label(image ^ 1), towards };
    goal.get(cell as usize).is_some_and(|wish: &Wish| wish.allows(lying))
}

/// A configuration with each end in the place of the one whose image it is.
fn renamed(problem: &Problem, all: &Configuration, element: &Permutation) -> Option<Configuration> {
    let mut places = vec![[NONE; 2]; all.gourds()];
    for end in 0..2 * all.gourds() as u32 {
        let image = element.of(end);
        *places.get_mut(image as usize / 2)?.get_mut(image as usize % 2)? = all.cell(end);
    }
    Configuration::new(&problem.board, &places)
}
