//! Placements by a search that learns from conflicts.
//!
//! Each cell has a variable for each content, and each way to lay a piece has one unless it is the only one that gives its
//! only cell its content. Numbers of pieces and the sums of the goal are constraints that explain themselves, as are the
//! shapes of sets. What is learned speaks of contents and ways alone, so that a list of it proves that nothing was missed.

mod encode;
mod engine;
mod heap;
mod log;
mod shapes;
mod sums;

use puzzlec_base::Random;
use puzzlec_theory::meter::{Halted, Meter, Room};

use super::cover::Cover;
use encode::Encoded;
pub use encode::Fact;
pub(crate) use encode::has_shape;
use engine::{Answer, Literal};

/// A proof that there is no placement, or none but one: clauses, of which each follows from the puzzle and those before it by
/// propagation alone. The last is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// What the numbers of the clauses stand for, from 1 on; a negative number stands for the opposite.
    pub facts: Vec<Fact>,
    /// The clauses.
    pub clauses: Vec<Vec<i32>>,
}

/// A search for placements.
pub struct Learner {
    puzzle: Encoded,
}

impl Learner {
    /// All placements are left.
    pub fn new(cover: &Cover) -> Learner {
        Learner { puzzle: Encoded::new(cover) }
    }

    /// All placements are left, and come in a random order.
    pub fn shuffled(cover: &Cover, random: &mut Random) -> Learner {
        let mut learner = Learner::new(cover);
        learner.puzzle.engine.shuffle(random);
        learner
    }

    /// The ways of the next placement, in an order that depends only on the puzzle and the random numbers; nothing if all were found. Memory is
    /// held for what is learned, not for what was found.
    ///
    /// # Errors
    /// A limit was reached; another call goes on.
    pub fn next(&mut self, meter: &Meter<'_>) -> Result<Option<Vec<u32>>, Halted> {
        match self.puzzle.engine.search(&mut Room::new(meter))? {
            Answer::Found => Ok(Some(self.puzzle.taken())),
            Answer::None => Ok(None),
        }
    }
}

/// The proof that no placement is left, or, where one is named, that there is no other; nothing if there is one.
///
/// # Errors
/// A limit was reached.
pub fn refute(cover: &Cover, but: Option<&[u32]>, meter: &Meter<'_>) -> Result<Option<Refutation>, Halted> {
    let mut puzzle = Encoded::new(cover);
    puzzle.engine.log.recording = true;
    if let Some(ways) = but {
        let taken = ways.iter().filter_map(|way| puzzle.ways.get(*way as usize));
        let literals = taken.map(|literal| literal.not()).collect();
        puzzle.engine.demand(literals);
    }
    let mut room = Room::new(meter);
    match puzzle.engine.search(&mut room)? {
        Answer::Found => Ok(None),
        Answer::None => Ok(Some(puzzle.refutation())),
    }
}

impl Encoded {
    /// The ways that are taken.
    fn taken(&self) -> Vec<u32> {
        let ways = (0..).zip(&self.ways);
        ways.filter(|(_, literal)| self.engine.is_true(**literal)).map(|(way, _)| way).collect()
    }

    fn refutation(&self) -> Refutation {
        let mut numbers: Vec<i32> = vec![0; self.facts.len()];
        let mut facts = Vec::new();
        let mut number = |literal: &Literal| {
            let var = literal.var() as usize;
            let slot = numbers.get_mut(var)?;
            if *slot == 0 {
                facts.push(self.facts.get(var).copied().flatten()?);
                *slot = i32::try_from(facts.len()).ok()?;
            }
            Some(if literal.is_plain() { *slot } else { -*slot })
        };
        let clauses = self.engine.needed();
        let clauses = clauses.iter().map(|clause| clause.iter().filter_map(&mut number).collect()).collect();
        Refutation { facts, clauses }
    }
}
