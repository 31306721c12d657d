//! Gourds change over between two rings that share a slot (Figure 12).

use super::Side;
use super::ring::{Ring, Way};
use crate::problem::Cell;
use puzzlec_theory::meter::{Halted, Meter};

/// Two rings that a configuration is aligned with; one slot is part of both.
pub struct Crossing<'r> {
    /// The ring that is to hold the wanted gourds, except in the shared slot.
    pub wanted: &'r Ring,
    /// The other ring.
    pub other: &'r Ring,
    /// The shared slot.
    pub slot: [Cell; 2],
}

/// Turns in a row: of the other ring, then of the wanted one, in turn.
pub struct Turns {
    turns: Vec<(Way, usize)>,
    /// Their moves.
    pub cost: usize,
}

/// The shortest walk from the first place of a circle through the places that are set: first to the last of them in one
/// direction, then in the other to those that are left.
fn walk(set: &[bool]) -> Vec<(Way, usize)> {
    let places: Vec<isize> = (0..).zip(set).filter(|(_, set)| **set).map(|(place, _)| place).collect();
    let len = set.len().cast_signed();
    let ways = (0..=places.len()).map(|split| {
        let (ahead, behind) = places.split_at(split);
        let behind: Vec<isize> = behind.iter().rev().map(|place| place - len).collect();
        let ends = [ahead.last().copied().unwrap_or(0), behind.last().map_or(0, |last| -last)];
        let order = if ends[0] <= ends[1] { [ahead, &behind] } else { [&behind, ahead] };
        (ends[0] + ends[1] + ends[0].min(ends[1]), order.concat())
    });
    let order = ways.min_by_key(|(length, _)| *length).map_or_else(Vec::new, |(_, order)| order);
    let before = std::iter::once(&0).chain(&order);
    let step = |(from, to): (&isize, &isize)| {
        // Gourds go backwards when the ring turns forwards.
        (if to >= from { Way::Forward } else { Way::Back }, to.abs_diff(*from))
    };
    before.zip(&order).map(step).collect()
}

impl Crossing<'_> {
    /// The cheapest turns that bring all wanted gourds onto their ring; nothing if the rings do not fit. Either ring
    /// passes the shared slot by the shortest walk: which gourd meets which there does not matter.
    pub fn best(&self, side: &Side<'_>, wanted: &[bool]) -> Option<Turns> {
        let others = self.row(side, self.other, wanted)?;
        let mut strange = self.row(side, self.wanted, wanted)?;
        strange.iter_mut().for_each(|wanted| *wanted = !*wanted);
        if let Some(shared) = strange.first_mut() {
            *shared = false;
        }
        let rows = [walk(&others), walk(&strange)];
        let cost = |ring: &Ring, row: &[(Way, usize)]| {
            ring.turn_cost() * row.iter().map(|(_, by)| by).sum::<usize>()
        };
        let [other, own] = &rows;
        let cost = cost(self.other, other) + cost(self.wanted, own);
        let turns = other.iter().zip(own).flat_map(|(other, own)| [*other, *own]).collect();
        (other.len() == own.len()).then_some(Turns { turns, cost })
    }

    /// Whether each gourd of a ring is wanted, from the one in the shared slot on.
    fn row(&self, side: &Side<'_>, ring: &Ring, wanted: &[bool]) -> Option<Vec<bool>> {
        let mut gourds = side.row(ring);
        let shared = side.at.end(self.slot[0]) / 2;
        let front = gourds.iter().position(|gourd| *gourd == shared)?;
        gourds.rotate_left(front);
        Some(gourds.iter().map(|gourd| wanted.get(*gourd as usize).copied().unwrap_or(false)).collect())
    }

    /// Plays the turns.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn play(&self, side: &mut Side<'_>, turns: &Turns, meter: &Meter<'_>) -> Result<(), Halted> {
        let rings = [self.other, self.wanted].into_iter().cycle();
        for ((way, by), ring) in turns.turns.iter().zip(rings) {
            for _ in 0..*by {
                side.turn(ring, *way, meter)?;
            }
        }
        Ok(())
    }
}
