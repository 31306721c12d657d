//! Gourds change places between two rings that share a slot.

use super::Side;
use super::ring::{Ring, Way};
use crate::theories::gourds::problem::Cell;
use crate::theories::meter::{Halted, Meter};

/// Two rings that a configuration is aligned with; one slot is part of both.
pub struct Crossing<'r> {
    /// The ring that is to hold the wanted gourds, except in the shared slot.
    pub wanted: &'r Ring,
    /// The other ring.
    pub other: &'r Ring,
    /// The shared slot.
    pub slot: [Cell; 2],
}

/// The direction of each turn towards a gourd.
#[derive(Clone, Copy)]
enum Turning {
    Always(Way),
    Nearest,
}

const TURNINGS: [Turning; 3] = [Turning::Nearest, Turning::Always(Way::Forward), Turning::Always(Way::Back)];

/// Turns in a row: of the other ring, then of the wanted one, in turn.
pub struct Turns {
    turns: Vec<(Way, usize)>,
    /// Their moves.
    pub cost: usize,
}

/// Whether each gourd of a ring is wanted, from the empty cell on, and how far the ring has been turned.
struct Row {
    wanted: Vec<bool>,
    shared: usize,
    /// The place of the gourd that is in the shared slot.
    front: usize,
}

impl Row {
    fn at(&self, place: usize) -> bool {
        self.wanted.get(place).copied().unwrap_or(false)
    }

    /// The shortest turn that brings a gourd of this kind to the shared slot.
    fn find(&self, turning: Turning, wanted: bool) -> Option<(Way, usize)> {
        let len = self.wanted.len();
        // Gourds go backwards when the ring turns forwards.
        let ahead = |by: &usize| self.at((self.front + by) % len) == wanted;
        let behind = |by: &usize| self.at((self.front + len - by) % len) == wanted;
        (0..len).find_map(|by| match turning {
            Turning::Always(Way::Forward) => ahead(&by).then_some((Way::Forward, by)),
            Turning::Always(Way::Back) => behind(&by).then_some((Way::Back, by)),
            Turning::Nearest if ahead(&by) => Some((Way::Forward, by)),
            Turning::Nearest => behind(&by).then_some((Way::Back, by)),
        })
    }

    fn turn(&mut self, (way, by): (Way, usize)) {
        let len = self.wanted.len().max(1);
        self.front = match way {
            Way::Forward => (self.front + by) % len,
            Way::Back => (self.front + len - by % len) % len,
        };
    }

    fn put(&mut self, wanted: bool) {
        if let Some(place) = self.wanted.get_mut(self.front) {
            *place = wanted;
        }
    }
}

impl Crossing<'_> {
    /// The cheapest turns found that bring all wanted gourds onto their ring; nothing if the rings do not fit.
    pub fn best(&self, side: &Side<'_>, wanted: &[bool]) -> Option<Turns> {
        let pairs = TURNINGS.into_iter().flat_map(|a| TURNINGS.map(|b| (a, b)));
        pairs.filter_map(|(other, own)| self.turns(side, wanted, other, own)).min_by_key(|turns| turns.cost)
    }

    fn row(&self, side: &Side<'_>, ring: &Ring, wanted: &[bool]) -> Option<Row> {
        let gourds = side.row(ring);
        let shared = side.at.end(self.slot[0]) / 2;
        let front = gourds.iter().position(|gourd| *gourd == shared)?;
        let wanted = gourds.iter().map(|g| wanted.get(*g as usize).copied().unwrap_or(false)).collect();
        Some(Row { wanted, shared: front, front })
    }

    fn turns(&self, side: &Side<'_>, wanted: &[bool], other: Turning, own: Turning) -> Option<Turns> {
        let mut others = self.row(side, self.other, wanted)?;
        let mut owns = self.row(side, self.wanted, wanted)?;
        let costs = [self.other.turn_cost(), self.wanted.turn_cost()];
        let mut turns = Turns { turns: Vec::new(), cost: 0 };
        let strange = owns.wanted.iter().enumerate().filter(|(at, wanted)| *at != owns.shared && !**wanted);
        for _ in 0..strange.count() {
            let turn = others.find(other, true)?;
            others.turn(turn);
            owns.put(true);
            let back = owns.find(own, false)?;
            owns.turn(back);
            others.put(false);
            turns.cost += turn.1 * costs[0] + back.1 * costs[1];
            turns.turns.extend([turn, back]);
        }
        Some(turns)
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
