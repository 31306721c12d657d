//! Insertion (Theorem 4.6): one gourd after the other is put behind its predecessor in the order of a ring,
//! in O(n³) moves.
//!
//! Only with it `--method insertion` shows the plan of the paper's first proof, with the gates of Lemma 4.4.

use super::ring::{Ring, Way};
use super::{Side, Sides, meet};
use crate::hamilton;
use crate::problem::{Board, Cell, Configuration};
use puzzlec_theory::meter::{Halted, Meter, Room};

/// A place on a ring where one gourd stays while the others pass (Lemma 4.4), with the empty cell on the cell
/// before it.
struct Gate {
    /// The cell before the first slot.
    front: Cell,
    pass: Pass,
    /// Where the empty cell must be and the moves that reverse the gourd of the first slot then.
    reverse: (Cell, Vec<Cell>),
}

enum Pass {
    /// The others turn round a shorter ring.
    Short(Ring),
    /// These moves exchange the gourds of the first two slots.
    Exchange(Vec<Cell>),
}

/// A plan by insertion; nothing if the board is not proper.
///
/// # Errors
/// A limit was reached.
pub fn insert(
    board: &Board,
    start: &Configuration,
    target: &Configuration,
    meter: &Meter<'_>,
) -> Result<Option<Vec<Cell>>, Halted> {
    if !hamilton::is_proper(board) {
        return Ok(None);
    }
    if board.len() < 5 {
        return meet::least(board, start, target, meter);
    }
    let Some(cycle) = hamilton::cycle(board, meter)? else { return Ok(None) };
    let ring = Ring::new(board, cycle);
    let Some(gate) = gate(board, &ring, meter)? else { return Ok(None) };
    let mut sides = Sides::new(board, start, target);
    for side in sides.both() {
        side.align(&ring, meter)?;
        side.walk(&ring, gate.front, meter)?;
    }
    let ends = sides.target.ends(&ring);
    let mut before = None;
    // As many moves as the cube of the number of gourds.
    let mut room = Room::new(meter);
    for end in &ends {
        room.hold(sides.start.log.capacity() * size_of::<Cell>())?;
        let (side, gourd) = (&mut sides.start, end / 2);
        side.bring(&ring, gourd, meter)?;
        if side.ends(&ring).first() != Some(end) {
            side.reverse(&ring, &gate, meter)?;
        }
        if let Some(before) = before {
            side.pass(&ring, &gate, before, meter)?;
        }
        before = Some(gourd);
    }
    if let Some(first) = ends.first() {
        sides.start.bring(&ring, first / 2, meter)?;
    }
    Ok(sides.plan())
}

/// The cells of a gate, in their order on a ring: four that form a rhombus (i), else five that form a
/// trapezoid around the third (ii); none if there is no gate.
pub fn gate_cells(board: &Board, ring: &[Cell]) -> Vec<Cell> {
    let stretch = |place: usize, len: usize| -> Vec<Cell> {
        ring.iter().cycle().skip(place).take(len).copied().collect()
    };
    let near = |a: Cell, b: Cell| board.adjacent(a, b);
    let is_gate = |cells: &Vec<Cell>| match cells.as_slice() {
        [a, b, c, d] => near(*a, *d) && near(*a, *c) != near(*b, *d),
        [a, _, c, _, e] => near(*a, *c) && near(*c, *e) && near(*a, *e),
        _ => false,
    };
    let gates = [4, 5].into_iter().flat_map(|len| (0..ring.len()).map(move |place| stretch(place, len)));
    gates.into_iter().find(is_gate).unwrap_or_default()
}

fn gate(board: &Board, ring: &Ring, meter: &Meter<'_>) -> Result<Option<Gate>, Halted> {
    match *gate_cells(board, ring.cells()).as_slice() {
        [a, b, c, d] => {
            let reverse = if board.adjacent(a, c) { (a, vec![b, a, c]) } else { (d, vec![c, d, b]) };
            let ends = ring.place(d).zip(ring.place(a));
            let short = ends.map(|(from, to)| Pass::Short(Ring::new(board, ring.arc(from, to))));
            Ok(short.map(|pass| Gate { front: a, pass, reverse }))
        }
        [a, b, c, d, e] => trapezoid(board, &[a, b, c, d, e], meter),
        _ => Ok(None),
    }
}

fn trapezoid(board: &Board, cells: &[Cell; 5], meter: &Meter<'_>) -> Result<Option<Gate>, Halted> {
    let part = board.part(cells);
    let moves = |to: [[Cell; 2]; 2]| {
        let ends = [[[1, 2], [3, 4]], to].map(|gourds| Configuration::new(&part, &gourds));
        let [Some(from), Some(to)] = ends else { return Ok(None) };
        let plan = meet::least(&part, &from, &to, meter)?;
        let whole = |cell: &Cell| cells.get(*cell as usize).copied();
        Ok(plan.map(|plan| plan.iter().filter_map(whole).collect::<Vec<Cell>>()))
    };
    let (exchange, reverse) = (moves([[3, 4], [1, 2]])?, moves([[2, 1], [3, 4]])?);
    Ok(exchange.zip(reverse).map(|(exchange, reverse)| Gate {
        front: cells[0],
        pass: Pass::Exchange(exchange),
        reverse: (cells[0], reverse),
    }))
}

impl Side<'_> {
    /// The first ends of the slots of a ring, from the empty cell on.
    fn ends(&self, ring: &Ring) -> Vec<u32> {
        let Some(place) = ring.place(self.at.empty()) else { return Vec::new() };
        (0..ring.len() / 2).map(|slot| self.at.end(ring.at(place + 2 * slot + 1))).collect()
    }

    fn play_all(&mut self, moves: &[Cell]) {
        for through in moves {
            self.play(*through);
        }
    }

    /// Turns a ring until a gourd is in the first slot.
    fn bring(&mut self, ring: &Ring, gourd: u32, meter: &Meter<'_>) -> Result<(), Halted> {
        let row = self.row(ring);
        let ahead = row.iter().position(|other| *other == gourd).unwrap_or(0);
        let back = row.len() - ahead;
        let (way, turns) = if ahead <= back { (Way::Forward, ahead) } else { (Way::Back, back) };
        for _ in 0..turns {
            self.turn(ring, way, meter)?;
        }
        Ok(())
    }

    /// Reverses the gourd in the first slot.
    fn reverse(&mut self, ring: &Ring, gate: &Gate, meter: &Meter<'_>) -> Result<(), Halted> {
        let round = if let Pass::Short(short) = &gate.pass { short } else { ring };
        self.walk(round, gate.reverse.0, meter)?;
        self.play_all(&gate.reverse.1);
        self.walk(round, gate.front, meter)
    }

    /// Lets the others pass the gourd in the first slot until this one lies before it, in the last slot.
    fn pass(&mut self, ring: &Ring, gate: &Gate, before: u32, meter: &Meter<'_>) -> Result<(), Halted> {
        let row = self.row(ring);
        let ahead = row.iter().position(|gourd| *gourd == before).unwrap_or(0);
        let back = (row.len() - 1).saturating_sub(ahead);
        let (way, turns) = if ahead <= back { (Way::Forward, ahead) } else { (Way::Back, back) };
        for _ in 0..turns {
            match (&gate.pass, way) {
                (Pass::Short(short), _) => self.turn(short, way, meter)?,
                (Pass::Exchange(moves), Way::Forward) => {
                    self.play_all(moves);
                    self.turn(ring, way, meter)?;
                }
                (Pass::Exchange(moves), Way::Back) => {
                    self.turn(ring, way, meter)?;
                    self.play_all(moves);
                }
            }
        }
        Ok(())
    }
}
