//! The game of two players, in which a player without a move loses: Grundy values.
//!
//! The parts of a start are a sum, whose value is the exclusive or of theirs (Sprague and Grundy).

mod closing;
mod components;
mod intervals;

use super::problem::{Part, Problem, Shape};
use puzzlec_theory::meter::{Halted, Meter};

pub use intervals::{Span, diagonals};

/// A move, with the Grundy value of all that it leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Move {
    /// The part.
    pub part: usize,
    /// The coin of the part.
    pub coin: u32,
    /// The value of the sum of all parts after the move; a move wins if it is 0.
    pub value: u64,
}

/// The value of a problem, and of what each first move leaves.
#[derive(Clone, Debug)]
pub struct Values<'a> {
    parts: Vec<(&'a Part, PartValue)>,
    value: u64,
}

/// The value of a part, and of what is left of the part by each first move.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PartValue {
    value: u64,
    moves: Moves,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Moves {
    /// Every head may be removed, and each leaves this value.
    Alike(u64),
    /// By coin in ascending order.
    Listed(Vec<(u32, u64)>),
}

impl PartValue {
    /// The value from those of the moves: the least that none of them leaves.
    fn new(moves: Vec<(u32, u64)>) -> Self {
        PartValue { value: least_absent(moves.iter().map(|(_, value)| *value)), moves: Moves::Listed(moves) }
    }
}

impl<'a> Values<'a> {
    /// Computes them; nothing if a part is more than this treats: a row or ring with gaps of more than 65,535 coins,
    /// a ring that closes up of more than 64, a graph of more than 256 vertices.
    ///
    /// Rows and rings with gaps take O(n³) time and O(n²) memory, with n² times the number of heads only for
    /// subwords that differ; rows that close up take linear time. Rings that close up and graphs take exponential
    /// time and memory.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn new(problem: &'a Problem, meter: &Meter<'_>) -> Result<Option<Self>, Halted> {
        let mut parts = Vec::with_capacity(problem.parts.len());
        let mut value = 0;
        for part in &problem.parts {
            let Some(found) = part_value(part, problem.closing, meter)? else { return Ok(None) };
            value ^= found.value;
            parts.push((part, found));
        }
        Ok(Some(Values { parts, value }))
    }

    /// The Grundy value of the sum: the first player wins if it is not 0.
    pub fn value(&self) -> u64 {
        self.value
    }

    /// The Grundy value of each part, in their order.
    pub fn parts(&self) -> impl Iterator<Item = u64> {
        self.parts.iter().map(|(_, found)| found.value)
    }

    /// All first moves, by part and coin.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.parts.iter().enumerate().flat_map(|(index, (part, found))| {
            let others = self.value ^ found.value;
            let (alike, listed) = match &found.moves {
                Moves::Alike(value) => (Some(*value), [].as_slice()),
                Moves::Listed(moves) => (None, moves.as_slice()),
            };
            let heads = (0..).zip(&part.heads).filter(|(_, heads)| **heads);
            let alike =
                alike.into_iter().flat_map(move |value| heads.clone().map(move |(coin, _)| (coin, value)));
            alike.chain(listed.iter().copied()).map(move |(coin, value)| Move {
                part: index,
                coin,
                value: value ^ others,
            })
        })
    }

    /// All winning first moves, by part and coin.
    pub fn winning(&self) -> impl Iterator<Item = (usize, u32)> {
        self.moves().filter(|mv| mv.value == 0).map(|mv| (mv.part, mv.coin))
    }
}

/// The Grundy value of a problem. Limits and costs are those of [`Values::new`].
///
/// # Errors
/// A limit was reached.
pub fn value(problem: &Problem, meter: &Meter<'_>) -> Result<Option<u64>, Halted> {
    Ok(Values::new(problem, meter)?.map(|values| values.value()))
}

/// All winning first moves: part and coin. Limits and costs are those of [`Values::new`].
///
/// # Errors
/// A limit was reached.
pub fn winning_moves(problem: &Problem, meter: &Meter<'_>) -> Result<Option<Vec<(usize, u32)>>, Halted> {
    Ok(Values::new(problem, meter)?.map(|values| values.winning().collect()))
}

fn part_value(part: &Part, closes: bool, meter: &Meter<'_>) -> Result<Option<PartValue>, Halted> {
    match (&part.shape, closes) {
        (Shape::Row, true) => Ok(Some(closing::row(&part.heads))),
        (Shape::Ring, true) => closing::ring(&part.heads, meter),
        (Shape::Row, false) => intervals::row(&part.heads, meter),
        (Shape::Ring, false) => intervals::ring(&part.heads, meter),
        (Shape::Graph(graph), _) => components::graph(graph, &part.heads, meter),
    }
}

/// The least number that does not occur.
fn least_absent(values: impl Iterator<Item = u64> + Clone) -> u64 {
    let most = values.clone().count();
    let mut present = vec![false; most];
    for value in values {
        if let Some(entry) = usize::try_from(value).ok().and_then(|value| present.get_mut(value)) {
            *entry = true;
        }
    }
    present.iter().position(|present| !present).unwrap_or(most) as u64
}
